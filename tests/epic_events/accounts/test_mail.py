"""Mail names the site."""

from typing import Any

import pytest
from django.test import Client

from tests.epic_events.factories import make_user

pytestmark = pytest.mark.django_db


def test_sign_in_code_mail_contains_site_name(client: Client, mailoutbox: list[Any], settings: Any) -> None:
    user = make_user("Ann")
    client.post("/accounts/login/code/", {"email": user.email})
    (mail,) = mailoutbox
    assert mail.to == [user.email]
    assert mail.subject.startswith(f"[{settings.SITE_NAME}] ")
    assert f"{settings.SITE_NAME}, testserver" in mail.body
