"""Texts that are pasted as a whole are never cut off by the browser, which would say nothing."""

import pytest
from django import forms

from epic_events.decks.forms import DeckForm
from epic_events.disputes.forms import OpenForm
from epic_events.infra.limits import PastedField
from epic_events.judging.rulings.forms import RulingForm
from epic_events.reference.documents.forms import UploadForm


def test_the_page_does_not_know_the_greatest_length_and_the_form_does():
    field = PastedField(max_length=3, min_length=2, widget=forms.Textarea())
    assert field.widget.attrs == {"cols": "40", "rows": "10", "minlength": "2"}
    with pytest.raises(forms.ValidationError, match=r"at most 3 characters \(it has 4\)"):
        field.clean("abcd")


@pytest.mark.parametrize(
    ("form", "name"), [(DeckForm, "text"), (OpenForm, "record"), (RulingForm, "record"), (UploadForm, "text")]
)
def test_lists_records_and_rulebooks_are_such_texts(form, name):
    field = form.base_fields[name]
    assert isinstance(field, PastedField)
    assert "maxlength" not in field.widget.attrs
    assert (field.max_length or 0) >= 20_000
