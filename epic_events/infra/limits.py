"""Limits on the size of input, and their messages."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from epic_events.infra.errors import TooLargeError

MAX_BODY_BYTES = 12 * 1024 * 1024
"""Maximum size of a request in bytes, including files; the largest accepted file, a photo, has ten megabytes."""


class LongTextField(forms.CharField):
    """Text field without a ``maxlength`` attribute.

    Long input is refused instead of cut off.
    """

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return the widget's attributes without ``maxlength``."""
        return {name: value for name, value in super().widget_attrs(widget).items() if name != "maxlength"}


def check_upload(upload: Any, most: int) -> None:
    """Raise if a file is too large, before it is read.

    Args:
        upload: the uploaded file.
        most: maximum size in bytes.

    Raises:
        ValidationError: states the size and the limit.
    """
    if upload.size > most:
        words = _("The file is too large: it has %(sent)s, the limit is %(most)s.")
        raise ValidationError(words % {"sent": filesizeformat(upload.size), "most": filesizeformat(most)})


def too_many_bytes(length: int, most: int) -> TooLargeError:
    """Return the error for a request body that is too large; both sizes in bytes."""
    words = _("The request is too large: %(sent)s were sent, the limit is %(most)s. Nothing was saved.")
    return TooLargeError(words % {"sent": filesizeformat(length), "most": filesizeformat(most)})


def too_many_fields() -> TooLargeError:
    """Return the error for a form with too many fields or files."""
    words = _("The form is too large: the limit is %(fields)d fields and %(files)d files. Nothing was saved.")
    return TooLargeError(
        words % {"fields": settings.DATA_UPLOAD_MAX_NUMBER_FIELDS, "files": settings.DATA_UPLOAD_MAX_NUMBER_FILES}
    )


def check_length(text: str, most: int, field: str) -> str:
    """Return a text unless it is too long.

    Args:
        text: the input.
        most: maximum number of characters.
        field: name of the form field.

    Raises:
        TooLargeError: states the length and the limit.
    """
    if len(text) <= most:
        return text
    words = _("The text is too long: it has %(sent)d characters, the limit is %(most)d. Nothing was saved.")
    message = words % {"sent": len(text), "most": most}
    raise TooLargeError(message, fields={field: message})
