"""Win percentages: a player's own and the mean of the opponents', with floor, ceiling and byes.

Sources: MTR 3.1 and its appendix on tie-breakers (Magic), the handbook of Play! Pokémon, the pairings and tie-breaker
policy of Flesh and Blood.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm

from epic_events.pairings.methods.tie_breaks.options import Byes, Draws, Options
from epic_events.pairings.methods.tie_breaks.record import Record, Tally
from epic_events.pairings.methods.tie_breaks.values import Amount, Breakdown, Column, Derivation, Rate, Share, Term


def _without_byes(tally: Tally) -> tuple[Sequence[int], Sequence[int]]:
    won = [all_ - bye for all_, bye in zip(tally.won, tally.bye_won, strict=True)]
    return won, [all_ - bye for all_, bye in zip(tally.possible, tally.bye_possible, strict=True)]


def _counted(tally: Tally, byes: Byes) -> tuple[Sequence[int], Sequence[int]]:
    return (tally.won, tally.possible) if byes is Byes.IN else _without_byes(tally)


def _share_of(record: Record, won: Sequence[int], possible: Sequence[int], options: Options) -> Callable[[int], Share]:
    """Return a function from player index to the player's share with floor and ceiling."""
    left = {record.place[player] for player in record.presence.dropped if player in record.place}

    def share(at: int) -> Share:
        ceiling = options.dropped_ceiling if at in left else options.ceiling
        return Share(won[at], possible[at], options.floor, ceiling)

    return share


def _numbers(record: Record, won: Sequence[int], possible: Sequence[int], options: Options) -> tuple[list[int], int]:
    """Return all shares, floors and ceilings applied, as integers with a common denominator."""
    dropped = record.presence.dropped
    ceilings = [options.dropped_ceiling if player in dropped else options.ceiling for player in record.players]
    known: dict[tuple[int, int, Fraction], Fraction] = {}
    for key in set(zip(won, possible, ceilings, strict=True)):
        known[key] = Share(key[0], key[1], options.floor, key[2]).value
    denominator = lcm(*(value.denominator for value in known.values()))
    whole = {key: value.numerator * (denominator // value.denominator) for key, value in known.items()}
    return [whole[key] for key in zip(won, possible, ceilings, strict=True)], denominator


def own(record: Record, tally: Tally, options: Options) -> Column:
    """Return each player's own share."""
    won, possible = _counted(tally, options.own_byes)
    numbers, denominator = _numbers(record, won, possible, options)
    share = _share_of(record, won, possible, options)

    def breakdown(at: int) -> Breakdown:
        found = share(at)
        left_out = own_byes(record, at) if options.own_byes is Byes.OUT else ()
        return Breakdown(Derivation.SHARE, (Term(None, None, found),), found.value, left_out)

    return Column(numbers, denominator, breakdown)


def of_opponents(record: Record, tally: Tally, options: Options) -> Column:
    """Return the mean of the opponents' shares, one term per match; 0 without matches.

    The player's own byes do not count or count as an opponent with the minimum share, depending on the options.
    """
    won, possible = _counted(tally, options.opponent_byes)
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
    return own(record, _matches(record, options), options)


def opponents_match_wins(record: Record, options: Options) -> Column:
    """Return OMW%: the mean of the opponents' match-win percentages."""
    return of_opponents(record, _matches(record, options), options)


def opponents_opponents(record: Record, options: Options) -> Column:
    """Return OOMW%: the mean of the opponents' OMW%."""
    return mean_of_column(record, opponents_match_wins(record, options))


def mean_of_column(record: Record, column: Column) -> Column:
    """Return the mean of another tie-breaker over the opponents."""
    return mean(record, column.numbers, column.denominator, lambda at: Amount(column.value(at)))


def game_wins(record: Record, options: Options) -> Column:
    """Return GW%: the player's own game-win percentage."""
    return own(record, record.games, options)


def opponents_game_wins(record: Record, options: Options) -> Column:
    """Return OGW%: the mean of the opponents' game-win percentages."""
    return of_opponents(record, record.games, options)


def match_losses(record: Record, options: Options) -> Column:
    """Return the player's own match-loss percentage; lower is better."""
    return own(record, record.losses, options)


def opponents_match_losses(record: Record, options: Options) -> Column:
    """Return the mean of the opponents' match-loss percentages; lower is better."""
    return of_opponents(record, record.losses, options)
