"""Small fields with more rounds than opponents: meetings are spread evenly."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest

from epic_events.pairings.methods.power_pairing import power_pair
from epic_events.pairings.methods.swiss import PlayerPair
from epic_events.pairings.methods.swiss.score_line import pair_by_score_line
from tests.epic_events.pairings.fields import Given, cost_of, every_pairing, pairs_of

ROUNDS = 9

Rule = Callable[[int, int, random.Random], int]
RESULTS: dict[str, Rule] = {
    "the lower number always wins": lambda a, b, _chance: min(a, b),
    "the higher number always wins": lambda a, b, _chance: max(a, b),
    "chance": lambda a, b, random_bits: random_bits.choice((a, b)),
}


class Played:
    """An event of a few players; each round is compared with every pairing."""

    def __init__(self, players: int, result: Rule, seed: int) -> None:
        self.result, self.random_bits = result, random.Random(seed)
        self.points = dict.fromkeys(range(1, players + 1), 0)
        self.history: list[PlayerPair] = []

    @property
    def meetings(self) -> Counter[frozenset[int]]:
        return Counter(frozenset((a, b)) for a, b in self.history if b is not None)

    def swiss(self) -> list[PlayerPair]:
        field = Given(dict(self.points), list(self.history))
        pairing = field.paired(self.random_bits.getrandbits(48))
        assert pairing.cost.key() == min(cost_of(other, field) for other in every_pairing(field.players))
        return pairs_of(pairing)

    def by_standing(self) -> list[PlayerPair]:
        standing = sorted(self.points, key=lambda player: (-self.points[player], player))
        found = power_pair(standing, self.history)
        rows: list[PlayerPair] = [(pair.first, pair.second) for pair in found.pairs]
        rows += [(found.bye.player, None)] if found.bye is not None else []
        # A place is worth a point, and the bye lies one place below the last.
        places = Given({player: -at for at, player in enumerate(standing)}, list(self.history))
        least = min(cost_of(other, places, win=1) for other in every_pairing(places.players))
        assert cost_of(rows, places, win=1) == least
        return rows

    def play(self, way: str) -> None:
        for _ in range(ROUNDS):
            rows = self.by_standing() if way == "by standing" else self.swiss()
            for a, b in rows:
                self.points[a if b is None else self.result(a, b, self.random_bits)] += 3
            self.history += rows


@pytest.mark.parametrize("way", ["Swiss", "by standing"])
@pytest.mark.parametrize("result", RESULTS)
@pytest.mark.parametrize("players", [4, 5, 6])
def test_no_round_repeats_fewer_meetings_in_small_field(players: int, result: str, way: str):
    for seed in range(3):
        event = Played(players, RESULTS[result], seed)
        event.play(way)
        assert sum(event.meetings.values()) == ROUNDS * (players // 2)


@pytest.mark.parametrize("way", ["Swiss", "by standing"])
@pytest.mark.parametrize("result", RESULTS)
def test_four_players_nine_rounds_meet_three_times_each(result: str, way: str):
    for seed in range(5):
        event = Played(4, RESULTS[result], seed)
        event.play(way)
        assert event.meetings == Counter({frozenset(pair): 3 for pair in combinations(range(1, 5), 2)})


@pytest.mark.parametrize("way", ["Swiss", "by standing"])
@pytest.mark.parametrize("result", RESULTS)
@pytest.mark.parametrize("players", [5, 6])
def test_five_or_six_players_nine_rounds_meet_one_to_three_times(players: int, result: str, way: str):
    """Round by round is not optimal: 18 or 27 meetings of 10 or 15 pairs."""
    for seed in range(5):
        event = Played(players, RESULTS[result], seed)
        event.play(way)
        times = [event.meetings[frozenset(pair)] for pair in combinations(range(1, players + 1), 2)]
        assert max(times) <= 3
        assert min(times) >= 1


def test_third_meeting_costs_as_much_as_four_second_meetings():
    # 1 and 2 have met twice; the players in between have met once. All have the same points.
    players = list(range(1, 9))
    history: list[PlayerPair] = [*combinations(players, 2), (1, 2)]
    field = Given(dict.fromkeys(players, 0), history)
    for seed in range(10):
        pairing = field.paired(seed)
        assert (1, 2) not in {tuple(sorted((pair.first, pair.second))) for pair in pairing.pairs}
        assert pairing.cost.squared_meetings == 4
        assert pairing.rematches == 4
    last = Given({1: 0, 2: 0}, [(1, 2), (2, 1)]).paired(1)
    assert (last.cost.squared_meetings, last.rematches) == (4, 1)


def test_three_second_meetings_cost_less_than_one_third_meeting():
    """Unsquared, one third meeting would cost less than three second ones."""
    few: dict[PlayerPair, int] = {(1, 2): 2, (3, 4): 0, (5, 6): 0, (1, 3): 1, (2, 5): 1, (4, 6): 1}
    pairs: list[PlayerPair] = list(combinations(range(1, 7), 2))
    history = [pair for pair in pairs for _ in range(few.get(pair, 5))]
    three = {frozenset(pair) for pair in ((1, 3), (2, 5), (4, 6))}
    level, apart = (Given({i: points * i for i in range(1, 7)}, history) for points in (0, -1))
    for seed in range(5):
        assert {frozenset(row) for row in pairs_of(level.paired(seed))} == three
        assert {frozenset(row) for row in pairs_of(level.paired(seed, whole_field_up_to=0))} == three
        line = pair_by_score_line(apart.indexed(seed))
        assert line is not None
        assert line.cost.squared_meetings == 3
    assert {frozenset((each.first, each.second)) for each in power_pair(range(1, 7), history).pairs} == three
