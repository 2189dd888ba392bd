"""Content of printed documents as a list of blocks.

Each is drawn by the layout. Contains no markup. User text reaches the typesetter as JSON and is never interpreted.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, TypeAlias

from django.utils.translation import gettext as _

from epic_events.infra.errors import UserError

MAX_DOCUMENT_BYTES: Final = 200_000
"""Maximum data size of a document: about 35 pages, typeset in half a second, at worst three."""

Tone: TypeAlias = Literal["", "ok", "bad", "unsure"]


@dataclass(frozen=True)
class Heading:
    """Heading of a section."""

    text: str


@dataclass(frozen=True)
class Banner:
    """Main statement of the document: a word and a sentence in a frame.

    Attributes:
        tone: colour of the frame; the word carries the same meaning.
    """

    word: str
    text: str
    tone: Tone = ""


@dataclass(frozen=True)
class Paragraph:
    """Paragraph, with indentation ``depth`` 1 or 2, or in bold."""

    text: str
    depth: int = 0
    strong: bool = False
    quiet: bool = False


@dataclass(frozen=True)
class Rule:
    """Quoted rule: citation, heading, text."""

    label: str
    heading: str
    text: str


@dataclass(frozen=True)
class Table:
    """Table with a header row.

    Attributes:
        shares: column widths as shares of the page width; 0 or no value for automatic width.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shares: tuple[int, ...] = ()


@dataclass(frozen=True)
class Part:
    """Page break with a heading, for parts that are distributed separately."""

    text: str


@dataclass(frozen=True)
class Slip:
    """Result slip of one table.

    Attributes:
        where: event and round, one line each.
        table: label and number of the table.
        players: names by seat.
        notes: further lines.
        address: URL for reporting on a phone, drawn as a QR code.
    """

    where: tuple[str, ...]
    table: str
    players: tuple[str, ...]
    notes: tuple[str, ...]
    address: str


@dataclass(frozen=True)
class Slips:
    """Result slips for cutting, eight per page, starting on a new page.

    Attributes:
        slips: one per table.
        games: heading of the boxes for games won.
        boxes: number of these boxes per player.
        drops: heading of the box for dropping.
        drawn: label of the boxes for drawn games.
        draws: number of these boxes per slip.
        blanks: labels of further fields, by seat.
        signed: label of the signature lines.
    """

    slips: tuple[Slip, ...]
    games: str
    boxes: int
    drops: str
    drawn: str
    draws: int
    blanks: tuple[str, ...]
    signed: str


@dataclass(frozen=True)
class Tile:
    """Card or piece on a board.

    Attributes:
        name: name of the card.
        size: offense and defense; empty without.
        notes: further lines.
        turned: True if it is drawn rotated; the notes say why.
    """

    name: str
    size: str = ""
    notes: tuple[str, ...] = ()
    turned: bool = False


@dataclass(frozen=True)
class BoardSide:
    """One player's side of a board: name, totals, piles and rows of cards."""

    name: str
    facts: tuple[str, ...]
    rows: tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True)
class Board:
    """Board with the opponent above, the battle in the middle and the player below.

    Attributes:
        forward: groups in the battle from top to bottom, each with its text and cards.
    """

    now: str
    above: tuple[BoardSide, ...]
    forward: tuple[tuple[str, tuple[Tile, ...]], ...]
    below: tuple[BoardSide, ...]


Block: TypeAlias = Heading | Banner | Paragraph | Rule | Table | Board | Part | Slips


@dataclass(frozen=True)
class Document:
    """Document for typesetting.

    Attributes:
        title: title on one line.
        subtitle: place and time.
        address: URL of the page it was printed from, also drawn as a QR code.
        blocks: its content.
        longest: maximum size of its data in bytes.
        instead: what to do if it is too large, as a sentence.
    """

    title: str
    subtitle: str
    address: str
    blocks: tuple[Block, ...]
    longest: int = MAX_DOCUMENT_BYTES
    instead: str = ""

    def data(self, *, language: str) -> str:
        """Return the JSON for the layout; deterministic.

        Raises:
            UserError: the document is too large.
        """
        content = {
            "title": self.title,
            "subtitle": self.subtitle,
            "address": self.address,
            "language": language,
            "page": _("Page"),
            "unshown": _("Characters that the font does not contain are shown as their code points:"),
            "blocks": [{"kind": type(block).__name__, **asdict(block)} for block in self.blocks],
        }
        written = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        size = len(written.encode())
        if size > self.longest:
            words = _("This is too long for one PDF: %(size)d bytes of text, the limit is %(most)d. %(instead)s")
            raise UserError(words % {"size": size, "most": self.longest, "instead": self.instead})
        return written


def indent_lines(lines: Sequence[str]) -> Iterator[Paragraph]:
    """Yield the lines of plain text as paragraphs with their indentation."""
    for line in lines:
        words = line.lstrip(" ")
        depth = min((len(line) - len(words) + 1) // 2, 2)
        yield Paragraph(words, depth=depth, strong=depth == 0 and words.endswith(":"), quiet=depth == 2)


def map_texts(content: Any, change: Callable[[str], str]) -> Any:
    """Return a document's data with a function applied to every text."""
    if isinstance(content, str):
        return change(content)
    if isinstance(content, Mapping):
        return {key: map_texts(value, change) for key, value in content.items()}
    if isinstance(content, list):
        return [map_texts(value, change) for value in content]
    return content
