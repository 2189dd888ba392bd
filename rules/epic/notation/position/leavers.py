"""Checks of a position for players who have left the game or cannot be attacked."""

from collections.abc import Iterable
from typing import Final

from rules.epic.notation.position.fields import Fields
from rules.epic.players.seats import attackable_seats, neighbour
from rules.epic.state import Champion, EpicState
from rules.notation.position.fields import EVERYONE, Spot, spot_of

LEFT_BEHIND: Final = {
    "champion": "champions",
    "hand": "hand",
    "discard": "discard",
    "deck": "deck",
    "resolving": "supplemental",
    "gold": "gold",
    "bound gold": "bound",
    "cannot": "bans",
    "ones played": "ones_played",
}
"""Slot of the state for each fact about departed champions."""


def check_leavers(state: EpicState, fields: Fields, champions: Iterable[tuple[Champion, Spot]]) -> None:
    """Report actions and cards of players who have left the game (1.9.3, I-24, I-115)."""
    holder = state.initiative
    if holder >= 0 and state.seats[holder].out:
        message = f"{state.names[holder]} is out of the game and has no initiative: name somebody who plays"
        fields.say(spot_of(fields, EVERYONE, "Initiative"), message)
    if sum(not team.out for team in state.teams) < 2:
        message = "the game is over when only one is left: leave out those who still play"
        fields.say(spot_of(fields, EVERYONE, "Out"), message)
    elif state.variant.first_blood and any(team.out for team in state.teams):
        message = f"{state.variant.name} is over as soon as somebody is out of it"
        fields.say(spot_of(fields, EVERYONE, "Out"), message)
    _check_remaining_cards(state, fields)
    _check_lent_champions(state, fields, champions)
    _check_battle(state, fields)


def _check_remaining_cards(state: EpicState, fields: Fields) -> None:
    for number, seat_state in enumerate(state.seats):
        for name, slot in LEFT_BEHIND.items() if seat_state.out else ():
            for text, spot in fields.lines.get((number, name), ()) if getattr(seat_state, slot) else ():
                words = f"{state.names[number]} is out of the game, and nothing of theirs is left"
                fields.say(spot, f"{words}: leave out {text!r} (1.9.3)")
    described = (
        ("Resolving", [frame.controller for frame in state.frames]),
        ("Waiting", [trigger.controller for trigger in state.batch]),
        ("Noted", [trigger.controller for trigger in state.noted]),
    )
    for field, seats in described:
        for (_, spot), seat in zip(fields.lines.get((EVERYONE, field), ()), seats, strict=False):
            if state.seats[seat].out:
                message = f"{state.names[seat]} is out of the game, and nothing of theirs is still to happen (I-24)"
                fields.say(spot, message)


def _check_lent_champions(state: EpicState, fields: Fields, champions: Iterable[tuple[Champion, Spot]]) -> None:
    for champion, spot in champions:
        name, owner, keeper = state.table[champion.cid].name, champion.owner, champion.keeper
        if state.seats[champion.controller].out:
            continue
        if state.seats[owner].out:
            fields.say(spot, f"{name} has left the game with {state.names[owner]}, who owned it (1.9.3)")
        elif state.seats[keeper].out:
            fields.say(spot, f"{name} cannot return to {state.names[keeper]}, who is out of the game (I-24)")


def _check_battle(state: EpicState, fields: Fields) -> None:
    """Report defenders who cannot be attacked.

    After damage, the battle against a player who has left may still be ending (I-115).
    """
    if state.phase != "battle" or state.step == "after-damage":
        return
    spot, name = spot_of(fields, EVERYONE, "Defender"), state.names[state.defender]
    if state.seats[state.defender].out:
        fields.say(spot, f"{name} is out of the game and cannot be attacked: the battle is over (I-115)")
    elif state.seats[state.turn].out:
        message = f"{state.names[state.turn]}, who attacks, is out of the game: the battle is over (I-115)"
        fields.say(spot_of(fields, EVERYONE, "Phase"), message)
    elif state.variant.leftward and state.defender not in attackable_seats(state, state.turn):
        left = state.names[neighbour(state, state.turn, 1)]
        fields.say(spot, f"{name} cannot be attacked in {state.variant.name}: {left} sits to the left (4.4.1)")
