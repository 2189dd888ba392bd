"""Deck rules of an event: service, page, API, recheck of decklists."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from rest_framework.test import APIClient

from epic_events.audit_log.append_only import AppendOnlyError
from epic_events.audit_log.models import Entry
from epic_events.decks import services
from epic_events.decks import services as lists
from epic_events.decks.checking import check
from epic_events.decks.context import DeckContext, current_deck_rules
from epic_events.decks.models import DeckRules
from epic_events.decks.requirements import ListState, check_decklists, versions_by_entry
from epic_events.decks.services import DeckRulesInput
from epic_events.events.models import Event, StaffRole
from epic_events.infra.edit_conflicts import EditConflictError
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.factories import make_event, make_registration, make_staff, make_user

pytestmark = pytest.mark.django_db

FIRST = legal_text().splitlines()[0][2:]
HEX_LIST = "Champion: Gozzog\n60 Blood Shard\n"


@pytest.fixture
def olga():
    return make_user("Olga")


@pytest.fixture
def event(olga):
    return make_event(organiser=olga, decklists_required=True)


@pytest.fixture
def hexed(olga):
    return make_event(organiser=olga, game="hex", format="immortal", decklists_required=True)


def words(response) -> str:
    return " ".join(response.content.decode().split())


def test_set_deck_rules_applies_and_stores_versions(event, olga):
    entry = make_registration(event)
    before = lists.submit(None, entry, legal_text())
    message = services.set_deck_rules(olga, event, DeckRulesInput(banned=[FIRST.lower()], restricted=["Muse"]))
    assert message is not None
    assert (message.number, message.banned, message.restricted, message.facts, message.by) == (
        1,
        [FIRST],
        ["Muse"],
        {},
        olga,
    )
    assert services.set_deck_rules(olga, event, DeckRulesInput(["", FIRST], ["muse"])) == message, "said already"
    assert (
        check_decklists(DeckContext(event), event.format, versions_by_entry([entry.pk]))[entry.pk].state
        is ListState.ILLEGAL
    )
    again = lists.submit(None, entry, legal_text())
    assert (again.number, again.accepted, again.deck_rules) == (2, False, message)
    assert [each["message"] for each in again.report["problems"]] == [f"{FIRST} is banned at this event: remove all 3"]
    before.refresh_from_db()
    assert (before.legal, before.deck_rules) == (True, None), "what was stored stays"
    services.set_deck_rules(olga, event, DeckRulesInput())
    assert current_deck_rules(event) is None
    assert (
        check_decklists(DeckContext(event), event.format, versions_by_entry([entry.pk]))[entry.pk].state is ListState.OK
    )
    assert [(line.verb, line.data) for line in Entry.objects.filter(verb="decks.rules_said").order_by("pk")] == [
        ("decks.rules_said", {"version": 1, "changed": "banned, restricted"}),
        ("decks.rules_said", {"version": 2, "changed": "banned, restricted"}),
    ]


def test_deck_rules_apply_to_one_event_and_game(event, hexed, olga):
    services.set_deck_rules(olga, event, DeckRulesInput(banned=[FIRST]))
    assert check(DeckContext(make_event()), legal_text()).report.legal
    Event.objects.filter(pk=event.pk).update(game="hex", format="immortal")
    event.refresh_from_db()
    assert current_deck_rules(event) is None
    assert DeckContext(event).cards.pool == DeckContext(hexed).cards.pool


def test_deck_rules_facts_of_hex_are_checked(hexed, olga):
    assert "bans-unknown" in [each.code for each in check(DeckContext(hexed), HEX_LIST).report.unchecked]
    services.set_deck_rules(
        olga, hexed, DeckRulesInput(banned=[], facts={"reserves": ["0, 15"], "gems": [], "champions": ["Nobody Yet"]})
    )
    message = current_deck_rules(hexed)
    assert message is not None
    assert (message.banned, message.restricted, message.facts) == (
        [],
        None,
        {"champions": ["Nobody Yet"], "reserves": [0, 15]},
    )
    report = check(DeckContext(hexed), f"{HEX_LIST}Reserves\n3 Blood Shard\n").report
    assert "bans-unknown" not in [each.code for each in report.unchecked]
    assert "reserves-size" in [each.code for each in report.problems]


def test_set_deck_rules_invalid_input_names_every_field(hexed, event, olga):
    with pytest.raises(UserError) as caught:
        services.set_deck_rules(
            olga, event, DeckRulesInput(banned=["Konng"], restricted=["x" * 121], facts={"gems": ["a"]})
        )
    assert set(caught.value.fields) == {"banned", "restricted", "facts"}
    assert caught.value.fields["banned"].startswith("no card is called “Konng”")
    with pytest.raises(UserError) as caught:
        services.set_deck_rules(olga, hexed, DeckRulesInput(["New Card"], ["new card"], {"least_in_limited": ["many"]}))
    assert (
        caught.value.fields["restricted"] == "new card is both banned and restricted. Remove it from one of the lists."
    )
    assert set(caught.value.fields) == {"restricted", "fact_least_in_limited"}
    assert not DeckRules.objects.exists()


@pytest.mark.parametrize("role", [role for role in StaffRole.Role if role != StaffRole.Role.ORGANISER])
def test_set_deck_rules_other_roles_are_refused(event, role):
    for person in (make_staff(event, role), make_user(), make_event(organiser=make_user()).staff.get().user):
        with pytest.raises(NotAllowedError):
            services.set_deck_rules(person, event, DeckRulesInput(banned=[]))


def test_set_deck_rules_finished_event_raises_and_versions_are_append_only(event, olga):
    message = services.set_deck_rules(olga, event, DeckRulesInput(banned=["Kong"]))
    assert message is not None
    with pytest.raises(EditConflictError) as caught:
        services.set_deck_rules(
            olga, event, DeckRulesInput(banned=[]), expected_version=services.deck_rules_token(None)
        )
    assert caught.value.stored == [("Banned", "Kong")]
    with pytest.raises(AppendOnlyError):
        message.save()
    for number in (0, 1):
        with pytest.raises(IntegrityError), transaction.atomic():
            DeckRules.objects.create(event=event, number=number, game="epic", hash="x")
    Event.objects.update(status="finished")
    event.refresh_from_db()
    with pytest.raises(StateError, match="is over"):
        services.set_deck_rules(olga, event, DeckRulesInput())
    lists_event = make_event()
    services.set_deck_rules(None, lists_event, DeckRulesInput(banned=["Kong"]))
    lists.submit(None, make_registration(lists_event), legal_text())
    lists_event.delete()
    assert DeckRules.objects.count() == 1, "an event goes with what was said of its decks"


def test_deck_rules_page_is_public_and_edited_by_organisers(client, hexed, olga):
    address = reverse("decks:rules", args=[hexed.slug])
    page = words(client.get(address))
    assert ("This event has no deck rules" in page, "Save deck rules" in page) == (True, False)
    client.force_login(olga)
    typed = {"banned": "", "banned_is_whole": "on", "restricted": "Burn <b>", "fact_reserves": "0-15"}
    page = words(client.post(address, typed, follow=True))
    assert "Deck rules saved. They apply from now on." in page
    assert '<h2 id="banned">Banned at this event</h2> <ul class="plain"> <li>None.</li>' in page
    assert "<bdi>Burn &lt;b&gt;</bdi>" in page
    assert 'value="0-15"' in page
    refused = client.post(address, {**typed, "fact_reserves": "many"})
    assert refused.status_code == 400
    assert "&#x27;many&#x27; is no size: write numbers up to 999" in words(refused)
    assert "changed the deck rules, version 1: banned, restricted, reserves" in words(
        client.get(reverse("events:audit_log", args=[hexed.slug]))
    )
    client.force_login(make_user())
    assert client.post(address, typed).status_code == 403
    assert "0-15" in words(client.get(address))


def test_deck_rules_api_reads_and_writes(hexed, olga):
    address = reverse("api:deck-rules", args=[hexed.slug])
    client = APIClient()
    nothing: dict[str, Any] = {"version": None, "banned": None, "restricted": None, "facts": {}}
    assert client.get(address).json() == nothing
    assert client.post(address, {}, format="json").status_code == 401
    client.force_authenticate(make_staff(hexed, "judge"))
    assert client.post(address, {}, format="json").status_code == 403
    client.force_authenticate(olga)
    message = {"banned": [], "restricted": ["Burn"], "facts": {"reserves": ["0", "15"]}}
    assert client.post(address, message, format="json").json() == {
        **message,
        "version": 1,
        "facts": {"reserves": [0, 15]},
    }
    wrong = client.post(address, {"facts": {"gold": ["1"]}}, format="json")
    assert (wrong.status_code, list(wrong.json()["fields"])) == (400, ["facts"])
    assert client.post(address, {}, format="json").json() == nothing
    asked = {"text": HEX_LIST, "format": "immortal", "event": hexed.slug}
    services.set_deck_rules(olga, hexed, DeckRulesInput(banned=["Blood Shard"]))
    codes = [each["code"] for each in client.post(reverse("api:deck-check"), asked, format="json").json()["problems"]]
    assert codes == ["banned"]


def test_change_of_date_and_deck_rules_rechecks_lists_once(event, olga):
    entry = make_registration(event)
    lists.submit(None, entry, legal_text())
    event.starts_at += timedelta(days=30)
    event.save()
    services.set_deck_rules(olga, event, DeckRulesInput(restricted=[FIRST]))
    assert (
        check_decklists(DeckContext(event), event.format, versions_by_entry([entry.pk]))[entry.pk].state
        is ListState.ILLEGAL
    )
