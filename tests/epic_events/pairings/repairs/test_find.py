"""Search for the table of a repair."""

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.pairings.models import Match, Round
from epic_events.pairings.repairs.forms import FindForm
from tests.epic_events.pairings.play import entry_of, matches_of, published_round, running_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def round_() -> Round:
    """Return a published round in which Zoë Adler plays at table 1, and a Zoe at each of the tables 1 and 2."""
    event, organiser = running_event(6)
    played = published_round(event, organiser)
    for match, place, name in ((0, 1, "Zoë Adler"), (0, 2, "Zoe One"), (1, 1, "Zoe Two")):
        entry = entry_of(matches_of(played)[match], place)
        entry.name = name
        entry.save()
    return played


def find(round_: Round, words: str) -> list[Match]:
    form = FindForm({"round": round_.pk, "table": words}, event=round_.stage.event, needs="match")
    assert form.is_valid()
    return form.find_matches()


@pytest.mark.parametrize(
    ("words", "tables"), [("2", [2]), ("adler", [1]), ("ZOË", [1]), ("zoe", [1, 2]), ("9", []), ("Nobody", [])]
)
def test_find_matches_by_table_or_name(round_: Round, words: str, tables: list[int]) -> None:
    assert [match.table for match in find(round_, words)] == tables


def test_find_page_redirects_to_single_table_and_lists_several(round_: Round) -> None:
    event, client = round_.stage.event, Client()
    organiser = event.created_by
    assert organiser is not None
    client.force_login(organiser)
    url = reverse("pairings:repair_new", args=[event.slug, "result"])
    one, two, _three = matches_of(round_)
    sought = f"{url}?round={round_.pk}&table="
    response = client.get(f"{sought}adler")
    assert response["Location"] == f"{url}?match={one.pk}"
    page = client.get(f"{sought}zoe").content.decode()
    assert [f"{url}?match={match.pk}" in page for match in (one, two, _three)] == [True, True, False]
    response = client.get(f"{sought}Nobody")
    assert (response.status_code, "No player of this round is named" in response.content.decode()) == (400, True)
