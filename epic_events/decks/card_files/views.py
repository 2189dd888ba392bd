"""Pages of card files: the cards for everyone, the versions for organisers."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from epic_events.decks.card_files import services
from epic_events.decks.card_files.selectors import card_file_entry, card_file_names, changes, unplayed
from epic_events.decks.card_files.services import InvalidCardFileError
from epic_events.decks.context import current_card_file, get_game, load_game_with_cards, supports_card_files
from epic_events.decks.models import CardFile, CardFileChoice
from epic_events.events.models import Event
from epic_events.events.permissions import require_organiser, rights
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.infra.errors import MissingError, StateError, UserError
from epic_events.infra.form_errors import ErrorDisplay, errors_as_message, show_error
from epic_events.infra.limits import LongTextField, check_upload
from rules.decks.card_files import MAX_CHARACTERS
from rules.games import NoCardFileError

MAX_UPLOAD_BYTES = 4 * MAX_CHARACTERS  # A character has at most four bytes in UTF-8.


class CardFileForm(forms.Form):
    """A card file, pasted or uploaded; an uploaded file takes precedence."""

    text = LongTextField(
        label=gettext_lazy("Card file"),
        required=False,
        strip=False,
        max_length=MAX_CHARACTERS,
        widget=forms.Textarea(attrs={"class": "code", "rows": 16, "spellcheck": "false", "autocapitalize": "off"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or upload a file"),
        required=False,
        allow_empty_file=True,
        max_length=200,
        widget=forms.FileInput(attrs={"accept": ".toml,.json,.txt,text/plain,application/json"}),
    )

    def clean_file(self) -> Any:
        """Reject a file that is too large before reading it."""
        upload = self.cleaned_data["file"]
        if upload:
            check_upload(upload, MAX_UPLOAD_BYTES)
        return upload

    def read_text(self) -> str:
        """Return the text of a valid form.

        Raises:
            UserError: the file is not UTF-8.
        """
        upload = self.cleaned_data["file"]
        if not upload:
            return str(self.cleaned_data["text"])
        try:
            return str(upload.read().decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            message = gettext_lazy(
                "The file is not valid UTF-8 (at byte %(byte)d). Save it as UTF-8 and upload it again."
            ) % {"byte": error.start + 1}
            raise UserError(str(message), fields={"file": str(message)}) from error


PER_PAGE = 100
CHOICES_SHOWN = 20
MAX_CHANGES = 300
MAX_QUERY_LENGTH = 80


@require_safe
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """List the cards of the event's card file.

    Permission: everyone who may view the event.
    """
    event = get_event_or_404(request, slug)
    file = current_card_file(event)
    query = request.GET.get("q", "")[:MAX_QUERY_LENGTH]
    game = load_game_with_cards(file.game, file.hash) if file else get_game(event.game)
    page = Paginator(card_file_names(game, query), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "file": file,
        "reads_files": supports_card_files(event),
        "no_files": "" if supports_card_files(event) else str(NoCardFileError(game)),
        "asked": query,
        "page": page,
        "cards": [card_file_entry(game, name) for name in page.object_list],
    }
    return render(request, "decks/cards.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def versions(request: HttpRequest, slug: str) -> HttpResponse:
    """List the versions and upload one.

    Permission: organisers; uploads until the event is over.
    """
    event = _get_organised_event(request, slug)
    if request.method != "POST":
        return render(request, "decks/card_files.html", _context(request, event, CardFileForm()))
    form = CardFileForm(request.POST, request.FILES)
    refused: InvalidCardFileError | None = None
    text = ""
    if form.is_valid():
        with ErrorDisplay() as refusal:
            text = form.read_text()
            stored = services.upload(signed_in_user(request), event, text)
            messages.success(request, _("Version %(number)d is now in use.") % {"number": stored.number})
            return redirect("decks:card_file", slug, stored.number)
        if isinstance(refusal.error, InvalidCardFileError):
            form, refused = CardFileForm({"text": text}), refusal.error
        elif refusal.error:
            show_error(form, refusal.error)
    return render(request, "decks/card_files.html", _context(request, event, form, refused), status=400)


def _context(
    request: HttpRequest, event: Event, form: CardFileForm, refused: InvalidCardFileError | None = None
) -> dict[str, Any]:
    stored = CardFile.objects.filter(event=event).select_related("uploaded_by").defer("text").order_by("-number")
    chosen = CardFileChoice.objects.filter(event=event).select_related("by", "file").defer("file__text")
    return {
        "event": event,
        "game": get_game(event.game),
        "rights": rights(request.user, event),
        "form": form,
        "refused": refused,
        "versions": stored,
        "counting": current_card_file(event),
        "choices": chosen.order_by("-number")[:CHOICES_SHOWN],
    }


@login_required
@require_safe
def version(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one version and its changes. Permission: the event's organisers."""
    event = _get_organised_event(request, slug)
    stored = CardFile.objects.filter(event=event).select_related("uploaded_by")
    deck_version = stored.filter(number=min(number, services.MAX_VERSIONS + 1)).first()
    if deck_version is None:
        raise MissingError(services.missing_version_message())
    before = stored.defer("text").filter(number__lt=number, game=deck_version.game).order_by("-number").first()
    game = load_game_with_cards(deck_version.game, deck_version.hash)
    changed = changes(load_game_with_cards(before.game, before.hash) if before else None, game)
    card_file = current_card_file(event)
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "shown": deck_version,
        "before": before,
        "unplayed": unplayed(game),
        "changes": changed[:MAX_CHANGES],
        "more": max(0, len(changed) - MAX_CHANGES),
        "counts": card_file is not None and card_file.pk == deck_version.pk,
        "fits": deck_version.game == event.game,
    }
    return render(request, "decks/card_file.html", context)


@login_required
@require_POST
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the version in use, or none.

    Permission: organisers, until the event is over.
    """
    event = _get_organised_event(request, slug)
    asked = request.POST.get("number", "")
    number = int(asked) if asked.isdecimal() and len(asked) < 6 else None
    with errors_as_message(request):
        if asked and number is None:
            raise MissingError(services.missing_version_message())
        file = services.choose(signed_in_user(request), event, number)
        words = _("Version %(number)d is now in use.") % {"number": file.number} if file else ""
        messages.success(
            request, words or _("The card file is no longer in use. The event uses only the cards of this site.")
        )
    return redirect("decks:card_files", slug)


def _get_organised_event(request: HttpRequest, slug: str) -> Event:
    """Return the event if the viewer organises it and its game has card files.

    Raises:
        MissingError: there is no such event, or the viewer may not view it.
        NotAllowedError: the viewer is not an organiser.
        StateError: the game has no card files.
    """
    event = get_event_or_404(request, slug)
    require_organiser(signed_in_user(request), event)
    game = get_game(event.game)
    if not game.supports_card_files:
        raise StateError(str(NoCardFileError(game)))
    return event
