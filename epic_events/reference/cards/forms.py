"""Form that filters the card list."""

from typing import Any, ClassVar

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from epic_events.reference.cards.catalogue import CardFilter, filter_choices, parse_card_query
from rules.card_search import QueryError
from rules.card_search.parser import MAX_LENGTH
from rules.games import Game


class CardFilterForm(forms.Form):
    """Card query and one choice for each filter field of the game.

    Args:
        game: the game of the cards.
    """

    omit_optional_marks: ClassVar[bool] = True

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
    """Syntax error of the query, set by validation."""

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
        """The bound fields except the query."""
        return [self[name] for name in self.by]

    @property
    def has_filters(self) -> bool:
        """True if any filter field has a value."""
        return any(self.data.get(name) for name in self.by)

    def clean_q(self) -> str:
        """Validate the syntax of the query."""
        query: str = self.cleaned_data["q"]
        try:
            parse_card_query(self.game, query)
        except QueryError as error:
            self.mistake = error
            raise forms.ValidationError(str(error)) from error
        return query

    def to_filter(self) -> CardFilter:
        """Return the filter; fields with invalid values are ignored and keep their errors."""
        if not self.is_bound:
            return CardFilter()
        self.full_clean()
        query_data: dict[str, Any] = self.cleaned_data
        return CardFilter(query=query_data.get("q", ""), by={name: query_data.get(name, "") for name in self.by})
