"""Names without invisible characters."""

import unicodedata
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation
from hypothesis import given
from hypothesis import strategies as st

from epic_events.accounts.models import User
from epic_events.events import services as events
from epic_events.events.services import EventPlan, create_event
from epic_events.infra.errors import UserError
from epic_events.infra.names import clean_name, isolated, normalised, plain
from tests.epic_events.factories import make_event, make_user


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("\u202eevE", "evE"),
        ("An\u200bna", "Anna"),
        ("\ufeffAnna\u2060", "Anna"),
        ("Anna\u2066\u2069", "Anna"),
        ("  Anna \t\n Vogt\u2028", "Anna Vogt"),
        ("A\u00adnna", "Anna"),
        ("Anna\u3164", "Anna"),
        ("Anna \u2800 Vogt", "Anna Vogt"),
        ("Zoe\u0308", "Zoë"),
        ("Z" + "\u0301" * 40, "Ź" + "\u0301" * 4),
        ("\u0645\u06cc\u200c\u062e\u0648", "\u0645\u06cc\u200c\u062e\u0648"),  # Persian
        ("\u200dAnna\u200d", "Anna"),
        ("An\u200dna", "Anna"),
        ("👩\u200d🚀 Ada", "👩\u200d🚀 Ada"),
        ("O'Brien-Smith, J.", "O'Brien-Smith, J."),
        ("田中 えみ", "田中 えみ"),
        ("7", "7"),
    ],
)
def test_clean_name_removes_invisible_characters(typed, name):
    assert clean_name(typed) == name


@pytest.mark.parametrize("typed", ["", "   ", "\u200b\u200d", "\u202e", "\u3164\u3164", "…", "\u2800", "\u0301"])
def test_clean_name_invisible_only_raises(typed):
    with pytest.raises(UserError) as refused:
        clean_name(typed)
    assert list(refused.value.fields) == ["name"]


@given(st.text(max_size=60))
def test_normalised_is_idempotent_without_bidi_overrides(text):
    once = normalised(text)
    assert normalised(once) == once
    assert [letter for letter in once if unicodedata.bidirectional(letter) in {"RLO", "LRO", "RLE", "LRE", "PDF"}] == []


@pytest.mark.django_db
def test_add_player_name_differing_invisibly_raises():
    event = make_event()
    events.add_player(event.created_by, event, name="Anna\u200b Vogt")
    assert event.registrations.get().name == "Anna Vogt"
    with pytest.raises(UserError, match="already has a player named"):
        events.add_player(event.created_by, event, name="\u202aAnna Vogt\u202c")


@pytest.mark.django_db
def test_signup_name_is_cleaned():
    form = {
        "name": "Eve\u202e",
        "email": "eve@example.org",
        "password1": "long-and-odd-7",
        "password2": "long-and-odd-7",
    }
    assert Client().post("/accounts/signup/", form).status_code == 302
    assert User.objects.get(email="eve@example.org").name == "Eve"
    answer = Client().post("/accounts/signup/", {**form, "email": "nobody@example.org", "name": "…\u2800"})
    assert answer.context["form"].errors["name"] == ["Enter a name with at least one visible letter or digit."]
    assert not User.objects.filter(email="nobody@example.org").exists()


@pytest.mark.django_db
def test_event_name_is_cleaned():
    plan = EventPlan(name="Winter\u200b\u202e Open", starts_at=timezone.now() + timedelta(days=3), place="Hall\u2066 3")
    event = create_event(make_user(), plan)
    assert (event.name, event.place) == ("Winter Open", "Hall 3")
    with pytest.raises(UserError) as refused:
        create_event(make_user(), replace(plan, name="\u200b"))
    assert refused.value.fields == {"name": "Enter a name for the event."}


ALEPH = "\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET}"
APART = f"\u2068{ALEPH}\u2069"


def test_isolated_wraps_only_names_of_opposite_direction():
    assert [isolated(name) for name in ("Ada", "O'Neill 2", "")] == ["Ada", "O'Neill 2", ""]
    assert isolated(ALEPH) == APART
    with translation.override("he"):
        assert [isolated(name) for name in ("Ada", ALEPH)] == ["\u2068Ada\u2069", ALEPH]


def test_plain_removes_isolation_marks():
    assert plain(f"{isolated(ALEPH)} won") == f"{ALEPH} won"
