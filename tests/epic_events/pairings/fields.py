"""Fields for pairing tests, drawn by Hypothesis or by seed, and costs of pairings."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import strategies as st

from epic_events.pairings.methods.swiss import Entrant, Float, Pairing, PlayerPair, pair
from epic_events.pairings.methods.swiss.field import Field, PairingHistory

BYE = None


@dataclass(frozen=True)
class Given:
    """Input of a pairing."""

    points: dict[int, int]
    history: list[PlayerPair] = field(default_factory=list)
    forbidden: list[PlayerPair] = field(default_factory=list)
    avoided: list[PlayerPair] = field(default_factory=list)
    floats: list[tuple[int, Float]] = field(default_factory=list)

    @property
    def entrants(self) -> list[Entrant]:
        return [Entrant(i, p) for i, p in self.points.items()]

    @property
    def players(self) -> list[int | None]:
        return [*self.points, *([BYE] if len(self.points) % 2 else [])]

    def paired(self, seed: int, **how: Any) -> Pairing:
        past: dict[str, Any] = {"forbidden": self.forbidden, "avoided": self.avoided, "floats": self.floats}
        return pair(self.entrants, self.history, seed=seed, **past, **how)

    def indexed(self, seed: int, win: int = 3) -> Field:
        past = PairingHistory(self.history, self.floats, self.forbidden, self.avoided)
        return Field.read(self.entrants, past, seed=seed, win_points=win)

    def shuffled(self, chance: random.Random) -> "Given":
        """Return the same input in another order."""

        def turned(player_pairs: Sequence[PlayerPair]) -> list[PlayerPair]:
            rows = [(b, a) if b is not None and chance.random() < 0.5 else (a, b) for a, b in player_pairs]
            chance.shuffle(rows)
            return rows

        points = list(self.points.items())
        chance.shuffle(points)
        return replace(
            self,
            points=dict(points),
            history=turned(self.history),
            forbidden=turned(self.forbidden),
            avoided=turned(self.avoided),
            floats=self.floats[::-1],
        )


def pairs_of(pairing: Pairing) -> list[PlayerPair]:
    """Return the pairs in order of tables, the bye last."""
    rows: list[PlayerPair] = [(p.first, p.second) for p in pairing.pairs]
    return [*rows, (pairing.bye.player, None)] if pairing.bye else rows


def every_pairing(players: list[int | None]) -> Iterator[list[PlayerPair]]:
    """Yield every way to pair the players (None: the bye)."""
    if not players:
        yield []
        return
    first, *rest = players
    for partner in rest:
        others = [p for p in rest if p != partner]
        for tail in every_pairing(others):
            yield [(first, partner), *tail] if first is not None else [(partner, None), *tail]  # type: ignore[list-item]


def cost_of(pairs: list[PlayerPair], given: Given, win: int = 3) -> tuple[int, ...]:
    """Return the cost by level, computed by definition."""
    met = [frozenset(meeting) for meeting in given.history if meeting[1] is not None]
    never = {frozenset(player_pair) for player_pair in given.forbidden}
    rather_not = {frozenset(player_pair) for player_pair in given.avoided}
    points = given.points
    lowest = min(points.values())
    hard = second = meetings = gaps = downs = ups = soft = 0
    for a, b in pairs:
        hard += frozenset((a, b)) in never
        soft += frozenset((a, b)) in rather_not
        if b is None:
            second += sum(meeting == (a, None) for meeting in given.history)
            gaps += (points[a] - (lowest - win)) ** 2
            continue
        meetings += met.count(frozenset((a, b))) ** 2
        gaps += (points[a] - points[b]) ** 2
        if points[a] != points[b]:
            upper, lower = (a, b) if points[a] > points[b] else (b, a)
            downs += given.floats.count((upper, Float.DOWN))
            ups += given.floats.count((lower, Float.UP))
    return hard, second, meetings, gaps, downs, ups, soft


@st.composite
def fields(draw: st.DrawFn, most: int = 9) -> Given:
    """Draw any field; scores, meetings and avoidances need not be consistent."""
    ids = draw(st.lists(st.integers(1, 10_000), min_size=2, max_size=most, unique=True))
    points = {i: draw(st.integers(0, 12)) for i in ids}
    player_pairs = st.lists(
        st.tuples(st.sampled_from(ids), st.sampled_from([*ids, BYE])).filter(lambda c: c[0] != c[1]),
        max_size=3 * len(ids),
    )
    few: st.SearchStrategy[list[PlayerPair]] = st.one_of(st.just([]), player_pairs.map(lambda rows: rows[:4]))
    floats = st.lists(st.tuples(st.sampled_from(ids), st.sampled_from(Float)), max_size=len(ids))
    return Given(points, draw(player_pairs), draw(few), draw(few), draw(st.one_of(st.just([]), floats)))


def drawn_field(seed: int, most: int) -> Given:
    """Return a field with few scores, many meetings and some avoidances."""
    chance = random.Random(seed)
    players, scores, step = chance.randint(2, most), chance.randint(1, 8), chance.choice([1, 3])
    weights = [chance.random() ** 2 + 0.02 for _ in range(scores)]
    ids = chance.sample(range(10 * most), players)
    points = {i: step * chance.choices(range(scores), weights)[0] for i in ids}

    def player_pairs(count: int) -> list[PlayerPair]:
        rows: list[PlayerPair] = [(chance.choice(ids), chance.choice([*ids, BYE])) for _ in range(count)]
        return [row for row in rows if row[0] != row[1]]

    near = chance.random() < 0.7
    history = [
        (a, b)
        for a, b in player_pairs(int(players * chance.choice([0, 2, 6, 12]) * chance.random()))
        if b is None or not near or abs(points[a] - points[b]) <= step
    ]
    forbidden = player_pairs(chance.choice([0, 0, 3, players]))
    if chance.random() < 0.15:
        lonely = chance.choice(ids)
        forbidden += [(lonely, other) for other in ids if other != lonely and chance.random() < 0.97]
    floats = [(chance.choice(ids), chance.choice(list(Float))) for _ in range(chance.choice([0, players // 2]))]
    return Given(points, history, forbidden, player_pairs(chance.choice([0, players])), floats)
