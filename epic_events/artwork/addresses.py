"""URLs of drawn pictures."""

from django.urls import reverse

from epic_events.artwork.drawing.palette import livery_of_name
from epic_events.artwork.drawing.pictures import REVISION, Motif, seed_of
from rules.games import GAMES
from rules.pattern import PLAIN, Pattern


def motif_of(name: str, game: str, livery: str) -> Motif:
    """Return the motif of an event; an empty `livery` is that of the name."""
    return Motif(seed_of(name, game), pattern_of(game), livery or livery_of_name(name))


def pattern_of(game: str) -> Pattern:
    """Return the pattern of a game, or the plain one for an unknown game."""
    return GAMES[game].pattern if game in GAMES else PLAIN


def picture_url(kind: str, name: str, game: str, livery: str) -> str:
    """Return the URL of a drawn picture, which determines its content.

    Args:
        kind: a key of ``DRAWINGS``.
        name: name of the event.
        game: slug of its game.
        livery: its livery; empty for that of the name.
    """
    seed = f"{seed_of(name, game):08x}"
    return reverse("artwork:picture", args=[REVISION, kind, game, livery or livery_of_name(name), seed])
