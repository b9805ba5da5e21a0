(** A whole line of best play from the coins alone, with the proof that each of its moves is best
    (docs/theory.md, section 4). *)

From Twoends Require Import Theorem2.

Section Cards.
Context {card : Type} {ordered : OrderedGroup card}.

Inductive side := Left | Right.

(** A line of best play: it takes every card, and each move is a best one. *)
Fixpoint best_line (row : list card) (line : list side) : Prop :=
  match line with
  | [] => row = []
  | Left :: line => best_left row /\ best_line (tl row) line
  | Right :: line => best_right row /\ best_line (removelast row) line
  end.

(** A coin with the number of its cards. *)
Local Notation coin := (card * nat)%type.

(** The stack pass, which counts cards. *)
Fixpoint push_coin (c : coin) (st : list coin) : list coin :=
  match st with
  | b :: e :: under =>
      if peak false (fst c) (fst b) (fst e)
      then push_coin (fst c - fst b + fst e, (snd c + snd b + snd e)%nat) under
      else c :: st
  | _ => c :: st
  end.

Definition coins_of (row : list card) : list coin := fold_right (fun v => push_coin (v, 1%nat)) [] row.

(** Take the coin at the larger end as a run, the left one of equal ends; k is at least the number of coins. *)
Fixpoint runs (k : nat) (s : list coin) : list side :=
  match k, s with
  | S k, m :: rest =>
      let z := last s m in
      if fst z <=? fst m then repeat Left (snd m) ++ runs k rest
      else repeat Right (snd z) ++ runs k (removelast s)
  | _, _ => []
  end.

(** The line of a row. *)
Definition line (row : list card) : list side := let s := coins_of row in runs (length s) s.

(** ** Proof *)

(** A row is cut into parts, each of which folds into its coin. *)
Inductive cut : list card -> list coin -> Prop :=
  | cut_none : cut [] []
  | cut_coin cards row m s : reduces cards [m] -> cut row s -> cut (cards ++ row) ((m, length cards) :: s).

(** So the row reduces to its coins. *)
Lemma cut_reduces row s : cut row s -> reduces row (map fst s).
Proof.
  induction 1 as [|cards row m s F _ IH]; [constructor|]. exact (folds_app _ cards row [m] _ F IH).
Qed.

(** Pushing a coin. *)
Lemma push_cut st : forall cards row c, reduces cards [fst c] -> snd c = length cards -> cut row st ->
  cut (cards ++ row) (push_coin c st) /\ map fst (push_coin c st) = push false (fst c) (map fst st).
Proof.
  induction st as [[|b [|e st]] IH] using by_length; intros cards row [c l] F L C; simpl in F, L; subst l;
    try (simpl; split; [now constructor | reflexivity]).
  cbn [push_coin push map fst snd]. destruct (peak false c (fst b) (fst e)) eqn:P.
  - inversion C as [|cards2 row2 m2 s2 F2 C2]; subst. inversion C2 as [|cards3 row3 m3 s3 F3 C3]; subst.
    cbn [fst snd] in *. replace (cards ++ cards2 ++ cards3 ++ row3) with ((cards ++ cards2 ++ cards3) ++ row3)
      by now rewrite !app_assoc.
    apply (IH st ltac:(simpl; arith) (cards ++ cards2 ++ cards3) row3 (c - m2 + m3, _)); auto.
    + cbn [fst]. apply (folds_trans _ _ [c; m2; m3]).
      * exact (folds_app _ cards _ [c] _ F (folds_app _ cards2 cards3 [m2] [m3] F2 F3)).
      * apply (folds_once _ _ []); [constructor | now apply (peak_is_peak false)].
    + cbn [snd]. rewrite !app_length. arith.
  - split; [now constructor | reflexivity].
Qed.

(** The coins of a row. *)
Lemma coins_cut row : cut row (coins_of row) /\ map fst (coins_of row) = stack false row.
Proof.
  induction row as [|v row [C E]]; [split; [constructor | reflexivity]|].
  destruct (push_cut (coins_of row) [v] row (v, 1%nat) (folds_none _ _) eq_refl C) as [C' E'].
  split; [exact C'|]. cbn [coins_of fold_right] in *. fold (coins_of row). now rewrite E', E.
Qed.

(** The last coin of a cut. *)
Lemma cut_last row s : cut row s -> forall t z, s = t ++ [z] ->
  exists others cards, row = others ++ cards /\ cut others t /\ reduces cards [fst z] /\ snd z = length cards.
Proof.
  induction 1 as [|cards row m s F C IH]; intros t z E; [now apply app_cons_not_nil in E|].
  destruct t as [|x t]; [injection E as <- -> | injection E as <- E].
  - inversion C; subst. exists [], cards.
    rewrite app_nil_r. repeat split; auto.
  - destruct (IH t z E) as (others & last & -> & Co & Fl & Ll). exists (cards ++ others), last.
    rewrite <- app_assoc. repeat split; auto. now constructor.
Qed.

(** A run of best moves from the left, then a line for the rest. *)
Lemma run_left cards others rest : (forall taken left, cards = taken ++ left -> left <> [] -> best_left (left ++ others)) ->
  best_line others rest -> best_line (cards ++ others) (repeat Left (length cards) ++ rest).
Proof.
  induction cards as [|v cards IH]; intros H B; [exact B|]. cbn [length repeat app best_line tl]. split.
  - now apply (H [] (v :: cards)).
  - apply IH; [|exact B]. intros taken left E. apply (H (v :: taken)). simpl. now rewrite E.
Qed.

Lemma run_from_right cards others rest :
  (forall taken left, cards = left ++ taken -> left <> [] -> best_right (others ++ left)) ->
  best_line others rest -> best_line (others ++ cards) (repeat Right (length cards) ++ rest).
Proof.
  induction cards as [|v cards IH] using rev_ind; intros H B; [now rewrite app_nil_r|].
  rewrite app_length, Nat.add_comm. cbn [length Nat.add repeat app best_line]. split.
  - apply (H []); [now rewrite app_nil_r | intros N; now apply eq_sym, app_cons_not_nil in N].
  - rewrite app_assoc, removelast_last. apply IH; [|exact B].
    intros taken left E. apply (H (taken ++ [v])). now rewrite E, app_assoc.
Qed.

(** From a V of coins come best moves only. *)
Lemma runs_best k : forall row s, (length s <= k)%nat -> cut row s -> valley (map fst s) -> best_line row (runs k s).
Proof.
  induction k as [|k IH]; intros row [|[m l] s] K C V; cbn [length] in K; try arith;
    try (inversion C; subst; reflexivity).
  cbn [runs fst snd]. pose proof (cut_reduces _ _ C) as F.
  destruct (exists_last (l := (m, l) :: s) ltac:(discriminate)) as (t & z & E).
  rewrite E, last_last, removelast_last. cbn [map fst] in V, F.
  assert (Ez : last (m :: map fst s) 0 = fst z).
  { apply (f_equal (map fst)) in E. rewrite map_app in E. cbn [map fst] in E. now rewrite E, last_last. }
  destruct (leb_spec (fst z) m) as [zm|mz].
  - assert (M : all_at_most m (m :: map fst s)) by (apply (valley_max _ m (map fst s)); auto; arith).
    inversion C as [|cards row' m' s' Fc Cr]; subst. inversion M; subst. apply run_left.
    + intros taken left. apply (run cards [m] row' (map fst s) Fc (cut_reduces _ _ Cr)); simpl; auto.
      intros w [<-|[]]. auto.
    + apply IH; [arith | exact Cr|]. apply (valley_replace m (map fst s) []); simpl; auto.
  - destruct (cut_last _ _ C t z E) as (others & cards & -> & Co & Fc & ->).
    assert (M : all_at_most (fst z) (m :: map fst s)) by (apply (valley_max _ m (map fst s)); auto; arith).
    apply (f_equal (map fst)) in E as Em. rewrite map_app in Em. cbn [map fst] in Em. rewrite Em in V, M.
    apply Forall_app in M as [M _]. apply run_from_right.
    + intros taken left. apply (run_right cards [fst z] others (map fst t) Fc (cut_reduces _ _ Co)); simpl; auto.
      intros w [<-|[]]. exact M.
    + apply IH; [|exact Co|].
      * apply (f_equal (@length coin)) in E. rewrite app_length in E. simpl in E. arith.
      * apply valley_rev in V. rewrite rev_app_distr in V. simpl in V.
        rewrite <- (rev_involutive (map fst t)). apply valley_rev.
        apply (valley_replace (fst z) (rev (map fst t)) []); simpl; auto.
Qed.

(** Every move of the line is a best move, and it takes every card. *)
Theorem line_best row : best_line row (line row).
Proof.
  destruct (coins_cut row) as [C E]. unfold line. apply runs_best; auto. rewrite E. apply (stack_valley false).
Qed.

End Cards.
