"""Queries about the decklists of an event."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.functional import Promise

from epic_events.decks.context import DeckContext
from epic_events.decks.models import DeckVersion
from epic_events.decks.requirements import ListState, check_decklists, readiness_by_entry, versions_by_entry
from epic_events.events.models import Registration, Stage
from epic_events.events.readiness import Readiness
from epic_events.infra.collation import name_order

WITH_PROBLEMS = (ListState.PROBLEMS, ListState.TAKEN, ListState.STALE, ListState.FORMAT, ListState.ILLEGAL)


@dataclass(frozen=True)
class ListRow:
    """One row of the staff's list of decklists.

    Attributes:
        registration: the entry.
        counting: the current accepted version; None without one.
        latest: the latest version; None without one.
        locked: True if the player cannot change the list now.
        state: state in the stage for which lists are submitted now.
        readiness: readiness for a round, including waivers.
    """

    registration: Registration
    counting: DeckVersion | None
    latest: DeckVersion | None
    locked: bool
    state: ListState
    readiness: Readiness | None = None

    @property
    def code(self) -> str:
        """The :class:`ListState` to display."""
        return self.state.value

    @property
    def words(self) -> str | Promise:
        """The label of the state."""
        return self.state.words

    @property
    def look(self) -> str:
        """CSS class of the badge."""
        return self.state.look


def build_decklist_rows(deck: DeckContext) -> list[ListRow]:
    """Return a row for each registered or waitlisted player, by name.

    A fixed number of queries. For staff only.
    """
    event = deck.event
    entries = list(
        event.registrations.exclude(status=Registration.Status.WITHDRAWN)
        .select_related("deck_lock")
        .order_by(name_order("name"), "pk")
    )
    stage = deck.stage
    keys = [entry.pk for entry in entries]
    lists = versions_by_entry(keys)
    judged = check_decklists(deck, deck.format_slug, lists)
    words = readiness_by_entry(event, stage, judged) if stage else {}
    rows = []
    for entry in entries:
        state, current_version = judged[entry.pk].state, judged[entry.pk].version
        lock = getattr(entry, "deck_lock", None)
        rows.append(
            ListRow(
                registration=entry,
                counting=current_version if state.counts else None,
                latest=next(iter(lists[entry.pk]), None),
                locked=event.is_over or (lock.locked if lock else deck.is_closed),
                state=state,
                readiness=words.get(entry.pk),
            )
        )
    return rows


def decklists_by_entry(viewer: object, stage: Stage, entries: Collection[int]) -> dict[int, DeckVersion]:
    """Return the decklists of entries in a stage that the viewer may read; one query.

    Args:
        viewer: the viewer, see :meth:`DeckVersionQuerySet.visible_to`.
        stage: the stage, for its format.
        entries: keys of the entries; those without an accepted list are omitted.
    """
    versions = DeckVersion.objects.visible_to(viewer).filter(
        registration__in=entries, accepted=True, game=stage.event.game, format=stage.deck_format
    )
    return {version.registration_id: version for version in versions.defer("text", "report").order_by("number")}


def has_hidden_decklists(entries: Collection[int]) -> bool:
    """Return True if an accepted list of these entries is not public; one query."""
    current_versions = DeckVersion.objects.counting().filter(registration__in=entries)
    return current_versions.exclude(pk__in=DeckVersion.objects.visible_to(None).values("pk")).exists()
