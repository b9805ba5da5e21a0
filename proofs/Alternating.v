(** Alternating sums, in row order and sorted (docs/theory.md, section 2), and the numbers behind Theorem 1. *)

From Twoends Require Export Game.

(** 1 if the length is even, -1 if it is odd. *)
Fixpoint sign {card} (l : list card) : Z :=
  match l with [] => 1 | _ :: t => Z.opp (sign t) end.

(** A sign is 1 or -1. *)
Lemma sign_cases {card} (l : list card) : (sign l = 1 \/ sign l = -1)%Z.
Proof. induction l; simpl; lia. Qed.

(** Both cases for each sign, unless a hypothesis tells which. *)
Ltac split_sign l :=
  let E := fresh "E" in destruct (sign_cases l) as [E|E]; rewrite !E in *; try lia; cbn [Z.opp Z.mul Pos.mul] in *.

Ltac signs := repeat
  match goal with
  | |- context [sign ?l] => split_sign l
  | H : ?P |- _ =>
      match P with
      | sign _ = 1%Z => fail 1
      | sign _ = (-1)%Z => fail 1
      | context [sign ?l] => split_sign l
      end
  end.

Ltac arith := first [lia | signs; group].

Notation all_at_most M := (Forall (fun x => x <= M)).
Notation all_at_least m := (Forall (fun x => m <= x)).

Section Cards.
Context {card : Type} {ordered : OrderedGroup card}.

(** s1 - s2 + s3 - ... in row order. *)
Fixpoint altsum (l : list card) : card :=
  match l with [] => 0 | x :: t => x - altsum t end.

(** Every element is at least all later ones. *)
Fixpoint desc (l : list card) : Prop :=
  match l with [] => True | x :: t => Forall (fun y => y <= x) t /\ desc t end.

(** Put one more into a list that descends. *)
Fixpoint insert (x : card) (l : list card) : list card :=
  match l with
  | [] => [x]
  | y :: t => if y <=? x then x :: l else y :: insert x t
  end.

Definition sort (l : list card) : list card := fold_right insert [] l.

(** The sorted alternating sum. *)
Definition alt (l : list card) : card := altsum (sort l).

(** ** Lists *)

(** Signs multiply. *)
Lemma sign_app (a b : list card) : (sign (a ++ b) = sign a * sign b)%Z.
Proof. induction a as [|x a IH]; simpl; arith. Qed.

(** The second part of a list counts with the sign of the first. *)
Lemma altsum_app a b : altsum (a ++ b) = altsum a + sign a * altsum b.
Proof. induction a as [|x a IH]; simpl; arith. Qed.

(** A bound carries over to a higher one. *)
Lemma at_most_trans m M l : m <= M -> all_at_most m l -> all_at_most M l.
Proof. intros H. apply Forall_impl. arith. Qed.

(** A lower bound carries over to a lower one. *)
Lemma at_least_trans m M l : m <= M -> all_at_least M l -> all_at_least m l.
Proof. intros H. apply Forall_impl. arith. Qed.

(** Two lists that descend, one all above the other, descend together. *)
Lemma desc_app a b m : desc a -> desc b -> all_at_least m a -> all_at_most m b -> desc (a ++ b).
Proof.
  induction a as [|x a IH]; simpl; [auto|]. intros [X A] B La Mb. inversion La; subst. split.
  - apply Forall_app. split; [exact X|]. now apply (at_most_trans m).
  - now apply IH.
Qed.

(** Both parts of a list that descends descend. *)
Lemma desc_split a b : desc (a ++ b) -> desc a /\ desc b.
Proof.
  induction a as [|x a IH]; simpl; [auto|]. intros [X D]. apply Forall_app in X. tauto.
Qed.

(** A list that descends is at least its last element. *)
Lemma desc_last a w : desc (a ++ [w]) -> all_at_least w a.
Proof.
  induction a as [|x a IH]; simpl; intros D; constructor; destruct D as [X D]; [|tauto].
  apply Forall_app in X. destruct X as [_ X]. now inversion X.
Qed.

(** One more at the lower end. *)
Lemma desc_snoc a w : desc a -> all_at_least w a -> desc (a ++ [w]).
Proof. intros D L. apply (desc_app a [w] w); simpl; auto using le_refl. Qed.

(** ** Sorting *)

(** Inserting adds one element. *)
Lemma insert_perm x l : Permutation (x :: l) (insert x l).
Proof.
  induction l as [|y l IH]; simpl; [auto|]. destruct (y <=? x); [auto|].
  rewrite perm_swap. now constructor.
Qed.

(** Sorting keeps all elements. *)
Lemma sort_perm l : Permutation l (sort l).
Proof. induction l as [|x l IH]; simpl; [auto|]. rewrite <- insert_perm. now constructor. Qed.

(** Inserting keeps the order. *)
Lemma insert_desc x l : desc l -> desc (insert x l).
Proof.
  induction l as [|y l IH]; simpl; [auto|]. intros [Y D]. destruct (leb_spec y x); simpl.
  - repeat split; auto. constructor; [arith|]. now apply (at_most_trans y).
  - split; [|auto]. apply (Permutation_Forall (insert_perm x l)). constructor; [arith|auto].
Qed.

(** What is sorted descends. *)
Lemma sort_desc l : desc (sort l).
Proof. induction l; simpl; auto using insert_desc. Qed.

(** What is at least all else goes to the front. *)
Lemma insert_max x l : all_at_most x l -> insert x l = x :: l.
Proof. intros H. destruct H as [|y l L _]; simpl; [reflexivity|]. now replace (y <=? x) with true by arith. Qed.

(** What descends is sorted already. *)
Lemma sort_of_desc l : desc l -> sort l = l.
Proof.
  induction l as [|x l IH]; simpl; [auto|]. intros [X D]. rewrite IH by auto. now apply insert_max.
Qed.

(** Two elements may be inserted in either order. *)
Lemma insert_insert x y l : insert x (insert y l) = insert y (insert x l).
Proof.
  induction l as [|z l IH]; simpl;
    repeat (match goal with |- context [?a <=? ?b] => destruct (leb_spec a b) end; simpl);
    try arith; try congruence; now replace x with y by arith.
Qed.

(** The sorted alternating sum does not depend on the order. *)
Lemma alt_perm a b : Permutation a b -> alt a = alt b.
Proof.
  intros H. unfold alt. f_equal. induction H; simpl; try congruence. apply insert_insert.
Qed.

(** Of a list that descends, the alternating sum needs no sorting. *)
Lemma alt_desc l : desc l -> alt l = altsum l.
Proof. intros D. unfold alt. now rewrite sort_of_desc. Qed.

(** What is at least all else comes first. *)
Lemma alt_max x l : all_at_most x l -> alt (x :: l) = x - alt l.
Proof.
  intros H. unfold alt. simpl. rewrite insert_max; [reflexivity|].
  now apply (Permutation_Forall (sort_perm l)).
Qed.

(** The largest coins come first. *)
Lemma alt_above A s : desc A -> (forall a, In a A -> all_at_most a s) -> alt (A ++ s) = altsum A + sign A * alt s.
Proof.
  induction A as [|a A IH]; simpl; intros D H; [arith|]. destruct D as [La D].
  rewrite alt_max, IH; auto; [arith|]. apply Forall_app. auto.
Qed.

(** ** The numbers behind Theorem 1 *)

(** One more coin p turns the alternating sum round, but for at least p and at most 2 M - p. *)
Lemma insert_bounds U : forall p M, desc U -> all_at_most M U -> p <= M ->
  p <= altsum U + altsum (insert p U) <= 2 * M - p.
Proof.
  induction U as [|u U IH]; simpl; intros p M D L P; [arith|].
  destruct D as [Lu D]. inversion L; subst. destruct (leb_spec u p); simpl; [arith|].
  specialize (IH p u D Lu). arith.
Qed.

(** The same for coins in any order. *)
Lemma alt_bounds p M T : all_at_most M T -> p <= M -> p <= alt T + alt (p :: T) <= 2 * M - p.
Proof.
  intros L P. apply insert_bounds; [apply sort_desc| |exact P].
  now apply (Permutation_Forall (sort_perm T)).
Qed.

(** Raising one coin from q to p changes the alternating sum by at most p - q. *)
Lemma insert_lipschitz T : forall p q, desc T -> q <= p ->
  abs (altsum (insert p T) - altsum (insert q T)) <= p - q.
Proof.
  induction T as [|t T IH]; simpl; intros p q D Q; [arith|]. destruct D as [Lt D].
  destruct (leb_spec t p), (leb_spec t q); simpl; try arith.
  - pose proof (insert_bounds T q t D Lt). arith.
  - specialize (IH p q D Q). arith.
Qed.

(** The same for coins in any order. *)
Lemma alt_lipschitz p q T : q <= p -> abs (alt (p :: T) - alt (q :: T)) <= p - q.
Proof. intros. apply insert_lipschitz; auto using sort_desc. Qed.

(** Two equal coins change nothing. *)
Lemma alt_twice q T : alt (q :: q :: T) = alt T.
Proof.
  unfold alt. simpl. induction (sort T) as [|t S IH]; simpl.
  - replace (q <=? q) with true by arith. simpl. arith.
  - destruct (leb_spec t q); simpl.
    + replace (q <=? q) with true by arith. simpl. arith.
    + replace (t <=? q) with false by arith. simpl. arith.
Qed.

(** A descending list of odd length is worth between a bound of its elements and its first one. *)
Lemma odd_sum A : forall m, desc A -> sign A = -1 -> all_at_least m A -> m <= altsum A.
Proof.
  induction A as [[|a [|b A]] IH] using by_length; simpl; intros m D O L; try arith.
  - inversion L; arith.
  - destruct D as (La & _ & D). inversion La; inversion L as [|? ? ? L1]; inversion L1; subst.
    specialize (IH A ltac:(simpl; arith) m D ltac:(arith) ltac:(auto)). arith.
Qed.

(** So is one of even length, from 0. *)
Lemma even_sum A : desc A -> sign A = 1 -> 0 <= altsum A.
Proof.
  induction A as [[|a [|b A]] IH] using by_length; simpl; intros D E; try arith.
  destruct D as (La & _ & D). inversion La; subst.
  specialize (IH A ltac:(simpl; arith) D ltac:(arith)). arith.
Qed.

(** An odd descending list A, all at least m, acts like m, but for altsum A - m. *)
Lemma alt_odd A : forall m T, desc A -> sign A = -1 -> all_at_least m A ->
  abs (alt (m :: T) - alt (A ++ T)) <= altsum A - m.
Proof.
  induction A as [[|a [|b A]] IH] using by_length; simpl; intros m T D O L; try arith.
  - inversion L; subst. pose proof (alt_lipschitz a m T). arith.
  - destruct D as (La & _ & D). inversion La; inversion L as [|? ? ? L1]; inversion L1; subst.
    pose proof (alt_lipschitz a b (b :: A ++ T)). rewrite alt_twice in *.
    specialize (IH A ltac:(simpl; arith) m T D ltac:(arith) ltac:(auto)). arith.
Qed.

(** The inequality of Theorem 1: a coin m among coins T up to M, and the list W that taking its first card leaves.
    With M = m it is an equality: the largest coin is a best move. Else M - m bounds the cost. *)
Lemma alt_key W : forall m M T, desc W -> sign W = 1 -> all_at_least m W -> all_at_most M T -> m <= M ->
  m + altsum W <= alt (m :: T) + alt (W ++ T) <= m + altsum W + 2 * (M - m).
Proof.
  induction W as [[|w A] IH] using by_length; intros m M T D E L LT Mm; simpl.
  { pose proof (alt_bounds m M T LT Mm). arith. }
  simpl in D, E. destruct D as [Lw D]. inversion L as [|? ? Hw LA]; subst.
  assert (Aw : altsum A <= w).
  { assert (0 <= altsum (w :: A)) by (apply even_sum; simpl; tauto). simpl in *. arith. }
  destruct (le_or_lt w M) as [wM|wM].
  - assert (O := alt_odd A m (w :: T) D ltac:(arith) LA).
    rewrite <- (alt_perm (w :: A ++ T) (A ++ w :: T)), (alt_perm (m :: w :: T) (w :: m :: T)) in O
      by (apply Permutation_middle || constructor).
    pose proof (alt_bounds w M (m :: T) ltac:(now constructor) wM). arith.
  - assert (LwT : all_at_most w (A ++ T)).
    { apply Forall_app. split; [exact Lw|]. apply (at_most_trans M); auto using lt_le. }
    rewrite (alt_max w) by exact LwT.
    destruct (le_or_lt (altsum A) M) as [AM|AM].
    + pose proof (alt_odd A m T D ltac:(arith) LA). arith.
    + destruct A as [|a A]; simpl in E; [arith|].
      simpl in D, AM, Lw |- *. destruct D as [La D]. inversion LA; subst.
      assert (0 <= altsum A) by (apply even_sum; auto; arith).
      rewrite (alt_max a) by (apply Forall_app; split; [exact La|]; apply (at_most_trans M); auto; arith).
      specialize (IH A ltac:(simpl; arith) m M T D ltac:(arith) ltac:(auto) LT Mm). arith.
Qed.

End Cards.
