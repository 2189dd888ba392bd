"""Cross-references in printed documents, and findings on broken ones."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from rules.rulebooks.importer.model import Finding, FindingKind, Unit, UnitKind

_NUMBER = re.compile(r"(?<![\d.])(?P<number>\d+(?:\.\d+)+[a-z]?)(?![\d])|\bSection (?P<section>\d+)\b(?!\.\d)")
_NAMED = re.compile(r"\([Ss]ee (?P<names>[A-Z][^()]*)\)")
NO_CORRECTIONS: Mapping[tuple[str, str], str] = MappingProxyType({})
"""Corrections for a document without wrong references."""

_BETWEEN = re.compile(r",? and(?: also see)? |, ")


@dataclass(frozen=True, slots=True)
class PrintedReference:
    """A cross-reference in a unit's text.

    Attributes:
        start: index of its first character.
        end: index after its last character.
        words: its text.
        target: id of the unit it refers to; None if there is none.
    """

    start: int
    end: int
    words: str
    target: str | None


class Lookup:
    """Lookup of units by number and by title.

    Args:
        units: of the document.
        corrections: correct number, by unit id and printed number, of wrong references; empty if no rule is meant.
    """

    def __init__(self, units: Sequence[Unit], corrections: Mapping[tuple[str, str], str] = NO_CORRECTIONS) -> None:
        self._corrections = corrections
        self._numbers: dict[str, Unit] = {}
        self._titles: dict[str, Unit] = {}
        for unit in units:
            same_number = self._numbers.get(unit.number)
            # If a number is printed for a definition and again for a heading, references mean the heading.
            if unit.number and (same_number is None or (not same_number.heading and unit.heading)):
                self._numbers[unit.number] = unit
            if unit.kind in (UnitKind.SECTION, UnitKind.HEADING):
                self._titles.setdefault(unit.heading.casefold(), unit)
        self._sorted = sorted(self._titles)
        self._prefix_matches: dict[str, Unit | None] = {}

    def by_number(self, number: str) -> Unit | None:
        """Return the unit with a number."""
        return self._numbers.get(number)

    def by_title(self, words: str) -> Unit | None:
        """Return the unit with a title, or the unit whose title starts with these words."""
        name = words.casefold().strip(" .").removesuffix(" below").removesuffix(" above")
        if name in self._titles:
            return self._titles[name]
        if name not in self._prefix_matches:
            self._prefix_matches[name] = self._find_by_prefix(f"{name} ")
        return self._prefix_matches[name]

    def _find_by_prefix(self, words: str) -> Unit | None:
        """Return the first unit in the document whose title starts with these words."""
        units: list[Unit] = []
        for place in range(bisect_left(self._sorted, words), len(self._sorted)):
            if not self._sorted[place].startswith(words):
                break
            units.append(self._titles[self._sorted[place]])
        return min(units, key=lambda unit: unit.order, default=None)

    def references(self, text: str, unit: str = "") -> tuple[PrintedReference, ...]:
        """Return the cross-references in a text, in order.

        Args:
            text: the text.
            unit: id of its unit, for corrected references.
        """
        return tuple(
            sorted((*self._by_number(text, unit), *self._by_name(text)), key=lambda reference: reference.start)
        )

    def correction(self, unit: str, printed: str) -> str | None:
        """Return the correct number of a wrong reference.

        Empty for no rule, None if right.
        """
        return self._corrections.get((unit, printed))

    def _by_number(self, text: str, unit: str) -> Iterator[PrintedReference]:
        for match in _NUMBER.finditer(text):
            printed = match["number"] or match["section"]
            number = self.correction(unit, printed)
            target = self.by_number(printed if number is None else number)
            yield PrintedReference(match.start(), match.end(), match[0], target.id if target else None)

    def _by_name(self, text: str) -> Iterator[PrintedReference]:
        for match in _NAMED.finditer(text):
            names_start = match.start("names")
            for name in _BETWEEN.split(match["names"]):
                start = text.index(name, names_start)
                names_start = start + len(name.rstrip(" ."))
                if not _NUMBER.search(name):
                    target = self.by_title(name)
                    yield PrintedReference(start, names_start, text[start:names_start], target.id if target else None)


def reference_findings(
    units: Sequence[Unit], corrections: Mapping[tuple[str, str], str] = NO_CORRECTIONS, history: str = ""
) -> list[Finding]:
    """Return findings on broken and wrong references, including the index.

    Args:
        units: of the document.
        corrections: see :class:`Lookup`.
        history: id of the unit with the list of changes, which may name removed units.
    """
    lookup = Lookup(units, corrections)
    findings: list[Finding] = []
    for unit in units:
        if unit.kind is UnitKind.TERM:
            findings += _index_findings(unit, lookup)
        elif unit.kind not in (UnitKind.FRONT, UnitKind.BACK) and unit.id != history:
            findings += _text_findings(unit, lookup)
    return findings


def _text_findings(unit: Unit, lookup: Lookup) -> Iterator[Finding]:
    """Yield findings on broken and corrected references in a unit."""
    for reference in lookup.references(unit.text, unit.id):
        number = lookup.correction(unit.id, reference.words)
        if lookup.by_number(reference.words) is None and (reference.target is None or number is not None):
            statement = f"“{reference.words}” names no rule of this document"
            message = f"{statement}; {number} is meant." if number else f"{statement}."
            yield Finding(FindingKind.REFERENCE, unit.first, unit.id, message)
        elif number is not None:
            which = f"{number} is meant" if number else "no rule is meant"
            message = f"“{reference.words}” names a rule about something else; {which}."
            yield Finding(FindingKind.ELSEWHERE, unit.first, unit.id, message)


def _index_findings(term: Unit, lookup: Lookup) -> Iterator[Finding]:
    place = term.text.removeprefix("Section ")
    target, by_title = lookup.by_number(place), lookup.by_title(term.heading)
    if target is None:
        yield Finding(
            FindingKind.REFERENCE, term.first, term.id, f"The index sends “{term.heading}” to {place}: no rule."
        )
    elif by_title and by_title.heading.casefold() == term.heading.casefold() and by_title.number != target.number:
        name = f"{place} {target.heading}".strip()
        message = f"The index sends “{term.heading}” to {name}; {by_title.number} has that title."
        yield Finding(FindingKind.INDEX, term.first, term.id, message)
