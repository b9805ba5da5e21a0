// Settings of the visitor, stored in the browser.

/** Restore and store a checkbox, and call `apply` with its state, now and on every change. */
export function keepBox(box, key, standard, apply) {
  box.checked = standard;
  try {
    box.checked = (localStorage.getItem(key) ?? (standard ? "on" : "off")) === "on";
  } catch {
    // The browser stores nothing: the setting applies to this visit only.
  }
  apply(box.checked);
  box.addEventListener("change", () => {
    try {
      localStorage.setItem(key, box.checked ? "on" : "off");
    } catch {
      // As above.
    }
    apply(box.checked);
  });
}
