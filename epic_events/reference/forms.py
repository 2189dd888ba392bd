"""The forms of the reference pages; all of them only read."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from epic_events.reference.catalogue import GAME, CardFilter
from rules.card_search import QueryError, read_query
from rules.card_search.grammar import LONGEST
from rules.epic.cards import Alignment, CardSet, CardType, Keyword

COSTS = [("", _("Any cost")), ("0", _("0, free")), ("1", _("1 gold")), ("none", _("not played from hand"))]


class CardFilterForm(forms.Form):
    """What narrows the list of cards."""

    q = forms.CharField(
        label=_("Search"),
        required=False,
        max_length=LONGEST,
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
    alignment = forms.ChoiceField(
        label=_("Alignment"), required=False, choices=[("", _("Any")), *((str(a), a.value) for a in Alignment)]
    )
    cost = forms.ChoiceField(label=_("Cost"), required=False, choices=COSTS)
    type = forms.ChoiceField(
        label=_("Type"), required=False, choices=[("", _("Any")), *((str(t), t.value) for t in CardType)]
    )
    set = forms.ChoiceField(
        label=_("Set"), required=False, choices=[("", _("Any")), *((str(s), s.value) for s in CardSet)]
    )
    keyword = forms.ChoiceField(
        label=_("Keyword"), required=False, choices=[("", _("Any")), *((str(k), k.value) for k in Keyword)]
    )

    mistake: QueryError | None = None
    """What is wrong with the question, once the form was read."""

    def clean_q(self) -> str:
        """Keep a question that can be read."""
        asked: str = self.cleaned_data["q"]
        try:
            read_query(asked, GAME.card_fields)
        except QueryError as error:
            self.mistake = error
            raise forms.ValidationError(str(error)) from error
        return asked

    def narrowed(self) -> CardFilter:
        """Return what the form asks for; a field with an unknown value narrows nothing and keeps its message."""
        if not self.is_bound:
            return CardFilter()
        self.full_clean()
        asked: dict[str, Any] = self.cleaned_data
        return CardFilter(
            query=asked.get("q", ""),
            alignment=asked.get("alignment", ""),
            cost=asked.get("cost", ""),
            type=asked.get("type", ""),
            set=asked.get("set", ""),
            keyword=asked.get("keyword", ""),
        )
