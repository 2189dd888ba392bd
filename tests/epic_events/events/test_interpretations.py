"""Interpretations of an event: chosen by its head judge, public, logged."""

import pytest

from epic_events.audit_log.models import Entry
from epic_events.events import services
from epic_events.events.models import Event, StaffRole
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from tests.epic_events.factories import make_event, make_staff, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event(status=Event.Status.OPEN)


def head_judge(event):
    return make_staff(event, StaffRole.Role.HEAD_JUDGE)


def test_choose_interpretations_by_head_judge_is_one_audit_entry(event):
    judge = head_judge(event)
    services.choose_interpretations(judge, event, {"I-57": 1, "I-40": 0, "I-38": 1})
    event.refresh_from_db()
    assert event.readings == "I-57=2, I-38=2"
    services.choose_interpretations(judge, event, {"I-57": 1, "I-38": 1})
    (entry,) = Entry.objects.filter(verb="event.interpretations_chosen")
    assert entry.data == {"readings": "I-57=2, I-38=2"}


def test_choose_interpretations_other_users_are_refused(event):
    with pytest.raises(NotAllowedError):
        services.choose_interpretations(make_user(), event, {"I-57": 1})


def test_choose_interpretations_unsupported_option_raises(event):
    with pytest.raises(UserError, match="I-49 has no choice of options"):
        services.choose_interpretations(None, event, {"I-49": 1})
    with pytest.raises(UserError, match="I-999 is no interpretation"):
        services.choose_interpretations(None, event, {"I-999": 1})


@pytest.mark.parametrize("status", [Event.Status.RUNNING, Event.Status.FINISHED, Event.Status.CANCELLED])
def test_choose_interpretations_after_start_raises(event, status):
    event.status = status
    event.save()
    with pytest.raises(StateError):
        services.choose_interpretations(None, event, {"I-57": 1})


def test_interpretations_page_head_judge_chooses_and_all_users_see(client, event):
    address = f"/events/{event.slug}/interpretations/"
    main = client.get(address).content.decode().partition("<main")[2].partition("</main>")[0]
    assert '<form method="post"' not in main
    client.force_login(head_judge(event))
    page = client.get(address)
    form = page.context["form"]
    data = {name: field.initial for name, field in form.fields.items()}
    answer = client.post(f"{address}choose/", {**data, "I-40": "1"})
    assert answer.status_code == 302
    client.logout()
    shown = client.get(address).content.decode()
    assert "The attacking player has initiative first." in shown
    assert "instead of: The defending player has initiative first." in shown
    assert client.post(f"{address}choose/", data).status_code == 302
    assert Event.objects.get().readings == "I-40=2"


def test_invalid_interpretation_shows_error_next_to_its_field(client, event):
    client.force_login(head_judge(event))
    answer = client.post(f"/events/{event.slug}/interpretations/choose/", {"I-40": "7"})
    assert answer.status_code == 400
    assert Event.objects.get().readings == ""


def test_printings_not_submitted_stay_unchanged(event):
    judge = head_judge(event)
    services.choose_interpretations(judge, event, {}, {"Teleport": 1, "Scrap Golem": 0})
    services.choose_interpretations(judge, event, {"I-57": 1})
    event.refresh_from_db()
    assert (event.readings, event.printings) == ("I-57=2", "Teleport=Promo")
    (entry,) = Entry.objects.filter(verb="event.printings_chosen")
    assert entry.data == {"printings": "Teleport=Promo"}
    services.choose_interpretations(judge, event, {}, {})
    event.refresh_from_db()
    assert (event.readings, event.printings) == ("", "")


@pytest.mark.parametrize("printed", [{"Teleport": 2}, {"Teleport": -1}, {"Kong": 1}])
def test_choose_interpretations_unknown_printing_raises(event, printed):
    with pytest.raises(UserError, match="has no printing number"):
        services.choose_interpretations(None, event, {}, printed)
    event.refresh_from_db()
    assert event.printings == ""


def test_interpretations_page_head_judge_chooses_printing(client, event):
    address = f"/events/{event.slug}/interpretations/"
    assert "Every card uses its newest printing." in client.get(address).content.decode()
    client.force_login(head_judge(event))
    form = client.get(address).context["form"]
    data = {name: field.initial for name, field in form.fields.items()}
    field = next(name for name, each in form.fields.items() if each.label == "Teleport")
    assert client.post(f"{address}choose/", {**data, field: "1"}).status_code == 302
    client.logout()
    shown = client.get(address).content.decode()
    assert "Cards that use an older printing: Teleport=Promo" in shown
