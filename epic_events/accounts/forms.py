"""Forms of signing up, and how every form shows a mistake."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from epic_events.errors import NotAllowedError, UserError
from epic_events.names import clean_name


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


def show_error(form: forms.BaseForm, error: UserError) -> None:
    """Put a user error where it belongs: beside its fields, or on top of the form.

    Raises:
        NotAllowedError: the error itself, when it is one: no other input in the form would help.
    """
    if isinstance(error, NotAllowedError):
        raise error
    placed = False
    for name, message in error.fields.items():
        if name in form.fields:
            form.add_error(name, message)
            placed = True
    if not placed:
        form.add_error(None, str(error))
