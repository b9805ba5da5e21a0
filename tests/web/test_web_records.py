"""What is noted of games that count, and said of them, in Node: squares, looks, days, rungs."""

from __future__ import annotations

import random
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any

from page_modules import in_node
from twoends import puzzles
from twoends.rules.games import Game
from twoends.rules.notation import write
from twoends.views.puzzles import squares
from views_oracle import titled, told
from visits import TODAY, finished, rung

# --- the day -------------------------------------------------------------------------------------

JUDGED = """(rules, answers, contest, texts) => texts.map((text) => {
  const position = rules.readGame(text);
  const review = answers.answerTo("review", { game: position }, Infinity);
  const state = { contest: "2-day-2027-01-08", position, records: {}, told: { review } };
  const { loss, look, won } = contest.recordOf(state);
  const looks = [1, 2, 4].map((plies) => contest.playOfLook(position, plies));
  return { squares: contest.squaresOf(position, review), loss, look, won, looks };
})"""
"""What is said of finished games of the day."""

SIGNS = {"best": "🟩", "less": "🟨", "lost": "🟥"}


def test_squares_and_looks_are_those_of_the_library(tmp_path: Path) -> None:
    draw = random.Random(51)
    games = []
    for _ in range(60):
        row = tuple(draw.randint(1, 9) for _ in range(draw.randint(2, 11)))
        game = Game(row, True, (), draw.choice(["greedy right", "greedy left", "optimal", "generous"]))
        while not game.over:
            game = game.play(draw.choice(game.moves()))
        games.append(game)
    told = in_node(JUDGED, ["rules", "answers", "contest"], [*map(write, games)], tmp_path)
    for game, says in zip(games, told, strict=True):
        made = puzzles.decisions(game)
        assert "".join(SIGNS[each] for each in says["squares"]) == squares(made), game
        assert says["loss"] == sum(each.lost for each in made) / 2, game
        assert (says["look"], says["won"]) == (puzzles.like_looking(game), game.yours > game.theirs), game
        for plies, shown in zip((1, 2, 4), says["looks"], strict=True):
            played = puzzles.look(game, plies)
            assert "".join(SIGNS[each] for each in shown["squares"]) == squares(played), (game, plies)
            assert shown["loss"] == sum(each.lost for each in played) / 2, (game, plies)


HABITS = """(day, remember, cases) => cases.map(({ today, records }) => {
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length ? given : [`${today}T23:30:00`])); }
  };
  globalThis.localStorage = { getItem: () => JSON.stringify(records) };
  const said = day.habit(remember.recordsOf({ records: {}, forgetful: false }));
  globalThis.Date = Real;
  return said;
})"""


def test_the_streak_counts_days_played_and_the_median_is_of_seven_days(tmp_path: Path) -> None:
    draw, given, wanted = random.Random(7), list[Any](), list[str]()
    for _ in range(200):
        today, share = TODAY + timedelta(draw.randint(-400, 400)), draw.choice([0.3, 0.9])
        played, records = dict[int, int](), dict[str, Any]()
        for back in range(12):
            name, look, on = f"{draw.randint(1, 2)}-day-{today - timedelta(back)}", draw.randint(1, 12), back
            if draw.random() < 0.1:
                on -= 1  # played later
            elif draw.random() < share:
                played[back] = look
            else:
                continue
            records[name] = finished(won=draw.random() < 0.5, look=look, on=today - timedelta(on))
        run = next(back for back in range(1, 14) if back not in played) - (0 not in played)
        looks = [look for back, look in played.items() if back < 7]
        said = [f"{run} days in a row."] if run > 1 else []
        if len(looks) > 1:
            said.append(f"Your median look of the last seven days: {median(looks):g} ahead.")
        records |= {"2-rung-1-1": None, "today": finished()}  # damaged
        given.append({"today": str(today), "records": records if said or draw.random() < 0.5 else 3})
        wanted.append(" ".join(said))
    for case, got, right in zip(
        given, in_node(HABITS, ["day", "remember"], given, tmp_path), wanted, strict=True
    ):
        assert got == right, case


# --- the ladder ----------------------------------------------------------------------------------


RUNGS = told("puzzles")["rungs"][:5]

LADDERS = """(ladder, rules, contest, cases) => cases.map(({ rungs, records, contest: name }) => {
  const known = Object.fromEntries(Object.entries(records).filter((each) => contest.isRecord(...each)));
  const position = rules.readGame("8 / first / L");
  const state = { puzzles: { rungs }, records: known, contest: name, position };
  const view = ladder.drawLadder(state);
  const rows = ofClass(view, "rung")
    .map((row) => [textOf(row), row.attributes.class, row.attributes.href ?? ""]);
  const said = [ladder.rungsOf(state), ladder.isRungPassed(state), ladder.nextInLadder(state)];
  return [...said, rows, textsOf(view, "muted")[0] ?? ""];
})"""


def rungs_of(records: dict[str, Any]) -> list[dict[str, Any]]:
    """What the ladder must say of games on five rungs."""
    rungs: list[dict[str, Any]] = []
    for k in range(5):
        played = {name: made for name, made in records.items() if name.startswith(f"2-rung-{k}-")}
        over = [made for made in played.values() if made["over"]]
        wins = [made for made in over if made["won"]]
        seed = next(seed for seed in range(1, 20) if not played.get(f"2-rung-{k}-{seed}", {}).get("over"))
        below = rungs[-1] if k > 1 else {"open": True, "wins": 3, "losses": 0}
        is_open = below["open"] and (below["wins"] >= 3 or below["losses"] >= 5)
        counts = {"wins": len(wins), "losses": len(over) - len(wins)}
        perfect = sum(not made["loss"] for made in wins)
        name = f"2-rung-{k}-"
        rungs.append({"name": name, **counts, "perfect": perfect, "next": f"{name}{seed}", "open": is_open})
    return rungs


def ladder_of(rungs: list[dict[str, Any]]) -> tuple[list[list[str]], str]:
    """What the ladder must show of each rung, and of all."""
    rows, ways = list[list[str]](), [each for each in rungs if each["open"]]
    for k, (now, terms) in enumerate(zip(rungs, RUNGS, strict=True)):
        wins, losses = now["wins"], now["losses"]
        who = f"{'' if k else 'Warm-up: '}{titled(terms['opponent'])}, {terms['cards']} cards"
        rules = terms["rules"].replace("take 1-2", "take 1 or 2").replace("turns ", "order ")
        what = ", ".join(filter(None, [who, "" if terms["you_first"] else "you second", rules]))
        how = f"{wins} wins" if wins >= 3 else f"{wins} of 3 wins" + (f", {losses} not won" if losses else "")
        perfect = f"{now['perfect']} perfect" if now["perfect"] else ""
        said = " · ".join(filter(None, [how if wins or losses else "", perfect]))
        kind = f"rung {'solved' if wins >= 3 else ''} {'next' if now == ways[-1] else ''}"
        here = [f"Rung {k}{what}{said}", kind, f"#puzzle/{now['next']}"]
        rows.append(here if now["open"] else [f"Rung {k}{what}, closed", "rung closed", ""])
    won, perfect = (sum(each[key] for each in ways) for key in ("wins", "perfect"))
    in_all = f"{won} {'win' if won == 1 else 'wins'} in all, {perfect or 'none'} of them perfect"
    return rows, f"{in_all}: every move the best." if won else ""


def test_three_wins_or_five_losses_open_the_next_rung(tmp_path: Path) -> None:
    draw, cases = random.Random(6), list[Any]()
    counts = [(0, 0), (3, 0), (0, 5), (2, 4), (3, 4), (2, 5), (3, 5), (4, 1), (1, 6)]
    for _ in range(200):
        known = dict[str, Any]()
        for k in range(draw.randint(1, 5)):
            known |= rung(k, *draw.choice(counts))
            known[f"2-rung-{k}-{draw.randint(1, 19)}"] = {"moves": "", "over": False, "on": ""}
        last = draw.choice([name for name, made in known.items() if made["over"]] or ["2-rung-0-1"])
        cases.append({"rungs": RUNGS, "records": known, "contest": last})
    told = in_node(LADDERS, ["ladder", "rules", "contest"], cases, tmp_path)
    for case, (said, is_passed, following, *shown) in zip(cases, told, strict=True):
        last, known = case["contest"], case["records"]
        k, now = int(last[7]), rungs_of(known)
        before = rungs_of({name: made for name, made in known.items() if name != last})
        won = known.get(last, {}).get("won", False)
        passed = won if k == 0 else k < 4 and now[k]["open"] and now[k + 1]["open"] > before[k + 1]["open"]
        wanted = [{**terms, **rung} for terms, rung in zip(RUNGS, now, strict=True)]
        assert (said, is_passed) == (wanted, passed), case
        assert shown == [*ladder_of(now)], case
        assert following == f"#puzzle/{now[k + passed]['next']}", case


RECORD = finished() | {"loss": "7/2"}
DAMAGED: dict[str, list[Any]] = {
    "moves": [3],
    "on": [None],
    "won": ["yes", None],
    "loss": [None],
    "look": [2.5, None],
}


def test_a_record_is_of_a_contest_and_has_all_that_is_shown_of_it(tmp_path: Path) -> None:
    day, row, begun = f"2-day-{TODAY}", "2-rung-1-9007199254740991", {"moves": "", "over": False, "on": ""}
    good = [(day, RECORD), (day, finished()), (day, begun), (row, RECORD | {"look": None}), (row, begun)]
    names = ["today", "2-rung-1", "2-rung-1-x", "rung-1-2", "a2-rung-1-2", f"{row}x"]
    bad: list[Any] = [(name, RECORD) for name in [*names, "2-rung-1-9007199254740992"]]
    bad += [(day, RECORD | {key: value}) for key, values in DAMAGED.items() for value in values]
    bad += [(day, None), (row, 3)]
    code = "(contest, all) => all.map(([name, record]) => contest.isRecord(name, record))"
    told = in_node(code, ["contest"], [*good, *bad], tmp_path)
    assert told == [True] * len(good) + [False] * len(bad), list(zip([*good, *bad], told, strict=True))
