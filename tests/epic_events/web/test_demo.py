"""Demo accounts and events are accessible only while the demo is enabled."""

from datetime import date
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from epic_events.accounts.models import DEMO_ADDRESSES, User, demo_accounts
from epic_events.audit_log.models import Entry
from epic_events.decks.models import DeckVersion
from epic_events.disputes.models import Dispute
from epic_events.events import services as events
from epic_events.events.models import Event, Registration
from epic_events.judging.rulings import services as rulings
from epic_events.judging.rulings.models import Ruling
from epic_events.judging.rulings.validation import RulingContent
from epic_events.pairings.models import Match, Round
from epic_events.pairings.services import import_results
from epic_events.reference.documents import services as reference
from epic_events.reference.models import DocumentVersion
from epic_events.web import demo
from tests.epic_events.api.cast import client_of
from tests.epic_events.events.test_setup import PLAN
from tests.epic_events.factories import make_event, make_registration, make_user
from tests.epic_events.reference.test_uploads import whole

pytestmark = pytest.mark.django_db

SLUGS = {"friday-night-epic", "winter-open", "club-night"}
EMAIL = DEMO_ADDRESSES["organiser"]


@pytest.fixture(autouse=True)
def _shown(settings: Any) -> None:
    settings.DEMO = True
    demo.load()


def by_password(email: str = EMAIL) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": email, "password": demo.PASSWORD})
    return client


def is_signed_in(client: Client) -> bool:
    return client.get("/me/").status_code == 200


def restart_without_demo(settings: Any) -> None:
    """Restart the site without the demo."""
    settings.DEMO = False
    call_command("migrate", verbosity=0)


def test_demo_hidden_closes_its_accounts(settings: Any, mailoutbox: list[Any]):
    organiser = User.objects.get(email=EMAIL)
    session, program = by_password(), client_of(organiser)
    assert (is_signed_in(session), program.get("/api/v1/events/").status_code) == (True, 200)
    restart_without_demo(settings)
    assert [is_signed_in(client) for client in (session, by_password())] == [False, False]
    assert program.get("/api/v1/events/").status_code == 401
    credentials = {"email": EMAIL, "password": demo.PASSWORD}
    asked = Client().post("/api/v1/token/", credentials, content_type="application/json")
    assert asked.status_code == 401
    by_code = Client()
    by_code.post("/accounts/login/code/", {"email": EMAIL})
    by_code.post("/accounts/password/reset/", {"email": EMAIL})
    assert [mail for mail in mailoutbox if "code" in mail.subject.lower() or "/reset/key/" in mail.body] == []
    assert set(demo_accounts().values_list("is_active", flat=True)) == {False}
    assert Entry.objects.filter(verb="account.closed").count() == 3


def test_demo_hidden_hides_its_events_and_related_objects(settings: Any):
    slug = "friday-night-epic"
    match = Match.objects.filter(round__stage__event__slug=slug, table=1)[0]
    dispute = Dispute.objects.get()
    Event.objects.filter(slug=slug).update(deck_visibility="always")
    deck = DeckVersion.objects.visible_to(None)[0]
    pages = [
        f"/events/{slug}/",
        *(f"/events/{slug}/{part}/" for part in ("players", "standings", "rounds/1", "decks")),
        f"/events/{slug}/rounds/tables/{match.pk}/",
        f"/events/{slug}/rounds/tables/{match.pk}/why/",
        f"/disputes/at/{slug}/",
        dispute.get_absolute_url(),
        f"/events/{slug}/decks/{deck.registration_id}/",
        *(f"/api/v1/events/{slug}/{part}" for part in ("", "registrations/", "rounds/", "matches/", "standings/")),
        f"/api/v1/matches/{match.pk}/",
        f"/api/v1/disputes/{dispute.slug}/",
        f"/api/v1/decklists/{deck.pk}/",
        "/events/club-night/standings/",
    ]
    lists = ("/", "/events/", "/disputes/", "/api/v1/events/", "/api/v1/disputes/")
    client = Client()
    assert [path for path in pages if client.get(path).status_code != 200] == []
    assert all("Friday Night Epic" in client.get(path).content.decode() for path in lists[:2])
    restart_without_demo(settings)
    assert [path for path in pages if client.get(path).status_code != 404] == []
    for path in lists:
        output = client.get(path).content.decode()
        assert not any(
            word in output for word in ("Friday Night Epic", "Winter Open", "Club Night", *SLUGS, demo.DISPUTE)
        )
    for known in (Event, Registration, Round, Match, Dispute, DeckVersion):
        assert not known.objects.visible_to(None).exists()
        assert not known.objects.visible_to(make_user()).exists()
    assert Event.objects.visible_to(make_user(is_superuser=True)).count() == 3


def test_demo_hidden_hides_objects_created_by_its_accounts(settings: Any):
    organiser, judge = (User.objects.get(email=DEMO_ADDRESSES[role]) for role in ("organiser", "judge"))
    events.open_event(organiser, events.create_event(organiser, PLAN, slug="trying-it-out"))
    ruling = rulings.create_ruling(judge, RulingContent("T", "Q?", "A."), publish=True)
    version, _new = reference.upload(judge, game="epic", profile="epic-complete", title="", content=whole().encode())
    reference.publish(judge, version, effective_on=date(2016, 3, 28), for_everybody=True, permission="Rule 1.0.")
    own = make_event(slug="our-own")
    assert Ruling.objects.visible_to(None).filter(pk=ruling.pk).exists()
    restart_without_demo(settings)
    assert list(Event.objects.visible_to(None)) == [own]
    assert not Ruling.objects.visible_to(None).filter(pk=ruling.pk).exists()
    assert not DocumentVersion.objects.readable_by(None, ()).exists()


def test_demo_hidden_player_sees_own_events_only(settings: Any):
    user = make_user()
    make_registration(make_event(name="Our Own"), user=user)
    make_registration(Event.objects.get(slug="winter-open"), user=user)
    restart_without_demo(settings)
    client = Client()
    client.force_login(user)
    page = client.get("/me/").content.decode()
    assert ("Our Own" in page, "Winter Open" in page) == (True, False)


def test_demo_enabled_again_reopens_accounts_and_events(settings: Any):
    restart_without_demo(settings)
    restart_without_demo(settings)
    assert Entry.objects.filter(verb="account.closed").count() == 3
    settings.DEMO = True
    assert not demo.load()
    assert is_signed_in(by_password())
    assert set(Event.objects.visible_to(None).values_list("slug", flat=True)) == SLUGS


def test_demo_slug_reused_by_real_import_is_public(settings: Any):
    restart_without_demo(settings)
    results = (demo.FIXTURES / "results" / "club-night.csv").read_text(encoding="utf-8")
    event = import_results(None, "club-night", results)
    assert list(Event.objects.visible_to(None)) == [event]


def test_demo_hidden_without_demo_data_changes_nothing(settings: Any):
    user, event = make_user(), make_event()
    restart_without_demo(settings)
    user.refresh_from_db()
    event.refresh_from_db()
    assert (user.is_active, event.is_demo) == (True, False)


def test_published_decision_of_draft_event_is_visible_to_staff_only():
    dispute = Dispute.objects.select_related("event").get()
    assert dispute.event is not None
    Event.objects.filter(pk=dispute.event.pk).update(status=Event.Status.DRAFT)
    assert not Dispute.objects.visible_to(None).exists()
    assert demo.DISPUTE not in Client().get("/").content.decode()
    assert list(Dispute.objects.visible_to(User.objects.get(email=DEMO_ADDRESSES["judge"]))) == [dispute]
