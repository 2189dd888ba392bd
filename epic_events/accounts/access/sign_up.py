"""Sign-up that does not reveal whether an address has an account."""

import time
from typing import Any, Final

from allauth.account.forms import SignupForm
from allauth.account.views import SignupView
from django import forms
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from epic_events.accounts.access.sessions import SessionStore
from epic_events.accounts.models import User
from epic_events.accounts.permissions import may_sign_up

_SAME_FORM: Final = 60
"""Seconds in which a form that arrives again gets the response of the first."""
_PATIENCE: Final = 15.0
"""Seconds to wait for the response of the first form, which sends a mail."""
_PAUSE: Final = 0.1


class SignUpForm(SignupForm):  # type: ignore[misc]  # allauth ships no types
    """Sign-up form that takes the same time for new and existing addresses."""

    # allauth expects the field and removes it: users sign in by e-mail address
    username = forms.CharField(max_length=150)
    account_already_exists: bool

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
        try:
            with transaction.atomic():
                return super().try_save(request)
        except IntegrityError:
            if not User.objects.filter(email=self.cleaned_data["email"].lower()).exists():
                raise
            self.account_already_exists = True  # signed up since the form was checked
            return super().try_save(request)


class SignUpView(SignupView):  # type: ignore[misc]  # allauth ships no types
    """Sign-up page. Permission: public if sign-up is open.

    A form that arrives twice at once, after a double tap, creates one account, one mail and one session: the browser
    keeps the session of the last response only, and the code is valid in the session that mailed it.
    """

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        """Sign up.

        The second of two equal forms waits for the first and shares its session.
        """
        key = _key_of_form(self.request, form)
        if not key:
            return self._sign_up(form)
        if not cache.add(key, "", timeout=_SAME_FORM):
            session_key = _wait_for(key)
            if session_key:
                self.request.session = SessionStore(session_key)
                self.request.session.modified = True  # sends its cookie
                return redirect("account_email_verification_sent")
        try:
            response = self._sign_up(form)
            self.request.session.save()
        except BaseException:
            cache.delete(key)
            raise
        cache.set(key, self.request.session.session_key, timeout=_SAME_FORM)
        return response

    def _sign_up(self, form: SignUpForm) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        return response


def _key_of_form(request: HttpRequest, form: SignUpForm) -> str:
    """Return the cache key of a browser's sign-up, or "" without a CSRF cookie."""
    browser = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    if not browser:
        return ""
    fields = repr((browser, form.cleaned_data["email"].lower(), form.cleaned_data["name"]))
    return "sign-up:" + salted_hmac("epic_events.sign_up", fields, algorithm="sha256").hexdigest()


def _wait_for(key: str) -> str:
    """Return the session key stored under ``key``.

    An empty string if the first form failed.
    """
    deadline = time.monotonic() + _PATIENCE
    while (session_key := cache.get(key)) == "" and time.monotonic() < deadline:
        time.sleep(_PAUSE)
    return session_key or ""
