"""Audit entries as sentences, with current names in place of ids."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from epic_events.accounts.models import User, display_name
from epic_events.audit_log.models import Entry
from epic_events.events.extensions import audit_action_labels, audit_subject_names
from epic_events.events.models import Registration, StaffRole
from epic_events.infra.names import isolated

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
    found = audit_action_labels.get(entry.verb, entry.verb.replace(".", " ").replace("_", " "))
    if callable(found):
        return found(entry.data)
    words = str(found)
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
    subjects = {found.pk: found for found in Registration.objects.filter(pk__in=keys).select_related("player")}
    about: defaultdict[str, set[int]] = defaultdict(set)
    for entry in entries:
        about[entry.subject_type].add(entry.subject_id)
    named = {kind: name(about[kind]) for kind, name in audit_subject_names.items()}
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
                else named.get(entry.subject_type, {}).get(entry.subject_id) or _describe_role(entry, people),
            )
        )
    return lines
