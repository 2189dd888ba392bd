"""Assumptions about facts that a record does not state.

Hands, decks, gold, health and others. They are derived from the state built from the description, so they always match
it.
"""

from collections.abc import Iterator, Mapping, Sequence

from rules.engine.game import Setup
from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.notation.position.fields import Fields
from rules.epic.notation.position.layout import PositionBuilder
from rules.epic.notation.position.turn import WITHOUT_INITIATIVE
from rules.epic.players.seats import side_members
from rules.epic.state import EpicState
from rules.epic.state.display_names import side_name
from rules.notation.english import listed, possessive
from rules.notation.position.cards import card_names, cards_text
from rules.notation.position.fields import EVERYONE

_THIS_TURN = ("ones played", "cannot", "broken", "bound gold")
"""Fields about earlier plays of the turn."""


def describe_assumptions(setup: Setup, fields: Mapping[str, Sequence[str]] | None) -> Iterator[str]:
    """Yield the assumptions as phrases, first for each player and then for the game.

    Args:
        setup: the recorded setup of the game.
        fields: the fields of the position; ``None`` if the record starts at the beginning of the game.
    """
    if fields is None:
        unlisted = [name for name, deck in zip(setup.names, setup.decks, strict=True) if deck is None]
        if unlisted:
            owners_text = listed([possessive(name) for name in unlisted])
            yield f"{owners_text} deck{'s' * (len(unlisted) > 1)}: not listed; a card is taken as it is named"
        return
    layout = PositionBuilder(fields, setup)
    state, described = layout.build(), layout.fields
    for seat, name in enumerate(state.names):
        parts = [] if state.seats[seat].out else list(_of_player(state, setup, described, seat))
        if parts:
            yield f"{name}: {', '.join(parts)}"
    yield from _of_game(state, described)


def _of_player(state: EpicState, setup: Setup, described: Fields, seat: int) -> Iterator[str]:
    seat_state = state.seats[seat]
    if all(described.one(each, "health") is None for each in side_members(state, seat)):
        yield f"{state.teams[seat_state.team].health} health"
    if described.one(seat, "gold") is None:
        yield f"{seat_state.gold or 'no'} gold"
    if described.one(seat, "hand") is None:
        names = [state.table[cid].name for cid in seat_state.hand]
        yield f"in hand {cards_text(names)}" if names else "no cards in hand"
    if described.one(seat, "champion") is None:
        yield "no champions" if not seat_state.champions else f"{len(seat_state.champions)} champions"
    if described.one(seat, "discard") is None:
        count = len(seat_state.discard)
        yield f"{count} cards in the discard pile" if count else "an empty discard pile"
    if described.one(seat, "deck") is None:
        yield _deck(state, setup, seat)


def _deck(state: EpicState, setup: Setup, seat: int) -> str:
    names = [state.table[cid].name for group in state.seats[seat].deck for cid in group]
    if setup.decks[seat] is not None:
        return f"a deck of the {len(names)} cards that are left of the decklist"
    unknown = "unknown " * (bool(names) and set(names) == {UNKNOWN_NAME})
    return f"a deck of {len(names)} {unknown}cards"


def _of_game(state: EpicState, described: Fields) -> Iterator[str]:
    turn = described.one(EVERYONE, "Turn")
    if turn is None or not any(map(str.isdigit, turn[0])):
        yield f"Turn: {state.names[state.turn]} {state.turn_number}"
    if described.one(EVERYONE, "Phase") is None:
        yield "Phase: the Main Phase"
    window = state.phase in ("main", "battle", "end") and state.step not in WITHOUT_INITIATIVE
    if described.one(EVERYONE, "Initiative") is None and window and state.initiative >= 0:
        yield f"Initiative: {side_name(state, state.initiative)} has it"
    if described.one(EVERYONE, "Passed") is None and window and state.initiative >= 0:
        passed = listed([state.names[seat] for seat in state.passed]) if state.passed else "nobody"
        yield f"Passed in this window: {passed}"
    lines = [text for (_, name), spots in described.lines.items() if name == "champion" for text, _ in spots]
    if any("(" not in text and card_names(text, state.cards.catalogue) for text in lines):
        yield "Champions of which nothing is said: prepared, not deploying, without damage"
    if state.phase not in ("setup", "start") and not any(name in _THIS_TURN for _, name in described.lines):
        yield "Earlier this turn: nothing that still counts (no 1-cost card played, nothing broken, nothing forbidden)"
