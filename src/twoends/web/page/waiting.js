// Whether Python can be reached, told to whoever shows it: "" or a sentence.

let listener = () => {};
let told = "";

export function onWaiting(show) {
  listener = show;
}

export function waiting(sentence) {
  if (sentence === told) return;
  told = sentence;
  listener(sentence);
}
