"""What differs from allauth's defaults."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    """Keeps the name a person gives when signing up."""

    def save_user(self, request: Any, user: Any, form: Any, commit: bool = True) -> Any:
        """Fill the user from the sign-up form."""
        user = super().save_user(request, user, form, commit=False)
        user.name = form.cleaned_data.get("name", "").strip()
        if commit:
            user.save()
        return user
