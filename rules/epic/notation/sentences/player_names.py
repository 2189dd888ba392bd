"""Slots for players.

By name, as the opponent, by a pronoun, by their face or discard pile.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from rules.decks.names import fold
from rules.epic.notation.sentences.tokens import Tokens
from rules.epic.notation.sentences.vocabulary import NUMBERS
from rules.epic.players.seats import are_allied
from rules.epic.state import EpicState
from rules.notation.english import possessive
from rules.notation.patterns import Words

_PILE: Final = frozenset({"discard", "graveyard", "yard"})


_FACE: Final = frozenset({"face", "dome", "head"})


_PRONOUNS_SELF: Final = frozenset({"me", "myself", "himself", "herself", "themselves", "themself"})


_PRONOUNS_OTHER: Final = frozenset({"him", "her", "them", "opponent", "opp", "you"})


class PlayerNames:
    """Slots for the players of one sentence.

    Args:
        state: the game; not changed.
        seat: the acting player; ``None`` if not known yet.
        tokens: the sentence.
    """

    def __init__(self, state: EpicState, seat: int | None, tokens: Tokens) -> None:
        self.state = state
        self.seat = seat
        self.tokens = tokens

    @property
    def opponent(self) -> int | None:
        """The only opponent of the acting player; ``None`` if there are several."""
        return self.opponents[0] if len(self.opponents) == 1 else None

    @cached_property
    def opponents(self) -> list[int]:
        """The opponents of the acting player who are still in the game.

        Empty if no player acts yet.
        """
        if self.seat is None or self.seat < 0:
            return []
        seats = enumerate(self.state.seats)
        return [seat for seat, each in seats if not each.out and not are_allied(self.state, seat, self.seat)]

    @cached_property
    def _players(self) -> frozenset[str]:
        return frozenset(fold(name) for name in self.state.names)

    @cached_property
    def _name_parts(self) -> dict[str, int]:
        """Words of the name of only one player, and of no card: ``Tim`` for ``Big Tim``."""
        parts = [
            (part.casefold(), seat) for seat, name in enumerate(self.state.names) for part in name.split()
            if " " in name and len(part) > 2 and part[0].isupper()
        ]  # fmt: skip
        words_of_cards = {word.casefold() for card in self.state.table.values() for word in card.name.split()}
        unique = {part for part, _ in parts if sum(part == other for other, _ in parts) == 1}
        return {part: seat for part, seat in parts if part in unique and part not in words_of_cards}

    def _possessor(self, word: str) -> int | None:
        folded = word.casefold()
        return next(
            (seat for seat, name in enumerate(self.state.names)
             if folded in {f"{name}'s".casefold(), possessive(name).casefold()}),
            None,
        )  # fmt: skip

    def _owner(self, seat: int | None) -> str:
        return f"{possessive(self.state.names[seat])} " if seat is not None and seat >= 0 else ""

    def player(self, words: Words, start: int) -> Iterator[tuple[int, str]]:
        """Match a player: by name, as ``opponent``, or by a pronoun."""
        for end, seat in self._seats(words, start):
            yield end, self.state.names[seat]

    def _seats(self, words: Words, index: int) -> Iterator[tuple[int, int]]:
        if index >= len(words):
            return
        first_word = words[index].casefold()
        for seat, name in enumerate(self.state.names):
            parts = name.split()
            if [word.casefold() for word in words[index : index + len(parts)]] == [part.casefold() for part in parts]:
                yield index + len(parts), seat
            elif first_word in self._name_parts and self._name_parts[first_word] == seat:
                yield index + 1, seat
        start = index + (first_word in {"the", "his", "her", "their", "my"})
        word = words[start].casefold() if start < len(words) else ""
        if word in {"opponent", "opp"}:
            yield from ((start + 1, seat) for seat in self.opponents)
        elif first_word in _PRONOUNS_OTHER:
            yield from ((index + 1, seat) for seat in self.opponents)
        elif first_word in _PRONOUNS_SELF and self.seat is not None:
            yield index + 1, self.seat

    def _faces(self, words: Words, index: int) -> Iterator[tuple[int, int]]:
        """Match a player by face: ``the face``, ``Ben's face``, ``face``."""
        first_word = words[index].casefold() if index < len(words) else ""
        start = index + (first_word in {"the", "his", "her", "their", "your", "opponent's"})
        seats = self.opponents
        if start == index and index < len(words) and (owner := self._possessor(words[index])) is not None:
            start, seats = index + 1, [owner]
        word = words[start].casefold() if start < len(words) else ""
        if word in _FACE:
            yield from ((start + 1, seat) for seat in seats)
        elif word in _PILE and start > index:
            pile = start + 1 < len(words) and words[start + 1].casefold() == "pile"
            yield from ((start + 1 + pile, seat) for seat in seats)

    def _player_label(self, seat: int) -> str:
        """Return the name of a player, marked as a player if a card has the same name."""
        name = self.state.names[seat]
        return f"player {name}" if self.state.cards.catalogue.find(name) is not None else name

    def players_turn(self, words: Words, start: int) -> Iterator[tuple[int, int]]:
        """Match the owner of a turn: ``Ben's``, ``his``; -1 if it may be any player's."""
        if start >= len(words):
            return
        seat = self._possessor(words[start])
        if seat is not None:
            yield start + 1, seat
        elif words[start].casefold() == "my" and self.seat is not None:
            yield start + 1, self.seat
        elif words[start].casefold() == "your" and self.opponent is not None:
            yield start + 1, self.opponent
        elif words[start].casefold() in {"his", "her", "their", "the"}:
            following = words[start + 1].casefold() if start + 1 < len(words) else ""
            if following in {"opponent's", "opponents'"} and self.opponent is not None:
                yield start + 2, self.opponent
            yield start + 1, -1

    @staticmethod
    def _number_word(words: Words, start: int) -> int | None:
        word = words[start].casefold() if start < len(words) else ""
        return NUMBERS.get(word) if word not in {"a", "an", "no", "zero"} else None
