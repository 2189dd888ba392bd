"""A wrong result, found while the round is played or rounds later."""

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
from epic_events.pairings.repairs.services.drafts import Draft, draft_of, draft_rounds, pair_anew, set_aside
from epic_events.pairings.repairs.services.kinds import Kind, match_of, name_of, require_not_final
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.services.reporting import enter_result


def score_of(first: int, second: int, drawn: int, kind: str) -> Score:
    """Return a score from its parts.

    Raises:
        UserError: no result comes about that way.
    """
    try:
        return Score(first, second, drawn, ScoreKind(kind))
    except ValueError as error:
        raise UserError(_("Select a valid kind of result.")) from error


@dataclass(frozen=True)
class CorrectResult(Kind):
    """The result of a table is another one.

    Attributes:
        match: key of the match.
        first, second, drawn: games won by place 1 and place 2, and drawn.
        result: how it came about, a word of ``scores.Kind``.
        draft: what to do with a draft that was paired from the old result.
    """

    name: ClassVar[str] = "result"

    match: int
    first: int
    second: int
    drawn: int = 0
    result: str = "played"
    draft: str = Draft.KEEP.value

    def rounds(self, event: Event) -> set[int]:
        """The round of the match, and the draft."""
        return {match_of(event, self.match).round_id} | draft_rounds(event)

    def concerns(self, event: Event) -> list[RoundName]:
        """The round of the match."""
        return [name_of(match_of(event, self.match).round)]

    def subject(self, event: Event) -> Model:
        """The match."""
        return match_of(event, self.match)

    def perform(self, actor: User | None, event: Event, reason: str) -> None:
        """Enter the result as the desk does, then pair the draft anew if that is wanted.

        Raises:
            StateError: it is the result already, or a published round of the cut rests on it.
            UserError: for a score the match cannot end with.
        """
        require_not_final(event)
        match = match_of(event, self.match)
        score = score_of(self.first, self.second, self.drawn, self.result)
        if match.round.status == Round.Status.DRAFT:
            raise StateError(_("This round is not published, so nothing has been played in it."))
        row = table_rows.table_row(table_rows.with_seats(Match.objects.filter(pk=match.pk)).get())
        now = row.score
        if now is not None and now.kind == score.kind and now.agrees_with(score):
            raise StateError(_("The table already has this result. Nothing would change."))
        waiting = set_aside(actor, event, self.draft)
        enter_result(actor, match, score, reason=reason)
        pair_anew(actor, event, waiting)

    def warnings(self, event: Event, difference: Difference) -> list[str]:
        """Say when a draft is kept that no longer fits."""
        said = []
        if (
            self.draft == Draft.KEEP
            and draft_of(event)
            and any(m.points_before != m.points_after for m in difference.moves)
        ):
            said.append(_("The unpublished pairings are kept. Pair the round again before you publish it."))
        if difference.line_up and difference.seeded is None and selectors.cut_stage(event) and _cut_is_published(event):
            said.append(_("The cut has started and continues with its current seeding."))
        return said


def _cut_is_published(event: Event) -> bool:
    cut = selectors.cut_stage(event)
    return cut is not None and cut.round_set.exclude(status=Round.Status.DRAFT).exists()
