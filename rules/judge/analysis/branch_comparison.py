"""An illegal line against the ruled one: both played on to where somebody may make a play again, and compared.

The claimed line is forced, whatever the rules say, as far as it can be carried out. The ruled course is what the judge
names. Else it is what the rules leave: the only legal answer, or the game without what was claimed where that simply
does not happen; where a choice is left to a player, it says so, lists the choices and stops there. Forced answers
follow by themselves, and choices as the record tells them after the disputed line; where one comes up that it does not
tell, the course stops and says so.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from rules.engine.decision import Action, ActionError, IllegalActionError, ImpossibleActionError, UndeterminedError
from rules.engine.game import State
from rules.engine.ids import CHANCE
from rules.frozen import frozen
from rules.judge.analysis.board_diff import Difference, differences
from rules.judge.analysis.continuation import Continuation
from rules.judge.analysis.engine_errors import ENGINE_ERRORS, log_engine_error
from rules.judge.board import JUDGE, Board, Viewer
from rules.judge.record.errors import RecordError
from rules.judge.record.model import CHANCE_NAME, Branch, Play
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from rules.judge.replay.verdict import MOST_SHOWN, Illegal, nearest_actions


class RulingError(Exception):
    """The words of a ruling are no legal answer at the disputed line; the message says why."""


@frozen
class BranchOutcome:
    """One way the game went on from the disputed moment.

    Attributes:
        words: what was done, with who did it.
        board: the table at the end of this course.
        stopped: what has to be decided where it stops before somebody may make a play; empty where somebody may.
        impossible: why it could not be carried out at all; ``board`` is the one before then.
    """

    words: str
    board: Board
    stopped: str = ""
    impossible: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data, without the board."""
        return {"words": self.words, "stopped": self.stopped, "impossible": self.impossible}


@frozen
class BranchComparison:
    """The claimed and the ruled course of a disputed line.

    Attributes:
        claimed, ruled: the courses.
        rows: every field in which their boards differ, the claimed course's value first.
    """

    claimed: BranchOutcome
    ruled: BranchOutcome
    rows: tuple[Difference, ...]

    def to_json(self) -> dict[str, Any]:
        """Return both courses and the differences as JSON data."""
        rows = [{"field": row.field, "claimed": row.one, "ruled": row.other} for row in self.rows]
        return {"claimed": self.claimed.to_json(), "ruled": self.ruled.to_json(), "differences": rows}


def compare_branches(played: Replay, ruled: str = "", viewer: Viewer = JUDGE) -> BranchComparison | None:
    """Return how the illegal line of a replay compares with the ruled one, ``None`` where nothing else was legal.

    Branches of the record named ``claimed`` and ``ruled`` stand for the two courses where there are any.

    Args:
        played: a replay that ended at an illegal line.
        ruled: the words of the right answer, with the player's name in front or without; empty for what the rules
            leave.
        viewer: for whom the boards are.

    Raises:
        RulingError: ``ruled`` is no legal answer there.
    """
    record, wrong = played.record, played.illegal
    told, branch = record.branch("claimed"), record.branch("ruled") if not ruled else None
    if told is not None and branch is not None:
        return _compare(_branch_outcome(played, told, viewer), _branch_outcome(played, branch, viewer))
    state = played.disputed
    if wrong is None or state is None or state.pending is None:
        return None
    if told is not None:
        claimed = _branch_outcome(played, told, viewer)
    else:
        said = f"{wrong.actor}: {wrong.as_written if viewer == JUDGE else wrong.public_text}"
        claimed = _run_safely(
            played, said, lambda: _claimed_outcome(played, played.remaining_plays[1:], viewer), viewer
        )
    if branch is not None:
        return _compare(claimed, _branch_outcome(played, branch, viewer))
    if not ruled:
        left = _run_safely(
            played, "what the rules leave", lambda: _default_outcome(played, state, wrong, viewer), viewer
        )
        return _compare(claimed, left)
    there, action = _parse_ruling(played, ruled)
    words = _line(played, there, action, viewer)
    return _compare(claimed, _run_safely(played, words, lambda: _ruled_outcome(played, there, action, viewer), viewer))


def _default_outcome(played: Replay, state: Any, wrong: Illegal, viewer: Viewer) -> BranchOutcome:
    """Return the course that the rules leave where nobody has named one."""
    engine = played.game.engine
    if played.forced_actions is not None:
        settled = nearest_actions(played.game, state, wrong.text, played.forced_actions)
        return (
            _ruled_outcome(played, state, settled[0][1], viewer)
            if settled
            else _outcome_without_claim(played, state, viewer)
        )
    if engine.is_free_to_act(state):
        missed_trigger = played.game.notation.missed_trigger(state, played.disputed_seat, wrong.text)
        return _outcome_without_claim(
            played, state, viewer, "it does not happen" if missed_trigger is None else "it is carried out"
        )
    actions = list(islice(engine.legal(state), MOST_SHOWN + 1))
    verb = _verb(played, state, wrong)
    declining = [action for action in actions if not action.refs and action.verb != "yes"]
    only = actions if len(actions) == 1 else declining if verb in PASS_VERBS else []
    if len(only) == 1 and state.pending.seat != CHANCE:
        return _ruled_outcome(played, state, only[0], viewer)
    lines: tuple[Play, ...] = ()
    if verb not in {action.verb for action in actions}:
        # What was claimed is no answer to it: the record may tell the answer after that.
        lines = tuple(played.remaining_plays[1:])
    following = Continuation(played, engine.copy(state), len(state.log), lines, viewer)
    course = _continue(following, [])
    if following.words:
        return course
    constraint = played.game.notation.constraint(state, wrong.text)
    near = actions[:MOST_SHOWN]
    if constraint is not None:
        near = [action for _, action in nearest_actions(played.game, state, wrong.text, constraint=constraint)]
    return _outcome_at_choice(played, state, near, viewer, more=len(actions) > len(near))


PASS_VERBS: Final = frozenset({"pass", "no"})
"""Verbs that say that nothing is done, whatever is asked."""


def _verb(played: Replay, state: Any, wrong: Illegal) -> str:
    """Return the verb of the answer that the words of the illegal line mean, empty where they mean none."""
    try:
        return played.game.notation.read(state, played.disputed_seat, wrong.text).action.verb
    except ActionError:
        return ""


def _outcome_without_claim(
    played: Replay, state: Any, viewer: Viewer, words: str = "it does not happen"
) -> BranchOutcome:
    """Return the course in which what was claimed does not happen, or what was forgotten does."""
    board = played.game.views.board(state, viewer)
    return BranchOutcome(f"{words}; {board.waiting}" if board.waiting else words, board)


def _outcome_at_choice(
    played: Replay, state: Any, actions: Sequence[Action], viewer: Viewer, *, more: bool
) -> BranchOutcome:
    """Return the course that stops at a choice: judges are told ``answers`` and whether there are ``more``.

    Others are not, as they tell a hand.
    """
    board = played.game.views.board(state, viewer)
    if state.pending.seat == CHANCE:
        return BranchOutcome(f"it does not happen; {board.waiting}", board, stopped=board.waiting)
    shown = [played.game.views.words(state, action, viewer) for action in actions]
    who = state.names[state.pending.seat]
    # Cards that nobody has named are no answers yet, so there may be nothing to list.
    choices = " / ".join((*shown, *(["and more"] * more))) or "which, hangs on what nobody has named"
    listed = f": {choices}" if viewer == JUDGE else ""
    return BranchOutcome(f"a choice is left to {who}{listed}", board, stopped=board.waiting)


def _branch_outcome(played: Replay, branch: Branch, viewer: Viewer) -> BranchOutcome:
    """Return the course of a branch; one that cannot be played says why, and the verdict stands."""
    words = f"branch {branch.name}"
    try:
        return _run_safely(played, words, lambda: _replay_branch(played, branch, viewer), viewer)
    except RulingError as error:
        return BranchOutcome(words, played.game.views.board(_start(played), viewer), impossible=str(error))


def _start(played: Replay) -> State:
    """Return the game where the courses begin: at the illegal line, else at the end."""
    return played.final if played.disputed is None else played.disputed


def _run_safely(played: Replay, words: str, course: Callable[[], BranchOutcome], viewer: Viewer) -> BranchOutcome:
    """Return a course; where the engine fails on the way, one that says so and stays where it would begin."""
    try:
        return course()
    except ENGINE_ERRORS as error:
        board = played.game.views.board(_start(played), viewer)
        return BranchOutcome(words, board, impossible=log_engine_error(f"the course {words!r}", error))


def _ruled_outcome(played: Replay, state: Any, action: Action, viewer: Viewer) -> BranchOutcome:
    """Return the course of a legal answer to the disputed decision of ``state``, in which its cards have names."""
    engine = played.game.engine
    words = _line(played, state, action, viewer)
    if played.forced_actions is not None and not action.refs:
        # Nothing could be picked there, and the game went on by itself.
        there = _replay_legal_lines(played)
        return _continue(Continuation(played, there, len(there.log), (), viewer), [words])
    there = engine.copy(state)
    since = len(there.log) + 1
    try:
        engine.apply(there, action)
    except UndeterminedError as error:
        # What the card does is not known for certain, or never ends.
        return BranchOutcome(words, played.game.views.board(state, viewer), stopped=str(error))
    # What chance brought too early comes in its time.
    early = played.remaining_plays[0].actor == CHANCE_NAME and _disputed_decision(played)[1] != CHANCE
    return _continue(Continuation(played, there, since, played.remaining_plays[not early :], viewer), [words])


def _replay_legal_lines(played: Replay, missed_trigger: Any = None) -> Any:
    """Return the game after the legal lines, played once more, without what is to be imagined as forgotten."""
    record = replace(played.record, plays=_legal_plays(played), branches=())
    final = replay(played.game, record, missed_trigger=missed_trigger).final
    return played.game.engine.copy(final)


def _legal_plays(played: Replay) -> tuple[Play, ...]:
    """Return the legal lines; what a seed or an earlier line told is among them, so all of it is told line by line."""
    return tuple(played.explicit_plays())


def _compare(claimed: BranchOutcome, ruled: BranchOutcome) -> BranchComparison:
    return BranchComparison(claimed, ruled, differences(claimed.board, ruled.board))


def _replay_branch(played: Replay, branch: Branch, viewer: Viewer) -> BranchOutcome:
    """Return the course of a branch: the ruled one has to be legal, the claimed one is forced at a line that is not.

    Raises:
        RulingError: the ruled branch is not legal, or a branch cannot be read.
    """
    before = _legal_plays(played)
    record = replace(played.record, plays=(*before, *branch.plays), branches=())
    try:
        along = replay(played.game, record)
    except RecordError as error:
        raise RulingError(f"the branch {branch.name} cannot be read: {error}") from None
    new = [f"{step.actor}: {step.words_for(viewer)}" for step in along.steps[len(before) :]]
    if along.illegal is not None and branch.name.casefold() == "ruled":
        reason = along.illegal.reasons[0]
        raise RulingError(f"the branch {branch.name} is illegal at line {along.illegal.line}: {reason.text}")
    if along.illegal is not None and along.disputed is not None:
        last = _claimed_outcome(along, along.remaining_plays[1:], viewer, whole=True)
        return replace(last, words="; ".join((*new, last.words)))
    final = along.final
    course = _continue(Continuation(along, along.game.engine.copy(final), len(final.log), (), viewer), new)
    return replace(course, stopped=along.undetermined) if along.undetermined else course


def _line(played: Replay, state: Any, action: Action, viewer: Viewer) -> str:
    who = state.names[action.seat] if action.seat >= 0 else "chance"
    return f"{who}: {played.game.views.words(state, action, viewer)}"


def _disputed_decision(played: Replay) -> tuple[State, int]:
    """Return the game at the decision that the illegal line speaks of, and the seat that is asked there."""
    state = played.disputed
    if state is None or state.pending is None:
        raise AssertionError("no line of this record is illegal at a decision")
    return state, state.pending.seat


def _parse_ruling(played: Replay, words: str) -> tuple[Any, Action]:
    """Return the disputed game, with the unknown cards named that ``words`` name, and the answer that they are."""
    state, asked = _disputed_decision(played)
    name, _, rest = words.partition(":")
    seats = [number for number, known in enumerate(state.names) if known.casefold() == name.strip().casefold()]
    seat, said = (seats[0], rest.strip()) if rest and seats else (asked, words.strip())
    try:
        parsed = played.game.notation.read(state, seat, said)
        reasons = played.game.engine.check(parsed.game, parsed.action)
        if reasons:
            raise IllegalActionError(list(reasons))
    except (ActionError, UndeterminedError) as error:
        raise RulingError(f"{words!r} is no legal answer there: {error}") from None
    return parsed.game, parsed.action


def _claimed_outcome(played: Replay, lines: Sequence[Play], viewer: Viewer, *, whole: bool = False) -> BranchOutcome:
    """Return the course of the illegal line, forced as far as it can be, and of ``lines`` after it.

    All of them are carried out where the ``whole`` of them was claimed, else as many as lead to where somebody may make
    a play.
    """
    engine, wrong = played.game.engine, played.illegal
    assert wrong is not None
    words = f"{wrong.actor}: {wrong.as_written if viewer == JUDGE else wrong.public_text}"
    missed_trigger = played.game.notation.missed_trigger(played.disputed, played.disputed_seat, wrong.text)
    if missed_trigger is not None:
        there = _replay_legal_lines(played, missed_trigger)
        return _continue(Continuation(played, there, len(there.log), lines, viewer), [words])
    try:
        parsed = played.game.notation.read(played.disputed, played.disputed_seat, wrong.text)
        there = engine.copy(parsed.game)
        since = len(there.log) + 1
        missed = engine.force(there, parsed.action)
    except (ImpossibleActionError, UndeterminedError) as error:
        return BranchOutcome(words, played.game.views.board(played.disputed, viewer), impossible=str(error))
    except ActionError:
        why = "It is no answer to what is asked at this moment."
        return BranchOutcome(words, played.game.views.board(played.disputed, viewer), impossible=why)
    if missed:
        words += f" (left out: {'; '.join(missed)})"
    following = Continuation(played, there, since, lines, viewer)
    if whole:
        following.play_all_lines()
    return _continue(following, [words])


def _continue(following: Continuation, words: list[str]) -> BranchOutcome:
    """Play on without a choice of ours until somebody may make a play."""
    if not following.stopped:
        following.advance()
    board = following.game.views.board(following.state, following.viewer)
    return BranchOutcome("; ".join((*words, *following.words)), board, following.stopped)
