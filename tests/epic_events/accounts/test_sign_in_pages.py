"""Pages of sign-in and of the account have the site's own texts and buttons."""

import re

import pytest
from django.core import mail
from django.test import Client

from epic_events.accounts.models import User
from tests.epic_events.factories import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def heading(client: Client, address: str) -> str:
    page = client.get(address, follow=True).content.decode()
    (found,) = re.findall(r"<h1>\s*(.*?)\s*</h1>", page, re.DOTALL)
    return str(found)


def signed_in_client() -> Client:
    client = Client()
    user = make_user()
    user.set_password("long-enough-for-anyone")
    user.save()
    client.post("/accounts/login/", {"login": user.email, "password": "long-enough-for-anyone"})
    return client


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("/accounts/password/reset/", "Reset your password"),
        ("/accounts/password/reset/done/", "Check your e-mail"),
        ("/accounts/password/reset/key/1-set-password/", "This link no longer works"),
        ("/accounts/password/reset/key/done/", "Password saved"),
        ("/accounts/login/code/", "Sign in by e-mail"),
        ("/accounts/inactive/", "This account is closed"),
    ],
)
def test_page_for_visitors_has_its_heading(address: str, expected: str) -> None:
    assert heading(Client(), address) == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("/accounts/password/change/", "Change password"),
        ("/accounts/email/", "E-mail address"),
        ("/accounts/logout/", "Sign out"),
    ],
)
def test_page_for_users_has_its_heading(address: str, expected: str) -> None:
    assert heading(signed_in_client(), address) == expected


def test_reset_password_by_link_saves_the_new_password() -> None:
    user = make_user()
    client = Client()
    assert client.post("/accounts/password/reset/", {"email": user.email}).status_code == 302
    link = re.search(r"/accounts/password/reset/key/\S+", str(mail.outbox[-1].body))
    assert link is not None
    form = client.get(link[0], follow=True)
    assert "Choose a new password" in form.content.decode()
    client.post(form.request["PATH_INFO"], {"password1": "entirely-new-and-long", "password2": "entirely-new-and-long"})
    assert User.objects.get(pk=user.pk).check_password("entirely-new-and-long")


def test_sign_in_by_code_resends_and_signs_in() -> None:
    user = make_user()
    client = Client()
    page = client.post("/accounts/login/code/", {"email": user.email}, follow=True)
    assert page.context["email"] == user.email
    assert "Enter the code" in page.content.decode()
    code = re.search(r"^\s*([A-Z0-9]{3,}(?:-[A-Z0-9]+)?)\s*$", str(mail.outbox[-1].body), re.MULTILINE)
    assert code is not None
    client.post("/accounts/login/code/confirm/", {"code": code[1]})
    assert client.session["_auth_user_id"] == str(user.pk)


def test_change_address_asks_for_the_code_that_was_sent_there() -> None:
    page = signed_in_client().post("/accounts/email/", {"email": "new@example.com", "action_add": "1"}, follow=True)
    shown = page.content.decode()
    assert re.findall(r"<h1>\s*(.*?)\s*</h1>", shown) == ["Confirm your e-mail address"]
    assert "A code was sent to <bdi>new@example.com</bdi>." in shown
