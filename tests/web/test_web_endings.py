"""Endings and hints: what is said, challenges after any game, and games without a win."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from page_modules import in_node
from twoends.rules.notation import write
from views_oracle import Telling, games, listed, show, signed, the
from visits import Server, Visit, copied, play_out

# --- what is said --------------------------------------------------------------------------------

ENDINGS = """(state, rules, play, cases) => cases.map(({ game, seat, told }) => {
  let now = state.step(state.startOf([]), { type: "begin", position: rules.readGame(game), seat });
  now = tell(state, now, told);
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
    status: textsOf(view, "status")[0].split(". ").at(-1),
    buttons: buttons.map(({ attributes }) => attributes.id),
    primary: ofClass(result, "primary")[0].attributes.id,
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


def ended(tells: Telling) -> dict[str, Any]:
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
        "status": verdict,
        "buttons": [*buttons, "challenge"] if tells.played and not seat else buttons,
        "primary": buttons[0],
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

    def brings(move: dict[str, Any]) -> str:
        total = show(move["finish"]) if tells.fixed else f"margin {show(move['margin'])}"
        marks = {"best": "best", "equal": "the same margin, a smaller total"}
        less = f"{show(move['loss'])} {'less' if tells.fixed else 'worse'}"
        return f"at {total}, {marks.get(move['mark'], less)}"

    has_buttons = tells.shape != "board" and not tells.is_whole(len(tells.played))
    said = [f"{named(move)} ends {brings(move)}" for move in moves]
    if len(moves) > (14 if has_buttons else 6):
        best = [move for move in moves if move["mark"] == "best"]
        names = [*map(named, best)] if len(best) < 4 else [*map(named, best[:2]), f"{len(best) - 2} more"]
        said = [f"{listed(names)} end{'s' if len(best) == 1 else ''} {brings(best[0])}"]
        others = sorted((Fraction(move["loss"]), k) for k, move in enumerate(moves) if move not in best)
        if others:
            near = moves[others[0][1]]
            said.append(f"the next best, {named(near)}, ends {brings(near)}")
    average = ", on average" if game.opponent.stochastic else ""
    unseen = has_buttons and len(moves) < 3
    return [f" Hint: {'; '.join(said)}{average}.", "unseen" if unseen else ""]


def test_hints_and_endings_say_what_the_library_says_of_totals_or_of_margins(tmp_path: Path) -> None:
    tellings = [Telling(*each) for each in games(400, over=0.5)]
    shown = in_node(ENDINGS, ["state", "rules", "play"], [tells.case for tells in tellings], tmp_path)
    for tells, got in zip(tellings, shown, strict=True):
        right = ended(tells) if tells.game.over else hinted(tells)
        assert got == right, (write(tells.game), tells.seat)


# --- challenges, and what follows ------------------------------------------------------------------


def test_a_challenge_carries_the_score_and_the_moves(reader: Visit) -> None:
    moves = "LLLL"
    page = reader.open("play", "8 15 3 7", moves, "optimal")
    told = copied(reader, "Challenge a friend")
    score = re.findall(r"I scored (\d+) to (\d+)\. Can you beat that\? ", told)[0]
    link = told.rpartition(" ")[2]
    assert link.endswith(f"#play/8+15+3+7/first/-/optimal//{score[0]}%3A{score[1]}%3A{moves}")
    page.goto("about:blank")
    page.goto(link)
    reader.wait_for_turn()
    expect(page.locator("#stage")).not_to_contain_text("Your friend")
    play_out(reader, "")
    expect(page.locator("#result .games h2")).to_have_text(
        [re.compile(r"^You, \d+ : \d+$"), f"Your friend, {score[0]} : {score[1]}"]
    )
    friend = page.locator("#result .line-of-play").last.locator(".chip")
    row = ["8", "15", "3", "7"]
    taken = [row.pop(0 if side == "L" else -1) for side in moves]
    expect(friend).to_have_text(taken)
    page.get_by_role("button", name="Next row").click()
    expect(page.locator("#goal")).to_be_hidden()


def test_two_rows_without_a_win_offer_the_ladder(visit: Visit) -> None:
    page = visit.load()
    offered = page.locator("#result").get_by_role("link", name="The ladder")
    for next_game in ("Try from there", "Next row"):  # the same row twice is one row
        play_out(visit, "LLL")
        expect(page.locator("#result .verdict")).to_contain_text("You lose")
        expect(offered).to_have_count(0)
        page.get_by_role("button", name=next_game).click()
    visit.wait_for_turn()
    assert visit.parts[4] == "optimal", "the second game is the other stored one"
    play_out(visit, "RRR")
    expect(page.locator("#result .verdict")).to_contain_text("You lose")
    offered.click()
    visit.wait_for_tab("puzzles")


def test_a_win_is_celebrated_unless_motion_is_reduced(browser: Browser, server: Server) -> None:
    for motion in ("no-preference", "reduce"):
        visit = Visit(browser, server.origin, reduced_motion=motion)
        page = visit.play("8 15 3 7", opponent="optimal")
        play_out(visit, "RLL")
        moving = page.locator(".celebration > *")
        if motion == "reduce":
            expect(page.locator(".celebration")).to_be_hidden()
        else:
            expect(moving.first).to_be_attached()
            assert page.locator(".flying.to-you").count()
            assert page.locator(".falling").count()
            page.reload()
            expect(page.locator("#result")).to_be_visible()
            expect(moving).to_have_count(0)
        visit.close()
        assert visit.complaints == []
