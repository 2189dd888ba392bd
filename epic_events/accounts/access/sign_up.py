"""Signing up: answered the same whether there is an account with the address or not; the mail tells its owner."""

from typing import Any

from allauth.account.forms import SignupForm
from django import forms
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.accounts.access.sign_up_policy import may_sign_up


class SignUpForm(SignupForm):  # type: ignore[misc]  # allauth ships no types
    """Takes as long for an address that has an account as for a new one."""

    username = forms.CharField(max_length=150)  # allauth looks for it and takes it away: people sign in by address

    def clean_email(self) -> str:
        """Refuse an address that was not invited where only such are taken, whether it has an account or not."""
        email = str(self.cleaned_data["email"])
        if not may_sign_up(email):
            raise forms.ValidationError(
                _("Sign-up is by invitation only. Use the address that received the invitation.")
            )
        return str(super().clean_email())

    def try_save(self, request: HttpRequest) -> Any:
        """Make the account; for one that is there do as much work as that would have been."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        return super().try_save(request)
