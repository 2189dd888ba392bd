"""The queue of plays in a replay.

Seeds and compound lines insert plays into it.
"""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, Final, NamedTuple

from rules.engine.decision import ActionError, InvalidActionError
from rules.engine.ids import CHANCE
from rules.judge.game import JudgedGame
from rules.judge.record.model import CHANCE_NAME, NO_NOTES, UNNAMED, Play, Record
from rules.judge.replay.seeds import seed_of, splitmix64
from rules.judge.replay.trace import Edit, QueuedPlay

NO_SEAT: Final = -2
"""The seat of a line that names no player."""


class QueueContext(NamedTuple):
    """The state of a replay for which the next play is prepared.

    Attributes:
        state: the game.
        mark: the number of log entries that lines account for.
        count_outcomes: returns the number of outcomes of chance so far.
    """

    state: Any
    mark: int
    count_outcomes: Callable[[], int]


class DeferredPlayError(Exception):
    """The deferred part of an earlier line cannot be parsed where it applies.

    Attributes:
        play: that line, with the remaining words.
        reason: why they cannot be parsed.
    """

    def __init__(self, play: Play, reason: ActionError) -> None:
        super().__init__(play, reason)
        self.play, self.reason = play, reason


class PlayQueue:
    """The plays of one replay.

    Attributes:
        plays: the plays of the record and, marked, those inserted by a seed or an earlier line.
        deferred_plays: parts of earlier lines that apply later.
        edits: the replacements so far.
    """

    def __init__(self, game: JudgedGame, record: Record) -> None:
        self.game = game
        self.seats: dict[str, int | None] = {
            **{name: seat for seat, name in enumerate(record.players)}, CHANCE_NAME: CHANCE, UNNAMED: None
        }  # fmt: skip
        self.seed = seed_of(record)
        self.plays: list[QueuedPlay] = [(play, False) for play in record.plays]
        self.deferred_plays: tuple[Play, ...] = ()
        self.edits: list[Edit] = []

    def copy(self) -> "PlayQueue":
        """Return an independent copy."""
        new = copy(self)
        new.plays, new.edits = list(self.plays), list(self.edits)
        return new

    def _replace(self, index: int, removed: int, lines: Sequence[QueuedPlay]) -> None:
        """Replace ``removed`` plays at ``index`` by ``lines``."""
        self.edits.append(Edit(index, self.plays[index : index + removed], len(lines)))
        self.plays[index : index + removed] = lines

    def discard_inserted(self, since: int) -> None:
        """Remove the inserted plays from index ``since`` on.

        The replay returns there.
        """
        self.plays[since:] = [line for line in self.plays[since:] if not line[1]]

    def remaining_plays(self, index: int) -> tuple[Play, ...]:
        """Return the remaining plays.

        They are the one at ``index``, the deferred ones, and the record's plays after it.
        """
        current, later = self.plays[index : index + 1], self.plays[index + 1 :]
        return (*(play for play, _ in current), *self.deferred_plays, *(play for play, marked in later if not marked))

    def prepare(self, index: int, context: QueueContext) -> bool:
        """Prepare the play at ``index``: insert and split plays; return False at the end.

        Raises:
            DeferredPlayError: a deferred part of an earlier line cannot be parsed here, or can no longer apply.
        """
        play = self.plays[index][0] if index < len(self.plays) else None
        first = self._next_deferred(play, context) or self._seeded_outcome(play, context)
        if first is not None:
            self._replace(index, 0, [(first, True)])
            if self._expand(index, first, context) is None:
                # It stated only what has happened.
                return self.prepare(index, context)
            return True
        self._reject_lapsed(context, at_end=play is None)
        if play is not None:
            play = self._expand(index, self._convert_to_chance(index, play, context), context)
            if play is None:
                return self.prepare(index, context)
            first_words, *later = self.game.notation.parts(self.seat_of(play), play.words, context.state)
            if later:
                self._replace(index, 1, [(replace(play, words=first_words), self.plays[index][1])])
                others = (each for each in self.deferred_plays if each.actor != play.actor or self._is_claim(each))
                self.deferred_plays = (*(replace(play, words=words, notes=NO_NOTES) for words in later), *others)
        return index < len(self.plays)

    def _convert_to_chance(self, index: int, play: Play, context: QueueContext) -> Play:
        """Replace a play in which a player states an outcome of chance.

        It becomes a play of chance.
        """
        seat = self.seats[play.actor]
        chance_words = (
            self.game.notation.chance_text(context.state, seat, play.words) if seat not in (CHANCE, None) else ""
        )
        if chance_words:
            play = replace(play, actor=CHANCE_NAME, words=chance_words)
            self._replace(index, 1, [(play, self.plays[index][1])])
        return play

    def _expand(self, index: int, play: Play, context: QueueContext) -> Play | None:
        """Replace a compound play by simple ones, and return the first of them.

        The result is ``None`` if the play only states what has happened.
        """
        lines = self.game.notation.lines(context.state, self.seats[play.actor], play.words)
        if not lines:
            self._replace(index, 1, [])
            return None
        if len(lines) == 1 and lines[0].words == play.words and self._actor(lines[0].seat) == play.actor:
            return play
        first, *rest = [replace(play, actor=self._actor(line.seat), words=line.words) for line in lines]
        first = replace(first, written=play.as_written)
        marked = self.plays[index][1]
        self._replace(index, 1, [(first, marked), *((replace(each, notes=NO_NOTES), marked) for each in rest)])
        return first

    def _next_deferred(self, play: Play | None, context: QueueContext) -> Play | None:
        """Return the deferred play that applies now, or ``None``."""
        if not self.deferred_plays:
            return None
        claims = [each for each in self.deferred_plays if self._is_claim(each)]
        others = {each.actor: each for each in reversed(self.deferred_plays) if each not in claims}
        for first in (*claims, *others.values()):
            try:
                comes = self._is_due(first, play, context)
            except ActionError as error:
                raise DeferredPlayError(first, error) from None
            if comes:
                self.deferred_plays = tuple(each for each in self.deferred_plays if each is not first)
                return first
        return None

    def _reject_lapsed(self, context: QueueContext, *, at_end: bool) -> None:
        """Raise if a deferred part of an earlier line can no longer apply."""
        if not self.deferred_plays:
            return
        parts = [(self.seat_of(each), each.words) for each in self.deferred_plays]
        lapsed = self.game.notation.find_lapsed(context.state, parts, at_end=at_end)
        if lapsed is not None:
            play = self.deferred_plays[lapsed.place]
            raise DeferredPlayError(play, InvalidActionError(lapsed.reason, unparsed=play.words))

    def _is_claim(self, play: Play) -> bool:
        """Return True if a deferred play predicts an event.

        No later line replaces it then.
        """
        return self.game.notation.is_claim(play.words)

    def _is_due(self, first: Play, play: Play | None, context: QueueContext) -> bool:
        """Return True if a deferred play applies now; ``play`` is the next line."""
        seat = self.seat_of(first)
        notation = self.game.notation
        if notation.awaits(context.state, seat, first.words):
            decision = context.state.pending
            ordering = decision is not None and decision.kind == "order"
            if ordering and play is not None and notation.awaits(context.state, self.seat_of(play), play.words):
                # A new order in the record replaces the deferred one.
                self.deferred_plays = tuple(
                    each for each in self.deferred_plays if each.actor != first.actor or self._is_claim(each)
                )
                return False
            return True
        done = notation.repeats(context.state, seat, first.words, context.state.log[context.mark :])
        return done is not None or notation.find_late_repetition(context.state, seat, first.words) is not None

    def _seeded_outcome(self, play: Play | None, context: QueueContext) -> Play | None:
        """Return the outcome of the seed if chance decides.

        ``None`` if the next line states the outcome.
        """
        decision = context.state.pending
        if self.seed is None or decision is None or decision.seat != CHANCE:
            return None
        if play is not None and play.actor == CHANCE_NAME:
            return None
        action = self.game.engine.outcome(context.state, splitmix64(self.seed, context.count_outcomes()))
        return Play(CHANCE_NAME, self.game.notation.render(context.state, action))

    def seat_of(self, play: Play) -> int:
        """Return the seat that acts in a play; ``NO_SEAT`` if it names none."""
        seat = self.seats[play.actor]
        return NO_SEAT if seat is None else seat

    def _actor(self, seat: int) -> str:
        return next(name for name, each in self.seats.items() if each == seat)
