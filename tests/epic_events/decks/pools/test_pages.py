"""Card-pool pages and API."""

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from rest_framework.test import APIClient

from epic_events.decks import services as lists
from epic_events.decks.models import CardPool
from epic_events.decks.pools import services
from tests.epic_events.counting import queries_of
from tests.epic_events.decks.pools.dark_draft import NAMES, cards, dealt_event
from tests.epic_events.factories import make_event, make_registration, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def olga():
    return make_user("Olga")


@pytest.fixture
def event(olga):
    return dealt_event(organiser=olga)


@pytest.fixture
def ada():
    return make_user("Ada")


@pytest.fixture
def entry(event, ada):
    return make_registration(event, user=ada, name="Ada")


def words(response) -> str:
    return " ".join(response.content.decode().split())


def page_text(client, name: str, *args: object, **query: str) -> str:
    return words(client.get(reverse(name, args=args), query))


def test_pool_entered_by_staff_rechecks_decklist(client, event, entry, olga):
    lists.submit(None, entry, cards(1))
    client.force_login(olga)
    address = reverse("decks:pool", args=[event.slug, entry.pk])
    assert "The staff has not entered a pool yet" in words(client.get(address))
    refused = client.post(address, {"text": "1 Konng", "reason": ""})
    assert refused.status_code == 400
    assert "no card is called “Konng”" in words(refused)
    file = SimpleUploadedFile("pool.txt", cards().encode())
    page = words(client.post(address, {"text": "", "file": file, "reason": "from the sheet"}, follow=True))
    assert "Pool 1 saved with 30 cards." in page
    assert "from the sheet" in page
    assert '<p class="verdict-word"> Not legal </p>' in page
    assert f"1 x {NAMES[30]}, 0 in the pool: remove 1" in page
    assert page.count('<span class="badge is-bad">-1</span>') == 1, "one card the list has more often than the pool"
    page = page_text(client, "decks:detail", event.slug, entry.pk)
    assert "against pool 1" in page_text(client, "decks:detail", event.slug, entry.pk, version="2")
    assert "The format, date, cards or pool have changed since this check." in page


def test_pool_page_wrong_size_shows_error(client, event, entry, olga):
    services.save_pool(olga, entry, cards(0, 29))
    client.force_login(olga)
    page = page_text(client, "decks:pool", event.slug, entry.pk)
    assert "The pool has 29 cards, and a pool of this format has 30 cards" in page


def test_pool_page_player_reads_but_cannot_write_own_pool(client, event, entry, ada):
    services.save_pool(None, entry, cards())
    client.force_login(ada)
    page = page_text(client, "decks:pool", event.slug, entry.pk)
    assert "My pool" in page
    assert "Save pool" not in page
    assert client.post(reverse("decks:pool", args=[event.slug, entry.pk]), {"text": cards(1)}).status_code == 403
    assert "Pool 1: 30 cards." in page_text(client, "events:detail", event.slug)
    page = page_text(client, "decks:edit", event.slug)
    assert f"?entry={entry.pk}" in page
    client.post(reverse("decks:edit", args=[event.slug]), {"text": cards()})
    assert '<p class="verdict-word"> Legal </p>' in page_text(client, "decks:detail", event.slug, entry.pk)


def test_live_check_uses_pool_for_viewers_who_may_read_it(client, event, entry, ada, olga):
    services.save_pool(None, entry, cards())
    address = reverse("decks:check", args=[event.slug])
    for user, status in ((ada, 200), (olga, 200), (make_user(), 403)):
        client.force_login(user)
        answer = client.post(f"{address}?entry={entry.pk}", {"text": cards(1)})
        assert answer.status_code == status
        assert (f"1 x {NAMES[30]}, 0 in the pool" in words(answer)) == (status == 200)
    page = words(client.post(address, {"text": cards()}))
    assert "No pool is entered for this decklist" in page
    assert "Provisionally legal" in page
    for wrong in ("0", "x", "9" * 30):
        assert client.post(f"{address}?entry={wrong}", {"text": cards()}).status_code == 404


def test_pools_page_lists_players_without_pool(client, event, entry, olga):
    make_registration(event, name="Ben")
    services.save_pool(None, entry, cards())
    client.force_login(olga)
    page = page_text(client, "decks:pools", event.slug)
    assert "<small>Pools entered</small>1 / 2" in page
    assert ("<bdi>Ada</bdi>" in page, "<bdi>Ben</bdi>" in page) == (True, True)
    page = page_text(client, "decks:pools", event.slug, show="missing")
    assert ("<bdi>Ada</bdi>" in page, "<bdi>Ben</bdi>" in page) == (False, True)
    assert reverse("decks:pools", args=[event.slug]) in page_text(client, "decks:list", event.slug)
    constructed = make_event(organiser=olga, decklists_required=True)
    assert "The current format has no pools" in page_text(client, "decks:pools", constructed.slug)
    assert reverse("decks:pools", args=[constructed.slug]) not in page_text(client, "decks:list", constructed.slug)


@pytest.mark.parametrize("name", ["decks:pools", "decks:list"])
def test_pools_and_decklists_pages_query_count_is_constant(client, event, entry, olga, name):
    client.force_login(olga)
    services.save_pool(olga, entry, cards())
    lists.submit(None, entry, cards())
    few = queries_of(lambda: page_text(client, name, event.slug))
    for _ in range(5):
        other = make_registration(event)
        services.save_pool(olga, other, cards())
        lists.submit(None, other, cards())
    assert queries_of(lambda: page_text(client, name, event.slug)) == few


def test_import_pools_page_previews_before_storing(client, event, entry, olga):
    make_registration(event, name="Ben <b>")
    services.save_pool(None, entry, cards(1))
    client.force_login(olga)
    address = reverse("decks:bulk_import_pools", args=[event.slug])
    text = f"Player: Ada\n{cards()}Player: Ben <b>\n{cards(2, 29)}"
    page = words(client.post(address, {"text": text, "reason": "sheets"}))
    assert "<small>Pools to save</small>2" in page
    assert "pool 1 with 30 cards" in page
    assert "Ben &lt;b&gt;" in page
    assert "The pool has 29 cards" in page
    assert 'value="sheets"' in page
    assert CardPool.objects.count() == 1
    file = SimpleUploadedFile("pools.txt", text.encode())
    assert "Player: Ben &lt;b&gt;" in words(client.post(address, {"text": "", "file": file, "reason": ""}))
    page = words(client.post(address, {"text": text, "reason": "sheets", "save": "1"}, follow=True))
    assert "2 pools saved." in page
    again = words(client.post(address, {"text": text, "reason": "sheets", "save": "1"}, follow=True))
    assert "These pools are already saved. Nothing changed." in again
    log = page_text(client, "events:audit_log", event.slug)
    assert "entered pool 1 with 29 cards" in log


def test_import_pools_page_errors_name_lines(client, event, entry, olga):
    client.force_login(olga)
    address = reverse("decks:bulk_import_pools", args=[event.slug])
    answer = client.post(address, {"text": "Player: Ada\n1 Konng <x>\n", "reason": "", "save": "1"})
    page = words(answer)
    assert answer.status_code == 400
    assert "The text has 1 error. Nothing was saved." in page
    assert '<td class="n">2</td> <td><bdi>No card is called “Konng &lt;x&gt;”' in page
    assert "Player: Ada" in page
    assert not CardPool.objects.exists()


def test_pool_is_removed_and_shown_as_removed(client, event, entry, olga):
    services.save_pool(olga, entry, cards())
    client.force_login(olga)
    address = reverse("decks:remove_pool", args=[event.slug, entry.pk])
    page = words(client.post(address, {"reason": "Ben's"}, follow=True))
    assert "Pool of Ada removed." in page
    assert "The staff has not entered a pool yet" in page
    assert "There is no pool to remove." in words(client.post(address, {"reason": ""}, follow=True))
    assert "This pool was removed. Ben&#x27;s" in page_text(client, "decks:pool", event.slug, entry.pk, pool="2")
    assert client.get(reverse("decks:pool", args=[event.slug, entry.pk]), {"pool": "9"}).status_code == 404


def test_pool_open_to_public_hides_typed_text(client, event, entry):
    services.save_pool(None, entry, "# secret remark\n" + cards())
    lists.submit(None, entry, cards())
    address = reverse("decks:pool", args=[event.slug, entry.pk])
    assert client.get(address).status_code == 403
    event.status = "finished"
    event.save()
    page = words(client.get(address))
    assert (NAMES[0] in page, "secret remark" in page, "verdict-word" in page) == (True, False, False)


# --- API ------------------------------------------------------------------------------------------------------------


def client_of(user) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def test_pools_api_writes_reads_and_removes(event, entry, olga, ada):
    address = reverse("api:pools", args=[event.slug])
    desk, player = client_of(olga), client_of(ada)
    made = desk.post(address, {"registration": entry.pk, "text": "2 Kong\n# x\n1 Lash\n", "reason": "sheet"})
    assert (made.status_code, made.json()["cards"]) == (
        201,
        [{"quantity": 2, "name": "Kong"}, {"quantity": 1, "name": "Lash"}],
    )
    assert made.json()["submission"] == {"text": "2 Kong\n# x\n1 Lash\n", "by_staff": True, "reason": "sheet"}
    assert player.get(address).json()["results"] == [made.json()]
    assert client_of(make_user()).get(address).json()["results"] == []
    assert player.post(address, {"text": "3 Kong"}).status_code == 403
    error = desk.post(address, {"registration": entry.pk, "text": "1 Konng"}).json()
    assert error["fields"]["text"].startswith("line 1: no card is called “Konng”")
    taken = desk.post(address, {"registration": entry.pk, "text": ""})
    assert (taken.status_code, taken.json()["number"], taken.json()["size"]) == (201, 2, 0)
    assert [row["number"] for row in desk.get(address).json()["results"]] == [2, 1]
    assert desk.get(address, {"counting": "true"}).json()["results"] == []
    version = lists.submit(ada, entry, cards())
    body = player.get(reverse("api:decklist", args=[version.pk])).json()
    assert (body["verdict"], body["legal"], body["pool"]) == ("legal as far as known", False, None)


def test_import_pools_api_is_all_or_nothing(event, entry, olga, ada):
    make_registration(event, name="Ben")
    address, states = reverse("api:pools-many", args=[event.slug]), reverse("api:pool-states", args=[event.slug])
    desk = client_of(olga)
    text = f"Player: Ada\n{cards()}Player: Ben\n{cards(1)}"
    looked = desk.post(address, {"text": text, "only_look": True})
    assert (looked.status_code, CardPool.objects.count()) == (200, 0)
    refused = desk.post(address, {"text": f"{text}1 Konng\n"})
    assert refused.status_code == 400
    assert refused.json()["fields"]["text"].startswith("line 63: no card is called “Konng”")
    assert CardPool.objects.count() == 0
    assert desk.post(address, {"text": text}).json() == looked.json()
    assert [(row["player"], row["pool"], row["size"]) for row in desk.get(states).json()] == [
        ("Ada", 1, 30),
        ("Ben", 1, 30),
    ]
    for path in (address, states):
        assert client_of(ada).get(path).status_code in (403, 405)
    assert client_of(ada).post(address, {"text": text}).status_code == 403


def test_import_pools_api_is_throttled_once_per_text(event, entry, olga):
    address, desk = reverse("api:pools-many", args=[event.slug]), client_of(olga)
    cache.set(f"throttle:deck.pools:{olga.pk}", services.MAX_IMPORTS_PER_HOUR - 2, 3600)
    answers = [desk.post(address, {"text": f"Player: Ada\n{cards()}"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert [answer.json()[0]["same"] for answer in answers[:2]] == [False, True]


def test_pools_api_query_count_is_constant(event, olga):
    address = reverse("api:pools", args=[event.slug])
    services.save_pool(None, make_registration(event), cards())
    few = queries_of(lambda: client_of(olga).get(address))
    for _ in range(4):
        services.save_pool(None, make_registration(event), cards())
    assert queries_of(lambda: client_of(olga).get(address)) == few
