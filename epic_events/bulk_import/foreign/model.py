"""Events of other programs as values: players and matches."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final, Literal

from epic_events.infra.names import normalised

Stage = Literal["swiss", "playoff"]
Kind = Literal["played", "bye", "double_loss", "no_show", "conceded", "awarded", "agreed_draw", "open"]
_DATES: Final = ("%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%m/%d/%Y", "%Y.%m.%d", "%d/%m/%Y", "%y/%m/%d", "%d-%m-%Y")


@dataclass(frozen=True, slots=True)
class ForeignPlayer:
    """A player of a file.

    Attributes:
        key: identifier in the file.
        name: the name, surname last.
        last_round: last round of a player who dropped; None otherwise.
        line: line number in the file, from 1; the number of the player in JSON.
    """

    key: str
    name: str
    last_round: int | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class ForeignMatch:
    """A match of a file.

    Attributes:
        stage: Swiss or playoff.
        round: number of the round in its stage, from 1.
        first: key of a player.
        second: key of the opponent; empty without one.
        games: games won by the first, won by the second, and drawn.
        kind: how the result came about.
        third: True for the third-place match.
    """

    stage: Stage
    round: int
    first: str
    second: str = ""
    games: tuple[int, int, int] = (0, 0, 0)
    kind: Kind = "played"
    third: bool = False


@dataclass(frozen=True, slots=True)
class ForeignEvent:
    """The content of a file.

    Attributes:
        program: name of the format or program.
        players: the players.
        matches: the matches.
        name: name of the event; empty if unknown.
        day: first day of the event; None if unknown.
    """

    program: str
    players: tuple[ForeignPlayer, ...]
    matches: tuple[ForeignMatch, ...] = ()
    name: str = ""
    day: date | None = None


def parse_day(text: str) -> date | None:
    """Return the date at the beginning of a text; None without one."""
    for form in _DATES:
        for words in (text.strip()[:10], text.strip().partition("T")[0].partition(" ")[0]):
            try:
                return datetime.strptime(words, form).date()  # noqa: DTZ007 - a day has no time zone
            except ValueError:
                continue
    return None


def full_name(*parts: str) -> str:
    """Return the normalised name of its parts, empty ones left out."""
    return normalised(" ".join(part for part in parts if part.strip()))


def surname_last(name: str) -> str:
    """Return "Ana Ruiz" for "Ruiz, Ana"; other names stay as they are."""
    last, comma, first = normalised(name).partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() and last.strip() else normalised(name)


def number_playoff_rounds(matches: list[ForeignMatch]) -> list[ForeignMatch]:
    """Return the matches; the rounds of each stage are numbered from 1 without gaps."""
    numbers: dict[str, dict[int, int]] = {}
    for stage in ("swiss", "playoff"):
        found = sorted({match.round for match in matches if match.stage == stage})
        numbers[stage] = {number: place for place, number in enumerate(found, 1)}
    return [replace(match, round=numbers[match.stage][match.round]) for match in matches]
