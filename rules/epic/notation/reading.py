"""Parsing of the words of a line into an action, with a verb or without.

Parsing does not check legality: a card in the wrong zone is still the card that was named, so the legality check can
say why the play is illegal. Parsing fails only if a name matches nothing at all.
"""

from functools import partial

from rules.engine.decision import Action, AmbiguousActionError, InvalidActionError
from rules.engine.game import ParsedAction
from rules.engine.ids import CHANCE
from rules.epic.notation.names import references
from rules.epic.notation.names.cards import is_card_name
from rules.epic.notation.names.references import (
    side_in_play,
    split_names,
)
from rules.epic.notation.verbs import WORDINGS
from rules.epic.notation.verbs.alone import pending_kind
from rules.epic.notation.verbs.chance import parse_draw
from rules.epic.notation.words import spelled_out, wanted, with_verb
from rules.epic.state import PREPARED, EpicState
from rules.epic.state.copying import share_state


def read(state: EpicState, seat: int, words: str) -> ParsedAction[EpicState]:
    """Parse ``words`` as an action at the pending decision of ``state``.

    Args:
        state: the game; not changed.
        seat: the acting player, or ``CHANCE``.
        words: the text after the actor's name.

    Returns:
        The action, and a copy of the state with the names that the words give to unknown cards.

    Raises:
        InvalidActionError: not understood; the message says what would be understood.
        AmbiguousActionError: several actions fit; the message lists them.
    """
    copy = share_state(state)
    return ParsedAction(_parse(copy, seat, " ".join(words.split())), copy)


def _parse(state: EpicState, seat: int, words: str) -> Action:
    """Parse ``words``; unknown cards that they name get their names in ``state``."""
    if seat == CHANCE:
        parsed = parse_draw(state, words)
        if parsed is not None:
            return parsed
        raise InvalidActionError(
            f"{words!r} is not understood as what chance brought; write `chance: {state.names[0]} draws Kong`",
            unparsed=words,
        )
    text = spelled_out(words)
    return WORDINGS.understood(state, seat, text, lambda: _add_implied_verb(state, seat, text), partial(wanted, state))


def _add_implied_verb(state: EpicState, seat: int, text: str) -> str:
    """Add the implied verb to names without a verb.

    Return an empty string if none fits.

    Raises:
        AmbiguousActionError: the name is that of a card in hand and of a champion in play.
    """
    if pending_kind(state, seat) == "act":
        attack = _as_attack(state, seat, text)
        if attack:
            return attack
        _check_play_or_attack(state, seat, text)
    return with_verb(state, seat, text) or _as_play(state, seat, text)


def _check_play_or_attack(state: EpicState, seat: int, text: str) -> None:
    """Raise if a name without a verb may also mean a champion in play that can act."""
    ready = [oid for oid in side_in_play(state, seat) if references.matches(state, text, [oid])]
    if not ready:
        return
    readings = [f"attack with {text}"] if any(_may_attack(state, oid) for oid in ready) else []
    readings += [f"use {text}"] if any(state.printed_of(oid).powers for oid in ready) else []
    held = references.matches(state, text, state.seats[seat].hand)
    if readings or not held:
        raise AmbiguousActionError(text, [f"play {text}", *(readings or [f"attack with {text}"])])


def _may_attack(state: EpicState, oid: int) -> bool:
    champion = state.find(oid)
    return champion is not None and champion.stance == PREPARED and not champion.deploying


def _as_play(state: EpicState, seat: int, text: str) -> str:
    """Return a card name as a play of a player without a pending decision.

    Otherwise an empty string.
    """
    return f"play {text}" if pending_kind(state, seat) == "" and is_card_name(state.cards, text) else ""


def _as_attack(state: EpicState, seat: int, text: str) -> str:
    """Return names of several champions in play as an attack, if a play is expected."""
    if pending_kind(state, seat) != "act":
        return ""
    own_champions = side_in_play(state, seat)
    names = split_names(state.cards, text, lambda name: bool(references.matches(state, name, own_champions)))
    several_champions = 1 < len(names) <= len(own_champions) and all(
        references.matches(state, name, own_champions) for name in names
    )
    return f"attack with {text}" if several_champions else ""
