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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine.decision import Answer, IllegalAnswerError, InvalidAnswerError, Violation
from rules.engine.game import Setup
from rules.engine.ids import CHANCE
from rules.games import GAMES, Game
from rules.judge.board import JUDGE, Board, Viewer
from rules.judge.model import CHANCE_NAME, Play, Record, new_record
from rules.judge.opening import opening
from rules.judge.producing import deck_block
from rules.judge.reading import parse
from rules.judge.replay import replay as replay_record
from rules.judge.replayed import Replay
from rules.judge.verdict import Verdict
from rules.judge.writing import write


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


class Table:
    """A game under way: ask what is legal, check a line, apply it, look at the board, branch by copying.

    Lines are those of records: ``Ben: block with Palace Guard``, ``chance: Ben draws Kong``; see
    ``rules/judge/RECORD.md``.

    Attributes:
        game: the card game.
        state: the engine's state; plain data.
    """

    __slots__ = ("_begun", "_plays", "game", "state")

    def __init__(self, game: Game, state: Any, begun: Record) -> None:
        self.game = game
        self.state = state
        self._begun = begun
        self._plays: list[Play] = list(begun.plays)

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
        """Return the table as a judge, a seat or the public (``None``) sees it."""
        return self.game.views.board(self.state, viewer)

    def legal(self) -> Iterator[str]:
        """Yield the legal answers to the pending decision as lines, in a fixed order; there may be very many."""
        for answer in self.game.engine.legal(self.state):
            yield self._line(answer)

    def check(self, line: str) -> list[Violation]:
        """Return every condition that ``line`` fails, with its rule; empty when it is legal.

        Raises:
            InvalidAnswerError: it cannot be understood. AmbiguousAnswerError: it could mean several things, all listed.
        """
        trial = self.game.engine.copy(self.state)
        return self.game.engine.check(trial, self._read(trial, line))

    def apply(self, line: str) -> tuple[Told, ...]:
        """Check ``line``, apply it, go on to the next decision, and return what happened.

        Raises:
            InvalidAnswerError, AmbiguousAnswerError: as ``check``.
            IllegalAnswerError: not legal here; ``violations`` has every reason. The game is as it was.
        """
        told = len(self.state.log)
        trial = self.game.engine.copy(self.state)
        answer = self._read(trial, line)
        violations = self.game.engine.check(trial, answer)
        if violations:
            raise IllegalAnswerError(violations)
        written = Play(self._actor(answer), self.game.notation.render(trial, answer))
        self.game.engine.apply(trial, answer)
        self.state = trial
        self._plays.append(written)
        return tuple(Told(self.game.views.sentence(trial, event, JUDGE), event.rules) for event in trial.log[told:])

    def copy(self) -> "Table":
        """Return an independent game: what is done on the one does not touch the other."""
        new = Table(self.game, self.game.engine.copy(self.state), self._begun)
        new._plays = self._plays[:]
        return new

    def record(self) -> str:
        """Return the record of the game so far as text."""
        begun = self._begun
        return write(Record(begun.headers, begun.decks, begun.position, tuple(self._plays)))

    def _actor(self, answer: Answer) -> str:
        return CHANCE_NAME if answer.seat == CHANCE else str(self.state.names[answer.seat])

    def _line(self, answer: Answer) -> str:
        return f"{self._actor(answer)}: {self.game.notation.render(self.state, answer)}"

    def _read(self, state: Any, line: str) -> Answer:
        actor, colon, words = line.partition(":")
        if not colon:
            raise InvalidAnswerError(f"{line!r} has no player: write, for example, '{state.names[0]}: pass'")
        return self.game.notation.read(state, self._seat(actor.strip()), words.strip())

    def _seat(self, actor: str) -> int:
        if actor.casefold() == CHANCE_NAME:
            return CHANCE
        found = [seat for seat, name in enumerate(self.state.names) if name.casefold().startswith(actor.casefold())]
        if len(found) != 1:
            raise InvalidAnswerError(f"{actor!r} is not one of {', '.join(self.state.names)} or {CHANCE_NAME}")
        return found[0]


def game(
    decks: Sequence[Sequence[str] | None],
    players: Sequence[str] = ("Anna", "Ben"),
    *,
    first: int = 0,
    version: str = "",
    slug: str = "epic",
) -> Table:
    """Begin a game.

    Args:
        decks: per player the names of its cards, one for each copy; ``None`` for a deck that is not known.
        players: their names, in seat order, clockwise.
        first: the seat that takes the first turn.
        version: rules version; the newest without.
        slug: the card game.

    Raises:
        ValueError: the set-up cannot be; every problem is told at once.
    """
    played = GAMES[slug]
    lists = tuple(None if deck is None else tuple(deck) for deck in decks)
    setup = Setup(tuple(players), lists, first, version or played.versions[0])
    state = played.engine.new_game(setup)
    headers = new_record(slug, setup.version, setup.names, first).headers
    blocks = tuple(deck_block(name, cards) for name, cards in zip(setup.names, lists, strict=True))
    return Table(played, state, Record(headers, blocks))


def position(text: str) -> Table:
    """Return the game at the end of a record, which may begin with a described position.

    Raises:
        RecordError: the text or the position cannot be; every problem at its line.
        IllegalAnswerError: a line of it is not legal; ``replay`` tells more.
    """
    read = parse(text.lstrip())
    played = GAMES[read.game]
    begun = Record(read.headers, read.decks, read.position)
    table = Table(played, opening(played, begun), begun)
    if read.plays:
        replayed = replay_record(played, read)
        if replayed.illegal is not None:
            raise IllegalAnswerError(list(replayed.illegal.reasons))
        table = Table(played, replayed.final, read)
    return table


def record(text: str) -> Record:
    """Return the record that ``text`` is.

    Raises:
        RecordError: with every problem, at its line and column.
    """
    return parse(text.lstrip())


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
    return replay_record(GAMES[read.game], read)


def verdict(text: str) -> Verdict:
    """Return what the engine says of a record: legal, illegal, or not to be settled."""
    return replay(text).verdict
