"""The tournament policy of a game as a table of data: levels, infractions, what is usual, how it is put right.

Read from ``judging/policies``, one file a game by its slug; a game without one is judged by ``general.toml``. Its words
are translated as those of the pages are.
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
    """What a level does beside being noted."""

    NONE = ""
    GAME_LOSS = "game_loss"
    MATCH_LOSS = "match_loss"
    DISQUALIFICATION = "disqualification"


class Kind(StrEnum):
    """How grave an infraction is."""

    MINOR = "minor"
    MAJOR = "major"


class PlayError(StrEnum):
    """What can be wrong with a play, as a replay finds it; a policy says which infraction answers it."""

    ILLEGAL_PLAY = "illegal-play"
    MISSED_TRIGGER = "missed-trigger"


class PolicyError(ValueError):
    """A file of ours says what cannot be; names the file and the place."""


@dataclass(frozen=True, slots=True)
class Level:
    """One answer to an infraction; the order in the file is from the mildest to the gravest."""

    slug: str
    name: str
    effect: Effect = Effect.NONE


@dataclass(frozen=True, slots=True)
class Infraction:
    """Something that a player does wrong.

    Attributes:
        first_level: the level that is usual the first time.
        repeat_level: the level that is usual when it happens again at the same event.
        remedy: how the game is put right, in our words.
        section: its number in the game's tournament rules; empty where they have none, or it is not known.
        is_convention: whether the level is the usual practice of card games and not said by the game's rules.
        play_errors: the errors of a play that it answers.
        late_remedy: the remedy where play has gone on since; empty where that makes no difference.
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
    """What judges of a game go by."""

    name: str
    levels: tuple[Level, ...]
    infractions: tuple[Infraction, ...]

    def level(self, slug: str) -> Level | None:
        """Return a level; None where there is none of this slug (any more)."""
        return next((one for one in self.levels if one.slug == slug), None)

    def infraction(self, slug: str) -> Infraction | None:
        """Return an infraction; None where there is none of this slug (any more)."""
        return next((one for one in self.infractions if one.slug == slug), None)

    def infractions_for(self, errors: Collection[PlayError]) -> list[Infraction]:
        """Return the infractions that answer faults of a play, in the order of the faults."""
        return [one for error in errors for one in self.infractions if error in one.play_errors]

    def get_usual_level(self, infraction: Infraction, previous_count: int) -> str:
        """Return the level that is usual for somebody who has done it so many times at the event before."""
        return infraction.repeat_level if previous_count else infraction.first_level


def get_policy(game: str) -> Policy:
    """Return the policy of a game by its slug, in the language of who reads it.

    Raises:
        PolicyError: the file says what cannot be.
    """
    return _translate_policy(game, get_language() or "")


@cache
def _translate_policy(game: str, _language: str) -> Policy:
    """Return a policy in the language that is spoken now, of which ``_language`` is the name."""
    plain = load_policy(game)

    def translate(text: str) -> str:
        return gettext(text) if text else ""

    return Policy(
        translate(plain.name),
        tuple(replace(one, name=translate(one.name)) for one in plain.levels),
        tuple(
            replace(one, name=translate(one.name), remedy=translate(one.remedy), late_remedy=translate(one.late_remedy))
            for one in plain.infractions
        ),
    )


@cache
def load_policy(game: str) -> Policy:
    """Return the policy of a game as its file says it.

    Raises:
        PolicyError: the file says what cannot be.
    """
    path = FOLDER / f"{game}.toml"
    if not game.replace("-", "").isalnum() or not path.is_file():
        path = FOLDER / f"{GENERAL}.toml"
    return parse_policy(path.read_text(encoding="utf-8"), path.name)


def parse_policy(text: str, name: str) -> Policy:
    """Return a policy from the text of its file.

    Raises:
        PolicyError: something is missing, or names what is not there.
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
