// For a class: one decision on a large screen. Two keys count the hands, then the answer is revealed. The address has
// the puzzle, the hands, and whether the answer is shown: #class/PUZZLE/3:5/shown.

import { board, isOneCard, isRight, situation, verdict, whatFollows } from "./decide.js";
import { fill, keysIn } from "./keys.js";
import { steps } from "./lesson.js";
import { Refused, ask } from "./python.js";
import { html, svg } from "./svg.js";
import { CLASS } from "./words.js";

let pressed = []; // the counted ends, in order, so that the last one can be removed

export async function drawClass(section, [what = "", hands = "", revealed = ""], { late, to }) {
  const asked = await question(what);
  if (late()) return;
  const { told } = asked;
  if (!isOneCard(told)) throw new Refused(CLASS.oneCardOnly);
  const [left, right] = /^\d{1,4}:\d{1,4}$/.test(hands) ? hands.split(":").map(Number) : [0, 0];
  const shown = revealed === "shown";
  const go = (l, r, state = "") => to(`#class/${encodeURIComponent(what)}/${l}:${r}${state ? `/${state}` : ""}`, { replace: true });
  if (!left && !right) pressed = [];
  const count = (end) => {
    if (shown) return;
    pressed.push(end);
    go(left + (end === "L"), right + (end === "R"));
  };
  const less = () => {
    if (shown || !(left + right)) return;
    const last = pressed.pop() ?? (left >= right ? "L" : "R");
    go(Math.max(left - (last === "L"), 0), Math.max(right - (last === "R"), 0));
  };
  const reveal = () => { if (!shown) go(left, right, "shown"); };
  const table = board(told, shown ? told.best[0] : "", count);
  for (const [k, each] of [...table.element.querySelectorAll(".take")].entries()) each.append(...counted(k ? right : left, left + right));
  const most = left > right ? "L" : "R";
  const sentence = left === right ? told.why : `${isRight(told, most) ? CLASS.right : CLASS.wrong} ${told.why}`;
  const held = [".take.left", ".take.right", ".one-back"].find((each) => section.querySelector(each)?.matches(":focus"));
  section.replaceChildren(
    html("h2", {}, asked.title),
    html("p", { class: "lead" }, `${CLASS.asks} ${situation(told)}`),
    table.element,
    html("p", { class: "actions onwards" },
      shown ? html("button", { type: "button", onclick: () => go(0, 0) }, CLASS.again) : html("button", { type: "button", class: "primary", onclick: reveal }, html("span", {}, CLASS.reveal), html("kbd", {}, CLASS.enter)),
      shown || !(left + right) ? "" : [html("button", { type: "button", class: "one-back", onclick: less }, html("span", {}, CLASS.back), html("kbd", {}, "⌫")), html("button", { type: "button", onclick: () => go(0, 0) }, CLASS.anew)],
      html("button", { type: "button", onclick: fill }, html("span", {}, CLASS.fill), html("kbd", {}, "f")),
      html("a", { class: "button quiet", href: asked.link }, CLASS.leave)),
    shown ? verdict(told, left === right ? told.best[0] : most, sentence) : html("p", { class: "muted" }, CLASS.count),
    shown ? whatFollows(told) : "",
    isReachable() ? linkFor(asked.link) : "");
  table.draw();
  if (held) section.querySelector(held)?.focus();
  keysIn("class", { ArrowLeft: () => count("L"), ArrowRight: () => count("R"), Backspace: less, Enter: reveal, f: fill });
}

/** The hands for an end, as a number and as a bar of its share. */
function counted(count, all) {
  const bar = html("span", { class: "hands-bar", "aria-hidden": "true" }, html("span", {}));
  bar.firstChild.style.width = `${(100 * count) / Math.max(all, 1)}%`;
  return [html("span", { class: "hands" }, String(count)), bar];
}

/** Whether students can open the address: that of `twoends serve` works only on this machine. */
const isReachable = () => !["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);

/** The link to the same row, with its QR code. */
function linkFor(link) {
  const code = html("div", { class: "code" });
  const { href } = new URL(link, location.href);
  drawCode(code, href);
  return html("div", { class: "to-the-class" }, code, html("p", { class: "muted" }, CLASS.device, html("a", { href: link }, href)));
}

/** Fetch a puzzle by name, or a step of the lesson. */
async function question(what) {
  const step = /^lesson-(\d)$/.exec(what);
  if (!step) {
    const told = await ask("puzzle", { name: what });
    return { told, title: CLASS.title, link: `#puzzle/${encodeURIComponent(told.name)}` };
  }
  const { steps: all } = await steps();
  const at = Math.min(Math.max(Number(step[1]), 1), all.length);
  return { told: await ask("decision", { game: all[at - 1].game }), title: all[at - 1].title, link: `#lesson/${at}` };
}

/** The link as a QR code, which appears once Python has made it; a link that is too long stays text. */
async function drawCode(place, link) {
  try {
    const { size, path } = await ask("code", { text: link });
    place.replaceChildren(svg("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": CLASS.code }, svg("rect", { width: size, height: size, fill: "#fff" }), svg("path", { d: path, fill: "#000" })));
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
  }
}
