"""Damage of several champions, divided at one decision.

For example ``Kong deals 13 to Muse, Wolf Token deals 2 to Ben``.
"""

from collections.abc import Sequence
from typing import Final

from rules.engine.decision import ActionError
from rules.epic.notation.dividing import assign
from rules.epic.notation.sentences.clauses import Clause, PartialDivisionError
from rules.epic.state import EpicState
from rules.epic.state.display_names import display_name

ASSIGN: Final = "assign "
"""The beginning of a canonical line that divides damage."""


def is_joint_division(state: EpicState, lines: Sequence[str]) -> bool:
    """Return True for a part of a joint division of damage.

    It is that of one of several champions.
    """
    return [line[: len(ASSIGN)] for line in lines] == [ASSIGN] and len(_sources(state)) > 1


def may_continue(clause: Clause) -> bool:
    """Return True for a clause that may state the damage of a further champion."""
    return clause.rule.kind == "subject" and not clause.times


def check_complete(state: EpicState, seat: int, line: str) -> None:
    """Reject a division that leaves out the damage of a champion.

    Raises:
        PartialDivisionError: a champion is missing; the message says how to write it.
    """
    try:
        named = assign(state, seat, line.removeprefix(ASSIGN)).refs[::2]
    except ActionError:
        return  # The line itself is refused, with a better reason.
    missing = [display_name(state, source) for source in _sources(state) if source not in named]
    if missing:
        raise PartialDivisionError(
            f"the damage of {' and '.join(missing)} is divided at the same time: write all of it on one line, "
            f"`{line}; {missing[0]}: ...`"
        )


def _sources(state: EpicState) -> list[int]:
    """Return the champions whose damage is divided at the pending decision."""
    decision = state.pending
    if decision is None or decision.kind != "assign":
        return []
    return [int(key[8:]) for key, offense in decision.detail if key.startswith("offense ") and offense]
