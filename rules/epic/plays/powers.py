"""Powers: conditions, violations, and using one (3.5).

``power_violations`` yields all violated conditions for ``check``. ``can_use`` and ``usable_powers`` only test
them, which is faster, for listing and sampling; a test compares both in random games.
"""

from collections.abc import Iterator

from rules.engine.decision import Action, Violation
from rules.engine.ids import is_card, is_object
from rules.epic.board.continuous import current_values
from rules.epic.board.gold import available_gold, spend_gold
from rules.epic.board.uncertain_keywords import UncertainViolation
from rules.epic.board.zones import unique_cards
from rules.epic.cards.printed import PrintedCard
from rules.epic.effects import Cost, InDiscard, Power
from rules.epic.interpretation_options import POWERS_ON_OTHER_TURNS
from rules.epic.players.initiative import record_play
from rules.epic.players.seats import acts_for
from rules.epic.plays.costs import POWER_COST, can_expend, cost_violations, pay_by_expending, push_cost
from rules.epic.plays.timing import initiative_violations
from rules.epic.state import AnyFrame, Champion, EpicState, Frame, has_lost_abilities
from rules.epic.state.decklist_copies import explain_no_copy_left
from rules.epic.state.display_names import display_name, player_name
from rules.epic.state.log import log_event
from rules.epic.traits import BLITZ
from rules.notation.english import possessive


def usable_powers(state: EpicState, seat: int) -> list[tuple[int, int]]:
    """Return ``(source, index)`` of the powers that ``seat`` may use now."""
    if not _may_use_powers(state, seat):
        return []
    table, seat_state = state.table, state.seats[seat]
    powers: list[tuple[int, int]] = []
    for champion in [each for each in seat_state.champions if table[each.cid].powers]:
        card, source = table[champion.cid], champion.oid
        if not card.text_doubt and not has_lost_abilities(champion):
            powers += [
                (source, n) for n in card.powers if _can_afford(state, seat, source, card.power(n).cost, champion)
            ]
    cards = [cid for cid in seat_state.discard if table[cid].grey_powers]
    if cards or seat_state.gods:
        powers += _usable_elsewhere(
            state, seat, (*seat_state.gods, *(unique_cards(state, cards, seat) if cards else ()))
        )
    return powers


def _usable_elsewhere(state: EpicState, seat: int, cards: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield the powers of gods and discarded cards that ``seat`` can pay for."""
    for cid in cards:
        card = state.table[cid]
        for option in () if card.text_doubt else card.powers if card.is_god else card.grey_powers:
            if _can_afford(state, seat, cid, card.power(option).cost):
                yield cid, option


def _may_use_powers(state: EpicState, seat: int) -> bool:
    """Return True if ``seat`` may use powers now."""
    return (
        acts_for(state, seat, state.initiative)
        and state.phase != "start"
        and (not state.options[POWERS_ON_OTHER_TURNS] or acts_for(state, seat, state.turn))
    )


def _can_afford(state: EpicState, seat: int, source: int, cost: Cost, champion: Champion | None = None) -> bool:
    """Return True if ``seat`` can pay ``cost``; ``champion`` is the source if in play."""
    return (
        available_gold(state, state.seats[seat], source) >= cost.gold
        and not (cost.expend and champion is not None and not can_expend(state, champion))
        and (cost.is_plain or next(cost_violations(state, seat, source, cost), None) is None)
    )


def can_use(state: EpicState, seat: int, source: int, option: int) -> bool:
    """Return True if ``seat`` may use power ``option`` of ``source``."""
    card, seat_state = state.printed_of(source), state.seats[seat]
    power = find_power(card, option, grey=is_card(source) and not card.is_god)
    if power is None or card.text_doubt or not _may_use_powers(state, seat):
        return False
    if is_card(source):
        return source in (seat_state.gods if card.is_god else seat_state.discard) and _can_afford(
            state, seat, source, power.cost
        )
    champion = state.find(source)
    if champion is None or champion.controller != seat or has_lost_abilities(champion):
        return False
    return _can_afford(state, seat, source, power.cost, champion)


def power_violations(state: EpicState, seat: int, source: int, option: int) -> Iterator[Violation]:
    """Yield the reasons why ``seat`` may not use power ``option`` of ``source``."""
    yield from initiative_violations(state, seat)
    if state.options[POWERS_ON_OTHER_TURNS] and not acts_for(state, seat, state.turn):
        text = f"{player_name(state, seat)} uses powers on their own turn only here (I-11)."
        yield Violation("4.1.4", text, is_timing=True)
    card = state.printed_of(source)
    grey = is_card(source) and not card.is_god
    power = find_power(card, option, grey=grey)
    if card.text_doubt and not grey:
        yield UncertainViolation("3.5.1", f"Which powers {card.name} has is not known for certain: {card.text_doubt}.")
    elif power is None:
        yield _no_power_violation(card, option, grey=grey)
    if is_object(source):
        yield from _source_violations(state, seat, source)
    elif card.is_god:
        if source not in state.seats[seat].gods:
            yield Violation("3.5.2", f"{card.name} is not next to the deck of {player_name(state, seat)} (2.4.1).")
    elif source not in state.seats[seat].discard:
        reason = explain_no_copy_left(state, state.seats[seat].discard, source)
        missing = f"{card.name} is not in {possessive(player_name(state, seat))} discard pile"
        yield Violation("5.0.2", f"{reason or missing}.", f"{missing}." if reason else "")
    if power is not None and not card.text_doubt:
        yield from cost_violations(state, seat, source, power.cost)


def _no_power_violation(card: PrintedCard, option: int, *, grey: bool) -> Violation:
    if not (card.powers or card.grey_powers):
        return Violation("3.5.1", f"{card.name} has no power.")
    there, elsewhere = (card.grey_powers, card.powers) if grey else (card.powers, card.grey_powers)
    if there or (find_power(card, option, grey=not grey) is None and len(elsewhere) > 1):
        count = len(there or elsewhere)
        return Violation("3.5.1", f"{card.name} has {count} power{'s' * (count > 1)} there, and none but these.")
    if grey:
        return Violation("5.0.3", f"This power of {card.name} works in play only, not in the discard pile.")
    return Violation("5.0.2", f"This power of {card.name} works in the discard pile only, not in play.")


def find_power(card: PrintedCard, option: int, *, grey: bool) -> Power | None:
    """Return power ``option`` of a card, or ``None``.

    ``grey`` selects powers that work in the discard pile instead of in play.
    """
    if not 0 <= option < len(card.text):
        return None
    ability = card.text[option]
    if isinstance(ability, InDiscard):
        ability = ability.ability
        return ability if grey and isinstance(ability, Power) else None
    return ability if not grey and isinstance(ability, Power) else None


def _source_violations(state: EpicState, seat: int, source: int) -> Iterator[Violation]:
    champion = state.find(source)
    if champion is None:
        yield Violation("3.5.2", f"{display_name(state, source)} is not in play.")
        return
    if champion.controller != seat:
        yield Violation("3.5.2", f"{player_name(state, seat)} does not control {display_name(state, source)}.")
    if has_lost_abilities(champion):
        yield Violation("3.5.2", f"{display_name(state, source)} has lost its powers until end of turn (I-123).")


def use_power(state: EpicState, action: Action) -> None:
    """Pay for a power and push its effects (3.5.2)."""
    source = action.refs[0]
    cost = state.printed_of(source).power(action.option).cost
    record_play(state)
    spend_gold(state, state.seats[action.seat], cost.gold, source)
    rules: tuple[str, ...] = ("3.5.1", "3.5.2")
    if not acts_for(state, action.seat, state.turn):
        rules = (*rules, "I-11")
    champion = state.find(source)
    if (
        cost.expend
        and champion is not None
        and champion.deploying
        and BLITZ not in current_values(state, champion).keywords
    ):
        rules = (*rules, "I-10")
    if is_card(source):
        rules = (*rules, "2.4.1", "I-111") if state.table[source].is_god else (*rules, "5.0.2")
    state.cause = log_event(state, "use", (action.seat, source, action.option, cost.gold), rules)
    if cost.expend:
        pay_by_expending(state, source)
    frame: AnyFrame = Frame("effects", action.seat, source, {"path": (action.option, 0)}, state.cause)
    state.frames.append(frame)
    if not cost.is_plain:
        push_cost(state, frame, POWER_COST)
