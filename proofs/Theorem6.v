(** Theorem 6: two values of intervals tell how many elements two sets have in common (docs/theory.md, section 9).
    What follows from it about running times is not stated here. *)

From Twoends Require Import Theorem1 Instances.

(** A set of numbers is a list that descends strictly. *)
Fixpoint a_set (X : list Z) : Prop :=
  match X with [] => True | u :: X => Forall (fun x => 0 <= x < u) X /\ 0 <= u /\ a_set X end.

(** The elements that two sets share. *)
Definition in_both (X Y : list Z) : list Z := filter (fun u => existsb (Z.eqb u) Y) X.

(** The cards of a set X, descending, and those of a set Y, ascending. *)
Definition block_x (X : list Z) : list Z := flat_map (fun u => [10 * u + 3; 10 * u + 1]) X.
Definition block_y (Y : list Z) : list Z := flat_map (fun u => [10 * u + 4; 10 * u + 2]) Y.

Notation size X := (Z.of_nat (length X)).

(** Blocks of numbers below u lie below 10 u. *)
Lemma blocks_below u X Y : Forall (fun x => 0 <= x < u) X -> Forall (fun x => 0 <= x < u) Y ->
  all_at_most (10 * u) (block_x X ++ block_y Y).
Proof.
  intros HX HY. apply Forall_app. split.
  - induction HX as [|x l H _ IH]; simpl; repeat constructor; auto; lia.
  - induction HY as [|x l H _ IH]; simpl; repeat constructor; auto; lia.
Qed.

(** The block of a set descends. *)
Lemma block_x_desc X : a_set X -> desc (block_x X) /\ all_at_least 0 (block_x X).
Proof.
  induction X as [|u X IH]; simpl; [auto|]. intros (L & P & S). destruct (IH S) as [D N].
  pose proof (blocks_below u X [] L ltac:(constructor)) as B. simpl in B. rewrite app_nil_r in B.
  repeat split; auto; repeat constructor; try lia; auto; apply (at_most_trans (10 * u)); auto; lia.
Qed.

(** So does the other one, read from its end. *)
Lemma block_y_desc Y : a_set Y -> desc (block_y Y) /\ all_at_least 0 (block_y Y).
Proof.
  induction Y as [|u Y IH]; simpl; [auto|]. intros (L & P & S). destruct (IH S) as [D N].
  pose proof (blocks_below u [] Y ltac:(constructor) L) as B. simpl in B.
  repeat split; auto; repeat constructor; try lia; auto; apply (at_most_trans (10 * u)); auto; lia.
Qed.

(** Elements of X do not see what is not among them. *)
Lemma in_both_skip u X Y : Forall (fun x => 0 <= x < u) X -> in_both X (u :: Y) = in_both X Y.
Proof.
  intros H. induction H as [|x l L _ IH]; simpl; [auto|]. fold (in_both l (u :: Y)). fold (in_both l Y).
  rewrite IH. now replace (x =? u) with false by lia.
Qed.

(** A number above all of Y is not in Y. *)
Lemma not_in u Y : Forall (fun x => 0 <= x < u) Y -> existsb (Z.eqb u) Y = false.
Proof. induction 1 as [|x l L _ IH]; simpl; [auto|]. now replace (u =? x) with false by lia. Qed.

(** The two largest coins bring their difference. *)
Lemma alt_two a b l : b <= a -> all_at_most b l -> alt (a :: b :: l) = a - b + alt l.
Proof.
  intros ba L. rewrite alt_max, alt_max; auto; [lia|]. constructor; auto. now apply (at_most_trans b).
Qed.

(** Two pairs are merged. *)
Lemma shuffle (a b c d : Z) x y : Permutation (a :: b :: x ++ c :: d :: y) (c :: a :: d :: b :: x ++ y).
Proof.
  symmetry. apply (Permutation_trans (l' := c :: a :: b :: x ++ d :: y)).
  - do 2 constructor. apply (Permutation_middle (b :: x)).
  - apply (Permutation_middle (a :: b :: x)).
Qed.

(** Each number of X or Y brings 2, once. *)
Lemma blocks_alt n : forall X Y, (length X + length Y <= n)%nat -> a_set X -> a_set Y ->
  alt (block_x X ++ block_y Y) = 2 * (size X + size Y - size (in_both X Y)).
Proof.
  induction n as [|n IH]; intros X Y L SX SY.
  { destruct X, Y; simpl in L; try lia. reflexivity. }
  (* the largest number u is only in X, only in Y, or in both *)
  assert (OnlyX : forall u X', X = u :: X' -> Forall (fun x => 0 <= x < u) Y ->
      alt (block_x X ++ block_y Y) = 2 * (size X + size Y - size (in_both X Y))).
  { intros u X' -> LY. destruct SX as (LX & _ & SX'). pose proof (blocks_below u X' Y LX LY) as B.
    simpl block_x. simpl app. rewrite alt_two; [|lia|apply (at_most_trans (10 * u)); auto; lia].
    rewrite IH by (auto; simpl in L; lia).
    unfold in_both. cbn [filter]. rewrite (not_in u Y LY). simpl length. lia. }
  assert (OnlyY : forall u Y', Y = u :: Y' -> Forall (fun x => 0 <= x < u) X ->
      alt (block_x X ++ block_y Y) = 2 * (size X + size Y - size (in_both X Y))).
  { intros u Y' -> LX. destruct SY as (LY & _ & SY'). pose proof (blocks_below u X Y' LX LY) as B.
    rewrite (alt_perm _ (10 * u + 4 :: 10 * u + 2 :: block_x X ++ block_y Y')).
    2: { simpl. now rewrite <- !Permutation_middle. }
    rewrite alt_two; [|lia|apply (at_most_trans (10 * u)); auto; lia].
    rewrite IH by (auto; simpl in L; lia). rewrite in_both_skip by exact LX. simpl length. lia. }
  assert (Trans : forall u w l, Z.lt u w -> Forall (fun x => 0 <= x < u) l -> 0 <= u ->
      Forall (fun x => 0 <= x < w) (u :: l)).
  { intros u w l uw F P. constructor; [lia|]. eapply Forall_impl; [|exact F]. simpl. intros. lia. }
  destruct X as [|u X], Y as [|w Y]; try reflexivity.
  - apply (OnlyY w Y); auto.
  - apply (OnlyX u X); auto.
  - destruct SX as (LX & PX & SX') eqn:EX, SY as (LY & PY & SY') eqn:EY.
    destruct (Z.lt_total u w) as [uw|[<-|wu]].
    + apply (OnlyY w Y); auto.
    + pose proof (blocks_below u X Y LX LY) as B.
      rewrite (alt_perm _ (10 * u + 4 :: 10 * u + 3 :: 10 * u + 2 :: 10 * u + 1 :: block_x X ++ block_y Y)).
      2: { simpl. apply shuffle. }
      rewrite alt_two, alt_two; try lia; try (apply (at_most_trans (10 * u)); auto; lia);
        [|repeat constructor; try lia; apply (at_most_trans (10 * u)); auto; lia].
      rewrite IH by (auto; simpl in L; lia). replace (in_both (u :: X) (u :: Y)) with (u :: in_both X Y).
      * simpl length. lia.
      * rewrite <- (in_both_skip u X Y LX). unfold in_both. simpl. now rewrite Z.eqb_refl.
    + apply (OnlyX u X); auto.
Qed.

(** A coin is at most its outer card. *)
Lemma first_low v row m rest : reduces (v :: row) (m :: rest) -> m <= v.
Proof.
  intros F. destruct (first_card v row m rest F) as (W & _ & -> & E & D & _).
  pose proof (even_sum W D E). lia.
Qed.

(** Coins above all others may be summed apart. *)
Lemma alt_over L s m : all_at_least m L -> all_at_most m s -> alt (L ++ s) = alt L + sign L * alt s.
Proof.
  intros HL Hs. pose proof (sort_perm L) as P.
  assert (S : sign (sort L) = sign L) by (clear -P; induction P; simpl; lia).
  rewrite (alt_perm _ (sort L ++ s)) by now apply Permutation_app_tail.
  rewrite alt_above, S; [reflexivity | apply sort_desc|].
  intros a I. apply (Permutation_in _ (Permutation_sym P)) in I. rewrite Forall_forall in HL.
  apply (at_most_trans m); auto.
Qed.

(** The identity. M is what stands between the two blocks; it begins and ends with a card -1. *)
Theorem intersection X Y mid : a_set X -> a_set Y ->
  let M := -1 :: mid ++ [-1] in
  value (block_x X ++ M ++ rev (block_y Y)) = 2 * (size X + size Y - size (in_both X Y)) + value M.
Proof.
  intros SX SY M. destruct (block_x_desc X SX) as [DX NX], (block_y_desc Y SY) as [DY NY].
  pose proof (stack_reduces true M) as F. pose proof (stack_valley true M) as V.
  assert (L : all_at_most (-1) (stack true M)).
  { destruct (stack true M) as [|m rest] eqn:E; [constructor|].
    destruct (has_last m rest) as (q & z & Ez). apply (valley_max _ m rest); auto.
    - now apply first_low in F.
    - apply reduces_rev in F. rewrite Ez, rev_app_distr in F. unfold M in F. simpl in F.
      rewrite rev_app_distr in F. simpl in F. apply first_low in F. now rewrite Ez, last_last. }
  rewrite (value_alt M _ F V).
  rewrite (value_alt _ (block_x X ++ stack true M ++ rev (block_y Y))).
  - rewrite (alt_perm _ ((block_x X ++ block_y Y) ++ stack true M)).
    + rewrite (alt_over _ _ (-1)), (blocks_alt (length X + length Y)); auto.
      * replace (sign (block_x X ++ block_y Y)) with 1; [lia|]. rewrite sign_app.
        assert (A : forall Z, sign (block_x Z) = 1) by (induction Z; simpl; lia).
        assert (B : forall Z, sign (block_y Z) = 1) by (induction Z; simpl; lia). now rewrite A, B.
      * apply Forall_app. split; apply (at_least_trans _ 0); auto; lia.
    + rewrite <- app_assoc. apply Permutation_app_head. rewrite Permutation_app_comm.
      apply Permutation_app_tail. symmetry. apply Permutation_rev.
  - apply folds_app; [constructor|]. apply folds_app; [exact F | constructor].
  - destruct V as (d & u & E & D & U). exists (block_x X ++ d), (block_y Y ++ u).
    rewrite E in L. apply Forall_app in L as [Ld Lu]. apply Forall_rev in Lu. rewrite rev_involutive in Lu.
    rewrite E, rev_app_distr, <- !app_assoc. repeat split; apply (desc_app _ _ (-1)); auto;
      apply (at_least_trans _ 0); auto; lia.
Qed.
