"""Form for the deck rules of an event."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from epic_events.decks.event_rules.services import DeckRulesInput
from epic_events.decks.models import DeckRules
from epic_events.infra.limits import LongTextField
from rules.decks.event_rules import FactKind, format_fact
from rules.games import Game

MAX_LENGTH = 20_000


def _lines(rows: int) -> forms.Textarea:
    return forms.Textarea(attrs={"class": "code", "rows": rows, "spellcheck": "false", "autocapitalize": "off"})


class DeckRulesForm(forms.Form):
    """Banned and restricted cards, and one field for each deck fact of the game."""

    banned = LongTextField(
        label=_("Banned cards, one per line"), required=False, max_length=MAX_LENGTH, widget=_lines(5)
    )
    banned_is_whole = forms.BooleanField(label=_("This list is complete, even if it is empty"), required=False)
    restricted = LongTextField(
        label=_("Restricted cards, one per line"),
        required=False,
        max_length=MAX_LENGTH,
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
                max_length=MAX_LENGTH,
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
