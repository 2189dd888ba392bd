"""Pairings, standings and bracket as iframes for other sites.

Organisers must allow it. The pages show public data and are the same for all visitors. They use no cookies, forms or
scripts and reload every minute. Every other page of the site forbids framing.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from epic_events.accounts.languages import available_languages
from epic_events.audit_log.services import version_tokens
from epic_events.events.models import Event
from epic_events.infra.cached_values import cached
from epic_events.infra.errors import MissingError
from epic_events.pairings import selectors
from epic_events.pairings.cut.selectors import (
    Elimination,
    bracket_sections,
    compute_final_standings,
    final_rows,
    has_final_standings,
)
from epic_events.pairings.methods.standings import winner
from epic_events.pairings.models import Round
from epic_events.pairings.results.table_rows import tables
from epic_events.pairings.standings import ranking
from epic_events.pairings.standings.rows import build_standing_rows, columns_with_values
from epic_events.pairings.standings.tie_break_labels import describe_chain


class Frame(NamedTuple):
    """Title and iframe code of an embeddable page."""

    title: str
    code: str


def frames_of(event: Event) -> list[Frame]:
    """Return the iframe codes of an event."""
    kinds = [
        ("web:embedded_pairings", _("Pairings")),
        ("web:embedded_standings", _("Standings")),
        ("web:embedded_final_standings", _("Final standings")),
    ]
    if selectors.event_plan(event).cut is not None:
        kinds.append(("web:embedded_bracket", _("Bracket")))
    return [Frame(title, _code(reverse(name, args=[event.slug]), f"{title}: {event.name}")) for name, title in kinds]


def _code(path: str, title: str) -> str:
    address = settings.SITE_ADDRESS + path
    return str(
        format_html('<iframe src="{}" title="{}" width="100%" height="600" loading="lazy"></iframe>', address, title)
    )


SECONDS: Final = 60
"""Seconds after which a frame reloads."""
MAX_ROWS: Final = 512
"""Maximum number of players in embedded standings; the page of the event lists all."""
_POLICY: Final = {
    "frame-ancestors": ["*"],
    "form-action": [NONE],
    "script-src": [NONE],
    "connect-src": [NONE],
    "style-src": [SELF],
    "img-src": [SELF],
}


@require_safe
@xframe_options_exempt
@csp_replace(_POLICY)  # type: ignore[arg-type]  # the library writes views of one argument
def pairings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the latest public round with results.

    Permission: public if the event may be embedded.
    """
    return _embed_response(request, slug, "pairings", _pairings)


@require_safe
@xframe_options_exempt
@csp_replace(_POLICY)  # type: ignore[arg-type]  # the library writes views of one argument
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings after the last finished round.

    The final standings once the event is finished. Permission: public if the event may be embedded.
    """
    return _embed_response(request, slug, "standings", _standings)


@require_safe
@xframe_options_exempt
@csp_replace(_POLICY)  # type: ignore[arg-type]  # the library writes views of one argument
def final_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the final standings; a message until the event is finished.

    Permission: public if the event may be embedded.
    """
    return _embed_response(request, slug, "final_standings", _final_standings)


@require_safe
@xframe_options_exempt
@csp_replace(_POLICY)  # type: ignore[arg-type]  # the library writes views of one argument
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the bracket of the cut with its results.

    A message until its first round is published. Permission: public if the event may be embedded.
    """
    return _embed_response(request, slug, "bracket", _bracket)


def _embed_response(
    request: HttpRequest, slug: str, content: str, build_context: Callable[[Event], dict[str, Any]]
) -> HttpResponse:
    """Respond with an embeddable page, cached per language until the event changes.

    Raises:
        MissingError: the event does not exist or may not be embedded.
    """
    tokens = version_tokens(Event.objects.filter(slug=slug.replace("\0", "")).values("pk"))
    event = Event.objects.visible_to(AnonymousUser()).filter(slug=slug.replace("\0", ""), embeddable=True).first()
    if event is None:
        raise MissingError(_("This event does not exist, or it cannot be embedded in other sites."))

    language = _language(request)

    def render() -> str:
        with translation.override(language):
            context = {"event": event, "seconds": SECONDS, **build_context(event)}
            return render_to_string(f"web/embedded/{content}.html", context)

    response = HttpResponse(cached(("embedded", language, content, event.pk), f"{event.salt}.{tokens.latest}", render))
    response["Content-Language"] = language
    response["Cache-Control"] = f"public, max-age={SECONDS // 2}"
    return response


def _language(request: HttpRequest) -> str:
    """Return the query parameter ``language``, or the browser's preferred language."""
    query_text = request.GET.get("language", "")
    if query_text in available_languages():
        return query_text
    bare = HttpRequest()  # without the cookie, so that shared caches can store the page
    bare.META["HTTP_ACCEPT_LANGUAGE"] = request.headers.get("Accept-Language", "")
    return translation.get_language_from_request(bare)


def _pairings(event: Event) -> dict[str, Any]:
    url = reverse("pairings:rounds", args=[event.slug])
    public = Round.objects.visible_to(AnonymousUser()).filter(stage__event=event).select_related("stage")
    round_ = public.order_by("stage__order", "number").last()
    if round_ is None:
        return {"round": None, "whole": url}
    round_.stage.event = event
    return {"round": round_, "rows": tables(round_), "whole": url}


def _standings(event: Event) -> dict[str, Any]:
    if has_final_standings(event):
        return _final_standings(event)
    url = reverse("pairings:standings", args=[event.slug])
    plan = selectors.event_plan(event)
    stage = plan.counting_stage
    after = plan.last_finished(stage)
    if stage is None or not after:
        return {"rows": [], "whole": url}
    cut = plan.cut
    rows = build_standing_rows(
        stage, ranking.standings(stage, after), None, cut.cut_size if cut else None, slice(0, MAX_ROWS)
    )
    columns = describe_chain(ranking.settings_of(stage).chain)
    return {
        "rows": rows,
        "after": after,
        "has_cut": cut is not None,
        "columns": columns,
        "columns_with_values": columns_with_values(rows),
        "whole": url,
    }


def _final_standings(event: Event) -> dict[str, Any]:
    url = reverse("pairings:final_standings", args=[event.slug])
    if not has_final_standings(event):
        return {"final_rows": [], "whole": reverse("pairings:standings", args=[event.slug])}
    ended = compute_final_standings(event)
    return {"final_rows": final_rows(event, ended[:MAX_ROWS]), "winner": winner(ended), "whole": url}


def _bracket(event: Event) -> dict[str, Any]:
    url = reverse("pairings:bracket", args=[event.slug])
    cut = selectors.event_plan(event).cut
    public = Round.objects.visible_to(AnonymousUser()).filter(stage=cut) if cut else Round.objects.none()
    rounds = list(public.order_by("number"))
    if cut is None or not rounds:
        return {"sections": [], "whole": url if cut else reverse("events:detail", args=[event.slug])}
    for round_ in rounds:
        round_.stage = cut
        round_.stage.event = event
    return {"cut": cut, "sections": bracket_sections(Elimination(cut), rounds), "whole": url}
