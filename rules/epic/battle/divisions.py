"""Every way to divide battle damage, one at a time: what cannot become legal any more is dropped early (4.4.11b, I-83).

Ways are in a fixed order: the first source's points change last, the first target's before the second's. Each is
written as an answer has it, and what sources and targets have in common is written once: there may be thousands.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb
from operator import sub
from typing import Final, TypeAlias

from rules.epic.battle.damage import Division

Source: TypeAlias = tuple[int, int, bool]
Way: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Pairs of source and target one after the other, sorted, and the points of each pair."""


FEW: Final = 2_000
"""As many ways to give points to some targets are written once, as they follow on each way of what comes before."""


def divisions(division: Division) -> Iterator[Way]:
    """Yield every way in which ``division`` may be made, and no other."""
    return _Divisions(division).of(0, ((), ()))


class _Divisions:
    """The ways of one source after the other.

    Attributes:
        sources: what deals, by number. most: what each of them may deal to the player at most.
        written: by source, points and how many targets are left the ways to give them to these, where they are few.
    """

    __slots__ = ("division", "most", "sources", "written")

    def __init__(self, division: Division) -> None:
        self.division = division
        self.sources = sorted(division.sources)
        self.most = [
            (division.excess if division.extra else offense) if pierces else 0 for _, offense, pierces in self.sources
        ]
        self.written: dict[tuple[int, int, int], list[Way]] = {}

    def of(self, at: int, before: Way) -> Iterator[Way]:
        """Return the ways that begin with ``before``, which those before source number ``at`` deal."""
        if not self.sources:
            return iter([before])
        return self._of_one(at, before) if at + 1 == len(self.sources) else self._of_several(at, before)

    def _of_several(self, at: int, before: Way) -> Iterator[Way]:
        for way in self._of_one(at, before):
            yield from self.of(at + 1, way)

    def _of_one(self, at: int, before: Way) -> Iterator[Way]:
        """Yield ``before`` with each way of source number ``at`` that those after it can still make legal."""
        division, (oid, offense, pierces) = self.division, self.sources[at]
        ways: Iterable[Way]
        pierces = pierces and division.excess > 0
        dealt = _points(before, division.player) if pierces else 0
        targets = sorted(division.targets) if pierces else division.targets
        for through in self._through(at, dealt) if pierces else (0,):
            # A player has a lower number than any champion.
            there = _share(oid, division.player, through)
            refs, amounts = before[0] + there[0], before[1] + there[1]
            points = offense if division.extra else offense - through
            needed = pierces and not division.forced and dealt + through > 0
            room = _Room(division, self.sources[at + 1 :], before, targets, needed=needed)
            if room.narrow:
                ways = room.ways(oid, points)
            elif pierces or targets == sorted(targets):
                ways = self._ways(oid, points, targets)
            else:
                ways = (_way(oid, targets, given) for given in compositions(points, len(targets)))
            if not refs:
                yield from ways
                continue
            for more, given in ways:
                yield refs + more, amounts + given

    def _through(self, at: int, dealt: int) -> range:
        """Return how many points source number ``at``, which has breakthrough, may deal to the player."""
        left = self.division.excess - dealt
        least = max(0, left - sum(self.most[at + 1 :])) if self.division.forced else 0
        return range(least, min(self.most[at], left) + 1)

    def _ways(self, oid: int, points: int, targets: Sequence[int]) -> Iterable[Way]:
        """Return the ways in which the champion ``oid`` may give so many points to ``targets``, which are sorted."""
        if not targets:
            return [] if points else [((), ())]  # nothing but nothing can be given to nobody
        key = (oid, points, len(targets))
        if key in self.written:
            return self.written[key]
        ways = self._in_turn(oid, points, targets)
        if comb(points + len(targets) - 1, points) > FEW:
            return ways
        self.written[key] = list(ways)
        return self.written[key]

    def _in_turn(self, oid: int, points: int, targets: Sequence[int]) -> Iterator[Way]:
        """Yield the same one by one."""
        first, others = targets[0], targets[1:]
        for amount in range(points + 1 if others else 0):
            refs, amounts = _share(oid, first, amount)
            for more, given in self._ways(oid, points - amount, others):
                yield refs + more, amounts + given
        if not others:
            yield _share(oid, first, points)


def _share(oid: int, target: int, amount: int) -> Way:
    """Return what gives one target its amount, which may be nothing."""
    return ((oid, target), (amount,)) if amount else ((), ())


def _points(way: Way, target: int) -> int:
    """Return how many points a way gives to ``target``."""
    refs, amounts = way
    return sum([amount for each, amount in zip(refs[1::2], amounts, strict=True) if each == target])


def _way(oid: int, targets: Sequence[int], amounts: tuple[int, ...]) -> Way:
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

    __slots__ = ("division", "enough", "got", "later", "narrow", "short", "spare", "targets")

    def __init__(
        self, division: Division, later: Sequence[Source], before: Way, targets: Sequence[int], *, needed: bool
    ) -> None:
        self.division, self.targets = division, targets
        self.got = self.enough = self.short = [0] * len(targets)
        self.spare = self.later = 0
        if needed or division.enough:
            self.spare = sum([offense for _, offense, pierces in later if pierces])
            self.later = sum([offense for _, offense, _ in later])
        if division.enough:
            self.got = [_points(before, target) for target in targets]
            self.enough = [division.enough.get(target, 0) for target in targets]
        if needed:
            self._ask_for_defense(before)
        self.narrow = any(self.short) or any(self.enough)

    def _ask_for_defense(self, before: Way) -> None:
        """Let each target get its defense of breakthrough, less what ``before`` gives."""
        piercing = {source for source, _, pierces in self.division.sources if pierces}
        needs = dict(self.division.needs)
        refs, amounts = before
        for source, target, amount in zip(refs[::2], refs[1::2], amounts, strict=True):
            if source in piercing and target in needs:
                needs[target] -= amount
        self.short = [max(0, needs[target]) for target in self.targets]

    def ways(self, oid: int, total: int) -> Iterator[Way]:
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
