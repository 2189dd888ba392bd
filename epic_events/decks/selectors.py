"""What pages and the API read about the lists of an event."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.functional import Promise

from epic_events.decks.models import DeckVersion
from epic_events.decks.requirements.deadlines import are_decklists_closed, decklist_stage
from epic_events.decks.requirements.list_status import ListState, check_decklists, versions_by_entry
from epic_events.decks.requirements.readiness import readiness_by_entry
from epic_events.events.models import Event, Registration, Stage
from epic_events.events.readiness import Readiness

WITH_PROBLEMS = (ListState.PROBLEMS, ListState.TAKEN, ListState.STALE, ListState.FORMAT, ListState.ILLEGAL)


@dataclass(frozen=True)
class ListRow:
    """One player's list on the staff's screen.

    Attributes:
        registration: whose it is.
        counting: the version that counts; None when nothing does.
        latest: the newest version; None when there is none.
        locked: whether the player cannot change it now.
        state: how it stands in the stage that lists are for now.
        readiness: the same with the staff's word about it.
    """

    registration: Registration
    counting: DeckVersion | None
    latest: DeckVersion | None
    locked: bool
    state: ListState
    readiness: Readiness | None = None

    @property
    def code(self) -> str:
        """What is to be said about it, a value of :class:`ListState`."""
        return self.state.value

    @property
    def words(self) -> str | Promise:
        """The same in words."""
        return self.state.words

    @property
    def look(self) -> str:
        """The look of the badge."""
        return self.state.look


def lists_of(event: Event) -> list[ListRow]:
    """Return a row for every player who is in the event or waits, by name; for its staff only.

    The number of queries is the same, however many there are.
    """
    entries = list(
        event.registrations.exclude(status=Registration.Status.WITHDRAWN)
        .select_related("deck_lock")
        .order_by("name", "pk")
    )
    stage, by_event = decklist_stage(event), are_decklists_closed(event)
    keys = [entry.pk for entry in entries]
    lists = versions_by_entry(keys)
    judged = check_decklists(event, stage.deck_format if stage else event.format, lists)
    words = readiness_by_entry(event, stage, judged) if stage else {}
    rows = []
    for entry in entries:
        state, counting = judged[entry.pk].state, judged[entry.pk].version
        lock = getattr(entry, "deck_lock", None)
        rows.append(
            ListRow(
                registration=entry,
                counting=counting if state.counts else None,
                latest=next(iter(lists[entry.pk]), None),
                locked=event.is_over or (lock.locked if lock else by_event),
                state=state,
                readiness=words.get(entry.pk),
            )
        )
    return rows


def decklists_by_entry(viewer: object, stage: Stage, entries: Collection[int]) -> dict[int, DeckVersion]:
    """Return what entries play with in a stage by their keys, as far as a viewer may read it; one query.

    Args:
        viewer: whoever reads; see :meth:`DeckVersionQuerySet.visible_to`.
        stage: whose format the lists are of.
        entries: keys of registrations; those without a list that was accepted are left out.
    """
    versions = DeckVersion.objects.visible_to(viewer).filter(
        registration__in=entries, accepted=True, game=stage.event.game, format=stage.deck_format
    )
    return {version.registration_id: version for version in versions.defer("text", "report").order_by("number")}


def has_hidden_decklists(entries: Collection[int]) -> bool:
    """Whether a list that counts for one of these entries (by key) is not open to everybody; one query."""
    counting = DeckVersion.objects.counting().filter(registration__in=entries)
    return counting.exclude(pk__in=DeckVersion.objects.visible_to(None).values("pk")).exists()
