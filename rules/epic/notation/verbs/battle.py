"""Parsing of battle actions: blocks and damage division."""

from typing import Final

from rules.decks.names import fold
from rules.engine.decision import Action, InvalidActionError
from rules.epic.notation.combatants import check_attacking, find_blockers, names_everyone
from rules.epic.notation.dividing import assign
from rules.epic.notation.names.references import labels, names, side_in_play
from rules.epic.state import EpicState
from rules.notation.phrasing import Form, Phrasing


def _block(state: EpicState, seat: int, rest: str) -> Action:
    if fold(rest) in ("none", "nothing"):
        return Action(seat, "block")
    return Action(seat, "block", find_blockers(state, seat, rest))


def _block_bare(state: EpicState, seat: int, rest: str) -> Action:
    """Parse a block without ``with``.

    A group may mean the blockers or the blocked attackers.
    """
    if names_everyone(rest):
        raise InvalidActionError(f"who blocks is missing: write `block with {rest}` if they do", unparsed=rest)
    return _block(state, seat, rest)


def _no_block(state: EpicState, seat: int, rest: str) -> Action:
    """Parse ``no block``; attackers that are not blocked may be named."""
    if rest.strip(" ."):
        check_attacking(state, rest.strip(" ."))
    return Action(seat, "block")


def _write_block(state: EpicState, action: Action) -> str:
    if not action.refs:
        return "no block"
    return f"block with {labels(state, action.refs, side_in_play(state, action.seat))}"


def _write_assign(state: EpicState, action: Action) -> str:
    pairs = zip(action.refs[::2], action.refs[1::2], action.amounts, strict=True)
    targets = names(state, action.refs[1::2], (state.pending.candidates if state.pending is not None else ()))
    sources = names(state, action.refs[::2], side_in_play(state, action.seat))
    by_source: dict[int, list[str]] = {}
    for source, target, amount in pairs:
        by_source.setdefault(source, []).append(f"{amount} to {targets[target]}")
    parts = (f"{sources[source]}: {', '.join(shares)}" for source, shares in by_source.items())
    return f"assign {'; '.join(parts) or 'nothing'}"


BLOCK: Final = Phrasing(
    "block", "block", "declares blockers, or none", ("block with Kong", "no block"), _write_block,
    (
        Form(r"no blocks?(?:ers?)?", _no_block, "no block", ("nb",), alone=True),
        Form(r"blocks? with", _block, "block with", ("b", "bl"), asked="block"),
        Form(r"blocks?", _block_bare),
    ),
)  # fmt: skip
ASSIGN: Final = Phrasing(
    "assign", "assign",
    "divides the damage of each champion; `assign Lightning Storm: 3 to Kong, 2 to Ben` that of an event card",
    ("assign Kong: 8 to Palace Guard",), _write_assign, (Form(r"assigns?", assign, "assign", ("as",), asked="assign"),),
)  # fmt: skip
