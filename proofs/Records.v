(** The record chain: the value of a row without a stack (docs/theory.md, section 6). *)

From Twoends Require Export Theorem3.

Section Cards.
Context {card : Type} {ordered : OrderedGroup card}.

(** A border stands before the first card, between two cards, or after the last one. Borders carry numbers g, such
    that a card between the borders g and g' is -(g + g'). The page starts from g = 0; any other start would do. *)
Definition next (g v : card) : card := - g - v.

(** The coins between the borders of a list. *)
Fixpoint coins (borders : list card) : list card :=
  match borders with
  | y :: (z :: _) as rest => - (y + z) :: coins rest
  | _ => []
  end.

(** One more border z: if it is a record, it is put at the end of the chain, in place of the last entry if that has
    the same parity. The end of the chain stands first. The parities agree if an odd number of cards came since the
    last entry. Ties are records if [w = true], forward; they are not if [w = false], backward. *)
Definition is_record (w : bool) (z : card) (chain since : list card) : bool :=
  match chain with
  | c1 :: _ =>
      if Nat.odd (length since) then below w c1 z
      else match chain with _ :: c2 :: _ => below w c2 z | _ => true end
  | [] => true
  end.

Definition put (z : card) (chain since : list card) : list card :=
  if Nat.odd (length since) then z :: tl chain else z :: chain.

(** Go over the cards from the border g on. What comes out: the border reached, the chain, and the cards since its
    last entry, the last one first. *)
Fixpoint scan (w : bool) (g : card) (chain since cards : list card) : card * list card * list card :=
  match cards with
  | [] => (g, chain, since)
  | v :: rest =>
      let z := next g v in
      if is_record w z chain since then scan w z (put z chain since) [] rest
      else scan w z chain (v :: since) rest
  end.

(** Forward over the row; backward, over the cards after the last entry; then merge. *)
Definition records (row : list card) : card :=
  let '(g, forward, since) := scan true 0 [0] [] row in
  let '(_, backward, _) := scan false g [g] [] since in
  altsum (merge (rev (coins forward)) (rev (coins backward))).

(** By (star star) of the page, two neighbouring coins are compared by borders of the same parity. Along the chain
    they do not fall, from the last entry on they do. All lists have the last border first. *)
Fixpoint climbs (w : bool) (l : list card) : Prop :=
  match l with
  | y1 :: (_ :: y3 :: _) as rest => below w y3 y1 = true /\ climbs w rest
  | _ => True
  end.

Fixpoint falls (w : bool) (l : list card) : Prop :=
  match l with
  | y1 :: (_ :: y3 :: _) as rest => below w y3 y1 = false /\ falls w rest
  | _ => True
  end.

(** What a scan knows: since the last entry the cards fold into coins whose borders fall, before it into coins whose
    borders are the chain. g is the last border, and U are the borders after the chain. *)
Definition scanned (w : bool) (g : card) (chain since before : list card) : Prop :=
  exists U c1 tail, chain = c1 :: tail /\ hd c1 U = g /\
    folds_by w since (coins (U ++ [c1])) /\
    folds_by w before (coins chain) /\
    climbs w chain /\ falls w (U ++ c1 :: firstn 1 tail) /\ (U <> [] -> tail <> []).

(** An odd length has the sign -1. *)
Lemma sign_odd (l : list card) : Nat.odd (length l) = (sign l =? -1)%Z.
Proof.
  induction l as [|a l IH]; [reflexivity|]. cbn [length sign].
  rewrite Nat.odd_succ, <- Nat.negb_odd, IH. destruct (sign_cases l) as [-> | ->]; reflexivity.
Qed.

(** Falling twice is falling. *)
Lemma below_trans_false w x y z : below w y x = false -> below w z y = false -> below w z x = false.
Proof. destruct w; simpl; arith. Qed.

(** Climbing twice is climbing. *)
Lemma below_trans w x y z : below w x y = true -> below w y z = true -> below w x z = true.
Proof. destruct w; simpl; arith. Qed.

(** What falls, falls without its last border. *)
Lemma falls_tail w x l : falls w (x :: l) -> falls w l.
Proof. destruct l as [|y [|z l]]; simpl; tauto. Qed.

(** Borders that fall, fall from one to any of the same parity. *)
Lemma falls_far w l : forall x y t, falls w (x :: l ++ y :: t) -> Nat.odd (length l) = true -> below w y x = false.
Proof.
  induction l as [[|u1 [|u2 l]] IH] using by_length; intros x y t F O; try discriminate.
  - now destruct F.
  - destruct F as [P F%falls_tail]. apply (below_trans_false w x u2 y); [exact P|].
    apply (IH l ltac:(simpl; arith) u2 y t F). exact O.
Qed.

(** The number of coins is that of the borders, without one. *)
Lemma coins_sign U y : sign (coins (U ++ [y])) = sign U.
Proof. induction U as [|u [|u' U] IH]; simpl in *; auto. now rewrite IH. Qed.

(** Two lists of borders that share one have the coins of both. *)
Lemma coins_app a y b : coins (a ++ y :: b) = coins (a ++ [y]) ++ coins (y :: b).
Proof. induction a as [|x [|x' a] IH]; simpl in *; auto. now rewrite IH. Qed.

(** Three borders that fall, and a new one z that is not below the second of them: a peak is contracted. *)
Lemma fold_borders w S z u1 u2 u3 t : folds_by w S (coins (z :: u1 :: u2 :: u3 :: t)) ->
  below w u2 z = true -> below w u3 u1 = false -> folds_by w S (coins (z :: u3 :: t)).
Proof.
  intros F A B. simpl in *. replace (- (z + u3)) with (- (z + u1) - - (u1 + u2) + - (u2 + u3)) by arith.
  apply (folds_once _ _ []); [exact F|]. apply peak_spec. destruct w; simpl in *; arith.
Qed.

(** A new border z takes away those after the chain that it is not below. *)
Lemma drain w S z c1 t U : folds_by w S (coins (z :: U ++ [c1])) -> falls w (U ++ c1 :: t) ->
  exists V, folds_by w S (coins (z :: V ++ [c1])) /\ falls w (V ++ c1 :: t) /\
    Nat.odd (length V) = Nat.odd (length U) /\ (U = [] -> V = []) /\
    (V = [] \/ (exists u, V = [u]) \/ V <> [] /\ falls w (z :: V ++ c1 :: t)).
Proof.
  induction U as [[|u1 [|u2 U]] IH] using by_length; intros F D.
  - exists []. repeat split; auto.
  - exists [u1]. repeat split; auto. right. left. now exists u1.
  - destruct (below w u2 z) eqn:P.
    + destruct (IH U) as (V & FV & DV & O & _ & C); [simpl; arith| | |].
      * destruct U as [|u3 U]; simpl app in *.
        -- apply (fold_borders w S z u1 u2 c1 []); auto. now destruct D.
        -- apply (fold_borders w S z u1 u2 u3); auto. now destruct D.
      * now do 2 apply falls_tail in D.
      * exists V. repeat split; auto. discriminate.
    + exists (u1 :: u2 :: U). repeat split; auto. right. right. now repeat split.
Qed.

(** Just after a record nothing stands beyond the chain. *)
Lemma scanned_record w z tail before : folds_by w before (coins (z :: tail)) -> climbs w (z :: tail) ->
  scanned w z (z :: tail) [] before.
Proof.
  intros F C. exists [], z, tail. split; [easy|]. split; [easy|]. split; [exact (folds_none _ _)|].
  split; [exact F|]. split; [exact C|]. split; [|easy]. now destruct tail.
Qed.

(** One more card. *)
Lemma scan_step w g chain since before v : scanned w g chain since before ->
  let z := next g v in
  if is_record w z chain since then scanned w z (put z chain since) [] (v :: since ++ before)
  else scanned w z chain (v :: since) before.
Proof.
  intros (U & c1 & tail & -> & G & FS & FB & C & D & T) z.
  assert (FV : folds_by w (v :: since) (coins (z :: U ++ [c1]))).
  { replace (coins (z :: U ++ [c1])) with (v :: coins (U ++ [c1])).
    - exact (folds_app _ [v] since [v] _ (folds_none _ _) FS).
    - unfold z, next. destruct U; simpl in *; f_equal; arith. }
  assert (O : Nat.odd (length since) = Nat.odd (length U)).
  { now rewrite !sign_odd, <- (coins_sign U c1), (folds_sign _ _ _ FS). }
  unfold is_record, put. rewrite O. clear FS G O.
  destruct (drain w (v :: since) z c1 (firstn 1 tail) U FV D) as (V & F & DV & O & N & [->|[[u ->]|[NV L]]]);
    rewrite <- O.
  - (* nothing stands between the chain and z *)
    simpl. assert (R : climbs w (z :: c1 :: tail) -> scanned w z (z :: c1 :: tail) [] (v :: since ++ before)).
    { apply scanned_record. exact (folds_app _ (v :: since) before [_] _ F FB). }
    destruct tail as [|c2 tail]; [now apply R|]. destruct (below w c2 z) eqn:P; [now apply R|].
    exists [z], c1, (c2 :: tail). now repeat split.
  - (* one border u does *)
    simpl. destruct tail as [|c2 tail]; [exfalso; apply T; [intros ->; now specialize (N eq_refl)|easy]|].
    destruct DV as [cu _]. destruct (below w c1 z) eqn:P.
    + apply scanned_record.
      * apply (fold_borders w _ z u c1 c2 tail); auto. exact (folds_app _ (v :: since) before _ _ F FB).
      * destruct tail as [|c3 tail]; [easy|]. destruct C as [C1 C]. split; [|exact C].
        now apply (below_trans w _ c1).
    + exists [z; u], c1, (c2 :: tail). now repeat split.
  - (* z is below what stands between, so it is not a record *)
    assert (NT : tail <> []) by (apply T; intros E; now specialize (N E)).
    assert (S : scanned w z (c1 :: tail) (v :: since) before) by (exists (z :: V), c1, tail; now repeat split).
    destruct (Nat.odd (length V)) eqn:OV.
    + now rewrite (falls_far w V z c1 _ L OV).
    + destruct tail as [|c2 tail]; [easy|]. simpl firstn in L.
      replace (V ++ [c1; c2]) with ((V ++ [c1]) ++ [c2]) in L by now rewrite <- app_assoc.
      rewrite (falls_far w (V ++ [c1]) z c2 [] L); [exact S|].
      now rewrite app_length, Nat.add_1_r, Nat.odd_succ, <- Nat.negb_odd, OV.
Qed.

(** A scan keeps what it knows to its end. *)
Lemma scan_knows w cards : forall g chain since before, scanned w g chain since before ->
  let '(g', chain', since') := scan w g chain since cards in
  exists before', scanned w g' chain' since' before' /\ since' ++ before' = rev cards ++ since ++ before.
Proof.
  induction cards as [|v cards IH]; intros g chain since before S; simpl; [eauto|].
  pose proof (scan_step w g chain since before v S) as N. cbv zeta in N.
  destruct (is_record w (next g v) chain since); apply IH in N;
    destruct scan as [[g' chain'] since']; destruct N as (before' & N & E); exists before'; split; auto;
    rewrite E; simpl; now rewrite <- !app_assoc.
Qed.

(** So after a scan of all cards, too. *)
Lemma scan_from w g cards :
  let '(g', chain, since) := scan w g [g] [] cards in
  exists before, scanned w g' chain since before /\ since ++ before = rev cards.
Proof.
  pose proof (scan_knows w cards g [g] [] []) as S. destruct scan as [[g' chain] since].
  rewrite app_nil_r in S. apply S. apply scanned_record; [exact (folds_none _ _) | easy].
Qed.

(** Where borders climb, coins rise, as seen from the end of the list; where they fall, coins do not. *)
Lemma climbs_rises w l : climbs w l -> rises w (coins l).
Proof.
  induction l as [|y1 [|y2 [|y3 l]] IH]; simpl; auto. intros [P C]. split; [|now apply IH].
  destruct w; simpl in *; arith.
Qed.

(** Where borders fall, no coin lies below the one before it. *)
Lemma falls_pairs w l : falls w l -> forall x a b y, coins l = x ++ a :: b :: y -> below w a b = false.
Proof.
  induction l as [|y1 [|y2 [|y3 l]] IH]; intros D x a b y E; try (now destruct x as [|? [|]]).
  destruct D as [P D]. destruct x as [|c x].
  - injection E as <- <- _. destruct w; simpl in *; arith.
  - injection E as _ E. now apply (IH D x a b y).
Qed.

(** What rises has no peaks. *)
Lemma rises_flat w s : rises w s -> flat w s.
Proof.
  intros R x c b e y ->. induction x as [|a x IH].
  - destruct R as (_ & R & _). unfold peak. now rewrite R, andb_false_r.
  - apply IH. destruct x; simpl in *; tauto.
Qed.

(** So the coins of a scan have no peaks. *)
Lemma borders_flat w U c1 tail : climbs w (c1 :: tail) -> falls w (U ++ c1 :: firstn 1 tail) ->
  flat w (coins (U ++ c1 :: tail)).
Proof.
  intros C. induction U as [|u U IH]; intros D; [now apply rises_flat, climbs_rises|].
  specialize (IH (falls_tail _ _ _ D)). cbn [app]. destruct (U ++ c1 :: tail) as [|y2 [|y3 l]] eqn:E.
  - now destruct U.
  - intros [|? [|]] ? ? ? ?; discriminate.
  - assert (P : below w y3 u = false).
    { destruct U as [|u2 [|u3 U]]; simpl in *; injection E; intros; subst; tauto. }
    intros [|a x] c b e y EQ.
    + injection EQ as <- <- _. unfold peak; destruct w; simpl in *; arith.
    + apply (IH x c b e y). now injection EQ.
Qed.

(** Coins that descend, and then coins that rise strictly, have no strict-left peak. *)
Lemma arms_flat d r : desc d -> rises false r -> flat false (d ++ r).
Proof.
  intros D R. induction d as [|a d IH]; [now apply rises_flat|]. destruct D as [L D]. specialize (IH D).
  intros [|x t] c b e y E; [|injection E as _ E; now apply (IH t c b e y)].
  destruct d as [|a' d].
  - injection E as <- ->. destruct R as [R _]. unfold peak. rewrite R. apply andb_false_r.
  - injection E as <- <- _. inversion L; subst. unfold peak. simpl. arith.
Qed.

(** The chains are the reduced row: forward its coins up to the bottom, backward those after it. *)
Theorem records_stack row :
  let '(g, forward, since) := scan true 0 [0] [] row in
  let '(_, backward, _) := scan false g [g] [] since in
  rev (coins forward) ++ coins backward = stack false row /\
  desc (rev (coins forward)) /\ desc (rev (coins backward)).
Proof.
  pose proof (scan_from true 0 row) as S. destruct scan as [[g forward] since].
  destruct S as (before & (U & c1 & tail & -> & _ & FS & FB & C & D & _) & E).
  pose proof (scan_from false g since) as S. destruct scan as [[g' backward] since'].
  destruct S as (before' & (U' & c1' & tail' & -> & _ & FS' & FB' & C' & D' & T') & E').
  (* by the forward scan, the cards after the last entry fold into coins that rise strictly *)
  set (R := rev (coins (U ++ [c1]))).
  assert (P : forall x a b y, R = x ++ a :: b :: y -> a < b).
  { intros x a b y ER. apply (f_equal (@rev card)) in ER. unfold R in ER.
    rewrite rev_involutive, rev_app_distr in ER. simpl in ER. rewrite <- !app_assoc in ER. simpl in ER.
    assert (D1 : falls true (U ++ [c1])).
    { clear - D. induction U as [|u [|u2 U] IH]; simpl in *; auto. destruct U; simpl in *; intuition. }
    pose proof (falls_pairs true _ D1 _ _ _ _ ER). simpl in *. arith. }
  assert (FR : R = stack false (rev since)).
  { apply unique.
    - apply (folds_rev (fun a b c => peak true a b c = true)); [|exact FS].
      intros a b c. unfold peak. simpl. arith.
    - intros x c b e y ER. unfold peak. simpl.
      pose proof (P (x ++ [c]) b e y ltac:(now rewrite ER, <- app_assoc)). arith. }
  (* so nothing stands beyond the chain of the backward scan *)
  assert (FB2 : coins (U' ++ c1' :: tail') = stack false (rev since)).
  { apply unique; [|now apply borders_flat]. rewrite <- E', coins_app. now apply folds_app. }
  assert (N : U' = []).
  { destruct U' as [|u1 U']; [auto|exfalso]. rewrite <- FR in FB2.
    destruct tail' as [|c2 tail']; [now apply T'|].
    assert (exists u2 u3 l, U' ++ c1' :: c2 :: tail' = u2 :: u3 :: l /\ below false u3 u1 = false)
      as (u2 & u3 & l & EL & L).
    { destruct U' as [|u2 [|u3 U']]; simpl in *; eexists _, _, _; (split; [reflexivity | tauto]). }
    simpl app in FB2. rewrite EL in FB2. symmetry in FB2. apply (P []) in FB2. simpl in *. arith. }
  subst U'. simpl in FS'. apply folds_to_nil in FS'. subst since'. simpl in E'. subst before'.
  repeat split.
  - apply unique.
    + rewrite <- (rev_involutive row), <- E, rev_app_distr. apply folds_app; [|exact FB'].
      apply (folds_rev (fun a b c => peak true a b c = true)); [|exact FB].
      intros a b c. unfold peak. simpl. arith.
    + apply arms_flat; [|now apply climbs_rises]. now apply (rises_desc true), climbs_rises.
  - now apply (rises_desc true), climbs_rises.
  - now apply (rises_desc false), climbs_rises.
Qed.

(** The record chain is right. *)
Theorem records_correct row : records row = value row.
Proof.
  unfold records. pose proof (records_stack row) as S.
  destruct scan as [[g forward] since], scan as [[g' backward] since']. destruct S as (F & D & U).
  rewrite merge_alt, rev_involutive, F by auto. symmetry.
  apply value_alt; [apply stack_reduces | apply (stack_valley false)].
Qed.

End Cards.
