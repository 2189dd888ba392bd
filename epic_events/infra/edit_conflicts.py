"""Detection of edit conflicts by version tokens.

The second user to save sees the changes of the first.
"""

import hashlib
from collections.abc import Sequence

from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.infra.errors import StateError


class EditConflictError(StateError):
    """The object was changed since the form was opened.

    Saving again with the new token is possible.

    Attributes:
        version_token: version token of the stored values.
        stored: the stored values as pairs of label and text.
    """

    code = "changed_meanwhile"

    def __init__(self, version_token: str, stored: Sequence[tuple[str, str]]) -> None:
        self.version_token = version_token
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


def require_unchanged(expected_version: str | None, version_token: str, stored: Sequence[tuple[str, str]]) -> None:
    """Raise if the stored values differ from those that the user saw.

    Call it with the row locked.

    Args:
        expected_version: version token of the form; None if none was sent, as by the API.
        version_token: version token of the stored values.
        stored: the stored values as pairs of label and text.

    Raises:
        EditConflictError: the tokens differ.
    """
    if expected_version is not None and expected_version != version_token:
        raise EditConflictError(version_token, stored)


def expected_version(request: HttpRequest) -> str | None:
    """Return the version token that a form was opened with, or None."""
    return request.POST.get("expected_version")


def version_context(version_token: str, request: HttpRequest, error: Exception | None = None) -> dict[str, object]:
    """Return the context of ``components/edit_conflict.html``.

    It has the token and the conflicting values. A form that is shown again for another error keeps its token.
    """
    if isinstance(error, EditConflictError):
        return {"expected_version": error.version_token, "meanwhile": error.stored}
    return {"expected_version": request.POST.get("expected_version", version_token)[:40]}
