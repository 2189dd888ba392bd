"""The verdict on a record: legal, illegal from a line on, or not to be settled; and how it can be checked again."""

import hashlib
from collections.abc import Iterable
from enum import StrEnum
from itertools import islice
from typing import Any

from rules.engine.decision import Action, Violation
from rules.engine.game import Constraint
from rules.frozen import frozen
from rules.judge.game import JudgedGame
from rules.judge.record.model import Record
from rules.judge.record.writer import write
from rules.judge.replay.similarity import similarity

ENGINE_VERSION = "8"
"""Raised whenever a replay could come out differently for the same record, rules and cards."""
MOST_LOOKED_AT = 400
"""Legal answers that are looked at for the nearest ones."""
MOST_SHOWN = 8


class Verdict(StrEnum):
    """What the engine says of a record."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDETERMINED = "undetermined"
    """Kept for records in which something unknown decides."""


@frozen
class Illegal:
    """The first line that is not legal.

    Attributes:
        line: in the text, from 1. actor: who did it, by name.
        text: the words of the play. written: the sentence that they are the meaning of; empty where it is they.
        reasons: every condition it fails.
        legal: some of the answers that would have been legal, the likest to what was written first. They tell a hand:
            for judges only.
        read: the words in full, as they were read; empty where they are so already, or could not be read.
        public_text, public_reasons: words and conditions as those may know them who see no hidden card.
        constraint: what all legal answers have in common, where they are too many to list; empty elsewhere.
        count: how many those are, ``None`` where that is not known. Both tell no hand: damage is divided in the open.
    """

    line: int
    actor: str
    text: str
    reasons: tuple[Violation, ...]
    legal: tuple[str, ...]
    public_text: str
    public_reasons: tuple[Violation, ...]
    constraint: str = ""
    count: int | None = None
    read: str = ""
    written: str = ""

    @property
    def as_written(self) -> str:
        """The words as they were recorded, for people."""
        return self.written or self.text


@frozen
class Hashes:
    """What a verdict rests on; equal hashes give an equal verdict.

    Attributes:
        record: of the canonical text. rules: of the restated rules. cards: of the card data. engine: its version.
    """

    record: str
    rules: str
    cards: str
    engine: str


def hashes(game: JudgedGame, record: Record) -> Hashes:
    """Return the hashes for the replay of ``record``."""
    return Hashes(_hash([write(record)]), *rules_hashes(game))


def rules_hashes(game: JudgedGame) -> tuple[str, str, str]:
    """Return the hashes of what a game is judged by, whatever the record: rules, cards, and the engine's version."""
    books = [book for _, book in sorted(game.rulebooks.items()) if not book.procedure]
    units = ((rule.id, rule.text) for book in books for rule in book.units)
    return _hash(map(repr, units)), game.cards.fingerprint, ENGINE_VERSION


def _hash(parts: Any) -> str:
    total = hashlib.blake2b(digest_size=16)
    for part in parts:
        total.update(part.encode())
        total.update(b"\0")
    return total.hexdigest()


def nearest_legal_lines(
    game: JudgedGame,
    state: Any,
    seat: int,
    words: str,
    actions: Iterable[Action] | None = None,
    constraint: Constraint | None = None,
) -> tuple[str, ...]:
    """Return some legal answers at the pending decision as lines, those most like ``words`` first.

    ``answers`` has them where the engine would settle the decision without asking and only some count. Lines of the
    player who is asked begin without a name where it is ``seat``. Of answers with a ``constraint`` it has the nearest.
    """
    if state.pending is None:
        return ()
    asked = state.pending.seat
    who = "" if asked == seat else f"{state.names[asked] if asked >= 0 else 'chance'}: "
    return tuple(who + line for line, _ in nearest_actions(game, state, words, actions, constraint)[:MOST_SHOWN])


def nearest_actions(
    game: JudgedGame,
    state: Any,
    words: str,
    actions: Iterable[Action] | None = None,
    constraint: Constraint | None = None,
) -> list[tuple[str, Action]]:
    """Return legal answers at the pending decision with their words, those most like ``words`` first.

    Of answers with a ``constraint``, which are too many to be looked at, it says which are nearest.
    """
    if constraint is not None:
        return [(game.notation.render(state, action), action) for action in constraint.nearest]
    found: dict[str, Action] = {}
    for action in islice(game.engine.legal(state) if actions is None else actions, MOST_LOOKED_AT):
        found.setdefault(game.notation.render(state, action), action)
    written = words.casefold()
    return sorted(found.items(), key=lambda pair: -similarity(pair[0].casefold(), written))
