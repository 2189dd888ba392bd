"""What is printed, as data: a paper of blocks, each of which the layout draws in one way.

Nothing here is markup. Words of people reach the typesetter as JSON and are drawn letter by letter, whatever they say.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, TypeAlias

from django.utils.translation import gettext as _

from epic_events.infra.errors import UserError

LONGEST_PAPER: Final = 200_000
"""Bytes of the data of one paper: some 35 pages, which take half a second, at the very worst three."""

Tone: TypeAlias = Literal["", "ok", "bad", "unsure"]


@dataclass(frozen=True)
class Heading:
    """Begins a part of the paper."""

    text: str


@dataclass(frozen=True)
class Banner:
    """What the paper is about, as the biggest thing on it: a word and a sentence.

    Attributes:
        tone: how it is framed; the word says the same to who sees no colours.
    """

    word: str
    text: str
    tone: Tone = ""


@dataclass(frozen=True)
class Words:
    """A paragraph, an indented one below another at ``depth`` 1 or 2, or a strong one."""

    text: str
    depth: int = 0
    strong: bool = False
    quiet: bool = False


@dataclass(frozen=True)
class Rule:
    """A rule in full, or other words that are quoted: what is cited, its heading, its text."""

    label: str
    heading: str
    text: str


@dataclass(frozen=True)
class Table:
    """Rows under a head, each with as many cells.

    Attributes:
        shares: of the width of the sheet, by column; 0 for one as wide as its words, as all are when nothing is said.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shares: tuple[int, ...] = ()


@dataclass(frozen=True)
class Part:
    """Begins a sheet of its own, under a heading: what follows is handed out or hung up apart from what came before."""

    text: str


@dataclass(frozen=True)
class Slip:
    """What the players of one table fill in and sign.

    Attributes:
        where: the event and the round, a line each.
        table: the word and the number of the table.
        players: by place.
        notes: what else is to be known at this table, a line each.
        address: where the same is done on a phone, drawn as a code.
    """

    where: tuple[str, ...]
    table: str
    players: tuple[str, ...]
    notes: tuple[str, ...]
    address: str


@dataclass(frozen=True)
class Slips:
    """Slips to cut apart, eight to a sheet, from the top of one on.

    Attributes:
        slips: one a table.
        games: the head above the boxes for games won.
        boxes: how many of these each player has.
        drops: the head above the box of who plays no further round.
        drawn: the word before the boxes for games drawn.
        draws: how many of these a slip has.
        blanks: the words of further blanks to write into, by place.
        signed: the word below each line for a name.
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
    """Something on a table top.

    Attributes:
        name: of the card.
        size: the numbers it fights with; empty for none.
        notes: what else is to be said of it, a line each.
        turned: whether it lies otherwise than upright; its notes say how.
    """

    name: str
    size: str = ""
    notes: tuple[str, ...] = ()
    turned: bool = False


@dataclass(frozen=True)
class Strip:
    """One player's side of a table top: the name, the totals and piles, and what lies there row by row."""

    name: str
    facts: tuple[str, ...]
    rows: tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True)
class TableTop:
    """A table seen from above: who sits opposite, who meets whom in the middle, who sits below.

    Attributes:
        forward: the groups in the middle, from above to below: the words of each and what belongs to it.
    """

    now: str
    above: tuple[Strip, ...]
    forward: tuple[tuple[str, tuple[Tile, ...]], ...]
    below: tuple[Strip, ...]


Block: TypeAlias = Heading | Banner | Words | Rule | Table | TableTop | Part | Slips


@dataclass(frozen=True)
class Paper:
    """One paper.

    Attributes:
        title: what it is, in one line.
        subtitle: where and when.
        address: of the page that it is a print of, drawn as a code as well.
        blocks: what stands on it.
        longest: how many bytes its data may have.
        instead: what can be done with one that is longer, in a sentence.
    """

    title: str
    subtitle: str
    address: str
    blocks: tuple[Block, ...]
    longest: int = LONGEST_PAPER
    instead: str = ""

    def data(self, *, language: str) -> str:
        """Return it as the JSON that a layout reads: the same for the same paper.

        Raises:
            UserError: it is too long for one paper.
        """
        told = {
            "title": self.title,
            "subtitle": self.subtitle,
            "address": self.address,
            "language": language,
            "page": _("Page"),
            "unshown": _("Signs for which the letters of this paper have no form are written by their number:"),
            "blocks": [{"kind": type(block).__name__, **asdict(block)} for block in self.blocks],
        }
        written = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        size = len(written.encode())
        if size > self.longest:
            words = _("This is too long for one PDF: %(size)d bytes of text, at most %(most)d. %(instead)s")
            raise UserError(words % {"size": size, "most": self.longest, "instead": self.instead})
        return written


def indented(lines: Sequence[str]) -> Iterator[Words]:
    """Yield lines of a plain text as paragraphs, as deep as they are indented."""
    for line in lines:
        words = line.lstrip(" ")
        depth = min((len(line) - len(words) + 1) // 2, 2)
        yield Words(words, depth=depth, strong=depth == 0 and words.endswith(":"), quiet=depth == 2)


def with_texts(told: Any, change: Callable[[str], str]) -> Any:
    """Return a paper's data with every text changed by a function."""
    if isinstance(told, str):
        return change(told)
    if isinstance(told, Mapping):
        return {key: with_texts(value, change) for key, value in told.items()}
    if isinstance(told, list):
        return [with_texts(value, change) for value in told]
    return told
