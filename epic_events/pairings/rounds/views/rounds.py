"""Public views of rounds: pairings by table and by name, explanations and pods."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.events.models.event import is_public_event
from epic_events.events.permissions import Rights, rights
from epic_events.events.selectors import load_versioned_event
from epic_events.events.views.shared import get_event_or_404, has_current_version, renewal
from epic_events.infra.names import isolated
from epic_events.page_cache.pages import Page, Placeholders, respond, respond_uncached
from epic_events.pairings.models import Round
from epic_events.pairings.pods import pod_rows, poddings
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.match_state import get_match_or_404
from epic_events.pairings.results.selectors import (
    OwnTable,
    count_results,
    get_round_or_404,
    load_own_table,
    load_table_in_latest_round,
    visible_rounds,
)
from epic_events.pairings.round_names import name_of_round
from epic_events.pairings.rounds.explanations import explain_match
from epic_events.pairings.rounds.lists import ListQuery, RoundList, parse_list_query
from epic_events.pairings.selectors import event_plan

NO_ROUND = "none"
"""Round key in the version token of a page without rounds."""
PARTS: Final = ("list", "results_in", "progress")
"""Template names of the parts that change with every result."""


@require_safe
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the current or latest round. Permission: everyone who may see the event."""
    return _answer(request, slug, None, cut=False)


@require_safe
def round_page(request: HttpRequest, slug: str, number: int, *, cut: bool) -> HttpResponse:
    """Show the pairings of a round.

    Permission: everyone; unpublished rounds for staff.
    """
    return _answer(request, slug, number, cut=cut)


def _answer(request: HttpRequest, slug: str, number: int | None, *, cut: bool) -> HttpResponse:
    """Render a round from the shared page cache.

    An open page polls with its ``expected_version`` and gets 204 if nothing has changed. The user's own table is filled
    into placeholders.
    """
    event, tokens, event_rights = load_versioned_event(request.user, slug)
    expected_version = request.GET.get("expected_version", "")
    if expected_version.partition(".")[2] == tokens.latest:
        return HttpResponse(status=204)
    shown = _RoundPage(
        event, event_rights, number, cut=cut, asked=parse_list_query(request), version_token=tokens.latest
    )
    lasting = f"{event.salt}.{tokens.lasting}"
    shown.lasting = "" if shown.asked.words else lasting
    news = shown.news(request, request.GET.get("shown") or expected_version)
    page = Page(
        name=(shown.asked.query,),
        query=shown.asked.query,
        version_token=f"{event.salt}.{tokens.latest}",
        shown=shown,
        own=lambda: {**shown.own(request), **_news_placeholders(news)},
        own_version_token=news,
        parts=shown.parts,
        frame_version_token=lasting,
        zone=event.zone,
    )
    if shown.asked.words:  # search results are not cached because search texts are unlimited
        return respond_uncached(request, page)
    return respond(request, page, staff=event_rights.staff)


class _RoundPage:
    """Content of a round page: shared parts, and placeholder values of one user."""

    def __init__(
        self, event: Event, event_rights: Rights, number: int | None, *, cut: bool, asked: ListQuery, version_token: str
    ) -> None:
        self.event, self.held, self.asked = event, event_rights, asked
        self.lasting = ""
        self._number, self._cut, self._version_token = number, cut, version_token
        self._found: dict[int | None, tuple[list[Round], Round | None]] = {}
        self._listed: dict[int, RoundList] = {}

    def _rounds(self, request: HttpRequest) -> tuple[list[Round], Round | None]:
        """Return the rounds the user may see, and the round in the URL or `None`.

        Raises:
            MissingError: there is no such round that the user may see.
        """
        viewer = request.user.pk  # the placeholder users for visitors and signed-in users see the same rounds
        if viewer not in self._found:
            rounds = (
                event_plan(self.event).published_rounds
                if self._is_public_view
                else list(visible_rounds(request, self.event))
            )
            for each in rounds:
                each.stage.event = self.event
            if self._number is None:
                meant = rounds[-1] if rounds else None
            else:
                meant = get_round_or_404(request, self.event, self._number, cut=self._cut)
            self._found[viewer] = (rounds, meant)
        return self._found[viewer]

    @property
    def _is_public_view(self) -> bool:
        """True if the user sees only what everyone sees."""
        return not self.held.staff and is_public_event(self.event)

    def _list_of(self, round_: Round) -> RoundList:
        """Return the list of a round, loaded once for page and parts."""
        return self._listed.setdefault(round_.pk, RoundList(round_, self.asked, self.lasting))

    def __call__(self, request: HttpRequest) -> tuple[str, dict[str, Any]]:
        """Return template and context of the page."""
        context: dict[str, Any] = {"event": self.event, "rights": self.held}
        rounds, round_ = self._rounds(request)
        if round_ is None:
            return "pairings/no_rounds.html", context
        listed = self._list_of(round_)
        return "pairings/round.html", {
            **context,
            "round": round_,
            "rounds": rounds,
            "list": listed,
            "asked": self.asked,
        }

    def parts(self, request: HttpRequest, own: Placeholders) -> dict[str, str]:
        """Return the parts that change with every result: list, counts and version token."""
        rounds, round_ = self._rounds(request)
        if round_ is None:
            return {"version_token": f"{NO_ROUND}.{self._version_token}"}
        listed = self._list_of(round_)
        context = {
            "event": self.event,
            "rights": self.held,
            "own": own,
            "round": round_,
            "list": listed,
            "rows": listed.rows,
            "names": listed.names,
            "asked": self.asked,
            "lasting": self.lasting,
            **count_results(round_)._asdict(),
        }
        parts = {name: render_to_string(f"pairings/partials/round_{name}.html", context) for name in PARTS}
        return {**parts, "version_token": f"{rounds[-1].pk}.{self._version_token}"}

    def own(self, request: HttpRequest) -> dict[str, str]:
        """Return the placeholder values of the user: the own table and its marks in lists."""
        if not isinstance(request.user, User):
            return {}
        if self._number is None and self._is_public_view:
            mine = load_table_in_latest_round(self.event, request.user)
        else:
            round_ = self._rounds(request)[1]
            mine = load_own_table(round_, request.user) if round_ is not None else None
        if mine is None:
            return {}
        marked = mark_safe(' class="mine"')
        context = {"event": self.event, "round": mine.match.round, "mine": mine}
        return {
            "table": render_to_string("pairings/partials/my_table.html", context),
            f"table-{mine.match.pk}": marked,
            f"seat-{mine.seat}": marked,
        }

    def news(self, request: HttpRequest, shown: str) -> str:
        """Return the announcement of a new round for an open page. Empty if there is none."""
        rounds, meant = self._rounds(request) if shown else ([], None)
        if not rounds or shown.partition(".")[0] == str(rounds[-1].pk):
            return ""
        return _publication_news(rounds[-1], load_own_table(rounds[-1], request.user) if meant == rounds[-1] else None)


def _news_placeholders(news: str) -> dict[str, str]:
    """Return the placeholders that announce news to an open page."""
    if not news:
        return {}
    return {
        "news": format_html('<div id="live" hx-swap-oob="innerHTML">{}</div>', news),
        "news_told": format_html(' data-news="{}"', news),
    }


def _publication_news(round_: Round, mine: OwnTable | None) -> str:
    """Announce a published round, with table and opponent for its players."""
    text = _("%(round)s is published.") % {"round": name_of_round(round_)}
    if mine is None:
        return text
    if mine.is_bye:
        return f"{text} {_('You have a bye.')}"
    words = {"table": mine.match.table, "name": isolated(mine.others[0])}
    return f"{text} {_('You play at table %(table)s against %(name)s.') % words}"


@require_safe
@never_cache
def explanation_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Explain a pairing or bye, with the best alternative.

    Permission: everyone for published rounds. Unpublished rounds and avoidances: staff.
    """
    event = get_event_or_404(request, slug)
    match = get_match_or_404(request, event, pk)
    match.round.stage.event = event
    event_rights = rights(request.user, event)
    context = {
        "event": event,
        "rights": event_rights,
        "round": match.round,
        "row": table_rows.build_table_row(match, request.user),
        "why": explain_match(match, staff=event_rights.staff),
    }
    return render(request, "pairings/explanation.html", context)


@require_safe
def pods(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the pods of every stage, latest stage first.

    Permission: every user who may view the event; unpublished pods only for the staff.
    """
    event, tokens, event_rights = load_versioned_event(request.user, slug)
    if has_current_version(request, tokens.latest):
        return HttpResponse(status=204)
    rows = poddings(event, drafts=event_rights.staff)
    context = {
        "event": event,
        **renewal(event, tokens.latest),
        "rights": event_rights,
        "stages": [(podding, pod_rows(podding.stage, request.user)) for podding in reversed(rows)],
    }
    return render(request, "pairings/pods.html", context)
