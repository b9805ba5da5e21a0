"""Write docs/json.md, the table of all JSON keys, from the keys themselves.

python tools/json_keys.py docs/json.md

A test fails when the page is stale, and when a command prints a key that is not in the table.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from click.testing import CliRunner

from twoends.cli import commands
from twoends.views.json import KEYS

COMMANDS: dict[str, list[list[str]]] = {
    "solve": [["8", "15", "3", "7"]],
    "explain": [["8", "15", "3", "7"], ["8", "15", "3", "7", "--rules", "take 1-3 left"]],
    "match": [["8", "15", "3", "7"]],
    "review": [["8 15 3 7 / first / LLRL"]],
    "deal": [["--length", "4", "--seed", "7"]],
    "record": [[]],
}
"""The commands that print these keys, with the arguments of runs that together print all their keys."""

GAME = ["play", "8", "15"], "r\n"
"""A game to record: its command, and the keys typed."""

HEAD = """# JSON

Generated from the keys in the code by `make commands`.

With `--json` the commands `solve`, `explain`, `match`, `review`, `deal` and `record` print one object per
line. They share one set of keys: a key has the same type and meaning in every command, for rows, boards
and circles.

```console
$ twoends solve '5 | [2 8' --json
{"shape": "board", "notation": "5 | [2 8", "values": [5, 2, 8], "opponent": "optimal", \
"method": "contraction", "first": 10, "second": 5, "theirs_first": 5, "theirs_second": 10, \
"margin_first": 5, "margin_second": -5, "go_first": true, "to_move": "you", "winner": "you", \
"best": ["1:R"], "line": "1:R 0:L 1:R", "line_second": "1:R 0:L 1:R", \
"moves": [{"end": "1:R", "total": 10, "loss": 0}, {"end": "0:L", "total": 7, "loss": 3}], \
"sum": 15, "yours": 0, "theirs": 0, "exact": true, "error": 0, "positions": 6}
```

- A **number** is a JSON number if it is an integer, of any size, or a float. Any other exact number is a
  string, so that it is not rounded: `"1/3"`, `"2.50"`.
- An **end** is a string in the usual notation: `L` or `R` of a row, `2:L` for component 2 of a board, `3`
  for the first card taken from a circle.
- **Strings can be read back**: `parse` and the command line read `notation`, `--opponent` reads
  `opponent`, and `line` has the form of the moves of a game.
- `null` means that there is no such value, or that it is unknown; the table says where it may occur.
  No key is ever omitted, except that `explain` prints only the keys of its table that apply to the rules.

A game in progress can be solved too. Totals then cover the cards that remain, ends are numbered as in the
original deal, and `moves` and `best` are those of the player in `to_move`; totals are always yours.

```console
$ twoends solve '8 15 3 7 / first / R' --json | grep -o '"values.*"second": [0-9]*'
"values": [8, 15, 3, 7], "opponent": "optimal", "method": "contraction", "first": 11, "second": 15
```

Studies, tournaments and the judge report on many games at once and have their own keys.

## The keys

"""


def page() -> str:
    """Return the page as Markdown."""
    keys_of = {name: keys(printed(name)) for name in COMMANDS}
    rows = [("key", "type", "meaning", "in"), ("---",) * 4]
    for key, (kind, meaning) in KEYS.items():
        homes = [name for name in COMMANDS if key in keys_of[name]]
        rows.append((f"`{key}`", kind, meaning, "all" if len(homes) == len(COMMANDS) else ", ".join(homes)))
    return HEAD + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def printed(name: str) -> list[Any]:
    """Return the objects that the runs of a command print; for `record`, after one game."""
    with TemporaryDirectory() as folder:
        runner = CliRunner(env={"XDG_DATA_HOME": folder})
        if name == "record":
            arguments, typed = GAME
            runner.invoke(commands, arguments, input=typed, catch_exceptions=False)
        runs = [
            runner.invoke(commands, [name, *arguments, "--json"], catch_exceptions=False)
            for arguments in COMMANDS[name]
        ]
    return [json.loads(run.stdout) for run in runs]


def keys(value: Any) -> set[str]:
    """Return the keys of all objects in a JSON value."""
    if isinstance(value, list):
        return set().union(*map(keys, value))
    return set(value).union(*map(keys, value.values())) if isinstance(value, dict) else set()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the table of JSON keys from the keys themselves.")
    parser.add_argument("file", type=Path, help="such as docs/json.md")
    parser.parse_args().file.write_text(page(), "utf-8")
