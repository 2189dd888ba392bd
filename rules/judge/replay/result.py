"""A record played through: its legal lines one by one, and the verdict."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, NamedTuple

from rules.engine.decision import Action, ActionError, UndeterminedError
from rules.engine.game import State
from rules.engine.ids import CHANCE
from rules.engine.log import Event
from rules.judge.board import JUDGE, PUBLIC, Board, Viewer
from rules.judge.game import JudgedGame
from rules.judge.record.model import NO_NOTES, Notes, Place, Play, Record
from rules.judge.replay.snapshots import Snapshot
from rules.judge.replay.trace import Trace
from rules.judge.replay.verdict import Hashes, Illegal, Verdict, hashes
from rules.judge.setup.initial_state import build_setup, position_fields


class Step(NamedTuple):
    """One line of a record that was legal, and what it led to; a tuple, since a verdict makes one for each line.

    Attributes:
        line: in the text, from 1; 0 for a record that did not come from a text.
        actor: a player's name, or ``chance``.
        words: the words of the play; ``words_for`` has them for those who may not know everything.
        rules: citations of what happened, never empty.
        events: what happened, in order.
        moment: where it led; ``state`` is the game after it.
        repeats: the line repeats what the engine did by itself, as there was no alternative.
        shown: gives the words for somebody else than a judge, made when they are asked for: a verdict needs none.
        decisions: how many the line answered: none where it repeats, two where it says yes to pick something.
        notes: comments and clock time of the line.
        retold: gives the words in full where the line repeats; the answer's words where there is none.
        implied: the answers that the record leaves out before the line, in order.
        written: the words as recorded, where they were a sentence that ``words`` is the meaning of.
        asked: the game at the decision that the line answers, as its words know it; ``None`` where it repeats.
        answer: what the line answers there; ``None`` where it repeats.
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
        """The words as they were recorded, for people."""
        return self.written or self.words

    @property
    def read(self) -> str:
        """What the words were read as, in full; empty where they are so already."""
        full = self.shown(JUDGE) if self.full_words is None else self.full_words()
        return full if normalized_words(full) != normalized_words(self.as_written) else ""

    @property
    def state(self) -> State:
        """The game after the line."""
        return self.moment.game

    def words_for(self, viewer: Viewer) -> str:
        """Return the words of the play as ``viewer`` may know them."""
        return self.as_written if viewer == JUDGE else self.shown(viewer)


POSITION: Final = "position"
"""What stands for the verdict in JSON data if there is nothing to judge."""


def normalized_words(words: str) -> list[str]:
    """Return words without what makes no difference: case, spaces, a full stop at the end, the order of a list."""
    return sorted(words.casefold().replace(",", " ").rstrip(" .").split())


@dataclass(frozen=True, repr=False)
class Replay:
    """A record played through as far as it is legal.

    Attributes:
        game: the game. record: what was replayed.
        opening: the game before the first line.
        opening_events: what happened before the first line.
        steps: one for each legal line, in order.
        verdict: legal, illegal, or not to be settled.
        illegal: the first line that is not legal, ``None`` when all are.
        undetermined: why nothing can be said, empty unless the verdict is that.
        disputed: the game at the decision that the illegal line speaks of, ``None`` when there is none.
        disputed_seat: who acted then.
        forced: the only answers that count there, where the engine settled the decision without asking.
        rest: the lines from the first that is not legal on, none when all are.
        told: entries of the final game's log that the lines have told of, from the first.
        trace: what was passed line by line, for another replay of the record; it stays in the process that made it.
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
        """Return what is stored of it elsewhere."""
        return {**vars(self), "trace": None}

    def __repr__(self) -> str:
        """Return its verdict and where it stands: all that it holds would fill pages."""
        where = "" if self.illegal is None else f" at line {self.illegal.line}"
        word = "position only" if self.is_position else self.verdict.value
        return f"<Replay of {self.game.slug}: {word}{where}; decisions: {self.decisions}>"

    @property
    def version(self) -> str:
        """The rules version."""
        return self.initial_state.version

    @property
    def final(self) -> State:
        """The game after the last legal line."""
        return self.steps[-1].state if self.steps else self.initial_state

    def explicit_plays(self) -> Iterator[Play]:
        """Yield the legal lines, each after the answers that the record leaves out before it."""
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
        """True if nothing is illegal because no player made a play: there is nothing to judge."""
        return self.verdict is Verdict.LEGAL and not any(step.actor in self.record.players for step in self.steps)

    @property
    def decisions(self) -> int:
        """How many decisions the legal lines answered; lines that repeat what had no alternative do not count."""
        return sum(step.decisions for step in self.steps)

    @property
    def ambiguity(self) -> str:
        """What the last line could mean besides, empty when it is plain.

        A line that repeats an answer without alternative is taken for that; at the end of a record nothing that
        follows can show that it was an answer to what is asked now.
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
        asked = self.game.views.board(last.state, PUBLIC).waiting
        return (
            f"Line {last.line} is taken to repeat what had no alternative. It could also be the next answer ({asked}): "
            "write it once more if it is."
        )

    @property
    def hashes(self) -> Hashes:
        """What the verdict rests on."""
        return hashes(self.game, self.record)

    def board(self, index: int, viewer: Viewer) -> Board:
        """Return the table after ``index`` lines (0: before the first) as ``viewer`` sees it."""
        return self.game.views.board(self.steps[index - 1].state if index else self.initial_state, viewer)

    def boards(self, index: int, viewers: Sequence[Viewer]) -> tuple[Board, ...]:
        """Return the table after ``index`` lines as each of ``viewers`` sees it."""
        return self.game.views.boards(self.steps[index - 1].state if index else self.initial_state, viewers)

    def sentences(self, index: int, viewer: Viewer) -> tuple[str, ...]:
        """Return what happened at line ``index`` (0: before the first), in sentences for ``viewer``."""
        events = self.steps[index - 1].events if index else self.initial_events
        state = self.steps[index - 1].state if index else self.initial_state
        return tuple(self.game.views.sentence(state, event, viewer) for event in events)

    def assumptions(self) -> tuple[str, ...]:
        """Return how what the record does not tell is taken, in words that everybody may know."""
        setup, fields = build_setup(self.game, self.record), position_fields(self.record)
        return tuple(self.game.notation.assumptions(setup, fields))

    def facts(self, viewer: Viewer = JUDGE) -> dict[str, Any]:
        """Return how the game stands after the last legal line, as JSON data."""
        state = self.final
        facts: dict[str, Any] = {
            "over": state.over,
            "winners": [state.names[seat] for seat in state.winners],
            "board": self.game.views.board(state, viewer).to_json(),
        }
        # A hash of everything could be tried against guesses of what is hidden.
        return {**facts, "digest": state.digest()} if viewer == JUDGE else facts

    @property
    def initial_rules(self) -> tuple[str, ...]:
        """Citations of what happened before the first line, each once, in order; none where nothing did."""
        return cited(self.initial_events)

    def _opening_to_json(self) -> list[dict[str, Any]]:
        """Return what happened before the first line as the timeline's line 0; nothing where nothing did."""
        rules = list(self.initial_rules)
        return [{"line": 0, "text": "before the first line", "rules": rules}] if rules else []

    def to_json(self, viewer: Viewer = JUDGE) -> dict[str, Any]:
        """Return verdict and timeline as JSON data for ``viewer``; what would have been legal is for judges only."""
        wrong = self.illegal
        return {
            "verdict": POSITION if self.is_position else str(self.verdict),
            "rules_version": self.version,
            "decisions": self.decisions,
            "illegal": wrong and _illegal_to_json(wrong, viewer),
            **({"undetermined": self.undetermined} if self.undetermined else {}),
            **({"ambiguity": self.ambiguity} if self.ambiguity else {}),
            "timeline": [*self._opening_to_json(), *(_step_to_json(step, viewer) for step in self.steps)],
            "final": self.facts(viewer),
        }


def cited(events: Iterable[Event]) -> tuple[str, ...]:
    """Return the citations of what happened, each once, in order."""
    return tuple(dict.fromkeys(chain.from_iterable([event.rules for event in events])))


def _step_to_json(step: Step, viewer: Viewer) -> dict[str, Any]:
    """Return a legal line as JSON data; what it was read as is for judges only."""
    full = {"read": f"{step.actor}: {read}"} if viewer == JUDGE and (read := step.read) else {}
    return {"line": step.line, "text": f"{step.actor}: {step.words_for(viewer)}", "rules": list(step.rules), **full}


def _illegal_to_json(wrong: Illegal, viewer: Viewer) -> dict[str, Any]:
    """Return the illegal line as JSON data; only judges see what tells a hand."""
    full = viewer == JUDGE
    return {
        "line": wrong.line,
        "text": f"{wrong.actor}: {wrong.as_written if full else wrong.public_text}",
        "reasons": [
            {"rule": reason.rule, "text": reason.text} for reason in (wrong.reasons if full else wrong.public_reasons)
        ],
        **({"legal": list(wrong.legal)} if full else {}),
        **({"constraint": wrong.constraint, "count": wrong.count} if wrong.constraint else {}),
        **({"read": f"{wrong.actor}: {wrong.read}"} if full and wrong.read else {}),
    }
