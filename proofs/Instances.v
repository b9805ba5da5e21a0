(** Cards may be whole numbers, or fractions. *)

From Twoends Require Export Numbers.
From Coq Require Import Qcanon Zify ZifyClasses ZifyInst ZifyBool.

(** Fractions in lowest terms, which are equal if and only if they are the same. *)
Definition at_most (x y : Qc) : bool := match Qccompare x y with Gt => false | _ => true end.

Lemma at_most_iff x y : at_most x y = true <-> Qcle x y.
Proof. rewrite Qcle_alt. unfold at_most. destruct (Qccompare x y); intuition discriminate. Qed.

Global Program Instance fractions : OrderedGroup Qc :=
  {| zero := Q2Qc 0; add := Qcplus; opp := Qcopp; leb := at_most |}.
Next Obligation. apply Qcplus_0_r. Qed.
Next Obligation. apply Qcplus_opp_r. Qed.
Next Obligation. apply Qcplus_comm. Qed.
Next Obligation. symmetry. apply Qcplus_assoc. Qed.
Next Obligation. now apply Qcle_antisym; apply at_most_iff. Qed.
Next Obligation. apply at_most_iff, (Qcle_trans _ y); now apply at_most_iff. Qed.
Next Obligation.
  apply at_most_iff, Qclt_le_weak, Qcnot_le_lt. intros L%at_most_iff. congruence.
Qed.
Next Obligation. apply at_most_iff, Qcplus_le_compat; [now apply at_most_iff | apply Qcle_refl]. Qed.

(** Whole numbers. *)
Global Program Instance integers : OrderedGroup Z :=
  {| zero := 0%Z; add := Z.add; opp := Z.opp; leb := Z.leb |}.
Solve Obligations with lia.

(** [lia] reads the operations on whole cards as its own. *)
Global Instance zero_is : CstOp (@zero Z integers) := { TCst := 0%Z; TCstInj := eq_refl }.
Add Zify CstOp zero_is.
Global Instance add_is : BinOp (@add Z integers) := { TBOp := Z.add; TBOpInj := fun _ _ => eq_refl }.
Add Zify BinOp add_is.
Global Instance opp_is : UnOp (@opp Z integers) := { TUOp := Z.opp; TUOpInj := fun _ => eq_refl }.
Add Zify UnOp opp_is.
Global Instance sub_is : BinOp (@sub Z integers) := { TBOp := Z.sub; TBOpInj := fun _ _ => eq_refl }.
Add Zify BinOp sub_is.
Global Instance leb_is : BinOp (@leb Z integers) := { TBOp := Z.leb; TBOpInj := fun _ _ => eq_refl }.
Add Zify BinOp leb_is.

Lemma max_integers (x y : Z) : max x y = Z.max x y.
Proof. unfold max. change (leb x y) with (Z.leb x y). destruct (Z.leb_spec x y); lia. Qed.

Lemma times_integers (k x : Z) : times k x = Z.mul k x.
Proof.
  induction k as [|k IH|k IH] using Z.peano_ind; [reflexivity | |].
  - rewrite times_succ, IH. lia.
  - rewrite <- (Z.succ_pred k) in IH at 1. rewrite times_succ in IH. lia.
Qed.

Global Instance max_is : BinOp (@max Z integers) := { TBOp := Z.max; TBOpInj := max_integers }.
Add Zify BinOp max_is.
Global Instance times_is : BinOp (@times Z integers) := { TBOp := Z.mul; TBOpInj := times_integers }.
Add Zify BinOp times_is.
