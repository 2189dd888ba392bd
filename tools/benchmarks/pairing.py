"""Measure how long pairing a round takes, compared with plain matchings.

Run with ``python -m tools.benchmarks.pairing [players ...]``.

The peers, rustworkx and networkx, get every possible pair of the same field with one weight (rematches far above
squared gaps). They have no exact score groups, no random choice and no explanations. The time includes building the
graph. Each peer runs in its own process and is stopped after a minute. The last columns compare the sums of squared
gaps: ours, the proven lower bound, and that of the peers.

Each field is paired three times: by score, by standings ("power", gaps are differences in rank), and by standings after
all players within ten ranks of each other have met and the last seven had byes.
"""

import multiprocessing
import queue
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any, TypeVar

from epic_events.pairings.methods.power_pairing import power_pair
from epic_events.pairings.methods.swiss import Entrant, Pairing, PlayerPair, pair

SIZES = (64, 256, 1024, 4096, 10_000, 10_001)
AIMS = {1024: 0.1, 10_000: 2.0, 10_001: 2.0}
ROUNDS = 9
REMATCH = 10_000_000
MINUTE = 60.0
TOO_MANY = 10_000_000  # pairs: their graph alone fills the memory of a small machine

T = TypeVar("T")
History = list[PlayerPair]


def random_field(players: int, rounds: int) -> tuple[list[Entrant], History]:
    """Return a field after some rounds with random results, one match in ten drawn."""
    chance = random.Random(players)
    points = dict.fromkeys(range(players), 0)
    history: History = []
    for number in range(1, rounds + 1):
        pairing = pair([Entrant(i, p) for i, p in points.items()], history, seed=number)
        for player_pair in pairing.pairs:
            first, second = chance.choice([(3, 0)] * 5 + [(0, 3)] * 4 + [(1, 1)])
            points[player_pair.first] += first
            points[player_pair.second] += second
            history.append((player_pair.first, player_pair.second))
        if pairing.bye is not None:
            points[pairing.bye.player] += 3
            history.append((pairing.bye.player, None))
    return [Entrant(i, p) for i, p in points.items()], history


def weights(entrants: list[Entrant], history: History) -> list[tuple[int, int, int]]:
    """Return every pair of the field with its weight."""
    met = {frozenset(meeting) for meeting in history}
    points = [entrant.points for entrant in entrants]
    return [
        (
            a,
            b,
            2 * REMATCH - REMATCH * (frozenset((entrants[a].id, entrants[b].id)) in met) - (points[a] - points[b]) ** 2,
        )
        for a, b in combinations(range(len(entrants)), 2)
    ]


def matching_cost(entrants: list[Entrant], history: History, matched: Any) -> int:
    """Return the squared gaps of a matching plus a large penalty for each rematch."""
    met = {frozenset(meeting) for meeting in history}
    return sum(
        REMATCH * (frozenset((entrants[a].id, entrants[b].id)) in met) + (entrants[a].points - entrants[b].points) ** 2
        for a, b in matched
    )


def by_rustworkx(entrants: list[Entrant], history: History) -> int:
    import rustworkx

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(entrants)))
    graph.add_edges_from(weights(entrants, history))
    return matching_cost(entrants, history, rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))


def by_networkx(entrants: list[Entrant], history: History) -> int:
    import networkx as nx

    graph = nx.Graph()
    graph.add_weighted_edges_from(weights(entrants, history))
    return matching_cost(entrants, history, nx.max_weight_matching(graph, maxcardinality=True))


def timed(act: Callable[[], T], times: int) -> tuple[float, T]:
    """Return the seconds of the fastest of several runs, and the result."""
    best = float("inf")
    for _ in range(times):
        begun = time.perf_counter()
        value = act()
        best = min(best, time.perf_counter() - begun)
    return best, value


def _put_result(answers: Any, act: Callable[[], int]) -> None:
    answers.put(timed(act, 1))


def run_with_timeout(act: Callable[[], int]) -> tuple[float, int] | None:
    """Return the seconds and the result of a call, or None if it exceeds a minute."""
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    process = context.Process(target=_put_result, args=(answers, act))
    process.start()
    try:
        found: tuple[float, int] = answers.get(timeout=MINUTE)
    except queue.Empty:
        return None
    else:
        return found
    finally:
        process.terminate()
        process.join()


def format_time(peer: tuple[float, int] | None, ours: float) -> str:
    """Return a peer's time and its ratio to ours."""
    return f"{peer[0]:>8.3f} s {peer[0] / ours:>8.1f} x" if peer else f"{'over a minute':>21}"


def by_standing(entrants: list[Entrant]) -> list[Entrant]:
    """Return the players in order of rank, with negative ranks as points."""
    line = sorted(entrants, key=lambda entrant: (-entrant.points, entrant.id))
    return [Entrant(entrant.id, -place) for place, entrant in enumerate(line)]


def all_have_met(entrants: list[Entrant], history: History) -> History:
    """Return the history plus meetings within ten ranks and byes of the last seven."""
    ids = [entrant.id for entrant in entrants]
    near = [(a, b) for at, a in enumerate(ids) for b in ids[at + 1 : at + 11]]
    return [*history, *near, *[(player, None) for player in ids[-7:]]]


def pair_by_standing(entrants: list[Entrant], history: History) -> Pairing:
    return power_pair([entrant.id for entrant in entrants], history).found


def swiss(entrants: list[Entrant], history: History) -> Pairing:
    return pair(entrants, history, seed=1)


Way = Callable[[list[Entrant], History], Pairing]


class Table:
    """The printed table; a peer that timed out is not run for larger fields."""

    def __init__(self) -> None:
        self.slow: dict[str, int] = {}
        heads = ("players", "paired", "ours", "rustworkx", "networkx", "method", "gaps", "bound", "peers")
        print("{:>7}  {:>9}  {:>9}  {:>21}  {:>21}  {:>12}  {:>8}  {:>8}  {:>8}".format(*heads))

    def row(self, name: str, way: Way, entrants: list[Entrant], history: History) -> float:
        """Print a row and return our time."""
        players = len(entrants)
        ours, pairing = timed(partial(way, entrants, history), 3)
        peers = [self._peer(peer, act, entrants, history) for peer, act in PEERS.items()]
        optimum = next((str(peer[1]) for peer in peers if peer), "-")
        gaps = pairing.cost.squared_gaps + REMATCH * pairing.rematches
        print(
            f"{players:>7}  {name:>9}  {ours:>7.3f} s  {format_time(peers[0], ours)}  {format_time(peers[1], ours)}"
            f"  {pairing.method:>12}  {gaps:>8}  {pairing.bound.squared_gaps:>8}  {optimum:>8}",
            flush=True,
        )
        return ours

    def _peer(
        self, name: str, act: Callable[[list[Entrant], History], int], entrants: list[Entrant], history: History
    ) -> tuple[float, int] | None:
        players = len(entrants)
        possible = players < self.slow.get(name, sys.maxsize) and players * (players - 1) // 2 <= TOO_MANY
        peer = run_with_timeout(partial(act, entrants, history)) if possible else None
        if peer is None:
            self.slow[name] = min(players, self.slow.get(name, players))
        return peer


PEERS: dict[str, Callable[[list[Entrant], History], int]] = {"rustworkx": by_rustworkx, "networkx": by_networkx}


def main() -> None:
    """Print the table."""
    sizes = [int(size) for size in sys.argv[1:]] or SIZES
    print(f"Round {ROUNDS + 1}; ours the best of 3 runs, the peers once. Aims: {AIMS} seconds.")
    table = Table()
    for players in sizes:
        entrants, history = random_field(players, ROUNDS)
        standing = by_standing(entrants)
        rows: tuple[tuple[str, Way, list[Entrant], History], ...] = (
            ("Swiss", swiss, entrants, history),
            ("power", pair_by_standing, standing, history),
            ("all met", pair_by_standing, standing, all_have_met(standing, history)),
        )
        for name, way, field, past in rows:
            ours = table.row(name, way, field, past)
            if players in AIMS and name != "all met":
                print(f"{'':>7}  {'within' if ours <= AIMS[players] else 'MISSES'} the aim of {AIMS[players]} s")


if __name__ == "__main__":
    main()
