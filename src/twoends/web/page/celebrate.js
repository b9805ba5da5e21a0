// A short celebration: as the last card is taken, cards fly to the winner, and for a win some more fall. It is only decoration,
// and nothing of it is shown if your system asks for reduced motion.

import { html, once } from "./draw.js";
import { TWO } from "./state.js";

const [FLYING, FALLING] = [9, 22];

const pieces = once(() => Array.from({ length: FALLING }, (_, k) =>
  html("span", { class: `falling of-${k % 4}`, style: `left: ${(k * 37 + 11) % 100}%; animation-delay: ${(k * 53) % 700}ms; --turn: ${(k * 97) % 360}deg; --drift: ${((k * 29) % 90) - 45}px` })));

const flight = once((winner) => Array.from({ length: FLYING }, (_, k) => html("span", { class: `flying to-${winner}`, style: `animation-delay: ${k * 55}ms; --from: ${(k - (FLYING - 1) / 2) * 22}px` })));

/** What is shown at the end of a game that was just played; nothing after a draw. */
export function celebration({ position: { leader }, seat, look }) {
  if (!look.ended || leader === "draw") return null;
  return html("div", { class: "celebration", "aria-hidden": "true" }, flight(leader), leader === "you" || seat === TWO ? pieces() : null);
}
