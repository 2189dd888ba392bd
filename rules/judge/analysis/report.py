"""The complete analysis of a verdict, as data, JSON and text."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rules.judge.analysis.applied_interpretations import (
    AppliedInterpretation,
    VersionComparison,
    applied_interpretations,
    compare_versions_by_viewer,
)
from rules.judge.analysis.applied_printings import AppliedPrinting, applied_printings
from rules.judge.analysis.branch_comparison import BranchComparison, compare_branches
from rules.judge.analysis.missing_passes import MissingPasses, missing_passes
from rules.judge.analysis.option_effects import NO, UNDETERMINED, YES, add_option_effects
from rules.judge.board import JUDGE, PUBLIC, Viewer
from rules.judge.replay.result import Replay
from rules.judge.setup.ignored_decklists import IgnoredDecklist, ignored_decklists


@dataclass(frozen=True)
class Analysis:
    """The analysis of a verdict.

    Attributes:
        interpretations: the applied interpretations, with the verdicts under their other options.
        assumptions: how unstated facts are assumed.
        others: the verdicts under other rules versions.
        printings: the printings used for cards with changed text.
        comparison: the boards after the claimed play and after the correct action.
        cards: a notice about an organiser's card file; empty without one.
        ignored_decklists: the decklists that are ignored, with the reasons.
        missing_passes: the passes that make the illegal line legal; ``None`` if passes do not help.
        public_others: ``others`` without hidden information.
    """

    interpretations: tuple[AppliedInterpretation, ...]
    assumptions: tuple[str, ...]
    others: tuple[VersionComparison, ...]
    printings: tuple[AppliedPrinting, ...]
    comparison: BranchComparison | None
    cards: str = ""
    ignored_decklists: tuple[IgnoredDecklist, ...] = ()
    missing_passes: MissingPasses | None = None
    public_others: tuple[VersionComparison, ...] = ()

    @classmethod
    def of(cls, replayed: Replay, ruled: str = "", viewer: Viewer = JUDGE) -> "Analysis":
        """Return the analysis of a replay.

        Raises:
            RulingError: ``ruled`` is no legal action at the illegal line.
        """
        others, public_others = compare_versions_by_viewer(replayed, (viewer, PUBLIC))
        rests = add_option_effects(replayed, applied_interpretations(replayed))
        return cls(
            rests,
            replayed.assumptions(),
            others,
            applied_printings(replayed, viewer),
            compare_branches(replayed, ruled, viewer),
            replayed.game.card_file_notice,
            ignored_decklists(replayed.record),
            missing_passes(replayed),
            public_others,
        )

    def to_json(self, *, versions: bool = False) -> dict[str, Any]:
        """Return the analysis as JSON data.

        Other rules versions with the same verdict are included only with ``versions``.
        """
        return {
            "missing_passes": self.missing_passes and self.missing_passes.to_json(),
            "deviation": self.comparison and self.comparison.to_json(),
            "rests_on": [rest.to_json() for rest in self.interpretations],
            "assumed": list(self.assumptions),
            **({"cards": self.cards} if self.cards else {}),
            **(
                {
                    "without_decklists": [
                        {"player": decklist.player, "reason": decklist.reason} for decklist in self.ignored_decklists
                    ]
                }
                if self.ignored_decklists
                else {}
            ),
            **({"printings": [taken.to_json() for taken in self.printings]} if self.printings else {}),
            "other_versions": [other.to_json() for other in self.others if versions or other.differs],
        }

    def text_lines(self, *, versions: bool = False) -> Iterator[str]:
        """Yield the analysis as lines of text.

        Other rules versions with the same verdict are included only with ``versions``.
        """
        if self.comparison is not None:
            yield from _branch_lines(self.comparison)
        if self.cards:
            yield self.cards
        yield from map(str, self.ignored_decklists)
        yield from _interpretation_lines(self.interpretations)
        if self.assumptions:
            yield "Assumptions about unstated facts:"
        yield from (f"  {phrase}" for phrase in self.assumptions)
        for taken in self.printings:
            yield f"{taken.card} is taken as printed in {taken.taken}{' (the newest)' * taken.newest}."
            for other in taken.others:
                yield from _version_lines(other)
        for other in self.others:
            if versions or other.differs:
                yield from _version_lines(other)


def _interpretation_lines(interpretations: tuple[AppliedInterpretation, ...]) -> Iterator[str]:
    if interpretations:
        yield "Depends on these interpretations (option, first line, effect of other options):"
    for rest in interpretations:
        yield from _interpretation_line(rest)
    for rest in interpretations:
        if rest.note:
            yield f"Procedure, apart from the rules ({rest.id}, {', '.join(rest.sources)}): {rest.note}"


def _interpretation_line(rest: AppliedInterpretation) -> Iterator[str]:
    location = f"line {rest.line}" if rest.line else "before the first line"
    mark = (", a reason" if rest.is_reason else "") + (", chosen" if rest.chosen else "")
    yield f"  {rest.id}={rest.index + 1} ({location}{mark}): {rest.option_text}"
    if rest.changes == NO:
        yield "no other option changes the verdict"
    for other in rest.other_options if rest.changes != NO else ():
        yield f"    {rest.id}={other.index + 1} {_CHANGES[other.changes]}: {other.verdict} ({other.text})"


_CHANGES: Final = {
    YES: "changes the verdict",
    NO: "does not change the verdict",
    UNDETERMINED: "leaves it undetermined",
}


def _branch_lines(comparison: BranchComparison) -> Iterator[str]:
    for name, branch in (("claimed", comparison.claimed), ("ruled", comparison.ruled)):
        how = f" (cannot be played: {branch.impossible})" if branch.impossible else ""
        how = how or (f" (stops at a choice: {branch.stopped})" if branch.stopped else "")
        yield f"  {name}: {branch.words}{how}"
    yield "  claimed / ruled:" if comparison.rows else "  the boards are the same"
    yield from (f"    {row}" for row in comparison.rows)


def _version_lines(comparison: VersionComparison) -> Iterator[str]:
    if comparison.same:
        yield f"{comparison.version} has the same verdict."
        return
    location = f"from line {comparison.line}" if comparison.line else "before the first line"
    says = (
        f": here {comparison.verdict_text}; there {comparison.other_verdict_text}"
        if comparison.verdict_text or comparison.other_verdict_text
        else ": the boards differ"
    )
    yield f"{comparison.version} rules differently {location}{says}"
    yield from (f"    {row}" for row in comparison.board)
