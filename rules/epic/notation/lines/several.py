"""Lines with several answers in sequence.

Cards drawn or revealed, trigger order and targets.

>>> parts(CHANCE, "Ben draws Kong, 2 Lash")
['Ben draws Kong', 'Ben draws Lash', 'Ben draws Lash']
>>> parts(CHANCE, "Ben reveals Rybas, Canopy Sniper, Lash")
['Ben reveals Rybas, Canopy Sniper', 'Ben reveals Lash']
>>> parts(0, "resolve Kong: tribute, Pyromancer: ally")
['resolve Kong: tribute', 'resolve Pyromancer: ally']
"""

import re
from collections.abc import Sequence
from typing import Final

from rules.decks.abbreviations import expand
from rules.engine.game import LapsedPart
from rules.engine.ids import CHANCE
from rules.epic.board.triggers import trigger_reference
from rules.epic.cards.game_cards import PUBLISHED, GameCards
from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.effects import DamageEach
from rules.epic.instructions.resolution import current_instruction
from rules.epic.notation.lines.stated_results import is_over, parse_result, split_result
from rules.epic.notation.names import triggers
from rules.epic.notation.names.references import everything, matches, split_names
from rules.epic.notation.words import spelled_out
from rules.epic.players.seats import side_members
from rules.epic.state import EpicState, Trigger

_DRAWS: Final = re.compile(r"^(.+?\s+(?:draws?|reveals?):?)\s+(.+)$", re.IGNORECASE)
_SHORT_DRAW: Final = re.compile(r"^(\S+)\s+(.+)$")
_ATTRIBUTES: Final = re.compile(r"^\S+?'s? |\s*#\d+|\s+(?:gone|in discard pile|in hand).*$")
"""Words allowed next to a card name: owner, number, zone."""
_SEVERAL: Final = re.compile(r",|\d ")
"""Matches a separator of several answers in one line; most lines have only one and need not be split."""
_TARGETS: Final = re.compile(r"^targets?\s+(.+)$", re.IGNORECASE)
_AIM: Final = re.compile(r"\s+(?:on|at|against|targeting)\s.+$", re.IGNORECASE)
_RESOLVES: Final = re.compile(r"^(resolves?)\s+(.+)$", re.IGNORECASE)


def parts(seat: int, words: str, cards: GameCards = PUBLISHED) -> list[str]:
    """Split the words of a line into one text per action.

    A single action is returned unchanged.
    """
    stated = split_result(words)
    if len(stated) > 1:
        return stated
    if _SEVERAL.search(words) is None:
        return [words]
    match = (_DRAWS.match(words) or _SHORT_DRAW.match(words)) if seat == CHANCE else _RESOLVES.match(spelled_out(words))
    if match is None or not ("," in match[2] or re.match(r"\d+ ", match[2])):
        return [words]
    names = split_names(cards, match[2], lambda _: False) if seat == CHANCE else _split_triggers(cards, match[2])
    return [f"{match[1]} {name}" for name in names] if len(names) > 1 else [words]


def names_triggers(state: EpicState, seat: int, parts: Sequence[str]) -> bool:
    """Return False if a later part of a list names nothing in the game.

    The list has triggers or draws, whose parts name a card or champion. The first part is judged by itself: a trigger
    that is not there makes the play illegal.
    """
    if seat == CHANCE:
        return all(_names_draw(state, part) for part in parts[1:])
    resolutions = [_RESOLVES.match(spelled_out(part)) for part in parts[1:]]
    return all(
        match is None or bool(matches(state, _AIM.sub("", match[2].partition(":")[0]), everything(state)))
        for match in resolutions
    )


def _names_draw(state: EpicState, part: str) -> bool:
    """Return True if a draw names a card, in full or shortened, or an unknown one."""
    drawn = _DRAWS.match(part) or _SHORT_DRAW.match(part)
    name = drawn[2] if drawn is not None else part
    return (
        name.strip() == UNKNOWN_NAME
        or state.cards.catalogue.find(name) is not None
        or bool(expand(name, state.cards.catalogue.names))
    )


def _split_triggers(cards: GameCards, text: str) -> list[str]:
    """Split a list of triggers whose names may contain commas.

    For example ``Elara, the Lycomancer: tribute``.
    """
    pieces = [piece.strip() for piece in text.split(",")]
    parts: list[str] = []
    while pieces:
        joined = ", ".join(pieces[:2])
        card = _ATTRIBUTES.sub("", joined.partition(":")[0])
        count = 2 if "," in card and cards.catalogue.find(card) is not None else 1
        parts.append(", ".join(pieces[:count]))
        del pieces[:count]
    return [trigger for trigger in parts if trigger]


def targets(state: EpicState, seat: int, words: str) -> list[str]:
    """Split the words into one text per target (I-136).

    ``seat`` must choose targets one by one.
    """
    match = _TARGETS.match(spelled_out(words)) if _count_remaining_targets(state, seat) > 1 else None
    names = split_names(state.cards, match[1], lambda _: False) if match is not None else []
    return [f"target {name}" for name in names] if 1 < len(names) <= _count_remaining_targets(state, seat) else []


def _count_remaining_targets(state: EpicState, seat: int) -> int:
    """Return how many targets ``seat`` still has to choose for such an instruction."""
    decision, frame = state.pending, state.frames[-1] if state.frames else None
    if decision is None or frame is None or (decision.kind, decision.seat) != ("target", seat):
        return 0
    return len(remaining_amounts(state))


def remaining_amounts(state: EpicState) -> tuple[int, ...]:
    """Return the damage for each target still to be chosen.

    Empty unless an instruction deals several amounts.
    """
    frame = state.frames[-1] if state.frames else None
    # If the game ended within an effect, its frame remains without a decision.
    if frame is None or frame.kind != "effects" or state.pending is None:
        return ()
    instruction = current_instruction(state, frame)
    if not isinstance(instruction, DamageEach):
        return ()
    return instruction.amounts[len(frame.data.get("picks", ())) :]


def awaits(state: EpicState, seat: int, words: str) -> bool:
    """Return True if the draw, trigger or target in the words is pending.

    It is the decision of ``seat``. The result of a battle is accepted as soon as the battle is over.
    """
    if parse_result(words) is not None:
        return is_over(state)
    decision = state.pending
    if decision is None or decision.seat != seat:
        return False
    if seat == CHANCE:
        return decision.kind == "draw"
    if decision.kind == "target":
        return bool(_count_remaining_targets(state, seat)) and _TARGETS.match(spelled_out(words)) is not None
    return decision.kind == "order" and _RESOLVES.match(spelled_out(words)) is not None


def find_lapsed(state: EpicState, parts: Sequence[tuple[int, str]], *, at_end: bool) -> LapsedPart | None:
    """Return the first part that can no longer apply, or ``None``.

    While something resolves, a trigger may still be added, unless the record ends. Draws may follow at any time before
    the end, and the result of a battle is compared when the battle is over.

    Args:
        state: the game.
        parts: the seat and the words of each part that has not applied yet.
        at_end: whether the record has no further lines.
    """
    resolving = state.pending is not None and state.pending.kind != "act"
    if resolving and not at_end:
        return None
    waiting = [*state.batch, *state.noted]
    for index, (seat, words) in enumerate(parts):
        if seat == CHANCE:
            if at_end:
                return LapsedPart(index, f"“{words}” has not happened by the end of the record")
        elif parse_result(words) is None:
            trigger = next((each for each in waiting if _names_trigger(state, seat, words, each)), None)
            if trigger is None:
                return LapsedPart(
                    index, f"“{words}” cannot be carried out: no pending trigger of {state.names[seat]} matches it"
                )
            waiting.remove(trigger)
    return None


def _names_trigger(state: EpicState, seat: int, words: str, trigger: Trigger) -> bool:
    """Return True if a part of a line names a waiting trigger of this side."""
    named = _RESOLVES.match(spelled_out(words))
    if named is None or trigger.controller not in side_members(state, seat):
        return False
    name, _, ability = named[2].partition(":")
    ref = trigger_reference(trigger)
    called = bool(matches(state, _AIM.sub("", name), [ref, trigger.source]))
    return called and (not ability or triggers.fits(state, ref, trigger.ability, ability))
