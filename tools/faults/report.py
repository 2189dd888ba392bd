"""The table of a run: faults and kinds of writes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tools.faults.injection import FAULTS
from tools.faults.writers import Write

if TYPE_CHECKING:
    from tools.faults.comparison import Comparison

ROW = "{:26} {:13} {:>12} {:>7} {:>9} {:>7} {:>7}  {}"
SHOWN = 40
"""Most messages that are printed."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a fault.

    Attributes:
        key: key of the fault.
        back_after: seconds from its end until a write of each kind was accepted; None if that did not happen in time.
    """

    key: str
    back_after: float | None


def print_results(
    writes: Sequence[Write], outcomes: Sequence[Outcome], found: "Comparison", took: float, repeated: int
) -> int:
    """Print the table and the problems; return the exit code."""
    print(ROW.format("", "", "acknowledged", "found", "different", "missing", "doubled", ""))
    for key, name in [("", "before the first fault"), *((one.key, FAULTS[one.key].name) for one in outcomes)]:
        _print_fault(name, key, [write for write in writes if write.fault == key], found)
    wrong = list(found.messages)
    wrong += [f"never answered: {w.kind} {w.key} {w.refused}" for w in writes if w.accepted is None]
    wrong += [f"{w.kind} was answered {w.refused}" for w in writes if w.refused and w.accepted is not None]
    for one in outcomes:
        if one.back_after is not None:
            print(f"after {FAULTS[one.key].name}: every kind accepted again in {one.back_after:.1f} s")
    print(f"mails, webhooks and verdicts: complete {took:.0f} s after the last write; {repeated} arrived again")
    for line in wrong[:SHOWN]:
        print(f"WRONG: {line}")
    if len(wrong) > SHOWN:
        print(f"WRONG: {len(wrong) - SHOWN} more")
    done = "nothing accepted is missing, different or there twice; the site recovered by itself"
    print(done if not wrong else "FAILED")
    return 1 if wrong else 0


def _print_fault(name: str, key: str, mine: Sequence[Write], found: "Comparison") -> None:
    """Print a row for each kind of write, and what the clients met."""
    cut, later = sum(write.cut_off for write in mine), sum(write.later for write in mine)
    longest = max((write.silent for write in mine), default=0.0)
    note = f"{cut} cut off, {later} asked to retry, longest wait {longest:.1f} s"
    for (fault, kind), counts in found.counts.items():
        if fault == key:
            problems = [counts.problems[problem] for problem in ("different", "missing", "doubled")]
            print(ROW.format(name, kind, counts.acknowledged, counts.found, *problems, note).rstrip())
            name = note = ""
