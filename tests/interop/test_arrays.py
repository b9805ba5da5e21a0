"""Games as arrays are the games of the rulebook, step by step."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy", reason="needs NumPy: pip install 'twoends[fast]'")

from twoends import Game, IllegalMoveError, RowError
from twoends.interop import arrays
from twoends.interop.states import Actions

RULES = (
    "take 1 either", "take 1-3 left", "take 2-3 right", "take any either", "take 2-any either, merge",
    "take 2-3 left, merge, score turn", "take 1-2M right", "take 1-2 either, score rest, turns ABBA",
    "score turn, stop 3", "turns A, stop 2", "take 1-2M either, turns AAB",
)  # fmt: skip


@pytest.mark.parametrize("rules", RULES)
def test_games_as_arrays_follow_the_rulebook(rules: str) -> None:
    random = np.random.default_rng(1)
    rows = random.integers(-3, 9, (20, 6))
    many, singles = arrays.deal(rows, rules=rules), [Game(row.tolist(), rules=rules) for row in rows]
    actions = Actions.of(singles[0].shape, singles[0].rules)
    for _ in range(8):
        mask, chosen = arrays.legal(many), []
        for place, game in enumerate(singles):
            legal = sorted(actions.legal(game.book, game.state))
            assert np.flatnonzero(mask[place]).tolist() == legal, f"{game}"
            chosen.append(int(random.choice(legal)) if legal else -1)
            if legal:
                assert arrays.mover(many)[place] == (game.mover == "opponent"), f"{game}"
                singles[place] = game.play(actions.move(game.book, game.state, chosen[-1]))
        before = many
        many = arrays.step(many, np.array(chosen))
        assert arrays.legal(before).tolist() == mask.tolist(), "the old games stay as they are"
        for place, game in enumerate(singles):
            assert tuple(many.totals[place]) == game.totals, f"{game}"
            assert (many.start[place], many.stop[place]) == game.remaining, f"{game}"
    assert all(game.over for game in singles)


def test_invalid_actions_and_tables_are_refused_in_one_sentence() -> None:
    games = arrays.deal([[1, 2], [3, 4]])
    with pytest.raises(IllegalMoveError, match=r"^action 2 is not legal in game 1: choose from 0, 1$"):
        arrays.step(games, np.array([0, 2]))
    with pytest.raises(IllegalMoveError, match=r"^the actions are int64 of shape .1,.: give 2 integers$"):
        arrays.step(games, np.array([0]))
    with pytest.raises(RowError, match="give numbers of shape"):
        arrays.deal([1, 2, 3])
    with pytest.raises(RowError, match=r"^the rows differ in length: give numbers of shape \(m, n\)$"):
        arrays.deal([[1, 2], [3]])
