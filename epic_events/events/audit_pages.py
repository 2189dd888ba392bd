"""Audit log of an event: entries as sentences, filter, page and downloads."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, Final

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from epic_events.accounts.models import User, display_name
from epic_events.audit_log.models import Entry, EntryQuerySet
from epic_events.events.extensions import (
    AuditScope,
    audit_action_labels,
    audit_categories,
    audit_rounds,
    audit_scopes,
    audit_subject_names,
)
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.events.views.shared import get_event_for_staff
from epic_events.infra.names import isolated
from epic_events.infra.responses import WRITERS, Row

ROLE_VERBS: Final = ("staff.assigned", "staff.revoked", "staff.accepted")


@dataclass(frozen=True)
class AuditLogLine:
    """An audit entry with its names resolved.

    Attributes:
        who: name of the user who acted; empty for the system.
        words: the action, for example "checked in".
        about: name of the subject; empty if it is the user's own entry.
    """

    entry: Entry
    who: str
    words: str
    about: str


def _format_value(fact: object) -> object:
    """Format a list of integers as a score and any other list with commas."""
    if not isinstance(fact, list):
        return fact
    numbers = all(isinstance(item, int) for item in fact)
    return ("\N{EN DASH}" if numbers else ", ").join(map(str, fact))


def _describe(entry: Entry) -> str:
    """Return the action of an audit entry, with its data filled in."""
    label = audit_action_labels.get(entry.verb, entry.verb.replace(".", " ").replace("_", " "))
    if callable(label):
        return label(entry.data)
    words = str(label)
    facts = {name: _format_value(fact) for name, fact in entry.data.items()}
    try:
        return words % facts if "%(" in words else words
    except KeyError:  # an entry from before this value was recorded
        return words.partition("%(")[0].rstrip(" :,(")


def _describe_role(entry: Entry, people: dict[int, User]) -> str:
    """Return the user and the role that an entry is about, or an empty string."""
    if entry.verb not in ROLE_VERBS or entry.data["user"] not in people:
        return ""
    role = dict(StaffRole.Role.choices).get(entry.data["role"], entry.data["role"])
    return f"{isolated(display_name(people[entry.data['user']]))}, {role}"


def build_audit_log_lines(entries: Iterable[Entry]) -> list[AuditLogLine]:
    """Resolve the names of audit entries with a fixed number of queries."""
    entries = list(entries)
    keys = {entry.subject_id for entry in entries if entry.subject_type == "events.registration"}
    subjects = {
        registration.pk: registration
        for registration in Registration.objects.filter(pk__in=keys).select_related("player")
    }
    about: defaultdict[str, set[int]] = defaultdict(set)
    for entry in entries:
        about[entry.subject_type].add(entry.subject_id)
    names_by_subject = {kind: name(about[kind]) for kind, name in audit_subject_names.items()}
    people = User.objects.in_bulk([entry.data["user"] for entry in entries if entry.verb in ROLE_VERBS])
    lines = []
    for entry in entries:
        subject = subjects.get(entry.subject_id) if entry.subject_type == "events.registration" else None
        own = subject is not None and entry.actor_id is not None and subject.player.user_id == entry.actor_id
        lines.append(
            AuditLogLine(
                entry=entry,
                who=display_name(entry.actor) if entry.actor else "",
                words=_describe(entry),
                about=isolated(subject.name)
                if subject is not None and not own
                else names_by_subject.get(entry.subject_type, {}).get(entry.subject_id)
                or _describe_role(entry, people),
            )
        )
    return lines


MAX_TABLE_NUMBER = 2**31 - 1


class AuditLogFilter(forms.Form):
    """Form that filters the audit log of an event."""

    omit_optional_marks: ClassVar[bool] = True

    q = forms.CharField(
        label=_("Name or reason"), required=False, max_length=80, widget=forms.TextInput(attrs={"type": "search"})
    )
    kind = forms.ChoiceField(label=_("Category"), required=False)
    round = forms.ChoiceField(label=_("Round"), required=False)
    table = forms.IntegerField(label=_("Table"), required=False, min_value=1, max_value=MAX_TABLE_NUMBER)

    def __init__(self, data: Any, event: Event) -> None:
        super().__init__(data)
        self.event = event
        self.fields["kind"].choices = [("", _("All")), *_category_choices(event)]  # type: ignore[attr-defined]  # a choice field
        rounds = [(str(key), name) for rounds_of in audit_rounds for key, name in rounds_of(event)]
        self.fields["round"].choices = [("", _("All")), *rounds]  # type: ignore[attr-defined]  # a choice field

    def lines(self) -> EntryQuerySet:
        """Return the matching audit entries, newest first, or none if the form is invalid."""
        entries = Entry.objects.of_event(self.event.pk)
        if not self.is_bound:
            return entries
        if not self.is_valid():
            return entries.none()
        query_data = self.cleaned_data
        if query_data["kind"]:
            entries = entries.filter(verb__startswith=f"{query_data['kind']}.")
        if words := query_data["q"].strip():
            registrations = self.event.registrations.filter(name__icontains=words)
            entries = entries.filter(
                Q(actor__name__icontains=words)
                | Q(reason__icontains=words)
                | _subjects_q(AuditScope(self.event, registrations=registrations))
            )
        if query_data["round"] or query_data["table"]:
            scope = AuditScope(
                self.event,
                round_id=int(query_data["round"]) if query_data["round"] else None,
                table=query_data["table"],
            )
            entries = entries.filter(_subjects_q(scope))
        return entries


def _category_choices(event: Event) -> Sequence[tuple[str, str]]:
    """Return the categories that occur in the event's audit log, sorted by label."""
    verbs = Entry.objects.filter(event_id=event.pk).order_by().values_list("verb", flat=True).distinct()
    categories = {verb.partition(".")[0] for verb in verbs}
    return sorted(
        ((kind, str(audit_categories.get(kind, kind.capitalize()))) for kind in categories), key=lambda each: each[1]
    )


def _subjects_q(scope: AuditScope) -> Q:
    """Return the condition that selects audit entries about the subjects of a scope."""
    fits = Q(pk__in=())
    for subjects_of in audit_scopes:
        for kind, queryset in subjects_of(scope).items():
            fits |= Q(subject_type=kind, subject_id__in=queryset.order_by().values("pk"))
    return fits


BATCH_SIZE: Final = 500
"""Number of entries whose names are loaded together."""
COLUMNS: Final = ("number", "at", "who", "what", "about", "reason", "verb", "subject", "data")


def audit_log_rows(entries: EntryQuerySet) -> Iterator[Row]:
    """Yield one row per audit entry, loading names in batches."""
    rows = entries.iterator(chunk_size=BATCH_SIZE)
    while several := list(islice(rows, BATCH_SIZE)):
        yield from map(_row, build_audit_log_lines(several))


def _row(line: AuditLogLine) -> dict[str, object]:
    entry = line.entry
    return {
        "number": entry.pk,
        "at": entry.at.isoformat(),
        "who": line.who,
        "what": line.words,
        "about": line.about,
        "reason": entry.reason,
        "verb": entry.verb,
        "subject": f"{entry.subject_type} {entry.subject_id}",
        "data": entry.data,
    }


PAGE_SIZE: Final = 100


@login_required
@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the audit log, newest first. Permission: the event's staff."""
    event, event_rights = get_event_for_staff(request, slug)
    narrow = AuditLogFilter(request.GET if set(request.GET) & set(AuditLogFilter.base_fields) else None, event)
    page = Paginator(narrow.lines(), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "event": event,
        "rights": event_rights,
        "filter": narrow,
        "page_obj": page,
        "lines": build_audit_log_lines(page.object_list),
    }
    return render(request, "events/audit_log.html", context)


@login_required
@require_safe
def log_file(request: HttpRequest, slug: str, kind: str) -> StreamingHttpResponse:
    """Download the filtered audit log as ``csv`` or ``json``.

    Permission: the event's staff.
    """
    event, _held = get_event_for_staff(request, slug)
    narrow = AuditLogFilter(request.GET if set(request.GET) & set(AuditLogFilter.base_fields) else None, event)
    written, content_type = WRITERS[kind]
    response = StreamingHttpResponse(written(COLUMNS, audit_log_rows(narrow.lines())), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-log.{kind}"'
    return response
