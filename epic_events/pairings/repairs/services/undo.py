"""Rollback of a round, reopening of an event, and undo of a repair."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Participation, Registration, Stage
from epic_events.events.permissions import rights
from epic_events.infra.errors import MissingError, NotAllowedError, StateError, UserError
from epic_events.infra.names import isolated
from epic_events.pairings import selectors
from epic_events.pairings.models import Match, Repair, Round, Seat
from epic_events.pairings.repairs.services.event_state import Difference, RoundName
from epic_events.pairings.repairs.services.kinds import RepairKind, get_round, get_round_name, require_not_final
from epic_events.pairings.repairs.services.rows import Change, find_modified, restore_rows
from epic_events.pairings.results import table_rows
from epic_events.pairings.round_names import name_of_round, round_facts
from epic_events.pairings.rounds.services.drafts import PlannedRound, plan_swiss_round, store
from epic_events.pairings.rounds.services.pairing import discard_round


class RollbackChoice(StrEnum):
    """What happens to a rolled-back round."""

    DRAFT = "draft"
    PAIR_REST = "pair_rest"
    PAIR_AGAIN = "pair_again"
    DISCARD = "discard"


@dataclass(frozen=True)
class RollBackRound(RepairKind):
    """Roll back the latest round, which was published too early or paired wrongly.

    Attributes:
        round: key of the round.
        then: what happens to the round, see :class:`RollbackChoice`.
    """

    name: ClassVar[str] = "unpublish"

    round: int
    then: str = RollbackChoice.DRAFT.value

    def rounds(self, event: Event) -> set[int]:
        """Return the round."""
        return {get_round(event, self.round).pk}

    def concerns(self, event: Event) -> list[RoundName]:
        """Return the round."""
        return [get_round_name(get_round(event, self.round))]

    def subject(self, event: Event) -> Model:
        """Return the round."""
        return get_round(event, self.round)

    def perform(self, actor: User | None, event: Event, reason: str) -> None:
        """Unpublish the round with its results, then keep, pair again or discard it.

        Raises:
            StateError: the round is not published, a later round is paired, or a cut would have to be paired again.
            UserError: an invalid choice.
        """
        require_not_final(event)
        round_ = get_round(event, self.round)
        if self.then not in set(RollbackChoice):
            raise UserError(_("Choose what should happen to the round."), fields={"then": _("Choose an option.")})
        _require_latest_published(event, round_)
        _unpublish(round_)
        audit_log.record(
            actor,
            "round.rolled_back",
            event=event,
            subject=round_,
            reason=reason,
            then=self.then,
            **round_facts(round_),
        )
        if self.then in (RollbackChoice.PAIR_REST, RollbackChoice.PAIR_AGAIN):
            _require_swiss(round_)
            _pair_around(actor, event, round_, rest_only=self.then == RollbackChoice.PAIR_REST)
        elif self.then == RollbackChoice.DISCARD:
            discard_round(actor, round_)

    def warnings(self, event: Event, difference: Difference) -> list[str]:
        """Warn about the hidden round and about results that no longer count."""
        del event
        aside = sum(change.discards_result for round_ in difference.rounds for change in round_.tables)
        messages = [_("Players cannot see the round until it is published again. Announce this at the event.")]
        if aside:
            messages.append(
                _("Results that would no longer count: %(count)d. They stay in the event history.") % {"count": aside}
            )
        return messages


def _require_latest_published(event: Event, round_: Round) -> None:
    """Raise `StateError` unless the round is the latest one and published."""
    if round_.status == Round.Status.DRAFT:
        raise StateError(_("This round is not published. Pair it again or discard it at the desk."))
    latest = selectors.load_event_plan(event).latest_round
    if latest is not None and latest.pk != round_.pk:
        raise StateError(
            _("%(latest)s was paired after it. Undo that round first.") % {"latest": name_of_round(latest)}
        )


def _require_swiss(round_: Round) -> None:
    """Raise `StateError` unless the round belongs to a Swiss stage."""
    if round_.stage.kind != Stage.Kind.SWISS:
        raise StateError(_("Only a Swiss round can be paired again here. Unpublish or discard this round."))


def _unpublish(round_: Round) -> None:
    """Unpublish a round and reset its byes. Played tables keep their results."""
    byes = [row for row in table_rows.tables(round_) if row.is_bye]
    pks = [row.match.pk for row in byes]
    Match.objects.filter(pk__in=pks).update(
        status=Match.Status.PENDING, result_kind=Match.ResultKind.NONE, confirmed_at=None
    )
    Seat.objects.filter(match__in=pks).update(game_wins=0, points=None, outcome=Seat.Outcome.NONE)
    round_.status, round_.published_at, round_.finished_at = Round.Status.DRAFT, None, None
    round_.time_called_at = None
    round_.save(update_fields=["status", "published_at", "time_called_at", "finished_at"])
    _date_drops_before(round_)


def _date_drops_before(round_: Round) -> None:
    """Date drops of this round before it, for players who did not play in it."""
    unplayed = round_.matches.filter(status=Match.Status.PENDING)
    gone = Registration.objects.filter(status=Registration.Status.DROPPED, seats__match__in=unplayed)
    stretches = round_.stage.participations.filter(registration__in=gone, last_round=round_.number)
    stretches.update(last_round=round_.number - 1)


def _pair_around(actor: User | None, event: Event, round_: Round, *, rest_only: bool) -> None:
    """Pair an unpublished round again around tables where a match was played.

    Args:
        actor: who does it.
        event: the event, locked.
        round_: the unpublished round.
        rest_only: True keeps every table with a result. False keeps only tables whose players are paired with each
            other again, and tables with a player who dropped.
    """
    begun = {
        frozenset(seat.registration_id for seat in row.seats): row.match
        for row in table_rows.tables(round_)
        if not row.is_bye and row.match.status != Match.Status.PENDING
    }
    gone = Registration.objects.filter(status=Registration.Status.DROPPED, seats__round=round_)
    left = set(gone.values_list("pk", flat=True))
    stay = {players: match for players, match in begun.items() if rest_only or players & left}
    seated = {player for players in stay for player in players}
    draft = plan_swiss_round(round_.stage, round_.number, round_.seed, without=seated)
    again = {frozenset(planned.players): planned for planned in draft.matches}
    remaining = stay | {players: match for players, match in begun.items() if players in again}
    for players, match in remaining.items():
        if players in again:
            match.explanation = _reorder_points(match, again[players].players, again[players].explanation)
            match.save(update_fields=["explanation"])
    round_.matches.exclude(pk__in=[match.pk for match in remaining.values()]).delete()
    round_.explanation, round_.paired_at = draft.explanation, timezone.now()
    round_.save(update_fields=["explanation", "paired_at"])
    rest = PlannedRound([planned for planned in draft.matches if frozenset(planned.players) not in remaining])
    store(round_, rest, occupied={match.table for match in remaining.values() if match.table is not None})
    audit_log.record(
        actor,
        "round.paired_again",
        event=event,
        subject=round_,
        seed=round_.seed,
        remaining=[m.pk for m in remaining.values()],
    )


def _reorder_points(match: Match, players: tuple[int, ...], explanation: dict[str, object]) -> dict[str, object]:
    """Return an explanation with the points in the order of the existing seats."""
    points = explanation.get("points")
    if not isinstance(points, list):
        return explanation
    by_player = dict(zip(players, points, strict=False))
    seats = match.seats.order_by("place").values_list("registration_id", flat=True)
    return {**explanation, "points": [by_player.get(player, 0) for player in seats]}


@dataclass(frozen=True)
class Reopen(RepairKind):
    """Reopen an event that was finished too early or needs another repair."""

    name: ClassVar[str] = "reopen"

    def rounds(self, event: Event) -> set[int]:
        """Return no rounds, because no table changes."""
        del event
        return set()

    def concerns(self, event: Event) -> list[RoundName]:
        """Return no rounds: reopening an event leaves no note on round pages."""
        del event
        return []

    def subject(self, event: Event) -> Model:
        """Return the event."""
        return event

    def perform(self, actor: User | None, event: Event, reason: str) -> None:
        """Set a finished event to running.

        Raises:
            StateError: the event is not finished.
        """
        if event.status != Event.Status.FINISHED:
            raise StateError(_("Only a finished event can be reopened."))
        event.status = Event.Status.RUNNING
        event.save(update_fields=["status"])
        audit_log.record(actor, "event.reopened", event=event, subject=event, reason=reason)

    def warnings(self, event: Event, difference: Difference) -> list[str]:
        """Warn that the event must be finished again."""
        del event, difference
        return [_("Its results are no longer final until the event is finished again.")]


def get_repair(event: Event, pk: int) -> Repair:
    """Return a repair of the event.

    Raises:
        MissingError: the event has no such repair.
    """
    repair = Repair.objects.of_event(event).filter(pk=pk).first()
    if repair is None:
        raise MissingError(_("This repair does not exist in this event."))
    return repair


def can_undo(user: User | None, repair: Repair) -> bool:
    """Return True if the user may undo the repair.

    Organisers and head judges may undo any repair, scorekeepers their own. `None` means the command line, which may.
    """
    if user is None:
        return True
    event_rights = rights(user, repair.event)
    return event_rights.head_judge or event_rights.organise or (event_rights.score and repair.actor_id == user.pk)


@dataclass(frozen=True)
class Undo(RepairKind):
    """Undo another repair.

    Attributes:
        repair: key of the repair to undo.
    """

    name: ClassVar[str] = Repair.UNDO

    repair: int

    def rounds(self, event: Event) -> set[int]:
        """Return the existing rounds whose rows the repair has changed."""
        done: list[Change] = get_repair(event, self.repair).changes
        round_keys = {change["pk"] for change in done if change["model"] == "pairings.round"}
        matches = [change["pk"] for change in done if change["model"] == "pairings.match"]
        seats = [change["pk"] for change in done if change["model"] == "pairings.seat"]
        round_keys |= set(Match.objects.filter(pk__in=matches).values_list("round_id", flat=True))
        round_keys |= set(Seat.objects.filter(pk__in=seats).values_list("round_id", flat=True))
        return round_keys

    def concerns(self, event: Event) -> list[RoundName]:
        """Return the rounds of the undone repair."""
        return [(order, number) for order, number in get_repair(event, self.repair).concerns]

    def subject(self, event: Event) -> Model:
        """Return the repair."""
        return get_repair(event, self.repair)

    def perform(self, actor: User | None, event: Event, reason: str) -> None:
        """Restore every row.

        Raises:
            NotAllowedError: the user is neither organiser nor head judge and did not make the repair.
            StateError: the repair was already undone, or later changes depend on it; names them.
        """
        repair = get_repair(event, self.repair)
        repair.event = event
        if not can_undo(actor, repair):
            raise NotAllowedError(
                _("Organisers and head judges can undo any repair. Scorekeepers can undo only their own.")
            )
        if hasattr(repair, "undone_by"):
            raise StateError(_("This repair has already been undone."))
        stale = find_modified(repair.changes)
        if stale:
            raise StateError(
                _("This repair can no longer be undone because later changes depend on it: %(what)s.")
                % {"what": ", ".join(_describe_changes(event, stale))}
            )
        try:
            with transaction.atomic():
                restore_rows(repair.changes, by=actor.pk if actor else None, reason=reason)
        except IntegrityError as error:
            raise StateError(
                _("This repair can no longer be undone: another round or table has replaced the old one.")
            ) from error


def _describe_changes(event: Event, stale: Sequence[Change]) -> list[str]:
    """Describe what has changed since, in at most six items."""
    keys: dict[str, list[int]] = {}
    for change in stale:
        keys.setdefault(change["model"], []).append(change["pk"])
    words: dict[str, None] = {}
    matches = set(keys.get("pairings.match", ())) | set(
        Seat.objects.filter(pk__in=keys.get("pairings.seat", ())).values_list("match_id", flat=True)
    )
    for match in Match.objects.filter(pk__in=matches).select_related("round__stage"):
        table = _("table %(table)s") % {"table": match.table} if match.table else _("a bye")
        words[f"{name_of_round(match.round)}, {table}"] = None
    for round_ in Round.objects.filter(pk__in=keys.get("pairings.round", ())).select_related("stage"):
        words[name_of_round(round_)] = None
    entries = set(keys.get("events.registration", ())) | set(
        Participation.objects.filter(pk__in=keys.get("events.participation", ())).values_list(
            "registration_id", flat=True
        )
    )
    for entry in Registration.objects.filter(event=event, pk__in=entries):
        words[isolated(entry.name)] = None
    return list(words)[:6] or [_("the round was paired again")]
