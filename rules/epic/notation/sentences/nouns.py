"""Slots of the patterns of sentences, from names and lists to numbers and texts."""

import re
from collections.abc import Iterator
from typing import Any, Final

from rules.epic.notation.modes import match_mode, offered_texts
from rules.epic.notation.sentences.card_names import STRENGTH
from rules.epic.notation.sentences.damage_shares import DamageShares
from rules.epic.notation.sentences.vocabulary import VERBS
from rules.epic.traits import Alignment, Keyword
from rules.notation.patterns import Slot, Words

_ORDINALS: Final = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3}


_ABILITIES: Final = frozenset({"tribute", "loyalty", "ally", "righteous", "trigger", "ability"})


_SLOTS: Final = {
    **{
        name: name
        for name in (
            "thing", "things", "whose", "player", "target", "targets", "number", "ordinal", "ability", "shares", "text",
            "effect", "everyone", "arrow", "it", "strength", "change", "place", "bracketed",
            "aside", "points", "air", "verbed", "keyword", "origin", "duration", "alignment", "progressive", "offered",
        )
    },
    "players": "players_turn",
    "group": "everything",
}  # fmt: skip
"""Slots of patterns, each with the method of ``Nouns`` that matches it."""


def _cached_slot(slot: Slot) -> Slot:
    """Cache the matches of a slot per word index.

    Many patterns use the same slot.
    """
    cache: dict[int, list[tuple[int, Any]]] = {}

    def at_word(words: Words, start: int) -> list[tuple[int, Any]]:
        if start not in cache:
            cache[start] = list(slot(words, start))
        return cache[start]

    return at_word


class Nouns(DamageShares):
    """Slots of the patterns for one sentence.

    A slot yields pairs of end index and value for its matches at word ``at``.

    Args:
        state: the game; not changed.
        seat: the acting player; ``None`` if not known yet.
        tokens: the sentence.
    """

    @property
    def slots(self) -> dict[str, Slot]:
        """Slots by name."""
        return {name: _cached_slot(getattr(self, method)) for name, method in _SLOTS.items()}

    @staticmethod
    def it(words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match a pronoun that stands for the previous target."""
        if start < len(words) and words[start].casefold() in {"it", "him", "them", "that", "her"}:
            yield start + 1, ""

    @staticmethod
    def arrow(words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match an arrow."""
        if start < len(words) and re.fullmatch(r"[-=]*>|→", words[start]):
            yield start + 1, ""

    @staticmethod
    def ordinal(words: Words, start: int) -> Iterator[tuple[int, int]]:
        """Match an ordinal: ``second``."""
        word = words[start].casefold() if start < len(words) else ""
        if word in _ORDINALS:
            yield start + 1, _ORDINALS[word]

    @staticmethod
    def ability(words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match the word for a triggered ability: ``tribute``.

        Empty for ``ability`` itself.
        """
        word = words[start].casefold() if start < len(words) else ""
        if word in _ABILITIES:
            yield start + 1, "" if word == "ability" else word

    @staticmethod
    def keyword(words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match a keyword of champions: ``unbreakable``."""
        word = words[start].casefold() if start < len(words) else ""
        if word in _KEYWORDS:
            yield start + 1, word

    @staticmethod
    def duration(words: Words, start: int) -> Iterator[tuple[int, bool]]:
        """Match how long control lasts: True for good, False until the end of the turn."""
        bracketed = words[start : start + 1] == ("(",)
        lower = tuple(word.casefold() for word in words[start + bracketed : start + bracketed + 6])
        for phrase, is_lasting in _DURATIONS.items():
            end = start + bracketed + len(phrase)
            if lower[: len(phrase)] == phrase and (not bracketed or words[end : end + 1] == (")",)):
                yield end + bracketed, is_lasting

    @staticmethod
    def progressive(words: Words, start: int) -> Iterator[tuple[int, bool]]:
        """Match ``am`` and ``is`` before a verb in ``-ing``: ``is attacking``."""
        verb = words[start + 1].casefold() if start + 1 < len(words) else ""
        auxiliary = words[start].casefold() if 0 < start < len(words) else ""
        if auxiliary in {"am", "is", "are", "was"} and verb.endswith("ing") and verb in _VERBS:
            yield start + 1, True

    @staticmethod
    def offered(words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match what an effect offers and a player does not take: ``tokens``, ``damage``."""
        word = words[start].casefold().removesuffix("s") if start < len(words) else ""
        if word in _OFFERED:
            yield start + 1, word

    @staticmethod
    def alignment(words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match an alignment: ``Evil``."""
        word = words[start].casefold() if start < len(words) else ""
        if word in _ALIGNMENTS:
            yield start + 1, word

    @staticmethod
    def air(words: Words, start: int) -> Iterator[tuple[int, bool]]:
        """Match the word ``air``."""
        if start < len(words) and words[start].casefold() == "air":
            yield start + 1, True

    def text(self, words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match every text at a word; the caller checks that all its words fit."""
        for end in range(len(words), start, -1):
            yield end, self.tokens.slice(start, end)

    def effect(self, words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match the text of an effect that can be chosen at the pending decision."""
        pending = self.state.pending
        texts = offered_texts(self.state) if pending is not None and pending.kind == "mode" else ()
        for end, text in self.text(words, start) if texts else ():
            if match_mode(texts, text) is not None:
                yield end, text

    @staticmethod
    def strength(words: Words, start: int) -> Iterator[tuple[int, tuple[int, int]]]:
        """Match an offense and defense: ``13/14``."""
        match = STRENGTH.match(words[start]) if start < len(words) else None
        if match:
            yield start + 1, (int(match[1]), int(match[2]))

    def place(self, words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match a destination: ``back to his hand``, ``into play``.

        ``hand:1`` for ``Ben's hand``.
        """
        owners = [self._possessor(word) for word in words[start : start + 5]]
        lower = [
            "his" if owner is not None else word.casefold() for owner, word in zip(owners, words[start:], strict=False)
        ]
        for phrase, place in _PLACES.items():
            if lower[: len(phrase)] == list(phrase):
                owner = next((seat for seat in owners[: len(phrase)] if seat is not None), None)
                yield start + len(phrase), place if owner is None else f"{place}:{owner}"

    @staticmethod
    def change(words: Words, start: int) -> Iterator[tuple[int, int | tuple[int, int]]]:
        """Match a change of strength: ``+4``, ``-10``, ``minus ten``.

        For ``+4/+4`` and ``(+4/+4)`` both numbers.
        """
        bracketed = words[start : start + 1] == ("(",) and words[start + 2 : start + 3] == (")",)
        word = words[start + bracketed].casefold() if start < len(words) else ""
        match = re.fullmatch(r"([+-]\d{1,2})(?:/([+-]\d{1,2}))?", word)
        if match:
            end = start + 3 if bracketed else start + 1
            yield end, int(match[1]) if match[2] is None else (int(match[1]), int(match[2]))
        elif word in {"plus", "minus"}:
            yield from ((end, n if word == "plus" else -n) for end, n in Nouns.number(words, start + 1))


_KEYWORDS: Final = frozenset(Keyword)
_OFFERED: Final = frozenset({"token", "champion", "target", "damage", "card", "demon", "zombie", "human", "wolf"})
_VERBS: Final = VERBS["attack"] | VERBS["play"] | VERBS["use"] | VERBS["block"] | VERBS["keep"] | VERBS["discard"]
_ALIGNMENTS: Final = frozenset(each.casefold() for each in Alignment)
_DURATIONS: Final = {
    **dict.fromkeys((("for", "good"), ("permanently",), ("permanent",), ("forever",), ("for", "keeps"),
                     ("for", "ever"), ("with", "no", "time", "limit")), True),
    **{(*until, *turn): False for until in (("until",), ("till",), ("to",))
       for turn in (("end", "of", "turn"), ("the", "end", "of", "turn"), ("the", "end", "of", "the", "turn"),
                    ("end", "of", "the", "turn"))},
    **dict.fromkeys((("for", "the", "turn"), ("for", "this", "turn"), ("for", "a", "turn"), ("for", "one", "turn"),
                     ("temporarily",), ("this", "turn")), False),
}  # fmt: skip
_PLACES: Final = {
    (*back, preposition, *whose, noun): noun
    for back in ((), ("back",))
    for preposition in ("to", "into", "in")
    for whose in ((), ("the",), ("his",), ("her",), ("their",), ("its", "owner's"), ("the", "owner's"), ("owner's",))
    for noun in ("hand", "play")
}
