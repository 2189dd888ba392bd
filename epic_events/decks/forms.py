"""Forms of decklists and of an event's deck rules."""

from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from epic_events.decks.checking import MAX_LENGTH
from epic_events.decks.models import DeckRules
from epic_events.decks.services import DeckRulesInput
from epic_events.events.models import Event, Registration
from epic_events.infra.limits import LongTextField, check_upload
from rules.decks.event_rules import FactKind, format_fact
from rules.games import Game

MAX_UPLOAD_BYTES = 4 * MAX_LENGTH  # A character has at most four bytes in UTF-8.


DECK_FILES = ".txt,.dec,.dek,.dck,.cod,.o8d,.mwdeck,.json,.xml,.csv,.tsv,.md,text/plain"
"""File types offered by the browser: texts, tables and the files of other programs."""


class ListForm(forms.Form):
    """A decklist that is checked while it is typed."""

    text = LongTextField(
        label=_("Decklist"),
        required=False,
        strip=False,
        max_length=MAX_LENGTH,
        widget=forms.Textarea(
            attrs={
                "class": "code",
                "rows": 16,
                "spellcheck": "false",
                "autocapitalize": "off",
            }
        ),
    )


class DeckForm(ListForm):
    """A player's decklist, pasted or uploaded."""

    file = forms.FileField(
        label=_("Or upload a file"),
        required=False,
        allow_empty_file=True,
        max_length=200,
        widget=forms.FileInput(attrs={"accept": DECK_FILES}),
    )
    open_list_consent = forms.BooleanField(
        label=_("If I reach the cut, the other players in it may read my decklist"), required=False
    )
    accept_problems = forms.BooleanField(
        label=_("Accept the decklist despite its problems"),
        required=False,
        help_text=_("The player can then play with this decklist."),
    )
    reason = forms.CharField(
        label=_("Reason"), required=False, max_length=500, help_text=_("Shown to the player with the decklist.")
    )

    def __init__(self, *args: Any, entry: Registration, own: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        event = entry.event
        self.fields["text"].widget.attrs |= {
            "hx-post": f"{reverse('decks:check', args=[event.slug])}?entry={entry.pk}",
            "hx-trigger": "input changed delay:500ms, ask",
            "data-retry": "",
            "hx-target": "#answer",
            "hx-swap": "outerHTML",
            "hx-sync": "this:replace",
            "hx-params": "text,csrfmiddlewaretoken",
        }
        if own:
            del self.fields["accept_problems"], self.fields["reason"]
        if not own or event.deck_visibility != Event.DeckVisibility.CUT:
            del self.fields["open_list_consent"]

    def clean_file(self) -> Any:
        """Reject a file that is too large before reading it."""
        upload = self.cleaned_data["file"]
        if upload:
            check_upload(upload, MAX_UPLOAD_BYTES)
        return upload

    @staticmethod
    def initial_of(registration: Registration, text: str) -> dict[str, Any]:
        """Return the initial values of the form."""
        return {"text": text, "open_list_consent": registration.open_list_consent}


MAX_RULES_LENGTH = 20_000


def _lines(rows: int) -> forms.Textarea:
    return forms.Textarea(attrs={"class": "code", "rows": rows, "spellcheck": "false", "autocapitalize": "off"})


class DeckRulesForm(forms.Form):
    """Banned and restricted cards, and one field for each deck fact of the game."""

    banned = LongTextField(
        label=_("Banned cards, one per line"), required=False, max_length=MAX_RULES_LENGTH, widget=_lines(5)
    )
    banned_is_whole = forms.BooleanField(label=_("This list is complete, even if it is empty"), required=False)
    restricted = LongTextField(
        label=_("Restricted cards, one per line"),
        required=False,
        max_length=MAX_RULES_LENGTH,
        widget=_lines(3),
        help_text=_("At most one copy in deck and sideboard together."),
    )
    restricted_is_whole = forms.BooleanField(label=_("This list is complete, even if it is empty"), required=False)

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._game = game
        for fact in game.deck_facts:
            self.fields[f"fact_{fact.slug}"] = LongTextField(
                label=fact.label,
                required=False,
                max_length=MAX_RULES_LENGTH,
                help_text=fact.about,
                widget=_lines(4) if fact.kind is FactKind.NAMES else forms.TextInput(),
            )

    @staticmethod
    def initial_of(deck_rules: DeckRules | None, game: Game) -> dict[str, Any]:
        """Return the initial values of the form."""
        if deck_rules is None:
            return {}
        values = deck_rules.values
        initial: dict[str, Any] = {
            "banned": "\n".join(values.banned or ()),
            "banned_is_whole": values.banned is not None,
            "restricted": "\n".join(values.restricted or ()),
            "restricted_is_whole": values.restricted is not None,
        }
        for fact in game.deck_facts:
            if fact.slug in values.facts:
                initial[f"fact_{fact.slug}"] = format_fact(fact, values.facts[fact.slug])
        return initial

    def to_input(self) -> DeckRulesInput:
        """Return the values of a valid form; a list with cards counts as complete."""
        data = self.cleaned_data

        def lines(name: str) -> list[str] | None:
            typed = str(data[name]).splitlines()
            return typed if any(line.strip() for line in typed) or data[f"{name}_is_whole"] else None

        facts = {fact.slug: str(data[f"fact_{fact.slug}"]).splitlines() for fact in self._game.deck_facts}
        return DeckRulesInput(lines("banned"), lines("restricted"), facts)
