(** Theorem 2: coins are played as runs of equal moves (docs/theory.md, section 4). *)

From Twoends Require Export Theorem1.

Section Cards.
Context {card : Type} {ordered : OrderedGroup card}.

(** If a row starts with coins that descend, all at least the other coins, then each of their cards, taken from the
    left, is a best move at its turn. *)
Theorem run cards : forall W others rest, reduces cards W -> reduces others rest -> desc W -> valley (W ++ rest) ->
  (forall w, In w W -> all_at_most w rest) ->
  forall taken left, cards = taken ++ left -> left <> [] -> best_left (left ++ others).
Proof.
  induction cards as [|v cards IH]; intros W others rest FW FR D V H taken left E NE.
  { now symmetry in E; apply app_eq_nil in E as [_ ->]. }
  destruct W as [|w W]; [now apply folds_to_nil in FW|]. destruct D as [Lw D].
  destruct taken as [|v' taken].
  - apply (largest_is_best _ w (W ++ rest)); [|exact V|].
    + simpl in E. subst left. exact (folds_app _ _ _ _ _ FW FR).
    + apply Forall_app. split; [exact Lw|]. apply H. now left.
  - injection E as _ E. destruct (first_card v cards w W FW) as (W' & F & _ & _ & D' & L').
    apply (IH (W' ++ W) others rest F FR) with (taken := taken); auto.
    + now apply (desc_app _ _ w).
    + rewrite <- app_assoc. now apply (valley_replace w).
    + intros x [I|I]%in_app_or; [|apply H; now right].
      apply (at_most_trans w); [|apply H; now left].
      rewrite Forall_forall in L'. now apply L'.
Qed.

(** So the cards of a single largest end coin are a run of odd length. What is left has the other coins. *)
Theorem run_of_coin row m rest : reduces row (m :: rest) -> valley (m :: rest) -> all_at_most m rest ->
  exists cards others, row = cards ++ others /\ sign cards = -1 /\ value others = alt rest /\
    forall taken left, cards = taken ++ left -> left <> [] -> best_left (left ++ others).
Proof.
  intros F V L. destruct (folds_split _ row [m] rest F) as (cards & others & -> & FC & FO).
  exists cards, others. repeat split; auto.
  - now rewrite <- (folds_sign _ _ _ FC).
  - apply value_alt; [exact FO|]. apply (valley_replace m rest []); simpl; auto.
  - apply (run cards [m] others rest FC FO); simpl; auto. intros w [<-|[]]. exact L.
Qed.

(** The same from the right. *)
Theorem run_right cards W others rest : reduces cards W -> reduces others rest -> desc (rev W) ->
  valley (rest ++ W) -> (forall w, In w W -> all_at_most w rest) ->
  forall taken left, cards = left ++ taken -> left <> [] -> best_right (others ++ left).
Proof.
  intros FW FR D V H taken left E NE. apply best_mirror. rewrite rev_app_distr.
  apply (run (rev cards) (rev W) (rev others) (rev rest)) with (taken := rev taken); auto using reduces_rev.
  - rewrite <- rev_app_distr. now apply valley_rev.
  - intros w I. apply Forall_rev, H. now apply in_rev.
  - now rewrite E, rev_app_distr.
  - intros R. apply NE. rewrite <- (rev_involutive left), R. reflexivity.
Qed.

End Cards.
