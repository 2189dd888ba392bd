"""Requirements that players must meet before a round begins, and waivers of them.

An app registers its requirements in ``AppConfig.ready()``::

    from epic_events.events.readiness import readiness_requirements

    readiness_requirements.append(DecklistsCount())

Check-in lists show the readiness of every entry. Pairing, publishing and seeding the cut fail if an entry is not ready,
unless the staff name it in a waiver with a reason. A waiver holds for the whole stage.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.accounts.models import User
from epic_events.events.models import Event, Registration, Stage
from epic_events.infra.collation import name_order
from epic_events.infra.errors import StateError, UserError
from epic_events.infra.names import isolated, within_sentence

MAX_NAMED = 12


@dataclass(frozen=True)
class Readiness:
    """State of an entry for one requirement.

    Attributes:
        subject: name of the requirement, for example “Decklist”.
        code: stable identifier of the state.
        words: label of the state.
        look: CSS class of the badge.
        url: URL of the details for the staff.
        ready: True if the requirement is met.
        waived: reason of the waiver; empty without one.
        waived_by: name of the staff member who waived the requirement.
        waived_at: when it was waived; None without a waiver.
        due_later: True if the players cannot meet the requirement yet.
    """

    subject: str | Promise
    code: str
    words: str | Promise
    look: str
    url: str
    ready: bool
    waived: str = ""
    waived_by: str = ""
    waived_at: datetime | None = None
    due_later: bool = False

    @property
    def blocks(self) -> bool:
        """True if the entry prevents the round from starting."""
        return not self.ready and not self.waived


class Requirement(Protocol):
    """Requirement that every player of an event must meet."""

    def applies(self, event: Event) -> bool:
        """Return True if the event has this requirement; must not query."""

    def of(self, event: Event, stage: Stage | None, entries: Collection[int]) -> Mapping[int, Readiness]:
        """Return the readiness of entries, by their primary keys.

        Without a stage, it is for the current or next stage.
        """

    def waive(
        self, actor: User | None, event: Event, stage: Stage, lacking: Mapping[int, Readiness], reason: str
    ) -> None:
        """Store and log a waiver for entries in a stage; the event must be locked."""


readiness_requirements: list[Requirement] = []


@dataclass(frozen=True)
class Waiver:
    """Decision of the staff that entries may play without meeting the requirements.

    Attributes:
        entries: keys of the entries; others are not waived.
        reason: the reason given by the staff.
    """

    entries: frozenset[int]
    reason: str


@dataclass(frozen=True)
class UnreadyEntry:
    """An entry that does not meet a requirement, waived or not."""

    entry: int
    name: str
    readiness: Readiness

    @property
    def description(self) -> str:
        """Name and missing requirement, for a list in a sentence."""
        return f"{isolated(self.name)} ({self.readiness.subject}: {within_sentence(self.readiness.words)})"


class NotReadyError(StateError):
    """Entries do not meet the requirements of the event.

    Attributes:
        lacking: the entries with the missing requirements.
    """

    code = "not_ready"

    def __init__(self, lacking: Collection[UnreadyEntry]) -> None:
        self.lacking = list(lacking)
        descriptions = [one.description for one in self.lacking]
        names = ", ".join(descriptions[:MAX_NAMED]) + (" …" if len(descriptions) > MAX_NAMED else "")
        text = ngettext(
            "%(count)d player is not ready: %(named)s. To start the round anyway, select the player and enter a "
            "reason.",
            "%(count)d players are not ready: %(named)s. To start the round anyway, select the players and enter a "
            "reason.",
            len(descriptions),
        )
        fields = {f"registration {one.entry}": words for one, words in zip(self.lacking, descriptions, strict=True)}
        super().__init__(text % {"count": len(descriptions), "named": names}, fields=fields)


def has_requirements(event: Event) -> bool:
    """Return True if the event has any requirements; no query."""
    return any(demand.applies(event) for demand in readiness_requirements)


def load_readiness(event: Event, stage: Stage | None, entries: Collection[int]) -> dict[int, list[Readiness]]:
    """Return the readiness of entries for every requirement, by key of the entry."""
    by_entry: dict[int, list[Readiness]] = {entry: [] for entry in entries}
    for demand in readiness_requirements:
        if demand.applies(event) and by_entry:
            for entry, readiness in demand.of(event, stage, entries).items():
                by_entry[entry].append(readiness)
    return by_entry


def list_unready_entries(event: Event, stage: Stage | None, entries: Collection[int]) -> list[UnreadyEntry]:
    """Return the entries that do not meet a requirement, waived or not, by name."""
    unready = {
        entry: [readiness for readiness in all_of_it if not readiness.ready]
        for entry, all_of_it in load_readiness(event, stage, entries).items()
    }
    short = [entry for entry, all_of_it in unready.items() if all_of_it]
    if not short:
        return []
    names = Registration.objects.filter(pk__in=short).order_by(name_order("name"), "pk").values_list("pk", "name")
    return [UnreadyEntry(pk, name, readiness) for pk, name in names for readiness in unready[pk]]


def require_ready(
    actor: User | None, event: Event, stage: Stage, entries: Collection[int], waiver: Waiver | None
) -> None:
    """Raise if an entry is not ready and not named in the waiver; store the waiver.

    The event must be locked.

    Raises:
        NotReadyError: entries are neither ready nor named in the waiver.
        UserError: the waiver has no reason.
    """
    blocking = [one for one in list_unready_entries(event, stage, entries) if one.readiness.blocks]
    if not blocking:
        return
    unnamed = [one for one in blocking if waiver is None or one.entry not in waiver.entries]
    if waiver is None or unnamed:
        raise NotReadyError(unnamed)
    if not waiver.reason.strip():
        message = _("Enter a reason. The staff and the players can read it.")
        raise UserError(message, fields={"reason": message})
    keys = {one.entry for one in blocking}
    for demand in readiness_requirements:
        if demand.applies(event):
            states = demand.of(event, stage, keys)
            lacking = {entry: state for entry, state in states.items() if state.blocks}
            if lacking:
                demand.waive(actor, event, stage, lacking, waiver.reason.strip())
