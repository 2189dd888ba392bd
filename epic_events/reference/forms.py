"""The forms of the reference pages; all of them only read."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from epic_events.reference.catalogue import CardFilter
from rules.epic.cards import Alignment, CardSet, CardType, Keyword

COSTS = [("", _("Any cost")), ("0", _("0, free")), ("1", _("1 gold")), ("none", _("not played from hand"))]


class CardFilterForm(forms.Form):
    """What narrows the list of cards."""

    q = forms.CharField(
        label=_("Name"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "data-search": ""}),
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

    def narrowed(self) -> CardFilter:
        """Return what the form asks for; a field with an unknown value narrows nothing and keeps its message."""
        if not self.is_bound:
            return CardFilter()
        self.full_clean()
        asked: dict[str, Any] = self.cleaned_data
        return CardFilter(
            name=asked.get("q", ""),
            alignment=asked.get("alignment", ""),
            cost=asked.get("cost", ""),
            type=asked.get("type", ""),
            set=asked.get("set", ""),
            keyword=asked.get("keyword", ""),
        )
