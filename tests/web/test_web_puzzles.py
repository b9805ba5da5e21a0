"""Puzzles, the lesson, the race and a class on the page: by keys, by touch, offline, without Python."""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import static_site
from playwright.sync_api import Browser, Page, expect

from twoends import puzzles
from twoends.answers.solution import solve
from twoends.rules.notation import parse_game
from twoends.views.puzzles import reason
from twoends.web.questions import QUESTIONS, ask
from visits import Server, Site, Visit

LESSON = json.loads((static_site.PAGE / "lesson.json").read_text("utf-8"))
BEST = [str(solve(parse_game(step["game"])).best[0]) for step in LESSON["steps"]]
KEYS = {"L": "ArrowLeft", "R": "ArrowRight"}
OTHER = {"L": "R", "R": "L"}


def go(visit: Visit, address: str) -> Page:
    visit.page.goto("about:blank")
    visit.page.goto(f"{visit.origin}/{address}")
    visit.wait_for_tab(re.split(r"[#/]", address)[1])
    return visit.page


def focus_by_tab(page: Page, name: str) -> None:
    """Press Tab until the link or button of this name has the focus."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == name:
            return
    raise AssertionError(f"Tab never comes to {name}")


# --- a beginner's path ---------------------------------------------------------------------------


def through_the_lesson_by_keyboard(visit: Visit) -> None:
    page = visit.page
    visit.wait_for_turn()
    focus_by_tab(page, "Learn it in five minutes")
    page.keyboard.press("Enter")
    for number, (step, best) in enumerate(zip(LESSON["steps"], BEST, strict=True), 1):
        section = page.locator("#lesson")
        expect(section.get_by_role("heading", level=2)).to_have_text(step["title"])
        if number == 1:  # who errs is told why, and tries again
            page.keyboard.press(KEYS[OTHER[best]])
            expect(section.locator(".verdict-of-decision")).to_contain_text(step["wrong"])
            expect(section.get_by_role("link", name="Try again")).to_be_focused()
            page.keyboard.press("Enter")
            expect(section.locator(".verdict-of-decision")).to_have_count(0)
        page.keyboard.press(KEYS[best])
        expect(section.locator(".verdict-of-decision")).to_contain_text(step["right"])
        onwards = "Next" if number < len(BEST) else "To the puzzles"
        expect(section.get_by_role("link", name=onwards)).to_be_focused()
        if number == len(BEST):
            expect(section).to_contain_text("That is the whole game.")
        page.keyboard.press("Enter")
    visit.wait_for_tab("puzzles")


def test_a_beginner_goes_from_the_first_screen_to_the_end_of_the_lesson_by_keyboard(
    everywhere: Visit,
) -> None:
    everywhere.page.goto(everywhere.origin)
    through_the_lesson_by_keyboard(everywhere)


def test_before_python_is_there_the_lesson_the_day_and_the_ladder_are_all_there(
    browser: Browser, site: Site
) -> None:
    visit = Visit(browser, site.origin)
    visit.keep_python_away()
    visit.page.goto(visit.origin)
    through_the_lesson_by_keyboard(visit)
    page = visit.page
    page.get_by_role("link", name="Solve it").click()
    visit.wait_for_tab("puzzle")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#puzzle .verdict-of-decision")).to_contain_text("Take the")
    go(visit, "#puzzle/1-10-10-20/L")
    expect(page.locator(".verdict-of-decision")).to_contain_text("Take the")
    go(visit, "#class/lesson-2")  # all but the code of the link, which Python draws
    expect(page.locator("#class .take.left")).to_be_visible()
    go(visit, "#race")
    page.get_by_role("button", name="Step").click()
    expect(page.locator(".lane output").first).to_contain_text("1 of 766 positions")
    visit.close()
    assert visit.complaints == []


@pytest.mark.slow
def test_a_beginner_goes_through_the_lesson_by_touch_on_a_phone_offline(browser: Browser, site: Site) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    visit = Visit(browser, site.origin, **phone)
    page = visit.page
    page.goto(visit.origin)
    expect(page.locator("#python")).to_have_text("Python is ready. The page works offline.")
    visit.context.set_offline(True)
    page.goto("about:blank")
    page.goto(visit.origin)
    visit.wait_for_turn()
    page.get_by_role("link", name="Learn it in five minutes").tap()
    for number, (step, best) in enumerate(zip(LESSON["steps"], BEST, strict=True), 1):
        section = page.locator("#lesson")
        expect(section.get_by_role("heading", level=2)).to_have_text(step["title"])
        expect(section).not_to_have_attribute("aria-busy", "true")
        assert page.evaluate("scrollY") == 0, f"step {number} does not begin at its top"
        if number % 2:
            section.locator(".take.left" if best == "L" else ".take.right").tap()
        else:
            section.locator(".face.end").nth(0 if best == "L" else 1).tap()
        expect(section.locator(".verdict-of-decision")).to_contain_text(step["right"])
        onwards = section.get_by_role("link", name="Next" if number < len(BEST) else "To the puzzles")
        onwards.scroll_into_view_if_needed()
        page.mouse.wheel(0, 300)
        onwards.tap()
    visit.wait_for_tab("puzzles")
    page.get_by_role("link", name="Rung 1", exact=True).tap()
    visit.wait_for_tab("puzzle")
    visit.close()
    assert visit.complaints == []


@pytest.mark.parametrize(("asked", "shown"), [("9", 6), ("0", 1), ("six", 1), ("3/L", 3)])
def test_the_address_of_a_step_is_that_of_the_step_which_is_shown(
    visit: Visit, asked: str, shown: int
) -> None:
    page = go(visit, f"#lesson/{asked}")
    expect(page.locator(".step-of")).to_contain_text(f"{shown} of 6")
    assert visit.parts == ["lesson", str(shown), *asked.split("/")[1:]]


def test_from_a_step_the_chapters_tell_of_its_row_and_play_leads_back_to_the_game(visit: Visit) -> None:
    page = visit.open("play", "5 1 4 1 5 9", "LR", "optimal")
    visit.wait_for_turn()
    page.get_by_role("link", name="Puzzles").click()
    page.get_by_role("link", name="Begin").click()
    visit.wait_for_tab("lesson")
    page.keyboard.press(KEYS[OTHER[BEST[0]]])
    expect(page.locator(".verdict-of-decision")).to_be_visible()
    row = LESSON["steps"][0]["game"].split(" / ")[0]
    moves = {"Why": "-", "Review": OTHER[BEST[0]], "Compare": "-", "Play": "LR"}
    for tab, taken in moves.items():
        address = page.locator("nav").get_by_role("link", name=tab).get_attribute("href")
        of_row = "5+1+4+1+5+9" if tab == "Play" else row.replace(" ", "+")
        assert address == f"#{tab.lower()}/{of_row}/first/{taken}/optimal"
    page.get_by_role("link", name="Review").click()
    visit.wait_for_tab("review")
    expect(page.locator("#review .told")).to_contain_text("You took the 8 on the left: a blunder")


# --- puzzles -------------------------------------------------------------------------------------


def test_the_row_of_the_day_has_one_try_and_a_streak(visit: Visit) -> None:
    page = go(visit, "#puzzles")
    today = page.evaluate("new Date().toLocaleDateString('sv')")
    made = puzzles.puzzle(date.fromisoformat(today))
    yesterday = puzzles.puzzle(date.fromisoformat(today) - timedelta(1)).name
    on = str(date.fromisoformat(today) - timedelta(1))
    known = json.dumps({yesterday: {"end": "L", "solved": True, "on": on}})
    page.evaluate("known => localStorage.setItem('twoends puzzles', known)", known)
    page.get_by_role("link", name="Solve it").click()
    page.keyboard.press(KEYS[str(made.best)])
    expect(page.locator(".verdict-of-decision")).to_contain_text("✓ Right")
    visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the result").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = visit.settled("navigator.clipboard.readText()")
    shape = f"{len(made.rest)} cards, depth {made.depth}"
    assert copied == f"Two Ends, row of the day {today}: solved. {shape}, 2 days in a row."
    # Another end in the address changes nothing: the first try counts.
    go(visit, f"#puzzle/{made.name}/{OTHER[str(made.best)]}")
    expect(page.locator(".verdict-of-decision")).to_contain_text("✓ Right")
    go(visit, "#puzzles")
    expect(page.get_by_role("link", name="✓ Solved")).to_be_visible()
    expect(page.locator("#puzzles")).to_contain_text("2 days in a row.")


def test_an_answer_that_came_by_a_link_is_shown_and_leaves_the_try(visit: Visit) -> None:
    today = date.fromisoformat(go(visit, "#puzzles").evaluate("new Date().toLocaleDateString('sv')"))
    rung = puzzles.ladder()[2]
    for made in (puzzles.puzzle(today), rung):
        page = go(visit, f"#puzzle/{made.name}/{made.best}")
        expect(page.locator("#puzzle")).to_contain_text("This answer came with the link")
        assert page.evaluate("localStorage.getItem('twoends puzzles')") in (None, "{}")
        visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.get_by_role("button", name="Copy link").click()
        expect(page.locator("#said")).to_have_text("Copied the link")
        copied = visit.settled("navigator.clipboard.readText()")
        assert copied.endswith(f"#puzzle/{made.name}"), f"{copied} is more than the question"
        page.get_by_role("link", name="Try it yourself").click()
        expect(page.locator(".verdict-of-decision")).to_have_count(0)


def test_a_day_that_was_answered_later_is_in_no_streak(visit: Visit) -> None:
    page = go(visit, "#puzzles")
    today = date.fromisoformat(page.evaluate("new Date().toLocaleDateString('sv')"))
    names = [puzzles.puzzle(today - timedelta(back)).name for back in range(3)]
    known = {name: {"end": "L", "solved": True, "on": str(today)} for name in names}
    page.evaluate("known => localStorage.setItem('twoends puzzles', known)", json.dumps(known))
    go(visit, "#puzzles")
    expect(page.locator("#puzzles")).to_contain_text("1 day in a row.")


def test_one_touch_leads_from_the_first_screen_to_the_row_of_the_day(visit: Visit) -> None:
    page = visit.page
    page.goto(visit.origin)
    page.get_by_role("link", name="Row of the day").click()
    visit.wait_for_tab("puzzle")
    made = puzzles.puzzle(date.fromisoformat(page.evaluate("new Date().toLocaleDateString('sv')")))
    expect(page.get_by_role("heading", level=2)).to_have_text(f"Row of the day, {made.name[-10:]}")
    assert visit.parts == ["puzzle", made.name], "the address names the day"
    page.reload()
    visit.wait_for_tab("puzzle")
    page.keyboard.press(KEYS[str(made.best)])
    expect(page.locator(".verdict-of-decision")).to_contain_text("✓ Right")
    page.go_back()
    page.go_back()
    expect(page.locator("#play")).to_be_visible()


def test_the_ladder_leads_from_rung_to_rung_and_remembers_what_was_solved(visit: Visit) -> None:
    page = go(visit, "#puzzles")
    page.get_by_role("link", name="Rung 1", exact=True).click()
    for number, rung in enumerate(puzzles.ladder()[:3], 1):
        expect(page.get_by_role("heading", level=2)).to_have_text(f"Rung {number} of 20")
        right = number != 2
        side = str(rung.best) if right else OTHER[str(rung.best)]
        page.keyboard.press(KEYS[side])
        told = "✓ Right" if right else f"✗ {rung.loss} less"
        expect(page.locator(".verdict-of-decision")).to_contain_text(told)
        expect(page.locator("#puzzle .future .tag.best")).to_have_count(1)
        if not right:  # who errs tries again, and the ladder remembers the first try
            expect(page.get_by_role("link", name="Try again")).to_be_focused()
            page.keyboard.press("Enter")
            expect(page.locator(".verdict-of-decision")).to_have_count(0)
            page.keyboard.press(KEYS[str(rung.best)])
            expect(page.locator(".verdict-of-decision")).to_contain_text("✓ Right")
        expect(page.get_by_role("link", name="Next rung")).to_be_focused()
        page.keyboard.press("Enter")
    page.goto("about:blank")
    go(visit, "#puzzles")
    expect(page.get_by_role("link", name="Rung 1, solved")).to_be_visible()
    expect(page.get_by_role("link", name="Rung 2, missed")).to_be_visible()
    expect(page.locator(".rung.next")).to_have_text("4")


def test_a_puzzle_is_played_out_from_where_it_stands(visit: Visit) -> None:
    made = puzzles.puzzle(7, opponent="greedy", depth=5, you_first=False)
    page = go(visit, f"#puzzle/{made.name}")
    expect(page.locator("#puzzle")).to_contain_text("They moved first and took the 15.")
    page.keyboard.press(KEYS[str(made.best)])
    page.get_by_role("link", name="Play it out").click()
    visit.wait_for_tab("play")
    assert visit.parts[2:] == ["second", "R", "greedy+right"]


def test_what_is_no_puzzle_is_told_in_a_sentence(server: Server, browser: Browser) -> None:
    visit = Visit(browser, server.origin)
    page = go(visit, "#puzzle/nonsense")
    expect(page.locator("#trouble")).to_contain_text("'nonsense' is not the name of a puzzle")
    page.get_by_role("link", name="All puzzles").click()
    visit.wait_for_tab("puzzles")
    expect(page.locator("#trouble")).to_be_hidden()
    visit.close()


# --- challenges ----------------------------------------------------------------------------------


def test_a_challenge_carries_the_row_the_opponent_the_first_move_and_the_result_to_beat(visit: Visit) -> None:
    page = visit.open("play", "8 15 3 7", "RLLL", "optimal")
    visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Challenge").click()
    expect(page.get_by_role("button", name="Copied the challenge")).to_be_visible()
    said, _, link = visit.settled("navigator.clipboard.readText()").partition("? ")
    assert said == "I scored 22 to 11. Can you beat that"
    page.goto("about:blank")
    page.goto(link)
    visit.wait_for_turn()
    assert visit.parts == ["play", "8+15+3+7", "first", "-", "optimal", "", "22%3A11"]
    expect(page.locator("#goal")).to_have_text("A challenge: somebody scored 22 to 11. Can you beat that?")
    page.keyboard.press("ArrowRight")
    visit.page.wait_for_url("**/RL/**")
    visit.wait_for_turn()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#goal")).to_have_text("The challenge was 22 to 11: yours is as good.")
    page.get_by_role("button", name="Next row").click()
    expect(page.locator("#goal")).to_be_hidden()


# --- the race ------------------------------------------------------------------------------------


def test_the_race_counts_what_the_methods_count(visit: Visit) -> None:
    row = [8, 15, 3, 7, 9, 2]
    page = go(visit, f"#race/{'+'.join(map(str, row))}")
    page.get_by_label("Speed").select_option("5,000 a second")
    page.get_by_role("button", name="Run").click()
    for lane in page.locator(".lane").all():
        method = lane.locator("h3").inner_text().split()[0]
        count = solve(row, method=method).positions
        expect(lane.locator("output")).to_have_text(f"{count:,} of {count:,} positions")
    expect(page.locator("#race .lead")).to_have_text("All of them say 24. Contraction needed least.")


@pytest.mark.slow
def test_a_race_takes_a_row_of_your_own_and_refuses_a_long_one(server: Server, browser: Browser) -> None:
    visit = Visit(browser, server.origin)
    page = go(visit, "#race")
    page.get_by_label("The row, 2 to 14 cards").fill("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15")
    page.keyboard.press("Enter")
    expect(page.locator("#race .fault")).to_contain_text("2 to 14 cards, and here are 15")
    page.get_by_label("The row, 2 to 14 cards").fill("1 30 100 15 2")
    page.keyboard.press("Enter")
    least = solve([1, 30, 100, 15, 2], method="contraction").positions
    expect(page.locator(".lane output").last).to_have_text(f"0 of {least} positions")
    visit.close()


def test_a_race_runs_the_row_that_is_typed_or_says_what_is_wrong_and_stops(visit: Visit) -> None:
    page = go(visit, "#race/8+15+3+7")
    page.get_by_role("button", name="Run").click()
    field, run = page.get_by_label("The row, 2 to 14 cards"), page.locator("#race .stepper button").first
    expect(run).to_have_text("Stop")
    field.fill("8 fifteen")
    expect(run).to_have_text("Run")
    for button in ("Run", "Step", "Take this row"):
        before = page.locator(".lane output").all_inner_texts()
        page.get_by_role("button", name=button).click()
        expect(page.locator("#race .fault")).to_contain_text("'fifteen' is not a value")
        page.wait_for_timeout(200)
        assert page.locator(".lane output").all_inner_texts() == before, f"{button} went on with the old row"
    field.fill("1 30 100 15 2")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#race .lead")).to_have_text("All of them say 47. Contraction needed least.")
    assert visit.parts == ["race", "1+30+100+15+2"]
    visit.forgive(422)


# --- a class -------------------------------------------------------------------------------------


def test_a_class_shows_hands_by_two_keys_and_then_sees_the_answer(everywhere: Visit) -> None:
    made = puzzles.named("1-8-5-11")
    page = go(everywhere, "#class/1-8-5-11")
    for key, hands in [
        ("ArrowLeft", "1:0"),
        ("ArrowRight", "1:1"),
        ("ArrowLeft", "2:1"),
        ("Backspace", "1:1"),  # the last one
        ("ArrowRight", "1:2"),
    ]:
        page.keyboard.press(key)
        expect(page).to_have_url(re.compile(rf"/{hands}$"))
    expect(page.locator(".hands")).to_have_text(["1", "2"])
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    page.keyboard.press("Enter")
    fell = "Most of you were right." if str(made.best) == "R" else "Most of you fell for it."
    expect(page.locator("#class .verdict-of-decision")).to_contain_text(fell)
    page.keyboard.press("ArrowLeft")  # after the reveal nothing counts any more
    expect(page.locator(".hands")).to_have_text(["1", "2"])
    page.get_by_role("button", name="Ask again").click()
    expect(page.locator(".hands")).to_have_text(["0", "0"])


@pytest.mark.parametrize(("wide", "tall"), [(1280, 720), pytest.param(1024, 768, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "address", ["#class/1-10-10-20/5:9", "#class/1-10-10-20/5:9/shown", "#class/lesson-3"]
)
def test_a_screen_that_is_filled_for_a_class_shows_all_at_once(
    visit: Visit, address: str, wide: int, tall: int
) -> None:
    visit.page.set_viewport_size({"width": wide, "height": tall})
    page = go(visit, address)
    page.keyboard.press("f")
    expect(page.locator("header")).to_be_hidden()
    expect(page.locator("#class .code svg")).to_be_visible()
    for part in ("h2", ".face.left", ".take.left .hands", ".code svg", ".onwards button"):
        expect(page.locator(f"#class {part}").first).to_be_in_viewport(ratio=0.99)
    if address.endswith("shown"):
        expect(page.locator("#class .stepper")).to_be_in_viewport(ratio=0.99)
    over: Any = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert over <= 0, f"{over} pixels run off the screen"
    row, room = page.locator("#class .felt svg").bounding_box(), page.locator("#class .felt").bounding_box()
    assert row is not None
    assert room is not None
    assert row["height"] <= room["height"] + 1, "the row leaves the table"


@pytest.mark.slow
def test_touch_counts_hands_and_takes_the_last_one_back(browser: Browser, server: Server) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    visit = Visit(browser, server.origin, **phone)
    page = go(visit, "#class/1-8-5-11")
    back = page.get_by_role("button", name="Take one back")
    expect(back).to_have_count(0)
    for button, hands in [(".take.left", "1:0"), (".take.left", "2:0"), (".take.right", "2:1")]:
        page.locator(f"#class {button}").tap()
        expect(page).to_have_url(re.compile(rf"/{hands}$"))
    for hands in ("2:0", "1:0", "0:0"):
        back.tap()
        expect(page).to_have_url(re.compile(rf"/{hands}$"))
    expect(back).to_have_count(0)
    visit.close()


def test_a_step_of_the_lesson_is_shown_to_a_class_with_a_link_to_it(visit: Visit) -> None:
    page = go(visit, "#class/lesson-2")
    expect(page.get_by_role("heading", level=2)).to_have_text(LESSON["steps"][1]["title"])
    page.locator(".to-the-class a").click()
    visit.wait_for_tab("lesson")
    expect(page.get_by_role("heading", level=2)).to_have_text(LESSON["steps"][1]["title"])


# --- what Python says ----------------------------------------------------------------------------


def asked(question: str, **body: Any) -> Any:
    told = json.loads(ask(question, json.dumps(body)))
    return told.get("answer", told)


def test_a_puzzle_on_the_page_is_the_one_of_the_library() -> None:
    for made in [*puzzles.ladder(), puzzles.puzzle(7, opponent="greedy", depth=5, you_first=False)]:
        told = asked("puzzle", name=made.name)
        assert (told["best"], told["loss"], told["depth"]) == ([str(made.best)], made.loss, made.depth)
        assert told["row"] == made.rest.words()
        assert told["why"] == reason(made)
        assert [future["loss"] for future in told["futures"] if future["end"] == str(made.best)] == [0]
        assert all(future["whole"] for future in told["futures"])


def test_every_step_of_the_lesson_has_one_best_end_and_what_it_says_of_its_row_is_so() -> None:
    assert set(BEST) == {"L", "R"}, "always the same end would be guessed"
    for step in LESSON["steps"]:
        row = [int(card) for card in step["game"].split(" / ")[0].split()]
        assert len(solve(row).best) == 1
        if "fold" in step:
            at, coin = step["fold"]["at"], step["fold"]["coin"]
            before, peak, after = row[at : at + 3]
            assert before <= peak >= after
            assert coin == before - peak + after
            short = [*row[:at], coin, *row[at + 3 :]]
            assert solve(short).margin_first == solve(row).margin_first
            assert solve(short).best == solve(row).best
    painted = [[int(card) for card in step["game"].split(" / ")[0].split()] for step in LESSON["steps"][1:3]]
    light, dark = ([row[parity::2] for row in painted] for parity in (0, 1))
    assert [sum(each) for each in light] == [25, 22]
    assert [sum(each) for each in dark] == [14, 20]
    assert [solve(row).first for row in painted] == [25, 24]


def test_a_code_is_the_one_that_a_reader_knows() -> None:
    told = asked("code", text="https://example.org/#puzzle/1-8-3-42")
    assert 29 <= told["size"] <= 49
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", told["path"])}
    corner = {(x, y) for x in range(4, 11) for y in range(4, 11) if max(abs(x - 7), abs(y - 7)) != 2}
    assert corner <= dark, "the finder pattern stands in its corner, behind a rim of four"
    assert "a code holds" in asked("code", text="x" * 601)["detail"]


@pytest.mark.parametrize(
    ("question", "body", "sentence"),
    [
        ("decision", {"game": "8 15 / first / LL"}, "a decision is yours"),
        ("decision", {"game": "8 15 / first / - / random"}, "a decision is yours"),
        ("decision", {"game": f"{'1 ' * 31}/ first / -"}, "at most 30 cards, and here are 31"),
        ("race", {"row": "8"}, "2 to 14 cards, and here are 1"),
        ("puzzle", {"name": "x"}, "is not the name of a puzzle"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_a_sentence(
    question: str, body: dict[str, str], sentence: str
) -> None:
    assert sentence in asked(question, **body)["detail"]


@pytest.mark.slow
def test_the_site_has_the_lesson_the_ladder_and_a_year_of_days_as_python_answers_them(site: Site) -> None:
    (stored,) = site.folder.glob("v-*/puzzles.json")
    answers = json.loads(stored.read_text("utf-8"))
    today = datetime.now(UTC).date()
    for days in (0, 1, 200, 364):
        assert f'puzzle {{"name":"1-day-{today + timedelta(days)}"}}' in answers
    assert len(answers) == 366 + 20 + len(LESSON["steps"]) + 2
    for key in [*answers][::9]:
        question, body = key.split(" ", 1)
        assert question in QUESTIONS
        assert json.loads(ask(question, body))["answer"] == answers[key], key


# --- looks ---------------------------------------------------------------------------------------

SCREENS = (
    "#puzzles", "#puzzle/1-10-6-1", "#puzzle/1-8-5-11/L", "#lesson/2", "#lesson/4/L", "#race",
    "#class/1-8-5-11/5:9", "#class/lesson-3/5:9/shown", "#play/8+15+3+7/first/RLLL/optimal//22:11",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_has_no_finding_on_any_screen_of_puzzles(
    browser: Browser, server: Server, axe: str, scheme: str
) -> None:
    visit = Visit(browser, server.origin, color_scheme=scheme, bypass_csp=True)
    for address in SCREENS:
        page = go(visit, address)
        if address.startswith("#class"):
            expect(page.locator("#class .code svg")).to_be_visible()
        page.wait_for_timeout(200)
        page.evaluate(axe)
        found: Any = visit.settled("axe.run()")
        faults = [
            (each["id"], each["nodes"][0]["html"][:120], each["nodes"][0]["failureSummary"])
            for each in found["violations"]
        ]
        assert faults == [], f"{address} {scheme}: {faults}"
    visit.close()


@pytest.mark.slow
@pytest.mark.parametrize("wide", [320, 360, 768])
def test_no_screen_of_puzzles_is_wider_than_a_phone(browser: Browser, server: Server, wide: int) -> None:
    visit = Visit(
        browser, server.origin, viewport={"width": wide, "height": 700}, has_touch=True, is_mobile=True
    )
    for address in ("#play", *SCREENS):
        page = go(visit, address)
        if address.startswith("#class"):
            expect(page.locator("#class .code svg")).to_be_visible()
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= wide, f"{address} is {width} wide"
    visit.close()
