"""What pages read about calls: the queue of an event, and where the calls of one table stand."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from django.db.models import BigIntegerField, Model, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.accounts.models import User
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.infra.database.compiled_queries import (
    CompiledQuery,
    Parameter,
    instances_from,
    or_none,
    prefixed_columns,
)
from epic_events.judging.models import Call
from epic_events.judging.permissions import ROLES_BY_PERMISSION, Permission
from epic_events.pairings.models import Match
from epic_events.reference.extensions import Panel

MAX_FINISHED_SHOWN = 10
"""Finished calls that the board still shows."""


@dataclass(frozen=True)
class CallQueue:
    """The calls of an event as its judges look at them.

    Attributes:
        mine: those that the reader has taken.
        waiting: those that nobody has taken, the oldest first.
        taken: those that other judges have taken.
        done: the last few that are over, the newest first.
    """

    mine: list[Call]
    waiting: list[Call]
    taken: list[Call]
    done: list[Call]

    @property
    def summary(self) -> str:
        """How many calls wait and at which tables, in a sentence for a page that shows an older state."""
        if not self.waiting:
            return _("No call is waiting.")
        tables = ", ".join(str(call.table) for call in self.waiting[:5])
        words = ngettext(
            "%(count)d call is waiting: table %(tables)s.",
            "%(count)d calls are waiting: tables %(tables)s.",
            len(self.waiting),
        )
        return words % {"count": len(self.waiting), "tables": tables}


def summarise_board(queue: CallQueue, panels: Iterable[Panel]) -> str:
    """Return what waits on the judges' board, in sentences: what the panels report, then the calls.

    A panel reports what waits in it as ``news`` in its context.
    """
    reported = [str(panel.context["news"]) for panel in panels if panel.context.get("news")]
    return " ".join([*reported, *([queue.summary] if queue.waiting or not reported else [])])


def get_call_queue(event: Event, reader: object) -> CallQueue:
    """Return the queue of an event; two queries."""
    waiting = list(event.calls.waiting().with_names())
    own = getattr(reader, "pk", None)
    finished = (
        event.calls.exclude(status__in=Call.WAITING).with_names().order_by("-ended_at", "-pk")[:MAX_FINISHED_SHOWN]
    )
    return CallQueue(
        mine=[call for call in waiting if call.status == Call.Status.TAKEN and call.assignee_id == own],
        waiting=[call for call in waiting if call.status == Call.Status.OPEN],
        taken=[call for call in waiting if call.status == Call.Status.TAKEN and call.assignee_id != own],
        done=list(finished),
    )


def get_waiting_call(match: Match) -> Call | None:
    """Return the call that waits at a table; None without one. One query."""
    rows = _WAITING_CALL.rows(match=match.pk)
    if not rows:
        return None
    call: Call
    call, assignee, entry = instances_from(rows[0], *_CALL_RELATIONS.values())
    call.match = match
    call.assignee, call.registration = or_none(assignee), or_none(entry)
    return call


_CALL_RELATIONS: Final[dict[str, type[Model]]] = {"": Call, "assignee__": User, "registration__": Registration}


def _select_waiting_call() -> QuerySet[Call, tuple[Any, ...]]:
    waiting = Call.objects.filter(match_id=Parameter("match", BigIntegerField())).waiting()
    return waiting.values_list(*prefixed_columns(_CALL_RELATIONS))[:1]


_WAITING_CALL: Final = CompiledQuery(_select_waiting_call)


def list_judges(event: Event) -> list[User]:
    """Return who may be given a call, by name; one query."""
    roles = StaffRole.objects.filter(event=event, role__in=ROLES_BY_PERMISSION[Permission.WORK_CALLS])
    people = {role.user_id: role.user for role in roles.select_related("user")}
    return sorted(people.values(), key=lambda user: (str(user).casefold(), user.pk))


def list_called_match_ids(event: Event) -> frozenset[int]:
    """Return the keys of the matches to which a judge is called; one query, for filters of other pages."""
    return frozenset(key for key in event.calls.waiting().values_list("match_id", flat=True) if key)


def call_version_token(call: Call | None) -> str:
    """Return what is another word as soon as the call at a table stands otherwise; "0" without one."""
    if call is None:
        return "0"
    return "-".join(map(str, chain((call.pk, call.status, call.assignee_id or 0, len(call.reason)))))
