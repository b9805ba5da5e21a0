(** What Coq itself computes on nine hundred rows: the tests of the Python package compare it with the library. *)

From Twoends Require Import Theorem3 Records Instances.
Local Open Scope Z_scope.

(** All rows of n cards over some values; all rows of at most n. *)
Fixpoint rows (values : list Z) (n : nat) : list (list Z) :=
  match n with
  | O => [[]]
  | S n => flat_map (fun v => map (cons v) (rows values n)) values
  end.

Definition rows_upto (values : list Z) (n : nat) : list (list Z) := flat_map (rows values) (seq 0 (S n)).

(** Pseudo-random numbers from 0 to 32767, by the generator that the C standard gives as an example. *)
Fixpoint random (n : nat) (seed : Z) : list Z :=
  match n with
  | O => []
  | S n => (seed / 65536) mod 32768 :: random n ((seed * 1103515245 + 12345) mod 2147483648)
  end.

(** A row of n random cards: [card] makes a card of three random numbers. *)
Definition random_row (card : Z -> Z -> Z -> Z) (n : nat) (seed : Z) : list Z :=
  (fix cards (n : nat) (r : list Z) : list Z :=
     match n, r with
     | S n, a :: b :: c :: r => card a b c :: cards n r
     | _, _ => []
     end) n (random (3 * n) seed).

(** Rows of 6 to 6 + spread - 1 cards. *)
Definition random_rows (card : Z -> Z -> Z -> Z) (count spread : nat) : list (list Z) :=
  map (fun k => random_row card (6 + k mod spread) (Z.of_nat k * 1103515245 * 40503)) (seq 1 count).

Definition all_rows : list (list Z) :=
  rows_upto [0; 1; 2] 5 ++
  rows_upto [-2; -1; 0; 3] 4 ++
  random_rows (fun a _ _ => a mod 4) 60 6 ++
  random_rows (fun a _ _ => a mod 201 - 100) 80 6 ++
  random_rows (fun a b c => (a * 32768 + b) * 32768 + c - 17592186044416) 20 5 ++
  random_rows (fun a b c => a * b * c * 1000000007 - 12345678901234567890) 20 5.

(** A row, its value, and the urgencies of its left and of its right ends. *)
Definition answers (row : list Z) : list (list Z) := [row; [value row]; fst (oracle row); snd (oracle row)].

(** The linear algorithms agree with the game itself, here and on more small rows. *)
Definition agree (row : list Z) : bool := (solve row =? value row) && (records row =? value row).

Example they_agree : forallb agree (all_rows ++ rows_upto [0; 1; 2] 7 ++ rows [-2; -1; 0; 3] 5) = true.
Proof. vm_compute. reflexivity. Qed.

Set Printing Width 1000000.
Set Printing Depth 1000000.
Eval vm_compute in map answers all_rows.
