"""Long text fields are limited on the server, not truncated in the browser."""

import pytest
from django import forms

from epic_events.decks.forms import DeckForm
from epic_events.disputes.forms import OpenForm
from epic_events.infra.limits import LongTextField
from epic_events.judging.rulings.forms import RulingForm
from epic_events.reference.documents.forms import UploadForm


def test_long_text_field_has_its_maximum_length_on_the_server_only():
    field = LongTextField(max_length=3, min_length=2, widget=forms.Textarea())
    assert field.widget.attrs == {"cols": "40", "rows": "10", "minlength": "2"}
    with pytest.raises(forms.ValidationError, match=r"at most 3 characters \(it has 4\)"):
        field.clean("abcd")


@pytest.mark.parametrize(
    ("form", "name"), [(DeckForm, "text"), (OpenForm, "record"), (RulingForm, "record"), (UploadForm, "text")]
)
def test_decklists_records_and_rulebooks_use_long_text_fields(form, name):
    field = form.base_fields[name]
    assert isinstance(field, LongTextField)
    assert "maxlength" not in field.widget.attrs
    assert (field.max_length or 0) >= 20_000
