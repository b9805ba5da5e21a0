// The four methods on one's own row: the calls of exhaustive search, the same with a memo, the table, and contraction,
// each with its recurrence, its code and what it counts.

import { callTree } from "./calltree.js";
import { MAX_LEAVES, cellsOf, firstCalls, fittingCalls, hasTable, shortened, shownValues } from "./calls.js";
import { askingTable, derivation, dpTable, firstAsked, quiz } from "./dptable.js";
import { html, once } from "./draw.js";
import { chip, label } from "./faces.js";
import { OFFERED_RULES } from "./newgame.js";
import { brief, show } from "./numbers.js";
import { lettersOf, pairRecurrenceOf, recurrenceOf } from "./recurrence.js";
import { atStart, isByChance, isFixedSum, notation, readGame } from "./rules.js";
import { codeOf, coinShown, foldSteps, namesShown, searchSteps, tableSteps } from "./runs.js";
import { nameOf } from "./state.js";
import { stepper } from "./stepper.js";
import { opponentOf } from "./values.js";

const METHODS = { exhaustive: "Exhaustive search", top_down: "Top-down", bottom_up: "Bottom-up", contract: "Contraction" };

const MAX_CONTRACTED = 60; // cards of a row whose contraction is drawn

export function drawAlgorithms(state, send) {
  const { position, look } = state;
  const { game } = position;
  const { method = "exhaustive" } = look;
  const set = (at) => send({ type: "look", at });
  const heading = html("h2", {}, "Algorithms");
  if (!isDrawn(game)) return [heading, html("p", { class: "note" }, game.words.length ? "Algorithms are drawn for a row, not for a board or a circle." : "There are no cards.")];
  return [
    heading,
    settings(state, send),
    html("p", { class: "choice methods" }, Object.entries(METHODS).map(([name, title]) => html("button", { type: "button", "aria-pressed": String(name === method), onclick: () => set({ method: name, quiz: undefined, playing: "" }) }, title))),
    html("div", { class: "panel algorithm", key: method }, PANES[method](state, send, set)),
  ];
}

const isDrawn = ({ shape, words }) => shape === "row" && words.length > 0;

/** The keys that step through the method that is shown, on the whole screen also a presenter's; after the end they start again. */
export function algorithmKeys(state, send) {
  const { position: { game }, look } = state;
  const { method = "exhaustive" } = look;
  const steps = isDrawn(game) && !look.quiz ? STEPS[method](state) : null;
  if (!steps) return {};
  const at = stepIn(look, method, steps);
  const to = (step) => () => {
    const inTable = document.activeElement.closest(".dp");
    send({ type: "look", at: { [method]: step, playing: "" } });
    if (inTable) (document.querySelector(".dp [tabindex='0']") ?? document.querySelector(".algorithm .scroll")).focus();
  };
  const [back, on] = [to(Math.max(at - 1, 1)), to(at === steps.length ? 1 : at + 1)];
  const isFilled = document.body.classList.contains("filled"); // else these scroll
  return { ArrowLeft: back, ArrowRight: on, ...(isFilled ? { PageUp: back, PageDown: on } : {}) };
}

/** The number of the step that is shown, the last one at first. */
const stepIn = (look, method, steps) => Math.min(look[method] ?? steps.length, steps.length);

// --- the game ----------------------------------------------------------------------------------------

/** Lists for the rules, the opponent and who moves first. */
function settings({ position, told: { opponents } }, send) {
  const { by, first, opponent, rules } = position.game;
  const known = (opponents?.opponents ?? []).map(({ name, ties }) => (ties ? `${name} right` : name));
  const players = { ...Object.fromEntries(known.map((text) => [text, nameOf(text)])), ...(known.includes(opponent) ? {} : { [opponent]: opponent.charAt(0).toUpperCase() + opponent.slice(1) }) };
  const change = ({ currentTarget }) => {
    const { rules: chosen, ...others } = Object.fromEntries(new FormData(currentTarget));
    send({ type: "terms", position: readGame(notation(position, { by: chosen, moves: [], ...others })) });
  };
  const isAlone = rules.turns === "A"; // nobody else moves
  const list = (title, name, entries, chosen, more = {}) => html("label", { class: "field" }, html("span", {}, title),
    html("select", { name, ...more }, Object.entries({ ...entries, ...(chosen in entries ? {} : { [chosen]: chosen }) }).map(([value, text]) => html("option", { value, selected: value === chosen }, text))));
  return html("form", { class: "settings", onchange: change },
    list("A move takes", "rules", OFFERED_RULES, by),
    list("Opponent", "opponent", players, opponent, { disabled: isAlone }),
    list("First move", "first", { first: "you", second: "opponent" }, first, { disabled: isAlone }));
}

const recurrence = once((game, inPairs) => html("div", { class: "recurrence" },
  html("dl", {}, (inPairs ? pairRecurrenceOf(game) : recurrenceOf(game, nameOf(game.opponent))).map(([when, value]) => html("div", {}, html("dt", {}, when), html("dd", {}, html("code", {}, value))))),
  html("p", { class: "legend" }, lettersOf(game))));

const valueName = (game) => (isFixedSum(game) ? "total" : "margin");

// --- searches ----------------------------------------------------------------------------------------

/** All that is drawn of the calls on a game: { calls, first, values }. */
const callsOn = once((start, cards) => {
  const calls = fittingCalls(start, cards);
  const first = firstCalls(calls);
  const positions = [...new Set(first)].map((index) => calls[index].position).sort((a, b) => a.steps.length - b.steps.length);
  const values = new Map(shownValues(positions).map(({ value }, k) => [positions[k], value]));
  return { calls, first, values: first.map((index) => values.get(calls[index].position)) };
});

const stepsOn = once((found, method) => searchSteps(found.calls, method));

const mayPair = ({ plain, youFirst }, method) => method === "exhaustive" && plain && youFirst;

/** The calls that a search draws and its steps; two cards a call have no code. */
function searchIn({ position, look }, method) {
  const start = atStart(position);
  const inPairs = mayPair(start.game, method) && Boolean(look.pairs);
  const found = callsOn(start, inPairs ? 2 : 1);
  return { start, inPairs, found, steps: stepsOn(found, inPairs ? "" : method) };
}

function search(state, send, set, method) {
  const { look, portrait } = state;
  const { start: { game }, inPairs, found, steps } = searchIn(state, method);
  const { calls, first, values } = found;
  const drawn = calls[0].position.game;
  const hasMemo = method === "top_down";
  const count = stepIn(look, method, steps);
  const now = steps[count - 1];
  const merged = hasMemo || Boolean(look.merged);
  const chosen = look.call?.count === count ? look.call.index : null; // until the next step
  const choose = (index) => set({ call: index === chosen ? undefined : { index, count } });
  const leaves = calls.filter(({ isLeaf }) => isLeaf).length;
  const at = chosen ?? now.call;
  return [
    cutShort(game, drawn, "tree"),
    html("div", { class: `method ${leaves > MAX_LEAVES / 2 ? "wide" : ""}` },
      html("div", {},
        html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "The calls" }, callTree(found, progressOf(steps, count, hasMemo ? first : null), { merged, portrait, chosen }, choose)),
        reading(calls[at], values[at], chosen !== null || now.returns),
        chosen === null ? running(drawn, method, steps, count) : html("p", { class: "running" }),
        html("p", { class: "legend" }, html("span", { class: "key at-left" }), " left end ", html("span", { class: "key at-right" }), " right end"),
        stepper(look, send, method, steps.length, "Steps shown"),
        html("p", { class: "counts" }, counted(found, steps, count, { hasMemo, merged })),
        hasMemo || calls.length < 2 ? null : html("p", { class: "actions switches" },
          html("button", { type: "button", "aria-pressed": String(merged), onclick: () => set({ merged: !merged }) }, "Merge equal positions"),
          mayPair(game, method) ? html("button", { type: "button", "aria-pressed": String(inPairs), onclick: () => set({ pairs: !inPairs, exhaustive: undefined, playing: "" }) }, "Two cards a call") : null)),
      html("div", { class: "texts" }, recurrence(game, inPairs), inPairs ? html("p", { class: "note" }, "The code makes one call a card.") : lines(drawn, method, steps, count))),
  ];
}

/** How many calls are made, of what kind. */
function counted({ calls, first }, steps, count, { hasMemo, merged }) {
  const begun = new Set(steps.slice(0, count).map(({ call }) => call)).size;
  const all = new Set(steps.map(({ call }) => call)).size;
  if (count < steps.length) return `Call ${begun} of ${all}.`;
  const { game } = calls[0].position;
  const known = counting(new Set(first).size, hasTable(game) ? "interval" : "position");
  if (hasMemo) return `${counting(all, "call")}${all < calls.length ? ` instead of ${calls.length}` : ""}, on ${known}.`;
  const leaves = calls.length > 1 ? `, ${calls.filter(({ isLeaf }) => isLeaf).length} of them leaves` : "";
  return `${counting(calls.length, "call")}${leaves}${merged ? `, on ${known}` : ""}.`;
}

const counting = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** How far each call is after this many steps; with a memo all calls on a position are as far as the first. */
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
  return html("p", { class: "strip", role: "status" }, words.map((word, k) => chip(word, k < start || k >= stop ? "gone" : "")),
    html("span", {}, ` ${over ? "No move" : toMove === "you" ? "Your turn" : `${nameOf(opponent)}’s turn`}${returns ? `: ${show(value)}` : ""}`));
}

/** The line that runs, and its variables. */
function running(game, method, steps, count) {
  const { line, names } = steps[count - 1];
  return html("p", { class: "running" }, line === undefined ? "" : [html("code", {}, codeOf(game, method)[line].trim()), html("code", { class: "names" }, namesShown(game, method, names))]);
}

/** What is drawn if it is not the whole row. */
const cutShort = (game, drawn, what) => (drawn.words.length === game.words.length ? null : html("p", { class: "note" }, `The ${what} of the first ${drawn.words.length} of ${game.words.length} cards.`));

/** The code with the line that runs. */
function lines(game, method, steps, count) {
  const text = codeOf(game, method);
  if (!text) return html("p", { class: "note" }, "The code is for one card a move from either end, in turns.");
  const { line } = steps[count - 1];
  const ran = new Set(steps.map((step) => step.line));
  return [
    html("ol", { class: "code-lines", tabindex: 0, "aria-label": `Python, ${METHODS[method]}` }, text.map((each, k) => html("li", { class: line !== undefined && !ran.has(k) && !each.endsWith("else:") ? "unused" : null, "aria-current": k === line ? "step" : null }, html("code", {}, each)))),
    line === undefined ? html("p", { class: "note" }, "These numbers are too large for the code to run here.") : null,
    html("p", { class: "legend" }, helpersOf(game, text.join(" "))),
  ];
}

/** What the functions are that a code calls, against this opponent. */
function helpersOf({ opponent }, code) {
  const { name, ties, epsilon: [top] } = opponentOf(opponent);
  const move = name === "random" ? "is the mean of left and right" : top || ties === "random" ? "is what the recurrence says" : { optimal: "is min(left, right)", generous: "is max(left, right)" }[name] ?? "is the one that they take";
  const may = top || name === "optimal" || name === "generous" ? "is True" : `is True for the end that ${nameOf(opponent)} takes`;
  return [code.includes("may_take") ? `may_take ${may}. ` : "", code.includes("their_move") ? `their_move ${move}.` : ""];
}

// --- the table ---------------------------------------------------------------------------------------

const cellsOn = once((start) => cellsOf(start));

const tableStepsOn = once((cells) => tableSteps(cells.at(-1).position, cells.length));

const tableStepsIn = ({ position }) => (hasTable(position.game) ? tableStepsOn(cellsOn(atStart(position))) : null);

function bottomUp(state, send, set) {
  const { position, look } = state;
  const { game } = position;
  const they = nameOf(game.opponent);
  const steps = tableStepsIn(state);
  if (!steps) return html("p", { class: "note" }, "A position of this game is more than an interval: whose turn it is depends on the moves before. So there is no table of intervals; Top-down solves each position once.");
  const cells = cellsOn(atStart(position));
  const drawn = cells.at(-1).position.game;
  const { quiz: asking } = look;
  const count = stepIn(look, "bottom_up", steps);
  const { filled } = steps[count - 1];
  const chosen = look.cell?.count === count ? look.cell.index : filled - 1; // until the next step
  const whole = `dp[0][${drawn.words.length - 1}]`;
  return [
    cutShort(game, drawn, "table"),
    html("div", { class: `method ${drawn.words.length > 8 ? "wide" : ""}` },
      html("div", {},
        asking ? askingTable(drawn.words, cells, asking) : dpTable(drawn.words, cells, { filled, chosen }, (index) => set({ cell: { index, count } })),
        html("p", { class: "legend" }, html("span", { class: "key yours" }), " your turn ", html("span", { class: "key theirs" }), ` ${they}’s turn`),
        asking ? quiz(cells, asking, they, (next) => setQuiz(set, next)) : [
          html("p", { class: "said", role: "status" }, filled ? derivation(cells[chosen], they) : ""),
          look.cell?.count === count ? html("p", { class: "running" }) : running(drawn, "bottom_up", steps, count),
          stepper(look, send, "bottom_up", steps.length, "Steps shown"),
          html("p", { class: "counts" }, filled < cells.length ? `Cell ${filled} of ${cells.length}.` : `${counting(cells.length, "cell")}: ${whole} is your ${valueName(game)} for the row.`),
          cells.length < 2 ? null : html("p", { class: "actions" }, html("button", { type: "button", class: "start", onclick: () => setQuiz(set, { at: firstAsked(cells) }) }, "Quiz: fill in the cells"))]),
      html("div", { class: "texts" }, recurrence(game, false), lines(drawn, "bottom_up", steps, count))),
  ];
}

/** Start, continue or end the quiz, and keep the focus in it or on what starts it. */
function setQuiz(set, next) {
  set({ quiz: next ?? undefined, playing: "" });
  (document.querySelector(".quiz input, .quiz button") ?? document.querySelector(".algorithm .start")).focus();
  document.querySelector(".dp .chosen")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// --- contraction -------------------------------------------------------------------------------------

const foldsOn = once((start) => foldSteps(start));

const contracted = once((position) => shortened(position, MAX_CONTRACTED));

/** The steps of contraction; null for other rules and opponents, and for numbers that are too large. */
const foldsIn = ({ position }) => (isContracted(position.game) ? foldsOn(contracted(position)) : null);

const isContracted = ({ plain, opponent }) => plain && opponent.startsWith("optimal") && !isByChance(opponent);

function contraction(state, send) {
  const { position, look } = state;
  const steps = foldsIn(state);
  if (!isContracted(position.game)) return html("p", { class: "note" }, `Contraction solves the game of two optimal players who take one card from either end, in turns.${position.game.plain ? " Choose the opponent Optimal." : ""}`);
  if (!steps) return html("p", { class: "note" }, "These numbers are too large to be drawn step by step.");
  const { game } = contracted(position);
  const count = stepIn(look, "contract", steps);
  const { coins: left } = steps.at(-1);
  return [
    cutShort(position.game, game, "contraction"),
    html("div", { class: "method" },
      html("div", {},
        html("p", {}, "If one side takes a card beside a peak, the other side takes the peak. So the three act as one coin. Once all peaks are folded, the larger end is always right."),
        coins(game, steps[count - 1]),
        running(game, "contract", steps, count),
        stepper(look, send, "contract", steps.length, "Steps shown"),
        html("p", { class: "counts" }, count < steps.length ? "" : `${counting(game.words.length, "card")} fold${game.words.length === 1 ? "s" : ""} to ${counting(left.length, "coin")}. ${won(game, steps.at(-1).names.margin)}`)),
      html("div", { class: "texts" }, lines(game, "contract", steps, count))),
  ];
}

const won = (game, margin) => (margin ? `The ${margin > 0 ? "first" : "second"} player wins by ${show(coinShown(game, Math.abs(margin)))}.` : "It is a draw.");

/** The coins at a step, the cards that are not read yet, and the fold of the peak that comes next. */
function coins(game, { coins: stack, read, names: { top, left = 0, right = top, margin } }) {
  const last = stack.length - 1;
  const [before, peak, after] = stack.slice(-3);
  const isPeak = margin === undefined && last > 1 && before < peak && peak >= after;
  const isTaken = (at) => margin !== undefined && left <= right && (at < left || at > right);
  const kind = (at) => (isPeak && at >= last - 2 ? ["before", "peak", "after"][at - last + 2] : isTaken(at) ? "taken" : "");
  const shown = stack.map((coin) => coinShown(game, coin));
  const [a, b, c, sum] = isPeak ? [before, peak, after, before - peak + after].map((coin) => show(coinShown(game, coin))) : [];
  return [
    html("div", { class: "paper-strip", role: "img", "aria-label": `${shown.length} coins: ${shown.map(show).join(", ")}` },
      shown.map((value, at) => html("span", { class: `paper-coin ${kind(at)}` }, brief(value))),
      game.words.slice(read).map((word) => html("span", { class: "paper-coin waiting" }, label(word)))),
    html("p", { class: "said", role: "status" }, isPeak ? `${a}, ${b}, ${c} fold to ${a} − ${b} + ${c} = ${sum}.` : ""),
  ];
}

/** The steps of the method that is shown. */
const STEPS = {
  exhaustive: (state) => searchIn(state, "exhaustive").steps,
  top_down: (state) => searchIn(state, "top_down").steps,
  bottom_up: tableStepsIn,
  contract: foldsIn,
};

const PANES = {
  exhaustive: (state, send, set) => search(state, send, set, "exhaustive"),
  top_down: (state, send, set) => search(state, send, set, "top_down"),
  bottom_up: bottomUp,
  contract: contraction,
};
