"""The rules documents of every game, as the commands name them.

Beside the registry of games, and not through it: whoever looks up a rule shall not wait for an engine to be loaded.
"""

from collections.abc import Iterator

from rules.epic import rulebooks as epic_rulebooks
from rules.epic.interpretations import INTERPRETATIONS
from rules.rulebooks import Interpretation, Rulebook

LIBRARIES = (epic_rulebooks.RULEBOOKS,)
"""The rules documents of each game."""


class UnknownRulebookError(LookupError):
    """No game has a rules document of that name; the message lists those there are."""


def rulebook_named(slug: str) -> Rulebook:
    """Return a rules document by its slug, whichever game it belongs to.

    Raises:
        UnknownRulebookError: if there is none.
    """
    for library in LIBRARIES:
        if slug in library:
            return library[slug]
    known = ", ".join(known for library in LIBRARIES for known in library)
    raise UnknownRulebookError(f"no rulebook {shortened(slug)!r}; there are: {known}")


def every_rulebook() -> Iterator[Rulebook]:
    """Give the rules documents of every game."""
    return (library[slug] for library in LIBRARIES for slug in library)


def interpretation_named(asked: str) -> Interpretation | None:
    """Return the numbered decision of that name (``I-40``, ``i 40``), or None."""
    return INTERPRETATIONS.get(asked.strip().upper().replace(" ", "-"))


def shortened(asked: str, limit: int = 80) -> str:
    """Return what somebody asked for, cut where it is too long for a message (characters)."""
    return asked if len(asked) <= limit else f"{asked[: limit - 1]}\N{HORIZONTAL ELLIPSIS}"
