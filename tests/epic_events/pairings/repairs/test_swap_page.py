"""Swap of two players, and drop of a player, in two taps."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.audit_log.models import Entry
from epic_events.events.models import Event
from epic_events.pairings import services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, Repair, Round
from tests.epic_events.pairings.play import entry_of, first_entry, matches_of, published_round, running_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def draft_round(players: int = 8) -> tuple[Event, Round, Client]:
    event, organiser = running_event(players)
    client = Client()
    client.force_login(organiser)
    return event, services.pair_round(organiser, event, seed=1), client


def seats(matches: list[Match]) -> list[list[int]]:
    return [list(match.seats.order_by("place").values_list("registration_id", flat=True)) for match in matches]


def buttons(page: str) -> list[tuple[str, int]]:
    found = re.findall(r'name="(first|second)"\s+value="(\d+)">\s*<bdi>', page)
    return [(name, int(entry)) for name, entry in found]


def test_swap_two_taps_swap_unpublished_players() -> None:
    event, round_, client = draft_round()
    url = reverse("pairings:swap", args=[event.slug, round_.pk])
    assert url in client.get(reverse("pairings:desk", args=[event.slug])).content.decode()
    before = seats(matches_of(round_))
    assert buttons(client.get(url).content.decode()) == [("first", entry) for table in before for entry in table]
    (first, one), (second, two), *others = before
    page = client.get(url, {"first": first}).content.decode()
    assert buttons(page) == [("second", entry) for table in before[1:] for entry in table]
    response = client.post(url, {"first": first, "second": second}, follow=True)
    assert response.redirect_chain == [(reverse("pairings:desk", args=[event.slug]), 302)]
    assert "The players were swapped." in response.content.decode()
    assert [sorted(table) for table in seats(matches_of(round_))] == [
        sorted(table) for table in ([second, one], [first, two], *others)
    ]
    repair = Repair.objects.get()
    assert (repair.kind, Entry.objects.about(repair).count()) == ("exchange", 1)


def published_tables(*, reported: bool) -> tuple[str, Client, Round, list[int]]:
    event, organiser = running_event(8)
    round_ = published_round(event, organiser)
    if reported:
        services.enter_result(organiser, matches_of(round_)[0], Score(1, 0))
    client = Client()
    client.force_login(organiser)
    entries = [entry_of(match, 1).pk for match in matches_of(round_)[:2]]
    return event.slug, client, round_, entries


def test_swap_two_taps_swap_published_players_who_have_not_reported() -> None:
    slug, client, round_, (first, second) = published_tables(reported=False)
    before = seats(matches_of(round_))
    url = reverse("pairings:swap", args=[slug, round_.pk])
    assert "Players already see this round." in client.get(url).content.decode()
    response = client.post(url, {"first": first, "second": second}, follow=True)
    assert response.redirect_chain == [(reverse("pairings:desk", args=[slug]), 302)]
    assert "The players were swapped. Tell both tables." in response.content.decode()
    swapped = {first: second, second: first}
    assert [sorted(table) for table in seats(matches_of(round_))] == [
        sorted(swapped.get(entry, entry) for entry in table) for table in before
    ]
    repair = Repair.objects.get()
    undo = reverse("pairings:repair", args=[slug, repair.pk])
    assert undo in client.get(reverse("pairings:repairs", args=[slug])).content.decode()


def test_swap_of_table_with_result_continues_to_repair_with_preview() -> None:
    slug, client, round_, (one, two) = published_tables(reported=True)
    response = client.post(reverse("pairings:swap", args=[slug, round_.pk]), {"first": one, "second": two})
    repair = reverse("pairings:repair_new", args=[slug, "exchange"])
    assert response["Location"] == f"{repair}?round={round_.pk}&first={one}&second={two}"
    form = client.get(response["Location"]).content.decode()
    assert re.findall(r'<option value="(\d+)" selected', form) == [str(one), str(two)]
    assert not Repair.objects.exists()


@pytest.mark.parametrize("second", ["", "x", "0", "same table"])
def test_swap_with_wrong_player_changes_nothing(second: str) -> None:
    event, round_, client = draft_round()
    before = seats(matches_of(round_))
    sent = {"first": before[0][0], "second": before[0][1] if second == "same table" else second}
    response = client.post(reverse("pairings:swap", args=[event.slug, round_.pk]), sent, follow=True)
    assert 'class="message is-bad' in response.content.decode()
    assert seats(matches_of(round_)) == before


def test_players_list_drops_player_in_two_taps() -> None:
    event, _round, client = draft_round()
    entry = first_entry(event)
    page = client.get(reverse("events:players", args=[event.slug])).content.decode()
    url = reverse("events:act_on_player", args=[event.slug, entry.pk, "withdraw"])
    row = page[page.index(f'id="entry-{entry.pk}"') :].partition("</tr>")[0]
    assert re.search(rf'<details class="row-action">\s*<summary>.*?</summary>.*action="{url}"', row, re.DOTALL)
    client.post(url)
    entry.refresh_from_db()
    assert entry.status == "dropped"
