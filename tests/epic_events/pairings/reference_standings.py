"""Reference implementation of standings in exact fractions.

Tests compare every value of the optimised implementation, the benchmark compares the time.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from epic_events.pairings.methods.standings import Outcome, Points, Presence, Result, Settings
from epic_events.pairings.methods.tie_breaks.chain import TieBreak
from epic_events.pairings.methods.tie_breaks.record import GAME_DRAW, GAME_WIN, NO_PRESENCE, Line
from epic_events.pairings.methods.tie_breaks.values import Byes, Draws, Options

Value = Fraction | None


class ReferenceStandings:
    """Data of one event by player."""

    def __init__(self, players: Iterable[int], results: Iterable[Result], points: Points, presence: Presence) -> None:
        self.results = list(results)
        self.lines: dict[int, list[Line]] = {player: [] for player in players}
        for result in self.results:
            for player in (result.first, result.second):
                if player is not None:
                    self.lines.setdefault(player, []).append(result.line_of(player))
        for lines in self.lines.values():
            lines.sort(key=lambda line: line.round)
        self.points, self.presence = points, presence
        self.last = max((result.round for result in self.results), default=0)

    def total(self, player: int, until: int | None = None) -> int:
        return sum(line.points for line in self.lines[player] if until is None or line.round <= until)

    def bounded(self, player: int, share: Fraction, options: Options) -> Fraction:
        gone = player in self.presence.dropped
        return min(max(share, options.floor), options.dropped_ceiling if gone else options.ceiling)

    def match_share(self, player: int, options: Options, byes: Byes) -> Fraction:
        lines = [line for line in self.lines[player] if line.opponent is not None or byes is Byes.IN]
        if not lines:
            return self.bounded(player, Fraction(0), options)
        if options.draws is Draws.HALF:
            won = sum({Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2)}.get(line.outcome, 0) for line in lines)
            return self.bounded(player, Fraction(won) / len(lines), options)
        return self.bounded(player, Fraction(sum(line.points for line in lines), self.points.win * len(lines)), options)

    def game_share(self, player: int, options: Options, byes: Byes) -> Fraction:
        lines = [line for line in self.lines[player] if line.opponent is not None or byes is Byes.IN]
        played = sum(line.won + line.lost + line.drawn for line in lines)
        won = sum(GAME_WIN * line.won + GAME_DRAW * line.drawn for line in lines)
        return self.bounded(player, Fraction(won, GAME_WIN * played) if played else Fraction(0), options)

    def loss_share(self, player: int, options: Options, byes: Byes) -> Fraction:
        lines = [line for line in self.lines[player] if line.opponent is not None or byes is Byes.IN]
        lost = sum(line.outcome is Outcome.LOSS for line in lines)
        return self.bounded(player, Fraction(lost, len(lines)) if lines else Fraction(0), options)

    def rate(self, player: int, _options: Options, byes: Byes) -> Fraction:
        lines = [line for line in self.lines[player] if line.opponent is not None or byes is Byes.IN]
        return Fraction(sum(line.points for line in lines), len(lines)) if lines else Fraction(0)

    def mean(self, player: int, of: Callable[[int], Fraction], phantom: Fraction | None = None) -> Fraction:
        values = [
            of(line.opponent) if line.opponent is not None else phantom
            for line in self.lines[player]
            if line.opponent is not None or phantom is not None
        ]
        return (
            sum((value for value in values if value is not None), Fraction(0)) / len(values) if values else Fraction(0)
        )

    def of_opponents(self, player: int, share: Callable[[int, Options, Byes], Fraction], options: Options) -> Fraction:
        phantom = min(options.floor, options.ceiling) if options.own_byes is Byes.IN else None
        return self.mean(player, lambda other: share(other, options, options.opponent_byes), phantom)

    def cumulative(self, player: int) -> Fraction:
        value = Fraction(0)
        for number in range(1, self.last + 1):
            value = value / 4 + self.total(player, number)
        return value

    def health(self, player: int, *, difference: bool) -> Fraction:
        value = 0
        for result in self.results:
            if result.first_health is None or result.second_health is None or result.second is None:
                continue
            own, other = result.first_health, result.second_health
            if player == result.second:
                own, other = other, own
            elif player != result.first:
                continue
            value += own - other if difference else own
        return Fraction(value)

    def value(self, player: int, link: TieBreak) -> Fraction:
        """Return a value that does not depend on tied players."""
        options = link.options
        found: Mapping[str, Callable[[], Fraction]] = {
            "omw": lambda: self.of_opponents(player, self.match_share, options),
            "ogw": lambda: self.of_opponents(player, self.game_share, options),
            "oml": lambda: self.of_opponents(player, self.loss_share, options),
            "sos": lambda: self.of_opponents(player, self.rate, options),
            "esos": lambda: self.mean(player, lambda other: self.of_opponents(other, self.rate, options)),
            "oomw": lambda: self.mean(player, lambda other: self.of_opponents(other, self.match_share, options)),
            "mw": lambda: self.match_share(player, options, options.own_byes),
            "gw": lambda: self.game_share(player, options, options.own_byes),
            "ml": lambda: self.loss_share(player, options, options.own_byes),
            "cumulative": lambda: self.cumulative(player),
            "ocumulative": lambda: self.mean(player, self.cumulative),
            "progressive": lambda: Fraction(sum(self.total(player, n) for n in range(1, self.last + 1))),
            "wins": lambda: Fraction(
                sum(
                    line.outcome is Outcome.WIN and (line.opponent is not None or options.own_byes is Byes.IN)
                    for line in self.lines[player]
                )
            ),
            "health": lambda: self.health(player, difference=False),
            "health_difference": lambda: self.health(player, difference=True),
            "on_time": lambda: Fraction(player not in self.presence.late),
        }
        return found[link.name]()

    def meetings(self, level: list[int]) -> dict[int, Fraction] | None:
        points: defaultdict[int, list[int]] = defaultdict(list)
        for player in level:
            met = {line.opponent for line in self.lines[player]}
            if any(other != player and other not in met for other in level):
                return None
            points[player] = [line.points for line in self.lines[player] if line.opponent in level]
        return {player: Fraction(sum(won), len(won)) for player, won in points.items()}


def reference_standings(
    players: Iterable[int],
    results: Iterable[Result],
    settings: Settings,
    lot: Callable[[int, int], int],
    presence: Presence = NO_PRESENCE,
) -> list[tuple[int, int]]:
    """Return rank and player, best first; tied players in order of id."""
    event = ReferenceStandings(players, results, settings.points, presence)
    groups = _split([sorted(event.lines)], lambda player: -event.total(player))
    for link in settings.chain:
        if link.name == "lot":
            groups = _split(groups, lambda player: lot(settings.seed, player))
        elif link.name == "head_to_head":
            finer = []
            for level in groups:
                among = event.meetings(level) if len(level) > 1 else None
                finer += [level] if among is None else _split([level], {p: -v for p, v in among.items()}.__getitem__)
            groups = finer
        else:
            sign = 1 if link.kind.lower else -1
            values = {player: sign * event.value(player, link) for player in event.lines}
            groups = _split(groups, values.__getitem__)
    rows: list[tuple[int, int]] = []
    for group in groups:
        rank = len(rows) + 1
        rows += [(rank, player) for player in group]
    return rows


def _split(groups: list[list[int]], key: Callable[[int], Fraction | int]) -> list[list[int]]:
    finer: list[list[int]] = []
    for group in groups:
        by_key: defaultdict[Fraction | int, list[int]] = defaultdict(list)
        for player in group:
            by_key[key(player)].append(player)
        finer += [by_key[value] for value in sorted(by_key)]
    return finer
