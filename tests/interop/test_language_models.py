"""Decisions and whole games in words, exactly rewarded, and in the packages `verifiers`, `reasoning-gym`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import twoends
from command_line import PATIENCE
from oracle import REPLIES, Oracle
from twoends.interop.prompts import Decisions, Talk
from twoends.interop.verifiers import load_environment

ROOT = Path(__file__).parents[2]
RULES = [None, "take 1-2 either", "take 1-2M right", "score rest", "goal least", "turns ABBA"]


# --- decisions ------------------------------------------------------------------------------------


def row_of(text: str) -> list[int]:
    """The row of the last question in a text."""
    return [int(word) for word in re.findall(r"The row: ([-\d ]+)", text)[-1].split()]


@pytest.mark.parametrize("opponent", ["optimal", "greedy"])
def test_only_the_best_end_of_the_row_in_the_question_is_rewarded(opponent: str) -> None:
    for entry in Decisions(40, 5, length=6, opponent=opponent):
        row = row_of(entry["question"])
        oracle = Oracle(row, REPLIES["greedy right" if opponent == "greedy" else opponent])
        after = {"L": row[0] + oracle.g(1, len(row)), "R": row[-1] + oracle.g(0, len(row) - 1)}
        assert entry["metadata"]["rewards"] == {
            move: float(total == max(after.values())) for move, total in after.items()
        }, row


def test_other_rules_reward_moves_between_best_and_worst_in_proportion() -> None:
    decisions = Decisions(20, 1, length=6, depth=2, rules="take 1-2 either")
    for entry in decisions:
        rewards = entry["metadata"]["rewards"]
        assert (min(rewards.values()), max(rewards.values())) == (0, 1)
        assert [move for move, reward in rewards.items() if reward == 1] == [entry["answer"]]
        assert "take 1-2 either" in entry["question"]
    assert any(0 < reward < 1 for entry in decisions for reward in entry["metadata"]["rewards"].values())


def test_the_order_of_the_moves_in_a_question_does_not_reveal_the_answer() -> None:
    entries = list(Decisions(100, 2, length=7))
    assert all("the legal moves are L, R." in entry["question"] for entry in entries)
    left = sum(entry["answer"] == "L" for entry in entries)
    assert 25 < left < 75, f"the left end is best in {left} of 100"


def test_a_seed_gives_the_same_decisions_in_any_order_and_another_seed_others() -> None:
    first, again, other = Decisions(10, 4), Decisions(20, 4), Decisions(10, 5)
    assert [again[k] for k in reversed(range(10))][::-1] == list(first)
    assert not {entry["question"] for entry in first} & {entry["question"] for entry in other}
    assert len(first) == 10
    with pytest.raises(IndexError):
        first[10]


# --- whole games ----------------------------------------------------------------------------------


def every_game(talk: Talk) -> list[Talk]:
    """The ends of all games that a model can play."""
    if talk.over:
        return [talk]
    return [end for move in talk.game.moves() for end in every_game(talk.answer(f"Answer: {move}"))]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("opponent", ["optimal", "greedy left"])
def test_the_reward_of_a_game_is_its_place_between_the_worst_and_the_best_game(
    rules: str | None, opponent: str
) -> None:
    for made in map(Decisions(4, 1, length=6, opponent=opponent, depth=2, rules=rules).puzzle, range(4)):
        ends = every_game(Talk.of(made))
        by = made.game.rules
        sign = -1 if by.goal == "least" else 1
        worths = [sign * Fraction(end.game.yours - (0 if by.fixed_sum else end.game.theirs)) for end in ends]
        best, worst = max(worths), min(worths)
        for end, worth in zip(ends, worths, strict=True):
            assert end.regret == best - worth, f"{end.game}"
            assert end.reward == float((worth - worst) / (best - worst)), f"{end.game}"


def test_each_question_shows_the_game_after_the_answer_and_the_reply() -> None:
    talk = Talk.of(Decisions(1, 1, opponent="greedy").puzzle(0))
    while not (talk := talk.answer("Answer: L")).over:
        taken, row = talk.message.split("\n", 1)
        mine, theirs = map(str, talk.game.ends[-2:])
        totals = f"You have {talk.game.yours}, the opponent {talk.game.theirs}."
        assert taken == f"You took {mine}. The opponent took {theirs}. {totals}"
        assert row.startswith(f"The row: {' '.join(map(str, talk.game.rest.cards))}\n")


@pytest.mark.parametrize("text", ["Answer: both", "", None, "Answer: L2"])
def test_an_illegal_answer_ends_a_game_without_a_reward(text: str | None) -> None:
    talk = Talk.of(Decisions(1, 1).puzzle(0)).answer("Answer: L").answer(text)
    assert (talk.over, talk.reward, talk.message) == (True, 0.0, "That is no legal move.")
    assert talk.answer("Answer: L") is talk


def test_without_the_package_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "verifiers", None)
    sentence = r"needs verifiers: pip install '\.\[verifiers\]' in the source folder of twoends$"
    with pytest.raises(ImportError, match=sentence):
        load_environment()


# --- models behind an address, for the packages ------------------------------------------------


def best(row: list[int]) -> str:
    return f"Answer: {twoends.solve(row).best[0]}"


SCRIPTED: dict[str, Callable[[list[int]], str]] = {
    "perfect": best,
    "greedy": lambda row: f"Answer: {'L' if row[0] > row[-1] or len(row) == 1 else 'R'}",
    "random": lambda row: f"Answer: {'LR'[hash(tuple(row)) % 2 if len(row) > 1 else 0]}",
    "garbage": lambda row: "I like both ends.",
}


class Model(BaseHTTPRequestHandler):
    """The scripted models as an endpoint that streams chat completions; the name says which."""

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        question = str(request["messages"][-1]["content"])
        answer = {"role": "assistant", "content": SCRIPTED[request["model"]](row_of(question))}
        head = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": request["model"]}
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for delta, end in ((answer, None), ({}, "stop")):
            choice = {"index": 0, "delta": delta, "finish_reason": end}
            self.wfile.write(f"data: {json.dumps({**head, 'choices': [choice]})}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, *_: Any) -> None:
        pass


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("model", SCRIPTED)
def test_the_evaluation_of_verifiers_gives_the_rewards_of_the_games(
    model: str, whole: bool, tmp_path: Path
) -> None:
    pytest.importorskip("verifiers.v1", reason="needs verifiers: pip install 'twoends[verifiers]'")
    programs = Path(sys.executable).parent
    with ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
        Thread(target=server.serve_forever).start()
        run = subprocess.run(
            [programs / "vf-eval", "twoends-verifiers", "--env.taskset.whole", str(whole), "-n", "3",
             "-m", model, "--client.base-url", f"http://127.0.0.1:{server.server_port}/v1",
             "--no-push", "--no-rich", "-o", tmp_path],
            capture_output=True, text=True, timeout=PATIENCE,
            env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"},
        )  # fmt: skip
        server.shutdown()
    assert not run.returncode, run.stderr
    [traces] = tmp_path.rglob("traces.jsonl")
    episodes = [json.loads(line) for line in traces.read_text("utf-8").splitlines()]
    got = {
        trace["task"]["data"]["name"]: (trace["rewards"]["reward"]["score"], trace["metrics"]["regret"])
        for episode in episodes
        for trace in episode["traces"]
    }
    expected = {}
    for made in map(Decisions().puzzle, range(3)):
        talk = Talk.of(made, whole=whole)
        while not talk.over:
            talk = talk.answer(SCRIPTED[model](list(map(int, talk.game.rest.cards))))
        expected[made.name] = talk.reward, float(talk.regret)
    assert got == expected


def test_an_experiment_of_reasoning_gym_scores_decisions() -> None:
    gym = pytest.importorskip("reasoning_gym", reason="needs reasoning-gym: pip install reasoning-gym")
    from reasoning_gym.coaching import Experiment
    from reasoning_gym.composite import CompositeConfig, CompositeDataset, DatasetSpec
    from reasoning_gym.dataset import ProceduralDataset
    from reasoning_gym.version_manager import DatasetVersionManager

    @dataclass
    class Config:
        size: int = 500
        seed: int = 1

    class TwoEnds(ProceduralDataset):  # type: ignore[misc]  # the package has no types
        def __init__(self, config: Config) -> None:
            super().__init__(config, config.seed, config.size)
            self.decisions = Decisions(config.size, config.seed)
            self.score_answer = self.decisions.score_answer

        def __getitem__(self, k: int) -> dict[str, Any]:
            return self.decisions[k]

    gym.register_dataset("twoends", TwoEnds, Config)
    config = CompositeConfig(size=30, seed=1, datasets=[DatasetSpec("twoends", 1.0, {})])
    for model, mean in (("perfect", 1.0), ("garbage", 0.0)):
        experiment = Experiment("decisions", CompositeDataset(config, DatasetVersionManager()))
        for k in range(30):
            entry = experiment.get_dataset_entry(k)
            answer = SCRIPTED[model](row_of(entry["question"]))
            experiment.score_answer_with_id(answer, entry["metadata"]["entry_id"])
        assert experiment.score_board.scores == {"twoends": [mean] * 30}
