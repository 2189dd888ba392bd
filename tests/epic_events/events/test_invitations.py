"""Invitations to staff roles by e-mail."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from epic_events.accounts.confirmation import is_confirmed
from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import RateLimitError
from epic_events.audit_log.models import Entry
from epic_events.events import services
from epic_events.events.models import Event, Invitation, StaffRole
from epic_events.events.permissions import rights
from epic_events.events.services import staff
from epic_events.infra.errors import MissingError, NotAllowedError, StateError, UserError
from tests.epic_events.api.cast import client_of, get, post, refused
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_event, make_staff, make_user

pytestmark = pytest.mark.django_db

EMAIL = "victim@club.example"


@pytest.fixture
def organiser() -> User:
    return make_user("Olga Organiser")


@pytest.fixture
def event(organiser: User) -> Event:
    return make_event(organiser=organiser, name="Spring Open", slug="spring-open")


def absolute_url(path: str) -> str:
    return f"http://testserver{path}"


def invited(actor: User | None, event: Event, email: str = EMAIL, role: str = "judge") -> Invitation:
    made = services.assign_role(actor, event, email=email, role=role, address=absolute_url)
    assert isinstance(made, Invitation)
    return made


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def link_in(mail: Any) -> str:
    found = re.search(r"http://testserver(/events/invitation/\S+)", mail.body)
    assert found
    return found[1]


def test_assign_role_to_unconfirmed_address_sends_invitation(organiser: User, event: Event, mailoutbox: list[Any]):
    squatter = make_user(email=EMAIL, confirmed=False)
    made = invited(organiser, event, f" {EMAIL.upper()}")
    (mail,) = mailoutbox
    assert (mail.to, mail.subject) == ([EMAIL], "[Epic Events] Invitation to the staff of Spring Open")
    assert "Olga Organiser invites you to join the staff of Spring Open as: Judge." in mail.body
    assert made.sent_at is not None
    assert not rights(squatter, event).staff
    assert not Invitation.objects.of(squatter).exists()
    assert "invited to" not in signed_in(squatter).get("/me/").content.decode()
    line = Entry.objects.get(verb="staff.invited")
    assert (line.actor, line.data) == (organiser, {"role": "judge"})


def test_assign_role_to_confirmed_address_takes_effect_at_once(organiser: User, event: Event, mailoutbox: list[Any]):
    judge = make_user(email=EMAIL)
    held = services.assign_role(organiser, event, email=EMAIL, role="judge", address=absolute_url)
    assert isinstance(held, StaffRole)
    assert (rights(judge, event).roles, len(mailoutbox)) == (frozenset({"judge"}), 0)


def test_invitation_link_with_matching_address_accepts_once(organiser: User, event: Event, mailoutbox: list[Any]):
    invited(organiser, event)
    link = link_in(mailoutbox[0])
    page = Client().get(link).content.decode()
    assert ("Spring Open" in page, "Olga Organiser" in page, f"next={quote(link)}" in page) == (True, True, True)
    assert Client().post(link).status_code == 302
    other = signed_in(make_user())
    assert "The invitation is for victim@club.example" in other.get(link).content.decode()
    assert other.post(link).status_code == 403
    owner = make_user(email=EMAIL, confirmed=False)  # the link proves access to the mailbox
    browser = signed_in(owner)
    assert "Accept" in browser.get(link).content.decode()
    assert browser.post(link, {"accept": "1"})["Location"] == "/events/spring-open/staff/"
    assert (rights(owner, event).roles, is_confirmed(owner)) == (frozenset({"judge"}), True)
    assert (browser.get(link).status_code, browser.post(link).status_code) == (404, 404)
    line = Entry.objects.get(verb="staff.accepted")
    assert (line.actor, line.data) == (owner, {"user": owner.pk, "role": "judge", "invited_by": organiser.pk})
    assert not Invitation.objects.exists()
    assert "accepted a role" in signed_in(organiser).get("/events/spring-open/log/").content.decode()


def test_my_page_shows_invitation_once_address_is_confirmed(organiser: User, event: Event):
    made = invited(organiser, event)
    owner = make_user(email=EMAIL)
    page = signed_in(owner).get("/me/").content.decode()
    # A link says when it was signed: one made a second later has other letters and leads to the same place.
    assert [
        list(Invitation.objects.at(token)) for token in re.findall('href="/events/invitation/([^/"]+)/"', page)
    ] == [[made]]


def test_decline_invitation_deletes_it(organiser: User, event: Event):
    made, owner = invited(organiser, event), make_user(email=EMAIL)
    assert signed_in(owner).post(f"/events/invitation/{made.token}/", {"decline": "1"})["Location"] == "/me/"
    assert (rights(owner, event).staff, Invitation.objects.count()) == (False, 0)
    assert Entry.objects.get(verb="staff.declined").actor == owner


def test_invitation_expires_and_can_be_sent_again(organiser: User, event: Event):
    made, owner = invited(organiser, event), make_user(email=EMAIL)
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(StateError, match="expired"):
        services.accept_invitation(owner, made.token)
    assert "has expired" in signed_in(owner).get(f"/events/invitation/{made.token}/").content.decode()
    assert not Invitation.objects.of(owner).exists()
    assert "expired" in signed_in(organiser).get("/events/spring-open/staff/").content.decode()
    services.send_again(organiser, made, absolute_url)
    assert services.accept_invitation(owner, made.token).role == "judge"


def test_invitation_link_revoked_or_altered_is_404(organiser: User, event: Event):
    made, owner = invited(organiser, event), make_user(email=EMAIL)
    token = made.token
    with pytest.raises(MissingError):
        services.accept_invitation(owner, token[:-1] + ("a" if token[-1] != "a" else "b"))
    services.revoke_invitation(organiser, made)
    for again in (
        lambda: services.accept_invitation(owner, token),
        lambda: services.revoke_invitation(organiser, made),
        lambda: services.send_again(organiser, made, absolute_url),
    ):
        with pytest.raises(MissingError):
            again()
    assert Entry.objects.filter(verb="staff.invitation_revoked").count() == 1


def test_invitation_of_former_organiser_is_refused(organiser: User, event: Event):
    made, owner = invited(organiser, event, role="organiser"), make_user(email=EMAIL)
    make_staff(event, "organiser")
    services.revoke_role(None, event.staff.get(user=organiser))
    with pytest.raises(NotAllowedError, match="no longer organises this event"):
        services.accept_invitation(owner, made.token)
    assert not rights(owner, event).staff


def test_invite_twice_sends_again_and_assigned_role_ends_invitation(
    organiser: User, event: Event, mailoutbox: list[Any]
):
    assert invited(organiser, event) == invited(organiser, event)
    assert (Invitation.objects.count(), len(mailoutbox)) == (1, 2)
    make_user(email=EMAIL)
    assert isinstance(
        services.assign_role(organiser, event, email=EMAIL, role="judge", address=absolute_url), StaffRole
    )
    assert not Invitation.objects.exists()


def test_invitation_mails_are_throttled(organiser: User, event: Event, monkeypatch: pytest.MonkeyPatch):
    for number in range(staff.MAILS_PER_RECIPIENT_AND_DAY):
        invited(None, make_event(slug=f"e-{number}"))
    with pytest.raises(RateLimitError):
        invited(organiser, event)
    monkeypatch.setattr(staff, "MAILS_PER_DAY", 2)
    other = make_user()
    make_staff(event, "organiser", other)
    for number in range(2):
        invited(other, event, f"person{number}@club.example")
    with pytest.raises(RateLimitError):
        invited(other, event, "third@club.example")


def test_invitation_mail_failure_shows_error(organiser: User, event: Event, settings: Any):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    browser = signed_in(organiser)
    answer = browser.post("/events/spring-open/staff/", {"email": EMAIL, "role": "judge"}, follow=True)
    assert "could not be sent" in answer.content.decode()
    assert "not sent" in answer.content.decode()
    made = Invitation.objects.get()
    assert made.sent_at is None
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    browser.post(f"/events/spring-open/staff/invitations/{made.pk}/send/")
    made.refresh_from_db()
    assert made.sent_at is not None


def test_staff_page_lists_and_revokes_invitations(organiser: User, event: Event, mailoutbox: list[Any]):
    browser = signed_in(organiser)
    sent = browser.post("/events/spring-open/staff/", {"email": EMAIL, "role": "judge"}, follow=True)
    assert "An invitation has been sent to victim@club.example" in sent.content.decode()
    assert len(mailoutbox) == 1
    assert EMAIL in browser.get("/events/spring-open/staff/").content.decode()
    judge = signed_in(make_staff(event, "judge"))
    assert EMAIL not in judge.get("/events/spring-open/staff/").content.decode()
    made = Invitation.objects.get()
    for path in (f"invitations/{made.pk}/withdraw/", f"invitations/{made.pk}/send/"):
        assert judge.post(f"/events/spring-open/staff/{path}").status_code == 403
    assert browser.post(f"/events/spring-open/staff/invitations/{made.pk}/withdraw/").status_code == 302
    assert browser.post(f"/events/spring-open/staff/invitations/{made.pk}/withdraw/").status_code == 404
    assert not Invitation.objects.exists()


def test_staff_page_query_count_is_constant_with_invitations(organiser: User, event: Event):
    browser = signed_in(organiser)
    invited(organiser, event)
    few = queries_of(lambda: browser.get("/events/spring-open/staff/"))
    for number in range(5):
        invited(organiser, event, f"person{number}@club.example")
    assert queries_of(lambda: browser.get("/events/spring-open/staff/")) == few


def test_resign_from_own_role_is_allowed_for_every_role(organiser: User, event: Event):
    judge, other = make_staff(event, "judge"), make_staff(event, "judge")
    with pytest.raises(NotAllowedError):
        services.revoke_role(judge, event.staff.get(user=other))
    answer = signed_in(judge).post(f"/events/spring-open/staff/{event.staff.get(user=judge).pk}/remove/")
    assert answer["Location"] == "/me/"
    assert not rights(judge, event).staff


def test_staff_api_assigns_revokes_and_invites(organiser: User, event: Event, mailoutbox: list[Any]):
    judge = make_user("Judith")
    client, staff = client_of(organiser), "events/spring-open/staff/"
    given = post(client, staff, {"email": judge.email, "role": "judge"}, 201)
    assert (given["given"]["name"], given["given"]["role"], given["invited"]) == ("Judith", "judge", None)
    invited_ = post(client, staff, {"email": EMAIL, "role": "scorekeeper"}, 201)["invited"]
    assert (invited_["email"], len(mailoutbox)) == (EMAIL, 1)
    assert link_in(mailoutbox[0])
    team = get(client, staff)
    assert [one["name"] for one in team["staff"]] == ["Judith", "Olga Organiser"]
    assert [one["id"] for one in team["invitations"]] == [invited_["id"]]
    theirs = client_of(judge)
    assert get(theirs, staff)["invitations"] == []
    refused(theirs, staff, 403, "post", {"email": EMAIL, "role": "judge"})
    for path in (f"events/spring-open/invitations/{invited_['id']}/", f"{staff}{team['staff'][1]['id']}/"):
        refused(theirs, path, 403, "delete")
    refused(client_of(make_user()), staff, 403)
    for path in (f"events/spring-open/invitations/{invited_['id']}/", f"{staff}{given['given']['id']}/"):
        assert client.delete(f"/api/v1/{path}").status_code == 204
        refused(client, path, 404, "delete")
    assert (Invitation.objects.count(), rights(judge, event).staff) == (0, False)


def test_event_staff_command_assigns_revokes_and_invites(event: Event, mailoutbox: list[Any], capsys: Any):
    judge = make_user(email="judith@example.com")
    call_command("event_staff", "spring-open", give=judge.email, role="head_judge")
    with pytest.raises(CommandError, match="to send an invitation"):
        call_command("event_staff", "spring-open", give=EMAIL)
    with pytest.raises(CommandError, match="write it like"):
        call_command("event_staff", "spring-open", give=EMAIL, site="events.example.org")
    capsys.readouterr()
    call_command("event_staff", "spring-open", give=EMAIL, site="http://testserver")
    out = capsys.readouterr().out
    assert re.sub(r"until [-\d]+", "until", out).splitlines()[0::2] == [
        "head_judge   judith@example.com",
        "judge        victim@club.example  (invited until)",
    ]
    owner = make_user(email=EMAIL)
    assert signed_in(owner).post(link_in(mailoutbox[0]), {"accept": "1"}).status_code == 302
    call_command("event_staff", "spring-open", take=EMAIL)
    assert not rights(owner, event).staff
    for slug, options in (("spring-open", {"take": EMAIL}), ("nowhere", {})):
        with pytest.raises(CommandError):
            call_command("event_staff", slug, **options)


def test_assign_role_invalid_address_raises(organiser: User, event: Event):
    for email in ("", "nobody", "a@b@c", "x" * 300 + "@example.com"):
        with pytest.raises(UserError):
            services.assign_role(organiser, event, email=email, role="judge", address=absolute_url)
    assert not Invitation.objects.exists()
