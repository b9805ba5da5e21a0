// A play button and a slider over the steps of something, which starts at the end to show everything.

import { html } from "./draw.js";

/** `look` has the present step under `name`. */
export function stepper(look, send, name, count, label) {
  const playing = look.playing === name;
  const to = (step) => send({ type: "look", at: { [name]: step, playing: "" } });
  return html("div", { class: "stepper", key: name },
    html("button", { type: "button", onclick: () => (playing ? to(look[name]) : send({ type: "play", name, count })) }, playing ? "Stop" : "Play"),
    html("input", { type: "range", min: 1, max: count, value: look[name] ?? count, "aria-label": label, oninput: ({ currentTarget }) => to(Number(currentTarget.value)) }));
}
