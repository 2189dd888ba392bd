"""Which effect of an event card with OR a record means: by number, by words of its text, or the only legal one."""

import re
from collections.abc import Sequence
from typing import Final

from rules.decks.names import contains, words
from rules.engine.decision import AmbiguousAnswerError
from rules.epic.effects import ChooseOne, OnPlay
from rules.epic.instructions.resolving import current
from rules.epic.state import EpicState
from rules.epic.text.rendering import render_branch, render_mode
from rules.epic.verbs.cards import play_faults

ENOUGH: Final = 0.5
"""Share of the written words that the effect has to have."""
MARGIN: Final = 0.25
"""By how much the share for the likeliest effect is above that of any other."""
EMPTY: Final = frozenset(
    {"a", "an", "and", "are", "be", "by", "for", "from", "in", "into", "is", "it", "of", "on", "or", "that", "the"}
    | {"this", "to", "up", "with", "your"}
)
ALIKE: Final = {
    "every": "all",
    "each": "all",
    "both": "all",
    "deal": "inflict",
    "do": "inflict",
    "destroy": "break",
    "kill": "break",
    "make": "create",
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "nine": "9",
    "ten": "10",
}
"""Other words for those of the rendered texts."""


def which_mode(state: EpicState, seat: int, cid: int, effect: str) -> int:
    """Return the mode of an event card that the words of its effect mean.

    Raises:
        AmbiguousAnswerError: the words fit several alike, or there are none and several are legal.
    """
    card = state.table.get(cid)
    if card is None:  # a player, who is no card: that is for the checker to say
        return 0
    if effect.isdecimal():
        return int(effect) - 1
    if len(card.modes) == 1 or not any(isinstance(ability, OnPlay) for ability in card.text):
        return 0
    texts = [render_mode(card.card, option) for option in range(len(card.modes))]
    fitting = _fitting(texts, effect) if effect else _legal(state, seat, cid, len(texts))
    if fitting is not None:
        return fitting
    modes = [f"mode {option + 1} ({text})" for option, text in enumerate(texts)]
    raise AmbiguousAnswerError(f"{card.name}: {effect}" if effect else card.name, modes)


def which_branch(state: EpicState, effect: str) -> int:
    """Return the effect that words mean where a text asks which of several to carry out.

    Raises:
        AmbiguousAnswerError: the words fit several alike, or none.
    """
    number = _NUMBER.match(effect)
    if number:
        return int(number[1]) - 1
    texts = _offered(state)
    fitting = _fitting(texts, effect) if len(texts) > 1 and effect else None
    if fitting is not None:
        return fitting
    modes = [f"mode {option + 1} ({text})" for option, text in enumerate(texts)]
    raise AmbiguousAnswerError(effect or "choose", modes)


def _offered(state: EpicState) -> list[str]:
    """Return the effects to choose from at the pending decision: of an ability, or of a card played for free."""
    node = current(state, state.frames[-1])
    if isinstance(node, ChooseOne):
        return [render_branch(node, option) for option in range(len(node.branches))]
    cards = [state.table[cid] for cid in state.pending.candidates] if state.pending is not None else []
    return [render_mode(card.card, option) for card in cards for option in range(len(card.modes))]


_NUMBER: Final = re.compile(r"^(?:mode|effect)?\s*(\d{1,2})$", re.IGNORECASE)


def _legal(state: EpicState, seat: int, cid: int, count: int) -> int | None:
    """Return the only legal mode; the first where none is, so that it can be said why."""
    legal = [option for option in range(count) if next(play_faults(state, seat, cid, option), None) is None]
    return 0 if not legal else legal[0] if len(legal) == 1 else None


def _fitting(texts: Sequence[str], effect: str) -> int | None:
    """Return the text that ``effect`` means: all of it, a part of it, or the one with clearly more of its words."""
    asked = words(effect)
    whole = [option for option, text in enumerate(texts) if words(text) == asked]
    parts = whole or [option for option, text in enumerate(texts) if contains(words(text), asked)]
    if len(parts) == 1:
        return parts[0]
    said = _stems(effect)
    shares = [len(said & _stems(text)) / max(len(said), 1) for text in texts]
    best, second = sorted(shares, reverse=True)[:2]
    return shares.index(best) if best >= ENOUGH and best - second >= MARGIN else None


def _stems(text: str) -> frozenset[str]:
    """Return the words of ``text`` that tell something, without endings."""
    bare = (word.removesuffix("s") if len(word) > 3 else word for word in words(text).split())
    return frozenset(ALIKE.get(word, word) for word in bare if word not in EMPTY)
