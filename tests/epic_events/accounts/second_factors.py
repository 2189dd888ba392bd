"""Set up an authenticator app in tests and compute its codes."""

import re

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.test import Client
from django.utils import timezone

from epic_events.accounts.models import User

PAGE = "/accounts/second-factor/"


def give_app(user: User) -> str:
    """Give an account an authenticator app and return its secret."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    return str(secret)


def digits(secret: str) -> str:
    """Return the current code of an app with this secret."""
    return str(format_hotp_value(hotp_value(secret, int(timezone.now().timestamp()) // 30)))


def set_up_app(client: Client) -> str:
    """Set up an app on the pages as the signed-in user; return its secret."""
    page = client.get(f"{PAGE}totp/activate/").content.decode()
    found = re.search(r'id="secret"[^>]*value="([A-Z2-7]+)"', page)
    assert found
    answer = client.post(f"{PAGE}totp/activate/", {"code": digits(found[1])})
    assert (answer.status_code, answer["Location"]) == (302, f"{PAGE}recovery-codes/")
    return found[1]


def recovery_codes(user: User) -> list[str]:
    """Return the unused recovery codes of a user."""
    return list(Authenticator.objects.get(user=user, type="recovery_codes").wrap().get_unused_codes())
