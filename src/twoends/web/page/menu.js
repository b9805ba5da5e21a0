// The menu: links and buttons side by side, on a narrow screen in a list behind one button.

const [button, list] = [document.querySelector("#menu"), document.querySelector("#choices")];

const isOpen = () => button.getAttribute("aria-expanded") === "true";

/** Open or close the list; only an open one hears what closes it. */
function show(open) {
  button.setAttribute("aria-expanded", String(open));
  const listen = open ? "addEventListener" : "removeEventListener";
  document[listen]("keydown", leave);
  document[listen]("pointerdown", turnAway);
  document[listen]("focusin", turnAway);
}

function leave({ key }) {
  if (key === "Escape") close();
}

function turnAway({ target }) {
  if (!target.closest("#menu, #choices")) show(false);
}

function close() {
  show(false);
  button.focus();
}

export function useMenu() {
  button.addEventListener("click", () => show(!isOpen()));
  // Before the choice acts, so that a dialog that it opens returns the focus to the button, too.
  list.addEventListener("click", ({ target }) => { if (isOpen() && target.closest("a, button")) close(); }, { capture: true });
}
