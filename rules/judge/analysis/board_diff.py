"""A field-by-field comparison of two boards.

>>> from rules.judge.board import Board, Pile, PlayerBoard
>>> def table(health: int) -> Board:
...     side = PlayerBoard("Ben", {"health": health}, Pile(0, ()), Pile(9, None), Pile(0, ()), ())
...     return Board("Anna", 5, "Main Phase", "Anna", "", (side,))
>>> print(*differences(table(12), table(9)))
Ben health: 12 / 9
"""

from collections import Counter
from collections.abc import Iterator

from rules.frozen import frozen
from rules.judge.board import Board, Piece, PlayerBoard


@frozen
class Difference:
    """A field that differs between two boards.

    Attributes:
        field: the field in words (``Ben health``, ``Kong of Ben``).
        one: its value on the first board, in words.
        other: its value on the second board, in words.
    """

    field: str
    one: str
    other: str

    def __str__(self) -> str:
        """Return the field with both values."""
        return f"{self.field}: {self.one} / {self.other}"


def differences(one: Board, other: Board) -> tuple[Difference, ...]:
    """Return every field in which two boards differ, those of players first."""
    rows = [row for mine, its in zip(one.sides, other.sides, strict=True) for row in _sides(mine, its)]
    rows += _row("turn", f"{one.turn} {one.turn_number}", f"{other.turn} {other.turn_number}")
    rows += _row("phase", one.phase, other.phase)
    rows += _row("initiative", one.initiative or "nobody", other.initiative or "nobody")
    rows += _row("waiting for", one.waiting or "nobody", other.waiting or "nobody")
    rows += _row("to happen", _join(one.triggers), _join(other.triggers))
    # Notes that both boards have are no difference.
    only = [
        tuple(note for note in notes if note not in rest.notes)
        for notes, rest in ((one.notes, other), (other.notes, one))
    ]
    rows += _row("also", *map(_join, only))
    rows += _row("end", _end(one), _end(other))
    return tuple(rows)


def _row(field: str, one: object, other: object) -> list[Difference]:
    return [Difference(field, str(one), str(other))] if one != other else []


def _join(words: tuple[str, ...]) -> str:
    return "; ".join(words) or "nothing"


def _end(board: Board) -> str:
    if not board.over:
        return "the game goes on"
    return f"{' and '.join(board.winners)} won" if board.winners else "drawn"


def _sides(one: PlayerBoard, other: PlayerBoard) -> Iterator[Difference]:
    who = one.player
    for name in dict.fromkeys((*one.totals, *other.totals)):
        yield from _row(f"{who} {name}", one.totals.get(name, "-"), other.totals.get(name, "-"))
    for name in ("hand", "deck", "discard"):
        words = {"discard": "discard pile"}.get(name, name)
        yield from _row(f"{who} {words}", _cards(getattr(one, name).count), _cards(getattr(other, name).count))
    yield from _moved_cards(one, other)
    mine, its = ({piece.name: piece for piece in side.pieces} for side in (one, other))
    for name in mine:
        if name in its:
            yield from _pieces(f"{name} of {who}", mine[name], its[name])
    yield from _row(f"{who} in the game", "no" if one.out else "yes", "no" if other.out else "yes")


def _cards(count: int) -> str:
    return f"{count} card{'s' * (count != 1)}"


def _moved_cards(one: PlayerBoard, other: PlayerBoard) -> Iterator[Difference]:
    """Yield cards that are in different zones, if both boards show them."""
    here, there = _places(one), _places(other)
    for card in sorted({card for card, _ in (*here, *there)}):
        gone, come = (
            list((Counter(a) - Counter(b)).elements())
            for a, b in (
                (_zones_of(here, card), _zones_of(there, card)),
                (_zones_of(there, card), _zones_of(here, card)),
            )
        )
        for index in range(max(len(gone), len(come))):
            left = gone[index] if index < len(gone) else "not seen"
            right = come[index] if index < len(come) else "not seen"
            yield Difference(f"{card} of {one.player}", left, right)


def _places(side: PlayerBoard) -> list[tuple[str, str]]:
    places = [(piece.card, "in play") for piece in side.pieces]
    places += [(card, "in hand") for card in side.hand.cards or ()]
    return places + [(card, "in discard pile") for card in side.discard.cards or ()]


def _zones_of(places: list[tuple[str, str]], card: str) -> list[str]:
    return [where for name, where in places if name == card]


def _pieces(who: str, one: Piece, other: Piece) -> Iterator[Difference]:
    for name in dict.fromkeys((*one.values, *other.values)):
        yield from _row(f"{who} {name}", one.values.get(name, 0), other.values.get(name, 0))
    yield from _row(f"{who} is", ", ".join(one.states), ", ".join(other.states))
    yield from _row(f"{who} has", ", ".join(one.keywords) or "nothing", ", ".join(other.keywords) or "nothing")
    yield from _row(f"{who} is changed by", _join(one.changes), _join(other.changes))
    yield from _row(f"{who} is owned by", one.owner or "its controller", other.owner or "its controller")
