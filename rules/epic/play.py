"""What a player with initiative may do, and doing it: play cards, use powers, attack, pass (3.1, 3.2, 3.5, 3.6, 4.1).

Each ``..._faults`` function yields every condition that a play fails, whoever is asked at the moment; ``check`` reports
them all and ``legal`` keeps what has none.
"""

from collections.abc import Iterator

from rules.engine.decision import Answer, Violation
from rules.engine.ids import is_card, is_object
from rules.epic.battle import attack_faults, declare_attack, idle_duties
from rules.epic.continuous import has, has_ambush, opposing
from rules.epic.effects import InDiscard, Power
from rules.epic.events import RB, by_version, happened
from rules.epic.naming import called, owned, player, possessive
from rules.epic.printed import Printed
from rules.epic.state import EXPENDED, EpicState, Frame
from rules.epic.traits import Keyword
from rules.epic.triggers import note_ally
from rules.epic.windows import DAMAGE_BOOK, MAIN_BOOK, end_main, made_play, may_end, passed
from rules.epic.zones import enter

VERBS = ("play", "use", "attack", "pass", "end")


def initiative_faults(state: EpicState, seat: int) -> Iterator[Violation]:
    """Yield why ``seat`` may not make a play at this moment at all (3.1, 4.1.2)."""
    if state.initiative == seat:
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
        yield Violation("4.1.2", f"{name} does not have initiative; {player(state, state.initiative)} has it.")
        yield from _window_order(state)


def _window_order(state: EpicState) -> Iterator[Violation]:
    """Yield who is first after blocks, where the rules versions differ (I-40)."""
    if state.step == "before-damage" and state.initiative == state.defender and not state.passed:
        if state.version == RB:
            yield Violation(
                DAMAGE_BOOK, f"After blocks the defending player, {player(state, state.defender)}, has it first (I-40)."
            )
    elif state.step == "before-damage" and state.initiative == state.turn and state.version != RB:
        yield Violation(
            "4.4.8", f"After blocks the attacking player, {player(state, state.turn)}, has it first (I-40)."
        )


def play_faults(state: EpicState, seat: int, cid: int, option: int) -> Iterator[Violation]:
    """Yield what keeps ``seat`` from playing the card in mode ``option``."""
    yield from initiative_faults(state, seat)
    card = state.table[cid]
    name = card.name
    if cid not in state.seats[seat].hand:
        yield Violation(
            "3.0", f"{owned(state, state.owners.get(cid, seat), cid)} is not in {possessive(player(state, seat))} hand."
        )
    if not 0 <= option < len(card.modes):
        yield Violation(
            "3.2.1", f"{name} has {len(card.modes)} effect(s) to choose from; there is no number {option + 1}."
        )
        return
    mode = card.modes[option]
    cost = (card.cost or 0) + mode.gold
    gold = state.seats[seat].gold
    if gold < cost:
        yield Violation("3.6.3", f"{name} costs {cost} gold here and {player(state, seat)} has {gold}.")
    if mode.own_turn and state.turn != seat:
        yield Violation("3.2.1", f"This effect of {name} may be chosen on its player's own turn only.")
    if card.is_champion and (state.turn != seat or state.phase != "main") and not has_ambush(state, seat, card):
        if state.turn != seat:
            yield Violation("4.1.4", f"{name} has no ambush: a champion is played on its player's own turn (3.2.3a).")
        else:
            yield Violation("3.2.3a", f"{name} has no ambush: a champion is not played during a battle.")


def use_faults(state: EpicState, seat: int, source: int, option: int) -> Iterator[Violation]:
    """Yield what keeps ``seat`` from using power number ``option`` of a champion or of a card in a discard pile."""
    yield from initiative_faults(state, seat)
    card = state.printed_of(source)
    power = _power(card, option, grey=is_card(source))
    if power is None:
        yield _no_power(card, option, grey=is_card(source))
    if is_object(source):
        yield from _source_faults(state, seat, source, power)
    elif source not in state.seats[seat].discard:
        yield Violation("5.0.2", f"{card.name} is not in {possessive(player(state, seat))} discard pile.")
    if power is not None and state.seats[seat].gold < power.cost.gold:
        yield Violation(
            "3.5.3",
            f"The power of {called(state, source)} costs {power.cost.gold} gold and {player(state, seat)} has "
            f"{state.seats[seat].gold}.",
        )


def _no_power(card: Printed, option: int, *, grey: bool) -> Violation:
    if not (card.powers or card.grey_powers):
        return Violation("3.5.1", f"{card.name} has no power.")
    if _power(card, option, grey=not grey) is None:
        return Violation("3.5.1", f"Ability number {option + 1} of {card.name} is no power.")
    if grey:
        return Violation("5.0.3", f"This power of {card.name} works in play only, not in the discard pile.")
    return Violation("5.0.2", f"This power of {card.name} works in the discard pile only, not in play.")


def _power(card: Printed, option: int, *, grey: bool) -> Power | None:
    if not 0 <= option < len(card.text):
        return None
    ability = card.text[option]
    if isinstance(ability, InDiscard):
        ability = ability.ability
        return ability if grey and isinstance(ability, Power) else None
    return ability if not grey and isinstance(ability, Power) else None


def _source_faults(state: EpicState, seat: int, source: int, power: Power | None) -> Iterator[Violation]:
    champion = state.find(source)
    if champion is None:
        yield Violation("3.5.2", f"{called(state, source)} is not in play.")
        return
    if champion.controller != seat:
        yield Violation("3.5.2", f"{player(state, seat)} does not control {called(state, source)}.")
    if power is None or not power.cost.expend:
        return
    if champion.position == EXPENDED:
        yield Violation("3.5.3", f"{called(state, source)} is expended already and cannot pay with expending.")
    if champion.deploying and not has(state, champion, Keyword.BLITZ):
        yield Violation(
            "5.17.1",
            f"{called(state, source)} is deploying without blitz (5.8.1) and cannot use a power that expends it.",
        )


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
    if not 0 <= answer.option < len(state.seats) or state.seats[answer.option].out:
        yield Violation("4.4.1", "The attacked player is not in the game.")
    elif not opposing(state, seat, answer.option):
        yield Violation("4.4.1", f"{player(state, seat)} attacks an opponent, not {player(state, answer.option)}.")
    for oid in answer.refs:
        champion = state.find(oid)
        if champion is None:
            yield Violation("4.4.1", f"{called(state, oid)} is not in play.")
        elif champion.controller != seat:
            yield Violation("4.4.1", f"{player(state, seat)} does not control {called(state, oid)}.")
        else:
            yield from attack_faults(state, champion)


def _who_forbids(state: EpicState) -> str:
    """Return the card that has forbidden further attacks, as far as the log tells."""
    for event in reversed(state.log):
        if event.kind == "no-attacks" and event.cause >= 0:
            return called(state, int(state.log[event.cause].args[1]))
    return "a card played this turn"


def pass_faults(state: EpicState, seat: int) -> Iterator[Violation]:
    """Yield what keeps ``seat`` from passing: no initiative, or a champion that still has to attack."""
    yield from initiative_faults(state, seat)
    if state.phase == "main" and state.turn == seat:
        for champion in idle_duties(state, seat):
            yield Violation(
                "4.3.3",
                f"{called(state, champion.oid)} attacks each turn if it can: it could, and has not attacked this turn.",
            )


def end_faults(state: EpicState, seat: int) -> Iterator[Violation]:
    """Yield what keeps ``seat`` from going straight to the End Phase (I-38)."""
    yield from pass_faults(state, seat)
    if state.version != RB:
        yield Violation("4.3.3", f"{player(state, seat)} passes again: all players pass before the End Phase (I-38).")
    elif not may_end(state, seat) and state.initiative == seat:
        yield Violation(
            MAIN_BOOK,
            f"{player(state, seat)} offers the end of the turn by passing; the opponent gets initiative first.",
        )


def act(state: EpicState, answer: Answer) -> None:
    """Carry out a play, an attack or a pass that has been checked."""
    state.cause = -1
    if answer.verb == "play":
        _play(state, answer)
    elif answer.verb == "use":
        _use(state, answer)
    elif answer.verb == "attack":
        declare_attack(state, answer)
    elif answer.verb == "end":
        rules = by_version(state, ("4.3.3",), (MAIN_BOOK, "I-38"))
        happened(state, "end-turn", (answer.seat,), rules)
        end_main(state)
    else:
        passed(state, answer.seat)


def _play(state: EpicState, answer: Answer) -> None:
    cid, seat = answer.refs[0], state.seats[answer.seat]
    card = state.table[cid]
    made_play(state)
    mode = card.modes[answer.option]
    cost = (card.cost or 0) + mode.gold
    seat.gold -= cost
    rules: tuple[str, ...] = ("3.2.3a",) if card.is_champion else ("3.2.3c", "1.4.6")
    if card.is_champion and (state.turn != answer.seat or state.phase != "main"):
        rules = ("3.2.3b", "5.14.1")
    if len(card.modes) > 1:
        rules = (*rules, "I-49")
    state.cause = happened(state, "play", (answer.seat, cid, answer.option, cost), ("3.1", "3.2.1", *rules))
    if card.cost == 1:
        seat.ones_played += card.card.alignments
        note_ally(state, answer.seat, card)
    seat.hand.remove(cid)
    if card.is_champion:
        enter(state, cid, answer.seat, ("3.2.4", "2.1.7", "5.17.3"))
        return
    seat.supplemental.append(cid)
    state.frames.append(Frame("event-card", answer.seat, cid, None, state.cause))
    state.frames.append(Frame("effects", answer.seat, cid, {"path": (card.on_play, answer.option)}, state.cause))


def finish_event_card(state: EpicState, frame: Frame) -> None:
    """Put an event card that has been carried out into its owner's discard pile (2.2.4, 3.2.4, I-59)."""
    state.frames.remove(frame)
    state.cause = frame.cause
    cid = frame.source
    state.seats[frame.controller].supplemental.remove(cid)
    state.seats[state.owners[cid]].discard.append(cid)
    happened(state, "event-done", (state.owners[cid], cid), ("2.2.4", "3.2.4", "I-59"))


def _use(state: EpicState, answer: Answer) -> None:
    source = answer.refs[0]
    cost = state.printed_of(source).power(answer.option).cost
    made_play(state)
    state.seats[answer.seat].gold -= cost.gold
    rules = ("3.5.1", "3.5.2", "5.0.2") if is_card(source) else ("3.5.1", "3.5.2")
    state.cause = happened(state, "use", (answer.seat, source, answer.option, cost.gold), rules)
    if cost.expend:
        champion = state.find(source)
        if champion is not None:
            champion.position = EXPENDED
            happened(state, "expend", (champion.controller, source), ("3.6.2", "2.6.3"))
    state.frames.append(Frame("effects", answer.seat, source, {"path": (answer.option, 0)}, state.cause))
