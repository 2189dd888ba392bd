"""Clock panels on event, match and desk pages, and labels for audit entries."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from epic_events.accounts.models import User
from epic_events.events.extensions import (
    EVENT,
    EventSubject,
    Panel,
    audit_action_labels,
    audit_categories,
    event_panels,
)
from epic_events.events.models import Event
from epic_events.events.permissions import is_staff_of
from epic_events.judging.clock import preparation, selectors
from epic_events.judging.clock.forms import ExtensionForm, PreparationForm
from epic_events.judging.clock.models import ClockMove
from epic_events.judging.clock.selectors import ClockState, RoundClock
from epic_events.pairings.models import Match, Preparation, Round
from epic_events.pairings.results.extensions import (
    LivePart,
    LiveSubject,
    MatchSubject,
    live_part_providers,
    match_panels,
)
from epic_events.pairings.round_names import round_name_in_log
from epic_events.pairings.rounds.desk import (
    DeskSubject,
    PreparationSubject,
    desk_panels,
    preparation_panels,
    table_marks,
)
from epic_events.pairings.selectors import event_plan


def match_live_part(request: HttpRequest, subject: LiveSubject) -> LivePart | None:
    """Return the clock for the match page, with the end time of this table.

    Permission: as the match page.
    """
    del request
    row = subject.row
    match, round_ = row.match, row.match.round
    settled = match.status == Match.Status.CONFIRMED
    if row.is_bye or settled or round_.status != Round.Status.PUBLISHED:
        return None
    round_clock, extensions = selectors.get_round_clock(round_), selectors.list_extensions(match)
    if round_clock.state is ClockState.READY and not round_.stage.minutes and not extensions:
        return None
    minutes = sum(extension.minutes for extension in extensions)
    plays_on = round_clock.plays_on(minutes)
    if round_clock.state is ClockState.CALLED and not plays_on:
        return None  # the match page then shows the call of time instead
    can_see_reasons = row.mine is not None or subject.rights.staff
    context = {
        "shown": round_clock,
        "minutes": minutes,
        "ends_at": round_clock.end_for_table(minutes),
        "given": extensions if can_see_reasons else [],
    }
    up = round_clock.state is ClockState.UP
    state = "on" if plays_on else "up" if up else ""
    token = f"clock{round_clock.moves}x{len(extensions)}x{minutes}{state}"
    return LivePart(
        "clock/partials/table_clock.html",
        token,
        context,
        news=_build_announcement(round_clock, minutes),
        plays_on=plays_on,
    )


def _build_announcement(round_clock: RoundClock, minutes: int) -> str:
    """Return the update message about the clock for an open page."""
    if round_clock.state is ClockState.PAUSED:
        return _("The clock is paused.")
    if round_clock.state is ClockState.RUNNING:
        return _("The clock is running.") if not minutes else _extension_message(minutes)
    return _extension_message(minutes) if minutes else ""


def _extension_message(minutes: int) -> str:
    message = ngettext(
        "This table has a time extension of %(minutes)d minute.",
        ("This table has a time extension of %(minutes)d minutes."),
        minutes,
    )
    return message % {"minutes": minutes}


def extension_panel(request: HttpRequest, subject: MatchSubject) -> Panel | None:
    """Return the panel with the form for a time extension.

    Returns None unless the user is staff and the result is still open.
    """
    match = subject.match
    if match.table is None or match.status == Match.Status.CONFIRMED or match.round.status != Round.Status.PUBLISHED:
        return None
    if not is_staff_of(request.user, match.round.stage.event):
        return None
    form = ExtensionForm(table=match.table, auto_id="more-%s")
    return Panel(_("Time extension"), "clock/partials/extension_form.html", {"form": form, "match": match})


def desk_panel(request: HttpRequest, subject: DeskSubject) -> Panel | None:
    """Return the panel with the clock of the current round and its buttons.

    Permission: as the desk.
    """
    del request
    if subject.round.status != Round.Status.PUBLISHED:
        return None
    round_clock = selectors.get_round_clock(subject.round)
    if round_clock.state is ClockState.READY and not subject.has_open_tables:
        return None  # everything is played: there is nothing left to time
    return Panel(_("Clock"), "clock/partials/desk_clock.html", {"shown": round_clock})


def preparation_panel(request: HttpRequest, subject: PreparationSubject) -> Panel | None:
    """Return the panel of the desk with drafting or building.

    It has the clock and its buttons.

    Permission: as the desk.
    """
    del request
    shown, done = subject.preparation.next, subject.preparation.last_done
    clock = preparation.load_clock(subject.preparation, shown) if shown else None
    context = {
        "shown": clock,
        "done": Preparation.Kind(done) if done else None,
        "done_state": subject.preparation.state_of(done) if done else None,
        "done_at": subject.preparation.rows[done].ended_at if done else None,
        "form": PreparationForm(initial={"minutes": clock.minutes or None}, auto_id="prepare-%s") if clock else None,
        "starts_event": subject.preparation.stage.event.status == Event.Status.OPEN,
    }
    return Panel(_("Drafting and building"), "clock/partials/desk_preparation.html", context)


def event_preparation_panel(_request: HttpRequest, subject: EventSubject) -> Panel | None:
    """Return the panel with the clock of drafting or building.

    None if neither is in progress.

    Permission: public.
    """
    if subject.event.status != Event.Status.RUNNING:
        return None
    current = preparation.load_current(subject.event)
    if current is None or current.running is None:
        return None
    shown = preparation.load_clock(current, current.running)
    context = {"shown": shown, "ends_at": shown.end_for_table, "minutes": 0, "plays_on": False}
    return Panel(str(shown.kind.label), "clock/partials/event_clock.html", context)


def event_panel(request: HttpRequest, subject: EventSubject) -> Panel | None:
    """Return the panel with the clock of the current round, or None if not started.

    Permission: public. A player whose table has a time extension sees the end time of that table.
    """
    if subject.event.status != Event.Status.RUNNING:
        return None
    last = event_plan(subject.event).latest_round
    if last is None or last.status != Round.Status.PUBLISHED:
        return None
    last.stage.event = subject.event
    round_clock = selectors.get_round_clock(last)
    if round_clock.state is ClockState.READY:
        return None
    minutes = selectors.get_player_extension(last, request.user) if isinstance(request.user, User) else 0
    plays_on = round_clock.plays_on(minutes)
    if round_clock.state is ClockState.CALLED and not plays_on:
        return None
    context = {
        "shown": round_clock,
        "ends_at": round_clock.end_for_table(minutes),
        "minutes": minutes,
        "plays_on": plays_on,
    }
    return Panel(_("Clock"), "clock/partials/event_clock.html", context)


def mark_extended_tables(round_: Round) -> dict[int, str]:
    """Return the time extensions by match id, as text for the board."""
    return {match: f"+{minutes}" for match, minutes in selectors.extension_minutes_by_match(round_).items()}


def _minutes_and_round(data: dict[str, Any]) -> dict[str, object]:
    return {"minutes": data.get("minutes", 0), "round": round_name_in_log(data)}


def _describe_preparation(drafting: Promise, building: Promise) -> Callable[[dict[str, Any]], str]:
    """Return the function that describes an audit entry about drafting or building."""

    def describe(data: dict[str, Any]) -> str:
        words = drafting if data.get("preparation") == Preparation.Kind.DRAFTING else building
        return str(words) % {"minutes": data.get("minutes", 0), "title": data.get("title", "?")}

    return describe


def register() -> None:
    """Register panels and audit labels."""
    audit_categories["clock"] = gettext_lazy("Clock")
    audit_categories["preparation"] = gettext_lazy("Drafting and building")
    live_part_providers.append(match_live_part)
    match_panels.register(extension_panel)
    desk_panels.register(desk_panel)
    table_marks["extended"] = mark_extended_tables
    preparation_panels.register(preparation_panel)
    event_panels.register(
        event_preparation_panel, rows=lambda: Preparation.objects.filter(stage__event_id=EVENT, ended_at=None)
    )
    event_panels.register(event_panel, rows=lambda: ClockMove.objects.filter(round__stage__event_id=EVENT))
    audit_action_labels.update(
        {
            "preparation.started": _describe_preparation(
                gettext_lazy("started drafting for “%(title)s” at %(minutes)s minutes"),
                gettext_lazy("started building for “%(title)s” at %(minutes)s minutes"),
            ),
            "preparation.skipped": _describe_preparation(
                gettext_lazy("skipped drafting for “%(title)s”"), gettext_lazy("skipped building for “%(title)s”")
            ),
            "preparation.paused": _describe_preparation(
                gettext_lazy("paused the clock of drafting"), gettext_lazy("paused the clock of building")
            ),
            "preparation.resumed": _describe_preparation(
                gettext_lazy("resumed the clock of drafting"), gettext_lazy("resumed the clock of building")
            ),
            "preparation.added": _describe_preparation(
                gettext_lazy("changed the clock of drafting by %(minutes)s minutes"),
                gettext_lazy("changed the clock of building by %(minutes)s minutes"),
            ),
            "preparation.ended": _describe_preparation(
                gettext_lazy("ended drafting for “%(title)s”"), gettext_lazy("ended building for “%(title)s”")
            ),
            "preparation.reopened": _describe_preparation(
                gettext_lazy("reopened drafting for “%(title)s”"), gettext_lazy("reopened building for “%(title)s”")
            ),
            "clock.started": lambda data: (
                _("started the clock of %(round)s at %(minutes)s minutes") % _minutes_and_round(data)
            ),
            "clock.paused": lambda data: _("paused the clock of %(round)s") % {"round": round_name_in_log(data)},
            "clock.resumed": lambda data: _("resumed the clock of %(round)s") % {"round": round_name_in_log(data)},
            "clock.added": lambda data: (
                _("changed the clock of %(round)s by %(minutes)s minutes") % _minutes_and_round(data)
            ),
            "clock.reset": lambda data: _("reset the clock of %(round)s") % {"round": round_name_in_log(data)},
            "clock.configured": lambda data: (
                _("set the clock to call time automatically")
                if data.get("calls_time")
                else _("set the clock to leave calling time to the staff")
            ),
            "match.extended": gettext_lazy("gave table %(table)s a time extension of %(minutes)s minutes"),
            "match.extension_undone": gettext_lazy("undid a time extension of %(minutes)s minutes for table %(table)s"),
        }
    )
