"""Review, Why and Compare, and other rules and shapes: chosen, played, reviewed and explained."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from playwright.sync_api import expect

from page_modules import in_node
from visits import Visit, box_of

ROW = "6h 2c 7d Qs 3c 9h Kd 4s 10h 5c As 8d"


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


def test_the_triangle_is_read_by_pointer_and_keys_and_the_futures_are_played(
    visit: Visit, hurry: Callable[[], None]
) -> None:
    page = visit.open("why", "8 15 3 7", opponent="optimal")
    box = box_of(page.locator(".triangle"))
    for across, down, cards in ((0.5, 0.2, "8 … 7, 4 cards"), (0.3, 0.55, "8 … 15, 2 cards")):
        where = page.locator(".triangle-field")
        where.hover(position={"x": box["width"] * across, "y": box["height"] * down})
        expect(page.locator(".readout")).to_contain_text(cards)
    page.mouse.move(0, 0)
    page.locator(".triangle-field").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".readout")).to_contain_text("8 … 3, 3 cards")
    hurry()
    expect(page.locator(".line-of-play .later")).to_have_count(0)
    page.get_by_role("slider", name="Moves shown").focus()
    page.keyboard.press("Home")
    expect(page.locator(".line-of-play .later")).to_have_count(6)
    page.locator("#why .futures + .stepper button >> nth=0").click()
    expect(page.locator(".line-of-play .later")).to_have_count(0)


# --- other rules and other shapes ----------------------------------------------------------------


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
