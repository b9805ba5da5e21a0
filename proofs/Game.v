(** The game on one row: what a position is worth, and its mirror image (docs/theory.md, sections 1 and 2). *)

From Twoends Require Export Linear.

Section Cards.
Context {card : Type} {ordered : OrderedGroup card}.

(** The margin of a row under optimal play. A move takes the first card or the last one. *)
Fixpoint play (moves : nat) (row : list card) : card :=
  match moves, row with
  | S k, first :: rest => max (first - play k rest) (last row 0 - play k (removelast row))
  | _, _ => 0
  end.

Definition value (row : list card) : card := play (length row) row.

(** Taking the left card of the row is a best move; so is taking the right one. *)
Definition best_left (row : list card) := exists v rest, row = v :: rest /\ value row = v - value rest.
Definition best_right (row : list card) := exists v rest, row = rest ++ [v] /\ value row = v - value rest.

(** A row that is not empty has a last card. *)
Lemma has_last (v : card) row : exists rest z, v :: row = rest ++ [z].
Proof.
  destruct (@exists_last _ (v :: row)) as (rest & z & E); [discriminate | eauto].
Qed.

(** The value of a row is the better one of its two moves. *)
Theorem value_ends a s r z : r ++ [z] = a :: s -> value (a :: s) = max (a - value s) (z - value r).
Proof.
  intros E. assert (L : length r = length s).
  { apply (f_equal (@length card)) in E. rewrite app_length in E. simpl in E. lia. }
  unfold value at 1. cbn [length play]. rewrite <- E, last_last, removelast_last.
  unfold value. now rewrite L.
Qed.

(** Rows are worked through by their length. *)
Lemma by_length {A : Type} (P : list A -> Prop) :
  (forall l, (forall k, (length k < length l)%nat -> P k) -> P l) -> forall l, P l.
Proof.
  intros H l. remember (length l) as n eqn:E. revert l E.
  induction n as [n IH] using lt_wf_ind. intros l ->. apply H. intros k L. exact (IH _ L k eq_refl).
Qed.

(** The mirror image of a row is worth the same. *)
Theorem value_rev row : value (rev row) = value row.
Proof.
  induction row as [[|a s] IH] using by_length; [reflexivity|].
  destruct (has_last a s) as (r & z & E).
  assert (R : rev (a :: s) = z :: rev r) by now rewrite E, rev_app_distr.
  assert (L : length (a :: s) = length (r ++ [z])) by now rewrite E.
  rewrite app_length in L. simpl in L.
  rewrite R, (value_ends z (rev r) (rev s) a), (value_ends a s r z); auto.
  rewrite !IH; simpl; (lia || group).
Qed.

(** In the mirror, left is right. *)
Lemma best_mirror row : best_left (rev row) -> best_right row.
Proof.
  intros (v & rest & E & B). exists v, (rev rest).
  apply (f_equal (@rev card)) in E. rewrite rev_involutive in E. simpl in E.
  split; [exact E|]. now rewrite value_rev, <- (value_rev row).
Qed.

End Cards.
