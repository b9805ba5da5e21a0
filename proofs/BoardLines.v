(** A whole line of best play on a board, with the proof that each of its moves is best (docs/theory.md, section 7). *)

From Twoends Require Import Theorem2 Lines Theorem4.

Section Cards.
Context {card : Type} {ordered : OrderedGroup card}.

Local Notation part := (@part card).
Local Notation coin := (card * nat)%type.

(** A move takes a card of the i-th part from a side: the card, and the board that it leaves. *)
Definition take_part (p : part) (s : side) : option (card * part) :=
  match p, s with
  | Row (v :: rest), Left => Some (v, Row rest)
  | Row ((_ :: _) as r), Right => Some (last r 0, Row (removelast r))
  | Pile (v :: rest), Left => Some (v, Pile rest)
  | _, _ => None
  end.

Fixpoint take (board : list part) (i : nat) (s : side) : option (card * list part) :=
  match board, i with
  | [], _ => None
  | p :: others, O => option_map (fun m => (fst m, snd m :: others)) (take_part p s)
  | p :: others, S i => option_map (fun m => (fst m, p :: snd m)) (take others i s)
  end.

(** A line of best play: it takes every card, and each move is a best one. *)
Fixpoint best_board_line (board : list part) (line : list (nat * side)) : Prop :=
  match line with
  | [] => cards board = []
  | (i, s) :: line => exists v left, take board i s = Some (v, left) /\
      bvalue board = v - bvalue left /\ best_board_line left line
  end.

(** What is left of a part: the live coins, with the numbers of their cards, and the number of dead cards. *)
Inductive rest_of := RowOf (live : list coin) | PileOf (live : list coin) (dead : nat).

(** Set dead pairs aside from the bottom, as [bury] does, and count their cards. *)
Fixpoint settle (t : list coin) (n : nat) : list coin * nat :=
  match t with
  | q :: p :: above => if fst p <=? fst q then settle above (snd q + (snd p + n)) else (rev t, n)
  | _ => (rev t, n)
  end.

Definition reduce (p : part) : rest_of :=
  match p with
  | Row r => RowOf (coins_of r)
  | Pile r => let (live, n) := settle (rev (coins_of r)) 0 in PileOf live n
  end.

(** The larger live end of a part, the left one of equal ends: its side, its coin, and what is left. *)
Definition larger_end (q : rest_of) : option (side * coin * rest_of) :=
  match q with
  | RowOf ((m :: rest) as s) =>
      let z := last s m in
      Some (if fst z <=? fst m then (Left, m, RowOf rest) else (Right, z, RowOf (removelast s)))
  | PileOf (m :: rest) n => Some (Left, m, PileOf rest n)
  | _ => None
  end.

(** The largest live end of all parts, the first one of equal ends. *)
Fixpoint largest_end (b : list rest_of) : option (nat * side * coin * list rest_of) :=
  match b with
  | [] => None
  | q :: b =>
      match larger_end q, largest_end b with
      | None, None => None
      | Some (s, m, q'), None => Some (O, s, m, q' :: b)
      | None, Some (i, t, c, b') => Some (S i, t, c, q :: b')
      | Some (s, m, q'), Some (i, t, c, b') =>
          Some (if fst c <=? fst m then (O, s, m, q' :: b) else (S i, t, c, q :: b'))
      end
  end.

(** If nothing is live, pile after pile is emptied; i is the number of the first part. *)
Fixpoint dead_runs (i : nat) (b : list rest_of) : list (nat * side) :=
  match b with
  | [] => []
  | RowOf _ :: b => dead_runs (S i) b
  | PileOf _ n :: b => repeat (i, Left) n ++ dead_runs (S i) b
  end.

(** Take the largest live end coin as a run; k is at least the number of live coins. *)
Fixpoint board_runs (k : nat) (b : list rest_of) : list (nat * side) :=
  match k, largest_end b with
  | S k, Some (i, s, c, b') => repeat (i, s) (snd c) ++ board_runs k b'
  | _, _ => dead_runs 0 b
  end.

Definition live (q : rest_of) : list coin := match q with RowOf s => s | PileOf s _ => s end.

Definition board_line (board : list part) : list (nat * side) :=
  let b := map reduce board in board_runs (length (flat_map live b)) b.

(** ** Proof *)

(** A move is one of the game. *)
Lemma take_moves i s : forall board m, take board i s = Some m -> In m (moves board).
Proof.
  induction i as [|i IH]; intros [|p others] m T; try discriminate; simpl in T; apply in_or_app.
  - left. apply in_map_iff. destruct (take_part p s) as [x|] eqn:E; [|discriminate]. injection T as <-.
    exists x. split; [reflexivity|]. destruct p as [[|v r]|[|v r]], s; try discriminate; injection E as <-; simpl; auto.
  - right. apply in_map_iff. destruct (take others i s) as [x|] eqn:E; [|discriminate]. injection T as <-. eauto.
Qed.

(** A move in the part after x. *)
Lemma take_at x p y s v p' : take_part p s = Some (v, p') ->
  take (x ++ p :: y) (length x) s = Some (v, x ++ p' :: y).
Proof. intros T. induction x as [|q x IH]; simpl; [now rewrite T | now rewrite IH]. Qed.

(** A run of n moves at a side of the part p, which leaves p', is best play wherever all other live coins are at
    most m. *)
Definition part_run (p : part) (sd : side) (n : nat) (m : card) (p' : part) : Prop :=
  forall x X DX y Y DY line, board_form x X DX -> board_form y Y DY -> all_at_most m (X ++ Y) ->
    best_board_line (x ++ p' :: y) line -> best_board_line (x ++ p :: y) (repeat (length x, sd) n ++ line).

(** A part [c r], from which the cards r are taken one by one: if r has been folded into W, the coins of the part are
    [s W]. The first cards are taken as long as there are some. *)
Lemma run_at (c : list card -> part) (s : list card -> list card) d m sd r :
  (forall v r, take_part (c (v :: r)) sd = Some (v, c r)) ->
  (forall v r w W, takes_from (c (v :: r)) (s (w :: W)) w v (c r)) ->
  (forall r W, reduces r W -> desc W -> all_at_least m W -> form (c r) (s W) d) ->
  (forall M W, all_at_most M W -> m <= M -> all_at_most M (s W)) ->
  reduces r [m] -> part_run (c r) sd (length r) m (c []).
Proof.
  intros Tk Tf Fm B F x X DX y Y DY line Fx Fy L H.
  assert (Go : forall r W, reduces r W -> desc W -> all_at_least m W ->
      best_board_line (x ++ c r :: y) (repeat (length x, sd) (length r) ++ line)).
  2: { apply (Go r [m] F); simpl; auto using le_refl. }
  clear r F. induction r as [|v r IH]; intros W F D A; [exact H|].
  destruct W as [|w W]; [now apply folds_to_nil in F|].
  destruct D as [Lw D]. inversion A as [|? ? mw A']; subst.
  destruct (first_card v r w W F) as (W' & F' & _ & _ & D' & A'').
  exists v, (x ++ c r :: y). split; [apply take_at, Tk|]. split.
  - pose proof (board_loss x (c (v :: r)) y X DX (s (w :: W)) d Y DY w v (c r) w Fx
      (Fm _ _ F (conj Lw D) A) Fy (Tf v r w W)) as C.
    specialize (C ltac:(apply Forall_app in L as [LX LY]; repeat (apply Forall_app; split);
      [now apply (at_most_trans m) | apply B; [constructor; auto using le_refl | exact mw]
      | now apply (at_most_trans m)])). group.
  - apply (IH (W' ++ W)); [exact F' | now apply (desc_app _ _ w)|]. apply Forall_app.
    split; [now apply (at_least_trans m w) | exact A'].
Qed.

(** The three ends. *)
Lemma row_run_left cards others m rest : reduces cards [m] -> reduces others rest -> valley (m :: rest) ->
  all_at_most m rest -> part_run (Row (cards ++ others)) Left (length cards) m (Row others).
Proof.
  intros F Fo V L.
  apply (run_at (fun r => Row (r ++ others)) (fun W => W ++ rest) 0 m Left cards); auto.
  - intros. constructor.
  - intros r W FW D A. constructor; [now apply folds_app | now apply (valley_replace m)].
  - intros M W A mM. apply Forall_app. split; [exact A | now apply (at_most_trans m)].
Qed.

Lemma row_run_right cards others m rest : reduces cards [m] -> reduces others rest -> valley (rest ++ [m]) ->
  all_at_most m rest -> part_run (Row (others ++ cards)) Right (length cards) m (Row others).
Proof.
  intros F Fo V L. rewrite <- (rev_involutive cards), rev_length.
  replace (Row others) with (Row (others ++ rev [])) by (simpl; now rewrite app_nil_r).
  apply (run_at (fun r => Row (others ++ rev r)) (fun W => rest ++ rev W) 0 m Right (rev cards)).
  - intros v r. simpl. rewrite app_assoc. destruct ((others ++ rev r) ++ [v]) eqn:E.
    + now apply eq_sym, app_cons_not_nil in E.
    + rewrite <- E, last_last, removelast_last. now destruct others, r.
  - intros v r w W. simpl. rewrite !app_assoc. constructor.
  - intros r W FW D A. constructor.
    + apply folds_app; [exact Fo | now apply reduces_rev].
    + apply valley_rev in V. rewrite rev_app_distr in V. simpl in V.
      rewrite <- (rev_involutive (rest ++ rev W)). apply valley_rev. rewrite rev_app_distr, rev_involutive.
      now apply (valley_replace m).
  - intros M W A mM. apply Forall_app. split; [now apply (at_most_trans m) | now apply Forall_rev].
  - exact (reduces_rev _ _ F).
Qed.

Lemma pile_run cards others m rest l d : reduces cards [m] -> reduces others (rest ++ l) -> desc (m :: rest) ->
  dead l d -> part_run (Pile (cards ++ others)) Left (length cards) m (Pile others).
Proof.
  intros F Fo [L D] Dl.
  apply (run_at (fun r => Pile (r ++ others)) (fun W => W ++ rest) d m Left cards); auto.
  - intros. constructor.
  - intros r W FW DW A. apply (form_pile _ _ l); [|now apply (desc_app _ _ m)|exact Dl].
    rewrite <- app_assoc. now apply folds_app.
  - intros M W A mM. apply Forall_app. split; [exact A | now apply (at_most_trans m)].
Qed.

(** A pile is emptied, if nothing else is live. *)
Lemma empty_pile x DX y DY line : board_form x [] DX -> board_form y [] DY ->
  best_board_line (x ++ Pile [] :: y) line ->
  forall r, best_board_line (x ++ Pile r :: y) (repeat (length x, Left) (length r) ++ line).
Proof.
  intros Fx Fy H. induction r as [|v r IH]; [exact H|].
  exists v, (x ++ Pile r :: y). split; [now apply take_at|]. split; [|exact IH].
  destruct (form_exists (Pile (v :: r))) as (s & d & F). destruct s as [|m rest].
  - exact (board_dead_move x y v r _ (board_form_at _ _ _ _ _ _ _ _ _ Fx F Fy)).
  - assert (L : all_at_most m (m :: rest)).
    { inversion F as [|r' s' l' d' FR D Dl]; subst. destruct D as [L _]. constructor; auto using le_refl. }
    pose proof (board_loss x _ y [] DX (m :: rest) d [] DY m v (Pile r) m Fx F Fy (pile_from_top v r m rest)) as C.
    simpl app in C. rewrite app_nil_r in C. specialize (C L). group.
Qed.

(** ** What is left *)

(** A part, and what is left of it. *)
Inductive state : part -> rest_of -> Prop :=
  | state_row r s : cut r s -> valley (map fst s) -> state (Row r) (RowOf s)
  | state_pile r s e l d : cut r s -> desc (map fst s) -> reduces e l -> dead l d ->
      state (Pile (r ++ e)) (PileOf s (length e)).

(** So its live coins are a form of the part. *)
Lemma state_form p q : state p q -> exists d, form p (map fst (live q)) d.
Proof.
  intros [r s C V|r s e l d C D F L]; simpl.
  - exists 0. constructor; [now apply cut_reduces | exact V].
  - exists d. apply (form_pile _ _ l); auto. apply folds_app; [now apply cut_reduces | exact F].
Qed.

Lemma states_form b : forall qs, Forall2 state b qs -> exists D, board_form b (map fst (flat_map live qs)) D.
Proof.
  induction b as [|p b IH]; intros qs F; inversion F as [|? q ? qs' Sq Sb]; subst; [eexists; constructor|].
  destruct (IH _ Sb) as [D B]. destruct (state_form _ _ Sq) as [d Fp]. exists (d + D). simpl. rewrite map_app.
  now constructor.
Qed.

(** The larger end of a part is a run. *)
Lemma larger_end_run p q : state p q ->
  match larger_end q with
  | None => live q = []
  | Some (s, m, q') => all_at_most (fst m) (map fst (live q)) /\ length (live q) = S (length (live q')) /\
      exists p', state p' q' /\ part_run p s (snd m) (fst m) p'
  end.
Proof.
  intros [r s C V|r s e l d C D F L].
  - destruct s as [|[m n] s]; [reflexivity|]. unfold larger_end. cbn [live fst].
    destruct (exists_last (l := (m, n) :: s) ltac:(discriminate)) as (t & z & E).
    rewrite E, last_last, removelast_last. rewrite <- E. cbn [map fst] in V |- *.
    assert (Ez : last (m :: map fst s) 0 = fst z).
    { apply (f_equal (map fst)) in E. rewrite map_app in E. cbn [map fst] in E. now rewrite E, last_last. }
    destruct (leb_spec (fst z) m) as [zm|mz].
    + assert (M : all_at_most m (m :: map fst s)).
      { apply (valley_max _ m (map fst s)); auto using le_refl. now rewrite Ez. }
      split; [exact M|]. split; [reflexivity|]. inversion C as [|cards row' m' s' Fc Cr]; subst. inversion M; subst.
      exists (Row row'). split; [|now apply (row_run_left cards row' m (map fst s)); [|apply cut_reduces|exact V|]].
      constructor; [exact Cr|]. apply (valley_replace m (map fst s) []); simpl; auto.
    + assert (M : all_at_most (fst z) (m :: map fst s)).
      { apply (valley_max _ m (map fst s)); auto; [now apply lt_le | rewrite Ez; apply le_refl]. }
      split; [exact M|]. destruct (cut_last _ _ C t z E) as (others & cards & -> & Co & Fc & Lz).
      apply (f_equal (map fst)) in E as Em. rewrite map_app in Em. cbn [map fst] in Em. rewrite Em in V, M.
      apply Forall_app in M as [M _]. split.
      { apply (f_equal (@length coin)) in E. rewrite app_length in E. simpl in E |- *. lia. }
      exists (Row others). rewrite Lz.
      split; [|now apply (row_run_right cards others (fst z) (map fst t)); [|apply cut_reduces| |]].
      constructor; [exact Co|]. apply valley_rev in V. rewrite rev_app_distr in V. simpl in V.
      rewrite <- (rev_involutive (map fst t)). apply valley_rev.
      apply (valley_replace (fst z) (rev (map fst t)) []); simpl; auto.
  - destruct s as [|[m n] s]; [reflexivity|]. cbn [larger_end live map fst length] in *.
    pose proof D as [Lm Ds]. split; [constructor; auto using le_refl|]. split; [reflexivity|].
    inversion C as [|cards row' m' s' Fc Cr]; subst. exists (Pile (row' ++ e)).
    split; [now apply (state_pile row' s e l d)|]. rewrite <- app_assoc.
    apply (pile_run cards (row' ++ e) m (map fst s) l d); auto. apply folds_app; [now apply cut_reduces | exact F].
Qed.

(** So is the largest end of a board. *)
Lemma largest_end_run b : forall qs, Forall2 state b qs ->
  match largest_end qs with
  | None => flat_map live qs = []
  | Some (i, s, c, qs') => all_at_most (fst c) (map fst (flat_map live qs)) /\
      length (flat_map live qs) = S (length (flat_map live qs')) /\
      exists x X DX p p' y Y DY, b = x ++ p :: y /\ i = length x /\ board_form x X DX /\ board_form y Y DY /\
        all_at_most (fst c) (X ++ Y) /\ part_run p s (snd c) (fst c) p' /\ Forall2 state (x ++ p' :: y) qs'
  end.
Proof.
  induction b as [|p b IH]; intros qs F; inversion F as [|? q ? qs1 Sq Sb]; subst; [reflexivity|].
  specialize (IH _ Sb). pose proof (larger_end_run p q Sq) as H. cbn [largest_end].
  destruct (state_form _ _ Sq) as [d Fp]. destruct (states_form _ _ Sb) as [D Fb].
  (* the end lies in the first part, or in a later one *)
  assert (Here : forall s m q', larger_end q = Some (s, m, q') -> all_at_most (fst m) (map fst (flat_map live qs1)) ->
    all_at_most (fst m) (map fst (flat_map live (q :: qs1))) /\
    length (flat_map live (q :: qs1)) = S (length (flat_map live (q' :: qs1))) /\
    exists x X DX p0 p' y Y DY, p :: b = x ++ p0 :: y /\ O = length x /\ board_form x X DX /\ board_form y Y DY /\
      all_at_most (fst m) (X ++ Y) /\ part_run p0 s (snd m) (fst m) p' /\ Forall2 state (x ++ p' :: y) (q' :: qs1)).
  { intros s m q' E L. rewrite E in H. destruct H as (M & N & p' & Sp & R). simpl. rewrite map_app, !app_length, N.
    split; [now apply Forall_app|]. split; [reflexivity|].
    exists [], [], 0, p, p', b, (map fst (flat_map live qs1)), D. repeat split; auto; now constructor. }
  assert (There : forall i s c qs', largest_end qs1 = Some (i, s, c, qs') -> all_at_most (fst c) (map fst (live q)) ->
    all_at_most (fst c) (map fst (flat_map live (q :: qs1))) /\
    length (flat_map live (q :: qs1)) = S (length (flat_map live (q :: qs'))) /\
    exists x X DX p0 p' y Y DY, p :: b = x ++ p0 :: y /\ S i = length x /\ board_form x X DX /\ board_form y Y DY /\
      all_at_most (fst c) (X ++ Y) /\ part_run p0 s (snd c) (fst c) p' /\ Forall2 state (x ++ p' :: y) (q :: qs')).
  { intros i s c qs' E L. rewrite E in IH. destruct IH as (M & N & x & X & DX & p0 & p' & y & Y & DY & -> & -> & B).
    destruct B as (Fx & Fy & LXY & R & S'). simpl. rewrite map_app, !app_length, N.
    split; [now apply Forall_app|]. split; [lia|].
    exists (p :: x), (map fst (live q) ++ X), (d + DX), p0, p', y, Y, DY. repeat split; auto; try now constructor.
    rewrite <- app_assoc. now apply Forall_app. }
  destruct (larger_end q) as [[[s m] q']|], (largest_end qs1) as [[[[i t] c] qs']|].
  - destruct H as (M & _), IH as (Mc & _). destruct (leb_spec (fst c) (fst m)).
    + apply Here; [reflexivity|]. now apply (at_most_trans (fst c)).
    + apply There; [reflexivity|]. apply (at_most_trans (fst m)); auto using lt_le.
  - apply Here; [reflexivity|]. rewrite IH. constructor.
  - apply There; [reflexivity|]. rewrite H. constructor.
  - simpl. now rewrite H, IH.
Qed.

(** A board without cards has no live coins. *)
Lemma no_cards_form x : cards x = [] -> exists DX, board_form x [] DX.
Proof.
  intros N. destruct (board_form_exists x) as (X & DX & F). destruct (no_cards _ _ _ F N) as [-> ->]. eauto.
Qed.

(** If nothing is live, the piles can be emptied in turn. *)
Lemma dead_runs_best y : forall qs x, Forall2 state y qs -> flat_map live qs = [] -> cards x = [] ->
  best_board_line (x ++ y) (dead_runs (length x) qs).
Proof.
  induction y as [|p y IH]; intros qs x F N E; inversion F as [|? q ? qs' Sq Sy]; subst.
  { simpl. now rewrite app_nil_r. }
  simpl in N. apply app_eq_nil in N as [Nq Ny].
  assert (Next : forall p', cards_of p' = [] -> best_board_line (x ++ p' :: y) (dead_runs (S (length x)) qs')).
  { intros p' Np. change (p' :: y) with ([p'] ++ y). rewrite app_assoc.
    replace (S (length x)) with (length (x ++ [p'])) by (rewrite app_length; simpl; lia).
    apply IH; auto. unfold cards in *. rewrite flat_map_app, E. simpl. now rewrite Np. }
  destruct Sq as [r s C V|r s e l d C D Fe L]; simpl in Nq; subst s; inversion C; subst; cbn [dead_runs].
  - now apply Next.
  - destruct (no_cards_form x E) as [DX Fx]. destruct (states_form _ _ Sy) as [DY Fy]. rewrite Ny in Fy.
    apply (empty_pile x DX y DY _ Fx Fy). now apply Next.
Qed.

(** From live coins and dead pairs come best moves only. *)
Lemma board_runs_best k : forall b qs, Forall2 state b qs -> (length (flat_map live qs) <= k)%nat ->
  best_board_line b (board_runs k qs).
Proof.
  induction k as [|k IH]; intros b qs F K.
  - apply (dead_runs_best b qs []); auto. destruct (flat_map live qs); [reflexivity | simpl in K; lia].
  - pose proof (largest_end_run b qs F) as H. cbn [board_runs].
    destruct (largest_end qs) as [[[[i s] c] qs']|]; [|now apply (dead_runs_best b qs [])].
    destruct H as (_ & N & x & X & DX & p & p' & y & Y & DY & -> & -> & Fx & Fy & L & R & S').
    apply (R x X DX y Y DY); auto. apply IH; [exact S' | lia].
Qed.

(** A cut of some coins, and of others. *)
Lemma cut_app s : forall r t, cut r (s ++ t) -> exists a b, r = a ++ b /\ cut a s /\ cut b t /\
  length b = list_sum (map snd t).
Proof.
  assert (Length : forall b t, cut b t -> length b = list_sum (map snd t)).
  { induction 1; simpl; [reflexivity|]. rewrite app_length. lia. }
  induction s as [|m s IH]; intros r t C.
  - exists [], r. repeat split; auto. constructor.
  - inversion C as [|cs r' m' s' F C']; subst. destruct (IH _ _ C') as (a & b & -> & Ca & Cb & L).
    exists (cs ++ a), b. rewrite <- app_assoc. repeat split; auto. now constructor.
Qed.

(** [settle] does as [bury] does. *)
Lemma settle_bury t : forall n d, exists l s, t = l ++ s /\ settle t n = (rev s, (list_sum (map snd l) + n)%nat) /\
  fst (bury (map fst t) d) = rev (map fst s).
Proof.
  induction t as [[|q [|p t]] IH] using by_length; intros n d;
    try (exists [], []; now repeat split); try (exists [], [q]; now repeat split).
  simpl. destruct (fst p <=? fst q); [|exists [], (q :: p :: t); now repeat split].
  destruct (IH t ltac:(simpl; lia) (snd q + (snd p + n))%nat (fst q - fst p + d)) as (l & s & -> & E & B).
  exists (q :: p :: l), s. rewrite E, B. repeat split. simpl. f_equal. lia.
Qed.

(** What is left of a part at the start. *)
Lemma reduce_state p : state p (reduce p).
Proof.
  destruct p as [r|r]; simpl; destruct (coins_cut r) as [C E].
  - constructor; [exact C|]. rewrite E. apply (stack_valley false).
  - destruct (settle_bury (rev (coins_of r)) 0 0) as (l & s & Et & -> & B).
    destruct (bury_dead (stack false r) (stack_valley false r) [] 0 dead_none) as (s' & l' & d & B' & E' & D & L).
    rewrite map_rev, E, B' in B. simpl in B. subst s'.
    apply (f_equal (@rev coin)) in Et. rewrite rev_involutive, rev_app_distr in Et.
    rewrite app_nil_r, <- E, Et, map_app, <- map_rev in E'. apply app_inv_head in E'. subst l'.
    rewrite <- map_rev in D. rewrite Et in C. destruct (cut_app _ _ _ C) as (a & b & -> & Ca & Cb & Lb).
    replace (list_sum (map snd l) + 0)%nat with (length b).
    + apply (state_pile a (rev s) b (map fst (rev l)) d); auto. now apply cut_reduces.
    + rewrite Lb, map_rev. generalize (map snd l). clear. intros n. induction n as [|k n IH]; [reflexivity|].
      simpl. rewrite list_sum_app. simpl. lia.
Qed.

(** Every move of the line is a best move, and it takes every card. *)
Theorem board_line_best b : best_board_line b (board_line b).
Proof.
  apply board_runs_best; [|reflexivity]. induction b as [|p b IH]; constructor; [apply reduce_state | exact IH].
Qed.

End Cards.
