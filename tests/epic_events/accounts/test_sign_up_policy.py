"""Settings `SIGN_UP` and `CREATE_EVENTS` on pages, in services and commands."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from epic_events.accounts.models import SiteRole, User
from epic_events.accounts.services import assign_site_role, create_account, remove_site_role
from epic_events.events.models import Event, Invitation
from epic_events.events.services import EventPlan, create_event
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from tests.epic_events.factories import PASSWORD, make_event, make_user
from tests.epic_events.infra.test_settings import run

pytestmark = pytest.mark.django_db


def sign_up(email: str) -> Any:
    return Client().post("/accounts/signup/", {"email": email, "name": "Nina", "password1": PASSWORD})


def invited(email: str, **more: Any) -> None:
    expires = timezone.now() + timedelta(days=1)
    Invitation.objects.create(event=make_event(), email=email, role="judge", **{"expires_at": expires, **more})


def test_signup_by_default_is_open(client: Client) -> None:
    assert "/accounts/signup/" in client.get("/accounts/login/").content.decode()
    assert sign_up("new@example.com").status_code == 302


def test_signup_by_invitation_needs_invitation(settings: Any) -> None:
    settings.SIGN_UP = "invited"
    invited("asked@example.com")
    invited("late@example.com", expires_at=timezone.now() - timedelta(days=1))
    make_user(email="here@example.com")
    for email in ("new@example.com", "late@example.com", "here@example.com"):  # the last tells no one that it is here
        refused = sign_up(email)
        assert (refused.status_code, "by invitation only" in refused.content.decode()) == (200, True)
    assert sign_up("Asked@example.com").status_code == 302
    assert User.objects.filter(email="asked@example.com").exists()


def test_signup_closed_is_refused(settings: Any, client: Client) -> None:
    settings.SIGN_UP = "closed"
    invited("asked@example.com")
    assert "Ask them for one" in client.get("/accounts/signup/").content.decode()
    assert "/accounts/signup/" not in client.get("/accounts/login/").content.decode()
    sign_up("asked@example.com")
    assert not User.objects.filter(email="asked@example.com").exists()


def test_open_account_command_signup_closed_allows_sign_in_by_code(
    settings: Any, client: Client, mailoutbox: Any
) -> None:
    settings.SIGN_UP = "closed"
    call_command("open_account", "Nina@example.com", name="Nina")
    client.post("/accounts/login/code/", {"email": "nina@example.com"})
    code = re.search(r"^\s*([A-Z0-9-]{6,})\s*$", mailoutbox[-1].body, re.MULTILINE)
    assert code, mailoutbox[-1].body
    client.post("/accounts/login/code/confirm/", {"code": code[1]})
    assert "nina@example.com" in client.get("/me/").content.decode()
    with pytest.raises(CommandError, match="already exists"):
        call_command("open_account", "nina@example.com", name="Nina")
    for wrong in ({"email": "nobody", "name": "N"}, {"email": "n@example.com", "name": " "}):
        with pytest.raises(UserError):
            create_account(None, **wrong)
    with pytest.raises(NotAllowedError):
        create_account(make_user(), email="b@example.com", name="B")


def test_create_event_organisers_only_needs_site_role(settings: Any, client: Client) -> None:
    settings.CREATE_EVENTS = "organisers"
    user, plan = make_user(), EventPlan(name="Open", starts_at=timezone.now() + timedelta(days=3))
    client.force_login(user)
    with pytest.raises(NotAllowedError, match="may not create events"):
        create_event(user, plan)
    assert client.get("/events/create/").status_code == client.post("/events/create/").status_code == 403
    for page in ("/", "/me/", "/events/"):
        assert "/events/create/" not in client.get(page).content.decode()
    root = make_user(is_superuser=True)
    assign_site_role(root, email=user.email, reason="Runs the club.", role=SiteRole.Role.ORGANISER)
    assert client.get("/events/create/").status_code == 200
    for page in ("/", "/me/", "/events/"):
        assert "/events/create/" in client.get(page).content.decode()
    event = create_event(user, plan)
    remove_site_role(None, user, reason="Has left.", role=SiteRole.Role.ORGANISER)
    assert client.get("/events/create/").status_code == 403
    assert client.get(f"/events/{event.slug}/edit/").status_code == 200  # what is theirs stays theirs
    assert create_event(root, plan).created_by == root
    assert Event.objects.count() == 2


def test_site_organiser_role_is_assigned_on_page_and_by_command(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    user = make_user()
    call_command("site_organisers", give=user.email, reason="Runs the club.")
    assert capsys.readouterr().out.startswith(user.email)
    client.force_login(make_user(is_superuser=True))
    page = client.get("/site/judges/").content.decode()
    assert "Site organiser" in page
    assert "can now create events" in page
    call_command("site_organisers", take=user.email, reason="Has left.")
    form = {"email": user.email, "role": "organiser", "reason": "Is back."}
    assert client.post("/site/judges/", form).status_code == 302
    assert list(SiteRole.objects.values_list("user", "role")) == [(user.pk, "organiser")]
    with pytest.raises(StateError):
        assign_site_role(None, email=user.email, reason="Again.", role=SiteRole.Role.ORGANISER)


@pytest.mark.parametrize("setting", ["SIGN_UP", "CREATE_EVENTS", "LOG_FORMAT"])
def test_setting_unknown_value_is_named_in_error(setting: str, tmp_path: Any) -> None:
    done = run(tmp_path, "from django.conf import settings; settings.DEBUG", **{setting: "perhaps"})
    assert f"{setting} is 'perhaps': it must be one of" in done.stderr
