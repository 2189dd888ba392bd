"""Finds what a printed text refers to, and says what leads nowhere."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from rules.rulebooks.importing.model import Finding, FindingKind, Unit, UnitKind

_NUMBER = re.compile(r"(?<![\d.])(?P<number>\d+(?:\.\d+)+[a-z]?)(?![\d])|\bSection (?P<section>\d+)\b(?!\.\d)")
_NAMED = re.compile(r"\([Ss]ee (?P<names>[A-Z][^()]*)\)")
AS_PRINTED: Mapping[tuple[str, str], str] = MappingProxyType({})
"""For a document whose references lead where they should."""

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
    """The units of a document by number and by title.

    Args:
        units: of the document.
        corrections: the number meant, by the id of a unit and the number printed in it, where that leads elsewhere; an
            empty one where no rule is meant.
    """

    def __init__(self, units: Sequence[Unit], corrections: Mapping[tuple[str, str], str] = AS_PRINTED) -> None:
        self._corrections = corrections
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

    def references(self, text: str, unit: str = "") -> tuple[PrintedReference, ...]:
        """Return what a text refers to, in order.

        Args:
            text: the text.
            unit: the id of the unit that it is of, in which references may have been corrected.
        """
        return tuple(sorted((*self._by_number(text, unit), *self._by_name(text)), key=lambda found: found.start))

    def corrected(self, unit: str, printed: str) -> str | None:
        """Return the number meant by another one printed in a unit; empty for none, None where it is right."""
        return self._corrections.get((unit, printed))

    def _by_number(self, text: str, unit: str) -> Iterator[PrintedReference]:
        for match in _NUMBER.finditer(text):
            printed = match["number"] or match["section"]
            meant = self.corrected(unit, printed)
            target = self.numbered(printed if meant is None else meant)
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


def reference_findings(
    units: Sequence[Unit], corrections: Mapping[tuple[str, str], str] = AS_PRINTED, history: str = ""
) -> list[Finding]:
    """Return the references that lead nowhere or elsewhere, and the entries of the index that lead past their title.

    Args:
        units: of the document.
        corrections: the number meant where another is printed, see :class:`Lookup`.
        history: the id of the unit that lists changes: what it names may be gone.
    """
    lookup = Lookup(units, corrections)
    found: list[Finding] = []
    for unit in units:
        if unit.kind is UnitKind.TERM:
            found += _index_findings(unit, lookup)
        elif unit.kind not in (UnitKind.FRONT, UnitKind.BACK) and unit.id != history:
            found += _text_findings(unit, lookup)
    return found


def _text_findings(unit: Unit, lookup: Lookup) -> Iterator[Finding]:
    """Yield a finding for each reference in a unit that leads nowhere, or that has been corrected."""
    for reference in lookup.references(unit.text, unit.id):
        meant = lookup.corrected(unit.id, reference.words)
        if lookup.numbered(reference.words) is None and (reference.target is None or meant is not None):
            said = f"“{reference.words}” names no rule of this document"
            message = f"{said}; {meant} is meant." if meant else f"{said}."
            yield Finding(FindingKind.REFERENCE, unit.first, unit.id, message)
        elif meant is not None:
            which = f"{meant} is meant" if meant else "no rule is meant"
            message = f"“{reference.words}” names a rule about something else; {which}."
            yield Finding(FindingKind.ELSEWHERE, unit.first, unit.id, message)


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
