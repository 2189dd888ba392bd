"""Strength of schedule as in Netrunner: match points per round instead of percentages.

Source: the Cobra tournament software and the rules it implements. The player's own byes do not count in the mean; in
an opponent's average byes count with their points and rounds.
"""

from math import lcm

from epic_events.pairings.methods.tie_breaks.options import Byes, Options
from epic_events.pairings.methods.tie_breaks.record import Record
from epic_events.pairings.methods.tie_breaks.shares import mean, mean_of_column
from epic_events.pairings.methods.tie_breaks.values import Column, Rate


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
