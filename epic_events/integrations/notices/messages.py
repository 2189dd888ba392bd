"""Texts of notices, compiled from current data when a notice is sent."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.audit_log.models import Entry
from epic_events.decks.checking import difference
from epic_events.decks.context import DeckContext
from epic_events.decks.models import DeckVersion
from epic_events.events.models import Event, Registration
from epic_events.integrations.notices.models import Kind, Notice
from epic_events.judging.clock.models import TimeExtension
from epic_events.judging.models import Call, Case
from epic_events.pairings.models import Match, PodSeat, Round, Seat
from epic_events.pairings.round_names import name_of_round


@dataclass(frozen=True)
class Message:
    """Text of a notice.

    Attributes:
        title: one line.
        text: one or more sentences; does not repeat names of the title.
        path: path of the linked page.
    """

    title: str
    text: str
    path: str

    @property
    def address(self) -> str:
        """Absolute URL of the linked page."""
        return settings.SITE_ADDRESS + self.path


def message_of(notice: Notice) -> Message | None:
    """Return the text of a notice; None if its subject is gone or no longer current."""
    event = notice.event
    if event is None or event.status == Event.Status.CANCELLED:
        return None
    return _WORDS[Kind(notice.kind)](notice, event)


def _event_title(event: Event, words: str) -> str:
    return f"{words} · {event.name}"


def _pods(notice: Notice, event: Event) -> Message | None:
    seat = PodSeat.objects.filter(
        podding__stage=notice.facts["pods"],
        podding__published_at__isnull=False,
        registration__player__user=notice.user_id,
        registration__status=Registration.Status.CHECKED_IN,
    ).first()
    if seat is None:
        return None
    text = _("Pod %(pod)d, seat %(seat)d.") % {"pod": seat.pod, "seat": seat.seat}
    return Message(_event_title(event, _("Pods published")), text, reverse("pairings:pods", args=[event.slug]))


def _pairings(notice: Notice, event: Event) -> Message | None:
    if "pods" in notice.facts:
        return _pods(notice, event)
    round_ = Round.objects.select_related("stage").filter(pk=notice.facts["round"]).first()
    if round_ is None or round_.status != Round.Status.PUBLISHED:
        return None
    seat = (
        Seat.objects.filter(round=round_, registration__player__user=notice.user_id)
        .select_related("match")
        .prefetch_related("match__seats__registration")
        .first()
    )
    if seat is None:
        return None
    others = [one.registration.name for one in seat.match.seats.all() if one.pk != seat.pk]
    title = _("%(round)s: pairings published") % {"round": name_of_round(round_)}
    if others:
        text = _("Table %(table)s, against %(names)s.") % {"table": seat.match.table, "names": ", ".join(others)}
    else:
        text = _("You have a bye.")
    return Message(_event_title(event, title), text, reverse("pairings:my_match", args=[event.slug]))


def _entry(notice: Notice) -> Registration | None:
    return Registration.objects.filter(pk=notice.facts["entry"], player__user=notice.user_id).first()


def _place(notice: Notice, event: Event) -> Message | None:
    entry = _entry(notice)
    if entry is None or entry.status not in Registration.ACTIVE_STATUSES:
        return None
    text = _("You have moved up from the waitlist. You now have a place.")
    return Message(_event_title(event, _("You have a place")), text, event.get_absolute_url())


def _list_missing(notice: Notice, event: Event) -> Message | None:
    entries = Registration.objects.filter(
        event=event, player__user=notice.user_id, status__in=Registration.ACTIVE_STATUSES
    )
    entry = entries.first()
    if entry is None or DeckVersion.objects.counting().filter(registration=entry).exists():
        return None
    title, path = _event_title(event, _("Your decklist is missing")), reverse("decks:edit", args=[event.slug])
    if "minutes" in notice.facts:
        if DeckContext(event, entry).is_locked:
            return None
        text = ngettext(
            "Build your deck and submit it within %(minutes)d minute.",
            "Build your deck and submit it within %(minutes)d minutes.",
            notice.facts["minutes"],
        )
        return Message(title, text % {"minutes": notice.facts["minutes"]}, path)
    due = (event.decks_due_at or event.starts_at).astimezone(event.zone)
    text = _("Submit it by %(day)s at %(time)s (%(zone)s).") % {
        "day": date_format(due),
        "time": date_format(due, "TIME_FORMAT"),
        "zone": event.time_zone,
    }
    return Message(title, text, path)


def _list_changed(notice: Notice, event: Event) -> Message | None:
    entry = _entry(notice)
    if entry is None:
        return None
    given_reason = Entry.objects.filter(pk=notice.facts["line"]).values_list("reason", flat=True).first() or ""
    reason = "\n" + _("Reason: %(reason)s") % {"reason": given_reason} if given_reason else ""
    path = reverse("decks:edit", args=[event.slug])
    if notice.facts["verb"] == "deck.locked":
        return Message(_event_title(event, _("Your decklist is locked")), _("You cannot change it now.") + reason, path)
    if notice.facts["verb"] == "deck.unlocked":
        return Message(_event_title(event, _("Your decklist is unlocked")), _("You can change it now.") + reason, path)
    version = entry.deck_versions.filter(number=notice.facts["version"]).first()
    if version is None:
        return None
    before = entry.deck_versions.filter(number__lt=version.number).order_by("-number").first()
    lines_text = "\n".join(f"{copies:+d} {name}" for copies, name in difference(before, version)) or _(
        "No card changed."
    )
    counts = "" if version.accepted else "\n" + _("It has errors and is not accepted as your decklist.")
    title = _("The staff changed your decklist")
    return Message(_event_title(event, title), lines_text + counts + reason, path)


def _match(notice: Notice) -> Match | None:
    return Match.objects.filter(pk=notice.facts["match"]).first()


def _differ(notice: Notice, event: Event) -> Message | None:
    match = _match(notice)
    if match is None or match.status != Match.Status.DISPUTED:
        return None
    text = _("Table %(table)s: agree on one result, or call a judge.") % {"table": match.table}
    path = reverse("pairings:match", args=[event.slug, match.pk])
    return Message(_event_title(event, _("Your result reports differ")), text, path)


def _extension(notice: Notice, event: Event) -> Message | None:
    extension = TimeExtension.objects.active().filter(pk=notice.facts["given"]).select_related("match").first()
    if extension is None or extension.match.status == Match.Status.CONFIRMED:
        return None
    more = ngettext("Time extension: %(n)d minute", "Time extension: %(n)d minutes", extension.minutes) % {
        "n": extension.minutes
    }
    text = _("Table %(table)s: %(reason)s") % {"table": extension.match.table, "reason": extension.reason}
    return Message(_event_title(event, more), text, reverse("pairings:match", args=[event.slug, extension.match_id]))


def _decision(notice: Notice, event: Event) -> Message | None:
    case = Case.objects.filter(pk=notice.facts["case"]).exclude(status=Case.Status.DRAFT).first()
    if case is None:
        return None
    titles = {
        "decision.given": _("A judge has decided"),
        "decision.corrected": _("A decision was corrected"),
        "appeal.made": _("A player at your table appeals to the head judge"),
        "appeal.withdrawn": _("The appeal was withdrawn"),
        "appeal.decided": _("The head judge has decided on the appeal"),
    }
    text = _("Table %(table)s: read the decision on the page of the table.") % {"table": case.table}
    path = reverse("judging:case", args=[event.slug, case.pk])
    return Message(_event_title(event, titles[notice.facts["verb"]]), text, path)


def _call(notice: Notice, event: Event) -> Message | None:
    board = reverse("judging:board", args=[event.slug])
    if "case" in notice.facts:
        case = Case.objects.filter(pk=notice.facts["case"], status=Case.Status.APPEALED).first()
        if case is None:
            return None
        text = _("Table %(table)s: a decision was appealed.") % {"table": case.table}
        path = reverse("judging:case", args=[event.slug, case.pk])
        return Message(_event_title(event, _("Appeal to the head judge")), text, path)
    call = Call.objects.filter(pk=notice.facts["call"], status=Call.Status.OPEN).first()
    if call is None:
        return None
    title = _("Judge call at table %(table)s") % {"table": call.table}
    return Message(_event_title(event, title), call.reason or _("No reason given."), board)


_WORDS: Final[dict[Kind, Callable[[Notice, Event], Message | None]]] = {
    Kind.PAIRINGS: _pairings,
    Kind.PLACE: _place,
    Kind.LIST_MISSING: _list_missing,
    Kind.LIST_CHANGED: _list_changed,
    Kind.DIFFER: _differ,
    Kind.EXTENSION: _extension,
    Kind.DECISION: _decision,
    Kind.CALL: _call,
}
