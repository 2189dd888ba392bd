"""Reads a document whose rules carry numbers: sections, rules, what hangs on them, the index at the end."""

import re
from collections import Counter
from collections.abc import Callable, Sequence

from rules.rulebooks.importing.drafts import Draft, Ids, Opened, front
from rules.rulebooks.importing.model import Finding, FindingKind, UnitKind
from rules.rulebooks.importing.passages import Block, blocks, light
from rules.rulebooks.importing.profiles import NumberedProfile
from rules.rulebooks.numbering import Numbering
from rules.rulebooks.reading import slugify

_INDEX = re.compile(r"^(?P<term>\S.{0,100}?):?\s+(?P<place>(?:Section )?\d{1,4}(?:\.\d{1,4}){0,6})$")
_LONGEST_INDEX_LINE = 200
_LEAST_INDEX = 3
"""Lines that make an index; one or two may be prose that ends in a number."""
_MOST_TITLE_WORDS = 7
_LOWER_CASE_AFTER_NUMBER = re.compile(r"\S+\s+[a-z]")


def read_numbered(
    lines: Sequence[str], profile: NumberedProfile, progress: Callable[[int], None] | None = None
) -> tuple[list[Draft], list[Finding]]:
    """Return the drafts of a numbered document, and what looked odd about its numbers.

    Args:
        lines: of the source.
        profile: how it is printed.
        progress: called with the number of the line reached, at every unit.
    """
    end = _index_start(lines, profile)
    drafts = _drafts(lines[:end], profile, progress)
    rules = [draft for draft in drafts if draft.kind is not UnitKind.FRONT]
    findings = _numbers(rules) if rules else []
    offset = len(drafts) - len(rules)
    _place(rules, offset)
    return [*drafts, *_index(lines, end)], findings


def _index_start(lines: Sequence[str], profile: NumberedProfile) -> int:
    """Return the position of the first line of the index after the last rule; the end where there is none."""
    last = max((at for at, line in enumerate(lines) if profile.rule.match(line)), default=None)
    if last is None:
        return len(lines)
    tail = [at for at in range(last + 1, len(lines)) if lines[at].strip()]
    start = len(tail)
    while start and _index_line(lines[tail[start - 1]]):
        start -= 1
    return tail[start] if len(tail) - start >= _LEAST_INDEX else len(lines)


def _index_line(line: str) -> re.Match[str] | None:
    return _INDEX.match(line) if len(line) <= _LONGEST_INDEX_LINE else None


def _index(lines: Sequence[str], start: int) -> list[Draft]:
    """Return the lines of the index as terms, each with the place it leads to."""
    drafts: list[Draft] = []
    ids, opened = Ids(), Opened()
    for at in range(start, len(lines)):
        if match := _index_line(lines[at]):
            term = light(match["term"])
            opened.one(at + 1)
            name = ids.unused(f"index/{slugify(term) or at + 1}")
            draft = Draft(UnitKind.TERM, at + 1, heading=term, id=name)
            draft.blocks = [Block(at + 1, [match["place"]])]
            drafts.append(draft)
    return drafts


def _drafts(lines: Sequence[str], profile: NumberedProfile, progress: Callable[[int], None] | None) -> list[Draft]:
    """Return the units that lines open, each with the blocks below it."""
    opened: list[tuple[int, Draft, str]] = []
    count = Opened(progress)
    for at, line in enumerate(lines):
        if _wraps(lines, at):
            continue
        if section := profile.section.match(line):
            number = section["number"]
            count.one(at + 1)
            opened.append((at, Draft(UnitKind.SECTION, at + 1, light(section["title"]), number, number), ""))
        elif rule := profile.rule.match(line):
            count.one(at + 1)
            opened.append((at, Draft(UnitKind.RULE, at + 1, "", rule["number"], rule["number"]), rule["text"]))
    for place, (at, draft, text) in enumerate(opened):
        end = opened[place + 1][0] if place + 1 < len(opened) else len(lines)
        below = [(number, lines[number - 1]) for number in range(at + 2, end + 1)]
        draft.blocks = list(blocks([(at + 1, text), *below] if text else below))
        _title(draft, profile)
    return [*front(lines, opened[0][0] if opened else len(lines)), *(draft for _, draft, _ in opened)]


def _wraps(lines: Sequence[str], at: int) -> bool:
    """Whether a line goes on with the sentence above it, so that a number it begins with opens no rule."""
    before = lines[at - 1].rstrip("*_ ") if at else ""
    return (before[-1:].isalnum() or before.endswith(",")) and _LOWER_CASE_AFTER_NUMBER.match(lines[at]) is not None


def _title(draft: Draft, profile: NumberedProfile) -> None:
    """Make a rule that is only a title a heading, or one that begins with its section's title."""
    if draft.kind is not UnitKind.RULE or not draft.blocks or draft.printed.count(".") != 1:
        return
    text = light(draft.blocks[0].text)
    words = len(text.split())
    if profile.titles and (match := profile.titles.match(text)):
        draft.kind, draft.heading = UnitKind.HEADING, match[0]
    elif len(draft.blocks[0].lines) == 1 and (
        (words <= _MOST_TITLE_WORDS and text[-1:] not in ".!?:;,") or (words <= 3 and text.endswith("."))
    ):
        draft.kind, draft.heading = UnitKind.HEADING, text.rstrip(".")
        del draft.blocks[0]


def _numbers(rules: Sequence[Draft]) -> list[Finding]:
    """Settle the number that each rule is cited by, and return what is odd about the printed ones."""
    findings: list[Finding] = []
    seen: set[str] = set()
    section = ""
    for draft in rules:
        parts = draft.printed.split(".")
        if len(parts) == 2 and draft.printed[-1].isdigit():
            section = draft.printed
        elif draft.printed in seen and len(parts) > 2 and section and parts[:2] != section.split("."):
            draft.number = ".".join((section, *parts[2:]))
            message = f"{draft.printed} stands below {section} and has been used before; it is cited as {draft.number}."
            findings.append(Finding(FindingKind.MISNUMBERED, draft.first, draft.number, message))
        seen.add(draft.printed)
    counts = Counter(draft.number for draft in rules)
    nth: Counter[str] = Counter()
    for draft in rules:
        nth[draft.number] += 1
        draft.id = draft.number
        if counts[draft.number] > 1:
            draft.id = f"{draft.number}[{nth[draft.number]}]"
            if nth[draft.number] > 1:
                message = f"{draft.number} is printed {counts[draft.number]} times; this is cited as {draft.id}."
                findings.append(Finding(FindingKind.TWICE, draft.first, draft.id, message))
    return findings + _skipped(rules)


def _skipped(rules: Sequence[Draft]) -> list[Finding]:
    """Return where a number is missing between two rules of one section."""
    findings = []
    last: dict[str, int] = {}
    for draft in rules:
        stem, own = _split(draft.number)
        before = last.get(stem)
        if before is not None and own > before + 1:
            message = f"{draft.number} follows {_joined(stem, before)}: a number is left out."
            findings.append(Finding(FindingKind.SKIPPED, draft.first, draft.id, message))
        last[stem] = max(own, before or 0)
    return findings


def _split(number: str) -> tuple[str, int]:
    """Return the number above, with a dot or a letter's place after it, and the last part as a count."""
    if number[-1].isalpha():
        return f"{number[:-1]}@", ord(number[-1]) - ord("a") + 1
    stem, _, own = number.rpartition(".")
    return stem, int(own)


def _joined(stem: str, own: int) -> str:
    return f"{stem[:-1]}{chr(ord('a') + own - 1)}" if stem.endswith("@") else f"{stem}.{own}".lstrip(".")


def _place(rules: Sequence[Draft], offset: int) -> None:
    """Put each rule below the one it belongs to; positions count from ``offset``."""
    numbering = Numbering()
    for draft in rules:
        at = numbering.above(draft.number)
        draft.parent = None if at is None else at + offset
        numbering.add(draft.number, titled=draft.kind is not UnitKind.RULE)
