"""Result slips and table cards with readable codes."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest
import zxingcpp
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.pairings import printouts, services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match
from epic_events.pairings.printouts import qr_svg
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_staff, make_user
from tests.epic_events.pairings.play import entry_of, matches_of, played_round, published_round, running_event

MODULE = 4
"""Pixels a module in the picture that is decoded."""


class Drawings(HTMLParser):
    """Collect every ``<svg>`` of a page: size in modules and path."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []
        self._size = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        assert "style" not in values
        if tag == "svg" and values.get("class") == "qr":
            self._size = int(str(values["viewbox"]).split()[2])
        elif tag == "path" and self._size:
            self.found.append((self._size, str(values["d"])))
            self._size = 0


def decoded(html: str) -> list[str]:
    """Return the decoded codes of a page, rendered to pixels first."""
    texts = []
    for size, path in Drawings(html).found:
        picture = np.full((size, size), 255, dtype=np.uint8)
        x = y = 0.0
        for command, numbers in re.findall(r"([Mmh])([^Mmh]*)", path):
            values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
            if command == "h":
                picture[int(y), int(x) : int(x + values[0])] = 0
                x += values[0]
            else:
                x, y = (values[0], values[1]) if command == "M" else (x + values[0], y + values[1])
        image = np.kron(picture, np.ones((MODULE, MODULE), dtype=np.uint8))
        (found,) = zxingcpp.read_barcodes(image)
        texts.append(found.text)
    return texts


@settings(max_examples=25, deadline=None)
@given(st.from_regex(r"https://[a-z.]{1,40}/events/[a-z0-9-]{1,80}/t/[0-9]{1,5}/", fullmatch=True))
def test_qr_code_decodes_to_its_url(address):
    assert decoded(qr_svg(address)) == [address]


def get_page(user: User, event: Event, name: str, *args: object, query: str = "", status: int = 200) -> str:
    client = Client()
    client.force_login(user)
    answer = client.get(reverse(f"pairings:{name}", args=[event.slug, *args]) + query)
    assert answer.status_code == status
    return re.sub(r"\s+", " ", answer.content.decode())


@pytest.mark.django_db
def test_slip_code_links_to_its_table():
    event, organiser = running_event(7, stage={"best_of": 3})
    stored = event.registrations.order_by("pk")[0]
    stored.fixed_table = 9
    stored.save()
    round_ = published_round(event, organiser)
    html = get_page(organiser, event, "slips", round_.pk)
    addresses = [f"http://testserver{reverse('pairings:match', args=[event.slug, m.pk])}" for m in matches_of(round_)]
    assert decoded(html) == addresses
    assert html.count("chooses who plays first") == 3
    bye = round_.matches.get(table=None).seats.get().registration
    assert bye.name not in html
    by_table = {int(n): "F</abbr>" in mark for n, mark in re.findall(r"</small> (\d+)(.*?)</p>", html)}
    assert by_table == {match.table: stored in {entry_of(match, 1), entry_of(match, 2)} for match in matches_of(round_)}


@pytest.mark.django_db
def test_slips_large_print_has_fewer_per_sheet(monkeypatch):
    monkeypatch.setattr(printouts, "SHEETS_PER_PAGE", 1)
    event, organiser = running_event(20)
    round_ = published_round(event, organiser)
    usual, large = (get_page(organiser, event, "slips", round_.pk, query=query) for query in ("", "?large=1"))
    assert (usual.count('class="slip"'), large.count('class="slip"')) == (8, 3)
    assert "Part 1 of 2" in usual
    assert "Part 1 of 4" in large
    rest = get_page(organiser, event, "slips", round_.pk, query="?page=2")
    assert rest.count('class="slip"') == 2


@pytest.mark.django_db
def test_slips_query_count_is_independent_of_tables():
    def asked(players: int) -> int:
        event, organiser = running_event(players)
        round_ = published_round(event, organiser)
        return queries_of(lambda: get_page(organiser, event, "slips", round_.pk))

    assert asked(4) == asked(20)


@pytest.mark.django_db
def test_slips_escape_names():
    event, organiser = running_event(2)
    event.registrations.filter(pk=event.registrations.order_by("pk")[0].pk).update(name="<b>x</b>")
    html = get_page(organiser, event, "slips", published_round(event, organiser).pk)
    assert "<b>x</b>" not in html
    assert "&lt;b&gt;x" in html


@pytest.mark.django_db
def test_table_card_links_to_table_of_any_round():
    event, organiser = running_event(2)
    html = get_page(organiser, event, "table_cards", query="?from=3&to=5")
    assert decoded(html) == [f"http://testserver/events/{event.slug}/t/{table}/" for table in (3, 4, 5)]
    assert get_page(organiser, event, "table_cards").count("table-card-number") == 8
    assert get_page(organiser, event, "table_cards", query="?from=1&to=9999").count("table-card-number") == 60
    for hostile in ("?from=-1&to=x", "?from=0&to=0", "?from=99999999999999999999", "?from=²"):
        assert "table-card-number" in get_page(organiser, event, "table_cards", query=hostile)


@pytest.mark.django_db
def test_table_code_redirects_to_current_match():
    event, organiser = running_event(4, stage={"rounds": 3})
    client = Client()
    address = reverse("pairings:table", args=[event.slug, 1])
    assert "There is no match at this table now" in client.get(address).content.decode()
    draft = services.pair_round(organiser, event)
    assert client.get(address).status_code == 200
    services.publish_round(organiser, draft)
    first = matches_of(draft)[0]
    assert client.get(address)["Location"] == reverse("pairings:match", args=[event.slug, first.pk])
    for match in matches_of(draft):
        services.enter_result(organiser, match, Score(1, 0))
    services.finish_round(organiser, draft)
    assert reverse("pairings:match", args=[event.slug, first.pk]) in client.get(address).content.decode()
    second = matches_of(published_round(event, organiser))[0]
    assert client.get(address)["Location"] == reverse("pairings:match", args=[event.slug, second.pk])
    assert client.get(reverse("pairings:table", args=[event.slug, 77])).status_code == 200


@pytest.mark.django_db
def test_slips_of_other_event_are_not_found():
    event, organiser = running_event(2)
    other, other_organiser = running_event(2)
    round_ = played_round(other, other_organiser)
    get_page(organiser, event, "slips", round_.pk, status=404)
    get_page(make_user(), other, "slips", round_.pk, status=403)
    judge = make_staff(other, "judge")
    assert 'class="slip"' in get_page(judge, other, "slips", round_.pk)
    assert Match.objects.filter(round=round_).exists()
