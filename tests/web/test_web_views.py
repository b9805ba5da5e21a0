"""Review and Compare in Node: what they show of random games by every rule is what the library says."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from page_modules import games, in_node
from twoends.answers.solution import solve
from twoends.rules.notation import parse_game, write
from twoends.rules.opponent_names import every_opponent
from views_oracle import Telling, brief, in_full, show, signed, told

# --- the review ----------------------------------------------------------------------------------

REVIEWS = """(state, rules, review, cases) => cases.map(({ game, seat, told }) => {
  const start = state.step(state.startOf([]), { type: "begin", position: rules.readGame(game), seat });
  const hash = state.addressOf("review", start.position, seat);
  let now = tell(state, state.step(start, { type: "arrive", hash, records: {}, today: "" }), told);
  const sent = [];
  const draw = () => review.drawReview(now, (event) => sent.push(event));
  const view = draw();
  if (!now.position.steps.length) return textOf(view);
  const at = now.position.steps.map((_, k) => k + 1).concat(now.position.steps.length + 1).map((move) => {
    now = state.step(now, { type: "look", at: { move } });
    const shown = draw();
    const [slider] = ofClass(shown, "chart");
    for (const key of ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp", "Home", "End", "a"]) {
      press(slider, key);
    }
    partsOf(shown, (_, name) => name === "tr").at(-1).attributes.onclick();
    const buttons = partsOf(ofClass(shown, "stepper"), (_, name) => name === "button");
    for (const { attributes } of buttons) attributes.onclick();
    const spots = ofClass(shown, "spot").map(({ children: [chip, mark] }) => {
      const kinds = chip.attributes.class.split(" ").filter((kind) => /gone|at-/.test(kind));
      return [...kinds, mark ? "best" : ""].filter(Boolean).join(" ");
    });
    const current = partsOf(shown, (attributes) => attributes["aria-current"] === "step").map(textOf);
    const events = sent.splice(0).map((event) => (event.at ? event.at.move : rules.notation(event.position)));
    const said = [textsOf(shown, "told")[0], textsOf(ofClass(shown, "stepper"), "muted")[0]];
    const names = ["aria-valuenow", "aria-valuemax", "aria-valuetext"];
    const values = names.map((name) => slider.attributes[name]);
    return [...said, spots, current, events, buttons.map(textOf), values];
  });
  const line = partsOf(view, (_, name) => name === "polyline")[0].attributes.points.split(" ").map(Number);
  return {
    lead: textsOf(view, "lead")[0], opens: textsOf(view, "told")[0], at,
    performances: textsOf(view, "performance"),
    rows: partsOf(view, (_, name) => name === "tr").slice(1).map(({ children }) => children.map(textOf)),
    line, ticks: textsOf(view, "tick"),
    dots: ofClass(view, "dot").map(({ attributes }) => attributes.class),
    titles: ofClass(view, "dot").map(textOf),
  };
})"""


def sentences(tells: Telling) -> list[str]:
    """What is said of each move."""
    plain = tells.game.rules.plain and tells.is_row
    alone, among = (
        ("the best end", "as good as the other end") if plain else ("the best move", "one of the best moves")
    )
    said = []
    for k, move in enumerate(tells.played):
        better = f"Best: {tells.best(k)}."
        away = f"it gave away {tells.given(move['loss'])}. {better}"
        how = {
            "best": f", {among if len(move['best']) > 1 else alone}.",
            "equal": f": the same margin as the best move, but a smaller total. {better}",
            "inaccuracy": f": an inaccuracy, {away}",
            "blunder": f": a blunder, {away}",
        }
        who = tells.names["you" if move["by"] == "you" else "opponent"]
        said.append(f"Move {k + 1}: {who} took {tells.took(k, move['end'])}{how[move['mark']]}")
    return [*said, "The position after the last move."]


def row_of(tells: Telling, k: int) -> list[str]:
    """A row of the table of all moves."""
    move = tells.played[k]
    tags = {"best": "best", "equal": "the same margin, a smaller total"}
    tag = tags.get(move["mark"]) or f"{move['mark']}, −{show(move['loss'])}".replace("−≈ ", "≈ −")
    places = tells.places(k, tells.legal(k, move["end"]))
    cards = "".join(tells.words[place].replace("-", "−") for place in places)
    who = tells.names["you" if move["by"] == "you" else "opponent"]
    return [str(k + 1), who, f"{tells.move(k, move['end'])} {cards}", tag, signed(move["promised"])]


def spots_of(tells: Telling, k: int) -> list[str]:
    """How each card is marked before a move: gone, at an end, best."""
    position = tells.path[k]
    lanes = [list(lane.places) for lane in position.shape.lanes(position.state.remaining)]
    ends = [lane for lane in lanes if lane and not tells.is_whole(k)]
    best = tells.played[k]["best"] if k < len(tells.played) else []
    marked = {place for name in best for place in tells.places(k, tells.legal(k, name))}
    spots = []
    for place in range(len(tells.words)):
        kinds = [] if any(place in lane for lane in lanes) else ["gone"]
        if any(lane[0] == place for lane in ends):
            kinds.append("at-left")
        elif any(lane[-1] == place for lane in ends):
            kinds.append("at-right")
        spots.append(" ".join([*kinds, *(["best"] if place in marked else [])]))
    return spots


def lead_of(tells: Telling) -> str:
    you, taken = tells.names["you"], [tells.judged["performance"][who]["taken"] for who in ("you", "other")]
    result = (
        f"{tells.names.get(tells.leader)} won,"
        if tells.seat
        else f"You {'won' if tells.leader == 'you' else 'lost'},"
    )
    if tells.leader == "draw":
        result = "A draw,"
    cost = tells.given(tells.judged["performance"]["you"]["loss"])
    whose = f"{you}’s moves" if tells.seat else "your moves"
    costs = [f"{you} gave nothing away.", f"One of {whose} cost {cost}."]
    mistakes = len(tells.yours)
    costly = costs[mistakes] if mistakes < 2 else f"{mistakes} of {whose} cost {cost} in total."
    turn = tells.judged["turning_point"]
    changed = "" if turn is None else f" The result last changed at move {turn}."
    return f"{result if tells.game.over else 'So far'} {show(taken[0])} : {show(taken[1])}. {costly}{changed}"


def performance_of(tells: Telling, who: str) -> str:
    how = tells.judged["performance"]["you" if who == "you" else "other"]
    own = [move for move in tells.played if (move["by"] == "you") == (who == "you")]
    marks = f"Best moves: {sum(move not in tells.mistakes for move in own)} of {len(own)}"
    for kinds, kind in (("inaccuracies", "inaccuracy"), ("blunders", "blunder")):
        if how[kinds]:
            marks += f", {how[kinds]} {kind if how[kinds] == 1 else kinds}"
    away = "given away" if tells.fixed else "of the margin given away"
    totals = f"{in_full(how['taken'])} in total, {in_full(how['loss'])} {away}"
    return f"{tells.names[who]}{totals}{marks if own else 'no moves yet'}"


def reviewed(tells: Telling) -> dict[str, Any]:
    """What the review must show."""
    count, said, at = len(tells.played), sentences(tells), list[Any]()
    rows = [row_of(tells, k) for k in range(count)]
    for move in range(1, count + 2):
        is_last = move > count
        keys = [*[max(move - 1, 1)] * 2, *[min(move + 1, count + 1)] * 2, 1, count + 1, count]
        steps = [*([move - 1] if move > 1 else []), *([] if is_last else [move + 1])]
        again = [] if is_last else [write(tells.path[move - 1])]
        buttons = ["Previous", "Next", *([] if is_last else ["Try again from here"])]
        current = [] if is_last else ["".join(rows[move - 1])]
        after = "the end" if is_last else f"move {move}, then {signed(tells.judged['promises'][move])}"
        values = [move, count + 1, after]
        events, of_all = [*keys, *steps, *again], f"{min(move, count)} of {count}"
        spots = spots_of(tells, move - 1)
        at.append([said[move - 1], of_all, spots, current, events, buttons, values])
    top, bottom = max([Fraction(), *tells.promises]), min([Fraction(), *tells.promises])
    line = [
        place
        for k, margin in enumerate(tells.promises)
        for place in (64 + 666 * k / count, float(20 + (top - margin) * 180 / (top - bottom or 1)))
    ]
    ticks = [brief(margin, plus="+") for margin in dict.fromkeys([top, Fraction(), bottom])]
    titles = [
        f": gave away {tells.given(move['loss'])}" if move in tells.mistakes else "" for move in tells.played
    ]
    return {
        "lead": lead_of(tells),
        "opens": said[tells.worst["number"] - 1 if tells.worst else 0],
        "at": at,
        "performances": [performance_of(tells, who) for who in ("you", "opponent")],
        "rows": rows,
        "line": [pytest.approx(place) for place in line],
        "ticks": [*ticks, *map(str, range(1, count + 1))],
        "dots": [f"dot {move['by']} {move['mark']}" for move in tells.played],
        "titles": [
            f"Move {move['number']}, {move['mark']}{title}"
            for move, title in zip(tells.played, titles, strict=True)
        ],
    }


def test_the_review_shows_each_move_as_the_library_judges_it(tmp_path: Path) -> None:
    tellings = [Telling(*each) for each in games(250)]
    shown = in_node(REVIEWS, ["state", "rules", "review"], [tells.case for tells in tellings], tmp_path)
    for tells, got in zip(tellings, shown, strict=True):
        if not tells.played:
            assert got == "ReviewNothing has been played yet. Make a move, then come back."
            continue
        for part, right in reviewed(tells).items():
            assert got[part] == right, (write(tells.game), tells.seat, part)


# --- compare -------------------------------------------------------------------------------------

COMPARED = """(state, rules, compare, { games, opponents }) => games.map((game) => {
  let now = state.step(state.startOf([]), { type: "begin", position: rules.readGame(game) });
  const hash = state.addressOf("compare", now.position);
  now = state.step(now, { type: "arrive", hash, records: {}, today: "" });
  const waiting = textsOf(compare.drawCompare(now), "muted")[0] ?? "";
  now = state.step(now, { type: "told", slot: "opponents", answer: opponents });
  const sent = [];
  const view = compare.drawCompare(now, (event) => sent.push([rules.notation(event.position), event.seat]));
  for (const { attributes } of partsOf(view, (_, name) => name === "button")) attributes.onclick();
  return {
    lead: textsOf(view, "lead")[0], waiting,
    rows: partsOf(view, (_, name) => name === "tr").slice(1).map((row, k) => ({
      here: row.attributes["aria-current"] ?? "", cells: row.children.map(textOf), play: sent[k],
      margins: ofClass(row, "bars")[0].attributes["aria-label"],
    })),
  };
})"""


def test_compare_shows_the_solution_against_every_opponent_and_plays_it(tmp_path: Path) -> None:
    paths = [path for path, _ in games(150)]
    given = {"games": [write(path[-1]) for path in paths], "opponents": told("opponents")}
    shown = in_node(COMPARED, ["state", "rules", "compare"], given, tmp_path)
    for path, got in zip(paths, shown, strict=True):
        game = path[-1]
        if not game.rules.plain or game.shape.name != "row":
            assert (got["lead"][:16], got["rows"]) == ("Only rows where ", []), write(game)
            continue
        solutions = {str(who): solve(game.shape.cards, who) for who in every_opponent()}
        margins = {who: (each.margin_first, each.margin_second) for who, each in solutions.items()}
        rows, let_go = list[Any](), list[str]()
        for who, solution in solutions.items():
            first, second = margins[who]
            go = "either" if first == second else "go first" if solution.go_first else "go second"
            if go == "go second":
                let_go.append(who)
            name = f"{who} this game" if who == str(game.opponent) else who
            order = "second" if go == "go second" else "first"
            start = f"{write(path[0]).split(' / ')[0]} / {order} / - / {who}"
            rows.append(
                {
                    "here": "true" if name != who else "",
                    "cells": [name, go, in_full(solution.first), in_full(solution.second), ""],
                    "play": [write(parse_game(start)), ""],
                    "margins": f"margin {show(first)} moving first, {show(second)} moving second",
                }
            )
        lead = "Going first is best against every opponent, or at least costs nothing."
        if let_go:
            lead = f"Let {'this one' if len(let_go) == 1 else 'these'} go first: {', '.join(let_go)}."
        if len(let_go) == len(solutions):
            lead = "Let every opponent go first."
        assert got == {"lead": lead, "waiting": "Fetching the opponents …", "rows": rows}, write(game)
