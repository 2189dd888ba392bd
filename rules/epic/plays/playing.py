"""What a player with initiative may do, and doing it: play cards, use powers, attack, pass (3.1, 3.2, 3.5, 3.6, 4.1).

Each ``..._faults`` function yields every condition that a play fails, whoever is asked at the moment: ``check`` reports
them all. The ``may_...`` function above it only says whether there is none, without putting a reason together, so that
``legal`` and ``sample`` are quick; a test holds the two to each other at every decision of random games.
"""

from collections.abc import Iterator

from rules.engine.decision import Answer, Violation
from rules.engine.ids import is_card, is_object
from rules.epic.answers.timing import window_reasons
from rules.epic.battle.attack import attack_faults, attackers, declare_attack, idle_duties, shield
from rules.epic.board.continuous import gains_no_ambush, has_ambush, opposing, values_of
from rules.epic.board.doubts import Doubt, not_for_certain
from rules.epic.board.gold import gold_for, spend
from rules.epic.board.zones import enter, take_card, to_pile
from rules.epic.cards.printed import Printed
from rules.epic.effects import InDiscard, Power
from rules.epic.players.seats import attackable, neighbour, plays_for
from rules.epic.players.windows import MAIN_BOOK, end_main, made_play, may_end, passed
from rules.epic.plays.allies import announced, note_ally, resolved
from rules.epic.plays.costs import ON_USE, can_expend, cost_faults, demand, pay_expending
from rules.epic.readings import ALLY_COST, ALLY_TIME, END_OFFERED, POWERS_ON_OTHER_TURNS
from rules.epic.state import EpicState, Frame, lost
from rules.epic.state.copies import no_copy_left, not_in_hand
from rules.epic.state.log import by_version, happened
from rules.epic.state.naming import called, owned, player, side
from rules.epic.traits import BLITZ, Keyword
from rules.notation.english import possessive

VERBS = ("play", "use", "attack", "pass", "end")


def initiative_faults(state: EpicState, seat: int) -> Iterator[Violation]:
    """Yield why ``seat`` may not make a play at this moment at all (3.1, 4.1.2)."""
    # In the Start Phase the turn player has initiative for ordering triggers only (I-34).
    if plays_for(state, seat, state.initiative) and state.phase != "start":
        return
    name = player(state, seat)
    if state.phase in {"setup", "start", "end"}:
        rule = {"setup": "4.1.1", "start": "4.2.1", "end": "4.5.1"}[state.phase]
        where = "before the first turn" if state.phase == "setup" else f"in the {state.phase.capitalize()} Phase"
        yield Violation(rule, f"{name} cannot make a play {where}.")
    elif state.initiative < 0 and state.step in {"damage", "after-damage"}:
        rules = by_version(state, ("4.1.2",), ("RB:battle-phase/damage-step",))
        yield Violation(rules[0], f"{name} cannot make a play in the damage step: nobody has initiative in it.")
    elif state.initiative < 0:
        yield Violation("4.1.2", f"{name} does not have initiative; nobody has it in the {state.step} step.")
    else:
        yield Violation("4.1.2", f"{name} does not have initiative; {side(state, state.initiative)} has it.")
    yield from window_reasons(state, seat)


def playable(state: EpicState, seat: int) -> list[tuple[int, int]]:
    """Return each card of the hand with each mode against which ``play_faults`` finds nothing, in the hand's order.

    What concerns the whole hand is asked once only.
    """
    player = state.seats[seat]
    if not plays_for(state, seat, state.initiative) or state.phase == "start":
        return []
    own_turn = plays_for(state, seat, state.turn)
    any_card = own_turn and state.phase == "main"
    table, gold = state.table, player.gold
    found: list[tuple[int, int]] = []
    most = gold + len(player.bound)
    for cid in [cid for cid in player.hand if table[cid].least <= most]:
        card = table[cid]
        if not (any_card or card.any_time or has_ambush(state, seat, card)):
            continue
        if player.bound:
            gold = gold_for(state, player, cid)
        for option, cost in card.options:
            if cost <= gold and (own_turn or not card.modes[option].own_turn):
                found.append((cid, option))
    return found


def play_faults(state: EpicState, seat: int, cid: int, option: int) -> Iterator[Violation]:
    """Yield what keeps ``seat`` from playing the card in mode ``option``."""
    yield from initiative_faults(state, seat)
    card = state.table[cid]
    name = card.name
    if cid not in state.seats[seat].hand:
        yield not_in_hand(state, seat, cid, "3.0", owned(state, state.owners.get(cid, seat), cid))
    if not 0 <= option < len(card.modes):
        yield Violation(
            "3.2.1", f"{name} has {len(card.modes)} effect(s) to choose from; there is no number {option + 1}."
        )
        return
    mode = card.modes[option]
    cost = (card.cost or 0) + mode.gold
    gold = gold_for(state, state.seats[seat], cid)
    if gold < cost:
        yield Violation("3.6.3", f"{name} costs {cost} gold here and {player(state, seat)} has {gold}.")
    own_turn = plays_for(state, seat, state.turn)
    if mode.own_turn and not own_turn:
        yield Violation("3.2.1", f"This effect of {name} may be chosen on its player's own turn only.")
    if card.is_champion and (not own_turn or state.phase != "main") and not has_ambush(state, seat, card):
        if Keyword.AMBUSH in card.doubted:
            yield Doubt("5.14.1", not_for_certain(card, Keyword.AMBUSH, name))
            return
        name += f" has no ambush{gains_no_ambush(state, card)}"
        if not own_turn:
            yield Violation("4.1.4", f"{name}: a champion is played on its player's own turn (3.2.3a).")
        elif state.phase == "battle":
            alone = "" if attackers(state) else ", which goes on without attackers (I-76)"
            yield Violation("3.2.3a", f"{name}: a champion is not played during a battle{alone}.")


def may_use(state: EpicState, seat: int, source: int, option: int) -> bool:
    """Whether ``use_faults`` finds nothing."""
    card = state.printed_of(source)
    power = power_of(card, option, grey=is_card(source) and not card.is_god)
    if power is None or card.unsure or state.phase == "start":
        return False
    if gold_for(state, state.seats[seat], source) < power.cost.gold:
        return False
    if not plays_for(state, seat, state.initiative):
        return False
    if state.readings[POWERS_ON_OTHER_TURNS] and not plays_for(state, seat, state.turn):
        return False
    if is_card(source):
        mine = state.seats[seat]
        there = source in (mine.gods if card.is_god else mine.discard)
    else:
        champion = state.find(source)
        there = (
            champion is not None
            and champion.controller == seat
            and not lost(champion)
            and (not power.cost.expend or can_expend(state, champion))
        )
    return there and (power.cost.is_plain or next(cost_faults(state, seat, source, power.cost), None) is None)


def use_faults(state: EpicState, seat: int, source: int, option: int) -> Iterator[Violation]:
    """Yield what keeps ``seat`` from using power number ``option`` of a champion, of a god or of a discarded card."""
    yield from initiative_faults(state, seat)
    if state.readings[POWERS_ON_OTHER_TURNS] and not plays_for(state, seat, state.turn):
        yield Violation("4.1.4", f"{player(state, seat)} uses powers on their own turn only here (I-11).")
    card = state.printed_of(source)
    grey = is_card(source) and not card.is_god
    power = power_of(card, option, grey=grey)
    if card.unsure and not grey:
        yield Doubt("3.5.1", f"Which powers {card.name} has is not known for certain: {card.unsure}.")
    elif power is None:
        yield _no_power(card, option, grey=grey)
    if is_object(source):
        yield from _source_faults(state, seat, source)
    elif card.is_god:
        if source not in state.seats[seat].gods:
            yield Violation("3.5.2", f"{card.name} is not beside the deck of {player(state, seat)} (2.4.1).")
    elif source not in state.seats[seat].discard:
        why = no_copy_left(state, state.seats[seat].discard, source)
        missing = f"{card.name} is not in {possessive(player(state, seat))} discard pile"
        yield Violation("5.0.2", f"{why or missing}.", f"{missing}." if why else "")
    if power is not None and not card.unsure:
        yield from cost_faults(state, seat, source, power.cost)


def _no_power(card: Printed, option: int, *, grey: bool) -> Violation:
    if not (card.powers or card.grey_powers):
        return Violation("3.5.1", f"{card.name} has no power.")
    there, elsewhere = (card.grey_powers, card.powers) if grey else (card.powers, card.grey_powers)
    if there or (power_of(card, option, grey=not grey) is None and len(elsewhere) > 1):
        count = len(there or elsewhere)
        return Violation("3.5.1", f"{card.name} has {count} power{'s' * (count > 1)} there, and none but these.")
    if grey:
        return Violation("5.0.3", f"This power of {card.name} works in play only, not in the discard pile.")
    return Violation("5.0.2", f"This power of {card.name} works in the discard pile only, not in play.")


def power_of(card: Printed, option: int, *, grey: bool) -> Power | None:
    """Return power number ``option`` of a card: one that works in the discard pile where ``grey``, else in play."""
    if not 0 <= option < len(card.text):
        return None
    ability = card.text[option]
    if isinstance(ability, InDiscard):
        ability = ability.ability
        return ability if grey and isinstance(ability, Power) else None
    return ability if not grey and isinstance(ability, Power) else None


def _source_faults(state: EpicState, seat: int, source: int) -> Iterator[Violation]:
    champion = state.find(source)
    if champion is None:
        yield Violation("3.5.2", f"{called(state, source)} is not in play.")
        return
    if champion.controller != seat:
        yield Violation("3.5.2", f"{player(state, seat)} does not control {called(state, source)}.")
    if lost(champion):
        yield Violation("3.5.2", f"{called(state, source)} has lost its powers until end of turn (I-123).")


def attack_declaration_faults(state: EpicState, answer: Answer) -> Iterator[Violation]:
    """Yield what is wrong with declaring this attack (3.1.1, 4.4.1)."""
    seat = answer.seat
    yield from initiative_faults(state, seat)
    if state.turn != seat:
        yield Violation("4.4.1", f"{player(state, seat)} may attack on their own turn only.")
    if state.phase == "battle":
        yield Violation("3.1.1", "A battle is under way; another attack waits until the Main Phase goes on (4.4.14).")
    if state.no_attacks:
        yield Violation("3.2.3", f"No further attack may be declared this turn: {_who_forbids(state)} says so.")
    if not answer.refs:
        yield Violation("4.4.1", "An attack needs at least one champion (I-67).")
    yield from _attacked_faults(state, seat, answer.option)
    yield from _shield_faults(state, answer.option)
    for oid in answer.refs:
        champion = state.find(oid)
        if champion is None:
            yield Violation("4.4.1", f"{called(state, oid)} is not in play.")
        elif not plays_for(state, champion.controller, seat):
            yield Violation("4.4.1", f"{side(state, seat)} does not control {called(state, oid)}.")
        else:
            yield from attack_faults(state, champion)


def _shield_faults(state: EpicState, attacked: int) -> Iterator[Violation]:
    """Yield what keeps everybody from attacking this player."""
    protecting = shield(state, attacked) if 0 <= attacked < len(state.seats) else None
    if protecting is not None:
        says = f"{called(state, protecting.oid)} says so (I-124)"
        yield Violation("3.3.1", f"{player(state, attacked)} cannot be attacked now: {says}.")


def _attacked_faults(state: EpicState, seat: int, attacked: int) -> Iterator[Violation]:
    """Yield why ``seat`` may not attack this player (4.4.1; in Hunter only the one to the left)."""
    if not 0 <= attacked < len(state.seats) or state.seats[attacked].out:
        yield Violation("4.4.1", "The attacked player is not in the game.")
    elif not opposing(state, seat, attacked):
        yield Violation("4.4.1", f"{side(state, seat)} attacks an opponent, not {player(state, attacked)}.")
    elif attacked not in attackable(state, seat):
        left = player(state, neighbour(state, seat, 1))
        yield Violation(state.variant.rule, f"{player(state, seat)} may attack the player to the left only, {left}.")


def _who_forbids(state: EpicState) -> str:
    """Return the card that has forbidden further attacks, as far as the log tells."""
    for event in reversed(state.log):
        if event.kind == "no-attacks" and event.cause >= 0:
            return called(state, int(state.log[event.cause].args[1]))
    return "a card played this turn"


def may_pass(state: EpicState, seat: int) -> bool:
    """Whether ``pass_faults`` finds nothing."""
    if state.initiative != seat or state.phase == "start":
        return False
    return state.phase != "main" or state.turn != seat or not idle_duties(state, seat)


def pass_faults(state: EpicState, seat: int) -> Iterator[Violation]:
    """Yield what keeps ``seat`` from passing: no initiative, or a champion that still has to attack."""
    yield from initiative_faults(state, seat)
    if state.phase == "main" and state.turn == seat:
        for champion in idle_duties(state, seat):
            yield Violation(
                "4.3.3",
                f"{called(state, champion.oid)} attacks each turn if it can: it could, and has not attacked this turn.",
            )


def may_end_turn(state: EpicState, seat: int) -> bool:
    """Whether ``end_faults`` finds nothing."""
    return may_end(state, seat) and may_pass(state, seat)


def end_faults(state: EpicState, seat: int) -> Iterator[Violation]:
    """Yield what keeps ``seat`` from going straight to the End Phase (I-38)."""
    yield from pass_faults(state, seat)
    if state.readings[END_OFFERED]:
        yield Violation("4.3.3", f"{player(state, seat)} passes again: all players pass before the End Phase (I-38).")
    elif not may_end(state, seat) and state.initiative == seat:
        yield Violation(
            MAIN_BOOK,
            f"{player(state, seat)} offers the end of the turn by passing; the opponent gets initiative first.",
        )


def act(state: EpicState, answer: Answer) -> None:
    """Carry out a play, an attack or a pass that has been checked."""
    state.cause = -1
    verb = answer.verb
    if verb == "pass":
        passed(state, answer.seat)
    elif verb == "play":
        _play(state, answer)
    elif verb == "use":
        _use(state, answer)
    elif verb == "attack":
        declare_attack(state, answer)
    else:
        happened(state, "end-turn", (answer.seat,), (MAIN_BOOK, "I-38"))
        end_main(state)


def _play(state: EpicState, answer: Answer) -> None:
    cid, seat = answer.refs[0], state.seats[answer.seat]
    card = state.table[cid]
    made_play(state)
    mode = card.modes[answer.option]
    cost = (card.cost or 0) + mode.gold
    spend(state, seat, cost, cid)
    rules: tuple[str, ...] = ("3.2.3a",) if card.is_champion else ("3.2.3c", "1.4.6")
    if card.is_champion and (not plays_for(state, answer.seat, state.turn) or state.phase != "main"):
        rules = ("3.2.3b", "5.14.1", "I-153") if card.gains_nothing else ("3.2.3b", "5.14.1")
    if len(card.modes) > 1:
        rules = (*rules, "I-49")
    if mode.gold:
        rules = (*rules, "3.6.1")
    own = card.ally if card.is_champion else card.grey_ally
    if own and card.cost == 1 and not card.alignments.isdisjoint(own):
        # Its own ally ability triggers or not: what is being played is not in play, or the discard pile, yet.
        rules = (*rules, "I-57")
    state.cause = happened(state, "play", (answer.seat, cid, answer.option, cost), ("3.1", "3.2.1", *rules))
    earlier = len(seat.ones_played)
    if card.cost == 1:
        seat.ones_played += card.card.alignments
    heard = (cost if state.readings[ALLY_COST] else card.cost) == 1
    if card.is_champion:
        _bring_in(state, answer.seat, cid, heard=heard)
        return
    kept = announced(state, answer.seat, card, heard=heard)
    seat.hand.remove(cid)
    seat.supplemental += (cid,)
    state.frames.append(Frame("event-card", answer.seat, cid, kept, state.cause))
    data = {"path": (card.on_play, answer.option), "earlier": earlier}
    state.frames.append(Frame("effects", answer.seat, cid, data, state.cause))


def _bring_in(state: EpicState, seat: int, cid: int, *, heard: bool) -> None:
    """Let a champion that is played enter; ally abilities hear it before or after (I-57)."""
    card, late = state.table[cid], state.readings[ALLY_TIME]
    if heard and not late:
        note_ally(state, seat, card)
    state.seats[seat].hand.remove(cid)
    enter(state, cid, seat, ("3.2.4", "2.1.7", "5.17.3"), from_hand=True)
    if heard and late:
        note_ally(state, seat, card)


def finish_event_card(state: EpicState, frame: Frame) -> None:
    """Put an event card that has been carried out into its owner's discard pile (2.2.4, 3.2.4, I-59)."""
    state.frames.remove(frame)
    state.cause = frame.cause
    cid = frame.source
    # Its own text may have moved it, or it has left the game with its owner (1.9.3).
    if cid in state.seats[state.owners[cid]].supplemental:
        take_card(state, cid)
        happened(state, "event-done", (state.owners[cid], cid), ("2.2.4", "3.2.4", "I-59"))
        to_pile(state, cid)
    resolved(state, frame)


def _use(state: EpicState, answer: Answer) -> None:
    source = answer.refs[0]
    cost = state.printed_of(source).power(answer.option).cost
    made_play(state)
    spend(state, state.seats[answer.seat], cost.gold, source)
    rules: tuple[str, ...] = ("3.5.1", "3.5.2")
    if not plays_for(state, answer.seat, state.turn):
        rules = (*rules, "I-11")
    champion = state.find(source)
    if cost.expend and champion is not None and champion.deploying and BLITZ not in values_of(state, champion).keywords:
        rules = (*rules, "I-10")
    if is_card(source):
        rules = (*rules, "2.4.1", "I-111") if state.table[source].is_god else (*rules, "5.0.2")
    state.cause = happened(state, "use", (answer.seat, source, answer.option, cost.gold), rules)
    if cost.expend:
        pay_expending(state, source)
    frame = Frame("effects", answer.seat, source, {"path": (answer.option, 0)}, state.cause)
    state.frames.append(frame)
    if not cost.is_plain:
        demand(state, frame, ON_USE)
