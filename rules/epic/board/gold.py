"""Gold: available amounts, spending, resetting, gaining.

Rules: 3.6, 4.2.2, 4.5.2e, I-33, I-151.

Gold restricted to one alignment is stored in ``Seat.bound``, one entry for each piece.
"""

from collections import Counter
from collections.abc import Iterable

from rules.engine.ids import is_object
from rules.epic.board.continuous import current_values
from rules.epic.effects import GainGold
from rules.epic.interpretation_options import MORE_GOLD
from rules.epic.state import EpicState, Seat, TextFrame
from rules.epic.state.frames import INSTRUCTIONS, complete_instruction
from rules.epic.state.log import log_event
from rules.notation.english import listed


def available_gold(state: EpicState, seat: Seat, source: int) -> int:
    """Return the gold with which ``seat`` can pay for ``source``, a card or object."""
    if not seat.bound:
        return seat.gold
    alignments = _alignments(state, source)
    return seat.gold + sum(piece in alignments for piece in seat.bound)


def explain_missing_gold(state: EpicState, seat: int, source: int) -> str:
    """Return what ``seat`` spent its gold on, as a clause after a colon, or ""."""
    alignments = _alignments(state, source)
    bound = Counter(piece for piece in state.seats[seat].bound if piece not in alignments)
    parts = [f"{count} gold is bound to {piece} cards and powers (I-151)" for piece, count in sorted(bound.items())]
    spent = [(amount, on) for amount, on in _find_payments(state, seat) if amount]
    parts += [f"{amount} gold was spent on {state.printed_of(on).name}" for amount, on in spent]
    return f": {listed(parts)}" if parts else ""


def _find_payments(state: EpicState, seat: int) -> list[tuple[int, int]]:
    """Return ``(amount, source)`` for all gold spent since it was last reset."""
    payments: list[tuple[int, int]] = []
    for event in reversed(state.log):
        if event.kind == "gold" and event.args[0] == seat:
            break
        if event.kind in {"play", "use"} and event.args[0] == seat:
            payments.append((int(event.args[3]), int(event.args[1])))
        elif event.kind == "pay" and event.args[0] == seat:
            payments.append((int(event.args[1]), int(event.args[2])))
    return payments[::-1]


def spend_gold(state: EpicState, seat: Seat, amount: int, source: int) -> None:
    """Spend ``amount`` gold on ``source``; restricted gold is spent first (I-151)."""
    if seat.bound:
        alignments = _alignments(state, source)
        paying = [piece for piece in seat.bound if piece in alignments][:amount]
        remaining = list(seat.bound)
        for piece in paying:
            remaining.remove(piece)
        seat.bound = tuple(remaining)
        amount -= len(paying)
    seat.gold -= amount


def _alignments(state: EpicState, source: int) -> Iterable[str]:
    champion = state.find(source) if is_object(source) else None
    return state.printed_of(source).alignments if champion is None else current_values(state, champion).alignments


def reset_gold(state: EpicState, seat: int, rules: tuple[str, ...]) -> None:
    """Set the gold of ``seat`` to 1, losing restricted gold too."""
    state.seats[seat].gold = 1
    state.seats[seat].bound = ()
    log_event(state, "gold", (seat, 1), rules)


@INSTRUCTIONS.executes(GainGold)
def gain_gold(state: EpicState, frame: TextFrame, node: GainGold) -> None:
    """Execute ``GainGold`` for the controller of the text."""
    seat = state.seats[frame.controller]
    count = node.count
    if state.options[MORE_GOLD]:
        count = max(0, min(count, 1 - seat.gold - len(seat.bound)))
    if node.only is None:
        seat.gold += count
        log_event(state, "gain-gold", (frame.controller, count, seat.gold), ("3.2.3", "I-33"))
    else:
        seat.bound += (str(node.only),) * count
        log_event(state, "bound-gold", (frame.controller, count, str(node.only)), ("3.2.3", "I-33", "I-151"))
    complete_instruction(frame)
