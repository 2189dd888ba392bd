"""Playing a card from hand (3.2): ``play``.

``play_violations`` yields all violated conditions for ``check``. ``playable_cards`` only tests them, which is
faster, for listing and sampling; a test compares both in random games.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from rules.engine.action_types import ONE_AND_OPTION
from rules.engine.decision import Action, Decision, InvalidActionError, Violation
from rules.epic.actions.initiative_action import InitiativeActionType
from rules.epic.battle.attack import attackers
from rules.epic.board.continuous import has_ambush, no_ambush_note
from rules.epic.board.gold import available_gold, explain_missing_gold, spend_gold
from rules.epic.board.interchangeable import preferred_copies
from rules.epic.board.uncertain_keywords import UncertainViolation, uncertain_keyword_text
from rules.epic.board.zones import enter_play
from rules.epic.cards.printed import UNKNOWN_NAME, PrintedCard
from rules.epic.interpretation_options import ALLY_COST, ALLY_TIME
from rules.epic.players.initiative import record_play
from rules.epic.players.seats import acts_for
from rules.epic.plays.allies import announce_event_card, trigger_allies
from rules.epic.plays.timing import initiative_violations
from rules.epic.state import EpicState, Frame
from rules.epic.state.decklist_copies import not_in_hand_violation
from rules.epic.state.display_names import owned_name, player_name
from rules.epic.state.log import log_event
from rules.epic.traits import Keyword
from rules.notation.english import possessive


class Play(InitiativeActionType):
    """Play of a hand card; the option is the chosen mode."""

    def validate(self, state: EpicState, action: Action) -> None:
        """Raise unless the action refers to one known card."""
        super().validate(state, action)
        if action.refs[0] not in state.owners:
            raise InvalidActionError(f"{self.name!r} refers to a card")
        if state.table[action.refs[0]].name == UNKNOWN_NAME:
            raise InvalidActionError("an unknown card is named before it is played")

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield the reasons why the card cannot be played in this mode."""
        return play_violations(state, action.seat, action.refs[0], action.option)

    def apply(self, state: EpicState, action: Action) -> None:
        """Pay for the card and play it."""
        state.cause = -1
        _play(state, action)

    def legal_for(self, state: EpicState, seat: int) -> Iterable[Action]:
        """Return the legal plays of ``seat``, one for each card name and mode."""
        plays = playable_cards(state, seat)
        if not plays:
            return ()
        table = state.table
        by_name: dict[tuple[PrintedCard, int], tuple[int, int]] = {}
        for play in sorted(plays):
            by_name.setdefault((table[play[0]], play[1]), play)
        return [_play_action(seat, cid, option) for cid, option in by_name.values()]

    def play_of(self, state: EpicState, seat: int, cid: int, option: int) -> Action:
        """Return the play of the lowest hand card with the name of ``cid``."""
        table, hand = state.table, state.seats[seat].hand
        card = table[cid]
        for each in hand:
            if each < cid and table[each] is card:
                cid = each
        return _play_action(seat, cid, option)

    def representative_refs(self, state: EpicState, decision: Decision, action: Action) -> tuple[int, ...]:
        """Return the hand card that represents those of the same name."""
        return preferred_copies(state, action.refs, state.seats[action.seat].hand, action.seat)

    def specific_impossibilities(self, state: EpicState, action: Action) -> Iterator[str]:
        """Yield a sentence if the card is not in hand, or has no such mode."""
        card = state.table[action.refs[0]]
        if action.refs[0] not in state.seats[action.seat].hand:
            yield f"{card.name} is not in {possessive(player_name(state, action.seat))} hand."
        elif not 0 <= action.option < len(card.modes):
            yield f"{card.name} has no effect number {action.option + 1}."


@cache
def _play_action(seat: int, cid: int, option: int) -> Action:
    """Return the cached action of playing card ``cid`` in mode ``option``."""
    return Action(seat, "play", (cid,), option)


def playable_cards(state: EpicState, seat: int) -> list[tuple[int, int]]:
    """Return ``(card, mode)`` of all legal plays, in the order of the hand.

    Conditions that do not depend on the card are checked once.
    """
    seat_state = state.seats[seat]
    if not acts_for(state, seat, state.initiative) or state.phase == "start":
        return []
    own_turn = acts_for(state, seat, state.turn)
    any_card = own_turn and state.phase == "main"
    table, gold = state.table, seat_state.gold
    # Check each card for ambush only if a champion in play can grant it.
    paying = not any_card and [champion for champion in seat_state.champions if table[champion.cid].grants]
    playable: list[tuple[int, int]] = []
    maximum = gold + len(seat_state.bound)
    for cid in seat_state.hand:
        card = table[cid]
        if card.least > maximum or not (any_card or card.any_time or (paying and has_ambush(state, seat, card))):
            continue
        if seat_state.bound:
            gold = available_gold(state, seat_state, cid)
        for option, cost in card.options:
            if cost <= gold and (own_turn or not card.modes[option].own_turn):
                playable.append((cid, option))
    return playable


def play_violations(state: EpicState, seat: int, cid: int, option: int) -> Iterator[Violation]:
    """Yield the reasons why ``seat`` may not play the card in mode ``option``."""
    yield from initiative_violations(state, seat)
    card = state.table[cid]
    name = card.name
    if cid not in state.seats[seat].hand:
        yield not_in_hand_violation(state, seat, cid, "3.0", owned_name(state, state.owners.get(cid, seat), cid))
    if not 0 <= option < len(card.modes):
        yield Violation(
            "3.2.1", f"{name} has {len(card.modes)} effect(s) to choose from; there is no number {option + 1}."
        )
        return
    mode = card.modes[option]
    cost = (card.cost or 0) + mode.gold
    gold, own_turn = available_gold(state, state.seats[seat], cid), acts_for(state, seat, state.turn)
    if gold < cost:
        has = f"{name} costs {cost} gold here and {player_name(state, seat)} has {gold}"
        # On the turn in which the champion can be played, the player has gold again.
        early = card.is_champion and not own_turn and not has_ambush(state, seat, card)
        yield Violation("3.6.3", f"{has}{explain_missing_gold(state, seat, cid)}.", is_timing=early)
    if mode.own_turn and not own_turn:
        text = f"This effect of {name} may be chosen on its player's own turn only."
        yield Violation("3.2.1", text, is_timing=True)
    if card.is_champion and (not own_turn or state.phase != "main") and not has_ambush(state, seat, card):
        if Keyword.AMBUSH in card.doubtful_keywords:
            yield UncertainViolation("5.14.1", uncertain_keyword_text(card, Keyword.AMBUSH, name))
            return
        name += f" has no ambush{no_ambush_note(state, card)}"
        if not own_turn:
            text = f"{name}: a champion is played on its player's own turn (3.2.3a)."
            yield Violation("4.1.4", text, is_timing=True)
        elif state.phase == "battle":
            alone = "" if attackers(state) else ", which goes on without attackers (I-76)"
            text = f"{name}: a champion is not played during a battle{alone}."
            yield Violation("3.2.3a", text, is_timing=True)


def _play(state: EpicState, action: Action) -> None:
    cid, seat = action.refs[0], state.seats[action.seat]
    card = state.table[cid]
    record_play(state)
    mode = card.modes[action.option]
    cost = (card.cost or 0) + mode.gold
    spend_gold(state, seat, cost, cid)
    rules: tuple[str, ...] = ("3.2.3a",) if card.is_champion else ("3.2.3c", "1.4.6")
    if card.is_champion and (not acts_for(state, action.seat, state.turn) or state.phase != "main"):
        rules = ("3.2.3b", "5.14.1", "I-153") if card.gains_nothing else ("3.2.3b", "5.14.1")
    if len(card.modes) > 1:
        rules = (*rules, "I-49")
    if mode.gold:
        rules = (*rules, "3.6.1")
    ability = card.ally if card.is_champion else card.grey_ally
    if ability and card.cost == 1 and not card.alignments.isdisjoint(ability):
        # It is open whether its own ally ability triggers: the card is not yet in play or in the discard pile.
        rules = (*rules, "I-57")
    state.cause = log_event(state, "play", (action.seat, cid, action.option, cost), ("3.1", "3.2.1", *rules))
    earlier = len(seat.ones_played)
    if card.cost == 1:
        seat.ones_played += card.card.alignments
    triggers_allies = (cost if state.options[ALLY_COST] else card.cost) == 1
    if card.is_champion:
        _play_champion(state, action.seat, cid, triggers_allies=triggers_allies)
        return
    announced = announce_event_card(state, action.seat, card, triggers_allies=triggers_allies)
    seat.hand.remove(cid)
    seat.supplemental += (cid,)
    state.frames.append(Frame("event-card", action.seat, cid, announced, state.cause))
    path = (card.on_play, action.option)
    state.frames.append(Frame("effects", action.seat, cid, {"path": path, "earlier": earlier}, state.cause))


def _play_champion(state: EpicState, seat: int, cid: int, *, triggers_allies: bool) -> None:
    """Put a played champion into play and add ally triggers, in the order of I-57."""
    card, late = state.table[cid], state.options[ALLY_TIME]
    if triggers_allies and not late:
        trigger_allies(state, seat, card)
    state.seats[seat].hand.remove(cid)
    enter_play(state, cid, seat, ("3.2.4", "2.1.7", "5.17.3"), from_hand=True)
    if triggers_allies and late:
        trigger_allies(state, seat, card)


PLAY: Final = Play("play", "act", ONE_AND_OPTION, "play a card")
