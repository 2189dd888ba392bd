"""A game that can be held in the hand: what is asked, what is legal, what a line leads to, what somebody sees."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from rules.decks.names import fold
from rules.engine.decision import (
    Answer,
    AnswerError,
    IllegalAnswerError,
    InvalidAnswerError,
    UndeterminedError,
    Violation,
)
from rules.engine.ids import CHANCE
from rules.engine.log import Event
from rules.games import PlayableGame
from rules.judge.board import JUDGE, PUBLIC, Board, Viewer
from rules.judge.record.colons import with_colon
from rules.judge.record.model import CHANCE_NAME, Play, Record
from rules.judge.record.reading import CHANCE_SIGN
from rules.judge.record.tokens import with_plain_marks
from rules.judge.record.writing import write


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that happened.

    Attributes:
        sentence: in words, as a judge may read them.
        rules: citations of what made it happen, never empty.
    """

    sentence: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        return self.sentence


Retold: TypeAlias = tuple[Any, Event, int]
"""The game with what words have told of it, the event they tell of, and the entries of its log that are told then."""


class Table:
    """A game under way: ask what is legal, check a line, apply it, look at the board, branch by copying.

    Lines are those of records: ``Ben: block with Palace Guard``, ``chance: Ben draws Kong``; see
    ``rules/judge/RECORD.md``.

    Attributes:
        game: the card game.
        state: the engine's state; plain data.
    """

    __slots__ = ("_begun", "_plays", "_told", "game", "state")

    def __init__(self, game: PlayableGame, state: Any, begun: Record, told: int = 0) -> None:
        self.game = game
        self.state = state
        self._begun = begun
        self._plays: list[Play] = list(begun.plays)
        # Entries of the log that the plays have told of: a play must not be read as telling of another.
        self._told = told

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        over: bool = self.state.over
        return over

    @property
    def winners(self) -> tuple[str, ...]:
        """Names of who won; empty while the game goes on and after a drawn game."""
        return tuple(self.state.names[seat] for seat in self.state.winners)

    def board(self, viewer: Viewer = JUDGE) -> Board:
        """Return the table as a judge, a seat or the public (``None``) sees it.

        Raises:
            ValueError: nobody is called so, or has that seat.
        """
        if viewer not in (JUDGE, PUBLIC) and viewer not in range(len(self.state.names)):
            seats = f"a seat from 0 to {len(self.state.names) - 1}"
            raise ValueError(f"{viewer!r} sees no board: a viewer is {seats}, {JUDGE!r} or None for the public")
        return self.game.views.board(self.state, viewer)

    def legal(self) -> Iterator[str]:
        """Yield the legal answers to the pending decision as lines, in a fixed order; there may be very many."""
        for answer in self.game.engine.legal(self.state):
            yield self._line(answer)

    def check(self, line: str) -> list[Violation]:
        """Return every condition that ``line`` fails, with its rule; empty when it is legal.

        Raises:
            InvalidAnswerError: it cannot be understood. AmbiguousAnswerError: it could mean several things, all listed.
            UndeterminedError: nothing speaks against it but what nobody has told, or what no source tells for certain.
        """
        seat, words = self._spoken(line)
        first, *others = self.game.notation.lines(self.state, seat, words)
        if others:
            return self._check_all(seat, (first, *others))
        trial = self.game.engine.copy(self.state)
        try:
            violations = self.game.engine.check(trial, self.game.notation.read(trial, seat, words))
        except IllegalAnswerError as error:
            return [] if self._retold(seat, words) is not None else error.violations
        except AnswerError:
            if self._retold(seat, words) is None:
                raise
            return []
        return violations if violations and self._retold(seat, words) is None else []

    def apply(self, line: str) -> tuple[Told, ...]:
        """Check ``line``, apply it, go on to the next decision, and return what happened.

        A line that is no legal answer may tell, as in a record, what has been done without asking: which card an
        unknown one was that has been drawn, for example.

        Raises:
            InvalidAnswerError, AmbiguousAnswerError: as ``check``.
            IllegalAnswerError: not legal here; ``violations`` has every reason. The game is as it was.
        """
        seat, words = self._spoken(line)
        said = self.game.notation.lines(self.state, seat, words)
        if len(said) > 1:
            return self._apply_all(seat, said)
        trial = self.game.engine.copy(self.state)
        try:
            answer = self.game.notation.read(trial, seat, words)
            violations = self.game.engine.check(trial, answer)
            if violations:
                raise IllegalAnswerError(violations)
        except AnswerError:
            retold = self._retold(seat, words)
            if retold is None:
                raise
            return self._tell(seat, words, retold)
        told = len(self.state.log)
        plays = self._written(trial, answer)
        self.game.engine.apply(trial, answer)
        self.state, self._told = trial, told + 1
        self._plays += plays
        return self._happened(trial.log[told:])

    def _check_all(self, seat: int, said: Sequence[str]) -> list[Violation]:
        """Return what the first that is not legal fails of the lines that one stands for."""
        trial, actor = self.copy(), CHANCE_NAME if seat == CHANCE else self.state.names[seat]
        for words in said:
            violations = trial.check(f"{actor}: {words}")
            if violations:
                return violations
            trial.apply(f"{actor}: {words}")
        return []

    def _apply_all(self, seat: int, said: Sequence[str]) -> tuple[Told, ...]:
        """Apply the lines that one stands for, all of them or none."""
        state, plays, before = self.state, self._plays[:], self._told
        actor = CHANCE_NAME if seat == CHANCE else state.names[seat]
        try:
            return tuple(each for words in said for each in self.apply(f"{actor}: {words}"))
        except (AnswerError, UndeterminedError):
            self.state, self._plays, self._told = state, plays, before
            raise

    def copy(self) -> "Table":
        """Return an independent game: what is done on the one does not touch the other."""
        new = Table(self.game, self.game.engine.copy(self.state), self._begun, self._told)
        new._plays = self._plays[:]
        return new

    def __copy__(self) -> "Table":
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Table":
        return self.copy()

    def record(self) -> str:
        """Return the record of the game so far as text."""
        begun = self._begun
        return write(Record(begun.headers, begun.decks, begun.position, tuple(self._plays)))

    def _retold(self, seat: int, words: str) -> Retold | None:
        """Return the game in which ``words`` have told what was done without asking, if that is what they do."""
        after = self.game.engine.copy(self.state)
        index = self.game.notation.told(after, seat, words, self.state.log[self._told :])
        if index is not None:
            return after, self.state.log[self._told + index], self._told + index + 1
        late = self.game.notation.told_late(after, seat, words)
        return None if late is None else (after, late, self._told)

    def _tell(self, seat: int, words: str, retold: Retold) -> tuple[Told, ...]:
        """Go on with what is known now, and return what was told and what that led to."""
        known = len(self.state.log)
        self.state, event, self._told = retold
        actor = CHANCE_NAME if seat == CHANCE else self.state.names[seat]
        self._plays.append(Play(actor, self.game.notation.retold(self.state, seat, words, event)))
        # A card that has got its name may leave nothing to ask: the game has gone on then.
        return self._happened([event, *self.state.log[known:]])

    def _happened(self, events: Iterable[Event]) -> tuple[Told, ...]:
        return tuple(Told(self.game.views.sentence(self.state, event, JUDGE), event.rules) for event in events)

    def _written(self, state: Any, answer: Answer) -> list[Play]:
        """Return the play that tells ``answer``.

        Words that could repeat what was done without asking are taken for that: it is written down too, before them.
        """
        play = Play(self._actor(answer), self.game.notation.render(state, answer))
        plays, told = [play], self._told
        while (index := self._repeated(play.words, answer.seat, told)) is not None:
            plays.append(play)
            told += index + 1
        return plays

    def _repeated(self, words: str, seat: int, told: int) -> int | None:
        """Return which event after those ``told`` the words could repeat, ``None`` when there is none."""
        return self.game.notation.told(self.game.engine.copy(self.state), seat, words, self.state.log[told:])

    def _actor(self, answer: Answer) -> str:
        return CHANCE_NAME if answer.seat == CHANCE else str(self.state.names[answer.seat])

    def _line(self, answer: Answer) -> str:
        return f"{self._actor(answer)}: {self.game.notation.render(self.state, answer)}"

    def _spoken(self, line: str) -> tuple[int, str]:
        """Return the seat that ``line`` begins with and the words after it."""
        actor, colon, words = with_colon(with_plain_marks(line), self.state.names).partition(":")
        if not colon:
            raise InvalidAnswerError(f"{line!r} has no player: write, for example, '{self.state.names[0]}: pass'")
        seat = self._seat(actor.strip())
        if not words.strip():
            raise InvalidAnswerError(f"{line!r} has no words: write, for example, '{actor.strip()}: pass'")
        return seat, words.strip()

    def _seat(self, actor: str) -> int:
        if actor.casefold() in (CHANCE_NAME, CHANCE_SIGN):
            return CHANCE
        names: tuple[str, ...] = self.state.names
        begins = [name for name in names if actor and fold(name).startswith(fold(actor))]
        found = [name for name in begins if fold(name) == fold(actor)] or begins
        if len(found) > 1:
            raise InvalidAnswerError(f"{actor!r} could be {' or '.join(found)}")
        if not found:
            raise InvalidAnswerError(f"{actor!r} is not one of {', '.join(names)} or {CHANCE_NAME}")
        return names.index(found[0])
