"""Readiness of players for a round: an accepted decklist or a waiver."""

from collections.abc import Collection, Mapping

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from epic_events.accounts.models import User, display_name
from epic_events.audit_log import services as audit_log
from epic_events.decks.models import ListWaiver
from epic_events.decks.requirements.deadlines import decklist_stage
from epic_events.decks.requirements.list_status import ListStatus, check_decklists, versions_by_entry
from epic_events.events.models import Event, Stage
from epic_events.events.readiness import Readiness


def waivers_by_entry(stage: Stage, entries: Collection[int]) -> dict[int, list[ListWaiver]]:
    """Return the waivers of each entry in a stage, newest first; one query."""
    waivers: dict[int, list[ListWaiver]] = {}
    for waiver in ListWaiver.objects.filter(stage=stage, registration__in=entries).order_by("-pk"):
        waivers.setdefault(waiver.registration_id, []).append(waiver)
    return waivers


def readiness_by_entry(event: Event, stage: Stage, judged: Mapping[int, ListStatus]) -> dict[int, Readiness]:
    """Return the readiness of each entry, including waivers; at most two queries."""
    short = [entry for entry, each in judged.items() if not each.state.counts]
    waived = waivers_by_entry(stage, short) if short else {}
    staff_ids = {waiver.by_id for words in waived.values() for waiver in words if waiver.by_id}
    people = User.objects.in_bulk(staff_ids) if staff_ids else {}
    result = {}
    for entry, each in judged.items():
        word = next((waiver for waiver in waived.get(entry, []) if waiver.problem == each.state.value), None)
        by = people.get(word.by_id or 0) if word is not None else None
        result[entry] = Readiness(
            subject=_("Decklist"),
            code=each.state.value,
            words=each.state.words,
            look=each.state.look,
            url=reverse("decks:detail", args=[event.slug, entry]),
            ready=each.state.counts,
            waived=word.reason if word is not None else "",
            waived_by=display_name(by) if by is not None else "",
        )
    return result


class DecklistRequirement:
    """Requirement that every player has an accepted decklist.

    See :class:`epic_events.events.readiness.Demand`.
    """

    def applies(self, event: Event) -> bool:
        """Return True if the event requires decklists."""
        return event.decklists_required

    def of(self, event: Event, stage: Stage | None, entries: Collection[int]) -> Mapping[int, Readiness]:
        """Return the readiness of entries; a fixed number of queries."""
        stage = stage or decklist_stage(event)
        if stage is None:
            return {}
        stage.event = event
        return readiness_by_entry(event, stage, check_decklists(event, stage.deck_format, versions_by_entry(entries)))

    def waive(
        self, actor: User | None, event: Event, stage: Stage, lacking: Mapping[int, Readiness], reason: str
    ) -> None:
        """Store and log a waiver for each player."""
        by_id = actor.pk if actor is not None else None
        waivers = ListWaiver.objects.bulk_create(
            ListWaiver(registration_id=entry, stage=stage, problem=state.code, reason=reason, by_id=by_id)
            for entry, state in sorted(lacking.items())
        )
        entries = event.registrations.in_bulk([waiver.registration_id for waiver in waivers])
        audit_log.record_all(
            audit_log.unsaved_entry(
                actor,
                "deck.waived",
                event=event,
                subject=entries[waiver.registration_id],
                reason=reason,
                stage=stage,
                title=stage.title,
                problem=waiver.problem,
            )
            for waiver in waivers
        )
