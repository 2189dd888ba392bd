"""Parser for documents without numbers or heading marks, using a list of titles."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from rules.rulebooks.importer.drafts import Draft, UnitCounter, read_front_matter
from rules.rulebooks.importer.model import LOST_SYMBOL, Finding, FindingKind, UnitKind
from rules.rulebooks.importer.passages import Block, join_broken_paragraphs, split_blocks
from rules.rulebooks.importer.profiles import Move, TitleListProfile

_HYPHEN = re.compile(r"(?P<before>\S*?)(?P<word>[A-Za-z]+)-$")
_FIRST_WORD = re.compile(r"(?P<word>[a-z]\S*)\s*")
_QUOTES = str.maketrans("“”’‘", "\"\"''")  # noqa: RUF001 - as printed, and as typed
_REMOVED = "\0"
"""Placeholder for a line whose only word was joined to the line before."""
_STOPS = (".", ":", "!", "?")
_TEXT_AFTER_TERM = re.compile(r"\s+[^a-z\s]")


@dataclass(frozen=True, slots=True)
class _Title:
    """A title of the list.

    Attributes:
        number: assigned number.
        words: its text in the list.
        starts: start of its line if text follows in the same line; otherwise empty.
        second: start of the next line, if it belongs to the title.
    """

    number: str
    words: str
    starts: str = ""
    second: str = ""


def read_title_list(
    lines: Sequence[str],
    profile: TitleListProfile,
    progress: Callable[[int], None] | None = None,
    pages: Collection[int] = (),
) -> tuple[list[Draft], list[Finding]]:
    """Return drafts and findings of a document with a known list of titles.

    Args:
        lines: of the source.
        profile: describes the layout of the document.
        progress: called with the current line number at each unit.
        pages: indexes of lines that start a page, in addition to page marks.
    """
    clean = _clean_lines(lines, profile)
    new_pages = {*pages, *(row for row, line in enumerate(lines) if profile.page.match(line))}
    titles, findings, labels = _locate_titles(clean, profile)
    drafts = read_front_matter(lines, titles[0][1] if titles else len(lines))
    opened = UnitCounter(progress)
    chapters: dict[str, int] = {}
    for place, (title, index) in enumerate(titles):
        opened.count(index + 1)
        end = titles[place + 1][1] if place + 1 < len(titles) else len(clean)
        draft = Draft(UnitKind.HEADING, index + 1, title.words, title.number, id=profile.prefix + title.number)
        if "." in title.number:
            draft.parent = chapters.get(title.number.partition(".")[0])
        else:
            chapters[title.number] = len(drafts)
        body = list(_body_lines(clean, title, index, end))
        noise = {row for row, text in body if row in labels or profile.noise.match(text)}
        findings += (_left_out_finding(row, draft) for row in sorted(noise))
        text_rows = _separate_pages([(row, "" if row in noise else text) for row, text in body], new_pages)
        draft.blocks = list(split_blocks((row + 1, text) for row, text in text_rows))
        drafts.append(draft)
    findings += _move_text(drafts, profile)
    for draft in drafts:
        if draft.kind is UnitKind.HEADING:
            draft.blocks = join_broken_paragraphs(draft.blocks)
    return drafts, [*findings, *_misprint_findings(clean, drafts, profile)]


def _clean_lines(lines: Sequence[str], profile: TitleListProfile) -> list[str]:
    """Return lines without page marks, with hyphenated words joined."""
    clean = [profile.page.sub("", line) for line in lines]
    if profile.preserved_gaps:
        clean = [profile.preserved_gaps.sub("", line) for line in clean]
    if profile.lost:
        clean = [profile.lost.sub(f"{LOST_SYMBOL} ", line) for line in clean]
    for index in range(len(clean) - 1):
        broken, rest = _HYPHEN.search(clean[index].rstrip()), _FIRST_WORD.match(clean[index + 1])
        if broken and rest:
            hyphen = "-" if broken["word"].casefold() in profile.whole else ""
            clean[index] = clean[index].rstrip()[:-1] + hyphen + rest["word"]
            clean[index + 1] = clean[index + 1][rest.end() :] or _REMOVED
    return clean


def _titles(profile: TitleListProfile) -> Iterator[_Title]:
    """Yield all titles of the list with their numbers."""
    for nth, (chapter, below) in enumerate(profile.chapters, start=1):
        yield _Title(str(nth), chapter)
        for place, title in enumerate(below, start=1):
            yield _Title(f"{nth}.{place}", title)
    for place, term in enumerate(profile.terms, start=1):
        first, second = profile.printed_terms.get(term, (term, ""))
        yield _Title(f"{len(profile.chapters)}.{place}", term, first, second)


def _locate_titles(
    clean: Sequence[str], profile: TitleListProfile
) -> tuple[list[tuple[_Title, int]], list[Finding], frozenset[int]]:
    """Return titles with line indexes, findings on missing ones, and label lines."""
    titles: list[tuple[_Title, int]] = []
    findings: list[Finding] = []
    labels: set[int] = set()
    start = 0
    normalized = [_normalize(line).removesuffix(":").rstrip() for line in clean]
    for title in _titles(profile):
        rows = (row for row in range(start, len(clean)) if row not in labels and _is_title(title, normalized[row]))
        index = next((row for row in rows if not title.starts or _has_text(title, clean[row])), None)
        if index is None:
            message = f"The title “{title.words}” was not found; its text stands under the one before."
            findings.append(Finding(FindingKind.MISSING, start or 1, profile.prefix + title.number, message))
            continue
        titles.append((title, index))
        labels |= _find_labels(clean, index, profile.labels.get(title.words, ()))
        start = index + 1
    return titles, findings, frozenset(labels)


def _find_labels(clean: Sequence[str], after: int, words: Sequence[str]) -> set[int]:
    """Return the first line of each figure label after a title."""
    rows: set[int] = set()
    for label in words:
        same = (
            row
            for row in range(after + 1, len(clean))
            if row not in rows and _normalize(clean[row]) == _normalize(label)
        )
        rows |= {row for row in (next(same, None),) if row is not None}
    return rows


def _normalize(text: str) -> str:
    return " ".join(text.translate(_QUOTES).split())


def _is_title(title: _Title, normalized: str) -> bool:
    """Return True if a normalized line is a title or starts with one.

    Text follows such a start.
    """
    if title.starts:
        return normalized.lstrip('"').startswith(title.starts[0])
    return normalized == title.words


def _has_text(title: _Title, line: str) -> bool:
    """Return True if a line starts with a title followed by a sentence."""
    return (end := _text_start(title.starts, line)) is not None and _TEXT_AFTER_TERM.match(line[end:]) is not None


def _text_start(starts: str, line: str) -> int | None:
    """Return the index after the words at the start of a line, quoted or not, or None."""
    pattern = r"\s*" + r"\s+".join(rf"[“\"]?{re.escape(word)}[”\"]?" for word in starts.split())
    match = re.match(pattern, line)
    return match.end() if match else None


def _body_lines(clean: Sequence[str], title: _Title, index: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield line index and text for each line below the title of a unit."""
    if title.starts:
        text = clean[index][_text_start(title.starts, clean[index]) or 0 :]
        yield index, f"{LOST_SYMBOL} {text.strip()}" if text.startswith("  ") else text.strip()
    second = title.second
    for row in range(index + 1, end):
        line = clean[row]
        if line == _REMOVED:
            continue
        if second and (cut := _text_start(second, line)) is not None:
            line, second = line[cut:].lstrip(), ""
        yield row, line


def _separate_pages(body: Sequence[tuple[int, str]], pages: set[int]) -> Iterator[tuple[int, str]]:
    """Yield lines with a blank one before pages that start after a complete sentence."""
    previous = ""
    for row, text in body:
        if row in pages and previous.endswith(_STOPS) and not text[:1].islower():
            yield row, ""
        yield row, text
        previous = text.rstrip()


def _left_out_finding(row: int, draft: Draft) -> Finding:
    message = "A page number, or what is left of a figure: left out."
    return Finding(FindingKind.LEFT_OUT, row + 1, draft.id, message)


def _move_text(drafts: Sequence[Draft], profile: TitleListProfile) -> Iterator[Finding]:
    """Move text to the title it belongs to, and yield findings."""
    by_number = {draft.number: draft for draft in drafts if draft.number}
    for move in profile.moves:
        source, target = by_number.get(move.source), by_number.get(move.target)
        moved = _take_blocks(source, move) if source and target else []
        if not source or not target or not moved:
            continue
        place = next(
            (index for index, block in enumerate(target.blocks) if move.before and move.before.match(block.text)),
            len(target.blocks),
        )
        target.blocks[place:place] = moved
        lines = f"Lines {moved[0].first} to {moved[-1].first + len(moved[-1].lines) - 1}"
        message = f"{lines} are printed under “{source.heading}” and belong to {target.id} “{target.heading}”."
        yield Finding(FindingKind.MOVED, moved[0].first, target.id, message)


def _take_blocks(source: Draft, move: Move) -> list[Block]:
    """Remove the blocks of a move from a draft and return them."""
    first = next((index for index, block in enumerate(source.blocks) if move.begins.match(block.text)), None)
    if first is None:
        return []
    end = len(source.blocks) if move.rest else first + 1
    taken = source.blocks[first:end]
    del source.blocks[first:end]
    return taken


def _misprint_findings(clean: Sequence[str], drafts: Sequence[Draft], profile: TitleListProfile) -> Iterator[Finding]:
    """Yield a finding for the first occurrence of each misprint."""
    for pattern, message in profile.misprints:
        row = next((row for row in range(len(clean)) if pattern.search(" ".join(clean[row : row + 2]))), None)
        if row is not None:
            row += row + 1 < len(clean) and pattern.search(clean[row + 1]) is not None
            unit = next((draft.id for draft in reversed(drafts) if draft.first <= row + 1), "")
            yield Finding(FindingKind.SPELLING, row + 1, unit, message)
