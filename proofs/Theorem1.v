(** Theorem 1: the value of a row is the sorted alternating sum of its coins (docs/theory.md, section 3). *)

From Twoends Require Export Pass.

Section Cards.
Context {card : Type} {ordered : OrderedGroup card}.

(** Taking the first card v, which stands in the coin m: what is left is a V again, and the two alternating sums
    together are v, but for twice the distance of m to the largest coin. T are coins that stand elsewhere. *)
Lemma left_move v row m rest : reduces (v :: row) (m :: rest) -> valley (m :: rest) ->
  exists s, reduces row s /\ valley s /\ forall M T, all_at_most M (rest ++ T) -> m <= M ->
    v <= alt ((m :: rest) ++ T) + alt (s ++ T) <= v + 2 * (M - m).
Proof.
  intros F V. destruct (first_card v row m rest F) as (W & FW & -> & E & D & L).
  exists (W ++ rest). split; [exact FW|]. split; [now apply (valley_replace m)|].
  intros M T LM mM. rewrite <- app_assoc. now apply alt_key.
Qed.

(** The same at the right end. *)
Lemma right_move row v rest m : reduces (row ++ [v]) (rest ++ [m]) -> valley (rest ++ [m]) ->
  exists s, reduces row s /\ valley s /\ forall M T, all_at_most M (rest ++ T) -> m <= M ->
    v <= alt ((rest ++ [m]) ++ T) + alt (s ++ T) <= v + 2 * (M - m).
Proof.
  intros F%reduces_rev V%valley_rev. rewrite !rev_app_distr in *. simpl in *.
  destruct (left_move v (rev row) m (rev rest) F V) as (s & Fs & Vs & B).
  exists (rev s). split; [|split; [now apply valley_rev|]].
  { rewrite <- (rev_involutive row). now apply reduces_rev. }
  intros M T L mM. apply Forall_app in L as [L LT].
  specialize (B M T ltac:(apply Forall_app; split; [now apply Forall_rev | exact LT]) mM).
  rewrite (alt_perm (rev s ++ T) (s ++ T)), (alt_perm ((rest ++ [m]) ++ T) ((m :: rev rest) ++ T)); auto;
    apply Permutation_app_tail; [|symmetry; apply Permutation_rev].
  rewrite <- Permutation_rev. symmetry. apply Permutation_cons_append.
Qed.

(** The value of a row is the sorted alternating sum of any V that it reduces to. *)
Theorem value_alt row : forall s, reduces row s -> valley s -> value row = alt s.
Proof.
  induction row as [[|v row] IH] using by_length; intros s F V.
  { now apply folds_of_nil in F as ->. }
  destruct s as [|m rest]; [now apply folds_to_nil in F|].
  destruct (has_last v row) as (r & z & E), (has_last m rest) as (q & n & Es).
  assert (L : length r = length row).
  { apply (f_equal (@length card)) in E. rewrite app_length in E. simpl in E. arith. }
  assert (M : all_at_most (max m n) (m :: rest)).
  { apply (valley_max _ m rest); auto; [arith|]. rewrite Es, last_last. arith. }
  destruct (left_move v row m rest F V) as (s1 & F1 & V1 & B1).
  specialize (B1 (max m n) []). rewrite !app_nil_r in B1. inversion M; subst.
  rewrite (value_ends v row r z), (IH row ltac:(simpl; arith) s1 F1 V1) by auto.
  rewrite E in F. rewrite Es in *. apply Forall_app in M as [M _].
  destruct (right_move r z q n F V) as (s2 & F2 & V2 & B2).
  specialize (B2 (max m n) []). rewrite !app_nil_r in B2.
  rewrite (IH r ltac:(simpl; arith) s2 F2 V2).
  specialize (B1 ltac:(auto) ltac:(arith)). specialize (B2 M ltac:(arith)). arith.
Qed.

(** Taking an end coin m costs at least 0 and at most 2 (max - m) of the margin. *)
Theorem loss v row m rest M : reduces (v :: row) (m :: rest) -> valley (m :: rest) ->
  all_at_most M (m :: rest) -> 0 <= value (v :: row) - (v - value row) <= 2 * (M - m).
Proof.
  intros F V L. rewrite (value_alt _ _ F V). inversion L; subst.
  destruct (left_move v row m rest F V) as (s & Fs & Vs & B). rewrite (value_alt _ _ Fs Vs).
  specialize (B M []). rewrite !app_nil_r in B. specialize (B ltac:(auto) ltac:(auto)). arith.
Qed.

(** So the outer card of an end coin that is the largest one is a best move. *)
Theorem largest_is_best row m rest : reduces row (m :: rest) -> valley (m :: rest) ->
  all_at_most m rest -> best_left row.
Proof.
  intros F V L. destruct row as [|v row]; [now apply folds_of_nil in F|]. exists v, row. split; [auto|].
  pose proof (loss v row m rest m F V ltac:(constructor; auto; arith)). arith.
Qed.

(** The same at the right end. *)
Theorem loss_right row v rest m M : reduces (row ++ [v]) (rest ++ [m]) -> valley (rest ++ [m]) ->
  all_at_most M (rest ++ [m]) -> 0 <= value (row ++ [v]) - (v - value row) <= 2 * (M - m).
Proof.
  intros F%reduces_rev V%valley_rev L%Forall_rev. rewrite !rev_app_distr in *. simpl in *.
  pose proof (loss v (rev row) m (rev rest) M F V L) as B. rewrite value_rev in B.
  now rewrite <- (value_rev (row ++ [v])), rev_app_distr.
Qed.

(** So the largest coin at the right end is a best move, too. *)
Theorem largest_is_best_right row rest m : reduces row (rest ++ [m]) -> valley (rest ++ [m]) ->
  all_at_most m rest -> best_right row.
Proof.
  intros F%reduces_rev V%valley_rev L%Forall_rev. rewrite !rev_app_distr in *. simpl in *.
  apply best_mirror. now apply (largest_is_best _ m (rev rest)).
Qed.

(** ** Corollaries *)

(** Contracting a peak anywhere, at any time, does not change the value. *)
Theorem contraction x a b c y : a <= b -> c <= b -> value (x ++ a :: b :: c :: y) = value (x ++ (a - b + c) :: y).
Proof.
  intros ab cb. pose proof (stack_valley true (x ++ (a - b + c) :: y)) as V.
  rewrite (value_alt _ _ (stack_reduces true _) V). apply value_alt; [|exact V].
  apply (folds_trans _ _ (x ++ (a - b + c) :: y)); [|apply stack_reduces].
  apply folds_once; [constructor | now split].
Qed.

(** On a V that has no peaks to begin with, the value is the alternating sum of the sorted cards. *)
Theorem valley_value s : valley s -> value s = alt s.
Proof. apply value_alt. constructor. Qed.

(** And taking the larger end is a best move. *)
Theorem valley_greedy m rest r z : valley (m :: rest) -> m :: rest = r ++ [z] ->
  (z <= m -> best_left (m :: rest)) /\ (m <= z -> best_right (m :: rest)).
Proof.
  intros V E. assert (Z : last (m :: rest) 0 = z) by now rewrite E, last_last.
  split; intros H.
  - apply (largest_is_best _ m rest); [constructor | exact V|].
    assert (M : all_at_most m (m :: rest)) by (apply (valley_max _ m rest); auto; arith).
    now inversion M.
  - apply (largest_is_best_right _ r z); rewrite <- ?E; [constructor | exact V|].
    assert (M : all_at_most z (m :: rest)) by (apply (valley_max _ m rest); auto; arith).
    rewrite E in M. now apply Forall_app in M.
Qed.

(** The linear algorithm is right. *)
Theorem solve_correct row : solve row = value row.
Proof.
  unfold solve. pose proof (arms_spec false (stack false row) (stack_flat _ _)) as A.
  destruct (arms (stack false row)) as [d u]. destruct A as (E & D & U).
  rewrite merge_alt, <- E by auto. symmetry. apply value_alt; [apply stack_reduces | apply (stack_valley false)].
Qed.

(** An even length has the sign 1. *)
Lemma even_sign (l : list card) : Nat.even (length l) = true -> sign l = 1.
Proof.
  induction l as [[|a [|b l]] IH] using by_length; simpl; intros E; try discriminate; auto.
  rewrite (IH l); simpl; auto; arith.
Qed.

(** With an even number of cards the first player never loses. *)
Theorem even_row row : Nat.even (length row) = true -> 0 <= value row.
Proof.
  intros E%even_sign. rewrite (value_alt _ _ (stack_reduces true row) (stack_valley true row)).
  rewrite <- (folds_sign _ _ _ (stack_reduces true row)) in E.
  apply even_sum; [apply sort_desc|]. rewrite <- E. symmetry.
  generalize (sort_perm (stack true row)). generalize (sort (stack true row)).
  clear. intros l. induction 1; simpl; arith.
Qed.

End Cards.
