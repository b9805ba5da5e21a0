// Numbers as Python sends them: JSON numbers, or text where those would not be exact ("73/4", "2.50").

import { html } from "./draw.js";

const LONGEST = 16; // digits of a number that is shown in full

/** The nearest float, for drawing only. */
export function about(value) {
  const [top, bottom] = String(value).split("/");
  if (bottom === undefined) return Number(top);
  // The parts of a fraction may be too large for a float even if their quotient is not.
  const excess = Math.max(0, top.length - 300, bottom.length - 300);
  return Number(top.slice(0, top.length - excess)) / Number(bottom.slice(0, bottom.length - excess));
}

const minus = (text) => text.replace(/^-/, "−");

const round = (number) =>
  Math.abs(number) >= 1e16 ? number.toExponential(3) : String(Number(Math.abs(number) < 1 ? number.toPrecision(3) : number.toFixed(2)));

/** The value in readable form: 18.25 instead of 73/4, but 1/3. */
export function show(value) {
  if (Number.isInteger(value) && value >= 0 && value < 1e15) return String(value);
  const text = String(value);
  if (text.includes("/")) {
    const [top, bottom] = text.split("/");
    if (10000 % Number(bottom) === 0 && top.length < 12) return minus(String(about(value)));
    return text.replace("-", "").length <= 6 ? minus(text) : `≈ ${minus(round(about(value)))}`;
  }
  if (typeof value === "number" && !Number.isInteger(value)) return minus(round(value));
  return text.replace("-", "").length > LONGEST ? `≈ ${minus(Number(text).toExponential(3))}` : minus(text);
}

/** A value with its sign. */
export const signed = (value) => (about(value) > 0 ? withSign("+", show(value)) : show(value));

/** A sign before a number that is shown, behind the mark of a rounded one. */
export const withSign = (sign, shown) => shown.replace(/^(≈ ?)?/, `$1${sign}`);

const THOUSANDS = ["", "K", "M", "B", "T"];

/** Shorter than `show`, for a coin or a cell. A rounded value is marked: ≈1.23M; 1.23M is exact. */
export function brief(value) {
  const text = show(value);
  if (!text.startsWith("≈") && text.length <= 6) return text;
  const number = about(value);
  const rounded = Number(number.toPrecision(3));
  const power = Math.min(Math.floor(Math.log10(Math.abs(rounded)) / 3), THOUSANDS.length - 1);
  const short = Math.abs(rounded) >= 1e15 || (rounded && Math.abs(rounded) < 1e-3)
    ? rounded.toExponential(2).replace("e+", "e")
    : power > 0 ? String(Number((rounded / 1000 ** power).toPrecision(3))) + THOUSANDS[power] : String(rounded);
  const exact = !String(value).includes("/") && Number.isSafeInteger(number) && rounded === number;
  return `${exact ? "" : "≈"}${minus(short)}`;
}

/** The value as content of an element; of a rounded one, all digits can be unfolded. */
export function number(value, shown = show(value)) {
  if (typeof value === "number" || !(shown.startsWith("≈") || shown.includes("e"))) return shown;
  return html("details", { class: "exact" }, html("summary", { title: "Show all digits" }, shown), minus(String(value)));
}
