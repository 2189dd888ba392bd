"""Read-only browser of all database rows."""

import re
from functools import partial

import pytest
from django.apps import apps
from django.test import Client
from django.urls import get_resolver

from epic_events.accounts.models import AccessToken, User
from epic_events.decks import services as decks
from epic_events.decks.models import DeckVersion
from epic_events.disputes import services as disputes
from epic_events.disputes.models import StoredVerdict
from epic_events.disputes.replays import worker
from epic_events.integrations.webhooks import services as webhooks
from epic_events.site_admin import records
from tests.epic_events.api.cast import Cast, make_cast
from tests.epic_events.counting import queries_of
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.disputes.records import LEGAL
from tests.epic_events.factories import make_key, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

ROOT = "/site/records/"


@pytest.fixture
def cast(db: None) -> Cast:
    """Return an event with a decklist, a replayed dispute and a webhook."""
    cast = make_cast()
    decks.submit(cast.user("organiser"), cast.event.registrations.order_by("pk")[0], legal_text())
    dispute = disputes.open_dispute(cast.user("judge"), title="May it?", record=LEGAL, event=cast.event)
    assert worker.run(dispute.pk)
    return cast


@pytest.fixture
def keeper(client: Client) -> Client:
    client.force_login(make_user("Root", is_superuser=True))
    return client


def page(client: Client, path: str) -> str:
    answer = client.get(f"{ROOT}{path}")
    assert answer.status_code == 200, path
    return answer.content.decode()


def test_records_page_opens_every_table_row_and_field(cast: Cast, keeper: Client) -> None:
    html = page(keeper, "")
    for label in records.SHOWN:
        model = apps.get_model(label)
        assert f'href="{ROOT}{label.lower()}/"' in html
        rows = page(keeper, f"{label.lower()}/")
        newest = records.manager_of(model).order_by("-pk").first()
        assert (newest is None) == ("No rows found." in rows), label
        if newest is not None:
            assert f'href="{ROOT}{label.lower()}/{newest.pk}/"' in rows
            output = page(keeper, f"{label.lower()}/{newest.pk}/")
            fields = {field.name for field in records.model_meta(model).concrete_fields} - records.SECRET
            assert (
                set(re.findall(r'(?:<th scope="row" class="title">|<h2 id="field-\w+">)(\w+)</', output)) >= fields
            ), label


def test_record_page_shows_audit_log_and_related_rows(cast: Cast, keeper: Client) -> None:
    version, verdict = DeckVersion.objects.get(), StoredVerdict.objects.get()
    html = page(keeper, f"decks.deckversion/{version.pk}/")
    assert f'href="{ROOT}events.registration/{version.registration_id}/"' in html
    assert version.text.splitlines()[0] in html
    assert "deck.submitted" in page(keeper, f"events.registration/{version.registration_id}/")
    assert verdict.verdict in page(keeper, f"disputes.storedverdict/{verdict.pk}/")
    assert f'href="{cast.event.get_absolute_url()}"' in page(keeper, f"events.event/{cast.event.pk}/")


def test_records_page_searches_by_key_and_text(cast: Cast, keeper: Client) -> None:
    player = cast.user("player")
    for asked in (str(player.pk), player.email.upper()):
        assert f'href="{ROOT}accounts.user/{player.pk}/"' in page(keeper, f"accounts.user/?q={asked}")
    assert "No rows found." in page(keeper, "accounts.user/?q=nobody-of-this-name")
    for hostile in ("%00", "9" * 400, "%ff", "²"):
        page(keeper, f"accounts.user/?q={hostile}")


def test_records_page_hides_secrets(cast: Cast, keeper: Client) -> None:
    hook = webhooks.create_webhook(cast.user("organiser"), cast.event, address="https://example.com/")
    make_key(cast.user("player"))
    player = User.objects.get(pk=cast.user("player").pk)
    output = page(keeper, f"accounts.user/{player.pk}/") + page(keeper, f"webhooks.webhook/{hook.pk}/")
    output += page(keeper, f"events.event/{cast.event.pk}/") + page(keeper, "accounts.user/")
    for secret in (player.password, hook.secret, cast.event.salt, AccessToken.objects.latest("pk").digest):
        assert secret
        assert secret not in output
    for path in ("accounts.accesstoken/", "sessions.session/", "no.such/", "accounts.user/99999999/"):
        assert keeper.get(f"{ROOT}{path}").status_code == 404


def test_records_page_accepts_no_writes(cast: Cast, keeper: Client) -> None:
    before = DeckVersion.objects.get()
    for path in ("", "decks.deckversion/", f"decks.deckversion/{before.pk}/"):
        for method in ("post", "put", "patch", "delete"):
            assert getattr(keeper, method)(f"{ROOT}{path}", {"text": "x"}).status_code == 405
    assert DeckVersion.objects.get().text == before.text
    assert not any(name.startswith("admin") for name in map(str, get_resolver().namespace_dict))


def test_records_page_query_count_is_constant(cast: Cast, keeper: Client) -> None:
    paths = ("", "pairings.seat/", "events.registration/", "audit_log.entry/")

    def costs() -> list[int]:
        return [queries_of(partial(page, keeper, path)) for path in paths]

    costs()  # what is kept from now on is kept
    few = costs()
    make_cast(8)
    assert costs() == few
