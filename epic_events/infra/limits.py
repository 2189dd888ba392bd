"""How much is taken of what people send, and how it is told when it was more."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from epic_events.infra.errors import TooLargeError

MOST_BODY = 12 * 1024 * 1024
"""Bytes of one request with its files; the largest file that any form takes, a photo, has ten megabytes."""


class PastedField(forms.CharField):
    """A text that is pasted as a whole: the site says when it is too long, where a browser would cut it off unseen."""

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return what the field in the page knows of the limits of this one: all but the greatest length."""
        return {name: value for name, value in super().widget_attrs(widget).items() if name != "maxlength"}


def check_upload(upload: Any, most: int) -> None:
    """Refuse a file that is too large, before it is read.

    Args:
        upload: the file, as Django took it in.
        most: how large it may be, in bytes.

    Raises:
        ValidationError: says how large it is and may be.
    """
    if upload.size > most:
        words = _("The file has %(sent)s; at most %(most)s are taken here.")
        raise ValidationError(words % {"sent": filesizeformat(upload.size), "most": filesizeformat(most)})


def too_many_bytes(sent: int, most: int) -> TooLargeError:
    """Return what is told of a request that is too large as a whole; both in bytes."""
    words = _("That was too large: %(sent)s were sent, and at most %(most)s are taken. Nothing was saved.")
    return TooLargeError(words % {"sent": filesizeformat(sent), "most": filesizeformat(most)})


def too_many_fields() -> TooLargeError:
    """Return what is told of a form with more fields or files than any form of the site has."""
    words = _("That form was too large: at most %(fields)d fields and %(files)d files are taken. Nothing was saved.")
    return TooLargeError(
        words % {"fields": settings.DATA_UPLOAD_MAX_NUMBER_FIELDS, "files": settings.DATA_UPLOAD_MAX_NUMBER_FILES}
    )


def check_length(text: str, most: int, field: str) -> str:
    """Return a text that was typed into a field, unless it is too long.

    Args:
        text: what was typed.
        most: how many characters it may have.
        field: the field's name.

    Raises:
        TooLargeError: says how many it has and may have.
    """
    if len(text) <= most:
        return text
    words = _("That text is too long: it has %(sent)d characters, and at most %(most)d are taken. Nothing was saved.")
    message = words % {"sent": len(text), "most": most}
    raise TooLargeError(message, fields={field: message})
