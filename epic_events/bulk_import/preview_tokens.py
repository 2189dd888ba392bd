"""Tokens that ensure that the text being saved is the text that was previewed.

Without them, a text or file that was changed after the preview would be saved by a button that describes the old one.
"""

from django.contrib import messages
from django.http import HttpRequest

from epic_events.infra.edit_conflicts import version_token


def with_unix_newlines(text: str) -> str:
    r"""Return a text with ``\n`` line ends; browsers send ``\r\n``."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def differs_from_preview(request: HttpRequest, text: str, *about: object) -> bool:
    """Return True if a text differs from the previewed one; False if there was no preview.

    Args:
        request: the request; its field ``shown`` holds the token.
        text: the text to save.
        about: other form values that change what the text does, such as the round.
    """
    shown = request.POST.get("shown")
    return shown is not None and shown != _stamp(text, *about)


def preview_context(text: str, *about: object, another: bool) -> dict[str, object]:
    """Return the context of ``components/another_text.html`` with the token for the field ``shown``.

    Args:
        text: the previewed text.
        about: as for :func:`is_another_text`.
        another: True if a different text was about to be saved.
    """
    return {"shown_text": _stamp(text, *about), "another_text": another}


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


def _stamp(text: str, *about: object) -> str:
    """Return the token of a text, ignoring empty lines at its ends, which browsers may drop."""
    return version_token(with_unix_newlines(text).strip("\N{BYTE ORDER MARK} \t\n"), *about)
