"""What stands in the fields of an event by default, and what may stand there."""

import secrets

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from epic_events.reference import chosen_game
from rules.games import GAMES

RESERVED_SLUGS = frozenset(
    {"create", "new", "edit", "claim", "feed", "invitation", "search", "archive", "mine", "zones"}
)


_SEED_BITS = 48


def usual_game() -> str:
    """Return the slug of the game of an event that names none."""
    return chosen_game.usual_game().slug


def usual_format() -> str:
    """Return the slug of the format of an event that names neither game nor format."""
    return chosen_game.usual_game().usual_format


def usual_version() -> str:
    """Return the rules version of an event that names neither game nor version."""
    return chosen_game.usual_game().usual_version


def list_rules_versions() -> list[tuple[str, str]]:
    """Return the rules versions of every game with their names."""
    return [each for game in GAMES.values() for each in game.versions.items()]


def short_name(game: str) -> str:
    """Return what a game is called where there is little room; its slug where the site does not know it."""
    known = GAMES.get(game)
    return (known.short or known.name) if known else game


def version_name(game: str, version: str) -> str:
    """Return what a game calls a version of its rules; the version itself where the game does not know it."""
    known = GAMES.get(game)
    return known.versions.get(version, version) if known else version


def default_tie_breaks() -> list[str]:
    """Return how players level on match points are told apart, unless the event says otherwise, whatever its game."""
    return ["omw", "gw", "ogw", "head_to_head", "lot"]


def new_lot_seed() -> int:
    """Return a seed nobody can foresee, from which the lot is drawn between players whom nothing else tells apart."""
    return secrets.randbits(_SEED_BITS)


def new_salt() -> str:
    """Return what is mixed into the hashes of one event, so that equal lists of two events do not look alike."""
    return secrets.token_hex(16)


def check_slug(value: str) -> None:
    """Refuse an address that the site itself uses.

    Raises:
        ValidationError: for a reserved word.
    """
    if value in RESERVED_SLUGS:
        raise ValidationError(
            _("“%(value)s” is reserved by the site. Choose another address."), params={"value": value}
        )
