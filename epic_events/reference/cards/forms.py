"""The form that narrows the cards."""

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from epic_events.reference.cards.catalogue import CardFilter, filter_choices, parse_card_query
from rules.card_search import QueryError
from rules.card_search.parser import MAX_LENGTH
from rules.games import Game


class CardFilterForm(forms.Form):
    """What narrows the list of a game's cards: a question, and one choice for each field the game puts forward.

    Args:
        game: whose cards.
    """

    q = forms.CharField(
        label=_("Search"),
        required=False,
        max_length=MAX_LENGTH,
        widget=forms.TextInput(
            attrs={
                "type": "search",
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
                "data-search": "",
                "aria-describedby": "query-help",
            }
        ),
    )

    mistake: QueryError | None = None
    """What is wrong with the question, once the form was read."""

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.by = [field.name for field, _values in filter_choices(game)]
        for field, values in filter_choices(game):
            self.fields[field.name] = forms.ChoiceField(
                label=capfirst(field.name), required=False, choices=[("", _("Any")), *values]
            )

    @property
    def filter_fields(self) -> list[forms.BoundField]:
        """The fields beside the question."""
        return [self[name] for name in self.by]

    @property
    def has_filters(self) -> bool:
        """Whether anything beside the question is asked for."""
        return any(self.data.get(name) for name in self.by)

    def clean_q(self) -> str:
        """Keep a question that can be read."""
        asked: str = self.cleaned_data["q"]
        try:
            parse_card_query(self.game, asked)
        except QueryError as error:
            self.mistake = error
            raise forms.ValidationError(str(error)) from error
        return asked

    def to_filter(self) -> CardFilter:
        """Return what the form asks for; a field with an unknown value narrows nothing and keeps its message."""
        if not self.is_bound:
            return CardFilter()
        self.full_clean()
        asked: dict[str, Any] = self.cleaned_data
        return CardFilter(query=asked.get("q", ""), by={name: asked.get(name, "") for name in self.by})
