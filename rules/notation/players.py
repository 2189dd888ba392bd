"""Resolves players' names, in full or by a unique beginning."""

from collections.abc import Sequence

from rules.decks.names import fold


def seats_called(text: str, players: Sequence[str]) -> list[int]:
    """Return the seats that a name can mean.

    The player with this name, else all whose names start with it.

    >>> players = ("Ann", "Anna", "Ben")
    >>> seats_called("ann", players), seats_called("an", players), seats_called("Cem", players)
    ([0], [0, 1], [])
    """
    key, folded = fold(text), [fold(name) for name in players]
    full_matches = [seat for seat, name in enumerate(folded) if name == key]
    return full_matches or [seat for seat, name in enumerate(folded) if key and name.startswith(key)]
