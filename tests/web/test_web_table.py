"""The table and the dialog for a new game, in Node: all that they show of random games."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from page_modules import games, in_node
from twoends.rules.moves import Move
from twoends.rules.notation import parse_game, write
from twoends.rules.rules import Rules
from twoends.web.questions import ask
from views_oracle import SIDES, Telling, brief, in_full, listed, ruled, show, the, told

TABLES = """(state, rules, play, cases) => cases.map(({ game, seat, told, count, goal, other }) => {
  let now = state.step(state.startOf([]), { type: "begin", position: rules.readGame(game), seat });
  now = { ...state.step(now, { type: "count", count }), goal, size: { wide: 900, tall: 400 } };
  now = tell(state, now, told);
  const sent = [];
  const draw = () => play.drawPlay(now, (event) => sent.push([event.type, event.move ?? event.count]));
  const view = draw();
  const byId = (name) => partsOf(view, ({ id }) => id === name)[0];
  const parts = (shown, kind) => partsOf(ofClass(shown, kind), (_, name) => name === "button");
  const moves = (shown) => partsOf(shown, (_, name) => name === "li");
  const percent = (part) => Number(/^(?:left|width): ([\\d.]+)%$/.exec(part.attributes.style)[1]);
  const cards = (shown) => ofClass(shown, "face").filter((card) => card.name === "div").map((card) => {
    const { class: kind, role = "", "aria-label": label = "" } = card.attributes;
    const [, ring = ""] = /end (at-\\w+)/.exec(kind) ?? [];
    return [ring, role, label, textsOf(card, "sign")[0] ?? ""];
  });
  const [status] = ofClass(view, "status");
  for (const card of ofClass(view, "face")) {
    if (card.attributes.onkeydown) ["a", " "].forEach((key) => press(card, key));
    else card.attributes.onclick?.();
  }
  for (const button of [...ofClass(view, "take"), ...parts(view, "counts")]) {
    button.attributes.onclick({ detail: seat === "two" ? 1 : 2 });
  }
  for (const type of ["hint", "analysis"]) now = state.step(now, { type });
  const aided = draw();
  const analysed = ({ children }) => children.map(textOf).filter(Boolean);
  return {
    rule: textsOf(view, "in-full")[0], short: textsOf(view, "in-short")[0],
    status: textOf(status), goal: textsOf(view, "goal")[0],
    tug: [byId("tug").attributes["aria-label"], percent(byId("tug").children[0])],
    totals: [textOf(byId("your-total")), textOf(byId("their-total"))],
    takes: ofClass(view, "take").map((button) => {
      const { id, class: kind, "aria-disabled": disabled } = button.attributes;
      return [id, kind, disabled, textsOf(button, "label")[0]];
    }),
    piles: ofClass(view, "pile").map(({ attributes }) => attributes)
      .map(({ style, ...card }) => [card["data-index"], / 25.0px\\)/.test(style)]),
    cards: cards(view), sent, label: byId("table").attributes["aria-label"],
    numbers: textsOf(view, "lane-number"),
    seen: textOf(status.children.filter((part) => part?.attributes?.class !== "unseen")),
    counts: parts(view, "counts")
      .map((each) => `${textOf(each)}${each.attributes["aria-pressed"] === "true" ? " chosen" : ""}`),
    moves: moves(view)
      .map((each) => `${each.attributes.class} ${each.children.map(textOf).join(" ").trimEnd()}`),
    left: textsOf(view, "row-as-text")[0] ?? "",
    undo: byId("undo").attributes["aria-disabled"],
    analysis: ofClass(aided, "analysis").flatMap(analysed),
    bar: ofClass(aided, "evaluation")
      .flatMap(({ attributes, children: [part] }) => [attributes["aria-label"], percent(part)]),
    marks: moves(aided).map((each) => textsOf(each, "mark").join()),
    aided: cards(aided),
    promises: ofClass(aided, "take").map((each) => textsOf(each, "promise")[0]),
    helped: state.hintsUsed({ ...now, position: rules.readGame(other) }),
    undone: rules.notation(state.step(now, { type: "undo" }).position),
  };
})"""

SIGNS = {"best": "✓", "equal": "=", "inaccuracy": "?", "blunder": "✗"}


def situation(tells: Telling, *, in_full: bool = True) -> str:
    """What happened, and whose turn it is; in sight is only the turn."""
    said, game = "", tells.game
    for k in range(len(tells.played))[-2:]:
        move = tells.played[k]
        cards = [the(tells.words[place]) for place in tells.places(k, tells.legal(k, move["end"]))]
        who = tells.names["you" if move["by"] == "you" else "opponent"]
        said += f"{who} took {listed(cards) if len(cards) < 4 else f'{len(cards)} cards'}. "
    who = tells.names[game.mover]
    if game.over:
        return said
    said = said if in_full else ""
    if not tells.is_open:
        return f"{said}{who} {'are' if who == 'You' else 'is'} to move."
    turn = "Your turn. " if who == "You" else f"{who}’s turn. "
    cards = [the(tells.words[place]) for lane in tells.lanes for place in lane]
    choice = f"On the left {cards[0]}, on the right {cards[-1]}."
    if tells.is_whole(len(tells.played)):
        choice = "Take any card."
    elif tells.shape == "board":
        choice = "Take an end of any row."
    elif len(cards) == 1:
        choice = f"The last card, {cards[0]}."
    elif game.rules.ends != "either":
        choice = f"Next, {cards[0] if game.rules.ends == 'left' else cards[-1]}."
    return f"{said}{turn}{choice}" if in_full else turn


def chosen(tells: Telling, count: int) -> dict[str, Move]:
    """The move from each end that takes this many cards, or else the fewest."""
    found: dict[str, Move] = {}
    if not tells.is_whole(len(tells.played)):
        for move in sorted(tells.game.moves(), key=lambda move: (move.cards != count, move.cards)):
            found.setdefault(str(move).rstrip("0123456789"), move)
    return found


def buttons(tells: Telling, count: int) -> dict[str, Move]:
    """The moves of the buttons of both ends."""
    if tells.seat not in ("", "two") or tells.game.over or tells.shape == "board":
        return {}
    ends = chosen(tells, count)
    if len(tells.game.moves()) == 1:  # all the cards
        return {side: move for side in SIDES for move in ends.values()}
    return {side: ends[side] for side in SIDES if side in ends}


def cards_of(tells: Telling, count: int, marks: dict[str, str]) -> list[list[str]]:
    """Each card of the table: whether a ring is around it, what it is and says, and its sign."""
    number, shown = len(tells.played), list[list[str]]()
    moves = sorted(tells.game.moves(), key=lambda move: move.cards) if tells.is_open else []
    rings = list(chosen(tells, count).values()) if tells.is_open else []
    by_itself = tells.shape == "board" or tells.is_whole(number)
    for card, word in enumerate(tells.words):
        taking = [move for move in moves if tells.places(number, move)[-1] == card]
        around = [
            move for move in sorted(rings, key=tells.game.moves().index) if card in tells.places(number, move)
        ]
        ring = f"at-{SIDES[str(around[0]).rpartition(':')[2][0]]}" if around else ""
        marking = [move for move in around[:1] if tells.places(number, move)[0] == card]
        role = label = ""
        if by_itself:
            marking = taking[:1]
            if taking:
                mark = marks.get(str(taking[0]), "")
                said = f", {'equal margin' if mark == 'equal' else mark}" if mark else ""
                place = "Take "
                if tells.shape == "board":
                    row, end = str(taking[0]).split(":")
                    place = f"{('first', 'second', 'third')[int(row)]} row, {SIDES[end[0]]}: "
                role, label = "button", f"{place}{the(word)[4:]}{said}"
        sign = SIGNS.get(marks.get(str(marking[0]), ""), "") if marking else ""
        shown.append([ring, role, label, sign])
    return shown


def table(tells: Telling, count: int, goal: str) -> dict[str, Any]:
    """What the table must show."""
    game, number, you = tells.game, len(tells.played), tells.names["you"]
    rule, short = ruled(game)
    span = sum(abs(int(value)) for value in game.shape.cards) or 1
    lead = max(-50.0, min(50.0, int(5000 * (game.yours - game.theirs) / span) / 100))
    words = " | ".join(" ".join(tells.words[place] for place in lane) for lane in tells.lanes if lane)
    remaining = sum(map(len, tells.lanes))
    sizes, whose = sorted({move.cards for move in game.moves()}), dict[int, str]()
    size = count if count in sizes else next(iter(sizes), 0)
    has_counts = tells.seat in ("", "two") and len(sizes) > 1
    moves, takes = list[str](), list[list[str]]()
    for k, move in enumerate(tells.played):
        who = "you" if move["by"] == "you" else "opponent"
        places = tells.places(k, tells.legal(k, move["end"]))
        taken, whose = [tells.words[place] for place in places], whose | dict.fromkeys(places, who)
        arrow = {"L": ["←"], "R": ["→"]}.get(move["end"].rpartition(":")[2][0], [])
        cards = [word.replace("-", "−") for word in taken]
        moves.append(" ".join(["by-you" if who == "you" else "by-them", *cards, *arrow]))
    for side, pressed in buttons(tells, count).items():
        taken = [tells.words[place].replace("-", "−") for place in tells.places(number, pressed)]
        what = " ".join(taken) if len(taken) < 4 else f"{len(taken)} cards"
        name = SIDES[side]
        takes.append([f"take-{name}", f"take {name}", str(not tells.is_open).lower(), f"Take {name}, {what}"])
    marks = {move["end"]: move["mark"] for move in tells.moves["moves"]} if tells.is_open else {}
    promises = {move["end"]: tells.brings(move, brief) for move in tells.moves["moves"] if marks}
    mine, other = (int(each) for each in goal.split(":"))
    ahead = game.yours - mine if tells.fixed else game.margin - (mine - other)
    how = "beat it" if ahead > 0 else "did not match it" if ahead < 0 else "matched it"
    score, own = f"{show(mine)} to {show(other)}", [move for move in tells.played if move["by"] == "you"]
    tapped = [move for card in range(len(tells.words)) for move in tapping(tells, card)]
    tapped += [str(move) for move in buttons(tells, count).values()]
    return {
        "rule": rule,
        "short": short,
        "status": situation(tells),
        "goal": f"The challenge was {score}: you {how}."
        if game.over
        else f"A challenge: someone scored {score}. Can you beat that?",
        "tug": [
            f"{you} {show(game.yours)}, {tells.names['opponent']} {show(game.theirs)}",
            50 - lead,
        ],
        "totals": [show(game.yours), show(game.theirs)],
        "piles": [[place, whose[place] != "you"] for place in sorted(whose)],  # theirs are above
        "takes": takes,
        "counts": [f"{each} chosen" if each == size else str(each) for each in sizes] if has_counts else [],
        "moves": moves,
        "left": f"Remaining cards as text ({remaining}){words}" if remaining else "",
        "undo": str(not (tells.played if tells.seat else own)).lower(),
        "cards": cards_of(tells, count, {}),
        "seen": situation(tells, in_full=False),
        "sent": [*[["take", move] for move in tapped], *[["count", each] for each in sizes if has_counts]],
        "label": laid(tells),
        "numbers": [str(k + 1) for k, lane in enumerate(tells.lanes) if lane and tells.shape == "board"],
        **analysed(tells),
        "marks": [SIGNS.get(move["mark"], "") if move["mark"] != "best" else "" for move in tells.played],
        "aided": cards_of(tells, count, marks),
        "promises": [promises.get(str(move), "") for move in buttons(tells, count).values()],
    }


def tapping(tells: Telling, card: int) -> list[str]:
    """The move that a tap on a card makes: the shortest one that ends with it."""
    moves = sorted(tells.game.moves(), key=lambda move: move.cards) if tells.is_open else []
    return [str(move) for move in moves if tells.places(len(tells.played), move)[-1] == card][:1]


def laid(tells: Telling) -> str:
    """The cards that lie on the table, as they are read aloud."""
    said = []
    rows = write(tells.path[0]).split(" / ")[0].split("|")
    for k, lane in enumerate(tells.lanes):
        cards = ", ".join(the(tells.words[place])[4:] for place in lane)
        name = "Circle" if tells.is_whole(len(tells.played)) else "Row"
        if tells.shape == "board":
            closed = ", closed on the left" * ("[" in rows[k]) + ", closed on the right" * ("]" in rows[k])
            count = "1 card" if len(lane) == 1 else f"{len(lane)} cards"
            said += [f"Row {k + 1}{closed}, {count}: {cards}"] if lane else []
        elif lane:
            said.append(f"{name} of {len(lane)}: {cards}")
    return "; ".join(said) or "The row is empty"


def analysed(tells: Telling) -> dict[str, Any]:
    """What the analysis says beside the table."""
    totals = [tells.moves["promised"][who] for who in ("yours", "theirs")]
    if tells.moves["is_second"]:
        totals.reverse()
    mine, other = map(Fraction, totals)
    share = Fraction(3, 4) if mine > other else Fraction(1, 4) if mine < other else Fraction(1, 2)
    if mine >= 0 <= other and mine + other > 0:
        share = mine / (mine + other)
    best = "Best play, on average, ends" if tells.game.opponent.stochastic else "Best play ends"
    ends = "The game ended" if tells.game.over else best
    who = f"{tells.names['you']} {show(mine)}, {tells.names['opponent']} {show(other)}"
    shown = [f"{ends} {in_full(totals[0])} : {in_full(totals[1])}."]
    reason = ["That is why."] if tells.moves["moves"] else []
    used = ["Help used: one turn."] if tells.is_open else []
    return {
        "analysis": ["Hide the analysisa", *shown, *reason, *used],
        "bar": [f"With best play: {who}", pytest.approx(100 * float(share))],
    }


def test_the_table_shows_the_game_as_the_library_plays_it(tmp_path: Path) -> None:
    draw, cases, tellings = random.Random(5), list[dict[str, Any]](), list[Telling]()
    for path, seat in games(400, over=0.3):
        tells, goal = Telling(path, seat), f"{draw.randint(-5, 30)}:{draw.randint(-5, 30)}"
        other, turns = path[-2:][0], [k for k, game in enumerate(path[:-1]) if seat or game.mover == "you"]
        for _ in range(draw.randint(0, 2)):
            other = other if other.over else other.play(draw.choice(other.moves()))
        is_helped = tells.is_open and other.ends[: len(path) - 1] == path[-1].ends
        then = {"helped": int(is_helped), "undone": write(path[turns[-1]] if turns else path[-1])}
        case: dict[str, Any] = {
            "count": draw.randint(1, 3),
            "goal": goal,
            "other": write(other),
            "then": then,
        }
        cases.append(tells.case | case)
        tellings.append(tells)
    shown = in_node(TABLES, ["state", "rules", "play"], cases, tmp_path)
    for case, tells, got in zip(cases, tellings, shown, strict=True):
        for part, right in (table(tells, case["count"], case["goal"]) | case["then"]).items():
            said = got[part][: len(right)] if part in ("status", "seen") and tells.game.over else got[part]
            assert said == right, (case, part)


# --- the dialog for a new game ------------------------------------------------------------------------

SHEETS = """async (state, rules, newgame, { opponents, cases, python }) => {
  globalThis.FormData = class { constructor({ fields }) { return Object.entries(fields); } };
  globalThis.fetch = async (_, { body }) => ({ json: async () => python[JSON.parse(body).game] });
  const fieldsOf = (form) => Object.fromEntries(partsOf(form, ({ name }) => name).flatMap((field) => {
    const { name, type, value, checked, disabled } = field.attributes;
    const chosen = field.children.find((option) => option?.attributes?.selected)?.attributes.value;
    return disabled || (type === "radio" && !checked) ? [] : [[name, String(chosen ?? value)]];
  }));
  const results = [];
  for (const { game, seat, picks, closed } of cases) {
    let now = state.step(state.startOf([]), { type: "begin", position: rules.readGame(game), seat });
    now = { ...now, sheet: newgame.openSheet(now), refusals: { moves: "Not of this." } };
    const sent = [];
    const send = (event) => { sent.push(event); now = state.step(now, event); };
    const drawn = () => newgame.form(now, opponents, {}, send);
    const opened = fieldsOf(drawn());
    const own = { value: picks.own ?? opened.own };
    const element = { fields: { ...opened, ...picks }, elements: { own }, isConnected: !closed };
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
      hidden: hidden.map(({ attributes }) => attributes.hidden),
      tiles: ofClass(changed, "tray-tile").map((each) => `${textOf(each)} ${each.attributes["aria-label"]}`),
      fault: values ? textsOf(drawn(), "fault")[0] : "",
      most: partsOf(changed, ({ name }) => name === "count")[0].attributes.max,
      played: position ? [rules.notation(position), after] : values.fault,
    });
    if (values) drawn().attributes.onchange({ currentTarget: element });
    results.at(-1).left = values ? textsOf(drawn(), "fault")[0] : "";
  }
  const sheet = newgame.openSheet({ position: null, seat: "" });
  const view = newgame.form({ ...state.startOf([]), sheet }, opponents, {}, null);
  const [{ children }] = partsOf(view, ({ name }) => name === "trembling");
  const shaky = children.map((each) => [each.attributes.value, textOf(each)]);
  return { results, chosen: sheet.chosen, shaky, offered: Object.keys(newgame.OFFERED_RULES) };
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
        if alone or re.match("(optimal|generous) r", str(path[0].opponent)):
            continue  # the dialog has no choice of such ties
        names = draw.sample([*CHOICES], k=draw.randint(0, 8))
        picks = {name: draw.choice(CHOICES[name]) for name in names}
        closed = draw.random() < 0.1
        cases.append({"game": write(path[-1]), "seat": seat, "picks": picks, "closed": closed})
        paths.append(path)
    python = READ | {UNSHOWN: {"answer": {"game": UNSHOWN}}}
    given: Any = {"opponents": told("opponents")["opponents"], "cases": cases, "python": python}
    shown: Any = in_node(SHEETS, ["state", "rules", "newgame"], given, tmp_path)
    assert all(str(Rules.of(text)) == (text or "take 1 either") for text in shown["offered"])
    assert all(said == f"1 move in {1 / Fraction(chance)}" for chance, said in shown["shaky"][1:])
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
        hidden = [fields["players"] != "watch", two, two, kind == "own", kind != "own"]
        hidden += [two or who == "random", who not in ("greedy", "modest")]
        assert [got["most"], *got["hidden"]] == [52 if kind == "deck" else 1000, *hidden], case
        typed = fields["own"] or "-"
        is_read = typed not in (*READ, UNSHOWN)
        shape = TYPED.get(typed, typed) or "7 8"
        is_row = is_read and (typed in TYPED or not re.match(r"circle|board|.*[|[\]]", shape))
        tiles = shape.split() if is_row and shape != "-" else []
        assert (got["text"], got["words"]) == ("" if is_read else typed, tiles), case
        said = [f"{tile}, {k} of {len(tiles)}" for k, tile in enumerate(tiles, 1)]
        assert got["tiles"] == [f"{tile.replace('-', '−')} {said[k]}" for k, tile in enumerate(tiles)], case
        assert got["left"] == "", "of another text"
        if case["closed"]:
            assert isinstance(got["played"], str), case
            continue
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
