"""Parser for the fields of a position; reports all errors at once."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from rules.champions.cards import HOUSE, Card, CardType, Category
from rules.champions.cards.instructions import Gains, Grant, instructions_within
from rules.champions.effects import text_of
from rules.champions.engine import ENGINE, cards_of
from rules.champions.game_loop.setup import MAX_HEALTH
from rules.champions.notation.actions import player_of
from rules.champions.notation.card_names import NAME_IT, placed_cards
from rules.champions.notation.frame_parser import InvalidFieldError, parse_frame, whole_number
from rules.champions.notation.position_fields import BETWEEN, BETWEEN_GROUPS, Fields
from rules.champions.rules import RULES
from rules.champions.state import COMPLETE, LANES, ChampionsState, Granted, LimboCard, Piece, Seat
from rules.decks.names import fold
from rules.engine.decision import ActionError, SetupError
from rules.engine.game import Setup
from rules.notation.english import possessive
from rules.notation.position.cards import MAX_CARDS, called, card_names, groups
from rules.notation.position.errors import PositionError
from rules.notation.position.fields import EVERYONE, NOWHERE, Spot, spot_of
from rules.notation.references import is_unknown

_DORMANT: Final = re.compile(r"dormant until turn (?P<turn>\d{1,3})", re.IGNORECASE)
_GRANTED: Final = re.compile(
    r"line (?P<line>\d{1,2})\.(?P<part>\d{1,2}) of (?P<card>.+) until turn (?P<turn>\d{1,3})", re.IGNORECASE
)
_PIECE: Final = re.compile(r"^(?P<name>[^()]+?)(?: \((?P<told>.*)\))?$")
MAX_ACTIONS: Final = 99
MAX_TURN: Final = 999
PILES: Final = (
    ("champions", "waiting", CardType.CHAMPION),
    ("blessings", "hidden", CardType.BLESSING),
    ("hand", "hand", CardType.ACTION),
    ("discard", "discard", CardType.ACTION),
)
"""Attribute of the seat and card type, by field."""


def parse_position(fields: Mapping[str, Sequence[str]], setup: Setup) -> ChampionsState:
    """Return the game in a position, advanced to its next decision.

    Raises:
        PositionError: the position is invalid; lists all errors.
        SetupError: players, version or options are invalid.
    """
    return _PositionParser(fields, setup).run()


class _PositionParser:
    """Parses one position."""

    def __init__(self, fields: Mapping[str, Sequence[str]], setup: Setup) -> None:
        self.state = ENGINE.table(replace(setup, decks=(None,) * len(setup.names)))
        self.fields = Fields(fields, setup.names)
        self.decks, self.cards = setup.decks, cards_of(setup)
        self.objectives: list[tuple[Spot, int, str]] = []
        self.places: dict[str, int] = {}

    def run(self) -> ChampionsState:
        self.state.phase, self.state.actions = "action", 2
        self._parse_turn_fields()
        for number in range(len(self.state.seats)):
            self._parse_player(number)
        for number in range(len(self.state.seats)):
            self._add_rest_of_deck(number)
        # Before any card is marked, as marked ones come first among equal ones.
        self.places = dict(reversed(list(placed_cards(self.state))))
        for spot, champion, words in self.objectives:
            self._try(spot, words, partial(self._parse_objective, champion))
        # These fields name cards by zone, so all cards must be in their zones.
        self._parse_each(EVERYONE, "Queue", self._parse_queue)
        self._parse_each(EVERYONE, "Falling", self._parse_falling)
        self._parse_each(EVERYONE, "Under way", self._parse_frame)
        if not self.fields.wrong:
            self._check_consistency()
        if self.fields.wrong:
            raise PositionError(*self.fields.wrong)
        ENGINE.advance(self.state)
        return self.state

    def _parse_each(self, seat: int, name: str, read: Callable[[str], None]) -> None:
        for text, spot in self.fields.non_empty_lines(seat, name):
            self._try(spot, text, read)

    def _try(self, spot: Spot, text: str, read: Callable[[str], None]) -> None:
        try:
            read(text)
        except (InvalidFieldError, SetupError, ActionError) as error:
            self.fields.say(spot, str(error))

    # Fields of the turn.

    def _parse_turn_fields(self) -> None:
        for text, spot in self.fields.non_empty_lines(EVERYONE, "Turn"):
            self._parse_turn(text, spot)
        self._parse_each(EVERYONE, "Phase", self._parse_phase)
        self._parse_each(EVERYONE, "Actions", self._parse_actions)
        self._parse_each(EVERYONE, "Heroic act", self._parse_heroic_act)
        self._parse_each(EVERYONE, "Limbo", self._parse_limbo)

    def _parse_turn(self, text: str, spot: Spot) -> None:
        turn_player, number = self.fields.turn(text, self.state.first)
        if not (turn_player and number):
            self.fields.say(spot, f"{text!r}: write whose turn it is and its number: `{self.state.names[0]} 3`")
            return
        seat = self.fields.player(turn_player, spot)
        self.state.turn, self.state.turn_number = max(seat, 0), number

    def _parse_phase(self, text: str) -> None:
        if text.casefold() not in RULES.phases:
            raise InvalidFieldError(f"{text!r} is no phase; phases are {', '.join(RULES.phases)}")
        self.state.phase = text.casefold()
        if self.state.phase in ("placement", "opening"):
            self.state.actions = 0

    def _parse_actions(self, text: str) -> None:
        self.state.actions = whole_number(text, MAX_ACTIONS)

    def _parse_heroic_act(self, text: str) -> None:
        self.state.heroic = _is_affirmed(text, "used")

    def _parse_limbo(self, text: str) -> None:
        state = self.state
        for part in text.split("/"):
            name, comma, lane = part.strip().rpartition(", lane ")
            owner = next((n for n, each in enumerate(state.names) if name.startswith(f"{possessive(each)} ")), None)
            if not comma or owner is None:
                raise InvalidFieldError(f"{part.strip()!r}: write `{possessive(state.names[0])} Gate Guard, lane 2`")
            top, *below = self._stack(owner, name[len(possessive(state.names[owner])) + 1 :])
            state.limbo = (*state.limbo, LimboCard(top, whole_number(lane, LANES, 1) - 1, tuple(reversed(below))))

    def _stack(self, owner: int, words: str, kind: CardType | None = None) -> list[int]:
        """Return the cards of a stack, the top one first: ``Ford Pikes on Gate Guard``."""
        if " on " in words and self.cards.find(words) is None:
            parts = words.split(" on ")
            for count in range(1, len(parts)):
                if self.cards.find(" on ".join(parts[:count])) is not None:
                    rest = self._stack(owner, " on ".join(parts[count:]), CardType.ACTION)
                    return [self._card(owner, " on ".join(parts[:count]), CardType.ACTION), *rest]
        return [self._card(owner, words, kind)]

    # Fields of the players.

    def _parse_player(self, number: int) -> None:
        seat = self.state.seats[number]
        seat.health = self.fields.number(number, "health", 0, 0)
        if seat.health > MAX_HEALTH:
            spot = spot_of(self.fields, number, "health")
            self.fields.say(spot, f"{spot[0]} is {seat.health}: the maximum is {MAX_HEALTH} (2.13.2)")
        for lane in range(LANES):
            for text, spot in self.fields.non_empty_lines(number, f"lane {lane + 1}"):
                self._try(spot, text, partial(self._parse_lane, spot, number, lane))
        for field, slot, kind in PILES:
            self._parse_each(number, field, partial(self._parse_pile, number, slot, kind))
        self._parse_each(number, "deck", partial(self._parse_deck, number))
        self._parse_each(number, "used", partial(self._parse_used, seat))
        self._parse_each(number, "left hand", partial(self._parse_left_hand, seat))

    def _parse_pile(self, number: int, slot: str, kind: CardType, text: str) -> None:
        setattr(self.state.seats[number], slot, self._cards(number, text, kind))

    def _parse_deck(self, number: int, text: str) -> None:
        parts = (self._cards(number, part, CardType.ACTION) for part in groups(text, BETWEEN_GROUPS))
        self.state.seats[number].deck = [tuple(cards) for cards in parts if cards]

    def _parse_used(self, seat: Seat, text: str) -> None:
        seat.used = tuple(self._playable_card(name).name for name in card_names(text, self.cards))

    def _parse_left_hand(self, seat: Seat, text: str) -> None:
        seat.left_hand = _is_affirmed(text, "yes")

    def _cards(self, owner: int, text: str, kind: CardType) -> list[int]:
        names = card_names(text, self.cards)
        if len(names) > MAX_CARDS:
            raise InvalidFieldError(f"the position has more than {MAX_CARDS} cards")
        return [self._card(owner, name, kind) for name in names]

    def _card(self, owner: int, name: str, kind: CardType | None = None) -> int:
        card = self._playable_card(name)
        if kind is not None and card.kind not in (kind, None):
            raise InvalidFieldError(f"{card.name} is a {card.kind} card and cannot lie there")
        return ENGINE.add_card(self.state, owner, card)

    def _playable_card(self, name: str) -> Card:
        name = name.strip()
        if is_unknown(name):
            raise InvalidFieldError(NAME_IT)
        card, fitting = called(self.cards, name, (self.cards.names,))
        if len(fitting) > 1:
            raise InvalidFieldError(f"{name!r} could mean {' or '.join(fitting)}")
        if card is None:
            guesses = self.cards.suggest(name)
            hint = f"; did you mean {' or '.join(guesses)}?" if guesses else ""
            hint = "; write `Cards: house set` above to play with the invented ones" if HOUSE.find(name) else hint
            raise InvalidFieldError(f"no card in this game is called {name!r}{hint}")
        return card

    def _parse_lane(self, spot: Spot, number: int, lane: int, text: str) -> None:
        rows = [part.strip() for part in text.split(BETWEEN.strip())]
        if len(rows) > len(_ROWS):
            raise InvalidFieldError(f"{text!r}: a lane has Champion / Unit or Spell / Blessing")
        for words, (row, kind) in zip(rows, _ROWS, strict=False):
            if words.casefold() not in ("", "none"):
                setattr(self.state.seats[number].lanes[lane], row, self._parse_piece(spot, number, words, kind))

    def _parse_piece(self, spot: Spot, owner: int, words: str, kind: CardType) -> Piece:
        match = _PIECE.match(words)
        if match is None:
            raise InvalidFieldError(f"{words!r}: write a card, and in brackets how it lies: `Gate Guard (corner 2)`")
        top, *below = self._stack(owner, match["name"], kind)
        piece = Piece(top, tuple(reversed(below)))
        card = self.state.table[piece.cid]
        if below and any(self.state.table[cid].category is not Category.UNIT for cid in (top, *below)):
            raise InvalidFieldError(f"{words!r}: only Units lie on each other (2.14.4b)")
        if card.category is not None and not card.corners:
            raise InvalidFieldError(f"{card.name} is an Ability and never lies in a lane")
        for each in (match["told"] or "").split(";"):
            self._state_of(spot, piece, each.strip())
        return piece

    def _state_of(self, spot: Spot, piece: Piece, words: str) -> None:
        card, folded = self.state.table[piece.cid], words.casefold()
        by, _, other = words.partition(" by ")
        if by.casefold() == ("objective" if card.quest else "revealed") and card.kind is not CardType.ACTION:
            self.objectives.append((spot, piece.cid, other))
        elif folded == "complete" and card.quest:
            piece.corner = COMPLETE
        elif folded.startswith("quest ") and card.quest:
            piece.corner = whole_number(folded[len("quest ") :], COMPLETE, 1) - 1
        elif folded == "face down" and card.kind is CardType.BLESSING:
            piece.up, piece.corner = False, COMPLETE
        elif (match := _DORMANT.fullmatch(words)) and not card.quest:
            piece.dormant = whole_number(match["turn"], MAX_TURN, 1)
        elif match := _GRANTED.fullmatch(words):
            piece.granted = (*piece.granted, self._granted(piece, match))
        elif folded.startswith("corner ") and card.corners:
            piece.corner = whole_number(folded[len("corner ") :], COMPLETE + 1, 1) - 1
        elif folded:
            raise InvalidFieldError(f"{words!r} does not say how {card.name} lies")

    def _granted(self, piece: Piece, match: re.Match[str]) -> Granted:
        """Return the line that another card has added to ``piece``."""
        card = self._playable_card(match["card"])
        line, part = whole_number(match["line"], least=1) - 1, whole_number(match["part"], least=1) - 1
        lines = text_of(card).lines
        nodes = lines[line].nodes if line < len(lines) else ()
        adding = [each for node in nodes for each in instructions_within(node) if isinstance(each, Grant | Gains)]
        if part >= len(adding):
            name = self.state.table[piece.cid].name
            raise InvalidFieldError(f"{card.name} does not add line {line + 1}.{part + 1} to {name}")
        return Granted(card.name, line, part, whole_number(match["turn"], MAX_TURN, 1))

    def _add_rest_of_deck(self, number: int) -> None:
        """Add the rest of a decklist to deck and lanes.

        The rest are cards that the position does not mention.
        """
        deck, seat = self.decks[number], self.state.seats[number]
        if deck is None:
            return
        remaining, table, name = list(deck), self.state.table, self.state.names[number]
        spot = spot_of(self.fields, number, "deck")
        for cid in sorted(cid for cid, owner in self.state.owners.items() if owner == number):
            card = table[cid].name
            if card not in remaining:
                self.fields.say(spot, f"{name} has one {card} more than the list")
                return
            remaining.remove(card)
        added = [ENGINE.add_card(self.state, number, self._playable_card(card)) for card in sorted(remaining)]
        table = self.state.table
        actions = tuple(cid for cid in added if table[cid].kind is CardType.ACTION)
        blessings = [cid for cid in added if table[cid].kind is CardType.BLESSING]
        champions = [cid for cid in added if table[cid].kind is CardType.CHAMPION]
        if (seat.deck and actions) or (seat.hidden and blessings) or (seat.waiting and champions):
            self.fields.say(spot, f"{name}'s list has cards missing from the position: {', '.join(sorted(remaining))}")
            return
        seat.deck = [*seat.deck, actions] if actions else seat.deck
        seat.hidden, seat.waiting = [*seat.hidden, *blessings], [*seat.waiting, *champions]

    # Fields that name cards by zone.

    def _place(self, words: str) -> int:
        cid = self.places.get(fold(words))
        if cid is None:
            raise InvalidFieldError(f"{words!r} is not on the field; write, for example, `Anna's Gate Guard in lane 2`")
        return cid

    def _parse_objective(self, champion: int, words: str) -> None:
        by = self._place(words)
        for seat in self.state.seats:
            for lane in seat.lanes:
                for piece in (lane.champion, lane.blessing):
                    if piece is not None and piece.cid == champion:
                        piece.done = (*piece.done, by)

    def _parse_queue(self, text: str) -> None:
        self.state.queue = tuple(self._place(part.strip()) for part in text.split(BETWEEN.strip()))

    def _parse_falling(self, text: str) -> None:
        self.state.falling = tuple(player_of(self.state, part.strip()) for part in text.split(","))

    def _parse_frame(self, text: str) -> None:
        self.state.frames.append(parse_frame(self.state, text, self._place))

    def _check_consistency(self) -> None:
        """Record errors that concern several fields."""
        state = self.state
        begun = state.phase not in ("placement", "opening")
        if begun and not state.turn_number:
            self.fields.say(NOWHERE, f"the turn player is missing: `Turn: {state.names[0]} 3`")
        if not begun and state.turn_number:
            self.fields.say(spot_of(self.fields, EVERYONE, "Turn"), f"no turn has begun in the phase {state.phase}")
        for number, seat in enumerate(state.seats):
            for field, problem in _seat_errors(state, number, seat):
                self.fields.say(spot_of(self.fields, number, field), problem)
        for problem in _queue_errors(state):
            self.fields.say(spot_of(self.fields, EVERYONE, "Queue"), problem)


_ROWS: Final = (("champion", CardType.CHAMPION), ("card", CardType.ACTION), ("blessing", CardType.BLESSING))


def _seat_errors(state: ChampionsState, number: int, seat: Seat) -> Iterable[tuple[str, str]]:
    name = state.names[number]
    placed = sum(lane.champion is not None for lane in seat.lanes)
    if state.phase == "placement" and placed + len(seat.waiting) != LANES:
        yield "champions", f"{name} has {placed + len(seat.waiting)} Champions and not {LANES}"
    if state.phase != "placement" and (placed != LANES or seat.waiting):
        yield "lane 1", f"{name} has placed {placed} Champions and not {LANES}"
    blessings = len(seat.hidden) + sum(lane.blessing is not None for lane in seat.lanes)
    blessings += sum(
        state.owners[each.cid] == number and state.table[each.cid].kind is CardType.BLESSING for each in state.limbo
    )
    names = {card.name for card in state.table.values()}
    for lane_number, lane in enumerate(seat.lanes, 1):
        for granted in lane.card.granted if lane.card is not None else ():
            if granted.card not in names:
                yield f"lane {lane_number}", f"{granted.card}, which added a line, is in no zone"
    if blessings != LANES:
        yield "blessings", f"{name} has {blessings} Blessings and not {LANES}"
    if state.phase != "placement" and not seat.health and number not in state.falling:
        yield "health", f"{name} is at 0 health and out of the game"


def _queue_errors(state: ChampionsState) -> Iterable[str]:
    if len(set(state.queue)) < len(state.queue):
        yield "a card stands in the queue twice"
    limbo = {each.cid for each in state.limbo}
    if state.phase == "leaving" and not set(state.queue) <= limbo:
        yield "what is still to be handled as Exhausted lies in limbo"
    if state.phase not in ("leaving", "instant") and state.queue:
        yield f"nothing has still to act in the phase {state.phase}"
    if len(state.falling) > 1:
        yield "both players are at 0 health: the game is over"


def _is_affirmed(text: str, word: str) -> bool:
    if text.casefold() != word:
        raise InvalidFieldError(f"{text!r}: write `{word}`, or leave the field out")
    return True
