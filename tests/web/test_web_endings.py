"""Endings and hints: what is said, challenges after any game, and games without a win."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from page_modules import games, in_node
from twoends.rules.games import Game
from twoends.rules.notation import moves_text, write
from views_oracle import Telling, address_of, listed, show, signed, the
from visits import Visit, copied, play_out

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
  return {
    kind: result.attributes["data-ending"], ending: one("ending"), verdict: one("verdict"),
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


HANDED = """async (share, cases) => {
  const told = [];
  for (const [what, sheet, finger, isClipped] of cases) {
    const refuse = () => Promise.reject(new DOMException("", sheet));
    const navigator = { clipboard: { writeText: () => (isClipped ? Promise.resolve() : Promise.reject(1)) } };
    if (sheet) navigator.share = sheet === "open" ? () => Promise.resolve() : refuse;
    Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
    globalThis.matchMedia = () => ({ matches: finger });
    told.push(await share.handOn(what, "8 15"));
  }
  return told;
}"""


def test_what_is_handed_on_goes_to_the_sheet_of_a_phone_or_is_copied(tmp_path: Path) -> None:
    whats = {"share": "Copied the link", "challenge": "Copied the challenge", "result": "Copied"}
    cases = [*product(whats, ("", "open", "AbortError", "NotAllowedError"), (True, False), (True, False))]
    for case, said in zip(cases, in_node(HANDED, ["share"], cases, tmp_path), strict=True):
        what, sheet, finger, is_clipped = case
        by_hand = "Copy the address of this page" if what == "share" else "Copy this: 8 15"
        right = whats[what] if is_clipped else by_hand
        if what != "share" and finger:
            right = {"open": "Shared", "AbortError": ""}.get(sheet, right)
        assert said == right, case


# --- challenges, and what follows ------------------------------------------------------------------


def test_a_challenge_is_copied_and_its_link_asks_to_beat_it(reader: Visit) -> None:
    page = reader.open("play", "8 15 3 7", "LLLL", "optimal")
    told = copied(reader, "Challenge a friend")
    page.goto("about:blank")
    page.goto(told.rpartition(" ")[2])
    reader.wait_for_turn()
    expect(page.locator("#goal")).to_have_text("A challenge: someone scored 11 to 22. Can you beat that?")
    play_out(reader, "")
    page.get_by_role("button", name="Next row").click()
    expect(page.locator("#goal")).to_be_hidden()
