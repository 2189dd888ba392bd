"""Import of documents with numbered rules, such as 4.4.6a, and an index."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rules.rulebooks.importer.changelog import add_change_notes
from rules.rulebooks.importer.drafts import Draft, IdGenerator, UnitCounter, read_front_matter
from rules.rulebooks.importer.model import LOST_SYMBOL, Finding, FindingKind, UnitKind
from rules.rulebooks.importer.passages import Block, join_broken_paragraphs, split_blocks, to_light_markup
from rules.rulebooks.importer.profiles import NumberedProfile
from rules.rulebooks.importer.repeated_numbers import find_repeats
from rules.rulebooks.importer.source import mark_lost_pictures
from rules.rulebooks.numbering import Numbering
from rules.rulebooks.parser import slugify

_INDEX = re.compile(r"^(?P<term>\S.{0,100}?):?\s+(?P<place>(?:Section )?\d{1,4}(?:\.\d{1,4}){0,6})$")
_MAX_INDEX_LINE_LENGTH = 200
_MIN_INDEX_LINES = 3
"""Minimum number of lines of an index; fewer may be prose that ends in a number."""
_MAX_TITLE_WORDS = 7
_LOWER_CASE_AFTER_NUMBER = re.compile(r"\S+\s+[a-z]")


def read_numbered(
    lines: Sequence[str], profile: NumberedProfile, progress: Callable[[int], None] | None = None
) -> tuple[list[Draft], list[Finding]]:
    """Return drafts and findings of a document with numbered rules.

    Args:
        lines: of the source.
        profile: describes the layout of the document.
        progress: called with the current line number at each unit.
    """
    start, end = _rule_bounds(lines, profile)
    printed, lost = mark_lost_pictures(lines, profile.pictures, start, end)
    starts, duplicates, findings = _unit_starts(printed[:end], start, profile, progress)
    drafts = _build_drafts(printed[:end], starts, duplicates, profile)
    rules = [draft for draft in drafts if draft.kind is not UnitKind.FRONT]
    findings += _assign_ids(rules) if rules else []
    offset = len(drafts) - len(rules)
    _assign_parents(rules, offset)
    findings += [
        _finding_at(drafts, index, FindingKind.SYMBOL, f"A picture is missing: {shown}.")
        for index, shown in lost.items()
    ]
    if history := next((draft for draft in rules if profile.history and draft.number == profile.history), None):
        add_change_notes(rules, history, {misprint: meant for (misprint, _), meant in profile.repairs.items()})
    if profile.prefix:
        findings = [replace(finding, unit=f"{profile.prefix}{finding.unit}") for finding in findings]
        for draft in rules:
            draft.id = f"{profile.prefix}{draft.id}"
    return [*drafts, *_index_terms(lines, end), *_read_back_matter(lines, end, profile)], findings


def _rule_bounds(lines: Sequence[str], profile: NumberedProfile) -> tuple[int, int]:
    """Return the indices of the first line of the rules and the line after them."""
    starts = [index for index, line in enumerate(lines) if profile.start and profile.start.match(line)]
    start = starts[-1] if starts else 0
    if profile.end is None:
        return start, _index_start(lines, profile)
    return start, next((index for index in range(start, len(lines)) if profile.end.match(lines[index])), len(lines))


def _read_back_matter(lines: Sequence[str], end: int, profile: NumberedProfile) -> list[Draft]:
    """Return the text after the rules as a unit; empty if there is none."""
    if profile.end is None or end == len(lines):
        return []
    draft = Draft(UnitKind.BACK, end + 1, id="back")
    draft.blocks = list(split_blocks(enumerate(lines[end:], start=end + 1)))
    return [draft]


def _finding_at(drafts: Sequence[Draft], index: int, kind: FindingKind, message: str) -> Finding:
    """Return a finding for the unit that contains a line."""
    unit = max((draft for draft in drafts if draft.first <= index + 1), key=lambda draft: draft.first)
    return Finding(kind, index + 1, unit.id, message)


def _index_start(lines: Sequence[str], profile: NumberedProfile) -> int:
    """Return the first line of the index after the rules, or the number of lines."""
    last = max((index for index, line in enumerate(lines) if profile.rule.match(line)), default=None)
    if last is None:
        return len(lines)
    tail = [index for index in range(last + 1, len(lines)) if lines[index].strip()]
    start = len(tail)
    while start and _index_line(lines[tail[start - 1]]):
        start -= 1
    return tail[start] if len(tail) - start >= _MIN_INDEX_LINES else len(lines)


def _index_line(line: str) -> re.Match[str] | None:
    return _INDEX.match(line) if len(line) <= _MAX_INDEX_LINE_LENGTH else None


def _index_terms(lines: Sequence[str], start: int) -> list[Draft]:
    """Return the index entries as terms with their targets."""
    drafts: list[Draft] = []
    ids, starts = IdGenerator(), UnitCounter()
    for index in range(start, len(lines)):
        if match := _index_line(lines[index]):
            term = to_light_markup(match["term"])
            starts.count(index + 1)
            name = ids.unique(f"index/{slugify(term) or index + 1}")
            draft = Draft(UnitKind.TERM, index + 1, heading=term, id=name)
            draft.blocks = [Block(index + 1, [match["place"]])]
            drafts.append(draft)
    return drafts


@dataclass(frozen=True, slots=True)
class _UnitStart:
    """A line that starts a unit: a numbered rule or a term.

    Attributes:
        at: index of the line.
        kind: kind of the unit.
        number: the number it is cited by; for a term, the number it is below.
        printed: the number as printed; empty for a term.
        text: the text after the number.
        word: the term.
    """

    at: int
    kind: UnitKind
    number: str
    printed: str
    text: str
    word: str = ""


def _unit_starts(
    lines: Sequence[str], start: int, profile: NumberedProfile, progress: Callable[[int], None] | None
) -> tuple[list[_UnitStart], frozenset[int], list[Finding]]:
    """Return unit starts, duplicate lines, and findings on numbers."""
    candidates = list(_candidate_starts(lines, start, profile, progress))
    findings = [
        Finding(
            FindingKind.MISNUMBERED,
            current.at + 1,
            current.number,
            f"{current.printed} follows {previous.number}; it is cited as {current.number}.",
        )
        for previous, current in pairwise(candidates)
        if current.printed not in ("", current.number)
    ]
    if not profile.merged:
        return candidates, frozenset(), findings
    numbered = [(current.at, current.number, current.text) for current in candidates if current.kind is UnitKind.RULE]
    repeats = find_repeats(numbered, lambda text: _is_title(to_light_markup(text), profile.longest_title))
    by_position = {current.at: current for current in candidates}
    for index, first_line in sorted(repeats.first_lines.items()):
        number = by_position[index].number
        message = f"{number} is printed again in line {first_line + 1}; both are one unit."
        findings.append(Finding(FindingKind.TWICE, index + 1, number, message))
    return [current for current in candidates if current.at not in repeats.first_lines], repeats.duplicates, findings


def _candidate_starts(
    lines: Sequence[str], start: int, profile: NumberedProfile, progress: Callable[[int], None] | None
) -> Iterator[_UnitStart]:
    """Yield the lines that begin with a number or explain a term."""
    counter = UnitCounter(progress)
    previous = ""
    for index in range(start, len(lines)):
        if _continues_sentence(lines, index):
            continue
        if opening := _parse_unit_start(lines[index], index, previous, profile):
            counter.count(index + 1)
            yield opening
            previous = opening.number


def _parse_unit_start(line: str, index: int, previous: str, profile: NumberedProfile) -> _UnitStart | None:
    """Return the unit that a line starts, given the previous number, or None."""
    if section := profile.section.match(line):
        kind = UnitKind.HEADING if profile.chapters_count else UnitKind.SECTION
        return _UnitStart(index, kind, section["number"], section["number"], section["title"])
    if profile.history and previous == profile.history:
        return None
    if rule := profile.rule.match(line):
        number = profile.repairs.get((rule["number"], previous), rule["number"])
        return _UnitStart(index, UnitKind.RULE, number, rule["number"], rule["text"])
    if profile.terms and previous in profile.terms_below and (term := profile.terms.match(line)):
        return _UnitStart(index, UnitKind.HEADING, previous, "", line[term.end() :], to_light_markup(term["word"]))
    return None


def _build_drafts(
    lines: Sequence[str], starts: Sequence[_UnitStart], duplicates: frozenset[int], profile: NumberedProfile
) -> list[Draft]:
    """Return the units with the blocks below their first lines."""
    drafts = read_front_matter(lines, starts[0].at if starts else len(lines))
    for place, unit_start in enumerate(starts):
        end = starts[place + 1].at if place + 1 < len(starts) else len(lines)
        below = [(index + 1, lines[index]) for index in range(unit_start.at + 1, end) if index not in duplicates]
        draft = Draft(
            unit_start.kind, unit_start.at + 1, "", "" if unit_start.word else unit_start.number, unit_start.printed
        )
        text = unit_start.text
        if unit_start.word:
            draft.heading, draft.id = unit_start.word, f"{unit_start.number}/{slugify(unit_start.word)}"
        elif unit_start.kind is not UnitKind.RULE:
            draft.heading, text = to_light_markup(unit_start.text), ""
        draft.blocks = list(split_blocks([(unit_start.at + 1, text), *below] if text else below))
        if profile.joins:
            draft.blocks = join_broken_paragraphs(draft.blocks, items=True)
        _extract_title(draft, profile)
        drafts.append(draft)
    return drafts


def _continues_sentence(lines: Sequence[str], index: int) -> bool:
    """Return True if a line continues the sentence above.

    Its number then starts no rule.
    """
    previous = lines[index - 1].rstrip("*_ ") if index else ""
    return (previous[-1:].isalnum() or previous.endswith(",")) and _LOWER_CASE_AFTER_NUMBER.match(
        lines[index]
    ) is not None


def _extract_title(draft: Draft, profile: NumberedProfile) -> None:
    """Turn a rule that is only a title into a heading, or split a title off its text."""
    if draft.kind is not UnitKind.RULE or not draft.blocks:
        return
    if draft.printed.count(".") != 1 and not profile.longest_title:
        return
    text = to_light_markup(draft.blocks[0].text)
    if profile.titles and (match := profile.titles.match(text)):
        draft.kind, draft.heading = UnitKind.HEADING, match[0]
    elif len(draft.blocks[0].lines) == 1 and _is_title(text, profile.longest_title):
        draft.kind, draft.heading = UnitKind.HEADING, text.rstrip(".")
        del draft.blocks[0]


def _is_title(text: str, longest: int) -> bool:
    """Return True if a text is only a title, of at most ``longest`` words if given."""
    text = text.rstrip(f"{LOST_SYMBOL} ")
    words = len(text.split())
    if longest:
        return words <= longest and text[-1:] not in ".!?:;,*"
    return (words <= _MAX_TITLE_WORDS and text[-1:] not in ".!?:;,") or (words <= 3 and text.endswith("."))


def _assign_ids(rules: Sequence[Draft]) -> list[Finding]:
    """Assign the citation of each rule, and return findings on printed numbers."""
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
    return findings + _skipped_number_findings(rules)


def _skipped_number_findings(rules: Sequence[Draft]) -> list[Finding]:
    """Return findings for numbers missing between two rules of a section."""
    findings = []
    last: dict[str, int] = {}
    for draft in rules:
        stem, last_number = _split_number(draft.number)
        previous = last.get(stem)
        if previous is not None and last_number > previous + 1:
            message = f"{draft.number} follows {_join_number(stem, previous)}: a number is left out."
            findings.append(Finding(FindingKind.SKIPPED, draft.first, draft.id, message))
        last[stem] = max(last_number, previous or 0)
    return findings


def _split_number(number: str) -> tuple[str, int]:
    """Split a number into its parent number and its last part as an integer."""
    if number[-1].isalpha():
        return f"{number[:-1]}@", ord(number[-1]) - ord("a") + 1
    stem, _, last_number = number.rpartition(".")
    return stem, int(last_number)


def _join_number(stem: str, last_number: int) -> str:
    return (
        f"{stem[:-1]}{chr(ord('a') + last_number - 1)}" if stem.endswith("@") else f"{stem}.{last_number}".lstrip(".")
    )


def _assign_parents(rules: Sequence[Draft], offset: int) -> None:
    """Assign the parent of each rule, as an index starting at ``offset``."""
    numbering = Numbering()
    for draft in rules:
        number = draft.number or draft.id
        parent = numbering.parent_of(number)
        draft.parent = None if parent is None else parent + offset
        numbering.add(number, titled=draft.kind is not UnitKind.RULE)
