"""A game that can be held in the hand: what is asked, what is legal, what a line leads to, what somebody sees."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from rules.decks.names import fold
from rules.engine.decision import (
    Answer,
    AnswerError,
    IllegalAnswerError,
    InvalidAnswerError,
    UndeterminedError,
    Violation,
)
from rules.engine.game import Repetition, State
from rules.engine.ids import CHANCE
from rules.engine.log import Event
from rules.games import PlayableGame
from rules.judge.board import JUDGE, PUBLIC, Board, Viewer
from rules.judge.record.colons import with_colon
from rules.judge.record.model import CHANCE_NAME, Play, Position, PositionField, Record
from rules.judge.record.reading import CHANCE_SIGN
from rules.judge.record.tokens import with_plain_marks
from rules.judge.record.writing import write
from rules.judge.replaying.summary import text_of
from rules.judge.replaying.verdict import MOST_SHOWN, nearest_answers
from rules.notation.players import seats_called
from rules.options import MOST_LISTED, Happening, Options, Outcome, Reasons, TooManyAnswersError


class Table:
    """A game under way: ask what is legal, check a line, apply it, look at the board, branch by copying.

    Lines are those of records: ``Ben: block with Palace Guard``, ``chance: Ben draws Kong``; see
    ``rules/judge/RECORD.md``. ``print(table)`` shows what a judge sees, hands included; ``print(table.board("Ben"))``
    what Ben does.

    >>> import rules
    >>> table = rules.game([["Kong"] * 30, ["Lash"] * 30])
    >>> table
    <Table of epic: Anna, Ben; Ben decides which cards of the opening hand to replace>
    >>> table.to_act, table.count(), list(table.legal())[:2]
    ('Ben', 6, ['Ben: keep', 'Ben: mulligan Lash'])
    >>> [str(told) for told in table.apply("Ben: keep")]
    ['Ben keeps the opening hand.']
    >>> reasons = table.check("Ben: keep")
    >>> reasons[0].rule, reasons.nearest[0]
    ('1.8.3', 'Anna: keep')
    >>> rules.position(table.position()).digest() == table.digest()
    True

    Attributes:
        game: the card game.
        state: the engine's state; plain data, of a class of the game's own.
    """

    __slots__ = ("_begun", "_plays", "_told", "game", "state")

    def __init__(self, game: PlayableGame, state: State, begun: Record, told: int = 0) -> None:
        self.game = game
        self.state = state
        self._begun = begun
        self._plays: list[Play] = list(begun.plays)
        # Entries of the log that the plays have told of: a play must not be read as telling of another.
        self._told = told

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def winners(self) -> tuple[str, ...]:
        """Names of who won; empty while the game goes on and after a drawn game."""
        return tuple(self.state.names[seat] for seat in self.state.winners)

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players, in seat order."""
        return self.state.names

    @property
    def to_act(self) -> str:
        """Name of who answers the pending decision, ``CHANCE`` where chance does, empty once the game is over."""
        pending = self.state.pending
        return "" if pending is None else self._name(pending.seat)

    def __str__(self) -> str:
        return str(self.board())

    def __repr__(self) -> str:
        waiting = self.board(PUBLIC).waiting or "over"
        return f"<Table of {self.game.slug}: {', '.join(self.players)}; {waiting}>"

    def board(self, viewer: Viewer | str = JUDGE) -> Board:
        """Return the table as somebody sees it; nothing that the viewer may not know is in it.

        Args:
            viewer: a player's name or seat, ``"judge"`` for who may see everything, ``None`` for the public. Who is
                called judge as a player is told by the seat.

        Raises:
            ValueError: nobody is called so, or has that seat.
        """
        names = self.state.names
        if viewer is PUBLIC or viewer == JUDGE:
            return self.game.views.board(self.state, PUBLIC if viewer is PUBLIC else JUDGE)
        for seat, name in enumerate(names):
            if viewer == seat or (isinstance(viewer, str) and fold(viewer) == fold(name)):
                return self.game.views.board(self.state, seat)
        known = f"{', '.join(names)} or their seat from 0 to {len(names) - 1}"
        raise ValueError(f"{viewer!r} sees no board: a viewer is {known}, {JUDGE!r} or None for the public")

    def rule(self, citation: str) -> str:
        """Return our text of a rule that is cited, of an interpretation what is open and the reading taken.

        Empty for a source outside the rules documents.
        """
        return text_of(self.game, self.state, citation)

    def legal(self) -> Iterator[str]:
        """Yield the legal answers to the pending decision as lines, in a fixed order; conceding is left out.

        They are made one at a time, so the first few cost little. All of them are yielded where there are at most
        ``MOST_LISTED`` (10,000). A division of damage, or a choice of attackers among many, may have millions: so many
        are never listed, so that neither time nor memory runs away. ``options`` never fails so and says of any decision
        what its answers have in common, with some of them.

        Raises:
            TooManyAnswersError: after as many lines; ``error.options`` has what ``options`` returns.
        """
        for index, answer in enumerate(self.game.engine.legal(self.state)):
            if index == MOST_LISTED:
                raise TooManyAnswersError(self.options())
            yield self._line(answer)

    def options(self, near: str = "", limit: int = MOST_LISTED) -> Options:
        """Return what may be answered to the pending decision, whatever it is.

        Where there are more than ``limit`` answers, what they have in common is told, with a few of them: time and
        memory are bounded.

        Args:
            near: a line; where not all answers are listed, those most like it are.
            limit: the most answers that are listed one by one.

        Raises:
            InvalidAnswerError: ``near`` has no player or no words.
        """
        pending = self.state.pending
        if pending is None:
            return Options("", "", (), (), 0)
        asked = self.game.views.board(self.state, PUBLIC).waiting
        words = self._spoken(near)[1] if near else ""
        constraint = self.game.notation.constraint(self.state, words)
        count = self.count(limit + 1) if constraint is None or constraint.count is None else constraint.count
        if count <= limit:
            lines = tuple(map(self._line, self.game.engine.legal(self.state)))
        else:
            lines = _nearest(self.game, self.state, words)
        known: int | None = count
        if count > limit and (constraint is None or constraint.count is None):
            known = None
        text, division = ("", None) if constraint is None else (constraint.text, constraint.division)
        return Options(self.to_act, asked, tuple(pending.rules), lines, known, text, division)

    def count(self, limit: int = MOST_LISTED) -> int:
        """Return how many legal answers there are, or ``limit`` where there are as many or more."""
        return sum(1 for _ in islice(self.game.engine.legal(self.state), limit))

    def sample(self, chance: Random) -> str:
        """Return a legal answer as a line, drawn with ``chance`` without listing them all; it never concedes.

        What chance brings is drawn as likely as it is; a player's answers need not be equally likely.

        Raises:
            ValueError: the game is over. UndeterminedError: every answer would show what nobody knows.
        """
        return self._line(self.game.engine.sample(self.state, chance))

    def outcomes(self) -> tuple[Outcome, ...]:
        """Return what chance may bring, each with its probability; nothing where a player decides.

        Raises:
            UndeterminedError: that depends on what nobody knows.
        """
        weights: dict[str, int] = {}
        for answer, weight in self.game.engine.outcomes(self.state):
            line = self._line(answer)
            weights[line] = weights.get(line, 0) + weight
        total = sum(weights.values())
        return tuple(Outcome(line, Fraction(weight, total)) for line, weight in weights.items())

    def check(self, line: str) -> Reasons:
        """Return every condition that ``line`` fails, with its rule; empty when it is legal.

        ``nearest`` of what is returned has the legal answers most like the line.

        Raises:
            InvalidAnswerError: it cannot be understood. AmbiguousAnswerError: it could mean several things, all listed.
            UndeterminedError: nothing speaks against it but what nobody has told, or what no source tells for certain.
        """
        seat, words = self._spoken(line)
        first, *others = self.game.notation.lines(self.state, seat, words)
        if others:
            return self._check_all(seat, (first, *others))
        try:
            reading = self.game.notation.read(self.state, seat, words)
            violations = self.game.engine.check(reading.game, reading.answer)
        except IllegalAnswerError as error:
            violations = error.violations
        except AnswerError:
            if self._retold(seat, words) is None:
                raise
            return Reasons()
        if not violations or self._retold(seat, words) is not None:
            return Reasons()
        return Reasons(violations, partial(_nearest, self.game, self.state, words))

    def apply(self, line: str) -> tuple[Happening, ...]:
        """Check ``line``, apply it, go on to the next decision, and return what happened.

        A line that is no legal answer may tell, as in a record, what has been done without asking: which card an
        unknown one was that has been drawn, for example.

        Raises:
            InvalidAnswerError, AmbiguousAnswerError: as ``check``.
            IllegalAnswerError: not legal here; ``violations`` has every reason. Where the legal answers are too many to
                list, ``constraint`` says what they have in common and ``nearest`` has those most like the line. The
                game is as it was.
        """
        seat, words = self._spoken(line)
        said = self.game.notation.lines(self.state, seat, words)
        if len(said) > 1:
            return self._apply_all(seat, said)
        try:
            reading = self.game.notation.read(self.state, seat, words)
            violations = self.game.engine.check(reading.game, reading.answer)
            if violations:
                raise self._illegal(words, violations)
        except AnswerError:
            retold = self._retold(seat, words)
            if retold is None:
                raise
            return self._tell(seat, words, retold)
        told = len(self.state.log)
        plays = self._written(reading.game, reading.answer)
        trial = self.game.engine.copy(reading.game)
        self.game.engine.apply(trial, reading.answer)
        self.state, self._told = trial, told + 1
        self._plays += plays
        return self._happened(trial.log[told:])

    def _illegal(self, words: str, violations: list[Violation]) -> IllegalAnswerError:
        """Return the error of a line that is not legal here, with what would be where that cannot be listed."""
        constraint = self.game.notation.constraint(self.state, words)
        if constraint is None:
            return IllegalAnswerError(violations)
        return IllegalAnswerError(violations, constraint.text, _nearest(self.game, self.state, words))

    def _check_all(self, seat: int, said: Sequence[str]) -> Reasons:
        """Return what the first that is not legal fails of the lines that one stands for."""
        trial, actor = self.copy(), self._name(seat)
        for words in said:
            violations = trial.check(f"{actor}: {words}")
            if violations:
                return violations
            trial.apply(f"{actor}: {words}")
        return Reasons()

    def _apply_all(self, seat: int, said: Sequence[str]) -> tuple[Happening, ...]:
        """Apply the lines that one stands for, all of them or none."""
        state, plays, before = self.state, self._plays[:], self._told
        actor = self._name(seat)
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

    def position(self) -> str:
        """Return the record of a game that begins at this moment, without what led to it; hands are in it.

        ``rules.position`` reads it back: what can be done there is the same, though things may be in another order.

        Raises:
            ValueError: the game is over.
        """
        begun = self._begun
        fields = tuple(PositionField(key, text) for key, text in self.game.notation.describe(self.state))
        return write(Record(begun.headers, begun.decks, Position(fields), ()))

    def digest(self) -> str:
        """Return a hash of the facts of the game, not of what led to them; equal facts give equal digests anywhere."""
        return self.state.digest()

    def _retold(self, seat: int, words: str) -> Repetition[Any] | None:
        """Return what ``words`` tell of what was done without asking, if that is what they do."""
        notation = self.game.notation
        now = notation.repeats(self.state, seat, words, self.state.log[self._told :])
        return now or notation.repeats_late(self.state, seat, words)

    def _tell(self, seat: int, words: str, retold: Repetition[Any]) -> tuple[Happening, ...]:
        """Go on with what is known now, and return what was told and what that led to."""
        known = len(self.state.log)
        self.state, self._told = self.game.engine.copy(retold.game), self._told + retold.told
        self._plays.append(
            Play(self._name(seat), self.game.notation.repeats_in_full(self.state, seat, words, retold.event))
        )
        # A card that has got its name may leave nothing to ask: the game has gone on then.
        return self._happened([retold.event, *self.state.log[known:]])

    def _happened(self, events: Iterable[Event]) -> tuple[Happening, ...]:
        return tuple(Happening(self.game.views.sentence(self.state, event, JUDGE), event.rules) for event in events)

    def _written(self, state: State, answer: Answer) -> list[Play]:
        """Return the play that tells ``answer``.

        Words that could repeat what was done without asking are taken for that: it is written down too, before them.
        """
        play = Play(self._name(answer.seat), self.game.notation.render(state, answer))
        plays, told = [play], self._told
        while repeated := self.game.notation.repeats(self.state, answer.seat, play.words, self.state.log[told:]):
            plays.append(play)
            told += repeated.told
        return plays

    def _name(self, seat: int) -> str:
        return _name(self.state, seat)

    def _line(self, answer: Answer) -> str:
        return _line(self.game, self.state, answer)

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
        names = self.state.names
        found = seats_called(actor, names)
        if len(found) > 1:
            raise InvalidAnswerError(f"{actor!r} could be {' or '.join(names[seat] for seat in found)}")
        if not found:
            raise InvalidAnswerError(f"{actor!r} is not one of {', '.join(names)} or {CHANCE_NAME}")
        return found[0]


def _name(state: State, seat: int) -> str:
    return CHANCE_NAME if seat == CHANCE else state.names[seat]


def _line(game: PlayableGame, state: State, answer: Answer) -> str:
    return f"{_name(state, answer.seat)}: {game.notation.render(state, answer)}"


def _nearest(game: PlayableGame, state: State, words: str) -> tuple[str, ...]:
    """Return some legal answers at the pending decision of ``state`` as lines, those most like ``words`` first."""
    if state.pending is None:
        return ()
    found = nearest_answers(game, state, words, constraint=game.notation.constraint(state, words))
    return tuple(_line(game, state, answer) for _, answer in found[:MOST_SHOWN])
