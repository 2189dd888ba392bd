"""Standings: match points and the tie-breakers OMW, GW and OGW, exact, each value with the terms it is made of.

Source: the tie-break facts of the project's tournament design, checked against four published events to the last
printed digit. A match is worth 3, 1 or 0 match points; shares of match and game points are fractions of 1.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from operator import itemgetter

GAME_WIN, GAME_DRAW = 3, 1
"""Points for a won and a drawn game; a lost one brings none."""

BYE_GAMES = 2
"""Games that a bye counts as won."""


@dataclass(frozen=True, slots=True)
class Points:
    """Match points for each way a match can end."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3


@dataclass(frozen=True, slots=True)
class Settings:
    """What differs between organisers.

    Attributes:
        floor: the least an opponent's share counts in OMW and OGW, as a fraction of 1.
        own_gw_floored: whether the player's own GW column has the floor too.
        win_points: match points for a win, the most a round can bring.
        tie_breaks: names of the values that decide between equal match points, in order: omw, gw, ogw.
    """

    floor: Fraction = Fraction(1, 3)
    own_gw_floored: bool = True
    win_points: int = 3
    tie_breaks: tuple[str, ...] = ("omw", "gw", "ogw")


PRESETS: Mapping[str, Settings] = {
    "third": Settings(),
    "third-raw-gw": Settings(own_gw_floored=False),
    "0.33": Settings(floor=Fraction(33, 100)),
    "0.33-raw-gw": Settings(floor=Fraction(33, 100), own_gw_floored=False),
}
"""Settings by name: platforms compute with exactly one third, the written Magic rule says 0.33."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match: match points and games won of each side, games drawn; without a second player it is a bye."""

    round: int
    first: int
    second: int | None
    first_points: int
    second_points: int = 0
    first_wins: int = BYE_GAMES
    second_wins: int = 0
    drawn: int = 0

    @classmethod
    def of_games(cls, round_: int, first: int, second: int, games: tuple[int, int, int]) -> "Result":
        """Return the result of games won by the first, won by the second, and drawn, at 3 - 1 - 0 match points.

        >>> Result.of_games(1, 7, 8, (2, 1, 0)).first_points
        3
        """
        first_points, second_points = match_points(games[0], games[1])
        return cls(round_, first, second, first_points, second_points, *games)

    @classmethod
    def bye(cls, round_: int, player: int) -> "Result":
        """Return a bye: a match won 2-0 against nobody."""
        return cls(round_, player, None, Points().bye)

    def line_of(self, player: int) -> "Line":
        """Return the match as this player saw it."""
        if player == self.first:
            return Line(self.round, self.second, self.first_points, self.first_wins, self.second_wins, self.drawn)
        return Line(self.round, self.first, self.second_points, self.second_wins, self.first_wins, self.drawn)


@dataclass(frozen=True, slots=True)
class Line:
    """One round of one player: match points, games won, lost and drawn; a bye has no opponent."""

    round: int
    opponent: int | None
    points: int
    won: int
    lost: int
    drawn: int


def match_points(first_wins: int, second_wins: int, points: Points = Points()) -> tuple[int, int]:
    """Return both sides' match points: more games won is the match won, as many is a draw, 0-0 among them.

    >>> match_points(2, 1), match_points(1, 1), match_points(0, 2)
    ((3, 0), (1, 1), (0, 3))
    """
    if first_wins == second_wins:
        return points.draw, points.draw
    return (points.win, points.loss) if first_wins > second_wins else (points.loss, points.win)


@dataclass(frozen=True, slots=True)
class Share:
    """Points won of points possible.

    Attributes:
        won: points won.
        possible: points there were to win.
        floor: the least that the share counts, 0 for none.
    """

    won: int
    possible: int
    floor: Fraction = Fraction(0)

    @property
    def raw(self) -> Fraction:
        """The share without its floor; 0 where nothing was played."""
        return Fraction(self.won, self.possible) if self.possible else Fraction(0)

    @property
    def value(self) -> Fraction:
        """The share as it counts."""
        return max(self.raw, self.floor)

    @property
    def floored(self) -> bool:
        """Whether the floor changed it."""
        return self.raw < self.floor


@dataclass(frozen=True, slots=True)
class Term:
    """What one opponent brings to a mean."""

    round: int
    opponent: int
    share: Share


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean over the opponents met, one term per match; 0 without any."""

    terms: tuple[Term, ...]
    value: Fraction

    @classmethod
    def of(cls, lines: Sequence[Line], shares: Mapping[int, Share], values: Mapping[int, Fraction]) -> "Mean":
        """Return the mean of the opponents' shares; ``values`` are the shares' values, computed once."""
        terms = tuple(
            Term(line.round, line.opponent, shares[line.opponent]) for line in lines if line.opponent is not None
        )
        total = sum((values[term.opponent] for term in terms), Fraction(0))
        return cls(terms, total / len(terms) if terms else Fraction(0))


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the standings.

    Attributes:
        rank: from 1; equal values share it.
        player: the id.
        match_points: summed over the rounds.
        lines: the rounds played, in order, byes among them.
        mw: the player's own share of match points.
        omw: mean of the opponents' match-win shares.
        gw: the player's own share of game points.
        ogw: mean of the opponents' game-win shares.
    """

    rank: int
    player: int
    match_points: int
    lines: tuple[Line, ...]
    mw: Share
    omw: Mean
    gw: Share
    ogw: Mean

    def key(self, tie_breaks: Sequence[str] = ("omw", "gw", "ogw")) -> tuple[Fraction, ...]:
        """Return what decides the rank, larger is better.

        Raises:
            KeyError: a tie-breaker has no such name.
        """
        values = {"omw": self.omw.value, "gw": self.gw.value, "ogw": self.ogw.value}
        return (Fraction(self.match_points), *(values[name] for name in tie_breaks))


DEFAULT = PRESETS["third"]


def standings(players: Iterable[int], results: Iterable[Result], settings: Settings = DEFAULT) -> list[Standing]:
    """Return the standings, best first.

    Rounds in which a player had neither match nor bye (before a late entry, after a drop) do not count for that
    player. Players whose values are all equal share a rank and stand in the order of their ids.

    Args:
        players: everyone to be listed; players who appear in results only are listed too.
        results: finished Swiss matches and byes, in any order.
        settings: the floor, and whether the own GW column has it.
    """
    lines: defaultdict[int, list[Line]] = defaultdict(list)
    for result in results:
        lines[result.first].append(result.line_of(result.first))
        if result.second is not None:
            lines[result.second].append(result.line_of(result.second))
    rounds = {p: tuple(sorted(lines[p], key=lambda line: line.round)) for p in sorted({*players, *lines})}
    mw = {p: _match_share(played, settings) for p, played in rounds.items()}
    gw = {p: _game_share(played, settings.floor) for p, played in rounds.items()}
    mw_values = {p: share.value for p, share in mw.items()}
    gw_values = {p: share.value for p, share in gw.items()}
    rows = [
        Standing(
            rank=0,
            player=player,
            match_points=sum(line.points for line in played),
            lines=played,
            mw=mw[player],
            omw=Mean.of(played, mw, mw_values),
            gw=gw[player] if settings.own_gw_floored else Share(gw[player].won, gw[player].possible),
            ogw=Mean.of(played, gw, gw_values),
        )
        for player, played in rounds.items()
    ]
    return _ranked(rows, settings.tie_breaks)


def _match_share(lines: Sequence[Line], settings: Settings) -> Share:
    return Share(sum(line.points for line in lines), settings.win_points * len(lines), settings.floor)


def _game_share(lines: Sequence[Line], floor: Fraction) -> Share:
    won = sum(GAME_WIN * line.won + GAME_DRAW * line.drawn for line in lines)
    return Share(won, GAME_WIN * sum(line.won + line.lost + line.drawn for line in lines), floor)


def _ranked(rows: list[Standing], tie_breaks: Sequence[str]) -> list[Standing]:
    """Return the rows best first with their ranks; Python's sort keeps equal rows in the order of their ids."""
    keyed = sorted(((row.key(tie_breaks), row) for row in rows), key=itemgetter(0), reverse=True)
    ranked: list[Standing] = []
    for _, group in groupby(keyed, key=itemgetter(0)):
        rank = len(ranked) + 1
        ranked += [replace(row, rank=rank) for _, row in group]
    return ranked
