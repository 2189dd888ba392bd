"""What differs from allauth's defaults."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.sites.requests import RequestSite


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    """Keeps the name a person gives when signing up; mail speaks in the name of the site."""

    def save_user(self, request: Any, user: Any, form: Any, commit: bool = True) -> Any:
        """Fill the user from the sign-up form."""
        user = super().save_user(request, user, form, commit=False)
        user.name = form.cleaned_data.get("name", "")
        if commit:
            user.save()
        return user

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail that calls the site by its name and not by its address."""
        site = RequestSite(self.request)
        site.name = settings.SITE_NAME
        super().send_mail(template_prefix, email, {"current_site": site, **context})
