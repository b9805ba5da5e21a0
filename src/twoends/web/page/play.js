// What is seen at the table: the totals, the row, what happened, what an end would bring, and how it ended.

import { isCard, spoken, theCard } from "./cards.js";
import { about, brief, number, show } from "./numbers.js";
import { TWO, namesOf } from "./players.js";
import { html } from "./svg.js";

const find = (selector) => document.querySelector(selector);

/** Draw a position; `hint` says whether what each end brings is shown. */
export function drawPlay(table, view, hint) {
  const [you, they] = namesOf(view);
  find("#your-name").textContent = you;
  find("#their-name").textContent = they;
  find("#your-total").replaceChildren(number(view.yours));
  find("#their-total").replaceChildren(number(view.theirs));
  tug(view, you, they);
  find("#goal").hidden = !view.goal;
  find("#goal").textContent = view.goal ? toBeat(view) : "";
  const rest = view.row.slice(view.start, view.stop);
  find("#table").setAttribute("aria-label", rest.length ? `Row of ${rest.length}: ${rest.map(spoken).join(", ")}` : "The row is empty");
  find("#status").replaceChildren(situation(view), html("span", { class: "unseen" }, hint ? hintTold(view) : ""));
  find("#lens").textContent = "";
  controls(view, hint);
  find("#result").hidden = !view.over;
  const marks = hint ? Object.fromEntries(view.moves.map((move) => [move.end, move.mark])) : {};
  table.draw(view, marks);
}

/** A challenge: the result to beat, and in the end how yours compares with it. */
function toBeat(view) {
  const [theirs, rest] = view.goal.split(":");
  const told = `${show(theirs)} : ${show(rest ?? "")}`;
  if (!view.over) return `A challenge: somebody made ${told} of this row. Can you?`;
  const more = about(view.yours) - about(theirs);
  return `The challenge was ${told}: yours is ${more > 0 ? "better" : more < 0 ? "less" : "as good"}.`;
}

/** The knot goes to whoever leads; at the rim all that lies in the row would be theirs. */
function tug(view, you, they) {
  const share = (about(view.yours) - about(view.theirs)) / (about(view.span) || 1);
  const place = 50 - 50 * Math.max(-1, Math.min(1, share));
  find("#tug .rope").style.width = `${place}%`;
  find("#tug .knot").style.left = `${place}%`;
  find("#tug").setAttribute("aria-label", `${you} ${show(view.yours)}, ${they} ${show(view.theirs)}`);
}

function controls(view, hint) {
  const watching = Boolean(view.seat) && view.seat !== TWO;
  const ends = { L: view.row[view.start], R: view.row[view.stop - 1] };
  for (const [end, button] of [["L", find("#take-left")], ["R", find("#take-right")]]) {
    const move = view.moves.find((each) => each.end === end) ?? view.moves[0];
    button.setAttribute("aria-disabled", String(!view.open)); // not `disabled`, which would lose the focus
    button.querySelector(".label").replaceChildren("Take ", html("span", { class: "unseen" }, end === "L" ? "left, " : "right, "), view.over ? "" : short(ends[end]));
    button.querySelector(".promise").textContent = hint && view.open && move ? promise(move, brief) : "";
    button.dataset.mark = hint && view.open && move ? move.mark : "";
    button.hidden = watching || view.over;
  }
  const least = view.you_first || view.seat === TWO ? 0 : 1;
  find("#undo").setAttribute("aria-disabled", String(view.taken.length <= (watching ? 0 : least)));
  find("#hint").setAttribute("aria-pressed", String(hint));
  find("#hint").hidden = watching || view.over;
  for (const id of ["#step", "#run"]) find(id).hidden = !watching || view.over;
}

const short = (word) => (word.length <= 12 ? word.replace(/^-/, "−") : show(word));

const promise = (move, as = show) => `${as(move.finish)}${move.mark === "best" ? ", best" : `, ${as(move.loss)} less`}`;

/** What happened and what is to do, for eyes and for ears. */
function situation(view) {
  const [you, they] = namesOf(view);
  const said = [];
  const moves = view.taken.length;
  const last = (back) => {
    const yours = view.you_first === ((moves - back) % 2 === 0);
    return `${yours ? you : they} took ${theCard(takenAt(view, moves - back))}.`;
  };
  if (moves > 1) said.push(last(2));
  if (moves > 0) said.push(last(1));
  if (view.over) return [...said, outcome(view)].join(" ");
  if (moves === 0) said.push(rule(view));
  const mover = view.to_move === "you" ? you : they;
  if (!view.open) return [...said, `${mover} ${mover === "You" ? "are" : "is"} to move.`].join(" ");
  const [left, right] = [view.row[view.start], view.row[view.stop - 1]].map(theCard);
  const turn = mover === "You" ? "Your turn" : mover;
  said.push(view.stop - view.start === 1 ? `${turn}: the last one, ${left}.` : `${turn}: ${left} on the left, ${right} on the right.`);
  return said.join(" ");
}

const FACES = { J: "jack 11", Q: "queen 12", K: "king 13", A: "ace 14" };

/** The whole game in a sentence, where the eye falls before the first move. */
function rule(view) {
  const ranks = new Set(view.row.filter(isCard).map((word) => word[0]));
  const told = Object.keys(FACES).filter((rank) => ranks.has(rank)).map((rank) => FACES[rank]);
  return `Take turns; a move takes the card at either end; the larger sum wins${told.length ? ` (${told.join(", ")})` : ""}.`;
}

function hintTold(view) {
  if (view.over || !view.open) return "";
  const told = view.moves.map((move) => `${move.end === "L" ? "left" : "right"} ends at ${promise(move)}`);
  return ` Hint: ${told.join("; ")}${view.by_chance ? ", on average" : ""}.`;
}

/** The card that a move took; `move` counts from 0. */
export function takenAt(view, move) {
  const lefts = [...view.taken.slice(0, move)].filter((end) => end === "L").length;
  return view.taken[move] === "L" ? view.row[lefts] : view.row[view.row.length - 1 - (move - lefts)];
}

export function outcome(view) {
  const score = `${show(view.yours)} : ${show(view.theirs)}`;
  const [you, they] = namesOf(view);
  if (view.leader === "draw") return `A draw, ${score}.`;
  if (view.leader === "you") return `${you} ${you === "You" ? "win" : "wins"}, ${score}.`;
  return you === "You" ? `You lose, ${score}.` : `${they} wins, ${score}.`;
}

/** How it ended; `reason` is a sentence about the move that decided, where there was one. */
export function drawResult(view, hints, reason) {
  const helped = hints ? ` With ${hints === 1 ? "one hint" : `${hints} hints`}.` : "";
  find("#result .verdict").textContent = outcome(view) + helped;
  find("#result .reason").textContent = reason;
  find("#challenge").hidden = Boolean(view.seat);
}
