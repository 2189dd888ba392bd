"""Every way to divide battle damage, one at a time: what cannot become legal any more is dropped early (4.4.11b, I-83).

Ways are in a fixed order: the first source's points change last, the first target's before the second's.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from operator import sub

from rules.epic.battle.damage import Division
from rules.epic.board.damage import Packet

Source = tuple[int, int, bool]


def divisions(division: Division) -> Iterator[list[Packet]]:
    """Yield the shares of every way in which ``division`` may be made, and few that may not."""
    return _of(division, sorted(division.sources), [])


def _of(division: Division, sources: Sequence[Source], shares: list[Packet]) -> Iterator[list[Packet]]:
    if not sources:
        yield shares
        return
    (oid, offense, pierces), later = sources[0], sources[1:]
    before = sum(amount for _, target, amount in shares if target == division.player)
    for through in _through(division, sources, before) if pierces and division.excess else (0,):
        targets = sorted(division.targets) if pierces and division.excess else division.targets
        room = _Room(division, later, shares, targets)
        if pierces and not division.forced and before + through:
            room.ask_for_defense(shares)
        for amounts in room.divided(offense if division.extra else offense - through):
            there = [(oid, target, amount) for target, amount in zip(targets, amounts, strict=True) if amount]
            if through:
                there.append((oid, division.player, through))
            if later:
                yield from _of(division, later, [*shares, *there])
            else:
                yield [*shares, *there]


def _through(division: Division, sources: Sequence[Source], before: int) -> range:
    """Return how many points the first of ``sources``, which has breakthrough, may deal to the player."""
    mine, *others = (division.excess if division.extra else offense for _, offense, pierces in sources if pierces)
    left = division.excess - before
    if division.forced:
        return range(max(0, left - sum(others)), min(mine, left) + 1)
    return range(min(mine, left) + 1)


class _Room:
    """What one source may give to each target, with what the sources after it could still make good.

    Attributes:
        short: what each target needs of breakthrough before the player is dealt any (I-80). spare: how much of that the
            later sources can give.
        got, enough: what each target has been given, and what is enough where one gets that before the next (I-83).
        later: all that the later sources deal.
    """

    __slots__ = ("division", "enough", "got", "later", "short", "spare", "targets")

    def __init__(
        self, division: Division, later: Sequence[Source], shares: list[Packet], targets: Sequence[int]
    ) -> None:
        self.division, self.targets = division, targets
        self.short = [0] * len(targets)
        self.spare = sum(offense for _, offense, pierces in later if pierces)
        self.later = sum(offense for _, offense, _ in later)
        given = dict.fromkeys(targets, 0)
        for _, target, amount in shares if division.enough else ():
            given[target] = given.get(target, 0) + amount
        self.got = [given[target] for target in targets]
        self.enough = [division.enough.get(target, 0) for target in targets]

    def ask_for_defense(self, shares: list[Packet]) -> None:
        """Let each target get its defense of breakthrough, less what ``shares`` give."""
        piercing = {source for source, _, pierces in self.division.sources if pierces}
        needs = dict(self.division.needs)
        for source, target, amount in shares:
            if source in piercing and target in needs:
                needs[target] -= amount
        self.short = [max(0, needs[target]) for target in self.targets]

    def divided(self, total: int) -> Iterator[tuple[int, ...]]:
        """Yield the ways to give ``total`` to all targets."""
        if not (any(self.short) or any(self.enough)):
            return compositions(total, len(self.targets))
        return self._amounts(total, 0, self.spare, ())

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
