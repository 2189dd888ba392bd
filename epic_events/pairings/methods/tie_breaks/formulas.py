"""Formulas of the tie-breakers: pure functions of the record of an event.

Sources: MTR 3.1 and its appendix on tie-breakers (Magic), the handbook of Play! Pokémon, the pairings and tie-breaker
policy of Flesh and Blood (percentages and the cumulative tie-breaker), chess (progressive score), and the Cobra
tournament software with the rules of Netrunner (strength of schedule: the player's own byes do not count in the mean;
in an opponent's average byes count with their points and rounds).
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm

from epic_events.pairings.methods.swiss import random_bits
from epic_events.pairings.methods.tie_breaks.record import Outcome, Record, Result, Tally
from epic_events.pairings.methods.tie_breaks.values import (
    Amount,
    Breakdown,
    Byes,
    Column,
    Derivation,
    Draws,
    Options,
    Rate,
    Share,
    Step,
    Term,
    TiedColumn,
)


def _without_byes(tally: Tally) -> tuple[Sequence[int], Sequence[int]]:
    won = [all_ - bye for all_, bye in zip(tally.won, tally.bye_won, strict=True)]
    return won, [all_ - bye for all_, bye in zip(tally.possible, tally.bye_possible, strict=True)]


def _counted_points(tally: Tally, byes: Byes) -> tuple[Sequence[int], Sequence[int]]:
    return (tally.won, tally.possible) if byes is Byes.IN else _without_byes(tally)


def _share_of(record: Record, won: Sequence[int], possible: Sequence[int], options: Options) -> Callable[[int], Share]:
    """Return a function from player index to the player's share.

    Floor and ceiling are applied.
    """
    left = {record.place[player] for player in record.presence.dropped if player in record.place}

    def share(at: int) -> Share:
        ceiling = options.dropped_ceiling if at in left else options.ceiling
        return Share(won[at], possible[at], options.floor, ceiling)

    return share


def _numbers(record: Record, won: Sequence[int], possible: Sequence[int], options: Options) -> tuple[list[int], int]:
    """Return all shares as integers with a common denominator.

    Floors and ceilings are applied.
    """
    dropped = record.presence.dropped
    # Most players have the same few shares.
    keys = list(zip(won, possible, [player in dropped for player in record.players], strict=True))
    shares: dict[tuple[int, int, bool], Fraction] = {}
    for key in set(keys):
        points, most, has_dropped = key
        ceiling = options.dropped_ceiling if has_dropped else options.ceiling
        shares[key] = Share(points, most, options.floor, ceiling).value
    denominator = lcm(*(value.denominator for value in shares.values()))
    numerators = {key: value.numerator * (denominator // value.denominator) for key, value in shares.items()}
    return [numerators[key] for key in keys], denominator


def own_shares(record: Record, tally: Tally, options: Options) -> Column:
    """Return each player's own share."""
    won, possible = _counted_points(tally, options.own_byes)
    numbers, denominator = _numbers(record, won, possible, options)
    share = _share_of(record, won, possible, options)

    def breakdown(at: int) -> Breakdown:
        value = share(at)
        left_out = own_byes(record, at) if options.own_byes is Byes.OUT else ()
        return Breakdown(Derivation.SHARE, (Term(None, None, value),), value.value, left_out)

    return Column(numbers, denominator, breakdown)


def opponents_shares(record: Record, tally: Tally, options: Options) -> Column:
    """Return the mean of the opponents' shares, one term per match; 0 without matches.

    The player's own byes do not count or count as an opponent with the minimum share, depending on the options.
    """
    won, possible = _counted_points(tally, options.opponent_byes)
    values, denominator = _numbers(record, won, possible, options)
    share = _share_of(record, won, possible, options)
    phantom = Share(0, 0, options.floor, options.ceiling) if options.own_byes is Byes.IN else None
    return mean(record, values, denominator, share, phantom)


def mean(
    record: Record,
    values: Sequence[int],
    denominator: int,
    share: Callable[[int], Share | Rate | Amount],
    phantom: Share | None = None,
) -> Column:
    """Return the mean of a value over the opponents.

    Args:
        record: the results.
        values: numerators of the value, by player index.
        denominator: common denominator of the values.
        share: function from player index to the value with its parts.
        phantom: value of a bye; None if byes do not count.
    """
    met = [len(opponents) for opponents in record.opponents]
    if phantom is not None:
        met = [number + byes for number, byes in zip(met, record.byes, strict=True)]
    of_bye = phantom.value if phantom else Fraction(0)
    common = lcm(denominator, of_bye.denominator)
    scale, bye = common // denominator, of_bye.numerator * (common // of_bye.denominator)
    shared = lcm(*(number for number in set(met) if number))
    factor = {number: shared // number if number else 0 for number in set(met)}
    value_at = values.__getitem__
    numbers = [
        (sum(map(value_at, opponents)) * scale + bye * byes) * factor[number]
        for opponents, byes, number in zip(record.opponents, record.byes, met, strict=True)
    ]

    def breakdown(at: int) -> Breakdown:
        terms = []
        for line in record.lines(at):
            if line.opponent is not None:
                terms.append(Term(line.round, line.opponent, share(record.place[line.opponent])))
            elif phantom is not None:
                terms.append(Term(line.round, None, phantom))
        left_out = own_byes(record, at) if phantom is None else ()
        return Breakdown(Derivation.MEAN, tuple(terms), Fraction(numbers[at], common * shared), left_out)

    return Column(numbers, common * shared, breakdown)


def own_byes(record: Record, at: int) -> tuple[int, ...]:
    """Return the rounds in which a player had a bye, given the player's index."""
    return tuple(line.round for line in record.lines(at) if line.opponent is None) if record.byes[at] else ()


def _matches(record: Record, options: Options) -> Tally:
    return record.half_draws if options.draws is Draws.HALF else record.matches


def match_wins(record: Record, options: Options) -> Column:
    """Return MW%: the player's own match-win percentage."""
    return own_shares(record, _matches(record, options), options)


def opponents_match_wins(record: Record, options: Options) -> Column:
    """Return OMW%: the mean of the opponents' match-win percentages."""
    return opponents_shares(record, _matches(record, options), options)


def opponents_opponents(record: Record, options: Options) -> Column:
    """Return OOMW%: the mean of the opponents' OMW%."""
    return mean_of_column(record, opponents_match_wins(record, options))


def mean_of_column(record: Record, column: Column) -> Column:
    """Return the mean of another tie-breaker over the opponents."""
    return mean(record, column.numbers, column.denominator, lambda at: Amount(column.value(at)))


def game_wins(record: Record, options: Options) -> Column:
    """Return GW%: the player's own game-win percentage."""
    return own_shares(record, record.games, options)


def opponents_game_wins(record: Record, options: Options) -> Column:
    """Return OGW%: the mean of the opponents' game-win percentages."""
    return opponents_shares(record, record.games, options)


def match_losses(record: Record, options: Options) -> Column:
    """Return the player's own match-loss percentage; lower is better."""
    return own_shares(record, record.losses, options)


def opponents_match_losses(record: Record, options: Options) -> Column:
    """Return the mean of the opponents' match-loss percentages; lower is better."""
    return opponents_shares(record, record.losses, options)


HealthCount = Callable[[int, int], int]
"""Function of own and opponent's health."""


def wins(record: Record, options: Options) -> Column:
    """Return the number of matches won, including byes if the options count them."""
    byes_in = options.own_byes is Byes.IN
    numbers = [won + (byes if byes_in else 0) for won, byes in zip(record.won, record.byes, strict=True)]

    def breakdown(at: int) -> Breakdown:
        terms = tuple(
            Term(line.round, line.opponent, Amount(Fraction(int(line.outcome is Outcome.WIN))))
            for line in record.lines(at)
            if line.opponent is not None or byes_in
        )
        return Breakdown(Derivation.SUM, terms, Fraction(numbers[at]), () if byes_in else own_byes(record, at))

    return Column(numbers, 1, breakdown)


def on_time(record: Record, _options: Options) -> Column:
    """Return 1 for players present from the first round, 0 for late entries."""
    late = record.presence.late
    numbers = [int(player not in late) for player in record.players]

    def breakdown(at: int) -> Breakdown:
        value = Fraction(numbers[at])
        return Breakdown(Derivation.SUM, (Term(None, None, Amount(value)),), value)

    return Column(numbers, 1, breakdown)


def health(record: Record, _options: Options) -> Column:
    """Return the sum of the player's health at the end of each match.

    0 where not recorded.
    """
    return _of_health(record, lambda own, _other: own)


def health_difference(record: Record, _options: Options) -> Column:
    """Return the sum of own minus opponent's health; 0 where not recorded."""
    return _of_health(record, lambda own, other: own - other)


def _of_health(record: Record, counted: HealthCount) -> Column:
    numbers, place = [0] * len(record.players), dict(record.place)
    for _, first, second, _, _, _, _, _, _, one, other in record.results:
        if second is not None and one is not None and other is not None:
            numbers[place[first]] += counted(one, other)
            numbers[place[second]] += counted(other, one)

    def breakdown(at: int) -> Breakdown:
        player = record.players[at]
        terms = tuple(_term(result, player, counted) for result in record.results_of(at) if result.second is not None)
        return Breakdown(Derivation.SUM, terms, Fraction(numbers[at]), own_byes(record, at))

    return Column(numbers, 1, breakdown)


def _term(result: Result, player: int, counted: HealthCount) -> Term:
    first = result.first == player
    left = (result.first_health, result.second_health)
    own, other = left if first else left[::-1]
    value = counted(own, other) if own is not None and other is not None else 0
    return Term(result.round, result.second if first else result.first, Amount(Fraction(value)))


def by_lot(record: Record, _options: Options) -> TiedColumn:
    """Return the lot: a random order from the stored seed.

    It does not depend on which players are tied.
    """

    def numbers(tied: Sequence[int]) -> Sequence[int]:
        return [-random_bits(record.seed, record.players[at]) for at in tied]

    def breakdown(at: int, tied: Sequence[int]) -> Breakdown:
        others = tuple(record.players[other] for other in tied if other != at)
        value = Fraction(random_bits(record.seed, record.players[at])) if others else None
        return Breakdown(Derivation.CHANCE, (), value, tied_with=others)

    return TiedColumn(numbers, breakdown)


DIVISOR = 4
"""Divisor of the previous value in the cumulative tie-breaker."""


def _weighted(record: Record, weights: list[int]) -> list[int]:
    """Return each player's sum of match points, weighted per round.

    Weights start at index 1.
    """
    totals, place = [0] * len(record.players), dict(record.place)
    for number, first, second, first_points, second_points, _, _, _, _, _, _ in record.results:
        weight = weights[number]
        totals[place[first]] += first_points * weight
        if second is not None:
            totals[place[second]] += second_points * weight
    return totals


def _running_totals(record: Record, at: int) -> list[tuple[int, int | None, int]]:
    """Return a player's running totals.

    They are round, opponent and total match points for every round of the event. A round in which the player did not
    take part adds no points.
    """
    lines = {line.round: line for line in record.lines(at)}
    total, rows = 0, []
    for number in range(1, record.last_round + 1):
        line = lines.get(number)
        total += line.points if line else 0
        rows.append((number, line.opponent if line else None, total))
    return rows


def cumulative(record: Record, _options: Options) -> Column:
    """Return the cumulative tie-breaker.

    Each round, it is a quarter of the value plus all match points so far. Points of round j are part of the totals of
    rounds j to R, and the total of round k has the weight 4^(k-R). Over the denominator 4^(R-1) their weight is the
    sum of 4^(k-1), which is (4^R - 4^(j-1)) / 3.
    """
    last = record.last_round
    weights = [0, *((DIVISOR**last - DIVISOR ** (j - 1)) // (DIVISOR - 1) for j in range(1, last + 1))]
    numbers, denominator = _weighted(record, weights), DIVISOR ** max(last - 1, 0)

    def breakdown(at: int) -> Breakdown:
        terms, value = [], Fraction(0)
        for number, opponent, total in _running_totals(record, at):
            step = Step(value, DIVISOR, Fraction(total))
            terms.append(Term(number, opponent, step))
            value = step.value
        return Breakdown(Derivation.RUNNING, tuple(terms), value)

    return Column(numbers, denominator, breakdown)


def opponents_cumulative(record: Record, options: Options) -> Column:
    """Return the mean of the opponents' cumulative tie-breakers."""
    return mean_of_column(record, cumulative(record, options))


def progressive(record: Record, _options: Options) -> Column:
    """Return the progressive score: the sum of the match points after each round."""
    last = record.last_round
    numbers = _weighted(record, [0, *(last - j + 1 for j in range(1, last + 1))])

    def breakdown(at: int) -> Breakdown:
        terms = tuple(
            Term(number, opponent, Amount(Fraction(total))) for number, opponent, total in _running_totals(record, at)
        )
        return Breakdown(Derivation.SUM, terms, Fraction(numbers[at]))

    return Column(numbers, 1, breakdown)


def head_to_head(record: Record, _options: Options) -> TiedColumn:
    """Return head-to-head: the mean match points among the tied players.

    It does not apply if two of the tied players have not met; otherwise players would gain or lose by the pairings
    alone.
    """

    def numbers(tied: Sequence[int]) -> Sequence[int] | None:
        among = set(tied)
        if any(len(among.intersection(record.opponents[at])) < len(among) - 1 for at in tied):
            return None
        won = [_points(record, at, among) for at in tied]
        common = lcm(*(len(points) for points in won))
        return [sum(points) * (common // len(points)) for points in won]

    def breakdown(at: int, tied: Sequence[int]) -> Breakdown:
        others = tuple(record.players[other] for other in tied if other != at)
        if not others:
            return Breakdown(Derivation.MEETINGS, (), None)
        met = [line for line in record.lines(at) if line.opponent in others]
        terms = tuple(Term(line.round, line.opponent, Amount(Fraction(line.points))) for line in met)
        holds = numbers(tied) is not None
        value = sum((term.value for term in terms), Fraction(0)) / len(terms) if holds else None
        return Breakdown(Derivation.MEETINGS, terms, value, tied_with=others)

    return TiedColumn(numbers, breakdown)


def _points(record: Record, at: int, among: set[int]) -> list[int]:
    """Return a player's match points from each match against one of the given players."""
    own, place = record.players[at], record.place
    return [
        result.first_points if result.first == own else result.second_points
        for result in record.results_of(at)
        if result.second is not None and place[result.second if result.first == own else result.first] in among
    ]


def strength_of_schedule(record: Record, options: Options) -> Column:
    """Return the mean of the opponents' match points per round."""
    points, rounds = record.match_points, record.rounds
    if options.opponent_byes is Byes.OUT:
        points = [all_ - bye for all_, bye in zip(points, record.bye_points, strict=True)]
        rounds = [all_ - byes for all_, byes in zip(rounds, record.byes, strict=True)]
    common = lcm(*(number for number in set(rounds) if number))
    factor = {number: common // number if number else 0 for number in set(rounds)}
    values = [won * factor[number] for won, number in zip(points, rounds, strict=True)]
    return mean(record, values, common, lambda at: Rate(points[at], rounds[at]))


def extended_strength_of_schedule(record: Record, options: Options) -> Column:
    """Return the mean of the opponents' strengths of schedule."""
    return mean_of_column(record, strength_of_schedule(record, options))
