"""Second-factor secrets: encryption, key rotation, and mail to their owner."""

import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client

from epic_events.accounts.access.second_factor import (
    ENCRYPTED_PREFIX,
    decrypt_secret,
    encrypt_secret,
    remove_second_factors,
)
from epic_events.accounts.models import User
from epic_events.infra.errors import StateError
from tests.epic_events.accounts.second_factors import PAGE, digits, give_app, set_up_app
from tests.epic_events.factories import PASSWORD, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
OLD, NEW = "an old secret key of this site", "the new secret key of this site"


def signs_in(user: User, secret: str) -> bool:
    client = Client()
    client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    client.post(f"{PAGE}authenticate/", {"code": digits(secret)})
    return client.get("/me/").status_code == 200


def stored(user: User) -> list[str]:
    """Return every stored text of a user's second factors."""
    rows = Authenticator.objects.filter(user=user).order_by("type")
    return [value for row in rows for value in row.data.values() if isinstance(value, str)]


def test_encrypt_secret_is_randomised_and_decrypts() -> None:
    one, other = encrypt_secret("ABC"), encrypt_secret("ABC")
    assert one != other
    assert [decrypt_secret(one), decrypt_secret(other), decrypt_secret("ABC")] == ["ABC", "ABC", "ABC"]


def test_second_factor_secrets_are_encrypted_in_database() -> None:
    user, client = make_user(), Client()
    client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    secret = set_up_app(client)
    texts = stored(user)
    assert [text.startswith(ENCRYPTED_PREFIX) for text in texts] == [True, True]
    assert secret not in "".join(texts)
    assert signs_in(user, secret)


def test_encrypt_command_encrypts_plaintext_secret_that_remains_valid(
    capsys: pytest.CaptureFixture[str],
) -> None:
    user = make_user()
    secret = give_app(user)
    Authenticator.objects.filter(user=user).update(data={"secret": secret})
    call_command("seal_second_factors")
    assert capsys.readouterr().out == "1 second factors encrypted with the current key.\n"
    assert [text.startswith(ENCRYPTED_PREFIX) for text in stored(user)] == [True]
    assert signs_in(user, secret)


def test_secret_encrypted_with_fallback_key_is_readable_and_reencrypted(settings: Any) -> None:
    settings.SECRET_KEY = OLD
    user = make_user()
    secret = give_app(user)
    before = stored(user)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, [OLD]
    assert signs_in(user, secret)
    call_command("seal_second_factors", stdout=None)
    assert stored(user) != before
    settings.SECRET_KEY_FALLBACKS = []
    assert [decrypt_secret(text) for text in stored(user)] == [secret]


def test_secret_without_its_key_is_unreadable_and_left_unchanged(settings: Any) -> None:
    settings.SECRET_KEY = OLD
    user = make_user()
    secret = give_app(user)
    before = stored(user)
    settings.SECRET_KEY = NEW
    with pytest.raises(StateError, match="secret key of this site has changed"):
        decrypt_secret(before[0])
    with pytest.raises(CommandError, match="secret key of this site has changed"):
        call_command("seal_second_factors")
    assert stored(user) == before
    assert not signs_in(user, secret)


def test_owner_is_mailed_when_second_factor_is_added_or_removed(
    mailoutbox: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    user = make_user("Ada")
    client = Client(headers={"user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"})
    client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    with django_capture_on_commit_callbacks(execute=True):
        set_up_app(client)
    assert [(mail.to, mail.subject) for mail in mailoutbox] == [
        ([user.email], "[Epic Events] Your second factor has changed")
    ]
    body = mailoutbox[0].body
    assert body.startswith("Hello Ada,\n\nAn authenticator app was added to your account.\nDevice: Firefox")
    assert "http://localhost:8000/accounts/second-factor/" in body
    assert not re.search(r"\b\d{8}\b", body)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"{PAGE}totp/deactivate/")
    assert [mail.body.splitlines()[2] for mail in mailoutbox[1:]] == [
        "The authenticator app was removed from your account."
    ]


def test_owner_is_mailed_when_site_removes_second_factor(
    mailoutbox: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    user = make_user()
    give_app(user)
    with django_capture_on_commit_callbacks(execute=True):
        remove_second_factors(None, user, reason="Lost the phone.")
    assert [(mail.to, "removed all second factors" in mail.body) for mail in mailoutbox] == [([user.email], True)]
    assert "Lost the phone" not in mailoutbox[0].body
