(** Theorem 3: 2 n numbers decide the best move in every interval (docs/theory.md, section 5). *)

From Twoends Require Export Theorem1.

Section Cards.
Context {card : Type} {ordered : OrderedGroup card}.

(** ** The reduced row is unique *)

(** The stack does not tell whether a peak was contracted before its coins came. *)
Lemma push_peak w st : forall a b c, peak w a b c = true ->
  push w a (push w b (push w c st)) = push w (a - b + c) st.
Proof.
  assert (Kept : forall a b c s, peak w a b c = true ->
    push w a (push w b (c :: s)) = push w (a - b + c) s).
  { intros a b c s P. pose proof P as [_ Q]%peak_spec.
    assert (E : push w b (c :: s) = b :: c :: s).
    { destruct s as [|d s]; [reflexivity|]. simpl. unfold peak. now rewrite Q. }
    rewrite E. simpl. now rewrite P. }
  induction st as [[|d [|e st]] IH] using by_length; intros a b c P; try now apply Kept.
  cbn [push]. destruct (peak w c d e) eqn:Q; [|now rewrite Kept by auto; cbn [push]].
  apply peak_spec in P as [ab bc], Q as [cd de].
  pose proof (below_true _ _ _ ab). pose proof (below_false _ _ _ bc).
  pose proof (below_true _ _ _ cd). pose proof (below_false _ _ _ de).
  replace (peak w (a - b + c) d e) with true.
  - replace (a - b + c - d + e) with (a - b + (c - d + e)) by arith. apply IH; [simpl; arith|].
    apply peak_spec. split; [exact ab|]. destruct w; simpl in *; arith.
  - symmetry. apply peak_spec. split; [|exact de]. apply (below_down w _ c); auto. arith.
Qed.

(** Contract such peaks in any order, until none is left: it is always the row that the pass finds. *)
Theorem unique w row s : folds_by w row s -> flat w s -> s = stack w row.
Proof.
  intros F N. rewrite <- (stack_of_flat w s N). clear N.
  induction F as [|x a b c y F IH P]; [reflexivity|]. rewrite <- IH. unfold stack.
  rewrite !fold_right_app. f_equal. symmetry. now apply push_peak.
Qed.

(** A row has no peaks of one kind if its mirror image has none of the other. *)
Lemma flat_rev s : flat true s -> flat false (rev s).
Proof.
  intros F x c b e y E. apply (f_equal (@rev card)) in E. rewrite rev_involutive, rev_app_distr in E.
  simpl in E. rewrite <- !app_assoc in E. simpl in E. specialize (F _ _ _ _ _ E).
  unfold peak in *. simpl in *. arith.
Qed.

(** Both passes contract the strict-left peaks, so they end in the same row. *)
Theorem same_row row : rev (stack true (rev row)) = stack false row.
Proof.
  apply unique; [|apply flat_rev, stack_flat].
  rewrite <- (rev_involutive row) at 1. apply (folds_rev (fun a b c => peak true a b c = true)).
  - intros a b c. unfold peak. simpl. arith.
  - apply stack_folds.
Qed.

(** ** An interval and a longer row *)

(** [grown w P Q]: P is the stack of an interval, Q that of a row which goes on after it. They begin with the same
    coins; from the first difference on P only rises, and Q goes on with a coin that is not larger. *)
Inductive grown (w : bool) : list card -> list card -> Prop :=
  | grown_end Q : grown w [] Q
  | grown_same p P Q : grown w P Q -> grown w (p :: P) (p :: Q)
  | grown_low p P q Q : rises w (p :: P) -> q <= p -> grown w (p :: P) (q :: Q).

(** The first coin of a stack is at most the card pushed last. *)
Lemma push_low w st : forall c, exists m rest, push w c st = m :: rest /\ m <= c.
Proof.
  induction st as [[|b [|e st]] IH] using by_length; intros c; simpl;
    try destruct (peak w c b e) eqn:P; try (eexists; eexists; split; [reflexivity | arith]).
  destruct (IH st ltac:(simpl; arith) (c - b + e)) as (m & rest & E & L). exists m, rest. split; [exact E|].
  apply peak_spec in P as [_ Q%below_false]. arith.
Qed.

(** A coin that is not larger stays so while it is pushed. *)
Lemma grown_push_low w c P d Q : rises w (c :: P) -> d <= c -> grown w (c :: P) (push w d Q).
Proof.
  intros R L. destruct (push_low w Q d) as (m & rest & -> & M). apply grown_low; [exact R | arith].
Qed.

(** Pushing the same card on both keeps this relation. *)
Lemma grown_push w P : forall Q c, grown w P Q -> grown w (push w c P) (push w c Q).
Proof.
  (* If only Q contracts, all of P rises. *)
  assert (Only : forall c P q e Q, rises w (c :: P) -> peak w c q e = true ->
    grown w (c :: P) (push w (c - q + e) Q)).
  { intros c P' q e Q R [_ L%below_false]%peak_spec. apply grown_push_low; [exact R | arith]. }
  induction P as [P IH] using by_length; intros Q c G. destruct G as [Q|p P Q G|p P q Q R L].
  - now apply grown_push_low; [|arith].
  - destruct G as [Q|p2 P Q G|p2 P q2 Q R L].
    + simpl. destruct Q as [|e Q]; [repeat constructor|].
      destruct (peak w c p e) eqn:T; [|repeat constructor].
      apply Only; [|exact T]. apply peak_spec in T. simpl. tauto.
    + simpl. destruct (peak w c p p2); [|now repeat apply grown_same]. apply IH; [simpl; arith | exact G].
    + simpl. destruct (peak w c p p2) eqn:T, (peak w c p q2) eqn:T2.
      * (* both contract, but with different coins *)
        apply peak_spec in T as [cp pp%below_false]. pose proof (below_true _ _ _ cp).
        replace (push w (c - p + p2) P) with (c - p + p2 :: P).
        -- apply grown_push_low; [|arith]. destruct P as [|p3 P]; simpl in *; [auto|]. split; [|tauto].
           apply (below_down w _ p2); [arith | tauto].
        -- destruct P as [|p3 [|p4 P]]; auto. simpl. unfold peak. destruct R as (_ & S & _).
           now rewrite S, andb_false_r.
      * apply peak_spec in T as [cp pp]. assert (peak w c p q2 = true); [|congruence].
        apply peak_spec. split; [exact cp|]. destruct w; simpl in *; arith.
      * apply Only; [|exact T2]. apply peak_spec in T2 as [cp _]. unfold peak in T. rewrite cp in T.
        split; [exact cp|]. split; [now destruct (below w p p2)|exact R].
      * now apply grown_same, grown_same, grown_low.
  - assert (N : push w c (p :: P) = c :: p :: P).
    { destruct P as [|p2 P]; [reflexivity|]. simpl. unfold peak. destruct R as [-> _].
      now rewrite andb_false_r. }
    rewrite N. destruct Q as [|e Q]; simpl; [now apply grown_same, grown_low|].
    destruct (peak w c q e) eqn:T; [|now apply grown_same, grown_low].
    apply Only; [|exact T]. apply peak_spec in T as [cq _]. split; [|exact R]. now apply (below_up w _ q).
Qed.

(** So it holds between the stack of an interval and that of a longer row. *)
Lemma stack_grown w I y : grown w (stack w I) (stack w (I ++ y)).
Proof. induction I as [|v I IH]; simpl; [constructor | now apply grown_push]. Qed.

(** An urgency is at most the end coin of the interval, and equal to it unless the interval only rises from there. *)
Lemma urgency w I y m rest : stack w I = m :: rest ->
  hd 0 (stack w (I ++ y)) <= m /\ (hd 0 (stack w (I ++ y)) = m \/ rises w (m :: rest)).
Proof.
  intros E. pose proof (stack_grown w I y) as G. rewrite E in G.
  inversion G; subst; simpl; auto using le_refl.
Qed.

(** ** The static move oracle *)

(** One pass gives, for each card, the first coin of the stack once it has been pushed. *)
Fixpoint pass (w : bool) (row : list card) : list card * list card :=
  match row with
  | [] => ([], [])
  | v :: rest => let (st, heads) := pass w rest in
                 let st' := push w v st in (st', hd 0 st' :: heads)
  end.

(** The urgencies of all left ends, and of all right ends: one pass from each side. *)
Definition urgencies (w1 w2 : bool) (row : list card) : list card * list card :=
  (snd (pass w1 row), rev (snd (pass w2 (rev row)))).

Definition oracle : list card -> list card * list card := urgencies false true.

(** The rule, for an interval I that stands between the cards x and y. *)
Theorem oracle_rule x I y : I <> [] ->
  let left := hd 0 (stack false (I ++ y)) in
  let right := hd 0 (stack true (rev I ++ rev x)) in
  (right <= left -> best_left I) /\ (left <= right -> best_right I).
Proof.
  intros NE left right. pose proof (same_row I) as S. pose proof (stack_reduces false I) as F.
  pose proof (stack_valley false I) as V.
  destruct (stack false I) as [|m rest] eqn:El; [now apply folds_to_nil in F|].
  destruct (stack true (rev I)) as [|z inner] eqn:Er; [discriminate|].
  destruct (urgency false I y m rest El) as [Lm Cm]. fold left in Lm, Cm.
  destruct (urgency true (rev I) (rev x) z inner Er) as [Lz Cz]. fold right in Lz, Cz.
  assert (Z : last (m :: rest) 0 = z) by (rewrite <- S; simpl; now rewrite last_last).
  assert (Inz : In z (m :: rest)) by (rewrite <- S, <- in_rev; now left).
  assert (Inm : In m (z :: inner)) by (rewrite in_rev, S; now left).
  split; intros H.
  - (* were the last coin larger, its urgency would be exact, and larger *)
    assert (zm : z <= m).
    { destruct Cz as [Cz|Cz%rises_least]; [arith|]. rewrite Forall_forall in Cz.
      destruct Inm as [->|Inm]; [arith | auto]. }
    apply (largest_is_best _ m rest F V).
    assert (M : all_at_most m (m :: rest)) by (apply (valley_max _ m rest); auto; arith). now inversion M.
  - assert (mz : m <= z).
    { destruct Cm as [Cm|Cm%rises_least]; [arith|]. rewrite Forall_forall in Cm.
      destruct Inz as [->|Inz]; [arith | auto]. }
    assert (M : all_at_most z (m :: rest)) by (apply (valley_max _ m rest); auto; arith).
    simpl in S. rewrite <- S in F, V, M. apply Forall_app in M.
    now apply (largest_is_best_right _ (rev inner) z).
Qed.

(** The pass ends with the stack. *)
Lemma pass_stack w row : fst (pass w row) = stack w row.
Proof. induction row as [|v row IH]; simpl; [auto|]. rewrite <- IH. now destruct (pass w row). Qed.

(** What it gives for a card is the first coin of the stack of the row from there on. *)
Lemma pass_heads w row : forall i, nth i (snd (pass w row)) 0 = hd 0 (stack w (skipn i row)).
Proof.
  induction row as [|v row IH]; intros i; simpl; [now destruct i|].
  pose proof (pass_stack w row) as S. destruct (pass w row) as [st heads]. simpl in *. subst st.
  destruct i; simpl; auto.
Qed.

(** It gives as many numbers as there are cards. *)
Lemma pass_length w row : length (snd (pass w row)) = length row.
Proof. induction row as [|v row IH]; simpl; [auto|]. destruct (pass w row). simpl in *. arith. Qed.

(** So the urgency of a left end is that of the cards from there on. *)
Lemma urgency_left w1 w2 x I y :
  nth (length x) (fst (urgencies w1 w2 (x ++ I ++ y))) 0 = hd 0 (stack w1 (I ++ y)).
Proof.
  unfold urgencies. simpl. now rewrite pass_heads, skipn_app, skipn_all, Nat.sub_diag.
Qed.

(** And that of a right end belongs to the cards up to there, in the mirror. *)
Lemma urgency_right w1 w2 x I y : I <> [] ->
  nth (length x + length I - 1) (snd (urgencies w1 w2 (x ++ I ++ y))) 0 = hd 0 (stack w2 (rev I ++ rev x)).
Proof.
  intros NE. assert (length I <> 0)%nat by (destruct I; simpl; congruence).
  unfold urgencies. simpl. rewrite rev_nth; rewrite pass_length, rev_length, !app_length; [|arith].
  rewrite pass_heads, app_assoc, rev_app_distr, skipn_app, skipn_all2, rev_length by (rewrite rev_length; arith).
  rewrite <- rev_app_distr. simpl. do 2 f_equal.
  now replace (_ - _)%nat with 0%nat by arith.
Qed.

(** An interval [i, j) that is not empty stands between the cards before i and those from j on. *)
Lemma interval_at (row : list card) i j : (i < j <= length row)%nat -> let interval := firstn (j - i) (skipn i row) in
  exists x y, row = x ++ interval ++ y /\ interval <> [] /\ i = length x /\
    (j - 1 = length x + length interval - 1)%nat.
Proof.
  intros [ij jn] interval. exists (firstn i row), (skipn (j - i) (skipn i row)).
  assert (LI : length interval = (j - i)%nat) by (unfold interval; rewrite firstn_length, skipn_length; arith).
  rewrite LI, firstn_length. unfold interval. rewrite !firstn_skipn. repeat split; try arith.
  fold interval. intros N. rewrite N in LI. simpl in LI. arith.
Qed.

(** Theorem 3: in every interval [i, j) that is not empty, left is a best move if the urgency of the left end is at
    least that of the right end, and right is a best move if it is at most that. *)
Theorem oracle_index row i j : (i < j <= length row)%nat ->
  let interval := firstn (j - i) (skipn i row) in
  let left := nth i (fst (oracle row)) 0 in
  let right := nth (j - 1) (snd (oracle row)) 0 in
  (right <= left -> best_left interval) /\ (left <= right -> best_right interval).
Proof.
  intros H interval. pose proof (interval_at row i j H) as A. cbv zeta in A. fold interval in A.
  clearbody interval. destruct A as (x & y & -> & NE & -> & ->). unfold oracle.
  rewrite urgency_left, urgency_right by exact NE. now apply oracle_rule.
Qed.

End Cards.
