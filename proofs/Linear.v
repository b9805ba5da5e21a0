(** Inequalities between sums of cards: a tactic that decides them, and the proof that it is right. The variables are
    eliminated one after the other, as Fourier and Motzkin do it. *)

From Twoends Require Export Numbers.

Inductive relation := Is | AtLeast | Above.

(** [(r, cs)]: the sum of the variables, each with its factor from cs, is 0, at least 0, or above 0. *)
Definition fact := (relation * list Z)%type.

(** Sums and multiples of factors. *)
Fixpoint plus (a b : list Z) : list Z :=
  match a, b with
  | x :: a, y :: b => (x + y)%Z :: plus a b
  | [], _ => b
  | _, [] => a
  end.

Definition scale (k : Z) : list Z -> list Z := map (Z.mul k).

(** What follows for the sum of multiples of two facts. *)
Definition join (r s : relation) : relation :=
  match r, s with Is, Is => Is | Above, _ | _, Above => Above | _, _ => AtLeast end.

(** Cancel the first variable of f by g, where that is allowed. *)
Definition cancel_by (f g : fact) : list fact :=
  let (x, y) := (hd 0%Z (snd f), hd 0%Z (snd g)) in
  let k := (- x * Z.sgn y)%Z in
  let allowed := match fst g with Is => true | _ => Z.ltb 0 k end in
  if (Z.ltb 0 (Z.abs y) && allowed)%bool
  then [(join (fst f) (fst g), plus (scale (Z.abs y) (snd f)) (scale k (snd g)))] else [].

(** The first variable does not occur; it occurs in an equation. *)
Definition constant (f : fact) : bool := Z.eqb (hd 0%Z (snd f)) 0.
Definition is_equation (f : fact) : bool := match fst f with Is => negb (constant f) | _ => false end.

(** Facts without the first variable. *)
Definition eliminate (facts : list fact) : list fact :=
  let (kept, used) := partition constant facts in
  kept ++ match find is_equation facts with
          | Some e => flat_map (fun f => cancel_by f e) used
          | None => flat_map (fun f => flat_map (cancel_by f) used) (filter (fun f => Z.ltb 0 (hd 0%Z (snd f))) used)
          end.

Definition without_first (facts : list fact) : list fact :=
  flat_map (fun f => if constant f then [(fst f, tl (snd f))] else []) (eliminate facts).

(** The facts contradict each other: in the end 0 is above 0. *)
Fixpoint absurd (variables : nat) (facts : list fact) : bool :=
  match variables with
  | O => existsb (fun f => match f with (Above, []) => true | _ => false end) facts
  | S n => absurd n (without_first facts)
  end.

(** What the tactic reads: a term over numbered variables. *)
Inductive term :=
  | Var (i : nat) | Zero
  | Plus (a b : term) | Minus (a b : term) | Opp (a : term) | Times (k : Z) (a : term).

(** The factor of each variable. *)
Fixpoint factors (t : term) : list Z :=
  match t with
  | Var i => repeat 0%Z i ++ [1%Z]
  | Zero => []
  | Plus a b => plus (factors a) (factors b)
  | Minus a b => plus (factors a) (scale (-1) (factors b))
  | Opp a => scale (-1) (factors a)
  | Times k a => scale k (factors a)
  end.

Section Sound.
Context {V : Type} {G : OrderedGroup V}.
Implicit Types (env : list V) (f g : fact).

(** The sum of the variables of env, each with its factor. *)
Fixpoint total (cs : list Z) env : V :=
  match cs, env with
  | c :: cs, x :: env => c * x + total cs env
  | _, _ => 0
  end.

Definition related (r : relation) (x : V) : Prop :=
  match r with Is => x = 0 | AtLeast => 0 <= x | Above => 0 < x end.

Definition holds env f := related (fst f) (total (snd f) env).

(** Sums of sums, and multiples of sums. *)
Lemma total_plus a : forall b env, total (plus a b) env = total a env + total b env.
Proof.
  induction a as [|x a IH]; intros [|y b] [|v env]; simpl; rewrite ?zero_add, ?add_zero; auto.
  now rewrite IH, times_add, swap.
Qed.

Lemma total_scale k cs : forall env, total (scale k cs) env = k * total cs env.
Proof.
  induction cs as [|c cs IH]; intros [|v env]; simpl; rewrite ?times_zero; auto.
  now rewrite IH, times_sum, times_times.
Qed.

(** A multiple of what is above 0. *)
Lemma positive_times k (x : V) : 0 < x -> (0 < k)%Z -> 0 < k * x.
Proof.
  intros P K. destruct k as [|p|p]; [lia| |lia]. clear K. unfold times.
  induction p as [|p IH] using Pos.peano_ind; [exact P|]. rewrite iter_succ. apply above_sum; auto using lt_le.
Qed.

(** A fact may be multiplied. *)
Lemma related_times r k (x : V) : related r x -> (0 < k)%Z -> related r (k * x).
Proof.
  intros R K. destruct r; simpl in *; [now subst; apply times_zero| |now apply positive_times].
  destruct (leb x 0) eqn:E; [|now apply lt_le, positive_times].
  rewrite (leb_antisym _ _ E R), times_zero. apply le_refl.
Qed.

(** Two facts may be added. *)
Lemma related_join r s (x y : V) : related r x -> related s y -> related (join r s) (x + y).
Proof.
  destruct r, s; simpl; intros X Y; subst; rewrite ?zero_add, ?add_zero;
    auto using le_refl, lt_le, positive_sum, above_sum.
  - now rewrite add_comm; apply above_sum.
Qed.

(** What cancelling gives, holds. *)
Lemma cancel_by_holds env f g h : holds env f -> holds env g -> In h (cancel_by f g) -> holds env h.
Proof.
  destruct f as [r a], g as [s b]. unfold cancel_by, holds. simpl. intros F H I.
  set (k := (- hd 0%Z a * Z.sgn (hd 0%Z b))%Z) in *.
  destruct (Z.ltb 0 (Z.abs (hd 0%Z b))) eqn:E; [|easy]. apply Z.ltb_lt in E.
  destruct s; simpl in I.
  - destruct I as [<-|[]]. simpl. rewrite total_plus, !total_scale.
    apply (related_join r Is); [now apply related_times|].
    simpl in *. rewrite H. apply times_zero.
  - destruct (Z.ltb 0 k) eqn:K; [|easy]. apply Z.ltb_lt in K. destruct I as [<-|[]]. simpl.
    rewrite total_plus, !total_scale. apply (related_join r AtLeast); now apply related_times.
  - destruct (Z.ltb 0 k) eqn:K; [|easy]. apply Z.ltb_lt in K. destruct I as [<-|[]]. simpl.
    rewrite total_plus, !total_scale. apply (related_join r Above); now apply related_times.
Qed.

(** So does what elimination gives. *)
Lemma eliminate_holds env facts : Forall (holds env) facts -> Forall (holds env) (eliminate facts).
Proof.
  rewrite !Forall_forall. intros H h. unfold eliminate. destruct (partition constant facts) as [kept used] eqn:P.
  assert (U : forall f, In f kept \/ In f used -> holds env f).
  { intros f I. apply H. now apply (elements_in_partition _ _ P). }
  intros [I|I]%in_app_or; [auto|]. destruct (find is_equation facts) as [e|] eqn:E.
  - apply find_some in E as [E _]. apply in_flat_map in I as (f & If & I). apply (cancel_by_holds _ f e); auto.
  - apply in_flat_map in I as (f & If & I). apply filter_In in If as [If _].
    apply in_flat_map in I as (g & Ig & I). apply (cancel_by_holds _ f g); auto.
Qed.

(** The first variable is gone. *)
Lemma without_first_holds v env facts : Forall (holds (v :: env)) facts -> Forall (holds env) (without_first facts).
Proof.
  intros H%eliminate_holds. rewrite Forall_forall in *. intros f I. apply in_flat_map in I as ([r cs] & Ig & I).
  unfold constant in I. simpl in I. destruct (Z.eqb_spec (hd 0%Z cs) 0) as [Z|]; [|easy].
  destruct I as [<-|[]]. apply H in Ig. unfold holds in *. simpl in *. destruct cs as [|c cs]; [now destruct env|].
  simpl in *. rewrite Z in Ig. change (0%Z * v) with (0 : V) in Ig. now rewrite zero_add in Ig.
Qed.

(** Facts that hold do not contradict each other. *)
Theorem absurd_sound env : forall facts, absurd (length env) facts = true -> Forall (holds env) facts -> False.
Proof.
  induction env as [|v env IH]; simpl; intros facts A H.
  - apply existsb_exists in A as ([r cs] & I & E). rewrite Forall_forall in H. apply H in I. destruct r; try easy.
    unfold holds in I. simpl in I. destruct cs; simpl in I; now rewrite le_refl in I.
  - apply (IH _ A). now apply without_first_holds in H.
Qed.

(** What a term means. *)
Fixpoint meaning env (t : term) : V :=
  match t with
  | Var i => nth i env 0
  | Zero => 0
  | Plus a b => meaning env a + meaning env b
  | Minus a b => meaning env a - meaning env b
  | Opp a => - meaning env a
  | Times k a => k * meaning env a
  end.

(** The factors of a term are right. *)
Lemma meaning_total env t : meaning env t = total (factors t) env.
Proof.
  induction t as [i| |a IHa b IHb|a IHa b IHb|a IHa|k a IHa]; simpl.
  - revert env. induction i as [|i IH]; intros [|v env]; simpl; auto; [now rewrite add_zero|].
    now rewrite IH, zero_add.
  - now destruct env.
  - now rewrite total_plus, IHa, IHb.
  - now rewrite total_plus, total_scale, IHa, IHb.
  - now rewrite total_scale, IHa.
  - now rewrite total_scale, IHa.
Qed.

(** A hypothesis [(r, (a, b))] as a fact about b - a. *)
Definition fact_of (h : relation * (term * term)) : fact := (fst h, factors (Minus (snd (snd h)) (fst (snd h)))).

(** What a hypothesis says. *)
Definition said env (h : relation * (term * term)) : Prop :=
  let (a, b) := (meaning env (fst (snd h)), meaning env (snd (snd h))) in
  match fst h with Is => a = b | AtLeast => a <= b | Above => a < b end.

(** So hypotheses that [absurd] refutes imply everything. *)
Theorem contradiction env hs : absurd (length env) (map fact_of hs) = true ->
  fold_right (fun h claim => said env h -> claim) False hs.
Proof.
  intros A. cut (~ Forall (said env) hs).
  { clear A. induction hs as [|h hs IH]; intros N; [now apply N; constructor|].
    intros S. apply IH. intros F. apply N. now constructor. }
  intros H. apply (absurd_sound _ _ A). rewrite Forall_map. revert H. apply Forall_impl.
  intros [r [a b]]. unfold holds, fact_of. cbn [fst snd]. rewrite <- meaning_total. cbn [meaning].
  destruct r; simpl; intros H; [rewrite H; apply add_opp | exact (proj1 (le_sub _ _) H) |].
  exact (proj1 (lt_sub _ _) H).
Qed.
End Sound.

(** The tactic: write the hypotheses as terms over a list of variables, and let [absurd] compute. *)
Ltac place x env :=
  lazymatch env with
  | x :: _ => constr:(O)
  | _ :: ?t => let n := place x t in constr:(S n)
  end.

Ltac is_number k :=
  let n := eval cbv in k in lazymatch n with Z0 => idtac | Zpos _ => idtac | Zneg _ => idtac end.

(** The variables of t, after those of env. *)
Ltac variables t env :=
  match t with
  | zero => env
  | add ?a ?b => let env := variables a env in variables b env
  | sub ?a ?b => let env := variables a env in variables b env
  | opp ?a => variables a env
  | times ?k ?a => let _ := match goal with _ => is_number k end in variables a env
  | _ => let n := place t env in env
  | _ => constr:(t :: env)
  end.

Ltac as_term t env :=
  match t with
  | zero => constr:(Zero)
  | add ?a ?b => let a := as_term a env in let b := as_term b env in constr:(Plus a b)
  | sub ?a ?b => let a := as_term a env in let b := as_term b env in constr:(Minus a b)
  | opp ?a => let a := as_term a env in constr:(Opp a)
  | times ?k ?a => let _ := match goal with _ => is_number k end in let a := as_term a env in constr:(Times k a)
  | _ => let n := place t env in constr:(Var n)
  end.

(** A claim is [hypothesis -> ... -> False]. *)
Ltac claim_variables claim env :=
  lazymatch claim with
  | (leb ?a ?b = _) -> ?claim => let env := variables a env in let env := variables b env in claim_variables claim env
  | (?a = ?b) -> ?claim => let env := variables a env in let env := variables b env in claim_variables claim env
  | False => env
  end.

Ltac claim_terms claim env :=
  lazymatch claim with
  | (leb ?b ?a = false) -> ?claim =>
      let a := as_term a env in let b := as_term b env in let hs := claim_terms claim env in
      constr:((Above, (a, b)) :: hs)
  | (leb ?a ?b = true) -> ?claim =>
      let a := as_term a env in let b := as_term b env in let hs := claim_terms claim env in
      constr:((AtLeast, (a, b)) :: hs)
  | (?a = ?b) -> ?claim =>
      let a := as_term a env in let b := as_term b env in let hs := claim_terms claim env in
      constr:((Is, (a, b)) :: hs)
  | False => constr:(@nil (relation * (term * term)))
  end.

(** The hypotheses over V contradict each other. *)
Ltac contradictory V :=
  repeat match goal with
         | H : @leb V _ _ _ = _ |- _ => revert H
         | H : @eq V _ _ |- _ => revert H
         end;
  match goal with
  | |- ?claim => let env := claim_variables claim (@nil V) in let hs := claim_terms claim env in
                 refine (contradiction env hs _); vm_compute; reflexivity
  end.

(** Comparisons inside other terms, largest numbers and absolute values are cases. *)
Ltac without_tests t := lazymatch t with context [leb _ _] => fail | _ => idtac end.

Ltac test_in P :=
  match P with
  | context [leb ?a ?b] =>
      without_tests a; without_tests b;
      lazymatch P with leb a b = true => fail | leb a b = false => fail | _ => idtac end;
      let E := fresh "E" in destruct (leb a b) eqn:E; rewrite ?E in *; cbn [andb negb] in *;
      try discriminate; try reflexivity
  end.

Ltac cases_of_order V := repeat
  match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : _ \/ _ |- _ => destruct H
  | H : leb _ _ = true -> _ |- _ => specialize (H ltac:(assumption || (apply lt_le; assumption)))
  | H : ?P |- _ => lazymatch P with @eq bool _ _ => test_in P | @eq V _ _ => test_in P end
  | |- _ /\ _ => split
  | |- ?P => test_in P
  end.

(** Decide a goal: its negation contradicts the hypotheses. *)
Ltac group :=
  match goal with
  | G : OrderedGroup ?V |- _ =>
      intros; unfold abs in *;
      repeat match goal with
             | |- context [max ?a ?b] => change (max a b) with (if leb a b then b else a) in *
             | H : context [max ?a ?b] |- _ => change (max a b) with (if leb a b then b else a) in *
             end;
      cases_of_order V;
      try match goal with
          | |- @eq V _ _ => apply leb_antisym
          end;
      try match goal with
          | |- leb ?a ?b = _ => destruct (leb a b) eqn:?; try reflexivity; try discriminate
          end;
      exfalso; contradictory V
  end.

(** From here on these are only names. *)
Global Arguments zero : simpl never.
Global Arguments add : simpl never.
Global Arguments opp : simpl never.
Global Arguments leb : simpl never.
Global Arguments sub : simpl never.
Global Arguments max : simpl never.
Global Arguments abs : simpl never.
Global Arguments times : simpl never.
Global Arguments Z.add : simpl never.
Global Arguments Z.sub : simpl never.
Global Arguments Z.mul : simpl never.
Global Arguments Z.opp : simpl never.
