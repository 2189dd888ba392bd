"""Power pairing, compared with brute force and the whole field."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epic_events.pairings.methods.power_pairing import PowerPairing, power_pair
from epic_events.pairings.methods.swiss import Bye, Method, PlayerPair, Reason, ReasonKind
from epic_events.pairings.methods.swiss.candidate import whole_field
from epic_events.pairings.methods.swiss.matching import min_squared_gaps
from epic_events.pairings.methods.swiss.score_line import min_levels_by_bye, pair_by_score_line
from tests.epic_events.pairings.fields import Given, cost_of, every_pairing, fields


def by_place(standing: list[int], past: Given) -> Given:
    """Return the field with places instead of points."""
    return replace(past, points={player: -at for at, player in enumerate(standing)}, floats=[])


def paired(standing: list[int], past: Given, seed: int = 1) -> PowerPairing:
    return power_pair(standing, past.history, seed=seed, forbidden=past.forbidden, avoided=past.avoided)


def rows(found: PowerPairing) -> list[PlayerPair]:
    player_pairs: list[PlayerPair] = [(each.first, each.second) for each in found.pairs]
    return [*player_pairs, (found.bye.player, None)] if found.bye else player_pairs


def drawn(seed: int, most: int) -> tuple[list[int], Given]:
    """Return a standing with met neighbours, byes and avoidances."""
    chance = random.Random(seed)
    standing = chance.sample(range(10 * most), chance.randint(most // 2, most))

    def near(times: float, far: int) -> list[PlayerPair]:
        found: list[PlayerPair] = []
        for _ in range(int(len(standing) * times)):
            at, away = chance.randrange(len(standing)), chance.randint(1, far)
            if at + away < len(standing):
                found.append((standing[at], standing[at + away]))
        return found

    history = near(chance.choice([0, 1, 3, 6]), chance.choice([1, 3, 10]))
    some = chance.choice([0, 0.3, 0.9, 1])
    history += [(player, None) for player in standing if chance.random() < some]
    history += [(player, None) for player in standing[len(standing) - chance.choice([0, 7]) :]]
    avoided: list[PlayerPair] = [*near(chance.choice([0, 1]), 2), *[(player, None) for player in standing[-3:]]]
    return standing, Given({}, history, near(chance.choice([0, 0.2]), 4), avoided)


@settings(max_examples=80, deadline=None)
@given(fields(most=8), st.integers(0, 2**31), st.randoms(use_true_random=False))
def test_power_pair_small_field_is_optimal(past, seed, chance):
    standing = list(past.points)
    chance.shuffle(standing)
    field, found = by_place(standing, past), paired(standing, past, seed)
    best = min(cost_of(other, field, win=1) for other in every_pairing(field.players))
    assert found.found.cost.key() == cost_of(rows(found), field, win=1) == best
    assert found.found.proven == 7
    assert [each.places for each in found.pairs] == [
        (standing.index(each.first) + 1, standing.index(each.second) + 1) for each in found.pairs
    ]


@settings(max_examples=60, deadline=None)
@given(fields(most=9), st.integers(0, 2**31), st.randoms(use_true_random=False))
def test_power_pair_score_line_small_field_is_optimal(past, seed, chance):
    standing = list(past.points)
    chance.shuffle(standing)
    field = by_place(standing, past)
    line = pair_by_score_line(field.indexed(seed))
    assert line is not None
    best = min(cost_of(other, field) for other in every_pairing(field.players))
    assert line.cost.key() == line.bound.key() == best


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**40))
def test_power_pair_score_line_medium_field_equals_whole_field(seed):
    standing, past = drawn(seed, most=70)
    field = by_place(standing, past).indexed(seed)
    line, best = pair_by_score_line(field), whole_field(field).cost
    assert line is not None
    assert sorted(at for edge in line.edges for at in edge) == list(range(field.nodes))
    assert line.cost == field.cost(line.edges) == line.bound == best


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 30), min_size=1, max_size=15).filter(lambda points: len(points) % 2), st.integers(0, 9))
def test_min_levels_by_bye_equal_cost_of_neighbours(points, had_byes):
    field = Given(dict(enumerate(points)), [(player, None) for player in range(had_byes)]).indexed(1)
    line = [at for group in field.groups() for at in group]
    expected = []
    for place, at in enumerate(line):
        others = min_squared_gaps([field.points[other] for other in line if other != at])
        levels = field.levels(at, field.bye)
        expected.append(((*levels[:3], levels[3] + others, 0, 0, 0), place))
    assert min_levels_by_bye(field, line) == sorted(expected)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**40))
def test_power_pair_score_line_equal_scores_is_optimal_up_to_gaps(seed):
    standing, past = drawn(seed, most=60)
    scores = random.Random(seed).choice([2, 5, 20])
    field = replace(past, points={player: -(at // scores) for at, player in enumerate(standing)}).indexed(seed)
    line, best = pair_by_score_line(field), whole_field(field).cost
    assert line is not None
    assert line.cost.key()[:4] == line.bound.key()[:4] == best.key()[:4]


@pytest.mark.parametrize(("players", "seed"), [(330, 1), (401, 2)])
def test_power_pair_large_field_equals_whole_field(players, seed):
    chance = random.Random(seed)
    standing = chance.sample(range(9_000), players)
    history: list[PlayerPair] = [
        (standing[at], standing[at + away]) for at in range(players - 12) for away in chance.sample(range(1, 12), 2)
    ]
    history += [(player, None) for player in standing[-7:]]
    past = Given({}, history, avoided=list(zip(standing[::3], standing[1::3], strict=False)))
    found = paired(standing, past)
    assert (found.found.method, found.found.proven) == (Method.LINE, 7)
    assert found.found.cost == whole_field(by_place(standing, past).indexed(1, win=1)).cost


def test_power_pair_pairs_neighbours_and_last_without_bye_gets_it():
    found = power_pair([5, 4, 3, 2, 1], [(1, None), (5, 4)])
    assert [(each.first, each.second, each.places) for each in found.pairs] == [(5, 3, (1, 3)), (4, 1, (2, 5))]
    assert found.pairs[0].reasons == (Reason(ReasonKind.BY_STANDING, 1),)
    assert found.bye == Bye(2, ())
    again = power_pair([1, 2], [(1, 2), (2, 1)])
    assert [(each.first, each.second, each.reasons) for each in again.pairs] == [
        (1, 2, (Reason(ReasonKind.BY_STANDING, 1), Reason(ReasonKind.REMATCH, 2)))
    ]
    assert power_pair([7], [(7, None)]).bye == Bye(7, (Reason(ReasonKind.SECOND_BYE, 1),))
    assert power_pair([], []).pairs == ()
    with pytest.raises(ValueError, match="twice"):
        power_pair([1, 1], [])


def test_power_pair_respects_forbidden_and_avoided_pairs():
    never = power_pair([1, 2, 3, 4], [], forbidden=[(2, 1)])
    assert [(each.first, each.second) for each in never.pairs] == [(1, 3), (2, 4)]
    # A soft wish gives way to the distance in the standings, and decides where that is the same.
    rather_not = power_pair([1, 2, 3, 4], [], avoided=[(2, 1)])
    assert [(each.first, each.second) for each in rather_not.pairs] == [(1, 2), (3, 4)]
    assert rather_not.pairs[0].reasons == (Reason(ReasonKind.BY_STANDING, 1), Reason(ReasonKind.AVOIDED))
    equal = [(1, 4), (2, 3), (3, 4), (1, 2), (5, 6)]
    spared = {each.first: each.second for each in power_pair([1, 2, 3, 4, 5, 6], equal, avoided=[(3, 5)]).pairs}
    assert spared[1] == 3


def everyone(players: int, near: int, byes: int) -> tuple[list[int], list[PlayerPair]]:
    """Return a standing in which all neighbours have met."""
    standing = list(range(players))
    history: list[PlayerPair] = [(a, b) for a in standing for b in standing[a + 1 : a + 1 + near]]
    return standing, [*history, *[(player, None) for player in standing[players - byes :]]]


def test_power_pair_large_field_pairs_neighbours():
    found = power_pair(range(901), [(0, 1)])
    assert [(each.first, each.second) for each in found.pairs[:3]] == [(0, 2), (1, 3), (4, 5)]
    assert found.bye == Bye(900, ())
    assert (found.found.method, found.found.proven) == (Method.LINE, 7)


@pytest.mark.parametrize(("byes", "host"), [(7, 1993), (2001, 2000), (2000, 0), (0, 2000)])
def test_power_pair_large_field_bye_goes_to_last_with_fewest_byes(byes, host):
    standing, history = everyone(2001, near=0, byes=byes)
    met: list[PlayerPair] = [(at, at + 1) for at in standing[:-1:50]]
    found = power_pair(standing, [*history, *met])
    assert found.bye is not None
    assert found.bye.player == host
    assert (found.found.method, found.found.proven, found.found.rematches) == (Method.LINE, 7, 0)
    # Where all neighbours have met everywhere, proof would take too long; no rule is broken for that.
    standing, history = everyone(2001, near=3, byes=byes)
    bounded = power_pair(standing, history)
    assert bounded.bye is not None
    assert (bounded.bye.player, bounded.found.rematches) == (host, 0)


def test_power_pair_5000_players_avoids_rematches():
    standing, history = everyone(4_999, near=15, byes=4_500)
    avoided: list[PlayerPair] = [(player, player + 16) for player in standing[:500]]
    found = power_pair(standing, history, avoided=avoided)
    assert sorted(player for row in rows(found) for player in row if player is not None) == standing
    assert (found.found.rematches, found.found.cost.second_byes, found.found.cost.forbidden) == (0, 0, 0)
    assert found.bye == Bye(498, ())
