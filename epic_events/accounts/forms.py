"""Forms of signing up."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class NameForm(forms.Form):
    """The part of signing up that is ours: how the person is called on screen and in pairings."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("Shown in pairings and standings."),
    )

    def signup(self, request: Any, user: Any) -> None:
        """Keep the name with the new user; called by allauth after the account is made."""
        del request
        user.name = self.cleaned_data["name"].strip()
        user.save(update_fields=["name"])
