"""The verdict on a record, its hashes, and the nearest legal actions."""

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
"""Incremented whenever a replay could have another result for the same record, rules and cards."""
MAX_COMPARED = 400
"""The maximum number of legal actions that are compared."""
MAX_SHOWN = 8


class Verdict(StrEnum):
    """The verdict on a record."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDETERMINED = "undetermined"
    """The verdict depends on unknown information."""


@frozen
class Illegal:
    """The first illegal line of a record.

    Attributes:
        line: the line in the text, from 1.
        actor: the acting player's name.
        text: the words of the play.
        reasons: every violation.
        legal: the legal actions most similar to it, most similar first. For judges only: they can reveal a hand.
        public_text: the words without hidden information.
        public_reasons: the violations without hidden information.
        constraint: what all legal actions have in common, if there are too many to list; empty otherwise.
        count: the number of legal actions; ``None`` if unknown. Both are public, because damage is divided in the open.
        read: the interpreted words in full; empty if they are the same or could not be parsed.
        written: the original sentence, if ``text`` interprets it; empty otherwise.
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
        """The text as written in the record."""
        return self.written or self.text


@frozen
class Hashes:
    """The hashes of the inputs of a verdict; equal hashes mean an equal verdict.

    Attributes:
        record: of the canonical text.
        rules: of the rules texts.
        cards: of the card data.
        engine: the version of the engine.
    """

    record: str
    rules: str
    cards: str
    engine: str


def hashes(game: JudgedGame, record: Record) -> Hashes:
    """Return the hashes of the inputs of a verdict on ``record``."""
    return Hashes(_hash([write(record)]), *rules_hashes(game))


def rules_hashes(game: JudgedGame) -> tuple[str, str, str]:
    """Return the hashes of rules and cards, and the engine version, for any record."""
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
    """Return legal actions as lines, most similar to ``words`` first.

    They are those at the pending decision.

    Args:
        game: the game.
        state: its state.
        seat: the seat of the line; actions of other seats begin with the player's name.
        words: the words to compare with.
        actions: the legal actions of an automatic decision; ``None`` for the pending decision.
        constraint: the constraint of the pending decision, which has its own nearest actions.
    """
    if state.pending is None:
        return ()
    pending_seat = state.pending.seat
    actor = "" if pending_seat == seat else f"{state.names[pending_seat] if pending_seat >= 0 else 'chance'}: "
    return tuple(actor + line for line, _ in nearest_actions(game, state, words, actions, constraint)[:MAX_SHOWN])


def nearest_actions(
    game: JudgedGame,
    state: Any,
    words: str,
    actions: Iterable[Action] | None = None,
    constraint: Constraint | None = None,
) -> list[tuple[str, Action]]:
    """Return pairs of words and legal action, most similar to ``words`` first.

    Actions with a ``constraint`` are too many to compare; it has the nearest ones.
    """
    if constraint is not None:
        return [(game.notation.render(state, action), action) for action in constraint.nearest]
    actions_by_line: dict[str, Action] = {}
    for action in islice(game.engine.legal(state) if actions is None else actions, MAX_COMPARED):
        actions_by_line.setdefault(game.notation.render(state, action), action)
    text = words.casefold()
    return sorted(actions_by_line.items(), key=lambda pair: -similarity(pair[0].casefold(), text))
