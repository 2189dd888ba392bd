"""Registration, waitlist, withdrawal, check-in, and entry by staff."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.utils import timezone

from epic_events.accounts.services import claim_token
from epic_events.audit_log.models import Entry
from epic_events.events import services
from epic_events.events.models import Registration
from epic_events.infra.errors import MissingError, NotAllowedError, StateError, UserError
from tests.epic_events.factories import (
    make_event,
    make_player,
    make_registration,
    make_running_event,
    make_staff,
    make_user,
)

pytestmark = pytest.mark.django_db


def states(event):
    return [(entry.name, entry.status) for entry in event.registrations.order_by("pk")]


def waitlist(event):
    return [entry.name for entry in event.registrations.waiting()]


def verbs(event):
    return [line.verb for line in reversed(Entry.objects.of_event(event.pk))]


def test_register_stores_name_for_event():
    user, event = make_user("Ada"), make_event()
    entry = services.register(user, event, name="  Ada  L. ", consent=True, open_list_consent=True)
    assert (entry.name, entry.status, entry.player.user, entry.entered_by) == ("Ada L.", "registered", user, user)
    assert entry.player.name == "Ada"
    assert entry.open_list_consent
    assert entry.consented_at is not None
    assert list(Registration.objects.of_user(user).filter(event=event)) == [entry]
    assert verbs(event) == ["registration.created"]


def test_register_needs_consent_name_and_unique_player():
    user, event = make_user(), make_event()
    with pytest.raises(UserError) as caught:
        services.register(user, event)
    assert set(caught.value.fields) == {"consent"}
    with pytest.raises(UserError) as caught:
        services.register(user, event, name="x" * 81, consent=True)
    assert set(caught.value.fields) == {"name"}
    with pytest.raises(NotAllowedError):
        services.register(AnonymousUser(), event, consent=True)  # type: ignore[arg-type]  # a view without a login
    services.register(user, event, consent=True)
    with pytest.raises(StateError, match="already"):
        services.register(user, event, consent=True)


@pytest.mark.parametrize("status", ["draft", "running", "finished", "cancelled"])
def test_register_event_not_open_raises(status):
    with pytest.raises(StateError, match="not open"):
        services.register(make_user(), make_event(status=status), consent=True)


def test_register_after_start_raises():
    event = make_event(starts_at=timezone.now() - timedelta(minutes=1))
    with pytest.raises(StateError, match="closed when the event started"):
        services.register(make_user(), event, consent=True)


def test_register_beyond_capacity_is_waitlisted_and_promoted_in_order():
    event = make_event(capacity=2)
    people = [make_user(name) for name in "ABCDE"]
    entries = [services.register(user, event, consent=True) for user in people]
    assert waitlist(event) == ["C", "D", "E"]
    services.withdraw(entries[3].player.user, entries[3])
    services.withdraw(entries[0].player.user, entries[0])
    assert states(event) == [
        ("A", "withdrawn"),
        ("B", "registered"),
        ("C", "registered"),
        ("D", "withdrawn"),
        ("E", "waitlisted"),
    ]
    services.register(people[0], event, consent=True)
    assert waitlist(event) == ["E", "A"]
    assert verbs(event)[5:] == [
        "registration.withdrawn",
        "registration.withdrawn",
        "registration.promoted",
        "registration.created",
    ]


def test_waitlist_after_start_is_promoted_by_staff_only():
    event = make_event(capacity=2, starts_at=timezone.now() - timedelta(minutes=5))
    here, away = make_registration(event), make_registration(event)
    late = make_registration(event, status="waitlisted")
    staff = make_staff(event, "scorekeeper")
    with pytest.raises(StateError, match="The event is full"):
        services.admit(staff, late)
    services.withdraw(staff, away, reason="did not come")
    assert [entry.pk for entry in event.registrations.waiting()] == [late.pk]
    assert services.admit(staff, late).status == "registered"
    with pytest.raises(StateError, match="not on the waitlist"):
        services.admit(staff, here)


def test_withdraw_twice_or_for_another_player_is_refused():
    event = make_event()
    entry = services.register(make_user(), event, consent=True)
    for other in (make_user(), make_staff(event, "judge"), AnonymousUser()):
        with pytest.raises(NotAllowedError):
            services.withdraw(other, entry)  # type: ignore[arg-type]  # a view without a login
    services.withdraw(entry.player.user, entry)
    with pytest.raises(StateError, match="already"):
        services.withdraw(entry.player.user, entry)
    event.status = "cancelled"
    event.save()
    with pytest.raises(StateError, match="over"):
        services.withdraw(entry.player.user, entry)


def test_check_in_by_player_is_open_until_start():
    now = timezone.now()
    event = make_event(starts_at=now + timedelta(minutes=90), check_in_minutes=60)
    entry = services.register(make_user(), event, consent=True)
    user = entry.player.user
    with pytest.raises(StateError, match="Check-in opens on"):
        services.check_in(user, entry)
    event.starts_at = now + timedelta(minutes=30)
    event.save()
    assert services.check_in(user, entry).status == "checked_in"
    assert services.check_in(user, entry).status == "checked_in"
    assert services.undo_check_in(user, entry).checked_in_at is None
    with pytest.raises(StateError, match="only be undone"):
        services.undo_check_in(user, entry)
    event.starts_at = now - timedelta(minutes=1)
    event.save()
    with pytest.raises(StateError, match="closed"):
        services.check_in(user, entry)
    assert services.check_in(make_staff(event), entry).status == "checked_in"


def test_check_in_is_allowed_by_role():
    event = make_event(starts_at=timezone.now() + timedelta(minutes=10))
    entry = make_registration(event)
    for other in (make_user(), make_staff(event, "judge"), AnonymousUser()):
        with pytest.raises(NotAllowedError):
            services.check_in(other, entry)  # type: ignore[arg-type]  # a view without a login
        with pytest.raises(NotAllowedError):
            services.undo_check_in(other, entry)  # type: ignore[arg-type]
        with pytest.raises(NotAllowedError):
            services.check_in_all(other, event)  # type: ignore[arg-type]
    waiting = make_registration(event, status="waitlisted")
    with pytest.raises(StateError, match="cannot be checked in"):
        services.check_in(None, waiting)
    event.status = "draft"
    event.save()
    with pytest.raises(StateError, match="only be checked in while the event"):
        services.check_in(None, entry)


def test_check_in_all_checks_in_registered_players():
    event = make_event()
    for status in ("registered", "registered", "checked_in", "waitlisted", "withdrawn"):
        make_registration(event, status=status)
    assert services.check_in_all(make_staff(event), event) == 2
    assert event.registrations.filter(status="checked_in").count() == 3
    event.status = "running"
    event.save()
    with pytest.raises(StateError):
        services.check_in_all(None, event)


def test_add_player_by_staff_creates_entry():
    event = make_event(capacity=2)
    staff = make_staff(event, "scorekeeper")
    first = services.add_player(staff, event, name="Cy")
    assert (first.name, first.player.user, first.status) == ("Cy", None, "registered")
    with pytest.raises(UserError, match="already has a player named “"):
        services.add_player(staff, event, name="cy ")
    with pytest.raises(UserError, match="1 to 80 characters"):
        services.add_player(staff, event, name=" ")
    services.add_player(staff, event, name="Di")
    assert services.add_player(staff, event, name="Ed").status == "waitlisted"
    with pytest.raises(NotAllowedError):
        services.add_player(make_staff(event, "judge"), event, name="Flo")
    with pytest.raises(StateError, match="over"):
        services.add_player(None, make_event(status="finished"), name="Flo")


def test_edit_entry_changes_name_table_and_byes():
    event = make_event()
    staff = make_staff(event)
    entry, other = make_registration(event), make_registration(event, fixed_table=4)
    entry = services.edit_entry(staff, entry, name="New", fixed_table=3, awarded_byes=1)
    assert (entry.name, entry.fixed_table, entry.awarded_byes) == ("New", 3, 1)
    line = Entry.objects.about(entry).get()
    assert line.data == {
        "before": {"fixed_table": None, "awarded_byes": 0},
        "after": {"fixed_table": 3, "awarded_byes": 1},
        "renamed": True,
    }
    with pytest.raises(UserError, match="Table 4 is the fixed table"):
        services.edit_entry(staff, entry, name="New", fixed_table=4, awarded_byes=1)
    with pytest.raises(UserError, match="already has a player named “"):
        services.edit_entry(staff, entry, name=other.name.upper(), fixed_table=3, awarded_byes=1)
    with pytest.raises(UserError, match="Award 0 to 3"):
        services.edit_entry(staff, entry, name="New", fixed_table=3, awarded_byes=4)
    with pytest.raises(NotAllowedError):
        services.edit_entry(make_staff(event, "judge"), entry, name="New", fixed_table=3, awarded_byes=1)
    event.status = "running"
    event.save()
    with pytest.raises(StateError, match="before the start"):
        services.edit_entry(staff, entry, name="New", fixed_table=3, awarded_byes=2)
    event.status = "finished"
    event.save()
    with pytest.raises(StateError, match="over"):
        services.edit_entry(staff, entry, name="Newer", fixed_table=3, awarded_byes=1)


def test_registration_constraints_are_enforced_by_database():
    event = make_event()
    entry = make_registration(event, fixed_table=1)
    waiting = make_registration(event, status="waitlisted")
    for wrong in (
        {"player": entry.player},
        {"fixed_table": 1},
        {"fixed_table": 0},
        {"name": ""},
        {"status": "king"},
        {"status": "registered", "waitlist_order": 1},
        {"status": "waitlisted", "waitlist_order": None},
        {"status": "waitlisted", "waitlist_order": waiting.waitlist_order},
    ):
        fields = {"player": make_player(), "name": "X", **wrong}
        with pytest.raises(IntegrityError), transaction.atomic():
            Registration.objects.create(event=event, **fields)


def test_claim_entry_links_player_to_user():
    event = make_event()
    entry = services.add_player(None, event, name="Cy")
    user, token = make_user("Cyrus"), claim_token(entry.player)
    assert services.claim(user, token) == entry.player
    assert list(Registration.objects.of_user(user)) == [entry]
    assert verbs(event) == ["registration.added", "registration.claimed"]
    with pytest.raises(MissingError, match="already been claimed"):
        services.claim(make_user(), token)


def test_claim_entry_merges_with_existing_player_of_user():
    one, two = make_event(), make_event()
    user = make_user("Cyrus")
    own = services.register(user, one, consent=True).player
    entry = services.add_player(None, two, name="Cy")
    assert services.claim(user, claim_token(entry.player)) == own
    entry.refresh_from_db()
    assert (entry.player, entry.name) == (own, "Cy")
    merged = Entry.objects.filter(verb="player.merged").get()
    assert merged.data == {"into": own.pk, "entries": [entry.pk]}


def test_claim_with_own_entry_in_event_is_refused():
    event = make_event(name="Spring Cup")
    user = make_user()
    services.register(user, event, consent=True)
    entry = services.add_player(None, event, name="Cy")
    with pytest.raises(StateError, match="already have an entry in Spring Cup"):
        services.claim(user, claim_token(entry.player))
    with pytest.raises(NotAllowedError):
        services.claim(AnonymousUser(), claim_token(entry.player))  # type: ignore[arg-type]  # a view without a login


def test_registrations_are_visible_to_those_who_see_event():
    draft, public = make_event(status="draft"), make_running_event(2)
    hidden = make_registration(draft)
    assert set(Registration.objects.visible_to(AnonymousUser())) == set(public.registrations.all())
    assert hidden in Registration.objects.visible_to(make_staff(draft))
    assert Registration.objects.of_user(AnonymousUser()).count() == 0
    assert set(public.registrations.with_active_status()) == set(public.registrations.all())
