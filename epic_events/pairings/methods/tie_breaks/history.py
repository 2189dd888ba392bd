"""Tie-breakers that weigh rounds by their order.

Sources: the pairings and tie-breaker policy of Flesh and Blood for the cumulative tie-breaker; the progressive score
is known from chess.
"""

from fractions import Fraction

from epic_events.pairings.methods.tie_breaks.options import Options
from epic_events.pairings.methods.tie_breaks.record import Record
from epic_events.pairings.methods.tie_breaks.shares import mean_of_column
from epic_events.pairings.methods.tie_breaks.values import Amount, Breakdown, Column, Derivation, Step, Term

DIVISOR = 4
"""Divisor of the previous value in the cumulative tie-breaker."""


def _weighted(record: Record, weights: list[int]) -> list[int]:
    """Return each player's sum of match points, weighted per round (weights from index 1)."""
    totals, place = [0] * len(record.players), dict(record.place)
    for number, first, second, first_points, second_points, _, _, _, _, _, _ in record.results:
        weight = weights[number]
        totals[place[first]] += first_points * weight
        if second is not None:
            totals[place[second]] += second_points * weight
    return totals


def _running(record: Record, at: int) -> list[tuple[int, int | None, int]]:
    """Return round, opponent and running total of match points for every round of the event.

    A round in which the player did not take part adds no points.
    """
    lines = {line.round: line for line in record.lines(at)}
    total, rows = 0, []
    for number in range(1, record.last_round + 1):
        line = lines.get(number)
        total += line.points if line else 0
        rows.append((number, line.opponent if line else None, total))
    return rows


def cumulative(record: Record, _options: Options) -> Column:
    """Return the cumulative tie-breaker: per round a quarter of the value plus all match points so far.

    Points of round j are part of the totals of rounds j to R, and the total of round k has the weight 4^(k-R). Over
    the denominator 4^(R-1) their weight is the sum of 4^(k-1), which is (4^R - 4^(j-1)) / 3.
    """
    last = record.last_round
    weights = [0, *((DIVISOR**last - DIVISOR ** (j - 1)) // (DIVISOR - 1) for j in range(1, last + 1))]
    numbers, denominator = _weighted(record, weights), DIVISOR ** max(last - 1, 0)

    def breakdown(at: int) -> Breakdown:
        terms, value = [], Fraction(0)
        for number, opponent, total in _running(record, at):
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
            Term(number, opponent, Amount(Fraction(total))) for number, opponent, total in _running(record, at)
        )
        return Breakdown(Derivation.SUM, terms, Fraction(numbers[at]))

    return Column(numbers, 1, breakdown)
