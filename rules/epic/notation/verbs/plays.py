"""Parsing of plays: a card from hand, a power, an attack."""

import re
from collections.abc import Callable
from typing import Final

from rules.decks.names import fold
from rules.engine.decision import Action, AmbiguousActionError, InvalidActionError
from rules.engine.ids import is_object
from rules.epic.notation.combatants import find_attackers, find_player
from rules.epic.notation.modes import find_mode
from rules.epic.notation.names import references
from rules.epic.notation.names.cards import find_card, find_or_add, name_unknown
from rules.epic.notation.names.references import all_but_players, in_play, label, labels, own_in_play, side_in_play
from rules.epic.players.seats import attackable_seats
from rules.epic.state import EpicState
from rules.notation.phrasing import Form, Phrasing

_MODE: Final = re.compile(r"[,:]?\s*\(?(?:mode|effect)\s*(\d{1,2})\)?$", re.IGNORECASE)
_IN_BRACKETS: Final = re.compile(r"^([^()]+?)\s*\(([^()]+)\)$")
"""Matches ``play Rage (draw 2 cards)``."""
_POWER: Final = re.compile(r"[,:]?\s*\(?(?:power|ability)\s*(\d{1,2})\)?$", re.IGNORECASE)
NO_POWER: Final = 99
"""Index of a power that the card does not have; the action check reports the error."""
_ATTACK: Final = re.compile(r"^(.*?)\s*\bwith\b\s*", re.IGNORECASE)
_ON: Final = re.compile(r"\s+(?:on|against|at)\s+(\S.*)$", re.IGNORECASE)


def _play(state: EpicState, seat: int, rest: str) -> Action:
    if not rest:
        raise InvalidActionError("a name is missing: write `play Kong`")
    hand = state.seats[seat].hand
    number = _MODE.search(rest)
    if number:
        cid = state.card_of(find_card(state, hand, seat, rest[: number.start()], ()))
        return Action(seat, "play", (cid,), int(number[1]) - 1)
    name, colon, effect = rest.partition(":")
    bracketed = _IN_BRACKETS.match(rest)
    if bracketed and not colon:
        name, colon, effect = bracketed[1], ":", bracketed[2]
    # A card already in play is not in hand either: the legality check reports it.
    cid = state.card_of(find_card(state, hand, seat, name, ()))
    return Action(seat, "play", (cid,), find_mode(state, seat, cid, effect.strip() if colon else ""))


def _write_play(state: EpicState, action: Action) -> str:
    card = state.table[action.refs[0]]
    mode = f", mode {action.option + 1}" if len(card.modes) > 1 else ""
    return f"play {card.name}{mode}"


def _use(state: EpicState, seat: int, rest: str) -> Action:
    number = _POWER.search(rest)
    name = rest[: number.start()] if number else rest
    if not name:
        raise InvalidActionError("a name is missing: write `use Kong`")
    others = [*own_in_play(state, seat), *state.seats[seat].gods, *state.seats[seat].discard]
    able = [ref for ref in others if _powers(state, ref)]
    name = re.sub(r"(?:'s|(?<=s)') (?:power|ability)$", "", name)
    if not references.matches(state, name, others):
        _check_not_in_hand(state, seat, name)
        cid = name_unknown(state, state.seats[seat].discard, name, _has_grey_power(state))
        able = able if cid is None else [cid]
    source = find_or_add(state, seat, name, able, others, in_play, all_but_players)
    powers = _powers(state, source)
    which = int(number[1]) - 1 if number else 0
    if not number and len(powers) > 1:
        raise AmbiguousActionError(rest, [f"{name}, power {index + 1}" for index in range(len(powers))])
    # A number that the card does not have is reported by the legality check.
    return Action(seat, "use", (source,), powers[which] if 0 <= which < len(powers) else NO_POWER)


def _check_not_in_hand(state: EpicState, seat: int, name: str) -> None:
    """Raise if ``name`` is a card in hand, which is played rather than used.

    An unknown card counts as that card unless the card has a power that may be meant.
    """
    hand = state.seats[seat].hand
    matches = references.matches(state, name, hand)
    if not matches:
        cid = name_unknown(state, hand, name, lambda card: not _has_power(state, card))
        if cid is None:
            return
    raise InvalidActionError(f"{name} is in hand and has no power there: write `play {name}`")


def _has_power(state: EpicState, name: str) -> bool:
    return bool(state.cards.printed(state.cards.printing_label(name, state.choices)).powers)


def _has_grey_power(state: EpicState) -> Callable[[str], bool]:
    """Return a predicate: whether a card has a power in the discard pile.

    It takes the name of the card and applies to this game.
    """
    return lambda name: bool(state.cards.printed(state.cards.printing_label(name, state.choices)).grey_powers)


def _powers(state: EpicState, ref: int) -> tuple[int, ...]:
    card = state.printed_of(ref)
    return card.powers if card.is_god or is_object(ref) else card.grey_powers


def _write_use(state: EpicState, action: Action) -> str:
    source = action.refs[0]
    seat = state.seats[action.seat]
    name = label(state, source, [*own_in_play(state, action.seat), *seat.gods, *seat.discard])
    powers = _offered_powers(state, source)
    power = f", power {powers.index(action.option) + 1}" if len(powers) > 1 and action.option in powers else ""
    return f"use {name}{power}"


def _offered_powers(state: EpicState, source: int) -> tuple[int, ...]:
    """Return the indices of the powers that ``source`` offers in its zone."""
    card = state.printed_of(source)
    return card.powers if card.is_god or state.find(source) is not None else card.grey_powers


def _attack(state: EpicState, seat: int, rest: str) -> Action:
    match = _ATTACK.match(rest)
    names = rest[match.end() :] if match else rest
    attacked = match[1] if match else ""
    on = _ON.search(names)
    if on and not attacked and fold(on[1]) in [fold(name) for name in state.names]:
        attacked, names = on[1], names[: on.start()]
    if not names and not match and attacked == "" and len(attackable_seats(state, max(seat, 0))) == 1:
        raise InvalidActionError("who attacks is missing: write `attack with Kong`")
    whom = _attacked_player(state, seat, attacked)
    return Action(seat, "attack", find_attackers(state, seat, names, whom), whom)


def _attacked_player(state: EpicState, seat: int, name: str) -> int:
    """Return the attacked player.

    It is the one named, or the only one whom ``seat`` may attack.
    """
    if name:
        return find_player(state, seat, name)
    opponents = attackable_seats(state, max(seat, 0))
    if len(opponents) > 1:
        raise AmbiguousActionError("attack", [f"attack {state.names[other]} with ..." for other in opponents])
    return opponents[0] if opponents else max(seat, 0)


def _write_attack(state: EpicState, action: Action) -> str:
    whom = "" if attackable_seats(state, action.seat) == [action.option] else f" {state.names[action.option]}"
    return f"attack{whom} with {labels(state, action.refs, side_in_play(state, action.seat))}"


PLAY: Final = Phrasing(
    "play", "act", "plays a card from hand; `play Apocalypse, mode 2`, or the words of one effect behind a colon",
    ("play Kong",), _write_play, (Form(r"plays?", _play, "play", ("pl",), asked="act"),),
)  # fmt: skip
USE: Final = Phrasing(
    "use", "act", "uses a power; `use Kong, power 2` where a card has several", ("use Kong",), _write_use,
    (Form(r"uses?", _use, "use", ("x", "u")),),
)  # fmt: skip
ATTACK: Final = Phrasing(
    "attack", "act", "declares an attack; with several to choose from, `attack Ben with Kong`", ("attack with Kong",),
    _write_attack, (Form(r"attacks?", _attack, "attack with", ("a",)),),
)  # fmt: skip
