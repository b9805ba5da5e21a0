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
"""What prints JSON with these keys, and the arguments of each run that shows some of them."""

GAME = ["play", "8", "15"], "r\n"
"""A game to be recorded, and what is typed in it."""

HEAD = """# JSON

Made from the keys themselves by `make commands`.

With `--json` the commands `solve`, `explain`, `match`, `review`, `deal` and `record` print one object a
line. They share one set of keys: a key has one type and one meaning, whatever the command is, and whether
a row, a board or a circle lies on the table.

```console
$ twoends solve '5 | [2 8' --json
{"shape": "board", "notation": "5 | [2 8", "values": [5, 2, 8], "opponent": "optimal", \
"method": "contraction", "first": 10, "second": 5, "theirs_first": 5, "theirs_second": 10, \
"margin_first": 5, "margin_second": -5, "go_first": true, "to_move": "you", "winner": "you", \
"best": ["1:R"], "line": "1:R 0:L 1:R", "line_second": "1:R 0:L 1:R", \
"moves": [{"end": "1:R", "total": 10, "loss": 0}, {"end": "0:L", "total": 7, "loss": 3}], \
"sum": 15, "yours": 0, "theirs": 0, "exact": true, "error": 0, "positions": 6}
```

- A **number** is a JSON number where it is whole, of any size, or a float. Any other exact number is text,
  so that nothing is rounded on the way: `"1/3"`, `"2.50"`.
- An **end** is text, as the notation writes it: `L` or `R` of a row, `2:L` of component 2 of a board, `3`
  for the card of a circle that is taken first.
- **Text reads back**: `notation` is read by `parse` and on the command line, `opponent` by `--opponent`,
  and `line` is written as the moves of a game are.
- `null` says that there is no such thing, or that nobody can know it; the table says where that may be.
  No key is ever left out, except that `explain` prints the keys of its table that fit the rules.

What is solved may be a game. Then totals count what is left of it, ends keep the numbers of what was dealt,
and `moves` and `best` are those of the player whom `to_move` names; totals stay yours.

```console
$ twoends solve '8 15 3 7 / first / R' --json | grep -o '"values.*"second": [0-9]*'
"values": [8, 15, 3, 7], "opponent": "optimal", "method": "contraction", "first": 11, "second": 15
```

Studies, tournaments and the judge report on many games at once, with keys of their own.

## The keys

"""


def page() -> str:
    """The whole page as Markdown."""
    found = {name: keys(printed(name)) for name in COMMANDS}
    rows = [("key", "type", "meaning", "in"), ("---",) * 4]
    for key, (kind, meaning) in KEYS.items():
        homes = [name for name in COMMANDS if key in found[name]]
        rows.append((f"`{key}`", kind, meaning, "all" if len(homes) == len(COMMANDS) else ", ".join(homes)))
    return HEAD + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def printed(name: str) -> list[Any]:
    """The object that each run of a command prints; for `record`, after one game."""
    with TemporaryDirectory() as folder:
        runner = CliRunner(env={"XDG_DATA_HOME": folder})
        if name == "record":
            words, typed = GAME
            runner.invoke(commands, words, input=typed, catch_exceptions=False)
        runs = [
            runner.invoke(commands, [name, *arguments, "--json"], catch_exceptions=False)
            for arguments in COMMANDS[name]
        ]
    return [json.loads(run.stdout) for run in runs]


def keys(what: Any) -> set[str]:
    """Every key of an object, and of the objects in it."""
    if isinstance(what, list):
        return set().union(*map(keys, what))
    return set(what).union(*map(keys, what.values())) if isinstance(what, dict) else set()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the table of JSON keys from the keys themselves.")
    parser.add_argument("file", type=Path, help="such as docs/json.md")
    parser.parse_args().file.write_text(page(), "utf-8")
