"""Forms of accounts that arrive twice at the same moment change one thing once."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import connection
from django.test import Client

from epic_events.accounts.models import SiteRole, User, mark_confirmed
from epic_events.accounts.services import assign_site_role, create_account, player_of, remove_site_role
from epic_events.audit_log.models import Entry
from epic_events.events.models import StaffRole
from epic_events.events.services import close_account
from epic_events.infra.errors import StateError
from tests.epic_events.accounts.second_factors import digits
from tests.epic_events.accounts.test_confirmation import code_in, is_signed_in
from tests.epic_events.events.test_races import at_once
from tests.epic_events.factories import PASSWORD, make_event, make_staff, make_user

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

EMAIL = "new@club.example"
CODE_PAGE = "/accounts/confirm-email/"


@pytest.fixture(autouse=True)
def _connections_of_their_own() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("two connections at once need PostgreSQL")


def sign_up(client: Client, email: str = EMAIL) -> Callable[[], tuple[int, str]]:
    def post() -> tuple[int, str]:
        form = {"email": email, "name": "Ana", "password1": PASSWORD}
        answer = client.post("/accounts/signup/", form)
        return answer.status_code, answer.get("Location", "")

    return post


@pytest.mark.parametrize("_time", range(3))
def test_sign_up_tapped_twice_creates_one_account_and_sends_one_code(_time: int, mailoutbox: list[Any]) -> None:
    taps = [Client(), Client()]
    for tap in taps:  # the same browser: one CSRF cookie, no session yet
        tap.cookies[settings.CSRF_COOKIE_NAME] = "c" * 32
    assert at_once(*map(sign_up, taps)) == [(302, CODE_PAGE)] * 2
    assert User.objects.filter(email=EMAIL).count() == 1
    assert [mail.to for mail in mailoutbox] == [[EMAIL]]
    assert [EMAIL in tap.get(CODE_PAGE).content.decode() for tap in taps] == [True, True]
    taps[1].post(CODE_PAGE, {"code": code_in(mailoutbox[0])})
    assert is_signed_in(taps[1])


@pytest.mark.parametrize("_time", range(3))
def test_sign_up_from_several_browsers_at_once_creates_one_account(_time: int, mailoutbox: list[Any]) -> None:
    browsers = [Client() for _ in range(4)]
    assert at_once(*map(sign_up, browsers)) == [(302, CODE_PAGE)] * 4
    user = User.objects.get(email=EMAIL)
    assert EmailAddress.objects.filter(user=user).count() == 1
    assert sorted("already exists" in mail.body for mail in mailoutbox) == [False, True, True, True]


def test_sign_up_code_entered_twice_at_once_signs_in(mailoutbox: list[Any]) -> None:
    client = Client()
    sign_up(client)()
    taps = [Client(), Client()]
    for tap in taps:
        tap.cookies.update(client.cookies)
    body = {"code": code_in(mailoutbox[0])}
    statuses = at_once(*[lambda tap=tap: tap.post(CODE_PAGE, body).status_code for tap in taps])
    assert set(statuses) <= {302, 400}  # 400: the session has moved on with the first tap
    assert 302 in statuses
    assert EmailAddress.objects.filter(email=EMAIL, verified=True).count() == 1
    assert any(map(is_signed_in, taps))


def test_create_account_concurrently_creates_one() -> None:
    results = at_once(*[lambda: create_account(None, email=EMAIL, name="Ana")] * 6)
    assert sum(isinstance(result, StateError) for result in results) == 5
    assert Entry.objects.filter(verb="account.opened").count() == 1


def test_mark_confirmed_concurrently_confirms_for_one_account() -> None:
    users = [make_user(confirmed=False) for _ in range(4)]
    for user in users:
        user.email = EMAIL  # not saved: the address of an account is unique
    results = at_once(*[lambda user=user: mark_confirmed(user) for user in users])
    assert sum(isinstance(result, StateError) for result in results) == 3
    assert EmailAddress.objects.filter(email=EMAIL, verified=True).count() == 1


def test_mark_confirmed_concurrently_for_same_account_confirms_once() -> None:
    user = make_user(confirmed=False)
    assert at_once(*[lambda: mark_confirmed(user)] * 6) == [None] * 6
    assert EmailAddress.objects.filter(user=user, verified=True, primary=True).count() == 1


def test_player_of_concurrently_creates_one_player() -> None:
    user = make_user("Ada")
    assert len({player_of_.pk for player_of_ in at_once(*[lambda: player_of(user)] * 6)}) == 1  # type: ignore[attr-defined]
    assert Entry.objects.filter(verb="player.created").count() == 1


def test_site_role_concurrently_is_assigned_and_removed_once() -> None:
    user = make_user()
    results = at_once(*[lambda: assign_site_role(None, email=user.email, reason="Asked.")] * 6)
    assert sum(isinstance(result, StateError) for result in results) == 5
    assert SiteRole.objects.filter(user=user).count() == 1
    results = at_once(*[lambda: remove_site_role(None, user, reason="Asked.")] * 6)
    assert sum(isinstance(result, StateError) for result in results) == 5
    assert Entry.objects.filter(verb="site_role.taken").count() == 1


def signed_in(user: User) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    return client


def taps_of(client: Client, number: int = 4) -> list[Client]:
    """Return clients with the session of ``client``."""
    taps = [Client() for _ in range(number)]
    for tap in taps:
        tap.cookies.update(client.cookies)
    return taps


def test_authenticator_app_activated_twice_at_once_is_added_once() -> None:
    user = make_user()
    client = signed_in(user)
    page = "/accounts/second-factor/totp/activate/"
    client.get(page)
    body = {"code": digits(client.session["mfa.totp.secret"])}
    statuses = at_once(*[lambda tap=tap: tap.post(page, body).status_code for tap in taps_of(client)])
    assert statuses == [302] * 4
    assert sorted(Authenticator.objects.filter(user=user).values_list("type", flat=True)) == ["recovery_codes", "totp"]
    assert Entry.objects.filter(verb="second_factor.added", subject_id=user.pk).count() == 2


def test_change_of_address_confirmed_twice_at_once_changes_once(mailoutbox: list[Any]) -> None:
    user = make_user()
    client = signed_in(user)
    client.post("/accounts/email/", {"email": EMAIL, "action_add": ""})
    body = {"code": code_in(mailoutbox[-1])}
    statuses = at_once(*[lambda tap=tap: tap.post(CODE_PAGE, body).status_code for tap in taps_of(client)])
    assert 302 in statuses
    assert set(statuses) <= {302, 400}
    user.refresh_from_db()
    assert user.email == EMAIL
    assert list(EmailAddress.objects.filter(user=user).values_list("email", "verified")) == [(EMAIL, True)]


@pytest.mark.parametrize("_time", range(3))
def test_change_of_two_accounts_to_same_address_at_once_changes_one(_time: int, mailoutbox: list[Any]) -> None:
    posts: list[Callable[[], int]] = []
    users = [make_user(), make_user()]
    for user in users:
        client = signed_in(user)
        client.post("/accounts/email/", {"email": EMAIL, "action_add": ""})
        body = {"code": code_in(mailoutbox[-1])}
        posts.append(lambda client=client, body=body: client.post(CODE_PAGE, body).status_code)  # type: ignore[misc]
    assert set(at_once(*posts)) <= {200, 302}  # 200: the form names the address as taken
    assert User.objects.filter(email=EMAIL).count() == 1
    addresses = EmailAddress.objects.filter(user__in=users)
    assert sorted(addresses.values_list("user", "email", "verified", "primary")) == sorted(
        (user.pk, user.email, True, True) for user in User.objects.filter(pk__in=[user.pk for user in users])
    )


def test_close_account_concurrently_closes_once() -> None:
    user = make_user()
    results = at_once(*[lambda: close_account(None, user)] * 6)
    assert sum(isinstance(result, StateError) for result in results) == 5
    assert Entry.objects.filter(verb="account.closed").count() == 1


def test_close_accounts_of_both_organisers_at_once_leaves_one() -> None:
    event, users = make_event(), [make_user(), make_user()]
    for user in users:
        make_staff(event, StaffRole.Role.ORGANISER, user)
    results = at_once(*[lambda user=user: close_account(user, user) for user in users])
    assert sum(isinstance(result, StateError) for result in results) == 1
    assert event.staff.filter(role=StaffRole.Role.ORGANISER).count() == 1
