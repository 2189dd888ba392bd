"""Lazy enumeration of all legal divisions of battle damage (4.4.11b, I-83).

Partial assignments that cannot become legal are pruned. The order is fixed: the points of the first source change
last, and within a source those of its first target. There may be thousands of divisions, so results share parts.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from operator import sub
from typing import Final, TypeAlias

from rules.epic.battle.damage import Division

Assignment: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Sorted alternating sources and targets, and the points of each pair."""
NO_ASSIGNMENT: Final[Assignment] = ((), ())
"""The empty assignment."""
CACHE_LIMIT: Final = 2_000
"""Maximum number of assignments in a cached list."""


def iter_divisions(division: Division) -> Iterator[Assignment]:
    """Return an iterator over all legal assignments of ``division``."""
    return _DivisionEnumerator(division).assignments_after(0, NO_ASSIGNMENT)


class _DivisionEnumerator:
    """Enumerates the assignments of a division, source by source.

    Attributes:
        sources: sorted ``(oid, offense, has breakthrough)``.
        piercing: ids of the sources with breakthrough.
        player_maximums: maximum points that each source may deal to the player.
        later: by source, the total and the breakthrough points of the sources after it.
        first_unconstrained: index of the first source from which no constraint applies any more.
        cached_assignments: cached assignments by source, points and number of remaining targets.
        cached_rests: cached assignments of a source and all sources after it.
    """

    __slots__ = (
        "cached_assignments",
        "cached_rests",
        "division",
        "first_unconstrained",
        "later",
        "piercing",
        "player_maximums",
        "sources",
    )

    def __init__(self, division: Division) -> None:
        self.division = division
        self.sources = sorted(division.sources)
        self.piercing = {oid for oid, _, pierces in self.sources if pierces}
        self.player_maximums = [
            (division.excess if division.extra else offense) if pierces else 0 for _, offense, pierces in self.sources
        ]
        rests = [self.sources[index + 1 :] for index in range(len(self.sources))]
        self.later = [(sum(n for _, n, _ in rest), sum(n for _, n, pierces in rest if pierces)) for rest in rests]
        self.first_unconstrained = 0
        for number, (_, _, pierces) in enumerate(self.sources, 1):
            if division.enough or (pierces and division.excess):
                self.first_unconstrained = number
        self.cached_assignments: dict[tuple[int, int, int], list[Assignment]] = {}
        self.cached_rests: dict[int, list[Assignment]] = {}

    def assignments_after(self, index: int, prefix: Assignment) -> Iterator[Assignment]:
        """Return all assignments that extend ``prefix`` from source index ``index`` on."""
        if index >= self.first_unconstrained:
            return _prefix_assignments(prefix, self._unconstrained_rest(index))
        return (
            self._extend_by_source(index, prefix)
            if index + 1 == len(self.sources)
            else self._extend_by_sources(index, prefix)
        )

    def _extend_by_sources(self, index: int, prefix: Assignment) -> Iterator[Assignment]:
        for way in self._extend_by_source(index, prefix):
            yield from self.assignments_after(index + 1, way)

    def _extend_by_source(self, index: int, prefix: Assignment) -> Iterator[Assignment]:
        """Yield ``prefix`` extended by source ``index``, without dead ends."""
        division, (oid, offense, pierces) = self.division, self.sources[index]
        pierces = pierces and division.excess > 0
        dealt = _points_assigned(prefix, division.player) if pierces else 0
        targets = sorted(division.targets) if pierces else division.targets
        for through in self._breakthrough_range(index, dealt) if pierces else (0,):
            # A player has a lower number than any champion.
            share = _make_share(oid, division.player, through)
            points = offense if division.extra else offense - through
            needed = pierces and not division.forced and dealt + through > 0
            room = (
                _SourceConstraints(self, index, prefix, targets, needed=needed) if needed or division.enough else None
            )
            ways = (
                room.legal_assignments(oid, points)
                if room and room.is_constrained
                else self._assignments(oid, points, targets)
            )
            yield from _prefix_assignments((prefix[0] + share[0], prefix[1] + share[1]), ways)

    def _breakthrough_range(self, index: int, dealt: int) -> range:
        """Return how many points source ``index`` may deal to the player, as a range."""
        remaining = self.division.excess - dealt
        least = max(0, remaining - sum(self.player_maximums[index + 1 :])) if self.division.forced else 0
        return range(least, min(self.player_maximums[index], remaining) + 1)

    def _unconstrained_rest(self, index: int) -> Iterable[Assignment]:
        """Return all assignments of the unconstrained sources from ``index`` on."""
        if index in self.cached_rests:
            return self.cached_rests[index]
        if index == len(self.sources):
            return [NO_ASSIGNMENT]
        oid, offense, _ = self.sources[index]
        ways = self._assignments(oid, offense, self.division.targets)
        if index + 1 == len(self.sources):
            return ways
        after = self._unconstrained_rest(index + 1)
        if not isinstance(ways, list) or not isinstance(after, list) or len(ways) * len(after) > CACHE_LIMIT:
            return (
                assignment
                for way in ways
                for assignment in _prefix_assignments(way, self._unconstrained_rest(index + 1))
            )
        self.cached_rests[index] = [
            (refs + extra_refs, amounts + extra_amounts)
            for refs, amounts in ways
            for extra_refs, extra_amounts in after
        ]
        return self.cached_rests[index]

    def _assignments(self, oid: int, points: int, targets: list[int]) -> Iterable[Assignment]:
        """Return the assignments of one source's points to ``targets``, cached if few."""
        key = (oid, points, len(targets))
        if key in self.cached_assignments:
            return self.cached_assignments[key]
        if targets != sorted(targets):
            return (_make_assignment(oid, targets, composition) for composition in compositions(points, len(targets)))
        if targets and comb(points + len(targets) - 1, points) > CACHE_LIMIT:
            return self._iter_assignments(oid, points, targets)
        sets, ways = _compositions_by_places(points, len(targets))
        refs = [tuple([ref for place in places for ref in (oid, targets[place])]) for places in sets]
        self.cached_assignments[key] = [(refs[number], amounts) for number, amounts in ways]
        return self.cached_assignments[key]

    def _iter_assignments(self, oid: int, points: int, targets: list[int]) -> Iterator[Assignment]:
        first, others = targets[0], targets[1:]
        for amount in range(points + 1 if others else 0):
            yield from _prefix_assignments(
                _make_share(oid, first, amount), self._assignments(oid, points - amount, others)
            )
        if not others:
            yield _make_share(oid, first, points)


def _prefix_assignments(prefix: Assignment, ways: Iterable[Assignment]) -> Iterator[Assignment]:
    """Yield each of ``ways`` with ``prefix`` in front of it."""
    refs, amounts = prefix
    return ((refs + extra_refs, amounts + extra_amounts) for extra_refs, extra_amounts in ways) if refs else iter(ways)


@lru_cache(maxsize=64)
def _compositions_by_places(points: int, parts: int) -> tuple[list[tuple[int, ...]], list[tuple[int, tuple[int, ...]]]]:
    """Return the ways to split ``points`` into ``parts``, by which parts are nonzero.

    Returns:
        The distinct sets of indexes that get points; for each way, the position of its set in them, and its nonzero
        points.
    """
    sets: dict[tuple[int, ...], int] = {}
    ways: list[tuple[int, tuple[int, ...]]] = []
    for amounts in compositions(points, parts):
        places = tuple([place for place, amount in enumerate(amounts) if amount])
        ways.append((sets.setdefault(places, len(sets)), tuple([amount for amount in amounts if amount])))
    return list(sets), ways


def _make_share(oid: int, target: int, amount: int) -> Assignment:
    return ((oid, target), (amount,)) if amount else NO_ASSIGNMENT


def _points_assigned(way: Assignment, target: int) -> int:
    """Return the points that the assignment ``way`` gives to ``target``."""
    refs, amounts = way
    return sum([amount for each, amount in zip(refs[1::2], amounts, strict=True) if each == target])


def _make_assignment(oid: int, targets: Sequence[int], amounts: tuple[int, ...]) -> Assignment:
    shares = sorted([share for share in zip(targets, amounts, strict=True) if share[1]])
    refs: list[int] = []
    for target, _ in shares:
        refs += (oid, target)
    return tuple(refs), tuple([amount for _, amount in shares])


class _SourceConstraints:
    """Constraints on the assignment of one source.

    Attributes:
        missing_defense: by target, breakthrough points missing before the player may be dealt damage (I-80).
        spare: breakthrough points that later sources can still deal.
        assigned: by target, points assigned so far.
        enough: by target, points needed before the next target may get any (I-83).
        later: total points of the later sources.
        is_constrained: whether any constraint applies.
    """

    __slots__ = ("assigned", "enough", "is_constrained", "later", "missing_defense", "spare", "targets")

    def __init__(
        self, enumeration: _DivisionEnumerator, index: int, prefix: Assignment, targets: list[int], *, needed: bool
    ) -> None:
        division, self.targets = enumeration.division, targets
        self.assigned = self.enough = self.missing_defense = [0] * len(targets)
        self.later, self.spare = enumeration.later[index]
        if division.enough:
            self.assigned = [_points_assigned(prefix, target) for target in targets]
            self.enough = [division.enough.get(target, 0) for target in targets]
        if needed:
            self._set_missing_defense(enumeration, prefix)
        self.is_constrained = any(self.missing_defense) or any(self.enough)

    def _set_missing_defense(self, enumeration: _DivisionEnumerator, prefix: Assignment) -> None:
        """Set ``missing_defense`` to each target's remaining defense.

        Assigned breakthrough points are subtracted.
        """
        needs, piercing = dict(enumeration.division.needs), enumeration.piercing
        refs, amounts = prefix
        for source, target, amount in zip(refs[::2], refs[1::2], amounts, strict=True):
            if source in piercing and target in needs:
                needs[target] -= amount
        self.missing_defense = [max(0, needs[target]) for target in self.targets]

    def legal_assignments(self, oid: int, total: int) -> Iterator[Assignment]:
        """Yield the legal assignments of ``total`` points of champion ``oid``."""
        return (_make_assignment(oid, self.targets, amounts) for amounts in self._amounts(total, 0, self.spare, ()))

    def _amounts(self, total: int, index: int, spare: int, lacking: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the ways to split ``total`` among the targets from index ``index`` on.

        Args:
            total: points left to assign.
            index: index of the next target.
            spare: breakthrough points that may still be left to later sources.
            lacking: points missing to ``enough`` for each target that got some, but too few.
        """
        if index == len(self.targets):
            if not total:
                yield ()
            return
        rest = sum(self.missing_defense[index + 1 :])
        last = index + 1 == len(self.targets)
        for amount in range(total if last else 0, total + 1):
            unmet = max(0, self.missing_defense[index] - amount)
            if unmet + max(0, rest - (total - amount)) > spare:
                continue
            missing = self._points_missing(index, amount)
            lack = (*lacking, missing) if missing else lacking
            if lack and sum(lack) - max(lack) > self.later:
                continue
            for others in self._amounts(total - amount, index + 1, spare - unmet, lack):
                yield (amount, *others)

    def _points_missing(self, index: int, amount: int) -> int:
        """Return the points that a target still needs if it gets ``amount`` (I-83).

        ``index`` is the target's index. 0 if it has got no points at all.
        """
        got = self.assigned[index] + amount
        return self.enough[index] - got if 0 < got < self.enough[index] else 0


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to write ``total`` as a sum of ``parts`` nonnegative integers.

    >>> list(compositions(1, 2))
    [(0, 1), (1, 0)]
    """
    if not parts:
        # Without parts only 0 can be split.
        yield from [()] * (total == 0)
        return
    # Each composition cuts a row of points into parts.
    for cuts in combinations_with_replacement(range(total + 1), parts - 1):
        yield tuple(map(sub, (*cuts, total), (0, *cuts)))
