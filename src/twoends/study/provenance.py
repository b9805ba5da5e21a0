"""The provenance of a chunk: its Parquet files say what made them, and are asked before they are counted.

    twoends.version  the version of twoends
    twoends.study    the description as JSON, with the digest of a file of rows, without the count
    twoends.chunk    which rows: length, number, start, stop
    twoends.players  a digest of each player who is not built in: of their module, or of their bot's files
    twoends.digest   a digest of the whole file, with zeros where the digest stands

The last one is looked for as plain bytes: a reader of Parquet is never given a damaged file, because some
damage makes it end the process.
"""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twoends import __version__
from twoends.rules.rules import DEFAULT
from twoends.study.description import Chunk, Study
from twoends.study.files import StudyError, digest
from twoends.study.pairings import BOT, is_own

if TYPE_CHECKING:
    import polars as pl

Provenance = dict[str, Any]
"""What made a chunk: version, study, players, chunk."""

BLANK = b"0" * 64

SEAL = re.compile(rb"twoends\.digest\x18\x40([0-9a-f]{64})")
"""The key, then what Parquet writes before a text of 64 bytes, then the digest."""


def provenance(study: Study, chunk: Chunk | None = None) -> Provenance:
    """The version, the description and the players of a study, here and now, and a chunk of it.

    Raises StudyError for a module that is not what was loaded.
    """
    described = {name: value for name, value in study.plain().items() if name != "count"}
    made_by = {"version": __version__, "study": described, "players": digests_of_players(study)}
    return made_by if chunk is None else made_by | {"chunk": asdict(chunk)}


def write_with_provenance(frame: pl.DataFrame, made_by: Provenance) -> bytes:
    """Write a frame as Parquet that tells its provenance; the same frame and origin give the same bytes."""
    told = {f"twoends.{name}": json.dumps(value, ensure_ascii=False) for name, value in made_by.items()}
    file = BytesIO()
    frame.write_parquet(file, metadata=told | {"twoends.digest": BLANK.decode()})
    content = file.getvalue()
    found = _seal(content)
    assert found is not None, "Parquet has no other way to write a text"
    start, stop = found.span(1)
    return content[:start] + hashlib.sha256(content).hexdigest().encode() + content[stop:]


def read_provenance(content: bytes, path: Path) -> Provenance | None:
    """Read the provenance that a file tells; None for one that is empty, cut off or of another make.

    Raises StudyError for one that was changed after it was written.
    """
    found = _seal(content)
    if found is None:
        return None
    start, stop = found.span(1)
    if hashlib.sha256(content[:start] + BLANK + content[stop:]).hexdigest().encode() != found[1]:
        raise StudyError(f"{path} was changed after it was written: delete it and run again")
    import polars as pl

    told = pl.read_parquet_metadata(BytesIO(content))
    return {name: json.loads(told[f"twoends.{name}"]) for name in ("version", "study", "players", "chunk")}


def _seal(content: bytes) -> re.Match[bytes] | None:
    if not content.endswith(b"PAR1"):  # as every whole file of Parquet does
        return None
    found = list(SEAL.finditer(content))
    return found[-1] if found else None  # the file's own stands in the footer


def require_provenance(path: Path, told: Provenance, now: Provenance, chunk: Chunk) -> None:
    """Raise StudyError where a file was made for another study, for other rows or with other players.

    Versions are not compared, nor the end of a chunk that was cut short by a smaller count.
    """
    if differences := list(differing(told["study"], now["study"])):
        raise StudyError(
            f"{path} was made for another study: {'; '.join(differences)}; "
            "put study.toml back as it was, or give another folder"
        )
    there = Chunk(**told["chunk"])
    if replace(there, stop=chunk.stop) != chunk or there.stop > chunk.stop:
        raise StudyError(
            f"{path} holds rows {there.start:,} to {there.stop:,} of {there.length:,} cards, "
            f"not {chunk.start:,} to {chunk.stop:,} of {chunk.length:,}: delete it and run again"
        )
    for player, known in now["players"].items():
        if known and told["players"].get(player) != known:
            raise StudyError(
                f"{player} has changed since {path} was made: put them back as they were, "
                "or give another folder"
            )


def differing(there: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """Say what differs between two descriptions as plain values, part by part."""
    there, now = ({"rules": str(DEFAULT)} | each for each in (there, now))
    files = [each["rows"].startswith("file ") for each in (there, now)]
    if there["rows"] == now["rows"] and there["digest"] != now["digest"]:
        yield f"{now['rows'].removeprefix('file ')} has changed"
    for name in there:
        if name == "digest" or (name in ("lengths", "count") and any(files)):
            continue  # follows from the rows
        if there[name] != now.get(name):
            yield f"{name.replace('_', ' ')}: {_told(there[name])} there, {_told(now.get(name))} now"


def _told(value: object) -> str:
    match value:
        case bool():
            return "on" if value else "off"
        case [*several]:
            return ", ".join(map(str, several)) or "not given"
        case _:
            return str(value)


# --- players -----------------------------------------------------------------------------------


def digests_of_players(study: Study) -> dict[str, str]:
    """Hash what each player is made of who is not built in; empty for a bot that is not there.

    Raises StudyError for a module that has changed since this process loaded it.
    """
    return {
        name: _of_bot(name) if name.startswith(BOT) else _of_function(name.split()[0])
        for name in sorted(study.players)
        if is_own(name)
    }


def _of_bot(name: str) -> str:
    """Hash the program and every file that its command names."""
    program, *words = shlex.split(name.removeprefix(BOT))
    found = shutil.which(program)
    if found is None:
        return ""
    files = [found, *(word for word in words if Path(word).is_file())]
    return _joined([digest(file) for file in files])


def _of_function(name: str) -> str:
    """Hash the module that is named, and the one in which the function stands, if that is another one."""
    module, _, attribute = name.partition(":")
    function = getattr(import_module(module), attribute)
    modules = {module: None, getattr(function, "__module__", module): None}
    files = [file for each in modules if (file := getattr(sys.modules.get(each), "__file__", None))]
    for file in files:
        if digest(file) != _when_loaded(file):
            raise StudyError(f"{file} has changed since Python loaded it: run again, in a new process")
    return _joined([_when_loaded(file) for file in files])


@cache
def _when_loaded(file: str) -> str:
    """The digest of a module at the first sight of it, right after it was loaded."""
    return digest(file)


def _joined(digests: list[str]) -> str:
    return hashlib.sha256(" ".join(digests).encode()).hexdigest()
