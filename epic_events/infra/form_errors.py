"""Display of user errors from services.

They appear at the fields of a form, or as a message on the next page. Every view uses these blocks.
:class:`NotAllowedError` passes through and gets an error page, because no other input would help.
"""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from epic_events.infra.errors import NotAllowedError, UserError


class ErrorDisplay:
    """Context manager that catches a user error and displays it.

    Attributes:
        error: the error that was caught, or None.
    """

    def __init__(self, show: Callable[[UserError], object] | None = None) -> None:
        self.error: UserError | None = None
        self._show = show

    def __enter__(self) -> Self:
        """Enter the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        """Display a user error; let other exceptions pass."""
        if not isinstance(error, UserError) or isinstance(error, NotAllowedError):
            return False
        self.error = error
        if self._show is not None:
            self._show(error)
        return True


def errors_in_form(form: forms.BaseForm) -> ErrorDisplay:
    """Return a block whose user error is shown in a form, at its fields or at the top."""
    return ErrorDisplay(lambda error: show_error(form, error))


def errors_as_message(request: HttpRequest) -> ErrorDisplay:
    """Return a block whose user error is shown as a message on the next page."""
    return ErrorDisplay(lambda error: messages.error(request, str(error)))


def show_error(form: forms.BaseForm, error: UserError) -> None:
    """Add a user error to its fields, or to the top of the form if it names none."""
    placed = False
    for name, message in error.fields.items():
        if name in form.fields:
            form.add_error(name, message)
            placed = True
    if not placed:
        form.add_error(None, str(error))
