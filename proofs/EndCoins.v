(** Exact end coins: when is an urgency the end coin of the interval? (docs/theory.md, section 5.) *)

From Twoends Require Import Theorem3.

Section Cards.
Context {card : Type} {ordered : OrderedGroup card}.

(** Here a coin is a value and a number of contractions k. It covers 2 k + 1 cards. *)
Definition coin := (card * nat)%type.
Definition size (c : coin) : nat := (2 * snd c + 1)%nat.
Definition fold_coins (c b e : coin) : coin := (fst c - fst b + fst e, (snd c + snd b + snd e + 1)%nat).
Arguments size : simpl never.
Arguments fold_coins : simpl never.
Definition values : list coin -> list card := map fst.

Fixpoint push_coin (w : bool) (c : coin) (st : list coin) : list coin :=
  match st with
  | b :: e :: under => if peak w (fst c) (fst b) (fst e) then push_coin w (fold_coins c b e) under else c :: st
  | _ => c :: st
  end.

Definition stack_coins (w : bool) (row : list card) : list coin :=
  fold_right (fun v => push_coin w (v, O)) [] row.

(** A contraction adds the sizes. *)
Lemma size_fold c b e : size (fold_coins c b e) = (size c + size b + size e)%nat.
Proof. unfold size, fold_coins. simpl. arith. Qed.

(** Its value is a - b + c. *)
Lemma value_fold c b e : fst (fold_coins c b e) = fst c - fst b + fst e.
Proof. reflexivity. Qed.

(** Every coin covers a card. *)
Lemma size_positive c : (0 < size c)%nat.
Proof. unfold size. arith. Qed.

(** The cards that a list of coins covers. *)
Fixpoint width (st : list coin) : nat := match st with [] => O | c :: t => (size c + width t)%nat end.

(** Widths add. *)
Lemma width_app a b : width (a ++ b) = (width a + width b)%nat.
Proof. induction a; simpl; arith. Qed.

(** The values are those of the stack. *)
Lemma push_values w st : forall c, values (push_coin w c st) = push w (fst c) (values st).
Proof.
  induction st as [st IH] using by_length.
  destruct st as [|b [|e st]]; intros c; simpl; auto.
  destruct peak; [|reflexivity]. rewrite IH by (simpl; arith). reflexivity.
Qed.

(** So the coins of the stack have the values of the stack. *)
Lemma stack_values w row : values (stack_coins w row) = stack w row.
Proof. induction row as [|v row IH]; simpl; [auto|]. now rewrite push_values, IH. Qed.

(** What a push does: it takes some coins from the top into one, and leaves the others as they are. *)
Lemma push_takes w st : forall c, exists m used rest, push_coin w c st = m :: rest /\ st = used ++ rest /\
  size m = (size c + width used)%nat /\ fst m <= fst c /\ (used = [] -> m = c).
Proof.
  induction st as [st IH] using by_length.
  destruct st as [|b [|e st]]; intros c; simpl; try (exists c, []; eexists; repeat split; simpl; eauto; arith).
  destruct (peak w (fst c) (fst b) (fst e)) eqn:P.
  - destruct (IH st ltac:(simpl; arith) (fold_coins c b e)) as (m & u & rest & E & -> & S & L & _).
    exists m, (b :: e :: u), rest. apply peak_spec in P as [_ Q%below_false].
    rewrite size_fold in S. rewrite value_fold in L. simpl. repeat split; auto; try arith; discriminate.
  - exists c, [], (b :: e :: st). repeat split; simpl; auto; arith.
Qed.

(** All coins together cover the row. *)
Lemma stack_width w row : width (stack_coins w row) = length row.
Proof.
  induction row as [|v row IH]; simpl; [auto|].
  destruct (push_takes w (stack_coins w row) (v, O)) as (m & u & rest & -> & E & S & _).
  rewrite E, width_app in IH. simpl. rewrite S. simpl. arith.
Qed.

(** Below the first coins stands the stack of the cards that they do not cover. *)
Theorem stack_under w row : forall top under, stack_coins w row = top ++ under ->
  under = stack_coins w (skipn (width top) row).
Proof.
  induction row as [|v row IH]; intros top under E; simpl in E.
  - symmetry in E. apply app_eq_nil in E as [-> ->]. reflexivity.
  - destruct top as [|m top]; [now symmetry|].
    destruct (push_takes w (stack_coins w row) (v, O)) as (m' & u & rest & E' & S & Sz & _).
    rewrite E' in E. injection E as -> ->. rewrite app_assoc in S. apply IH in S.
    rewrite S, width_app. simpl. rewrite Sz. reflexivity.
Qed.

(** [reach w P Q]: as [grown] for stacks of coins. At the first difference Q goes on with a coin that reaches
    beyond all of P. *)
Inductive reach (w : bool) : list coin -> list coin -> Prop :=
  | reach_end Q : reach w [] Q
  | reach_same p P Q : reach w P Q -> reach w (p :: P) (p :: Q)
  | reach_beyond p P q Q : rises w (values (p :: P)) -> fst q <= fst p -> (width (p :: P) < size q)%nat ->
      reach w (p :: P) (q :: Q).

(** A coin that reaches beyond P still does after it was pushed. *)
Lemma reach_push_beyond w c P d Q : rises w (values (c :: P)) -> fst d <= fst c -> (width (c :: P) < size d)%nat ->
  reach w (c :: P) (push_coin w d Q).
Proof.
  intros R L S. destruct (push_takes w Q d) as (m & u & rest & -> & _ & Sm & Lm & _).
  apply reach_beyond; [exact R | arith | arith].
Qed.

(** Pushing the same card on both keeps this relation. *)
Lemma reach_push w P : forall Q c, reach w P Q -> reach w (push_coin w c P) (push_coin w c Q).
Proof.
  (* If only Q contracts, all of P rises. *)
  assert (Only : forall c P q e Q, rises w (values (c :: P)) -> (width P <= size q)%nat ->
    peak w (fst c) (fst q) (fst e) = true -> reach w (c :: P) (push_coin w (fold_coins c q e) Q)).
  { intros c P' q e Q R S [_ L%below_false]%peak_spec. apply reach_push_beyond; [exact R | rewrite value_fold; arith|].
    rewrite size_fold. simpl. pose proof (size_positive e). arith. }
  induction P as [P IH] using by_length.
  intros Q c G. destruct G as [Q|p P Q G|p P q Q R L S].
  - destruct Q as [|q [|e Q]]; simpl; try (repeat constructor).
    destruct peak eqn:T; [|repeat constructor]. apply Only; simpl; auto. arith.
  - destruct G as [Q|p2 P Q G|p2 P q2 Q R L S].
    + simpl. destruct Q as [|e Q]; [repeat constructor|].
      destruct (peak w (fst c) (fst p) (fst e)) eqn:T; [|repeat constructor].
      apply Only; [|simpl; arith|exact T]. apply peak_spec in T. simpl. tauto.
    + simpl. destruct peak; [|now repeat apply reach_same]. apply IH; [simpl; arith | exact G].
    + simpl. destruct (peak w (fst c) (fst p) (fst p2)) eqn:T, (peak w (fst c) (fst p) (fst q2)) eqn:T2.
      * (* both contract, but with different coins *)
        apply peak_spec in T as [cp pp%below_false]. pose proof (below_true _ _ _ cp).
        replace (push_coin w (fold_coins c p p2) P) with (fold_coins c p p2 :: P).
        -- apply reach_push_beyond; [|rewrite !value_fold; arith|simpl in *; rewrite !size_fold; arith].
           destruct P as [|p3 P]; simpl in *; [auto|]. split; [|tauto].
           apply (below_down w _ (fst p2)); [arith | tauto].
        -- destruct P as [|p3 [|p4 P]]; auto. simpl. unfold peak. destruct R as (_ & R & _).
           now rewrite R, andb_false_r.
      * apply peak_spec in T as [cp pp]. assert (peak w (fst c) (fst p) (fst q2) = true); [|congruence].
        apply peak_spec. split; [exact cp|]. destruct w; simpl in *; arith.
      * apply peak_spec in T2 as [cp qq%below_false]. unfold peak in T. rewrite cp in T.
        apply reach_push_beyond; [|rewrite !value_fold; arith|simpl in *; rewrite !size_fold; arith].
        split; [exact cp|]. split; [now destruct (below w (fst p) (fst p2))|exact R].
      * now apply reach_same, reach_same, reach_beyond.
  - assert (N : push_coin w c (p :: P) = c :: p :: P).
    { destruct P as [|p2 P]; [reflexivity|]. simpl. unfold peak. destruct R as [R _]. now rewrite R, andb_false_r. }
    rewrite N. destruct Q as [|e Q]; simpl; [now apply reach_same, reach_beyond|].
    destruct (peak w (fst c) (fst q) (fst e)) eqn:T; [|now apply reach_same, reach_beyond].
    apply Only; [|arith|exact T]. apply peak_spec in T as [cq _]. split; [|exact R]. now apply (below_up w _ (fst q)).
Qed.

(** So it holds between the stack of an interval and that of a longer row. *)
Lemma stack_reach w I y : reach w (stack_coins w I) (stack_coins w (I ++ y)).
Proof. induction I as [|v I IH]; simpl; [constructor | now apply reach_push]. Qed.

(** The first coin of an interval I is the one whose value is the urgency, if and only if that one ends in I. Else the
    coins of I only rise. With [w = true] and the mirror image of the row, this is about the last coin. *)
Theorem end_coin w I y p P q Q : stack_coins w I = p :: P -> stack_coins w (I ++ y) = q :: Q ->
  (p = q <-> (size q <= length I)%nat) /\ ((length I < size q)%nat -> rises w (values (p :: P))).
Proof.
  intros E F. pose proof (stack_width w I) as L. pose proof (stack_reach w I y) as G. rewrite E in *. rewrite F in G.
  simpl in L. inversion G as [|p' P' Q' G'|p' P' q' Q' R V B]; subst.
  - repeat split; auto; arith.
  - simpl in B. split; [|auto]. split; [intros ->; arith | arith].
Qed.

(** What rises, rises at each step. *)
Lemma rises_pair w x a b y : rises w (x ++ a :: b :: y) -> below w a b = true.
Proof. induction x as [|c x IH]; simpl; [tauto|]. destruct x; simpl in *; tauto. Qed.

(** If neither end is exact, the interval reduces to a single coin. *)
Theorem neither_exact x I y q Q r R :
  stack_coins false (I ++ y) = q :: Q -> stack_coins true (rev I ++ rev x) = r :: R -> I <> [] ->
  (length I < size q)%nat -> (length I < size r)%nat -> exists m, stack false I = [m].
Proof.
  intros Eq Er NE Lq Lr. pose proof (same_row I) as S. pose proof (stack_width false I) as W.
  pose proof (stack_width true (rev I)) as W'. rewrite rev_length in W'.
  rewrite <- !stack_values in *.
  destruct (stack_coins false I) as [|p P] eqn:Ep; [destruct I; simpl in *; [easy | arith]|].
  destruct (stack_coins true (rev I)) as [|z Z'] eqn:Ez; [destruct I; simpl in *; [easy | arith]|].
  destruct (end_coin false I y p P q Q Ep Eq) as [_ A].
  destruct (end_coin true (rev I) (rev x) z Z' r R Ez Er) as [_ B]. rewrite rev_length in B.
  specialize (A Lq). specialize (B Lr). destruct P as [|p2 P]; [now exists (fst p)|exfalso].
  apply (f_equal (@rev card)) in S. rewrite rev_involutive in S. rewrite S in B. simpl in A, B.
  rewrite <- app_assoc in B. apply rises_pair in B. simpl in *. arith.
Qed.

End Cards.
