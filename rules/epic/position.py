"""Positions: an Epic game at a moment, described in fields, read with every contradiction reported at once.

=================== ====================================================== =============================================
field               value                                                  when it is missing
=================== ====================================================== =============================================
Turn                whose, and which turn of the game: ``Anna 5``          an error
Phase               ``start`` (before gold and draw), ``main``,            ``main``
                    ``before blocks``, ``blocks``, ``before damage``
Initiative          who may make a play                                    who has it first in that phase
Passed              who has passed in this window, in order                nobody
Played              who has initiative and has made a play since           nobody
Defender            who is attacked                                        the opponent, in a battle
Blocked             ``yes`` when the attack has been blocked               yes if somebody is blocking
No more attacks     ``yes`` when no attack may be declared this turn       no
End of turn         what breaks then: ``Anna breaks Kong (by Surprise      nothing
                    Attack)``
Anna health         points                                                 an error
Anna gold           pieces                                                 1
Anna hand           cards; ``3 ?`` for three unknown ones                  none
Anna champion       what Anna controls in play, in order of entry, as      none
                    many lines as needed; words: ``rules.epic.described``
Anna discard        cards                                                  none
Anna broken         those cards of the discard pile that broke this turn   none
Anna deck           groups from the top, divided by ``/``, unordered       the rest of the decklist; without a list, 30
                    inside: ``20 ? / Kong, Lash``; ``20`` is ``20 ?``;     unknown cards
                    ``rest`` is the rest of the decklist
Anna ones played    alignments of the 1-cost cards Anna played this turn   none
=================== ====================================================== =============================================

A position that passes does not have to be reachable by play.
"""

from collections.abc import Iterator, Mapping, Sequence

from rules.engine.game import Setup
from rules.epic import described
from rules.epic.laying_out import Layout
from rules.epic.referring import label, own_in_play
from rules.epic.state import EpicState

PHASES = {
    ("main", ""): "main",
    ("battle", "before-blocks"): "before blocks",
    ("battle", "blocks"): "blocks",
    ("battle", "before-damage"): "before damage",
}


def read(fields: Mapping[str, Sequence[str]], setup: Setup) -> EpicState:
    """Return the game at the moment that ``fields`` describe, advanced to its next decision.

    Args:
        fields: the texts of each field, in the order of their lines.
        setup: players, decklists where they are known, rules version.

    Raises:
        PositionError: with everything that contradicts itself or cannot be understood.
    """
    return Layout(fields, setup).state()


def describe(state: EpicState) -> list[tuple[str, str]]:
    """Return the position as field name and text, such that ``read`` gives the same game.

    Cards and objects get new numbers in reading, by owner and name and by order of entry.

    Raises:
        ValueError: the game waits in the middle of something, or is over.
    """
    if state.pending is None or state.pending.kind not in ("act", "block"):
        raise ValueError("only a moment at which a play or a block is asked for can be described as a position")
    return [*_turn_fields(state), *(line for seat in range(len(state.seats)) for line in _seat_fields(state, seat))]


def _turn_fields(state: EpicState) -> Iterator[tuple[str, str]]:
    yield "Turn", f"{state.names[state.turn]} {state.turn_number}"
    yield "Phase", PHASES[state.phase, state.step]
    if state.initiative >= 0:
        yield "Initiative", state.names[state.initiative]
    if state.passed:
        yield "Passed", ", ".join(state.names[seat] for seat in state.passed)
    if state.played and state.initiative >= 0:
        yield "Played", state.names[state.initiative]
    if state.defender >= 0:
        yield "Defender", state.names[state.defender]
        yield "Blocked", "yes" if state.blocked else "no"
    if state.no_attacks:
        yield "No more attacks", "yes"
    for trigger in state.delayed:
        everybody = [oid for seat in range(len(state.seats)) for oid in own_in_play(state, seat)]
        doomed = [oid for oid in trigger.data["doomed"] if state.find(oid) is not None]
        names = ", ".join(label(state, oid, everybody) for oid in doomed) or "nothing"
        yield "End of turn", f"{state.names[trigger.controller]} breaks {names} (by {state.table[trigger.cid].name})"


def _seat_fields(state: EpicState, number: int) -> Iterator[tuple[str, str]]:
    seat, name = state.seats[number], state.names[number]

    def names(cards: Sequence[int]) -> list[str]:
        return [state.table[cid].name for cid in cards]

    yield f"{name} health", str(state.teams[seat.team].health)
    yield f"{name} gold", str(seat.gold)
    yield f"{name} hand", described.cards_text(names(seat.hand))
    for champion in seat.champions:
        yield f"{name} champion", described.champion_text(state, champion)
    if seat.discard:
        yield f"{name} discard", described.cards_text(names(seat.discard))
    broken = [cid for cid in seat.discard if cid in state.broken]
    if broken:
        yield f"{name} broken", described.cards_text(names(broken))
    yield f"{name} deck", described.groups_text([names(group) for group in seat.deck])
    if seat.ones_played:
        yield f"{name} ones played", ", ".join(seat.ones_played)


__all__ = ["describe", "read"]
