"""Form of the sign-in page."""

from typing import Any

from allauth.account.forms import LoginForm
from django.utils.translation import gettext_lazy as _


class SignInForm(LoginForm):  # type: ignore[misc]  # allauth ships no types
    """Sign-in form with the labels of this site."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if "remember" in self.fields:
            self.fields["remember"].label = _("Stay signed in on this device")
