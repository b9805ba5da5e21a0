// Keys at the table. Arrows always; letters as long as nobody has switched them off (speech input types letters).

const SETTING = "twoends letter keys";

function stored() {
  try {
    return localStorage.getItem(SETTING) !== "off";
  } catch {
    return true; // a browser that stores nothing
  }
}

function store(on) {
  try {
    localStorage.setItem(SETTING, on ? "on" : "off");
  } catch {
    // It then holds for this visit only.
  }
}

const writing = (target) => target.closest?.("input, select, textarea, dialog, [role=application], [role=slider]");

/** `play` has what each key does at the table; `active` says whether there is a game. */
export function useKeys({ active, play }) {
  const box = document.querySelector("#letter-keys");
  const apply = (on) => {
    box.checked = on;
    document.body.classList.toggle("no-letters", !on);
  };
  apply(stored());
  box.addEventListener("change", () => {
    store(box.checked);
    apply(box.checked);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || writing(event.target)) return;
    if (document.body.dataset.tab !== "play" || !active() || document.querySelector("dialog[open]")) return;
    const letter = event.key.length === 1;
    const act = play[letter ? event.key.toLowerCase() : event.key];
    if (!act || (letter && !box.checked)) return;
    event.preventDefault();
    act();
  });
}
