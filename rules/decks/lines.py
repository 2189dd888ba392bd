"""Parsing of one line of a decklist: card, heading, total, detail or comment."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.decks.card_lines import invalid_line, read_card
from rules.decks.catalogue import Catalogue
from rules.decks.decklist import C, Ignored, Line, LineStatus
from rules.decks.decorations import is_struck_out, numbered_lines, strip_decorations, strip_number, strip_quoting
from rules.decks.headings import heading_candidates, is_block_comment, is_detail, is_group, is_sum, is_total
from rules.decks.line_formats import (
    GROUP_WORDS,
    MAX_LINE_LENGTH,
    SECTION_WORDS,
    Section,
    heading_words,
    is_comment,
    possible_parses,
    split_prefix,
    strip_invisible,
    strip_sideboard_prefix,
)
from rules.decks.names import is_misspelling, words
from rules.decks.spreadsheets import NAMES

NOT_PLAYED: Final = frozenset(
    {"maybe", "maybeboard", "maybe board", "acquire", "acquireboard", "considering", "wishlist", "wish list"}
    | {"tokens", "token"}
)
"""Headings and section names of other programs for cards outside the deck."""
_MAX_DECORATED: Final = 2_000
"""Maximum number of characters of a line with markup, such as a long link."""
_MAX_TITLES: Final = 3
_CATEGORIES: Final = re.compile(r"\s\[(?P<names>[^\[\]]{1,80})\](?:\s*\^[^^]{0,80}\^)?$")
_LOOSE_NUMBER: Final = re.compile(r"\d{1,3}(?::|\s+-)\s")
"""Numbering that could also be a number of copies."""
_NOT_COMMENT: Final = re.compile(r"#\d{1,3}[.):]?\s+\S|>!")
_NOT_READ: Final = (LineStatus.UNKNOWN, LineStatus.UNREADABLE)
_CARD: Final = (LineStatus.OK, *_NOT_READ)


@dataclass
class ListState:
    """What the lines above say about the next line.

    Attributes:
        numbered: Positions of numbered lines, from 0.
        section: The current section.
        counted: Number of cards so far.
        is_played: False after a heading such as "Maybeboard".
        in_metadata: True in the ``[metadata]`` of a file of Forge.
        after_about: True after the line ``About`` of MTG Arena.
    """

    numbered: frozenset[int] = frozenset()
    section: Section = Section.MAIN
    counted: int = 0
    is_played: bool = True
    in_metadata: bool = False
    after_about: bool = False

    def advance(self, line: Line[Any]) -> None:
        """Update the state after a line, except for its section."""
        folded = words(line.text)
        if line.status is LineStatus.SECTION:
            self.is_played = not _names_unplayed(line.text) and (self.is_played or not _names_section(line.text))
            self.in_metadata = False
        self.in_metadata = self.in_metadata or (folded == "metadata" and line.ignored is Ignored.DETAILS)
        self.after_about = folded == "about" or (self.after_about and line.status is not LineStatus.SECTION)
        self.counted += line.quantity if line.card is not None else 0


def _names_unplayed(text: str) -> bool:
    return any(each in NOT_PLAYED for each in heading_candidates(text))


def _names_section(text: str) -> bool:
    return any(each in SECTION_WORDS for each in heading_candidates(text))


def unquote_lines(lines: Sequence[str], cards: Catalogue[Any]) -> list[str]:
    """Return the lines of a quoted mail without quotation marks.

    Other lists stay unchanged.
    """
    filled = [line for line in lines if strip_invisible(line)]
    quoted = [line for line in filled if line.lstrip().startswith(">")]
    others = [line for line in filled if not line.lstrip().startswith(">")]
    if len(quoted) < 2 or any(is_counted_card(line, cards) for line in others):
        return list(lines)
    return strip_quoting(lines)


def initial_state(lines: Sequence[str]) -> ListState:
    """Return the state before the first line."""
    return ListState(numbered_lines([strip_decorations(line[:MAX_LINE_LENGTH]) for line in lines]))


def is_counted_card(text: str, cards: Catalogue[Any]) -> bool:
    """Return True if a line has a number of copies and the name of a known card."""
    return any(
        candidate.quantity is not None and cards.find(candidate.name) is not None
        for candidate in possible_parses(strip_invisible(text)[:MAX_LINE_LENGTH])
    )


def read_line(number: int, raw: str, state: ListState, cards: Catalogue[C]) -> Line[C]:
    """Parse one line.

    Markup and numbering are stripped only if the line cannot be parsed with them.
    """
    line: Line[C] = Line(number, raw, LineStatus.BLANK, state.section)
    visible = strip_invisible(raw)
    if not visible:
        return line
    parsed = _read_played(line, visible, state, cards)
    hashed = parsed.status is LineStatus.COMMENT and _NOT_COMMENT.match(visible)
    if (parsed.status in _NOT_READ or hashed) and len(visible) <= _MAX_DECORATED:
        parsed = _read_undecorated(parsed, line, visible, state, cards)
    if not state.is_played and parsed.status in _CARD:
        return Line(number, raw, LineStatus.COMMENT, state.section, ignored=Ignored.NOT_PLAYED)
    return parsed


def _read_undecorated(parsed: Line[C], line: Line[C], visible: str, state: ListState, cards: Catalogue[C]) -> Line[C]:
    """Parse a line without its markup, then without its number.

    Return ``parsed`` if neither helps.
    """
    if is_struck_out(visible):
        return replace(line, status=LineStatus.COMMENT, ignored=Ignored.STRUCK_OUT)
    bare = strip_decorations(visible)
    if not bare:
        return replace(line, status=LineStatus.COMMENT)
    numbered = strip_number(bare)
    if numbered is not None:
        rest = _read_played(line, numbered[1], state, cards)
        is_numbered = line.number - 1 in state.numbered
        is_counted = not _LOOSE_NUMBER.match(bare) and is_counted_card(numbered[1], cards)
        is_read = rest.status is LineStatus.OK and (is_numbered or is_counted)
        if is_read or (is_numbered and rest.status is LineStatus.UNKNOWN):
            return rest
    is_comment_line = parsed.status is LineStatus.COMMENT
    if bare == visible or (is_comment_line and not visible.startswith(">!")):
        return parsed
    stripped = _read_played(line, bare, state, cards)
    needs_card = is_comment_line or parsed.code == "quantity"
    return parsed if needs_card and stripped.status is not LineStatus.OK else stripped


def _read_played(line: Line[C], visible: str, state: ListState, cards: Catalogue[C]) -> Line[C]:
    """Parse the visible text of a line."""
    comment = _read_comment(line, visible, state, cards)
    if comment is not None:
        return comment
    if len(visible) > MAX_LINE_LENGTH:
        message = f"{len(visible)} characters on one line: write one card a line, like 3 {cards.names[0]}"
        return invalid_line(line, message, "unreadable-line")
    is_card = cards.find(visible) is not None
    opened = None if is_card else parse_heading(visible, state.section, cards)
    if opened:
        return replace(line, status=LineStatus.SECTION, section=opened)
    if line.number == 1 and words(visible) in NAMES and not is_card:
        return replace(line, status=LineStatus.COMMENT)
    text, section, is_played = _split_categories(visible, state.section, cards)
    if not is_played:
        return replace(line, status=LineStatus.COMMENT, ignored=Ignored.NOT_PLAYED)
    prefix_section, card = _split_section_prefix(text, section, cards)
    parsed = read_card(replace(line, section=prefix_section), card, cards)
    return _read_no_card(parsed, line, visible, state, cards) if parsed.status in _NOT_READ else parsed


def _read_comment(line: Line[C], visible: str, state: ListState, cards: Catalogue[C]) -> Line[C] | None:
    """Parse a comment, which may be a heading, or a line of metadata.

    ``None`` for other lines.
    """
    if is_comment(visible):
        opened = _parse_commented_heading(visible, state.section, cards)
        if opened:
            return replace(line, status=LineStatus.SECTION, section=opened)
        is_ruler = not any(character.isalnum() for character in visible)
        return replace(line, status=LineStatus.COMMENT, ignored=None if is_ruler else Ignored.COMMENT)
    if is_block_comment(visible):
        return replace(line, status=LineStatus.COMMENT, ignored=Ignored.COMMENT)
    is_about = state.after_about and words(visible).startswith("name ")
    if (state.in_metadata and not visible.startswith("[")) or is_about:
        return replace(line, status=LineStatus.COMMENT, ignored=Ignored.DETAILS)
    return None


def _read_no_card(parsed: Line[C], line: Line[C], visible: str, state: ListState, cards: Catalogue[C]) -> Line[C]:
    """Parse a line without a known card: a heading, a total or a detail.

    Otherwise return ``parsed``.
    """
    opened = _parse_loose_heading(visible, state.section, cards)
    if opened:
        return replace(line, status=LineStatus.SECTION, section=opened)
    if is_total(visible) or is_sum(visible, state.counted):
        return replace(line, status=LineStatus.COMMENT, ignored=Ignored.TOTAL)
    if is_detail(visible):
        return replace(line, status=LineStatus.COMMENT, ignored=Ignored.DETAILS)
    return parsed


def _split_categories(visible: str, section: Section, cards: Catalogue[C]) -> tuple[str, Section, bool]:
    """Return a line without Archidekt categories, its section, and deck membership.

    The last is True if the card is in the deck.
    """
    match = _CATEGORIES.search(visible)
    if match is None or cards.find(visible) is not None:
        return visible, section, True
    names = {words(re.sub(r"\{[^{}]*\}", "", part)) for part in match["names"].split(",")}
    if "{nodeck}" in match["names"].lower() or names & NOT_PLAYED:
        return visible, section, False
    if any(SECTION_WORDS.get(name) is Section.SIDEBOARD for name in names):
        return visible[: match.start()], Section.SIDEBOARD, True
    return visible, section, True


def _split_section_prefix(visible: str, section: Section, cards: Catalogue[C]) -> tuple[Section, str]:
    """Split a section prefix from a line; return the section and the rest."""
    side = strip_sideboard_prefix(visible)
    if side is not None:
        return Section.SIDEBOARD, side
    prefix = split_prefix(visible)
    named_section = cards.sections.get(prefix[0]) if prefix and not cards.find(visible) else None
    if prefix and named_section and _is_group_heading(prefix[0], section, cards):
        named_section = section
    return (named_section, prefix[1]) if named_section and prefix else (section, visible)


def parse_heading(visible: str, section: Section, cards: Catalogue[C]) -> Section | None:
    """Return the section that a heading belongs to; ``None`` for other lines."""
    return _opened_by(heading_words(visible) or "", section, cards)


def _opened_by(word: str, section: Section, cards: Catalogue[C]) -> Section | None:
    if _is_group_heading(word, section, cards):
        return Section.MAIN if section in cards.single_card_sections else section
    return section_of(word, cards)


def _parse_commented_heading(visible: str, section: Section, cards: Catalogue[C]) -> Section | None:
    """Return the section of a heading that is written as a comment: ``// Sideboard``."""
    if visible.startswith(">"):
        return None
    return next(filter(None, (_opened_by(each, section, cards) for each in heading_candidates(visible))), None)


def _parse_loose_heading(visible: str, section: Section, cards: Catalogue[C]) -> Section | None:
    """Return the section of a heading with other numbers, brackets or words.

    ``None`` for other lines.
    """
    candidates = heading_candidates(visible)
    opened = next(filter(None, (_opened_by(each, section, cards) for each in candidates)), None)
    if opened:
        return opened
    groups = any(each in NOT_PLAYED or is_group(each, cards.headings) for each in candidates)
    return (Section.MAIN if section in cards.single_card_sections else section) if groups else None


def _is_group_heading(word: str, section: Section, cards: Catalogue[C]) -> bool:
    """Return True if a folded word is a heading that groups a section's cards."""
    if word in cards.sections:
        return section is Section.SIDEBOARD and word in cards.headings
    return word in GROUP_WORDS or word in cards.headings


def section_of(word: str, cards: Catalogue[C]) -> Section | None:
    """Return the section for a folded heading in this game, or ``None``."""
    return cards.sections.get(word) or SECTION_WORDS.get(word)


def mark_titles(lines: Sequence[Line[C]], cards: Catalogue[C]) -> list[Line[C]]:
    """Return the lines.

    Unknown names that are titles or headings of the player's own are ignored. A title stands above the first card. A
    heading states the number of the cards below it, ends with a colon, or stands between a blank line and a card. In
    both cases all cards below must be counted, and the words must not resemble a card.
    """
    if not any(line.card is not None and is_counted_card(_bare(line), cards) for line in lines):
        return list(lines)
    marked: list[Line[C]] = []
    titles = 0
    for index, line in enumerate(lines):
        kind = _kind_of_title(lines, index, marked, titles, cards) if line.status is LineStatus.UNKNOWN else None
        titles += kind is Ignored.TITLE
        ignored = Line[C](line.number, line.text, LineStatus.COMMENT, line.section, ignored=kind)
        marked.append(ignored if kind else line)
    return marked


def _bare(line: Line[Any]) -> str:
    bare = strip_decorations(strip_invisible(line.text)[:MAX_LINE_LENGTH])
    numbered = strip_number(bare)
    return numbered[1] if numbered and is_text(numbered[1]) else bare


def is_text(text: str) -> bool:
    """Return True if a text has a letter."""
    return any(character.isalpha() for character in text)


def _kind_of_title(
    lines: Sequence[Line[C]], index: int, above: Sequence[Line[C]], titles: int, cards: Catalogue[C]
) -> Ignored | None:
    line, text = lines[index], _bare(lines[index])
    below = next((each for each in lines[index + 1 :] if each.status is not LineStatus.BLANK), None)
    is_listed = line.section in (Section.MAIN, Section.SIDEBOARD) and not _names_other_section(text, cards)
    if (
        below is None
        or not is_listed
        or text[:1].isdigit()
        or is_misspelling(line.name, cards.names)
        or cards.candidates(line.name)
    ):
        return None
    has_card_below = below.status in _CARD and (below.card is None or is_counted_card(_bare(below), cards))
    counted = re.fullmatch(r"[^\d]*?\s*[:(\[-]\s*(?P<number>\d{1,2})\s*[)\]]?\s*:?", text)
    if counted:
        return Ignored.HEADING if int(counted["number"]) == _cards_of_group(lines[index + 1 :]) > 1 else None
    if any(candidate.quantity is not None for candidate in possible_parses(text)):
        return None
    if not any(each.status in _CARD or each.status is LineStatus.SECTION for each in above):
        is_above = below.status in (*_CARD, LineStatus.SECTION, LineStatus.COMMENT) and titles < _MAX_TITLES
        return Ignored.TITLE if is_above and not text.endswith(":") else Ignored.HEADING if has_card_below else None
    is_apart = above[-1].status is LineStatus.BLANK or text.endswith(":")
    return Ignored.HEADING if is_apart and has_card_below else None


def _names_other_section(text: str, cards: Catalogue[Any]) -> bool:
    prefix = split_prefix(text)
    return prefix is not None and prefix[0] in cards.sections


def _cards_of_group(lines: Sequence[Line[Any]]) -> int:
    """Return the number of cards up to the next blank line or heading."""
    total = 0
    for line in lines:
        if line.status not in _CARD:
            break
        total += line.quantity
    return total
