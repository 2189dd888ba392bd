"""Events of other programs as values: players and matches."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Final, Literal

from epic_events.infra.names import normalised

Stage = Literal["swiss", "playoff"]
Part = Literal["", "losers", "final"]
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
        part: losers' bracket or grand final of a double elimination; its rounds are numbered in each part.
    """

    stage: Stage
    round: int
    first: str
    second: str = ""
    games: tuple[int, int, int] = (0, 0, 0)
    kind: Kind = "played"
    third: bool = False
    part: Part = ""


@dataclass(frozen=True, slots=True)
class ForeignEvent:
    """The content of a file.

    Attributes:
        program: name of the format or program.
        players: the players.
        matches: the matches.
        name: name of the event; empty if unknown.
        day: first day of the event; None if unknown.
        ignored: what is not read, with the number of times.
        double: True for a double elimination.
    """

    program: str
    players: tuple[ForeignPlayer, ...]
    matches: tuple[ForeignMatch, ...] = ()
    name: str = ""
    day: date | None = None
    ignored: Mapping[str, int] = field(default_factory=Counter)
    double: bool = False


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
    numbers: dict[tuple[str, str], dict[int, int]] = {}
    for stage, part in {(match.stage, match.part) for match in matches}:
        found = sorted({match.round for match in matches if (match.stage, match.part) == (stage, part)})
        numbers[stage, part] = {number: place for place, number in enumerate(found, 1)}
    return [replace(match, round=numbers[match.stage, match.part][match.round]) for match in matches]


def split_double_elimination(matches: list[ForeignMatch]) -> list[ForeignMatch]:
    """Return the matches of a double elimination with their parts.

    Rounds of the losers' bracket are negative. The grand final is the match of a player who has lost before; a second
    one is its reset.
    """
    losers: set[str] = set()
    split: list[ForeignMatch] = []
    finals = 0
    for match in sorted(matches, key=lambda match: (match.round < 0, abs(match.round))):
        beaten = match.second if match.games[0] > match.games[1] else match.first
        if match.round < 0:
            split.append(replace(match, round=-match.round, part="losers"))
        elif match.second and losers & {match.first, match.second}:
            finals += 1
            split.append(replace(match, round=finals, part="final"))
        else:
            split.append(match)
            losers |= {beaten} if match.second else set()
    return split
