"""Selection of a mode of an event card.

By number, by quoted text, or the only legal one.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules.decks.names import words
from rules.engine.decision import AmbiguousActionError, InvalidActionError
from rules.epic.actions.play import play_violations
from rules.epic.effects import ChooseOne, OnPlay
from rules.epic.instructions.resolution import current_instruction
from rules.epic.state import EpicState
from rules.epic.text.rendering import render_branch, render_mode

EMPTY: Final = frozenset(
    {"a", "an", "and", "are", "be", "by", "for", "from", "in", "into", "is", "it", "of", "on", "that", "the"}
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
    "drawing": "draw",
    "breaking": "break",
    "inflicting": "inflict",
    "dealing": "inflict",
    "banishing": "banish",
    "creating": "create",
    "giving": "give",
    "gaining": "gain",
    "everything": "all",
    "seven": "7",
    "eight": "8",
    "twelve": "12",
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "nine": "9",
    "ten": "10",
}
"""Synonyms of words in the rendered texts."""


_SOURCES: Final = frozenset({"from", "into", "without"})
"""Prepositions of origin and destination."""
_LEFT_OUT: Final = frozenset({"all", "target"})
"""Words of a card text that players omit when they quote a part of it."""
_VERBS: Final = frozenset(
    {"draw", "inflict", "break", "banish", "create", "give", "gain", "put", "return", "recycle", "take", "choose"}
    | {"expend", "prepare", "recall", "reveal", "discard", "play", "transform", "leave", "lose", "turn", "into"}
)
"""Verbs of effects; a quoted part without one is too short to identify the mode."""


def find_mode(state: EpicState, seat: int, cid: int, effect: str) -> int:
    """Return the index of the mode that ``effect`` names.

    Raises:
        AmbiguousActionError: the words fit several modes, or are missing and several modes are legal.
        InvalidActionError: the words match no mode of this card.
    """
    card = state.table.get(cid)
    if card is None:  # A player was named instead of a card: the legality check reports it.
        return 0
    texts = mode_texts(state, cid)
    if effect.isdecimal() and len(texts) > 1:
        return int(effect) - 1
    if not effect:
        fitting = _only_legal_mode(state, seat, cid, len(texts)) if len(texts) > 1 else 0
    else:
        fitting = match_mode(texts, effect)
    if fitting is not None:
        return fitting
    lines = [f"play {card.name}: {text}" for text in texts]
    if effect and not any(_contains_words(text, effect) for text in texts):
        hint = f"its text is: {'; or: '.join(texts)}" if texts else "it is played without naming an effect"
        raise InvalidActionError(f"{effect[:60]!r} is no effect of {card.name}; {hint}", unparsed=effect)
    raise AmbiguousActionError(f"{card.name}: {effect}" if effect else card.name, lines)


def mode_texts(state: EpicState, cid: int) -> list[str]:
    """Return the text of each mode of an event card; empty for other cards."""
    card = state.table[cid]
    if not any(isinstance(ability, OnPlay) for ability in card.text):
        return []
    return [render_mode(card.card, option) for option in range(len(card.modes))]


def find_effect(state: EpicState, effect: str) -> int:
    """Return the index of the effect that ``effect`` names.

    The decision is between effects.

    Raises:
        AmbiguousActionError: the words fit several effects equally well, or none.
    """
    number = _NUMBER.match(effect)
    if number:
        return int(number[1]) - 1
    texts = offered_texts(state)
    fitting = match_mode(texts, effect) if len(texts) > 1 and effect else None
    if fitting is not None:
        return fitting
    if effect and not any(_contains_words(text, effect) for text in texts):
        options = "; or: ".join(texts)
        raise InvalidActionError(f"{effect[:60]!r} is none of the effects to choose from: {options}", unparsed=effect)
    raise AmbiguousActionError(effect or "choose", [f"choose {text}" for text in texts])


def offered_texts(state: EpicState) -> list[str]:
    """Return the texts of the effects offered at the pending decision."""
    node = current_instruction(state, state.frames[-1])
    if isinstance(node, ChooseOne):
        return [render_branch(node, option) for option in range(len(node.branches))]
    cards = [state.table[cid] for cid in state.pending.candidates] if state.pending is not None else []
    return [render_mode(card.card, option) for card in cards for option in range(len(card.modes))]


_NUMBER: Final = re.compile(r"^(?:mode|effect)?\s*(\d{1,2})$", re.IGNORECASE)


def _only_legal_mode(state: EpicState, seat: int, cid: int, count: int) -> int | None:
    """Return the only legal mode, or the first if none is legal.

    ``None`` if several are legal.
    """
    legal = [option for option in range(count) if next(play_violations(state, seat, cid, option), None) is None]
    return 0 if not legal else legal[0] if len(legal) == 1 else None


def match_mode(texts: Sequence[str], effect: str) -> int | None:
    """Return the index of the only text with every word of ``effect``, or ``None``.

    >>> texts = ["draw 2 cards", "break all champions"]
    >>> match_mode(texts, "draws two"), match_mode(texts, "breaks every champion"), match_mode(texts, "break Kong")
    (0, 1, None)
    """
    words = Counter(_significant_words(effect))
    fitting = [option for option, text in enumerate(texts) if _contains_words(text, effect)]
    if len(texts) == 1 and Counter(_significant_words(texts[0])) != words:
        return None  # Part of the only text adds nothing to the play, and may mean something else.
    complete = [option for option in fitting if not Counter(_significant_words(texts[option])) - words]
    best = complete or fitting
    return best[0] if len(best) == 1 else None


def _contains_words(text: str, effect: str) -> bool:
    """Return True if ``text`` contains every word of ``effect`` at least as often.

    ``effect`` must not be empty.

    >>> text = "banish all 0-cost champions; draw 1 card"
    >>> _contains_words(text, "banish all 0-cost champions"), _contains_words(text, "banish one 0-cost champion")
    (True, False)
    >>> _contains_words(text, "all card")
    False
    """
    effect_words = _significant_words(effect)
    clauses = [_significant_words(clause) for clause in text.split(";")]
    if not _SOURCES.intersection(effect.casefold().split()) <= _SOURCES.intersection(words(text).split()):
        return False
    turns_into = "into" in effect.casefold().split()
    if not _VERBS.intersection(effect_words) - (set() if turns_into else {"turn"}):
        # Parts of a text without its verb must match word for word.
        telling = len(effect_words) > 1 and any(word.isdecimal() or word == "turn" for word in effect_words)
        return telling and _consists_of(clauses, effect_words, in_order=True)
    return _consists_of(clauses, effect_words)


def _consists_of(clauses: Sequence[Sequence[str]], words: Sequence[str], *, in_order: bool = False) -> bool:
    """Return True if ``words`` consists of words of consecutive clauses.

    The clauses may be in any order.

    Args:
        clauses: the words of each clause of a text.
        words: the words to match.
        in_order: whether words of one clause must be adjacent.
    """
    if not words:
        return True
    for index, clause in enumerate(clauses):
        others = [*clauses[:index], *clauses[index + 1 :]]
        for end in range(len(words), 0, -1):
            part = words[:end]
            if in_order:
                is_match = any(_matches_at(clause, position, part) for position in range(len(clause)))
            else:
                is_match = not Counter(part) - Counter(clause)
            if is_match and _consists_of(others, words[end:], in_order=in_order):
                return True
    return False


def _matches_at(clause: Sequence[str], index: int, words: Sequence[str]) -> bool:
    """Return True if ``clause`` contains ``words`` at index ``index``.

    Optional words may be skipped.
    """
    for word in words:
        while index < len(clause) and clause[index] != word and clause[index] in _LEFT_OUT:
            index += 1
        if index >= len(clause) or clause[index] != word:
            return False
        index += 1
    return True


def _significant_words(text: str) -> list[str]:
    """Return the significant words of ``text``, stemmed and with synonyms replaced."""
    text_without_free = re.sub(r"\bfree(?= champions?\b| cards?\b| tokens?\b)", "0 cost", words(text))
    stems = (word.removesuffix("s") if len(word) > 3 else word for word in text_without_free.split())
    return [ALIKE.get(word, word) for word in stems if word not in EMPTY]
