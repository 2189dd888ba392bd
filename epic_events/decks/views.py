"""Pages of decklists.

Editor with a live deck check, detail, the staff's list, deck rules and import.
"""

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
from epic_events.accounts.rate_limits import client_key, limit_rate
from epic_events.bulk_import.forms import ImportForm, add_saved_message, differs_from_preview, preview_context
from epic_events.decks import services
from epic_events.decks.bulk_import import (
    COLUMNS,
    MAX_IMPORT_LENGTH,
    InvalidDecklistsError,
    import_decklists,
    preview_import,
)
from epic_events.decks.checking import check, check_stored, difference, is_stale, read_upload, use_suggestion
from epic_events.decks.context import (
    DeckContext,
    load_game_with_cards,
)
from epic_events.decks.format_facts import format_facts
from epic_events.decks.forms import DeckForm, DeckRulesForm, ListForm
from epic_events.decks.models import CardPool, DeckRules, DeckVersion
from epic_events.decks.permissions import can_submit, can_view_pool
from epic_events.decks.presentation import build_sections
from epic_events.decks.requirements import ListState, load_entry_readiness
from epic_events.decks.selectors import WITH_PROBLEMS, build_decklist_rows
from epic_events.decks.services import deck_rules_token, set_deck_rules
from epic_events.events.forms import ReasonForm
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import build_permission_error, owns_registration, rights
from epic_events.events.selectors import get_entry_or_404, load_my_entry, load_versioned_event
from epic_events.events.views.shared import (
    get_event_for_staff,
    get_event_or_404,
    has_current_version,
    posted_text,
    renewal,
    signed_in_user,
)
from epic_events.infra.collation import name_order
from epic_events.infra.edit_conflicts import expected_version, version_context
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import ErrorDisplay, errors_as_message, errors_in_form, show_error
from epic_events.infra.limits import LongTextField
from epic_events.infra.names import isolated
from epic_events.infra.responses import mark_fragment
from rules.decks.event_rules import format_fact

CHECKS_A_MINUTE = 60


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Edit one's own list. Permission: the player, until the list is locked."""
    entry = load_my_entry(request.user, get_event_or_404(request, slug)).registration
    if entry is None:
        raise MissingError(_("Register for this event before you submit a decklist."))
    deck = DeckContext.of(entry)
    if request.method != "POST" and not can_submit(request.user, deck):
        return redirect("decks:detail", slug, entry.pk)
    return _write(request, deck, entry, own=True)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_for(request: HttpRequest, slug: str, key: int) -> HttpResponse:
    """Enter or correct a player's list. Permission: the event's staff."""
    event, _held = get_event_for_staff(request, slug)
    entry = get_entry_or_404(event, key)
    if owns_registration(request.user, entry):
        return redirect("decks:edit", slug)
    return _write(request, DeckContext.of(entry), entry, own=False)


def _write(request: HttpRequest, deck: DeckContext, entry: Registration, *, own: bool) -> HttpResponse:
    """Show the editor, apply a suggestion, or submit."""
    event = entry.event
    last = entry.deck_versions.order_by("-number").first()
    text = last.text if last else ""
    expected = version_context(services.decklist_token(last), request)
    status = 200
    if request.method == "POST":
        form = DeckForm(request.POST, request.FILES, entry=entry, own=own)
        valid = form.is_valid()
        text = form.cleaned_data.get("text", "")  # Show the check of the submitted text, not of the stored list.
        if valid:
            with errors_in_form(form) as refusal:
                if form.cleaned_data["file"]:
                    text = read_upload(form.cleaned_data["file"].read())
                if "use" in request.POST:
                    text = _apply_suggestion(request, deck, text)
                    form = DeckForm(initial={**form.cleaned_data, "text": text}, entry=entry, own=own)
                else:
                    return _submit(request, entry, form, text, own=own)
            if refusal.error:
                expected = version_context("", request, refusal.error)
        status = 400 if form.errors else 200
    else:
        form = DeckForm(initial=DeckForm.initial_of(entry, text), entry=entry, own=own)
    context = {
        **_check_context(deck, text),
        "rights": rights(request.user, event),
        "entry": entry,
        "own": own,
        "form": form,
        "last": last,
        **expected,
        "format": deck.format,
    }
    partial = getattr(request, "htmx", False) and "use" in request.POST
    if partial:
        return mark_fragment(render(request, "decks/partials/editor.html", context, status=status))
    return render(request, "decks/edit.html", context, status=status)


def _apply_suggestion(request: HttpRequest, deck: DeckContext, text: str) -> str:
    """Return the text with the selected suggestion, sent as ``line:name``, applied."""
    number, _colon, name = request.POST["use"].partition(":")
    return use_suggestion(deck.game, text, int(number), name) if number.isdecimal() and len(number) < 6 else text


def _submit(request: HttpRequest, entry: Registration, form: DeckForm, text: str, *, own: bool) -> HttpResponse:
    """Submit the list and redirect to the receipt.

    A list that was not accepted redirects to the editor.

    Raises:
        UserError: as :func:`epic_events.decks.services.submit`.
    """
    data = form.cleaned_data
    version = services.submit(
        signed_in_user(request),
        entry,
        text,
        accept_problems=data.get("accept_problems", False),
        reason=data.get("reason", ""),
        open_list_consent=data.get("open_list_consent"),
        expected_version=expected_version(request),
    )
    if version.accepted:
        text_values = _("Decklist submitted: version %(number)d, receipt %(receipt)s.")
        messages.success(request, text_values % {"number": version.number, "receipt": version.fingerprint})
        return redirect("decks:detail", entry.event.slug, entry.pk)
    text_values = _("Saved as version %(number)d, but not accepted: the decklist has problems.")
    messages.warning(request, text_values % {"number": version.number})
    return redirect("decks:edit", entry.event.slug) if own else redirect("decks:edit_for", entry.event.slug, entry.pk)


def _check_context(deck: DeckContext, text: str) -> dict[str, Any]:
    """Return the template context of a deck check."""
    return {"event": deck.event, "checked": check(deck, text), "entry": deck.entry}


@require_POST
def live_check(request: HttpRequest, slug: str) -> HttpResponse:
    """Check a text while it is typed, without storing it.

    Permission: everyone who may view the event; a check against a pool: the player of the entry and the staff.
    """
    event = get_event_or_404(request, slug)
    entry = _requested_entry(request, event)
    limit_rate("deck.check", client_key(request), limit=CHECKS_A_MINUTE, seconds=60)
    form = ListForm(request.POST)
    text = form.cleaned_data["text"] if form.is_valid() else ""
    context = {**_check_context(DeckContext(event, entry), text), "errors": form.errors, "live": True}
    return render(request, "decks/partials/check_result.html", context)


def _requested_entry(request: HttpRequest, event: Event) -> Registration | None:
    """Return the entry whose pool is used for the check; None if the URL names none.

    Raises:
        MissingError: the entry belongs to another event.
        NotAllowedError: the visitor may not read its pool.
    """
    parameter = request.GET.get("entry", "")
    if not parameter:
        return None
    entry = get_entry_or_404(event, int(parameter) if parameter.isdecimal() and len(parameter) < 19 else 0)
    if not can_view_pool(request.user, entry):
        raise build_permission_error(request.user, event, _("You may not view this pool at the moment."))
    return entry


@require_safe
def deck_list(request: HttpRequest, slug: str) -> HttpResponse:
    """List the decklists of an event: all for staff, readable ones for others.

    Permission: everyone.
    """
    event, tokens, user_rights = load_versioned_event(request.user, slug)
    if has_current_version(request, tokens.latest):
        return HttpResponse(status=204)
    context: dict[str, Any] = {"event": event, "rights": user_rights, **renewal(event, tokens.latest)}
    if user_rights.staff:
        deck = DeckContext(event)
        rows = build_decklist_rows(deck)
        status_filter = request.GET.get("show", "")
        states = {"missing": (ListState.MISSING,), "problems": WITH_PROBLEMS}.get(status_filter, ())
        context |= {
            "rows": [row for row in rows if not states or row.state in states],
            "wanted": status_filter,
            "ready": sum(row.counting is not None for row in rows),
            "expected": len(rows),
            "missing": sum(row.state is ListState.MISSING for row in rows),
            "problems": sum(row.state in WITH_PROBLEMS for row in rows),
            "asks_for_pools": deck.uses_pools,
            "closed": deck.is_closed,
        }
        return render(request, "decks/staff.html", context)
    visible = DeckVersion.objects.filter(registration__event=event).visible_to(request.user).counting()
    context["versions"] = (
        visible.select_related("registration__player")
        .defer("text", "report")
        .order_by(name_order("registration__name"), "pk")
    )
    return render(request, "decks/list.html", context)


@require_safe
def detail(request: HttpRequest, slug: str, key: int) -> HttpResponse:
    """Show one player's list, with versions for the player and the staff.

    Permission: by policy.
    """
    event = get_event_or_404(request, slug)
    entry = get_entry_or_404(event, key)
    user_rights = rights(request.user, event)
    inside = user_rights.staff or owns_registration(request.user, entry)
    readable = DeckVersion.objects.filter(registration=entry).visible_to(request.user)
    with_what = readable.select_related("card_file", "deck_rules", "pool").defer("card_file__text")
    versions = list(with_what.order_by("-number"))
    if not versions and not inside:
        raise build_permission_error(request.user, event, _("You may not view this decklist at the moment."))
    parameter = request.GET.get("version", "")
    version = next((each for each in versions if str(each.number) == parameter), None)
    if parameter and version is None:
        raise MissingError(_("This version of the decklist does not exist."))
    current_version = next((each for each in versions if each.accepted), None)
    version = version or current_version or (versions[0] if versions else None)
    deck = DeckContext(event, entry)
    context: dict[str, Any] = {
        "event": event,
        "rights": user_rights,
        "entry": entry,
        "inside": inside,
        "own": owns_registration(request.user, entry),
        "shown": version,
        "counting": current_version,
        "versions": versions if inside else [],
        "may_submit": can_submit(request.user, deck),
        "locked": deck.is_locked,
        "takes_part": deck.takes_part,
        "readiness": load_entry_readiness(deck) if inside and event.decklists_required else None,
        "reason_form": ReasonForm(),
        "asks_for_pool": deck.uses_pools,
        "reads_pool": CardPool.objects.filter(registration=entry).visible_to(request.user).exists(),
    }
    if version is not None:
        context |= _version_context(deck, version, versions, inside=inside)
    return render(request, "decks/detail.html", context)


@login_required
@require_safe
def sheet(request: HttpRequest, slug: str, key: int) -> HttpResponse:
    """Show the printable deck registration sheet.

    Permission: its player and the event's staff.
    """
    event = get_event_or_404(request, slug)
    entry = get_entry_or_404(event, key)
    if not rights(request.user, event).staff and not owns_registration(request.user, entry):
        raise build_permission_error(
            request.user, event, _("Only the player and the staff of this event may print this decklist.")
        )
    current_versions = (
        DeckVersion.objects.counting().filter(registration=entry).select_related("card_file", "deck_rules")
    )
    version = current_versions.first()
    if version is None:
        raise MissingError(_("This player has no accepted decklist."))
    hashes = (
        version.card_file.hash if version.card_file else "",
        version.deck_rules.hash if version.deck_rules else "",
    )
    game = load_game_with_cards(version.game, *hashes)
    context = {
        "event": event,
        "entry": entry,
        "shown": version,
        "format_name": game.formats[version.format].name,
        "sections": build_sections(version, game, event),
    }
    return render(request, "decks/sheet.html", context)


def _version_context(
    deck: DeckContext, deck_version: DeckVersion, versions: list[DeckVersion], *, inside: bool
) -> dict[str, Any]:
    """Return the template context of one version."""
    event = deck.event
    before = next((version for version in versions if version.number < deck_version.number), None)
    hashes = (
        deck_version.card_file.hash if deck_version.card_file else "",
        deck_version.deck_rules.hash if deck_version.deck_rules else "",
    )
    game = load_game_with_cards(deck_version.game, *hashes)
    checked = check_stored(
        game,
        deck_version.format,
        deck_version.checked_on,
        deck_version.text,
        deck_version.pool.text if deck_version.pool else None,
    )
    stale = is_stale(deck_version, event, deck.format_slug, deck.cards, deck.pool)
    return {
        "checked": checked,
        "format_name": checked.game.formats[deck_version.format].name,
        "sections": build_sections(deck_version, game, event),
        "changes": difference(before, deck_version) if inside and before else [],
        "before": before,
        "recheck": check(deck, deck_version.text).report if inside and stale else None,
    }


@login_required
@require_POST
@once
def lock_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Lock or unlock all lists, or follow the submission period.

    Permission: the event's staff.
    """
    event, _held = get_event_for_staff(request, slug)
    value = {"1": True, "0": False, "": None}.get(request.POST.get("locked", ""))
    with errors_as_message(request):
        services.set_event_lock(signed_in_user(request), event, to_locked=value, reason=posted_text(request, "reason"))
        messages_by_value = {
            True: _("All decklists are locked, except those that you unlock for single players."),
            False: _("All decklists are unlocked, except those that you lock for single players."),
            None: _("Decklists follow the submission period of the event."),
        }
        messages.success(request, messages_by_value[value])
    return redirect("decks:list", slug)


@login_required
@require_POST
@once
def lock(request: HttpRequest, slug: str, key: int) -> HttpResponse:
    """Lock or unlock one player's list. Permission: the event's staff."""
    event, _held = get_event_for_staff(request, slug)
    entry = get_entry_or_404(event, key)
    to_locked = request.POST.get("locked") == "1"
    form = ReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    services.set_lock(signed_in_user(request), entry, to_locked=to_locked, reason=reason)
    message = _("Decklist of %(name)s locked.") if to_locked else _("Decklist of %(name)s unlocked.")
    messages.success(request, message % {"name": isolated(entry.name)})
    return redirect("decks:detail", slug, key)


VERSIONS_SHOWN = 20


@require_http_methods(["GET", "HEAD", "POST"])
def deck_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the deck rules.

    Permission: everyone who may view the event; changes: organisers.
    """
    event = get_event_or_404(request, slug)
    user_rights = rights(request.user, event)
    deck = DeckContext(event)
    current_rules, game = deck.cards.rules, deck.game
    last = DeckRules.objects.filter(event=event).order_by("-number").first()
    form, status, error = DeckRulesForm(initial=DeckRulesForm.initial_of(current_rules, game), game=game), 200, None
    if request.method == "POST":
        if not user_rights.organise:
            raise build_permission_error(request.user, event, _("Only an organiser of this event may do this."))
        form, status = DeckRulesForm(request.POST, game=game), 400
        if form.is_valid():
            with errors_in_form(form) as refusal:
                set_deck_rules(
                    signed_in_user(request), event, form.to_input(), expected_version=expected_version(request)
                )
                messages.success(request, _("Deck rules saved. They apply from now on."))
                return redirect("decks:rules", slug)
            error = refusal.error
    versions = DeckRules.objects.filter(event=event).select_related("by").order_by("-number")
    values = current_rules.values if current_rules else None
    context = {
        "event": event,
        "rights": user_rights,
        "format": deck.format,
        "format_facts": format_facts(deck.format, event.local_date) if deck.format else [],
        "said": current_rules,
        "told": values,
        "facts": [
            (fact.label, format_fact(fact, values.facts[fact.slug]))
            for fact in game.deck_facts
            if values and fact.slug in values.facts
        ],
        "versions": versions[:VERSIONS_SHOWN] if user_rights.staff else [],
        "may_say": user_rights.organise and not event.is_over,
        "form": form,
        **version_context(deck_rules_token(last), request, error),
    }
    return render(request, "decks/rules.html", context, status=status)


class ListsForm(ImportForm):
    """Form with the decklists of many players."""

    longest = MAX_IMPORT_LENGTH

    text = LongTextField(
        label=gettext_lazy("Decklists"),
        required=False,
        strip=False,
        max_length=longest,
        widget=forms.Textarea(attrs={"class": "code", "rows": 14, "spellcheck": "false", "autocapitalize": "off"}),
        help_text=gettext_lazy(
            "For each player, enter a line “Player: Name”, then one card per line. Or paste a table: decklists "
            "exported from this site or from melee.gg, or a table with the columns Player, Card and Quantity."
        ),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=500,
        help_text=gettext_lazy("Shown to the players with their decklists."),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bulk_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Preview and import the decklists of many players. Permission: the event's staff."""
    event, user_rights = get_event_for_staff(request, slug)
    columns = [(titles[0], titles[1:]) for titles in COLUMNS.values()]
    context: dict[str, Any] = {"event": event, "rights": user_rights, "columns": columns}
    form, status = ListsForm(), 200
    if request.method == "POST":
        form, status = ListsForm.sent(request), 400
        with ErrorDisplay() as refusal:
            if form.is_valid():
                return _import_or_preview(request, event, form, context)
        if isinstance(refusal.error, InvalidDecklistsError):
            context["refused"] = refusal.error
        elif refusal.error:
            show_error(form, refusal.error)
    return render(request, "decks/bulk_import.html", context | {"form": form}, status=status)


def _import_or_preview(request: HttpRequest, event: Event, form: ListsForm, context: dict[str, Any]) -> HttpResponse:
    """Import the text if its preview was confirmed, else show the preview."""
    text, save = form.cleaned_data["text"], "save" in request.POST
    if save and not differs_from_preview(request, text):
        versions = import_decklists(signed_in_user(request), event, text, reason=form.cleaned_data["reason"]).versions
        new = ngettext("%(count)d decklist saved.", "%(count)d decklists saved.", len(versions))
        add_saved_message(request, len(versions), new, _("These decklists are already saved. Nothing changed."))
        return redirect("decks:list", event.slug)
    context["looked"] = previews = preview_import(signed_in_user(request), event, text)
    context["new"] = sum(not preview.same for preview in previews)
    context["not_counting"] = sum(not each.same and not each.counts for each in previews)
    return render(request, "decks/bulk_import.html", context | {"form": form} | preview_context(text, another=save))
