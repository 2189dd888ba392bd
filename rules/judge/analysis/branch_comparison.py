"""A comparison of the boards after an illegal line and after the correct action.

The claimed branch forces the illegal line against the rules where possible. The ruled branch uses the action that the
judge names; otherwise the only legal action, or the game without the claimed action. If a player has to choose, it
lists the choices and stops there. Both continue to the next moment at which a player may make a play: actions without
alternatives follow automatically, choices are taken from the record after the disputed line. A choice that the record
does not state stops the branch.
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
from rules.judge.replay.verdict import MAX_SHOWN, Illegal, nearest_actions


class RulingError(Exception):
    """The action that the judge named is not legal at the disputed line."""


@frozen
class BranchOutcome:
    """The result of one branch that begins at the disputed line.

    Attributes:
        words: the actions with their players.
        board: the board at the end of the branch.
        stopped: the decision at which it stops early; empty if it reaches the next play.
        impossible: why it cannot be played; ``board`` is then the one before.
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
    """The claimed and the ruled branch of a disputed line.

    Attributes:
        claimed: the claimed branch.
        ruled: the ruled branch.
        rows: every field in which their boards differ, the claimed value first.
    """

    claimed: BranchOutcome
    ruled: BranchOutcome
    rows: tuple[Difference, ...]

    def to_json(self) -> dict[str, Any]:
        """Return both branches and the differences as JSON data."""
        rows = [{"field": row.field, "claimed": row.one, "ruled": row.other} for row in self.rows]
        return {"claimed": self.claimed.to_json(), "ruled": self.ruled.to_json(), "differences": rows}


def compare_branches(replayed: Replay, ruled: str = "", viewer: Viewer = JUDGE) -> BranchComparison | None:
    """Compare the illegal line of a replay with the correct action.

    Branches of the record named ``claimed`` and ``ruled`` are used if there are any.

    Args:
        replayed: a replay that ended at an illegal line.
        ruled: the correct action, with or without the player's name; empty for the one that follows from the rules.
        viewer: the viewer of the boards.

    Returns:
        the comparison, or ``None`` if no other action was legal.

    Raises:
        RulingError: ``ruled`` is no legal action there.
    """
    record, illegal = replayed.record, replayed.illegal
    claimed_branch, branch = record.branch("claimed"), record.branch("ruled") if not ruled else None
    if claimed_branch is not None and branch is not None:
        return _compare(_branch_outcome(replayed, claimed_branch, viewer), _branch_outcome(replayed, branch, viewer))
    state = replayed.disputed
    if illegal is None or state is None or state.pending is None:
        return None
    if claimed_branch is not None:
        claimed = _branch_outcome(replayed, claimed_branch, viewer)
    else:
        wrong_line = f"{illegal.actor}: {illegal.as_written if viewer == JUDGE else illegal.public_text}"
        claimed = _run_safely(
            replayed, wrong_line, lambda: _claimed_outcome(replayed, replayed.remaining_plays[1:], viewer), viewer
        )
    if branch is not None:
        return _compare(claimed, _branch_outcome(replayed, branch, viewer))
    if not ruled:
        left = _run_safely(
            replayed, "what the rules leave", lambda: _default_outcome(replayed, state, illegal, viewer), viewer
        )
        return _compare(claimed, left)
    disputed_state, action = _parse_ruling(replayed, ruled)
    words = _format_line(replayed, disputed_state, action, viewer)
    return _compare(
        claimed, _run_safely(replayed, words, lambda: _ruled_outcome(replayed, disputed_state, action, viewer), viewer)
    )


def _default_outcome(replayed: Replay, state: Any, illegal: Illegal, viewer: Viewer) -> BranchOutcome:
    """Return the outcome of the ruled branch if the judge names no action."""
    engine = replayed.game.engine
    if replayed.forced_actions is not None:
        settled = nearest_actions(replayed.game, state, illegal.text, replayed.forced_actions)
        return (
            _ruled_outcome(replayed, state, settled[0][1], viewer)
            if settled
            else _outcome_without_claim(replayed, state, viewer)
        )
    if engine.is_free_to_act(state):
        missed_trigger = replayed.game.notation.missed_trigger(state, replayed.disputed_seat, illegal.text)
        return _outcome_without_claim(
            replayed, state, viewer, "it does not happen" if missed_trigger is None else "it is carried out"
        )
    actions = list(islice(engine.legal(state), MAX_SHOWN + 1))
    verb = _illegal_action_verb(replayed, state, illegal)
    declining = [action for action in actions if not action.refs and action.verb != "yes"]
    only = actions if len(actions) == 1 else declining if verb in PASS_VERBS else []
    if len(only) == 1 and state.pending.seat != CHANCE:
        return _ruled_outcome(replayed, state, only[0], viewer)
    lines: tuple[Play, ...] = ()
    if verb not in {action.verb for action in actions}:
        # The claimed action does not fit the decision: the record may have the right action after it.
        lines = tuple(replayed.remaining_plays[1:])
    following = Continuation(replayed, engine.copy(state), len(state.log), lines, viewer)
    outcome = _continue_to_next_play(following, [])
    if following.words:
        return outcome
    constraint = replayed.game.notation.constraint(state, illegal.text)
    near = actions[:MAX_SHOWN]
    if constraint is not None:
        near = [action for _, action in nearest_actions(replayed.game, state, illegal.text, constraint=constraint)]
    return _outcome_at_choice(replayed, state, near, viewer, more=len(actions) > len(near))


PASS_VERBS: Final = frozenset({"pass", "no"})
"""Verbs that decline to act."""


def _illegal_action_verb(replayed: Replay, state: Any, illegal: Illegal) -> str:
    """Return the verb of the illegal line; empty if it cannot be parsed."""
    try:
        return replayed.game.notation.read(state, replayed.disputed_seat, illegal.text).action.verb
    except ActionError:
        return ""


def _outcome_without_claim(
    replayed: Replay, state: Any, viewer: Viewer, words: str = "it does not happen"
) -> BranchOutcome:
    """Return the outcome without the claimed action, or with the skipped action made."""
    board = replayed.game.views.board(state, viewer)
    return BranchOutcome(f"{words}; {board.waiting}" if board.waiting else words, board)


def _outcome_at_choice(
    replayed: Replay, state: Any, actions: Sequence[Action], viewer: Viewer, *, more: bool
) -> BranchOutcome:
    """Return an outcome that stops at a choice.

    Only judges see the possible ``actions``, because they can reveal a hand; ``more`` marks that the list is cut.
    """
    board = replayed.game.views.board(state, viewer)
    if state.pending.seat == CHANCE:
        return BranchOutcome(f"it does not happen; {board.waiting}", board, stopped=board.waiting)
    action_texts = [replayed.game.views.words(state, action, viewer) for action in actions]
    player = state.names[state.pending.seat]
    # Unknown cards cannot be listed, so there may be no choices to show.
    choices = " / ".join((*action_texts, *(["and more"] * more))) or "which one depends on a card that is not named"
    listed = f": {choices}" if viewer == JUDGE else ""
    return BranchOutcome(f"a choice is left to {player}{listed}", board, stopped=board.waiting)


def _branch_outcome(replayed: Replay, branch: Branch, viewer: Viewer) -> BranchOutcome:
    """Return the outcome of a branch of the record; report why if it is invalid."""
    words = f"branch {branch.name}"
    try:
        return _run_safely(replayed, words, lambda: _replay_branch(replayed, branch, viewer), viewer)
    except RulingError as error:
        return BranchOutcome(words, replayed.game.views.board(_disputed_state(replayed), viewer), impossible=str(error))


def _disputed_state(replayed: Replay) -> State:
    """Return the game at the illegal line, or at the end of a legal record."""
    return replayed.final if replayed.disputed is None else replayed.disputed


def _run_safely(replayed: Replay, words: str, run_branch: Callable[[], BranchOutcome], viewer: Viewer) -> BranchOutcome:
    """Return the outcome of a branch.

    Report an unexpected engine error as its outcome.
    """
    try:
        return run_branch()
    except ENGINE_ERRORS as error:
        board = replayed.game.views.board(_disputed_state(replayed), viewer)
        return BranchOutcome(words, board, impossible=log_engine_error(f"the course {words!r}", error))


def _ruled_outcome(replayed: Replay, state: Any, action: Action, viewer: Viewer) -> BranchOutcome:
    """Return the outcome of a legal action at the disputed decision."""
    engine = replayed.game.engine
    words = _format_line(replayed, state, action, viewer)
    if replayed.forced_actions is not None and not action.refs:
        # Nothing could be chosen there, and the game continued automatically.
        legal_replay = _replay_legal_lines(replayed)
        return _continue_to_next_play(Continuation(replayed, legal_replay, len(legal_replay.log), (), viewer), [words])
    legal_replay = engine.copy(state)
    since = len(legal_replay.log) + 1
    try:
        engine.apply(legal_replay, action)
    except UndeterminedError as error:
        # The effect of the card is uncertain, or never ends.
        return BranchOutcome(words, replayed.game.views.board(state, viewer), stopped=str(error))
    # An outcome of chance that is written too early applies later.
    early = replayed.remaining_plays[0].actor == CHANCE_NAME and _disputed_decision(replayed)[1] != CHANCE
    return _continue_to_next_play(
        Continuation(replayed, legal_replay, since, replayed.remaining_plays[not early :], viewer), [words]
    )


def _replay_legal_lines(replayed: Replay, missed_trigger: Any = None) -> Any:
    """Return the game after the legal lines, replayed without the missed trigger."""
    record = replace(replayed.record, plays=_legal_plays(replayed), branches=())
    final = replay(replayed.game, record, missed_trigger=missed_trigger).final
    return replayed.game.engine.copy(final)


def _legal_plays(replayed: Replay) -> tuple[Play, ...]:
    """Return the legal lines, with outcomes of a seed and implied actions written out."""
    return tuple(replayed.explicit_plays())


def _compare(claimed: BranchOutcome, ruled: BranchOutcome) -> BranchComparison:
    return BranchComparison(claimed, ruled, differences(claimed.board, ruled.board))


def _replay_branch(replayed: Replay, branch: Branch, viewer: Viewer) -> BranchOutcome:
    """Return the outcome of a branch.

    The claimed one is forced, the ruled one must be legal.

    Raises:
        RulingError: the ruled branch is illegal, or a branch cannot be parsed.
    """
    plays = _legal_plays(replayed)
    record = replace(replayed.record, plays=(*plays, *branch.plays), branches=())
    try:
        along = replay(replayed.game, record)
    except RecordError as error:
        raise RulingError(f"the branch {branch.name} cannot be read: {error}") from None
    new = [f"{step.actor}: {step.words_for(viewer)}" for step in along.steps[len(plays) :]]
    if along.illegal is not None and branch.name.casefold() == "ruled":
        reason = along.illegal.reasons[0]
        raise RulingError(f"the branch {branch.name} is illegal at line {along.illegal.line}: {reason.text}")
    if along.illegal is not None and along.disputed is not None:
        last = _claimed_outcome(along, along.remaining_plays[1:], viewer, whole=True)
        return replace(last, words="; ".join((*new, last.words)))
    final = along.final
    outcome = _continue_to_next_play(
        Continuation(along, along.game.engine.copy(final), len(final.log), (), viewer), new
    )
    return replace(outcome, stopped=along.undetermined) if along.undetermined else outcome


def _format_line(replayed: Replay, state: Any, action: Action, viewer: Viewer) -> str:
    actor = state.names[action.seat] if action.seat >= 0 else "chance"
    return f"{actor}: {replayed.game.views.words(state, action, viewer)}"


def _disputed_decision(replayed: Replay) -> tuple[State, int]:
    """Return the game at the decision of the illegal line, and the deciding seat."""
    state = replayed.disputed
    if state is None or state.pending is None:
        raise AssertionError("no line of this record is illegal at a decision")
    return state, state.pending.seat


def _parse_ruling(replayed: Replay, words: str) -> tuple[Any, Action]:
    """Parse the action that the judge named at the disputed decision.

    Returns the game, in which cards that the action names are known, and the action.
    """
    state, decision = _disputed_decision(replayed)
    name, _, rest = words.partition(":")
    seats = [number for number, player in enumerate(state.names) if player.casefold() == name.strip().casefold()]
    seat, choice = (seats[0], rest.strip()) if rest and seats else (decision, words.strip())
    try:
        parsed = replayed.game.notation.read(state, seat, choice)
        reasons = replayed.game.engine.check(parsed.game, parsed.action)
        if reasons:
            raise IllegalActionError(list(reasons))
    except (ActionError, UndeterminedError) as error:
        raise RulingError(f"{words!r} is no legal answer there: {error}") from None
    return parsed.game, parsed.action


def _claimed_outcome(replayed: Replay, lines: Sequence[Play], viewer: Viewer, *, whole: bool = False) -> BranchOutcome:
    """Return the outcome of the forced illegal line, continued with ``lines``.

    With ``whole``, all lines are played; otherwise those up to the next moment at which a player may make a play.
    """
    engine, illegal = replayed.game.engine, replayed.illegal
    assert illegal is not None
    words = f"{illegal.actor}: {illegal.as_written if viewer == JUDGE else illegal.public_text}"
    missed_trigger = replayed.game.notation.missed_trigger(replayed.disputed, replayed.disputed_seat, illegal.text)
    if missed_trigger is not None:
        legal_replay = _replay_legal_lines(replayed, missed_trigger)
        return _continue_to_next_play(
            Continuation(replayed, legal_replay, len(legal_replay.log), lines, viewer), [words]
        )
    try:
        parsed = replayed.game.notation.read(replayed.disputed, replayed.disputed_seat, illegal.text)
        legal_replay = engine.copy(parsed.game)
        since = len(legal_replay.log) + 1
        missed = engine.force(legal_replay, parsed.action)
    except (ImpossibleActionError, UndeterminedError) as error:
        return BranchOutcome(words, replayed.game.views.board(replayed.disputed, viewer), impossible=str(error))
    except ActionError:
        reason = "It does not fit the pending decision."
        return BranchOutcome(words, replayed.game.views.board(replayed.disputed, viewer), impossible=reason)
    if missed:
        words += f" (left out: {'; '.join(missed)})"
    following = Continuation(replayed, legal_replay, since, lines, viewer)
    if whole:
        following.play_all_lines()
    return _continue_to_next_play(following, [words])


def _continue_to_next_play(continuation: Continuation, words: list[str]) -> BranchOutcome:
    """Continue to the next play and return the outcome."""
    if not continuation.stopped:
        continuation.advance()
    board = continuation.game.views.board(continuation.state, continuation.viewer)
    return BranchOutcome("; ".join((*words, *continuation.words)), board, continuation.stopped)
