"""The lines of a record that are still to be taken, with those that a seed or an earlier line puts among them."""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, Final, NamedTuple

from rules.engine.decision import AnswerError
from rules.engine.ids import CHANCE
from rules.judge.game import JudgedGame
from rules.judge.record.model import CHANCE_NAME, NO_NOTES, UNNAMED, Play, Record
from rules.judge.replaying.passed import Edit, Line
from rules.judge.replaying.seeds import number, seed_of

NO_SEAT: Final = -2
"""The seat of a line that does not name its player: no decision belongs to it."""


class Now(NamedTuple):
    """The moment of a replay at which the next line is looked for.

    Attributes:
        state: the game. mark: entries of its log that the lines have told of.
        told: counts the outcomes of chance that have been told.
    """

    state: Any
    mark: int
    told: Callable[[], int]


class ForetoldError(Exception):
    """The rest of an earlier line cannot be parsed where it applies.

    Attributes:
        play: that line, with the words that are left of it.
        reason: why they cannot be parsed.
    """

    def __init__(self, play: Play, reason: AnswerError) -> None:
        super().__init__(play, reason)
        self.play, self.reason = play, reason


class LinesAhead:
    """The lines of one replay.

    Attributes:
        plays: the record's lines and, marked, those that a seed or an earlier line tells.
        foretold: what a line has told that comes later.
        edits: the lines that were put in the place of others so far.
    """

    def __init__(self, game: JudgedGame, record: Record) -> None:
        """Begin with the lines of ``record``."""
        self.game = game
        self.seats: dict[str, int | None] = {
            **{name: seat for seat, name in enumerate(record.players)}, CHANCE_NAME: CHANCE, UNNAMED: None
        }  # fmt: skip
        self.seed = seed_of(record)
        self.plays: list[Line] = [(play, False) for play in record.plays]
        self.foretold: tuple[Play, ...] = ()
        self.edits: list[Edit] = []

    def copy(self) -> "LinesAhead":
        """Return independent lines, the same as these."""
        new = copy(self)
        new.plays, new.edits = list(self.plays), list(self.edits)
        return new

    def _put(self, index: int, gone: int, lines: Sequence[Line]) -> None:
        """Put ``lines`` in the place of as many lines as are ``gone``."""
        self.edits.append(Edit(index, self.plays[index : index + gone], len(lines)))
        self.plays[index : index + gone] = lines

    def forget_marked(self, since: int) -> None:
        """Take out the marked lines from index ``since`` on: the replay goes on in another way there."""
        self.plays[since:] = [line for line in self.plays[since:] if not line[1]]

    def rest(self, index: int) -> tuple[Play, ...]:
        """Return the line at ``index``, what is foretold, and the record's own lines after it."""
        here, later = self.plays[index : index + 1], self.plays[index + 1 :]
        return (*(play for play, _ in here), *self.foretold, *(play for play, marked in later if not marked))

    def ready(self, index: int, now: Now) -> bool:
        """Whether there is a line at ``index``; puts in what chance or an earlier line says comes first.

        Raises:
            ForetoldError: the rest of an earlier line applies here and cannot be parsed.
        """
        play = self.plays[index][0] if index < len(self.plays) else None
        first = self._foretold_now(play, now) or self._chance_now(play, now)
        if first is not None:
            self._put(index, 0, [(first, True)])
            if self._taken_apart(index, first, now) is None:
                # It stated only what has happened.
                return self.ready(index, now)
        elif play is not None:
            play = self._taken_apart(index, self._by_chance(index, play, now), now)
            if play is None:
                return self.ready(index, now)
            said, *later = self.game.notation.parts(self.seat_of(play), play.words, now.state)
            if later:
                self._put(index, 1, [(replace(play, words=said), self.plays[index][1])])
                others = (each for each in self.foretold if each.actor != play.actor)
                self.foretold = (*(replace(play, words=words, notes=NO_NOTES) for words in later), *others)
        return index < len(self.plays)

    def _by_chance(self, index: int, play: Play, now: Now) -> Play:
        """Put a line of chance in the place of one in which a player says what it brought, and return the line."""
        seat = self.seats[play.actor]
        said = self.game.notation.brought(now.state, seat, play.words) if seat not in (CHANCE, None) else ""
        if said:
            play = replace(play, actor=CHANCE_NAME, words=said)
            self._put(index, 1, [(play, self.plays[index][1])])
        return play

    def _taken_apart(self, index: int, play: Play, now: Now) -> Play | None:
        """Put the lines that a line stands for in its place, and return the first of them.

        ``None`` where there is none: the line only states what has happened.
        """
        lines = self.game.notation.lines(now.state, self.seats[play.actor], play.words)
        if not lines:
            self._put(index, 1, [])
            return None
        first, *rest = [replace(play, actor=self._actor(line.seat), words=line.words) for line in lines]
        if not rest and first == play:
            return play
        first = replace(first, written=play.as_written)
        marked = self.plays[index][1]
        self._put(index, 1, [(first, marked), *((replace(each, notes=NO_NOTES), marked) for each in rest)])
        return first

    def _foretold_now(self, play: Play | None, now: Now) -> Play | None:
        """Return what an earlier line says comes now: asked for at this moment, or done without being asked."""
        if not self.foretold:
            return None
        firsts = {each.actor: each for each in reversed(self.foretold)}
        for first in firsts.values():
            try:
                comes = self._comes_now(first, play, now)
            except AnswerError as error:
                raise ForetoldError(first, error) from None
            if comes:
                self.foretold = tuple(each for each in self.foretold if each is not first)
                return first
        return None

    def _comes_now(self, first: Play, play: Play | None, now: Now) -> bool:
        """Whether what an earlier line says is what is asked now, or has been done; ``play`` is the next line."""
        seat = self.seat_of(first)
        notation = self.game.notation
        if notation.awaits(now.state, seat, first.words):
            decision = now.state.pending
            ordering = decision is not None and decision.kind == "order"
            if ordering and play is not None and notation.awaits(now.state, self.seat_of(play), play.words):
                # Whoever says it again here has changed the order that was told.
                self.foretold = tuple(each for each in self.foretold if each.actor != first.actor)
                return False
            return True
        done = notation.repeats(now.state, seat, first.words, now.state.log[now.mark :])
        return done is not None or notation.repeats_late(now.state, seat, first.words) is not None

    def _chance_now(self, play: Play | None, now: Now) -> Play | None:
        """Return what the seed says where chance decides and the next line does not tell it."""
        decision = now.state.pending
        if self.seed is None or decision is None or decision.seat != CHANCE:
            return None
        if play is not None and play.actor == CHANCE_NAME:
            return None
        answer = self.game.engine.outcome(now.state, number(self.seed, now.told()))
        return Play(CHANCE_NAME, self.game.notation.render(now.state, answer))

    def seat_of(self, play: Play) -> int:
        """Return the seat of who acts in a line; ``NO_SEAT`` where it does not say."""
        seat = self.seats[play.actor]
        return NO_SEAT if seat is None else seat

    def _actor(self, seat: int) -> str:
        return next(name for name, each in self.seats.items() if each == seat)
