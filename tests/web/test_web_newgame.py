"""The dialog for a new game in Node: what it opens with, what it shows of a choice, and what it plays."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

from page_modules import games, in_node
from twoends.rules.notation import parse_game, write
from twoends.rules.rules import Rules
from twoends.web.questions import ask
from views_oracle import told

SHEETS = """async (state, rules, newgame, { opponents, cases, python }) => {
  globalThis.FormData = class { constructor({ fields }) { return Object.entries(fields); } };
  globalThis.fetch = async (_, { body }) => ({ json: async () => python[JSON.parse(body).game] });
  const fieldsOf = (form) => Object.fromEntries(partsOf(form, ({ name }) => name).flatMap((field) => {
    const { name, type, value, checked, disabled } = field.attributes;
    const chosen = field.children.find((option) => option?.attributes?.selected)?.attributes.value;
    return disabled || (type === "radio" && !checked) ? [] : [[name, String(chosen ?? value)]];
  }));
  const results = [];
  for (const { game, seat, picks } of cases) {
    let now = state.step(state.startOf([]), { type: "begin", position: rules.readGame(game), seat });
    now = { ...now, sheet: newgame.openSheet(now) };
    const sent = [];
    const send = (event) => { sent.push(event); now = state.step(now, event); };
    const drawn = () => newgame.form(now, opponents, {}, send);
    const opened = fieldsOf(drawn());
    const own = { value: picks.own ?? opened.own };
    const element = { fields: { ...opened, ...picks }, elements: { own }, isConnected: true };
    element.querySelector = () => ({ scrollIntoView() {} });
    drawn().attributes.onchange({ currentTarget: element });
    const [{ values: { text, words } }] = sent;
    const changed = drawn();
    const hidden = partsOf(changed, (attributes) => "hidden" in attributes);
    changed.attributes.onsubmit({ preventDefault() {}, currentTarget: element });
    await new Promise((resolve) => { setTimeout(resolve, 0); });
    const { position, seat: after, values } = sent.at(-1);
    results.push({
      opened, text, words, fields: fieldsOf(changed),
      options: partsOf(changed, (_, name) => name === "option")
        .map((each) => [each.attributes.value, textOf(each)]),
      hidden: hidden.map(({ attributes }) => attributes.hidden),
      tiles: textsOf(changed, "tray-tile"), fault: values ? textsOf(drawn(), "fault")[0] : "",
      most: partsOf(changed, ({ name }) => name === "count")[0].attributes.max,
      played: position ? [rules.notation(position), after] : values.fault,
    });
  }
  const { chosen } = newgame.openSheet({ position: null, seat: "" });
  return { results, chosen, offered: Object.keys(newgame.OFFERED_RULES) };
}"""

TYPED = {"[8, 15, 3]": "8 15 3", "1/2 -3": "1/2 -3", "A♠ 2h": "A♠ 2♥", "7 8 / second / L / greedy left": ""}
READ = {text: json.loads(ask("moves", json.dumps({"game": text}))) for text in ("c(8, 15)", "8 x")}
"""What Python reads, and refuses."""
UNSHOWN = "8 15 / merge / first / -"
CHOICES = {
    "players": ("one", "two", "watch"),
    "opponent": ("optimal", "greedy", "modest", "generous", "random"),
    "seat": ("best", "optimal", "greedy", "modest", "generous", "random"),
    "first": ("first", "second"),
    "kind": ("own", "own", "deck", "coins"),
    "rules": ("", "take 1-2 either", "take 1 left", "turns ABBA"),
    "ties": ("left", "right"),
    "trembling": ("", "1/20", "1/2"),
    "own": (*TYPED, *READ, UNSHOWN),
    "count": ("1", "7", "52"),
}
OPTIONS = {"": "never", "1/20": "1 move in 20", "1/2": "1 move in 2", "left": "takes the left"}


def played(fields: dict[str, str]) -> Any:
    """The game that is played, and who plays for you, or why not."""
    seat = {"one": "", "two": "two", "watch": fields["seat"]}[fields["players"]]
    who, first, row = fields["opponent"], fields["first"], fields["own"]
    if row == UNSHOWN:
        return "The page cannot show this game. Play it in the terminal: twoends play."
    if " / " in row:
        return [row.replace("/ L /", "/ - /"), seat]
    row = "8 15" if row == "c(8, 15)" else TYPED.get(row, row)
    if row in READ:
        return READ[row]["detail"]
    shaky = f" trembling {fields['trembling']}" if fields["trembling"] and who != "random" else ""
    who += (f" {fields['ties']}" if who in ("greedy", "modest") else "") + shaky
    if seat == "two":
        first, who = "first", "optimal"
    game = parse_game(" / ".join(filter(None, [row, fields["rules"], first, "-", who])))
    return [write(game).replace("[] /", "- /"), seat]


def test_the_dialog_opens_with_the_game_and_plays_what_is_chosen(tmp_path: Path) -> None:
    draw, cases, paths = random.Random(8), list[Any](), list[Any]()
    for path, seat in games(300):
        alone = "A" in path[0].rules.turns and "B" not in path[0].rules.turns
        if alone or re.match("left|right|(optimal|generous) r", str(path[0].opponent)):
            continue  # the dialog offers no such players
        names = draw.sample([*CHOICES], k=draw.randint(0, 8))
        picks = {name: draw.choice(CHOICES[name]) for name in names}
        cases.append({"game": write(path[-1]), "seat": seat, "picks": picks})
        paths.append(path)
    python = READ | {UNSHOWN: {"answer": {"game": UNSHOWN}}}
    given: Any = {"opponents": told("opponents")["opponents"], "cases": cases, "python": python}
    shown: Any = in_node(SHEETS, ["state", "rules", "newgame"], given, tmp_path)
    assert all(str(Rules.of(text)) == (text or "take 1 either") for text in shown["offered"])
    at_first = {"players": "one", "opponent": "greedy", "first": "first", "kind": "deck", "count": 12}
    assert shown["chosen"] == shown["chosen"] | at_first
    for case, path, got in zip(cases, paths, shown["results"], strict=True):
        game, seat, picks = path[0], case["seat"], case["picks"]
        row, *by = write(game).split(" / ")
        who, _, trembling = str(game.opponent).partition(" trembling ")
        name, _, ties = who.partition(" ")
        wanted = {
            "players": {"": "one", "two": "two"}.get(seat, "watch"),
            "seat": {"": "best", "two": "best"}.get(seat, seat.split()[0] if seat else ""),
            "opponent": name,
            "first": "first" if game.you_first else "second",
            "kind": "own",
            "own": "" if row in ("-", "[]") else row,
            "rules": by[0] if by[0] not in ("first", "second") else "",
            "ties": ties or "right",
            "trembling": trembling,
        }
        assert got["opened"] == wanted, case
        fields = {**wanted, **picks}
        count = fields.pop("count", str(len(game.shape.cards) or 12))
        kind, two, who = fields["kind"], fields["players"] == "two", fields["opponent"]
        assert got["fields"] == (fields if kind == "own" else {**fields, "count": count}), case
        assert OPTIONS.items() <= dict(got["options"]).items(), case
        hidden = [fields["players"] != "watch", two, two, kind == "own", kind != "own"]
        hidden += [two or who == "random", who not in ("greedy", "modest")]
        assert [got["most"], *got["hidden"]] == [52 if kind == "deck" else 1000, *hidden], case
        typed = fields["own"] or "-"
        is_read = typed not in (*READ, UNSHOWN)
        shape = TYPED.get(typed, typed) or "7 8"
        is_row = is_read and (typed in TYPED or not re.match(r"circle|board|.*[|[\]]", shape))
        tiles = shape.split() if is_row and shape != "-" else []
        assert (got["text"], got["words"]) == ("" if is_read else typed, tiles), case
        assert got["tiles"] == [tile.replace("-", "−") for tile in tiles], case
        if kind == "own":
            right = played({**fields, "own": typed})
            assert got["played"] == right, case
            assert got["fault"] == (right if isinstance(right, str) else ""), case
            continue
        text, after = got["played"]
        dealt = parse_game(text).shape.cards.words()
        assert (len(dealt), len({*dealt}) == len(dealt) or kind == "coins") == (int(count), True), case
        assert all((word[-1] in "♠♥♦♣") == (kind == "deck") for word in dealt), case
        assert [text, after] == played({**fields, "own": " ".join(dealt)}), case
