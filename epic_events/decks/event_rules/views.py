"""Page of an event's deck rules."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from epic_events.decks.checking import current_format, load_event_game
from epic_events.decks.event_rules import services
from epic_events.decks.event_rules.current import current_deck_rules
from epic_events.decks.event_rules.forms import DeckRulesForm
from epic_events.decks.models import DeckRules
from epic_events.events.permissions import build_permission_error, rights
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.infra.edit_conflicts import expected_version, version_context
from epic_events.infra.form_errors import errors_in_form
from rules.decks.event_rules import format_fact

VERSIONS_SHOWN = 20


@require_http_methods(["GET", "HEAD", "POST"])
def deck_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the deck rules. Permission: everyone who may view the event; changes: organisers."""
    event = get_event_or_404(request, slug)
    user_rights = rights(request.user, event)
    current_rules, game = current_deck_rules(event), load_event_game(event)
    last = DeckRules.objects.filter(event=event).order_by("-number").first()
    form, status, error = DeckRulesForm(initial=DeckRulesForm.initial_of(current_rules, game), game=game), 200, None
    if request.method == "POST":
        if not user_rights.organise:
            raise build_permission_error(request.user, event, _("Only an organiser of this event may do this."))
        form, status = DeckRulesForm(request.POST, game=game), 400
        if form.is_valid():
            with errors_in_form(form) as refusal:
                services.set_deck_rules(
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
        "format": game.formats.get(current_format(event)),
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
        **version_context(services.deck_rules_token(last), request, error),
    }
    return render(request, "decks/rules.html", context, status=status)
