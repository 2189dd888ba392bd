"""Damage, health, and what breaks of it (1.5, 2.1.6, 5.9, 5.13, 5.16)."""

from rules.engine.ids import is_object, is_seat
from rules.epic.continuous import changed, has, view
from rules.epic.ending import check_health
from rules.epic.events import happened
from rules.epic.state import Champion, EpicState
from rules.epic.traits import Keyword
from rules.epic.triggers import RIGHTEOUS, note
from rules.epic.zones import leave, to_bottom

Packet = tuple[int, int, int]
"""Source, target and points of damage."""


def deal(state: EpicState, packets: list[Packet], rules: tuple[str, ...]) -> list[int]:
    """Deal all ``packets`` at the same time and return the targets that were dealt damage.

    Nothing breaks here: ``settle`` looks at the board once all damage is applied (4.4.11b, 4.4.13). A packet of 0
    or less deals no damage (I-84).
    """
    dealt: dict[int, int] = {}
    reached: list[int] = []
    for source, target, amount in packets:
        if amount > 0 and _apply(state, source, target, amount, rules):
            dealt[source] = dealt.get(source, 0) + amount
            if target not in reached:
                reached.append(target)
    for source, amount in dealt.items():
        champion = state.find(source) if is_object(source) else None
        if champion is not None and has(state, champion, Keyword.RIGHTEOUS):
            note(state, champion.controller, source, RIGHTEOUS, {"gain": amount})
    return reached


def _apply(state: EpicState, source: int, target: int, amount: int, rules: tuple[str, ...]) -> bool:
    if is_seat(target):
        team = state.teams[state.seats[target].team]
        team.health -= amount
        happened(state, "damage", (source, target, amount, team.health), (*rules, "1.5.3"))
        return True
    champion = state.find(target)
    if champion is None:
        return False
    champion.damage += amount
    champion.hurt += amount
    happened(state, "damage", (source, target, amount, champion.damage), rules)
    return True


def gain(state: EpicState, seat: int, amount: int, rules: tuple[str, ...]) -> None:
    """Give health to ``seat``; there is no maximum (1.5.2)."""
    team = state.teams[state.seats[seat].team]
    team.health += amount
    happened(state, "gain", (seat, amount, team.health), rules)


def lose(state: EpicState, seat: int, amount: int, rules: tuple[str, ...]) -> None:
    """Take health from ``seat`` that is lost or paid, not dealt as damage (I-21)."""
    team = state.teams[state.seats[seat].team]
    team.health -= amount
    happened(state, "lose-health", (seat, amount, team.health), rules)


def settle(state: EpicState) -> None:
    """Look at the board after something happened: who is eliminated, what has lethal damage (1.5.4, 5.16.3).

    All that is lethal now breaks together; then the board is looked at again (I-87). A defense at or below the damage,
    0 included, is lethal (I-86), but not while unbreakable (5.9.3, I-105).
    """
    check_health(state)
    while state.phase != "over":
        lethal = [champion for seat in state.seats for champion in seat.champions if _is_lethal(state, champion)]
        if not lethal:
            return
        # Without any damage, it is a defense of 0 or less that breaks a champion.
        hurt = all(champion.damage for champion in lethal)
        break_all(state, lethal, ("5.16.3", "2.1.6", "I-85", "I-87") if hurt else ("2.1.6", "I-86", "I-87"))


def _is_lethal(state: EpicState, champion: Champion) -> bool:
    now = view(state, champion)
    return champion.damage >= now.defense and Keyword.UNBREAKABLE not in now.keywords


def break_all(state: EpicState, champions: list[Champion], rules: tuple[str, ...]) -> None:
    """Break ``champions`` at the same time; unbreakable ones stay (5.9.2)."""
    breaking = []
    for champion in champions:
        if has(state, champion, Keyword.UNBREAKABLE):
            happened(state, "unbreakable", (champion.controller, champion.oid), ("5.9.1", "5.9.2"))
        else:
            breaking.append(champion)
    for champion in breaking:
        is_token = champion.cid not in state.owners
        leave(state, champion, "discard")
        if not is_token:
            state.broken.append(champion.cid)
        cited = (*rules, "5.16.1", "2.3.5") if is_token else (*rules, "5.16.1")
        happened(state, "break", (champion.controller, champion.oid), cited)
    if breaking:
        changed(state)


def banish_all(state: EpicState, champions: list[Champion], cards: list[int], rules: tuple[str, ...]) -> None:
    """Banish champions in play and cards in discard piles together: one group under each owner's deck (5.15.2)."""
    group: list[int] = []
    for champion in champions:
        if has(state, champion, Keyword.UNBANISHABLE):
            happened(state, "unbanishable", (champion.controller, champion.oid), ("5.11.1", "5.11.2"))
            continue
        leave(state, champion, "deck")
        token = champion.cid not in state.owners
        happened(state, "banish", (champion.controller, champion.oid), (*rules, "2.3.5") if token else rules)
        if not token:
            group.append(champion.cid)
    for cid in cards:
        owner = state.seats[state.owners[cid]]
        owner.discard.remove(cid)
        if cid in state.broken:
            state.broken.remove(cid)
        happened(state, "banish-card", (state.owners[cid], cid), rules)
        group.append(cid)
    if group:
        to_bottom(state, [group], ("5.15.1", "5.15.2", "I-98"))


def bounce_all(state: EpicState, champions: list[Champion], rules: tuple[str, ...]) -> None:
    """Return champions in play to their owners' hands (1.9.2)."""
    for champion in champions:
        token = champion.cid not in state.owners
        leave(state, champion, "hand")
        happened(state, "bounce", (champion.controller, champion.oid), (*rules, "2.3.5") if token else rules)
