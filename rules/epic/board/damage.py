"""Damage, health, breaking, banishing and returning champions.

Rules: 1.5, 2.1.6, 5.9, 5.13, 5.16.
"""

from rules.engine.ids import is_object, is_seat
from rules.epic import traits
from rules.epic.board.continuous import all_current_values, current_values, has_keyword, is_forbidden
from rules.epic.board.triggers import add_trigger, find_break_triggers, trigger_on_damage
from rules.epic.board.zones import leave_play, put_on_bottom, take_from_zone
from rules.epic.cards.printed import ChampionValues
from rules.epic.effects import Ban
from rules.epic.interpretation_options import (
    DAMAGE_OBSERVED,
    DEFENSE_FALLS,
    NO_DEFENSE_UNBREAKABLE,
    RIGHTEOUS_OVERKILL,
    WHEN_BROKEN,
)
from rules.epic.players.game_end import check_health
from rules.epic.state import ABILITIES_LOST, RIGHTEOUS, Champion, EpicState, has_lost_abilities
from rules.epic.state.log import log_event
from rules.epic.traits import UNBREAKABLE

Packet = tuple[int, int, int]
"""Source, target and points of damage."""


def deal_damage(state: EpicState, packets: list[Packet], rules: tuple[str, ...]) -> list[int]:
    """Deal all ``packets`` of damage at the same time; return the damaged targets.

    Champions break later, in ``run_state_checks`` (4.4.11b, 4.4.13). A packet of 0 or less deals no damage (I-84).
    """
    dealt: dict[int, int] = {}
    reached: list[int] = []
    for source, target, amount in packets:
        counted = _righteous_points(state, target, amount) if state.options[RIGHTEOUS_OVERKILL] else amount
        if amount > 0 and _apply_damage(state, source, target, amount, rules):
            dealt[source] = dealt.get(source, 0) + counted
            if target not in reached:
                reached.append(target)
    for source, amount in dealt.items():
        champion = state.find(source) if is_object(source) else None
        if champion is None:
            continue
        # Righteous applies inside and outside battle (5.13.2).
        if amount > 0 and has_keyword(state, champion, traits.RIGHTEOUS):
            add_trigger(state, champion.controller, source, RIGHTEOUS, {"gain": amount})
        if state.table[champion.cid].triggers_on_damage:
            targets = dict.fromkeys(target for by, target, points in packets if by == source and points > 0)
            hit = tuple(target for target in targets if target in reached)
            point = ("I-131",) if len(hit) > 1 else ()
            for together in [(target,) for target in hit] if state.options[DAMAGE_OBSERVED] else [hit]:
                trigger_on_damage(state, champion, together, point)
    return reached


def _righteous_points(state: EpicState, target: int, amount: int) -> int:
    """Return the points of damage that righteous counts, at most lethal damage (I-92)."""
    champion = state.find(target) if is_object(target) else None
    return (
        amount if champion is None else max(0, min(amount, current_values(state, champion).defense - champion.damage))
    )


def _apply_damage(state: EpicState, source: int, target: int, amount: int, rules: tuple[str, ...]) -> bool:
    if is_seat(target):
        if state.seats[target].out:
            return False
        team = state.teams[state.seats[target].team]
        team.health -= amount
        log_event(state, "damage", (source, target, amount, team.health), (*rules, "1.5.3"))
        striking = state.find(source) if is_object(source) else None
        if striking is not None and target not in striking.struck:
            striking.struck += (target,)
        return True
    champion = state.find(target)
    if champion is None:
        return False
    champion.damage += amount
    champion.hurt += amount
    if state.options[DEFENSE_FALLS]:
        state.mortal += (target,)
    log_event(state, "damage", (source, target, amount, champion.damage), rules)
    return True


def gain_health(state: EpicState, seat: int, amount: int, rules: tuple[str, ...]) -> None:
    """Add health to the team of ``seat`` unless forbidden; there is no maximum.

    Rules: 1.5.2.
    """
    if is_forbidden(state, seat, Ban.GAIN_HEALTH):
        log_event(state, "no-gain", (seat,), ("3.3.1", "3.2.3c"))
        return
    team = state.teams[state.seats[seat].team]
    team.health += amount
    log_event(state, "gain", (seat, amount, team.health), rules)


def lose_health(state: EpicState, seat: int, amount: int, rules: tuple[str, ...]) -> None:
    """Subtract health that a player loses or pays; it is not damage (I-21)."""
    team = state.teams[state.seats[seat].team]
    team.health -= amount
    log_event(state, "lose-health", (seat, amount, team.health), rules)


def run_state_checks(state: EpicState) -> None:
    """Eliminate teams without health, then break champions with lethal damage.

    Rules: 1.5.4, 5.16.3.

    All champions with lethal damage break together; the check repeats until none is left (I-87). Defense at or below
    the damage, including 0, is lethal (I-86), except for unbreakable champions (5.9.3, I-105).
    """
    check_health(state)
    if not are_state_checks_due(state):
        return
    if state.options[WHEN_BROKEN] and any(frame.kind == "effects" for frame in state.frames):
        return
    while state.phase != "over":
        lethal = _find_lethal(state)
        if not lethal:
            break
        # Without damage, a defense of 0 or less breaks a champion.
        hurt = all(champion.damage for champion in lethal)
        rules = ("5.16.3", "2.1.6", "I-85", "I-87") if hurt else ("2.1.6", "I-86", "I-87")
        if state.options[NO_DEFENSE_UNBREAKABLE] and any(
            has_keyword(state, champion, UNBREAKABLE) for champion in lethal
        ):
            rules = (*rules, "I-105")
        if any(_was_unbreakable(state, champion) for champion in lethal):
            rules = (*rules, "5.9.3")
        break_champions(state, lethal, rules)
    if state.mortal:
        state.mortal = _find_still_mortal(state)


def are_state_checks_due(state: EpicState) -> bool:
    """Return whether ``run_state_checks`` can change the game.

    Where nothing is due, the game does not depend on the options that decide when the checks are made (I-85).
    """
    if state.mortal or any(team.health <= 0 and not team.out for team in state.teams):
        return True
    if state.phase == "over":
        return False
    values = all_current_values(state)
    return any(champion.damage >= values[champion.oid].defense for seat in state.seats for champion in seat.champions)


def _find_lethal(state: EpicState) -> list[Champion]:
    champions: list[Champion] = []
    values = all_current_values(state)
    for seat in state.seats:
        for champion in seat.champions:
            now = values[champion.oid]
            if champion.damage >= now.defense and _breaks(state, champion, now):
                champions.append(champion)
    return champions


def _find_still_mortal(state: EpicState) -> tuple[int, ...]:
    """Return the ids in ``state.mortal`` that still have lethal damage (5.9.3).

    Unbreakable champions among them break when they stop being unbreakable.
    """
    champions = [champion for oid in dict.fromkeys(state.mortal) if (champion := state.find(oid)) is not None]
    return tuple(champion.oid for champion in champions if champion.damage >= current_values(state, champion).defense)


def _breaks(state: EpicState, champion: Champion, now: ChampionValues) -> bool:
    """Return True if a champion with damage equal to its defense breaks (I-86, I-105)."""
    if UNBREAKABLE in now.keywords:
        return now.defense <= 0 and _breaks_without_defense(state, champion)
    return not state.options[DEFENSE_FALLS] or champion.oid in state.mortal


def _was_unbreakable(state: EpicState, champion: Champion) -> bool:
    """Return True if a champion was unbreakable before it lost its abilities (5.9.3)."""
    if not has_lost_abilities(champion):
        return False
    modifiers = champion.until_end[: champion.until_end.index(ABILITIES_LOST)]
    return UNBREAKABLE in state.table[champion.cid].keywords or any(value == UNBREAKABLE for _, value in modifiers)


def _breaks_without_defense(state: EpicState, champion: Champion) -> bool:
    """Return True if an unbreakable champion with 0 defense breaks (I-105).

    If it does not break, an event is logged once.
    """
    if state.options[NO_DEFENSE_UNBREAKABLE]:
        return True
    stays, rules = (champion.controller, champion.oid), ("5.9.1", "I-105")
    if not any(event.kind == "unbreakable" and event.args == stays and event.rules == rules for event in state.log):
        log_event(state, "unbreakable", stays, rules)
    return False


def break_champions(state: EpicState, champions: list[Champion], rules: tuple[str, ...]) -> None:
    """Break ``champions`` at the same time; unbreakable ones stay (5.9.2)."""
    breaking = []
    for champion in champions:
        if has_keyword(state, champion, UNBREAKABLE) and not (
            champion.damage >= current_values(state, champion).defense
            and _breaks(state, champion, current_values(state, champion))
        ):
            log_event(state, "unbreakable", (champion.controller, champion.oid), ("5.9.1", "5.9.2"))
        else:
            breaking.append(champion)
    triggering = find_break_triggers(state, breaking) if breaking else []
    for champion in breaking:
        is_token = champion.cid not in state.owners
        leave_play(state, champion, "discard")
        if not is_token:
            state.broken += (champion.cid,)
        cited = (*rules, "5.16.1", "2.3.5") if is_token else (*rules, "5.16.1")
        log_event(state, "break", (champion.controller, champion.oid), cited)
    for trigger in triggering:
        add_trigger(state, *trigger)


def banish(state: EpicState, champions: list[Champion], cards: list[int], rules: tuple[str, ...]) -> None:
    """Banish champions in play and cards in other zones at the same time (5.15.2).

    The cards of each owner go to the bottom of the deck as one group.
    """
    group: list[int] = []
    for champion in champions:
        if has_keyword(state, champion, traits.UNBANISHABLE):
            log_event(state, "unbanishable", (champion.controller, champion.oid), ("5.11.1", "5.11.2"))
            continue
        leave_play(state, champion, "deck")
        token = champion.cid not in state.owners
        log_event(state, "banish", (champion.controller, champion.oid), (*rules, "2.3.5") if token else rules)
        if not token:
            group.append(champion.cid)
    for cid in cards:
        owner = state.seats[state.owners[cid]]
        kind = "hand" if cid in owner.hand else "played" if cid in owner.supplemental else "card"
        if cid not in owner.discard and kind == "card":
            kind = "revealed"
        if not take_from_zone(state, cid):
            continue
        log_event(state, f"banish-{kind}", (state.owners[cid], cid), rules)
        group.append(cid)
    if group:
        put_on_bottom(state, [group], ("5.15.1", "5.15.2", "I-98"))


def return_to_hand(state: EpicState, champions: list[Champion], rules: tuple[str, ...]) -> None:
    """Return champions in play to their owners' hands (1.9.2)."""
    for champion in champions:
        token = champion.cid not in state.owners
        leave_play(state, champion, "hand")
        log_event(state, "bounce", (champion.controller, champion.oid), (*rules, "2.3.5") if token else rules)
