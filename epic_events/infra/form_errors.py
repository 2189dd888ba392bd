"""What a service refuses becomes part of the page: beside the form that was sent, or as a message on the page after it.

Every view takes refusals in through here. Who may not do something at all is not shown the form again: no other input
would help, so :class:`NotAllowedError` goes on and is answered with a page of its own.
"""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from epic_events.infra.errors import NotAllowedError, UserError


class Refusal:
    """A block that may be refused; what stands behind it is reached only when it was, or when it did not return.

    Attributes:
        error: with what it was refused; None while it was not.
    """

    def __init__(self, show: Callable[[UserError], object] | None = None) -> None:
        self.error: UserError | None = None
        self._show = show

    def __enter__(self) -> Self:
        """Begin the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        """Take in a refusal and put it on the page; everything else goes on."""
        if not isinstance(error, UserError) or isinstance(error, NotAllowedError):
            return False
        self.error = error
        if self._show is not None:
            self._show(error)
        return True


def shown_on(form: forms.BaseForm) -> Refusal:
    """Return a block whose refusal is put where it belongs: beside the fields of a form, or on top of it."""
    return Refusal(lambda error: show_error(form, error))


def told_to(request: HttpRequest) -> Refusal:
    """Return a block whose refusal is said as a message on the next page."""
    return Refusal(lambda error: messages.error(request, str(error)))


def show_error(form: forms.BaseForm, error: UserError) -> None:
    """Put a refusal beside its fields, or on top of the form where it belongs to none of them."""
    placed = False
    for name, message in error.fields.items():
        if name in form.fields:
            form.add_error(name, message)
            placed = True
    if not placed:
        form.add_error(None, str(error))
