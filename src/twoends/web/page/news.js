// News of the connection to Python: parts of the state (`unreached`, `share`), for whoever keeps the state.

let listener = () => {};
let told = { unreached: "" };

export function onNews(hear) {
  listener = hear;
}

export function tell(news) {
  if (Object.entries(news).every(([name, value]) => told[name] === value)) return;
  told = { ...told, ...news };
  listener(news);
}
