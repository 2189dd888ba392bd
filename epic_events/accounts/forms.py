"""Forms of signing up."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from epic_events.infra.display_names import clean_name
from epic_events.infra.errors import UserError


class NameForm(forms.Form):
    """The part of signing up that is ours: how the person is called on screen and in pairings."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("Shown in pairings and standings."),
    )

    def clean_name(self) -> str:
        """Keep of the name what people will see; refuse one of which nothing is left."""
        try:
            return clean_name(self.cleaned_data["name"])
        except UserError as error:
            raise forms.ValidationError(str(error)) from error

    def signup(self, request: Any, user: Any) -> None:
        """Keep the name with the new user; called by allauth after the account is made."""
        del request
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
