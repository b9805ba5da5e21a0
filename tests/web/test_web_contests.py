"""Whole games that count, the row of the day and the ladder, and what is noted and said of them."""

from __future__ import annotations

import json
import random
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from measured import check_page
from page_modules import in_node
from twoends import puzzles
from twoends.rules.games import Game
from twoends.rules.notation import moves_text, parse_game, write
from twoends.views.puzzles import result, squares
from views_oracle import told
from visits import TODAY, Visit, copied, finished, play_out

STORED = "twoends puzzles"

COUNTS = f"Row of the day, {TODAY} · this game counts: no hints"


def records(visit: Visit) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(visit.page.evaluate(f"localStorage.getItem('{STORED}') ?? '{{}}'"))
    return kept


def remember(visit: Visit, known: object) -> None:
    visit.page.evaluate(f"known => localStorage.setItem('{STORED}', known)", json.dumps(known))


# --- a pupil's path ------------------------------------------------------------------------------


def test_a_pupil_loses_tries_from_there_climbs_plays_the_day_and_shares_it(phone: Visit) -> None:
    page = phone.page
    phone.load("play/6h+Ac+8d+Kc+2s+3h/first/-/greedy+right")
    play_out(phone, "LLL")
    again = page.get_by_role("button", name="Try from there")
    expect(again).to_have_class("primary")
    again.click()
    play_out(phone, "RLL")
    expect(page.locator("#result .verdict")).to_have_text("You win, 30 : 16.")
    phone.choose("Puzzles")
    page.mouse.wheel(0, 300)
    page.get_by_role("link", name=re.compile("^Rung 1 ")).click()
    expect(page.locator("#goal")).to_have_text("Rung 1 · this game counts: no hints")
    assert page.evaluate("scrollY") == 0
    page.locator("#felt .face.end").first.tap()
    play_out(phone, "LL")
    expect(page.get_by_role("button", name="Next row")).to_be_visible()
    page.evaluate("[next, menu].forEach((each) => { each.focus(); each.click(); })")
    expect(page).to_have_url(re.compile("#puzzle/2-rung-1-2$"))
    expect(page.locator("#take-left")).to_be_visible()
    expect(page.locator("#menu")).to_have_attribute("aria-expanded", "true")  # whatever arrives
    phone.choose("Puzzles")
    page.locator("#puzzles").get_by_role("link", name="Play", exact=True).click()
    expect(page.locator("#goal")).to_have_text(COUNTS)
    play_out(phone, "LRLRL")
    contest = puzzles.daily(TODAY)
    [record] = [each for name, each in records(phone).items() if name == contest.name]
    game = parse_game(write(contest.game).replace(" / - / ", f" / {record['moves']} / "))
    link = f"{phone.origin}/#puzzle/{contest.name}"
    assert copied(phone, "Copy the result") == f"{result(contest, game)}\n{link}"
    check_page(page)
    page.get_by_role("link", name="See that move").click()
    expect(page.locator("#review .told")).to_contain_text("You took")


# --- the day -------------------------------------------------------------------------------------


def require_no_help(visit: Visit) -> None:
    page = visit.page
    expect(page.locator("#take-left[aria-disabled=false]")).to_be_visible()
    before = page.url
    for key in "huarn":
        page.keyboard.press(key)
    for there in ("#hint", "#undo", "#analyse", "nav [data-tab=review]", "nav [data-tab=why]"):
        expect(page.locator(there)).to_have_count(0)
    assert page.url == before


def test_the_first_game_of_a_day_has_no_help_and_counts_over_reloads_and_midnight(today: Visit) -> None:
    day, theirs = f"2-day-{TODAY}", {"2-rung-1-1": finished()}
    page = today.load("puzzle/today")
    expect(page.locator("#goal")).to_have_text(COUNTS)
    expect(page.locator("#whole")).to_be_hidden()
    require_no_help(today)
    remember(today, theirs)  # by another tab
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(rf"#puzzle/{day}/\w\w$"))
    moves = page.url.rpartition("/")[2]
    assert records(today).keys() == {day, *theirs}
    page.go_back()
    assert page.url == "about:blank", "there is no way back within a game that counts"
    today.load("puzzle/today")
    expect(page).to_have_url(re.compile(f"/{moves}$"))
    page.clock.set_fixed_time(f"{TODAY + timedelta(1)}T00:01:00")
    play_out(today, "")
    counted = records(today)
    assert (counted[day]["over"], counted[day]["on"]) == (True, str(TODAY))
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#hint")).to_be_visible()
    play_out(today, "R")
    expect(page.locator("#result")).to_contain_text("Your first game counts")
    assert records(today) == counted


def test_moves_of_others_days_to_come_and_games_that_another_tab_ended_do_not_count(today: Visit) -> None:
    name, early = f"2-day-{TODAY}", f"{TODAY + timedelta(1)}"
    page = today.load(f"puzzle/2-day-{early}")
    expect(page.locator("#goal")).to_contain_text(f"{early} · this day has not come: no game counts yet")
    play_out(today, "")
    today.load(f"puzzle/{name}/LR")
    expect(page.locator("#goal")).to_have_text(f"Row of the day, {TODAY}")
    require_no_help(today)
    play_out(today, "")
    assert records(today) == {}
    page.get_by_role("link", name="Play it yourself").click()
    expect(page.locator("#goal")).to_have_text(COUNTS)
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(f"{name}/L"))
    assert list(records(today)) == [name]
    remember(today, {name: finished("RRR")})  # by another tab, which was faster
    play_out(today, "")
    assert records(today) == {name: finished("RRR")}
    today.load(f"puzzle/{name}/LR")
    expect(page.locator("#hint")).to_be_visible()
    today.load(f"puzzle/2-day-{TODAY - timedelta(1)}")
    expect(page.locator("#goal")).to_contain_text("this game counts: no hints")


DAYS = """(state, rules, answers, contest, day, cases) => cases.map(({ game, name, known }) => {
  const position = rules.readGame(game);
  const [review, { futures }] = [position, rules.atStart(position)].map((game, k) =>
    answers.answerTo(["review", "futures"][k], { game }, Infinity));
  const told = { review, futures: { futures } };
  const noted = contest.recordOf({ contest: name, position, records: {}, told });
  const other = { ...noted, moves: "", loss: 4 }; // of another game
  const records = known ? { [name]: known === "counts" ? noted : other } : {};
  const sent = [];
  const now = { ...state.startOf([]), page: "play", contest: name, position, records, told };
  const view = day.dayResult(now, (event) => sent.push(event.text), "That is why.", null);
  const buttons = partsOf(view, ({ class: kind }, part) => part === "button" || /button/.test(kind));
  for (const { attributes } of buttons) if (attributes.id === "copy-result") attributes.onclick();
  return {
    noted: { ...noted, on: undefined }, sent,
    ending: textsOf(view, "ending")[0], verdict: textsOf(view, "verdict")[0],
    looked: textsOf(view, "possible"), rows: partsOf(view, (_, part) => part === "tr").slice(1).map(textOf),
    labels: ofClass(view, "squares").map(({ attributes }) => attributes["aria-label"]),
    reason: textsOf(view, "reason")[0], games: textsOf(view, "games"), muted: textsOf(view, "muted")[0],
    buttons: buttons.map((part) => [textOf(part), /primary/.test(part.attributes.class)]),
  };
})"""
"""What is noted of finished games of the day, and said of them."""

SIGNS = {"🟩": ("✓", "best"), "🟨": ("?", "gave points away"), "🟥": ("✗", "gave the win away")}


def day_of(game: Game, name: str, known: str, best: str) -> dict[str, Any]:
    """What must be noted and said of a finished game of the day; `known` is what the browser remembers."""
    made, look = puzzles.decisions(game), puzzles.like_looking(game)
    lost = sum(each.lost for each in made) / 2
    gave = f"gave away {lost:g}" if lost else "gave nothing away"
    how = "draw" if not game.margin else "win" if game.margin > 0 else "lose"
    score, moves = f"{game.yours} : {game.theirs}", moves_text(game.ends, game.rules)
    sights = [("Larger end", 1), ("2 ahead", 2), ("4 ahead", 4)]
    played = [("You", made), *((who, puzzles.look(game, plies)) for who, plies in sights)]
    said = [(who, squares(each), sum(one.lost for one in each) / 2) for who, each in played]
    cards = "".join(str(game.shape.cards[place]) for place in game.places)
    counts, is_early = known == "counts", name > "2-day-2900"
    first = "This game came with the link and does not count as yours."
    if is_early:
        first = "This game does not count: its day has not come."
    if known == "again":
        first = "Your first game counts: you gave away 4."
    again = ["Play again", not counts] if known or is_early else ["Play it yourself", True]
    return {
        "noted": {"moves": moves, "over": True, "won": game.margin > 0, "loss": lost, "look": look},
        "sent": [f"{result(puzzles.Contest(name, game), game)}\nhttp://page/#puzzle/{name}"] * counts,
        "ending": f"You {gave}",
        "verdict": f"A draw, {score}." if how == "draw" else f"You {how}, {score}.",
        "looked": [f"You played like looking {look} ahead."] if counts else [],
        "rows": [f"{who}{''.join(SIGNS[sign][0] for sign in row)}{loss:g}" for who, row, loss in said],
        "labels": [", ".join(SIGNS[sign][1] for sign in row) for _, row, _ in said],
        "reason": f"That is why.{' See that move' if lost else ''}",
        "games": [f"Your game{cards}The best game{best}"] if lost else [],
        "muted": "" if counts else first,
        "buttons": [
            *[["Copy the result", True]] * counts,
            *[again, ["Challenge a friend", False], ["The ladder", False]],
        ],
    }


def test_the_day_says_what_the_library_says_of_every_game_and_of_looks(tmp_path: Path) -> None:
    draw, cases, wanted = random.Random(51), list[Any](), list[dict[str, Any]]()
    for _ in range(80):
        most = draw.choice([2, 4, 9])
        row = tuple(draw.randint(1, most) for _ in range(draw.randint(2, 11)))
        who = draw.choice(["greedy right", "greedy left", "optimal", "generous"])
        start = game = Game(row, True, (), who)
        while not game.over:
            game = game.play(draw.choice(game.moves()))
        name = draw.choice(["2-day-2026-01-08", "2-day-2999-01-08"])
        known = draw.choice(["", "again", "counts"])
        cases.append({"game": write(game), "name": name, "known": known})
        [best] = [each for each in told("futures", game=write(start))["futures"] if each["best"]][:1]
        wanted.append(day_of(game, name, known, "".join(best["cards"])))
    shown = in_node(DAYS, ["state", "rules", "answers", "contest", "day"], cases, tmp_path)
    for case, got, right in zip(cases, shown, wanted, strict=True):
        assert got == right, case
