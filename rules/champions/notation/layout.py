"""Laying out a described position: every field read, every contradiction told at once."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from rules.champions.cards import HOUSE, Card, CardType
from rules.champions.engine import ENGINE, SetupError, cards_of
from rules.champions.notation.answers import player_of
from rules.champions.notation.frames import WrongError, frame_of
from rules.champions.notation.naming import everywhere
from rules.champions.process.setup import MOST_HEALTH
from rules.champions.rules import RULES
from rules.champions.sentences import possessive
from rules.champions.state import COMPLETE, LANES, ChampionsState, Piece, Seat
from rules.decks.names import fold
from rules.engine.decision import InvalidAnswerError
from rules.engine.game import Setup
from rules.notation.position.contradictions import Contradiction, PositionError

_COUNTED: Final = re.compile(r"^(?:(?P<count>\d{1,2}) )?(?P<name>\S.*)$")
_PIECE: Final = re.compile(r"^(?P<name>[^()]+?)(?: \((?P<told>.*)\))?$")
_TURN: Final = re.compile(r"^(?P<name>\S.*) (?P<number>[1-9]\d{0,3})$")
MOMENT: Final = ("turn", "phase", "actions", "heroic act", "limbo", "queue", "falling", "under way")
PERSONAL: Final = ("health", "champions", "blessings", "hand", "deck", "discard", "used", "left hand")
LATE: Final = ("queue", "falling", "under way")
"""Fields that name cards by where they lie, and are read once all of these do."""


class Entry(NamedTuple):
    """One line of a position: its key, which of the lines with that key, and its text."""

    key: str
    number: int
    text: str


def laid_out(fields: Mapping[str, Sequence[str]], setup: Setup) -> ChampionsState:
    """Return the game at a described moment, advanced to its next decision.

    Raises:
        PositionError: it cannot be; names everything that is wrong.
        SetupError: players, version or readings cannot be.
    """
    return _Layout(setup).run(
        [Entry(key, index, text) for key, texts in fields.items() for index, text in enumerate(texts)]
    )


class _Layout:
    """One position being laid out."""

    def __init__(self, setup: Setup) -> None:
        self.state = ENGINE.table(replace(setup, decks=(None,) * len(setup.names)))
        self.decks, self.cards = setup.decks, cards_of(setup)
        self.wrong: list[Contradiction] = []
        self.objectives: list[tuple[Entry, int, str]] = []

    def run(self, told: list[Entry]) -> ChampionsState:
        self.state.phase, self.state.actions = "action", 2
        told = [each for each in told if each.text.strip()]
        late = [each for each in told if each.key.casefold() in LATE]
        for each in told:
            if each not in late:
                self._try(each, self._field)
        for number in range(len(self.state.seats)):
            self._rest_of_deck(number)
        for each, champion, words in self.objectives:
            self._try(each, partial(self._objective, champion, words))
        for each in late:
            self._try(each, self._late)
        if not self.wrong:
            self._whole()
        if self.wrong:
            raise PositionError(*self.wrong)
        ENGINE.advance(self.state)
        return self.state

    def _try(self, told: Entry, do: Callable[[Entry], None]) -> None:
        try:
            do(told)
        except (WrongError, SetupError, InvalidAnswerError) as error:
            self.wrong.append(Contradiction(told.key, told.number, str(error)))
        except ValueError:
            self.wrong.append(Contradiction(told.key, told.number, f"{told.text!r} is no number"))

    def _field(self, told: Entry) -> None:
        key = told.key.casefold()
        if key in MOMENT:
            if told.number:
                raise WrongError(f"{told.key} is told twice")
            self._moment(key, told.text)
            return
        seat = next((n for n, name in enumerate(self.state.names) if key.startswith(f"{name.casefold()} ")), None)
        field = "" if seat is None else key[len(self.state.names[seat]) + 1 :]
        lane = re.fullmatch(r"lane ([1-4])", field)
        if seat is None or not (lane or field in PERSONAL):
            personal = ", ".join(f"`{self.state.names[0]} {each}`" for each in (*PERSONAL, "lane 1"))
            raise WrongError(f"{told.key!r} is no field; fields are {', '.join(MOMENT)}, {personal}")
        if told.number:
            raise WrongError(f"{told.key} is told twice")
        if lane:
            self._lane(told, seat, int(lane[1]) - 1)
        else:
            self._personal(seat, field, told.text)

    def _moment(self, key: str, text: str) -> None:
        state = self.state
        if key == "turn":
            found = _TURN.match(text)
            if found is None:
                raise WrongError(f"{text!r}: write whose turn it is and its number: `{state.names[0]} 3`")
            state.turn, state.turn_number = player_of(state, found["name"]), int(found["number"])
        elif key == "phase":
            if text.casefold() not in RULES.phases:
                raise WrongError(f"{text!r} is no phase; phases are {', '.join(RULES.phases)}")
            state.phase = text.casefold()
            if state.phase in ("placement", "opening"):
                state.actions = 0
        elif key == "actions":
            state.actions = _number(text, 99)
        elif key == "heroic act":
            state.heroic = _yes(text, "used")
        else:
            for part in text.split("/"):
                name, comma, lane = part.strip().rpartition(", lane ")
                owner = next((n for n, each in enumerate(state.names) if name.startswith(f"{possessive(each)} ")), None)
                if not comma or owner is None:
                    raise WrongError(f"{part.strip()!r}: write `{possessive(state.names[0])} Gate Guard, lane 2`")
                cid = self._card(owner, name[len(possessive(state.names[owner])) + 1 :])
                state.limbo = (*state.limbo, (cid, _number(lane, LANES, 1) - 1))

    def _personal(self, number: int, field: str, text: str) -> None:
        seat = self.state.seats[number]
        match field:
            case "health":
                seat.health = _number(text, MOST_HEALTH)
            case "champions":
                seat.waiting = self._cards(number, text, CardType.CHAMPION)
            case "blessings":
                seat.hidden = self._cards(number, text, CardType.BLESSING)
            case "hand":
                seat.hand = self._cards(number, text, CardType.ACTION)
            case "deck":
                seat.deck = [tuple(self._cards(number, group, CardType.ACTION)) for group in text.split("|")]
            case "discard":
                seat.discard = self._cards(number, text, CardType.ACTION)
            case "used":
                seat.used = tuple(self._known(name).name for name in text.split(","))
            case _:
                seat.left_hand = _yes(text, "yes")

    def _cards(self, owner: int, text: str, kind: CardType) -> list[int]:
        cards = []
        for part in text.split(","):
            found = _COUNTED.match(part.strip())
            if found is None:
                raise WrongError(f"{text!r} lists a card without a name")
            cards += [self._card(owner, found["name"], kind) for _ in range(int(found["count"] or 1))]
        return cards

    def _card(self, owner: int, name: str, kind: CardType | None = None) -> int:
        if name.strip() == "?":
            raise WrongError("unknown cards are not played yet in this game: name the card")
        card = self._known(name)
        if kind is not None and card.kind not in (kind, None):
            raise WrongError(f"{card.name} is a {card.kind} card and cannot lie there")
        return ENGINE.add_card(self.state, owner, card)

    def _known(self, name: str) -> Card:
        found = self.cards.find(name.strip())
        if found is None:
            guesses = self.cards.suggest(name.strip())
            hint = f"; did you mean {' or '.join(guesses)}?" if guesses else ""
            hint = (
                "; write `Cards: house set` above to play with the invented ones" if HOUSE.find(name.strip()) else hint
            )
            raise WrongError(f"none of the cards that are played with is called {name.strip()!r}{hint}")
        return found.card

    def _lane(self, told: Entry, number: int, lane: int) -> None:
        rows = [part.strip() for part in told.text.split("/")]
        if len(rows) > len(_ROWS):
            raise WrongError(f"{told.text!r}: a lane has Champion / Unit or Spell / Blessing")
        for words, (row, kind) in zip(rows, _ROWS, strict=False):
            if words.casefold() not in ("", "none"):
                setattr(self.state.seats[number].lanes[lane], row, self._piece(told, number, words, kind))

    def _piece(self, told: Entry, owner: int, words: str, kind: CardType) -> Piece:
        found = _PIECE.match(words)
        if found is None:
            raise WrongError(f"{words!r}: write a card, and in brackets how it lies: `Gate Guard (corner 2)`")
        piece = Piece(self._card(owner, found["name"], kind))
        card = self.state.table[piece.cid]
        if card.category is not None and not card.corners:
            raise WrongError(f"{card.name} is an Ability and never lies in a lane")
        for each in (found["told"] or "").split(";"):
            self._state_of(told, piece, each.strip())
        return piece

    def _state_of(self, told: Entry, piece: Piece, words: str) -> None:
        card, said = self.state.table[piece.cid], words.casefold()
        by, _, other = words.partition(" by ")
        if by.casefold() == ("objective" if card.quest else "revealed") and card.kind is not CardType.ACTION:
            self.objectives.append((told, piece.cid, other))
        elif said == "complete" and card.quest:
            piece.corner = COMPLETE
        elif said.startswith("quest ") and card.quest:
            piece.corner = _number(said[len("quest ") :], COMPLETE, 1) - 1
        elif said == "face down" and card.kind is CardType.BLESSING:
            piece.up, piece.corner = False, COMPLETE
        elif said.startswith("corner ") and card.corners:
            piece.corner = _number(said[len("corner ") :], COMPLETE + 1, 1) - 1
        elif said:
            raise WrongError(f"{words!r} does not say how {card.name} lies")

    def _rest_of_deck(self, number: int) -> None:
        """Hold a position to a decklist: what it does not tell of the list lies in the deck, or face down."""
        deck, seat = self.decks[number], self.state.seats[number]
        if deck is None:
            return
        left = list(deck)
        name = self.state.names[number]
        for cid in sorted(cid for cid, owner in self.state.owners.items() if owner == number):
            card = self.state.table[cid].name
            if card not in left:
                self.wrong.append(Contradiction(f"{name} deck", 0, f"{name} has one {card} more than the list"))
                return
            left.remove(card)
        added = [ENGINE.add_card(self.state, number, self._known(card)) for card in sorted(left)]
        table = self.state.table
        actions = tuple(cid for cid in added if table[cid].kind is CardType.ACTION)
        blessings = [cid for cid in added if table[cid].kind is CardType.BLESSING]
        champions = [cid for cid in added if table[cid].kind is CardType.CHAMPION]
        if (seat.deck and actions) or (seat.hidden and blessings) or (seat.waiting and champions):
            missing = ", ".join(sorted(left))
            self.wrong.append(Contradiction(f"{name} deck", 0, f"{name}'s list has more than is told: {missing}"))
            return
        seat.deck = [*seat.deck, actions] if actions else seat.deck
        seat.hidden, seat.waiting = [*seat.hidden, *blessings], [*seat.waiting, *champions]

    def _place(self, words: str) -> int:
        found = [cid for each, cid in everywhere(self.state) if each == fold(words)]
        if not found:
            raise WrongError(f"{words!r} lies nowhere; write, for example, `Anna's Gate Guard in lane 2`")
        return found[0]

    def _objective(self, champion: int, words: str, _told: Entry) -> None:
        by = self._place(words)
        for seat in self.state.seats:
            for lane in seat.lanes:
                for piece in (lane.champion, lane.blessing):
                    if piece is not None and piece.cid == champion:
                        piece.done = (*piece.done, by)

    def _late(self, told: Entry) -> None:
        key, state = told.key.casefold(), self.state
        if key == "queue":
            state.queue = tuple(self._place(part.strip()) for part in told.text.split("/"))
        elif key == "falling":
            state.falling = tuple(player_of(state, part.strip()) for part in told.text.split(","))
        else:
            state.frames.append(frame_of(state, told.text, self._place))

    def _whole(self) -> None:
        """Note what cannot be of the position as a whole."""
        state = self.state
        begun = state.phase not in ("placement", "opening")
        if begun and not state.turn_number:
            self.wrong.append(Contradiction("", 0, f"whose turn it is is not told: `Turn: {state.names[0]} 3`"))
        if not begun and state.turn_number:
            self.wrong.append(Contradiction("Turn", 0, f"no turn has begun in the phase {state.phase}"))
        for number, seat in enumerate(state.seats):
            self.wrong += [Contradiction(*each) for each in _seat_faults(state, number, seat)]
        for problem in _queue_faults(state):
            self.wrong.append(Contradiction("Queue", 0, problem))


_ROWS: Final = (("champion", CardType.CHAMPION), ("card", CardType.ACTION), ("blessing", CardType.BLESSING))


def _seat_faults(state: ChampionsState, number: int, seat: Seat) -> Iterable[tuple[str, int, str]]:
    name = state.names[number]
    placed = sum(lane.champion is not None for lane in seat.lanes)
    if state.phase == "placement" and placed + len(seat.waiting) != LANES:
        yield f"{name} champions", 0, f"{name} has {placed + len(seat.waiting)} Champions and not {LANES}"
    if state.phase != "placement" and (placed != LANES or seat.waiting):
        yield f"{name} lane 1", 0, f"{name} has placed {placed} Champions and not {LANES}"
    blessings = len(seat.hidden) + sum(lane.blessing is not None for lane in seat.lanes)
    blessings += sum(
        state.owners[cid] == number and state.table[cid].kind is CardType.BLESSING for cid, _ in state.limbo
    )
    if blessings != LANES:
        yield f"{name} blessings", 0, f"{name} has {blessings} Blessings and not {LANES}"
    if state.phase != "placement" and not seat.health and number not in state.falling:
        yield f"{name} health", 0, f"{name} is at 0 health and out of the game"


def _queue_faults(state: ChampionsState) -> Iterable[str]:
    if len(set(state.queue)) < len(state.queue):
        yield "a card stands in the queue twice"
    limbo = {cid for cid, _lane in state.limbo}
    if state.phase == "leaving" and not set(state.queue) <= limbo:
        yield "what is still to be handled as Exhausted lies in limbo"
    if state.phase not in ("leaving", "instant") and state.queue:
        yield f"nothing has still to act in the phase {state.phase}"
    if len(state.falling) > 1:
        yield "both players are at 0 health: the game is over"


def _number(text: str, most: int, least: int = 0) -> int:
    number = int(text)
    if not least <= number <= most:
        raise WrongError(f"{text} is not between {least} and {most}")
    return number


def _yes(text: str, word: str) -> bool:
    if text.casefold() != word:
        raise WrongError(f"{text!r}: write `{word}`, or leave the field out")
    return True
