"""Why and puzzles in Node: words, futures and pictures of random games and decisions."""

from __future__ import annotations

from math import comb
from pathlib import Path
from typing import Any

from page_modules import games, in_node
from twoends import puzzles
from twoends.answers.solution import solve
from twoends.rules.games import Game
from twoends.rules.notation import write
from views_oracle import (
    SIDES,
    Telling,
    address_of,
    brief,
    in_full,
    listed,
    ruled,
    show,
    signed,
    the,
    titled,
    told,
)

# --- why -------------------------------------------------------------------------------------------

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
  const squares = words.triangle?.best.flatMap((ends, k) => [...ends].map((_, at) => [at, at + k + 1])) ?? [];
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
    cells: squares.map(cellAt),
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


def cells_of(tells: Telling, game: Game, known: dict[str, Any]) -> list[list[Any]]:
    """Each square of the triangle: what it says, its total, its colour, and where keys lead from it."""
    cells, words, n = list[list[Any]](), tells.words, len(tells.words)
    triangle = known["triangle"]
    path = [(each.position.start, each.position.stop) for each in tells.path]
    coming = [(game.position.start, game.position.stop)]
    for end in known["line"] or "":
        start, stop = coming[-1]
        coming.append((start + 1, stop) if end == "L" else (start, stop - 1))
    for length in range(1, n + 1):
        for start in range(n - length + 1):
            stop = start + length
            ends, total, cost = (triangle[key][length - 1][start] for key in ("best", "totals", "costs"))
            costs = f", the other end costs {show(cost)}" if ends != "B" and length > 1 else ""
            cards = f"{words[start]} … {words[stop - 1]}, {length} cards" if length > 1 else words[start]
            what = {"B": "take either end", "L": "take left", "R": "take right"}[ends]
            ways = comb(start + n - stop, start)
            many = f"{ways:,} orders of moves lead here." if ways > 1 else "One order of moves leads here."
            said = f"{cards}: {what if length > 1 else 'take it'}, {show(total)} for you{costs}. {many}"
            colour = {"B": "both", "L": "left", "R": "right"}[ends]
            marks = [f"cell-{colour}"]
            marks += ["coming"] if known["line"] and (start, stop) in coming else []
            marks += ["played"] if (start, stop) in path else []
            marks += ["here"] if not game.over and (start, stop) == coming[0] else []
            keys = [(start - 1, stop - 1), (start + 1, stop + 1), (start, stop - 1)]
            keys.append((start, stop + 1) if stop < n else (start - 1, stop))
            there = [[i, j] for i, j in keys if i >= 0 and j <= n and i < j]
            cells.append([[start, stop], said, brief(total), marks, there])
    return cells


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
    start, stop = (rest[0], rest[-1] + 1) if rest else (0, 0)
    shown: dict[str, Any] = {"urgencies": [], "used": [], "verdict": ""}
    if urgent:
        chips = ["card", *(tells.words[place].replace("-", "−") for place in rest)]
        sides = [[f"as {side} end", *map(brief, urgent[side][start:stop])] for side in ("left", "right")]
        left, right, take = (urgent["verdict"][key] for key in ("left", "right", "take"))
        verdict = f"left {show(left)}, right {show(right)}: take {take}."
        shown = {"urgencies": [chips, *sides], "used": [1, len(rest)], "verdict": verdict}
    return {
        "leads": lead_of(tells, game),
        "lure": lure_of(game, known),
        "strip": strip,
        "futures": [future_of(tells, game, each) for each in known],
        "later": later if most > 1 else [],
        **shown,
        "cells": cells_of(tells, game, words) if words["triangle"] else [],
    }


def test_why_explains_every_game_with_the_numbers_of_the_library(tmp_path: Path) -> None:
    tellings, cases = [Telling(*each) for each in games(200)], list[Any]()
    for tells in tellings:
        game = write(tells.path[0] if tells.game.over and tells.played else tells.game)
        by_python = {} if tells.is_row else {"futures": told("futures", game=game)}
        cases.append({**tells.case, "told": {**by_python, "why": told("why", game=game)}})
    shown = in_node(WHYS, ["state", "rules", "why"], cases, tmp_path)
    for tells, got in zip(tellings, shown, strict=True):
        for part, right in explained(tells).items():
            assert got[part] == right, (write(tells.game), tells.seat, part)


# --- puzzles ------------------------------------------------------------------------------------------

DECISIONS = """(state, rules, puzzles, decide, cases) => cases.map(([hash, puzzle]) => {
  let now = state.step(state.startOf([]), { type: "arrive", hash, records: {}, today: "" });
  now = tell(state, { ...now, size: { wide: 900, tall: 300 } }, { puzzle });
  const sent = [];
  const send = (event) => sent.push(event.move ?? event.at.count);
  const view = puzzles.drawPuzzle(now, send);
  const buttons = ofClass(view, "ends")[0].children;
  for (const { attributes } of [...buttons, ...ofClass(view, "reached")]) attributes.onclick?.();
  const onTable = sent.splice(0);
  const pressed = (key) => decide.decisionKeys(now, send)[key]?.();
  for (const key of ["", ..."123456789"]) {
    pressed(key);
    const count = sent.at(-1);
    if (key && key !== String(count)) continue;
    if (key) now = state.step(now, { type: "look", at: { count } });
    for (const arrow of ["ArrowLeft", "ArrowRight"]) pressed(arrow);
  }
  return {
    title: textOf(partsOf(view, (_, name) => name === "h2")), onTable,
    leads: textsOf(view, "lead"), keys: sent, futures: ofClass(view, "future").length,
    buttons: buttons.map((each) => {
      const { class: kind, "aria-disabled": disabled, "data-mark": mark } = each.attributes;
      return [kind, disabled, mark, textOf(each)];
    }),
    links: partsOf(view, ({ href }) => href)
      .map(({ attributes: { class: kind, href }, children: [text] }) => [text, /primary/.test(kind), href]),
    address: state.addressIn(now),
  };
})"""

NAMES = (
    *("1-8-3-42", "1-6-2-7", "1-5-1-3", "1-8-5-7-greedy-right-second", "1-9-2-4-modest-left", "1-7-1-2"),
    *("1-8-3-42~take_1-3_left", "1-8-2-1-generous~take_1-2_either", "1-8-2-5~turns_ABBA"),
    *("1-7-2-5~score_turn", "1-12-1-3~take_any_left", "1-8-1-1-second~take_2-3_either"),
)


def puzzle_of(name: str, taken: str) -> dict[str, Any]:
    """What a puzzle must show, untaken or taken."""
    made = puzzles.named(name)
    game, words, solution = made.game, made.game.shape.cards.words(), solve(made.game)
    end, fixed, legal = str(made.best), game.rules.fixed_sum, game.moves()
    losses = {move["end"]: move["loss"] for move in told("moves", game=write(game))["moves"]}
    one, marks = all(end in SIDES for end in losses), {taken: "blunder", end: "best"} if taken else {}
    buttons, cards, keys = list[list[str]](), dict[int, str](), list[Any]()
    for move in legal:
        side, places = SIDES[str(move)[0]], game.book.places(game.state, move)
        what = " ".join(words[place] for place in places) if len(places) < 4 else f"{len(places)} cards"
        key = f"{'' if one else move.cards}{'←' if side == 'left' else '→'}" if move.cards < 10 else ""
        mark = marks.get(str(move), "")
        buttons.append([f"take {side}", str(bool(taken)).lower(), mark, f"{key}Take {side}, {what}"])
        cards.setdefault(places[-1], str(move))
    for count in (0, *sorted({move.cards for move in legal if move.cards < 10})):
        keys += [count] if count else []
        for side in SIDES:  # this many cards, or else the fewest
            ends = sorted((move.cards != (count or 1), move.cards, str(move)) for move in legal)
            keys += [move for *_, move in ends if move[0] == side][:1]
    what = f"{the(words[game.book.places(game.state, made.best)[0]])} on the {SIDES[end[0]]}"
    if made.best.cards > 1:
        what = f"{end[1:]} from the {SIDES[end[0]]}"
    margin = signed(game.margin + solution.margin_first)
    worth = f"{show(game.yours + solution.moves[0].total)} in all" if fixed else f"a margin of {margin}"
    lost = f"{show(losses[taken])} {'less' if fixed else 'worse'}" if taken else ""
    verdict = f"{'✓ Right' if taken == end else f'✗ {lost}'} Take {what}, for {worth}."
    asks = "Which end is better?" if game.rules.one_card else "Which end is better, and how many cards?"
    if game.rules.ends != "either":
        asks = "How many cards?"
    took = [the(words[place]) for place in game.places]
    before = f"They moved first and took {listed(took)}." if took else "You move first."
    by = "" if game.rules.plain else f"{ruled(game)[0]} "
    ahead = f"To see it, look {made.depth} {'move' if made.depth == 1 else 'moves'} ahead."
    play = ["Play it out", taken == end, address_of("play", game)]
    again = [] if taken in ("", end) else [["Try again", True, f"#puzzle/{name}"]]
    return {
        "title": f"Puzzle {name}",
        "leads": [
            f"{asks} {by}Against {titled(str(game.opponent))}. {before} {ahead}",
            *([verdict] if taken else []),
        ],
        "buttons": buttons,
        "onTable": [] if taken else [*map(str, legal), *(cards[card] for card in sorted(cards))],
        "keys": [] if taken else keys,
        "futures": len(told("futures", game=write(game))["futures"]) if taken else 0,
        "links": [*again, *([play] if taken else []), ["All puzzles", False, "#puzzles"]],
        "address": f"#puzzle/{name}{f'/{taken}' if taken else ''}",
    }


def test_a_puzzle_asks_judges_and_explains_with_the_numbers_of_the_library(tmp_path: Path) -> None:
    cases, wanted = list[Any](), list[dict[str, Any]]()
    for name in NAMES:
        for taken in ("", *map(str, puzzles.named(name).game.moves())):
            wanted.append(puzzle_of(name, taken))
            cases.append([wanted[-1]["address"], told("puzzle", name=name)])
    shown = in_node(DECISIONS, ["state", "rules", "puzzles", "decide"], cases, tmp_path)
    for got, right in zip(shown, wanted, strict=True):
        for part in got:
            assert got[part] == right[part], (right["address"], part)
