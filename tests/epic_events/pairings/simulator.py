"""Simulate random events and count violations of the pairing rules.

    python -m tests.epic_events.pairings.simulator [--events 1000] [--players 8 64] [--rounds 0] [--seed 1] [--weigh]

Players differ in strength; some come late, drop, return, have an awarded bye or a team-mate. ``--rounds 0`` plays the
recommended number of rounds; ``--groups`` pairs every field by the method for large ones; ``--weigh`` also computes the
optimum of each round and counts the rounds that cost more on any level. Counts that must be zero are marked.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

from epic_events.pairings.methods.schedules import recommended_rounds
from epic_events.pairings.methods.swiss import Float, Pairing, PlayerPair, ReasonKind
from epic_events.pairings.methods.swiss.candidate import whole_field
from tests.epic_events.pairings.fields import Given, pairs_of

WIN, DRAW = 3, 1
DRAWN = 0.08
UPSETS = 400  # difference in rating at which the weaker wins one game in eleven

ZERO = (
    "seated twice or not at all",
    "rematches not proven unavoidable",
    "rematches although nobody had met half the field",
    "second byes although somebody had none",
    "rounds not proven to be the best",
)
WEIGHED = "rounds that cost more than the best of every possible pairing"
SHOWN = (
    "events",
    "rounds",
    "tables",
    "rematches",
    "squared numbers of earlier meetings",
    "pairs with different points",
    "sum of gaps",
    "sum of squared gaps",
    "repeated pair-downs",
    "repeated pair-ups",
    "team-mates paired",
    "byes",
    "second byes",
    "byes above the lowest score",
    "players who had a bye meeting each other",
)


class Event:
    """A simulated event.

    Attributes:
        counted: counts by the names of ``ZERO`` and ``SHOWN``.
    """

    def __init__(
        self,
        players: int,
        seed: int,
        *,
        rated: bool = True,
        avoided_share: float = 0.0,
        restless: float = 0.0,
        awarded_share: float = 0.0,
        weigh: bool = False,
    ) -> None:
        """Start an event.

        Args:
            players: number of players at the start.
            seed: random seed.
            rated: whether players differ in strength.
            avoided_share: share of players with a team-mate.
            restless: share of players that drop, return or come late in each round.
            awarded_share: share of players with an awarded bye in the first round.
            weigh: whether every round is compared with its optimum.
        """
        self.chance = random.Random(seed)
        self.points = dict.fromkeys(range(players), 0)
        self.strength = {i: self.chance.gauss(1500, 250) if rated else 1500 for i in self.points}
        self.gone: dict[int, int] = {}
        self.restless = restless
        self.history: list[PlayerPair] = []
        self.floats: list[tuple[int, Float]] = []
        team = self.chance.sample(range(players), int(players * avoided_share) // 2 * 2)
        self.mates: list[PlayerPair] = list(zip(team[::2], team[1::2], strict=True))
        self.awarded = set(self.chance.sample(range(players), int(players * awarded_share)))
        self.counted: Counter[str] = Counter(events=1)
        self.weigh = weigh
        self.played = 0

    @property
    def given(self) -> Given:
        """Return the input of the next pairing."""
        awarded = self.awarded if not self.played else set()
        points = {i: p for i, p in self.points.items() if i not in awarded}
        return Given(points, list(self.history), avoided=self.mates, floats=list(self.floats))

    def paired(self, **how: Any) -> Pairing:
        return self.given.paired(**how)

    def play(self, rounds: int, **how: Any) -> None:
        for _ in range(rounds):
            if len(self.points) < 2:
                return
            pairing = self.paired(seed=self.chance.getrandbits(48), **how)
            self._count(pairing)
            for pair in pairing.pairs:
                self._result(pair.first, pair.second)
            byes = {*(self.awarded if not self.played else ()), *([pairing.bye.player] if pairing.bye else [])}
            for player in sorted(byes):
                self.history.append((player, None))
                self.points[player] += WIN
            self.played += 1
            self._come_and_go()

    def _result(self, a: int, b: int) -> None:
        if self.points[a] != self.points[b]:
            upper, lower = (a, b) if self.points[a] > self.points[b] else (b, a)
            self.floats += [(upper, Float.DOWN), (lower, Float.UP)]
        self.history.append((a, b))
        if self.chance.random() < DRAWN:
            self.points[a] += DRAW
            self.points[b] += DRAW
            return
        first_wins = 1 / (1 + 10 ** ((self.strength[b] - self.strength[a]) / UPSETS))
        self.points[a if self.chance.random() < first_wins else b] += WIN

    def _come_and_go(self) -> None:
        for player in [i for i in self.points if self.chance.random() < self.restless]:
            self.gone[player] = self.points.pop(player)
        for player in [i for i in self.gone if self.chance.random() < self.restless]:
            self.points[player] = self.gone.pop(player)
        if self.chance.random() < self.restless * len(self.points):
            newcomer = len(self.strength)
            self.strength[newcomer] = 1500
            self.points[newcomer] = 0

    def _count(self, pairing: Pairing) -> None:
        field = self.given
        seated = [player for row in pairs_of(pairing) for player in row if player is not None]
        had_byes = Counter(a for a, b in field.history if b is None)
        cost, gaps = pairing.cost, [abs(field.points[p.first] - field.points[p.second]) for p in pairing.pairs]
        output = sum(reason.kind is ReasonKind.REMATCH for p in pairing.pairs for reason in p.reasons)
        assert output == pairing.rematches
        self.counted += Counter(
            {
                "rounds": 1,
                "tables": len(pairing.pairs),
                "seated twice or not at all": int(sorted(seated) != sorted(field.points)),
                "rematches": output,
                "squared numbers of earlier meetings": cost.squared_meetings,
                "rematches not proven unavoidable": output if pairing.proven < 3 else 0,
                "rematches although nobody had met half the field": (
                    output if 2 * self.played + 3 <= len(field.points) else 0
                ),
                "rounds not proven to be the best": int(pairing.proven < 4),
                "pairs with different points": sum(gap > 0 for gap in gaps),
                "sum of gaps": sum(gaps),
                "sum of squared gaps": sum(gap**2 for gap in gaps),
                "repeated pair-downs": cost.repeated_downs,
                "repeated pair-ups": cost.repeated_ups,
                "team-mates paired": cost.avoided,
                "players who had a bye meeting each other": sum(
                    bool(had_byes[p.first] and had_byes[p.second]) for p in pairing.pairs
                ),
            }
        )
        if self.weigh:
            self.counted[WEIGHED] += whole_field(field.indexed(1)).cost.key() < cost.key()
        if pairing.bye is not None:
            player = pairing.bye.player
            self.counted["byes"] += 1
            self.counted["byes above the lowest score"] += field.points[player] > min(field.points.values())
            self.counted["second byes"] += had_byes[player] > 0
            some_without = any(not had_byes[other] for other in field.points)
            self.counted["second byes although somebody had none"] += had_byes[player] > 0 and some_without


def simulate(events: Iterable[tuple[int, int]], rounds: int = 0, *, weigh: bool = False, **how: Any) -> Counter[str]:
    """Simulate events of the given sizes and seeds; return the counts."""
    counted: Counter[str] = Counter()
    for players, seed in events:
        event = Event(players, seed, avoided_share=0.1, restless=0.02, awarded_share=0.05, weigh=weigh)
        event.play(rounds or recommended_rounds(players), **how)
        counted += event.counted
    return counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--players", type=int, nargs=2, default=(8, 64), metavar=("FROM", "TO"))
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--groups", action="store_true")
    parser.add_argument("--weigh", action="store_true")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    sizes = [(chance.randint(*options.players), chance.getrandbits(32)) for _ in range(options.events)]
    begun = time.perf_counter()
    how = {"whole_field_up_to": 0} if options.groups else {}
    counted = simulate(sizes, options.rounds, weigh=options.weigh, **how)
    for what in SHOWN:
        print(f"{counted[what]:>12,}  {what}")
    print("Has to be zero:")
    for what in (*ZERO, *([WEIGHED] if options.weigh else [])):
        print(f"{counted[what]:>12,}  {what}")
    print(f"{time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
