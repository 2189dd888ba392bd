"""Check that our texts do not copy a printed document."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from rules.rulebooks import Rulebook

RUN = 8
"""A run of as many words of the printed text is a sentence of the printed text."""


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, without figures and apostrophes."""
    return re.findall(r"[a-z]+", re.sub(r"['’]", "", text.casefold()))  # noqa: RUF001 printed apostrophe


def printed(shared_dir: Path, start: str) -> str:
    """Return the printed document whose file begins so."""
    return next((shared_dir / "seeds").glob(f"{start}*")).read_text(encoding="utf-8")


def texts_of(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Yield what a document of ours says, with where: rules, examples, notes, meanings of terms."""
    for rule in book.rules:
        for text in (rule.text, *rule.examples, *(note.text for note in rule.notes)):
            yield rule.id, text
    for term in book.glossary:
        yield term.name, term.meaning


def copied(texts: Iterable[tuple[str, str]], sources: Iterable[str]) -> list[tuple[str, str]]:
    """Return the runs of words in texts that stand in one of the printed documents, each with where."""
    runs: set[tuple[str, ...]] = set()
    for source in sources:
        theirs = words(source)
        runs |= {tuple(theirs[at : at + RUN]) for at in range(len(theirs) - RUN + 1)}
    return [
        (where, " ".join(ours[at : at + RUN]))
        for where, text in texts
        for ours in (words(text),)
        for at in range(len(ours) - RUN + 1)
        if tuple(ours[at : at + RUN]) in runs
    ]
