"""Form for pasted text or an uploaded file, and tokens of its preview.

Without them, a text or file that was changed after the preview would be saved by a button that describes the old one.
"""

from typing import Any, ClassVar, Self

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from epic_events.bulk_import.tables import decoded
from epic_events.infra.edit_conflicts import version_token
from epic_events.infra.form_errors import errors_in_form
from epic_events.infra.limits import check_upload


def with_unix_newlines(text: str) -> str:
    r"""Return a text with ``\n`` line ends; browsers send ``\r\n``."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def differs_from_preview(request: HttpRequest, text: str, *about: object) -> bool:
    """Return True if a text differs from the previewed one.

    False if there was no preview.

    Args:
        request: the request; its field ``shown`` holds the token.
        text: the text to save.
        about: other form values that change what the text does, such as the round.
    """
    preview = request.POST.get("shown")
    return preview is not None and preview != _version_token(text, *about)


def preview_context(text: str, *about: object, another: bool) -> dict[str, object]:
    """Return the context of ``components/changed_text.html``.

    It has the token for the field ``shown``.

    Args:
        text: the previewed text.
        about: as for :func:`differs_from_preview`.
        another: True if a different text was about to be saved.
    """
    return {"shown_text": _version_token(text, *about), "another_text": another}


def add_saved_message(request: HttpRequest, number: int, new: str, nothing: str) -> None:
    """Add a message about the result of saving.

    Args:
        request: the request.
        number: number of new objects; 0 if the form was sent twice.
        new: message with a ``count`` for new objects.
        nothing: message if everything existed already.
    """
    if number:
        messages.success(request, new % {"count": number})
    else:
        messages.info(request, nothing)


def _version_token(text: str, *about: object) -> str:
    """Return the token of a text.

    Empty lines at its ends are ignored, because browsers may drop them.
    """
    return version_token(with_unix_newlines(text).strip("\N{BYTE ORDER MARK} \t\n"), *about)


TABLES = ".csv,.tsv,.txt,.json,text/csv,text/plain,application/json"


class ImportForm(forms.Form):
    """Form with a field ``text`` and a file upload, which takes precedence.

    Attributes:
        longest: maximum number of characters; files may have four bytes for each.
        accepts: file types offered by the browser.
    """

    omit_optional_marks: ClassVar[bool] = True

    longest: ClassVar[int]
    accepts: ClassVar[str] = TABLES
    field_order = ("round", "text", "file", "reason")

    file = forms.FileField(label=_("Or upload a file"), required=False, allow_empty_file=True, max_length=200)

    def __init__(self, *args: Any, **more: Any) -> None:
        """Initialise the form."""
        super().__init__(*args, **more)
        self.fields["file"].widget.attrs["accept"] = self.accepts

    @classmethod
    def sent(cls, request: HttpRequest, **options: Any) -> Self:
        """Return the bound form of a request, including the text of an uploaded file.

        The text is submitted again from its text field, because browsers do not send a file twice. A file that is not
        text gets an error at its field.
        """
        typed = {name: str(value) for name, value in request.POST.items()}
        typed["text"] = with_unix_newlines(typed.get("text", ""))
        form = cls(typed, request.FILES, **options)
        if form.is_valid() and form.cleaned_data["file"]:
            with errors_in_form(form):
                text = with_unix_newlines(form.read(form.cleaned_data["file"].read()))
                return cls({**typed, "text": text}, **options)
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
