"""Every way to divide battle damage, one at a time: what cannot become legal any more is dropped early (4.4.11b, I-83).

Ways are in a fixed order: the first source's points change last, the first target's before the second's. Each is
written as an answer has it, and what sources and targets have in common is written once: there may be thousands.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from operator import sub
from typing import Final, TypeAlias

from rules.epic.battle.damage import Division

Assignment: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Pairs of source and target one after the other, sorted, and the points of each pair."""
NO_ASSIGNMENT: Final[Assignment] = ((), ())
"""Nothing is given to anybody."""
CACHE_LIMIT: Final = 2_000
"""As many ways are written once, as they follow on each way of what comes before."""


def iter_divisions(division: Division) -> Iterator[Assignment]:
    """Return every way in which ``division`` may be made, and no other."""
    return _Divisions(division).of(0, NO_ASSIGNMENT)


class _Divisions:
    """The ways of one source after the other.

    Attributes:
        sources: what deals, by number. piercing: which of them have breakthrough.
        most: what each of them may deal to the player at most.
        later: what those after each of them deal, and how much of that is from breakthrough.
        free: from which source on it does not matter what the others deal: nothing narrows their ways down.
        written: by source, points and how many targets are left the ways to give them to these, where they are few.
        ends: by source the ways of it and those after it, where these are free and few.
    """

    __slots__ = ("division", "ends", "free", "later", "most", "piercing", "sources", "written")

    def __init__(self, division: Division) -> None:
        self.division = division
        self.sources = sorted(division.sources)
        self.piercing = {oid for oid, _, pierces in self.sources if pierces}
        self.most = [
            (division.excess if division.extra else offense) if pierces else 0 for _, offense, pierces in self.sources
        ]
        rests = [self.sources[at + 1 :] for at in range(len(self.sources))]
        self.later = [(sum(n for _, n, _ in rest), sum(n for _, n, pierces in rest if pierces)) for rest in rests]
        self.free = 0
        for number, (_, _, pierces) in enumerate(self.sources, 1):
            if division.enough or (pierces and division.excess):
                self.free = number
        self.written: dict[tuple[int, int, int], list[Assignment]] = {}
        self.ends: dict[int, list[Assignment]] = {}

    def of(self, at: int, before: Assignment) -> Iterator[Assignment]:
        """Return the ways that begin with ``before``, which those before source number ``at`` deal."""
        if at >= self.free:
            return _following(before, self._end(at))
        return self._of_one(at, before) if at + 1 == len(self.sources) else self._of_several(at, before)

    def _of_several(self, at: int, before: Assignment) -> Iterator[Assignment]:
        for way in self._of_one(at, before):
            yield from self.of(at + 1, way)

    def _of_one(self, at: int, before: Assignment) -> Iterator[Assignment]:
        """Yield ``before`` with each way of source number ``at`` that those after it can still make legal."""
        division, (oid, offense, pierces) = self.division, self.sources[at]
        pierces = pierces and division.excess > 0
        dealt = _points(before, division.player) if pierces else 0
        targets = sorted(division.targets) if pierces else division.targets
        for through in self._through(at, dealt) if pierces else (0,):
            # A player has a lower number than any champion.
            there = _share(oid, division.player, through)
            points = offense if division.extra else offense - through
            needed = pierces and not division.forced and dealt + through > 0
            room = _Room(self, at, before, targets, needed=needed) if needed or division.enough else None
            ways = room.ways(oid, points) if room and room.narrow else self._ways(oid, points, targets)
            yield from _following((before[0] + there[0], before[1] + there[1]), ways)

    def _through(self, at: int, dealt: int) -> range:
        """Return how many points source number ``at``, which has breakthrough, may deal to the player."""
        left = self.division.excess - dealt
        least = max(0, left - sum(self.most[at + 1 :])) if self.division.forced else 0
        return range(least, min(self.most[at], left) + 1)

    def _end(self, at: int) -> Iterable[Assignment]:
        """Return the ways of source number ``at`` and those after it, which are free."""
        if at in self.ends:
            return self.ends[at]
        if at == len(self.sources):
            return [NO_ASSIGNMENT]
        oid, offense, _ = self.sources[at]
        ways = self._ways(oid, offense, self.division.targets)
        if at + 1 == len(self.sources):
            return ways
        after = self._end(at + 1)
        if not isinstance(ways, list) or not isinstance(after, list) or len(ways) * len(after) > CACHE_LIMIT:
            return (whole for way in ways for whole in _following(way, self._end(at + 1)))
        self.ends[at] = [(refs + more, amounts + given) for refs, amounts in ways for more, given in after]
        return self.ends[at]

    def _ways(self, oid: int, points: int, targets: list[int]) -> Iterable[Assignment]:
        """Return the ways in which the champion ``oid`` may give so many points to ``targets``: a list where few."""
        key = (oid, points, len(targets))
        if key in self.written:
            return self.written[key]
        if targets != sorted(targets):
            return (_way(oid, targets, given) for given in compositions(points, len(targets)))
        if targets and comb(points + len(targets) - 1, points) > CACHE_LIMIT:
            return self._in_turn(oid, points, targets)
        sets, ways = _falls(points, len(targets))
        refs = [tuple([ref for place in places for ref in (oid, targets[place])]) for places in sets]
        self.written[key] = [(refs[number], amounts) for number, amounts in ways]
        return self.written[key]

    def _in_turn(self, oid: int, points: int, targets: list[int]) -> Iterator[Assignment]:
        """Yield the same one by one."""
        first, others = targets[0], targets[1:]
        for amount in range(points + 1 if others else 0):
            yield from _following(_share(oid, first, amount), self._ways(oid, points - amount, others))
        if not others:
            yield _share(oid, first, points)


def _following(before: Assignment, ways: Iterable[Assignment]) -> Iterator[Assignment]:
    """Return each of ``ways`` with ``before`` in front of it."""
    refs, amounts = before
    return ((refs + more, amounts + given) for more, given in ways) if refs else iter(ways)


@lru_cache(maxsize=64)
def _falls(points: int, parts: int) -> tuple[list[tuple[int, ...]], list[tuple[int, tuple[int, ...]]]]:
    """Return how so many points may fall on so many targets, whoever these are: battles differ little in it.

    First the sets of targets that get any, by their places; then of each way the number of its set, and their points.
    """
    sets: dict[tuple[int, ...], int] = {}
    ways: list[tuple[int, tuple[int, ...]]] = []
    for amounts in compositions(points, parts):
        places = tuple([place for place, amount in enumerate(amounts) if amount])
        ways.append((sets.setdefault(places, len(sets)), tuple([amount for amount in amounts if amount])))
    return list(sets), ways


def _share(oid: int, target: int, amount: int) -> Assignment:
    """Return what gives one target its amount, which may be nothing."""
    return ((oid, target), (amount,)) if amount else NO_ASSIGNMENT


def _points(way: Assignment, target: int) -> int:
    """Return how many points a way gives to ``target``."""
    refs, amounts = way
    return sum([amount for each, amount in zip(refs[1::2], amounts, strict=True) if each == target])


def _way(oid: int, targets: Sequence[int], amounts: tuple[int, ...]) -> Assignment:
    """Return what gives each of ``targets`` its amount."""
    shares = sorted([share for share in zip(targets, amounts, strict=True) if share[1]])
    refs: list[int] = []
    for target, _ in shares:
        refs += (oid, target)
    return tuple(refs), tuple([amount for _, amount in shares])


class _Room:
    """What one source may give to each target, with what the sources after it could still make good.

    Attributes:
        short: what each target needs of breakthrough before the player is dealt any (I-80). spare: how much of that the
            later sources can give.
        got, enough: what each target has been given, and what is enough where one gets that before the next (I-83).
        later: all that the later sources deal. narrow: not every way will do.
    """

    __slots__ = ("enough", "got", "later", "narrow", "short", "spare", "targets")

    def __init__(
        self, enumeration: _Divisions, at: int, before: Assignment, targets: list[int], *, needed: bool
    ) -> None:
        division, self.targets = enumeration.division, targets
        self.got = self.enough = self.short = [0] * len(targets)
        self.later, self.spare = enumeration.later[at]
        if division.enough:
            self.got = [_points(before, target) for target in targets]
            self.enough = [division.enough.get(target, 0) for target in targets]
        if needed:
            self._ask_for_defense(enumeration, before)
        self.narrow = any(self.short) or any(self.enough)

    def _ask_for_defense(self, enumeration: _Divisions, before: Assignment) -> None:
        """Let each target get its defense of breakthrough, less what ``before`` gives."""
        needs, piercing = dict(enumeration.division.needs), enumeration.piercing
        refs, amounts = before
        for source, target, amount in zip(refs[::2], refs[1::2], amounts, strict=True):
            if source in piercing and target in needs:
                needs[target] -= amount
        self.short = [max(0, needs[target]) for target in self.targets]

    def ways(self, oid: int, total: int) -> Iterator[Assignment]:
        """Yield the ways in which the champion ``oid`` may give ``total`` to all targets."""
        return (_way(oid, self.targets, amounts) for amounts in self._amounts(total, 0, self.spare, ()))

    def _amounts(self, total: int, at: int, spare: int, lacking: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the ways to give ``total`` to the targets from number ``at`` on.

        ``spare`` is what may still be left short, ``lacking`` what is missing of those given something and too little.
        """
        if at == len(self.targets):
            if not total:
                yield ()
            return
        rest = sum(self.short[at + 1 :])
        last = at + 1 == len(self.targets)
        for amount in range(total if last else 0, total + 1):
            unmet = max(0, self.short[at] - amount)
            if unmet + max(0, rest - (total - amount)) > spare:
                continue
            missing = self._missing(at, amount)
            lack = (*lacking, missing) if missing else lacking
            if lack and sum(lack) - max(lack) > self.later:
                continue
            for others in self._amounts(total - amount, at + 1, spare - unmet, lack):
                yield (amount, *others)

    def _missing(self, at: int, amount: int) -> int:
        """Return what target number ``at`` then lacks to have enough, 0 where it has been given nothing."""
        got = self.got[at] + amount
        return self.enough[at] - got if 0 < got < self.enough[at] else 0


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to write ``total`` as a sum of ``parts`` numbers of at least 0.

    >>> list(compositions(1, 2))
    [(0, 1), (1, 0)]
    """
    if not parts:
        # Nothing but nothing can be given to nobody.
        yield from [()] * (total == 0)
        return
    # Each way is a row of points that is cut into the parts.
    for cuts in combinations_with_replacement(range(total + 1), parts - 1):
        yield tuple(map(sub, (*cuts, total), (0, *cuts)))
