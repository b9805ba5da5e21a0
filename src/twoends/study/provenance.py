"""The provenance of a chunk: the metadata of its Parquet files, checked before their counts are used.

    twoends.version  the version of twoends
    twoends.study    the description as JSON, with the digest of a file of rows, without the count
    twoends.chunk    which rows: length, number, start, stop
    twoends.players  digests of the user's players: of a function's module, or of a bot's files
    twoends.digest   the digest of the whole file, computed with zeros in place of the digest

The digest is located by searching the bytes, before any Parquet reader sees the file: some damaged files
make the reader end the process.
"""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import shutil
import sys
from collections.abc import Iterable, Iterator
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
"""The key, then the bytes that Parquet writes before a string of 64 bytes, then the digest."""


def provenance(study: Study, chunk: Chunk | None = None) -> Provenance:
    """Return the provenance of what this process would measure: the whole study, or one chunk.

    Raises StudyError if the module of a player has changed since it was loaded.
    """
    description = {name: value for name, value in study.plain().items() if name != "count"}
    made_by = {"version": __version__, "study": description, "players": digests_of_players(study)}
    return made_by if chunk is None else made_by | {"chunk": asdict(chunk)}


def write_with_provenance(frame: pl.DataFrame, made_by: Provenance) -> bytes:
    """Return a frame as a Parquet file with its provenance; equal arguments give the same bytes."""
    metadata = {f"twoends.{name}": json.dumps(value, ensure_ascii=False) for name, value in made_by.items()}
    file = BytesIO()
    frame.write_parquet(file, metadata=metadata | {"twoends.digest": BLANK.decode()})
    content = file.getvalue()
    seal = _seal(content)
    assert seal is not None, "Parquet has only one way to write a string"
    start, stop = seal.span(1)
    return content[:start] + hashlib.sha256(content).hexdigest().encode() + content[stop:]


def read_provenance(content: bytes, path: Path) -> Provenance | None:
    """Read the provenance of a file; None if the file is empty, truncated or not a chunk's.

    Raises StudyError if it was changed after it was written.
    """
    seal = _seal(content)
    if seal is None:
        return None
    start, stop = seal.span(1)
    if hashlib.sha256(content[:start] + BLANK + content[stop:]).hexdigest().encode() != seal[1]:
        raise StudyError(f"{path} was changed after it was written: delete it and run again")
    import polars as pl

    metadata = pl.read_parquet_metadata(BytesIO(content))
    return {
        name: json.loads(metadata[f"twoends.{name}"]) for name in ("version", "study", "players", "chunk")
    }


def _seal(content: bytes) -> re.Match[bytes] | None:
    if not content.endswith(b"PAR1"):  # as every complete Parquet file does
        return None
    seals = list(SEAL.finditer(content))
    return seals[-1] if seals else None  # the metadata is in the footer, after the data


def require_provenance(path: Path, stored: Provenance, current: Provenance, chunk: Chunk) -> None:
    """Raise StudyError if a file was made for another study, for other rows or with other players.

    Versions are not compared, and a chunk may end early, as the last chunk of a smaller count does.
    """
    if differences := list(differing(stored["study"], current["study"])):
        raise StudyError(
            f"{path} was made for another study: {'; '.join(differences)}; "
            "restore study.toml, or give another folder"
        )
    made = Chunk(**stored["chunk"])
    if replace(made, stop=chunk.stop) != chunk or made.stop > chunk.stop:
        raise StudyError(
            f"{path} holds rows {made.start:,} to {made.stop:,} of {made.length:,} cards, "
            f"not {chunk.start:,} to {chunk.stop:,} of {chunk.length:,}: delete it and run again"
        )
    for player, current_digest in current["players"].items():
        if current_digest and stored["players"].get(player) != current_digest:
            raise StudyError(
                f"{player} has changed since {path} was made: restore its files, or give another folder"
            )


def differing(stored: dict[str, Any], current: dict[str, Any]) -> Iterator[str]:
    """Yield a phrase for each difference between two descriptions, given as plain values."""
    stored, current = ({"rules": str(DEFAULT)} | values for values in (stored, current))
    from_file = any(values["rows"].startswith("file ") for values in (stored, current))
    if stored["rows"] == current["rows"] and stored["digest"] != current["digest"]:
        yield f"{current['rows'].removeprefix('file ')} has changed"
    for name, value in stored.items():
        if name == "digest" or (name in ("lengths", "count") and from_file):
            continue  # the file determines it
        if value != current.get(name):
            yield f"{name.replace('_', ' ')}: {_as_text(value)} there, {_as_text(current.get(name))} now"


def _as_text(value: object) -> str:
    match value:
        case bool():
            return "on" if value else "off"
        case [*items]:
            return ", ".join(map(str, items)) or "not given"
        case _:
            return str(value)


# --- players -----------------------------------------------------------------------------------


def digests_of_players(study: Study) -> dict[str, str]:
    """Hash the files of the user's players, by name; "" for a bot whose program is not found.

    Raises StudyError if a module has changed since this process loaded it.
    """
    return {
        name: _digest_of_bot(name) if name.startswith(BOT) else _digest_of_function(name.split()[0])
        for name in sorted(study.players)
        if is_own(name)
    }


def _digest_of_bot(name: str) -> str:
    """Hash the program and every file that its command names."""
    program, *words = shlex.split(name.removeprefix(BOT))
    path = shutil.which(program)
    if path is None:
        return ""
    files = [path, *(word for word in words if Path(word).is_file())]
    return _digest_of_digests(map(digest, files))


def _digest_of_function(name: str) -> str:
    """Hash the module in the name, and the one that defines the function, if that is another one."""
    module, _, attribute = name.partition(":")
    function = getattr(import_module(module), attribute)
    modules = {module: None, getattr(function, "__module__", module): None}
    files = [file for name in modules if (file := getattr(sys.modules.get(name), "__file__", None))]
    for file in files:
        if digest(file) != _digest_when_loaded(file):
            raise StudyError(f"{file} has changed since Python loaded it: run again, in a new process")
    return _digest_of_digests(map(_digest_when_loaded, files))


@cache
def _digest_when_loaded(file: str) -> str:
    """The digest at the first call, right after the module was loaded."""
    return digest(file)


def _digest_of_digests(digests: Iterable[str]) -> str:
    return hashlib.sha256(" ".join(digests).encode()).hexdigest()
