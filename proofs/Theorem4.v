(** Theorem 4: boards of several rows and piles (docs/theory.md, section 7). *)

From Twoends Require Export Theorem1.

Section Cards.
Context {card : Type} {ordered : OrderedGroup card}.

(** A pile is a row of which only the first card can be taken. *)
Inductive part := Row (cards : list card) | Pile (cards : list card).

Definition cards_of (p : part) : list card := match p with Row r => r | Pile r => r end.

Definition cards (board : list part) : list card := flat_map cards_of board.

(** A move: the card taken, and what it leaves of a part, or of the board. *)
Definition part_moves (p : part) : list (card * part) :=
  match p with
  | Row ((v :: rest) as r) => [(v, Row rest); (last r 0, Row (removelast r))]
  | Pile (v :: rest) => [(v, Pile rest)]
  | _ => []
  end.

Fixpoint moves (board : list part) : list (card * list part) :=
  match board with
  | [] => []
  | p :: others => map (fun m => (fst m, snd m :: others)) (part_moves p) ++
                   map (fun m => (fst m, p :: snd m)) (moves others)
  end.

(** The margin of a board under optimal play: the best over all moves. *)
Definition largest (l : list card) : card := match l with [] => 0 | x :: t => fold_right max x t end.

Fixpoint bplay (k : nat) (board : list part) : card :=
  match k with
  | O => 0
  | S k => largest (map (fun m => fst m - bplay k (snd m)) (moves board))
  end.

Definition bvalue (board : list part) : card := bplay (length (cards board)) board.

(** ** Coins, live and dead *)

(** Pairs p <= q that were set aside, from the top; d is the sum of q - p. *)
Inductive dead : list card -> card -> Prop :=
  | dead_none : dead [] 0
  | dead_pair p q l d : p <= q -> dead l d -> dead (p :: q :: l) (q - p + d).

(** [form p s d]: contraction makes s of a part, beside dead pairs with the sum d. *)
Inductive form : part -> list card -> card -> Prop :=
  | form_row r s : reduces r s -> valley s -> form (Row r) s 0
  | form_pile r s l d : reduces r (s ++ l) -> desc s -> dead l d -> form (Pile r) s d.

(** The same for a board: S are all live coins, D is the sum over all dead pairs. *)
Inductive board_form : list part -> list card -> card -> Prop :=
  | board_none : board_form [] [] 0
  | board_part p b s S d D : form p s d -> board_form b S D -> board_form (p :: b) (s ++ S) (d + D).

(** Dead cards go in pairs. *)
Lemma dead_sign l d : dead l d -> sign l = 1.
Proof. induction 1; simpl; arith. Qed.

(** The sum D is not negative. *)
Lemma dead_sum l d : dead l d -> 0 <= d.
Proof. induction 1; arith. Qed.

(** More pairs may follow. *)
Lemma dead_app a b d e : dead a d -> dead b e -> dead (a ++ b) (d + e).
Proof.
  induction 1; intros B; simpl; [now replace (0 + e) with e by arith|].
  replace (q - p + d + e) with (q - p + (d + e)) by arith. constructor; auto.
Qed.

(** Every part and every board has such a form. *)
Lemma live_dead t : valley t -> exists s l d, t = s ++ l /\ desc s /\ dead l d.
Proof.
  induction t as [t IH] using by_length. intros V.
  assert (Live : desc t -> exists s l d, t = s ++ l /\ desc s /\ dead l d).
  { intros D. exists t, [], 0. rewrite app_nil_r. repeat split; auto. constructor. }
  assert (Pair : forall r p q, t = r ++ [p; q] -> p <= q -> valley r ->
      exists s l d, t = s ++ l /\ desc s /\ dead l d).
  { intros r p q -> pq Vr. destruct (IH r) as (s & l & d & -> & S & L); auto.
    { rewrite app_length. simpl. arith. }
    exists s, (l ++ [p; q]), (d + (q - p + 0)). rewrite app_assoc. repeat split; auto.
    apply dead_app; [exact L|]. now repeat constructor. }
  destruct V as (a & u & -> & A & U). destruct u as [|q [|p u]]; simpl in *.
  - apply Live. now rewrite app_nil_r.
  - destruct a as [|p a _] using @rev_ind; [apply Live; simpl; auto|].
    destruct (le_or_lt p q) as [pq|qp].
    + apply (Pair a p q); auto; [now rewrite <- app_assoc|]. exists a, []. rewrite app_nil_r.
      repeat split. now apply desc_split in A.
    + apply Live, desc_snoc; [exact A|]. apply Forall_app. split; [|constructor; auto; arith].
      apply (at_least_trans _ p); [arith | now apply desc_last].
  - destruct U as (L & Lp & U). inversion L; subst. apply (Pair (a ++ rev u) p q); auto.
    + now rewrite <- !app_assoc.
    + now exists a, u.
Qed.

(** Every part has a form. *)
Lemma form_exists p : exists s d, form p s d.
Proof.
  destruct p as [r|r].
  - exists (stack true r), 0. constructor; auto using stack_reduces, (stack_valley true).
  - destruct (live_dead (stack true r) (stack_valley true r)) as (s & l & d & E & D & L).
    exists s, d. apply (form_pile r s l d); auto. rewrite <- E. apply stack_reduces.
Qed.

(** So has every board. *)
Theorem board_form_exists board : exists S D, board_form board S D.
Proof.
  induction board as [|p b (S & D & F)]; [repeat econstructor|].
  destruct (form_exists p) as (s & d & P). exists (s ++ S), (d + D). now constructor.
Qed.

(** A part has as many cards as live coins, up to an even number. *)
Lemma form_sign p s d : form p s d -> sign (cards_of p) = sign s.
Proof.
  intros [r s' F _|r s' l d' F _ L]; simpl; rewrite <- (folds_sign _ _ _ F); [auto|].
  rewrite sign_app, (dead_sign _ _ L). arith.
Qed.

(** So has a board. *)
Lemma board_sign b S D : board_form b S D -> sign (cards b) = sign S.
Proof.
  induction 1 as [|p b s S d D F _ IH]; [auto|]. cbn. fold (cards b).
  now rewrite !sign_app, IH, (form_sign _ _ _ F).
Qed.

(** ** What a move brings *)

(** Every list has a bound. *)
Lemma bounded T : exists M, all_at_most M T.
Proof.
  induction T as [|t T [M IH]]; [now exists 0|]. exists (max t M).
  constructor; [arith|]. apply (at_most_trans M); [arith | exact IH].
Qed.

(** A descending list of odd length, with any coins T beside it. *)
Lemma odd_bound A m T : desc (A ++ [m]) -> sign A = 1 -> m + altsum A <= alt T + alt ((A ++ [m]) ++ T).
Proof.
  intros D E. destruct (desc_split _ _ D) as [DA _]. destruct (bounded (m :: T)) as [M B].
  pose proof (alt_key A m M (m :: T) DA E (desc_last _ _ D) B ltac:(now inversion B)) as K.
  rewrite alt_twice in K. rewrite <- app_assoc. simpl. arith.
Qed.

(** A move at the live end coin m of a part: nothing happens to dead pairs; the rest is as in Theorem 1. *)
Definition live_move (p : part) (s : list card) (d m v : card) (p' : part) := exists s', form p' s' d /\
  forall M T, all_at_most M (s ++ T) -> v <= alt (s ++ T) + alt (s' ++ T) <= v + 2 * (M - m).

(** The left move of a row is one. *)
Lemma row_left v row m rest : reduces (v :: row) (m :: rest) -> valley (m :: rest) ->
  live_move (Row (v :: row)) (m :: rest) 0 m v (Row row).
Proof.
  intros F V. destruct (left_move v row m rest F V) as (s & Fs & Vs & B).
  exists s. split; [now constructor|]. intros M T L. inversion L; subst. now apply B.
Qed.

(** So is its right move. *)
Lemma row_right v row m rest : reduces (row ++ [v]) (rest ++ [m]) -> valley (rest ++ [m]) ->
  live_move (Row (row ++ [v])) (rest ++ [m]) 0 m v (Row row).
Proof.
  intros F V. destruct (right_move row v rest m F V) as (s & Fs & Vs & B).
  exists s. split; [now constructor|]. intros M T L.
  apply Forall_app in L as [L LT]. apply Forall_app in L as [L Lm]. inversion Lm; subst.
  apply B; auto. now apply Forall_app.
Qed.

(** So is the move of a pile that has live coins. *)
Lemma pile_live v r m rest l d : reduces (v :: r) ((m :: rest) ++ l) -> desc (m :: rest) -> dead l d ->
  live_move (Pile (v :: r)) (m :: rest) d m v (Pile r).
Proof.
  intros F [Lm D] Dl. destruct (first_card v r m (rest ++ l) F) as (W & FW & -> & E & DW & LW).
  exists (W ++ rest). split.
  - apply (form_pile r _ l d); [now rewrite <- app_assoc | | exact Dl]. now apply (desc_app _ _ m).
  - intros M T L. inversion L; subst. rewrite <- app_assoc. now apply alt_key.
Qed.

(** A pile without live coins: its top card opens a dead pair. *)
Lemma pile_dead v r d : form (Pile (v :: r)) [] d -> exists s' d', form (Pile r) s' d' /\
  (forall T, v + abs (d - d') <= alt T + alt (s' ++ T)) /\ v + (d - d') = alt s'.
Proof.
  intros F. inversion F as [|r' s l d' FR _ L]; subst. simpl in FR.
  destruct L as [|p q l d pq L]; [now apply folds_to_nil in FR|].
  destruct (first_card v r p (q :: l) FR) as (W & FW & -> & E & DW & LW).
  assert (C : (exists A w, W = A ++ [w] /\ w < q) \/ desc (W ++ [q])).
  { destruct W as [|w A _] using @rev_ind; [right; simpl; auto|].
    destruct (le_or_lt q w) as [qw|wq]; [right|left; eauto].
    apply desc_snoc; auto. apply Forall_app. split; [|constructor; auto].
    apply (at_least_trans _ w); [arith | now apply desc_last]. }
  destruct C as [(A & w & -> & wq)|DQ].
  - (* the last of W makes a pair with q *)
    destruct (desc_split _ _ DW) as [DA _]. apply Forall_app in LW as [_ Lw]. inversion Lw; subst.
    rewrite sign_app, altsum_app in *. simpl in *.
    exists A, (q - w + d). split.
    + apply (form_pile r A (w :: q :: l)); auto; [now rewrite <- app_assoc in FW|]. constructor; [arith | exact L].
    + split; [|rewrite alt_desc by exact DA; arith]. intros T.
      destruct A as [|m A _] using @rev_ind; simpl in E; [arith|]. rewrite sign_app, altsum_app in *. simpl in *.
      pose proof (odd_bound A m T DA ltac:(lia)). arith.
  - (* W and q become live *)
    exists (W ++ [q]), d. split; [|split].
    + apply (form_pile r (W ++ [q]) l d); auto. now rewrite <- app_assoc.
    + intros T. pose proof (odd_bound W q T DQ E). arith.
    + rewrite alt_desc, altsum_app, E by exact DQ. simpl. arith.
Qed.

(** A row has two moves. *)
Lemma row_moves r v p' : In (v, p') (part_moves (Row r)) <->
  exists rest, p' = Row rest /\ (r = v :: rest \/ r = rest ++ [v]).
Proof.
  destruct r as [|a r].
  { split; [easy|]. intros (rest & _ & [E|E]); [easy | now apply app_cons_not_nil in E]. }
  destruct (has_last a r) as (q & z & E).
  replace (part_moves (Row (a :: r))) with [(a, Row r); (z, Row q)].
  2: { change ([(a, Row r); (z, Row q)] = [(a, Row r); (last (a :: r) 0, Row (removelast (a :: r)))]).
       now rewrite E, last_last, removelast_last. }
  split.
  - intros [I|[I|[]]]; injection I as <- <-; eauto.
  - intros (rest & -> & [I|I]); [injection I as <- <-; now left|].
    rewrite E in I. apply app_inj_tail in I as [-> ->]. right. now left.
Qed.

(** Any move of a part: it yields v, and this is at most what the theorem says, whatever coins T stand elsewhere. *)
Lemma part_bound p s d v p' : form p s d -> In (v, p') (part_moves p) ->
  exists s' d', form p' s' d' /\ forall T, v + abs (d - d') <= alt (s ++ T) + alt (s' ++ T).
Proof.
  intros F I.
  assert (Live : forall m, live_move p s d m v p' ->
      exists s' d', form p' s' d' /\ forall T, v + abs (d - d') <= alt (s ++ T) + alt (s' ++ T)).
  { intros m (s' & F' & B). exists s', d. split; [exact F'|]. intros T.
    destruct (bounded (s ++ T)) as [M L]. specialize (B M T L). arith. }
  destruct F as [r s F V|[|v' r] s l d F D L]; [apply row_moves in I as (q & -> & [-> | ->])|easy|].
  - destruct s as [|m rest]; [now apply folds_to_nil in F|]. now apply (Live m), row_left.
  - destruct s as [|m rest]; [now apply folds_to_nil, eq_sym, app_cons_not_nil in F|].
    destruct (has_last m rest) as (t & n & E). rewrite E in *. now apply (Live n), row_right.
  - destruct I as [I|[]]. injection I as <- <-. destruct s as [|m rest].
    + destruct (pile_dead v' r d) as (s' & d' & F' & B & _); [|exists s', d'; split; auto].
      now apply (form_pile _ [] l).
    + apply (Live m). now apply (pile_live v' r m rest l d).
Qed.

(** A move at a largest live coin attains it. *)
Lemma part_attained p s d M T : form p s d -> In M s -> all_at_most M (s ++ T) -> exists v p' s',
  In (v, p') (part_moves p) /\ form p' s' d /\ v = alt (s ++ T) + alt (s' ++ T).
Proof.
  intros F I L.
  assert (Live : forall v p', In (v, p') (part_moves p) -> live_move p s d M v p' -> exists v p' s',
    In (v, p') (part_moves p) /\ form p' s' d /\ v = alt (s ++ T) + alt (s' ++ T)).
  { intros v p' Iv (s' & F' & B). exists v, p', s'. repeat split; auto. specialize (B M T L). arith. }
  pose proof L as Ls. apply Forall_app in Ls as [Ls _].
  destruct F as [r s F V|r s l d F D Ld].
  - destruct s as [|m rest]; [easy|]. destruct r as [|v r]; [now apply folds_of_nil in F|].
    destruct (has_last v r) as (q & z & E), (has_last m rest) as (t & n & Es).
    assert (In n (m :: rest)) as Ln by (rewrite Es; apply in_or_app; simpl; auto).
    assert (all_at_most (max m n) (m :: rest)) as B.
    { apply (valley_max _ m rest); auto; [arith|]. rewrite Es, last_last. arith. }
    rewrite Forall_forall in B, Ls. specialize (B M I). specialize (Ls n Ln) as Mn.
    specialize (Ls m (or_introl eq_refl)) as Mm. simpl in Mn, Mm.
    destruct (le_or_lt M m) as [Mm'|mM].
    + assert (m = M) as -> by arith. apply (Live v (Row r)); [apply row_moves; eauto | now apply row_left].
    + assert (n = M) as -> by arith.
      apply (Live z (Row q)); [apply row_moves; eauto|]. rewrite E, Es in *. now apply row_right.
  - destruct s as [|m rest]; [easy|]. destruct r as [|v r]; [now apply folds_of_nil in F|].
    apply (Live v (Pile r)); [now left|]. replace M with m; [now apply (pile_live v r m rest l d)|].
    inversion Ls; subst. destruct D as [Lm _]. rewrite Forall_forall in Lm.
    destruct I as [I|I]; [auto|]. specialize (Lm M I). arith.
Qed.

(** The same on a board. *)
Lemma board_bound b S D : board_form b S D -> forall v b', In (v, b') (moves b) -> exists S' D',
  board_form b' S' D' /\ forall T, v + abs (D - D') <= alt (S ++ T) + alt (S' ++ T).
Proof.
  induction 1 as [|p b s S d D F B IH]; intros v b' I; [easy|].
  simpl in I. apply in_app_or in I. destruct I as [I|I]; apply in_map_iff in I as ([v' x] & E & I);
    simpl in E; injection E as -> <-.
  - destruct (part_bound p s d v x F I) as (s' & d' & F' & C). exists (s' ++ S), (d' + D).
    split; [now constructor|]. intros T. specialize (C (S ++ T)). rewrite <- !app_assoc. arith.
  - destruct (IH v x I) as (S' & D' & F' & C). exists (s ++ S'), (d + D').
    split; [now constructor|]. intros T. specialize (C (s ++ T)).
    rewrite !(alt_perm (_ ++ s ++ T) ((s ++ _) ++ T)) in C by
      (rewrite app_assoc; apply Permutation_app_tail, Permutation_app_comm). arith.
Qed.

(** On a board, too, a largest live coin attains it. *)
Lemma board_attained b S D : board_form b S D -> forall M T, In M S -> all_at_most M (S ++ T) -> exists v b' S',
  In (v, b') (moves b) /\ board_form b' S' D /\ v = alt (S ++ T) + alt (S' ++ T).
Proof.
  induction 1 as [|p b s S d D F B IH]; intros M T I L; [easy|].
  apply in_app_or in I. destruct I as [I|I].
  - destruct (part_attained p s d M (S ++ T) F I) as (v & p' & s' & Im & F' & E).
    { now rewrite app_assoc. }
    exists v, (p' :: b), (s' ++ S). split; [|split; [now constructor|now rewrite <- !app_assoc]].
    apply in_or_app. left. apply in_map_iff. now exists (v, p').
  - assert (P : forall R, Permutation (R ++ s ++ T) ((s ++ R) ++ T)).
    { intros R. rewrite app_assoc. apply Permutation_app_tail, Permutation_app_comm. }
    destruct (IH M (s ++ T) I) as (v & b' & S' & Im & F' & E).
    { eapply Permutation_Forall; [symmetry; apply P | exact L]. }
    rewrite !(alt_perm _ _ (P _)) in E.
    exists v, (p :: b'), (s ++ S'). split; [|split; [now constructor | exact E]].
    apply in_or_app. right. apply in_map_iff. now exists (v, b').
Qed.

(** If nothing is live, the top card of any pile attains it. *)
Lemma board_dead b S D : board_form b S D -> S = [] -> cards b <> [] -> exists v b' S' D',
  In (v, b') (moves b) /\ board_form b' S' D' /\ v + (D - D') = alt S'.
Proof.
  induction 1 as [|p b s S d D F B IH]; intros N NE; [easy|].
  apply app_eq_nil in N as [-> ->]. destruct (cards_of p) as [|v r] eqn:C.
  - (* this part is empty *)
    destruct IH as (v & b' & S' & D' & I & F' & E); auto.
    { intros N. apply NE. cbn. now rewrite C. }
    exists v, (p :: b'), S', (d + D'). split; [|split; [now apply (board_part p b' [] S')|arith]].
    apply in_or_app. right. apply in_map_iff. now exists (v, b').
  - destruct p as [r'|r']; simpl in C; subst r'.
    { inversion F as [? ? FR|]; subst. now apply folds_to_nil in FR. }
    destruct (pile_dead v r d F) as (s' & d' & F' & _ & E).
    exists v, (Pile r :: b), (s' ++ []), (d' + D). split; [now left|].
    split; [now constructor|]. rewrite app_nil_r. arith.
Qed.

(** ** Theorem 4 *)

(** A move takes one card of a part. *)
Lemma part_length p v p' : In (v, p') (part_moves p) -> length (cards_of p) = S (length (cards_of p')).
Proof.
  destruct p as [r|[|a r]]; [| easy | now intros [[= <- <-]|[]]].
  intros (q & -> & [-> | ->])%row_moves; simpl; [easy|]. rewrite app_length. simpl. arith.
Qed.

(** A move takes one card of a board. *)
Lemma moves_length b : forall v b', In (v, b') (moves b) -> length (cards b) = S (length (cards b')).
Proof.
  induction b as [|p b IH]; intros v b' I; [easy|].
  apply in_app_or in I. destruct I as [I|I]; apply in_map_iff in I as ([v' x] & E & I);
    simpl in E; injection E as -> <-; cbn; fold (cards b); rewrite !app_length.
  - apply part_length in I. arith.
  - apply IH in I. fold (cards x). arith.
Qed.

(** The largest element is at least all others. *)
Lemma largest_spec l x : (forall y, In y l -> y <= x) -> In x l -> largest l = x.
Proof.
  destruct l as [|a l]; [easy|]. intros L I. apply leb_antisym.
  - pose proof (L a (or_introl eq_refl)) as A. simpl. clear I. induction l as [|b l IH]; simpl in *; [exact A|].
    assert (b <= x) by auto. assert (fold_right max a l <= x); [|arith].
    apply IH. intros y [->|J]; auto.
  - simpl. destruct I as [->|I]; [clear L; induction l; simpl; arith|].
    clear L. induction l as [|b l IH]; [easy|]. destruct I as [->|I]; simpl; [arith|]. specialize (IH I). arith.
Qed.

(** Signs depend on the length only. *)
Lemma sign_length (a : list card) : forall b : list card, length a = length b -> sign a = sign b.
Proof. induction a as [|x a IH]; intros [|y b] L; simpl in *; auto; try arith. rewrite (IH b); arith. Qed.

(** A board without cards has no coins, live or dead. *)
Lemma no_cards b S D : board_form b S D -> cards b = [] -> S = [] /\ D = 0.
Proof.
  induction 1 as [|p b s S d D F B IH]; intros N; [easy|]. apply app_eq_nil in N as [C N].
  destruct (IH N) as [-> ->]. destruct F as [r s F V|r s l d F _ L]; simpl in C; subst r;
    apply folds_of_nil in F; [subst|apply app_eq_nil in F as [-> ->]; inversion L; subst];
    split; (reflexivity || group).
Qed.

(** The value of a board is the sorted alternating sum of its live coins, less D if the number of its cards is even,
    and more D if it is odd. *)
Theorem board_value b S D : board_form b S D -> bvalue b = alt S - sign (cards b) * D.
Proof.
  unfold bvalue. remember (length (cards b)) as n eqn:L. revert b S D L.
  induction n as [|n IH]; intros b S D L F; pose proof (board_sign _ _ _ F) as Sg.
  { destruct (cards b) eqn:C; [|easy]. destruct (no_cards _ _ _ F C) as [-> ->]. unfold alt. simpl. group. }
  (* what a move to b' yields, with S' and D' for b' *)
  assert (Y : forall v b' S' D', In (v, b') (moves b) -> board_form b' S' D' ->
      v - bplay n b' = v - alt S' - sign (cards b) * D').
  { intros v b' S' D' I F'. pose proof (moves_length b v b' I) as Lb.
    rewrite (IH b' S' D') by (auto; arith).
    rewrite (sign_length (cards b) (0 :: cards b') ltac:(simpl; arith)). simpl. arith. }
  cbn [bplay]. apply largest_spec.
  - intros y ((v & b') & <- & I)%in_map_iff. simpl.
    destruct (board_bound b S D F v b' I) as (S' & D' & F' & B). rewrite (Y v b' S' D' I F').
    specialize (B []). rewrite !app_nil_r in B. destruct (sign_cases (cards b)) as [-> | ->]; arith.
  - apply in_map_iff.
    assert (A : exists v b' S' D', In (v, b') (moves b) /\ board_form b' S' D' /\
        v - alt S' - sign (cards b) * D' = alt S - sign (cards b) * D).
    { destruct S as [|m S].
      - destruct (board_dead b [] D F) as (v & b' & S' & D' & I & F' & E); auto.
        { intros C. now rewrite C in L. }
        exists v, b', S', D'. rewrite Sg. simpl. repeat split; auto. change (alt []) with 0. arith.
      - assert (exists M, In M (m :: S) /\ all_at_most M (m :: S)) as (M & IM & LM).
        { pose proof (sort_desc (m :: S)) as DS. pose proof (sort_perm (m :: S)) as PS.
          destruct (sort (m :: S)) as [|M R]; [now apply Permutation_sym, Permutation_nil in PS|].
          exists M. split; [now apply (Permutation_in _ (Permutation_sym PS)), in_eq|].
          apply (Permutation_Forall (Permutation_sym PS)). destruct DS. constructor; [arith | auto]. }
        destruct (board_attained b (m :: S) D F M [] IM) as (v & b' & S' & I & F' & E);
          rewrite !app_nil_r in *; auto.
        exists v, b', S', D. repeat split; auto. arith. }
    destruct A as (v & b' & S' & D' & I & F' & E). exists (v, b'). split; [|exact I].
    simpl. now rewrite (Y v b' S' D' I F').
Qed.

(** The moves at a live end coin m, one by one: the card v at the outer end of it, and what is left of the part. *)
Inductive takes_from : part -> list card -> card -> card -> part -> Prop :=
  | row_from_left v r m rest : takes_from (Row (v :: r)) (m :: rest) m v (Row r)
  | row_from_right v r m rest : takes_from (Row (r ++ [v])) (rest ++ [m]) m v (Row r)
  | pile_from_top v r m rest : takes_from (Pile (v :: r)) (m :: rest) m v (Pile r).

(** These are moves of the game, and each is as the proofs above want it. *)
Lemma takes_live p s d m v p' : form p s d -> takes_from p s m v p' ->
  In (v, p') (part_moves p) /\ live_move p s d m v p'.
Proof.
  intros F T. destruct T as [v r m rest|v r m rest|v r m rest]; inversion F; subst.
  - split; [now left | now apply row_left].
  - split; [apply row_moves; eauto | now apply row_right].
  - split; [now left | now apply (pile_live v r m rest l d)].
Qed.

(** A part in its place on a board. *)
Lemma board_form_at x X DX p s d y Y DY : board_form x X DX -> form p s d -> board_form y Y DY ->
  board_form (x ++ p :: y) (X ++ s ++ Y) (DX + (d + DY)).
Proof.
  intros Fx Fp Fy. induction Fx as [|q b t S e D F Fb IH]; simpl.
  - replace (0 + (d + DY)) with (d + DY) by group. now constructor.
  - rewrite <- app_assoc. replace (e + D + (d + DY)) with (e + (D + (d + DY))) by group. now constructor.
Qed.

(** Taking the outer card of a live end coin m costs at least 0 and at most 2 (max - m). *)
Theorem board_loss x p y X DX s d Y DY m v p' M : board_form x X DX -> form p s d -> board_form y Y DY ->
  takes_from p s m v p' -> all_at_most M (X ++ s ++ Y) ->
  0 <= bvalue (x ++ p :: y) - (v - bvalue (x ++ p' :: y)) <= 2 * (M - m).
Proof.
  intros Fx Fp Fy T L. destruct (takes_live p s d m v p' Fp T) as [I (s' & Fp' & B)].
  rewrite (board_value _ _ _ (board_form_at _ _ _ _ _ _ _ _ _ Fx Fp Fy)).
  rewrite (board_value _ _ _ (board_form_at _ _ _ _ _ _ _ _ _ Fx Fp' Fy)).
  assert (P : forall t, Permutation (X ++ t ++ Y) (t ++ X ++ Y)).
  { intros t. rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm. }
  rewrite !(alt_perm _ _ (P _)). specialize (B M (X ++ Y) ltac:(now apply (Permutation_Forall (P s)))).
  rewrite (sign_length (cards (x ++ p :: y)) (0 :: cards (x ++ p' :: y))); [simpl; arith|].
  apply part_length in I. unfold cards. rewrite !flat_map_app. simpl. rewrite !app_length. arith.
Qed.

(** If nothing is live, the top card of any pile is a best move. *)
Theorem board_dead_move x y v r D : board_form (x ++ Pile (v :: r) :: y) [] D ->
  bvalue (x ++ Pile (v :: r) :: y) = v - bvalue (x ++ Pile r :: y).
Proof.
  intros F. rewrite (board_value _ _ _ F).
  assert (A : exists S' D', board_form (x ++ Pile r :: y) S' D' /\ v + (D - D') = alt S').
  { assert (Split : forall p b E, board_form (p :: b) [] E ->
        exists d D', form p [] d /\ board_form b [] D' /\ E = d + D').
    { intros p b E B. inversion B as [|p' b' s S d D' Fp Fb Ep N]. apply app_eq_nil in N as [-> ->]. eauto. }
    clear - F Split. revert D F. induction x as [|p x IH]; simpl; intros D F;
      apply Split in F as (d & D0 & Fp & Fb & ->).
    - destruct (pile_dead v r d Fp) as (s' & d' & F' & _ & E).
      exists (s' ++ []), (d' + D0). split; [now constructor|]. rewrite app_nil_r. arith.
    - destruct (IH _ Fb) as (S' & D' & F' & E).
      exists S', (d + D'). split; [now apply (board_part p _ [] S')|arith]. }
  destruct A as (S' & D' & F' & E). rewrite (board_value _ _ _ F'), <- E.
  pose proof (board_sign _ _ _ F) as Sg. rewrite Sg.
  rewrite (sign_length (cards (x ++ Pile (v :: r) :: y)) (0 :: cards (x ++ Pile r :: y))) in Sg.
  - cbn [sign] in *. replace (sign (cards (x ++ Pile r :: y))) with (-1) by arith. change (alt []) with 0. arith.
  - unfold cards. rewrite !flat_map_app. simpl. rewrite !app_length. simpl. rewrite app_length. arith.
Qed.

(** Rows alone: the value is the sorted alternating sum of the coins of all rows. *)
Theorem rows_value rows coins : Forall2 (fun r s => reduces r s /\ valley s) rows coins ->
  bvalue (map Row rows) = alt (concat coins).
Proof.
  intros F. assert (B : board_form (map Row rows) (concat coins) 0).
  { induction F as [|r s rows coins [R V] F IH]; simpl; [constructor|].
    rewrite <- (add_zero 0). apply (board_part (Row r)); [now constructor | exact IH]. }
  rewrite (board_value _ _ _ B). arith.
Qed.

(** So a board of one row is worth what the row is. *)
Corollary one_row r : bvalue [Row r] = value r.
Proof.
  pose proof (rows_value [r] [stack true r]) as B. simpl in B. rewrite app_nil_r in B. rewrite B.
  - symmetry. apply value_alt; [apply stack_reduces | apply (stack_valley true)].
  - constructor; [|constructor]. split; [apply stack_reduces | apply (stack_valley true)].
Qed.

(** ** The value of a board, computed *)

(** Set dead pairs aside, from the bottom of a pile that has no peaks: the live coins, and the sum D. The coins come
    bottom first. *)
Fixpoint bury (t : list card) (d : card) : list card * card :=
  match t with
  | q :: p :: above => if p <=? q then bury above (q - p + d) else (rev t, d)
  | _ => (rev t, d)
  end.

(** Live coins and D of a part. *)
Definition coins_and_dead (p : part) : list card * card :=
  match p with
  | Row r => (stack true r, 0)
  | Pile r => bury (rev (stack true r)) 0
  end.

Definition solve_board (b : list part) : card :=
  alt (flat_map (fun p => fst (coins_and_dead p)) b) -
  sign (cards b) * fold_right (fun p D => snd (coins_and_dead p) + D) 0 b.

(** What is buried is dead, and what stays descends. *)
Lemma bury_dead t : valley t -> forall l d, dead l d -> exists s l' d', bury (rev t) d = (s, d') /\
  t ++ l = s ++ l' /\ desc s /\ dead l' d'.
Proof.
  induction t as [t IH] using by_length. intros V l d L.
  assert (Live : (forall x q p, rev t = q :: p :: x -> p <=? q = false) -> desc t ->
      exists s l' d', bury (rev t) d = (s, d') /\ t ++ l = s ++ l' /\ desc s /\ dead l' d').
  { intros N D. exists t, l, d. repeat split; auto. rewrite <- (rev_involutive t) at 2.
    destruct (rev t) as [|q [|p x]]; try reflexivity. simpl. now rewrite (N x q p eq_refl). }
  destruct t as [|q t _] using @rev_ind; [apply Live; simpl; easy|].
  destruct t as [|p t _] using @rev_ind; [apply Live; simpl; easy|].
  destruct (leb_spec p q) as [pq|qp].
  - rewrite !rev_app_distr. cbn [rev app bury]. replace (p <=? q) with true by arith.
    destruct (IH t) with (l := p :: q :: l) (d := q - p + d) as (s & l' & d' & B & E & D & L').
    + rewrite !app_length. simpl. arith.
    + destruct V as (a & u & E & A & U). destruct u as [|q' [|p' u]]; simpl in E.
      * rewrite app_nil_r in E. subst a. exists t, []. rewrite app_nil_r. repeat split.
        now apply desc_split, proj1, desc_split in A.
      * apply app_inj_tail in E as [E ->]. subst a. exists t, []. rewrite app_nil_r. repeat split.
        now apply desc_split in A.
      * rewrite app_assoc in E. apply app_inj_tail in E as [E ->]. rewrite app_assoc in E.
        apply app_inj_tail in E as [E ->]. exists a, u. repeat split; auto. apply U.
    + now constructor.
    + exists s, l', d'. repeat split; auto. now rewrite <- !app_assoc.
  - apply Live.
    + intros x q' p' E. rewrite !rev_app_distr in E. injection E as <- <- _. arith.
    + destruct V as (a & u & E & A & U). destruct u as [|q' [|p' u]]; simpl in E.
      * now rewrite app_nil_r in E; subst a.
      * apply app_inj_tail in E as [<- ->]. apply desc_snoc; [exact A|]. apply Forall_app.
        split; [|constructor; [arith | constructor]]. apply (at_least_trans _ p); [arith | now apply desc_last].
      * rewrite app_assoc in E. apply app_inj_tail in E as [E ->]. rewrite app_assoc in E.
        apply app_inj_tail in E as [_ ->]. destruct U as (L1 & _). inversion L1; subst. arith.
Qed.

(** So this is the value of the board. *)
Theorem solve_board_correct b : solve_board b = bvalue b.
Proof.
  unfold solve_board. symmetry. apply board_value. induction b as [|p b IH]; [constructor|].
  cbn [flat_map fold_right]. constructor; [|exact IH]. destruct p as [r|r]; simpl.
  - constructor; auto using stack_reduces, (stack_valley true).
  - destruct (bury_dead (stack true r) (stack_valley true r) [] 0 dead_none) as (s & l & d & -> & E & D & L).
    rewrite app_nil_r in E. apply (form_pile r s l d); auto. rewrite <- E. apply stack_reduces.
Qed.

End Cards.
