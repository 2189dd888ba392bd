"""Standings: match points and the tie-breakers OMW, GW and OGW, exact, each value with the terms it is made of.

Source: the tie-break facts of the project's tournament design, checked against four published events to the last
printed digit. A match is worth 3, 1 or 0 match points; shares of match and game points are fractions of 1.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

WIN, DRAW, LOSS = 3, 1, 0
"""Points for a won, drawn and lost match, and likewise for a game."""

BYE_GAMES = 2
"""Games that a bye counts as won."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What differs between organisers.

    Attributes:
        floor: the least an opponent's share counts in OMW and OGW, as a fraction of 1.
        own_gw_floored: whether the player's own GW column has the floor too.
    """

    floor: Fraction = Fraction(1, 3)
    own_gw_floored: bool = True


PRESETS: Mapping[str, Settings] = {
    "third": Settings(),
    "third-raw-gw": Settings(own_gw_floored=False),
    "0.33": Settings(floor=Fraction(33, 100)),
    "0.33-raw-gw": Settings(floor=Fraction(33, 100), own_gw_floored=False),
}
"""Settings by name: platforms compute with exactly one third, the written Magic rule says 0.33."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match: games won by each side and games drawn; without a second player it is a bye."""

    round: int
    first: int
    second: int | None
    first_wins: int = BYE_GAMES
    second_wins: int = 0
    drawn: int = 0

    def for_(self, player: int) -> "Line":
        """Return the match as this player's line."""
        if player == self.first:
            return Line(self.round, self.second, self.first_wins, self.second_wins, self.drawn)
        return Line(self.round, self.first, self.second_wins, self.first_wins, self.drawn)


@dataclass(frozen=True, slots=True)
class Line:
    """One round of one player; a bye has no opponent."""

    round: int
    opponent: int | None
    won: int
    lost: int
    drawn: int

    @property
    def points(self) -> int:
        """Match points of the round."""
        return match_points(self.won, self.lost)


def match_points(won: int, lost: int) -> int:
    """Return the match points for more, as many or fewer games won than the opponent; 0-0 is a draw.

    >>> match_points(2, 1), match_points(1, 1), match_points(0, 2)
    (3, 1, 0)
    """
    return WIN if won > lost else DRAW if won == lost else LOSS


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
        match_points: 3, 1 or 0 per round, summed.
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

    @property
    def record(self) -> tuple[int, int, int]:
        """Matches won, lost and drawn; a bye is won."""
        points = [line.points for line in self.lines]
        return points.count(WIN), points.count(LOSS), points.count(DRAW)

    def key(self) -> tuple[int, Fraction, Fraction, Fraction]:
        """Return what decides the rank, larger is better."""
        return self.match_points, self.omw.value, self.gw.value, self.ogw.value


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
        lines[result.first].append(result.for_(result.first))
        if result.second is not None:
            lines[result.second].append(result.for_(result.second))
    rounds = {p: tuple(sorted(lines[p], key=lambda line: line.round)) for p in sorted({*players, *lines})}
    mw = {p: _match_share(played, settings.floor) for p, played in rounds.items()}
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
    return _ranked(rows)


def _match_share(lines: Sequence[Line], floor: Fraction) -> Share:
    return Share(sum(line.points for line in lines), WIN * len(lines), floor)


def _game_share(lines: Sequence[Line], floor: Fraction) -> Share:
    won = sum(WIN * line.won + DRAW * line.drawn for line in lines)
    return Share(won, WIN * sum(line.won + line.lost + line.drawn for line in lines), floor)


def _ranked(rows: list[Standing]) -> list[Standing]:
    """Return the rows best first with their ranks; Python's sort keeps equal rows in the order of their ids."""
    rows.sort(key=Standing.key, reverse=True)
    ranked: list[Standing] = []
    for _, group in groupby(rows, key=Standing.key):
        rank = len(ranked) + 1
        ranked += [
            Standing(rank, row.player, row.match_points, row.lines, row.mw, row.omw, row.gw, row.ogw) for row in group
        ]
    return ranked
