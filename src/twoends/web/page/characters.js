// The opponents: a face, and a line of speech that fits how they play.

import { html, svg } from "./svg.js";
import { ENDINGS, SPEECH } from "./words.js";

const eyes = (dy = 0) => [svg("circle", { class: "ink", cx: -6, cy: -3 + dy, r: 1.8 }), svg("circle", { class: "ink", cx: 6, cy: -3 + dy, r: 1.8 })];

const line = (d) => svg("path", { class: "stroke", d });

const MOUTHS = { draw: "M-6 7H6", you: "M-6 9Q0 4 6 9", opponent: "M-6 6Q0 12 6 6" }; // by who leads

const FACES = {
  optimal: () => [...eyes(), line("M-10-3a4 4 0 1 0 8 0a4 4 0 1 0-8 0M2-3a4 4 0 1 0 8 0a4 4 0 1 0-8 0M-2-3H2")],
  greedy: () => [svg("circle", { class: "coin-eye", cx: -6, cy: -3, r: 4 }), svg("circle", { class: "coin-eye", cx: 6, cy: -3, r: 4 }), ...eyes(), line("M-10-9L-3-7M10-9L3-7")],
  modest: () => [line("M-8.5-3Q-6 0-3.5-3M3.5-3Q6 0 8.5-3"), svg("circle", { class: "blush", cx: -9, cy: 4, r: 2.4 }), svg("circle", { class: "blush", cx: 9, cy: 4, r: 2.4 })],
  generous: () => [...eyes(), svg("path", { class: "heart", d: "M0-11C-2-14-6-13-6-10-6-7-2-5 0-3 2-5 6-7 6-10 6-13 2-14 0-11Z", transform: "translate(11 -5) scale(.6)" })],
  random: () => [svg("circle", { class: "ink", cx: -6, cy: -6, r: 1.8 }), svg("circle", { class: "ink", cx: 6, cy: -1, r: 1.8 }), line("M-10-11Q0-17 10-11")],
};

const nameIn = (opponent) => (opponent.split(" ")[0] in FACES ? opponent.split(" ")[0] : "optimal");

/** The face of an opponent, who smiles when leading. */
export const face = (opponent, leader = "draw") =>
  svg("svg", { class: "character", viewBox: "-18 -18 36 36", "aria-hidden": "true" },
    svg("circle", { class: "head", r: 16 }), FACES[nameIn(opponent)](),
    line(opponent.includes("trembling") ? "M-7 7Q-5 4-3.5 7T0 7T3.5 7T7 7" : MOUTHS[leader]));

/** What the opponent says at the start and at the end of a game. */
export function speech({ opponent, over, leader, taken }) {
  const lines = SPEECH[nameIn(opponent)];
  if (over) return lines[leader];
  return taken.length ? "" : lines.start;
}

/** The kind, title and picture of an ending; `best` is the best total that you could have reached, if known. */
export function endingOf({ leader, yours }, best) {
  const kind = leader === "you" ? (best !== null && String(best) === String(yours) ? "perfect" : "win") : leader === "draw" ? "draw" : "loss";
  return { kind, title: ENDINGS[kind], picture: PICTURES[kind]() };
}

const medal = (...inside) => svg("svg", { class: "medal", viewBox: "-24 -24 48 48", "aria-hidden": "true" }, inside);

const star = (points, outer, inner) => `M${Array.from({ length: 2 * points }, (_, k) => {
  const [reach, angle] = [k % 2 ? inner : outer, (Math.PI * k) / points];
  return `${(reach * Math.sin(angle)).toFixed(2)} ${(-reach * Math.cos(angle)).toFixed(2)}`;
}).join("L")}Z`;

const PICTURES = {
  perfect: () => medal(svg("path", { class: "rays", d: star(12, 23, 17) }), svg("path", { class: "star", d: star(5, 13, 5.5) })),
  win: () => medal(svg("circle", { class: "rays", r: 20 }), svg("path", { class: "tick", d: "M-9 1L-3 7L10-7" })),
  draw: () => medal(svg("circle", { class: "rays", r: 20 }), svg("path", { class: "tick", d: "M-9-4H9M-9 5H9" })),
  loss: () => medal(svg("circle", { class: "rays", r: 20 }), svg("path", { class: "tick", d: "M7-8A10 10 0 1 0 10 3M10-9V-3H4" })),
};

/** The opponent above the table: a face, and a speech bubble if they say something. */
export function drawOpponent(place, view) {
  const said = speech(view);
  place.replaceChildren(face(view.opponent, view.leader), said ? html("span", { class: "bubble" }, said) : "");
}
