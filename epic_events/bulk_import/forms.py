"""The form of every page on which a text is pasted or read from a file."""

from typing import Any, ClassVar, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from epic_events.bulk_import.preview_tokens import as_kept
from epic_events.bulk_import.tables import decoded
from epic_events.infra.form_errors import errors_in_form
from epic_events.infra.limits import check_upload

TABLES = ".csv,.tsv,.txt,.json,text/csv,text/plain,application/json"


class PastedForm(forms.Form):
    """A text in the field ``text``, pasted there or read from a file, which goes before what was pasted.

    Attributes:
        longest: how many characters are taken; of a file four bytes for each, since a character takes up to four.
        accepts: the kinds of files that a browser offers.
    """

    longest: ClassVar[int]
    accepts: ClassVar[str] = TABLES
    field_order = ("text", "file", "reason")

    file = forms.FileField(label=_("Or read a file"), required=False, allow_empty_file=True, max_length=200)

    def __init__(self, *args: Any, **more: Any) -> None:
        """Begin as Django's forms do."""
        super().__init__(*args, **more)
        self.fields["file"].widget.attrs["accept"] = self.accepts

    @classmethod
    def sent(cls, request: HttpRequest) -> Self:
        """Return the form as it was sent; of a file, with its text in the field.

        From there it is sent again: no browser sends a file a second time unless it is chosen a second time. A file
        that is no text is told of beside it.
        """
        typed = {name: str(value) for name, value in request.POST.items()}
        typed["text"] = as_kept(typed.get("text", ""))
        form = cls(typed, request.FILES)
        if form.is_valid() and form.cleaned_data["file"]:
            with errors_in_form(form):
                return cls({**typed, "text": as_kept(form.read(form.cleaned_data["file"].read()))})
        return form

    def clean_file(self) -> Any:
        """Refuse, before it is read, a file that is too large."""
        upload = self.cleaned_data["file"]
        if upload:
            check_upload(upload, 4 * self.longest)
        return upload

    def read(self, data: bytes) -> str:
        """Return the text of a file.

        Raises:
            UserError: it is no text, or too long.
        """
        return decoded(data, 4 * self.longest)
