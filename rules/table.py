r"""The public face of the library: a game you can hold, and records judged.

>>> table = position('''
... Record: 1
... Game: epic
... Rules: RB-2017
... Players: Anna, Ben
... First: Anna
... Position
... Turn: Anna 5
... Anna health: 24
... Ben health: 19
... Anna champion: Triceratops
... Ben champion: Palace Guard
... ''')
>>> [reason.rule for reason in table.check("Anna: attack with Palace Guard")]
['4.4.1']
>>> [str(event) for event in table.apply("Anna: attack with Triceratops")]
["Anna attacks Ben with Anna's Triceratops."]
>>> verdict(table.record())
<Verdict.LEGAL: 'legal'>
"""

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
from rules.engine.game import Setup
from rules.engine.ids import CHANCE
from rules.engine.log import Event
from rules.games import GAMES, PlayableGame, game_of, playable
from rules.judge.board import JUDGE, PUBLIC, Board, Viewer
from rules.judge.opening.beginning import opening
from rules.judge.opening.choices import read as read_choices
from rules.judge.producing.random_play import deck_block, headers_for
from rules.judge.record.colons import with_colon
from rules.judge.record.errors import RecordError
from rules.judge.record.model import CHANCE_NAME, Play, Record
from rules.judge.record.reading import CHANCE_SIGN, parse
from rules.judge.record.tokens import with_plain_marks
from rules.judge.record.writing import write
from rules.judge.replaying.replay import replay as replay_record
from rules.judge.replaying.replayed import Replay
from rules.judge.replaying.verdict import Verdict


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


def game(  # noqa: PLR0913 - one for each thing that a game begins with
    decks: Sequence[Sequence[str] | None],
    players: Sequence[str] = ("Anna", "Ben"),
    *,
    first: int = 0,
    version: str = "",
    way: str = "",
    teams: Sequence[Sequence[int]] = (),
    gods: Sequence[str | None] = (),
    interpretations: str = "",
    slug: str = "epic",
) -> Table:
    """Begin a game.

    >>> decks = [["Kong"] * 30] * 4
    >>> table = game(decks, ("Anna", "Ben", "Cem", "Dora"), way="hydra", teams=((0, 2), (1, 3)))
    >>> table.board().sides[0].team
    ('Anna', 'Cem')
    >>> game(decks[:2], interpretations="I-27=2").legal().__next__()
    'Anna: keep'

    Args:
        decks: per player the names of its cards, one for each copy; ``None`` for a deck that is not known.
        players: their names, in seat order, clockwise.
        first: the seat that takes the first turn.
        version: rules version; the newest without.
        way: the way of playing, ``free-for-all`` for example; that of two players without.
        teams: the seats of each team, where players play together; neighbours do without.
        gods: per seat the card beside the deck, ``None`` for none.
        interpretations: readings of open points other than those of the version, as in the header of a record.
        slug: the card game.

    Raises:
        NoEngineError: no engine plays this game.
        ValueError: the set-up cannot be; every problem is told at once.
    """
    if slug not in GAMES:
        raise ValueError(f"no game is called {slug!r}; known: {', '.join(GAMES)}")
    if any(isinstance(deck, str) for deck in decks):
        raise ValueError("a deck is a list of the names of its cards, one for each copy, and not one text")
    played = playable(GAMES[slug])
    version = version or played.usual_version
    choices, wrong = read_choices(played.interpretations, version, interpretations)
    if wrong:
        raise ValueError("; ".join(wrong))
    lists = tuple(None if deck is None else tuple(deck) for deck in decks)
    together = tuple(tuple(team) for team in teams)
    setup = Setup(tuple(players), lists, first, version, way, together, tuple(gods), choices=choices)
    state = played.engine.new_game(setup)
    try:
        headers = headers_for(played, setup)
    except RecordError as error:
        raise ValueError("; ".join(problem.message for problem in error.problems)) from None
    blocks = tuple(deck_block(name, cards) for name, cards in zip(setup.names, lists, strict=True))
    return Table(played, state, Record(headers, blocks))


def position(text: str) -> Table:
    """Return the game at the end of a record, which may begin with a described position.

    Raises:
        RecordError: the text or the position cannot be; every problem at its line.
        IllegalAnswerError: a line of it is not legal; ``replay`` tells more.
        UndeterminedError: a line of it rests on something that nobody has told.
    """
    read = record(text)
    played = game_of(read)
    begun = Record(read.headers, read.decks, read.position)
    table = Table(played, opening(played, begun), begun)
    if read.plays:
        replayed = replay_record(played, read)
        if replayed.illegal is not None:
            raise IllegalAnswerError(list(replayed.illegal.reasons))
        if replayed.verdict is Verdict.UNDETERMINED:
            raise UndeterminedError(replayed.undetermined)
        table = Table(played, replayed.final, read, replayed.told)
    return table


def record(text: str) -> Record:
    """Return the record that ``text`` is.

    Raises:
        RecordError: with every problem, at its line and column.
    """
    return parse(text)


def legal(table: Table) -> list[str]:
    """Return the legal answers to the pending decision of ``table`` as lines."""
    return list(table.legal())


def check(table: Table, line: str) -> list[Violation]:
    """Return every condition that ``line`` fails at ``table``; see ``Table.check``."""
    return table.check(line)


def apply(table: Table, line: str) -> tuple[Told, ...]:
    """Apply ``line`` to ``table`` and return what happened; see ``Table.apply``."""
    return table.apply(line)


def replay(text: str) -> Replay:
    """Return the record played through, each line with the rules that speak at it, to the verdict.

    Raises:
        RecordError: the text cannot be read.
    """
    read = record(text)
    return replay_record(game_of(read), read)


def verdict(text: str) -> Verdict:
    """Return what the engine says of a record: legal, illegal, or not to be settled."""
    return replay(text).verdict
