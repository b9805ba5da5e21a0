(** Contraction, the V, and Lemma 1: a coin without its first card (docs/theory.md, sections 2 and 3). *)

From Twoends Require Export Alternating.

Section Cards.
Context {card : Type} {ordered : OrderedGroup card}.

(** [folds peak row s]: contracting peaks of some kind, one after the other, makes s of the row.
    A coin is not kept as a tree: the row is fixed, and the last contraction stands outermost. *)
Inductive folds (peak : card -> card -> card -> Prop) (row : list card) : list card -> Prop :=
  | folds_none : folds peak row row
  | folds_once x a b c y :
      folds peak row (x ++ a :: b :: c :: y) -> peak a b c -> folds peak row (x ++ (a - b + c) :: y).

Definition a_peak (a b c : card) := a <= b /\ c <= b.

End Cards.

Notation reduces := (folds a_peak).

Section Proofs.
Context {card : Type} {ordered : OrderedGroup card}.

(** A V descends weakly, then ascends weakly: an arm from the left, and an arm from the right. *)
Definition valley (s : list card) := exists d u, s = d ++ rev u /\ desc d /\ desc u.

(** ** Folding *)

(** Folding may go on from where it ended. *)
Lemma folds_trans peak r s t : folds peak r s -> folds peak s t -> folds peak r t.
Proof. intros R. induction 1; [exact R|]. now apply folds_once. Qed.

(** What stands beside stays there. *)
Lemma folds_beside peak r s x y : folds peak r s -> folds peak (x ++ r ++ y) (x ++ s ++ y).
Proof.
  induction 1 as [|s a b c t _ IH P]; [constructor|].
  rewrite <- app_assoc in *. simpl in *. rewrite (app_assoc x s) in *. now apply folds_once.
Qed.

(** Two neighbouring parts of a row fold on their own. *)
Lemma folds_app peak r1 r2 s1 s2 : folds peak r1 s1 -> folds peak r2 s2 -> folds peak (r1 ++ r2) (s1 ++ s2).
Proof.
  intros F G. apply (folds_trans _ _ (s1 ++ r2)).
  - exact (folds_beside peak r1 s1 [] r2 F).
  - pose proof (folds_beside peak r2 s2 s1 [] G) as B. now rewrite !app_nil_r in B.
Qed.

(** A kind of peak may be widened; the mirror image of a row folds into the mirror image. *)
Lemma folds_weaken (p q : card -> card -> card -> Prop) r s :
  (forall a b c, p a b c -> q a b c) -> folds p r s -> folds q r s.
Proof. intros H. induction 1; [constructor|]. apply folds_once; auto. Qed.

Lemma folds_rev (p q : card -> card -> card -> Prop) r s :
  (forall a b c, p a b c -> q c b a) -> folds p r s -> folds q (rev r) (rev s).
Proof.
  intros H. induction 1 as [|x a b c y _ IH P]; [constructor|].
  rewrite rev_app_distr in *. simpl in *. rewrite <- !app_assoc in *. simpl in *.
  replace (a - b + c) with (c - b + a) by arith. apply folds_once; auto.
Qed.

(** The mirror image of a peak is a peak. *)
Lemma reduces_rev r s : reduces r s -> reduces (rev r) (rev s).
Proof. apply folds_rev. unfold a_peak. tauto. Qed.

(** The parity of the number of coins never changes. *)
Lemma folds_sign peak r s : folds peak r s -> sign s = sign r.
Proof. induction 1 as [|x a b c y _ IH _]; [auto|]. rewrite sign_app in *. simpl in *. arith. Qed.

(** Nor do alternating sums in row order. *)
Lemma folds_altsum peak r s : folds peak r s -> altsum s = altsum r.
Proof. induction 1 as [|x a b c y _ IH _]; [auto|]. rewrite altsum_app in *. simpl in *. arith. Qed.

(** Only the empty row folds into no coin, and it folds into nothing else. *)
Lemma folds_to_nil peak r : folds peak r [] -> r = [].
Proof. inversion 1 as [E|x]; [auto|]. now destruct x. Qed.

(** The empty row stays empty. *)
Lemma folds_of_nil peak s : folds peak [] s -> s = [].
Proof. induction 1 as [|x a b c y _ IH _]; [auto|]. now destruct x. Qed.

(** The cards of the first coins are the first cards. *)
Lemma folds_split peak r s1 s2 : folds peak r (s1 ++ s2) ->
  exists r1 r2, r = r1 ++ r2 /\ folds peak r1 s1 /\ folds peak r2 s2.
Proof.
  intros F. remember (s1 ++ s2) as s eqn:E. revert s1 s2 E.
  induction F as [|x a b c y F IH P]; intros s1 s2 E.
  - exists s1, s2. subst. repeat split; constructor.
  - assert (In2 : forall l, x = s1 ++ l -> s2 = l ++ (a - b + c) :: y ->
        exists r1 r2, r = r1 ++ r2 /\ folds peak r1 s1 /\ folds peak r2 s2).
    { intros l -> ->. destruct (IH s1 (l ++ a :: b :: c :: y)) as (r1 & r2 & -> & F1 & F2).
      { now rewrite <- app_assoc. }
      exists r1, r2. repeat split; auto. now apply folds_once. }
    apply app_eq_app in E. destruct E as (l & [[Ex E]|[Es E]]); [eauto|].
    destruct l as [|m l]; simpl in E; [apply (In2 []); auto; now rewrite app_nil_r in *|].
    injection E as <- ->. subst s1.
    destruct (IH (x ++ a :: b :: c :: l) s2) as (r1 & r2 & -> & F1 & F2).
    { now rewrite <- app_assoc. }
    exists r1, r2. repeat split; auto. now apply folds_once.
Qed.

(** ** Lemma 1 (taking a first leaf) *)

(** What remains of the first coin m without its first card v contracts to a list W that descends, has even length,
    and is all at least m; and v = m + alt(W). The other coins stay as they are. *)
Lemma first_card v row m rest : reduces (v :: row) (m :: rest) ->
  exists W, reduces row (W ++ rest) /\ v = m + altsum W /\ sign W = 1 /\ desc W /\ all_at_least m W.
Proof.
  intros F. remember (m :: rest) as s eqn:E. revert m rest E.
  induction F as [|x a b c y F IH [ab cb]]; intros m rest E.
  - injection E as <- <-. exists []. simpl. repeat split; auto; [constructor | arith].
  - destruct x as [|m' x]; injection E as <- <-; simpl in IH.
    + (* m was made of a, b, c *)
      destruct (IH a (b :: c :: y) eq_refl) as (A & FA & -> & E & D & L). clear IH F.
      assert (LA : all_at_least (a - b + c) A) by (apply (at_least_trans _ a); auto; arith).
      destruct A as [|w A _] using @rev_ind.
      * exists [b; c]. simpl. repeat split; auto; try arith; repeat constructor; arith.
      * destruct (desc_split _ _ D) as [DA _]. pose proof (desc_last _ _ D) as Lw.
        apply Forall_app in L, LA. destruct L as [_ L], LA as [LA _]. inversion L; subst.
        rewrite <- app_assoc in FA. rewrite altsum_app, sign_app in *. simpl in *.
        destruct (le_or_lt b w) as [bw|wb].
        -- exists (A ++ [w; b; c]). rewrite <- app_assoc, altsum_app, sign_app. simpl.
           repeat split; auto; try arith.
           ++ apply (desc_app _ _ w); auto; simpl; repeat constructor; arith.
           ++ apply Forall_app. split; auto. repeat constructor; arith.
        -- exists (A ++ [w - b + c]). rewrite <- app_assoc, altsum_app, sign_app. simpl.
           repeat split; try arith.
           ++ apply folds_once; unfold a_peak; auto; arith.
           ++ apply desc_snoc; auto. apply (at_least_trans _ w); auto; arith.
           ++ apply Forall_app. split; auto. repeat constructor; arith.
    + (* another coin was made *)
      destruct (IH m' (x ++ a :: b :: c :: y) eq_refl) as (W & FW & P). exists W. split; [|exact P].
      rewrite app_assoc in *. apply folds_once; unfold a_peak; auto.
Qed.

(** ** The V *)

(** Its mirror image is a V. *)
Lemma valley_rev s : valley s -> valley (rev s).
Proof.
  intros (d & u & -> & D & U). exists u, d. rewrite rev_app_distr, rev_involutive. auto.
Qed.

(** The larger of its ends is its largest coin. *)
Lemma valley_max s m rest M : valley s -> s = m :: rest -> m <= M -> last s 0 <= M -> all_at_most M s.
Proof.
  intros (d & u & -> & D & U) E mM zM. apply Forall_app. split.
  - destruct d as [|a d]; [constructor|]. injection E as -> _. destruct D.
    constructor; [|apply (at_most_trans m)]; auto.
  - apply Forall_rev. destruct u as [|z u]; [constructor|]. simpl in zM.
    rewrite app_assoc, last_last in zM. destruct U.
    constructor; [|apply (at_most_trans z)]; auto.
Qed.

(** A descending list, all at least the first coin m, may take the place of m. *)
Lemma valley_replace m rest W : valley (m :: rest) -> desc W -> all_at_least m W -> valley (W ++ rest).
Proof.
  intros (d & u & E & D & U) DW LW. destruct d as [|a d].
  - exists W, (rev rest). rewrite rev_involutive. repeat split; auto.
    apply (f_equal (@rev card)) in E. simpl in E. rewrite rev_involutive in E. subst u.
    now apply (desc_split _ [m]).
  - injection E as <- ->. destruct D. exists (W ++ d), u. rewrite app_assoc. repeat split; auto.
    now apply (desc_app _ _ m).
Qed.

End Proofs.
