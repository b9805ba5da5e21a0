"""Episodes of each interface in full, step by step, and their exact error messages."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="needs PettingZoo: pip install 'twoends[pettingzoo]'")
pytest.importorskip("gymnasium", reason="needs Gymnasium: pip install 'twoends[pettingzoo]'")

import numpy as np

from expected import is_expected
from twoends import LEFT, RIGHT, Game, Row
from twoends.interop import environment, pettingzoo
from twoends.interop.gymnasium import TwoEndsEnv
from twoends.interop.states import Actions
from twoends.rules.errors import IllegalMoveError
from twoends.views.pictures import picture

BOOK = Game([8, 15]).book
ACTIONS = Actions.of(BOOK.shape, BOOK.rules)

ROWS: tuple[Any, ...] = ([8, 15, 3, 7], [0.5, -2.25, 3.0], None)

OPPONENTS = ("optimal", "greedy left", "random 1/3", "generous trembling 1/2")


def show(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.tolist()}"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {show(each)}" for name, each in value.items()) + "}"
    return f"{value:.12g}" if isinstance(value, float) else str(value)


@pytest.mark.parametrize("you_first", [True, False])
def test_episodes_of_gymnasium_in_full(you_first: bool) -> None:
    lines = []
    for row in ROWS:
        for who in OPPONENTS:
            env = TwoEndsEnv(row, who, length=5, you_first=you_first, render_mode="ansi")
            lines.append(f"{row} {who}: {env.observation_space} {env.action_space}")
            for seed in (3, None):
                seen, info = env.reset(seed=seed)
                lines.append(f"  {show(seen)} {show(info)}")
                over, action = False, 1
                while not over:
                    seen, reward, over, stopped, info = env.step(np.int64(action))
                    lines.append(
                        f"  {action}: {show(seen)} {reward} {over} {stopped} {show(info)}, {env.render()}"
                    )
                    action = (1 - action) * int(info["action_mask"][1])
    is_expected(f"answers/gymnasium_{'first' if you_first else 'second'}.txt", "\n".join(lines) + "\n")


def test_episodes_of_pettingzoo_in_full() -> None:
    lines = []
    for row in ROWS:
        env = pettingzoo.env(row, length=4, render_mode="ansi")
        for seed in (3, None):
            env.reset(seed=seed)
            action = 1
            while env.agents:
                agent = env.agent_selection
                done = env.terminations[agent]
                lines.append(
                    f"{agent} {show(env.observe(agent))} {show(env.rewards)} {show(env._cumulative_rewards)} "
                    f"{env.terminations} {env.truncations} {show(env.infos)}, {env.render()}"
                )
                env.step(None if done else action * int(env.infos[agent]["action_mask"][1]))
                action = 1 - action
    is_expected("answers/pettingzoo.txt", "\n".join(lines) + "\n")


def test_the_human_mode_prints_each_position_as_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    env = TwoEndsEnv([8, 15, 3, 7], render_mode="human")
    env.reset()
    env.step(np.int64(1))
    assert capsys.readouterr().out == ". 15 3 .   you 7, opponent 8\n"
    assert env.render() is None
    two = pettingzoo.env([8, 15, 3, 7], render_mode="human")
    two.reset()
    two.step(0)
    assert capsys.readouterr().out == ". 15 3 7   you 8, opponent 0\n"


def test_pictures_are_rendered_at_twice_their_size() -> None:
    drawn = picture(Game([8, 15, 3, 7]))
    width, height = drawn.size
    painted = environment.pixels(drawn)
    assert painted.shape == (round(2 * height), round(2 * width), 3)
    assert painted.dtype == np.uint8
    assert painted.flags.owndata
    assert (painted[0, 0] == 255).all(), "paper around it"


def test_each_mark_of_a_picture_is_rendered_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    marks: list[str] = []

    def note_text(axes: Any, *place: Any, **look: Any) -> None:
        marks.append(f"text {[show(each) for each in place]} {look}")

    def note_patch(axes: Any, patch: Any) -> None:
        bounds = [show(float(each)) for each in patch.get_bbox().bounds]
        look = [[show(float(each)) for each in of] for of in (patch.get_facecolor(), patch.get_edgecolor())]
        marks.append(f"tile {bounds} {look} {patch.get_boxstyle().rounding_size} {patch.get_boxstyle().pad}")

    monkeypatch.setattr("matplotlib.axes.Axes.text", note_text)
    monkeypatch.setattr("matplotlib.axes.Axes.add_patch", note_patch)
    environment.pixels(picture(Game([8, 15, 3, 7]).play(LEFT).play(LEFT)))
    is_expected("answers/pixels.txt", "\n".join(marks) + "\n")


@pytest.mark.parametrize(
    ("space", "low", "high", "size"),
    [((None, 10), 0, 14, 21), ((None, 20), 0, 20, 41), ((Row.of([8, 15]), 10), 0, 15, 5),
     ((Row.of([-3, 1]), 10), -3, 2, 5), ((Row.of([1, 1, 1]), 10), 0, 3, 7)],
)  # fmt: skip
def test_the_bounds_of_the_space_hold_all_observations(
    space: Any, low: float, high: float, size: int
) -> None:
    row, length = space
    box = environment.Episodes(row, length, None, np.float32, 1).observations.space
    assert (box.low.min(), box.high.max(), box.shape, str(box.dtype)) == (low, high, (size,), "float32")


@pytest.mark.parametrize("action", [2, -1, True, 1.0, "0", None, np.array([0]), np.array(1.0)])
def test_an_invalid_action_is_refused(action: Any) -> None:
    with pytest.raises(IllegalMoveError) as fault:
        ACTIONS.move(BOOK, BOOK.start, action)
    assert str(fault.value) == f"action {action!r} is not legal here: choose from 0, 1"


def test_actions_are_integers_of_any_type() -> None:
    for make in (int, np.int8, np.uint64, np.array):
        assert [ACTIONS.move(BOOK, BOOK.start, make(action)) for action in (0, 1)] == [LEFT, RIGHT]
