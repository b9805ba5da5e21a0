"""The chapter *Algorithms* in the browser: a student's path, and what is drawn of other games."""

from __future__ import annotations

import re
from fractions import Fraction
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Locator, expect

import rules_oracle
from measured import check_page, resize
from visits import Visit, box_of

ROW = "8 15 3 7 9 2"
METHODS = ("Exhaustive search", "Top-down", "Bottom-up", "Contraction")


def shown(visit: Visit, row: str = ROW, opponent: str = "optimal", by: str = "", method: str = "") -> Locator:
    """The chapter about a game, at a method."""
    parts = ["algorithms", row, *([by] if by else []), "first", "-", opponent]
    chapter = visit.go("/".join(map(quote_plus, parts))).locator("#algorithms")
    if method:
        button(chapter, method).click()
    return chapter


def button(chapter: Locator, name: str) -> Locator:
    return chapter.get_by_role("button", name=name, exact=True)


def slide(chapter: Locator, step: int) -> None:
    chapter.get_by_label("Steps shown").fill(str(step))


def steps_of(chapter: Locator) -> int:
    return int(chapter.get_by_label("Steps shown").get_attribute("max") or 0)


def spots(chapter: Locator) -> set[str]:
    """The places at which calls are drawn."""
    return set(chapter.locator(".call").evaluate_all("each => each.map((call) => call.style.transform)"))


# --- a student's path ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_tree_of_63_calls_is_stepped_merged_and_drawn_with_two_cards_a_call(
    visit: Visit, size: str
) -> None:
    resize(visit, size)
    chapter, page = shown(visit), visit.page
    counts, reading, line = (chapter.locator(part) for part in (".counts", ".strip", "[aria-current=step]"))
    expect(counts).to_have_text("63 calls, 32 of them leaves.")
    expect(reading).to_contain_text("Your turn: 24")
    assert len(spots(chapter)) == 63
    picture = box_of(chapter.locator("svg.calls"))
    assert picture["height"] < page.evaluate("innerHeight"), "a tree is seen at once"
    slide(chapter, 1)
    expect(line).to_have_text("def exhaustive(cards, i, j, yours, opponent):")
    expect(button(chapter, "One step back")).to_have_attribute("aria-disabled", "true")
    for _ in range(4):
        button(chapter, "One step on").click()
    expect(line).to_have_text(re.compile("def exhaustive"))
    expect(reading).to_contain_text("Optimal’s turn")
    button(chapter, "One step back").click()
    expect(line).to_contain_text("left = cards[i] + exhaustive(cards, i + 1, j")
    slide(chapter, steps_of(chapter))
    button(chapter, "Merge equal positions").click()
    expect(counts).to_have_text("63 calls, 32 of them leaves, on 21 intervals.")
    assert len(spots(chapter)) == 21
    button(chapter, "Merge equal positions").click()
    button(chapter, "Two cards a call").click()
    expect(counts).to_have_text("21 calls, 16 of them leaves.")
    assert len(spots(chapter)) == 21
    expect(reading).to_contain_text("Your turn: 24")
    button(chapter, "Top-down").click()
    expect(counts).to_have_text("31 calls instead of 63, on 21 intervals.")
    assert len(spots(chapter)) == 21
    asked = [url.removeprefix(visit.origin) for url in visit.asked if "/ask" in url]
    assert asked == ["/ask/opponents"], "the page computes all of this itself"


def test_the_quiz_explains_a_wrong_answer_and_then_gives_the_right_one(reader: Visit) -> None:
    chapter, page = shown(reader, "8 15 3", method="Bottom-up"), reader.page
    button(chapter, "Quiz: fill in the cells").click()
    field, said = chapter.get_by_role("textbox"), chapter.locator(".said")
    expect(field).to_be_focused()
    expect(chapter.locator("td.source")).to_have_count(0)
    field.fill("9")
    page.keyboard.press("Enter")
    expect(said).to_have_text("Not 9. dp[0][1] = min(dp[1][1], dp[0][0]).")
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    expect(said).to_have_text("Right. dp[0][1] = min(dp[1][1], dp[0][0]) = min(15, 8) = 8.")
    page.keyboard.type("5")
    button(chapter, "Check").click()
    expect(said).to_have_text("Not 5. dp[1][2] = min(dp[2][2], dp[1][1]).")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    expect(said).to_have_text("Not 4. dp[1][2] = min(dp[2][2], dp[1][1]) = min(3, 15) = 3.")
    expect(field).to_be_focused()
    page.keyboard.type("none")
    page.keyboard.press("Enter")
    expect(said).to_have_text("Write a number.")
    page.keyboard.type("11")
    page.keyboard.press("Enter")
    expect(said).to_have_text(
        "Right. dp[0][2] = max(8 + dp[1][2], 3 + dp[0][1]) = max(11, 11) = 11. "
        "All cells are filled, 1 of 3 on the first try."
    )
    page.keyboard.press("Enter")  # on the button that ends it
    expect(button(chapter, "Quiz: fill in the cells")).to_be_focused()


def test_contraction_shows_each_peak_before_it_folds(reader: Visit) -> None:
    chapter = shown(reader, "1 5 2 4", method="Contraction")
    expect(chapter.locator(".counts")).to_have_text("4 cards fold to 2 coins. The first player wins by 6.")
    coins, peak = chapter.locator(".paper-coin"), chapter.locator(".paper-coin.peak")
    assert coins.all_inner_texts() == ["−2", "4"]
    slide(chapter, 1)
    while not peak.count():
        button(chapter, "One step on").click()
    assert coins.all_inner_texts() == ["1", "5", "2", "4"]
    expect(peak).to_have_text("5")


def test_arrow_keys_and_a_presenter_step_through_a_method_and_choose_a_cell(visit: Visit) -> None:
    chapter, page = shown(visit, method="Contraction"), visit.page
    last = steps_of(chapter)
    slider = chapter.get_by_label("Steps shown")
    page.keyboard.press("PageUp")  # which scrolls
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(last - 1))
    page.keyboard.press("f")
    expect(page.locator("body")).to_have_class(re.compile("filled"))
    for key, step in (("PageUp", last - 2), ("PageDown", last - 1)):
        page.keyboard.press(key)
        expect(slider).to_have_value(str(step))
    page.keyboard.press("f")
    button(chapter, "Bottom-up").click()
    button(chapter, "dp[0][5] is 24").focus()
    for key, name in (("ArrowLeft", "dp[0][4] is 22"), ("ArrowDown", "dp[1][4] is 22")):
        page.keyboard.press(key)
        expect(button(chapter, name)).to_be_focused()
        expect(button(chapter, name)).to_have_attribute("aria-current", "true")
    expect(chapter.locator("td.source").get_by_role("button")).to_have_accessible_name("dp[2][4] is 7")
    expect(chapter.locator("td.other").get_by_role("button")).to_have_accessible_name("dp[1][3] is 7")
    slide(chapter, steps_of(chapter) - 1)  # a step says what is now the last cell
    expect(chapter.locator(".said")).to_contain_text("dp[0][5] = ")


# --- other games ---------------------------------------------------------------------------------


def test_the_lists_choose_another_opponent_rule_and_first_player(visit: Visit) -> None:
    chapter = shown(visit)
    chapter.locator("select[name=opponent]").select_option("Greedy")
    expect(chapter.locator(".counts")).to_have_text("21 calls, 8 of them leaves.")
    expect(chapter.locator(".recurrence")).to_contain_text("dp[i+1][j] if c[i] > c[j] else dp[i][j−1]")
    chapter.locator("select[name=first]").select_option("opponent")
    expect(chapter.locator(".strip")).to_contain_text("Greedy’s turn")
    expect(button(chapter, "Two cards a call")).to_have_count(0)
    button(chapter, "Bottom-up").click()
    chapter.locator("select[name=rules]").select_option("up to two cards")
    expect(chapter.locator(".panel")).to_contain_text("So there is no table of intervals")
    assert visit.parts == ["algorithms", "8+15+3+7+9+2", "take+1-2+either", "second", "-", "greedy+right"]


def test_variables_of_a_row_that_is_cut_short_are_in_the_unit_of_its_cards(reader: Visit) -> None:
    chapter = shown(reader, f"{ROW} 4 4", "optimal trembling 1/10", method=METHODS[0])
    expect(chapter.locator(".note").first).to_have_text("The tree of the first 6 of 8 cards.")
    slide(chapter, steps_of(chapter) - 1)  # where the call on all but the last card returns
    names = dict(re.findall(r"(\w+) = ([^,]+)", chapter.locator(".names").inner_text()))
    for name, cards in (("left", (15, 3, 7, 9)), ("right", (8, 15, 3, 7))):
        you, _ = rules_oracle.score("", cards, "optimal trembling 1/10")
        assert Fraction(names[name]) == you


SAID = (
    ("", "", METHODS[0], "There are no cards."),
    ("board 3 5 1 | 2 4", "", METHODS[0], "not for a board or a circle"),
    (" ".join(["3", "9", "4"] * 15), "", "Bottom-up", "The table of the first 12 of 45 cards."),
    (" ".join(["3", "9", "4"] * 30), "", "Contraction", "The contraction of the first 60 of 90 cards."),
    (ROW, "score rest", "Top-down", "The code is for one card a move from either end, in turns."),
    ("123456789012345678 5 -99999999999999999999", "", "Contraction", "These numbers are too large"),
    (" ".join(["1", "2"] * 30) + " 5/4 1" + "0" * 25, "", "Contraction", "The first player wins by 30."),
)
"""A row, rules, a method, and what is said."""


@pytest.mark.parametrize(("row", "by", "method", "said"), SAID)
def test_every_row_and_rule_is_drawn_or_a_sentence_says_why_not(
    reader: Visit, row: str, by: str, method: str, said: str
) -> None:
    chapter = shown(reader, row or "-", by=by)
    if button(chapter, method).count():
        button(chapter, method).click()
    expect(chapter).to_contain_text(said)
    check_page(reader.page)
