"""Pages of pools: status of all players, one player's pool, and the import."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from epic_events.accounts.idempotency import once
from epic_events.bulk_import.forms import ImportForm, add_saved_message, differs_from_preview, preview_context
from epic_events.decks.checking import MAX_LENGTH, check_stored, read_upload
from epic_events.decks.context import DeckContext
from epic_events.decks.models import CardPool, DeckVersion
from epic_events.decks.permissions import can_edit_pool, can_view_pool
from epic_events.decks.pools import services
from epic_events.decks.pools.selectors import build_pool_rows, pool_detail, pool_format
from epic_events.decks.pools.services import MAX_IMPORT_LENGTH, InvalidPoolsError
from epic_events.events.forms import ReasonForm
from epic_events.events.models import Event
from epic_events.events.permissions import build_permission_error, owns_registration, rights
from epic_events.events.selectors import get_entry_or_404
from epic_events.events.views.shared import get_event_for_staff, get_event_or_404, signed_in_user
from epic_events.infra.edit_conflicts import expected_version, version_context
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import ErrorDisplay, errors_as_message, errors_in_form, show_error
from epic_events.infra.limits import LongTextField
from epic_events.infra.names import isolated
from rules.decks import Format


class PoolForm(ImportForm):
    """Form with one player's pool."""

    longest = MAX_LENGTH
    accepts = ".txt,.csv,.tsv,text/plain"

    text = LongTextField(
        label=gettext_lazy("Pool"),
        required=False,
        strip=False,
        max_length=longest,
        widget=forms.Textarea(attrs={"class": "code", "rows": 14, "spellcheck": "false", "autocapitalize": "off"}),
        help_text=gettext_lazy("One card per line, with the number of copies before or after the name."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=500,
        help_text=gettext_lazy("Shown to the player with the pool."),
    )

    def read(self, data: bytes) -> str:
        """Return the text of an uploaded file.

        Deck files in legacy encodings are supported.

        Raises:
            UserError: the file is empty, too long or binary.
        """
        return read_upload(data, self.longest)


class PoolsForm(PoolForm):
    """Form with the pools of many players."""

    longest = MAX_IMPORT_LENGTH

    text = LongTextField(
        label=gettext_lazy("Pools"),
        required=False,
        strip=False,
        max_length=longest,
        widget=forms.Textarea(attrs={"class": "code", "rows": 18, "spellcheck": "false", "autocapitalize": "off"}),
    )


@login_required
@require_safe
def pool_list(request: HttpRequest, slug: str) -> HttpResponse:
    """List the pool status of every player. Permission: the event's staff."""
    event, user_rights = get_event_for_staff(request, slug)
    deck = DeckContext(event)
    rows = build_pool_rows(deck)
    status_filter = request.GET.get("show", "")
    context = {
        "event": event,
        "rights": user_rights,
        "format": pool_format(deck),
        "rows": [row for row in rows if status_filter != "missing" or row.pool is None],
        "wanted": status_filter,
        "there": sum(row.pool is not None for row in rows),
        "expected": len(rows),
        "missing": sum(row.pool is None for row in rows),
    }
    return render(request, "decks/pools.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bulk_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Preview and import the pools of many players. Permission: the event's staff."""
    event, user_rights = get_event_for_staff(request, slug)
    context: dict[str, Any] = {"event": event, "rights": user_rights, "format": pool_format(DeckContext(event))}
    form, status = PoolsForm(), 200
    if request.method == "POST":
        form, status = PoolsForm.sent(request), 400
        with ErrorDisplay() as refusal:
            if form.is_valid():
                return _import_or_preview(request, event, form, context)
        error = refusal.error
        if isinstance(error, InvalidPoolsError):
            context["refused"] = error
        elif error:
            show_error(form, error)
    return render(request, "decks/bulk_import_pools.html", context | {"form": form}, status=status)


def _import_or_preview(request: HttpRequest, event: Event, form: PoolsForm, context: dict[str, Any]) -> HttpResponse:
    """Import the text if its preview was confirmed, else show the preview."""
    text, save = form.cleaned_data["text"], "save" in request.POST
    if save and not differs_from_preview(request, text):
        pools = services.import_pools(signed_in_user(request), event, text, reason=form.cleaned_data["reason"]).pools
        new = ngettext("%(count)d pool saved.", "%(count)d pools saved.", len(pools))
        add_saved_message(request, len(pools), new, _("These pools are already saved. Nothing changed."))
        return redirect("decks:pools", event.slug)
    context["looked"] = previews = services.preview_import(signed_in_user(request), event, text)
    context["new"] = sum(not preview.same for preview in previews)
    return render(
        request, "decks/bulk_import_pools.html", context | {"form": form} | preview_context(text, another=save)
    )


@require_http_methods(["GET", "HEAD", "POST"])
def pool(request: HttpRequest, slug: str, key: int) -> HttpResponse:
    """Show a player's pool next to the list.

    Permission: as for decklists; changes: staff.
    """
    event = get_event_or_404(request, slug)
    entry = get_entry_or_404(event, key)
    inside = can_view_pool(request.user, entry)
    pools = list(CardPool.objects.filter(registration=entry).visible_to(request.user).select_related("by"))
    if not pools and not inside:
        raise build_permission_error(request.user, event, _("You may not view this pool at the moment."))
    deck = DeckContext(event, entry)
    deck_format = pool_format(deck)
    latest_pool = _current_pool(pools, event, deck_format)
    may_write = can_edit_pool(request.user, entry)
    form, status, error = PoolForm(initial={"text": latest_pool.text if latest_pool else ""}), 200, None
    if request.method == "POST":
        if not may_write:
            raise build_permission_error(request.user, event, _("Only the staff of this event may enter this pool."))
        form, status = PoolForm.sent(request), 400
        if form.is_valid():
            with errors_in_form(form) as refusal:
                words = _("Pool %(number)d saved with %(cards)d cards.")
                text, reason = form.cleaned_data["text"], form.cleaned_data["reason"]
                saved = services.save_pool(
                    signed_in_user(request), entry, text, reason=reason, expected_version=expected_version(request)
                )
                messages.success(request, words % {"number": saved.number, "cards": saved.cards})
                return redirect("decks:pool", slug, key)
            error = refusal.error
    parameter = request.GET.get("pool", "")
    card_pool = next((each for each in pools if str(each.number) == parameter), None) if parameter else latest_pool
    if parameter and card_pool is None:
        raise MissingError(_("This player has no pool with this number."))
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "entry": entry,
        "own": owns_registration(request.user, entry),
        "inside": inside,
        "format": deck_format,
        "counting": latest_pool,
        "shown": card_pool,
        "pools": pools if inside else [],
        "may_write": may_write and deck_format is not None,
        "form": form,
        "reason_form": ReasonForm(),
        **version_context(services.pool_token(latest_pool), request, error),
    }
    if card_pool is not None:
        context |= _pool_context(request, deck, card_pool)
    return render(request, "decks/pool.html", context, status=status)


def _current_pool(pools: list[CardPool], event: Event, deck_format: Format | None) -> CardPool | None:
    """Return the current pool among an entry's pools, which are sorted newest first."""
    slug = deck_format.slug if deck_format else ""
    newest = next((each for each in pools if (each.game, each.format) == (event.game, slug)), None)
    return newest if newest is not None and newest.text else None


def _pool_context(request: HttpRequest, deck: DeckContext, card_pool: CardPool) -> dict[str, Any]:
    """Return the context of one pool.

    It has the pool's cards and their use in the latest readable list.
    """
    event, game = deck.event, deck.game
    readable = DeckVersion.objects.filter(registration=deck.entry, game=card_pool.game, format=card_pool.format)
    version = readable.visible_to(request.user).order_by("-number").first()
    deck_format = game.formats.get(card_pool.format) if card_pool.game == game.slug else None
    if deck_format is None or not card_pool.text:
        return {"version": version}
    against = check_stored(game, card_pool.format, event.local_date, version.text, card_pool.text) if version else None
    return {
        "version": version,
        "report": against.report if against else None,
        "cards": pool_detail(card_pool, deck_format, game, event, version),
        "game_slug": game.slug,
    }


@login_required
@require_POST
@once
def remove_pool(request: HttpRequest, slug: str, key: int) -> HttpResponse:
    """Remove a player's pool. Permission: the event's staff."""
    event, _held = get_event_for_staff(request, slug)
    entry = get_entry_or_404(event, key)
    form = ReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    with errors_as_message(request):
        services.remove_pool(signed_in_user(request), entry, reason=reason)
        messages.success(request, _("Pool of %(name)s removed.") % {"name": isolated(entry.name)})
    return redirect("decks:pool", slug, key)
