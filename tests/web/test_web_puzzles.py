"""Puzzles of one decision on the page, as the library makes them."""

from __future__ import annotations

from playwright.sync_api import expect

from twoends import puzzles
from twoends.answers.solution import solve
from visits import Visit, copied, press


def test_a_puzzle_by_other_rules_is_answered_and_explained_and_its_link_is_only_the_question(
    everywhere: Visit,
) -> None:
    made = puzzles.named("1-8-3-42~take_1-3_left")
    page = everywhere.go(f"puzzle/{made.name}")
    section = page.locator("#puzzle")
    expect(section.locator(".lead").first).to_contain_text("Take one, two or three cards from the left end.")
    expect(section.locator(".take")).to_have_count(3)
    moves = {str(move.move): move.loss for move in solve(made.game).moves}
    worst = max(moves, key=lambda move: moves[move])
    for taken, verdict in ((worst, f"✗ {moves[worst]} less"), (str(made.best), "✓ Right")):
        press(page, taken)
        said = f"{verdict} Take 2 from the left, for 31 in all."
        expect(section.locator(".verdict-of-decision")).to_contain_text(said)
        expect(section.locator(".future .tag.best")).to_have_count(1)
        assert everywhere.parts == ["puzzle", made.name, taken]
        if verdict != "✓ Right":
            page.get_by_role("link", name="Try again").click()
            expect(section.locator(".verdict-of-decision")).to_have_count(0)
    link = copied(everywhere, "Copy link")
    assert link.endswith(f"#puzzle/{made.name}"), f"{link} is more than the question"


def test_an_unknown_name_of_a_puzzle_is_refused_in_a_sentence(visit: Visit) -> None:
    page = visit.go("puzzle/nonsense")
    expect(page.locator("#trouble")).to_contain_text("'nonsense' is not the name of a puzzle")
    page.get_by_role("link", name="All puzzles").click()
    visit.wait_for_tab("puzzles")
    expect(page.locator("#trouble")).to_be_hidden()
    visit.forgive(422)
