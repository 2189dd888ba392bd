"""What makes the reference an app: manifest, service worker, what is kept, and how much of it there is."""

import gzip
import os
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from epic_events.accounts.models import User
from epic_events.reference import offline
from rules.games import GAMES

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

EPIC = GAMES["epic"]
WHAT_IT_NAMES = re.compile(r'(?:href|src)="(/static/[^"]+[.](?:css|js))"')
COMPRESSED = {"Accept-Encoding": "gzip"}


def on_the_wire(client: Client, address: str, **asked: str) -> int:
    response = client.get(address, asked, headers=COMPRESSED)
    assert (response.status_code, response.headers["Content-Encoding"]) == (200, "gzip")
    return len(response.content)


def test_the_manifest_can_be_installed(client: Client):
    response = client.get("/manifest.webmanifest")
    about = response.json()
    assert response.headers["Content-Type"] == "application/manifest+json"
    assert (about["start_url"], about["scope"], about["display"]) == ("/rules/", "/", "standalone")
    for icon in about["icons"]:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert isinstance(path, str)
        width, height = struct.unpack(">II", Path(path).read_bytes()[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    assert {icon["sizes"] for icon in about["icons"]} == {"192x192", "512x512"}
    assert {icon["purpose"] for icon in about["icons"]} == {"any", "maskable"}


def test_every_page_names_the_manifest(client: Client):
    html = client.get("/rules/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in html
    assert 'data-game="epic"' in html


def test_the_service_worker_stands_at_the_root_and_is_asked_for_anew(client: Client):
    response = client.get("/sw.js")
    assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"


def test_everything_kept_is_there_for_everybody(client: Client):
    listing = client.get("/rules/offline/epic.json").json()
    assert listing["named"][:2] == ["Epic Complete Rules, 28 Mar 2016", "Epic Rule Book, 6 Apr 2017"]
    for url in listing["urls"]:
        if url.startswith("/static/"):
            assert finders.find(url.removeprefix("/static/")), url
        else:
            assert client.get(url).status_code == 200, url
    assert client.get("/rules/offline/chess.json").status_code == 404


def test_a_kept_page_finds_every_style_and_script_it_names(client: Client):
    """Also where the browser has thrown away what it fetched before."""
    urls = client.get("/rules/offline/epic.json").json()["urls"]
    pages = [url for url in urls if not url.startswith("/static/") and not url.endswith(".json")]
    named = {file for url in pages for file in WHAT_IT_NAMES.findall(client.get(url).content.decode())}
    assert sorted(named - set(urls)) == []


def test_the_version_changes_with_what_is_kept_and_other_apps_add_to_it(monkeypatch: pytest.MonkeyPatch):
    before = offline.offline_listing(EPIC)
    assert offline.offline_listing(EPIC) == before
    monkeypatch.setattr(offline, "_providers", [])
    offline.register_offline_items(lambda game: [offline.OfflineItem("/rulings/kept/", f"Rulings of {game.name}", "3")])
    after = offline.offline_listing(EPIC)
    assert after["version"] != before["version"]
    assert set(after["urls"]) - set(before["urls"]) == {"/rulings/kept/"}
    assert set(after["named"]) - set(before["named"]) == {f"Rulings of {EPIC.name}"}


STAMPS = """
import django; django.setup()
from epic_events.reference import offline
from rules.games import GAMES
print(offline.static_version(), *(offline.search_tables_version(book) for book in GAMES["epic"].rulebooks.values()))
"""


def test_every_server_process_gives_the_same_version():
    def told(seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": seed, "DJANGO_SETTINGS_MODULE": "epic_events.settings"}
        done = subprocess.run([sys.executable, "-c", STAMPS], env=environment, check=True, capture_output=True)
        return done.stdout.decode()

    assert told("1") == told("2")


def test_the_search_tables_of_a_game_stay_below_a_hundred_and_sixty_kilobytes():
    packed = [len(gzip.compress(offline.search_tables(book).encode())) for book in EPIC.rulebooks.values()]
    assert sum(packed) < 160_000  # with some four thousand ways of asking; fetched once and kept


def test_search_tables_are_fetched_once(client: Client):
    address = reverse("reference:tables", args=["epic-complete"])
    first = client.get(address, headers=COMPRESSED)
    again = client.get(address, headers={**COMPRESSED, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("asked", "queries"), [("", 0), ("breakthrough", 2), ("can a deploying champion attack", 2), ("zzzzqqqq", 4)]
)
def test_a_search_weighs_less_than_thirty_kilobytes_and_asks_for_rulings_and_the_text_in_force_only(
    client: Client, django_assert_num_queries, asked: str, queries: int
):
    client.get("/rules/", {"q": asked})  # what finds nothing is counted, from the second time on in one write
    with django_assert_num_queries(queries):
        assert on_the_wire(client, "/rules/", q=asked) < 30_000


def test_every_rule_stands_on_the_whole_page(client: Client):
    for book in EPIC.rulebooks.values():
        html = client.get(reverse("reference:whole", args=[book.slug])).content.decode()
        assert [rule.id for rule in book.rules if f'id="{rule.slug}"' not in html] == []


def test_signing_out_has_the_browser_forget_its_pages(client: Client):
    client.force_login(User.objects.create_user("judge@example.org", name="Judge"))
    assert "Clear-Site-Data" not in client.get("/rules/").headers
    assert client.post("/accounts/logout/").headers["Clear-Site-Data"] == '"cache"'
