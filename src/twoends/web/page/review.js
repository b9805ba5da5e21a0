// The review of a game: how the promised margin went, and every move with what it gave away.

import { ask } from "./api.js";
import { about, brief, show } from "./numbers.js";
import { html, svg } from "./svg.js";
import { chip, inside } from "./why.js";

const NAMES = { L: "left", R: "right" };

const signed = (value) => (about(value) > 0 ? `+${show(value)}` : show(value));

/** `onVisit` is called with the moves before the one that was clicked. */
export async function drawReview(section, view, onVisit) {
  const judged = await ask("review", { game: view.game });
  const wide = inside(section);
  const visit = (move) => onVisit(view.taken.slice(0, move.number - 1));
  section.replaceChildren(
    html("h2", {}, "Review"),
    html("p", { class: "lead" }, lead(view, judged)),
    html("div", { class: "performances" }, performance("You", judged.you), performance("Opponent", judged.opponent)),
    judged.moves.length ? html("div", { class: "panel" },
      html("h3", {}, "Your margin, as promised after each move"),
      chart(judged, visit, wide),
      html("p", { class: "legend" }, `A flat line is perfect play. Where you fall, you gave something away; ${rises(view.opponent)}`,
        judged.exact ? "" : " Expectations are rounded.")) : "",
    judged.moves.length ? moves(view, judged, visit) : "");
}

// The margin is what best play promises against this opponent: what he is bound to give away is in it from the start.
function rises(opponent) {
  if (opponent === "optimal") return "where you rise, the opponent did.";
  return /random|trembling/.test(opponent) ? "where you rise, chance was kind." : "his mistakes are counted on from the start.";
}

function lead(view, judged) {
  if (!judged.moves.length) return "Nothing has been played yet. Take an end, and come back.";
  const mistakes = judged.moves.filter((move) => move.by === "you" && move.mark !== "best");
  const turn = judged.turning_point === null ? "" : ` The result last turned at move ${judged.turning_point}.`;
  const total = `${show(judged.you.total)} : ${show(judged.opponent.total)}`;
  const result = !judged.over ? `So far ${total}.` : { you: "You won", opponent: "You lost", draw: "A draw" }[view.leader] + `, ${total}.`;
  if (!mistakes.length) return `${result} You gave nothing away.${turn}`;
  return `${result} ${mistakes.length === 1 ? "One move" : `${mistakes.length} moves`} of yours cost ${show(judged.you.loss)} in all.${turn}`;
}

function performance(name, how) {
  const share = Math.round(how.accuracy * 100);
  const around = 2 * Math.PI * 26;
  return html("div", { class: "performance panel" },
    svg("svg", { class: "ring", viewBox: "-34 -34 68 68", role: "img", "aria-label": `${name}: accuracy ${share}%` },
      svg("circle", { class: "track", r: 26 }),
      svg("circle", { class: "share", r: 26, transform: "rotate(-90)", "stroke-dasharray": `${around * how.accuracy} ${around}` }),
      svg("text", { y: 6 }, `${share}%`)),
    html("div", {},
      html("h3", {}, name),
      html("p", {}, `${show(how.total)} in all, ${show(how.loss)} given away`),
      html("p", { class: "muted" }, `${count(how.inaccuracies, "inaccuracy", "inaccuracies")}, ${count(how.blunders, "blunder", "blunders")}`)));
}

const count = (number, one, many) => `${number || "no"} ${number === 1 ? one : many}`;

function chart(judged, visit, wide) {
  const margins = judged.promised.map(about);
  const tall = 260;
  const left = 64;
  const top = Math.max(0, ...margins);
  const bottom = Math.min(0, ...margins);
  const span = top - bottom || 1;
  const x = (number) => left + ((wide - left - 24) * number) / Math.max(judged.moves.length, 1);
  const y = (margin) => 22 + ((top - margin) / span) * (tall - 58);
  const points = margins.map((margin, number) => `${x(number).toFixed(1)} ${y(margin).toFixed(1)}`).join(" ");
  const ticks = [...new Set([top, 0, bottom])].filter((tick) => tick === 0 || Math.abs(y(tick) - y(0)) > 16);
  const label = (tick) => {
    const margin = judged.promised.find((promised) => about(promised) === tick) ?? 0;
    return signed(margin).length <= 8 ? signed(margin) : brief(margin); // there is no more room
  };
  const step = Math.ceil((judged.moves.length * 42) / wide);
  return svg("svg", { class: "chart", viewBox: `0 0 ${wide} ${tall}`, role: "group", "aria-label": `Promised margin: from ${signed(judged.promised[0])} to ${signed(judged.promised.at(-1))}` },
    ticks.map((tick) => [
      svg("line", { class: tick === 0 ? "axis" : "grid", x1: left, x2: wide - 20, y1: y(tick), y2: y(tick) }),
      svg("text", { class: "tick", x: left - 10, y: y(tick) + 5, "text-anchor": "end" }, label(tick))]),
    svg("polygon", { class: "area", points: `${x(0)} ${y(0)} ${points} ${x(judged.moves.length)} ${y(0)}` }),
    svg("polyline", { class: "margin", points }),
    judged.moves.map((move) => [
      move.number % step === 0 ? svg("text", { class: "tick", x: x(move.number), y: tall - 6, "text-anchor": "middle" }, move.number) : null,
      point(move, x(move.number), y(margins[move.number]), visit)]));
}

function point(move, x, y, visit) {
  const told = `Move ${move.number}, ${move.by}, ${NAMES[move.side]}: ${move.mark}${move.mark === "best" ? "" : `, gave away ${show(move.loss)}`}`;
  if (move.mark === "best") return svg("circle", { class: `dot ${move.by}`, cx: x, cy: y, r: 3 }, svg("title", {}, told));
  const open = () => visit(move);
  return svg("g", {
    class: `mistake ${move.mark} ${move.by}`, role: "button", tabindex: 0, "aria-label": `${told}. Go there`, onclick: open,
    onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(); } },
  }, svg("circle", { class: "reach", cx: x, cy: y, r: 16 }), svg("circle", { class: "dot", cx: x, cy: y, r: 7 }), svg("title", {}, told));
}

function moves(view, judged, visit) {
  let [start, stop] = [0, view.row.length];
  const rows = judged.moves.map((move) => {
    const word = view.row[move.side === "L" ? start : stop - 1];
    if (move.side === "L") start += 1;
    else stop -= 1;
    const good = move.mark === "best";
    return html("tr", {},
      html("td", { class: "number" }, move.number),
      html("td", {}, move.by === "you" ? "you" : "opponent"),
      html("td", {}, NAMES[move.side], " ", chip(word)),
      html("td", {}, good ? html("span", { class: "tag best" }, "best")
        : html("button", { type: "button", class: `tag ${move.mark}`, title: "Go there", onclick: () => visit(move) }, `${move.mark}, −${show(move.loss)}`)),
      html("td", { class: "number promised" }, signed(move.promised)));
  });
  return html("div", { class: "panel scroll", tabindex: 0, role: "group", "aria-label": "Every move" },
    html("table", { class: "moves" },
      html("thead", {}, html("tr", {}, html("th", { scope: "col", class: "number" }, "move"), ["by", "took", "mark"].map((title) => html("th", { scope: "col" }, title)),
        html("th", { scope: "col", class: "number promised" }, "promised margin"))),
      html("tbody", {}, rows)));
}
