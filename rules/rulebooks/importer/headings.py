"""Import of Markdown documents whose rules are grouped under headings."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rules.rulebooks.importer.drafts import Draft, IdGenerator, UnitCounter, read_front_matter
from rules.rulebooks.importer.model import UnitKind
from rules.rulebooks.importer.passages import Block, join_broken_paragraphs, split_blocks, to_light_markup
from rules.rulebooks.importer.profiles import HeadingProfile
from rules.rulebooks.parser import slugify

_HEADING = re.compile(r"^(?P<level>#{1,6}) +(?P<title>\S.{0,200}?)(?: {1,9}#{1,9})?$")
_ASIDE = re.compile(r"\s*\**(?P<words>\(.*\))\**$")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
MAX_ID_LENGTH = 180
_BELOW_ALL = 7
"""The level of a bold line, below all headings."""


@dataclass(frozen=True, slots=True)
class _Heading:
    """A heading as printed.

    Attributes:
        at: index of its line.
        level: printed level; 0 for a bold line.
        title: its text without markup.
        aside: text in brackets after the title.
    """

    at: int
    level: int
    title: str
    aside: str

    @property
    def slug(self) -> str:
        return slugify(self.title)


def read_headings(
    lines: Sequence[str], profile: HeadingProfile, progress: Callable[[int], None] | None = None
) -> list[Draft]:
    """Return the drafts of a document with headings.

    Args:
        lines: of the source.
        profile: describes the layout of the document.
        progress: called with the current line number at each unit.
    """
    headings = list(_find_headings(lines, profile, progress))
    slugs = [heading.slug for heading in headings]
    start = slugs.index(profile.start) if profile.start in slugs else 0
    end = slugs.index(profile.end, start) if profile.end in slugs[start:] else len(headings)
    rules = headings[start:end]
    last = headings[end].at if end < len(headings) else len(lines)
    drafts = read_front_matter(lines, rules[0].at if rules else last)
    _add_units(drafts, rules, lines[:last], profile)
    if last < len(lines):
        back = Draft(UnitKind.BACK, last + 1, id="back")
        back.blocks = list(split_blocks(enumerate(lines[last:], start=last + 1)))
        drafts.append(back)
    return drafts


def _add_units(drafts: list[Draft], rules: Sequence[_Heading], lines: Sequence[str], profile: HeadingProfile) -> None:
    """Add a unit for each heading, with the text below it."""
    depths = _heading_depths(rules, profile)
    ends = [heading.at for heading in rules[1:]]
    open_at: list[int] = []
    ids = IdGenerator()
    for place, heading in enumerate(rules):
        draft = Draft(UnitKind.HEADING, heading.at + 1, heading.title)
        del open_at[depths[place] - 1 :]
        draft.parent = open_at[-1] if open_at else None
        above = drafts[draft.parent].id.removeprefix(profile.prefix) if draft.parent is not None else ""
        name = "/".join(filter(None, (above, heading.slug or f"line-{heading.at + 1}")))
        draft.id = ids.unique((profile.prefix + name)[:MAX_ID_LENGTH])
        below = range(heading.at + 1, ends[place] if place < len(ends) else len(lines))
        draft.blocks = join_broken_paragraphs(split_blocks((index + 1, lines[index]) for index in below))
        if heading.aside:
            draft.blocks.insert(0, Block(heading.at + 1, [heading.aside]))
        open_at.append(len(drafts))
        drafts.append(draft)


def _find_headings(
    lines: Sequence[str], profile: HeadingProfile, progress: Callable[[int], None] | None
) -> Iterator[_Heading]:
    """Yield the headings in order, ignoring fenced blocks."""
    fenced = False
    opened = UnitCounter(progress)
    for index, line in enumerate(lines):
        fenced ^= _FENCE.match(line) is not None
        if fenced:
            continue
        match = _HEADING.match(line)
        if match or (profile.bold and profile.bold.match(line)):
            opened.count(index + 1)
        if match:
            yield _heading(index, len(match["level"]), match["title"])
        elif profile.bold and profile.bold.match(line):
            yield _heading(index, 0, line)


def _heading(index: int, level: int, printed: str) -> _Heading:
    aside = _ASIDE.search(printed)
    title = to_light_markup(printed[: aside.start()] if aside else printed).replace("**", "").strip()
    if not title:
        return _Heading(index, level, printed.strip("* "), "")
    return _Heading(index, level, title, aside["words"] if aside else "")


def _heading_depths(headings: Sequence[_Heading], profile: HeadingProfile) -> list[int]:
    """Return the depth of each heading, from 1 and without skipped levels."""
    depths: list[int] = []
    trusted = not profile.top
    levels: list[int] = []
    for heading in headings:
        if heading.slug in profile.top:
            trusted = heading.slug in profile.by_level
            levels = [heading.level]
            depths.append(1)
            continue
        if trusted and heading.slug not in profile.second:
            level = heading.level or _BELOW_ALL
            while levels and levels[-1] >= level:
                levels.pop()
            levels.append(level)
            depths.append(len(levels))
            continue
        del levels[1:]
        wanted = 3 if heading.slug in profile.third else 2
        depths.append(min(wanted, (depths[-1] if depths else 0) + 1))
    return depths
