// What a visitor switches on or off, kept in their browser.

/** Keep the box as it was left, and call `apply` with what it says, now and whenever it changes. */
export function keepBox(box, key, standard, apply) {
  box.checked = standard;
  try {
    box.checked = (localStorage.getItem(key) ?? (standard ? "on" : "off")) === "on";
  } catch {
    // A browser that stores nothing: it then holds for this visit only.
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
