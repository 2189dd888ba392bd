"""Undo of a repair: every row it changed is restored."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.events.models import Event, Participation, Registration
from epic_events.events.permissions import rights
from epic_events.infra.errors import MissingError, NotAllowedError, StateError
from epic_events.infra.names import isolated
from epic_events.pairings.models import Match, Repair, Round, Seat
from epic_events.pairings.repairs.services.differences import RoundName
from epic_events.pairings.repairs.services.kinds import RepairKind
from epic_events.pairings.repairs.services.rows import Change, find_modified, restore_rows
from epic_events.pairings.round_names import name_of_round


def get_repair(event: Event, pk: int) -> Repair:
    """Return a repair of the event.

    Raises:
        MissingError: the event has no such repair.
    """
    found = Repair.objects.of_event(event).filter(pk=pk).first()
    if found is None:
        raise MissingError(_("This event has no such repair."))
    return found


def can_undo(user: User | None, repair: Repair) -> bool:
    """Return True if the user may undo the repair.

    Organisers and head judges may undo any repair, scorekeepers their own. `None` means the command line, which may.
    """
    if user is None:
        return True
    held = rights(user, repair.event)
    return held.head_judge or held.organise or (held.score and repair.actor_id == user.pk)


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
        found = {change["pk"] for change in done if change["model"] == "pairings.round"}
        matches = [change["pk"] for change in done if change["model"] == "pairings.match"]
        seats = [change["pk"] for change in done if change["model"] == "pairings.seat"]
        found |= set(Match.objects.filter(pk__in=matches).values_list("round_id", flat=True))
        found |= set(Seat.objects.filter(pk__in=seats).values_list("round_id", flat=True))
        return found

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
