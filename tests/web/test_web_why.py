"""Why, in Node: all that it explains of random games."""

from __future__ import annotations

from math import comb
from pathlib import Path
from typing import Any

from page_modules import games, in_node
from twoends.answers.solution import solve
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT
from twoends.rules.notation import parse_game, write
from views_oracle import CARDS, SIDES, Telling, brief, in_full, show, the, told

WHYS = """(state, rules, why, cases) => cases.map(({ game, seat, told }) => {
  const start = state.step(state.startOf([]), { type: "begin", position: rules.readGame(game), seat });
  const hash = state.addressOf("why", start.position, seat);
  const { why: words, ...others } = told;
  let now = tell(state, state.step(start, { type: "arrive", hash, records: {}, today: "" }), others);
  const sent = [];
  const draw = () => why.drawWhy(now, (event) => sent.push(event.at.square));
  const looked = (at) => {
    now = state.step(now, { type: "look", at });
    return draw();
  };
  const kinds = ({ attributes }) => attributes.class.match(/at-\\w+|by-\\w+|best|blunder/g) ?? [];
  const named = (view, wanted) => partsOf(view, (_, name) => name === wanted);
  const before = draw();
  now = tell(state, now, { why: words });
  const view = draw();
  const squares = (words.triangle?.best ?? [])
    .flatMap((ends, k) => [...ends].map((_, at) => [at, at + k + 1]))
    .filter((_, k, { length }) => length < 100 || k % 97 === 0);
  const most = partsOf(view, ({ type }) => type === "range")[0]?.attributes.max ?? 0;
  const rows = named(ofClass(view, "urgencies"), "tr").map(({ children }) => children);
  const cellAt = (square) => {
    const shown = looked({ square });
    const [field] = ofClass(shown, "triangle-field");
    sent.length = 0;
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowDown", "ArrowUp", "x"]) press(field, key);
    const [x, y] = [square[0] + square[1], now.position.game.words.length - square[1] + square[0] + 1];
    const isHere = (d) => d.startsWith(`M${x - 1} ${y}L`) || d.startsWith(`M${x - 0.86} ${y}L`);
    const marks = partsOf(field, ({ d }) => d?.split("z").some(isHere))
      .map(({ attributes }) => attributes.class);
    const isThere = ({ attributes }) => attributes.x === x && Math.floor(attributes.y) === y;
    const total = ofClass(field, "cell-total").find(isThere);
    return [square, textsOf(shown, "readout")[0], textOf(total), marks, [...sent]];
  };
  return {
    leads: [...textsOf(before, "lead"), ...textsOf(view, "lead")],
    lure: named(ofClass(before, "panel")[0], "p").filter(({ attributes }) => !attributes.class).map(textOf),
    strip: ofClass(ofClass(view, "strip"), "chip").map((chip) => [textOf(chip), ...kinds(chip)]),
    futures: ofClass(view, "future").map((each) => {
      const { children: [title, line, rest] } = each;
      const taken = line.children.filter(Boolean).map((part) => [textOf(part), ...kinds(part)]);
      return [kinds(each), title.children.map(textOf), kinds(title.children[1]), taken, textOf(rest)];
    }),
    later: Array.from({ length: most }, (_, k) => ofClass(looked({ futures: k + 1 }), "later").length),
    urgencies: rows.map((row) => row.map(textOf)),
    used: rows.slice(1).map((row) => row.findIndex(({ attributes }) => attributes.class === "used")),
    verdict: rows.length ? textOf(named(view, "strong").at(-1)) : "",
    base: ofClass(view, "base").map((each) => [each.attributes.x, textOf(each)]),
    cells: squares.map(cellAt), notes: textsOf(view, "note").map((note) => note.slice(0, 12)),
    lines: partsOf(view, ({ points }) => points).map(({ attributes }) => attributes.points),
  };
})"""


def lead_of(tells: Telling, game: Game) -> list[str]:
    """The first sentences, before and after the words are known."""
    if game.over:
        return ["There are no cards left."] * 2
    first = ""
    if game.rules.plain and tells.is_row and not game.ends:
        solved = solve(game.shape.cards, game.opponent)
        one, two = show(solved.first), show(solved.second)
        average = ", on average" if game.opponent.stochastic else ""
        go = "Go first" if solved.go_first else "Let the other side go first"
        first = f"{go}: you get {one} moving first, {two} moving second{average}. "
        if one == two:
            first = f"Go first or second: you get {one} either way{average}. "
    if game.mover != "you":
        return [f"{first}It is the other side’s turn."] * 2
    before = "Before the first move: " if tells.game.over else ""
    return [f"{first}Finding the words …", f"{first}{before}{told('why', game=write(game))['why']}"]


def future_of(tells: Telling, game: Game, each: dict[str, Any]) -> list[Any]:
    """How a move and what follows are shown."""
    name = tells.move(len(game.ends), each["end"], with_card=True)
    less = f"{show(each['loss'])} {'less' if tells.fixed else 'worse'}" if each["loss"] else ""
    tag = "best" if each["best"] else less or "the same margin, a smaller total"
    rest = f"You get {in_full(each['total'])} from here."
    if not tells.fixed:
        margin = f"The margin from here is {in_full(each['margin'])}."
        rest = margin if each["best"] else f"The margin from here is {show(each['loss'])} worse."
    taken = [
        [word.replace("-", "−"), "by-you" if by == "you" else "by-them"]
        for word, by in zip(each["cards"], each["by"], strict=True)
    ]
    side = "at-right" if each["end"].rpartition(":")[2][0] == "R" else "at-left"
    title = f"Take {'the ' if each['end'] in SIDES else ''}{name}"
    kind = "best" if each["best"] else "blunder"
    return [[side], [title, tag], [kind], [*taken, *([] if each["whole"] else [["…"]])], rest]


def lure_of(game: Game, known: list[dict[str, Any]]) -> list[str]:
    """A sentence on a larger card that is the wrong one."""
    best, wrong = ([each for each in known if each["best"] == is_best] for is_best in (True, False))
    if len(best) != 1 or len(wrong) != 1 or game.rules != Game((1,)).rules or not wrong[0]["loss"]:
        return []
    if wrong[0]["earns"] <= best[0]["earns"]:
        return []
    lure, *answer = wrong[0]["cards"]
    less = f"you end up with {show(wrong[0]['loss'])} less"
    average = ", on average" if game.opponent.stochastic else ""
    more = f"it hands the other side {the(answer[0])}, and {less}" if answer else f"{less}{average}"
    return [f"The larger card, {the(lure)}, is the wrong one: {more}."]


def cells_of(tells: Telling, game: Game, known: dict[str, Any]) -> dict[str, Any]:
    """Squares of the triangle: what each says, its total, its colour, and where keys lead; and the lines."""
    cells, words, n, triangle = list[list[Any]](), tells.words, len(tells.words), known["triangle"]
    path = [(each.position.start, each.position.stop) for each in tells.path]
    coming = [(game.position.start, game.position.stop)]
    for end in known["line"] or "":
        start, stop = coming[-1]
        coming.append((start + 1, stop) if end == "L" else (start, stop - 1))
    squares = [(length, start) for length in range(1, n + 1) for start in range(n - length + 1)]
    is_long = len(squares) >= 100  # without numbers, and with lines instead of frames
    for length, start in squares[:: 97 if is_long else 1]:
        stop, ends = start + length, triangle["best"][length - 1][start]
        total, cost = (triangle[key] and triangle[key][length - 1][start] for key in ("totals", "costs"))
        worth = "" if is_long else f", {show(total)} for you"
        worth += f", the other end costs {show(cost)}" if not is_long and ends != "B" and length > 1 else ""
        cards = f"{words[start]} … {words[stop - 1]}, {length} cards" if length > 1 else words[start]
        what = {"B": "take either end", "L": "take left", "R": "take right"}[ends]
        ways = comb(start + n - stop, start)
        many = f"{ways:,} orders" if ways < 10**15 else f"≈ {ways:.2e} orders"
        leads = f"{many} of moves lead here." if ways > 1 else "One order of moves leads here."
        said = f"{cards}: {what if length > 1 else 'take it'}{worth}. {leads}"
        marks = [{"B": "cell-both", "L": "cell-left", "R": "cell-right"}[ends]]
        marks += ["coming"] if known["line"] and (start, stop) in coming and not is_long else []
        marks += ["played"] if (start, stop) in path and not is_long else []
        marks += ["here"] if not game.over and (start, stop) == coming[0] else []
        keys = [(start - 1, stop - 1), (start + 1, stop + 1), (start, stop - 1)]
        keys.append((start, stop + 1) if stop < n else (start - 1, stop))
        there = [[i, j] for i, j in keys if i >= 0 and j <= n and i < j]
        cells.append([[start, stop], said, "" if is_long else brief(total), marks, there])
    lines = [" ".join(f"{i + j} {n - j + i + 1}" for i, j in way if i < j) for way in (coming, path)]
    base = [[2 * k + 1, word if word in CARDS else brief(word)] for k, word in enumerate(words)]
    return {"cells": cells, "lines": lines * is_long, "base": base * (not is_long)}


def explained(tells: Telling) -> dict[str, Any]:
    """What Why must show."""
    game = tells.path[0] if tells.game.over and tells.played else tells.game
    known, words = told("futures", game=write(game))["futures"], told("why", game=write(game))
    rest = [place for lane in game.shape.lanes(game.state.remaining) for place in lane.places]
    strip = [[tells.words[place].replace("-", "−")] for place in rest]
    for place, side in ((0, "at-left"), (-1, "at-right")):
        if strip and len(strip[place]) == 1:
            strip[place].append(side)
    known = known if len(known) > 1 else []
    most = max([len(each["cards"]) for each in known], default=0)
    later = [sum(max(0, len(each["cards"]) - k) for each in known) for k in range(1, most + 1)]
    urgent = words["urgencies"] if len(rest) > 1 else None
    shown: dict[str, Any] = {"urgencies": [], "used": [], "verdict": ""}
    notes = ["The triangle"] if words["triangle"] is None else []
    notes += ["Urgencies ex"] if words["urgencies"] is None and tells.is_row and game.rules.plain else []
    if urgent:
        columns = rest if len(rest) <= 80 else [*rest[:40], *rest[-40:]]
        chips = ["card", *(tells.words[place].replace("-", "−") for place in columns)]
        sides = [[f"as {side} end", *(brief(urgent[side][k]) for k in columns)] for side in ("left", "right")]
        left, right, take = (urgent["verdict"][key] for key in ("left", "right", "take"))
        verdict = f"left {show(left)}, right {show(right)}: take {take}."
        shown = {"urgencies": [chips, *sides], "used": [1, len(columns)], "verdict": verdict}
    return {
        "leads": lead_of(tells, game),
        "lure": lure_of(game, known),
        "strip": strip,
        "futures": [future_of(tells, game, each) for each in known],
        "later": later if most > 1 else [],
        **shown,
        **(cells_of(tells, game, words) if words["triangle"] else {"cells": [], "lines": [], "base": []}),
        "notes": [] if game.over else notes,
    }


def test_why_explains_every_game_with_the_numbers_of_the_library(tmp_path: Path) -> None:
    tellings, cases = [Telling(*each) for each in games(200)], list[Any]()
    long = parse_game(f"{' '.join(str(7 * k % 23) for k in range(90))} / first / - / optimal")
    tellings.append(Telling([long, long.play(LEFT), long.play(LEFT).play(RIGHT)], ""))
    ends_alike = [f"5 {a} {b} 5 / first / -" for a in (1, 4, 9) for b in (1, 4, 9)]
    tellings += [Telling([parse_game(text)], "") for text in ends_alike]
    for tells in tellings:
        game = write(tells.path[0] if tells.game.over and tells.played else tells.game)
        by_python = {} if tells.is_row else {"futures": told("futures", game=game)}
        cases.append({**tells.case, "told": {**by_python, "why": told("why", game=game)}})
    shown = in_node(WHYS, ["state", "rules", "why"], cases, tmp_path)
    for tells, got in zip(tellings, shown, strict=True):
        for part, right in explained(tells).items():
            assert got[part] == right, (write(tells.game), tells.seat, part)
