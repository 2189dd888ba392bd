"""Corrections of results and drops: change a result, reinstate or drop a player."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Participation, Registration, Stage
from epic_events.events.readiness import Waiver, list_unready_entries, require_ready
from epic_events.events.selectors import get_entry_or_404
from epic_events.events.services import current_stage, drop, reinstate
from epic_events.infra.errors import StateError, UserError
from epic_events.infra.names import isolated, within_sentence
from epic_events.pairings import selectors
from epic_events.pairings.methods.scores import Kind as ScoreKind
from epic_events.pairings.methods.scores import Score, full_score
from epic_events.pairings.models import Match, Round
from epic_events.pairings.repairs.services.event_state import Difference, RoundName
from epic_events.pairings.repairs.services.kinds import (
    RepairKind,
    UnpublishedChoice,
    discard_unpublished,
    find_unpublished_round,
    get_match,
    get_round_name,
    pair_discarded_again,
    require_not_final,
    unpublished_round_ids,
)
from epic_events.pairings.repairs.services.seats import PlannedTable, reseat
from epic_events.pairings.results import match_state, table_rows
from epic_events.pairings.results.report_conflicts import ANY_REPORT, compare_with_reports
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
        enter_result(actor, match, score, reason=reason, overrides=ANY_REPORT)
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
        if (
            difference.line_up
            and difference.seeded is None
            and selectors.load_event_plan(event).cut
            and _cut_is_published(event)
        ):
            messages.append(_("The cut has started and continues with its current seeding."))
        state = match_state.state_of(match_state.with_seats(Match.objects.filter(pk=self.match)).get())
        conflict = compare_with_reports(state, build_score(self.first, self.second, self.drawn, self.result))
        return [*messages, str(conflict)] if conflict else messages


def _cut_is_published(event: Event) -> bool:
    cut = selectors.load_event_plan(event).cut
    return cut is not None and cut.round_set.exclude(status=Round.Status.DRAFT).exists()


class CurrentRoundSeat(StrEnum):
    """What a reinstated player gets in the current round."""

    NOTHING = "nothing"
    BYE = "bye"
    OPPONENT = "opponent"


def get_current_round(event: Event) -> Round | None:
    """Return the latest round that is in progress."""
    rounds = Round.objects.filter(stage__event=event, status=Round.Status.PUBLISHED).select_related("stage")
    latest = rounds.order_by("stage__order", "number").last()
    if latest is not None:
        latest.stage.event = event
    return latest


@dataclass(frozen=True)
class ReinstatePlayer(RepairKind):
    """Reinstate a player who was dropped by mistake.

    Attributes:
        entry: key of the registration.
        missed: what the player gets in the current round, see :class:`CurrentRoundSeat`.
        draft: what to do with unpublished pairings without the player.
    """

    name: ClassVar[str] = "reinstate"

    entry: int
    missed: str = CurrentRoundSeat.NOTHING.value
    draft: str = UnpublishedChoice.AGAIN.value

    def rounds(self, event: Event) -> set[int]:
        """Return the current round and the unpublished round."""
        current = get_current_round(event)
        return ({current.pk} if current else set()) | unpublished_round_ids(event)

    def concerns(self, event: Event) -> list[RoundName]:
        """Return the current round if the player gets a table in it."""
        current = get_current_round(event)
        return [get_round_name(current)] if current and self.missed != CurrentRoundSeat.NOTHING else []

    def subject(self, event: Event) -> Model:
        """Return the registration."""
        return get_entry_or_404(event, self.entry)

    def perform(self, actor: User | None, event: Event, reason: str) -> None:
        """Reinstate the player, with a table in the current round if requested.

        Raises:
            StateError: the player has not dropped, already has a table in the round, or there is no bye opponent.
        """
        require_not_final(event)
        if self.missed not in set(CurrentRoundSeat):
            message = _("Choose what should happen in the current round: nothing, bye or opponent.")
            raise UserError(message, fields={"missed": message})
        entry = get_entry_or_404(event, self.entry)
        waiting = discard_unpublished(actor, event, self.draft)
        if current_stage(event).is_elimination:
            _reinstate_in_cut(actor, event, entry, reason)
        else:
            reinstate(actor, entry, reason=reason)
        if self.missed != CurrentRoundSeat.NOTHING:
            _give_table(actor, event, entry, reason, with_opponent=self.missed == CurrentRoundSeat.OPPONENT)
        current = get_current_round(event)
        if current is not None and _open_match(current, entry.pk) is not None:
            # The round is already published, so its requirements are not checked again. The repair itself is the
            # waiver.
            require_ready(actor, event, current.stage, [entry.pk], Waiver(frozenset([entry.pk]), reason))
        pair_discarded_again(actor, event, waiting)

    def warnings(self, event: Event, difference: Difference) -> list[str]:
        """Warn about unmet requirements, missed rounds and outdated unpublished pairings."""
        del difference
        entry = get_entry_or_404(event, self.entry)
        messages = _warn_about_requirements(event, entry)
        published = Round.objects.filter(stage=current_stage(event)).exclude(status=Round.Status.DRAFT)
        without = published.exclude(seats__registration=entry).order_by("number").values_list("number", flat=True)
        if without:
            messages.append(
                _("%(name)s has no match in these rounds and gets neither points nor a loss: %(rounds)s.")
                % {"name": isolated(entry.name), "rounds": ", ".join(map(str, without))}
            )
        draft = find_unpublished_round(event)
        if draft is not None and not draft.seats.filter(registration=entry).exists():
            messages.append(
                _("The unpublished pairings do not include %(name)s. Pair the round again before you publish it.")
                % {"name": isolated(entry.name)}
            )
        return messages


def _warn_about_requirements(event: Event, entry: Registration) -> list[str]:
    """Return warnings about unmet requirements of a player who now has a table."""
    current = get_current_round(event)
    if current is None or _open_match(current, entry.pk) is None:
        return []
    return [
        _("%(name)s has a table although a requirement is not met: %(subject)s: %(state)s.")
        % {
            "name": isolated(entry.name),
            "subject": one.readiness.subject,
            "state": within_sentence(one.readiness.words),
        }
        for one in list_unready_entries(event, current.stage, [entry.pk])
    ]


def _reinstate_in_cut(actor: User | None, event: Event, entry: Registration, reason: str) -> None:
    """Reinstate a player in the cut.

    Raises:
        StateError: the player is not in the cut, or has not dropped.
    """
    stretch = current_stage(event).participations.filter(registration=entry, seed__isnull=False).first()
    if entry.status != Registration.Status.DROPPED or stretch is None:
        raise StateError(_("The cut has started, and %(name)s did not drop from it.") % {"name": isolated(entry.name)})
    stretch.last_round = None
    stretch.save(update_fields=["last_round"])
    entry.status, entry.checked_in_at = Registration.Status.CHECKED_IN, timezone.now()
    entry.save(update_fields=["status", "checked_in_at"])
    audit_log.record(
        actor, "registration.reinstated", event=event, subject=entry, reason=reason, status=entry.status,
        from_round=stretch.from_round,
    )  # fmt: skip


def _give_table(actor: User | None, event: Event, entry: Registration, reason: str, *, with_opponent: bool) -> None:
    """Seat a reinstated player in the current round, alone or with the bye player.

    Raises:
        StateError: there is no current round, the player already sits in it, or there is no bye.
    """
    current = get_current_round(event)
    if current is None or current.stage.is_elimination:
        raise StateError(_("There is no current round in which the player could get a table."))
    if current.seats.filter(registration=entry).exists():
        raise StateError(_("%(name)s already has a table in this round.") % {"name": isolated(entry.name)})
    participate_from(entry, current.stage, current.number)
    if not with_opponent:
        reseat(actor, current, [PlannedTable(None, (entry.pk,))], reason)
        return
    alone = next((row for row in table_rows.tables(current) if row.is_bye), None)
    if alone is None:
        raise StateError(_("No player with a bye in this round can play %(name)s.") % {"name": isolated(entry.name)})
    reseat(actor, current, [PlannedTable(alone.match.pk, (alone.seats[0].registration_id, entry.pk))], reason)


def participate_from(entry: Registration, stage: Stage, number: int) -> None:
    """Extend the open participation to begin with this round at the latest.

    If an earlier participation ended just before it, both are merged.
    """
    stretch: Participation = stage.participations.get(registration=entry, last_round=None)
    if stretch.from_round <= number:
        return
    ended = stage.participations.filter(registration=entry, last_round=number - 1).first()
    if ended is None:
        stretch.from_round = number
        stretch.save(update_fields=["from_round"])
        return
    stretch.delete()
    ended.last_round = None
    ended.save(update_fields=["last_round"])


@dataclass(frozen=True)
class DropPairedPlayer(RepairKind):
    """Drop a player who left but was paired.

    Attributes:
        entry: key of the registration.
        award: whether the opponent in the current round wins the match.
        draft: what to do with unpublished pairings that include the player.
    """

    name: ClassVar[str] = "no_show"

    entry: int
    award: bool = True
    draft: str = UnpublishedChoice.AGAIN.value

    def rounds(self, event: Event) -> set[int]:
        """Return the current round and the unpublished round."""
        current = get_current_round(event)
        return ({current.pk} if current else set()) | unpublished_round_ids(event)

    def concerns(self, event: Event) -> list[RoundName]:
        """Return the current round if the opponent wins the match."""
        current = get_current_round(event)
        return [get_round_name(current)] if current and self.award and _open_match(current, self.entry) else []

    def subject(self, event: Event) -> Model:
        """Return the registration."""
        return get_entry_or_404(event, self.entry)

    def perform(self, actor: User | None, event: Event, reason: str) -> None:
        """Drop the player. The opponent wins the open match as a no-show if requested.

        Raises:
            StateError: the player is not active.
        """
        require_not_final(event)
        entry = get_entry_or_404(event, self.entry)
        waiting = discard_unpublished(actor, event, self.draft)
        current = get_current_round(event)
        match = _open_match(current, entry.pk) if current and self.award else None
        if match is not None:
            opponent_seat = match.seats.exclude(registration=entry).get()
            score = full_score(opponent_seat.place, match.round.stage.best_of, ScoreKind.NO_SHOW)
            enter_result(actor, match, score, reason=reason, overrides=ANY_REPORT)
            entry = get_entry_or_404(event, entry.pk)
        # the player may already have dropped with a report
        if match is None or entry.status == Registration.Status.CHECKED_IN:
            drop(actor, entry, reason=reason)
        pair_discarded_again(actor, event, waiting)

    def warnings(self, event: Event, difference: Difference) -> list[str]:
        """Warn about an open table and unpublished pairings that include the player."""
        del difference
        messages = []
        entry, current, draft = (
            get_entry_or_404(event, self.entry),
            get_current_round(event),
            find_unpublished_round(event),
        )
        open_ = _open_match(current, entry.pk) if current else None
        if open_ is not None:
            messages.append(_("Table %(table)s still has no result.") % {"table": open_.table})
        if draft is not None and draft.seats.filter(registration=entry).exists():
            messages.append(
                _("The unpublished pairings still include %(name)s. Pair the round again before you publish it.")
                % {"name": isolated(entry.name)}
            )
        return messages


def _open_match(round_: Round, entry: int) -> Match | None:
    """Return the registration's unfinished match in a round, byes excluded.

    It has no final result.
    """
    match = round_.matches.open().select_related("round__stage__event").filter(seats__registration=entry).first()
    return match if match is not None and match.seats.count() == 2 else None
