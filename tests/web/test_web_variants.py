"""Other rules and other shapes on the page: chosen, played by touch and by keys, reviewed and explained."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from cases import slow
from visits import Visit


def test_new_game_offers_rules_and_the_table_states_them(reader: Visit) -> None:
    for offered, rules, says in (
        ("up to three cards", "take+1-3+either", "Take one, two or three cards from either end."),
        ("one card, from the left only", "take+1+left", "Take a card from the left end."),
        ("one card, in the fair order ABBA", "turns+ABBA", "The order of turns is ABBA."),
        ("one card, and the lowest total wins", "goal+least", "Lowest total wins."),
    ):
        page = reader.open("play", "8 15 3 7 5 4")
        page.locator("#new").click()
        page.get_by_label("Rules: a move takes").select_option(offered)
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator("#rule")).to_contain_text(says)
        assert reader.parts[:3] == ["play", "8+15+3+7+5+4", rules]


def test_a_click_on_a_card_takes_up_to_it_and_a_digit_chooses_how_many(visit: Visit) -> None:
    page = visit.go("play/8+15+3+7+5+4+9/take+1-3+either/first/-/greedy+right")
    page.locator('#table .face[data-index="4"]').click()  # the third card from the right
    expect(page.locator("#your-total")).to_have_text("18")
    expect(page.locator("#their-total")).to_have_text("26")  # greedy takes the three that earn most
    expect(page.locator("#status")).to_contain_text("Your turn")
    page.keyboard.press("u")
    expect(page.locator("#your-total")).to_have_text("0")
    page.keyboard.press("2")
    expect(page.locator("#take-left .label")).to_have_text("Take left, 8 15")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#your-total")).to_have_text("23")


def test_hints_reviews_and_reasons_follow_the_rules(visit: Visit) -> None:
    page = visit.go("play/1+2+3+7/take+1-3+left/first/-/optimal")
    page.keyboard.press("h")
    expect(page.locator("#take-left")).to_have_attribute("data-mark", "blunder")
    page.keyboard.press("3")
    expect(page.locator("#take-left")).to_have_attribute("data-mark", "best")
    visit.go("review/1+2+3+7/take+1-3+left/first/L1+L3/optimal")
    expect(page.locator("#review")).to_contain_text("You lost, 1 : 12.")
    visit.go("why/1+2+3+7/take+1-3+left/first/-/optimal")
    expect(page.locator("#why .future").first).to_contain_text("Take 3 from the left")
    visit.go("compare/1+2+3+7/take+1-3+left/first/-/optimal")
    expect(page.locator("#compare")).to_contain_text("where a move takes one card from either end")


@pytest.mark.parametrize(
    ("row", "moves"),
    [("1+2+%7C+%5B3+7+4+%7C+9", "2:L+1:R+1:R+0:R"), *slow(("circle+2+8+1+10+9", "3+R"))],
    ids=["a board", "a circle"],
)
def test_boards_and_circles_are_played_reviewed_and_explained(visit: Visit, row: str, moves: str) -> None:
    page = visit.go(f"play/{row}/first/{moves}/greedy+right")
    visit.wait_for_turn()
    page.keyboard.press("h")
    expect(page.locator("#table .sign.best").first).to_be_visible()
    page.keyboard.press("a")
    expect(page.locator("#beside")).to_contain_text("Best play ends")
    for tab in ("review", "why"):
        visit.go(f"{tab}/{row}/first/{moves}/greedy+right")
        expect(page.locator(f"#{tab} .panel").first).to_be_visible()


@pytest.mark.parametrize(
    ("row", "end"),
    [
        ("1+2+%7C+%5B3+7+4+%7C+9", "component 2 counted from 0"),
        ("circle+2+8+1+10+9", "card 1 counted from 0"),
    ],
    ids=["a board", "a circle"],
)
def test_the_advice_on_a_shape_numbers_its_components_or_cards(reader: Visit, row: str, end: str) -> None:
    page = reader.go(f"why/{row}/first/-/optimal")
    expect(page.locator("#why .lead")).to_contain_text(end)
    expect(page.locator("#why .future:has(.tag.best) h4")).to_contain_text(end)


def test_a_hint_says_more_where_the_lowest_total_wins(reader: Visit) -> None:
    page = reader.go("play/1+2+3+7/goal+least/first/-/optimal")
    page.keyboard.press("h")
    expect(page.locator("#take-right .promise")).to_have_text("9, 5 more")


def test_shortened_values_can_be_read_in_full(reader: Visit) -> None:
    page = reader.open("play", "1234567 5 1000000 99999999999")
    shown = page.locator("#table .value").all_text_contents()
    assert shown == ["≈1.23M", "5", "1M", "≈100B"]
    lens = page.locator("#lens")
    page.locator('#table .face[data-index="0"]').hover()
    expect(lens).to_have_text("Card 1 of 4: 1234567")
    page.locator('#table .face[data-index="2"]').focus()
    expect(lens).to_have_text("Card 3 of 4: 1000000")
    page.locator('#table .face[data-index="3"]').hover()
    page.mouse.down()
    page.locator('#table .face[data-index="0"]').evaluate(
        "() => new Promise((held) => setTimeout(held, 600))"
    )
    page.mouse.up()
    expect(lens).to_have_text("Card 4 of 4: 99999999999")
    assert reader.parts[3] == "-", "a card that is held down is looked at, and not taken"
