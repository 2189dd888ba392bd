"""The players of a game as lines and fields name them: in full, or by a beginning that fits one of them only."""

from collections.abc import Sequence

from rules.decks.names import fold


def seats_called(written: str, players: Sequence[str]) -> list[int]:
    """Return the seats of the players that ``written`` can mean: the one of that name, else all whose names begin so.

    >>> players = ("Ann", "Anna", "Ben")
    >>> seats_called("ann", players), seats_called("an", players), seats_called("Cem", players)
    ([0], [0, 1], [])
    """
    key, folded = fold(written), [fold(name) for name in players]
    whole = [seat for seat, name in enumerate(folded) if name == key]
    return whole or [seat for seat, name in enumerate(folded) if key and name.startswith(key)]
