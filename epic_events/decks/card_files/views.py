"""Pages of an event's own cards: what its card file tells, for everybody; its versions, for its organisers."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from epic_events.decks.card_files import services
from epic_events.decks.card_files.current import game_with, known_game, reads_card_files, version_that_counts
from epic_events.decks.card_files.forms import CardFileForm
from epic_events.decks.card_files.selectors import changes, own_card, own_names, unplayed
from epic_events.decks.card_files.services import CardFileRefusedError
from epic_events.decks.models import CardFile, CardFileChoice
from epic_events.events.models import Event
from epic_events.events.permissions import require_organiser, rights
from epic_events.events.views.shared import get_event_or_404, person
from epic_events.infra.errors import MissingError, StateError
from epic_events.infra.form_errors import ErrorDisplay, errors_as_message, show_error
from rules.games import NoCardFileError

PER_PAGE = 100
CHOICES_SHOWN = 20
MOST_CHANGES = 300
LONGEST_ASKED = 80


@require_safe
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the cards that the event's card file tells of. Permission: everybody who may know of the event."""
    event = get_event_or_404(request, slug)
    file = version_that_counts(event)
    asked = request.GET.get("q", "")[:LONGEST_ASKED]
    game = game_with(file.game, file.hash) if file else known_game(event.game)
    page = Paginator(own_names(game, asked), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "file": file,
        "reads_files": reads_card_files(event),
        "no_files": "" if reads_card_files(event) else str(NoCardFileError(game)),
        "asked": asked,
        "page": page,
        "cards": [own_card(game, name) for name in page.object_list],
    }
    return render(request, "decks/cards.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def versions(request: HttpRequest, slug: str) -> HttpResponse:
    """Bring in a card file, and see its versions. Permission: organisers; a new one until the event is over."""
    event = _organised(request, slug)
    if request.method != "POST":
        return render(request, "decks/card_files.html", _context(request, event, CardFileForm()))
    form = CardFileForm(request.POST, request.FILES)
    refused: CardFileRefusedError | None = None
    text = ""
    if form.is_valid():
        with ErrorDisplay() as refusal:
            text = form.brought()
            stored = services.upload(person(request), event, text)
            messages.success(request, _("Version %(number)d is now in use.") % {"number": stored.number})
            return redirect("decks:card_file", slug, stored.number)
        if isinstance(refusal.error, CardFileRefusedError):
            form, refused = CardFileForm({"text": text}), refusal.error
        elif refusal.error:
            show_error(form, refusal.error)
    return render(request, "decks/card_files.html", _context(request, event, form, refused), status=400)


def _context(
    request: HttpRequest, event: Event, form: CardFileForm, refused: CardFileRefusedError | None = None
) -> dict[str, Any]:
    stored = CardFile.objects.filter(event=event).select_related("uploaded_by").defer("text").order_by("-number")
    chosen = CardFileChoice.objects.filter(event=event).select_related("by", "file").defer("file__text")
    return {
        "event": event,
        "game": known_game(event.game),
        "rights": rights(request.user, event),
        "form": form,
        "refused": refused,
        "versions": stored,
        "counting": version_that_counts(event),
        "choices": chosen.order_by("-number")[:CHOICES_SHOWN],
    }


@login_required
@require_safe
def version(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one version of the card file and what changed in it. Permission: the event's organisers."""
    event = _organised(request, slug)
    stored = CardFile.objects.filter(event=event).select_related("uploaded_by")
    shown = stored.filter(number=min(number, services.MOST_VERSIONS + 1)).first()
    if shown is None:
        raise MissingError(services.no_such_version())
    before = stored.defer("text").filter(number__lt=number, game=shown.game).order_by("-number").first()
    told = game_with(shown.game, shown.hash)
    changed = changes(game_with(before.game, before.hash) if before else None, told)
    counting = version_that_counts(event)
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "shown": shown,
        "before": before,
        "unplayed": unplayed(told),
        "changes": changed[:MOST_CHANGES],
        "more": max(0, len(changed) - MOST_CHANGES),
        "counts": counting is not None and counting.pk == shown.pk,
        "fits": shown.game == event.game,
    }
    return render(request, "decks/card_file.html", context)


@login_required
@require_POST
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the version that counts, or take the card file back. Permission: organisers, until the event is over."""
    event = _organised(request, slug)
    asked = request.POST.get("number", "")
    number = int(asked) if asked.isdecimal() and len(asked) < 6 else None
    with errors_as_message(request):
        if asked and number is None:
            raise MissingError(services.no_such_version())
        file = services.choose(person(request), event, number)
        words = _("Version %(number)d is now in use.") % {"number": file.number} if file else ""
        messages.success(
            request, words or _("The card file is no longer in use. The event uses only the cards of this site.")
        )
    return redirect("decks:card_files", slug)


def _organised(request: HttpRequest, slug: str) -> Event:
    """Return the event at an address, which the viewer organises and whose game reads card files.

    Raises:
        MissingError: there is none, or the viewer may not know of it.
        NotAllowedError: for everybody but its organisers.
        StateError: its game reads no card files.
    """
    event = get_event_or_404(request, slug)
    require_organiser(person(request), event)
    game = known_game(event.game)
    if not game.reads_card_files:
        raise StateError(str(NoCardFileError(game)))
    return event
