"""Offline reference: manifest, service worker, listing, size."""

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


def test_manifest_is_installable(client: Client):
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


def test_pages_link_manifest(client: Client):
    html = client.get("/rules/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in html
    assert 'data-game="epic"' in html


def test_service_worker_is_served_from_root_uncached(client: Client):
    response = client.get("/sw.js")
    assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"


def test_offline_listing_contains_public_urls_only(client: Client):
    listing = client.get("/rules/offline/epic.json").json()
    assert listing["named"][:2] == ["Epic Complete Rules, 28 Mar 2016", "Epic Rule Book, 6 Apr 2017"]
    for url in listing["urls"]:
        if url.startswith("/static/"):
            assert finders.find(url.removeprefix("/static/")), url
        else:
            assert client.get(url).status_code == 200, url
    assert client.get("/rules/offline/chess.json").status_code == 404


def test_offline_pages_include_all_their_static_files(client: Client):
    """The browser may have evicted its HTTP cache."""
    urls = client.get("/rules/offline/epic.json").json()["urls"]
    pages = [url for url in urls if not url.startswith("/static/") and not url.endswith(".json")]
    named = {file for url in pages for file in WHAT_IT_NAMES.findall(client.get(url).content.decode())}
    assert sorted(named - set(urls)) == []


def test_offline_version_changes_with_content_and_items_of_other_apps(monkeypatch: pytest.MonkeyPatch):
    before = offline.offline_listing(EPIC)
    assert offline.offline_listing(EPIC) == before
    monkeypatch.setattr(offline, "_providers", [])
    offline.register_offline_items(lambda game: [offline.OfflineItem("/rulings/kept/", f"Rulings of {game.name}", "3")])
    after = offline.offline_listing(EPIC)
    assert after["version"] != before["version"]
    assert set(after["urls"]) - set(before["urls"]) == {"/rulings/kept/"}
    assert set(after["named"]) - set(before["named"]) == {f"Rulings of {EPIC.name}"}


VERSIONS = """
import django; django.setup()
from epic_events.reference import offline
from rules.games import GAMES
print(offline.static_version(), *(offline.search_tables_version(book) for book in GAMES["epic"].rulebooks.values()))
"""


def test_offline_version_is_equal_in_every_process():
    def page_text(seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": seed, "DJANGO_SETTINGS_MODULE": "epic_events.settings"}
        done = subprocess.run([sys.executable, "-c", VERSIONS], env=environment, check=True, capture_output=True)
        return done.stdout.decode()

    assert page_text("1") == page_text("2")


def test_offline_search_tables_stay_below_160_kb():
    packed = [len(gzip.compress(offline.search_tables(book).encode())) for book in EPIC.rulebooks.values()]
    assert sum(packed) < 160_000  # with some four thousand ways of asking; fetched once and kept


def test_offline_search_tables_unchanged_return_304(client: Client):
    address = reverse("reference:tables", args=["epic-complete"])
    first = client.get(address, headers=COMPRESSED)
    again = client.get(address, headers={**COMPRESSED, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("asked", "queries"), [("", 0), ("breakthrough", 2), ("can a deploying champion attack", 2), ("zzzzqqqq", 4)]
)
def test_search_page_stays_below_30_kb_and_query_count(
    client: Client, django_assert_num_queries, asked: str, queries: int
):
    client.get("/rules/", {"q": asked})  # what finds nothing is counted, from the second time on in one write
    with django_assert_num_queries(queries):
        assert on_the_wire(client, "/rules/", q=asked) < 30_000


def test_whole_document_page_contains_every_rule(client: Client):
    for book in EPIC.rulebooks.values():
        html = client.get(reverse("reference:whole_document", args=[book.slug])).content.decode()
        assert [rule.id for rule in book.rules if f'id="{rule.slug}"' not in html] == []


def test_sign_out_clears_browser_cache(client: Client):
    client.force_login(User.objects.create_user("judge@example.org", name="Judge"))
    assert "Clear-Site-Data" not in client.get("/rules/").headers
    assert client.post("/accounts/logout/").headers["Clear-Site-Data"] == '"cache"'
