"""Slots for groups: everything, all tokens, Ben's whole team, all but Kong."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rules.epic.notation.sentences.everything import Everything
from rules.epic.notation.sentences.name_lists import NameLists
from rules.notation.patterns import Words

_SIDE: Final = frozenset({"side", "team", "board", "army", "squad", "crew"})
"""Words for all champions of a player after a genitive or pronoun: ``Ben's board``, not ``on the board``."""


_READY: Final = frozenset({"ready", "untapped", "prepared", "unexpended"})


_WHOLE: Final = frozenset({"whole", "entire", "full"})


class GroupNames(NameLists):
    """Slots for the groups of one sentence."""

    def everyone(self, words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match ``all`` champions of the acting player.

        Also ``all but Kong``, ``everything except the Muse``.
        """
        lower = [word.casefold() for word in words[start : start + 4]]
        for phrase in _EVERYONE:
            if lower[: len(phrase)] == list(phrase):
                if "them" in phrase and any(self._champions_of_last_play()):
                    continue  # These are the champions that the sentence named before.
                end = start + len(phrase)
                yield end, ""
                for gap in _EXCEPT:
                    if [word.casefold() for word in words[end : end + len(gap)]] == list(gap):
                        yield from self.things(words, end + len(gap))

    def everything(self, words: Words, start: int) -> Iterator[tuple[int, Everything]]:
        """Match a group.

        ``everything``, ``all Ben's tokens``, ``each opponent`` or ``his whole board``.
        """
        for end, refs in self._everything(words, start):
            yield end, refs
            for gap in _EXCEPT:
                if [word.casefold() for word in words[end : end + len(gap)]] == list(gap):
                    tokens = end + len(gap) + (words[end + len(gap) : end + len(gap) + 1] == ("the",))
                    if words[tokens : tokens + 1] and words[tokens].casefold() == "tokens" and refs.kind == "champions":
                        yield tokens + 1, replace(refs, kind="non-tokens")
                    for last, but in self.things(words, end + len(gap)):
                        yield last, replace(refs, but=but)

    def _everything(self, words: Words, index: int) -> Iterator[tuple[int, Everything]]:
        first_word = words[index].casefold() if index < len(words) else ""
        if first_word in {"everything", "everyone", "everybody"}:
            yield index + 1, Everything(with_players=first_word != "everything")
            return
        every = first_word in {"all", "every", "each", "both"}
        start = index + every
        start += every and start < len(words) and words[start].casefold() == "of"
        word = words[start].casefold() if start < len(words) else ""
        seats, owner_words = self._whose_side(words, start)
        start += owner_words
        many = self._number_word(words, start) or 0
        start += many > 0
        is_everything = start < len(words) and words[start].casefold() in {*_WHOLE, "other", "opposing", "enemy"}
        if is_everything and words[start].casefold() in {"opposing", "enemy"}:
            seats = tuple(self.opponents)
        start += is_everything and words[start].casefold() != "other"
        for each in self._sides(seats, word):
            yield from self._side(
                words, start, each, word, every=every, owner_words=owner_words > 0, many=many, both=first_word == "both"
            )

    def _sides(self, seats: tuple[int, ...], word: str) -> Iterator[tuple[int, ...]]:
        """Yield the players whose objects may be meant.

        For an ambiguous pronoun each of them.
        """
        if word in {"his", "her", "their"}:
            yield from ((seat,) for seat in range(len(self.state.seats)))
        else:
            yield seats

    def _side(
        self, words: Words, start: int, seats: tuple[int, ...], word: str, *, every: bool, owner_words: bool, many: int,
        both: bool,
    ) -> Iterator[tuple[int, Everything]]:  # fmt: skip
        """Match the noun after ``all``, an owner or a number as a group."""
        ready = start < len(words) and words[start].casefold() in _READY
        start += ready
        noun = words[start].casefold() if start < len(words) else ""
        if owner_words and noun in _SIDE - {"board", "side"} | (set() if word == "the" else _SIDE):
            yield start + 1, Everything(seats=seats, number=many)
        if noun in _KIND_WORDS and (every or owner_words):
            many = 2 if both else many
            kind = "ready" if ready and _KIND_WORDS[noun] == "champions" else _KIND_WORDS[noun]
            behind = words[start + 1].casefold() if start + 1 < len(words) else ""
            has_noun = behind in {"champion", "champions", "guys", "creatures"}
            if has_noun and (kind == "non-tokens" or kind.endswith(" champions")):
                yield start + 2, Everything(kind=kind.removesuffix(" champions"), seats=seats, number=many)
            if (kind == "ready" or not ready) and not kind.endswith(" champions"):
                yield start + 1, Everything(kind=kind, seats=seats, number=many)
        if every and noun in {"opponent", "opponents", "opp"}:
            yield start + 1, Everything(kind="players", seats=tuple(self.opponents), number=many)
        if every and noun in {"player", "players"}:
            yield start + 1, Everything(kind="players", number=many)

    def _whose_side(self, words: Words, start: int) -> tuple[tuple[int, ...], int]:
        """Return the owners named by a genitive or pronoun and its length.

        No seats for all players.
        """
        word = words[start].casefold() if start < len(words) else ""
        seat = self._possessor(words[start]) if word else None
        if seat is not None:
            return (seat,), 1
        if word in {"opponent's", "opponents'", "your"}:
            return tuple(self.opponents), 1
        if word == "my" and self.seat is not None:
            return (self.seat,), 1
        return (), int(word in {"the", "his", "her", "their"})


_KIND_WORDS: Final = {
    **dict.fromkeys(("champions", "champion", "creatures", "creature", "guys"), "champions"),
    **dict.fromkeys(("tokens", "token"), "tokens"),
    **dict.fromkeys(("ones", "1-costs"), "1-cost"),
    **dict.fromkeys(("zeros", "0-costs"), "0-cost"),
    **dict.fromkeys(("free", "0-cost", "zero-cost"), "0-cost champions"),
    **dict.fromkeys(("1-cost", "one-cost"), "1-cost champions"),
    **dict.fromkeys(("non-tokens", "nontokens", "non-token", "nontoken"), "non-tokens"),
    **dict.fromkeys(("attackers", "attacker"), "attackers"),
    **dict.fromkeys(("blockers", "blocker"), "blockers"),
}


_EVERYONE: Final[Sequence[tuple[str, ...]]] = (
    *((every, who, has) for every in ("everything", "all", "everyone") for who in ("he", "she", "they")
      for has in ("has", "have", "had", "got")),
    ("all",), ("everything",), ("everyone",), ("everybody",), ("them", "all"), ("all", "of", "them"),
    *((*each, noun) for each in (("all",), ("all", "the"), ("all", "his"), ("all", "her"), ("all", "their"),
      ("all", "my"), ("every",), ("all", "of", "his"), ("all", "of", "her"), ("all", "of", "their"))
      for noun in ("champions", "champion", "creatures", "attackers", "blockers")),
)  # fmt: skip


_EXCEPT: Final[Sequence[tuple[str, ...]]] = (("but",), ("except",), ("except", "for"), ("other", "than"))
