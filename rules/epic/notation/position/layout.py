"""Building the state of a described position.

Cards in zones, champions in play, and all other values. Errors are collected along the way. The game is not advanced
if there is any error.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from rules.decks.names import fold
from rules.engine.decision import ActionError, SetupError, UndeterminedError
from rules.engine.game import Setup
from rules.engine.ids import FIRST_OBJECT, FIRST_TOKEN_KIND, is_object
from rules.epic.cards import Alignment
from rules.epic.cards.game_cards import game_cards_of
from rules.epic.effects import Ban
from rules.epic.engine import ENGINE
from rules.epic.notation.position.cards import DescribedCards
from rules.epic.notation.position.checks import check_position
from rules.epic.notation.position.fields import SEAT_FACTS, STATE_FACTS, Fields
from rules.epic.notation.position.frames import read_doom, read_frame, read_trigger
from rules.epic.notation.position.names import Names
from rules.epic.notation.position.turn import TurnReader
from rules.epic.players.seats import representative_seat, side_members
from rules.epic.state import Champion, EpicState, clear_values
from rules.notation.position.errors import PositionError
from rules.notation.position.fields import EVERYONE, NOWHERE, Spot

if TYPE_CHECKING:
    from rules.engine.fields import Field

T = TypeVar("T")


class PositionBuilder:
    """Builds the state of one described position."""

    def __init__(self, fields: Mapping[str, Sequence[str]], setup: Setup) -> None:
        self.setup = setup
        self.fields = Fields(fields, setup.names)
        self.described = DescribedCards(self.fields, setup.decks, game_cards_of(setup.cards))

    def state(self) -> EpicState:
        """Return the game, advanced to its next decision.

        Raise ``PositionError`` with all errors.
        """
        state = self.build()
        self._advance(state)
        return state

    def build(self) -> EpicState:
        """Return the game at exactly the described moment.

        Raise ``PositionError`` with all errors.
        """
        decks = tuple(tuple(cards) for cards in self.described.owned)
        # The gods of players who have left are not in the game either (1.9.3).
        out = self.described.out
        extra_cards = tuple(() if seat in out else gods for seat, gods in enumerate(self.setup.extra_cards))
        try:
            state = ENGINE.table(replace(self.setup, decks=decks, extra_cards=extra_cards))
        except SetupError as error:
            self.fields.say(NOWHERE, str(error))
            raise PositionError(*self.fields.wrong) from None
        state.lists = tuple(None if deck is None else tuple(sorted(deck)) for deck in self.setup.decks)
        cards = _Cards(state)
        for seat in range(len(self.setup.names)):
            self._put_champions(state, seat, cards)
        for seat in range(len(self.setup.names)):
            self._put_cards(state, seat, cards)
        self._turn(state)
        clear_values(state)
        self._set_frames(state)
        check_position(state, self.fields, self.described)
        if self.fields.wrong:
            raise PositionError(*self.fields.wrong)
        return state

    def _advance(self, state: EpicState) -> None:
        """Advance to the next decision.

        Report an error if the described stack frames are impossible.
        """
        under_way = bool(state.frames or state.batch or state.noted)
        try:
            ENGINE.advance(state)
        except UndeterminedError:
            raise
        except (KeyError, IndexError, TypeError, ValueError, AttributeError):
            if not under_way:
                raise
            self.fields.say(self._first("Resolving", "Waiting", "Noted"), "what is described as under way cannot go on")
            raise PositionError(*self.fields.wrong) from None

    def _first(self, *names: str) -> Spot:
        spots = [spot for name in names for _, spot in self.fields.lines.get((EVERYONE, name), ())]
        return spots[0] if spots else NOWHERE

    # Zones and champions.

    def _put_champions(self, state: EpicState, seat: int, cards: "_Cards") -> None:
        for champion, card, spot in self.described.champions[seat]:
            owner = self.described.owner(champion, seat, spot)
            cid = state.cards.token_kind(card.name) if card.is_token else cards.take(owner, card.name)
            entered = Champion(FIRST_OBJECT + len(state.entered), cid, seat, owner)
            champion.apply(entered)
            entered.struck = tuple(
                struck for name in champion.damaged if (struck := self.fields.player(name, spot)) >= 0
            )
            if champion.keeper:
                entered.keeper = max(self.fields.player(champion.keeper, spot), 0)
            state.entered += (cid,)
            state.seats[seat].champions.append(entered)

    def _put_cards(self, state: EpicState, seat: int, cards: "_Cards") -> None:
        """Put the other cards of a seat into their zones and set the player's values."""
        seat_state = state.seats[seat]
        seat_state.hand = [cards.take(seat, name) for name in self.described.hand[seat]]
        seat_state.supplemental = tuple([cards.take(seat, name) for name in self.described.resolving[seat]])
        pile, broken = Counter(self.described.discard[seat]), Counter(self.described.broken[seat])
        # Broken cards come first, so that equal positions are always rendered alike.
        first = [cards.take(seat, name) for name in (broken & pile).elements()]
        state.broken += tuple(first)
        seat_state.discard = [*first, *(cards.take(seat, name) for name in (pile - broken).elements())]
        seat_state.deck = [tuple(sorted(cards.take(seat, name) for name in part)) for part in self.described.deck[seat]]
        seat_state.gold = self.fields.number(seat, "gold", 0, int(seat not in self.described.out))
        self._health(state, seat)
        seat_state.bound = tuple(self._alignments(seat, "bound gold"))
        seat_state.ones_played = tuple(self._alignments(seat, "ones played"))
        seat_state.bans = tuple(self._bans(seat))
        self._set_attributes(seat_state, seat, "also", SEAT_FACTS)

    def _health(self, state: EpicState, seat: int) -> None:
        """Set the health of a player, or of a team from the field of any member."""
        team = state.teams[state.seats[seat].team]
        if seat in self.described.out:
            team.health = 0
            return
        side = side_members(state, seat)
        described = [other for other in side if self.fields.one(other, "health") is not None]
        # A player without this field keeps the values from the start of the game.
        if seat in described:
            previous, team.health = team.health, self.fields.number(seat, "health", 1, None)
            if seat != described[0] and previous != team.health:
                players = " and ".join(self.setup.names[other] for other in side)
                spot = self.fields.lines[seat, "health"][0][1]
                self.fields.say(spot, f"{players} share their health: {previous} and {team.health} are stated")

    def _bans(self, seat: int) -> Iterator[str]:
        line = self.fields.one(seat, "cannot")
        bans = {fold(ban): str(ban) for ban in Ban}
        for words in line[0].split(",") if line else ():
            if fold(words) in bans:
                yield bans[fold(words)]
            elif line:
                self.fields.say(line[1], f"{words.strip()!r} is nothing one is kept from; that is {' or '.join(Ban)}")

    def _alignments(self, seat: int, field: str) -> Iterator[str]:
        line = self.fields.one(seat, field)
        alignments = {fold(alignment): str(alignment) for alignment in Alignment}
        for word in line[0].split(",") if line else ():
            if fold(word) in alignments:
                yield alignments[fold(word)]
            elif line and fold(word) not in ("", "none"):
                self.fields.say(line[1], f"{word.strip()!r} is no alignment; alignments are {', '.join(Alignment)}")

    def _set_attributes(self, record: Any, seat: int, field: str, described: frozenset[str]) -> None:
        """Set attributes that have no field, by their names."""
        facts: dict[str, Field] = {fact.name: fact for fact in type(record).FIELDS if fact.name not in described}
        for text, spot in self.fields.lines.get((seat, field), ()):
            name, _, value = text.partition(" ")
            if name not in facts:
                self.fields.say(spot, f"{name!r} is no further fact; there is {', '.join(facts) or 'none'}")
                continue
            try:
                setattr(record, name, facts[name].from_json(json.loads(value)))
            except (ValueError, TypeError, RecursionError):
                self.fields.say(spot, f"{value!r} is no value of {name}")

    # Turn and phase.

    def _turn(self, state: EpicState) -> None:
        line = self.fields.one(EVERYONE, "Turn")
        spot = line[1] if line else NOWHERE
        first_text = line[0] if line else self.setup.names[self.setup.first]
        turn_player, number = self.fields.turn(first_text, self.setup.first)
        if not turn_player:
            first = self.setup.names[self.setup.first]
            self.fields.say(spot, f"whose turn it is and which is missing: write `Turn: {first} 5`")
        else:
            seat = self.fields.player(turn_player, spot)
            number = self._default_turn(max(seat, 0)) if number is None else number
            state.turn, state.turn_number = representative_seat(state, max(seat, 0)), max(number, 1)
            if number < 1:
                self.fields.say(spot, "turns are numbered from 1")
            elif seat >= 0 and len(self.setup.names) == 2 and (number % 2 == 1) != (seat == self.setup.first):
                first = self.setup.names[self.setup.first]
                self.fields.say(spot, f"turn {number} is not the turn of {turn_player}, as {first} took the first")
        self._remove_leavers(state)
        TurnReader(self.fields, self.setup).phase(state)
        state.no_attacks = bool(self.fields.yes("No more attacks"))
        self._set_attributes(state, EVERYONE, "Also", STATE_FACTS)

    def _default_turn(self, seat: int) -> int:
        """Return the number of the second turn of ``seat``.

        It is the default for the field ``Turn``. In the first turn some players draw no card, and no champion is in
        play.
        """
        players = len(self.setup.names)
        return players + 1 + (seat - self.setup.first) % players

    def _remove_leavers(self, state: EpicState) -> None:
        """Remove the players who have left the game."""
        out = self.fields.one(EVERYONE, "Out")
        for name in out[0].split(",") if out and fold(out[0]) not in ("nobody", "none") else ():
            gone = self.fields.player(name.strip(), out[1]) if out else -1
            if gone >= 0:
                state.seats[gone].out = True
        for number, team in enumerate(state.teams):
            team.out = all(seat.out for seat in state.seats if seat.team == number)
            if not team.out and any(seat.out for seat in state.seats if seat.team == number):
                self.fields.say(out[1] if out else NOWHERE, "the members of a team leave the game together (I-114)")

    # Stack frames and triggers.

    def _set_frames(self, state: EpicState) -> None:
        """Set the objects that have left play, the stack frames, and the waiting triggers."""
        names = Names(state, ())
        line = self.fields.one(EVERYONE, "Gone")
        if line is not None:
            state.entered += tuple(self._gone(names, *line))
        gone = range(FIRST_OBJECT + len(state.entered) - self._entered_since(state), FIRST_OBJECT + len(state.entered))
        names = Names(state, gone)
        state.frames = list(self._each("Resolving", names, read_frame))
        state.batch = list(self._each("Waiting", names, read_trigger))
        state.noted = list(self._each("Noted", names, read_trigger))
        for text, spot in self.fields.lines.get((EVERYONE, "End of turn"), ()):
            self._set_doom(state, names, text, spot)

    def _entered_since(self, state: EpicState) -> int:
        return len(state.entered) - sum(len(seat.champions) for seat in state.seats)

    def _gone(self, names: Names, text: str, spot: Spot) -> list[int]:
        state = names.state
        kinds = {fold(name): FIRST_TOKEN_KIND + index for index, name in enumerate(state.cards.tokens)}
        cards = []
        try:
            for part in names.split(text):
                ref = kinds.get(fold(part)) or names.ref(part)
                card = state.card_of(ref)
                if not is_object(ref) and card not in state.table:
                    self.fields.say(spot, f"{part!r} is a player and cannot have left play")
                else:
                    cards.append(card)
        except ActionError as error:
            self.fields.say(spot, str(error))
        return cards

    def _each(self, field: str, names: Names, read: Callable[[Names, int, str], T]) -> Iterator[T]:
        yield from self._each_of(self.fields.lines.get((EVERYONE, field), ()), names, read)

    def _each_of(
        self, lines: Iterable[tuple[str, Spot]], names: Names, read: Callable[[Names, int, str], T]
    ) -> Iterator[T]:
        for text, spot in lines:
            player, colon, rest = text.partition(":")
            if not colon:
                self.fields.say(spot, f"whose it is is missing: write `{self.setup.names[0]}: {text[:60]}`")
                continue
            seat = self.fields.player(player.strip(), spot)
            if seat < 0:
                continue
            try:
                yield read(names, seat, rest.strip())
            except ActionError as error:
                self.fields.say(spot, str(error))

    def _set_doom(self, state: EpicState, names: Names, text: str, spot: Spot) -> None:
        try:
            doom = read_doom(names, text, lambda name: self.fields.player(name.strip(), spot))
        except ActionError as error:
            self.fields.say(spot, str(error))
            return
        if doom is None and ":" not in text:
            self.fields.say(spot, "write `End of turn: Anna breaks Kong (by Surprise Attack)`")
            return
        state.delayed += [doom] if doom is not None else self._each_of([(text, spot)], names, read_trigger)


class _Cards:
    """Cards of a game not yet put into a zone.

    Each name uses the lowest card numbers first.
    """

    def __init__(self, state: EpicState) -> None:
        self._left: list[dict[str, list[int]]] = [{} for _ in state.seats]
        for cid in sorted(state.owners, reverse=True):
            self._left[state.owners[cid]].setdefault(state.table[cid].name, []).append(cid)

    def take(self, owner: int, name: str) -> int:
        """Return the next card of ``owner`` that is called ``name``."""
        return self._left[owner][name].pop()
