"""English word forms used by the sentences of every game."""

from collections.abc import Sequence


def possessive(name: str) -> str:
    """Return the genitive of a player's name.

    >>> possessive("Ben"), possessive("Iris")
    ("Ben's", "Iris'")
    """
    return f"{name}'" if name.endswith(("s", "x", "z")) else f"{name}'s"


def listed(words: Sequence[str]) -> str:
    """Join words to an enumeration; return ``nothing`` if there are none.

    >>> listed(["a", "b", "c"]), listed([])
    ('a, b and c', 'nothing')
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else "nothing"
