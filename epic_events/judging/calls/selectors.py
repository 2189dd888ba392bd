"""Queries for the call queue of an event and the call at a table."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from django.db.models import BigIntegerField, Model, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.accounts.models import User
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.infra.collation import name_sort_key
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
"""Number of closed calls on the board."""


@dataclass(frozen=True)
class CallQueue:
    """The calls of an event, grouped for the judges' board.

    Attributes:
        mine: calls taken by the user.
        waiting: calls not taken yet, oldest first.
        taken: calls taken by other judges.
        done: the most recently closed calls, newest first.
    """

    mine: list[Call]
    waiting: list[Call]
    taken: list[Call]
    done: list[Call]

    @property
    def summary(self) -> str:
        """Number and tables of waiting calls as a sentence, for update messages."""
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
    """Return the update message of the judges' board: panels first, then calls.

    Each panel supplies its own sentence as ``news`` in its context.
    """
    reported = [str(panel.context["news"]) for panel in panels if panel.context.get("news")]
    return " ".join([*reported, *([queue.summary] if queue.waiting or not reported else [])])


def get_call_queue(event: Event, reader: object) -> CallQueue:
    """Return the call queue of an event, grouped for the user. Two queries."""
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
    """Return the waiting or taken call at a table, or None. One query."""
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
    """Return the users who can take calls at an event, by name. One query."""
    roles = StaffRole.objects.filter(event=event, role__in=ROLES_BY_PERMISSION[Permission.WORK_CALLS])
    people = {role.user_id: role.user for role in roles.select_related("user")}
    return sorted(people.values(), key=lambda user: (name_sort_key(str(user)), user.pk))


def list_called_match_ids(event: Event) -> frozenset[int]:
    """Return the ids of the matches with an open call. One query."""
    return frozenset(key for key in event.calls.waiting().values_list("match_id", flat=True) if key)


def call_version_token(call: Call | None) -> str:
    """Return a token that changes whenever the call changes; "0" without a call."""
    if call is None:
        return "0"
    return "-".join(map(str, chain((call.pk, call.status, call.assignee_id or 0, len(call.reason)))))
