"""Page that lists the export files of an event, and their downloads."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from epic_events.decks.models import CardPool
from epic_events.events.models import Event, Stage
from epic_events.events.permissions import rights
from epic_events.events.views.shared import get_event_for_staff, get_event_or_404
from epic_events.infra.errors import MissingError
from epic_events.infra.responses import WRITERS
from epic_events.integrations.embeds import frames_of
from epic_events.integrations.exports import event_tables, tables
from epic_events.integrations.exports.programs import PROGRAMS
from epic_events.integrations.exports.tables import Table
from epic_events.judging.permissions import Permission, grants
from epic_events.pairings import selectors
from epic_events.pairings.cut.selectors import has_final_standings
from epic_events.pairings.models import Podding, Round
from epic_events.pairings.round_names import name_of_round

_WHOLE: Final[Mapping[str, tuple[str | Promise, Callable[[Event, object], Table]]]] = {
    "players": (gettext_lazy("Players"), tables.players),
    "results": (gettext_lazy("Pairings and results of all rounds"), tables.results),
    "final-standings": (gettext_lazy("Final standings"), tables.final_standings),
    "decklists": (gettext_lazy("Decklists as submitted"), tables.decklists),
    "deck-cards": (gettext_lazy("Decklists, card by card"), tables.deck_cards),
    "card-pools": (gettext_lazy("Pools as entered"), tables.card_pools),
    "pool-cards": (gettext_lazy("Pools, card by card"), tables.pool_cards),
    "stages": (gettext_lazy("Stages"), event_tables.stages),
    "rounds": (gettext_lazy("Rounds"), event_tables.rounds),
    "pods": (gettext_lazy("Pods"), event_tables.pods),
    "taking-part": (gettext_lazy("Attendance history"), event_tables.participations),
    "disputes": (gettext_lazy("Disputes"), event_tables.disputes),
    "penalties": (gettext_lazy("Penalties"), tables.penalties),
    "calls": (gettext_lazy("Judge calls"), tables.calls),
    "decisions": (gettext_lazy("Judge decisions"), event_tables.decisions),
    "appeals": (gettext_lazy("Appeals to the head judge"), event_tables.appeals),
    "check-draws": (gettext_lazy("Tables selected for deck checks"), event_tables.check_draws),
    "deck-checks": (gettext_lazy("Deck checks"), event_tables.deck_checks),
    "clock-steps": (gettext_lazy("Clock changes"), event_tables.clock_steps),
    "time-extensions": (gettext_lazy("Time extensions"), event_tables.time_extensions),
    "repairs": (gettext_lazy("Repairs"), event_tables.repairs),
    "kept-apart": (gettext_lazy("Players set to “do not pair”"), event_tables.avoidances),
    "staff": (gettext_lazy("Staff"), event_tables.staff),
}
"""Tables of a whole event by file name."""
_OF_A_ROUND: Final = re.compile(r"(pairings|cut-pairings|standings)-([1-9][0-9]{0,3})")


_IMPORTABLE: Final = re.compile(
    r"players|results|final-standings|decklists|deck-cards|card-pools|pool-cards|(?:pairings|cut-pairings|standings)-\d+"
)


_GROUPS: Final[Mapping[str, str | Promise]] = {
    "results": gettext_lazy("Players and results"),
    "single-rounds": gettext_lazy("Single rounds"),
    "decks": gettext_lazy("Decklists"),
    "judging": gettext_lazy("Judging"),
    "setup": gettext_lazy("Setup and log"),
}
"""Groups of files on the page, by id of their section."""
_GROUP_OF: Final[Mapping[str, str]] = {
    **dict.fromkeys(("players", "results", "final-standings", "taking-part"), "results"),
    **dict.fromkeys(("decklists", "deck-cards", "card-pools", "pool-cards"), "decks"),
    **dict.fromkeys(("stages", "rounds", "pods", "repairs", "kept-apart", "staff"), "setup"),
    **dict.fromkeys(("disputes", "penalties", "calls", "decisions", "appeals"), "judging"),
    **dict.fromkeys(("check-draws", "deck-checks", "clock-steps", "time-extensions"), "judging"),
}


@dataclass(frozen=True)
class File:
    """Export file: name without extension, and title.

    Attributes:
        name: name without extension.
        title: title on the page.
        is_double: True if the file has the matches of a double elimination, whose parts a table does not have.
    """

    name: str
    title: str
    is_double: bool = False

    @property
    def group(self) -> str:
        """Return the id of its group on the page."""
        return _GROUP_OF.get(self.name, "single-rounds")

    @property
    def importable(self) -> bool:
        """True if a page of this site reads the file."""
        return _IMPORTABLE.fullmatch(self.name) is not None and not (self.is_double and self.name == "results")


def find_table(event: Event, viewer: object, name: str) -> Table:
    """Return the table of an export file.

    Args:
        event: the event.
        viewer: user who downloads the file.
        name: name without extension: ``players``, ``pairings-3``, ``cut-pairings-1``, ``standings-3``.

    Raises:
        MissingError: the file does not exist, does not exist yet, or is hidden from the viewer.
        NotAllowedError: the viewer is not staff of the event.
    """
    if name in _WHOLE:
        return _WHOLE[name][1](event, viewer)
    match = _OF_A_ROUND.fullmatch(name)
    if match is None:
        raise MissingError(_("This file does not exist."))
    number = int(match[2])
    if match[1] == "standings":
        return _standings(event, number)
    rounds = Round.objects.visible_to(viewer).filter(stage__event=event, number=number)
    brackets = {"stage__kind__in": Stage.ELIMINATIONS}
    rounds = rounds.filter(**brackets) if match[1] == "cut-pairings" else rounds.exclude(**brackets)
    if not rounds.exists():
        raise MissingError(_("This round has not been published."))
    return tables.results(event, viewer, rounds)


def _standings(event: Event, number: int) -> Table:
    plan = selectors.event_plan(event)
    stage = plan.counting_stage
    if stage is None or number > plan.last_finished(stage):
        raise MissingError(_("There are no standings after this round yet."))
    return tables.standings(stage, number)


def files_of(event: Event, viewer: object) -> list[File]:
    """Return the export files available to staff, those of the whole event first."""
    left_out = set() if has_final_standings(event) else {"final-standings"}
    if not event.decklists_required:
        left_out |= {"decklists", "deck-cards"}
    if not CardPool.objects.filter(registration__event=event).exists():
        left_out |= {"card-pools", "pool-cards"}
    if not Podding.objects.filter(stage__event=event).exists():
        left_out.add("pods")
    event_rights = rights(viewer, event)
    if not grants(event_rights, Permission.CHECK_DECKS):
        left_out |= {"check-draws", "deck-checks"}
    if not event_rights.score:
        left_out.add("kept-apart")
    plan = selectors.event_plan(event)
    double = any(stage.kind == Stage.Kind.DOUBLE_ELIMINATION for stage in plan.stages)
    files = [File(name, str(title), double) for name, (title, _table) in _WHOLE.items() if name not in left_out]
    rounds = Round.objects.visible_to(viewer).filter(stage__event=event).select_related("stage")
    for round_ in rounds.order_by("stage__order", "number"):
        round_.stage.event = event
        which = "cut-pairings" if round_.stage.is_elimination else "pairings"
        title = _("Pairings and results, %(round)s") % {"round": name_of_round(round_)}
        files.append(File(f"{which}-{round_.number}", title))
    stage = plan.counting_stage
    last = plan.last_finished(stage)
    title = _("Swiss standings after round %(number)d") if plan.cut else _("Standings after round %(number)d")
    files += [File(f"standings-{number}", title % {"number": number}) for number in range(1, last + 1)]
    return files


@login_required
@require_safe
def files(request: HttpRequest, slug: str) -> HttpResponse:
    """List the export files of an event. Permission: the event's staff."""
    event, event_rights = get_event_for_staff(request, slug)
    listed = files_of(event, request.user)
    groups = [(key, title, [file for file in listed if file.group == key]) for key, title in _GROUPS.items()]
    context = {
        "event": event,
        "rights": event_rights,
        "groups": [group for group in groups if group[2]],
        "kinds": list(WRITERS),
        "programs": list(PROGRAMS),
        "frames": frames_of(event),
    }
    return render(request, "web/files.html", context)


@require_safe
def file(request: HttpRequest, slug: str, name: str, kind: str) -> StreamingHttpResponse:
    """Download a table of an event as a file, ``csv`` or ``json``.

    Permission: users who may see the page with the same data; staff actions only for the event's staff.
    """
    event = get_event_or_404(request, slug)
    if kind not in WRITERS:
        raise MissingError(_("This file does not exist."))
    table = find_table(event, request.user, name)
    write, content_type = WRITERS[kind]
    response = StreamingHttpResponse(write(table.columns, table.rows), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-{name}.{kind}"'
    response["Cache-Control"] = "private, no-cache"
    return response


@require_safe
def program_file(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Download an event for another program, ``trf`` or ``nrtm``.

    Permission: users who may see the event.
    """
    event = get_event_or_404(request, slug)
    if name not in PROGRAMS:
        raise MissingError(_("This file does not exist."))
    content_type, extension, write = PROGRAMS[name]
    response = HttpResponse(write(event, request.user), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-{name}.{extension}"'
    response["Cache-Control"] = "private, no-cache"
    return response
