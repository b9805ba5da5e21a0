"""Review, Why and Compare: what each view says, and how it is read."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

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


def test_short_numbers_are_shown_in_full_and_long_ones_rounded(reader: Visit) -> None:
    page = reader.open("play", "8 15 3 7")
    wanted = {
        "73/4": "18.25",
        "1/3": "1/3",
        "-1/3": "−1/3",
        "1000001/3": "≈ 333333.67",
        "2/3000001": "≈ 6.67e-7",
        "12345678901/8": "1543209862.625",
        f"{10**400 + 1}/{3 * 10**400}": "≈ 0.333",
        f"{-(10**400)}/{3 * 10**399}": "≈ −3.33",
        "2.50": "2.50",
        str(10**15): str(10**15),
        str(10**16): "≈ 1.000e+16",
    }
    code = "(texts) => import('/numbers.js').then((numbers) => texts.map((text) => numbers.show(text)))"
    assert dict(zip(wanted, page.evaluate(code, list(wanted)), strict=True)) == wanted


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
    page.keyboard.press("Home")
    expect(sentence).to_contain_text("Move 1")
    page.get_by_role("button", name="Try again from here").click()
    reader.wait_for_tab("play")
    assert reader.parts[3] == "-"
    assert page.evaluate("document.activeElement.id") == "felt", "the focus is at the table"


def test_the_review_shows_no_accuracy_without_moves(reader: Visit) -> None:
    page = reader.open("review", "8 15 3 7")
    expect(page.locator("#review .lead")).to_contain_text("Nothing has been played yet.")
    page = reader.open("review", "8 15 3 7", "L")
    expect(page.locator(".ring-share")).to_have_count(1)
    expect(page.locator(".performance").nth(1)).to_contain_text("no moves yet")


def test_the_ring_never_touches_its_number(reader: Visit) -> None:
    page = reader.open("review", "8 15 3 7", "RLLL", opponent="optimal")
    for ring in page.locator(".ring-share").all():
        text, track = box_of(ring.locator("text")), box_of(ring.locator(".track"))
        inner = track["width"] * 48 / 60  # the circle within the stroke
        assert text["width"] < inner, ring.inner_text()


def test_why_explains_the_move_in_words_numbers_and_pictures(reader: Visit) -> None:
    page = reader.open("why", "8 15 3 7", opponent="optimal")
    expect(page.locator("#why .lead")).to_have_text(
        "Take the right end, 7: the left end, 8, exposes the 15 and costs you 7."
    )
    expect(page.locator("#why")).to_contain_text(
        "The larger card, the 8, is the wrong one: it hands the other side the 15"
    )
    page.get_by_text("Urgencies: two numbers per card").click()
    expect(page.locator("#why")).to_contain_text("left −4, right 7: take right.")
    expect(page.locator(".paper-coin")).to_have_count(4)
    page.get_by_role("button", name="Fold", exact=True).click()
    expect(page.locator(".paper-coin")).to_have_count(2)
    expect(page.locator(".fold-text")).to_contain_text("= 11 is the first player's margin")


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
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".line-of-play .later")).to_have_count(0)
