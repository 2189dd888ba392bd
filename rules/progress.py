"""The progress of a game at a table.

Its state, its lines, and the points for undo.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, Generic, NamedTuple, TypeVar

from rules.actions import REPORT, Action
from rules.engine.decision import Action as EngineAction
from rules.engine.decision import ActionError, IllegalActionError, InvalidActionError, UndeterminedError
from rules.engine.game import Line, ParsedAction, State
from rules.engine.ids import CHANCE
from rules.engine.log import Event
from rules.errors import NothingToUndoError
from rules.games import PlayableGame
from rules.judge.board import JUDGE
from rules.judge.output.random_play import deck_block
from rules.judge.record.errors import RecordError
from rules.judge.record.missing_colons import add_colon
from rules.judge.record.model import CHANCE_NAME, Place, Play, Position, PositionField, Record
from rules.judge.record.parser import CHANCE_SIGN, parse
from rules.judge.record.token_text import normalize_marks
from rules.judge.record.writer import write
from rules.judge.replay.replayer import redo_action, redo_initial_state, replay
from rules.judge.replay.result import Replay
from rules.judge.replay.seeds import seed_of
from rules.judge.replay.single_line import AppliedLine, RejectedLine, ReplayPoint, apply_line, plays_for
from rules.judge.replay.snapshots import Snapshot
from rules.judge.replay.trace import Redo
from rules.notation.players import seats_called
from rules.options import ReportedEvent
from rules.replayed_actions import replayed_actions, to_action

T = TypeVar("T")

MAX_CACHED: Final = 16
"""Every 16th state is stored for undo; those between are recomputed."""
_NOT_PLAIN: Final = re.compile(r"[/{\[\n\r]|(?:^|\s)#(?!\d)")
"""Matches lines with a separator, a comment or a clock time."""


class UndoPoint(NamedTuple):
    """The game before a line that was applied, for undo.

    Attributes:
        state: the state; ``None`` if it can be computed from an earlier one.
        decision: identifies the pending decision (``Action.engine_action_at``).
        mark: as in ``ReplayPoint``.
        redo: repeats what led to the decision; ``None`` if it can be computed.
        deferred_plays: as in ``ReplayPoint``.
        outcomes: the number of outcomes of chance.
        plays: the number of plays before.
        actions: the number of actions before.
        engine_actions: the actions to the next state; ``None`` if that has to be stored.
    """

    state: Any
    decision: object
    mark: int
    redo: Redo | None
    deferred_plays: tuple[Play, ...]
    outcomes: int
    plays: int
    actions: int
    engine_actions: tuple[EngineAction, ...] | None


class PendingAction(NamedTuple):
    """An action in the history whose card names are computed when it is read.

    Attributes:
        play: its line.
        engine_action: the engine's action.
        past: the index of the state before it.
    """

    play: Play
    engine_action: EngineAction
    past: int


class DirectLine(NamedTuple, Generic[T]):
    """A line that is one legal action at the pending decision.

    Attributes:
        parsed: the parsed action.
        words: its canonical words.
        result: the result of the function that checked or applied it.
    """

    parsed: ParsedAction[Any]
    words: str
    result: T


class Progress:
    """A game in progress.

    Its state is replaced with each line and never changed in place.

    Attributes:
        game: the card game.
        state: the engine's state.
        decision: identifies the pending decision (``Action.engine_action_at``).
        mark: the number of log entries that the plays account for.
        plays: the plays so far, including those of the initial record.
        actions: the actions applied since.
    """

    __slots__ = (
        "_deferred_plays", "_earlier", "_headers", "_initial_record", "_outcomes", "_past", "_redo", "_seeded",
        "actions", "decision", "game", "mark", "plays", "state",
    )  # fmt: skip

    def __init__(
        self, game: PlayableGame, state: State, begun: Record | Callable[[], Record], point: ReplayPoint | None = None
    ) -> None:
        """Begin at ``state``.

        Args:
            game: the card game.
            state: the game after the plays of ``begun``.
            begun: the record so far, or a function that returns it when it is first needed.
            point: how ``state`` was reached; ``None`` if unknown.
        """
        self.game, self.state, self.decision = game, state, object()
        self._initial_record, self._headers = begun, ""
        self.plays: list[Play] = list(begun.plays) if isinstance(begun, Record) else []
        self.actions: list[Action | PendingAction] = []
        self._earlier: tuple[Action, ...] | None = None
        self._past: list[UndoPoint] = []
        self._redo: Redo | None = None if point is None else point.redo
        self.mark = 0 if point is None else point.mark
        self._deferred_plays: tuple[Play, ...] = () if point is None else point.deferred_plays
        self._outcomes = 0 if point is None else point.outcomes
        self._seeded = isinstance(begun, Record) and seed_of(begun) is not None

    @property
    def initial_record(self) -> Record:
        """The record that the table began with."""
        if not isinstance(self._initial_record, Record):
            self._initial_record = self._initial_record()
        return self._initial_record

    @property
    def is_scripted(self) -> bool:
        """True if a seed or a deferred part of a line may determine the next actions."""
        return self._seeded or bool(self._deferred_plays)

    def copy(self) -> "Progress":
        """Return an independent copy."""
        new = Progress.__new__(Progress)
        for name in self.__slots__:
            setattr(new, name, getattr(self, name))
        new.state = self.game.engine.copy(self.state)
        for name in ("plays", "actions", "_past"):
            setattr(new, name, getattr(self, name)[:])
        return new

    def record(self) -> Record:
        """Return the record of the game so far."""
        begun = self.initial_record
        return Record(begun.headers, begun.decks, begun.position, tuple(self.plays))

    def in_world(self, state: State, decks: Sequence[tuple[str, ...] | None]) -> "Progress":
        """Return a game that begins at a sampled world of this game.

        Args:
            state: the sampled state, in which all cards are known.
            decks: by seat the decklists that are missing in this game's record.
        """
        begun = self.initial_record
        own = [deck for deck in begun.decks if decks[state.names.index(deck.player)] is None]
        blocks = [deck_block(name, deck) for name, deck in zip(state.names, decks, strict=True) if deck is not None]
        headers = tuple(header for header in begun.headers if header.key.casefold() != "seed")
        template = Record(headers, (*own, *blocks), begun.position)
        point = ReplayPoint(state, len(state.log), (Snapshot(self.game.engine, state), _redo_nothing))
        return Progress(self.game, state, partial(position_record, self.game, template, state), point)

    # Parsing a line

    def split_actor(self, line: str) -> tuple[int, str]:
        """Split a line into the seat of its actor and the words after it.

        Raises:
            InvalidActionError: it has no actor or no words.
        """
        names = self.state.names
        actor, colon, words = add_colon(normalize_marks(line), names).partition(":")
        if not colon:
            raise InvalidActionError(f"{line!r} has no player: write, for example, '{names[0]}: pass'")
        seat = self._seat(actor.strip())
        if not words.strip():
            raise InvalidActionError(f"{line!r} has no words: write, for example, '{actor.strip()}: pass'")
        return seat, words.strip()

    def _seat(self, actor: str) -> int:
        if actor.casefold() in (CHANCE_NAME, CHANCE_SIGN):
            return CHANCE
        names = self.state.names
        seats = seats_called(actor, names)
        if len(seats) > 1:
            raise InvalidActionError(f"{actor!r} could be {' or '.join(names[seat] for seat in seats)}")
        if not seats:
            raise InvalidActionError(f"{actor!r} is not one of {', '.join(names)} or {CHANCE_NAME}")
        return seats[0]

    def is_legal_action(self, line: str) -> bool:
        """Return True if ``line`` is exactly one legal action at the pending decision."""
        return self._try_direct(line, self._check_parsed) is not None

    def _try_direct(self, line: str, take: Callable[[ParsedAction[Any]], T]) -> "DirectLine[T] | None":
        """Parse ``line`` as one action and pass it to ``take``; ``None`` if either fails."""
        if self.is_scripted or _NOT_PLAIN.search(line):
            return None
        notation = self.game.notation
        try:
            seat, words = self.split_actor(line)
            parsed = notation.read(self.state, seat, words)
            taken = take(parsed)
            canonical = notation.render(parsed.game, parsed.action)
            alone = canonical == words or (
                not notation.chance_text(self.state, seat, words)
                and notation.lines(self.state, seat, words) == [Line(seat, words)]
                and len(notation.parts(seat, words, self.state)) == 1
            )
        except (ActionError, UndeterminedError):
            return None
        return DirectLine(parsed, canonical, taken) if alone else None

    def _check_parsed(self, parsed: ParsedAction[Any]) -> None:
        violations = self.game.engine.check(parsed.game, parsed.action)
        if violations:
            raise IllegalActionError(violations)

    def _apply_parsed(self, parsed: ParsedAction[Any]) -> State:
        after: State = self.game.engine.copy(parsed.game)
        self.game.engine.apply(after, parsed.action)
        return after

    def try_line(self, line: str) -> AppliedLine | RejectedLine:
        """Try ``line`` as a line of a record and return the result; nothing is changed.

        Raises:
            InvalidActionError: it is no line of a record.
        """
        begun = self.initial_record
        headers = Record(begun.headers, plays=self._parse_plays(line))
        return apply_line(self.game, headers, self._replay_point())

    def _parse_plays(self, line: str) -> tuple[Play, ...]:
        """Return the plays of ``line`` as a line of a record."""
        if "\n" in line.strip():
            raise InvalidActionError(f"{line!r} has several lines: apply one line at a time")
        if not self._headers:
            self._headers = f"{write(Record(self.initial_record.headers)).rstrip()}\n\nPlays\n"
        try:
            plays = parse(self._headers + line.strip()).plays
        except RecordError as error:
            self.split_actor(line)  # This call has a shorter message for most errors.
            problem = error.problems[0]
            raise InvalidActionError(problem.message, unparsed=problem.unparsed) from None
        if not plays:
            self.split_actor(line)
            raise InvalidActionError(f"{line!r} is no play: write, for example, '{self.state.names[0]}: pass'")
        return tuple(replace(play, place=Place()) for play in plays)

    def _replay_point(self) -> ReplayPoint:
        return ReplayPoint(self.state, self.mark, self._last_redo(), self._deferred_plays, self._outcomes)

    def _last_redo(self) -> Redo:
        """Return the function that repeats what led to the pending decision."""
        if self._redo is not None:
            return self._redo
        if not self._past:
            return Snapshot(self.game.engine, self.state), _redo_nothing
        # Only direct lines are stored without a state.
        state, play = self._state_at(len(self._past) - 1), self.plays[-1]
        seat = CHANCE if play.actor == CHANCE_NAME else self.state.names.index(play.actor)
        return Snapshot(self.game.engine, state), partial(redo_action, self.game, seat, play.words)

    # Advancing

    def apply_direct(self, line: str) -> list[Event] | None:
        """Apply ``line`` if it is exactly one legal action at the pending decision.

        Returns the events, or ``None`` if it is anything else; then nothing has changed.
        """
        offered = None if self.is_scripted or not isinstance(line, Action) else line.engine_action_at(self.decision)
        if offered is None:
            direct = self._try_direct(line, self._apply_parsed)
        else:
            parsed = ParsedAction(offered, self.state)
            direct = DirectLine(parsed, line.partition(": ")[2], self._apply_parsed(parsed))
        if direct is None:
            return None
        (engine_action, parsed_state), before, after = (
            (direct.parsed.action, direct.parsed.game),
            self.state,
            direct.result,
        )
        plays = plays_for(self.game, direct.parsed, before, self.mark, direct.words)
        has_new_names = self.game.notation.names_cards(before, parsed_state)
        self._store_undo_point(None if has_new_names else (engine_action,))
        self.plays += plays
        if has_new_names or not engine_action.refs:
            self.actions.append(self._action(plays[-1], parsed_state, engine_action))
        else:
            self.actions.append(PendingAction(plays[-1], engine_action, len(self._past) - 1))
        self._outcomes += engine_action.seat == CHANCE
        log_length = len(before.log)
        self.state, self.decision, self.mark, self._redo = after, object(), log_length + 1, None
        return after.log[log_length:]

    def commit(self, applied: AppliedLine) -> None:
        """Replace the state by the result of a line."""
        point = applied.point
        self._store_undo_point(None)
        for taken in applied.applied_actions:
            self.plays += taken.plays
            self.actions.append(self._action(taken.plays[-1], taken.state, taken.action))
        self.state, self.decision, self.mark, self._redo = point.state, object(), point.mark, point.redo
        self._deferred_plays, self._outcomes = point.deferred_plays, point.outcomes

    def _action(self, play: Play, state: Any, engine_action: EngineAction | None) -> Action:
        line = f"{play.actor}: {play.words}"
        if engine_action is None:
            return Action(line, play.actor, REPORT)
        return to_action(self.game, state, engine_action, line)

    def describe(self, events: Sequence[Event]) -> tuple[ReportedEvent, ...]:
        """Return events as sentences for a judge."""
        return tuple(ReportedEvent(self.game.views.sentence(self.state, event, JUDGE), event.rules) for event in events)

    def initial_actions(self) -> tuple[Action, ...]:
        """Return the actions of the initial record."""
        if self._earlier is None:
            begun = self.initial_record
            self._earlier = replayed_actions(replay(self.game, replace(begun, branches=()))) if begun.plays else ()
        return self._earlier

    def history(self, first: int = 0) -> tuple[Action, ...]:
        """Return the actions applied to the table, from number ``first`` on."""
        state, index = None, -1
        for number in range(first, len(self.actions)):
            action = self.actions[number]
            if isinstance(action, Action):
                continue
            if state is None or index != action.past - 1 or self._past[action.past].state is not None:
                state = self._state_at(action.past)
            else:
                state = self.game.engine.copy(state)
                for engine_action in self._past[index].engine_actions or ():
                    self.game.engine.apply(state, engine_action)
            index = action.past
            self.actions[number] = self._action(action.play, state, action.engine_action)
        return tuple([each for each in self.actions[first:] if isinstance(each, Action)])

    # Undoing

    def _store_undo_point(self, engine_actions: tuple[EngineAction, ...] | None) -> None:
        """Store the current point for undo.

        Call it before the game advances by ``engine_actions``.
        """
        past = self._past
        computed = bool(past) and past[-1].engine_actions is not None and len(past) % MAX_CACHED != 0
        state = None if computed else self.state
        stood = self.mark, self._redo, self._deferred_plays, self._outcomes
        past.append(UndoPoint(state, self.decision, *stood, len(self.plays), len(self.actions), engine_actions))

    def _state_at(self, index: int) -> State:
        """Return the state before the line of this index."""
        first = index
        while self._past[first].state is None:
            first -= 1
        state: State = self._past[first].state
        if first < index:
            state = self.game.engine.copy(state)
        for past in self._past[first:index]:
            for engine_action in past.engine_actions or ():
                self.game.engine.apply(state, engine_action)
        return state

    def undo(self, count: int) -> tuple[Action, ...]:
        """Undo the last ``count`` lines and return their actions.

        Each play of the initial record counts as a line.

        Raises:
            NothingToUndoError: there are fewer lines.
        """
        if count > len(self._past):
            return self._undo_plays(count - len(self._past))
        if count == 0:
            return ()
        index = len(self._past) - count
        past, state = self._past[index], self._state_at(index)
        undone = self.history(past.actions)
        del self._past[index:], self.plays[past.plays :], self.actions[past.actions :]
        self.state, self.decision, self.mark = state, past.decision, past.mark
        self._redo, self._deferred_plays, self._outcomes = past.redo, past.deferred_plays, past.outcomes
        return undone

    def _undo_plays(self, count: int) -> tuple[Action, ...]:
        """Undo all lines, and then the last ``count`` plays of the initial record."""
        plays, lines = self.initial_record.plays, len(self._past)
        if count > len(plays):
            raise NothingToUndoError(f"cannot undo {count + lines} lines: there are {len(plays) + lines}")
        begun = replace(self.initial_record, plays=plays[: len(plays) - count], branches=())
        replayed = replay(self.game, begun)
        actions, undone = self.initial_actions(), self.history()
        point = end_point(replayed)
        self._initial_record, self._earlier = begun, replayed_actions(replayed)
        self.plays, self.actions, self._past = list(begun.plays), [], []
        self.state, self.decision, self.mark, self._redo = point.state, object(), point.mark, point.redo
        self._deferred_plays, self._outcomes = point.deferred_plays, point.outcomes
        return *actions[len(self._earlier) :], *undone


def end_point(replayed: Replay) -> ReplayPoint:
    """Return the point at the end of a replay."""
    assert replayed.trace is not None, "it stays with the replay in the process that made it"
    (_moment, mark, _steps, (origin, again), foretold), *_ = replayed.trace.lines[-1]
    outcomes = sum(step.decisions for step in replayed.steps if step.actor == CHANCE_NAME)
    return ReplayPoint(replayed.final, mark, (Snapshot(replayed.game.engine, origin.game), again), foretold, outcomes)


def start_point(game: PlayableGame, state: State, begun: Record) -> ReplayPoint:
    """Return the point before the first play of a record."""
    return ReplayPoint(state, 0, (Snapshot(game.engine, state), partial(redo_initial_state, game, begun, None)))


def position_record(game: PlayableGame, begun: Record, state: State) -> Record:
    """Return a record that begins at ``state``.

    It has the headers and decks of ``begun``.
    """
    fields = tuple(PositionField(key, text) for key, text in game.notation.describe(state))
    return Record(begun.headers, begun.decks, Position(fields))


def _redo_nothing(_before: Any, _listener: Any) -> None:
    """Do nothing; used as redo function of a decision whose origin is unknown."""
