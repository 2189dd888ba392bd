"""Sign-up that does not reveal whether an address has an account."""

from typing import Any

from allauth.account.forms import SignupForm
from django import forms
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.accounts.permissions import may_sign_up


class SignUpForm(SignupForm):  # type: ignore[misc]  # allauth ships no types
    """Sign-up form that takes the same time for new and existing addresses."""

    # allauth expects the field and removes it: users sign in by e-mail address
    username = forms.CharField(max_length=150)

    def clean_email(self) -> str:
        """Raise if sign-up is by invitation and the address was not invited."""
        email = str(self.cleaned_data["email"])
        if not may_sign_up(email):
            raise forms.ValidationError(
                _("Sign-up is by invitation only. Use the address that received the invitation.")
            )
        return str(super().clean_email())

    def try_save(self, request: HttpRequest) -> Any:
        """Create the account; hash the password also if it exists, to take the same time."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        return super().try_save(request)
