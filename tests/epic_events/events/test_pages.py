"""Pages of events: visibility, form errors, constant query counts."""

import re
from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from epic_events.accounts.services import claim_token
from epic_events.events import services
from epic_events.events.forms import EventForm
from epic_events.events.models import Event
from epic_events.events.services import EventPlan
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import at, make_event, make_registration, make_running_event, make_staff, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

FORM = {
    "name": "Spring Cup",
    "place": "Hall 3",
    "starts_at": "2017-08-02T00:30",
    "time_zone": "Europe/Berlin",
    "capacity": "16",
    "check_in_minutes": "30",
    "format": "epic:full-constructed",
    "rules_version": "RB-2017",
    "rounds": "",
    "best_of": "3",
    "minutes": "50",
    "cut": "4",
    "cut_best_of": "3",
    "cut_minutes": "",
    "decklists_required": "yes",
    "deck_visibility": "cut",
    "decks_due_at": "2017-08-02T00:00",
    "description": "Bring sleeves.",
}


def page(client, view, /, *args, **query):
    response = client.get(reverse(f"events:{view}", args=args), query)
    assert response.status_code == 200, response
    return response.content.decode()


def post(client, view, /, *args, **data):
    return client.post(reverse(f"events:{view}", args=args), data)


def signed_in(client, user=None):
    client.force_login(user or make_user())
    return client


def test_create_event_page_creates_draft_that_can_be_opened(client):
    user = make_user()
    signed_in(client, user)
    response = post(client, "create", **FORM)
    event = Event.objects.get()
    assert (response.status_code, response.url) == (302, f"/events/{event.slug}/")
    assert EventPlan.of(event) == EventPlan(
        name="Spring Cup",
        place="Hall 3",
        starts_at=at("2017-08-01T22:30"),
        time_zone="Europe/Berlin",
        capacity=16,
        check_in_minutes=30,
        rounds=None,
        best_of=3,
        minutes=50,
        cut=4,
        cut_best_of=3,
        deck_visibility="cut",
        decks_due_at=at("2017-08-01T22:00"),
        description="Bring sleeves.",
    )
    assert "Open registration" in page(client, "detail", event.slug)
    assert post(client, "open", event.slug).status_code == 302
    event.refresh_from_db()
    assert event.status == "open"


def test_edit_event_page_round_trips_form_values(client):
    user = make_user()
    signed_in(client, user)
    post(client, "create", **FORM)
    event = Event.objects.get()
    shown = EventForm(initial=EventForm.initial_for_event(event))
    sent = {field.html_name: field.value() for field in shown}
    assert sent["starts_at"].isoformat() == "2017-08-02T00:30:00"
    assert 'value="2017-08-02T00:30"' in page(client, "edit", event.slug)
    response = post(client, "edit", event.slug, **{**FORM, "name": "Autumn Cup", "cut": "0"})
    assert response.status_code == 302
    event.refresh_from_db()
    assert (event.name, event.slug, event.stages.count()) == ("Autumn Cup", "spring-cup", 1)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"starts_at": "2017-03-26T02:30", "decks_due_at": ""}, "This time does not exist on that day"),
        ({"decks_due_at": "2017-08-02T01:00"}, "deadline cannot be after the start"),
        ({"time_zone": "Europe/Atlantis"}, "Select a valid choice"),
        ({"capacity": "3"}, "Enter a capacity of at least 4 players."),
        ({"name": ""}, "This field is required."),
        ({"minutes": "2"}, "greater than or equal to 5"),
    ],
)
def test_form_errors_are_shown_next_to_their_field(client, change, words):
    signed_in(client)
    response = post(client, "create", **{**FORM, **change})
    assert response.status_code == 400
    assert words in response.content.decode()
    assert Event.objects.count() == 0


def test_edit_after_start_shows_error_next_to_frozen_field(client):
    organiser = make_user()
    event = make_running_event(organiser=organiser)
    signed_in(client, organiser)
    response = post(client, "edit", event.slug, **{**FORM, "cut": "0"})
    assert response.status_code == 400
    assert response.content.decode().count("This cannot change once play has begun.") >= 2


def test_draft_event_is_hidden_and_staff_pages_are_forbidden(client):
    draft, event = make_event(status="draft", name="Secret Cup"), make_event()
    assert "Secret Cup" not in page(client, "list")
    assert client.get(reverse("events:detail", args=[draft.slug])).status_code == 404
    for name in ("edit", "cancel", "staff", "audit_log"):
        url = reverse(f"events:{name}", args=[event.slug])
        assert client.get(url).status_code == 302
        signed_in(client)
        assert client.get(url).status_code == 403
        client.logout()
    entry = make_registration(event)
    signed_in(client)
    assert client.get(reverse("events:player", args=[event.slug, entry.pk])).status_code == 403
    assert post(client, "act_on_player", event.slug, entry.pk, "withdraw").status_code == 403
    assert post(client, "add_player", event.slug, name="X").status_code == 403
    assert post(client, "check_in_all", event.slug).status_code == 403
    assert post(client, "open", event.slug).status_code == 403


def test_event_page_shows_available_actions(client):
    event = make_event(capacity=2, name="Spring Cup")
    shown = page(client, "detail", event.slug)
    assert "Register" in shown
    assert "0 / 2" in shown
    user = make_user("Ada")
    signed_in(client, user)
    assert post(client, "register", event.slug, name="Ada", consent="on").status_code == 302
    shown = page(client, "detail", event.slug)
    assert "Registered" in shown
    assert "Check-in opens on" in shown
    make_registration(event)
    signed_in(client, make_user("Bo"))
    assert "Join the waitlist" in page(client, "detail", event.slug)
    post(client, "register", event.slug, name="Bo", consent="on")
    assert "Position on the waitlist</small>1" in page(client, "detail", event.slug)
    assert client.get(reverse("events:register", args=[event.slug])).status_code == 302


def test_register_page_without_consent_shows_error(client):
    event = make_event()
    signed_in(client)
    response = post(client, "register", event.slug, name="Ada")
    assert response.status_code == 400
    assert "pairings and standings are public" in response.content.decode()


def test_event_page_player_checks_in_and_withdraws(client):
    event = make_event(starts_at=timezone.now() + timedelta(minutes=10))
    user = make_user()
    entry = make_registration(event, user=user)
    signed_in(client, user)
    assert "Check in now" in page(client, "detail", event.slug)
    post(client, "check_in", event.slug)
    assert "Checked in" in page(client, "detail", event.slug)
    assert "Cancel registration" in page(client, "withdraw", event.slug)
    post(client, "withdraw", event.slug, reason="ill")
    entry.refresh_from_db()
    assert entry.status == "withdrawn"
    assert client.get(reverse("events:withdraw", args=[event.slug])).status_code == 409
    signed_in(client)
    assert post(client, "check_in", event.slug).status_code == 404


def test_event_page_player_drops_from_running_event(client):
    event = make_running_event()
    user = make_user()
    entry = services.add_player(None, event, name="Cy")
    services.claim(user, claim_token(entry.player))
    signed_in(client, user)
    assert "not be paired again" in page(client, "withdraw", event.slug)
    post(client, "withdraw", event.slug)
    entry.refresh_from_db()
    assert entry.status == "dropped"
    assert "The staff can reinstate you." in page(client, "detail", event.slug)


def test_players_page_staff_check_in_drop_and_admit_players(client):
    event = make_event(capacity=2)
    staff = make_staff(event, "scorekeeper")
    signed_in(client, staff)
    for name in ("Cy", "Di", "Ed"):
        assert post(client, "add_player", event.slug, name=name).status_code == 302
    response = post(client, "add_player", event.slug, name="Cy")
    assert response.status_code == 400
    assert "This event already has a player named “Cy”" in response.content.decode()
    cy, di, ed = event.registrations.order_by("pk")
    assert "On the waitlist 1" in page(client, "players", event.slug)
    url = reverse("events:act_on_player", args=[event.slug, cy.pk, "check-in"])
    row = client.post(url, headers={"HX-Request": "true"}).content.decode()
    assert f'id="entry-{cy.pk}"' in row
    assert 'hx-swap-oob="true"' in row
    assert '<div id="live" hx-swap-oob="innerHTML"><bdi>Cy</bdi>: Checked in</div>' in row
    assert "1 / 2" in row
    assert post(client, "check_in_all", event.slug).status_code == 302
    assert (
        post(client, "act_on_player", event.slug, di.pk, "withdraw", reason="left").url
        == f"/events/{event.slug}/players/{di.pk}/"
    )
    ed.refresh_from_db()
    assert ed.status == "registered"
    assert post(client, "act_on_player", event.slug, di.pk, "explode").status_code == 404
    assert post(client, "act_on_player", event.slug, 999_999, "admit").status_code == 404
    shown = page(client, "players", event.slug, status="withdrawn")
    assert re.findall(r'id="entry-(\d+)"', shown) == [str(di.pk)]
    assert "No players match the filter." in page(client, "players", event.slug, q="zzz")
    assert "left" in page(client, "player", event.slug, di.pk)
    refused = client.post(
        reverse("events:act_on_player", args=[event.slug, cy.pk, "admit"]), headers={"HX-Request": "true"}
    )
    assert refused.status_code == 409


def test_entry_page_staff_edit_entry(client):
    event = make_event()
    organiser = make_staff(event)
    entry = services.add_player(None, event, name="Cy")
    make_registration(event, fixed_table=2)
    signed_in(client, organiser)
    assert "/events/claim/" in page(client, "player", event.slug, entry.pk)
    assert post(client, "player", event.slug, entry.pk, name="Cyd", fixed_table=1, awarded_byes=1).status_code == 302
    shown = page(client, "players", event.slug)
    assert "F 1" in shown
    response = post(client, "player", event.slug, entry.pk, name="Cyd", fixed_table=2, awarded_byes=1)
    assert response.status_code == 400
    assert "Table 2 is the fixed table of another player." in response.content.decode()


def test_players_page_public_has_no_actions_and_no_withdrawn_players(client):
    event = make_event()
    make_registration(event, name="Staying")
    make_registration(event, name="Leaving", status="withdrawn")
    shown = page(client, "players", event.slug)
    assert ("Staying" in shown, "Leaving" in shown, "Enter a player" in shown) == (True, False, False)


def test_claim_page_link_assigns_entry(client):
    event = make_event(name="Spring Cup")
    entry = services.add_player(None, event, name="Cy")
    url = reverse("events:claim", args=[claim_token(entry.player)])
    assert client.get(url).status_code == 302
    user = make_user()
    signed_in(client, user)
    assert "Are you <bdi>Cy</bdi>?" in client.get(url).content.decode()
    assert client.post(url).url == f"/events/{event.slug}/"
    assert client.get(url).status_code == 404
    assert client.get(reverse("events:claim", args=["nonsense"])).status_code == 404


def test_staff_page_assigns_and_revokes_roles(client):
    organiser, judge = make_user(), make_user("Judy")
    event = make_event(organiser=organiser)
    signed_in(client, organiser)
    assert post(client, "staff", event.slug, email=judge.email, role="judge").status_code == 302
    assert "Judy" in page(client, "staff", event.slug)
    response = post(client, "staff", event.slug, email="who@example.com", role="judge")
    assert response.status_code == 302
    assert "who@example.com" in page(client, "staff", event.slug)
    response = post(client, "staff", event.slug, email="nobody", role="judge")
    assert response.status_code == 400
    held = event.staff.get(role="judge")
    assert post(client, "revoke_role", event.slug, held.pk).status_code == 302
    assert event.staff.count() == 1
    assert post(client, "revoke_role", event.slug, 999_999).status_code == 404
    own = event.staff.get()
    assert post(client, "revoke_role", event.slug, own.pk).status_code == 409


def test_cancel_event_page_asks_for_reason(client):
    organiser = make_user()
    event = make_event(organiser=organiser)
    signed_in(client, organiser)
    assert "stays readable" in page(client, "cancel", event.slug)
    assert post(client, "cancel", event.slug, reason="").status_code == 400
    assert post(client, "cancel", event.slug, reason="Storm").status_code == 302
    assert "Storm" in page(client, "audit_log", event.slug)


def test_event_log_uses_current_user_names(client):
    organiser, ada = make_user("Olga"), make_user("Ada")
    event = make_event(organiser=organiser)
    entry = services.register(ada, event, consent=True)
    services.check_in(organiser, entry)
    signed_in(client, organiser)
    shown = page(client, "audit_log", event.slug)
    assert "<bdi>Ada</bdi> registered" in shown
    assert "<bdi>Olga</bdi> checked in: Ada" in shown
    ada.name = "Adele"
    ada.save()
    assert "<bdi>Adele</bdi> registered" in page(client, "audit_log", event.slug)


def test_event_pages_escape_user_text(client):
    organiser = make_user("<b>Olga</b>")
    event = make_event(
        organiser=organiser, name="<i>Cup</i>", description="<script>alert(1)</script>", place="<u>Hall</u>"
    )
    make_registration(event, name="<s>Cy</s>")
    services.cancel_event(organiser, event, reason="<em>why</em>")
    signed_in(client, organiser)
    for name in ("detail", "players", "staff", "audit_log"):
        shown = page(client, name, event.slug)
        for tag in ("<i>Cup", "<script>alert", "<u>Hall", "<s>Cy", "<b>Olga", "<em>why"):
            assert tag not in shown


@pytest.mark.parametrize("view", ["detail", "players", "audit_log", "staff"])
def test_event_pages_query_count_is_constant(client, view):
    organiser = make_user()
    counts = []
    for rows in (1, 4):
        event = make_event(organiser=organiser)
        for _ in range(rows):
            services.check_in(organiser, make_registration(event))
            make_staff(event)
        signed_in(client, organiser)
        counts.append(queries_of(partial(page, client, view, event.slug)))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("rows", [1, 4])
def test_events_page_takes_six_queries(client, django_assert_num_queries, rows):
    """Session, user, counts of upcoming and past events, and both lists."""
    for _ in range(rows):
        make_registration(make_event())
        make_registration(make_event(status="finished"))
    signed_in(client)
    with django_assert_num_queries(6):
        page(client, "list")


def test_events_page_pagination_continues_from_upcoming_to_past(client, monkeypatch):
    monkeypatch.setattr("epic_events.events.views.pages.PAGE_SIZE", 2)
    soon = timezone.now()
    coming = [make_event(name=f"Next {day}", starts_at=soon + timedelta(days=day)) for day in range(1, 4)]
    over = [make_event(name=f"Past {day}", status="finished", starts_at=soon - timedelta(days=day)) for day in (1, 2)]
    names, heads = [], []
    for number in (1, 2, 3):
        shown = page(client, "list", page=number)
        names.append(re.findall(r"<bdi>((?:Next|Past) \d)</bdi>", shown))
        heads.append(re.findall(r'<h2 id="(\w+)">', shown))
        assert f"Page {number} of 3" in shown
    assert names == [[one.name for one in part] for part in (coming[:2], [coming[2], over[0]], over[1:])]
    assert heads == [["upcoming"], ["upcoming", "past"], ["past"]]


def test_events_page_empty_says_so(client):
    shown = page(client, "list")
    assert "No upcoming events." in shown
    assert "Page 1 of" not in shown


def test_description_preview_renders_markdown_without_saving(client):
    organiser = make_user("Olga")
    event = make_event(organiser=organiser, name="Cup", description="Bring sleeves.")
    signed_in(client, organiser)
    typed = {"preview": "1", "name": "", "description": "**Doors** <script>alert(1)</script>", "embeddable": "on"}
    typed["decklists_required"] = "no"
    for address in (f"/events/{event.slug}/edit/", "/events/create/"):
        answer = client.post(address, typed)
        html = answer.content.decode()
        assert answer.status_code == 200
        assert "<strong>Doors</strong> &lt;script&gt;" in html
        assert "<script>alert" not in html
        assert 'class="errors"' not in html
        assert re.search(r'name="embeddable"[^>]* checked', html)
        assert '<option value="no" selected>' in html
    event.refresh_from_db()
    assert (event.name, event.description, Event.objects.count()) == ("Cup", "Bring sleeves.", 1)
    stranger = Client()
    signed_in(stranger, make_user())
    assert stranger.post(f"/events/{event.slug}/edit/", typed).status_code == 403
