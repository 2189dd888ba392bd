"""Units under construction, their ids, and the title and date before the rules."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from rules.rulebooks.importer.model import LOST_SYMBOL, Finding, FindingKind, Unit, UnitKind
from rules.rulebooks.importer.passages import Block, mark_lost_symbols, marked_up_passages, plain_passages
from rules.rulebooks.importer.source import TooManyUnitsError

MAX_UNITS = 5_000
"""About fifteen times the number of rules of the longest known document."""

MAX_FINDINGS = 1_000
"""Maximum number of findings reported."""


@dataclass
class Draft:
    """A unit during import.

    Attributes:
        kind: its kind.
        first: number of its first line.
        heading: its printed title.
        number: the number it is cited by.
        printed: the number as printed.
        id: its id.
        parent: index of the parent unit.
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


def read_front_matter(lines: Sequence[str], end: int) -> list[Draft]:
    """Return the text before the rules as a list with one draft.

    Empty if there is none.

    Args:
        lines: all lines of the source.
        end: index of the first line after it.
    """
    if not any(lines[:end]):
        return []
    draft = Draft(UnitKind.FRONT, 1, id="front")
    draft.blocks = [Block(number, [line]) for number, line in enumerate(lines[:end], start=1) if line.strip()]
    return [draft]


def build_units(
    drafts: Sequence[Draft], lines: int, *, symbols: bool, run_on: bool = False, plain: bool = False
) -> tuple[Unit, ...]:
    """Convert drafts to units.

    Each extends to the next one, the first starts at line 1.

    Args:
        drafts: in document order.
        lines: number of lines of the document.
        symbols: whether the copy has lost its symbols.
        run_on: whether a paragraph after an example continues it.
        plain: whether the document has no markup.
    """
    units: list[Unit] = []
    for order, draft in enumerate(drafts):
        above = None if draft.parent is None else units[draft.parent]
        marked = marked_up_passages(draft.blocks, symbols=symbols and _may_have_gaps(draft), run_on=run_on)
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
                passages=tuple(plain_passages(draft.blocks) if plain else marked),
                first=draft.first if order else 1,
                last=drafts[order + 1].first - 1 if order + 1 < len(drafts) else lines,
            )
        )
    return tuple(units)


def _may_have_gaps(draft: Draft) -> bool:
    return draft.kind not in (UnitKind.FRONT, UnitKind.BACK)


def text_findings(drafts: Iterable[Draft], units: Sequence[Unit], *, symbols: bool) -> list[Finding]:
    """Return findings on texts: lost symbols, joined paragraphs, omitted lines."""
    findings: list[Finding] = []
    for draft, unit in zip(drafts, units, strict=True):
        for block in draft.blocks:
            gaps = mark_lost_symbols(block.text).count(LOST_SYMBOL) if symbols and _may_have_gaps(draft) else 0
            if gaps:
                message = f"{gaps} gap{'s' if gaps > 1 else ''} where a symbol seems to be missing; fill in its name."
                findings.append(Finding(FindingKind.SYMBOL, block.first, unit.id, message))
            if block.joined:
                message = "Two paragraphs were put together: a sentence goes on after the page break."
                findings.append(Finding(FindingKind.JOINED, block.first, unit.id, message))
        if unit.kind is UnitKind.BACK:
            message = f"Lines {unit.first} to {unit.last} stand after the rules and are left out."
            findings.append(Finding(FindingKind.LEFT_OUT, unit.first, unit.id, message))
    return findings


def limit_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the first ``MAX_FINDINGS`` findings by line.

    One more counts the others.
    """
    ordered = sorted(findings, key=lambda finding: finding.line)
    first, omitted_findings = ordered[:MAX_FINDINGS], ordered[MAX_FINDINGS:]
    if omitted_findings:
        count = f"{len(omitted_findings):,} more findings are not listed."
        message = f"{count} Is this the profile that the document is printed in?"
        first.append(Finding(FindingKind.MORE, omitted_findings[0].line, omitted_findings[0].unit, message))
    return tuple(first)


class IdGenerator:
    """Generates unique ids for the units of a document."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._counts: dict[str, int] = {}

    def unique(self, name: str) -> str:
        """Return ``name``, with a number appended if it is already used, and reserve it.

        Numbers continue per name, so that a title printed a thousand times takes linear time.
        """
        nth = self._counts.get(name, 0) + 1
        free = name if nth == 1 else f"{name}-{nth}"
        while free in self._used:
            nth += 1
            free = f"{name}-{nth}"
        self._counts[name] = nth
        self._used.add(free)
        return free


class UnitCounter:
    """Counts units and stops the import at ``MAX_UNITS``."""

    def __init__(self, progress: Callable[[int], None] | None = None) -> None:
        self._units = 0
        self._progress = progress

    def count(self, line: int) -> None:
        """Count one more unit and report progress.

        Args:
            line: number of its first line.

        Raises:
            TooManyUnitsError: if there are more than ``MAX_UNITS``.
        """
        self._units += 1
        if self._progress is not None:
            self._progress(line)
        if self._units > MAX_UNITS:
            raise TooManyUnitsError(
                f"The file has more than {MAX_UNITS:,} rules, and no rules document has: reading stopped at line"
                f" {line:,}. Choose the profile it is printed in, or upload the rules alone."
            )


_REVISED = re.compile(
    r"\b(?:revised|effective|updated|version|as of)\b\W*(?:(?:on|from)\s+)?"
    r"(?:(?P<iso>\d{4}-\d{2}-\d{2})"
    r"|(?P<month>[A-Za-z]{3,9})\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>\d{4})"
    r"|(?P<day2>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month2>[A-Za-z]{3,9}),?\s+(?P<year2>\d{4}))",
    re.IGNORECASE,
)
MAX_TITLE_LENGTH = 120


def find_title(units: Sequence[Unit]) -> str:
    """Return the first line before the rules; empty if there is none."""
    front = next((unit for unit in units if unit.kind is UnitKind.FRONT), None)
    if front is None or not front.passages:
        return ""
    return front.passages[0].text.lstrip("# ").replace("**", "")[:MAX_TITLE_LENGTH].strip()


def find_revision_date(units: Sequence[Unit]) -> date | None:
    """Return the printed revision date; None without a valid one."""
    front = next((unit for unit in units if unit.kind is UnitKind.FRONT), None)
    match = _REVISED.search(front.text) if front else None
    if match is None:
        return None
    if match["iso"]:
        return _parse_date(match["iso"], "%Y-%m-%d")
    day, month, year = (match[name] or match[f"{name}2"] for name in ("day", "month", "year"))
    return _parse_date(f"{day} {month[:3]} {year}", "%d %b %Y")


def _parse_date(text: str, form: str) -> date | None:
    try:
        return datetime.strptime(text, form).date()  # noqa: DTZ007 a printed date has no zone
    except ValueError:
        return None
