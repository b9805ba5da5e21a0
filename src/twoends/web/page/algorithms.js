// The four methods on one's own row: the calls of exhaustive search, the same with a memo, the table, and contraction,
// each with its recurrence, its code and what it counts.

import { callTree } from "./calltree.js";
import { MAX_LEAVES, cellsOf, firstCalls, fittingCalls, hasTable, shortened, shownValues } from "./calls.js";
import { derivation, dpTable, firstAsked, quiz } from "./dptable.js";
import { html, once } from "./draw.js";
import { chip, label } from "./faces.js";
import { OFFERED_RULES } from "./newgame.js";
import { brief, show } from "./numbers.js";
import { lettersOf, pairRecurrenceOf, recurrenceOf } from "./recurrence.js";
import { atStart, isFixedSum, readGame } from "./rules.js";
import { codeOf, coinShown, foldSteps, namesShown, searchSteps, tableSteps } from "./runs.js";
import { nameOf } from "./state.js";
import { stepper } from "./stepper.js";

const METHODS = { exhaustive: "Exhaustive search", top_down: "Top-down", bottom_up: "Bottom-up", contract: "Contraction" };

const MAX_CONTRACTED = 60; // cards of a row whose contraction is drawn

export function drawAlgorithms(state, send) {
  const { position, look } = state;
  const { game } = position;
  const { method = "exhaustive" } = look;
  const set = (at) => send({ type: "look", at });
  const heading = html("h2", {}, "Algorithms");
  if (game.shape !== "row" || !game.words.length) return [heading, html("p", { class: "note" }, game.words.length ? "Algorithms are drawn for a row, not for a board or a circle." : "Type a row of cards above.")];
  return [
    heading,
    settings(state, send),
    html("p", { class: "choice methods" }, Object.entries(METHODS).map(([name, title]) => html("button", { type: "button", "aria-pressed": String(name === method), onclick: () => set({ method: name, call: undefined, cell: undefined, quiz: undefined }) }, title))),
    html("div", { class: "panel algorithm", key: method }, PANES[method](state, send, set)),
  ];
}

// --- the game ----------------------------------------------------------------------------------------

/** Lists for the rules, the opponent and who moves first. */
function settings({ position, told: { opponents }, look: { method } }, send) {
  const { row, by, first, opponent } = position.game;
  const known = (opponents?.opponents ?? []).map(({ name, ties }) => (ties ? `${name} right` : name));
  const players = Object.fromEntries([...new Set([...known, opponent])].map((text) => [text, nameOf(text)]));
  const change = ({ currentTarget }) => {
    const chosen = Object.fromEntries(new FormData(currentTarget));
    const next = readGame([row || "-", ...(chosen.rules ? [chosen.rules] : []), chosen.first, "-", chosen.opponent].join(" / "));
    if (next) send({ type: "set", values: { position: next, told: {}, look: { method } } });
  };
  const list = (label, name, entries, chosen) => html("label", { class: "field" }, html("span", {}, label),
    html("select", { name }, Object.entries({ ...entries, ...(chosen in entries ? {} : { [chosen]: chosen }) }).map(([value, text]) => html("option", { value, selected: value === chosen }, text))));
  return html("form", { class: "settings", onchange: change },
    list("A move takes", "rules", OFFERED_RULES, by), list("Opponent", "opponent", players, opponent), list("First move", "first", { first: "you", second: "opponent" }, first));
}

const recurrence = once((game, inPairs) => html("div", { class: "recurrence" },
  html("dl", {}, (inPairs ? pairRecurrenceOf(game) : recurrenceOf(game, nameOf(game.opponent))).map(([when, value]) => html("div", {}, html("dt", {}, when), html("dd", {}, html("code", {}, value))))),
  html("p", { class: "legend" }, lettersOf(game))));

const valueName = (game) => (isFixedSum(game) ? "total" : "margin");

// --- searches ----------------------------------------------------------------------------------------

/** All that is drawn of the calls on a game: { calls, first, values }. */
const searchOf = once((start, cards) => {
  const calls = fittingCalls(start, cards);
  const first = firstCalls(calls);
  const positions = [...new Set(first)].map((index) => calls[index].position).sort((a, b) => a.steps.length - b.steps.length);
  const values = new Map(shownValues(positions).map(({ value }, k) => [positions[k], value]));
  return { calls, first, values: first.map((index) => values.get(calls[index].position)) };
});

const stepsOf = once((search, method) => searchSteps(search.calls, method));

function search({ position, look, portrait }, send, set, method) {
  const start = atStart(position);
  const { game } = start;
  const hasMemo = method === "top_down";
  const mayPair = !hasMemo && game.plain && game.youFirst;
  const inPairs = mayPair && Boolean(look.pairs);
  const found = searchOf(start, inPairs ? 2 : 1);
  const { calls, first, values } = found;
  const drawn = calls[0].position.game;
  const steps = stepsOf(found, inPairs ? "" : method);
  const count = Math.min(look[method] ?? steps.length, steps.length);
  const now = steps[count - 1];
  const merged = hasMemo || Boolean(look.merged);
  const chosen = look.call ?? now.call;
  const leaves = calls.filter(({ isLeaf }) => isLeaf).length;
  const known = new Set(first).size;
  const made = new Set(steps.map(({ call }) => call)).size;
  const counts = hasMemo ? `${made} calls instead of ${calls.length}: ${known} ${intervals(game)}, each solved once.`
    : `${inCalls(calls.length)}, ${leaves} of them leaves${merged ? `; ${known} different ${intervals(game)}` : ""}.`;
  return [
    cutShort(game, drawn, "tree"),
    html("div", { class: `method ${leaves > MAX_LEAVES / 2 ? "stacked" : ""}` },
      html("div", {},
        html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "The calls" }, callTree(found, progressOf(steps, count, hasMemo ? first : null), { merged, portrait, chosen: look.call }, (call) => set({ call }))),
        reading(calls[chosen], values[chosen], look.call !== undefined || now.returns),
        html("p", { class: "legend" }, html("span", { class: "key at-left" }), " left end ", html("span", { class: "key at-right" }), " right end"),
        stepper(look, send, method, steps.length, "Steps shown"),
        html("p", { class: "counts", role: "status" }, counts),
        hasMemo || calls.length < 2 ? null : html("p", { class: "actions switches" },
          html("button", { type: "button", "aria-pressed": String(merged), onclick: () => set({ merged: !merged }) }, "Merge equal positions"),
          mayPair ? html("button", { type: "button", "aria-pressed": String(inPairs), onclick: () => set({ pairs: !inPairs, exhaustive: undefined, call: undefined, playing: "" }) }, "Two cards a call") : null)),
      code(drawn, method, steps, count, inPairs)),
  ];
}

const inCalls = (count) => (count === 1 ? "1 call" : `${count} calls`);

const intervals = (game) => (hasTable(game) ? "intervals" : "positions");

/** How far each call is after so many steps; with a memo all calls on a position are as far as the first. */
function progressOf(steps, count, first) {
  const progress = new Map();
  const place = (call) => (first ? first[call] : call);
  for (const { call, returns } of steps.slice(0, count)) if (progress.get(place(call)) !== "returned") progress.set(place(call), returns ? "returned" : "open");
  const { call } = steps[count - 1];
  const running = count < steps.length ? place(call) : null;
  const all = first ?? Array.from({ length: Math.max(...steps.map((step) => step.call)) + 1 }, (_, k) => k);
  return all.map((index) => (index === running && progress.get(index) !== "returned" ? "running" : progress.get(index) ?? ""));
}

/** A call in words: its cards, whose turn it is, and what it returns. */
function reading({ position }, value, returns) {
  const { game: { words, opponent }, spans: [[start, stop]], toMove, over } = position;
  return html("p", { class: "strip" }, words.map((word, k) => chip(word, k < start || k >= stop ? "gone" : "")),
    html("span", {}, ` ${over ? "No move" : toMove === "you" ? "Your turn" : `${nameOf(opponent)}’s turn`}${returns ? `: ${show(value)}` : ""}`));
}

/** What is drawn if it is not the whole row. */
const cutShort = (game, drawn, what) => (drawn.words.length === game.words.length ? null : html("p", { class: "note" }, `The ${what} of the first ${drawn.words.length} of ${game.words.length} cards.`));

/** The recurrence, the code with the line that runs, and its variables. */
function code(game, method, steps, count, inPairs = false) {
  return html("div", { class: "texts" }, recurrence(game, inPairs), inPairs ? null : lines(game, method, steps, count));
}

function lines(game, method, steps, count) {
  const text = codeOf(game, method);
  if (!text) return html("p", { class: "note" }, "There is code for one card a move from either end, in turns.");
  const { line, names } = steps[count - 1];
  const isRunning = names !== undefined && count < steps.length;
  const ran = new Set(steps.map((step) => step.line));
  return [
    html("ol", { class: "code-lines", tabindex: 0, "aria-label": `Python, ${METHODS[method]}` }, text.map((each, k) => html("li", { class: names && !ran.has(k) && !each.endsWith("else:") ? "unused" : null, "aria-current": isRunning && k === line ? "step" : null }, html("code", {}, each)))),
    html("p", { class: "names" }, isRunning ? namesShown(game, method, names) : ""),
    text.some((each) => each.includes("their_move")) ? html("p", { class: "legend" }, "may_take and their_move follow the opponent’s rule.") : null,
  ];
}

// --- the table ---------------------------------------------------------------------------------------

const tableOf = once((start) => cellsOf(start));

const tableStepsOf = once((start, cells) => tableSteps(start, cells.length));

function bottomUp({ position, look }, send, set) {
  const { game } = position;
  const they = nameOf(game.opponent);
  if (!hasTable(game)) return html("p", { class: "note" }, "A position of this game is more than an interval: whose turn it is depends on the moves before. So there is no table of intervals; Top-down solves each position once.");
  const start = atStart(position);
  const cells = tableOf(start);
  const drawn = cells.at(-1).position.game;
  const steps = tableStepsOf(cells.at(-1).position, cells);
  const asking = look.quiz ?? null;
  const count = Math.min(look.bottom_up ?? steps.length, steps.length);
  const { filled } = steps[count - 1];
  const shown = asking ? asking.at : filled;
  const chosen = asking ? Math.min(asking.at, cells.length - 1) : look.cell !== undefined && look.cell < filled ? look.cell : Math.max(filled - 1, 0);
  const isFirstTry = asking && !asking.tries; // which gets no help
  return [
    cutShort(game, drawn, "table"),
    html("div", { class: `method ${drawn.words.length > 8 ? "stacked" : ""}` },
      html("div", {},
        dpTable(drawn.words, cells, { filled: shown, chosen: isFirstTry ? -1 : chosen, asked: asking ? asking.at : null }, (cell) => set({ cell })),
        html("p", { class: "legend" }, html("span", { class: "key yours" }), " your turn ", html("span", { class: "key theirs" }), ` ${they}’s turn`),
        asking ? quiz(cells, asking, they, (next) => set({ quiz: next ?? undefined })) : [
          html("p", { class: "said", role: "status" }, filled ? derivation(cells[chosen], they) : ""),
          stepper(look, send, "bottom_up", steps.length, "Steps shown"),
          html("p", { class: "counts" }, `${cells.length} cells, each from at most two others; dp[0][${drawn.words.length - 1}] is your ${valueName(game)} of the row.`),
          cells.length < 2 ? null : html("p", { class: "actions" }, html("button", { type: "button", onclick: () => startQuiz(cells, set) }, "Quiz: fill in the cells"))]),
      code(game, "bottom_up", steps, count)),
  ];
}

function startQuiz(cells, set) {
  set({ quiz: { at: firstAsked(cells) }, playing: "" });
  document.querySelector(".quiz input")?.focus();
}

// --- contraction -------------------------------------------------------------------------------------

const foldsOf = once((start) => foldSteps(start));

const startOf = once((position) => shortened(position, MAX_CONTRACTED));

function contraction({ position, look }, send) {
  const { game } = position;
  if (!game.plain || game.opponent.split(" ")[0] !== "optimal" || game.opponent.includes("trembling")) return html("p", { class: "note" }, "Contraction solves the game of two optimal players who take one card from either end. Choose the opponent “Optimal”.");
  const start = startOf(position);
  const steps = foldsOf(start);
  if (!steps) return html("p", { class: "note" }, "These numbers are too large to be drawn step by step.");
  const count = Math.min(look.contract ?? steps.length, steps.length);
  const last = steps.at(-1);
  return [
    cutShort(game, start.game, "contraction"),
    html("div", { class: "method" },
      html("div", {},
        html("p", {}, "If one side takes a card beside a peak, the other side takes the peak. So the three act as one coin. Once all peaks are folded, the larger end is always right."),
        coins(start.game, steps[count - 1]),
        stepper(look, send, "contract", steps.length, "Steps shown"),
        html("p", { class: "counts", role: "status" }, `${start.game.words.length} cards fold to ${last.coins.length} coins. The first player wins by ${namesShown(game, "contract", { margin: last.names.margin }).replace("margin = ", "")}.`)),
      html("div", { class: "texts" }, lines(game, "contract", steps, count))),
  ];
}

/** The coins at a step, the peak that folds next, and the cards that are not read yet. */
function coins(game, { coins: stack, read, names: { top, left = 0, right = top, margin } }) {
  const last = stack.length - 1;
  const isPeak = margin === undefined && last > 1 && stack[last - 2] < stack[last - 1] && stack[last - 1] >= stack[last];
  const kind = (at) => (isPeak && at >= last - 2 ? ["before", "peak", "after"][at - last + 2] : margin !== undefined && left <= right && (at < left || at > right) ? "taken" : "");
  const shown = stack.map((coin) => coinShown(game, coin));
  return html("div", { class: "paper-strip", role: "img", "aria-label": `${shown.length} coins: ${shown.map(show).join(", ")}` },
    shown.map((value, at) => html("span", { class: `paper-coin ${kind(at)}` }, brief(value))),
    game.words.slice(read).map((word) => html("span", { class: "paper-coin waiting" }, label(word))));
}

const PANES = {
  exhaustive: (state, send, set) => search(state, send, set, "exhaustive"),
  top_down: (state, send, set) => search(state, send, set, "top_down"),
  bottom_up: bottomUp,
  contract: contraction,
};
