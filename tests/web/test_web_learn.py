"""The lesson: by keys, by touch, and what it says."""

from __future__ import annotations

import json
from typing import Any

import static_site
from playwright.sync_api import expect

from twoends.answers.solution import solve
from twoends.rules.notation import parse_game
from visits import KEYS, OTHER, Visit, press

LESSON = json.loads((static_site.PAGE / "lesson.json").read_text("utf-8"))
BEST = [str(solve(parse_game(step["game"])).best[0]) for step in LESSON["steps"]]


def painted(step: dict[str, Any]) -> str:
    """The sums of the colours, or the row in which a peak is a coin."""
    row = step["game"].split(" / ")[0].split()
    if "fold" in step:
        at, coin = step["fold"].values()
        return f"acts like {''.join([*row[:at], str(coin), *row[at + 3 :]])}"
    return f"light: {' + '.join(row[::2])} dark: {' + '.join(row[1::2])}"


def test_a_beginner_goes_from_the_first_screen_to_the_end_of_the_lesson_by_keyboard(
    everywhere: Visit,
) -> None:
    page = everywhere.load()
    everywhere.wait_for_turn()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Learn it in five minutes":
            break
    page.keyboard.press("Enter")
    for number, (step, best) in enumerate(zip(LESSON["steps"], BEST, strict=True), 1):
        section = page.locator("#lesson")
        for text in (f"{number} of {len(BEST)}", step["title"], *step["say"], step["ask"]):
            expect(section).to_contain_text(text)
        if {*step} & {"paint", "fold"}:
            expect(section.locator(".painted p").last).to_have_text(painted(step))
        if number > 1:
            back = section.get_by_role("link", name="Back")
            expect(back).to_have_attribute("href", f"#lesson/{number - 1}")
        if number == 1:  # a wrong answer is explained, and may be tried again
            page.keyboard.press(KEYS[OTHER[best]])
            expect(section.locator(".verdict-of-decision")).to_contain_text(step["wrong"])
            expect(section.get_by_role("link", name="Try again")).to_be_focused()
            page.keyboard.press("Enter")
            expect(section.locator(".verdict-of-decision")).to_have_count(0)
        press(page, best)
        expect(section.locator(".verdict-of-decision")).to_contain_text(step["right"])
        onwards = "Next" if number < len(BEST) else "To the puzzles"
        expect(section.get_by_role("link", name=onwards)).to_be_focused()
        expect(section.get_by_text("That is the whole game.")).to_have_count(int(number == len(BEST)))
        expect(section.locator(".future").first).to_be_visible()
        page.keyboard.press("Enter")
    everywhere.wait_for_tab("puzzles")


def test_a_step_is_answered_by_touch_and_the_next_one_begins_at_its_top(phone: Visit) -> None:
    page = phone.go("lesson/1")
    section = page.locator("#lesson")
    for step, best, end in zip(LESSON["steps"], BEST, (".take", ".face.end"), strict=False):
        expect(section.get_by_role("heading", level=2)).to_have_text(step["title"])
        assert page.evaluate("scrollY") == 0
        section.locator(end).nth("LR".index(best)).tap()
        expect(section.locator(".verdict-of-decision")).to_contain_text(step["right"])
        page.mouse.wheel(0, 300)
        section.get_by_role("link", name="Next").tap()


def test_the_address_is_that_of_the_step_shown(reader: Visit) -> None:
    for asked, shown in (("9", 7), ("0", 1), ("3/L", 3), ("six", 1)):
        page = reader.go(f"lesson/{asked}")
        expect(page.locator(".step-of")).to_contain_text(f"{shown} of 7")
        assert reader.parts == ["lesson", str(shown), *asked.split("/")[1:]]


def test_every_step_of_the_lesson_has_one_best_end_and_true_sentences() -> None:
    assert {"L", "R"} <= set(BEST), "always the same end would be guessed"
    assert all(len(solve(parse_game(step["game"])).best) == 1 for step in LESSON["steps"])
    *by_one_card, by_two = LESSON["steps"]
    assert by_two["game"].split(" / ")[:2] == [by_one_card[-1]["game"].split(" / ")[0], "take 1-2 either"]
    assert BEST[-1] == "R2", "the 10, and the 18 that it hides"
    for step in by_one_card:
        row = [int(card) for card in step["game"].split(" / ")[0].split()]
        if "fold" in step:
            at, coin = step["fold"]["at"], step["fold"]["coin"]
            before, peak, after = row[at : at + 3]
            assert before < peak >= after
            assert coin == before - peak + after
            assert solve([*row[:at], coin, *row[at + 3 :]]).best == solve(row).best
    painted = [[int(card) for card in step["game"].split(" / ")[0].split()] for step in LESSON["steps"][1:3]]
    light, dark = ([row[parity::2] for row in painted] for parity in (0, 1))
    assert [sum(each) for each in light] == [25, 22]
    assert [sum(each) for each in dark] == [14, 20]
    assert [solve(row).first for row in painted] == [25, 24]
