"""What sentences speak of: cards and champions, lists of them, players, numbers; the slots of the patterns."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final, NamedTuple

from rules.decks.abbreviations import meant
from rules.decks.names import fold, words
from rules.engine.ids import is_object
from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.notation.modes import mode_called, offered_texts
from rules.epic.notation.names import references
from rules.epic.notation.names.references import in_play, side_in_play
from rules.epic.notation.sentences.everything import Everything
from rules.epic.notation.sentences.tokens import Tokens
from rules.epic.notation.sentences.vocabulary import DETERMINERS, FILLERS, NUMBERS, VERBS
from rules.epic.players.seats import allied
from rules.epic.state import EXPENDED, PREPARED, Champion, EpicState
from rules.notation.english import possessive
from rules.notation.patterns import Slot, Words
from rules.notation.verb_forms import verb_forms

LONGEST_NAME: Final = 7
"""Words of the longest name of a card, with its owner."""
_GRAMMAR_WORDS: Final = (
    frozenset(
        [
            "with",
            "on",
            "onto",
            "at",
            "against",
            "to",
            "into",
            "in",
            "over",
            "for",
            "by",
            "of",
            "from",
            "and",
            "but",
            "or",
            "not",
            "no",
            "all",
            "both",
            "each",
            "every",
            "everything",
            "everyone",
            "it",
            "them",
            "him",
            "her",
            "he",
            "she",
            "they",
            "me",
            "i",
            "his",
            "its",
            "their",
            "the",
            "a",
            "an",
            "back",
            "hand",
            "face",
            "off",
            "up",
            "down",
            "out",
            "through",
            "as",
            "without",
            "using",
            "except",
            "target",
            "targets",
            "mode",
            "power",
            "ability",
            "effect",
            "loyalty",
            "tribute",
            "ally",
            "trigger",
            "turn",
            "end",
            "phase",
            "step",
            "health",
            "damage",
            "gold",
            "free",
            "block",
            "blocks",
            "blocker",
            "blockers",
            "attack",
            "attacks",
            "attacker",
            "attackers",
            "response",
            "responses",
            "then",
            "that",
            "which",
            "is",
            "are",
            "was",
            "were",
            "be",
            "gets",
            "got",
            "does",
            "did",
            "do",
            "has",
            "have",
            "x",
            "player",
            "opponent",
            "board",
            "table",
            "discard",
            "pile",
            "graveyard",
            "deck",
            "card",
            "cards",
            "champion",
            "champions",
            "token",
            "tokens",
            "while",
            "after",
            "before",
            "during",
            "when",
            "until",
            "instead",
            "unless",
            "only",
            "just",
            "this",
            "these",
            "those",
        ]
    )
    | FILLERS
    | set(NUMBERS)
)
"""Words of sentences that are no shortened names of cards, though some card's name begins so."""
_VERB_WORDS: Final = frozenset(word for forms in VERBS.values() for form in forms for word in form.split())
_STRENGTH: Final = re.compile(r"^(\d{1,3})/(\d{1,3})$")
_CONJUNCTIONS: Final = frozenset({"and", "&", "+", "plus"})
_PILE: Final = frozenset({"discard", "graveyard", "yard"})
_ORDINALS: Final = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3}
_ABILITIES: Final = frozenset({"tribute", "loyalty", "ally", "righteous", "trigger", "ability"})
_FACE: Final = frozenset({"face", "dome", "head"})
_SIDE: Final = frozenset({"side", "team", "board", "army", "squad", "crew"})
"""Words for all champions of a player, behind a genitive or a pronoun: ``Ben's board``, but not ``on the board``."""
_READY: Final = frozenset({"ready", "untapped", "prepared", "unexpended"})
_WHOLE: Final = frozenset({"whole", "entire", "full"})
_PRONOUNS_SELF: Final = frozenset({"me", "myself", "himself", "herself", "themselves", "themself"})
_PRONOUNS_OTHER: Final = frozenset({"him", "her", "them", "opponent", "opp", "you"})


_SLOTS: Final = {
    **{
        name: name
        for name in (
            "thing", "things", "whose", "player", "target", "targets", "number", "ordinal", "ability", "shares", "text",
            "effect", "everyone", "arrow", "it", "strength", "change", "place", "bracketed", "points", "air", "verbed",
        )
    },
    "players": "players_turn",
    "group": "everything",
}  # fmt: skip
"""The slots of patterns, each with the method of ``Nouns`` that reads it."""


def _remembered(slot: Slot) -> Slot:
    """Return a slot that looks at each word of the sentence once, as many patterns ask for the same."""
    found: dict[int, list[tuple[int, Any]]] = {}

    def at_word(words: Words, at: int) -> list[tuple[int, Any]]:
        if at not in found:
            found[at] = list(slot(words, at))
        return found[at]

    return at_word


class Strength(NamedTuple):
    """Offense and defense that a sentence says a champion has: ``Kong (13/14)``."""

    name: str
    offense: int
    defense: int


ALL: Final = -1
REST: Final = -2
LETHAL: Final = -3


class Share(NamedTuple):
    """A part of some damage.

    Attributes:
        amount: ``ALL`` for all of it, ``REST`` for what the others leave, ``LETHAL`` for as much as breaks the target.
        target: who gets it. each: whether everything of that name gets as much.
    """

    amount: int
    target: str
    each: bool = False


class Nouns:
    """The nouns of one sentence, said of one game by one player.

    Args:
        state: the game; it stays as it is.
        seat: who is speaking; ``None`` where that is not known yet.
        tokens: the sentence.
    """

    def __init__(self, state: EpicState, seat: int | None, tokens: Tokens) -> None:
        self.state = state
        self.seat = seat
        self.tokens = tokens
        self.strengths: list[Strength] = []
        # Ways to go on that have been looked at, so that a long sentence ends in time.
        self.steps = 0
        self._things: dict[int, list[tuple[int, str]]] = {}

    @property
    def slots(self) -> dict[str, Slot]:
        """The slots by name."""
        return {name: _remembered(getattr(self, method)) for name, method in _SLOTS.items()}

    # Single names.

    def thing(self, words: Words, at: int) -> list[tuple[int, str]]:
        """Return the cards or champions that may be named from word ``at`` on, the longest name first."""
        if at not in self._things:
            found = [*self._thing(words, at), *self._role(words, at), *self._last_named(words, at)]
            self._things[at] = list(dict.fromkeys([*found, *self._with_adjective(words, at)]))
        return self._things[at]

    def _thing(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        start, owner = self._determiner(words, at)
        most = min(len(words), start + LONGEST_NAME)
        for end in range(most, start, -1):
            if any(mark in "();:>." for mark in words[start:end]) or "," in (words[start], words[end - 1]):
                continue
            name = self.tokens.slice(start, end)
            if _CONJUNCTIONS.intersection(words[start:end]) and self.state.cards.catalogue.find(name) is None:
                continue
            if not self._is_genitive(words[end - 1], name) and (called := self.called(name)):
                after, zone = self._zone(words, end)
                yield self._with_strength(words, after, f"{owner}{called}{zone}")
                if after != end:
                    yield end, f"{owner}{called}"
                break  # a shorter part of a name is no name
        # A name may begin with an article itself: The Risen.
        if start != at and not owner:
            whole = [(end, self.tokens.slice(at, end)) for end in range(most, at + 1, -1)]
            yield from ((end, name) for end, name in whole if self.state.cards.catalogue.find(name))

    def _is_genitive(self, last: str, name: str) -> bool:
        """Return True for ``Muse's``, unless a card is called so."""
        if not last.endswith(("'s", "s'")):
            return False
        found = self.state.cards.catalogue.find(name)
        return found is None or words(found.card.name) != words(name)

    def _determiner(self, words: Words, at: int) -> tuple[int, str]:
        """Return where a name begins behind its determiner, and the owner that the determiner says."""
        here = words[at].casefold() if at < len(words) else ""
        following = words[at + 1].casefold() if at + 1 < len(words) else ""
        if here in {"her", "his", "their", "my"} and following == "own":
            return at + 2, self._owner(self.seat)
        if here == "my":
            return at + 1, self._owner(self.seat)
        if following == "own" and (seat := self._possessor(words[at])) is not None:
            return at + 2, self._owner(seat)
        if here in {"opponent's", "opponents'"}:
            return at + 1, self._owner(self.opponent)
        if here in {"the", "his", "her", "their", "my"} and following in {"opponent's", "opponents'"}:
            return at + 2, self._owner(self.opponent)
        return (at + 1, "") if here in DETERMINERS else (at, "")

    def _owner(self, seat: int | None) -> str:
        return f"{possessive(self.state.names[seat])} " if seat is not None and seat >= 0 else ""

    def _zone(self, words: Words, at: int) -> tuple[int, str]:
        """Return the end and the name of the zone that stands behind a name: ``from Ben's discard pile``."""
        if at >= len(words) or words[at].casefold() not in {"in", "from", "out"}:
            return at, ""
        owner, end = "", at + 1
        if words[at].casefold() == "out":
            if end >= len(words) or words[end].casefold() != "of":
                return at, ""
            end += 1
        if end < len(words) and words[end].casefold() in {"the", "his", "her", "their", "my"}:
            end += 1
        elif end < len(words) and (seat := self._possessor(words[end])) is not None:
            owner, end = f" {self._owner(seat)}".rstrip(), end + 1
        if end < len(words) and words[end].casefold() in _PILE:
            end += 2 if end + 1 < len(words) and words[end + 1].casefold() == "pile" else 1
            return end, f" in{owner} discard pile"
        return at, ""

    def _possessor(self, word: str) -> int | None:
        folded = word.casefold()
        return next(
            (seat for seat, name in enumerate(self.state.names)
             if folded in {f"{name}'s".casefold(), possessive(name).casefold()}),
            None,
        )  # fmt: skip

    def _with_strength(self, words: Words, at: int, name: str) -> tuple[int, str]:
        """Return where a name ends with the strength in brackets behind it, which is noted to be checked."""
        bracketed = words[at : at + 1] == ("(",) and words[at + 2 : at + 3] == (")",)
        if bracketed and fold(words[at + 1]) in self._players:
            seat = [fold(each) for each in self.state.names].index(fold(words[at + 1]))
            return at + 3, f"{self._owner(seat)}{name}"
        found = _STRENGTH.match(words[at + 1]) if bracketed else None
        if found is None:
            return at, name
        strength = Strength(name, int(found[1]), int(found[2]))
        if strength not in self.strengths:
            self.strengths.append(strength)
        return at + 3, name

    def called(self, text: str) -> str:
        """Return ``text`` as a name of a card or a champion, in the singular; empty if it is none."""
        for here in (True, False):
            for name in (text, *_singulars(text)):
                if self.is_name(name, here=here):
                    return name
        return ""

    def is_name(self, text: str, *, here: bool = False) -> bool:
        """Return True if ``text``, without a determiner, can name a card or a champion, with its owner and number.

        Args:
            text: the name.
            here: whether a shortened name has to be that of a card of this game.
        """
        read = references.readings(self.state, text)
        return any(self._is_bare_name(bare, here=here) for _, bare, _, _ in read if bare)

    def _is_bare_name(self, bare: str, *, here: bool) -> bool:
        folded = words(bare)
        if bare.strip() == UNKNOWN_NAME or (folded and self.state.cards.catalogue.find(bare) is not None):
            return True
        if not self._may_be_short(bare, folded):
            return False
        if meant(folded, self._here):
            return True
        return not here and len(folded) > 3 and bool(meant(folded, self.state.cards.catalogue.names))

    def _may_be_short(self, bare: str, folded: str) -> bool:
        """Return True if a text may be a shortened name: none of its words is one of the grammar."""
        if any(part in _GRAMMAR_WORDS or part in _VERB_WORDS for part in folded.split()) or fold(bare) in self._players:
            return False
        return len(folded) > 2 or (len(folded) > 1 and bare.isupper())

    @property
    def known_names(self) -> tuple[str, ...]:
        """The names of the cards of this game, and of all tokens."""
        return self._here

    @cached_property
    def _here(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(card.name for card in self.state.table.values() if card.name != UNKNOWN_NAME))

    @cached_property
    def _players(self) -> frozenset[str]:
        return frozenset(fold(name) for name in self.state.names)

    def verbed(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield the event card whose name is used as a verb: ``Lashes``, ``casts out``, ``Fumbled``."""
        for end in range(min(len(words), at + LONGEST_NAME), at, -1):
            name = self._verb_names.get(" ".join(words[at:end]).casefold())
            if name is not None:
                yield end, name

    @cached_property
    def _verb_names(self) -> dict[str, str]:
        """The names of the event cards of this game by the forms that they have as verbs."""
        found: dict[str, str] = {}
        for card in self.state.table.values():
            if not card.is_event:
                continue
            first, *rest = card.name.casefold().split(" ")
            *before, last = [first, *rest]
            forms = {" ".join([form, *rest]) for form in verb_forms(first)["any"]}
            forms |= {" ".join([*before, form]) for form in verb_forms(last)["any"]}
            found.update(dict.fromkeys(forms - {card.name.casefold()}, card.name))
        return found

    def whose(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield the card that a genitive names: ``Noble Unicorn's``."""
        start, owner = self._determiner(words, at)
        for end in range(min(len(words), start + LONGEST_NAME), start, -1):
            last = words[end - 1].casefold()
            if not last.endswith(("'s", "s'")) or any(mark in "();:>," for mark in words[start : end - 1]):
                continue
            name = self.tokens.slice(start, end)
            name = name[:-2] if last.endswith("'s") else name[:-1]
            if self.is_name(name):
                yield end, f"{owner}{name}"

    # Lists.

    def things(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield the lists of cards or champions that begin at a word, as canonical lists: ``2 Wolf Token, Kong``."""
        yield from self._list(words, at, self.thing)

    def targets(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield the lists of targets that begin at a word: players, champions, cards in discard piles."""
        yield from self._list(words, at, self.target)

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
            found = (*names, self._owned_alike(names[-1], name) if names else name)
            closed = end < len(words) and words[end].casefold() in {"both", "alone", "only"}
            for after in self._conjunctions(words, end):
                yield from self._items(words, after, one, found, both=both)
            if not both or len(found) == 2:
                yield end, ", ".join(found)
                if closed and (len(found) == 2 if words[end].casefold() == "both" else True):
                    yield end + 1, ", ".join(found)

    def _owned_alike(self, before: str, name: str) -> str:
        """Return a name that fits things of several players as that of the player whom the name before it says."""
        owners = {owner for owner, *_ in references.readings(self.state, before) if owner is not None}
        there = {each.seat for each in references.matches(self.state, name, in_play(self.state))}
        owner = owners.pop() if len(owners) == 1 else None
        return f"{self._owner(owner)}{name}" if owner in there and len(there) > 1 else name

    def _is_next_subject(self, words: Words, end: int, name: str) -> bool:
        """Return True if a player behind a comma is no further target, but does something: ``Kong, Ben draws``."""
        return (
            fold(name) in self._players and end < len(words) and words[end].casefold() in _VERB_WORDS | {"goes", "is"}
        )

    @staticmethod
    def _is_plural(word: str, name: str) -> bool:
        """Return True if ``name`` was written in the plural, as in ``both Wolf Tokens``."""
        numbered = any(mark.isdigit() for mark in name)
        return not numbered and word.casefold().endswith("s") and not name.casefold().endswith("s")

    def _conjunctions(self, words: Words, at: int) -> Iterator[int]:
        """Yield where the next name of a list may begin."""
        here = words[at].casefold() if at < len(words) else ""
        if here in {"and", "&", "+", "plus"}:
            yield at + 1
        if here == ",":
            following = words[at + 1].casefold() if at + 1 < len(words) else ""
            yield at + 2 if following in {"and", "&", "+"} else at + 1

    def _counted(self, words: Words, at: int, one: Slot) -> Iterator[tuple[int, str]]:
        """Yield one name with a number: ``3 Wolf Tokens``, ``Wolf Token x3``, ``both Wolf Tokens``."""
        yield from self._roles(words, at)
        start, owner = self._determiner(words, at)
        if start == at and at < len(words) and (seat := self._possessor(words[at])) is not None:
            start, owner = at + 1, self._owner(seat)
        if start > at and (many := self._number_word(words, start) or 0) > 1:
            yield from ((end, f"{many} {owner}{name}") for end, name in self._thing(words, start + 1))
        if at < len(words) and words[at].casefold() == "both":
            for end, name in one(words, at + 1):
                if self._is_plural(words[end - 1], name):
                    yield end, f"2 {name}"
            return
        for end, name in one(words, at):
            count = re.fullmatch(r"[x×](\d{1,2})", words[end], re.IGNORECASE) if end < len(words) else None  # noqa: RUF001 - the multiplication sign
            if count:
                yield end + 1, f"{count[1]} {name}"
            elif self._is_plural(words[end - 1], name):
                group = self._group(name, one)
                if "," in group:
                    yield end, group
            else:
                yield end, name
        yield from self._all_of(words, at, one)
        count = re.fullmatch(r"(\d{1,2})[x×]?", words[at], re.IGNORECASE) if at < len(words) else None  # noqa: RUF001 - as above
        many = int(count[1]) if count else self._number_word(words, at)
        if many is None:
            return
        after = at + 1
        if after < len(words) and words[after].casefold() == "of":
            after += 1
        yield from ((end, f"{many} {name}" if many > 1 else name) for end, name in self.thing(words, after))

    def _group(self, name: str, one: Slot) -> str:
        """Return all in play that are called so, as a list: of one side, or the speaker's where these attack or block.

        Empty where there are none, or where it is not said whose they are.
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
        """Yield ``all three Zombies``, ``each Wolf Token`` as a list of them."""
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
                yield end, f"{many} {name}"  # there may be so many once an earlier part of the sentence is carried out

    def _role(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield ``the attacker`` and ``the lone blocker`` where there is one only."""
        after = at + (at < len(words) and words[at].casefold() in {"the", "his", "her", "their"})
        after += after < len(words) and words[after].casefold() in {"lone", "only", "single"}
        word = words[after].casefold() if after < len(words) else ""
        found = self._in_role(word)
        if len(found) == 1 and not word.endswith("s"):
            yield after + 1, references.label(self.state, found[0], in_play(self.state))

    def _in_role(self, word: str) -> list[int]:
        """Return the champions that attack, for ``attackers``, or block."""
        role = word.removesuffix("s")
        if role not in {"attacker", "blocker"}:
            return []
        return [
            champion.oid for seat in self.state.seats for champion in seat.champions
            if (champion.attacking if role == "attacker" else champion.blocking)
        ]  # fmt: skip

    def _roles(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield ``both attackers`` and ``the blockers`` as a list of them."""
        here = words[at].casefold() if at < len(words) else ""
        after = at + (here in {"both", "all", "the", "his", "her", "their"})
        after += here in {"both", "all"} and after < len(words) and words[after].casefold() in {"the", "of"}
        word = words[after].casefold() if after < len(words) else ""
        found = self._in_role(word) if word.endswith("s") else []
        if len(found) > 1 and (here != "both" or len(found) == 2):
            yield after + 1, references.labels(self.state, found, in_play(self.state))

    def _last_named(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield ``it`` as the only champion that the last play was about, and ``them`` as all of them.

        A pronoun behind other words may be about a play that the sentence itself says first: it stays as it is, and is
        read again once that play has been made.
        """
        here = words[at].casefold() if at < len(words) else ""
        if here not in {"it", "them"}:
            return
        start = next((event.seq for event in reversed(self.state.log) if event.kind in {"play", "play-free", "use"}), 0)
        refs: list[int] = []
        for event in self.state.log[start:]:
            refs += [int(ref) for ref in event.args[2:]] if event.kind in {"target", "choose"} else []
            refs += [int(event.args[1])] if event.kind == "enter" else []
        there = list(dict.fromkeys(ref for ref in refs if is_object(ref) and self.state.find(ref) is not None))
        if there and (here == "them") == (len(there) > 1):
            yield at + 1, references.labels(self.state, there, in_play(self.state))
        elif at:
            yield at + 1, here

    def _with_adjective(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield ``Anna's three untapped Human Tokens``: those in play of which the adjective is true."""
        start, owner = self._determiner(words, at)
        if start == at and at < len(words) and (seat := self._possessor(words[at])) is not None:
            start, owner = at + 1, self._owner(seat)
        many = self._number_word(words, start)
        start += many is not None
        fits = _ADJECTIVES.get(words[start].casefold()) if start < len(words) else None
        if fits is None:
            return
        for end, name in self._thing(words, start + 1):
            found = [self.state.find(ref) for ref in champions_named(self.state, f"{owner}{name}")]
            there = [champion.oid for champion in found if champion is not None and fits(champion)]
            if there and len(there) == (many or 1):
                yield end, references.labels(self.state, there, in_play(self.state))

    @staticmethod
    def _number_word(words: Words, at: int) -> int | None:
        word = words[at].casefold() if at < len(words) else ""
        return NUMBERS.get(word) if word not in {"a", "an", "no", "zero"} else None

    # Players.

    @property
    def opponent(self) -> int | None:
        """The only opponent of the speaker; ``None`` where there are several or the speaker is not known."""
        return self.opponents[0] if len(self.opponents) == 1 else None

    @cached_property
    def opponents(self) -> list[int]:
        """The opponents of the speaker who are still in the game; nobody where the speaker is not known."""
        if self.seat is None or self.seat < 0:
            return []
        seats = enumerate(self.state.seats)
        return [seat for seat, each in seats if not each.out and not allied(self.state, seat, self.seat)]

    def player(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield the player that is named at a word: by name, as ``opponent``, or by a pronoun."""
        for end, seat in self._seats(words, at):
            yield end, self.state.names[seat]

    def _seats(self, words: Words, at: int) -> Iterator[tuple[int, int]]:
        if at >= len(words):
            return
        here = words[at].casefold()
        for seat, name in enumerate(self.state.names):
            parts = name.split()
            if [word.casefold() for word in words[at : at + len(parts)]] == [part.casefold() for part in parts]:
                yield at + len(parts), seat
        start = at + (here in {"the", "his", "her", "their", "my"})
        word = words[start].casefold() if start < len(words) else ""
        if word in {"opponent", "opp"}:
            yield from ((start + 1, seat) for seat in self.opponents)
        elif here in _PRONOUNS_OTHER:
            yield from ((at + 1, seat) for seat in self.opponents)
        elif here in _PRONOUNS_SELF and self.seat is not None:
            yield at + 1, self.seat

    def _faces(self, words: Words, at: int) -> Iterator[tuple[int, int]]:
        """Yield players named by their face: ``the face``, ``Ben's face``, ``face``."""
        here = words[at].casefold() if at < len(words) else ""
        start = at + (here in {"the", "his", "her", "their", "opponent's"})
        seats = self.opponents
        if start == at and at < len(words) and (owner := self._possessor(words[at])) is not None:
            start, seats = at + 1, [owner]
        word = words[start].casefold() if start < len(words) else ""
        if word in _FACE:
            yield from ((start + 1, seat) for seat in seats)
        elif word in _PILE and start > at:
            pile = start + 1 < len(words) and words[start + 1].casefold() == "pile"
            yield from ((start + 1 + pile, seat) for seat in seats)

    def target(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield what can be a target: a player, a champion, a card in a discard pile."""
        for end, seat in (*self._seats(words, at), *self._faces(words, at)):
            lower = [word.casefold() for word in words[end : end + 5]]
            for phrase in _WITH_CHAMPIONS:
                if lower[: len(phrase)] == list(phrase):
                    yield end + len(phrase), self._player_label(seat)
            yield end, self._player_label(seat)
        yield from self.thing(words, at)

    def _player_label(self, seat: int) -> str:
        """Return the name of a player, marked as one if a card has the same name."""
        name = self.state.names[seat]
        return f"player {name}" if self.state.cards.catalogue.find(name) is not None else name

    # Numbers, text, everyone.

    @staticmethod
    def number(words: Words, at: int) -> Iterator[tuple[int, int]]:
        """Yield the number at a word, in digits or as a word."""
        word = words[at].casefold() if at < len(words) else ""
        if word.isdecimal() and len(word) <= 4:
            yield at + 1, int(word)
        elif word in NUMBERS and word not in {"a", "an", "no"}:
            yield at + 1, NUMBERS[word]

    @staticmethod
    def it(words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield the pronoun at a word that stands for what was targeted before."""
        if at < len(words) and words[at].casefold() in {"it", "him", "them", "that", "her"}:
            yield at + 1, ""

    @staticmethod
    def arrow(words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield the arrow at a word."""
        if at < len(words) and re.fullmatch(r"[-=]*>|→", words[at]):
            yield at + 1, ""

    @staticmethod
    def ordinal(words: Words, at: int) -> Iterator[tuple[int, int]]:
        """Yield the ordinal at a word: ``second``."""
        word = words[at].casefold() if at < len(words) else ""
        if word in _ORDINALS:
            yield at + 1, _ORDINALS[word]

    @staticmethod
    def ability(words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield the word for a triggered ability: ``tribute``; nothing for ``ability`` itself."""
        word = words[at].casefold() if at < len(words) else ""
        if word in _ABILITIES:
            yield at + 1, "" if word == "ability" else word

    def players_turn(self, words: Words, at: int) -> Iterator[tuple[int, int]]:
        """Yield whose turn a genitive or a pronoun speaks of: ``Ben's``, ``his``; -1 where it may be anyone's."""
        if at >= len(words):
            return
        seat = self._possessor(words[at])
        if seat is not None:
            yield at + 1, seat
        elif words[at].casefold() == "my" and self.seat is not None:
            yield at + 1, self.seat
        elif words[at].casefold() in {"his", "her", "their", "the"}:
            following = words[at + 1].casefold() if at + 1 < len(words) else ""
            if following in {"opponent's", "opponents'"} and self.opponent is not None:
                yield at + 2, self.opponent
            yield at + 1, -1

    def shares(self, words: Words, at: int) -> Iterator[tuple[int, tuple[Share, ...]]]:
        """Yield the shares of damage that begin at a word: ``2 damage to each Demon Token and 1 to Ben``."""
        yield from self._alike_shares(words, at)
        for end, share in self._share(words, at):
            yield end, (share,)
            for after in self._conjunctions(words, end):
                yield from ((last, (share, *more)) for last, more in self.shares(words, after))

    def _alike_shares(self, words: Words, at: int) -> Iterator[tuple[int, tuple[Share, ...]]]:
        """Yield ``two each to Kong and Muse`` and ``five to Kong and Muse each``."""
        for end, amount in self.number(words, at):
            lower = [word.casefold() for word in words[end : end + 3]]
            before = lower[:1] == ["each"]
            after = end + before + (lower[before : before + 1] in (["damage"], ["dmg"]))
            if after >= len(words) or words[after].casefold() not in {"to", "on", "at"}:
                continue
            for last, names in self.targets(words, after + 1):
                behind = words[last : last + 1] and words[last].casefold() == "each"
                if before or behind:
                    shares = tuple(Share(amount, name) for name in names.split(", "))
                    yield last + (1 if behind and not before else 0), shares

    def _share(self, words: Words, at: int) -> Iterator[tuple[int, Share]]:
        here = words[at].casefold() if at < len(words) else ""
        amounts = list(self.number(words, at))
        if here in {"all", "everything"}:
            amounts = [(at + 1, ALL), *self.number(words, at + 1)]
        if here in {"lethal", "enough"}:
            amounts = [(at + 1, LETHAL)]
        rest = at + (here in {"the", "any", "all"})
        if rest < len(words) and words[rest].casefold() in {"rest", "remainder", "remaining", "excess", "leftover"}:
            amounts = [(rest + 1, REST)]
        for end, amount in amounts:
            after = end
            for optional in ({"of"}, {"it", "them"}, {"damage", "dmg", "points", "point"}):
                after += after < len(words) and words[after].casefold() in optional
            if after < len(words) and (words[after].casefold() == "face" or amount == REST):
                yield from ((last, Share(amount, name)) for last, name in self.target(words, after))
            if after < len(words) and amount == REST and words[after].casefold() in {"tramples", "goes"}:
                over = after + 1 + (after + 1 < len(words) and words[after + 1].casefold() in {"over", "through"})
                after = over
            if after >= len(words) or words[after].casefold() not in {"to", "on", "at", "into", "->"}:
                continue
            each = after + 1 < len(words) and words[after + 1].casefold() in {"each", "every"}
            found = self.targets if amount == LETHAL else self.thing if each else self.target
            for last, name in found(words, after + 1 + each):
                if not self._is_plural(words[last - 1], name):
                    yield last, Share(amount, name, each)

    def everything(self, words: Words, at: int) -> Iterator[tuple[int, Everything]]:
        """Yield all things of a kind: ``everything``, ``all Ben's tokens``, ``each opponent``, ``his whole board``."""
        for end, found in self._everything(words, at):
            yield end, found
            for gap in _EXCEPT:
                if [word.casefold() for word in words[end : end + len(gap)]] == list(gap):
                    for last, but in self.things(words, end + len(gap)):
                        yield last, replace(found, but=but)

    def _everything(self, words: Words, at: int) -> Iterator[tuple[int, Everything]]:
        here = words[at].casefold() if at < len(words) else ""
        if here in {"everything", "everyone", "everybody"}:
            yield at + 1, Everything(with_players=here != "everything")
            return
        every = here in {"all", "every", "each", "both"}
        start = at + every
        start += every and start < len(words) and words[start].casefold() == "of"
        word = words[start].casefold() if start < len(words) else ""
        seats, whose = self._whose_side(words, start)
        start += whose
        many = self._number_word(words, start) or 0
        start += many > 0
        whole = start < len(words) and words[start].casefold() in {*_WHOLE, "other", "opposing", "enemy"}
        if whole and words[start].casefold() in {"opposing", "enemy"}:
            seats = tuple(self.opponents)
        start += whole and words[start].casefold() != "other"
        for each in self._sides(seats, word):
            yield from self._side(
                words, start, each, word, every=every, whose=whose > 0, many=many, both=here == "both"
            )

    def _sides(self, seats: tuple[int, ...], word: str) -> Iterator[tuple[int, ...]]:
        """Yield the players whose things may be meant: behind a pronoun each of them."""
        if word in {"his", "her", "their"}:
            yield from ((seat,) for seat in range(len(self.state.seats)))
        else:
            yield seats

    def _side(
        self, words: Words, start: int, seats: tuple[int, ...], word: str, *, every: bool, whose: bool, many: int,
        both: bool,
    ) -> Iterator[tuple[int, Everything]]:  # fmt: skip
        """Yield what a noun behind ``all``, an owner or a number means."""
        ready = start < len(words) and words[start].casefold() in _READY
        start += ready
        noun = words[start].casefold() if start < len(words) else ""
        if whose and noun in _SIDE - {"board", "side"} | (set() if word == "the" else _SIDE):
            yield start + 1, Everything(seats=seats)
        if noun in _KIND_WORDS and (every or whose):
            many = 2 if both else many
            kind = "ready" if ready and _KIND_WORDS[noun] == "champions" else _KIND_WORDS[noun]
            if kind == "ready" or not ready:
                yield start + 1, Everything(kind=kind, seats=seats, number=many)
        if every and noun in {"opponent", "opponents", "opp"}:
            yield start + 1, Everything(kind="players", seats=tuple(self.opponents))
        if every and noun in {"player", "players"}:
            yield start + 1, Everything(kind="players")

    def _whose_side(self, words: Words, at: int) -> tuple[tuple[int, ...], int]:
        """Return whose things a genitive or a pronoun speaks of, and how many words it has; no seats for anyone's."""
        here = words[at].casefold() if at < len(words) else ""
        seat = self._possessor(words[at]) if here else None
        if seat is not None:
            return (seat,), 1
        if here in {"opponent's", "opponents'"}:
            return tuple(self.opponents), 1
        if here == "my" and self.seat is not None:
            return (self.seat,), 1
        return (), int(here in {"the", "his", "her", "their"})

    def bracketed(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield a list of cards in brackets."""
        if words[at : at + 1] == ("(",):
            yield from ((end + 1, names) for end, names in self.things(words, at + 1) if words[end : end + 1] == (")",))

    def points(self, words: Words, at: int) -> Iterator[tuple[int, int]]:
        """Yield a number of points: ``8``, ``8 damage``, ``all 8``."""
        at += at < len(words) and words[at].casefold() in {"all", "the"}
        at += at < len(words) and words[at].casefold() == "full"
        for end, number in self.number(words, at):
            yield end, number
            for noun in (("damage",), ("points",), ("points", "of", "damage"), ("dmg",)):
                if [word.casefold() for word in words[end : end + len(noun)]] == list(noun):
                    yield end + len(noun), number

    @staticmethod
    def air(words: Words, at: int) -> Iterator[tuple[int, bool]]:
        """Yield True at the word ``air``."""
        if at < len(words) and words[at].casefold() == "air":
            yield at + 1, True

    def text(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield every text that begins at a word: who asks looks whether all its words fit."""
        for end in range(len(words), at, -1):
            yield end, self.tokens.slice(at, end)

    def effect(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield the text of an effect that can be chosen at the pending decision."""
        pending = self.state.pending
        texts = offered_texts(self.state) if pending is not None and pending.kind == "mode" else ()
        for end, text in self.text(words, at) if texts else ():
            if mode_called(texts, text) is not None:
                yield end, text

    @staticmethod
    def strength(words: Words, at: int) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yield the offense and defense at a word: ``13/14``."""
        found = _STRENGTH.match(words[at]) if at < len(words) else None
        if found:
            yield at + 1, (int(found[1]), int(found[2]))

    def place(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield where something goes: ``back to his hand``, ``to Ben's hand`` and ``into play``."""
        lower = ["his" if self._possessor(word) is not None else word.casefold() for word in words[at : at + 5]]
        for phrase, place in _PLACES.items():
            if lower[: len(phrase)] == list(phrase):
                yield at + len(phrase), place

    @staticmethod
    def change(words: Words, at: int) -> Iterator[tuple[int, int | tuple[int, int]]]:
        """Yield a change of strength at a word: ``+4``, ``-10``, ``minus ten``; for ``+4/+4`` both numbers."""
        word = words[at].casefold() if at < len(words) else ""
        found = re.fullmatch(r"([+-]\d{1,2})(?:/([+-]\d{1,2}))?", word)
        if found:
            yield at + 1, int(found[1]) if found[2] is None else (int(found[1]), int(found[2]))
        elif word in {"plus", "minus"}:
            yield from ((end, n if word == "plus" else -n) for end, n in Nouns.number(words, at + 1))

    def everyone(self, words: Words, at: int) -> Iterator[tuple[int, str]]:
        """Yield ``all``: everything that the speaker has; also ``all but Kong``, ``everything except the Muse``."""
        lower = [word.casefold() for word in words[at : at + 4]]
        for phrase in _EVERYONE:
            if lower[: len(phrase)] == list(phrase):
                end = at + len(phrase)
                yield end, ""
                for gap in _EXCEPT:
                    if [word.casefold() for word in words[end : end + len(gap)]] == list(gap):
                        yield from self.things(words, end + len(gap))


_WITH_CHAMPIONS: Final = tuple(
    ("and", "all", *of, whose, "champions") for of in ((), ("of",)) for whose in ("his", "her", "their")
)
"""What effects that target a player are said to hit as well."""
_ADJECTIVES: Final[Mapping[str, Callable[[Champion], bool]]] = {
    **dict.fromkeys(("untapped", "ready", "prepared", "unexpended"), lambda champion: champion.stance == PREPARED),
    **dict.fromkeys(("tapped", "expended", "exhausted"), lambda champion: champion.stance == EXPENDED),
    **dict.fromkeys(("damaged", "wounded", "hurt"), lambda champion: champion.damage > 0),
    "undamaged": lambda champion: champion.damage == 0,
    "attacking": lambda champion: champion.attacking,
    "blocking": lambda champion: champion.blocking,
    "deploying": lambda champion: champion.deploying,
}
_KIND_WORDS: Final = {
    **dict.fromkeys(("champions", "champion", "creatures", "creature", "guys"), "champions"),
    **dict.fromkeys(("tokens", "token"), "tokens"),
    **dict.fromkeys(("attackers", "attacker"), "attackers"),
    **dict.fromkeys(("blockers", "blocker"), "blockers"),
}
_PLACES: Final = {
    (*back, preposition, *whose, noun): noun
    for back in ((), ("back",))
    for preposition in ("to", "into", "in")
    for whose in ((), ("the",), ("his",), ("her",), ("their",), ("its", "owner's"), ("the", "owner's"), ("owner's",))
    for noun in ("hand", "play")
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


def _singulars(text: str) -> list[str]:
    """Return what may be the singular of ``text``: ``Wolves`` and ``Wolf Tokens``."""
    found = [text[:-1]] if text.casefold().endswith("s") and len(text) > 2 else []
    if text.casefold().endswith("ves"):
        found.append(f"{text[:-3]}f")
    if text.casefold().endswith("ies"):
        found.append(f"{text[:-3]}y")
    return found


def champions_named(state: EpicState, name: str) -> list[int]:
    """Return the champions in play that a name can mean."""
    return [each.ref for each in references.matches(state, name, in_play(state)) if is_object(each.ref)]
