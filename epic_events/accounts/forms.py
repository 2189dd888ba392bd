"""Sign-up form fields."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from epic_events.infra.errors import UserError
from epic_events.infra.names import clean_name


class NameForm(forms.Form):
    """Name field that allauth adds to its sign-up form."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("Shown in pairings and standings."),
    )

    def clean_name(self) -> str:
        """Return the normalised name; raise if it has no visible character."""
        try:
            return clean_name(self.cleaned_data["name"])
        except UserError as error:
            raise forms.ValidationError(str(error)) from error

    def signup(self, request: Any, user: Any) -> None:
        """Save the name of the new user. Called by allauth after sign-up."""
        del request
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
