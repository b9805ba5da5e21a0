// The faces: playing cards with suits, coins for every other value, and the opponents. Cards and coins are drawn around
// the point (0, 0): large ones in full, small ones as a tile with only the value.

import { html, svg } from "./draw.js";
import { brief } from "./numbers.js";
import { CARD } from "./rules.js";

export const WIDTH = 72;
export const HEIGHT = 104;

const SUITS = {
  "♠": "M0-11C4-6 10-2 10 4 10 8 7 10 4.5 10 2.8 10 1.4 9.2.6 8 .8 10 1.8 11 3.4 12H-3.4C-1.8 11-.8 10-.6 8-1.4 9.2-2.8 10-4.5 10-7 10-10 8-10 4-10-2-4-6 0-11Z",
  "♥": "M0 11C-5 6-11 2-11-4-11-8-8-10.5-5.2-10.5-2.8-10.5-.9-9.2 0-7.2.9-9.2 2.8-10.5 5.2-10.5 8-10.5 11-8 11-4 11 2 5 6 0 11Z",
  "♦": "M0-12C2.5-7 5.5-3.2 9 0 5.5 3.2 2.5 7 0 12-2.5 7-5.5 3.2-9 0-5.5-3.2-2.5-7 0-12Z",
  "♣": "M0-11A5.2 5.2 0 0 1 4.3-2.9 5.2 5.2 0 1 1 1 4.6C1.2 8 2 10.4 4 12H-4C-2 10.4-1.2 8-1 4.6A5.2 5.2 0 1 1-4.3-2.9 5.2 5.2 0 0 1 0-11Z",
};

export const isCard = (word) => CARD.test(word);

const SUIT_NAMES = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };
const RANK_NAMES = { J: "jack", Q: "queen", K: "king", A: "ace" };

/** The spoken value of a face. */
export function spoken(word) {
  const card = CARD.exec(word);
  return card ? `${RANK_NAMES[card[1]] ?? card[1]} of ${SUIT_NAMES[card[2]]}` : word.replace(/^-/, "minus ");
}

/** A card in a sentence: the ace of spades, the 15. */
export const theCard = (word) => `the ${spoken(word)}`;

/** The text of a tile: a rank, or a value, shortened if necessary. */
export const label = (word) => CARD.exec(word)?.[1] ?? (word.length <= 6 ? word.replace(/^-/, "−") : brief(word));

/** Whether the card shows a shortened value. */
export const isShortened = (word) => word.length > 6 && !isCard(word);

/** A value in running text, with its suit in colour. */
export const chip = (word, kind = "") =>
  html("span", { class: `chip ${/[♥♦]/.test(word) ? "red" : ""} ${kind}`, title: word.length > 6 ? word : null }, isCard(word) ? word : label(word));

const colour = (suit) => (suit === "♥" || suit === "♦" ? "red" : "black");

const metal = (word) => (word.startsWith("-") ? "iron" : /^[0./]+$/.test(word) ? "hollow" : "plain");

// --- in full -----------------------------------------------------------------------------------

const pip = (suit, x, y, scale) => svg("path", { d: SUITS[suit], transform: `translate(${x} ${y}) scale(${scale} ${y > 0 ? -scale : scale})` });

const pairs = (...heights) => heights.flatMap((y) => [[-12, y], [12, y]]);

const PIPS = {
  2: [[0, -31], [0, 31]],
  3: [[0, -31], [0, 0], [0, 31]],
  4: pairs(-31, 31),
  5: [...pairs(-31, 31), [0, 0]],
  6: pairs(-31, 0, 31),
  7: [...pairs(-31, 0, 31), [0, -15.5]],
  8: [...pairs(-31, 0, 31), [0, -15.5], [0, 15.5]],
  9: [...pairs(-31, -10.5, 10.5, 31), [0, 0]],
  10: [...pairs(-31, -10.5, 10.5, 31), [0, -20.5], [0, 20.5]],
};

function middle(rank, suit) {
  if (rank === "A") return pip(suit, 0, 0, 1.5);
  if (PIPS[rank]) return PIPS[rank].map(([x, y]) => pip(suit, x, y, 0.5));
  return [svg("text", { class: "court-letter", y: 16 }, rank), pip(suit, 0, -28, 0.5), pip(suit, 0, 28, 0.5)];
}

const corner = (rank, suit, turn) =>
  svg("g", { transform: `rotate(${turn})` },
    svg("text", { class: rank === "10" ? "rank ten" : "rank", x: -26, y: -33 }, rank),
    svg("path", { d: SUITS[suit], transform: "translate(-26 -23) scale(.42)" }));

const playingCard = (rank, suit) => [
  svg("rect", { class: "paper", x: -WIDTH / 2, y: -HEIGHT / 2, width: WIDTH, height: HEIGHT, rx: 7 }),
  corner(rank, suit, 0),
  corner(rank, suit, 180),
  middle(rank, suit),
];

function coin(word) {
  const text = label(word);
  const size = Math.min(26, 84 / Math.max(text.length, 2));
  return [
    svg("circle", { class: "paper", r: WIDTH / 2 }),
    svg("circle", { class: "inner", r: WIDTH / 2 - 5 }),
    svg("text", { class: "value", "font-size": size, y: size * 0.36 }, text),
  ];
}

// --- small -------------------------------------------------------------------------------------

function tile(word, width, height) {
  const card = CARD.exec(word);
  const text = label(word);
  const size = Math.min(height * (card ? 0.42 : 0.6), (width - 4) / (0.58 * Math.max(text.length, 1.6)), 30);
  return [
    svg("rect", { class: "paper", x: -width / 2, y: -height / 2, width, height, rx: Math.min(6, width / 5) }),
    svg("text", { class: "value", "font-size": size, y: card ? -height * 0.04 : size * 0.36 }, text),
    card ? svg("path", { d: SUITS[card[2]], transform: `translate(0 ${height * 0.25}) scale(${(height * 0.2) / 12})` }) : null,
  ];
}

const drawn = new Map(); // faces, each described once
const MAX_DRAWN = 4000;

/** A face of this form and size; `form` is "full" or "tile". Full ones are equal at every size. */
export function face(word, { form, width, height }) {
  const key = form === "full" ? word : `${word} ${width.toFixed(1)} ${height.toFixed(1)}`;
  const known = drawn.get(key);
  if (known) return known;
  if (drawn.size >= MAX_DRAWN) drawn.clear();
  const card = CARD.exec(word);
  const [wide, tall] = form === "tile" ? [width, height] : [WIDTH, card ? HEIGHT : WIDTH];
  const described = svg("svg", { viewBox: `${-wide / 2} ${-tall / 2} ${wide} ${tall}`, class: `${card ? `card ${colour(card[2])}` : `coin ${metal(word)}`} ${form}`, "aria-hidden": "true" },
    form === "tile" ? tile(word, width, height) : card ? playingCard(card[1], card[2]) : coin(word));
  drawn.set(key, described);
  return described;
}

// --- opponents, and endings ------------------------------------------------------------------------

const eyes = [svg("circle", { class: "ink", cx: -6, cy: -3, r: 1.8 }), svg("circle", { class: "ink", cx: 6, cy: -3, r: 1.8 })];

const line = (d) => svg("path", { class: "stroke", d });

const MOUTHS = { draw: "M-6 7H6", you: "M-6 9Q0 4 6 9", opponent: "M-6 6Q0 12 6 6" }; // by who leads
const ENDS = { draw: "M-6 7H6", you: "M-5 10Q0 2 5 10", opponent: "M-8 4Q0 8 8 4Q6 13 0 13Q-6 13-8 4Z" }; // and by who won

const FACES = {
  optimal: [...eyes, line("M-10-3a4 4 0 1 0 8 0a4 4 0 1 0-8 0M2-3a4 4 0 1 0 8 0a4 4 0 1 0-8 0M-2-3H2")],
  greedy: [svg("circle", { class: "coin-eye", cx: -6, cy: -3, r: 4 }), svg("circle", { class: "coin-eye", cx: 6, cy: -3, r: 4 }), ...eyes, line("M-10-9L-3-7M10-9L3-7")],
  modest: [line("M-8.5-3Q-6 0-3.5-3M3.5-3Q6 0 8.5-3"), svg("circle", { class: "blush", cx: -9, cy: 4, r: 2.4 }), svg("circle", { class: "blush", cx: 9, cy: 4, r: 2.4 })],
  generous: [...eyes, svg("path", { class: "heart", d: "M0-11C-2-14-6-13-6-10-6-7-2-5 0-3 2-5 6-7 6-10 6-13 2-14 0-11Z", transform: "translate(11 -5) scale(.6)" })],
  random: [svg("circle", { class: "ink", cx: -6, cy: -6, r: 1.8 }), svg("circle", { class: "ink", cx: 6, cy: -1, r: 1.8 }), line("M-10-11Q0-17 10-11")],
};

/** What an opponent says at the start, and at the end if `you` win, the `opponent` wins, or it is a draw. */
const SPEECH = {
  optimal: { start: "I look at every future.", you: "You saw further than I did.", opponent: "I make no mistakes.", draw: "Neither of us slipped." },
  greedy: { start: "Bigger is better.", you: "But I took the bigger one every time!", opponent: "Bigger is better. Told you.", draw: "Only half? I want more." },
  modest: { start: "After you. I take the smaller one.", you: "Well played, really.", opponent: "Oh. I did not mean to win.", draw: "That seems fair." },
  generous: { start: "I would like you to win.", you: "I am so glad!", opponent: "I tried to lose, honestly.", draw: "We share. How nice." },
  random: { start: "Heads or tails?", you: "The coin let me down.", opponent: "My coin plays better than you.", draw: "Even the coin is surprised." },
};

const nameIn = (opponent) => {
  const [name] = opponent.split(" ", 1);
  return name in FACES ? name : "optimal";
};

const characters = new Map();

/** An opponent, who smiles when leading, and what they say. */
export function character({ game: { opponent }, leader, over, steps }) {
  const key = `${opponent} ${leader} ${over} ${steps.length > 0}`;
  if (!characters.has(key)) {
    const lines = SPEECH[nameIn(opponent)];
    const said = over ? lines[leader] : steps.length ? "" : lines.start;
    characters.set(key, [
      svg("svg", { class: `character${over ? ` after-${leader}` : ""}`, viewBox: "-18 -18 36 36", "aria-hidden": "true" },
        svg("circle", { class: "head", r: 16 }), FACES[nameIn(opponent)],
        line(opponent.includes("trembling") ? "M-7 7Q-5 4-3.5 7T0 7T3.5 7T7 7" : (over ? ENDS : MOUTHS)[leader]),
        over && leader === "you" ? svg("path", { class: "sweat", d: "M12-13Q16-7 12-6Q8-7 12-13Z" }) : null),
      said ? html("span", { class: "bubble" }, said) : null]);
  }
  return characters.get(key);
}

const star = (points, outer, inner) => `M${Array.from({ length: 2 * points }, (_, k) => {
  const [reach, angle] = [k % 2 ? inner : outer, (Math.PI * k) / points];
  return `${(reach * Math.sin(angle)).toFixed(2)} ${(-reach * Math.cos(angle)).toFixed(2)}`;
}).join("L")}Z`;

const medal = (...inside) => svg("svg", { class: "medal", viewBox: "-24 -24 48 48", "aria-hidden": "true" }, inside);

/** The picture and the title of each kind of ending. */
export const ENDINGS = {
  perfect: [medal(svg("path", { class: "rays", d: star(12, 23, 17) }), svg("path", { class: "star", d: star(5, 13, 5.5) })), html("span", {}, "Perfect play")],
  win: [medal(svg("circle", { class: "rays", r: 20 }), svg("path", { class: "tick", d: "M-9 1L-3 7L10-7" })), html("span", {}, "A win")],
  draw: [medal(svg("circle", { class: "rays", r: 20 }), svg("path", { class: "tick", d: "M-9-4H9M-9 5H9" })), html("span", {}, "A draw")],
  loss: [medal(svg("circle", { class: "rays", r: 20 }), svg("path", { class: "tick", d: "M7-8A10 10 0 1 0 10 3M10-9V-3H4" })), html("span", {}, "Not this time")],
};
