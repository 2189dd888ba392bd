"""Two people who change one thing: whoever saves second sees what the first has written, and nothing is lost unseen."""

import hashlib
from collections.abc import Sequence

from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.infra.errors import StateError


class ChangedMeanwhileError(StateError):
    """Somebody else has saved since the page was opened; saving again, having seen it, is possible.

    Attributes:
        stamp: of what is stored now: who sends it along has seen that.
        stored: what is stored now, as pairs of a label and a text.
    """

    code = "changed_meanwhile"

    def __init__(self, stamp: str, stored: Sequence[tuple[str, str]]) -> None:
        self.stamp = stamp
        self.stored = list(stored)
        super().__init__(
            _(
                "Somebody else has saved this since you opened the page. Nothing of yours is saved yet: "
                "compare the two, then save again."
            )
        )


def stamp_of(*values: object) -> str:
    """Return a short word that is another one as soon as one of the values is another one."""
    return hashlib.sha256(repr(values).encode("utf-8", "surrogatepass")).hexdigest()[:20]


def require_unchanged(seen: str | None, stamp: str, stored: Sequence[tuple[str, str]]) -> None:
    """Stop a change by somebody who has not seen what is stored now; call it with the row locked.

    Args:
        seen: the stamp of what the person saw; None where none was sent along, such as through the API.
        stamp: of what is stored now.
        stored: what is stored now, as pairs of a label and a text.

    Raises:
        ChangedMeanwhileError: the two differ.
    """
    if seen is not None and seen != stamp:
        raise ChangedMeanwhileError(stamp, stored)


def seen_by(request: HttpRequest) -> str | None:
    """Return the stamp of what the sender of a form saw when the page was opened; None without one."""
    return request.POST.get("seen")


def seen_context(stamp: str, request: HttpRequest, error: Exception | None = None) -> dict[str, object]:
    """Return what ``components/changed_meanwhile.html`` needs: the stamp to send along, and what is stored instead.

    A form that comes back for another reason keeps the stamp it came with.
    """
    if isinstance(error, ChangedMeanwhileError):
        return {"seen": error.stamp, "meanwhile": error.stored}
    return {"seen": request.POST.get("seen", stamp)[:40]}
