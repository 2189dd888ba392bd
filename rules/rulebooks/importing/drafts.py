"""Units while they are read, and how they become units: what both kinds of document share."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from rules.rulebooks.importing.errors import TooManyUnitsError
from rules.rulebooks.importing.model import LOST_SYMBOL, Finding, FindingKind, Unit, UnitKind
from rules.rulebooks.importing.passages import Block, as_printed, lost_symbols, passages

MOST_UNITS = 5_000
"""Some fifteen times the rules of the longest document this was made for."""

MOST_FINDINGS = 1_000
"""More than anybody looks through."""


@dataclass
class Draft:
    """A unit while it is read.

    Attributes:
        kind: what it is.
        first: the number of its first line.
        heading: its printed title.
        number: the number it is cited by.
        printed: the number as printed.
        id: its id.
        parent: the position of the unit above it.
        blocks: its text.
    """

    kind: UnitKind
    first: int
    heading: str = ""
    number: str = ""
    printed: str = ""
    id: str = ""
    parent: int | None = None
    blocks: list[Block] = field(default_factory=list)


def front(lines: Sequence[str], end: int) -> list[Draft]:
    """Return what stands before the rules as a unit; nothing where only blank lines do.

    Args:
        lines: of the source.
        end: the position of the first line that is no longer part of it.
    """
    if not any(lines[:end]):
        return []
    draft = Draft(UnitKind.FRONT, 1, id="front")
    draft.blocks = [Block(number, [line]) for number, line in enumerate(lines[:end], start=1) if line.strip()]
    return [draft]


def finished(
    drafts: Sequence[Draft], lines: int, *, symbols: bool, run_on: bool = False, plain: bool = False
) -> tuple[Unit, ...]:
    """Return drafts as units. Each takes the lines up to the next one; the first begins with line 1.

    Args:
        drafts: in the order of the document.
        lines: how many the document has.
        symbols: whether the copy has lost its symbols.
        run_on: whether a paragraph after an example goes on with it.
        plain: whether the document is in no markup.
    """
    units: list[Unit] = []
    for order, draft in enumerate(drafts):
        above = None if draft.parent is None else units[draft.parent]
        marked = passages(draft.blocks, symbols=symbols and _may_gap(draft), run_on=run_on)
        units.append(
            Unit(
                id=draft.id,
                number=draft.number,
                printed=draft.printed,
                order=order,
                parent=above.id if above else None,
                kind=draft.kind,
                heading=draft.heading,
                path=(*above.path, above.heading or above.label) if above else (),
                passages=tuple(as_printed(draft.blocks) if plain else marked),
                first=draft.first if order else 1,
                last=drafts[order + 1].first - 1 if order + 1 < len(drafts) else lines,
            )
        )
    return tuple(units)


def _may_gap(draft: Draft) -> bool:
    return draft.kind not in (UnitKind.FRONT, UnitKind.BACK)


def text_findings(drafts: Iterable[Draft], units: Sequence[Unit], *, symbols: bool) -> list[Finding]:
    """Return what looks odd inside the units' texts: lost symbols, paragraphs put together, lines left out."""
    found: list[Finding] = []
    for draft, unit in zip(drafts, units, strict=True):
        for block in draft.blocks:
            gaps = lost_symbols(block.text).count(LOST_SYMBOL) if symbols and _may_gap(draft) else 0
            if gaps:
                message = f"{gaps} gap{'s' if gaps > 1 else ''} where a symbol seems to be missing; fill in its name."
                found.append(Finding(FindingKind.SYMBOL, block.first, unit.id, message))
            if block.joined:
                message = "Two paragraphs were put together: a sentence goes on after the page break."
                found.append(Finding(FindingKind.JOINED, block.first, unit.id, message))
        if unit.kind is UnitKind.BACK:
            message = f"Lines {unit.first} to {unit.last} stand after the rules and are left out."
            found.append(Finding(FindingKind.LEFT_OUT, unit.first, unit.id, message))
    return found


def listed(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings by line, at most ``MOST_FINDINGS`` and after them one that counts the others."""
    ordered = sorted(findings, key=lambda finding: finding.line)
    first, more = ordered[:MOST_FINDINGS], ordered[MOST_FINDINGS:]
    if more:
        message = f"{len(more):,} more findings are not listed. Is this the profile that the document is printed in?"
        first.append(Finding(FindingKind.MORE, more[0].line, more[0].unit, message))
    return tuple(first)


class Ids:
    """The ids of a document, each used once."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._counts: dict[str, int] = {}

    def unused(self, name: str) -> str:
        """Return an id that is not used yet, ``name`` itself or with a count, and note that it is used now.

        The count goes on where it ended for this name before: a title printed a thousand times costs a thousand steps.
        """
        nth = self._counts.get(name, 0) + 1
        free = name if nth == 1 else f"{name}-{nth}"
        while free in self._used:
            nth += 1
            free = f"{name}-{nth}"
        self._counts[name] = nth
        self._used.add(free)
        return free


class Opened:
    """Counts the units that a document opens while it is read, so that reading stops at the most there may be."""

    def __init__(self, progress: Callable[[int], None] | None = None) -> None:
        self._units = 0
        self._progress = progress

    def one(self, line: int) -> None:
        """Count one more unit.

        Args:
            line: the number of its first line.

        Raises:
            TooManyUnitsError: if that is more than ``MOST_UNITS``.
        """
        self._units += 1
        if self._progress is not None:
            self._progress(line)
        if self._units > MOST_UNITS:
            raise TooManyUnitsError(
                f"The file has more than {MOST_UNITS:,} rules, and no rules document has: reading stopped at line"
                f" {line:,}. Choose the profile it is printed in, or upload the rules alone."
            )
