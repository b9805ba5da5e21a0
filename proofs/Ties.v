(** Theorem 3 holds however the two passes treat ties (docs/theory.md, section 5). *)

From Twoends Require Import Theorem3 Theorem4.

Section Cards.
Context {card : Type} {ordered : OrderedGroup card}.

(** Two Vs of the same row may differ in ties, but not in the alternating sum, whatever coins T stand elsewhere:
    T is a second row. *)
Lemma same_alt r s1 s2 T : reduces r s1 -> valley s1 -> reduces r s2 -> valley s2 -> alt (s1 ++ T) = alt (s2 ++ T).
Proof.
  intros F1 V1 F2 V2.
  assert (B : forall s, reduces r s -> valley s -> alt (s ++ T) = bvalue (map Row [r; sort T])).
  { intros s F V. rewrite (rows_value [r; sort T] [s; sort T]).
    - simpl. rewrite app_nil_r. apply alt_perm, Permutation_app_head, sort_perm.
    - repeat constructor; auto. exists (sort T), []. rewrite app_nil_r. repeat split. apply sort_desc. }
  now rewrite !B.
Qed.

(** The first card is a best move if the coin m that it begins in one V is at least all coins of another. *)
Lemma best_by_another row m rest s : reduces row (m :: rest) -> valley (m :: rest) ->
  reduces row s -> valley s -> all_at_most m s -> best_left row.
Proof.
  intros F V Fs Vs L. destruct row as [|v row]; [now apply folds_of_nil in F|]. exists v, row. split; [auto|].
  destruct (first_card v row m rest F) as (W & FW & -> & E & DW & LW).
  rewrite (value_alt _ _ Fs Vs), (value_alt _ _ FW (valley_replace m rest W V DW LW)).
  rewrite <- (alt_twice m (W ++ rest)), (alt_perm (m :: m :: W ++ rest) ((m :: rest) ++ m :: W)).
  2: { simpl. constructor. rewrite (Permutation_app_comm rest). simpl. constructor. apply Permutation_refl. }
  rewrite (same_alt _ _ s (m :: W) F V Fs Vs), (alt_perm (s ++ m :: W) ((W ++ [m]) ++ s)).
  2: { rewrite (Permutation_app_comm s). apply Permutation_app_tail, Permutation_cons_append. }
  rewrite alt_above, altsum_app, sign_app, E; [simpl; arith | now apply desc_snoc|].
  rewrite Forall_forall in LW. intros a [I|[<-|[]]]%in_app_or; [|exact L].
  apply (at_most_trans m); auto.
Qed.

(** One half of the rule. *)
Lemma left_rule w1 w2 x I y : I <> [] ->
  hd 0 (stack w2 (rev I ++ rev x)) <= hd 0 (stack w1 (I ++ y)) -> best_left I.
Proof.
  intros NE H. pose proof (stack_reduces w1 I) as F1. pose proof (stack_valley w1 I) as V1.
  pose proof (stack_reduces w2 (rev I)) as F2. pose proof (stack_valley w2 (rev I)) as V2.
  destruct (stack w1 I) as [|m rest] eqn:E1; [now apply folds_to_nil in F1|].
  destruct (stack w2 (rev I)) as [|z inner] eqn:E2.
  { apply folds_to_nil, (f_equal (@rev card)) in F2. now rewrite rev_involutive in F2. }
  destruct (urgency w1 I y m rest E1) as [Lm _].
  destruct (urgency w2 (rev I) (rev x) z inner E2) as [_ Cz].
  apply reduces_rev in F2. rewrite rev_involutive in F2. apply valley_rev in V2.
  simpl in F2, V2. destruct (rev inner ++ [z]) as [|n mid] eqn:E; [now apply eq_sym, app_cons_not_nil in E|].
  assert (Z : last (n :: mid) 0 = z) by now rewrite <- E, last_last.
  destruct (le_or_lt z n) as [zn|nz].
  - apply (largest_is_best I n mid F2 V2).
    assert (M : all_at_most n (n :: mid)) by (apply (valley_max _ n mid); auto; arith). now inversion M.
  - assert (Ez : hd 0 (stack w2 (rev I ++ rev x)) = z).
    { destruct Cz as [Cz|Cz%rises_least]; [exact Cz|]. rewrite Forall_forall in Cz.
      assert (In n (rev inner ++ [z])) as [J|[J|[]]]%in_app_or by (rewrite E; now left); [|arith].
      apply in_rev, Cz in J. arith. }
    apply (best_by_another I m rest (n :: mid)); auto. apply (valley_max _ n mid); auto; arith.
Qed.

(** Theorem 3 for each of the four ways to treat ties in the passes. *)
Theorem oracle_any_ties w1 w2 row i j : (i < j <= length row)%nat ->
  let interval := firstn (j - i) (skipn i row) in
  let left := nth i (fst (urgencies w1 w2 row)) 0 in
  let right := nth (j - 1) (snd (urgencies w1 w2 row)) 0 in
  (right <= left -> best_left interval) /\ (left <= right -> best_right interval).
Proof.
  intros H interval. pose proof (interval_at row i j H) as A. cbv zeta in A. fold interval in A.
  clearbody interval. destruct A as (x & y & -> & NE & -> & ->).
  rewrite urgency_left, urgency_right by exact NE. split; [now apply left_rule|].
  intros L. apply best_mirror, (left_rule w2 w1 (rev y) _ (rev x)).
  - intros N. apply NE. now rewrite <- (rev_involutive interval), N.
  - now rewrite !rev_involutive.
Qed.

End Cards.
