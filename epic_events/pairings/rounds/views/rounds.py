"""The pages of rounds: pairings by table and by name, for everybody."""

from typing import Any

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.events.permissions import Rights, rights
from epic_events.events.views.shared import stamped_event
from epic_events.names import isolated
from epic_events.pages.kept import Page, answer, apart
from epic_events.pairings.models import Match, Round
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.finding import find_round, rounds_of
from epic_events.pairings.round_names import name_of_round
from epic_events.pairings.rounds.lists import Asked, RoundList, asked_for

NOTHING = "none"
"""What a page has seen on which no round stands yet."""


@require_safe
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the round being played, or the latest. Permission: everybody who may know of the event."""
    return _answer(request, slug, None, cut=False)


@require_safe
def round_page(request: HttpRequest, slug: str, number: int, *, cut: bool) -> HttpResponse:
    """Show the pairings of one round. Permission: everybody for a published round, the staff for a draft."""
    return _answer(request, slug, number, cut=cut)


def _answer(request: HttpRequest, slug: str, number: int | None, *, cut: bool) -> HttpResponse:
    """Show a round; an open page asks again with the stamp it has ``seen`` and gets 204 while nothing has changed.

    The list is kept for everybody; the reader's own table, and its mark in the list, are put in.
    """
    event, stamps = stamped_event(request, slug)
    seen = request.GET.get("seen", "")
    if seen.partition(".")[2] == stamps.latest:
        return HttpResponse(status=204)
    held = rights(request.user, event)
    shown = _Shown(event, held, number, cut=cut, asked=asked_for(request), stamp=stamps.latest)
    news = shown.news(request, request.GET.get("shown") or seen)
    page = Page(
        name=(shown.asked.query,),
        query=shown.asked.query,
        stamp=f"{event.salt}.{stamps.latest}",
        shown=shown,
        own=lambda: {**shown.own(request), **_told(news)},
        own_stamp=news,
        zone=event.zone,
    )
    if shown.asked.words:  # what people look for is not kept: there is no end to it
        return apart(request, page)
    return answer(request, page, staff=held.staff)


class _Shown:
    """What is shown of a round: to everybody, and in the gaps to one reader."""

    def __init__(self, event: Event, held: Rights, number: int | None, *, cut: bool, asked: Asked, stamp: str) -> None:
        self.event, self.held, self.asked = event, held, asked
        self._number, self._cut, self._stamp = number, cut, stamp
        self._found: tuple[HttpRequest, list[Round], Round | None] | None = None

    def _rounds(self, request: HttpRequest) -> tuple[list[Round], Round | None]:
        """Return the rounds that the reader may know of, and the one that the address means; None where none stands.

        Raises:
            MissingError: there is none of that number that the reader may know of.
        """
        if self._found is None or self._found[0] is not request:
            known = list(rounds_of(request, self.event))
            for each in known:
                each.stage.event = self.event
            if self._number is None:
                meant = known[-1] if known else None
            else:
                meant = find_round(request, self.event, self._number, cut=self._cut)
            self._found = (request, known, meant)
        return self._found[1:]

    def __call__(self, request: HttpRequest) -> tuple[str, dict[str, Any]]:
        """Return template and context of the page."""
        context: dict[str, Any] = {"event": self.event, "rights": self.held}
        known, round_ = self._rounds(request)
        if round_ is None:
            return "pairings/no_rounds.html", {**context, "stamp": f"{NOTHING}.{self._stamp}"}
        listed = RoundList(round_, self.asked)
        played = round_.matches.filter(table__isnull=False)
        counted = played.aggregate(played=Count("pk"), settled=Count("pk", filter=Q(status=Match.Status.CONFIRMED)))
        return "pairings/round.html", {
            **context,
            **counted,
            "round": round_,
            "rounds": known,
            "list": listed,
            "rows": listed.rows,
            "names": listed.names,
            "asked": self.asked,
            "stamp": f"{known[-1].pk}.{self._stamp}",
        }

    def own(self, request: HttpRequest) -> dict[str, str]:
        """Return what belongs to the reader: the own table, and the marks of it in the lists."""
        round_ = self._rounds(request)[1] if isinstance(request.user, User) else None
        mine = own_table(round_, request.user) if round_ is not None else None
        if mine is None or mine.mine is None:
            return {}
        marked = mark_safe(' class="mine"')  # nosec B308
        context = {"event": self.event, "round": round_, "mine": mine}
        return {
            "table": render_to_string("pairings/partials/my_table.html", context, request),
            f"table-{mine.match.pk}": marked,
            f"seat-{mine.mine.pk}": marked,
        }

    def news(self, request: HttpRequest, shown: str) -> str:
        """Return what an open page, which shows another latest round, is told of the latest; empty for nothing new."""
        known, meant = self._rounds(request) if shown else ([], None)
        if not known or shown.partition(".")[0] == str(known[-1].pk):
            return ""
        return _published(known[-1], own_table(known[-1], request.user) if meant == known[-1] else None)


def own_table(round_: Round, viewer: object) -> table_rows.TableRow | None:
    """Return the table of a round at which the viewer sits; None for everybody who does not."""
    if not isinstance(viewer, User):
        return None
    found = table_rows.with_seats(round_.matches.filter(seats__registration__player__user=viewer)).first()
    return table_rows.table_row(found, viewer) if found is not None else None


def _told(news: str) -> dict[str, str]:
    """Return the gaps in which an open page is told something."""
    if not news:
        return {}
    return {
        "news": format_html('<div id="live" hx-swap-oob="innerHTML">{}</div>', news),
        "news_told": format_html(' data-news="{}"', news),
    }


def _published(round_: Round, mine: table_rows.TableRow | None) -> str:
    """Return that a round stands and, to one of its players, where and against whom."""
    said = _("%(round)s is published.") % {"round": name_of_round(round_)}
    if mine is None:
        return said
    if mine.is_bye:
        return f"{said} {_('You have a bye.')}"
    words = {"table": mine.match.table, "name": isolated(mine.others[0].registration.name)}
    return f"{said} {_('You play at table %(table)s against %(name)s.') % words}"
