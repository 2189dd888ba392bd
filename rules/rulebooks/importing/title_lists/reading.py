"""Reads a document without numbers or marks of headings, whose titles are known in order."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from rules.rulebooks.importing.drafts import Draft, Opened, front
from rules.rulebooks.importing.model import LOST_SYMBOL, Finding, FindingKind, UnitKind
from rules.rulebooks.importing.passages import Block, blocks, joined
from rules.rulebooks.importing.profiles import ListedProfile, Move

_HYPHEN = re.compile(r"(?P<before>\S*?)(?P<word>[A-Za-z]+)-$")
_FIRST_WORD = re.compile(r"(?P<word>[a-z]\S*)\s*")
_QUOTES = str.maketrans("“”’‘", "\"\"''")  # noqa: RUF001 - as printed, and as typed
_GONE = "\0"
"""Stands for a line whose only word went to the line before; no text holds it."""
_STOPS = (".", ":", "!", "?")
_TEXT_AFTER_TERM = re.compile(r"\s+[^a-z\s]")


@dataclass(frozen=True, slots=True)
class _Title:
    """A title of the list.

    Attributes:
        number: ours.
        words: as the list has it.
        starts: what its line begins with, where its text follows in the same line; empty for a line of its own.
        second: what the next line begins with that belongs to the title.
    """

    number: str
    words: str
    starts: str = ""
    second: str = ""


def read_listed(
    lines: Sequence[str],
    profile: ListedProfile,
    progress: Callable[[int], None] | None = None,
    pages: Collection[int] = (),
) -> tuple[list[Draft], list[Finding]]:
    """Return the drafts of a document whose titles are known, and what looked odd about it.

    Args:
        lines: of the source.
        profile: how it is printed.
        progress: called with the number of the line reached, at every unit.
        pages: the positions of lines that begin a new page, besides those that the profile's mark shows.
    """
    clean = _cleaned(lines, profile)
    new_pages = {*pages, *(row for row, line in enumerate(lines) if profile.page.match(line))}
    found, findings, labels = _located(clean, profile)
    drafts = front(lines, found[0][1] if found else len(lines))
    opened = Opened(progress)
    chapters: dict[str, int] = {}
    for place, (title, at) in enumerate(found):
        opened.one(at + 1)
        end = found[place + 1][1] if place + 1 < len(found) else len(clean)
        draft = Draft(UnitKind.HEADING, at + 1, title.words, title.number, id=profile.prefix + title.number)
        if "." in title.number:
            draft.parent = chapters.get(title.number.partition(".")[0])
        else:
            chapters[title.number] = len(drafts)
        body = list(_body(clean, title, at, end))
        noise = {row for row, text in body if row in labels or profile.noise.match(text)}
        findings += (_left_out(row, draft) for row in sorted(noise))
        text_rows = _paged([(row, "" if row in noise else text) for row, text in body], new_pages)
        draft.blocks = list(blocks((row + 1, text) for row, text in text_rows))
        drafts.append(draft)
    findings += _moved(drafts, profile)
    for draft in drafts:
        if draft.kind is UnitKind.HEADING:
            draft.blocks = joined(draft.blocks)
    return drafts, [*findings, *_misprints(clean, drafts, profile)]


def _cleaned(lines: Sequence[str], profile: ListedProfile) -> list[str]:
    """Return the lines without marks of pages, with the words whole that a line end divides."""
    clean = [profile.page.sub("", line) for line in lines]
    if profile.kept:
        clean = [profile.kept.sub("", line) for line in clean]
    if profile.lost:
        clean = [profile.lost.sub(f"{LOST_SYMBOL} ", line) for line in clean]
    for at in range(len(clean) - 1):
        broken, rest = _HYPHEN.search(clean[at].rstrip()), _FIRST_WORD.match(clean[at + 1])
        if broken and rest:
            hyphen = "-" if broken["word"].casefold() in profile.whole else ""
            clean[at] = clean[at].rstrip()[:-1] + hyphen + rest["word"]
            clean[at + 1] = clean[at + 1][rest.end() :] or _GONE
    return clean


def _titles(profile: ListedProfile) -> Iterator[_Title]:
    """Yield every title of the list with its number."""
    for nth, (chapter, below) in enumerate(profile.chapters, start=1):
        yield _Title(str(nth), chapter)
        for place, title in enumerate(below, start=1):
            yield _Title(f"{nth}.{place}", title)
    for place, term in enumerate(profile.terms, start=1):
        first, second = profile.printed_terms.get(term, (term, ""))
        yield _Title(f"{len(profile.chapters)}.{place}", term, first, second)


def _located(
    clean: Sequence[str], profile: ListedProfile
) -> tuple[list[tuple[_Title, int]], list[Finding], frozenset[int]]:
    """Return the titles with the positions of their lines, those that are missing, and the lines that are labels."""
    found: list[tuple[_Title, int]] = []
    findings: list[Finding] = []
    labels: set[int] = set()
    start = 0
    plain = [_plain(line).removesuffix(":").rstrip() for line in clean]
    for title in _titles(profile):
        rows = (row for row in range(start, len(clean)) if row not in labels and _may_be(title, plain[row]))
        at = next((row for row in rows if not title.starts or _has_text(title, clean[row])), None)
        if at is None:
            message = f"The title “{title.words}” was not found; its text stands under the one before."
            findings.append(Finding(FindingKind.MISSING, start or 1, profile.prefix + title.number, message))
            continue
        found.append((title, at))
        labels |= _labels(clean, at, profile.labels.get(title.words, ()))
        start = at + 1
    return found, findings, frozenset(labels)


def _labels(clean: Sequence[str], after: int, words: Sequence[str]) -> set[int]:
    """Return the lines after a title that are labels of its figure: the first line for each."""
    rows: set[int] = set()
    for label in words:
        same = (row for row in range(after + 1, len(clean)) if row not in rows and _plain(clean[row]) == _plain(label))
        rows |= {row for row in (next(same, None),) if row is not None}
    return rows


def _plain(text: str) -> str:
    return " ".join(text.translate(_QUOTES).split())


def _may_be(title: _Title, plain: str) -> bool:
    """Whether a line, plain and without a colon, is a title; of one with its text beside it, whether it begins so."""
    if title.starts:
        return plain.lstrip('"').startswith(title.starts[0])
    return plain == title.words


def _has_text(title: _Title, line: str) -> bool:
    """Whether a line begins with a title and goes on with the beginning of a sentence."""
    return (end := _after(title.starts, line)) is not None and _TEXT_AFTER_TERM.match(line[end:]) is not None


def _after(starts: str, line: str) -> int | None:
    """Return the position in a line behind the words that it begins with, in quotation marks or not."""
    pattern = r"\s*" + r"\s+".join(rf"[“\"]?{re.escape(word)}[”\"]?" for word in starts.split())
    match = re.match(pattern, line)
    return match.end() if match else None


def _body(clean: Sequence[str], title: _Title, at: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the text of a unit, by the positions of its lines."""
    if title.starts:
        text = clean[at][_after(title.starts, clean[at]) or 0 :]
        yield at, f"{LOST_SYMBOL} {text.strip()}" if text.startswith("  ") else text.strip()
    second = title.second
    for row in range(at + 1, end):
        line = clean[row]
        if line == _GONE:
            continue
        if second and (cut := _after(second, line)) is not None:
            line, second = line[cut:].lstrip(), ""
        yield row, line


def _paged(body: Sequence[tuple[int, str]], pages: set[int]) -> Iterator[tuple[int, str]]:
    """Yield the lines of a unit with a blank one before each page that begins after the end of a sentence."""
    before = ""
    for row, text in body:
        if row in pages and before.endswith(_STOPS) and not text[:1].islower():
            yield row, ""
        yield row, text
        before = text.rstrip()


def _left_out(row: int, draft: Draft) -> Finding:
    message = "A page number, or what is left of a figure: left out."
    return Finding(FindingKind.LEFT_OUT, row + 1, draft.id, message)


def _moved(drafts: Sequence[Draft], profile: ListedProfile) -> Iterator[Finding]:
    """Move text to the title it belongs to, and yield what was moved."""
    by_number = {draft.number: draft for draft in drafts if draft.number}
    for move in profile.moves:
        source, target = by_number.get(move.source), by_number.get(move.target)
        moved = _taken(source, move) if source and target else []
        if not source or not target or not moved:
            continue
        place = next(
            (at for at, block in enumerate(target.blocks) if move.before and move.before.match(block.text)),
            len(target.blocks),
        )
        target.blocks[place:place] = moved
        lines = f"Lines {moved[0].first} to {moved[-1].first + len(moved[-1].lines) - 1}"
        message = f"{lines} are printed under “{source.heading}” and belong to {target.id} “{target.heading}”."
        yield Finding(FindingKind.MOVED, moved[0].first, target.id, message)


def _taken(source: Draft, move: Move) -> list[Block]:
    """Take the blocks of a move out of a draft and return them."""
    first = next((at for at, block in enumerate(source.blocks) if move.begins.match(block.text)), None)
    if first is None:
        return []
    end = len(source.blocks) if move.rest else first + 1
    taken = source.blocks[first:end]
    del source.blocks[first:end]
    return taken


def _misprints(clean: Sequence[str], drafts: Sequence[Draft], profile: ListedProfile) -> Iterator[Finding]:
    """Yield where the book is misprinted, the first time for each."""
    for pattern, message in profile.misprints:
        row = next((row for row in range(len(clean)) if pattern.search(" ".join(clean[row : row + 2]))), None)
        if row is not None:
            row += row + 1 < len(clean) and pattern.search(clean[row + 1]) is not None
            unit = next((draft.id for draft in reversed(drafts) if draft.first <= row + 1), "")
            yield Finding(FindingKind.SPELLING, row + 1, unit, message)
