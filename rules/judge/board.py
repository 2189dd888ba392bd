"""The board of a game as a viewer sees it, for any card game.

A board is created for one viewer and never contains hidden information; it is not filtered afterwards.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Literal, TypeAlias, TypeVar

from rules.frozen import values_getter

Viewer: TypeAlias = int | Literal["judge"] | None
"""The viewer of a board: a seat, ``JUDGE`` (sees everything), or ``None`` for the public."""
JUDGE: Final = "judge"
PUBLIC: Final = None


def may_see(viewer: Viewer, seat: int) -> bool:
    """Return True if ``viewer`` may see what only ``seat`` knows."""
    return viewer in (JUDGE, seat)


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of cards.

    Attributes:
        count: the number of cards, which is public.
        cards: their names, sorted; ``None`` if the viewer may not know them.
    """

    count: int
    cards: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Piece:
    """A card or token in play.

    Attributes:
        name: its name in records, unique for its controller (``Wolf Token#2``).
        card: the printed name.
        values: current numbers by name (offense, defense, damage, counters).
        states: states in the game's order (expended, deploying, attacking ...).
        keywords: its current keywords, sorted.
        changes: temporary changes, one phrase each.
        owner: the owner, if it is not the controller.
        lane: the lane from 1, counted from its player's left; 0 in a game without lanes.
        row: the row of the lane from 1, the nearest to the opponent first; 0 in a game without lanes.
    """

    name: str
    card: str
    values: dict[str, int]
    states: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    owner: str = ""
    lane: int = 0
    row: int = 0


@dataclass(frozen=True, slots=True)
class PlayerBoard:
    """One player's side of the board.

    Attributes:
        player: the player's name.
        totals: numbers by name (health, gold).
        hand: the cards in hand.
        deck: the deck.
        discard: the discard pile.
        pieces: the cards and tokens in play, in order of entry.
        team: the names of all players who share turns and totals with the player; empty for a player without a team.
        extra_cards: names of cards next to the deck (gods).
        out: whether the player has left the game.
    """

    player: str
    totals: dict[str, int]
    hand: Pile
    deck: Pile
    discard: Pile
    pieces: tuple[Piece, ...]
    out: bool = False
    team: tuple[str, ...] = ()
    extra_cards: tuple[str, ...] = ()

    def with_hand(self, hand: Pile) -> "PlayerBoard":
        """Return the same side with another hand.

        Twice as fast as ``dataclasses.replace``.
        """
        return PlayerBoard(
            self.player, self.totals, hand, self.deck, self.discard, self.pieces, self.out, self.team, self.extra_cards
        )


@dataclass(frozen=True, slots=True)
class Board:
    """The whole board at one moment.

    Attributes:
        variant: the variant in words; empty for the default one.
        turn: the name of the active player; empty before the first turn.
        turn_number: the number of the turn, from 1.
        phase: the phase and its step, in words.
        initiative: the name of the player who may make plays; empty if none may.
        waiting: the pending decision in words; empty when the game is over.
        triggers: the waiting triggers, one phrase each.
        notes: other facts for all players (no more attacks this turn).
        winners: the names of the winners.
        over: whether the game has ended; without winners it is a draw.
        sides: one for each player, in seat order.
    """

    turn: str
    turn_number: int
    phase: str
    initiative: str
    waiting: str
    sides: tuple[PlayerBoard, ...]
    triggers: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    over: bool = False
    variant: str = ""

    def __str__(self) -> str:
        """Return the board as lines of text."""
        return "\n".join(_rows(self))

    def with_sides(self, sides: tuple[PlayerBoard, ...]) -> "Board":
        """Return the same board with other sides.

        Twice as fast as ``dataclasses.replace``.
        """
        return Board(
            self.turn, self.turn_number, self.phase, self.initiative, self.waiting, sides, self.triggers, self.notes,
            self.winners, self.over, self.variant,
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        """Return the board as JSON data."""
        return all_to_json((self,), BoardCache())[0]


T = TypeVar("T")
Part = TypeVar("Part", PlayerBoard, Pile, Piece)


class BoardCache:
    """Parts of the boards of one replay, each created and converted to JSON once.

    Successive boards and those of several viewers differ in few parts. Comparing shared parts takes no time either.
    """

    __slots__ = ("_json", "_parts")

    def __init__(self) -> None:
        self._parts: dict[Hashable, Any] = {}
        # By identity, with the part, which must stay alive.
        self._json: dict[int, tuple[object, dict[str, Any]]] = {}

    def part(self, key: Hashable, create: Callable[[], T]) -> T:
        """Return the part for ``key``, which must determine it; ``create`` is called once."""
        part: T | None = self._parts.get(key)
        if part is None:
            part = self._parts[key] = create()
        return part

    def to_json(self, part: Part, convert: Callable[[Part], dict[str, Any]]) -> dict[str, Any]:
        """Return a part as JSON data; the same part is converted once."""
        converted = self._json.get(id(part))
        if converted is None:
            converted = self._json[id(part)] = part, convert(part)
        return converted[1]


def all_to_json(boards: Sequence[Board], cache: BoardCache) -> tuple[dict[str, Any], ...]:
    """Return boards of one game as JSON data, which is not to be changed.

    Args:
        boards: the boards.
        cache: parts of earlier boards.
    """
    return tuple([_board_to_json(board, cache) for board in boards])


def _board_to_json(board: Board, cache: BoardCache) -> dict[str, Any]:
    fields = _fields(board)
    convert = partial(_side_to_json, cache=cache)
    fields["sides"] = tuple([cache.to_json(side, convert) for side in board.sides])
    return fields


def _side_to_json(side: PlayerBoard, cache: BoardCache) -> dict[str, Any]:
    fields = _fields(side)
    fields["totals"] = dict(side.totals)
    for name in ("hand", "deck", "discard"):
        fields[name] = cache.to_json(fields[name], _pile_to_json)
    fields["pieces"] = tuple([cache.to_json(piece, _piece_to_json) for piece in side.pieces])
    return fields


def _pile_to_json(pile: Pile) -> dict[str, Any]:
    return {"count": pile.count, "cards": pile.cards}


def _piece_to_json(piece: Piece) -> dict[str, Any]:
    fields = _fields(piece)
    fields["values"] = dict(piece.values)
    return fields


def _rows(board: Board) -> Iterator[str]:
    """Yield the board as text: turn and pending decision, then each side."""
    variant = f"{board.variant}, " if board.variant else ""
    turn_text = f"turn {board.turn_number}, {board.turn}, " if board.turn else ""
    yield f"{variant}{turn_text}{board.phase}; {board.waiting or 'no decision is pending'}"
    for side in board.sides:
        if side.out and not board.over:
            yield f"  {side.player}: has left the game"
            continue
        totals = ", ".join(f"{value} {name}" for name, value in side.totals.items())
        piles = (f"{name} {_pile(getattr(side, name))}" for name in ("hand", "deck", "discard"))
        extra = f"; next to the deck {', '.join(side.extra_cards)}" if side.extra_cards else ""
        yield f"  {side.player}: {'; '.join(filter(None, (totals, *piles)))}{extra}"
        yield from (f"    {_piece(piece)}" for piece in side.pieces)
    yield from (f"  waits: {trigger}" for trigger in board.triggers)
    yield from (f"  {note}" for note in board.notes)
    if board.over:
        yield f"  {' and '.join(board.winners)} won." if board.winners else "  The game is drawn."


def _pile(pile: Pile) -> str:
    """Return the size of a pile and its known cards with their counts."""
    listing = ", ".join(f"{count} {name}" if count > 1 else name for name, count in Counter(pile.cards or ()).items())
    return f"{pile.count} ({listing})" if listing else str(pile.count)


def _piece(piece: Piece) -> str:
    values = dict(piece.values)
    size = "/".join(str(values.pop(name)) for name in ("offense", "defense") if name in values)
    others = [f"{value} {name}" for name, value in values.items() if value]
    owner = [f"owned by {piece.owner}"] if piece.owner else []
    details = ", ".join((*others, *piece.states, *piece.keywords, *piece.changes, *owner))
    return " ".join(filter(None, (piece.name, size, f"({details})" if details else "")))


_NAMES: Final = {kind: kind.__match_args__ for kind in (Board, PlayerBoard, Piece)}
_VALUES: Final = {kind: values_getter(names) for kind, names in _NAMES.items()}


def _fields(thing: Board | PlayerBoard | Piece) -> dict[str, Any]:
    """Return the fields by name.

    Faster than ``dataclasses.asdict``, which copies deeply.
    """
    kind = type(thing)
    return dict(zip(_NAMES[kind], _VALUES[kind](thing), strict=True))
