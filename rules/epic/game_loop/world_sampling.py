"""Random completions of a game: unknown cards are dealt from the decklists."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules.engine import loop
from rules.engine.decision import Decision, SetupError, UndeterminedError, Violation
from rules.epic.cards.printed import UNKNOWN, PrintedCard
from rules.epic.game_loop.legal_actions import legal
from rules.epic.game_loop.rules import RULES
from rules.epic.state import EpicState
from rules.epic.state.automatic_decisions import AutomaticDecisionObserver, copy_with_observer
from rules.epic.state.copying import copy_state

CARD_DEPENDENT: Final = frozenset({"may", "reveal", "choose", "target", "discard"})
"""Kinds of decision whose legal actions depend on card names."""


def unknown_cards(state: EpicState) -> dict[int, int]:
    """Return the number of unknown cards by seat; seats without any are left out."""
    table = state.table
    # Fast path: most games have none, and random play calls this at each decision.
    if UNKNOWN not in table.values():
        return {}
    return dict(sorted(Counter(seat for cid, seat in state.owners.items() if table[cid] is UNKNOWN).items()))


def sample_world(state: EpicState, chance: random.Random, decks: Sequence[Sequence[str] | None]) -> EpicState:
    """Return a copy in which every unknown card has a name.

    All deals of the remaining decklist cards to the unknown cards of their owner are equally likely. A decision that
    depends on card names is asked again.

    Args:
        state: the game.
        chance: the random number generator.
        decks: names in the decklist by seat; ``None`` for the one in ``state``.

    Raises:
        SetupError: a decklist contradicts the known cards or has unplayable cards; lists all errors.
    """
    table, lists, errors = dict(state.table), list(state.lists), list[str]()
    for seat, decklist in enumerate(decks):
        if decklist is not None:
            lists[seat] = tuple(sorted([card.name for card in _decklist_cards(state, decklist, errors)]))
    for seat in unknown_cards(state) if not errors else ():
        unknown = sorted(cid for cid, owner in state.owners.items() if owner == seat and table[cid] is UNKNOWN)
        remaining = _remaining_cards(state, seat, len(unknown), lists[seat] or (), errors)
        if not errors:
            table.update(zip(unknown, chance.sample(remaining, len(unknown)), strict=True))
    if errors:
        raise SetupError("; ".join(errors))
    new = copy_state(state)
    new.table, new.lists = table, tuple(lists)
    new.values.clear()
    return _reask(new)


def _remaining_cards(
    state: EpicState, seat: int, needed: int, decklist: Sequence[str], errors: list[str]
) -> list[PrintedCard]:
    """Return the cards of the decklist that can be unknown; append to ``errors``."""
    player, listed = state.names[seat], _decklist_cards(state, decklist, errors)
    known_copies = Counter(
        state.table[cid].name
        for cid, owner in state.owners.items()
        if owner == seat and state.table[cid] is not UNKNOWN and not state.table[cid].is_god
    )
    counts = Counter(card.name for card in listed)
    errors += [
        f"{count} {name} of {player} known, {counts[name] or 'none'} in the decklist"
        for name, count in sorted(known_copies.items())
        if count > counts[name]
    ]
    remaining: list[PrintedCard] = []
    for card in listed:
        if known_copies[card.name]:
            known_copies[card.name] -= 1
        else:
            remaining.append(card)
    if len(remaining) < needed:
        text = f"{player} has {needed} unknown cards, and only {len(remaining)} cards of the decklist are left for them"
        errors += [] if errors else [text]
    return remaining


def _decklist_cards(state: EpicState, decklist: Sequence[str], errors: list[str]) -> list[PrintedCard]:
    """Return the cards named in a decklist, sorted; append to ``errors``."""
    cards: list[PrintedCard] = []
    for name in decklist:
        try:
            cards.append(state.cards.printed(state.cards.printing_label(name, state.choices)))
        except ValueError as error:
            errors.append(str(error))
    for card in dict.fromkeys(cards):
        if card is UNKNOWN or not card.card.is_deck_card:
            errors.append(f"{card.name} is not a deck card")
        elif not card.playable:
            errors.append(f"engine: not yet: {card.name}")
    return sorted(cards, key=lambda card: card.name)


def _reask(state: EpicState) -> EpicState:
    """Return the game with its pending decision asked again.

    It stays pending while there is a legal action, even a single one. Otherwise the game continues.
    """
    pending = state.pending
    if pending is None or pending.kind not in CARD_DEPENDENT:
        return state
    matching: list[Decision] = []

    def stop_at_first(_: EpicState, decision: Decision) -> list[Violation] | None:
        if matching or not _is_same_decision(pending, decision):
            return None
        matching.append(decision)
        return []

    try:
        copy = _advance_without_decision(state, AutomaticDecisionObserver(stop_at_first))
    except UndeterminedError:
        return state
    again = copy.pending if copy.pending is not None and not matching else next(iter(matching), None)
    if again is None or not _is_same_decision(pending, again):
        return state
    state.pending = again
    offers_nothing = pending.kind == "may" and bool(matching)
    if not offers_nothing and next(legal(state), None) is not None:
        return state
    copy.observer = None
    return copy


def _advance_without_decision(state: EpicState, observer: AutomaticDecisionObserver) -> EpicState:
    """Return a copy that continued without the pending decision."""
    copy = copy_with_observer(state, observer)
    copy.pending = None
    loop.advance(copy, RULES)
    return copy


def _is_same_decision(one: Decision, other: Decision) -> bool:
    return (one.seat, one.kind, one.source) == (other.seat, other.kind, other.source)
