"""Service errors become form errors or messages."""

import pytest
from django import forms
from django.contrib import messages
from django.contrib.messages.storage.base import BaseStorage
from django.http import HttpRequest
from django.test import RequestFactory

from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.infra.form_errors import ErrorDisplay, errors_as_message, errors_in_form


class Named(forms.Form):
    name = forms.CharField(required=False)


def bound() -> Named:
    form = Named({"name": "Ada"})
    assert form.is_valid()
    return form


class Queue(BaseStorage):
    def _get(self, *_args, **_kwargs):
        return [], True

    def _store(self, *_args, **_kwargs):
        return []


def request() -> HttpRequest:
    made = RequestFactory().post("/")
    vars(made)["_messages"] = Queue(made)
    return made


def test_form_error_with_a_field_is_shown_at_the_field():
    form, error = bound(), UserError("No such name.", fields={"name": "No player has this name.", "other": "not here"})
    with errors_in_form(form) as refusal:
        raise error
    assert form.errors == {"name": ["No player has this name."]}
    assert refusal.error is error


def test_form_error_without_a_field_is_shown_above_the_form():
    form = bound()
    with errors_in_form(form):
        raise StateError("Too late.", fields={"other": "not here"})
    assert form.errors == {"__all__": ["Too late."]}


def test_error_message_is_shown_on_the_next_page():
    asked = request()
    with errors_as_message(asked) as refusal:
        raise StateError("Too late.")
    assert [(one.level, one.message) for one in messages.get_messages(asked)] == [(messages.ERROR, "Too late.")]
    assert str(refusal.error) == "Too late."


def test_block_without_an_error_leaves_the_form_unchanged():
    form = bound()
    with errors_in_form(form) as refusal:
        pass
    assert not form.errors
    assert refusal.error is None


@pytest.mark.parametrize("error", [NotAllowedError("Organisers only."), ValueError("a mistake of ours")])
def test_permission_and_programming_errors_are_raised(error):
    form, refusal = bound(), ErrorDisplay()
    with pytest.raises(type(error)) as raised, errors_in_form(form), refusal:
        raise error
    assert raised.value is error
    assert not form.errors
    assert refusal.error is None
