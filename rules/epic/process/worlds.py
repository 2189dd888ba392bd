"""Worlds: games in which each unknown card is dealt a name from what is left of its owner's decklist."""

import random
from collections import Counter
from collections.abc import Sequence

from rules.engine.game import SetupError
from rules.epic.cards.printed import UNKNOWN, Printed
from rules.epic.process.named_since import put_anew
from rules.epic.state import EpicState
from rules.epic.state.copying import copy_state
from rules.epic.state.unknown import with_named


def unknown_cards(state: EpicState) -> dict[int, int]:
    """Return the number of unknown cards of each seat that owns some."""
    table = state.table
    # Most games have none, and random play asks at each decision.
    if UNKNOWN not in table.values():
        return {}
    return dict(sorted(Counter(seat for cid, seat in state.owners.items() if table[cid] is UNKNOWN).items()))


def sample_world(state: EpicState, chance: random.Random, decks: Sequence[Sequence[str] | None]) -> EpicState:
    """Return a copy in which every unknown card has a name.

    Each way of dealing what is left of a decklist to the unknown cards of its owner, wherever they are, is equally
    likely. A decision that depends on names is put again with those that the cards have now.

    Args:
        state: the game.
        chance: the random numbers.
        decks: by seat the names in the decklist; ``None`` for the one that ``state`` knows.

    Raises:
        SetupError: a decklist contradicts the known cards, or has cards that cannot be played; all of it is named.
    """
    new = copy_state(state)
    new.lists = tuple(
        known if given is None else tuple(sorted(given)) for known, given in zip(state.lists, decks, strict=True)
    )
    table, wrong = dict(state.table), list[str]()
    for seat in unknown_cards(state):
        unknown = sorted(cid for cid, owner in state.owners.items() if owner == seat and table[cid] is UNKNOWN)
        left = _left(new, seat, len(unknown), wrong)
        if left:
            table.update(zip(unknown, chance.sample(left, len(unknown)), strict=True))
    if wrong:
        raise SetupError("; ".join(wrong))
    new.table = table
    new.values.clear()
    _put_pending_again(new, state)
    return new


def _left(state: EpicState, seat: int, needed: int, wrong: list[str]) -> list[Printed]:
    """Return the cards that the unknown cards of ``seat`` can be, sorted by name; add what is wrong to ``wrong``."""
    player, decklist = state.names[seat], Counter(state.lists[seat] or ())
    known = Counter(
        state.table[cid].name
        for cid, owner in state.owners.items()
        if owner == seat and state.table[cid] is not UNKNOWN and not state.table[cid].is_god
    )
    wrong += [
        f"{count} {name} of {player} known, {decklist[name] or 'none'} in the decklist"
        for name, count in sorted(known.items())
        if count > decklist[name]
    ]
    left = decklist - known
    if left.total() < needed and not wrong:
        wrong.append(
            f"{player} has {needed} unknown cards, and only {left.total()} cards of the decklist are left for them"
        )
    cards: list[Printed] = []
    for name, count in sorted(left.items()):
        try:
            card = state.cards.printed(state.cards.as_printed(name, state.choices))
        except ValueError as error:
            wrong.append(str(error))
            continue
        if card is UNKNOWN or not card.card.is_deck_card:
            wrong.append(f"{name} is no card for a deck")
        elif not card.playable:
            wrong.append(f"engine: not yet: {name}")
        cards += [card] * count
    return [] if wrong else cards


def _put_pending_again(new: EpicState, before: EpicState) -> None:
    """Put the pending decision of ``new`` again if unknown cards of ``before`` are among its candidates."""
    decision = before.pending
    if decision is None:
        return
    named = [ref for ref in decision.candidates if before.table.get(ref) is UNKNOWN]
    for cid in named:
        decision = with_named(decision, cid)
    new.pending = decision
    again = put_anew(new) if named else None
    new.pending = before.pending if again is None else again.decision
