// Short synthesised tones for moves and endings, off by default.

import { keepBox } from "./settings.js";

/** Each tone as pitch in hertz, start and length in seconds. */
const TONES = {
  you: [[520, 0, 0.08]],
  opponent: [[390, 0, 0.08]],
  perfect: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.12], [1047, 0.36, 0.3]],
  win: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.3]],
  draw: [[440, 0, 0.12], [440, 0.16, 0.2]],
  loss: [[392, 0, 0.16], [311, 0.16, 0.3]],
};
const LOUDNESS = 0.12; // of 1

let wanted = false;
let audio = null;

export function offerSound(box) {
  keepBox(box, "twoends sound", false, (on) => { wanted = on; });
}

/** Play the tone of a move by its player, or of an ending by its kind. */
export function sound(name) {
  if (!wanted) return;
  audio ??= new AudioContext(); // late: browsers allow sound only after a user action
  for (const [pitch, start, length] of TONES[name]) {
    const [from, to] = [audio.currentTime + start, audio.currentTime + start + length];
    const [tone, volume] = [new OscillatorNode(audio, { frequency: pitch, type: "triangle" }), new GainNode(audio, { gain: LOUDNESS })];
    volume.gain.setValueAtTime(LOUDNESS, from);
    volume.gain.exponentialRampToValueAtTime(0.001, to);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(to);
  }
}
