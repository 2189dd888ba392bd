"""What a judge is told beside a verdict: what it rests on, what other rules say, the claimed against the ruled play."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.judge.board import JUDGE, Viewer
from rules.judge.deviation import Deviation, deviation
from rules.judge.replayed import Replay
from rules.judge.resting import OtherVersion, Rest, rests_on, under_other_versions
from rules.judge.reworded import Taken, printings_taken


@dataclass(frozen=True)
class Opinion:
    """What is told beside a verdict.

    Attributes:
        rests: the interpretations it rests on. others: what other versions of the rules say.
        printings: the cards of which there are several wordings, with the one taken and what the others say.
        deviation: the claimed play against the ruled one.
    """

    rests: tuple[Rest, ...]
    others: tuple[OtherVersion, ...]
    printings: tuple[Taken, ...]
    deviation: Deviation | None

    @classmethod
    def of(cls, replayed: Replay, ruled: str = "", viewer: Viewer = JUDGE) -> "Opinion":
        """Return the opinion on a replay.

        Raises:
            RulingError: ``ruled`` is no legal answer at the illegal line.
        """
        others, printings = under_other_versions(replayed, viewer), printings_taken(replayed, viewer)
        return cls(rests_on(replayed), others, printings, deviation(replayed, ruled, viewer))

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "rests_on": [rest.to_json() for rest in self.rests],
            "other_versions": [other.to_json() for other in self.others],
            **({"printings": [taken.to_json() for taken in self.printings]} if self.printings else {}),
            "deviation": self.deviation and self.deviation.to_json(),
        }

    def rows(self) -> Iterator[str]:
        """Yield it as lines for a terminal."""
        if self.deviation is not None:
            yield from _courses(self.deviation)
        for other in self.others:
            yield from _other(other)
        for taken in self.printings:
            yield f"{taken.card} is taken as printed in {taken.taken}{' (the newest)' * taken.newest}."
            for other in taken.others:
                yield from _other(other)
        if self.rests:
            yield "Rests on (the reading taken, where it first decided):"
        for rest in self.rests:
            where = f"line {rest.line}" if rest.line else "before the first line"
            mark = (", a reason" if rest.reason else "") + (", chosen" if rest.chosen else "")
            yield f"  {rest.id}={rest.index + 1} ({where}{mark}): {rest.taken}"
        for rest in self.rests:
            if rest.note:
                yield f"Procedure, apart from the rules ({rest.id}, {', '.join(rest.sources)}): {rest.note}"


def _courses(told: Deviation) -> Iterator[str]:
    for name, course in (("claimed", told.claimed), ("ruled", told.ruled)):
        how = f" (cannot be carried out: {course.impossible})" if course.impossible else ""
        how = how or (f" (stops where a choice comes up: {course.stopped})" if course.stopped else "")
        yield f"  {name}: {course.words}{how}"
    yield "  claimed / ruled:" if told.rows else "  the boards are the same"
    yield from (f"    {row}" for row in told.rows)


def _other(told: OtherVersion) -> Iterator[str]:
    if told.same:
        yield f"{told.version} rules the same."
        return
    where = f"from line {told.line}" if told.line else "before the first line"
    says = f": here {told.here}; there {told.there}" if told.here or told.there else ": the boards differ"
    yield f"{told.version} rules otherwise {where}{says}"
    yield from (f"    {row}" for row in told.board)
