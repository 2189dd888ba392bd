"""Users, players, claims, and rate limits."""

import pytest
from django.db import IntegrityError, transaction

from epic_events.accounts.models import Player, User, display_name
from epic_events.accounts.rate_limits import RateLimitError, client_key, limit_rate
from epic_events.accounts.services import claim_token, player_from_claim, player_of
from epic_events.audit_log.models import Entry
from epic_events.infra.errors import MissingError
from tests.epic_events.factories import make_player, make_user

pytestmark = pytest.mark.django_db


def test_email_is_unique_case_insensitively():
    user = make_user(email="Ada@Example.COM ")
    assert user.email == "ada@example.com"
    assert User.objects.get_by_natural_key("ADA@example.com") == user
    with pytest.raises(IntegrityError), transaction.atomic():
        make_user(email="ADA@EXAMPLE.com")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(email="Ada@example.com", name="Other")])


def test_create_user_without_email_raises():
    with pytest.raises(ValueError, match="needs an e-mail address"):
        User.objects.create_user(email="")


def test_display_name_falls_back_to_email_local_part():
    assert display_name(make_user("Ada")) == "Ada"
    nameless = User.objects.create_user(email="bo@example.com")
    assert (str(nameless), nameless.get_full_name(), nameless.get_short_name()) == ("bo", "bo", "bo")
    assert display_name(None) == ""


def test_create_superuser_is_staff_and_superuser():
    root = User.objects.create_superuser("root@example.com", "secret words here", name="Root")
    assert (root.is_staff, root.is_superuser) == (True, True)


def test_player_of_user_is_created_once():
    user = make_user("Ada")
    player = player_of(user)
    assert (player.name, player.user) == ("Ada", user)
    assert player_of(user) == player
    assert [line.verb for line in Entry.objects.about(player)] == ["player.created"]


def test_merged_player_cannot_have_user():
    player = make_player()
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(name="Old", user=make_user(), merged_into=player)


def test_claim_link_is_valid_until_used():
    player = make_player("Cy")
    token = claim_token(player)
    assert player_from_claim(token) == player
    with pytest.raises(MissingError, match="invalid or has expired"):
        player_from_claim(token[:-1] + ("a" if token[-1] != "a" else "b"))
    player.user = make_user()
    player.save()
    with pytest.raises(MissingError, match="already been claimed"):
        player_from_claim(token)


def test_limit_rate_counts_per_action_and_user():
    for _ in range(2):
        limit_rate("test.do", "ada", limit=2, seconds=60)
    limit_rate("test.do", "bo", limit=2, seconds=60)
    limit_rate("test.else", "ada", limit=2, seconds=60)
    with pytest.raises(RateLimitError, match="in a minute"):
        limit_rate("test.do", "ada", limit=2, seconds=60)


def test_signup_stores_name(client):
    response = client.post(
        "/accounts/signup/", {"email": "New@Example.com", "name": " Newt ", "password1": "long enough words"}
    )
    assert response.status_code == 302
    assert User.objects.get(email="new@example.com").name == "Newt"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "counted"),
    [(0, "1.1.1.1", "9.9.9.9"), (1, "1.1.1.1, 2.2.2.2", "2.2.2.2"), (2, "1.1.1.1, 2.2.2.2", "1.1.1.1"),
     (2, "1.1.1.1", "1.1.1.1"), (1, "", "9.9.9.9")],
)  # fmt: skip
def test_client_key_is_address_reported_by_trusted_proxies(settings, rf, proxies, forwarded, counted):
    settings.PROXIES = proxies
    assert client_key(rf.get("/", headers={"X-Forwarded-For": forwarded}, REMOTE_ADDR="9.9.9.9")) == counted
