"""Events that require a second factor: roles take effect once the account has one."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from epic_events.accounts.access.second_factor import SecondFactorError
from epic_events.accounts.models import User
from epic_events.audit_log.models import Entry
from epic_events.decks.models import DeckVersion
from epic_events.decks.services import submit
from epic_events.events.models import Event
from epic_events.events.permissions import Rights, require_scorekeeper, rights
from epic_events.events.services import EventPlan, create_event, edit_event
from tests.epic_events.accounts.second_factors import give_app
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.factories import make_event, make_key, make_registration, make_staff, make_user
from tests.epic_events.permissions.requests import PLAN

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

SET_UP = 'href="/accounts/second-factor/"'


def demanding_event() -> Event:
    return make_event(second_factor_required=True)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_role_is_inactive_until_account_has_second_factor() -> None:
    event = demanding_event()
    judge = make_staff(event, "judge")
    assert rights(judge, event) == Rights(waiting=frozenset({"judge"}))
    give_app(judge)
    assert rights(judge, event) == Rights(roles=frozenset({"judge"}))


def test_event_without_second_factor_requirement_accepts_any_account() -> None:
    event = make_event()
    assert rights(make_staff(event, "judge"), event) == Rights(roles=frozenset({"judge"}))


def test_second_factor_requirement_applies_to_site_administrators() -> None:
    event, keeper = demanding_event(), make_user(is_superuser=True)
    assert rights(keeper, event) == Rights(waiting=frozenset({"organiser"}))
    assert rights(make_user(), event) == Rights()


def test_staff_pages_redirect_to_second_factor_setup() -> None:
    event = demanding_event()
    desk = signed_in(make_staff(event, "scorekeeper"))
    refused = desk.get(f"/events/{event.slug}/staff/")
    assert refused.status_code == 403
    assert SET_UP in refused.content.decode()
    assert SET_UP in desk.get(f"/events/{event.slug}/").content.decode()
    assert SET_UP not in signed_in(make_user()).get(f"/events/{event.slug}/").content.decode()
    stranger = signed_in(make_user()).get(f"/events/{event.slug}/staff/")
    assert (stranger.status_code, SET_UP in stranger.content.decode()) == (403, False)


def test_second_factor_requirement_applies_to_tokens() -> None:
    event = demanding_event()
    organiser = make_staff(event)
    key = make_key(organiser, "read", "organise")

    def asked() -> Any:
        headers = {"Authorization": f"Bearer {key}"}
        address = f"/api/v1/events/{event.slug}/registrations/"
        return Client().post(address, {"name": "Ada"}, content_type="application/json", headers=headers)

    refused = asked()
    assert (refused.status_code, refused.json()["code"]) == (403, "second_factor")
    give_app(organiser)
    assert asked().status_code == 201


def test_second_factor_requirement_hides_staff_data() -> None:
    event = demanding_event()
    judge, list_ = make_staff(event, "judge"), submit(None, make_registration(event), legal_text())
    assert list(DeckVersion.objects.visible_to(judge)) == []
    give_app(judge)
    assert list(DeckVersion.objects.visible_to(judge)) == [list_]


def test_require_scorekeeper_without_second_factor_raises() -> None:
    event = demanding_event()
    with pytest.raises(SecondFactorError, match="requires a second factor"):
        require_scorekeeper(make_staff(event, "scorekeeper"), event)


def test_edit_event_requiring_second_factor_needs_organiser_with_one() -> None:
    event = make_event()
    organiser = make_staff(event)
    plan = replace(EventPlan.of(event), second_factor_required=True)
    with pytest.raises(SecondFactorError, match="for your own account before"):
        edit_event(organiser, event, plan)
    with pytest.raises(SecondFactorError, match="for your own account before"):
        create_event(organiser, replace(plan, name="Another"))
    give_app(organiser)
    edit_event(organiser, event, plan)
    event.refresh_from_db()
    assert event.second_factor_required
    assert Entry.objects.get(event_id=event.pk, verb="event.changed").data["fields"] == ["second_factor_required"]


def test_second_factor_requirement_is_toggled_on_event_form() -> None:
    event = make_event()
    organiser = make_staff(event)
    give_app(organiser)
    client = signed_in(organiser)
    for wanted in (True, False):
        body = {**PLAN, "second_factor_required": "on"} if wanted else PLAN
        assert client.post(f"/events/{event.slug}/edit/", body).status_code == 302
        event.refresh_from_db()
        assert event.second_factor_required is wanted
