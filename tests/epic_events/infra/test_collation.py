"""Names in the order that people expect, on every database, in every list and in Python."""

import re
from html import unescape
from random import Random

import pytest
from django.http import HttpResponse
from django.urls import reverse
from pyuca import Collator

from epic_events.accounts.models import Player
from epic_events.events.models import Registration
from epic_events.infra.collation import compare_names, name_order, name_sort_key
from tests.epic_events.factories import make_event, make_player, make_registration
from tests.epic_events.pairings.play import published_round, running_event

NAMES = ("anna", "Ärmel", "Bob", "d'Arc", "Éa", "Élodie", "Emil", "Łukasz", "Lüke", "Østergaard", "Strasse", "straße",
         "Zoe", "Ωmega", "Жанна", "李", "王")  # fmt: skip
"""Names in order."""


def shuffled() -> list[str]:
    names = list(NAMES)
    Random(3).shuffle(names)
    return names


def test_name_sort_key_orders_marks_next_to_plain_letters_and_ignores_case() -> None:
    assert sorted(shuffled(), key=name_sort_key) == list(NAMES)


def test_name_sort_key_of_ascii_name_equals_key_of_the_algorithm() -> None:
    collator = Collator()
    for name in ("Ada Lovelace", "O'Brien-Smith, Jr.", "player #17", "~x_1", ""):
        flat = collator.sort_key(name)
        assert [weight for level in name_sort_key(name) for weight in level] == [weight for weight in flat if weight]


def test_compare_names_treats_only_identical_names_as_equal() -> None:
    assert [compare_names("Ada", other) for other in ("Ada", "ada", "Bob")] == [0, 1, -1]


@pytest.mark.django_db
def test_name_order_of_query_is_that_of_python() -> None:
    event = make_event()
    for name in shuffled():
        make_registration(event, player=make_player(name))
    assert list(event.registrations.order_by(name_order("name")).values_list("name", flat=True)) == list(NAMES)
    assert list(Registration.objects.filter(event=event).values_list("name", flat=True)) == list(NAMES)
    players = Player.objects.filter(registrations__event=event).distinct()
    assert list(players.values_list("name", flat=True)) == list(NAMES)


def content_of(response: HttpResponse) -> str:
    """Return the text of a page or a streamed file."""
    return (response.getvalue() if response.streaming else response.content).decode()


def in_order(text: str) -> list[str]:
    """Return the names of the test in the order in which each is first mentioned."""
    matches = {name: re.search(rf"\b{re.escape(name)}\b", unescape(text)) for name in NAMES}
    found = {name: match.start() for name, match in matches.items() if match}
    return sorted(found, key=found.__getitem__)


@pytest.mark.django_db
@pytest.mark.any_database
def test_lists_of_players_of_pages_api_and_files_have_names_in_order(client) -> None:
    event, organiser = running_event(len(NAMES))
    for entry, name in zip(event.registrations.all(), shuffled(), strict=True):
        entry.name = entry.player.name = name
        entry.save()
        entry.player.save()
    published_round(event, organiser)
    client.force_login(organiser)
    for path in (
        reverse("pairings:round", args=[event.slug, 1]) + "?by=name",
        reverse("events:players", args=[event.slug]),
        reverse("api:registrations", args=[event.slug]) + "?page_size=100",
        reverse("web:file", args=[event.slug, "players", "csv"]),
    ):
        page = re.sub(r"(?s).*<main", "", content_of(client.get(path)))
        # Lists of pairings also name the opponents: there the headings of the rows count.
        text = " ".join(re.findall(r'class="title">\s*<bdi>(.*?)</bdi>', page)) if "by=name" in path else page
        assert in_order(text) == list(NAMES), path
