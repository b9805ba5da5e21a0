// The race: how many positions each method looks at on one row. The methods report the counts; at each tick, every
// method advances by one position.

import { write } from "./address.js";
import { methodPane } from "./methods.js";
import { ask, Refused } from "./python.js";
import { html, svg } from "./svg.js";
import { steps } from "./lesson.js";
import { RACE, TABLE } from "./words.js";

const TICK = 50; // milliseconds

let clock = 0;
let underWay = false; // whether the row being fetched starts at once, because Run was pressed

export async function drawRace(section, [given = ""], { late, to }) {
  clearInterval(clock);
  const row = given || (await steps()).race;
  const told = await ask("race", { row });
  if (late()) return;
  const most = Math.max(...told.runs.map((run) => run.positions));
  let at = 0;
  const lanes = told.runs.map((run) => {
    const bar = html("span", { class: "bar" });
    const count = html("output", {});
    return { run, bar, count, element: html("div", { class: "lane" },
      html("h3", {}, run.method, html("span", { class: "muted" }, ` ${RACE.says[run.method]}`)),
      html("div", { class: "track" }, bar), count) };
  });
  const said = html("p", { class: "lead", role: "status" });
  const show = () => {
    for (const { run, bar, count } of lanes) {
      const seen = Math.min(at, run.positions);
      bar.style.width = `${(100 * seen) / run.positions}%`;
      bar.classList.toggle("home", seen === run.positions);
      count.textContent = RACE.count(seen.toLocaleString("en"), run.positions.toLocaleString("en"));
    }
    const home = told.runs.filter((run) => at >= run.positions).map((run) => run.method);
    const sentence = at >= most ? RACE.over(told.runs[0].first, first(told)) : home.length ? RACE.home(home.join(", ")) : RACE.tick;
    if (said.textContent !== sentence) said.textContent = sentence;
  };
  const speed = html("select", { "aria-label": RACE.speed }, Object.entries(RACE.speeds).map(([value, text]) => html("option", { value, ...(value === "50" ? { selected: "" } : {}) }, text)));
  const run = html("button", { type: "button", class: "primary", onclick: () => (clock ? stop() : ofThisRow(start)) }, TABLE.run);
  const stop = () => {
    clearInterval(clock);
    clock = 0;
    run.textContent = TABLE.run;
  };
  const start = () => {
    if (at >= most) at = 0;
    run.textContent = TABLE.stop;
    let owed = 0;
    clock = setInterval(() => {
      if (!run.isConnected) return stop();
      owed += (Number(speed.value) * TICK) / 1000;
      at = Math.min(at + Math.floor(owed), most);
      owed %= 1;
      show();
      return at >= most ? stop() : undefined;
    }, TICK);
  };
  const step = () => { stop(); at = Math.min(at + 1, most); show(); };
  /** Before an action, take a typed row that differs from the shown one, or refuse it. */
  const ofThisRow = (act) => {
    if (field.value.trim() === told.row.join(" ")) return act();
    underWay = act === start;
    return form.requestSubmit();
  };
  const field = html("input", { name: "row", value: told.row.join(" "), autocomplete: "off", spellcheck: "false", oninput: () => { stop(); fault.textContent = ""; } });
  const fault = html("p", { class: "fault", role: "alert" });
  const form = html("form", { class: "race-row", onsubmit: async (event) => {
    event.preventDefault();
    stop();
    try {
      await ask("race", { row: field.value });
      to(`#race/${write(field.value)}`);
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      underWay = false;
      fault.textContent = refusal.message;
    }
  } }, html("label", { class: "field" }, html("span", {}, RACE.row), field), html("button", { type: "submit" }, RACE.take), fault);
  section.replaceChildren(
    html("h2", {}, RACE.title),
    html("p", {}, RACE.lead),
    form,
    html("div", { class: "panel" },
      html("div", { class: "stepper" }, run, html("button", { type: "button", onclick: () => ofThisRow(step) }, RACE.step), html("button", { type: "button", onclick: () => { stop(); at = 0; show(); } }, RACE.again), speed),
      lanes.map((lane) => lane.element), said),
    methodPane(told.row),
    growth(told, Math.max(300, Math.min(section.clientWidth - 60, 860))));
  clock = 0;
  show();
  if (underWay) start();
  underWay = false;
}

const first = (told) => {
  const least = told.runs.reduce((best, run) => (run.positions < best.positions ? run : best));
  return least.method[0].toUpperCase() + least.method.slice(1);
};

/** The growth with the length of the row: a curve for each method, on a logarithmic scale. */
function growth(told, wide) {
  const [tall, left] = [300, 56];
  const most = Math.max(...told.runs.flatMap((run) => run.grows));
  const top = Math.ceil(Math.log10(most));
  const cards = told.row.length;
  const x = (n) => left + ((wide - left - 96) * (n - 2)) / Math.max(cards - 2, 1);
  const y = (count) => 16 + ((tall - 56) * (top - Math.log10(count))) / top;
  const apart = [];
  const labels = [...told.runs].sort((a, b) => b.positions - a.positions).map((run) => {
    let at = y(run.positions) + 4;
    while (apart.some((other) => Math.abs(other - at) < 16)) at += 4;
    apart.push(at);
    return svg("text", { class: `run-${run.method}`, x: x(cards) + 8, y: at }, run.method);
  });
  return html("div", { class: "panel" },
    html("h3", {}, RACE.grows),
    svg("svg", { class: "growth", viewBox: `0 0 ${wide} ${tall}`, role: "img", "aria-label": RACE.chart(told.runs.map((run) => `${run.method} ${run.positions}`), cards) },
      [...Array(top + 1).keys()].map((k) => svg("g", {}, svg("path", { class: "grid", d: `M${left} ${y(10 ** k)}H${x(cards)}` }), svg("text", { class: "tick", x: left - 8, y: y(10 ** k) + 4, "text-anchor": "end" }, (10 ** k).toLocaleString("en")))),
      [2, cards].map((n) => svg("text", { class: "tick", x: x(n), y: tall - 12, "text-anchor": "middle" }, TABLE.cards(n))),
      told.runs.map((run) => svg("path", { class: `curve run-${run.method}`, d: `M${run.grows.map((count, k) => `${x(k + 2)} ${y(count)}`).join("L")}` })),
      labels),
    html("p", { class: "legend" }, RACE.curves),
    html("details", {}, html("summary", {}, RACE.numbers),
      html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": RACE.table },
        html("table", { class: "growth-table" },
          html("tr", {}, html("th", { scope: "col" }, RACE.cards), told.runs.map((run) => html("th", { scope: "col" }, run.method))),
          told.runs[0].grows.map((_, k) => html("tr", {}, html("th", { scope: "row" }, String(k + 2)), told.runs.map((run) => html("td", { class: "number" }, run.grows[k].toLocaleString("en")))))))));
}
