"""Parsing of actions without an object.

Pass, end turn, concede, and replies to an offer.
"""

from typing import Final

from rules.engine.decision import Action
from rules.epic.engine import ENGINE
from rules.epic.players.seats import acts_for
from rules.epic.state import EpicState
from rules.notation.phrasing import Form, Phrasing, Reader, UnparsedTextError

DECLINED: Final = frozenset({"reveal", "choose", "target", "block", "mulligan"})
"""Kinds of decision that ``no`` declines, whether or not that is allowed."""
AGREED: Final = {"act": "pass", "may": "yes", "block": "block", "mulligan": "mulligan", "": "pass"}
"""Action meant by ``ok``, by kind of decision; out of turn it is a pass."""


def require_no_rest(rest: str) -> None:
    """Raise ``InvalidActionError`` if words follow an action that takes no object."""
    if rest.strip(" ."):
        raise UnparsedTextError(f"{rest[:60]!r} is too much here")


def pending_kind(state: EpicState, seat: int) -> str:
    """Return the kind of the pending decision of ``seat``.

    Empty if another player decides.
    """
    decision = state.pending
    return decision.kind if decision is not None and acts_for(state, seat, decision.seat) else ""


def _simple(verb: str) -> Reader[EpicState]:
    def reader(_state: EpicState, seat: int, rest: str) -> Action:
        require_no_rest(rest)
        return Action(seat, verb)

    return reader


def _end(state: EpicState, seat: int, rest: str) -> Action:
    """Parse ``end turn``.

    It is the shortcut if the rules have it, else the pass that offers to end the turn.
    """
    require_no_rest(rest)
    action = Action(seat, "end")
    if state.pending is not None and state.pending.kind == "act" and ENGINE.check(state, action):
        return Action(seat, "pass")
    return action


def _decline(state: EpicState, seat: int, rest: str) -> Action:
    """Parse ``no`` and ``decline``, which fit several kinds of decisions."""
    require_no_rest(rest)
    kind = pending_kind(state, seat)
    return Action(seat, kind if kind in DECLINED else "no")


def _agrees(state: EpicState, seat: int, rest: str) -> Action:
    """Parse ``ok``: accepts an offer, or means no play, no block or no mulligan.

    It is not understood at a decision that requires a choice of objects.
    """
    require_no_rest(rest)
    verb = AGREED.get(pending_kind(state, seat))
    if verb is None:
        raise UnparsedTextError("what is meant by that is not clear here")
    return Action(seat, verb)


def _nothing(state: EpicState, seat: int, rest: str) -> Action:
    """Parse ``nothing`` and ``no response``: a pass, or an empty choice."""
    require_no_rest(rest)
    kind = pending_kind(state, seat)
    if kind in DECLINED or kind in {"may", "assign"}:
        return Action(seat, "no" if kind == "may" else kind)
    return Action(seat, "pass")


def _write_plain(_state: EpicState, action: Action) -> str:
    return {"end": "end turn"}.get(action.verb, action.verb)


CONCEDE: Final = Phrasing(
    "concede", "any", "gives the game up, at any decision", ("concede",), _write_plain,
    (Form(r"concedes?|resigns?", _simple("concede"), "concede", ("gg",), alone=True),),
)  # fmt: skip
PASS: Final = Phrasing(
    "pass", "act", "passes initiative, also to advance or to offer the end of the turn", ("pass",), _write_plain,
    (Form(r"(?:pass(?:es)?|advances?)(?: initiative| priority)?", _simple("pass"), "pass", ("p",),
          alone=True),),
)  # fmt: skip
END: Final = Phrasing(
    "end", "act", "goes straight to the End Phase after the opponent's plays (RB-2017)", (), _write_plain,
    (Form(r"ends?(?: the)?(?: turn| phase)?|done", _end, "end turn", ("e",), alone=True),),
)  # fmt: skip
YES: Final = Phrasing(
    "yes", "may", 'takes what "you may" offers', ("yes",), _write_plain,
    (
        Form(r"yes|y|does", _simple("yes"), "yes", ("y",), alone=True),
        Form(r"ok(?:ay)?|fine|sure", _agrees),
    ),
)  # fmt: skip
NO: Final = Phrasing(
    "no", "may", "leaves it", ("no",), _write_plain,
    (
        Form(r"no|n", _decline, "no", ("n",), alone=True),
        Form(r"declines?", _decline, "decline"),
        Form(r"nothing", _nothing),
    ),
)  # fmt: skip
