"""Matching of the nearby pairs only, compared with weighing every pair."""

import random
from itertools import combinations

import pytest

from epic_events.pairings.methods.swiss import Float
from epic_events.pairings.methods.swiss.candidate import SPARSE_FROM, best_among, sparse_cheapest
from epic_events.pairings.methods.swiss.field import Field, edge_of
from epic_events.pairings.methods.swiss.matching import Edge, Packing, cheapest
from tests.epic_events.pairings.fields import Given


def by_every_pair(field: Field) -> list[Edge] | None:
    members = range(field.nodes)
    bye = field.nodes > field.bye
    packing = Packing.of(field.max_levels(members[:-1] if bye else members, bye=bye), len(members))
    return cheapest(len(members), field.weighted(members, packing), packing.bits)


def sparse(field: Field) -> list[Edge] | None:
    members = range(field.nodes)
    bye = field.nodes > field.bye
    packing = Packing.of(field.max_levels(members[:-1] if bye else members, bye=bye), len(members))
    return sparse_cheapest(field, members, packing)


def random_given(players: int, met_within: int, spread: int, chance: random.Random) -> Given:
    """Return players of which the nearest have met, with random restrictions."""
    points = {at: chance.randrange(spread) if spread else -at for at in range(players)}
    line = sorted(points, key=lambda at: points[at])
    near = [(line[a], line[b]) for a, b in combinations(range(players), 2) if b - a <= met_within]
    far = [(a, b) for a, b in combinations(range(players), 2) if chance.random() < 0.02]

    def some(number: int) -> list[tuple[int, int | None]]:
        return [(a, b) for a, b in (chance.sample(range(players), 2) for _ in range(number))]

    return Given(
        points,
        [*near, *far, *[(at, None) for at in chance.sample(range(players), 9)]],
        some(chance.choice((0, 30))),
        some(chance.choice((0, 30))),
        [(chance.randrange(players), chance.choice((Float.UP, Float.DOWN))) for _ in range(chance.choice((0, 20)))],
    )


@pytest.mark.parametrize(("met_within", "spread"), [(0, 0), (4, 0), (10, 0), (14, 0), (10, 400), (3, 30)])
def test_sparse_cheapest_random_field_equals_weighing_every_pair(met_within: int, spread: int):
    chance = random.Random(f"{met_within} {spread}")
    for players in (64, 77, 100, 131):
        field = random_given(players, met_within, spread, chance).indexed(players)
        assert sparse(field) in (None, by_every_pair(field))
        assert best_among(field, range(field.nodes)) == by_every_pair(field)


def test_sparse_cheapest_all_near_players_have_met_weighs_few_pairs(monkeypatch: pytest.MonkeyPatch):
    field = random_given(256, 10, 0, random.Random(1)).indexed(1)
    weighed: list[tuple[int, int]] = []
    weigh = Field.weighted

    def counting(self: Field, *arguments: object) -> object:
        rows = weigh(self, *arguments)  # type: ignore[arg-type]
        weighed.extend(edge_of(a, b) for a, b, _cost in rows)
        return rows

    monkeypatch.setattr(Field, "weighted", counting)
    assert sparse(field) is not None
    assert len(weighed) == len(set(weighed)) < 256 * 255 // 2 // 3


def test_sparse_cheapest_without_near_player_returns_none():
    given = random_given(SPARSE_FROM, 16, 0, random.Random(2))
    field = Given(given.points, given.history).indexed(1)
    found = sparse(field)
    assert found in (None, by_every_pair(field))


def test_sparse_cheapest_large_score_group_returns_none():
    assert sparse(Given(dict.fromkeys(range(100), 3)).indexed(1)) is None
