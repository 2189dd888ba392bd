"""Slots for lists of names: ``2 Wolf Tokens and Kong``, ``both Zombies``, ``Ben and all his champions``."""

import re
from collections.abc import Iterator
from typing import Final

from rules.decks.names import fold
from rules.epic.notation.names import references
from rules.epic.notation.names.references import in_play, side_in_play
from rules.epic.notation.sentences.card_names import CardNames
from rules.epic.notation.sentences.grammar_words import VERB_WORDS
from rules.epic.notation.sentences.vocabulary import DETERMINERS
from rules.epic.state import PREPARED
from rules.notation.patterns import Slot, Words


class NameLists(CardNames):
    """Slots for the lists of names of one sentence."""

    def things(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Match a list of cards or champions, as a canonical list: ``2 Wolf Token, Kong``."""
        yield from self._list(words, at, self.thing)

    def targets(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Match a list of targets: players, champions, cards in discard piles."""
        yield from self._list(words, at, self.target)

    def target(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Match one target: a player, a champion, a card in a discard pile."""
        for end, seat in (*self._seats(words, at), *self._faces(words, at)):
            lower = [word.casefold() for word in words[end : end + 5]]
            for phrase in _WITH_CHAMPIONS:
                if lower[: len(phrase)] == list(phrase):
                    yield end + len(phrase), self._player_label(seat)
            yield end, self._player_label(seat)
        yield from self.thing(words, at)

    def _list(self, words: Words, at: int, one: Slot) -> Iterator[tuple[int, str]]:
        if at < len(words) and words[at].casefold() in {"only", "just"}:
            at += 1
        yield from self._items(words, at, one, (), both=False)
        if at < len(words) and words[at].casefold() == "both":
            yield from self._items(words, at + 1, one, (), both=True)

    def _items(
        self, words: Words, at: int, one: Slot, names: tuple[str, ...], *, both: bool
    ) -> Iterator[tuple[int, str]]:
        for end, name in self._counted(words, at, one):
            if names and one == self.target and self._is_next_subject(words, end, name):
                continue
            group = (*names, self._owned_alike(names[-1], name) if names else name)
            closed = end < len(words) and words[end].casefold() in {"both", "alone", "only"}
            for after in self._conjunctions(words, end):
                yield from self._items(words, after, one, group, both=both)
            if not both or len(group) == 2:
                yield end, ", ".join(group)
                if closed and (len(group) == 2 if words[end].casefold() == "both" else True):
                    yield end + 1, ", ".join(group)

    def _owned_alike(self, previous: str, name: str) -> str:
        """Return an ambiguous name with the owner that the previous name in the list states."""
        owners = {owner for owner, *_ in references.readings(self.state, previous) if owner is not None}
        there = {each.seat for each in references.matches(self.state, name, in_play(self.state))}
        owner = owners.pop() if len(owners) == 1 else None
        return f"{self._owner(owner)}{name}" if owner in there and len(there) > 1 else name

    def _is_next_subject(self, words: Words, end: int, name: str) -> bool:
        """Return True if a player after a comma starts the next clause: ``Kong, Ben draws``."""
        return fold(name) in self._players and end < len(words) and words[end].casefold() in VERB_WORDS | {"goes", "is"}

    @staticmethod
    def _is_plural(word: str, name: str) -> bool:
        """Return True if ``name`` was written in the plural, as in ``both Wolf Tokens``."""
        numbered = any(mark.isdigit() for mark in name)
        return not numbered and word.casefold().endswith("s") and not name.casefold().endswith("s")

    def _conjunctions(self, words: Words, at: int) -> Iterator[int]:
        """Yield the indices at which the next name of a list may begin."""
        here = words[at].casefold() if at < len(words) else ""
        if here in {"and", "&", "+", "plus"}:
            yield at + 1
        if here == ",":
            following = words[at + 1].casefold() if at + 1 < len(words) else ""
            yield at + 2 if following in {"and", "&", "+"} else at + 1

    def _counted(self, words: Words, at: int, one: Slot) -> Iterator[tuple[int, str]]:
        """Match one name with a number: ``3 Wolf Tokens``, ``Wolf Token x3``, ``both Wolf Tokens``."""
        yield from self._roles(words, at)
        yield from self._owned_and_counted(words, at)
        if at < len(words) and words[at].casefold() == "both":
            for end, name in one(words, at + 1):
                if self._is_plural(words[end - 1], name):
                    yield end, f"2 {name}"
            return
        for end, name in one(words, at):
            count = re.fullmatch(r"[x×](\d{1,2})", words[end], re.IGNORECASE) if end < len(words) else None  # noqa: RUF001 - the multiplication sign
            if count and int(count[1]):
                yield end + 1, f"{int(count[1])} {name}"
            elif self._is_plural(words[end - 1], name):
                group = self._group(name, one)
                if "," in group:
                    yield end, group
            else:
                yield end, name
        yield from self._all_of(words, at, one)
        yield from self._counted_first(words, at)

    def _owned_and_counted(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Match ``her two Humans`` and ``Ben's three Zombies``."""
        start, owner = self._determiner(words, at)
        if start == at and at < len(words) and (seat := self._possessor(words[at])) is not None:
            start, owner = at + 1, self._owner(seat)
        if start > at and (many := self._number_word(words, start) or 0) > 1:
            yield from ((end, f"{many} {owner}{name}") for end, name in self._thing(words, start + 1))

    def _counted_first(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Match ``3 Wolf Tokens`` and ``two of the Zombies``."""
        count = re.fullmatch(r"(\d{1,2})[x×]?", words[at], re.IGNORECASE) if at < len(words) else None  # noqa: RUF001 - as above
        many = int(count[1]) if count else self._number_word(words, at)
        if not many:
            return
        after = at + 1
        if after < len(words) and words[after].casefold() == "of":
            after += 1
        yield from ((end, f"{many} {name}" if many > 1 else name) for end, name in self.thing(words, after))

    def _group(self, name: str, one: Slot) -> str:
        """Return all champions in play of this name, as a list; of the acting player in an attack or block.

        Returns an empty string if there are none, or if several players have some and no owner is stated.
        """
        there = references.matches(self.state, name, in_play(self.state))
        if one != self.target and self.seat is not None:
            own = set(side_in_play(self.state, self.seat))
            there = [each for each in there if each.ref in own] or there
            ready = [each for each in there if self._is_prepared(each.ref)]
            there = ready if len(ready) > 1 else there
        if len({each.seat for each in there}) != 1:
            return ""
        return references.labels(self.state, [each.ref for each in there], in_play(self.state))

    def _is_prepared(self, ref: int) -> bool:
        champion = self.state.find(ref)
        return champion is not None and champion.stance == PREPARED

    def _all_of(self, words: Words, at: int, one: Slot) -> Iterator[tuple[int, str]]:
        """Match ``all three Zombies`` and ``each Wolf Token`` as a list of them."""
        if at >= len(words) or words[at].casefold() not in {"all", "each", "every"}:
            return
        after = at + 1
        after += after < len(words) and words[after].casefold() == "of"
        after += after < len(words) and words[after].casefold() in DETERMINERS | {"my"}
        many = self._number_word(words, after) or (
            int(words[after]) if words[after : after + 1] and words[after].isdecimal() else None
        )
        for end, name in self.thing(words, after + (many is not None)):
            group = self._group(name, one)
            if group and many in (None, group.count(", ") + 1):
                yield end, group
            elif not group and many and at:
                # There may be so many after an earlier part of the sentence has been applied.
                yield end, f"{many} {name}"

    def _roles(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Match ``both attackers`` and ``the blockers`` as a list of them."""
        here = words[at].casefold() if at < len(words) else ""
        after = at + (here in {"both", "all", "the", "his", "her", "their"})
        after += here in {"both", "all"} and after < len(words) and words[after].casefold() in {"the", "of"}
        word = words[after].casefold() if after < len(words) else ""
        objects = self._in_role(word) if word.endswith("s") else []
        if len(objects) > 1 and (here != "both" or len(objects) == 2):
            yield after + 1, references.labels(self.state, objects, in_play(self.state))

    def aside(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Match targets in parentheses: ``(tribute: Noble Unicorn)``."""
        if words[at : at + 1] != ("(",):
            return
        start = at + 1
        start += words[start : start + 1] != () and words[start].casefold() in {"tribute", "target"}
        start += words[start : start + 1] != () and words[start].casefold() in {":", "on"}
        if start > at + 1:
            yield from ((end + 1, names) for end, names in self.targets(words, start) if words[end : end + 1] == (")",))

    def bracketed(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Match a list of cards in parentheses."""
        if words[at : at + 1] == ("(",):
            yield from ((end + 1, names) for end, names in self.things(words, at + 1) if words[end : end + 1] == (")",))


_WITH_CHAMPIONS: Final = tuple(
    ("and", "all", *of, whose, "champions") for of in ((), ("of",)) for whose in ("his", "her", "their")
)
"""Phrases for the champions that an effect targeting a player affects as well."""
