"""Words of a record to an answer: with a verb (``rules.epic.notation.verbs``), or without where one is asked for.

An answer is read for what it says, legal or not: a card that is not where it would have to be is still the card that
was named, so that the checker can say why the play is illegal. Only what names nothing at all cannot be read.
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
from rules.epic.notation.verbs.alone import asked_of
from rules.epic.notation.verbs.chance import drawn
from rules.epic.notation.words import spelled_out, wanted, with_verb
from rules.epic.state import PREPARED, EpicState
from rules.epic.state.copying import share_state


def read(state: EpicState, seat: int, words: str) -> ParsedAction[EpicState]:
    """Return the answer that ``words`` mean at the pending decision of ``state``, and what they tell of its cards.

    Args:
        state: the game; it stays as it is.
        seat: who acts, ``CHANCE`` for the shuffle.
        words: what stands after the actor's name.

    Raises:
        InvalidActionError: not understood; says what would be. AmbiguousActionError: lists what it could mean.
    """
    known = share_state(state)
    return ParsedAction(_answer(known, seat, " ".join(words.split())), known)


def _answer(state: EpicState, seat: int, words: str) -> Action:
    """Return what ``words`` mean; unknown cards that they name get their names in ``state``."""
    if seat == CHANCE:
        said = drawn(state, words)
        if said is not None:
            return said
        raise InvalidActionError(
            f"{words!r} is not understood as what chance brought; write `chance: {state.names[0]} draws Kong`",
            unparsed=words,
        )
    text = spelled_out(words)
    return WORDINGS.understood(state, seat, text, lambda: _bare(state, seat, text), partial(wanted, state))


def _bare(state: EpicState, seat: int, text: str) -> str:
    """Return names without a verb with the one that they mean, empty where there is none.

    Raises:
        AmbiguousActionError: the name is that of a card in hand and of a champion in play.
    """
    if asked_of(state, seat) == "act":
        attack = _attack_of_several(state, seat, text)
        if attack:
            return attack
        _check_play_or_attack(state, seat, text)
    return with_verb(state, seat, text) or _played(state, seat, text)


def _check_play_or_attack(state: EpicState, seat: int, text: str) -> None:
    """Raise if a name without a verb may mean a champion in play that can act, rather than a card in hand."""
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


def _played(state: EpicState, seat: int, text: str) -> str:
    """Return the name of a card, said by a player who is asked nothing, as a play of it; empty where it is none."""
    return f"play {text}" if asked_of(state, seat) == "" and is_card_name(state.cards, text) else ""


def _attack_of_several(state: EpicState, seat: int, text: str) -> str:
    """Return names without a verb as an attack, where a play is asked for and they are several champions in play."""
    if asked_of(state, seat) != "act":
        return ""
    own = side_in_play(state, seat)
    names = split_names(state.cards, text, lambda name: bool(references.matches(state, name, own)))
    several_champions = 1 < len(names) <= len(own) and all(references.matches(state, name, own) for name in names)
    return f"attack with {text}" if several_champions else ""
