"""Precedents: known rulings of a game with the question, the answer and a record.

They are package data of the game, in our own words. Where the engine supports it, a record replays to the same answer.
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
    """A known ruling.

    Attributes:
        id: a stable id.
        title: the situation in one line.
        question: the question.
        answer: the answer.
        rules: citations of the rules it is based on.
        cards: names of the cards it is about.
        status: provisional, head_judge or official.
        by: the author, and how certain the attribution is.
        on: the date, if known.
        source: the URL of the source.
        record: a record that replays to the answer; empty if the engine does not support it.
        verdict: the engine's verdict on the record: legal or illegal; empty without a record.
        shows: facts on the board at the end of the record, each as "name: value".
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
    """Return the precedents in a folder of TOML files by id.

    Their records are ``ID.rec``.

    Raises:
        ValueError: an id occurs twice, or a precedent has a verdict without a record or the reverse.
    """
    precedents: dict[str, Precedent] = {}
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if not file.name.endswith(".toml"):
            continue
        for slug, entry in tomllib.loads(file.read_text(encoding="utf-8")).items():
            record = folder / f"{slug}.rec"
            precedent = _precedent(slug, entry, record.read_text(encoding="utf-8") if record.is_file() else "")
            if slug in precedents:
                raise ValueError(f"two rulings are called {slug!r}")
            precedents[slug] = precedent
    return precedents


def _precedent(slug: str, entry: Mapping[str, Any], record: str) -> Precedent:
    """Build one precedent from its TOML table and its record.

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
