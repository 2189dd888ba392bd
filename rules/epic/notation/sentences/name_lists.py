"""Slots for lists of names: ``2 Wolf Tokens and Kong``, ``both Zombies``."""

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

    def things(self, words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match a list of cards or champions, as a canonical list: ``2 Wolf Token, Kong``."""
        yield from self._list(words, start, self.thing)

    def targets(self, words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match a list of targets: players, champions, cards in discard piles."""
        yield from self._list(words, start, self.target)

    def target(self, words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match one target: a player, a champion, a card in a discard pile."""
        for end, seat in (*self._seats(words, start), *self._faces(words, start)):
            lower = [word.casefold() for word in words[end : end + 5]]
            for phrase in _WITH_CHAMPIONS:
                if lower[: len(phrase)] == list(phrase):
                    yield end + len(phrase), self._player_label(seat)
            yield end, self._player_label(seat)
        yield from self.thing(words, start)

    def _list(self, words: Words, start: int, item_slot: Slot) -> Iterator[tuple[int, str]]:
        if start < len(words) and words[start].casefold() in {"only", "just"}:
            start += 1
        yield from self._items(words, start, item_slot, (), both=False)
        if start < len(words) and words[start].casefold() == "both":
            yield from self._items(words, start + 1, item_slot, (), both=True)

    def _items(
        self, words: Words, start: int, item_slot: Slot, names: tuple[str, ...], *, both: bool
    ) -> Iterator[tuple[int, str]]:
        for end, name in self._counted(words, start, item_slot):
            if names and item_slot == self.target and self._is_next_subject(words, end, name):
                continue
            group = (*names, self._owned_alike(names[-1], name) if names else name)
            closed = end < len(words) and words[end].casefold() in {"both", "alone", "only"}
            for after in self._conjunctions(words, end):
                yield from self._items(words, after, item_slot, group, both=both)
            if not both or len(group) == 2:
                yield end, ", ".join(group)
                if closed and (len(group) == 2 if words[end].casefold() == "both" else True):
                    yield end + 1, ", ".join(group)

    def _owned_alike(self, previous: str, name: str) -> str:
        """Return an ambiguous name with the owner of the previous name in the list.

        The previous name states the owner.
        """
        owners = {owner for owner, *_ in references.readings(self.state, previous) if owner is not None}
        seats = {each.seat for each in references.matches(self.state, name, in_play(self.state))}
        owner = owners.pop() if len(owners) == 1 else None
        return f"{self._owner(owner)}{name}" if owner in seats and len(seats) > 1 else name

    def _is_next_subject(self, words: Words, end: int, name: str) -> bool:
        """Return True if a player after a comma starts the next clause.

        For example ``Kong, Ben draws``.
        """
        return fold(name) in self._players and end < len(words) and words[end].casefold() in VERB_WORDS | {"goes", "is"}

    @staticmethod
    def _is_plural(word: str, name: str) -> bool:
        """Return True if ``name`` was written in the plural, as in ``both Wolf Tokens``."""
        numbered = any(mark.isdigit() for mark in name)
        return not numbered and word.casefold().endswith("s") and not name.casefold().endswith("s")

    def _conjunctions(self, words: Words, start: int) -> Iterator[int]:
        """Yield the indices at which the next name of a list may begin."""
        word = words[start].casefold() if start < len(words) else ""
        if word in {"and", "&", "+", "plus"}:
            yield start + 1
        if word == ",":
            following = words[start + 1].casefold() if start + 1 < len(words) else ""
            yield start + 2 if following in {"and", "&", "+"} else start + 1

    def _counted(self, words: Words, start: int, item_slot: Slot) -> Iterator[tuple[int, str]]:
        """Match one name with a number.

        ``3 Wolf Tokens``, ``Wolf Token x3`` or ``both Wolf Tokens``.
        """
        yield from self._roles(words, start, item_slot)
        yield from self._owned_and_counted(words, start)
        if start < len(words) and words[start].casefold() == "both":
            for end, name in item_slot(words, start + 1):
                if self._is_plural(words[end - 1], name):
                    yield end, f"2 {name}"
            return
        for end, name in item_slot(words, start):
            count = re.fullmatch(r"[x×](\d{1,2})", words[end], re.IGNORECASE) if end < len(words) else None  # noqa: RUF001 - the multiplication sign
            if count and int(count[1]):
                yield end + 1, f"{int(count[1])} {name}"
            elif self._is_plural(words[end - 1], name):
                group = self._group(name, item_slot)
                if "," in group:
                    yield end, group
            else:
                yield end, name
        yield from self._all_of(words, start, item_slot)
        yield from self._counted_first(words, start)

    def _owned_and_counted(self, words: Words, index: int) -> Iterator[tuple[int, str]]:
        """Match ``her two Humans`` and ``Ben's three Zombies``."""
        start, owner = self._determiner(words, index)
        if start == index and index < len(words) and (seat := self._possessor(words[index])) is not None:
            start, owner = index + 1, self._owner(seat)
        if start > index and (many := self._number_word(words, start) or 0) > 1:
            yield from ((end, f"{many} {owner}{name}") for end, name in self._thing(words, start + 1))

    def _counted_first(self, words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match ``3 Wolf Tokens`` and ``two of the Zombies``."""
        count = re.fullmatch(r"(\d{1,2})[x×]?", words[start], re.IGNORECASE) if start < len(words) else None  # noqa: RUF001 - as above
        many = int(count[1]) if count else self._number_word(words, start)
        if not many:
            return
        after = start + 1
        if after < len(words) and words[after].casefold() == "of":
            after += 1
        yield from ((end, f"{many} {name}" if many > 1 else name) for end, name in self.thing(words, after))

    def _group(self, name: str, item_slot: Slot) -> str:
        """Return all champions in play of this name, as a list.

        Of the acting player in an attack or block. Returns an empty string if there are none, or if several players
        have some and no owner is stated.
        """
        matches = references.matches(self.state, name, in_play(self.state))
        if item_slot != self.target and self.seat is not None:
            own_champions = set(side_in_play(self.state, self.seat))
            matches = [each for each in matches if each.ref in own_champions] or matches
            ready = [each for each in matches if self._is_prepared(each.ref)]
            matches = ready if len(ready) > 1 else matches
        if len({each.seat for each in matches}) != 1:
            return ""
        return references.labels(self.state, [each.ref for each in matches], in_play(self.state))

    def _is_prepared(self, ref: int) -> bool:
        champion = self.state.find(ref)
        return champion is not None and champion.stance == PREPARED

    def _all_of(self, words: Words, start: int, item_slot: Slot) -> Iterator[tuple[int, str]]:
        """Match ``all three Zombies`` and ``each Wolf Token`` as a list of them."""
        if start >= len(words) or words[start].casefold() not in {"all", "each", "every"}:
            return
        after = start + 1
        after += after < len(words) and words[after].casefold() == "of"
        if after == start + 2 and words[after : after + 1] and words[after].casefold() == "them":
            yield from self._last_named(words, after)
            return
        after += after < len(words) and words[after].casefold() in DETERMINERS | {"my"}
        many = self._number_word(words, after) or (
            int(words[after]) if words[after : after + 1] and words[after].isdecimal() else None
        )
        for end, name in self.thing(words, after + (many is not None)):
            group = self._group(name, item_slot)
            if group and many in (None, group.count(", ") + 1):
                yield end, group
            elif not group and many and start:
                # There may be so many after an earlier part of the sentence has been applied.
                yield end, f"{many} {name}"

    def _tokens(self, *, own: bool) -> list[int]:
        """Return the tokens in play.

        With ``own``, those of the acting player that are prepared.
        """
        return [
            champion.oid
            for seat, each in enumerate(self.state.seats)
            for champion in each.champions
            if self.state.table[champion.cid].is_token
            and (not own or (seat == self.seat and champion.stance == PREPARED))
        ]

    def _roles(self, words: Words, start: int, item_slot: Slot) -> Iterator[tuple[int, str]]:
        """Match ``both attackers`` and ``the blockers`` as a list of them."""
        role_word = words[start].casefold() if start < len(words) else ""
        after = start + (role_word in {"both", "all", "the", "his", "her", "their"})
        after += role_word in {"both", "all"} and after < len(words) and words[after].casefold() in {"the", "of"}
        word = words[after].casefold() if after < len(words) else ""
        objects = self._in_role(word) if word.endswith("s") else []
        if role_word == "both" and word == "tokens":
            objects = self._tokens(own=item_slot != self.target)
        if len(objects) > 1 and (role_word != "both" or len(objects) == 2):
            yield after + 1, references.labels(self.state, objects, in_play(self.state))

    def aside(self, words: Words, index: int) -> Iterator[tuple[int, str]]:
        """Match targets in parentheses: ``(tribute: Noble Unicorn)``."""
        if words[index : index + 1] != ("(",):
            return
        start = index + 1
        start += words[start : start + 1] != () and words[start].casefold() in {"tribute", "target"}
        start += words[start : start + 1] != () and words[start].casefold() in {":", "on"}
        if start > index + 1:
            yield from ((end + 1, names) for end, names in self.targets(words, start) if words[end : end + 1] == (")",))

    def bracketed(self, words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match a list of cards in parentheses."""
        if words[start : start + 1] == ("(",):
            yield from (
                (end + 1, names) for end, names in self.things(words, start + 1) if words[end : end + 1] == (")",)
            )


_WITH_CHAMPIONS: Final = tuple(
    ("and", "all", *of, whose, "champions") for of in ((), ("of",)) for whose in ("his", "her", "their")
)
"""Phrases for the champions that an effect targeting a player affects as well."""
