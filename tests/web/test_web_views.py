"""Texts, addresses and chapters of the page in Node, of random games by every rule, as the library has."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from cases import slow
from page_modules import games, in_node
from test_reading import COUNTS, LISTS, PASTED, REFUSED, VARIABLES
from twoends.answers.solution import solve
from twoends.rules.games import Game
from twoends.rules.notation import moves_text, parse_game, write
from twoends.rules.opponent_names import every_opponent
from twoends.web.questions import ask
from views_oracle import Telling, address_of, in_full, listed, show, signed, the, told

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
      return (chip.attributes.class.includes("gone") ? "gone" : "") + (mark ? "best" : "");
    });
    const current = partsOf(shown, (attributes) => attributes["aria-current"] === "step").map(textOf);
    const events = sent.splice(0).map((event) => (event.at ? event.at.move : rules.notation(event.position)));
    const said = [textsOf(shown, "told")[0], textsOf(ofClass(shown, "stepper"), "muted")[0]];
    const names = ["aria-valuenow", "aria-valuemax", "aria-valuetext"];
    const values = names.map((name) => slider.attributes[name]);
    return [...said, spots, current, events, buttons.map(textOf), values];
  });
  return {
    lead: textsOf(view, "lead")[0], opens: textsOf(view, "told")[0], at,
    rows: partsOf(view, (_, name) => name === "tr").slice(1).map(({ children }) => children.map(textOf)),
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
    """How each card is marked before a move: gone, best."""
    position = tells.path[k]
    left = {place for lane in position.shape.lanes(position.state.remaining) for place in lane.places}
    names = tells.played[k]["best"] if k < len(tells.played) else []
    best = {place for name in names for place in tells.places(k, tells.legal(k, name))}
    return ["gone" * (place not in left) + "best" * (place in best) for place in range(len(tells.words))]


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
    return {
        "lead": lead_of(tells),
        "opens": said[tells.worst["number"] - 1 if tells.worst else 0],
        "at": at,
        "rows": rows,
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
        rows, let_go = list[Any](), list[str]()
        for who, solution in solutions.items():
            first, second = solution.margin_first, solution.margin_second
            go = "either" if first == second else "go first" if solution.go_first else "go second"
            let_go += [who] * (go == "go second")
            is_here = who == str(game.opponent)
            order = "second" if go == "go second" else "first"
            start = " / ".join([write(path[0]).split(" / ")[0], order, "-", who])
            totals = [in_full(solution.first), in_full(solution.second)]
            rows.append(
                {
                    "here": "true" if is_here else "",
                    "cells": [who + " this game" * is_here, go, *totals, ""],
                    "play": [write(parse_game(start)), ""],
                    "margins": f"margin {show(first)} moving first, {show(second)} moving second",
                }
            )
        lead = f"Let {'this one' if len(let_go) == 1 else 'these'} go first: {', '.join(let_go)}."
        if not let_go:
            lead = "Going first is best against every opponent, or at least costs nothing."
        if len(let_go) == len(solutions):
            lead = "Let every opponent go first."
        assert got == {"lead": lead, "waiting": "Fetching the opponents …", "rows": rows}, write(game)


# --- what is said --------------------------------------------------------------------------------

ENDINGS = """(state, rules, play, share, cases) => cases.map(({ game, seat, told, goal, dry }) => {
  let now = state.step(state.startOf([]), { type: "begin", position: rules.readGame(game), seat });
  now = { ...tell(state, now, told), goal, dry };
  const sent = [];
  const draw = () => play.drawPlay(now, (event) => sent.push(event));
  if (!now.position.over) {
    now = state.step(now, { type: "hint" });
    const hint = ofClass(draw(), "status")[0].children.at(-1);
    return hint ? [textOf(hint), hint.attributes.class ?? ""] : [];
  }
  const view = draw();
  const [result] = ofClass(view, "result");
  const buttons = partsOf(result.children, ({ id }) => id);
  const back = buttons.find(({ attributes }) => attributes.id === "try-from");
  back?.attributes.onclick();
  const one = (kind) => textsOf(result, kind)[0] ?? "";
  const thrown = [true, false].map((ended) => {
    const party = play.drawPlay({ ...now, look: { ended } });
    return ["to-you", "to-opponent", "falling"].map((kind) => ofClass(party, kind).length > 0);
  });
  return {
    thrown, kind: result.attributes["data-ending"], ending: one("ending"), verdict: one("verdict"),
    possible: one("possible"), reason: one("reason"),
    buttons: buttons.map(({ attributes }) => attributes.id),
    primary: ofClass(result, "primary")[0].attributes.id,
    challenge: share.challengeOf(now), games: textsOf(result, "games")[0] ?? "",
    offer: partsOf(result, ({ href }) => href === "#puzzles").map(textOf),
    from: sent.map(({ position }) => rules.notation(position)),
    stage: partsOf(view, ({ id }) => id === "stage")[0].attributes.class,
  };
})"""


def possible_of(tells: Telling) -> tuple[str, str]:
    """The kind of ending, and what more was possible."""
    kind = {"you": "win", "draw": "draw", "opponent": "loss"}[tells.leader]
    if tells.seat or tells.game.opponent.stochastic:
        return kind, ""
    if tells.leader == "you" and not tells.worst:
        return "perfect", ""
    if tells.fixed:
        best = tells.start["promised"]["yours"]
        more = f"Best possible: {show(best)}. You got {show(tells.game.yours)}."
        return kind, more if Fraction(best) > tells.game.yours else ""
    best = tells.promises[0]
    more = f"Best possible margin: {signed(best)}. Yours: {signed(tells.game.margin)}."
    return kind, more if best > tells.game.margin else ""


def reason_of(tells: Telling) -> str:
    """What decided a game."""
    if not tells.worst:
        return f"You gave nothing away{'' if tells.leader == 'you' else ': this row could not be won'}."
    at, best = tells.worst["number"] - 1, tells.worst["best"]
    taken, better = tells.took(at, tells.worst["end"]), tells.best(at)
    cards = [tells.places(at, tells.legal(at, name)) for name in (tells.worst["end"], best[0])]
    if tells.is_row and len(best) == 1 and all(len(places) == 1 for places in cards):
        made, wanted = (the(tells.words[place]) for [place] in cards)
        if made != wanted:
            taken, better = made, wanted
    how = "decided it" if tells.fatal else "cost you the most"
    more = f"{show(tells.worst['loss'])} more{'' if tells.fixed else ' of the margin'}"
    average = ", on average" if tells.game.opponent.stochastic else ""
    return f"Move {at + 1} {how}: you took {taken}; {better} was worth {more}{average}."


def taken_in(tells: Telling, game: Game) -> str:
    """The score of a game, and the cards in the order in which they were taken."""
    words = "".join(tells.words[place] for place in game.places).replace("-", "−")
    return f"{show(game.yours)} : {show(game.theirs)}{words}"


def ended(tells: Telling, friend: Game | None, dry: list[str]) -> dict[str, Any]:
    """What the table must show at the end of a game."""
    game, seat = tells.game, tells.seat
    score = f"{show(game.yours)} : {show(game.theirs)}"
    by = "" if tells.fixed else f", by {show(abs(game.margin))}"
    verdict = f"You {'win' if tells.leader == 'you' else 'lose'}, {score}{by}."
    if seat:
        verdict = f"{tells.names.get(tells.leader)} wins, {score}."
    if tells.leader == "draw":
        verdict = f"A draw, {score}."
    kind, possible = possible_of(tells)
    titles = {"perfect": "Perfect play", "win": "A win", "draw": "A draw", "loss": "Not this time"}
    back = tells.worst is not None and not seat and tells.leader != "you"
    buttons = ["try-from", "next", "to-review"] if back else ["next", "again", "to-review"]
    has_winner = tells.leader == "you" or (seat == "two" and tells.leader != "draw")  # who sits here
    return {
        "kind": kind,
        "ending": "" if seat else titles[kind],
        "verdict": verdict,
        "possible": possible,
        "reason": reason_of(tells) if tells.played and not seat else "",
        "buttons": [*buttons, "challenge"] if tells.played and not seat else buttons,
        "primary": buttons[0],
        "challenge": f"I scored {show(game.yours)} to {show(game.theirs)}. Can you beat that? http://page/"
        + address_of("play", tells.path[0], "", goal_of(game)),
        "games": f"You, {taken_in(tells, game)}Your friend, {taken_in(tells, friend)}" if friend else "",
        "offer": ["The ladder"] if len(dry) > 1 and not seat and tells.leader != "you" else [],
        "from": [write(tells.path[tells.worst["number"] - 1])] if back and tells.worst else [],
        "stage": f"stage over led-by-{tells.leader}",
        "thrown": [[tells.leader == "you", tells.leader == "opponent", has_winner], [False] * 3],
    }


def hinted(tells: Telling) -> list[str]:
    """What a hint must say of a person's turn, in sight unless the buttons do; of many moves, of the best."""
    if not tells.is_open:
        return []
    game, moves = tells.game, tells.moves["moves"]

    def named(move: dict[str, Any]) -> str:
        return tells.move(len(tells.played), move["end"], with_card=True)

    has_buttons = tells.shape != "board" and not tells.is_whole(len(tells.played))
    said = [f"{named(move)} ends at {tells.brings(move)}" for move in moves]
    if len(moves) > (14 if has_buttons else 6):
        best = [move for move in moves if move["mark"] == "best"]
        names = [*map(named, best)] if len(best) < 4 else [*map(named, best[:2]), f"{len(best) - 2} more"]
        said = [f"{listed(names)} end{'s' if len(best) == 1 else ''} at {tells.brings(best[0])}"]
        others = sorted((Fraction(move["loss"]), k) for k, move in enumerate(moves) if move not in best)
        if others:
            near = moves[others[0][1]]
            said.append(f"the next best, {named(near)}, ends at {tells.brings(near)}")
    average = ", on average" if game.opponent.stochastic else ""
    unseen = has_buttons and len(moves) < 3
    return [f" Hint: {'; '.join(said)}{average}.", "unseen" if unseen else ""]


def goal_of(game: Game) -> str:
    """The result of a game, and its moves, as a challenge carries them."""
    return f"{game.yours}:{game.theirs}:{moves_text(game.ends, game.rules) or '-'}"


def test_hints_and_endings_say_what_the_library_says_of_totals_or_of_margins(tmp_path: Path) -> None:
    draw, tellings = random.Random(3), [Telling(*each) for each in games(400, over=0.4)]
    cases, friends = list[Any](), list[Any]()
    for tells in tellings:
        friend = None
        if tells.played and draw.random() < 0.5:
            friend = tells.path[0]
            while not friend.over:
                friend = friend.play(draw.choice(friend.moves()))
        friends.append(friend)
        dry = ["8", "15", "3"][: draw.randint(0, 3)]
        cases.append({**tells.case, "dry": dry, "goal": goal_of(friend) if friend else ""})
    shown = in_node(ENDINGS, ["state", "rules", "play", "share"], cases, tmp_path)
    for tells, case, friend, got in zip(tellings, cases, friends, shown, strict=True):
        right = ended(tells, friend, case["dry"]) if tells.game.over else hinted(tells)
        assert got == right, (write(tells.game), tells.seat)


# --- what is typed and pasted ----------------------------------------------------------------------

READ_AT_ONCE = {
    "8h, 10c, K": "8♥ 10♣ K / first / -",
    "8\t15\t3": "8 15 3 / first / -",
    "1/2, 3/4, -2.5": "1/2 3/4 -2.5 / first / -",
    "1 2 | [3 7 4 | 9": "1 2 | [3 7 4 | 9 / first / -",
    "circle 2 8 1": "circle 2 8 1 / first / -",
    "Th 9S / turns ABBA / second / - / generous": "10♥ 9♠ / turns ABBA / second / - / generous",
}

LEFT_TO_PYTHON = ["circle2 8 1", "board1.5 2", "board1.5 ]", "k 3", "1,2, 3", "1,000 2"]
LEFT_TO_PYTHON += ["(circle 2 8 1)", "[8, 15"]


MANY = " " * 10**5
BLANKS = (f"a{MANY}x", f"[1{MANY}x]", f"int{MANY}a{MANY}[2]{MANY}:{MANY}b{MANY}x")
"""Trying each run of blanks from each of them would take minutes."""


SIGNS = (*" ,;|[]{}()=/-.0123\n\t", "♠", "h", "T", "K", '"', "'", " / first / L", "circle ", "board", "x")


@pytest.mark.parametrize("count", [1500, *slow(30_000)])
def test_the_page_reads_most_of_what_people_paste_and_nothing_otherwise_than_python(
    tmp_path: Path, count: int
) -> None:
    listed = [variable + each.format("8, -15, 3") for variable, each in product(VARIABLES, LISTS)]
    listed += [f"x = [8, -15, 3]{count}" for count in COUNTS]
    texts = [*PASTED, *listed, *READ_AT_ONCE, *REFUSED, *LEFT_TO_PYTHON, *BLANKS]
    draw, short = random.Random(14), [*PASTED, *READ_AT_ONCE, *LEFT_TO_PYTHON]
    for _ in range(count):
        text = draw.choice(short)
        for _ in range(draw.randint(1, 3)):
            at = draw.randint(0, len(text))
            text = text[:at] + draw.choice(["", *SIGNS]) + text[at + draw.randint(0, 2) :]
        texts.append(text)
    code = "(pasted, texts) => texts.map(pasted.notationOf)"
    read = dict(zip(texts, in_node(code, ["pasted"], texts, tmp_path), strict=True))
    for text, got in read.items():
        if got is not None and not got.startswith("- / "):  # an empty row
            told = json.loads(ask("moves", json.dumps({"game": text})))
            assert told.get("answer", told).get("game") == write(parse_game(got)), (text, got, told)
    assert sum(read[text] is not None for text in (*PASTED, *listed)) > 60
    assert {read[text] for text in listed} == {None, "8 -15 3 / first / -"}
    assert {text: read[text] for text in READ_AT_ONCE} == READ_AT_ONCE
    assert {read[text] for text in (*REFUSED, *LEFT_TO_PYTHON, *BLANKS)} == {None}
