"""Correction of a wrong result, in the current or an earlier round."""

from dataclasses import dataclass
from typing import ClassVar

from django.db.models import Model
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.infra.errors import StateError, UserError
from epic_events.pairings import selectors
from epic_events.pairings.methods.scores import Kind as ScoreKind
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, Round
from epic_events.pairings.repairs.services.differences import Difference, RoundName
from epic_events.pairings.repairs.services.drafts import (
    UnpublishedChoice,
    discard_unpublished,
    find_unpublished_round,
    pair_discarded_again,
    unpublished_round_ids,
)
from epic_events.pairings.repairs.services.kinds import RepairKind, get_match, get_round_name, require_not_final
from epic_events.pairings.results import match_state, table_rows
from epic_events.pairings.results.services.reporting import enter_result


def build_score(first: int, second: int, drawn: int, kind: str) -> Score:
    """Return a score from its parts.

    Raises:
        UserError: an invalid kind of result.
    """
    try:
        return Score(first, second, drawn, ScoreKind(kind))
    except ValueError as error:
        raise UserError(_("Select a valid kind of result.")) from error


@dataclass(frozen=True)
class CorrectResult(RepairKind):
    """Correct the result of a table.

    Attributes:
        match: key of the match.
        first, second, drawn: games won by seat 1 and seat 2, and drawn games.
        result: a value of ``scores.Kind``.
        draft: what to do with unpublished pairings that depend on the old result.
    """

    name: ClassVar[str] = "result"

    match: int
    first: int
    second: int
    drawn: int = 0
    result: str = "played"
    draft: str = UnpublishedChoice.KEEP.value

    def rounds(self, event: Event) -> set[int]:
        """Return the round of the match and the unpublished round."""
        return {get_match(event, self.match).round_id} | unpublished_round_ids(event)

    def concerns(self, event: Event) -> list[RoundName]:
        """Return the round of the match."""
        return [get_round_name(get_match(event, self.match).round)]

    def subject(self, event: Event) -> Model:
        """Return the match."""
        return get_match(event, self.match)

    def perform(self, actor: User | None, event: Event, reason: str) -> None:
        """Enter the result as the desk does, then pair the next round again if requested.

        Raises:
            StateError: the table already has the result, or a published round of the cut depends on it.
            UserError: the match cannot end with this score.
        """
        require_not_final(event)
        match = get_match(event, self.match)
        score = build_score(self.first, self.second, self.drawn, self.result)
        if match.round.status == Round.Status.DRAFT:
            raise StateError(_("This round is not published, so nothing has been played in it."))
        row = table_rows.build_table_row(match_state.with_seats(Match.objects.filter(pk=match.pk)).get())
        now = row.score
        if now is not None and now.kind == score.kind and now.agrees_with(score):
            raise StateError(_("The table already has this result. Nothing would change."))
        waiting = discard_unpublished(actor, event, self.draft)
        enter_result(actor, match, score, reason=reason)
        pair_discarded_again(actor, event, waiting)

    def warnings(self, event: Event, difference: Difference) -> list[str]:
        """Warn about outdated unpublished pairings and an outdated cut."""
        messages = []
        if (
            self.draft == UnpublishedChoice.KEEP
            and find_unpublished_round(event)
            and any(m.points_before != m.points_after for m in difference.moves)
        ):
            messages.append(_("The unpublished pairings are kept. Pair the round again before you publish it."))
        if difference.line_up and difference.seeded is None and selectors.cut_stage(event) and _cut_is_published(event):
            messages.append(_("The cut has started and continues with its current seeding."))
        return messages


def _cut_is_published(event: Event) -> bool:
    cut = selectors.cut_stage(event)
    return cut is not None and cut.round_set.exclude(status=Round.Status.DRAFT).exists()
