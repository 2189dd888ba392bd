"""The select of the quick form equals that of Django."""

import pytest
from django import forms
from django.test.html import parse_html

from epic_events.pairings.results.forms import QuickSelect

CHOICES = [("", "Result …"), ("2-0-0-played", 'Ann "A" <b> & Co won'), ("1-1-1-played", "drawn")]


@pytest.mark.parametrize("value", [None, "", "1-1-1-played", "<unknown>"])
@pytest.mark.parametrize("attrs", [None, {"id": "id_7_score", "required": True, "aria-describedby": 'x"y'}])
def test_quick_select_renders_same_html_as_select(value: str | None, attrs: dict[str, object] | None) -> None:
    quick, usual = (
        kind(attrs={"class": "wide"}, choices=CHOICES).render("score", value, attrs)
        for kind in (QuickSelect, forms.Select)
    )
    assert parse_html(quick) == parse_html(usual)
