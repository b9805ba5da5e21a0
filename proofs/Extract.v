(** The algorithms that are proved right, as an OCaml program: tools/compare_proofs.py has the library and it
    answer the same. *)

From Twoends Require Import Instances Lines Theorem3 Records Theorem4 BoardLines.
From Coq Require Import Extraction ExtrOcamlBasic.

Extraction "proved.ml" integers solve records Lines.line oracle solve_board take board_line.
