// Keys: arrows always, letters unless switched off (speech input types letters).

const SETTING = "twoends letter keys";

/** What takes letters itself, and what takes arrows. */
const WRITING = "input:not([type=range], [type=checkbox]), select, textarea, dialog";
const MOVING = "input, [role=application], [role=slider], .scroller, .scroll:focus";

/** Enter or leave full screen. */
export function fill() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.();
}

/** `keysNow` returns the actions of the keys of the present state. */
export function useKeys(keysNow) {
  const box = document.querySelector("#letter-keys");
  const apply = () => document.body.classList.toggle("no-letters", !box.checked);
  try {
    box.checked = localStorage.getItem(SETTING) !== "off";
  } catch {
    // The browser stores nothing: the setting applies to this visit only.
  }
  apply();
  box.addEventListener("change", () => {
    apply();
    try {
      localStorage.setItem(SETTING, box.checked ? "on" : "off");
    } catch {
      // As above.
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || document.querySelector("dialog[open]")) return;
    const letter = event.key.length === 1;
    if (event.target.closest?.(letter ? WRITING : `${WRITING}, ${MOVING}`)) return;
    if (letter && !box.checked) return;
    const act = keysNow()[letter ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
