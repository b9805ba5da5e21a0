(** How much greed gives away at most, and how bad a row of the cards 1..n can be (docs/theory.md, section 12). *)

From Twoends Require Import Theorem1 Instances.

Section Cards.
Context {card : Type} {ordered : OrderedGroup card}.

Definition sum (l : list card) : card := fold_right add 0 l.

(** The sum of two parts. *)
Lemma sum_app a b : sum (a ++ b) = sum a + sum b.
Proof. induction a as [|x a IH]; simpl; arith. Qed.

(** ** Greed *)

(** A game on a row of even length: greedy moves first and takes the larger end, of equal ends either; the other
    player replies anyhow. o is the total of the other player. *)
Inductive greedy_game : list card -> card -> Prop :=
  | game_over : greedy_game [] 0
  | game_turn row v rest c left o :
      (row = v :: rest /\ last row 0 <= v \/ row = rest ++ [v] /\ hd 0 row <= v) ->
      (rest = c :: left \/ rest = left ++ [c]) ->
      greedy_game left o -> greedy_game row (c + o).

(** In such a game the two players take as many cards. The last card c of the other player has lain beside one that
    is at least as large; before it they took at most k each time. *)
Lemma last_pair row o k : greedy_game row o -> all_at_most k row -> row <> [] -> exists x p q y c,
  row = x ++ p :: q :: y /\ c <= p /\ c <= q /\ 2 * o <= Z.of_nat (length row - 2) * k + 2 * c.
Proof.
  intros G. induction G as [|row v rest c left o V C G IH]; [easy|]. intros L _.
  assert (Lc : c <= k /\ all_at_most k left).
  { assert (Lr : all_at_most k rest).
    { destruct V as [[-> _]|[-> _]]; [now inversion L | now apply Forall_app in L]. }
    destruct C as [-> | ->]; [inversion Lr; auto|]. apply Forall_app in Lr as [A B]. inversion B; auto. }
  destruct left as [|w left].
  - (* the last two cards *)
    assert (rest = [c]) as -> by (destruct C as [-> | ->]; reflexivity).
    assert (o = 0) as ->.
    { inversion G as [|? ? ? ? ? ? [[N _]|[N _]]]; subst; [reflexivity | easy | now apply app_cons_not_nil in N]. }
    destruct V as [[-> H]|[-> H]]; simpl in *.
    + exists [], v, c, [], c. repeat split; auto; arith.
    + exists [], c, v, [], c. repeat split; auto; arith.
  - destruct Lc as [ck Ll]. destruct (IH Ll ltac:(easy)) as (x & p & q & y & d & E & dp & dq & O).
    rewrite E in *. clear E IH G Ll.
    assert (N : (2 <= length (x ++ p :: q :: y))%nat) by (rewrite app_length; simpl; arith).
    remember (length (x ++ p :: q :: y)) as n eqn:En.
    assert (Lr : length row = S (S n)).
    { destruct V as [[-> _]|[-> _]], C as [-> | ->]; cbn [length]; rewrite ?app_length; cbn [length];
        rewrite ?app_length; cbn [length]; rewrite app_length in En; cbn [length] in En; arith. }
    rewrite Lr. replace (Z.of_nat (S (S n) - 2)) with (Z.of_nat (n - 2) + 2)%Z by lia.
    rewrite times_add.
    destruct V as [[-> _]|[-> _]], C as [-> | ->].
    + exists (v :: c :: x), p, q, y, d. repeat split; auto. arith.
    + exists (v :: x), p, q, (y ++ [c]), d. rewrite <- app_assoc. repeat split; auto. arith.
    + exists (c :: x), p, q, (y ++ [v]), d. simpl. rewrite <- app_assoc. repeat split; auto. arith.
    + exists x, p, q, (y ++ [c; v]), d. rewrite <- !app_assoc. simpl. repeat split; auto. arith.
Qed.

(** Cards that are not negative are worth at most their sum. *)
Lemma value_le_sum row : all_at_least 0 row -> - sum row <= value row <= sum row.
Proof.
  induction row as [[|a s] IH] using by_length; intros L; [unfold value; simpl; group|].
  destruct (has_last a s) as (r & z & E). rewrite (value_ends a s r z) by auto.
  assert (Lr : length (a :: s) = length (r ++ [z])) by now rewrite E. rewrite app_length in Lr. simpl in Lr.
  pose proof (f_equal sum E) as S. rewrite sum_app in S. simpl in S.
  assert (L2 : all_at_least 0 (r ++ [z])) by now rewrite <- E. apply Forall_app in L2 as [L2 Lz].
  inversion L; subst. inversion Lz; subst. simpl.
  pose proof (IH s ltac:(simpl; arith) ltac:(auto)). pose proof (IH r ltac:(simpl; arith) L2). arith.
Qed.

(** Who moves can take either end. *)
Lemma value_left v rest : v - value rest <= value (v :: rest).
Proof. destruct (has_last v rest) as (r & z & E). rewrite (value_ends v rest r z) by auto. arith. Qed.

Lemma value_right v rest : v - value rest <= value (rest ++ [v]).
Proof. rewrite <- (value_rev rest), <- (value_rev (rest ++ [v])), rev_app_distr. apply value_left. Qed.

(** Of two neighbours in a row of even length the second player always gets one: if the first player takes one, the
    other is an end; if not, there is an end that is neither. *)
Lemma one_of_two row : forall x p q y c, row = x ++ p :: q :: y -> Nat.even (length row) = true ->
  all_at_least 0 row -> c <= p -> c <= q -> value row <= sum row - 2 * c.
Proof.
  induction row as [[|a s] IH] using by_length; intros x p q y c E Ev L cp cq.
  { now apply app_cons_not_nil in E. }
  destruct (has_last a s) as (r & z & Er). rewrite (value_ends a s r z) by auto.
  pose proof (f_equal sum Er) as Su. rewrite sum_app in Su. simpl in Su.
  assert (Le : length (a :: s) = length (r ++ [z])) by now rewrite Er. rewrite app_length in Le. simpl in Le.
  assert (L2 : all_at_least 0 (r ++ [z])) by now rewrite <- Er. apply Forall_app in L2 as [L2 _].
  (* a card of the other player: what is left is as long as the row less two *)
  assert (Reply : forall rest left u, all_at_least 0 rest -> (rest = u :: left \/ rest = left ++ [u]) ->
      u - value left <= value rest /\ all_at_least 0 left /\ sum rest = u + sum left /\
      length rest = S (length left) /\ 0 <= u).
  { intros rest left u Lr [-> | ->].
    - inversion Lr; subst. repeat split; auto. apply value_left.
    - apply Forall_app in Lr as [A B]. inversion B; subst.
      repeat split; auto; [apply value_right | rewrite sum_app; simpl; arith | rewrite app_length; simpl; arith]. }
  assert (Side : forall rest u, all_at_least 0 rest -> S (length rest) = length (a :: s) ->
      ((exists left, c <= u /\ (rest = u :: left \/ rest = left ++ [u])) \/
       exists left x y, (rest = u :: left \/ rest = left ++ [u]) /\ left = x ++ p :: q :: y) ->
      2 * c - sum rest <= value rest).
  { intros rest u Lr Ls [(left & cu & B)|(left & x' & y' & B & El)];
      destruct (Reply rest left u Lr B) as (V & Ll & Sr & Ln & u0).
    - pose proof (value_le_sum left Ll). arith.
    - assert (Evl : Nat.even (length left) = true) by now rewrite <- Ls, Ln in Ev.
      pose proof (IH left ltac:(arith) x' p q y' c El Evl Ll cp cq). arith. }
  assert (Ls : 2 * c - sum s <= value s).
  { inversion L; subst. destruct x as [|w x]; injection E as -> ->.
    - apply (Side (q :: y) q); auto. left. exists y. split; [exact cq | now left].
    - destruct x as [|w2 x].
      + destruct y as [|u y _] using @rev_ind; [simpl in Ev; discriminate|].
        apply (Side _ u); auto. right. exists (p :: q :: y), [], y. split; [now right | reflexivity].
      + apply (Side _ w2); auto. right. exists (x ++ p :: q :: y), x, y. split; [now left | reflexivity]. }
  assert (Lr : 2 * c - sum r <= value r).
  { clear Ls. rewrite E in Er. destruct y as [|w y _] using @rev_ind.
    - replace (x ++ [p; q]) with ((x ++ [p]) ++ [q]) in Er by now rewrite <- app_assoc.
      apply app_inj_tail in Er as [<- <-]. apply (Side _ p); auto; [simpl; arith|].
      left. exists x. split; [exact cp | now right].
    - replace (x ++ p :: q :: y ++ [w]) with ((x ++ p :: q :: y) ++ [w]) in Er by now rewrite <- app_assoc.
      apply app_inj_tail in Er as [<- <-].
      destruct y as [|u y _] using @rev_ind.
      + destruct x as [|u x]; [exfalso|].
        * rewrite E in Ev. simpl in Ev. discriminate.
        * apply (Side _ u); auto; [simpl in *; arith|]. right. exists (x ++ [p; q]), x, []. split; [now left|easy].
      + apply (Side _ u); auto; [simpl in *; arith|]. right. exists (x ++ p :: q :: y), x, y.
        split; [|reflexivity]. right. now rewrite <- app_assoc. }
  simpl. arith.
Qed.

(** What greed gives away on 2 m cards from 0 to k, against anybody and compared with minimax: at most (m - 1) k of its
    total. *)
Theorem greedy_loss row o k : greedy_game row o -> Nat.even (length row) = true -> row <> [] ->
  all_at_least 0 row -> all_at_most k row ->
  value row - (sum row - 2 * o) <= Z.of_nat (length row - 2) * k.
Proof.
  intros G Ev NE L0 Lk. destruct (last_pair row o k G Lk NE) as (x & p & q & y & c & E & cp & cq & O).
  pose proof (one_of_two row x p q y c E Ev L0 cp cq). arith.
Qed.

(** So who moves first on one card more, against a greedy player, gets at most as much more than an optimal player is
    sure of, whatever the tie rules. *)
Corollary optimal_loss v rest row o k : (row = v :: rest \/ row = rest ++ [v]) -> greedy_game rest o ->
  Nat.even (length rest) = true -> rest <> [] -> all_at_least 0 rest -> all_at_most k rest ->
  (2 * (v + o) - sum row) - value row <= Z.of_nat (length rest - 2) * k.
Proof.
  intros R G Ev NE L0 Lk. pose proof (greedy_loss rest o k G Ev NE L0 Lk).
  destruct R as [-> | ->]; [pose proof (value_left v rest) | pose proof (value_right v rest)];
    rewrite ?sum_app; simpl; arith.
Qed.

(** The row that loses as much: two zeros, then a k before each zero. *)
Fixpoint comb (k : card) (m : nat) : list card := match m with O => [] | S m => comb k m ++ [k; 0] end.

(** Multiples of k are not negative. *)
Lemma many_positive k m : 0 <= k -> 0 <= Z.of_nat m * k.
Proof.
  intros K. induction m as [|m IH]; [apply le_refl|]. rewrite Nat2Z.inj_succ, times_succ. group.
Qed.

(** A peak k before each zero, folded from the left. *)
Lemma comb_folds k m : 0 <= k -> reduces (0 :: comb k m) [- (Z.of_nat m * k)].
Proof.
  intros K. pose proof (many_positive k m K) as P. induction m as [|m IH].
  { replace (- (Z.of_nat 0 * k)) with 0 by (cbn [Z.of_nat]; group). constructor. }
  specialize (IH (many_positive k m K)). rewrite Nat2Z.inj_succ, times_succ in *. cbn [comb].
  apply (folds_trans _ _ [- (Z.of_nat m * k); k; 0]).
  - exact (folds_app _ (0 :: comb k m) [k; 0] [_] _ IH (folds_none _ _)).
  - replace (- (k + Z.of_nat m * k)) with (- (Z.of_nat m * k) - k + 0) by group.
    apply (folds_once _ _ []); [constructor|]. unfold a_peak. arith.
Qed.

Theorem greedy_loss_attained k m : 0 <= k -> let row := 0 :: 0 :: comb k m in
  greedy_game row (Z.of_nat m * k) /\ value row - (sum row - 2 * (Z.of_nat m * k)) = 2 * (Z.of_nat m * k).
Proof.
  intros K row. pose proof (many_positive k m K) as P. assert (Sm : forall m, sum (comb k m) = Z.of_nat m * k).
  { clear. induction m as [|m IH]; [reflexivity|]. cbn [comb].
    rewrite sum_app, IH, Nat2Z.inj_succ, times_succ. simpl. group. }
  split.
  - subst row. clear Sm P. induction m as [|m IH].
    + replace (Z.of_nat 0 * k) with (0 + 0) by (cbn [Z.of_nat]; group).
      apply (game_turn [0; 0] 0 [0] 0 [] 0); auto; [left; split; [reflexivity | simpl; arith] | constructor].
    + rewrite Nat2Z.inj_succ, times_succ. cbn [comb].
      apply (game_turn _ 0 ((0 :: 0 :: comb k m) ++ [k]) k (0 :: 0 :: comb k m)); auto.
      right. split; [now rewrite <- app_assoc | simpl; arith].
  - unfold row at 2. simpl sum. rewrite Sm.
    rewrite (value_alt row [0; - (Z.of_nat m * k)]).
    + rewrite alt_desc; [simpl; arith|]. simpl. repeat split; repeat constructor; arith.
    + exact (folds_app _ [0] (0 :: comb k m) [0] _ (folds_none _ _) (comb_folds k m K)).
    + exists [0; - (Z.of_nat m * k)], []. rewrite app_nil_r. simpl. repeat split; repeat constructor; arith.
Qed.

End Cards.

(** ** The worst row of the cards 1..n (OEIS A276168) *)

(** The cards in places 0, 2, 4, ..., and those in places 1, 3, 5, ... *)
Fixpoint evens (l : list Z) : list Z :=
  match l with
  | x :: _ :: t => x :: evens t
  | _ => l
  end.

Definition odds (l : list Z) : list Z := evens (tl l).

(** An alternating sum is the difference of their sums. *)
Lemma altsum_evens l : altsum l = sum (evens l) - sum (odds l).
Proof.
  induction l as [[|x [|y l]] IH] using by_length; try (simpl; lia).
  specialize (IH l ltac:(simpl; lia)). unfold odds in *. destruct l as [|z l]; simpl in *; lia.
Qed.

(** They are cards of the row. *)
Lemma evens_in l x : In x (evens l) -> In x l.
Proof.
  induction l as [[|a [|b l]] IH] using by_length; simpl; auto.
  intros [->|I]; [auto|]. do 2 right. now apply IH; [simpl; lia|].
Qed.

(** Each of them once, if the row has each card once. *)
Lemma evens_once l : NoDup l -> NoDup (evens l).
Proof.
  induction l as [[|a [|b l]] IH] using by_length; simpl; auto. intros N. inversion N as [|? ? A N']; subst.
  inversion N'; subst. constructor; [|now apply IH; [simpl; lia|]].
  intros I%evens_in. apply A. now right.
Qed.

(** How many there are in a row of odd length. *)
Lemma evens_length l : sign l = -1 -> length l = (2 * length (odds l) + 1)%nat /\ length (evens l) = S (length (odds l)).
Proof.
  induction l as [[|a [|b l]] IH] using by_length; simpl; intros O; try lia.
  destruct (IH l ltac:(simpl; lia) ltac:(lia)) as [A B]. unfold odds in *. simpl.
  destruct l as [|c l]; simpl in *; lia.
Qed.

(** Different cards from 1 up: l of them are worth at least 1 + 2 + ... + l. Sorted, the largest is at least l. *)
Lemma sum_perm (a b : list Z) : Permutation a b -> sum a = sum b.
Proof. induction 1; simpl; lia. Qed.

Lemma sum_at_least l : NoDup l -> all_at_least 1 l -> Z.of_nat (length l) * (Z.of_nat (length l) + 1) <= 2 * sum l.
Proof.
  intros N L. rewrite (sum_perm l (sort l) (sort_perm l)), (Permutation_length (sort_perm l)).
  apply (Permutation_NoDup (sort_perm l)) in N. apply (Permutation_Forall (sort_perm l)) in L.
  pose proof (sort_desc l) as D. revert N L D. generalize (sort l). clear l. intros l N L D.
  assert (B : Z.of_nat (length l) * (Z.of_nat (length l) + 1) <= 2 * sum l /\ Z.of_nat (length l) <= hd 0 l).
  2: apply B.
  induction l as [|x l IH]; [simpl; lia|]. inversion N; inversion L; destruct D as [X D]; subst.
  destruct IH as [S H]; auto. assert (Hx : Z.of_nat (length (x :: l)) <= x).
  { destruct l as [|y l]; simpl in *; [lia|]. inversion X; subst.
    assert (y <> x) by (intros ->; tauto). lia. }
  split; [|exact Hx]. cbn [length sum fold_right] in *. fold (sum l) in *. rewrite Nat2Z.inj_succ in *. nia.
Qed.

(** Different cards up to n: l of them are worth at most n + (n - 1) + ... *)
Lemma sum_at_most n l : NoDup l -> all_at_most n l ->
  2 * sum l <= Z.of_nat (length l) * (2 * n + 1 - Z.of_nat (length l)).
Proof.
  intros N L. pose proof (sum_at_least (map (fun x => n + 1 - x) l)) as B. rewrite map_length in B.
  assert (S : sum (map (fun x => n + 1 - x) l) = Z.of_nat (length l) * (n + 1) - sum l).
  { clear. induction l as [|x l IH]; [simpl; lia|]. cbn [map sum fold_right length] in *.
    fold (sum l) (sum (map (fun x => n + 1 - x) l)) in *. lia. }
  rewrite S in B. enough (Z.of_nat (length l) * (Z.of_nat (length l) + 1) <=
    2 * (Z.of_nat (length l) * (n + 1) - sum l)) by lia.
  apply B.
  - apply FinFun.Injective_map_NoDup; [|exact N]. intros x y. lia.
  - clear -L. induction L; constructor; auto; lia.
Qed.

(** A coin of different cards from 1 to n = 2 m - 1 is worth at least m (2 - m). *)
Lemma coin_at_least m l : NoDup l -> all_at_least 1 l -> all_at_most (2 * m - 1) l -> sign l = -1 ->
  Z.of_nat (length l) <= 2 * m - 1 -> m * (2 - m) <= altsum l.
Proof.
  intros N L1 Ln O Len. destruct (evens_length l O) as [Ll Le]. rewrite altsum_evens.
  assert (Sub : forall P a, (forall x, In x a -> In x l) -> Forall P l -> Forall P a).
  { intros P a I F. rewrite Forall_forall in *. auto. }
  pose proof (sum_at_least (evens l) (evens_once l N) (Sub _ _ (evens_in l) L1)) as E.
  assert (No : NoDup (odds l)) by (apply evens_once; destruct l; [exact N | now inversion N]).
  assert (Io : forall x, In x (odds l) -> In x l).
  { intros x I%evens_in. destruct l; [easy | now right]. }
  pose proof (sum_at_most _ (odds l) No (Sub _ _ Io Ln)) as D.
  rewrite Le, Nat2Z.inj_succ in E. remember (Z.of_nat (length (odds l))) as p.
  assert (0 <= p <= m - 1) by lia. nia.
Qed.

(** So the first player loses by at most m (m - 2) on a row of the cards 1..2 m - 1, each once. *)
Theorem odd_row_at_least row m : NoDup row -> all_at_least 1 row -> all_at_most (2 * m - 1) row ->
  Z.of_nat (length row) = 2 * m - 1 -> m * (2 - m) <= value row.
Proof.
  intros N L1 Ln Len. pose proof (stack_reduces true row) as F.
  rewrite (value_alt row _ F (stack_valley true row)). unfold alt. apply odd_sum; [apply sort_desc| |].
  - assert (Ps : forall a b : list Z, Permutation a b -> sign a = sign b).
    { induction 1; simpl; lia. }
    rewrite <- (Ps _ _ (sort_perm _)), (folds_sign _ _ _ F). clear - Len.
    enough (forall l : list Z, sign l = if Nat.odd (length l) then -1 else 1) as ->.
    { replace (Nat.odd (length row)) with true; [reflexivity|].
      symmetry. apply Nat.odd_spec. exists (Z.to_nat (m - 1)). lia. }
    induction l as [|x l IH]; [reflexivity|]. cbn [sign length]. rewrite IH, Nat.odd_succ, <- Nat.negb_odd.
    destruct (Nat.odd (length l)); reflexivity.
  - apply (Permutation_Forall (sort_perm _)). rewrite Forall_forall. intros c I.
    apply in_split in I as (s1 & s2 & E). rewrite E in F.
    destruct (folds_split _ row s1 (c :: s2) F) as (r1 & r2 & -> & _ & F2).
    destruct (folds_split _ r2 [c] s2 F2) as (l & r3 & -> & Fc & _).
    replace c with (altsum [c]) by (simpl; lia).
    rewrite (folds_altsum _ _ _ Fc).
    apply Forall_app in L1 as [_ L1]. apply Forall_app in L1 as [L1 _].
    apply Forall_app in Ln as [_ Ln]. apply Forall_app in Ln as [Ln _].
    rewrite !app_length in Len.
    apply coin_at_least; auto; [|now rewrite <- (folds_sign _ _ _ Fc)|lia].
    clear - N. induction r1 as [|x r1 IH]; [|now inversion N; auto].
    simpl in N. induction l as [|x l IH]; constructor; inversion N; subst; auto.
    intros I. apply H1. apply in_or_app. now left.
Qed.

(** The row that attains it: low, high, low, high, ..., low. *)
Fixpoint zigzag (low high : Z) (pairs : nat) : list Z :=
  match pairs with
  | O => []
  | S pairs => high :: low :: zigzag (low + 1) (high - 1) pairs
  end.

(** Its cards. *)
Lemma zigzag_in pairs : forall low high, low + Z.of_nat pairs <= high - Z.of_nat pairs + 1 ->
  NoDup (zigzag low high pairs) /\ forall x, In x (zigzag low high pairs) -> low <= x <= high.
Proof.
  induction pairs as [|p IH]; intros low high H; [split; [constructor | easy]|].
  destruct (IH (low + 1) (high - 1)) as [N B]; [lia|]. cbn [zigzag]. split.
  - repeat constructor; auto.
    + intros [E|I]; [lia|]. apply B in I. lia.
    + intros I%B. lia.
  - intros x [<-|[<-|I]]; try lia. apply B in I. lia.
Qed.

(** It is a single coin. *)
Lemma zigzag_folds pairs : forall a low high, low + Z.of_nat pairs <= high - Z.of_nat pairs + 1 ->
  a <= high - Z.of_nat pairs + 1 ->
  reduces (a :: zigzag low high pairs) [a - Z.of_nat pairs * (high - low - Z.of_nat pairs + 1)].
Proof.
  induction pairs as [|p IH]; intros a low high H A; cbn [zigzag].
  - replace (a - _) with a by (simpl; lia). constructor.
  - apply (folds_trans _ _ (a - high + low :: zigzag (low + 1) (high - 1) p)).
    + apply (folds_once _ _ []); [constructor|]. unfold a_peak. lia.
    + replace (a - Z.of_nat (S p) * _) with
        (a - high + low - Z.of_nat p * (high - 1 - (low + 1) - Z.of_nat p + 1)) by nia.
      apply IH; lia.
Qed.

(** The value m (2 - m) is attained, so it is the least one. *)
Theorem odd_row_attained p : let m := Z.of_nat p + 1 in let row := 1 :: zigzag 2 (2 * m - 1) p in
  NoDup row /\ all_at_least 1 row /\ all_at_most (2 * m - 1) row /\
  Z.of_nat (length row) = 2 * m - 1 /\ value row = m * (2 - m).
Proof.
  intros m row. destruct (zigzag_in p 2 (2 * m - 1)) as [N B]; [lia|].
  assert (L : forall p low high, length (zigzag low high p) = (2 * p)%nat).
  { clear. induction p as [|p IH]; intros; [reflexivity|]. cbn [zigzag length]. rewrite IH. lia. }
  repeat split.
  - constructor; [|exact N]. intros I%B. lia.
  - apply Forall_forall. intros x [<-|I%B]; lia.
  - apply Forall_forall. intros x [<-|I%B]; lia.
  - unfold row. cbn [length]. rewrite L. lia.
  - assert (F : reduces row [1 - Z.of_nat p * ((2 * m - 1)%Z - 2 - Z.of_nat p + 1)]) by (apply zigzag_folds; lia).
    rewrite (value_alt row _ F).
    + unfold alt, m. simpl. nia.
    + eexists [_], []. rewrite app_nil_r. repeat split; repeat constructor.
Qed.
