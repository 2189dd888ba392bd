"""A game in progress.

Its pending decision, legal actions, effects of lines, and views.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import islice
from random import Random
from typing import Any, Final, Self
from warnings import warn

from rules.actions import Action
from rules.deck_arguments import Deck, card_names
from rules.decks.names import fold
from rules.engine.decision import (
    Action as EngineAction,
)
from rules.engine.decision import (
    IllegalActionError,
    SetupError,
)
from rules.engine.game import SamplesWorlds, State
from rules.engine.ids import CHANCE
from rules.errors import (
    ArgumentTypeError,
    GameOverError,
    MissingDecklistError,
    SamplingError,
    UnknownCardsWarning,
    UnknownViewerError,
    expect,
)
from rules.games import PlayableGame
from rules.judge.board import JUDGE, PUBLIC, Board, Viewer
from rules.judge.record.model import CHANCE_NAME, Record
from rules.judge.record.writer import write
from rules.judge.replay.single_line import AppliedLine, RejectedLine, ReplayPoint
from rules.judge.replay.summary import rule_text
from rules.judge.replay.verdict import MAX_SHOWN, nearest_actions
from rules.options import MAX_LISTED, Options, Outcome, Reasons, ReportedEvent, TooManyActionsError
from rules.progress import Progress, position_record

LINE: Final = "a line such as 'Ben: pass', or an Action"
NUMBER: Final = "a whole number from 0"
MAX_DECISIONS: Final = 20_000
"""The maximum number of decisions of random play."""


class Table:
    """A game in progress, which can be queried, advanced, undone and copied.

    Lines are those of records: ``Ben: block with Palace Guard``, ``chance: Ben draws Kong``; see
    ``rules/judge/RECORD.md``. ``print(table)`` shows the public information; ``print(table.board("Ben"))`` the view of
    Ben.

    >>> import rules
    >>> table = rules.game([["Kong"] * 30, ["Lash"] * 30])
    >>> table
    <Table of epic: Anna, Ben; Ben decides which cards of the opening hand to replace>
    >>> table.to_act, table.count(), list(table.legal())[:2]
    ('Ben', 6, ['Ben: keep', 'Ben: mulligan Lash'])
    >>> [str(event) for event in table.apply("Ben keeps his hand")]
    ['Ben keeps the opening hand.']
    >>> reasons = table.check("Ben: keep")
    >>> reasons[0].rule, reasons.nearest[0]
    ('1.8.3', 'Anna: keep')
    >>> rules.position(table.position()).digest() == table.digest()
    True
    >>> table.undo(), table.history, table.to_act
    (('Ben: keep',), (), 'Ben')

    Attributes:
        game: the card game.
    """

    __slots__ = ("_progress", "game")

    def __init__(self, game: PlayableGame, state: State, begun: Record, point: ReplayPoint | None = None) -> None:
        """Begin at ``state``; programs call ``rules.game`` or ``rules.position`` instead.

        Args:
            game: the card game.
            state: the engine's state.
            begun: the record so far.
            point: how the state was reached; ``None`` if unknown.
        """
        self.game = game
        self._progress = Progress(game, state, begun, point)

    @classmethod
    def _of(cls, progress: Progress) -> Self:
        table = cls.__new__(cls)
        table.game, table._progress = progress.game, progress  # noqa: SLF001 - of the same class
        return table

    @property
    def state(self) -> State:
        """The current state of the engine; immutable, replaced with each line."""
        return self._progress.state

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.state.over

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the winners; empty while the game goes on and after a drawn game."""
        return tuple(self.state.names[seat] for seat in self.state.winners)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, in seat order."""
        return self.state.names

    @property
    def to_act(self) -> str:
        """The player of the pending decision, ``CHANCE`` for chance, empty after the end."""
        pending = self.state.pending
        return "" if pending is None else self._name(pending.seat)

    @property
    def history(self) -> tuple[Action, ...]:
        """All actions so far, oldest first, including those of the initial record."""
        return self._progress.initial_actions() + self._progress.history()

    @property
    def unknown_cards(self) -> dict[str, int]:
        """The number of unknown cards (``?``) of each player.

        Players without any are left out.
        """
        engine = self.game.engine
        if not isinstance(engine, SamplesWorlds):
            return {}
        return {self.players[seat]: count for seat, count in engine.unknown_cards(self.state).items()}

    def __str__(self) -> str:
        return str(self.board(PUBLIC))

    def __repr__(self) -> str:
        waiting = self.board(PUBLIC).waiting or "over"
        return f"<Table of {self.game.slug}: {', '.join(self.players)}; {waiting}>"

    def board(self, viewer: Viewer | str) -> Board:
        """Return the board as ``viewer`` sees it, without hidden information.

        Args:
            viewer: the name or seat of a player, ``rules.JUDGE`` to see everything, or ``rules.PUBLIC``. A player
                called judge is identified by the seat.

        Raises:
            ArgumentTypeError: ``viewer`` is neither text nor a seat number nor ``PUBLIC``.
            UnknownViewerError: no player has this name or seat.
        """
        if viewer is PUBLIC or viewer == JUDGE:
            return self.game.views.board(self.state, PUBLIC if viewer is PUBLIC else JUDGE)
        expect(viewer, (str, int), "viewer", "the name or seat of a player, rules.JUDGE or rules.PUBLIC")
        names = self.state.names
        for seat, name in enumerate(names):
            if viewer == seat or (isinstance(viewer, str) and fold(viewer) == fold(name)):
                return self.game.views.board(self.state, seat)
        choices = f"{', '.join(names)} or their seat from 0 to {len(names) - 1}"
        raise UnknownViewerError(f"{viewer!r} sees no board: a viewer is {choices}, {JUDGE!r} or None for the public")

    def rule(self, citation: str) -> str:
        """Return our text of a cited rule.

        For an interpretation, return its question and option. It is empty for a source outside the rules documents.

        Raises:
            ArgumentTypeError: ``citation`` is no text.
        """
        expect(citation, str, "citation", "the citation of a rule, such as '4.4.1'")
        return rule_text(self.game, self.state, citation)

    def legal(self) -> Iterator[Action]:
        """Yield the legal actions at the pending decision, in a fixed order.

        Conceding is left out. They are generated one at a time, so the first few are cheap. At most ``MAX_LISTED``
        (10,000) are yielded, since a division of damage, or a choice among many attackers, may have millions.
        ``options`` describes any decision without an error.

        Raises:
            TooManyActionsError: there are more; ``error.options`` has what ``options`` returns.
        """
        for index, engine_action in enumerate(self.game.engine.legal(self.state)):
            if index == MAX_LISTED:
                raise TooManyActionsError(self.options())
            yield self._action(engine_action)

    def options(self, near: str = "", limit: int = MAX_LISTED) -> Options:
        """Return the pending decision with its legal actions, also if there are very many.

        If there are more than ``limit``, the result has a common constraint and only some of the actions.

        Args:
            near: a line; if not all actions are listed, those most similar to it are.
            limit: the largest number of actions that are all listed.

        Raises:
            ArgumentTypeError: an argument has the wrong type.
            InvalidActionError: ``near`` has no player or no words.
        """
        expect(near, str, "near", LINE)
        _expect_number(limit, "limit")
        pending = self.state.pending
        if pending is None:
            return Options("", "", (), (), 0)
        waiting = self.game.views.waiting(self.state)
        words = self._progress.split_actor(near)[1] if near else ""
        constraint = self.game.notation.constraint(self.state, words)
        count = self.count(limit + 1) if constraint is None or constraint.count is None else constraint.count
        every = map(self._action, self.game.engine.legal(self.state))
        lines = tuple(every) if count <= limit else self._nearest(words)
        total: int | None = count
        if count > limit and (constraint is None or constraint.count is None):
            total = None
        text, division = ("", None) if constraint is None else (constraint.text, constraint.division)
        return Options(self.to_act, waiting, tuple(pending.rules), lines, total, text, division)

    def count(self, limit: int = MAX_LISTED) -> int:
        """Return the number of legal actions, at most ``limit``.

        Raises:
            ArgumentTypeError: ``limit`` is not a whole number from 0.
        """
        _expect_number(limit, "limit")
        return sum(1 for _ in islice(self.game.engine.legal(self.state), limit))

    def sample(self, chance: Random) -> Action:
        """Return a random legal action without listing all of them; it never concedes.

        Outcomes of chance are drawn with their probability; the actions of a player need not be equally likely.

        Warns:
            UnknownCardsWarning: the game has unknown cards, which random play never uses; see ``sample_world``.

        Raises:
            GameOverError: the game is over.
            UndeterminedError: every action would reveal an unknown card.
        """
        expect(chance, Random, "chance", "a random.Random")
        if self.over:
            raise GameOverError("the game is over; no decision is pending")
        action = self._action(self.game.engine.sample(self.state, chance))
        unknown = self.unknown_cards
        if unknown:
            message = f"random play never uses unknown cards ({_counted(unknown)}): draw with Table.sample_world first"
            warn(message, UnknownCardsWarning, stacklevel=2)
        return action

    def outcomes(self) -> tuple[Outcome, ...]:
        """Return the possible outcomes of chance with their probabilities.

        The result is empty if a player decides.

        Raises:
            UndeterminedError: they depend on unknown cards.
        """
        weights: dict[Action, int] = {}
        for engine_action, weight in self.game.engine.outcomes(self.state):
            action = self._action(engine_action)
            weights[action] = weights.get(action, 0) + weight
        total = sum(weights.values())
        return tuple(Outcome(action, Fraction(weight, total)) for action, weight in weights.items())

    def check(self, line: str) -> Reasons:
        """Return every violation of ``line`` with its rule; empty if it is legal.

        ``nearest`` of the result has the legal actions most similar to the line.

        Args:
            line: as for ``apply``.

        Raises:
            ArgumentTypeError: ``line`` is no text.
            InvalidActionError: it cannot be parsed. AmbiguousActionError: it has several meanings, which are listed.
            UndeterminedError: its legality depends on unknown cards, or on rules that no source settles.
        """
        expect(line, str, "line", LINE)
        if _is_comment(line) or self._progress.is_legal_action(line):
            return Reasons()
        outcome = self._progress.try_line(line)
        if isinstance(outcome, AppliedLine):
            return Reasons()
        if outcome.error is not None:
            raise outcome.error
        return Reasons(outcome.reasons, partial(_nearest, self.game, outcome.state, outcome.words))

    def apply(self, line: str) -> tuple[ReportedEvent, ...]:
        """Check and apply ``line``, advance to the next decision, and return the events.

        All forms of lines in records are accepted: sentences (``Anna attacks with Kong``), short forms, several plays
        separated by `` / ``, a play with its targets, reports of automatic events. The line is applied completely or
        not at all. Parts that belong to a later decision are applied then. A line must be complete by itself, because
        no later line can clarify it. A line that is only a comment changes nothing.

        Args:
            line: the line, or an ``Action``.

        Raises:
            ArgumentTypeError: ``line`` is no text.
            InvalidActionError: it cannot be parsed. AmbiguousActionError: it has several meanings, which are listed.
            IllegalActionError: it is not legal; ``violations`` has every reason. If there are too many legal actions
                to list, ``constraint`` says what they have in common and ``nearest`` has those most like the line.
            UndeterminedError: its legality depends on unknown cards, or on rules that no source settles.
        """
        expect(line, str, "line", LINE)
        if _is_comment(line):
            return ()
        progress = self._progress
        events = progress.apply_direct(line)
        if events is not None:
            return progress.describe(events)
        outcome = progress.try_line(line)
        if isinstance(outcome, RejectedLine):
            raise outcome.error or self._illegal(outcome)
        progress.commit(outcome)
        return tuple(ReportedEvent(sentence, rules) for sentence, rules in outcome.events)

    def _illegal(self, refused: RejectedLine) -> IllegalActionError:
        """Return the error for an illegal line, with the nearest legal actions."""
        reasons, constraint = list(refused.reasons), self.game.notation.constraint(refused.state, refused.words)
        if constraint is None:
            return IllegalActionError(reasons)
        return IllegalActionError(reasons, constraint.text, _nearest(self.game, refused.state, refused.words))

    def undo(self, count: int = 1) -> tuple[Action, ...]:
        """Undo the last ``count`` lines and return their actions.

        A line with several actions is undone whole. Each play of the record that the table began with is a line.

        Raises:
            ArgumentTypeError: ``count`` is not a whole number from 0.
            NothingToUndoError: there are fewer lines; nothing has changed.
        """
        _expect_number(count, "count")
        return self._progress.undo(count)

    def sample_world(self, chance: Random, decks: Mapping[str, Deck] | None = None) -> Self:
        """Return a table in which every unknown card has a random name.

        The unknown cards of a player are dealt from the decklist without the cards that are known by name. Every deal
        is equally likely. Public information stays the same. Cards that are known are not dealt again, even if
        opponents cannot see them.

        Args:
            chance: the random number generator; the same state of it gives the same world.
            decks: decklists by player, for players whose decklist is not in the record.

        Raises:
            ArgumentTypeError: an argument has the wrong type.
            MissingDecklistError: a player with unknown cards has no decklist.
            SamplingError: a decklist contradicts the known cards, or the game has no unknown cards.
        """
        expect(chance, Random, "chance", "a random.Random")
        engine = self.game.engine
        if not isinstance(engine, SamplesWorlds):
            raise SamplingError(f"games of {self.game.name} have no unknown cards, so there is nothing to sample")
        decklists = self._decks(decks)
        missing = {
            self.players[seat]: count
            for seat, count in engine.unknown_cards(self.state).items()
            if decklists[seat] is None and not engine.has_decklist(self.state, seat)
        }
        if missing:
            raise MissingDecklistError(missing)
        try:
            state = engine.sample_world(self.state, chance, decklists)
        except SetupError as error:
            raise SamplingError(str(error)) from None
        return self._of(self._progress.in_world(state, decklists))

    def _decks(self, decks: Mapping[str, Deck] | None) -> tuple[tuple[str, ...] | None, ...]:
        """Return the card names of the passed decklists, by seat."""
        if decks is None:
            return (None,) * len(self.players)
        expect(decks, Mapping, "decks", "a mapping from the names of players to decks")
        unknown = [name for name in decks if name not in self.players]
        if unknown:
            raise SamplingError(f"{unknown[0]!r} is no player of this game; players are {', '.join(self.players)}")
        return tuple(card_names(decks[name], f"the deck of {name}") if name in decks else None for name in self.players)

    def rollout(self, chance: Random, limit: int = MAX_DECISIONS) -> Self:
        """Return a copy of the table after continuing at random to the end of the game.

        With unknown cards, a world is sampled first (see ``sample_world``, also for the errors).

        Args:
            chance: the random number generator.
            limit: the maximum number of decisions.

        Warns:
            UnknownCardsWarning: the game has unknown cards, so the rollout describes one sampled world of many.
        """
        _expect_number(limit, "limit")
        unknown = self.unknown_cards
        table = self.sample_world(chance) if unknown else self.copy()
        if unknown:
            message = f"the unknown cards ({_counted(unknown)}) were drawn at random: this is one world of many"
            warn(message, UnknownCardsWarning, stacklevel=2)
        for _ in range(limit):
            if table.over:
                break
            table.apply(table.sample(chance))
        return table

    def copy(self) -> Self:
        """Return an independent table."""
        return self._of(self._progress.copy())

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self.copy()

    def record(self) -> str:
        """Return the record of the game so far as text."""
        return write(self._progress.record())

    def position(self) -> str:
        """Return a record that begins at the current position; it reveals all hands.

        ``rules.position`` parses it to a table with the same legal actions, possibly in another order.

        Raises:
            GameOverError: the game is over.
        """
        if self.over:
            raise GameOverError("the game is over: there is no moment to go on from")
        return write(position_record(self.game, self._progress.initial_record, self.state))

    def digest(self) -> str:
        """Return a hash of the state, without the history.

        Equal states have equal digests.
        """
        return self.state.digest()

    def _name(self, seat: int) -> str:
        return _name(self.state, seat)

    def _action(self, engine_action: EngineAction) -> Action:
        return _action(self.game, self.state, engine_action, self._progress.decision)

    def _nearest(self, words: str) -> tuple[Action, ...]:
        return _nearest(self.game, self.state, words, self._progress.decision)


def _counted(unknown: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in unknown.items())


def _expect_number(value: object, argument: str) -> None:
    """Raise ``ArgumentTypeError`` unless ``value`` is a whole number from 0."""
    expect(value, int, argument, NUMBER)
    if isinstance(value, int) and value < 0:
        raise ArgumentTypeError(argument, NUMBER, value)


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#") and len(line.splitlines()) == 1


def _name(state: State, seat: int) -> str:
    return CHANCE_NAME if seat == CHANCE else state.names[seat]


def _action(game: PlayableGame, state: State, engine_action: EngineAction, decision: object = None) -> Action:
    actor = _name(state, engine_action.seat)
    line = f"{actor}: {game.notation.render(state, engine_action)}"
    cards = partial(game.views.cards, state, engine_action) if engine_action.refs else ()
    return Action(line, actor, engine_action.verb, cards, engine_action, decision)


def _nearest(game: PlayableGame, state: State, words: str, decision: object = None) -> tuple[Action, ...]:
    """Return legal actions at the pending decision, most similar to ``words`` first."""
    if state.pending is None:
        return ()
    actions = nearest_actions(game, state, words, constraint=game.notation.constraint(state, words))
    return tuple(_action(game, state, engine_action, decision) for _, engine_action in actions[:MAX_SHOWN])
