r"""Replaying a record.

Each line is parsed, checked and applied until there is a verdict.

>>> from rules.games import GAMES
>>> from rules.judge.record import parse
>>> headers = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n"
>>> replay(GAMES["epic"], parse(headers + "Ben: keep\nBen: concede")).verdict
<Verdict.LEGAL: 'legal'>
>>> replay(GAMES["epic"], parse(headers + "Ben: keep\nBen: pass")).verdict
<Verdict.ILLEGAL: 'illegal'>
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any, Final

from rules.engine.decision import (
    Action,
    ActionError,
    AmbiguousActionError,
    IllegalActionError,
    InvalidActionError,
    UndeterminedError,
    UnstatedChoiceError,
    Violation,
)
from rules.engine.game import AutomaticDecision, ParsedAction
from rules.engine.ids import CHANCE
from rules.engine.log import Event
from rules.judge.board import JUDGE, PUBLIC
from rules.judge.game import JudgedGame
from rules.judge.record.errors import Problem, RecordError
from rules.judge.record.model import CHANCE_NAME, Play, Record
from rules.judge.replay.play_queue import DeferredPlayError, PlayQueue, QueueContext
from rules.judge.replay.result import Replay, Step, Words, normalized_words, unique_citations
from rules.judge.replay.snapshots import Snapshot
from rules.judge.replay.trace import AmbiguousLine, Checkpoint, Redo, Trace, TracedLine
from rules.judge.replay.trials import LOOK_AHEAD, MAX_TRIALS, Trial, only_possible_branch
from rules.judge.replay.verdict import Illegal, Verdict, nearest_legal_lines
from rules.judge.setup.initial_state import initial_state

LOOK_BACK: Final = 12
"""The number of lines before a failed one that are searched for a second meaning."""
MAX_TRIES: Final = 16
"""The maximum number of meanings that are tried for one failed line."""


def replay(game: JudgedGame, record: Record, *, missed_trigger: Any = None, whole: bool = False) -> Replay:
    """Replay ``record`` to its end or to the first line that is not legal.

    A record may stop anywhere; lines after the end of the game are illegal. Actions without alternatives may be
    written or left out.

    Args:
        game: the game.
        record: the record.
        missed_trigger: a trigger that the hypothetical game skips (``Setup.missed_trigger``).
        whole: whether to keep the game after each line, for callers that read all of them.

    Raises:
        RecordError: the record cannot begin (deck, position, rules version), or a line is unknown or ambiguous.
    """
    return Replayer(game, record, missed_trigger, whole=whole).run()


class EngineError(RuntimeError):
    """The engine failed to apply a legal action: a bug, unrelated to the play."""


class Replayer:
    """A replay in progress."""

    def __init__(self, game: JudgedGame, record: Record, missed_trigger: Any = None, *, whole: bool = False) -> None:
        self.game = game
        self.record = record
        self.whole = whole
        # The open rules that the game has used since the previous line.
        self.used_options: set[int] = set()
        self.initial = self._initial_state(missed_trigger)
        self.moment = Snapshot(game.engine, self.initial)
        self.events = tuple(self.state.log)
        # A line may repeat any event after the previous action, except the action itself.
        self.mark = 0
        self.steps: list[Step] = []
        # Lines with a second meaning, with the checkpoint before them.
        self.ambiguous_lines: list[AmbiguousLine] = []
        self.repeated = self.other_meaning = False
        # An illegal line may be judged at an earlier, automatic decision, which had these legal actions.
        self.judged_state: Any = None
        self.forced_actions: tuple[Action, ...] | None = None
        self.queue = PlayQueue(game, record)
        self.line_index = 0
        self.trace = Trace(self.initial, frozenset(self.used_options), (), (), (), (), ())
        self.lines: list[TracedLine] = []
        self.used_options.clear()
        # The last line of a trial of a branch, and the number of trials left. Trials are not traced.
        self.last_line_index: int | None = None
        self.trials_left = [MAX_TRIALS]
        # Repeats what led to the pending decision, to find automatic decisions that a line refers to.
        self.redo: Redo = (
            self.moment,
            partial(redo_initial_state, game, record, missed_trigger),
        )

    def _initial_state(self, missed_trigger: Any) -> Any:
        return initial_state(self.game, self.record, missed_trigger=missed_trigger, asked=self.used_options)

    @property
    def state(self) -> Any:
        """The game at this point of the replay."""
        return self.moment.game

    def run(self) -> Replay:
        """Replay the record to its end or to the first line that is not legal.

        Raises:
            RecordError: a line is unknown or ambiguous.
        """
        ended = self._run()
        if isinstance(ended, RecordError):
            raise ended
        return replace(ended, trace=self.trace)

    def _run(self, index: int = 0) -> Replay | RecordError:
        """Process the lines.

        If the record fails, retry ambiguous lines with their other meaning.
        """
        tries = 0
        failed: tuple[int, Replay | RecordError] | None = None
        while True:
            if failed is None and self.last_line_index is None:
                index = self._skip_to(index)
            if self.last_line_index is not None and index > self.last_line_index:
                return self._result(Verdict.LEGAL)
            come = self._checkpoint(), len(self.ambiguous_lines), len(self.queue.edits)
            ready = self._prepare_line(index)
            if not ready:
                self.line_index = index
                self._trace_line(*come, end=failed is None)
                return self._result(Verdict.LEGAL)
            checkpoint, self.line_index = self._checkpoint(), index
            outcome = ready if isinstance(ready, RecordError) else self._process_line(self.queue.plays[index][0])
            if outcome is None:
                self._trace_line(*come)
                if self.repeated:
                    self.ambiguous_lines.append((index, checkpoint))
                index, self.other_meaning = index + 1, False
                continue
            self._trace_line(*come, end=failed is None)
            if failed is None or index > failed[0]:
                failed, tries = (index, outcome), 0
            self.ambiguous_lines = [each for each in self.ambiguous_lines if each[0] >= failed[0] - LOOK_BACK]
            tries += 1
            if not self.ambiguous_lines or tries > MAX_TRIES:
                self.line_index = failed[0]
                return failed[1]
            index, checkpoint = self.ambiguous_lines.pop()
            self._restore(checkpoint)
            self.queue.discard_inserted(index + 1)
            self.other_meaning = True

    def _prepare_line(self, index: int) -> "bool | RecordError":
        """Return whether there is a line at ``index``.

        Return an error if its actor is unknown.
        """
        try:
            return self.queue.prepare(index, QueueContext(self.state, self.mark, self._outcome_count))
        except DeferredPlayError as error:
            return RecordError(self._parse_problem(error.play, error.reason))
        except ActionError as error:
            return RecordError(self._parse_problem(self.queue.plays[index][0], error))

    def _skip_to(self, index: int) -> int:
        """Return the index of the next line to process; subclasses may skip lines."""
        return index

    def _trace_line(self, checkpoint: Checkpoint, crossings: int, edits: int, *, end: bool = False) -> None:
        """Record a processed line in the trace; ``end`` marks the last one."""
        if self.last_line_index is not None:
            return
        self.lines.append(TracedLine(checkpoint, crossings, edits, frozenset(self.used_options)))
        self.used_options.clear()
        if end:
            trace = tuple(self.lines), tuple(self.ambiguous_lines), tuple(self.steps)
            self.trace = Trace(
                self.initial, self.trace.used_options, *trace, tuple(self.queue.plays), tuple(self.queue.edits)
            )

    def _outcome_count(self) -> int:
        return sum(step.decisions for step in self.steps if step.actor == CHANCE_NAME)

    def _checkpoint(self) -> Checkpoint:
        return self.moment, self.mark, len(self.steps), self.redo, self.queue.deferred_plays

    def _restore(self, checkpoint: Checkpoint) -> None:
        self.moment, self.mark, count, self.redo, self.queue.deferred_plays = checkpoint
        del self.steps[count:]

    def _advance(self, moment: Snapshot, step: Step) -> None:
        self.steps.append(step)
        if not self.whole:
            self.moment.release()
        self.moment = moment

    def _process_line(self, play: Play) -> "Replay | RecordError | None":
        """Process one line; return the result if the replay ends there.

        A line that could repeat an automatic action or be an action at the pending decision is taken as a repetition
        first; ``other_meaning`` selects the second meaning.
        """
        seat = self.queue.seat_of(play)
        try:
            self.judged_state, self.forced_actions = None, None
            self.repeated = not self.other_meaning and self._apply_repetition(play, seat)
            reasons = () if self.repeated else self._apply_line(play, seat)
        except ActionError as error:
            return RecordError(self._parse_problem(play, error))
        except UnstatedChoiceError as error:
            return self._resolve_unstated_choice(play, seat, error)
        except UndeterminedError as error:
            return self._undetermined_result(play, error)
        return (self._unknown_rest(play) or self._illegal_result(play, seat, reasons)) if reasons else None

    def _unknown_rest(self, play: Play) -> RecordError | None:
        """Return the parse error of later plays on the line of an illegal play."""
        line = play.place.line
        later = [*self.queue.deferred_plays, *(each for each, _ in self.queue.plays[self.line_index + 1 :])]
        for each in later if line else ():
            word = self.game.notation.find_unknown_word(self.state, each.words) if each.place.line == line else ""
            if word:
                return RecordError(
                    self._parse_problem(each, InvalidActionError(f"“{word}” is not understood", unparsed=word))
                )
        return None

    def _undetermined_result(self, play: Play, error: UndeterminedError) -> Replay:
        """Return the result for a line whose legality is undetermined."""
        location = f"Line {play.place.line} ({play.actor}): " if play.place.line else ""
        return self._result(Verdict.UNDETERMINED, undetermined=location + str(error))

    def _resolve_unstated_choice(
        self, play: Play, seat: int, error: UnstatedChoiceError
    ) -> "Replay | RecordError | None":
        """Continue with the only branch the rest of the record allows.

        Otherwise return undetermined.
        """
        self.trials_left[0] -= len(error.branches)
        branch = None
        if self.trials_left[0] >= 0:
            branch = only_possible_branch(error.branches, partial(self._run_trial, play, seat))
        return self._undetermined_result(play, error) if branch is None else self._apply_branch(play, seat, branch)

    def _run_trial(self, play: Play, seat: int, branch: Sequence[Action]) -> Trial:
        """Try a branch with this line and the lines after it, and return the trial.

        It is tried on a copy.
        """
        trial = copy(self)
        trial.steps, trial.ambiguous_lines, trial.queue = list(self.steps), [], self.queue.copy()
        trial.last_line_index = self.line_index + LOOK_AHEAD if self.last_line_index is None else self.last_line_index
        return Trial(branch, trial.run_after(play, seat, branch), trial.line_index)

    def run_after(self, play: Play, seat: int, branch: Sequence[Action]) -> Replay | RecordError:
        """Apply the actions of a branch, this line and all further lines.

        Return the result.
        """
        return self._apply_branch(play, seat, branch) or self._run(self.line_index + 1)

    def _apply_branch(self, play: Play, seat: int, branch: Sequence[Action]) -> Replay | RecordError | None:
        """Apply the actions of a branch and a line; return the result if the replay ends."""
        try:
            reasons = self._apply_with_implied(play, seat, branch)
        except ActionError as error:
            return RecordError(self._parse_problem(play, error))
        except UndeterminedError as error:
            return self._undetermined_result(play, error)
        return self._illegal_result(play, seat, reasons) if reasons else None

    def _illegal_result(self, play: Play, seat: int, reasons: Sequence[Violation]) -> Replay:
        """Return the result for an illegal line, with the game at the disputed decision."""
        state = self.judged_state or self.state
        is_pending = state.pending is not None and self.forced_actions is None
        constraint = self.game.notation.constraint(state, play.words) if is_pending else None
        legal = nearest_legal_lines(self.game, state, seat, play.words, self.forced_actions, constraint)
        public_text = self.game.views.attempted_text(state, seat, play.words, PUBLIC)
        reasons = self._without_copy_numbers(state, reasons)
        public = tuple(reason.for_public for reason in reasons)
        constraint_text = (constraint.text, constraint.count) if constraint is not None else ("", None)
        read = self._full_words(state, seat, play)
        illegal = Illegal(
            play.place.line,
            play.actor,
            play.words,
            tuple(reasons),
            legal,
            public_text,
            public,
            *constraint_text,
            read,
            play.written,
        )
        at_line = (
            self._result_at_skipped_decision(state, illegal)
            if self.forced_actions is not None
            else self._result(Verdict.ILLEGAL, illegal)
        )
        return replace(at_line, disputed=state, disputed_seat=seat, forced_actions=self.forced_actions)

    def _without_copy_numbers(self, state: Any, reasons: Sequence[Violation]) -> tuple[Violation, ...]:
        """Return the reasons without numbers of copies that are alike.

        They stay if the record numbers copies itself.
        """
        if any("#" in each.words for each in self.record.plays):
            return tuple(reasons)
        shorten = partial(self.game.views.without_copy_numbers, state)
        return tuple(replace(each, text=shorten(each.text), public=shorten(each.public)) for each in reasons)

    def _full_words(self, state: Any, seat: int, play: Play) -> str:
        """Return the full words of an illegal line; empty if they are the same or invalid."""
        try:
            parsed = self.game.notation.read(state, seat, play.words)
            full = self.game.views.words(parsed.game, parsed.action, JUDGE)
        except (ActionError, UndeterminedError):
            return ""
        return full if normalized_words(full) != normalized_words(play.as_written) else ""

    def _result_at_skipped_decision(self, state: Any, illegal: Illegal) -> Replay:
        """Return the result for an illegal line before an automatic decision.

        The line belongs to that decision.
        """
        steps = self.steps
        if not steps:
            return replace(self._result(Verdict.ILLEGAL, illegal), initial_state=state, initial_events=tuple(state.log))
        if steps[-1].repeats:
            return self._result(Verdict.ILLEGAL, illegal)
        last = steps.pop()
        events = tuple(state.log[len(last.state.log) - len(last.events) :])
        moment = Snapshot(self.game.engine, state)
        steps.append(last._replace(moment=moment, events=events, rules=unique_citations(events) or last.rules))
        ended = self._result(Verdict.ILLEGAL, illegal)
        steps[-1] = last
        return ended

    def _result(self, verdict: Verdict, illegal: Illegal | None = None, undetermined: str = "") -> Replay:
        steps = tuple(self.steps)
        rest = self.queue.remaining_plays(self.line_index)
        return Replay(
            self.game, self.record, self.initial, self.events, steps, verdict, illegal, undetermined,
            remaining_plays=rest if verdict is not Verdict.LEGAL else (), events_reported=self.mark,
        )  # fmt: skip

    def _apply_line(self, play: Play, seat: int) -> Sequence[Violation]:
        """Apply a line to the pending decision, or return its violations."""
        if self.state.pending is None:
            return [self._game_over_violation()]
        try:
            self._apply(play, self.game.notation.read(self.state, seat, play.words), play.words)
        except IllegalActionError as error:
            return self._apply_fallback(play, seat, error.violations)
        except ActionError as error:
            return self._apply_fallback(play, seat, error)
        return ()

    def _apply_fallback(self, play: Play, seat: int, errors: Sequence[Violation] | ActionError) -> Sequence[Violation]:
        """Try the other meanings of a line that is no legal action; return its violations.

        It may imply actions before it, or refer to an automatic decision.
        """
        implied = self.game.notation.implied(self.state, seat, play.words)
        if implied:
            return self._apply_with_implied(play, seat, implied)
        # Recompute the previous game, if it was dropped, before an observer is attached.
        origin, again = self.redo[0].game, self.redo[1]
        overlooked = self.game.notation.find_skipped_decision(self.state, seat, play.words, partial(again, origin))
        if overlooked is not None:
            if self._apply_late_repetition(play, overlooked.settled):
                return ()
            if overlooked.reasons:
                self.judged_state, self.forced_actions = overlooked.state, overlooked.forced
                return overlooked.reasons
        if isinstance(errors, ActionError):
            raise errors
        return self._violations_under_every_outcome(play, seat) or errors

    def _apply_late_repetition(self, play: Play, settled: Sequence[AutomaticDecision[Any]]) -> bool:
        """Apply a line that repeats an automatic action; return False if it does not.

        Decisions that earlier lines account for are ignored, because a line can repeat each only once.
        """
        candidate = next((each for each in settled if len(each.state.log) >= self.mark), None)
        if candidate is None:
            return False
        self.mark = len(candidate.state.log) + 1
        moment = Snapshot(self.game.engine, self.game.engine.copy(self.state), self.moment)
        render = Words(self.game, Snapshot(self.game.engine, candidate.state), candidate.action)
        rules = candidate.state.pending.rules
        self._advance(
            moment,
            Step(
                play.place.line,
                play.actor,
                play.words,
                rules,
                (),
                moment,
                True,
                render,
                0,
                play.notes,
                written=play.written,
            ),
        )
        return True

    def _apply_with_implied(self, play: Play, seat: int, implied: Sequence[Action]) -> Sequence[Violation]:
        """Apply the implied actions and the line as one step, or return its violations."""
        checkpoint = self._checkpoint()
        for action in implied:
            self._apply(play, ParsedAction(action, self.state), self.game.notation.render(self.state, action))
        self.repeated = not self.other_meaning and self._apply_repetition(play, seat)
        reasons = () if self.repeated else self._apply_line(play, seat)
        if reasons:
            self.judged_state = self.judged_state or self.state
            self._restore(checkpoint)
            return reasons
        steps, last = self.steps[checkpoint[2] :], self.steps[-1]
        events = tuple(event for step in steps for event in step.events)
        rules = tuple(dict.fromkeys(rule for step in steps for rule in step.rules))
        decisions = sum(step.decisions for step in steps)
        left_out = (*implied, *last.implied_actions)
        merged = last._replace(events=events, rules=rules, repeats=False, decisions=decisions, implied_actions=left_out)
        self.steps[checkpoint[2] :] = [merged]
        return ()

    def _apply(self, play: Play, parsed: ParsedAction[Any], words: str) -> None:
        """Apply an action on a copy of the game and advance to it.

        Raises:
            ActionError: it is not legal; nothing has changed.
            EngineError: it is legal, but the engine cannot apply it.
        """
        engine, action, rules = self.game.engine, parsed.action, parsed.game.pending.rules
        # The previous game renders the words, unless they name unknown cards.
        asked = came_from = self.moment
        has_new_names = self.game.notation.names_cards(self.state, parsed.game)
        if has_new_names:
            asked = Snapshot(engine, parsed.game)
        after = engine.copy(parsed.game)
        log_length = len(after.log)
        try:
            engine.apply(after, action)
        except ActionError as error:
            if _is_legal(self.game, parsed):
                # Raised while a legal action was applied: a bug of the engine must not make the play illegal.
                raise EngineError(f"the engine failed to carry out {words!r}: {error}") from error
            raise
        happened = tuple(after.log[log_length:])
        self.mark = log_length + 1
        moment = Snapshot(engine, after) if has_new_names else Snapshot(engine, after, came_from, action)
        render = Words(self.game, asked, action)
        step = Step(
            play.place.line, play.actor, words, unique_citations(happened) or rules, happened, moment, False, render, 1,
            play.notes,
            written=play.written, decision_snapshot=asked, action=action,
        )  # fmt: skip
        self.redo = came_from, partial(redo_action, self.game, action.seat, words)
        self._advance(moment, step)

    def _violations_under_every_outcome(self, play: Play, seat: int) -> Sequence[Violation]:
        """Return why a line is illegal under every outcome of chance.

        Empty if none is pending.

        Raises:
            UndeterminedError: the legality depends on an outcome that the record does not state.
        """
        if seat == CHANCE or self.state.pending.seat != CHANCE:
            return ()
        text = self.game.views.pending_chance_text(self.state)
        missing = f"A line `{CHANCE_NAME}: ...` is missing before it, as chance decided first: {text}."
        unseen, checkpoint = self.game.notation.with_hidden_outcome(self.state), self._checkpoint()
        if unseen is None:
            raise UndeterminedError(missing)
        engine, unseen_of = self.game.engine, self.game.notation.with_hidden_outcome
        self.redo = self.moment, lambda then, observer: unseen_of(engine.with_observer(then, observer))
        self.moment = Snapshot(self.game.engine, unseen)
        try:
            reasons = self._apply_line(play, seat)
        except (ActionError, UndeterminedError):
            reasons = ()
        if reasons:
            self.judged_state = self.judged_state or self.state
        self._restore(checkpoint)
        if not reasons:
            raise UndeterminedError(missing)
        return reasons

    def _apply_repetition(self, play: Play, seat: int) -> bool:
        """Apply a line that repeats an automatic event; return False if it does not."""
        events = self.state.log[self.mark :]
        notation = self.game.notation
        repetition = notation.repeats(self.state, seat, play.words, events) if events else None
        repetition = repetition or notation.find_late_repetition(self.state, seat, play.words)
        if repetition is None:
            return False
        self.mark += repetition.log_entries
        event, after = repetition.event, repetition.game
        # Naming a card may leave no choice, so the game may have advanced.
        led_to = tuple(after.log[len(self.state.log) :])
        same = not led_to and not notation.names_cards(self.state, after)
        moment = Snapshot(self.game.engine, after, self.moment if same else None)
        render = Words(self.game, moment, event)
        rules = tuple(dict.fromkeys((*event.rules, *unique_citations(led_to))))
        if led_to:
            self.redo = self.moment, partial(_redo_repetition, self.game, seat, play.words, events)
        full = partial(_full_words, self.game, moment, seat, play.words, event)
        step = Step(
            play.place.line, play.actor, play.words, rules, led_to, moment, True, render, 0, play.notes, full,
            written=play.written,
        )  # fmt: skip
        self._advance(moment, step)
        return True

    def _game_over_violation(self) -> Violation:
        state = self.state
        winners = " and ".join(state.names[seat] for seat in state.winners)
        rules = state.log[-1].rules if state.log else ("",)
        # The rule that ended the game is cited last.
        citations = [rule for rule in rules if rule not in self.game.interpretations]
        return Violation(
            (citations or rules)[-1], f"The game is over: {f'{winners} has won' if winners else 'it is drawn'}."
        )

    def _parse_problem(self, play: Play, error: ActionError) -> Problem:
        candidates = tuple(getattr(error, "candidates", ()))
        unparsed = error.unparsed if isinstance(error, InvalidActionError) else ""
        unparsed = error.words if isinstance(error, AmbiguousActionError) else unparsed
        return Problem(play.place.line, play.place.column, str(error), play.as_written, candidates, unparsed)


def _is_legal(game: JudgedGame, parsed: ParsedAction[Any]) -> bool:
    try:
        return not game.engine.check(parsed.game, parsed.action)
    except ActionError:
        return False


def redo_initial_state(game: JudgedGame, record: Record, missed_trigger: Any, _before: Any, observer: Any) -> Any:
    """Return the initial state of ``record`` with an observer of automatic decisions."""
    return initial_state(game, record, missed_trigger=missed_trigger, observer=observer)


def redo_action(game: JudgedGame, seat: int, words: str, before: Any, observer: Any) -> None:
    """Apply a legal action once more, on a copy with an observer."""
    parsed = game.notation.read(before, seat, words)
    game.engine.apply(game.engine.with_observer(parsed.game, observer), parsed.action)


def _redo_repetition(
    game: JudgedGame, seat: int, words: str, events: Sequence[Event], before: Any, observer: Any
) -> None:
    """Apply a line that repeats one of ``events`` once more.

    It is applied to a copy with an observer.
    """
    observed = game.engine.with_observer(before, observer)
    if game.notation.repeats(observed, seat, words, events) is None:
        game.notation.find_late_repetition(observed, seat, words)


def _full_words(game: JudgedGame, snapshot: Snapshot, seat: int, words: str, event: Event) -> str:
    return game.notation.render_repetition(snapshot.game, seat, words, event)
