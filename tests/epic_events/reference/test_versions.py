"""Versions of a document: list, comparison, history of a rule."""

from datetime import date

import pytest
from django.test import Client

from epic_events.reference.documents import editions
from epic_events.reference.documents.editions import Edition
from rules.games import GAMES
from rules.rulebooks import Rulebook
from rules.rulebooks.diff import Passage
from tests.epic_events.factories import make_event, make_user
from tests.epic_events.reference.test_uploads import OFFICIAL, client_of, published

pytestmark = pytest.mark.django_db

BOOK = GAMES["epic"].rulebooks["epic-complete"]
OLD = (
    Passage("9.1", "9.1", "Kicking off", "The winner of the toss kicks off the match."),
    Passage("9.2", "9.2", "Goals", "A goal counts one point.", ("Anna scores.",)),
)
NEW = (
    Passage("9.1", "9.1", "Toss", "The captains toss a coin."),
    Passage("9.2", "9.2", "Kicking off", "The winner of the toss kicks off the match."),
    Passage("9.3", "9.3", "Goals", "A goal counts two points.", ("Ben scores.",)),
)


@pytest.fixture
def two_official(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register two official versions, the later one for signed-in users only."""

    def provider(viewer: object, book: Rulebook) -> list[Edition]:
        found = [Edition("old", "Official 2014", date(2014, 5, 1), ours=False, public=True, read=lambda: OLD)]
        if getattr(viewer, "is_authenticated", False):
            found.append(Edition("new", "Official 2015", date(2015, 5, 1), ours=False, public=False, read=lambda: NEW))
        return found if book.slug == BOOK.slug else []

    monkeypatch.setattr(editions, "edition_providers", [provider])


def test_editions_of_same_day_are_sorted_by_number(monkeypatch: pytest.MonkeyPatch):
    def provider(_viewer: object, _book: Rulebook) -> list[Edition]:
        day = date(2026, 1, 1)
        keys = ("official-9", "official-10", "official-11")
        return [Edition(key, "Official", day, ours=False, public=True, read=lambda: NEW) for key in keys]

    monkeypatch.setattr(editions, "edition_providers", [provider])
    known = editions.editions(None, BOOK)
    assert [edition.key for edition in known][1:] == ["official-9", "official-10", "official-11"]
    traced = [stand.edition.key for stand in editions.history(known, "9.1") if not stand.edition.ours]
    assert traced == ["official-9", "official-10", "official-11"]


def page(client: Client, address: str, **asked: str) -> str:
    return " ".join(client.get(f"/rules/epic-complete/{address}", asked).content.decode().split())


def test_versions_page_lists_versions_with_dates(client: Client):
    html = page(client, "versions/")
    assert "28 Mar 2016" in html
    assert "There is only one version." in html


@pytest.mark.usefixtures("two_official")
def test_versions_page_compares_two_versions(admin_client: Client):
    html = page(admin_client, "versions/", old="old", new="new")
    assert "1 reworded" in html
    assert "1 renumbered only" in html
    assert "1 new" in html
    assert "previously 9.1" in html
    assert "<del>one</del><ins>two</ins>" in html
    assert "<del>Anna scores.</del>" in html


@pytest.mark.usefixtures("two_official")
def test_versions_page_private_version_is_hidden_and_uncached(client: Client, admin_client: Client):
    assert "Official 2015" not in page(client, "versions/")
    assert client.get("/rules/epic-complete/versions/", {"old": "old", "new": "new"}).status_code == 404
    assert "no-store" in admin_client.get("/rules/epic-complete/versions/").headers["Cache-Control"]
    assert "Cache-Control" not in client.get("/rules/epic-complete/versions/").headers


def test_rule_history_follows_renumbering():
    known = [
        Edition("a", "A", date(2014, 1, 1), ours=False, public=True, read=lambda: OLD),
        Edition("b", "B", date(2015, 1, 1), ours=False, public=True, read=lambda: NEW),
    ]
    stands = editions.history(known, "9.3")
    assert [stand.passage.id for stand in stands if stand.passage] == ["9.2", "9.3"]
    assert [bool(stand.alteration and stand.alteration.is_renumbered) for stand in stands] == [False, True]
    assert [stand.passage for stand in editions.history(known, "9.1")] == [None, NEW[0]]


@pytest.mark.usefixtures("two_official")
def test_history_page_lists_every_version(client: Client):
    html = page(client, "history/4.4.6/")
    assert "Official 2014" in html
    assert "This version does not have this rule." in html
    assert 'href="/rules/epic-complete/4.4.6/"' in html


def test_versions_page_compares_uploaded_texts_for_their_readers(client: Client):
    organiser = make_user("Olga Organiser")
    make_event(organiser=organiser)
    older = published(organiser, effective_on=date(2014, 1, 1))
    newer = published(organiser, OFFICIAL.replace("swims above", "dives below"), effective_on=date(2015, 1, 1))
    asked = {"old": f"official-{older.pk}", "new": f"official-{newer.pk}"}
    html = page(client_of(organiser), "versions/", **asked)
    assert "1 reworded" in html
    assert "<del>swims</del><ins>dives</ins>" in html
    assert client.get("/rules/epic-complete/versions/", asked).status_code == 404
    history = page(client_of(organiser), "history/5.2.1/")
    assert "<del>above</del><ins>below</ins>" in history
