"""Form for pasted text or an uploaded file."""

from typing import Any, ClassVar, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from epic_events.bulk_import.preview_tokens import with_unix_newlines
from epic_events.bulk_import.tables import decoded
from epic_events.infra.form_errors import errors_in_form
from epic_events.infra.limits import check_upload

TABLES = ".csv,.tsv,.txt,.json,text/csv,text/plain,application/json"


class ImportForm(forms.Form):
    """Form with a field ``text`` and a file upload, which takes precedence.

    Attributes:
        longest: maximum number of characters; files may have four bytes for each.
        accepts: file types offered by the browser.
    """

    longest: ClassVar[int]
    accepts: ClassVar[str] = TABLES
    field_order = ("text", "file", "reason")

    file = forms.FileField(label=_("Or upload a file"), required=False, allow_empty_file=True, max_length=200)

    def __init__(self, *args: Any, **more: Any) -> None:
        """Initialise the form."""
        super().__init__(*args, **more)
        self.fields["file"].widget.attrs["accept"] = self.accepts

    @classmethod
    def sent(cls, request: HttpRequest) -> Self:
        """Return the bound form of a request, with the text of an uploaded file in its text field.

        The text is submitted again from there, because browsers do not send a file twice. A file that is not text
        gets an error at its field.
        """
        typed = {name: str(value) for name, value in request.POST.items()}
        typed["text"] = with_unix_newlines(typed.get("text", ""))
        form = cls(typed, request.FILES)
        if form.is_valid() and form.cleaned_data["file"]:
            with errors_in_form(form):
                return cls({**typed, "text": with_unix_newlines(form.read(form.cleaned_data["file"].read()))})
        return form

    def clean_file(self) -> Any:
        """Validate the size of the file before it is read."""
        upload = self.cleaned_data["file"]
        if upload:
            check_upload(upload, 4 * self.longest)
        return upload

    def read(self, data: bytes) -> str:
        """Return the text of a file.

        Raises:
            UserError: it is not text, or too long.
        """
        return decoded(data, 4 * self.longest)
