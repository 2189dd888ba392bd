"""Writing the event log with citations of rules."""

from typing import Final

from rules.engine.log import Event
from rules.epic.state.model import EpicState

CR: Final = "CR-2016-03"
RB: Final = "RB-2017"
VERSIONS: Final = (RB, CR)
_MAKE: Final = tuple.__new__


def log_event(state: EpicState, kind: str, args: tuple[int | str, ...], rules: tuple[str, ...]) -> int:
    """Append an event to the log and return its position.

    Args:
        state: the game.
        kind: the kind of event; ``rules.epic.sentences`` documents ``args`` for each kind.
        args: references and numbers.
        rules: citations of the rules that caused it, never empty.
    """
    log = state.log
    seq = len(log)
    # ``tuple.__new__`` is twice as fast as the constructor of the named tuple.
    log.append(_MAKE(Event, (seq, kind, args, rules, state.cause)))
    return seq


def cite_by_version(state: EpicState, complete: tuple[str, ...], book: tuple[str, ...]) -> tuple[str, ...]:
    """Return the citations ``complete`` or ``book``, by the rules version of the game."""
    return book if state.version == RB else complete
