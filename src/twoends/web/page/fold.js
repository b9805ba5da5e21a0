// Folding: a peak and its two neighbours act as one virtual coin, step by step.

import { html } from "./draw.js";
import { brief, show } from "./numbers.js";

const MAX_SHOWN = 90; // coins around the one that folds

/** The coins after the first `count` folds: { width, value }; the width in cards. */
function coinsAfter(told, count) {
  const coins = told.coins.map((value) => ({ width: 1, value }));
  for (const { at, value } of told.folds.slice(0, count)) {
    const width = coins.slice(at, at + 3).reduce((sum, coin) => sum + coin.width, 0);
    coins.splice(at, 3, { width, value });
  }
  return coins;
}

const sentence = (text) => text.replace(/>=/g, "≥").replace(/(^|[ (])-(?=\d)/g, "$1−").replace(/ - /g, " − ");

/** The coins after some folds of `told`, and the buttons to fold on. */
export function fold(told, { folds: at = 0 }, send) {
  const last = told.folds.length;
  const next = told.folds[at];
  const coins = coinsAfter(told, at);
  const from = Math.max(0, Math.min((next?.at ?? 0) - MAX_SHOWN / 2, coins.length - MAX_SHOWN));
  const shown = coins.slice(from, from + MAX_SHOWN);
  const to = (step) => { if (step >= 0 && step <= last) send({ type: "look", at: { folds: step } }); };
  return html("div", { class: "panel" },
    html("h3", {}, "How the row folds"),
    html("p", {}, "If one side takes a card beside a peak, the other side takes the peak. So the three act as one virtual coin. Once all peaks are folded, the larger end is always right."),
    html("div", { class: "paper-strip", role: "img", "aria-label": `${coins.length} coins: ${coins.slice(0, 40).map((coin) => show(coin.value)).join(", ")}` },
      from ? "… " : null, shown.map((coin, k) => paper(coin, next, from + k)), from + MAX_SHOWN < coins.length ? " …" : null),
    html("p", { class: "fold-text", "aria-live": "polite" }, next ? `Fold ${at + 1} of ${last}: ${sentence(next.text)}` : sentence(told.text)),
    last ? html("div", { class: "stepper" },
      html("button", { type: "button", "aria-disabled": String(at === 0), onclick: () => to(at - 1) }, "Unfold"),
      html("input", { type: "range", min: 0, max: last, value: at, "aria-label": "Folds", oninput: ({ currentTarget }) => to(Number(currentTarget.value)) }),
      html("button", { type: "button", "aria-disabled": String(at === last), onclick: () => to(at + 1) }, "Fold")) : null,
    html("p", { class: "legend" }, "The framed peak folds next; folded coins have a double outline."));
}

function paper({ width, value }, next, at) {
  const part = next && at >= next.at && at < next.at + 3 ? ["before", "peak", "after"][at - next.at] : "";
  const kind = width > 1 ? "virtual" : "";
  return html("span", { key: `${value} ${width}`, class: `paper-coin ${part} ${kind}`, title: width > 1 ? `${width} cards in one` : null }, brief(value));
}
