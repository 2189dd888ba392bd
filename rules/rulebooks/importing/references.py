"""Finds what a printed text refers to, and says what leads nowhere."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.rulebooks.importing.model import Finding, FindingKind, Unit, UnitKind

_NUMBER = re.compile(r"(?<![\d.])(?P<number>\d+(?:\.\d+)+[a-z]?)(?![\d])|\bSection (?P<section>\d+)\b(?!\.\d)")
_NAMED = re.compile(r"\([Ss]ee (?P<names>[A-Z][^()]*)\)")
_BETWEEN = re.compile(r",? and(?: also see)? |, ")


@dataclass(frozen=True, slots=True)
class PrintedReference:
    """A place in a unit's text that names another unit.

    Attributes:
        start: the position of its first character in the unit's text.
        end: the position after its last.
        words: what stands there.
        target: the id of the unit it names; None where there is none.
    """

    start: int
    end: int
    words: str
    target: str | None


class Lookup:
    """The units of a document by number and by title."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self._numbers: dict[str, Unit] = {}
        self._titles: dict[str, Unit] = {}
        for unit in units:
            known = self._numbers.get(unit.number)
            # A number printed for a definition and again for a heading is referred to as the heading.
            if unit.number and (known is None or (not known.heading and unit.heading)):
                self._numbers[unit.number] = unit
            if unit.kind in (UnitKind.SECTION, UnitKind.HEADING):
                self._titles.setdefault(unit.heading.casefold(), unit)
        self._sorted = sorted(self._titles)
        self._begun: dict[str, Unit | None] = {}

    def numbered(self, number: str) -> Unit | None:
        """Return the unit that a number names."""
        return self._numbers.get(number)

    def titled(self, words: str) -> Unit | None:
        """Return the unit with a title, or with one that begins so."""
        name = words.casefold().strip(" .").removesuffix(" below").removesuffix(" above")
        if name in self._titles:
            return self._titles[name]
        if name not in self._begun:
            self._begun[name] = self._beginning(f"{name} ")
        return self._begun[name]

    def _beginning(self, words: str) -> Unit | None:
        """Return the first unit whose title begins so, found among the sorted titles."""
        found: list[Unit] = []
        for place in range(bisect_left(self._sorted, words), len(self._sorted)):
            if not self._sorted[place].startswith(words):
                break
            found.append(self._titles[self._sorted[place]])
        return min(found, key=lambda unit: unit.order, default=None)

    def references(self, text: str) -> tuple[PrintedReference, ...]:
        """Return what a text refers to, in order."""
        return tuple(sorted((*self._by_number(text), *self._by_name(text)), key=lambda found: found.start))

    def _by_number(self, text: str) -> Iterator[PrintedReference]:
        for match in _NUMBER.finditer(text):
            target = self.numbered(match["number"] or match["section"])
            yield PrintedReference(match.start(), match.end(), match[0], target.id if target else None)

    def _by_name(self, text: str) -> Iterator[PrintedReference]:
        for match in _NAMED.finditer(text):
            at = match.start("names")
            for name in _BETWEEN.split(match["names"]):
                start = text.index(name, at)
                at = start + len(name.rstrip(" ."))
                if not _NUMBER.search(name):
                    target = self.titled(name)
                    yield PrintedReference(start, at, text[start:at], target.id if target else None)


def reference_findings(units: Sequence[Unit]) -> list[Finding]:
    """Return the references that lead nowhere, and the entries of the index that lead past their title."""
    lookup = Lookup(units)
    found: list[Finding] = []
    for unit in units:
        if unit.kind is UnitKind.TERM:
            found += _index_findings(unit, lookup)
        elif unit.kind not in (UnitKind.FRONT, UnitKind.BACK):
            for reference in lookup.references(unit.text):
                if reference.target is None:
                    message = f"“{reference.words}” names no rule of this document."
                    found.append(Finding(FindingKind.REFERENCE, unit.first, unit.id, message))
    return found


def _index_findings(term: Unit, lookup: Lookup) -> Iterator[Finding]:
    place = term.text.removeprefix("Section ")
    target, titled = lookup.numbered(place), lookup.titled(term.heading)
    if target is None:
        yield Finding(
            FindingKind.REFERENCE, term.first, term.id, f"The index sends “{term.heading}” to {place}: no rule."
        )
    elif titled and titled.heading.casefold() == term.heading.casefold() and titled.number != target.number:
        name = f"{place} {target.heading}".strip()
        message = f"The index sends “{term.heading}” to {name}; {titled.number} has that title."
        yield Finding(FindingKind.INDEX, term.first, term.id, message)
