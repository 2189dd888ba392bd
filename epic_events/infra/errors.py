"""What a user did wrong, as typed exceptions: pages, API and command line each give them their own form."""

from collections.abc import Mapping


class UserError(Exception):
    """A mistake the user can mend; ``str()`` of it is a full sentence to show.

    Attributes:
        status: the HTTP status that pages and the API answer with.
        code: a stable word for clients of the API.
        fields: messages per form field, where the mistake belongs to a field.
        retry_after: seconds after which the same may succeed, where that is known.
    """

    status = 400
    code = "invalid"
    retry_after: int | None = None

    def __init__(self, message: str, *, fields: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.fields: dict[str, str] = dict(fields or {})


class NotAllowedError(UserError):
    """The person may not do this; says who may."""

    status = 403
    code = "not_allowed"


class StateError(UserError):
    """The thing is not in a state in which this can be done; says what has to happen first."""

    status = 409
    code = "wrong_state"


class TooLargeError(UserError):
    """Somebody sent more than is taken; says how much is, and how much came."""

    status = 413
    code = "too_large"


class NoLengthError(UserError):
    """Something was sent in pieces, without its length: the site would take it for empty."""

    status = 411
    code = "length_required"


class MissingError(UserError):
    """The thing named does not exist, or this person may not know that it does."""

    status = 404
    code = "not_found"


class UnavailableError(UserError):
    """What the site needs does not answer; nothing of the request was saved, and it may be sent again."""

    status = 503
    code = "unavailable"

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after
