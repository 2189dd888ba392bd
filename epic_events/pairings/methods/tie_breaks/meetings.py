"""Head-to-head among tied players who have all met each other."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from epic_events.pairings.methods.tie_breaks.options import Options
from epic_events.pairings.methods.tie_breaks.record import Record
from epic_events.pairings.methods.tie_breaks.values import Amount, Breakdown, Derivation, Term, TiedColumn


def head_to_head(record: Record, _options: Options) -> TiedColumn:
    """Return head-to-head: the mean of the match points from the matches among the tied players.

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
