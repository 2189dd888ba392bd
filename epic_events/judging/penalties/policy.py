"""Penalty policies of games: levels, infractions, recommended levels and remedies.

Policies are loaded from ``judging/policies``, one TOML file per game slug; ``general.toml`` is the default. Their
texts are translated with gettext.
"""

import tomllib
from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.utils.translation import get_language, gettext

FOLDER: Final = Path(__file__).parent.parent / "policies"
GENERAL: Final = "general"


class Effect(StrEnum):
    """The effect of a level on the match or the event."""

    NONE = ""
    GAME_LOSS = "game_loss"
    MATCH_LOSS = "match_loss"
    DISQUALIFICATION = "disqualification"


class Kind(StrEnum):
    """The severity of an infraction."""

    MINOR = "minor"
    MAJOR = "major"


class PlayError(StrEnum):
    """Errors that a replay can find in a play; a policy maps them to infractions."""

    ILLEGAL_PLAY = "illegal-play"
    MISSED_TRIGGER = "missed-trigger"


class PolicyError(ValueError):
    """A policy file is invalid; the message names the file and the error."""


@dataclass(frozen=True, slots=True)
class Level:
    """A penalty level. Levels are listed in order of severity, mildest first."""

    slug: str
    name: str
    effect: Effect = Effect.NONE


@dataclass(frozen=True, slots=True)
class Infraction:
    """An infraction of a policy.

    Attributes:
        slug: identifier in the policy.
        name: name shown to users.
        kind: severity.
        first_level: recommended level for the first infraction.
        repeat_level: recommended level for a repeat infraction at the same event.
        remedy: how to fix the game, in our own words.
        section: section of the game's tournament rules; empty if unknown or none.
        is_convention: True if the level is common practice rather than a rule of the game.
        play_errors: errors of a play that are this infraction.
        late_remedy: the remedy if play has continued since; empty if it is the same.
    """

    slug: str
    name: str
    kind: Kind
    first_level: str
    repeat_level: str
    remedy: str
    section: str = ""
    is_convention: bool = False
    play_errors: tuple[PlayError, ...] = ()
    late_remedy: str = ""


@dataclass(frozen=True, slots=True)
class Policy:
    """The penalty policy of a game."""

    name: str
    levels: tuple[Level, ...]
    infractions: tuple[Infraction, ...]

    def level(self, slug: str) -> Level | None:
        """Return the level with this slug, or None."""
        return next((one for one in self.levels if one.slug == slug), None)

    def infraction(self, slug: str) -> Infraction | None:
        """Return the infraction with this slug, or None."""
        return next((one for one in self.infractions if one.slug == slug), None)

    def infractions_for(self, errors: Collection[PlayError]) -> list[Infraction]:
        """Return the infractions for errors of a play, in the order of the errors."""
        return [one for error in errors for one in self.infractions if error in one.play_errors]

    def get_usual_level(self, infraction: Infraction, previous_count: int) -> str:
        """Return the recommended level, given the number of earlier infractions."""
        return infraction.repeat_level if previous_count else infraction.first_level


def get_policy(game: str) -> Policy:
    """Return the policy of a game in the active language.

    Raises:
        PolicyError: the policy file is invalid.
    """
    return _translate_policy(game, get_language() or "")


@cache
def _translate_policy(game: str, _language: str) -> Policy:
    """Return the translated policy, cached by the active language ``_language``."""
    plain = load_policy(game)

    def translate(text: str) -> str:
        return gettext(text) if text else ""

    return Policy(
        translate(plain.name),
        tuple(replace(level, name=translate(level.name)) for level in plain.levels),
        tuple(
            replace(
                infraction,
                name=translate(infraction.name),
                remedy=translate(infraction.remedy),
                late_remedy=translate(infraction.late_remedy),
            )
            for infraction in plain.infractions
        ),
    )


@cache
def load_policy(game: str) -> Policy:
    """Return the untranslated policy of a game.

    Raises:
        PolicyError: the policy file is invalid.
    """
    path = FOLDER / f"{game}.toml"
    if not game.replace("-", "").isalnum() or not path.is_file():
        path = FOLDER / f"{GENERAL}.toml"
    return parse_policy(path.read_text(encoding="utf-8"), path.name)


def parse_policy(text: str, name: str) -> Policy:
    """Parse the TOML text of a policy file.

    Raises:
        PolicyError: a key is missing or a value is invalid.
    """
    data: dict[str, Any] = tomllib.loads(text)
    try:
        levels = tuple(Level(one["slug"], one["name"], Effect(one.get("effect", ""))) for one in data["levels"])
        infractions = tuple(_parse_infraction(one) for one in data["infractions"])
        policy = Policy(data["name"], levels, infractions)
    except (KeyError, TypeError, ValueError) as error:
        raise PolicyError(f"{name}: {error}") from error
    for infraction in infractions:
        for slug in (infraction.first_level, infraction.repeat_level):
            if policy.level(slug) is None:
                raise PolicyError(f"{name}: {infraction.slug} has the level {slug}, which is not among its levels.")
    return policy


def _parse_infraction(data: dict[str, Any]) -> Infraction:
    play_errors = tuple(PlayError(one) for one in data.get("play_errors", ()))
    return Infraction(**{**data, "kind": Kind(data["kind"]), "play_errors": play_errors})
