(** The numbers on the cards come from any ordered abelian group: they can be added, subtracted and compared
    (docs/theory.md, section 10). *)

From Coq Require Export List ZArith Lia Bool Permutation.
Export ListNotations.
Global Open Scope Z_scope.

Class OrderedGroup (V : Type) := {
  zero : V;
  add : V -> V -> V;
  opp : V -> V;
  leb : V -> V -> bool;
  add_zero : forall x, add x zero = x;
  add_opp : forall x, add x (opp x) = zero;
  add_comm : forall x y, add x y = add y x;
  add_assoc : forall x y z, add (add x y) z = add x (add y z);
  leb_antisym : forall x y, leb x y = true -> leb y x = true -> x = y;
  leb_trans : forall x y z, leb x y = true -> leb y z = true -> leb x z = true;
  leb_total : forall x y, leb x y = false -> leb y x = true;
  leb_add : forall x y z, leb x y = true -> leb (add x z) (add y z) = true;
}.

Section Operations.
Context {V : Type} {G : OrderedGroup V}.
Definition sub (x y : V) : V := add x (opp y).
Definition max (x y : V) : V := if leb x y then y else x.
Definition abs (x : V) : V := max x (opp x).

(** [times z x]: x added z times. *)
Definition times (z : Z) (x : V) : V :=
  match z with
  | Z0 => zero
  | Zpos p => Pos.iter_op add p x
  | Zneg p => opp (Pos.iter_op add p x)
  end.
End Operations.

Declare Scope card_scope.
Delimit Scope card_scope with card.
Global Open Scope card_scope.
Notation "0" := zero : card_scope.
Notation "x + y" := (add x y) : card_scope.
Notation "x - y" := (sub x y) : card_scope.
Notation "- x" := (opp x) : card_scope.
Notation "z * x" := (times z%Z x) : card_scope.
Notation "x <=? y" := (leb x y) : card_scope.
Notation "x <? y" := (negb (leb y x)) : card_scope.
Notation "x <= y" := (leb x y = true) : card_scope.
Notation "x < y" := (leb y x = false) : card_scope.
Notation "x <= y <= z" := (leb x y = true /\ leb y z = true) : card_scope.

(** ** Laws *)

Section Laws.
Context {V : Type} {G : OrderedGroup V}.
Implicit Types (x y z : V) (a b : Z).

(** Every number is at most itself. *)
Lemma le_refl x : x <= x.
Proof. destruct (leb x x) eqn:E; [reflexivity|]. now rewrite <- E; apply leb_total. Qed.

(** What is below is at most. *)
Lemma lt_le x y : x < y -> x <= y.
Proof. apply leb_total. Qed.

(** Any two numbers can be compared. *)
Lemma le_or_lt x y : x <= y \/ y < x.
Proof. destruct (leb x y); auto. Qed.

(** Equal summands may be dropped. *)
Lemma cancel x y z : x + z = y + z -> x = y.
Proof.
  intros E. rewrite <- (add_zero x), <- (add_zero y), <- (add_opp z), <- !add_assoc. now rewrite E.
Qed.

(** Adding to 0. *)
Lemma zero_add x : 0 + x = x.
Proof. now rewrite add_comm, add_zero. Qed.

(** The opposites of 0, of a sum, and of an opposite. *)
Lemma opp_zero : - 0 = (0 : V).
Proof. now rewrite <- (zero_add (- 0)), add_opp. Qed.

Lemma opp_add x y : - (x + y) = - x + - y.
Proof.
  apply (cancel _ _ (x + y)). rewrite (add_comm _ (x + y)), add_opp, (add_comm (- x)), add_assoc.
  rewrite <- (add_assoc (- x)), (add_comm (- x)), add_opp, zero_add. now rewrite add_comm, add_opp.
Qed.

Lemma opp_opp x : - - x = x.
Proof. apply (cancel _ _ (- x)). now rewrite add_opp, add_comm, add_opp. Qed.

(** Sums of sums. *)
Lemma swap x y z t : (x + y) + (z + t) = (x + z) + (y + t).
Proof. rewrite !add_assoc. f_equal. now rewrite <- !add_assoc, (add_comm y). Qed.

(** One more summand x. *)
Lemma iter_succ p x : Pos.iter_op add (Pos.succ p) x = x + Pos.iter_op add p x.
Proof. apply Pos.iter_op_succ. intros. symmetry. apply add_assoc. Qed.

(** An opposite multiple. *)
Lemma times_opp a x : (- a) * x = - (a * x).
Proof. destruct a; simpl; now rewrite ?opp_zero, ?opp_opp. Qed.

(** One more x. *)
Lemma times_succ a x : (Z.succ a) * x = x + a * x.
Proof.
  destruct a as [|p|p].
  - symmetry. apply add_zero.
  - rewrite <- Pos2Z.inj_succ. apply iter_succ.
  - destruct (Pos.succ_pred_or p) as [->|E]; [symmetry; apply add_opp|]. revert E.
    generalize (Pos.pred p). intros q <-. replace (Z.succ (Z.neg (Pos.succ q))) with (Z.neg q) by lia.
    simpl. now rewrite iter_succ, opp_add, <- add_assoc, add_opp, zero_add.
Qed.

(** Multiples of x add. *)
Lemma times_add a b x : (a + b)%Z * x = a * x + b * x.
Proof.
  induction a as [|a IH|a IH] using Z.peano_ind.
  - simpl times at 2. now rewrite zero_add.
  - now rewrite Z.add_succ_l, !times_succ, IH, add_assoc.
  - pose proof (times_succ (Z.pred a + b) x) as E. pose proof (times_succ (Z.pred a) x) as F.
    rewrite <- Z.add_succ_l in E. rewrite Z.succ_pred in E, F. rewrite IH, F, add_assoc in E.
    rewrite !(add_comm x) in E. now apply cancel in E.
Qed.

(** A multiple of a sum. *)
Lemma times_sum a x y : a * (x + y) = a * x + a * y.
Proof.
  induction a as [|a IH|a IH] using Z.peano_ind;
    [simpl; now rewrite add_zero | rewrite !times_succ, IH; apply swap|].
  rewrite <- (Z.succ_pred a), !times_succ, swap in IH. rewrite !(add_comm (x + y)) in IH. now apply cancel in IH.
Qed.

(** A multiple of a multiple. *)
Lemma times_times a b x : a * (b * x) = (a * b)%Z * x.
Proof.
  induction a as [|a IH|a IH] using Z.peano_ind; [reflexivity | |].
  - now rewrite times_succ, IH, Z.mul_succ_l, Z.add_comm, times_add.
  - rewrite <- (Z.succ_pred a), times_succ, Z.mul_succ_l, Z.add_comm, times_add in IH.
    rewrite !(add_comm (b * x)) in IH. now apply cancel in IH.
Qed.

(** Multiples of 0. *)
Lemma times_zero a : a * 0 = (0 : V).
Proof.
  apply (cancel _ _ (a * 0)). rewrite <- times_sum. now rewrite zero_add, zero_add.
Qed.

(** Sums of numbers that are at least 0, or above it. *)
Lemma positive_sum x y : 0 <= x -> 0 <= y -> 0 <= x + y.
Proof. intros X Y. apply (leb_trans _ y); [exact Y|]. rewrite <- (zero_add y) at 1. now apply leb_add. Qed.

Lemma above_sum x y : 0 < x -> 0 <= y -> 0 < x + y.
Proof.
  intros X Y. destruct (leb (x + y) 0) eqn:E; [|reflexivity]. rewrite <- X. symmetry.
  apply (leb_trans _ (x + y)); [|exact E].
  rewrite <- (zero_add x) at 1. rewrite (add_comm x). now apply leb_add.
Qed.

(** Comparing two numbers is comparing their difference with 0. *)
Lemma le_sub x y : x <= y <-> 0 <= y - x.
Proof.
  unfold sub. split; intros H.
  - rewrite <- (add_opp x). now apply leb_add.
  - apply (leb_add _ _ x) in H. now rewrite zero_add, add_assoc, (add_comm (- x)), add_opp, add_zero in H.
Qed.

Lemma lt_sub x y : x < y <-> 0 < y - x.
Proof.
  destruct (le_sub y x) as [A B], (le_sub x y) as [C D].
  assert (E : y - x = - (x - y)) by now unfold sub; rewrite opp_add, opp_opp, add_comm.
  split; intros H.
  - destruct (leb (y - x) 0) eqn:N; [|reflexivity]. rewrite <- H. symmetry. apply B.
    rewrite E in N. apply (leb_add _ _ (x - y)) in N. now rewrite add_comm, add_opp, zero_add in N.
  - destruct (leb y x) eqn:N; [|reflexivity]. rewrite <- H. symmetry. rewrite E. specialize (A eq_refl).
    apply (leb_add _ _ (- (x - y))) in A. now rewrite add_opp, zero_add in A.
Qed.
(** The two outcomes of a comparison. *)
Lemma leb_spec x y : BoolSpec (x <= y) (y < x) (x <=? y).
Proof. destruct (leb x y) eqn:E; constructor; auto. Qed.
End Laws.
