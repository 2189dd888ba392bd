"""The page of the dispute editor for a match, event or dispute.

It shows the record as a table and as text.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from epic_events.accounts.rate_limits import limit_rate
from epic_events.disputes import permissions, services
from epic_events.disputes.editor.result import BAR, CARD, TYPED_PLAY, TapResult
from epic_events.disputes.editor.sheet import Sheet, build_sheet
from epic_events.disputes.editor.taps import apply_tap, apply_text, playable_games, switch_game, waiting_fields
from epic_events.disputes.forms import EvidenceForm
from epic_events.disputes.initial_state import InitialRecord, initial_record_of_match, record_of_event
from epic_events.disputes.models import Dispute
from epic_events.disputes.permissions import require_engine
from epic_events.disputes.records import MAX_QUOTE_LENGTH, MAX_RECORD_LENGTH, list_plays, truncate_record
from epic_events.disputes.selectors import find_dispute
from epic_events.events.models import Event
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.infra.edit_conflicts import version_context
from epic_events.infra.errors import MissingError, UserError
from epic_events.infra.form_errors import errors_in_form
from epic_events.infra.limits import check_length
from epic_events.pairings.models import Match
from epic_events.reference.chosen_game import preferred_game
from rules.games import GAMES
from rules.games import require_engine as require_game_engine
from rules.judge.record import RecordError, parse, write
from rules.judge.record.lines import MAX_LINE

MAX_DIGITS = 19  # digits of a key in a URL; the database stores no larger ones


@dataclass(frozen=True)
class Origin:
    """The match and event of a new dispute; both may be missing."""

    event: Event | None
    match: Match | None


def is_first_game(request: HttpRequest) -> bool:
    """Return True if the query string says that it is the first game of the match.

    It is played before sideboarding.
    """
    return request.GET.get("game") == "1"


def origin_of(request: HttpRequest) -> Origin:
    """Return the match and event of the query string, if the user may see them.

    Raises:
        MissingError: there is no such match or event.
    """
    match_id, slug = request.GET.get("match", ""), request.GET.get("event", "")
    if match_id:
        origin_match = Match.objects.visible_to(request.user).select_related("round__stage__event")
        match = (
            origin_match.filter(pk=match_id).first() if match_id.isdecimal() and len(match_id) < MAX_DIGITS else None
        )
        if match is None:
            raise MissingError(_("This match does not exist."))
        return Origin(match.round.stage.event, match)
    if slug:
        return Origin(get_event_or_404(request, slug), None)
    return Origin(None, None)


TAPS_A_MINUTE = 240
MAX_TITLE_LENGTH = 160
MAX_TAP_LENGTH = MAX_LINE + 200  # characters: the longest line of a record, and the parts before it
MAX_STEP_DIGITS = 6
_COPY: Final = re.compile(r"(?<=\w)#[0-9]+")
"""Matches the number of a copy after a card name, as in ``Kong#1``."""
_DISPUTED_PLAY: Final = re.compile(r"play ([1-9][0-9]{0,5})")
TYPED = "typed"
"""Action that submits the record as typed text; the text is not reformatted."""


@dataclass(frozen=True)
class Subject:
    """The object being edited: a new dispute, a new version of a record, or a what-if.

    Attributes:
        origin: the match and the event.
        dispute: the dispute; ``None`` for a new one.
        game: slug of the game; empty for any game with an engine.
        step: the step of the replay at which the what-if begins; ``None`` if it is no what-if.
    """

    origin: Origin
    dispute: Dispute | None
    game: str
    step: int | None = None

    @classmethod
    def of(cls, dispute: Dispute, step: int | None = None) -> "Subject":
        """Return the subject for a dispute, or for a what-if from one of its steps."""
        return cls(Origin(dispute.event, dispute.match), dispute, dispute.game, step)

    def beginning(self, request: HttpRequest) -> InitialRecord:
        """Return the initial record."""
        if self.dispute is not None and self.step is not None:
            return InitialRecord(truncate_record(self.dispute, self.step))
        if self.dispute is not None:
            return InitialRecord(self.dispute.record.text if self.dispute.record else "")
        if self.origin.match is not None:
            begun = initial_record_of_match(self.origin.match, request.user, first_game=is_first_game(request))
            if begun.text:
                return begun
        query_text = request.GET.get("game", "")
        slug = self.game or (query_text if query_text in GAMES else preferred_game(request).slug)
        return InitialRecord(record_of_event(self.origin.event, slug))

    def page(self) -> dict[str, Any]:
        """Return the template context with the URLs of the form."""
        dispute, match, event = self.dispute, self.origin.match, self.origin.event
        parameters = {"match": match.pk} if match else {"event": event.slug} if event else {}
        at = {"from": self.step} if self.step is not None else {}
        if dispute is None:
            query = urlencode(parameters)
            action = reverse("disputes:new")
        else:
            query = urlencode({"dispute": dispute.slug, **at})
            action = reverse("disputes:save_what_if" if at else "disputes:record", args=[dispute.slug])
        behind = urlencode(at) if dispute else query
        return {
            "query": query,
            "action": f"{action}?{behind}" if behind else action,
            "plain": f"{reverse('disputes:describe')}{f'?{query}' if query else ''}",
            "event": event,
            "match": match,
            "dispute": dispute,
            "what_if": self.step is not None,
            "can_name": match is None and (dispute is None or dispute.match is None),
        }

    @property
    def can_switch(self) -> bool:
        """True if the game can be chosen: for a new dispute at no event."""
        return self.dispute is None and self.origin.event is None


def _subject(request: HttpRequest) -> Subject:
    """Return the subject of the request, after checking the permission."""
    if slug := request.GET.get("dispute", ""):
        dispute = find_dispute(request.user, slug.replace("\0", ""))
        permissions.require_judge_of(request.user, dispute)
        step = request.GET.get("from", "")
        return Subject.of(dispute, int(step) if step.isdecimal() and len(step) < MAX_STEP_DIGITS else None)
    origin = origin_of(request)
    permissions.require_open(request.user, origin.event)
    require_engine(origin.event)
    return Subject(origin, None, origin.event.game if origin.event else "")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def describe(request: HttpRequest) -> HttpResponse:
    """Render the editor.

    Nothing is stored. Permission: as opening or changing the dispute.
    """
    return render_editor(request, _subject(request))


def is_from_editor(request: HttpRequest) -> bool:
    """Return True for a form of the editor, not of the plain record form."""
    return "described" in request.POST or any(name == TYPED_PLAY or name.startswith(CARD) for name in request.POST)


def submit(
    request: HttpRequest, subject: Subject, form_class: type[forms.Form], store: Callable[[Any], Dispute | str]
) -> HttpResponse:
    """Store the edited record, or render the editor again with the errors.

    All text is kept, with the errors at their fields. Nothing is stored while any typed text is unparsed.

    Args:
        request: a request with permission.
        subject: the object being edited.
        form_class: the form of the fields below the table.
        store: a function that stores the valid form and returns the redirect target.
    """
    text, result = _apply_request(_submitted_text(request), subject, request, "")
    form_data = request.POST.copy()
    form_data["record"] = text
    if subject.dispute is None and form_data.get("title", "").strip() in ("", form_data.get("suggested", "")):
        form_data["title"] = _title(request, build_sheet(text, subject.game, result, subject.origin.event))["title"]
    form = form_class(form_data, request.FILES)
    conflict = None
    if form.is_valid() and (result is None or result.is_complete):
        with errors_in_form(form) as refusal:
            return redirect(store(form))
        conflict = refusal.error
    return render_editor(request, subject, form=form, conflict=conflict)


def render_editor(
    request: HttpRequest, subject: Subject, *, form: forms.Form | None = None, conflict: UserError | None = None
) -> HttpResponse:
    """Render the editor after a tap.

    Args:
        request: a request with permission.
        subject: the object being edited.
        form: the invalid form; ``None`` if the page was not submitted.
        conflict: the error of the service; ``None`` without one.
    """
    tap, begun = request.POST.get("tap", "")[:MAX_TAP_LENGTH], None
    if request.method == "POST":
        limit_rate("dispute.desk", signed_in_user(request).pk, limit=TAPS_A_MINUTE, seconds=60)
        text = _submitted_text(request)
        if form is None:  # A refused form is rendered with its text, whatever its length.
            check_length(text, MAX_RECORD_LENGTH, "record")
    if request.method != "POST" or (tap == TYPED and not text.strip() and "described" not in request.POST):
        begun = subject.beginning(request)
        text = begun.text
    text, result = _apply_request(text, subject, request, "" if form is not None else tap)
    part = request.headers.get("HX-Target") == "desk"
    sheet = build_sheet(text, subject.game, result, subject.origin.event)
    only = request.POST.get("only", "") if request.method == "POST" else request.GET.get("only", "")
    context = {
        **subject.page(),
        "sheet": sheet,
        "done": result,
        "hidden_fields": {} if sheet.record else waiting_fields(request.POST.dict()),
        "only": bool(only) if result is None or result.only is None else result.only,
        **_title(request, sheet),
        "disputed_play": _selected_play(request, subject),
        "tapped": bool(tap) and tap != TYPED,
        "edits": tap.startswith(f"edit{BAR}"),
        "evidence_form": form if form is not None and "who" in form.fields else _evidence(request),
        "begun": begun,
        "part": part,
        "games": _games(subject, sheet),
        "switch": _switch(result),
        "examples": _examples(sheet),
        **(_errors(request, sheet, result, form) if form is not None else {}),
    }
    if subject.dispute is not None and subject.step is None:
        context |= version_context(services.record_version_token(subject.dispute), request, conflict)
    template = "disputes/desk/desk.html" if part else "disputes/desk/describe.html"
    return render(request, template, context, status=400 if form is not None else 200)


def _submitted_text(request: HttpRequest) -> str:
    return request.POST.get("record", "").replace("\0", "")


def _evidence(request: HttpRequest) -> EvidenceForm:
    return EvidenceForm(initial={name: request.POST.get(name, "") for name in ("who", "statement")})


def _selected_play(request: HttpRequest, subject: Subject) -> str:
    """Return the selected disputed play, else the one of the dispute.

    Empty for the last play.
    """
    dispute = subject.dispute
    if request.method == "POST" or dispute is None or dispute.record is None:
        return request.POST.get("disputed_play", "")[:MAX_QUOTE_LENGTH]
    lines = [line for line, _words in list_plays(dispute.record.text, dispute.game)]
    return f"play {lines.index(dispute.disputed_line) + 1}" if dispute.disputed_line in lines else ""


def _apply_request(text: str, subject: Subject, request: HttpRequest, tap: str) -> tuple[str, TapResult | None]:
    """Return the record after a tap; unparsed text is returned unchanged."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if request.method != "POST":
        return text, None
    try:
        record = parse(text, game=subject.game)
        form_data = request.POST.dict()
        result = (
            apply_text(record, form_data) if tap == TYPED else apply_tap(record, form_data, tap, subject.origin.event)
        )
        switch_game(result, tap, can_switch=subject.can_switch)
    except RecordError:
        return text, None
    return (text if tap == TYPED or result.record == record else write(result.record)), result


def _errors(request: HttpRequest, sheet: Sheet, result: TapResult | None, form: forms.Form) -> dict[str, Any]:
    """Return the template context of the errors of a submitted form."""
    errors = list(sheet.field_errors)
    if result is not None and result.typed_play:
        errors.append(("id_typed_play", result.wrong or _("Add this play before you submit.")))
    errors += [
        (f"id_{name}", str(message))
        for name, messages in form.errors.items()
        for message in messages
        if name in form.fields and name != "record"
    ]
    field_messages = {message for _id, message in errors}
    general = [str(message) for message in form.non_field_errors()]
    if not errors and not sheet.problems:
        general += [str(message) for message in form.errors.get("record", ()) if message not in field_messages]
    lost_photo = bool(request.FILES)
    return {"refused": True, "field_errors": errors, "general_errors": general, "form": form, "lost_photo": lost_photo}


def _games(subject: Subject, sheet: Sheet) -> list[tuple[str, str, bool]]:
    """Return the games that can be selected as (slug, name, is selected)."""
    if not subject.can_switch or sheet.record is None:
        return []
    return [(game.slug, game.name, game.slug == sheet.game) for game in playable_games()]


def _switch(result: TapResult | None) -> tuple[str, str] | None:
    """Return slug and name of the game whose selection needs confirmation."""
    return (result.switch, GAMES[result.switch].name) if result is not None and result.switch else None


def _examples(sheet: Sheet) -> list[str]:
    """Return example plays with the names of the players."""
    if sheet.record is None:
        return []
    return [
        example.play.format(*sheet.record.players)
        for example in require_game_engine(GAMES[sheet.game]).positions.examples
    ]


def _title(request: HttpRequest, sheet: Sheet) -> dict[str, Any]:
    """Return the typed or a suggested title, and the suggestion as ``suggested``.

    The suggestion is made from the disputed play. Titles become public, so the suggestion never names hidden cards.
    """
    title, before = request.POST.get("title", "")[:MAX_TITLE_LENGTH], request.POST.get("suggested", "")
    if request.method != "POST":
        return {"title": title, "suggested": ""}
    disputed_play = _DISPUTED_PLAY.fullmatch(request.POST.get("disputed_play", ""))
    plays = sheet.plays[: int(disputed_play[1])] if disputed_play else sheet.plays
    play_texts = [play["public"] for play in plays if play["public"]]
    suggested = _COPY.sub("", play_texts[-1])[:MAX_TITLE_LENGTH] if play_texts else ""
    return {"title": suggested if title.strip() in ("", before) else title, "suggested": suggested}
