// Buttons and a slider over the steps of something, which starts at the end to show everything.

import { html } from "./draw.js";

/** `look` has the present step under `name`. */
export function stepper(look, send, name, count, label) {
  const playing = look.playing === name;
  const at = Math.min(look[name] ?? count, count);
  const to = (step) => { if (step >= 1 && step <= count) send({ type: "look", at: { [name]: step, playing: "" } }); };
  return html("div", { class: "stepper", key: name },
    html("button", { type: "button", onclick: () => (playing ? to(at) : send({ type: "play", name, count })) }, playing ? "Stop" : "Play"),
    html("button", { type: "button", "aria-label": "One step back", "aria-disabled": String(at === 1), onclick: () => to(at - 1) }, "‹"),
    html("button", { type: "button", "aria-label": "One step on", "aria-disabled": String(at === count), onclick: () => to(at + 1) }, "›"),
    html("input", { type: "range", min: 1, max: count, value: at, "aria-label": label, "aria-valuetext": `${at} of ${count}`, oninput: ({ currentTarget }) => to(Number(currentTarget.value)) }));
}
