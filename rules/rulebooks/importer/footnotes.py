"""Import of wiki pages whose rules are numbered by footnotes at the end of lines."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz.distance import OSA

from rules.rulebooks.importer.drafts import Draft, IdGenerator, UnitCounter, read_front_matter
from rules.rulebooks.importer.headings import MAX_ID_LENGTH
from rules.rulebooks.importer.model import LOST_SYMBOL, Finding, FindingKind, UnitKind
from rules.rulebooks.importer.passages import Block, split_blocks
from rules.rulebooks.importer.profiles import FootnoteProfile
from rules.rulebooks.parser import slugify

MAX_TITLE_WORDS = 5
MAX_TITLE_CHARACTERS = 80
SLIPS = 2
"""Maximum number of edits for a misspelt title."""
_BULLET = re.compile(r"(?:[•*·-]|[0-9]{1,2}[.)])\s")
_DEFINES = re.compile(r"^(?P<name>\S+(?: \S+){0,4}?) is an? ")


def read_footnotes(
    lines: Sequence[str], profile: FootnoteProfile, progress: Callable[[int], None] | None = None
) -> tuple[list[Draft], list[Finding]]:
    """Return drafts and findings of a document numbered by footnotes.

    Args:
        lines: of the source.
        profile: describes the layout of the document.
        progress: called with the current line number at each unit.
    """
    titles = {index: slugify(line) for index, line in enumerate(lines) if _is_title(lines, index, profile)}
    start = next((index for index, slug in titles.items() if slug == profile.start), 0)
    end = next((index for index, slug in titles.items() if slug == profile.end and index > start), len(lines))
    reader = _Reader(lines, profile, progress, read_front_matter(lines, start))
    for index in range(start, end):
        reader.read(index, titles.get(index))
    reader.close_section()
    rules = [draft for draft in reader.drafts if draft.kind is UnitKind.RULE]
    findings = [
        *_assign_ids(rules, profile.prefix),
        *_lost_symbol_findings(rules),
        *_misspelt_title_findings(reader.drafts),
    ]
    if end < len(lines):
        back = Draft(UnitKind.BACK, end + 1, id="back")
        back.blocks = list(split_blocks(enumerate(lines[end:], start=end + 1)))
        reader.drafts.append(back)
    return reader.drafts, findings


def _is_title(lines: Sequence[str], index: int, profile: FootnoteProfile) -> bool:
    """Return True if a line is a title: separate, short and without final punctuation."""
    line = lines[index]
    if not line or line[0].isspace() or len(line) > MAX_TITLE_CHARACTERS:
        return False
    alone = not (index and lines[index - 1]) and not (index + 1 < len(lines) and lines[index + 1])
    is_rule = _BULLET.match(line) or profile.footnote.search(line)
    return alone and not is_rule and line[-1] not in ".:;,!?" and len(line.split()) <= MAX_TITLE_WORDS


@dataclass
class _Reader:
    """Combines lines into units.

    Attributes:
        lines: of the source.
        profile: describes the layout of the document.
        progress: called with the current line number at each unit.
        drafts: the units found.
    """

    lines: Sequence[str]
    profile: FootnoteProfile
    progress: Callable[[int], None] | None
    drafts: list[Draft]

    def __post_init__(self) -> None:
        self._opened = UnitCounter(self.progress)
        self._ids = IdGenerator()
        self._titles: list[int] = []
        self._bullets: list[tuple[int, int]] = []
        self._lead: list[int] = []
        self._last: Draft | None = None

    def read(self, index: int, title: str | None) -> None:
        """Process one line.

        Args:
            index: index of the line.
            title: slug of the title if the line is one; otherwise None.
        """
        line = self.lines[index]
        if title is not None:
            self.close_section()
            self._open_title(index, title)
        elif footnote := self.profile.footnote.search(line):
            self._open_rule(index, footnote["number"])
        elif line.strip():
            if self._last is None or self._lead or self.profile.joins.search(line):
                self._lead.append(index)
            else:
                self._last.blocks += self._blocks([index])

    def close_section(self) -> None:
        """End a section.

        Pending lines go to the previous unit, or to a unit of their title.
        """
        if self._lead and self.drafts:
            self.drafts[-1].blocks += self._blocks(self._lead)
        self._lead = []

    def _open_title(self, index: int, slug: str) -> None:
        self._opened.count(index + 1)
        depth = min(self._depth(slug), len(self._titles) + 1)
        del self._titles[depth - 1 :]
        draft = Draft(UnitKind.SECTION, index + 1, self.lines[index].strip())
        draft.parent = self._titles[-1] if self._titles else None
        above = "" if draft.parent is None else self.drafts[draft.parent].id.removeprefix(self.profile.prefix)
        name = "/".join(filter(None, (above, slug or f"line-{index + 1}")))
        draft.id = self._ids.unique((self.profile.prefix + name)[:MAX_ID_LENGTH])
        self._titles.append(len(self.drafts))
        self.drafts.append(draft)
        self._bullets, self._last = [], None

    def _depth(self, slug: str) -> int:
        for depth, titles in ((1, self.profile.top), (3, self.profile.third), (4, self.profile.fourth)):
            if slug in titles:
                return depth
        return 2

    def _open_rule(self, index: int, number: str) -> None:
        """Start a rule with its line and the pending lines before it."""
        self._opened.count(index + 1)
        lines = [*self._lead, index]
        draft = Draft(UnitKind.RULE, lines[0] + 1, number=str(int(number)), printed=number)
        draft.parent = self._parent_index(self.lines[lines[0]])
        draft.blocks = self._blocks(lines)
        self._last, self._lead = draft, []
        self.drafts.append(draft)

    def _parent_index(self, line: str) -> int | None:
        """Return the index of a rule's parent.

        It is a bullet with less indentation, or the title.
        """
        indent = len(line) - len(line.lstrip())
        while self._bullets and self._bullets[-1][0] >= indent:
            self._bullets.pop()
        above = self._bullets[-1][1] if self._bullets and indent else None
        if _BULLET.match(line.lstrip()):
            self._bullets.append((indent, len(self.drafts)))
        return above if above is not None else self._titles[-1] if self._titles else None

    def _blocks(self, index: Sequence[int]) -> list[Block]:
        """Return lines as blocks without footnotes, with lost symbols marked."""
        blocks = []
        for place in index:
            text = self.profile.footnote.sub("", self.lines[place]).rstrip()
            if self.profile.lost:
                text = self.profile.lost.sub(f" {LOST_SYMBOL}", text)
            if text.strip():
                blocks.append(Block(place + 1, [text]))
        return blocks


def _lost_symbol_findings(rules: Sequence[Draft]) -> Iterator[Finding]:
    """Yield findings for lost symbols."""
    for draft in rules:
        for block in draft.blocks:
            if gaps := block.text.count(LOST_SYMBOL):
                message = f"{gaps} gap{'s' if gaps > 1 else ''} where a symbol is missing; fill in its name."
                yield Finding(FindingKind.SYMBOL, block.first, draft.id, message)


def _misspelt_title_findings(drafts: Sequence[Draft]) -> Iterator[Finding]:
    """Yield findings for definitions that misspell the title above them."""
    for above, draft in pairwise(drafts):
        match = _DEFINES.match(draft.blocks[0].text) if draft.blocks else None
        if match is None or above.kind is not UnitKind.SECTION or match["name"].startswith(above.heading):
            continue
        if OSA.distance(match["name"], above.heading, score_cutoff=SLIPS) <= SLIPS:
            message = f"“{match['name']}” stands below the title “{above.heading}”."
            yield Finding(FindingKind.SPELLING, draft.blocks[0].first, draft.id, message)


def _assign_ids(rules: Sequence[Draft], prefix: str) -> Iterator[Finding]:
    """Assign ids to rules, and yield findings on their numbers."""
    counts = Counter(draft.number for draft in rules)
    nth: Counter[str] = Counter()
    last = 0
    for draft in rules:
        nth[draft.number] += 1
        draft.id = prefix + draft.number
        if counts[draft.number] > 1:
            draft.id += f"[{nth[draft.number]}]"
            if nth[draft.number] > 1:
                message = f"{draft.number} is printed {counts[draft.number]} times; this is cited as {draft.id}."
                yield Finding(FindingKind.TWICE, draft.first, draft.id, message)
        number = int(draft.number)
        if number > last + 1:
            left_out = f"{last + 1} to {number - 1} are" if number > last + 2 else f"{last + 1} is"
            yield Finding(FindingKind.SKIPPED, draft.first, draft.id, f"{left_out} left out before {number}.")
        last = max(last, number)
