"""Tie-breakers by counts: wins, health, late entries, and the lot as the last resort."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from epic_events.pairings.methods.swiss import random_bits
from epic_events.pairings.methods.tie_breaks.options import Byes, Options
from epic_events.pairings.methods.tie_breaks.record import Outcome, Record, Result
from epic_events.pairings.methods.tie_breaks.shares import own_byes
from epic_events.pairings.methods.tie_breaks.values import Amount, Breakdown, Column, Derivation, Term, TiedColumn

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
    """Return the sum of the player's health at the end of each match; 0 where not recorded."""
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
    """Return the lot: a random order from the stored seed, independent of which players are tied."""

    def numbers(tied: Sequence[int]) -> Sequence[int]:
        return [-random_bits(record.seed, record.players[at]) for at in tied]

    def breakdown(at: int, tied: Sequence[int]) -> Breakdown:
        others = tuple(record.players[other] for other in tied if other != at)
        value = Fraction(random_bits(record.seed, record.players[at])) if others else None
        return Breakdown(Derivation.CHANCE, (), value, tied_with=others)

    return TiedColumn(numbers, breakdown)
