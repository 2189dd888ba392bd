"""Detection of edit conflicts by version tokens: the second user to save sees the changes of the first."""

import hashlib
from collections.abc import Sequence

from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.infra.errors import StateError


class EditConflictError(StateError):
    """The object was changed since the form was opened; saving again with the new token is possible.

    Attributes:
        stamp: version token of the stored values.
        stored: the stored values as pairs of label and text.
    """

    code = "changed_meanwhile"

    def __init__(self, stamp: str, stored: Sequence[tuple[str, str]]) -> None:
        self.stamp = stamp
        self.stored = list(stored)
        super().__init__(
            _(
                "Someone else has saved changes since you opened this page. Your changes are not saved yet. Compare "
                "both versions, then save again."
            )
        )


def version_token(*values: object) -> str:
    """Return a version token of some values."""
    return hashlib.sha256(repr(values).encode("utf-8", "surrogatepass")).hexdigest()[:20]


def require_unchanged(seen: str | None, stamp: str, stored: Sequence[tuple[str, str]]) -> None:
    """Raise if the stored values differ from those that the user saw; call it with the row locked.

    Args:
        seen: version token of the form; None if none was sent, as by the API.
        stamp: version token of the stored values.
        stored: the stored values as pairs of label and text.

    Raises:
        EditConflictError: the tokens differ.
    """
    if seen is not None and seen != stamp:
        raise EditConflictError(stamp, stored)


def expected_version(request: HttpRequest) -> str | None:
    """Return the version token that a form was opened with, or None."""
    return request.POST.get("seen")


def version_context(stamp: str, request: HttpRequest, error: Exception | None = None) -> dict[str, object]:
    """Return the context of ``components/edit_conflict.html``: token and conflicting values.

    A form that is shown again for another error keeps its token.
    """
    if isinstance(error, EditConflictError):
        return {"seen": error.stamp, "meanwhile": error.stored}
    return {"seen": request.POST.get("seen", stamp)[:40]}
