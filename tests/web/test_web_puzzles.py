"""Puzzles of one decision on the page, as the library makes them."""

from __future__ import annotations

from playwright.sync_api import expect

from twoends import puzzles
from visits import Visit, copied, press


def test_a_puzzle_is_answered_by_keys_and_its_link_is_only_the_question(everywhere: Visit) -> None:
    made = puzzles.named("1-8-3-42~take_1-3_left")
    page = everywhere.go(f"puzzle/{made.name}")
    verdict = page.locator("#puzzle .verdict-of-decision")
    press(page, "L")
    expect(verdict).to_contain_text("✗")
    page.get_by_role("link", name="Try again").click()
    expect(verdict).to_have_count(0)
    press(page, str(made.best))
    expect(verdict).to_contain_text("✓ Right Take 2 from the left, for 31 in all.")
    assert everywhere.parts == ["puzzle", made.name, str(made.best)]
    link = copied(everywhere, "Copy link")
    assert link.endswith(f"#puzzle/{made.name}"), f"{link} is more than the question"


def test_an_unknown_name_of_a_puzzle_is_refused_in_a_sentence(visit: Visit) -> None:
    page = visit.go("puzzle/nonsense")
    expect(page.locator("#trouble")).to_contain_text("'nonsense' is not the name of a puzzle")
    page.get_by_role("link", name="All puzzles").click()
    visit.wait_for_tab("puzzles")
    expect(page.locator("#trouble")).to_be_hidden()
    visit.forgive(422)
