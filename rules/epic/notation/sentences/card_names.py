"""Slots for one card or champion: its name with owner, zone and strength."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Final, NamedTuple

from rules.decks.abbreviations import expand
from rules.decks.names import fold, words
from rules.engine.ids import is_object
from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.notation.names import references
from rules.epic.notation.names.references import in_play
from rules.epic.notation.sentences.grammar_words import GRAMMAR_WORDS, VERB_WORDS
from rules.epic.notation.sentences.player_names import PlayerNames
from rules.epic.notation.sentences.tokens import Tokens
from rules.epic.notation.sentences.vocabulary import DETERMINERS
from rules.epic.state import EXPENDED, PREPARED, Champion, EpicState
from rules.notation.patterns import Words
from rules.notation.verb_forms import verb_forms

MAX_NAME_LENGTH: Final = 7
"""Number of words of the longest card name, with its owner."""


STRENGTH: Final = re.compile(r"^(\d{1,3})/(\d{1,3})$")


_CONJUNCTIONS: Final = frozenset({"and", "&", "+", "plus"})


_PILE: Final = frozenset({"discard", "graveyard", "yard"})


class Strength(NamedTuple):
    """Offense and defense of a champion as stated in a sentence: ``Kong (13/14)``."""

    name: str
    offense: int
    defense: int


class CardNames(PlayerNames):
    """Slots for the cards and champions of one sentence.

    For arguments see ``PlayerNames``.
    """

    def __init__(self, state: EpicState, seat: int | None, tokens: Tokens) -> None:
        super().__init__(state, seat, tokens)
        self.strengths: list[Strength] = []
        # Number of parsing steps, limited so that long sentences end in time.
        self.steps = 0
        self._pieces: dict[int, list[tuple[int, str]]] = {}

    def thing(self, words: Words, start: int) -> list[tuple[int, str]]:
        """Return the end index and name of each card at word ``start``.

        Champions count too. The longest comes first.
        """
        if start not in self._pieces:
            results = [*self._thing(words, start), *self._role(words, start), *self._last_named(words, start)]
            results += [] if results else self._of_class(words, start)
            self._pieces[start] = list(dict.fromkeys([*results, *self._with_adjective(words, start)]))
        return self._pieces[start]

    def _thing(self, words: Words, index: int) -> Iterator[tuple[int, str]]:
        start, owner = self._determiner(words, index)
        end_limit = min(len(words), start + MAX_NAME_LENGTH)
        for end in range(end_limit, start, -1):
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
                break  # A shorter part of this name is no name of its own.
        # A name may begin with an article itself: The Risen.
        if start != index and not owner:
            candidates = [(end, self.tokens.slice(index, end)) for end in range(end_limit, index + 1, -1)]
            yield from ((end, name) for end, name in candidates if self.state.cards.catalogue.find(name))

    def _is_genitive(self, last: str, name: str) -> bool:
        """Return True for a genitive such as ``Muse's``, unless it is a card name itself."""
        if not last.endswith(("'s", "s'")):
            return False
        match = self.state.cards.catalogue.find(name)
        return match is None or words(match.card.name) != words(name)

    def _determiner(self, words: Words, start: int) -> tuple[int, str]:
        """Return the index after a determiner, and the owner it names.

        Determiners are, for example, ``the`` and ``Ben's``.
        """
        word = words[start].casefold() if start < len(words) else ""
        following = words[start + 1].casefold() if start + 1 < len(words) else ""
        if word in {"her", "his", "their", "my"} and following == "own":
            return start + 2, self._owner(self.seat)
        if following == "own" and (seat := self._possessor(words[start])) is not None:
            return start + 2, self._owner(seat)
        if word in {"opponent's", "opponents'", "your"}:
            return start + 1, self._owner(self.opponent)
        if word in {"the", "his", "her", "their", "my"} and following in {"opponent's", "opponents'"}:
            return start + 2, self._owner(self.opponent)
        if word in DETERMINERS:
            return start + 1 + (word in {"a", "the"} and following in {"single", "lone"}), ""
        return (start + 1, self._owner(self.seat)) if word == "my" else (start, "")

    def _zone(self, words: Words, start: int) -> tuple[int, str]:
        """Return the end index and name of a zone after a card name.

        For example ``from Ben's discard pile``.
        """
        if start >= len(words) or words[start].casefold() not in {"in", "from", "out"}:
            return start, ""
        owner, end = "", start + 1
        if words[start].casefold() == "out":
            if end >= len(words) or words[end].casefold() != "of":
                return start, ""
            end += 1
        if end < len(words) and words[end].casefold() in {"the", "his", "her", "their", "my"}:
            end += 1
        elif end < len(words) and (seat := self._possessor(words[end])) is not None:
            owner, end = f" {self._owner(seat)}".rstrip(), end + 1
        elif end < len(words) and words[end].casefold() == "your" and self.opponent is not None:
            owner, end = f" {self._owner(self.opponent)}".rstrip(), end + 1
        if end < len(words) and words[end].casefold() in _PILE:
            end += 2 if end + 1 < len(words) and words[end + 1].casefold() == "pile" else 1
            return end, f" in{owner} discard pile"
        return start, ""

    def origin(self, words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match the zone that a card comes from: ``from Ben's discard pile``."""
        end, zone = self._zone(words, start)
        if zone:
            yield end, zone

    def _with_strength(self, words: Words, start: int, name: str) -> tuple[int, str]:
        """Return the end index and name with a following strength in brackets.

        It is stored for checking.
        """
        bracketed = words[start : start + 1] == ("(",) and words[start + 2 : start + 3] == (")",)
        if bracketed and fold(words[start + 1]) in self._players:
            seat = [fold(each) for each in self.state.names].index(fold(words[start + 1]))
            return start + 3, f"{self._owner(seat)}{name}"
        match = STRENGTH.match(words[start + 1]) if bracketed else None
        if match is None:
            return start, name
        strength = Strength(name, int(match[1]), int(match[2]))
        if strength not in self.strengths:
            self.strengths.append(strength)
        return start + 3, name

    def called(self, text: str) -> str:
        """Return ``text`` as the singular name of a card or champion, or an empty string."""
        for is_in_play in (True, False):
            for name in (text, *singulars(text)):
                if self.is_name(name, in_play=is_in_play):
                    return name
        return ""

    def is_name(self, text: str, *, in_play: bool = False) -> bool:
        """Return True if ``text`` can name a card or champion, with its owner and number.

        Args:
            text: the name, without a determiner.
            in_play: whether a shortened name must be that of a card in this game.
        """
        read = references.readings(self.state, text)
        return any(self._is_bare_name(bare_name, in_play=in_play) for _, bare_name, _, _ in read if bare_name)

    def _is_bare_name(self, bare_name: str, *, in_play: bool) -> bool:
        folded = words(bare_name)
        if bare_name.strip() == UNKNOWN_NAME or (folded and self.state.cards.catalogue.find(bare_name) is not None):
            return True
        if not self._may_be_short(bare_name, folded):
            return False
        if expand(folded, self._here):
            return True
        return not in_play and len(folded) > 3 and bool(expand(folded, self.state.cards.catalogue.names))

    def _may_be_short(self, bare_name: str, folded: str) -> bool:
        """Return True if a text may be a shortened name.

        It contains no word of the grammar.
        """
        if (
            any(part in GRAMMAR_WORDS or part in VERB_WORDS for part in folded.split())
            or fold(bare_name) in self._players
        ):
            return False
        return len(folded) > 2 or (len(folded) > 1 and bare_name.isupper())

    @property
    def known_names(self) -> tuple[str, ...]:
        """Names of the cards in this game and of all tokens."""
        return self._here

    @cached_property
    def _here(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(card.name for card in self.state.table.values() if card.name != UNKNOWN_NAME))

    def verbed(self, words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match the name of an event card used as a verb.

        Such as ``Lashes``, ``casts out`` and ``Fumbled``.
        """
        for end in range(min(len(words), start + MAX_NAME_LENGTH), start, -1):
            name = self._verb_names.get(" ".join(words[start:end]).casefold())
            if name is not None:
                yield end, name

    @cached_property
    def _verb_names(self) -> dict[str, str]:
        """Names of the event cards in this game by their verb forms."""
        names_by_verb: dict[str, str] = {}
        for card in self.state.table.values():
            if not card.is_event:
                continue
            first, *rest = card.name.casefold().split(" ")
            *leading, last = [first, *rest]
            forms = {" ".join([form, *rest]) for form in verb_forms(first)["any"]}
            forms |= {" ".join([*leading, form]) for form in verb_forms(last)["any"]}
            names_by_verb.update(dict.fromkeys(forms - {card.name.casefold()}, card.name))
        return names_by_verb

    def whose(self, words: Words, index: int) -> Iterator[tuple[int, str]]:
        """Match the genitive of a card name: ``Noble Unicorn's``."""
        start, owner = self._determiner(words, index)
        for end in range(min(len(words), start + MAX_NAME_LENGTH), start, -1):
            last = words[end - 1].casefold()
            if not last.endswith(("'s", "s'")) or any(mark in "();:>," for mark in words[start : end - 1]):
                continue
            name = self.tokens.slice(start, end)
            name = name[:-2] if last.endswith("'s") else name[:-1]
            if self.is_name(name):
                yield end, f"{owner}{name}"

    def _role(self, words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match ``the attacker`` and ``the lone blocker`` if there is only one."""
        after = start + (start < len(words) and words[start].casefold() in {"the", "his", "her", "their"})
        after += after < len(words) and words[after].casefold() in {"lone", "only", "single"}
        word = words[after].casefold() if after < len(words) else ""
        objects = self._in_role(word)
        if len(objects) == 1 and not word.endswith("s"):
            yield after + 1, references.label(self.state, objects[0], in_play(self.state))

    def _of_class(self, words: Words, index: int) -> Iterator[tuple[int, str]]:
        """Match a champion in play by a class that only one of them has: ``my Dinosaur``."""
        start, owner = self._determiner(words, index)
        word = fold(words[start]) if index < start < len(words) else ""
        seats = [seat for seat in range(len(self.state.seats)) if not owner or self._owner(seat) == owner]
        fitting = [
            champion.oid for seat in seats for champion in self.state.seats[seat].champions
            if word in {fold(each) for each in self.state.printed_of(champion.oid).card.classes}
        ]  # fmt: skip
        if len(fitting) == 1:
            yield start + 1, references.label(self.state, fitting[0], in_play(self.state))

    def _in_role(self, word: str) -> list[int]:
        """Return the attacking champions for ``attackers``, else the blocking ones."""
        role = word.removesuffix("s")
        if role not in {"attacker", "blocker"}:
            return []
        return [
            champion.oid for seat in self.state.seats for champion in seat.champions
            if (champion.attacking if role == "attacker" else champion.blocking)
        ]  # fmt: skip

    def _last_named(self, words: Words, index: int) -> Iterator[tuple[int, str]]:
        """Match ``it`` as the only champion of the last play, and ``them`` as all of them.

        A pronoun later in the sentence may refer to a play in the sentence itself. It stays unchanged and is parsed
        again after that play.
        """
        word = words[index].casefold() if index < len(words) else ""
        if word not in {"it", "them"}:
            return
        present = self._champions_of_last_play()
        if present and (word == "them") == (len(present) > 1):
            yield index + 1, references.labels(self.state, present, in_play(self.state))
        elif index:
            yield index + 1, word

    def _champions_of_last_play(self) -> list[int]:
        """Return the champions that the last play created, chose or sent to attack."""
        start = next((event.seq for event in reversed(self.state.log) if event.kind in {"play", "play-free", "use"}), 0)
        attack = next((event.seq for event in reversed(self.state.log) if event.kind == "attack"), -1)
        refs: list[int] = self._in_role("attackers") if attack >= start else []
        for event in self.state.log[start:]:
            refs += [int(ref) for ref in event.args[2:]] if event.kind in {"target", "choose"} else []
            refs += [int(event.args[1])] if event.kind == "enter" else []
        return list(dict.fromkeys(ref for ref in refs if is_object(ref) and self.state.find(ref) is not None))

    def _with_adjective(self, words: Words, index: int) -> Iterator[tuple[int, str]]:
        """Match ``Anna's three untapped Human Tokens``.

        They are champions in play with that property.
        """
        start, owner = self._determiner(words, index)
        if start == index and index < len(words) and (seat := self._possessor(words[index])) is not None:
            start, owner = index + 1, self._owner(seat)
        many = self._number_word(words, start)
        start += many is not None
        fits = _ADJECTIVES.get(words[start].casefold()) if start < len(words) else None
        if fits is None:
            return
        for end, name in self._thing(words, start + 1):
            champions = [self.state.find(ref) for ref in champions_named(self.state, f"{owner}{name}")]
            oids = [champion.oid for champion in champions if champion is not None and fits(champion)]
            if oids and len(oids) == (many or 1):
                yield end, references.labels(self.state, oids, in_play(self.state))


_ADJECTIVES: Final[Mapping[str, Callable[[Champion], bool]]] = {
    **dict.fromkeys(("untapped", "ready", "prepared", "unexpended"), lambda champion: champion.stance == PREPARED),
    **dict.fromkeys(("tapped", "expended", "exhausted"), lambda champion: champion.stance == EXPENDED),
    **dict.fromkeys(("damaged", "wounded", "hurt"), lambda champion: champion.damage > 0),
    "undamaged": lambda champion: champion.damage == 0,
    "attacking": lambda champion: champion.attacking,
    "blocking": lambda champion: champion.blocking,
    "deploying": lambda champion: champion.deploying,
}


def singulars(text: str) -> list[str]:
    """Return possible singulars of ``text``: ``Wolves`` and ``Wolf Tokens``."""
    singulars = [text[:-1]] if text.casefold().endswith("s") and len(text) > 2 else []
    if text.casefold().endswith("ves"):
        singulars.append(f"{text[:-3]}f")
    if text.casefold().endswith("ies"):
        singulars.append(f"{text[:-3]}y")
    return singulars


def champions_named(state: EpicState, name: str) -> list[int]:
    """Return the champions in play that a name can mean."""
    return [each.ref for each in references.matches(state, name, in_play(state)) if is_object(each.ref)]
