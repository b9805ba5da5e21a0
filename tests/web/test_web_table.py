"""The table in Node: the rule, the status, the buttons and the moves of random games by every rule."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from page_modules import in_node
from twoends.rules.moves import Move
from twoends.rules.notation import write
from views_oracle import SIDES, Telling, games, show, the

TABLES = """(state, rules, play, cases) => cases.map(({ game, seat, count, goal }) => {
  let now = state.step(state.startOf([]), { type: "begin", position: rules.readGame(game), seat });
  now = { ...state.step(now, { type: "count", count }), goal };
  const view = play.drawPlay(now, () => {});
  const [tug] = partsOf(view, ({ id }) => id === "tug");
  const total = (name) => textOf(partsOf(view, ({ id }) => id === name));
  const takes = ofClass(view, "take").map((button) => {
    const { id, class: kind, "aria-disabled": disabled } = button.attributes;
    return [id, kind, disabled, textsOf(button, "label")[0]];
  });
  return {
    rule: textsOf(view, "in-full")[0], short: textsOf(view, "in-short")[0],
    status: textsOf(view, "status")[0], goal: textsOf(view, "goal")[0],
    tug: [tug.attributes["aria-label"], Number.parseFloat(tug.children[0].attributes.style.slice(6))],
    totals: [total("your-total"), total("their-total")], takes,
    counts: partsOf(ofClass(view, "counts"), (_, name) => name === "button")
      .map((each) => `${textOf(each)}${each.attributes["aria-pressed"] === "true" ? " chosen" : ""}`),
    moves: partsOf(view, (_, name) => name === "li")
      .map((each) => `${each.attributes.class} ${each.children.map(textOf).join(" ").trimEnd()}`),
    left: textsOf(view, "row-as-text")[0] ?? "",
    undo: partsOf(view, ({ id }) => id === "undo")[0].attributes["aria-disabled"],
  };
})"""

PARTS = {
    "take 1 either": ("Take a card from either end", "1 card from either end"),
    "take 1 left": ("Take a card from the left end", "1 card from the left"),
    "take 1-2 either": ("Take one or two cards from either end", "1 to 2 cards from either end"),
    "take 1-3 either": ("Take one, two or three cards from either end", "1 to 3 cards from either end"),
    "take 1-3 left": ("Take one, two or three cards from the left end", "1 to 3 cards from the left"),
    "take 2 either": ("Take 2 cards from either end", "2 cards from either end"),
    "take 2-3 either": ("Take 2 to 3 cards from either end", "2 to 3 cards from either end"),
    "take 2-any right": ("Take 2 cards or more from the right end", "2 or more from the right"),
    "take any either": ("Take any number of cards from either end", "Any number from either end"),
    "take any left": ("Take any number of cards from the left end", "Any number from the left"),
    "take 1-2M left": (
        "Take one card or more, at most twice the most taken so far from the left end",
        "Up to twice the most so far from the left",
    ),
    "score rest": ("A move earns the sum of the cards it leaves", "earns what it leaves"),
    "score turn": ("A move earns its cards times its number", "counts × its number"),
    "score 2^turn": (
        "The first move earns its cards times 2, the second times 4, and so on",
        "counts × 2, 4, 8, …",
    ),
    "score 3/1/-2": ("In order, moves earn their cards times 3, 1 and -2", "counts × 3, 1, -2"),
    "score 5/2/1": ("In order, moves earn their cards times 5, 2 and 1", "counts × 5, 2, 1"),
    "turns ABBA": ("The order of turns is ABBA", "order ABBA"),
    "turns AAB": ("The order of turns is AAB", "order AAB"),
    "turns A": ("You play alone", "alone"),
    "stop 2": ("Play ends after 2 moves", "2 moves"),
    "stop 3": ("Play ends after 3 moves", "3 moves"),
    "stop 4": ("Play ends after 4 moves", "4 moves"),
}
"""Parts of rules, and what the page says of them in full and in short."""

COURT = {"Q": " Q = 12", "A": " A = 14"}


def ruled(tells: Telling) -> list[str]:
    """The rule in full and in short."""
    rules = str(tells.game.rules).replace("take 1-2M right", "take 1-2M left")
    parts = [PARTS[part] for part in rules.split(", ")]
    if not rules.startswith("take"):
        parts = [PARTS["take 1 either"], *parts]
    if "/" in rules and "stop" not in rules:
        parts.append(PARTS["stop 3"])
    full, short = ([part[k] for part in parts] for k in (0, 1))
    if rules == "take 1 either":
        full = full if tells.is_row else ["Take any card first, then a card from either end"]
        short = ["A card from either end" if tells.is_row else "Any card first, then either end"]
    court = ",".join(said for rank, said in COURT.items() if any(word[0] == rank for word in tells.words))
    sides = ("left", "right") if "2M right" in str(tells.game.rules) else ("left", "left")
    said = [". ".join([*full, "Highest total wins."]) + court, " · ".join([*short, "highest total wins"])]
    return [each.replace(*sides) for each in said]


def listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def situation(tells: Telling, *, is_open: bool) -> str:
    """What happened, and whose turn it is."""
    said, game = "", tells.game
    for k in range(len(tells.played))[-2:]:
        move = tells.played[k]
        cards = [the(tells.words[place]) for place in tells.places(k, tells.legal(k, move["end"]))]
        who = tells.names["you" if move["by"] == "you" else "opponent"]
        said += f"{who} took {listed(cards) if len(cards) < 4 else f'{len(cards)} cards'}. "
    who = tells.names[game.mover]
    if game.over:
        return said
    if not is_open:
        return f"{said}{who} {'are' if who == 'You' else 'is'} to move."
    turn = "Your turn. " if who == "You" else f"{who}’s turn. "
    [lane] = game.shape.lanes(game.state.remaining)
    cards = [the(tells.words[place]) for place in lane.places]
    choice = f"On the left {cards[0]}, on the right {cards[-1]}."
    if not tells.is_row and not tells.played:
        choice = "Take any card."
    elif len(cards) == 1:
        choice = f"The last card, {cards[0]}."
    elif game.rules.ends != "either":
        choice = f"Next, {cards[0] if game.rules.ends == 'left' else cards[-1]}."
    return f"{said}{turn}{choice}"


def buttons(tells: Telling, count: int, *, is_open: bool) -> list[list[str]]:
    """The buttons of both ends."""
    number, found = len(tells.played), []
    if tells.seat not in ("", "two") or tells.game.over or (not tells.is_row and not tells.played):
        return []
    moves: list[Move] = list(tells.game.moves())
    for side in SIDES:
        there = [move for move in moves if str(move)[0] == side] or (moves if len(moves) == 1 else [])
        sizes = {len(tells.places(number, move)): move for move in there}
        if sizes:
            places = tells.places(number, sizes.get(count, sizes[min(sizes)]))
            words = " ".join(tells.words[place].replace("-", "−") for place in places)
            what = words if len(places) < 4 else f"{len(places)} cards"
            name = SIDES[side]
            found.append([f"take-{name}", f"take {name}", str(not is_open).lower(), f"Take {name}, {what}"])
    return found


def table(tells: Telling, count: int, goal: str) -> dict[str, Any]:
    """What the table must show."""
    game, number, you = tells.game, len(tells.played), tells.names["you"]
    is_open = not game.over and (tells.seat == "two" or (not tells.seat and game.mover == "you"))
    rule, short = ruled(tells)
    span = sum(abs(int(value)) for value in game.shape.cards) or 1
    lead = max(-50.0, min(50.0, int(5000 * (game.yours - game.theirs) / span) / 100))
    remaining = [place for lane in game.shape.lanes(game.state.remaining) for place in lane.places]
    words = " ".join(tells.words[place] for place in remaining)
    sizes = sorted({len(tells.places(number, move)) for move in game.moves()})
    chosen = count if count in sizes else next(iter(sizes), 0)
    isnt_watched = tells.seat in ("", "two") and len(sizes) > 1
    moves = []
    for k, move in enumerate(tells.played):
        cards = [
            tells.words[place].replace("-", "−") for place in tells.places(k, tells.legal(k, move["end"]))
        ]
        arrow = {"L": ["←"], "R": ["→"]}.get(move["end"][0], [])
        moves.append(" ".join(["by-you" if move["by"] == "you" else "by-them", *cards, *arrow]))
    mine, other = (int(each) for each in goal.split(":"))
    ahead = game.yours - mine if tells.fixed else game.margin - (mine - other)
    how = "beat it" if ahead > 0 else "did not match it" if ahead < 0 else "matched it"
    score, own = f"{show(mine)} to {show(other)}", [move for move in tells.played if move["by"] == "you"]
    return {
        "rule": rule,
        "short": short,
        "status": situation(tells, is_open=is_open),
        "goal": f"The challenge was {score}: you {how}."
        if game.over
        else f"A challenge: someone scored {score}. Can you beat that?",
        "tug": [
            f"{you} {show(game.yours)}, {tells.names['opponent']} {show(game.theirs)}",
            50 - lead,
        ],
        "totals": [show(game.yours), show(game.theirs)],
        "takes": buttons(tells, count, is_open=is_open),
        "counts": [f"{size} chosen" if size == chosen else str(size) for size in sizes]
        if isnt_watched
        else [],
        "moves": moves,
        "left": f"Remaining cards as text ({len(remaining)}){words}" if remaining else "",
        "undo": str(not (tells.played if tells.seat else own)).lower(),
    }


def test_the_table_shows_the_game_as_the_library_plays_it(tmp_path: Path) -> None:
    draw, cases, tellings = random.Random(5), list[dict[str, Any]](), list[Telling]()
    for path, seat in games(400, over=0.3):
        goal = f"{draw.randint(-5, 30)}:{draw.randint(-5, 30)}"
        cases.append({"game": write(path[-1]), "seat": seat, "count": draw.randint(1, 3), "goal": goal})
        tellings.append(Telling(path, seat))
    shown = in_node(TABLES, ["state", "rules", "play"], cases, tmp_path)
    for case, tells, got in zip(cases, tellings, shown, strict=True):
        for part, right in table(tells, case["count"], case["goal"]).items():
            if part == "status" and tells.game.over:
                assert got[part].startswith(right), case
            else:
                assert got[part] == right, (case, part)
