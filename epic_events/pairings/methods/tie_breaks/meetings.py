"""Head-to-head: players who are level and have all met are told apart by what happened between them."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from epic_events.pairings.methods.tie_breaks.options import Options
from epic_events.pairings.methods.tie_breaks.record import Record
from epic_events.pairings.methods.tie_breaks.values import Among, Amount, Arithmetic, Derivation, Term


def head_to_head(record: Record, _options: Options) -> Among:
    """Return head-to-head if all tied players met each other: the mean of the match points won in those matches.

    If only two of the tied players have not met, it tells none of them apart: whoever met fewer of the others would
    gain or lose by the pairings alone.
    """

    def numbers(level: Sequence[int]) -> Sequence[int] | None:
        among = set(level)
        if any(len(among.intersection(record.opponents[at])) < len(among) - 1 for at in level):
            return None
        won = [_points(record, at, among) for at in level]
        common = lcm(*(len(points) for points in won))
        return [sum(points) * (common // len(points)) for points in won]

    def arithmetic(at: int, level: Sequence[int]) -> Arithmetic:
        others = tuple(record.players[other] for other in level if other != at)
        if not others:
            return Arithmetic(Derivation.MEETINGS, (), None)
        met = [line for line in record.lines(at) if line.opponent in others]
        terms = tuple(Term(line.round, line.opponent, Amount(Fraction(line.points))) for line in met)
        holds = numbers(level) is not None
        value = sum((term.value for term in terms), Fraction(0)) / len(terms) if holds else None
        return Arithmetic(Derivation.MEETINGS, terms, value, level_with=others)

    return Among(numbers, arithmetic)


def _points(record: Record, at: int, among: set[int]) -> list[int]:
    """Return the match points of the player at a place in each match against one of these."""
    own, place = record.players[at], record.place
    return [
        result.first_points if result.first == own else result.second_points
        for result in record.results_of(at)
        if result.second is not None and place[result.second if result.first == own else result.first] in among
    ]
