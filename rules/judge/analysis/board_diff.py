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
    rows = [row for mine, its in zip(one.sides, other.sides, strict=True) for row in _compare_sides(mine, its)]
    rows += _compare_values("turn", f"{one.turn} {one.turn_number}", f"{other.turn} {other.turn_number}")
    rows += _compare_values("phase", one.phase, other.phase)
    rows += _compare_values("initiative", one.initiative or "nobody", other.initiative or "nobody")
    rows += _compare_values("waiting for", one.waiting or "nobody", other.waiting or "nobody")
    rows += _compare_values("to happen", _join(one.triggers), _join(other.triggers))
    # Notes that both boards have are no difference.
    only = [
        tuple(note for note in notes if note not in rest.notes)
        for notes, rest in ((one.notes, other), (other.notes, one))
    ]
    rows += _compare_values("also", *map(_join, only))
    rows += _compare_values("end", _outcome_text(one), _outcome_text(other))
    return tuple(rows)


def _compare_values(field: str, one: object, other: object) -> list[Difference]:
    return [Difference(field, str(one), str(other))] if one != other else []


def _join(words: tuple[str, ...]) -> str:
    return "; ".join(words) or "nothing"


def _outcome_text(board: Board) -> str:
    if not board.over:
        return "the game goes on"
    return f"{' and '.join(board.winners)} won" if board.winners else "drawn"


def _compare_sides(one: PlayerBoard, other: PlayerBoard) -> Iterator[Difference]:
    player = one.player
    for name in dict.fromkeys((*one.totals, *other.totals)):
        yield from _compare_values(f"{player} {name}", one.totals.get(name, "-"), other.totals.get(name, "-"))
    for name in ("hand", "deck", "discard"):
        words = {"discard": "discard pile"}.get(name, name)
        yield from _compare_values(
            f"{player} {words}", _count_text(getattr(one, name).count), _count_text(getattr(other, name).count)
        )
    yield from _moved_cards(one, other)
    mine, its = ({piece.name: piece for piece in side.pieces} for side in (one, other))
    for name in mine:
        if name in its:
            yield from _compare_pieces(f"{name} of {player}", mine[name], its[name])
    yield from _compare_values(f"{player} in the game", "no" if one.out else "yes", "no" if other.out else "yes")


def _count_text(count: int) -> str:
    return f"{count} card{'s' * (count != 1)}"


def _moved_cards(one: PlayerBoard, other: PlayerBoard) -> Iterator[Difference]:
    """Yield cards that are in different zones, if both boards show them."""
    zones, other_zones = _visible_cards(one), _visible_cards(other)
    for card in sorted({card for card, _ in (*zones, *other_zones)}):
        gone, come = (
            list((Counter(a) - Counter(b)).elements())
            for a, b in (
                (_zones_of(zones, card), _zones_of(other_zones, card)),
                (_zones_of(other_zones, card), _zones_of(zones, card)),
            )
        )
        for index in range(max(len(gone), len(come))):
            old_zone = gone[index] if index < len(gone) else "not seen"
            right = come[index] if index < len(come) else "not seen"
            yield Difference(f"{card} of {one.player}", old_zone, right)


def _visible_cards(side: PlayerBoard) -> list[tuple[str, str]]:
    places = [(piece.card, "in play") for piece in side.pieces]
    places += [(card, "in hand") for card in side.hand.cards or ()]
    return places + [(card, "in discard pile") for card in side.discard.cards or ()]


def _zones_of(places: list[tuple[str, str]], card: str) -> list[str]:
    return [place for name, place in places if name == card]


def _compare_pieces(player: str, one: Piece, other: Piece) -> Iterator[Difference]:
    for name in dict.fromkeys((*one.values, *other.values)):
        yield from _compare_values(f"{player} {name}", one.values.get(name, 0), other.values.get(name, 0))
    yield from _compare_values(f"{player} is", ", ".join(one.states), ", ".join(other.states))
    yield from _compare_values(
        f"{player} has", ", ".join(one.keywords) or "nothing", ", ".join(other.keywords) or "nothing"
    )
    yield from _compare_values(f"{player} is changed by", _join(one.changes), _join(other.changes))
    yield from _compare_values(f"{player} is owned by", one.owner or "its controller", other.owner or "its controller")
