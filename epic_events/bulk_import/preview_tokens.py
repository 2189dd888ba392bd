"""Whether what is saved is what was shown: a page that shows what a text would do sends the stamp of that text along.

Without it a text that was changed behind the table of what it does, or another file that was chosen there, would be
saved under a button that counts something else.
"""

from django.contrib import messages
from django.http import HttpRequest

from epic_events.infra.edit_conflicts import version_token


def as_kept(text: str) -> str:
    """Return a text with one sign at the end of each line: browsers send two, which would make it longer each time."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def is_another_text(request: HttpRequest, text: str, *about: object) -> bool:
    """Whether a text is another one than the page showed; False where none was shown, as programs send it.

    Args:
        request: what was sent; the field ``shown`` has the stamp.
        text: what is to be saved.
        about: what else the form says that changes what the text does, such as the round.
    """
    shown = request.POST.get("shown")
    return shown is not None and shown != _stamp(text, *about)


def shown_context(text: str, *about: object, another: bool) -> dict[str, object]:
    """Return the stamp for the field ``shown``, and what ``components/another_text.html`` needs.

    Args:
        text: the page shows what it would do.
        about: as :func:`is_another_text` is given it.
        another: whether it was to be saved, and is another one than the page before showed.
    """
    return {"shown_text": _stamp(text, *about), "another_text": another}


def tell_saved(request: HttpRequest, number: int, new: str, nothing: str) -> None:
    """Say what came of saving.

    Args:
        request: whose page says it.
        number: how many of what was told are new; 0 where a form was sent twice.
        new: what is said of these, with their ``count``.
        nothing: what is said where all of it stood already.
    """
    if number:
        messages.success(request, new % {"count": number})
    else:
        messages.info(request, nothing)


def _stamp(text: str, *about: object) -> str:
    """Return the stamp of a text; a browser may lose the empty lines at its ends."""
    return version_token(as_kept(text).strip("\N{BYTE ORDER MARK} \t\n"), *about)
