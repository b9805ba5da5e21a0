// Folding: a peak and its two neighbours act as one virtual coin. They are animated like folded paper, step by step.

import { FOLD } from "./chapter-words.js";
import { brief, show } from "./numbers.js";
import { html } from "./svg.js";

const FOLDING = 420; // milliseconds
const MOST_SHOWN = 90; // coins around the one that folds
const calm = matchMedia("(prefers-reduced-motion: reduce)");

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

export function fold(told) {
  const last = told.folds.length;
  const strip = html("div", { class: "paper-strip", role: "img" });
  const words = html("p", { class: "fold-text", "aria-live": "polite" });
  const back = html("button", { type: "button", onclick: () => showStep(step - 1) }, FOLD.back);
  const forth = html("button", { type: "button", onclick: foldOne }, FOLD.forth);
  const slider = html("input", { type: "range", min: 0, max: last, "aria-label": FOLD.folds, oninput: (event) => showStep(Number(event.target.value)) });
  let step = 0;

  function showStep(to) {
    step = Math.min(Math.max(to, 0), last);
    slider.value = step;
    back.setAttribute("aria-disabled", String(step === 0));
    forth.setAttribute("aria-disabled", String(step === last));
    const next = told.folds[step];
    const coins = coinsAfter(told, step);
    words.textContent = next ? FOLD.step(step + 1, last, sentence(next.text)) : sentence(told.text);
    strip.setAttribute("aria-label", FOLD.coins(coins.length, coins.slice(0, 40).map((coin) => show(coin.value))));
    const from = Math.max(0, Math.min((next?.at ?? 0) - MOST_SHOWN / 2, coins.length - MOST_SHOWN));
    const shown = coins.slice(from, from + MOST_SHOWN);
    strip.replaceChildren(from ? "… " : "", ...shown.map((coin, k) => paper(coin, next, from + k)), from + MOST_SHOWN < coins.length ? " …" : "");
  }

  function foldOne() {
    if (step === last) return;
    if (calm.matches) return showStep(step + 1);
    strip.classList.add("folding");
    const to = step + 1;
    return setTimeout(() => {
      strip.classList.remove("folding");
      if (step + 1 === to) showStep(to);
    }, FOLDING);
  }

  showStep(0);
  return html("div", { class: "panel" },
    html("h3", {}, FOLD.title),
    html("p", {}, FOLD.lead),
    strip, words,
    last ? html("div", { class: "stepper" }, back, slider, forth) : "",
    html("p", { class: "legend" }, FOLD.legend));
}

function paper({ width, value }, next, at) {
  const part = next && at >= next.at && at < next.at + 3 ? ["before", "peak", "after"][at - next.at] : "";
  return html("span", { class: `paper-coin ${part} ${width > 1 ? "virtual" : ""}`, title: width > 1 ? FOLD.inOne(width) : null }, brief(value));
}
