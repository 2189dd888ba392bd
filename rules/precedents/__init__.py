"""Rulings that are known of a game: what was asked, what was answered, and a play that shows it.

Each is package data of its game, in our own words; where the engine can, it is backed by a record that replays to the
same answer.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from importlib.resources.abc import Traversable
from typing import Any

__all__ = ["Precedent", "read_precedents"]


@dataclass(frozen=True)
class Precedent:
    """A ruling that is known.

    Attributes:
        id: a stable word.
        title: a line that names the situation.
        question: what was asked.
        answer: what was answered.
        rules: citations of the rules it rests on.
        cards: names of the cards it is about.
        status: provisional, head_judge or official.
        by: who says so, and how sure that is.
        on: when, as near as is known.
        source: the address where it was said.
        record: a play that replays to the answer; empty where the engine has nothing to play.
        verdict: what the engine says of the record: legal or illegal; empty without a record.
        shows: what holds on the board at the end of the record, each as "thing: value".
    """

    id: str
    title: str
    question: str
    answer: str
    rules: tuple[str, ...]
    cards: tuple[str, ...]
    status: str
    by: str
    on: date
    source: str
    record: str = ""
    verdict: str = ""
    shows: tuple[str, ...] = ()


def read_precedents(folder: Traversable) -> Mapping[str, Precedent]:
    """Return the rulings of a folder of TOML files by id, in the order of the files; records lie beside as ``ID.rec``.

    Raises:
        ValueError: an id appears twice, or a ruling names a verdict without a record or the other way about.
    """
    found: dict[str, Precedent] = {}
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if not file.name.endswith(".toml"):
            continue
        for slug, entry in tomllib.loads(file.read_text(encoding="utf-8")).items():
            record = folder / f"{slug}.rec"
            precedent = _precedent(slug, entry, record.read_text(encoding="utf-8") if record.is_file() else "")
            if slug in found:
                raise ValueError(f"two rulings are called {slug!r}")
            found[slug] = precedent
    return found


def _precedent(slug: str, entry: Mapping[str, Any], record: str) -> Precedent:
    """Return one ruling.

    Raises:
        ValueError: it has a verdict without a record, or a record without a verdict.
    """
    if bool(record) != bool(entry.get("verdict")):
        raise ValueError(f"{slug}: a record and its verdict go together")

    def text(name: str) -> str:
        return str(entry.get(name, "")).strip()

    return Precedent(
        id=slug,
        title=text("title"),
        question=text("question"),
        answer=text("answer"),
        rules=tuple(entry.get("rules", ())),
        cards=tuple(entry.get("cards", ())),
        status=text("status"),
        by=text("by"),
        on=entry["on"],
        source=text("source"),
        record=record,
        verdict=text("verdict"),
        shows=tuple(entry.get("shows", ())),
    )
