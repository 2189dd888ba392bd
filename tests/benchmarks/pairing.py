"""How long a round takes to pair, against a plain dense matching of the whole field in the same run.

The peer gives rustworkx every possible pair with an ordinary weight (rematches far above squared gaps); it has no
exact levels, no chance and no reasons. The last columns compare the sums of squared gaps: equal where the whole field
was weighed by us too, and how far the thinned graph of a large field stays from the optimum.
"""

import random
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import TypeVar

import rustworkx

from epic_events.pairings.standings import Result, standings
from epic_events.pairings.swiss import Entrant, pair

SIZES = (8, 16, 32, 64, 128, 256, 512, 1024)
ROUNDS = 7
REMATCH = 10_000_000

T = TypeVar("T")
History = list[tuple[int, int | None]]


def played(players: int, rounds: int) -> tuple[list[Entrant], History, list[Result]]:
    """Return a field after some rounds with random results, one match in ten drawn."""
    chance = random.Random(players)
    points = dict.fromkeys(range(players), 0)
    history: History = []
    results: list[Result] = []
    for number in range(1, rounds + 1):
        pairing = pair([Entrant(i, p) for i, p in points.items()], history, seed=number)
        for couple in pairing.pairs:
            games = chance.choice([(2, 0, 0), (2, 1, 0), (1, 2, 0), (0, 2, 0)] * 2 + [(1, 1, 1)])
            result = Result.of_games(number, couple.first, couple.second, games)
            results.append(result)
            points[couple.first] += result.first_points
            points[couple.second] += result.second_points
            history.append((couple.first, couple.second))
        if pairing.bye is not None:
            results.append(Result.bye(number, pairing.bye.player))
            points[pairing.bye.player] += 3
            history.append((pairing.bye.player, None))
    return [Entrant(i, p) for i, p in points.items()], history, results


def dense(entrants: list[Entrant], history: History) -> int:
    """Match the whole field with ordinary weights; return the sum of squared gaps (rematches far above)."""
    met = {frozenset(meeting) for meeting in history}
    points = [entrant.points for entrant in entrants]
    most = REMATCH * 2
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(entrants)))
    graph.add_edges_from(
        [
            (a, b, most - REMATCH * (frozenset((a, b)) in met) - (points[a] - points[b]) ** 2)
            for a, b in combinations(range(len(entrants)), 2)
        ]
    )
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(REMATCH * (frozenset((a, b)) in met) + (points[a] - points[b]) ** 2 for a, b in matching)


def timed(act: Callable[[], T], times: int) -> tuple[float, T]:
    """Return the best of several runs, in seconds, and what the act returned."""
    best = float("inf")
    for _ in range(times):
        begun = time.perf_counter()
        value = act()
        best = min(best, time.perf_counter() - begun)
    return best, value


def main() -> None:
    """Print the table."""
    print(f"Round {ROUNDS + 1} (for 8 players round 5); best of 3 runs, of 1 for 512 players and more.")
    print(
        f"{'players':>7}  {'ours':>9}  {'dense':>9}  {'ratio':>6}  {'gaps ours':>9}  {'optimum':>8}  {'standings':>9}"
    )
    for players in SIZES:
        entrants, history, results = played(players, 4 if players < 16 else ROUNDS)
        times = 3 if players < 512 else 1
        ours, pairing = timed(partial(pair, entrants, history, seed=1), times)
        peer, optimum = timed(partial(dense, entrants, history), times)
        table, _rows = timed(partial(standings, [], results), times)
        cost = pairing.cost
        gaps = cost.squared_gaps + REMATCH * cost.rematches
        print(
            f"{players:>7}  {ours * 1000:>6.1f} ms  {peer * 1000:>6.1f} ms  {ours / peer:>6.2f}"
            f"  {gaps:>9}  {optimum!s:>8}  {table * 1000:>6.1f} ms"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
