"""Forms for notice preferences and push subscriptions."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from epic_events.integrations.notices.kinds import ByMail, Kind, Wish


class PreferencesForm(forms.Form):
    """Preferences for e-mail and push, by kind of notice."""

    def __init__(self, *args: Any, wishes: Mapping[Kind, Wish], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind, wish in wishes.items():
            self.fields[f"{kind}-mail"] = forms.ChoiceField(
                label=_("%(kind)s: e-mail") % {"kind": kind.label}, choices=ByMail.choices, initial=wish.mail
            )
            self.fields[f"{kind}-push"] = forms.BooleanField(
                label=_("%(kind)s: device") % {"kind": kind.label}, required=False, initial=wish.push
            )

    def rows(self) -> Iterator[tuple[Kind, forms.BoundField, forms.BoundField]]:
        """Yield each kind with its two fields."""
        for kind in Kind:
            yield kind, self[f"{kind}-mail"], self[f"{kind}-push"]

    def wished(self) -> dict[Kind, Wish]:
        """Return the submitted preferences by kind."""
        given = self.cleaned_data
        return {kind: Wish(ByMail(given[f"{kind}-mail"]), given[f"{kind}-push"]) for kind in Kind}


class DeviceForm(forms.Form):
    """Push subscription sent by a browser."""

    endpoint = forms.CharField(max_length=1000)
    p256dh = forms.CharField(max_length=120)
    auth = forms.CharField(max_length=40)
