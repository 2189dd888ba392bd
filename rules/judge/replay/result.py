"""The result of a replay: its legal lines and the verdict."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, NamedTuple

from rules.engine.decision import Action, ActionError, UndeterminedError
from rules.engine.game import State
from rules.engine.ids import CHANCE
from rules.engine.log import Event
from rules.judge.board import JUDGE, Board, BoardCache, Viewer
from rules.judge.game import JudgedGame
from rules.judge.record.model import NO_NOTES, Notes, Place, Play, Record
from rules.judge.replay.snapshots import Snapshot
from rules.judge.replay.trace import Trace
from rules.judge.replay.verdict import Hashes, Illegal, Verdict, hashes
from rules.judge.setup.initial_state import build_setup, position_fields


class Step(NamedTuple):
    """A legal line of a record and its effects.

    Attributes:
        line: the line in the text, from 1; 0 without a text.
        actor: a player's name, or ``chance``.
        words: the words of the play, with hidden information; see ``words_for``.
        rules: citations of its effects, never empty.
        events: its effects, in order.
        moment: the snapshot after it; ``state`` is the game.
        repeats: whether it repeats an automatic action.
        shown: returns the words for a viewer; called lazily.
        decisions: the number of decisions that it completes: 0 for repetitions, 2 for a yes with a choice.
        notes: comments and clock time.
        full_words: returns the full words of a repetition; ``None`` for other lines.
        implied_actions: the actions that are implied before the line, in order.
        written: the original words, if they were a sentence that ``words`` interprets.
        decision_snapshot: the game at its decision, with the cards it names; ``None`` for repetitions.
        action: the action; ``None`` for repetitions.
    """

    line: int
    actor: str
    words: str
    rules: tuple[str, ...]
    events: tuple[Event, ...]
    moment: Snapshot
    repeats: bool
    shown: Callable[[Viewer], str]
    decisions: int = 1
    notes: Notes = NO_NOTES
    full_words: Callable[[], str] | None = None
    implied_actions: tuple[Action, ...] = ()
    written: str = ""
    decision_snapshot: Snapshot | None = None
    action: Action | None = None

    @property
    def as_written(self) -> str:
        """The text as written in the record."""
        return self.written or self.words

    @property
    def read(self) -> str:
        """The interpreted words in full; empty if they equal the recorded ones."""
        full = self.shown(JUDGE) if self.full_words is None else self.full_words()
        written = self.as_written
        return full if full != written and normalized_words(full) != normalized_words(written) else ""

    @property
    def state(self) -> State:
        """The game after the line."""
        return self.moment.game

    def words_for(self, viewer: Viewer) -> str:
        """Return the words of the play, without what ``viewer`` may not know."""
        return self.as_written if viewer == JUDGE else self.shown(viewer)


class Words:
    """The words of an action or the sentence of a log entry.

    Rendered once for all viewers if they are public.
    """

    __slots__ = ("_fact", "_game", "_public", "_snapshot")

    def __init__(self, game: JudgedGame, snapshot: Snapshot, fact: Action | Event) -> None:
        """Store what to render.

        Args:
            game: the game.
            snapshot: the game at the decision of the action, or after the log entry.
            fact: the action or the log entry.
        """
        self._game, self._snapshot, self._fact = game, snapshot, fact
        self._public: str | None = None

    def __call__(self, viewer: Viewer) -> str:
        """Return the words without what ``viewer`` may not know."""
        if not self._game.views.is_public(self._fact):
            return self._render(viewer)
        if self._public is None:
            self._public = self._render(viewer)
        return self._public

    def _render(self, viewer: Viewer) -> str:
        views, state, fact = self._game.views, self._snapshot.game, self._fact
        return views.sentence(state, fact, viewer) if isinstance(fact, Event) else views.words(state, fact, viewer)


POSITION: Final = "position"
"""The verdict in JSON data if there is nothing to judge."""


def normalized_words(words: str) -> list[str]:
    """Return the words of a text in lower case, without punctuation and sorted."""
    return sorted(words.casefold().replace(",", " ").rstrip(" .").split())


@dataclass(frozen=True, repr=False)
class Replay:
    """The result of replaying a record.

    Attributes:
        game: the game.
        record: the record.
        initial_state: the game before the first line.
        initial_events: the events before the first line.
        steps: the legal lines, in order.
        verdict: legal, illegal or undetermined.
        illegal: the first illegal line; ``None`` if there is none.
        undetermined: why the verdict is undetermined; empty otherwise.
        disputed: the game at the decision of the illegal line; ``None`` if there is none.
        disputed_seat: the seat that acts in the illegal line.
        forced_actions: the only legal actions there, if the engine decided automatically.
        remaining_plays: the lines from the first that is not legal on; empty if all are legal.
        events_reported: the number of log entries of the final game that the lines account for.
        trace: the trace for another replay of the record; it is not pickled.
    """

    game: JudgedGame
    record: Record
    initial_state: State
    initial_events: tuple[Event, ...]
    steps: tuple[Step, ...]
    verdict: Verdict
    illegal: Illegal | None = None
    undetermined: str = ""
    disputed: State | None = None
    disputed_seat: int = CHANCE
    forced_actions: tuple[Action, ...] | None = None
    remaining_plays: tuple[Play, ...] = ()
    events_reported: int = 0
    trace: Trace | None = field(default=None, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle, without the trace."""
        return {**vars(self), "trace": None}

    def __repr__(self) -> str:
        """Return a short text with the verdict and the decision count."""
        location = "" if self.illegal is None else f" at line {self.illegal.line}"
        word = "position only" if self.is_position else self.verdict.value
        return f"<Replay of {self.game.slug}: {word}{location}; decisions: {self.decisions}>"

    @property
    def version(self) -> str:
        """The rules version."""
        return self.initial_state.version

    @property
    def final(self) -> State:
        """The game after the last legal line."""
        return self.steps[-1].state if self.steps else self.initial_state

    def explicit_plays(self) -> Iterator[Play]:
        """Yield the plays of the legal lines, with implied actions as plays of their own."""
        state, engine = self.initial_state, self.game.engine
        for step in self.steps:
            if step.implied_actions:
                state = engine.copy(state)
            for action in step.implied_actions:
                yield Play(state.names[action.seat], self.game.notation.render(state, action), place=Place(step.line))
                engine.apply(state, action)
            yield Play(step.actor, step.words, place=Place(step.line))
            state = step.state

    @property
    def is_position(self) -> bool:
        """True if no player made a play, so there is nothing to judge."""
        return self.verdict is Verdict.LEGAL and not any(step.actor in self.record.players for step in self.steps)

    @property
    def decisions(self) -> int:
        """The number of decisions in the legal lines; repetitions do not count."""
        return sum(step.decisions for step in self.steps)

    @property
    def ambiguity(self) -> str:
        """The other meaning of the last line; empty if it is unambiguous.

        A line that repeats an automatic action is taken as a repetition; at the end of a record, no later line can
        show that it was an action at the pending decision.
        """
        last = self.steps[-1] if self.steps else None
        if last is None or not last.repeats or last.state.pending is None or last.actor not in self.record.players:
            return ""
        try:
            parsed = self.game.notation.read(last.state, self.record.players.index(last.actor), last.words)
            if self.game.engine.check(parsed.game, parsed.action):
                return ""
        except (ActionError, UndeterminedError):
            return ""
        waiting = self.game.views.waiting(last.state)
        return (
            f"Line {last.line} is taken to repeat what had no alternative. "
            f"It could also be the next answer ({waiting}): write it once more if it is."
        )

    @property
    def hashes(self) -> Hashes:
        """The hashes of everything that the verdict was computed from."""
        return hashes(self.game, self.record)

    def board(self, index: int, viewer: Viewer) -> Board:
        """Return the board after ``index`` lines (0: before the first) for ``viewer``."""
        return self.game.views.board(self.steps[index - 1].state if index else self.initial_state, viewer)

    def boards(self, index: int, viewers: Sequence[Viewer], cache: BoardCache) -> tuple[Board, ...]:
        """Return the board after ``index`` lines for each of ``viewers``.

        ``cache`` has parts of earlier boards.
        """
        return self.game.views.boards(self.steps[index - 1].state if index else self.initial_state, viewers, cache)

    def sentences(self, index: int, viewer: Viewer) -> tuple[str, ...]:
        """Return the events of line ``index`` (0: before the first) as sentences."""
        return self.sentences_by_viewer(index, (viewer,))[0]

    def sentences_by_viewer(self, index: int, viewers: Sequence[Viewer]) -> list[tuple[str, ...]]:
        """Return the events of line ``index`` as sentences for each viewer.

        Index 0 is before the first line.
        """
        events = self.steps[index - 1].events if index else self.initial_events
        state = self.steps[index - 1].state if index else self.initial_state
        views, first = self.game.views, viewers[0]
        texts = tuple([views.sentence(state, event, first) for event in events])
        hidden = [place for place, event in enumerate(events) if not views.is_public(event)]
        if not hidden:
            return [texts] * len(viewers)
        others = [list(texts) for _ in viewers[1:]]
        for viewer, own in zip(viewers[1:], others, strict=True):
            for place in hidden:
                own[place] = views.sentence(state, events[place], viewer)
        return [texts, *map(tuple, others)]

    def assumptions(self) -> tuple[str, ...]:
        """Return how unstated facts are assumed, without hidden information."""
        setup, fields = build_setup(self.game, self.record), position_fields(self.record)
        return tuple(self.game.notation.assumptions(setup, fields))

    def facts(self, viewer: Viewer = JUDGE) -> dict[str, Any]:
        """Return the final game as JSON data."""
        state = self.final
        facts: dict[str, Any] = {
            "over": state.over,
            "winners": [state.names[seat] for seat in state.winners],
            "board": self.game.views.board(state, viewer).to_json(),
        }
        # A digest would allow guesses about hidden cards to be verified.
        return {**facts, "digest": state.digest()} if viewer == JUDGE else facts

    @property
    def initial_rules(self) -> tuple[str, ...]:
        """The distinct citations of the events before the first line, in order."""
        return unique_citations(self.initial_events)

    def _initial_events_to_json(self) -> list[dict[str, Any]]:
        """Return the events before the first line as entry 0 of the timeline.

        Empty without any.
        """
        rules = list(self.initial_rules)
        return [{"line": 0, "text": "before the first line", "rules": rules}] if rules else []

    def to_json(self, viewer: Viewer = JUDGE) -> dict[str, Any]:
        """Return verdict and timeline as JSON data; only judges see the legal actions."""
        illegal = self.illegal
        return {
            "verdict": POSITION if self.is_position else str(self.verdict),
            "rules_version": self.version,
            "decisions": self.decisions,
            "illegal": illegal and _illegal_to_json(illegal, viewer),
            **({"undetermined": self.undetermined} if self.undetermined else {}),
            **({"ambiguity": self.ambiguity} if self.ambiguity else {}),
            "timeline": [*self._initial_events_to_json(), *(_step_to_json(step, viewer) for step in self.steps)],
            "final": self.facts(viewer),
        }


def unique_citations(events: Iterable[Event]) -> tuple[str, ...]:
    """Return the distinct citations of events, in order."""
    return tuple(dict.fromkeys(chain.from_iterable([event.rules for event in events])))


def _step_to_json(step: Step, viewer: Viewer) -> dict[str, Any]:
    """Return a legal line as JSON data; only judges see its interpretation."""
    full = {"read": f"{step.actor}: {read}"} if viewer == JUDGE and (read := step.read) else {}
    return {"line": step.line, "text": f"{step.actor}: {step.words_for(viewer)}", "rules": list(step.rules), **full}


def _illegal_to_json(illegal: Illegal, viewer: Viewer) -> dict[str, Any]:
    """Return the illegal line as JSON data; only judges see what reveals a hand."""
    full = viewer == JUDGE
    return {
        "line": illegal.line,
        "text": f"{illegal.actor}: {illegal.as_written if full else illegal.public_text}",
        "reasons": [
            {"rule": reason.rule, "text": reason.text}
            for reason in (illegal.reasons if full else illegal.public_reasons)
        ],
        **({"legal": list(illegal.legal)} if full else {}),
        **({"constraint": illegal.constraint, "count": illegal.count} if illegal.constraint else {}),
        **({"read": f"{illegal.actor}: {illegal.read}"} if full and illegal.read else {}),
    }
