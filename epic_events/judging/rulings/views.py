"""Views of rulings, and the Atom feed of new ones."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.syndication.views import Feed
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from epic_events.accounts.idempotency import once
from epic_events.accounts.permissions import SITE_JUDGES_ONLY
from epic_events.accounts.rate_limits import limit_rate
from epic_events.events.models import Event
from epic_events.events.permissions import list_judged_events
from epic_events.events.selectors import load_altered_rules
from epic_events.events.views.shared import get_event_or_404, posted_text, signed_in_user
from epic_events.infra.edit_conflicts import expected_version, version_context
from epic_events.infra.errors import MissingError, UserError
from epic_events.infra.form_errors import errors_in_form
from epic_events.infra.responses import compress_public
from epic_events.judging.rulings import permissions, services
from epic_events.judging.rulings.forms import ReasonForm, RulingForm, SearchForm, SupersedeForm, load_initial_data
from epic_events.judging.rulings.models import Ruling
from epic_events.judging.rulings.selectors import (
    RulingFilter,
    build_search_index_json,
    find_ruling,
    find_similar,
    search_rulings,
)
from epic_events.reference.chosen_game import preferred_game
from epic_events.reference.rules import selectors

PAGE_SIZE = 20
MAX_SIMILAR_PER_MINUTE = 120


def filter_from_form(form: SearchForm) -> RulingFilter:
    """Return the filter from the search form. Invalid fields are ignored."""
    if not form.is_bound:
        return RulingFilter()
    form.full_clean()
    data: dict[str, Any] = form.cleaned_data
    return RulingFilter(
        words=data.get("q", ""),
        rule=data.get("rule", "").strip(),
        card=data.get("card", "").strip(),
        status=data.get("status", ""),
        event=data.get("event", ""),
        game=data.get("game", ""),
    )


@require_safe
@vary_on_headers("HX-Request")
def ruling_list(request: HttpRequest) -> HttpResponse:
    """Render the list of rulings with search and filters.

    Permission: published rulings are public; judges also see unpublished ones of their events.
    """
    form = SearchForm(request.GET or None)
    rows = search_rulings(request.user, filter_from_form(form))
    fragment = bool(request.headers.get("HX-Request"))
    may_rule = permissions.can_rule(request.user, None)
    context = {
        "form": form,
        "page_obj": Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page")),
        "total": len(rows),
        "fragment": fragment,
        "may_rule": may_rule,
        "judged": [] if may_rule or fragment else list_judged_events(request.user),
        "ask_for_the_role": SITE_JUDGES_ONLY,
        "books": selectors.rulebooks(),
        "here": "rulings",
    }
    return render(request, "rulings/partials/rows.html" if fragment else "rulings/list.html", context)


@require_safe
@cache_control(no_cache=True)
@compress_public
def search_index(_request: HttpRequest, game: str) -> HttpResponse:
    """Return the offline search index of a game's rulings as JSON.

    Permission: public; published rulings only.
    """
    return HttpResponse(build_search_index_json(game), content_type="application/json")


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """Render a ruling with its rules, cards and versions.

    Permission: public when published; before, its author and the judges of its event.
    """
    ruling = find_ruling(request.user, slug)
    return _render_ruling(request, ruling)


def _render_ruling(
    request: HttpRequest, ruling: Ruling, *, supersede_form: SupersedeForm | None = None, status: int = 200
) -> HttpResponse:
    may_change = permissions.can_change(request.user, ruling) and ruling.superseded_by_id is None
    altered = load_altered_rules(ruling.event, ruling.game)
    context = {
        "ruling": ruling,
        "rules": [
            (bound, selectors.cited(bound.citation, ruling.game), services.is_unchanged(ruling.game, bound, altered))
            for bound in ruling.rules.all()
        ],
        "versions": list(ruling.versions.all()),
        "older": list(Ruling.objects.visible_to(request.user).filter(superseded_by=ruling)),
        "similar": find_similar(request.user, ruling.game, f"{ruling.title} {ruling.question}", exclude=ruling.pk),
        "may_change": may_change,
        "note": ruling.note if permissions.can_read_note(request.user, ruling) else "",
        "confirm_form": ReasonForm() if may_change and ruling.check_since else None,
        "supersede_form": (supersede_form or SupersedeForm()) if may_change else None,
    }
    return render(request, "rulings/detail.html", context, status=status)


def _get_event(request: HttpRequest) -> Event | None:
    slug = request.GET.get("event", "")
    return get_event_or_404(request, slug) if slug else None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def new(request: HttpRequest) -> HttpResponse:
    """Record a ruling, with or without an event.

    Permission: judges of the event; without an event, site judges.
    """
    user, event = signed_in_user(request), _get_event(request)
    permissions.require_can_rule(user, event)
    form = RulingForm(
        request.POST or None,
        event=event,
        allowed_statuses=permissions.allowed_statuses(user, event),
        is_new=True,
        initial={
            "rules": request.GET.get("rule", "")[:200],
            "cards": request.GET.get("card", "")[:120],
            "game": request.GET.get("game", "")[:40] or preferred_game(request).slug,
            **load_initial_data(user, request.GET.dict()),
        },
    )
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form):
            ruling = services.create_ruling(user, form.content(), publish="publish" in request.POST)
            messages.success(request, _("Ruling recorded."))
            return redirect(ruling)
    context = {"form": form, "event": event}
    return render(request, "rulings/form.html", context, status=400 if form.is_bound else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Edit a ruling.

    Permission: users who can change the ruling.
    """
    user = signed_in_user(request)
    ruling = find_ruling(user, slug)
    permissions.require_can_change(user, ruling)
    allowed = permissions.allowed_statuses(user, ruling.event)
    own = Ruling.Status(ruling.status)
    form = RulingForm(
        request.POST or None,
        event=ruling.event,
        allowed_statuses=allowed if own in allowed else [own, *allowed],
        is_new=False,
        initial={
            **{name: getattr(ruling, name) for name in RulingForm.base_fields if hasattr(ruling, name)},
            "game": ruling.game,
            "rules": ", ".join(bound.citation for bound in ruling.rules.all()),
            "cards": "\n".join(card.name for card in ruling.cards.all()),
            "round": ruling.round_id or "",
        },
    )
    version = version_context(services.ruling_version_token(ruling), request)
    if request.method == "POST" and form.is_valid():
        content, reason = form.content(ruling.game), form.cleaned_data["reason"]
        with errors_in_form(form) as caught:
            services.reword(user, ruling, content, reason=reason, expected_version=expected_version(request))
            messages.success(request, _("Ruling changed. The earlier version is kept."))
            return redirect(ruling)
        if caught.error:
            version = version_context("", request, caught.error)
    context = {"form": form, "event": ruling.event, "ruling": ruling, **version}
    return render(request, "rulings/form.html", context, status=400 if form.is_bound else 200)


@login_required
@require_POST
def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """Publish a ruling.

    Permission: users who can change the ruling, checked by the service.
    """
    ruling = find_ruling(request.user, slug)
    services.publish(signed_in_user(request), ruling)
    messages.success(request, _("Ruling published. Everyone can read it."))
    return redirect(ruling)


@login_required
@require_POST
def confirm(request: HttpRequest, slug: str) -> HttpResponse:
    """Confirm that a ruling is still valid.

    Permission: users who can change the ruling, checked by the service.
    """
    ruling = find_ruling(request.user, slug)
    services.confirm(signed_in_user(request), ruling, reason=posted_text(request, "reason"))
    messages.success(request, _("Ruling confirmed under the current rules."))
    return redirect(ruling)


@login_required
@require_POST
def supersede(request: HttpRequest, slug: str) -> HttpResponse:
    """Replace a ruling by another one.

    Permission: users who can change the ruling, checked by the service.
    """
    user = signed_in_user(request)
    ruling = find_ruling(user, slug)
    form = SupersedeForm(request.POST)
    if form.is_valid():
        with errors_in_form(form):
            successor = _find_successor(user, form.cleaned_data["successor"])
            services.supersede(user, ruling, successor, reason=form.cleaned_data["reason"])
            return redirect(ruling)
    return _render_ruling(request, ruling, supersede_form=form, status=400)


def _find_successor(viewer: object, address: str) -> Ruling:
    """Return the ruling with this address; the last part of the URL is sufficient.

    Raises:
        UserError: no such ruling is visible to the user.
    """
    try:
        return find_ruling(viewer, address.strip().rstrip("/").rsplit("/", 1)[-1])
    except MissingError as error:
        raise UserError(str(error), fields={"successor": str(error)}) from error


@require_safe
def similar_rulings(request: HttpRequest) -> HttpResponse:
    """Render rulings similar to the text being typed, as an HTML fragment.

    Permission: public, as the list; rate limited.
    """
    address = request.META.get("REMOTE_ADDR", "")
    limit_rate("ruling.similar", getattr(request.user, "pk", None) or address, limit=MAX_SIMILAR_PER_MINUTE, seconds=60)
    text = f"{request.GET.get('title', '')} {request.GET.get('question', '')}"[:800]
    rows = find_similar(request.user, request.GET.get("game", ""), text) if text.strip() else []
    return render(request, "rulings/partials/similar.html", {"similar": rows})


MAX_ITEMS = 30


class RulingsFeed(Feed):  # type: ignore[type-arg]  # Django's own class takes no parameters at run time
    """Atom feed of the newest published rulings.

    Permission: public.
    """

    feed_type = Atom1Feed
    link = reverse_lazy("rulings:list")

    def title(self) -> str:
        """Return the title of the feed."""
        return _("Rulings")

    def subtitle(self) -> str:
        """Return the subtitle of the feed."""
        return _("Rulings by judges, newest first.")

    def items(self) -> list[Ruling]:
        """Return the newest public rulings."""
        return list(Ruling.objects.visible_to(None).with_relations().order_by("-published_at", "-pk")[:MAX_ITEMS])

    def item_title(self, item: Ruling) -> str:
        """Return the title of a ruling."""
        return item.title

    def item_description(self, item: Ruling) -> str:
        """Return the question and answer of a ruling."""
        return f"{item.question}\n\n{item.answer}"

    def item_pubdate(self, item: Ruling) -> datetime | None:
        """Return the time of publication."""
        return item.published_at

    def item_updateddate(self, item: Ruling) -> datetime:
        """Return the time of the last change."""
        return item.changed_at

    def item_categories(self, item: Ruling) -> list[str]:
        """Return the cited rules and the cards of a ruling."""
        return [bound.citation for bound in item.rules.all()] + [card.name for card in item.cards.all()]
