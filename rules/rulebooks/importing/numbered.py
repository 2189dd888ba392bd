"""Reads a document whose rules carry numbers: sections, rules, what hangs on them, the index at the end."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rules.rulebooks.importing.changelog import remark_on_changes
from rules.rulebooks.importing.drafts import Draft, Ids, Opened, front
from rules.rulebooks.importing.model import LOST_SYMBOL, Finding, FindingKind, UnitKind
from rules.rulebooks.importing.passages import Block, blocks, joined, light
from rules.rulebooks.importing.pictures import marked
from rules.rulebooks.importing.profiles import NumberedProfile
from rules.rulebooks.importing.repeats import repeats
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
    start, end = _bounds(lines, profile)
    printed, lost = marked(lines, profile.pictures, start, end)
    opened, again, findings = _opened(printed[:end], start, profile, progress)
    drafts = _drafts(printed[:end], opened, again, profile)
    rules = [draft for draft in drafts if draft.kind is not UnitKind.FRONT]
    findings += _numbers(rules) if rules else []
    offset = len(drafts) - len(rules)
    _place(rules, offset)
    findings += [_at(drafts, at, FindingKind.SYMBOL, f"A picture is missing: {shown}.") for at, shown in lost.items()]
    if history := next((draft for draft in rules if profile.history and draft.number == profile.history), None):
        remark_on_changes(rules, history, {misprint: meant for (misprint, _), meant in profile.repairs.items()})
    if profile.prefix:
        findings = [replace(finding, unit=f"{profile.prefix}{finding.unit}") for finding in findings]
        for draft in rules:
            draft.id = f"{profile.prefix}{draft.id}"
    return [*drafts, *_index(lines, end), *_back(lines, end, profile)], findings


def _bounds(lines: Sequence[str], profile: NumberedProfile) -> tuple[int, int]:
    """Return the position of the first line of the rules, and that after their last."""
    found = [at for at, line in enumerate(lines) if profile.start and profile.start.match(line)]
    start = found[-1] if found else 0
    if profile.end is None:
        return start, _index_start(lines, profile)
    return start, next((at for at in range(start, len(lines)) if profile.end.match(lines[at])), len(lines))


def _back(lines: Sequence[str], end: int, profile: NumberedProfile) -> list[Draft]:
    """Return what stands after the rules as a unit; nothing where the document ends with them."""
    if profile.end is None or end == len(lines):
        return []
    draft = Draft(UnitKind.BACK, end + 1, id="back")
    draft.blocks = list(blocks(enumerate(lines[end:], start=end + 1)))
    return [draft]


def _at(drafts: Sequence[Draft], at: int, kind: FindingKind, message: str) -> Finding:
    """Return a finding about the unit in which a line stands."""
    unit = max((draft for draft in drafts if draft.first <= at + 1), key=lambda draft: draft.first)
    return Finding(kind, at + 1, unit.id, message)


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


@dataclass(frozen=True, slots=True)
class _Opening:
    """A line that carries a number, or explains a word.

    Attributes:
        at: its position.
        kind: what it opens.
        number: the number it is cited by; for a word, the number below which it stands.
        printed: the number as printed; empty for a word.
        text: what stands behind the number.
        word: the word that it explains.
    """

    at: int
    kind: UnitKind
    number: str
    printed: str
    text: str
    word: str = ""


def _opened(
    lines: Sequence[str], start: int, profile: NumberedProfile, progress: Callable[[int], None] | None
) -> tuple[list[_Opening], frozenset[int], list[Finding]]:
    """Return the lines that open units, those that only say another once more, and what is odd about their numbers."""
    openings = list(_openings(lines, start, profile, progress))
    findings = [
        Finding(
            FindingKind.MISNUMBERED,
            one.at + 1,
            one.number,
            f"{one.printed} follows {before.number}; it is cited as {one.number}.",
        )
        for before, one in pairwise(openings)
        if one.printed not in ("", one.number)
    ]
    if not profile.merged:
        return openings, frozenset(), findings
    numbered = [(one.at, one.number, one.text) for one in openings if one.kind is UnitKind.RULE]
    found = repeats(numbered, lambda text: _is_title(light(text), profile.longest_title))
    by_position = {one.at: one for one in openings}
    for at, kept in sorted(found.kept.items()):
        number = by_position[at].number
        message = f"{number} is printed again in line {kept + 1}; both are one unit."
        findings.append(Finding(FindingKind.TWICE, at + 1, number, message))
    return [one for one in openings if one.at not in found.kept], found.again, findings


def _openings(
    lines: Sequence[str], start: int, profile: NumberedProfile, progress: Callable[[int], None] | None
) -> Iterator[_Opening]:
    """Yield the lines that carry a number or explain a word."""
    count = Opened(progress)
    before = ""
    for at in range(start, len(lines)):
        if _wraps(lines, at):
            continue
        if opening := _opening(lines[at], at, before, profile):
            count.one(at + 1)
            yield opening
            before = opening.number


def _opening(line: str, at: int, before: str, profile: NumberedProfile) -> _Opening | None:
    """Return what a line opens, below the number that was opened last; None where it opens nothing."""
    if section := profile.section.match(line):
        kind = UnitKind.HEADING if profile.chapters_count else UnitKind.SECTION
        return _Opening(at, kind, section["number"], section["number"], section["title"])
    if profile.history and before == profile.history:
        return None
    if rule := profile.rule.match(line):
        number = profile.repairs.get((rule["number"], before), rule["number"])
        return _Opening(at, UnitKind.RULE, number, rule["number"], rule["text"])
    if profile.terms and before in profile.terms_below and (term := profile.terms.match(line)):
        return _Opening(at, UnitKind.HEADING, before, "", line[term.end() :], light(term["word"]))
    return None


def _drafts(
    lines: Sequence[str], opened: Sequence[_Opening], again: frozenset[int], profile: NumberedProfile
) -> list[Draft]:
    """Return the units that lines open, each with the blocks below it."""
    drafts = front(lines, opened[0].at if opened else len(lines))
    for place, one in enumerate(opened):
        end = opened[place + 1].at if place + 1 < len(opened) else len(lines)
        below = [(at + 1, lines[at]) for at in range(one.at + 1, end) if at not in again]
        draft = Draft(one.kind, one.at + 1, "", "" if one.word else one.number, one.printed)
        text = one.text
        if one.word:
            draft.heading, draft.id = one.word, f"{one.number}/{slugify(one.word)}"
        elif one.kind is not UnitKind.RULE:
            draft.heading, text = light(one.text), ""
        draft.blocks = list(blocks([(one.at + 1, text), *below] if text else below))
        if profile.joins:
            draft.blocks = joined(draft.blocks, items=True)
        _title(draft, profile)
        drafts.append(draft)
    return drafts


def _wraps(lines: Sequence[str], at: int) -> bool:
    """Whether a line goes on with the sentence above it, so that a number it begins with opens no rule."""
    before = lines[at - 1].rstrip("*_ ") if at else ""
    return (before[-1:].isalnum() or before.endswith(",")) and _LOWER_CASE_AFTER_NUMBER.match(lines[at]) is not None


def _title(draft: Draft, profile: NumberedProfile) -> None:
    """Make a rule that is only a title a heading, or one that begins with its section's title."""
    if draft.kind is not UnitKind.RULE or not draft.blocks:
        return
    if draft.printed.count(".") != 1 and not profile.longest_title:
        return
    text = light(draft.blocks[0].text)
    if profile.titles and (match := profile.titles.match(text)):
        draft.kind, draft.heading = UnitKind.HEADING, match[0]
    elif len(draft.blocks[0].lines) == 1 and _is_title(text, profile.longest_title):
        draft.kind, draft.heading = UnitKind.HEADING, text.rstrip(".")
        del draft.blocks[0]


def _is_title(text: str, longest: int) -> bool:
    """Whether a text is only a title; where ``longest`` words are one at any depth, a full stop ends a sentence."""
    text = text.rstrip(f"{LOST_SYMBOL} ")
    words = len(text.split())
    if longest:
        return words <= longest and text[-1:] not in ".!?:;,*"
    return (words <= _MOST_TITLE_WORDS and text[-1:] not in ".!?:;,") or (words <= 3 and text.endswith("."))


def _numbers(rules: Sequence[Draft]) -> list[Finding]:
    """Settle the number that each rule is cited by, and return what is odd about the printed ones."""
    findings: list[Finding] = []
    seen: set[str] = set()
    section = ""
    rules = [draft for draft in rules if draft.number]
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
        number = draft.number or draft.id
        at = numbering.above(number)
        draft.parent = None if at is None else at + offset
        numbering.add(number, titled=draft.kind is not UnitKind.RULE)
