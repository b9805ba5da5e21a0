(** A pass with a stack folds a row into a V; the arms of the V are merged (docs/theory.md, sections 3 and 5). *)

From Twoends Require Export Contraction.

Section Cards.
Context {card : Type} {ordered : OrderedGroup card}.

(** The pass comes in two kinds, [w = true] and [w = false]; they differ in how they treat ties. *)
Definition below (w : bool) (x y : card) : bool := if w then x <=? y else x <? y.

(** The peaks that a pass contracts: a new coin c, the top b of the stack, and e under it. Read in this order,
    false stands for c < b >= e, the strict-left peaks, and true for c <= b > e. *)
Definition peak (w : bool) (c b e : card) : bool := below w c b && negb (below w b e).

End Cards.

(** Folding by contracting such peaks only. *)
Notation folds_by w := (folds (fun a b c => peak w a b c = true)).

Section Proofs.
Context {card : Type} {ordered : OrderedGroup card}.

(** Put a coin on the stack, contracting as long as possible. The top of the stack stands first. *)
Fixpoint push (w : bool) (c : card) (st : list card) : list card :=
  match st with
  | b :: e :: under => if peak w c b e then push w (c - b + e) under else c :: st
  | _ => c :: st
  end.

(** The cards of a row are put on the stack, the last one first. So the stack reads as the row does. *)
Definition stack (w : bool) (row : list card) : list card := fold_right (push w) [] row.

(** A row without such peaks. *)
Definition flat (w : bool) (s : list card) := forall x c b e y, s = x ++ c :: b :: e :: y -> peak w c b e = false.

(** ** Ties *)

(** Whatever the kind, below means at most. *)
Lemma below_true w x y : below w x y = true -> x <= y.
Proof. destruct w; simpl; arith. Qed.

(** And not below means at least. *)
Lemma below_false w x y : below w x y = false -> y <= x.
Proof. destruct w; simpl; arith. Qed.

(** Less than what is below is below. *)
Lemma below_down w x y z : x <= y -> below w y z = true -> below w x z = true.
Proof. destruct w; simpl; arith. Qed.

(** What is below is below more. *)
Lemma below_up w x y z : below w x y = true -> y <= z -> below w x z = true.
Proof. destruct w; simpl; arith. Qed.

(** The two tests of a peak. *)
Lemma peak_spec w c b e : peak w c b e = true <-> below w c b = true /\ below w b e = false.
Proof. unfold peak. now rewrite andb_true_iff, negb_true_iff. Qed.

(** Each kind of peak is a peak. *)
Lemma peak_is_peak w c b e : peak w c b e = true -> a_peak c b e.
Proof.
  intros [P Q]%peak_spec. split; [now apply (below_true w) | now apply (below_false w)].
Qed.

(** ** The stack *)

(** Pushing is contracting. *)
Lemma push_folds w st : forall c, folds_by w (c :: st) (push w c st).
Proof.
  induction st as [[|b [|e st]] IH] using by_length; intros c; simpl; try constructor.
  destruct (peak w c b e) eqn:P; [|constructor].
  apply (folds_trans _ _ (c - b + e :: st)); [|apply IH; simpl; arith].
  apply (folds_once _ _ []); [constructor|exact P].
Qed.

(** So the stack is what the row folds into. *)
Lemma stack_folds w row : folds_by w row (stack w row).
Proof.
  induction row as [|v row IH]; simpl; [constructor|].
  apply (folds_trans _ _ (v :: stack w row)); [|apply push_folds].
  exact (folds_app _ [v] row [v] _ (folds_none _ _) IH).
Qed.

(** So the row reduces to its stack. *)
Lemma stack_reduces w row : reduces row (stack w row).
Proof. apply (folds_weaken (fun x y z => peak w x y z = true)); eauto using peak_is_peak, stack_folds. Qed.

(** No peak stays on the stack. *)
Lemma flat_tail w x s : flat w (x :: s) -> flat w s.
Proof. intros F y c b e z ->. now apply (F (x :: y) c b e z). Qed.

(** Pushing leaves no peak. *)
Lemma push_flat w st : forall c, flat w st -> flat w (push w c st).
Proof.
  induction st as [[|b [|e st]] IH] using by_length; intros c F; simpl.
  - intros [|? [|? [|]]] ? ? ? ?; discriminate.
  - intros [|? [|? [|]]] ? ? ? ?; discriminate.
  - destruct (peak w c b e) eqn:P.
    + apply IH; [simpl; arith|]. now repeat apply flat_tail in F.
    + intros [|x y] c' b' e' z E; injection E; intros; subst; [exact P|]. now apply (F y c' b' e' z).
Qed.

(** So the stack has none. *)
Lemma stack_flat w row : flat w (stack w row).
Proof.
  induction row as [|v row IH]; simpl; [|now apply push_flat].
  intros [|? ?] ? ? ? ?; discriminate.
Qed.

(** A row without peaks is its own stack. *)
Lemma stack_of_flat w s : flat w s -> stack w s = s.
Proof.
  induction s as [|c s IH]; intros F; [reflexivity|]. simpl.
  rewrite IH by now apply flat_tail in F. destruct s as [|b [|e s]]; simpl; auto.
  now rewrite (F [] c b e s).
Qed.

(** ** The arms *)

(** Cut a V at its bottom: the arm from the left, and the arm from the right read inwards. *)
Fixpoint arms (s : list card) : list card * list card :=
  match s with
  | a :: (b :: _) as rest =>
      if b <=? a then let (d, u) := arms rest in (a :: d, u) else ([], rev s)
  | _ => (s, [])
  end.

(** Merge the arms, largest end first. *)
Fixpoint merge (a : list card) : list card -> list card :=
  match a with
  | [] => fun b => b
  | x :: a' => fix from_b (b : list card) : list card :=
      match b with
      | [] => a
      | y :: b' => if y <=? x then x :: merge a' b else y :: from_b b'
      end
  end.

(** The margin of a row in linear time: one pass, then the two arms merged. *)
Definition solve (row : list card) : card :=
  let (d, u) := arms (stack false row) in altsum (merge d u).

(** Each coin lies below the next one. *)
Fixpoint rises (w : bool) (s : list card) : Prop :=
  match s with
  | a :: (b :: _) as rest => below w a b = true /\ rises w rest
  | _ => True
  end.

(** What rises, rises from its smallest coin. *)
Lemma rises_least w s : forall a, rises w (a :: s) -> all_at_least a s.
Proof.
  induction s as [|b s IH]; intros a R; constructor; destruct R as [ab R]; apply below_true in ab; [exact ab|].
  now apply (at_least_trans a b); [|apply IH].
Qed.

(** Its mirror image descends. *)
Lemma rises_desc w s : rises w s -> desc (rev s).
Proof.
  induction s as [|a s IH]; simpl; [auto|]. intros R. pose proof (rises_least w s a R) as L.
  apply desc_snoc; [|now apply Forall_rev]. apply IH. destruct s; simpl in *; tauto.
Qed.

(** In a row without peaks, after one rise there are only rises. *)
Lemma flat_rises w s : forall a b, flat w (a :: b :: s) -> below w a b = true -> rises w (a :: b :: s).
Proof.
  induction s as [|c s IH]; intros a b F ab; simpl; [auto|]. split; [exact ab|].
  apply IH; [now apply flat_tail in F|]. specialize (F [] a b c s eq_refl).
  unfold peak in F. rewrite ab in F. now destruct (below w b c).
Qed.

(** So it is a V, and its arms are as they should be. *)
Lemma arms_spec w s : flat w s -> let (d, u) := arms s in s = d ++ rev u /\ desc d /\ desc u.
Proof.
  induction s as [|a [|b s] IH]; intros F; [simpl; auto | simpl; auto |].
  specialize (IH (flat_tail _ _ _ F)).
  change (arms (a :: b :: s)) with
    (if b <=? a then let (d, u) := arms (b :: s) in (a :: d, u) else ([], rev (a :: b :: s))).
  destruct (leb_spec b a) as [ba|ab].
  - destruct (arms (b :: s)) as [d u]. destruct IH as (E & D & U). rewrite E. repeat split; auto.
    destruct d as [|b' d]; [constructor|]. injection E as <- _. destruct D as [Lb _].
    constructor; [exact ba | now apply (at_most_trans b)].
  - rewrite rev_involutive. repeat split. apply (rises_desc w), flat_rises; [exact F|].
    destruct w; simpl; arith.
Qed.

(** A row without peaks is a V. *)
Lemma flat_valley w s : flat w s -> valley s.
Proof. intros F%arms_spec. destruct (arms s) as [d u]. now exists d, u. Qed.

(** Every row reduces to a V. *)
Lemma stack_valley w row : valley (stack w row).
Proof. exact (flat_valley w _ (stack_flat w row)). Qed.

(** ** Merging *)

(** Merging keeps all coins. *)
Lemma merge_perm a : forall b, Permutation (a ++ b) (merge a b).
Proof.
  induction a as [|x a IH]; [auto|]. induction b as [|y b IHb]; [now rewrite app_nil_r|]. simpl.
  destruct (y <=? x); [constructor; apply IH|].
  etransitivity; [symmetry; apply (Permutation_middle (x :: a))|]. constructor. exact IHb.
Qed.

(** Merged arms descend. *)
Lemma merge_desc a : forall b, desc a -> desc b -> desc (merge a b).
Proof.
  induction a as [|x a IH]; [auto|]. induction b as [|y b IHb]; intros A B; [exact A|].
  pose proof A as [Lx DA]. pose proof B as [Ly DB]. simpl. destruct (leb_spec y x).
  - split; [|now apply IH]. apply (Permutation_Forall (merge_perm a (y :: b))), Forall_app.
    split; [exact Lx|]. constructor; [auto | now apply (at_most_trans y)].
  - split; [|now apply IHb]. apply (Permutation_Forall (merge_perm (x :: a) b)), Forall_app.
    split; [|exact Ly]. constructor; [arith | apply (at_most_trans x); auto; arith].
Qed.

(** The alternating sum of a V is that of its merged arms. *)
Lemma merge_alt d u : desc d -> desc u -> altsum (merge d u) = alt (d ++ rev u).
Proof.
  intros D U. rewrite <- (alt_desc (merge d u)) by now apply merge_desc.
  apply alt_perm. rewrite <- merge_perm. apply Permutation_app_head, Permutation_rev.
Qed.

End Proofs.
