"""Users sign in by e-mail address, whatever its capitals; players are apart from them."""

import pytest
from django.db import IntegrityError, transaction

from epic_events.accounts.models import Player, User, display_name
from epic_events.accounts.rate_limits import RateLimitError, client_key, limit_rate
from epic_events.accounts.services import claim_token, player_from_claim, player_of
from epic_events.audit_log.models import Entry
from epic_events.infra.errors import MissingError
from tests.epic_events.factories import make_player, make_user

pytestmark = pytest.mark.django_db


def test_an_address_is_one_account_in_any_case():
    user = make_user(email="Ada@Example.COM ")
    assert user.email == "ada@example.com"
    assert User.objects.get_by_natural_key("ADA@example.com") == user
    with pytest.raises(IntegrityError), transaction.atomic():
        make_user(email="ADA@EXAMPLE.com")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(email="Ada@example.com", name="Other")])


def test_a_user_needs_an_address():
    with pytest.raises(ValueError, match="needs an e-mail address"):
        User.objects.create_user(email="")


def test_names_on_screen():
    assert display_name(make_user("Ada")) == "Ada"
    nameless = User.objects.create_user(email="bo@example.com")
    assert (str(nameless), nameless.get_full_name(), nameless.get_short_name()) == ("bo", "bo", "bo")
    assert display_name(None) == ""


def test_the_one_who_looks_after_the_site():
    root = User.objects.create_superuser("root@example.com", "secret words here", name="Root")
    assert (root.is_staff, root.is_superuser) == (True, True)


def test_a_user_is_one_player():
    user = make_user("Ada")
    player = player_of(user)
    assert (player.name, player.user) == ("Ada", user)
    assert player_of(user) == player
    assert [line.verb for line in Entry.objects.about(player)] == ["player.created"]


def test_a_merged_player_cannot_have_a_user():
    player = make_player()
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(name="Old", user=make_user(), merged_into=player)


def test_a_claim_link_leads_to_its_player_until_it_is_used():
    player = make_player("Cy")
    token = claim_token(player)
    assert player_from_claim(token) == player
    with pytest.raises(MissingError, match="invalid or has expired"):
        player_from_claim(token[:-1] + ("a" if token[-1] != "a" else "b"))
    player.user = make_user()
    player.save()
    with pytest.raises(MissingError, match="already been claimed"):
        player_from_claim(token)


def test_a_throttle_counts_per_action_and_person():
    for _ in range(2):
        limit_rate("test.do", "ada", limit=2, seconds=60)
    limit_rate("test.do", "bo", limit=2, seconds=60)
    limit_rate("test.else", "ada", limit=2, seconds=60)
    with pytest.raises(RateLimitError, match="in a minute"):
        limit_rate("test.do", "ada", limit=2, seconds=60)


def test_signing_up_keeps_the_name(client):
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
def test_a_visitor_is_counted_by_the_address_that_our_proxies_saw(settings, rf, proxies, forwarded, counted):
    settings.PROXIES = proxies
    assert client_key(rf.get("/", headers={"X-Forwarded-For": forwarded}, REMOTE_ADDR="9.9.9.9")) == counted
