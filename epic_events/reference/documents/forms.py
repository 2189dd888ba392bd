"""Forms for uploading, publishing and unpublishing official texts."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from epic_events.infra.limits import LongTextField, check_upload
from epic_events.reference.documents.symbols import MissingSymbol
from epic_events.reference.models import FilledSymbol
from rules.games import GAMES
from rules.rulebooks.importer import MAX_BYTES, PROFILES

OF_ANY_GAME = tuple(profile for profile in PROFILES.values() if not profile.rulebook)
"""Importer profiles for documents that are not on this site."""


def _documents() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the choices by game.

    They are its documents, each with its own profile, and generic profiles.
    """
    return [
        (
            game.name,
            [
                (f"{game.slug}/{profile.name}", profile.title)
                for profile in PROFILES.values()
                if profile.rulebook in game.rulebooks
            ]
            + [
                (f"{game.slug}/{profile.name}", _("Another document: %(kind)s") % {"kind": profile.title})
                for profile in OF_ANY_GAME
            ],
        )
        for game in GAMES.values()
    ]


class UploadForm(forms.Form):
    """An official rules document, uploaded or pasted."""

    document = forms.ChoiceField(
        label=_("Document"),
        choices=_documents,
        help_text=_(
            "Determines how the text is split into rules. For other documents, choose the structure that the text uses."
        ),
    )
    title = forms.CharField(
        label=_("Title"),
        required=False,
        max_length=120,
        help_text=_("Required only for other documents."),
    )
    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
        max_length=200,
        widget=forms.FileInput(attrs={"accept": ".txt,.md,text/plain,text/markdown"}),
        help_text=_("Plain text or Markdown in UTF-8, at most 2 MB. For a PDF, copy its text and paste it below."),
    )
    text = LongTextField(
        label=_("Or paste the text"),
        required=False,
        strip=False,
        max_length=MAX_BYTES,
        widget=forms.Textarea(attrs={"class": "code", "rows": 8, "spellcheck": "false"}),
    )

    def clean_file(self) -> Any:
        """Reject a file that is too large before reading it."""
        upload = self.cleaned_data["file"]
        if upload is not None:
            check_upload(upload, MAX_BYTES)
        return upload

    def clean(self) -> dict[str, Any]:
        """Set the content from the file or the text."""
        data = super().clean() or {}
        data["game"], _slash, data["profile"] = data.get("document", "").partition("/")
        upload = data.get("file")
        if upload is not None:
            data["content"] = upload.read()
        elif data.get("text"):
            data["content"] = data["text"].encode()
        elif not {"text", "file"} & self.errors.keys():
            self.add_error("file", _("Choose a file or paste the text."))
        return data


class PublishForm(forms.Form):
    """Effective date of a version and who may read its text."""

    effective_on = forms.DateField(
        label=_("In force from"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    for_everybody = forms.BooleanField(
        label=_("Everyone may read the official text"),
        required=False,
        help_text=_(
            "If unselected, only you and the staff of your events can read it. Select this only if the publisher "
            "permits reproduction of the text."
        ),
    )
    permission = forms.CharField(
        label=_("Permission to reproduce the text"),
        required=False,
        max_length=300,
        help_text=_("For example: “Rule 1.0 of the Epic Complete Rules permits it for use with Epic events.”"),
    )

    def __init__(self, *args: Any, for_the_site: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not for_the_site:
            del self.fields["for_everybody"], self.fields["permission"]


class SymbolsForm(forms.Form):
    """Texts of the missing symbols on one page.

    Each has an expected number of entries. The fields are named by the keys of the places.
    """

    omit_optional_marks: ClassVar[bool] = True

    def __init__(self, places: list[MissingSymbol], data: Any = None) -> None:
        super().__init__(data)
        self._places = places
        for place in places:
            self.fields[place.key] = forms.CharField(
                label=_("Symbol %(nth)d of %(rule)s") % {"nth": place.nth, "rule": place.unit.citation},
                required=False,
                max_length=FilledSymbol.MAX_LENGTH,
                initial=place.words,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
            self.fields[f"expected-{place.key}"] = forms.IntegerField(
                required=False, initial=len(place.filled), widget=forms.HiddenInput()
            )

    def sent(self, *, take: bool) -> dict[str, tuple[int, str]]:
        """Return by place the expected number of entries and the text.

        Args:
            take: True to use the suggestion for places without any entry.
        """
        values: dict[str, tuple[int, str]] = {}
        for place in self._places:
            words = self.cleaned_data[place.key]
            if take and not words and not place.filled:
                words = place.likely
            values[place.key] = (self.cleaned_data[f"expected-{place.key}"] or 0, words)
        return values


class WithdrawForm(forms.Form):
    """Reason for unpublishing a version."""

    reason = forms.CharField(label=_("Reason"), required=False, max_length=300)
