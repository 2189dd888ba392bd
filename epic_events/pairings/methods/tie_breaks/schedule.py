"""Strength of schedule as Netrunner's organisers count it: match points a round, not shares of what there was to win.

Source: the calculator of Cobra and the rules it follows. Rounds of the player's own byes are left out of the mean; in
an opponent's average the bye stays, with its points and its round.
"""

from math import lcm

from epic_events.pairings.methods.tie_breaks.options import Byes, Options
from epic_events.pairings.methods.tie_breaks.record import Record
from epic_events.pairings.methods.tie_breaks.shares import mean, mean_of_column
from epic_events.pairings.methods.tie_breaks.values import Column, Rate


def strength_of_schedule(record: Record, options: Options) -> Column:
    """Return the mean over the opponents of their match points a round."""
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
