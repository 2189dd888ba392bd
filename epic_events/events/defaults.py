"""Default values and validators of event fields."""

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
    """Return the slug of the default game of a new event."""
    return chosen_game.usual_game().slug


def usual_format() -> str:
    """Return the slug of the default format of the default game."""
    return chosen_game.usual_game().usual_format


def usual_version() -> str:
    """Return the default rules version of the default game."""
    return chosen_game.usual_game().usual_version


def usually_requires_decklists(game: str, format_slug: str) -> bool:
    """Return True if events of a format usually ask for decklists.

    False for formats in which players choose no cards.
    """
    game_definition = GAMES.get(game)
    deck_format = game_definition.formats.get(format_slug) if game_definition else None
    return deck_format is None or deck_format.has_lists


def list_rules_versions() -> list[tuple[str, str]]:
    """Return the rules versions of all games as pairs of value and label."""
    return [each for game in GAMES.values() for each in game.versions.items()]


def short_name(game: str) -> str:
    """Return the short name of a game, or its slug if the site does not have the game."""
    game_definition = GAMES.get(game)
    return (game_definition.short or game_definition.name) if game_definition else game


def version_name(game: str, version: str) -> str:
    """Return the name of a rules version, or its value if the game does not have it."""
    game_definition = GAMES.get(game)
    return game_definition.versions.get(version, version) if game_definition else version


def default_tie_breaks() -> list[str]:
    """Return the names of the default tie-breakers, in order."""
    return ["omw", "gw", "ogw", "head_to_head", "lot"]


def new_lot_seed() -> int:
    """Return an unpredictable random seed for the last tie-breaker, the draw by lot."""
    return secrets.randbits(_SEED_BITS)


def new_salt() -> str:
    """Return a random salt, so that equal content of two events gets different hashes."""
    return secrets.token_hex(16)


def check_slug(value: str) -> None:
    """Raise if the slug is reserved by the site.

    Raises:
        ValidationError: the slug is reserved.
    """
    if value in RESERVED_SLUGS:
        raise ValidationError(
            _("“%(value)s” is reserved by the site. Choose another address."), params={"value": value}
        )
