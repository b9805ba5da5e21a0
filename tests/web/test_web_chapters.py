"""Review, Why and Compare, and other rules and shapes: chosen, played, reviewed and explained."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import expect

from page_modules import in_node
from twoends.answers.solution import solve
from twoends.rules.games import Game
from twoends.rules.notation import parse_game, write
from twoends.rules.rules import Rules
from visits import Visit, box_of

ROW = "6h 2c 7d Qs 3c 9h Kd 4s 10h 5c As 8d"


def test_compare_shows_each_total_below_its_name_and_each_margin_on_its_side(reader: Visit) -> None:
    page = reader.open("compare", "1 30 100 15 2", opponent="optimal")
    names_of_columns = page.locator("#compare thead th").all_inner_texts()
    shown = {}
    for line in page.locator("#compare tbody tr").all():
        cells = dict(zip(names_of_columns, line.locator("th, td").all_inner_texts(), strict=True))
        margin = line.locator("svg").get_attribute("aria-label")
        shown[cells["opponent"].split(" this")[0]] = (
            cells["first"],
            cells["second"],
            cells["advice"],
            margin,
        )
    wanted = {
        "optimal": ("47", "101", "go second", "margin −54 moving first, 54 moving second"),
        "greedy right": ("103", "101", "go first", "margin 58 moving first, 54 moving second"),
        "random": ("103.5", "101.5", "go first", "margin 59 moving first, 55 moving second"),
    }
    assert {name: shown[name] for name in wanted} == wanted
    first, second = (
        page.locator(f"#compare tbody tr:first-child rect.bar-{which}") for which in ("first", "second")
    )
    assert float(first.get_attribute("x") or 0) < 100, "a loss is a bar to the left of the middle"
    assert float(second.get_attribute("x") or 0) == 100, "a win is a bar to the right of it"


SHOWN = {
    "73/4": "18.25",
    "1/3": "1/3",
    "1000001/3": "≈ 333333.67",
    "2/3000001": "≈ 6.67e-7",
    "12345678901/8": "1543209862.625",
    f"{10**400 + 1}/{3 * 10**400}": "≈ 0.333",
    f"{-(10**400)}/{3 * 10**399}": "≈ −3.33",
    "2.50": "2.50",
    str(10**16): "≈ 1.000e+16",
}
NUMBERS = """(numbers, texts) => texts.map((text) => {
  const value = /^-?\\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
  return [numbers.show(value), numbers.brief(value), numbers.signed(value)];
})"""


def meant(shown: str) -> Fraction:
    """The value of a number as it is shown."""
    bare = shown.lstrip("≈ ").replace("−", "-").lstrip("+")
    factor: int = 1000 ** ("KMBT".find(bare[-1]) + 1)
    return Fraction(bare.rstrip("KMBT")) * factor


def test_numbers_are_exact_unless_they_are_marked_and_shortened_to_six_characters(tmp_path: Path) -> None:
    draw, texts = random.Random(3), [*SHOWN, "0", "0.00", "-0.50", "999999", "9995000", "100000000000000"]
    for _ in range(2000):
        top, size = draw.choice([-1, 1]) * draw.randint(1, 10 ** draw.randint(1, 22)), draw.randint(1, 9)
        bottom = draw.choice([1, 2, 4, 5, 8, 100, 10000, draw.randint(1, 10**size)])
        if draw.random() < 0.4:
            texts.append(f"{top // 10**size or 1}{'0' * draw.randint(0, 12)}")
        else:
            texts.append(draw.choice([str(Fraction(top, bottom)), f"{Decimal(top).scaleb(-2):.2f}"]))
    for text, (full, short, signed) in zip(
        texts, in_node(NUMBERS, ["numbers"], texts, tmp_path), strict=True
    ):
        value, said = Fraction(text), (text, full, short, signed)
        assert full == SHOWN.get(text, full), said
        plus = "≈ +" if "≈" in full else "+"
        assert signed == (plus + full.lstrip("≈ ") if value > 0 else full), said
        assert len(full) <= 18 or "/" in text, said
        for shown, most in ((full, Fraction(1, 180)), (short, Fraction(1, 199))):
            assert abs(meant(shown) - value) <= (most * abs(value) if "≈" in shown else 0), said
        if "/" not in text:
            assert full.startswith("≈") == (len(text.lstrip("-")) > 16), said
            assert short.startswith("≈") == (meant(short) != value or abs(value) >= 2**53), said
        elif 10000 % value.denominator == 0 and len(str(value.numerator)) < 12:
            assert not {*full} & {*"≈/"}, said
        assert len(short.lstrip("≈−")) <= 7, said
        assert not re.match("≈? ?-", full), "a minus is no hyphen"
        assert short == full or len(full) > 6 or "≈" in full, said


def test_the_review_replays_every_move_and_lets_you_try_again(reader: Visit) -> None:
    page = reader.open("review", "8 15 3 7", "LLRL", opponent="optimal")
    sentence = page.locator(".told")
    expect(sentence).to_have_text(
        "Move 1: You took the 8 on the left: a blunder, it gave away 7. Best: right."
    )
    expect(page.locator(".best-here")).to_have_count(1)
    page.get_by_role("button", name="Next").click()
    expect(sentence).to_contain_text("Move 2: Optimal took the 15 on the left, the best end.")
    assert page.evaluate("document.activeElement.textContent") == "Next", "the focus stays"
    page.get_by_role("button", name="Go to move 4").click()
    expect(sentence).to_contain_text("Move 4")
    page.get_by_role("slider", name="Move").focus()
    for key, shown in (("End", "after the last move"), ("ArrowLeft", "Move 4"), ("Home", "Move 1")):
        page.keyboard.press(key)
        expect(sentence).to_contain_text(shown)
    page.get_by_role("button", name="Try again from here").click()
    reader.wait_for_tab("play")
    assert reader.parts[3] == "-"
    assert page.evaluate("document.activeElement.id") == "felt", "the focus is at the table"


def test_the_review_of_a_watched_or_two_person_game_names_both_players(reader: Visit) -> None:
    for seat, you, they in (("two", "Player 1", "Player 2"), ("greedy right", "Greedy", "Optimal")):
        page = reader.open("review", "8 15 3 7", "LLRL", "optimal", seat=seat)
        lead = f"{they} won, 15 : 18. One of {you}’s moves cost 7. The result last changed at move 1."
        expect(page.locator("#review .lead")).to_have_text(lead)
        expect(page.locator("#review .legend")).to_contain_text(f"Where it falls, {you} gave something away")
        assert not re.search(r"\byour?\b", page.locator("#review").inner_text(), re.IGNORECASE)


def test_why_explains_the_move_in_words_numbers_and_pictures(reader: Visit) -> None:
    page = reader.open("why", "8 15 3 7", opponent="optimal")
    expect(page.locator("#why .lead")).to_contain_text(
        "Take the right end, 7: the left end, 8, exposes the 15 and costs you 7."
    )
    expect(page.locator("#why")).not_to_contain_text("The larger card")  # the lead says it
    page.get_by_text("Urgencies: two numbers per card").click()
    expect(page.locator("#why")).to_contain_text("left −4, right 7: take right.")


def test_after_the_last_card_why_explains_the_row_from_its_start(reader: Visit) -> None:
    page = reader.open("why", "8 15 3 7", "LLRL", "optimal")
    expect(page.locator("#why .lead")).to_contain_text("Before the first move: Take the right end, 7")
    expect(page.locator("#why .triangle .played")).to_have_count(1)


def test_the_triangle_is_read_by_pointer_and_by_keys(reader: Visit) -> None:
    page = reader.open("why", "8 15 3 7", opponent="optimal")
    whole = "8 … 7, 4 cards: take right, 22 for you, the other end costs 7. One order of moves leads here."
    box = box_of(page.locator(".triangle"))
    page.locator(".triangle-field").hover(position={"x": box["width"] / 2, "y": box["height"] * 0.2})
    expect(page.locator(".readout")).to_have_text(whole)
    page.mouse.move(0, 0)
    page.locator(".triangle-field").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".readout")).to_contain_text("8 … 3, 3 cards")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".readout")).to_contain_text("15 … 7, 3 cards")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".readout")).to_have_text(whole)
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator(".readout")).to_contain_text("15 … 3, 2 cards")
    expect(page.locator(".readout")).to_contain_text("2 orders of moves lead here.")


def test_both_futures_are_played_move_by_move(visit: Visit, hurry: Callable[[], None]) -> None:
    page = visit.open("why", "8 15 3 7", opponent="optimal")
    hurry()
    expect(page.locator(".line-of-play .later")).to_have_count(0)
    page.get_by_role("slider", name="Moves shown").focus()
    page.keyboard.press("Home")
    expect(page.locator(".line-of-play .later")).to_have_count(6)
    page.locator("#why .futures + .stepper button >> nth=0").click()
    expect(page.locator(".line-of-play .later")).to_have_count(0)


# --- other rules and other shapes ----------------------------------------------------------------


def test_new_game_offers_rules_and_the_table_states_them(reader: Visit) -> None:
    for offered, rules, says in (
        ("up to three cards", "take+1-3+either", "Take one, two or three cards from either end."),
        ("one card, from the left only", "take+1+left", "Take a card from the left end."),
        ("one card, in the fair order ABBA", "turns+ABBA", "The order of turns is ABBA."),
    ):
        page = reader.open("play", "8 15 3 7 5 4")
        page.locator("#new").click()
        page.get_by_label("Rules: a move takes").select_option(offered)
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator("#rule")).to_contain_text(says)
        assert reader.parts[:3] == ["play", "8+15+3+7+5+4", rules]
    code = "import('/newgame.js').then((sheet) => Object.keys(sheet.OFFERED_RULES))"
    assert all(str(Rules.of(text)) == (text or "take 1 either") for text in page.evaluate(code))


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


NUMBER = r"[+−]?[\d./]+"
LABEL = rf"ends at (margin )?({NUMBER}), (?:({NUMBER}) (less|worse)|best|the same margin)"


def number(text: str | None) -> Fraction:
    return Fraction((text or "0").replace("−", "-").replace("+", ""))


@pytest.mark.parametrize("rules", ["", "take 1-3 left", "score rest", "stop 3", "take 2 either"])
def test_hints_and_endings_are_of_totals_or_of_margins_where_the_sum_is_open(
    reader: Visit, rules: str
) -> None:
    game = parse_game(" / ".join(["8 15 3 7 5", *([rules] if rules else []), "first", "-", "optimal"]))
    fixed, moves = game.rules.fixed_sum, solve(game).moves
    values = {move.move: move.total if fixed else move.total - move.theirs for move in moves}
    losses = {move.move: move.loss for move in moves}

    def address(played: Game) -> str:
        parts = [*write(played).split(" / ")[: 4 if rules else 3], "optimal"]
        return "play/" + "/".join(map(quote_plus, parts))

    page = reader.go(address(game))
    reader.wait_for_turn()
    page.keyboard.press("h")
    expect(page.locator("#status")).to_contain_text("Hint: ")
    found = re.findall(LABEL, page.locator("#status").inner_text())
    labels = [(bool(margin), number(result), number(loss), kind) for margin, result, loss, kind in found]
    worse = "less" if fixed else "worse"
    assert sorted(labels) == sorted(
        (not fixed, values[move], losses[move], worse if losses[move] else "") for move in values
    )
    while not game.over:
        game = game.play(game.moves()[0])
    reader.go(address(game))
    margin = "" if fixed else f", by {abs(game.margin)}"
    expect(page.locator("#result .verdict")).to_contain_text(f"{game.yours} : {game.theirs}{margin}.")
    if max(values.values()) > (game.yours if fixed else game.margin):
        kind = "Best possible: " if fixed else "Best possible margin: "
        expect(page.locator("#result .possible")).to_contain_text(kind)


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
