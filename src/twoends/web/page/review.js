// The review as a replay: step through the game, see the best end at each move, and try again from it.

import { html, once, svg } from "./draw.js";
import { chip } from "./faces.js";
import { about, brief, number, show, signed, withSign } from "./numbers.js";
import { bestOf, moveName, takenIn, waits, whatWasTaken } from "./play.js";
import { backTo, givenAway, isByChance, isFixedSum, lanesOf, legal } from "./rules.js";
import { isMistake, namesOf, worstOf } from "./state.js";

export function drawReview(state, send) {
  const { position, look, told: { review: judged } } = state;
  const title = html("h2", {}, "Review");
  if (!judged) return [title, html("p", { class: "muted" }, waits(state, "Computing the review …"))];
  const moves = judged.played;
  if (!moves.length) return [title, html("p", { class: "lead" }, "Nothing has been played yet. Make a move, then come back.")];
  const [you, they] = namesOf(state);
  const worst = worstOf(judged);
  const last = moves.length + 1;
  const at = look.move ?? worst?.number ?? 1; // the position before this move is shown; the last one is the end
  const visit = (move) => send({ type: "look", at: { move: Math.min(Math.max(move, 1), last) } });
  return [
    title,
    html("p", { class: "lead" }, lead(position, judged, state.seat, [you, they])),
    html("div", { class: "panel" }, replay(position, moves[at - 1], at, visit, send, [you, they])),
    html("div", { class: "performances" },
      performance(you, judged.performance.you, moves.filter((move) => move.by === "you"), position.game),
      performance(they, judged.performance.other, moves.filter((move) => move.by !== "you"), position.game)),
    html("div", { class: "panel" },
      html("h3", {}, `${ofWhom(you)} margin with best play, after each move`),
      chart(judged, position.game, at, visit),
      html("p", { class: "legend" }, legend(position.game, you), judged.exact ? null : " Expectations are rounded.")),
    every(position, moves, at, visit, [you, they]),
  ];
}

const ofWhom = (you) => (you === "You" ? "Your" : `${you}’s`);

// The margin is that of best play against this opponent, so it includes their expected mistakes from the start.
function legend(game, you) {
  const lucky = you === "You" ? "you were lucky." : `${you} was lucky.`;
  const rises = game.opponent === "optimal" ? "where it rises, the other side did." : isByChance(game.opponent) ? `where it rises, ${lucky}` : "the other side’s mistakes are expected from the start.";
  const counted = isFixedSum(game) ? "The margin falls by twice a loss, because the other side gains what is lost." : "Losses are counted in the margin.";
  return `A flat line is perfect play. Where it falls, ${you === "You" ? "you" : you} gave something away; ${rises} ${counted}`;
}

function lead(position, judged, seat, [you, they]) {
  const mistakes = judged.played.filter((move) => move.by === "you" && isMistake(move));
  const turn = judged.turning_point === null ? "" : ` The result last changed at move ${judged.turning_point}.`;
  const total = `${show(judged.performance.you.taken)} : ${show(judged.performance.other.taken)}`;
  const won = seat ? `${position.leader === "you" ? you : they} won` : `You ${position.leader === "you" ? "won" : "lost"}`;
  const result = !judged.over ? `So far ${total}.` : `${position.leader === "draw" ? "A draw" : won}, ${total}.`;
  const loss = givenAway(position.game, show(judged.performance.you.loss));
  const whose = seat ? `${ofWhom(you)} moves` : "your moves";
  const cost = !mistakes.length ? `${you} gave nothing away.` : mistakes.length === 1 ? `One of ${whose} cost ${loss}.` : `${mistakes.length} of ${whose} cost ${loss} in total.`;
  return `${result} ${cost}${turn}`;
}

// --- the replay --------------------------------------------------------------------------------

function replay(now, move, at, visit, send, [you, they]) {
  const last = now.steps.length + 1;
  const then = backTo(now, at - 1);
  const lanes = lanesOf(then);
  const left = new Set(lanes.flat());
  const ends = then.spans ? [new Set(lanes.map((places) => places[0])), new Set(lanes.map((places) => places.at(-1)))] : [new Set(), new Set()];
  const bests = new Set((move?.best ?? []).flatMap((name) => legal(then, name)?.places ?? []));
  const spot = (word, index) => {
    const kinds = [left.has(index) ? "" : "gone", ends[0].has(index) ? "at-left" : ends[1].has(index) ? "at-right" : ""];
    return html("span", { class: "spot" }, chip(word, kinds.join(" ")), bests.has(index) ? html("span", { class: "best-here", title: "best" }, "▲") : null);
  };
  const button = (title, where, goal) => html("button", { type: "button", "aria-disabled": String(where), onclick: () => { if (!where) visit(goal); } }, title);
  return [
    html("div", { class: "spots", tabindex: 0, role: "group", "aria-label": "The row at this move" }, now.game.words.map(spot)),
    html("p", { class: "told", role: "status" }, move ? told(now, move, at, move.by === "you" ? you : they) : "The position after the last move."),
    html("div", { class: "stepper" }, button("Previous", at === 1, at - 1), button("Next", at === last, at + 1),
      html("span", { class: "muted" }, `${Math.min(at, last - 1)} of ${last - 1}`),
      move ? html("button", { type: "button", class: "primary", onclick: () => send({ type: "begin", position: then }) }, "Try again from here") : null),
  ];
}

function told(now, move, at, who) {
  const plain = now.game.plain;
  const did = `Move ${at}: ${who} took ${whatWasTaken(now, at - 1)}`;
  const best = bestOf(now, move);
  if (move.mark === "best") return `${did}, ${move.best.length > 1 ? (plain ? "as good as the other end" : "one of the best moves") : plain ? "the best end" : "the best move"}.`;
  if (move.mark === "equal") return `${did}: the same margin as the best move, but a smaller total. Best: ${best}.`;
  return `${did}: ${move.mark === "blunder" ? "a blunder" : "an inaccuracy"}, it gave away ${givenAway(now.game, show(move.loss))}. Best: ${best}.`;
}

// --- both players ------------------------------------------------------------------------------

const counted = (many, one, more) => (many ? `, ${many} ${many === 1 ? one : more}` : "");

function performance(name, how, moves, game) {
  const good = moves.filter((move) => !isMistake(move)).length;
  const marks = `Best moves: ${good} of ${moves.length}${counted(how.inaccuracies, "inaccuracy", "inaccuracies")}${counted(how.blunders, "blunder", "blunders")}`;
  return html("div", { class: "performance panel" },
    html("h3", {}, name),
    html("div", {}, number(how.taken), " in total, ", number(how.loss), isFixedSum(game) ? " given away" : " of the margin given away"),
    html("p", { class: "muted" }, moves.length ? marks : "no moves yet"));
}

// --- the margin --------------------------------------------------------------------------------

/** The margin with best play after each move; a slider for keys, with a point for each move. */
function chart(judged, game, at, visit) {
  const wide = Math.max(280, (document.querySelector("#review").clientWidth || document.documentElement.clientWidth) - 50);
  const last = judged.played.length;
  const x = (move) => LEFT + ((wide - LEFT - 20) * move) / Math.max(last, 1);
  const here = x(Math.min(at, last));
  const keys = (event) => {
    const next = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 1, End: last + 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    visit(next);
  };
  const point = ({ currentTarget, clientX, clientY }) => {
    const spot = new DOMPoint(clientX, clientY).matrixTransform(currentTarget.getScreenCTM().inverse());
    visit(Math.round(((spot.x - LEFT) * last) / (wide - LEFT - 20)));
  };
  return svg("svg", {
    class: "chart", viewBox: `0 0 ${wide} ${TALL}`, role: "slider", tabindex: 0, "aria-label": "Move", "aria-valuemin": 1, "aria-valuemax": last + 1, "aria-valuenow": at,
    "aria-valuetext": at > last ? "the end" : `move ${at}, then ${signed(judged.promises[at])}`, onpointerdown: point, onkeydown: keys,
  }, curve(judged, game, wide), svg("line", { class: "here", y1: 10, y2: TALL - 24, x1: here, x2: here }));
}

const [TALL, LEFT] = [240, 64];

const curve = once((judged, game, wide) => {
  const margins = judged.promises.map(about);
  const last = judged.played.length;
  const [top, bottom] = [Math.max(0, ...margins), Math.min(0, ...margins)];
  const x = (move) => LEFT + ((wide - LEFT - 20) * move) / Math.max(last, 1);
  const y = (margin) => 20 + ((top - margin) * (TALL - 60)) / (top - bottom || 1);
  const marginAt = (tick) => (tick === 0 ? "0" : withSign(tick > 0 ? "+" : "", brief(judged.promises[margins.indexOf(tick)])));
  const apart = Math.ceil((last * 42) / wide);
  return svg("g", {},
    [...new Set([top, 0, bottom])].map((tick) => [
      svg("line", { class: tick === 0 ? "axis" : "grid", x1: LEFT, x2: wide - 20, y1: y(tick), y2: y(tick) }),
      svg("text", { class: "tick", x: LEFT - 10, y: y(tick) + 5, "text-anchor": "end" }, marginAt(tick))]),
    svg("polyline", { class: "margin", points: margins.map((margin, move) => `${x(move)} ${y(margin)}`).join(" ") }),
    judged.played.map((move) => [
      move.number % apart === 0 ? svg("text", { class: "tick", x: x(move.number), y: TALL - 6, "text-anchor": "middle" }, move.number) : null,
      svg("circle", { class: `dot ${move.by} ${move.mark}`, cx: x(move.number), cy: y(margins[move.number]), r: isMistake(move) ? 6 : 3 },
        svg("title", {}, `Move ${move.number}, ${move.mark}${isMistake(move) ? `: gave away ${givenAway(game, show(move.loss))}` : ""}`))]));
});

// --- every move --------------------------------------------------------------------------------

const TAGS = { best: "best", equal: "the same margin, a smaller total" };

function every(position, moves, at, visit, [you, they]) {
  const [first, ...titles] = ["move", "by", "took", isFixedSum(position.game) ? "given away" : "margin given away"];
  return html("div", { class: "panel scroll", tabindex: 0, role: "group", "aria-label": "Every move" },
    html("table", { class: "moves" },
      html("thead", {}, html("tr", {}, html("th", { scope: "col", class: "number" }, first), titles.map((title) => html("th", { scope: "col" }, title)), html("th", { scope: "col", class: "number promised" }, "margin after"))),
      html("tbody", {}, moves.map((move, k) =>
        html("tr", { "aria-current": k === at - 1 ? "step" : null, onclick: () => visit(k + 1) },
          html("td", { class: "number" }, html("button", { type: "button", class: "link", "aria-label": `Go to move ${move.number}` }, move.number)),
          html("td", {}, move.by === "you" ? you : they),
          html("td", {}, moveName(position.steps[k].move), " ", takenIn(position, k).map((word) => chip(word))),
          html("td", {}, html("span", { class: `tag ${move.mark}` }, isMistake(move) ? `${move.mark}, ${withSign("−", show(move.loss))}` : TAGS[move.mark])),
          html("td", { class: "number promised" }, signed(move.promised)))))));
}
