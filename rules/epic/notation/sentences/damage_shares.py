"""Slots for numbers and shares of damage.

``3 to Kong and the rest to Ben``, ``two to each Zombie``.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.decks.names import fold
from rules.epic.notation.names import references
from rules.epic.notation.names.references import in_play
from rules.epic.notation.sentences.groups import GroupNames
from rules.epic.notation.sentences.vocabulary import NUMBERS
from rules.notation.patterns import Words

ALL: Final = -1


REST: Final = -2


LETHAL: Final = -3


class Share(NamedTuple):
    """A share of divided damage.

    Attributes:
        amount: points; ``ALL`` for all, ``REST`` for the remainder, ``LETHAL`` for as much as breaks the target.
        target: the name of the champion or player that is dealt the damage.
        each: whether every object of that name is dealt this amount.
    """

    amount: int
    target: str
    each: bool = False


class DamageShares(GroupNames):
    """Slots for the damage shares of one sentence."""

    @staticmethod
    def number(words: Words, start: int) -> Iterator[tuple[int, int]]:
        """Match a number, in digits or as a word."""
        word = words[start].casefold() if start < len(words) else ""
        if word.isdecimal() and len(word) <= 4:
            yield start + 1, int(word)
        elif word in NUMBERS and word not in {"a", "an", "no"}:
            yield start + 1, NUMBERS[word]

    def points(self, words: Words, start: int) -> Iterator[tuple[int, int]]:
        """Match a number of points: ``8``, ``8 damage``, ``all 8``."""
        start += start < len(words) and words[start].casefold() in {"all", "the"}
        start += start < len(words) and words[start].casefold() == "full"
        for end, number in self.number(words, start):
            yield end, number
            for noun in (("damage",), ("points",), ("points", "of", "damage"), ("dmg",)):
                if [word.casefold() for word in words[end : end + len(noun)]] == list(noun):
                    yield end + len(noun), number

    def shares(self, words: Words, start: int) -> Iterator[tuple[int, tuple[Share, ...]]]:
        """Match the shares of damage at a word.

        For example ``2 damage to each Demon Token and 1 to Ben``.
        """
        yield from self._alike_shares(words, start)
        for end, share in self._share(words, start):
            yield end, (share,)
            for after in self._conjunctions(words, end):
                yield from ((last, (share, *following)) for last, following in self.shares(words, after))

    def _alike_shares(self, words: Words, start: int) -> Iterator[tuple[int, tuple[Share, ...]]]:
        """Match equal shares.

        For example ``two each to Kong and Muse``, ``five to Kong and Muse each``.
        """
        for end, amount in self.number(words, start):
            lower = [word.casefold() for word in words[end : end + 3]]
            each_first = lower[:1] == ["each"]
            after = end + each_first + (lower[each_first : each_first + 1] in (["damage"], ["dmg"]))
            if after >= len(words) or words[after].casefold() not in {"to", "on", "at"}:
                continue
            for last, names in self.targets(words, after + 1):
                behind = words[last : last + 1] and words[last].casefold() == "each"
                if each_first or behind:
                    shares = tuple(Share(amount, name) for name in names.split(", "))
                    yield last + (1 if behind and not each_first else 0), shares

    def _share(self, words: Words, start: int) -> Iterator[tuple[int, Share]]:
        for end, amount in self._amounts(words, start):
            after = end
            for optional in ({"of"}, {"it", "them"}, {"damage", "dmg", "points", "point"}):
                after += after < len(words) and words[after].casefold() in optional
            if after < len(words) and (words[after].casefold() == "face" or amount == REST):
                yield from ((last, Share(amount, name)) for last, name in self.target(words, after))
            if start and after < len(words) and words[after].casefold() in {"tramples", "trample", "goes"}:
                after += 1
                after += after < len(words) and words[after].casefold() in {"over", "through"}
                if self.opponent is not None and words[after - 1].casefold() in {"over", "through"}:
                    yield after, Share(amount, self._player_label(self.opponent))
            if self._is_direct(words, start, after):
                yield from (
                    (last, Share(amount, name)) for last, name in self.target(words, after) if self._is_one(name)
                )
            if after >= len(words) or words[after].casefold() not in {"to", "on", "at", "into", "->"}:
                continue
            each = after + 1 < len(words) and words[after + 1].casefold() in {"each", "every"}
            slot = self.targets if amount == LETHAL else self.thing if each else self.target
            for last, name in slot(words, after + 1 + each):
                if not self._is_plural(words[last - 1], name):
                    yield last, Share(amount, name, each)

    @staticmethod
    def _is_direct(words: Words, start: int, after: int) -> bool:
        """Return True for an amount behind a colon, before a name.

        For example ``Lightning Storm: 4 Kong, 2 Ben``.
        """
        begins = start > 0 and words[start - 1].casefold() in {":", ",", "and", "&", "+"}
        return begins and ":" in words[:start] and after == start + 1 and words[start].isdecimal()

    def _is_one(self, name: str) -> bool:
        """Return True if a name is that of a player or of a single object in play.

        Such a name has no number.
        """
        return fold(name) in self._players or len(references.matches(self.state, name, in_play(self.state))) == 1

    def _amounts(self, words: Words, start: int) -> list[tuple[int, int]]:
        """Return the end index and value of each damage amount at a word.

        An amount is a number, all, lethal or rest.
        """
        word = words[start].casefold() if start < len(words) else ""
        rest = start + (word in {"the", "any", "all"})
        if word == "the" and rest < len(words) and words[rest].casefold() in {"other", "last", "remaining", "final"}:
            numbered = list(self.number(words, rest + 1))
            if numbered:
                return numbered
        if rest < len(words) and words[rest].casefold() in {"rest", "remainder", "remaining", "excess", "leftover"}:
            return [(rest + 1, REST)]
        if word in {"lethal", "enough"}:
            return [(start + 1, LETHAL)]
        if word in {"all", "everything"}:
            return [(start + 1, ALL), *self.number(words, start + 1)]
        return list(self.number(words, start))
