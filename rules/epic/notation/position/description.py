"""Parsing and description of Epic positions in fields.

All contradictions are reported at once.

=================== ====================================================== =============================================
field               value                                                  when it is missing
=================== ====================================================== =============================================
Turn                whose, and which turn of the game: ``Anna 5``          the second of who went first
Phase               ``start`` (before gold and draw), ``start, draw``,     ``main``
                    ``start, triggers``, ``main``, ``attackers declared``,
                    ``before blocks``, ``blocks``, ``blockers declared``,
                    ``before damage``, ``damage``, ``after damage``,
                    ``end``, ``end, hand size``, ``end, healing``, ``end,
                    turn over``; before the first turn ``opening hands, 1
                    dealt`` and ``mulligans, 1 asked``
Initiative          who may make a play; ``nobody``                        who has it first in that phase
Passed              who has passed in this window, in order; ``nobody``    who had initiative before who has it now
Played              who has initiative and has made a play since           nobody
Defender            who is attacked                                        the opponent, in a battle
Blocked             ``yes`` when the attack has been blocked               yes if somebody is blocking
No more attacks     ``yes`` when no attack may be declared this turn       no
Out                 who has left the game                                  nobody
Gone                cards and tokens that have left play and that what is  nothing
                    under way still speaks of, each named where it is now
Resolving           what is being carried out, the outermost first:        nothing
                    ``Anna: text of Kong: tribute, instruction 2``
Waiting, Noted      triggers of the batch under way, and those for the     nothing
                    next batch: ``Anna: Kong: tribute``
End of turn         triggers that wait for it; ``Anna breaks Kong (by      nothing
                    Surprise Attack)``
Anna health         points; of a team, with any of its members             what the game begins with
Anna gold           pieces                                                 1
Anna bound gold     alignments of further pieces that pay for them only    none
Anna hand           cards; ``3 ?`` for three unknown ones                  none
Anna champion       what Anna controls in play, in order of entry, as      none
                    many lines as needed; words: ``rules.epic.notation.position.pieces``
Anna resolving      event cards that are being carried out                 none
Anna discard        cards                                                  none
Anna broken         those cards of the discard pile that broke this turn   none
Anna deck           groups from the top, divided by ``/``, unordered       the rest of the decklist; without a list, 30
                    inside: ``20 ? / Kong, Lash``; ``20`` is ``20 ?``;     unknown cards
                    ``rest`` is the rest of the decklist
Anna ones played    alignments of the 1-cost cards Anna played this turn   none
Anna cannot         what is forbidden her this turn: ``gain health``,      nothing
                    ``be targeted``
Also, Anna also     further facts by their name in ``rules.epic.state``    as in a new game
=================== ====================================================== =============================================

Players, fields, cards, phases and remarks may be shortened to a beginning that fits one of them (``A ch: pal gua (exp,
3 dam)``), cards also as in decks; a card is then one of its owner's decklist, or of the game where there is no list.

Words for what is under way: ``rules.epic.notation.position.frames``; names: ``rules.epic.notation.position.names``.

A position that passes does not have to be reachable by play.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.engine.game import Setup
from rules.engine.ids import FIRST_OBJECT, is_object
from rules.epic.notation.position import pieces
from rules.epic.notation.position.fields import SEAT_FACTS, STATE_FACTS
from rules.epic.notation.position.frames import frame_text, trigger_text
from rules.epic.notation.position.layout import PositionBuilder
from rules.epic.notation.position.names import Names
from rules.epic.notation.position.turn import phase_text
from rules.epic.notation.position.window import can_have_passed
from rules.epic.players.seats import side_members
from rules.epic.state import EpicState, Seat
from rules.epic.state.numbering import referenced_ids, renumber
from rules.notation.position.cards import cards_text, groups_text
from rules.notation.position.fields import also


def read(fields: Mapping[str, Sequence[str]], setup: Setup) -> EpicState:
    """Return the game in the described position.

    It is advanced to its next decision.

    Args:
        fields: the texts of each field, in the order of their lines.
        setup: players, decklists where they are known, rules version.

    Raises:
        PositionError: with everything that contradicts itself or cannot be understood.
    """
    return PositionBuilder(fields, setup).state()


def describe(state: EpicState) -> list[tuple[str, str]]:
    """Return the position as pairs of field name and text.

    ``read`` builds an equal game from them. Parsing renumbers cards and objects as in ``rules.epic.state.numbering``.

    Raises:
        ValueError: the game is over.
    """
    if state.pending is None:
        raise ValueError("the game is over: there is no moment to go on from")
    copy = renumber(state)
    fields = [*_turn_fields(copy), *(line for seat in _seats_in_game(copy) for line in _seat_fields(copy, seat))]
    return [*fields, *_under_way(copy)]


def _turn_fields(state: EpicState) -> Iterator[tuple[str, str]]:
    yield "Turn", f"{state.names[state.turn]} {state.turn_number}"
    yield "Phase", phase_text(state)
    if state.initiative >= 0:
        yield "Initiative", state.names[state.initiative]
    if state.passed or any(can_have_passed(state)[:1]):
        yield "Passed", ", ".join(state.names[seat] for seat in state.passed) or "nobody"
    if state.played and state.initiative >= 0:
        yield "Played", state.names[state.initiative]
    if state.defender >= 0:
        yield "Defender", state.names[state.defender]
        yield "Blocked", "yes" if state.blocked else "no"
    if state.no_attacks:
        yield "No more attacks", "yes"
    out = [name for name, seat in zip(state.names, state.seats, strict=True) if seat.out]
    if out:
        yield "Out", ", ".join(out)
    fresh = EpicState(state.version, state.names, state.first, state.variant, state.choices, state.cards)
    for name, value in also(state, fresh, STATE_FACTS):
        yield "Also", f"{name} {_json(value)}"


def _under_way(state: EpicState) -> Iterator[tuple[str, str]]:
    in_play = {champion.oid for seat in state.seats for champion in seat.champions}
    gone = sorted(ref for ref in referenced_ids(state) if is_object(ref) and ref not in in_play)
    if gone:
        previous_names = Names(state, ())
        objects = {champion.cid: champion.oid for seat in state.seats for champion in seat.champions}
        cards = [state.entered[oid - FIRST_OBJECT] for oid in gone]
        tokens = {cid: state.table[cid].name for cid in cards if cid not in state.owners}
        yield "Gone", ", ".join(tokens.get(cid) or previous_names.text(objects.get(cid, cid)) for cid in cards)
    names = Names(state, gone)
    for frame in state.frames:
        yield "Resolving", frame_text(names, frame)
    for field, triggers in (("Waiting", state.batch), ("Noted", state.noted), ("End of turn", state.delayed)):
        for trigger in triggers:
            yield field, trigger_text(names, trigger)


def _seats_in_game(state: EpicState) -> list[int]:
    """Return the seats still in the game.

    Players who have left have nothing to describe (1.9.3).
    """
    return [number for number, seat in enumerate(state.seats) if not seat.out]


def _health(state: EpicState, number: int) -> Iterator[tuple[str, str]]:
    """Yield the health field of a player; for a team, only for its first member."""
    if number == side_members(state, number)[0]:
        yield f"{state.names[number]} health", str(state.teams[state.seats[number].team].health)


def _seat_fields(state: EpicState, number: int) -> Iterator[tuple[str, str]]:
    seat, name = state.seats[number], state.names[number]

    def names(cards: Sequence[int]) -> list[str]:
        return [state.table[cid].name for cid in cards]

    yield from _health(state, number)
    yield f"{name} gold", str(seat.gold)
    if seat.bound:
        yield f"{name} bound gold", ", ".join(sorted(seat.bound))
    yield f"{name} hand", cards_text(names(seat.hand))
    for champion in seat.champions:
        yield f"{name} champion", pieces.champion_text(state, champion)
    if seat.supplemental:
        yield f"{name} resolving", cards_text(names(seat.supplemental))
    if seat.discard:
        yield f"{name} discard", cards_text(names(seat.discard))
    broken = [cid for cid in seat.discard if cid in state.broken]
    if broken:
        yield f"{name} broken", cards_text(names(broken))
    yield f"{name} deck", groups_text([names(group) for group in seat.deck])
    if seat.ones_played:
        yield f"{name} ones played", ", ".join(seat.ones_played)
    if seat.bans:
        yield f"{name} cannot", ", ".join(seat.bans)
    for key, value in also(seat, Seat(seat.team), SEAT_FACTS):
        yield f"{name} also", f"{key} {_json(value)}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


__all__ = ["describe", "read"]
