"""Decklists API: visibility, submission, checks."""

from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from epic_events.audit_log.models import Entry
from epic_events.decks import services
from epic_events.decks.models import DeckVersion
from epic_events.events.models import Event, Participation, Stage
from epic_events.pairings.models import Round
from rules.games import GAMES
from tests.epic_events.api.cast import STAFF, Cast, client_of, get, make_cast, post, refused
from tests.epic_events.decks.lists import legal_text, short_text
from tests.epic_events.factories import make_event, make_registration, make_user

pytestmark = pytest.mark.django_db

PEOPLE = ("anonymous", "outsider", "other_player", "player", *STAFF)
STATES = (Event.Status.OPEN, Event.Status.RUNNING, Event.Status.FINISHED)


def lists_path(cast: Cast) -> str:
    return f"events/{cast.event.slug}/decklists/"


def submitted(cast: Cast, text: str = "") -> DeckVersion:
    """Return the player's decklist, entered by staff during the event."""
    entry = cast.event.registrations.get(player__user=cast.user("player"))
    return services.submit(cast.user("organiser"), entry, text or legal_text())


def may_read(policy: str, state: str, who: str) -> bool:
    """Return True if the policies, defined a second time, allow reading the list."""
    if who == "player" or who in STAFF:
        return True
    return (state == "finished" and policy != "staff") or (state == "running" and policy == "always")


@pytest.mark.parametrize(("policy", "state"), list(product(Event.DeckVisibility.values, STATES)))
def test_decklist_is_readable_as_visibility_policy_allows(policy: str, state: str) -> None:
    cast = make_cast(deck_visibility=policy)
    deck = submitted(cast)
    Event.objects.filter(pk=cast.event.pk).update(status=state)
    for who in PEOPLE:
        client = cast.client(who)
        rows = get(client, lists_path(cast))
        if may_read(policy, state, who):
            assert [row["id"] for row in rows["results"]] == [deck.pk], who
            body = get(client, f"decklists/{deck.pk}/")
            assert body == rows["results"][0]
            assert (body["submission"] is not None) == (who == "player" or who in STAFF), who
        else:
            assert rows == {"count": 0, "next": None, "previous": None, "results": []}, who
            assert refused(client, f"decklists/{deck.pk}/", 404) == refused(client, "decklists/999999/", 404), who


@pytest.mark.parametrize("who", ["anonymous", "outsider", "other_player"])
def test_hidden_decklist_does_not_change_any_response(who: str) -> None:
    """Every response is byte-identical with one list, another or none."""
    cast = make_cast()
    client = cast.client(who)
    entry = cast.event.registrations.get(player__user=cast.user("player"))
    slug = cast.event.slug
    paths = [
        f"events/{slug}/{part}" for part in ("", "registrations/", "decklists/", "rounds/", "matches/", "standings/")
    ]
    paths += [f"matches/{cast.match.pk}/", "events/", "disputes/"]
    paths += [f"events/{slug}/decklists/?{query}" for query in ("counting=true", "counting=false", "mine=false")]
    paths += [f"events/{slug}/decklists/?registration={entry.pk}"]

    def answers() -> list[bytes]:
        return [client.get(f"/api/v1/{path}").content for path in paths]

    before = answers()
    submitted(cast)
    with_one = answers()
    submitted(cast, short_text())
    submitted(cast, legal_text(1))
    assert before == with_one == answers()


def test_decklist_policy_cut_shows_lists_of_cut_players_with_consent() -> None:
    cast = make_cast(deck_visibility=Event.DeckVisibility.CUT)
    deck = submitted(cast)
    entry = deck.registration
    stage = Stage.objects.create(event=cast.event, order=2, kind=Stage.Kind.ELIMINATION, cut_size=2)
    other = cast.event.registrations.get(player__user=cast.user("other_player"))
    for seed, each in enumerate((entry, other), start=1):
        Participation.objects.create(stage=stage, registration=each, seed=seed)
    assert get(cast.client("other_player"), lists_path(cast))["count"] == 0
    entry.open_list_consent = True
    entry.save()
    assert get(cast.client("other_player"), lists_path(cast))["count"] == 0  # the cut is not published yet
    Round.objects.create(stage=stage, number=1, seed=1, status=Round.Status.PUBLISHED, published_at=timezone.now())
    body = get(cast.client("other_player"), f"decklists/{deck.pk}/")
    assert (len(body["main"]), body["submission"]) == (20, None)
    assert get(cast.client("opponent"), lists_path(cast))["count"] == 0


def test_decklist_older_and_invalid_versions_are_visible_to_player_and_staff_only() -> None:
    cast = make_cast(deck_visibility=Event.DeckVisibility.ALWAYS)
    submitted(cast)
    counts = submitted(cast, legal_text(1))
    submitted(cast, short_text())
    for who, number in (("outsider", 1), ("player", 3), ("judge", 3)):
        assert get(cast.client(who), lists_path(cast))["count"] == number
        (row,) = get(cast.client(who), lists_path(cast), counting="true")["results"]
        assert row["id"] == counts.pk
    assert [row["number"] for row in get(cast.client("player"), lists_path(cast))["results"]] == [3, 2, 1]
    assert get(cast.client("player"), lists_path(cast), mine="true")["count"] == 3
    assert get(cast.client("judge"), lists_path(cast), mine="true")["count"] == 0
    assert get(cast.client("judge"), lists_path(cast), registration=counts.registration_id)["count"] == 3
    assert get(cast.client("judge"), lists_path(cast), registration=0)["count"] == 0


def test_decklist_detail_has_all_fields() -> None:
    cast = make_cast()
    deck = submitted(cast, "3 Kong\n# mine\n2 Konng\n")
    body = get(cast.client("player"), f"decklists/{deck.pk}/")
    submission = body.pop("submission")
    assert body == {
        "id": deck.pk,
        "registration": deck.registration_id,
        "player": deck.registration.name,
        "number": 1,
        "game": "epic",
        "format": "full-constructed",
        "checked_on": cast.event.local_date.isoformat(),
        "card_file": None,
        "pool": None,
        "legal": False,
        "verdict": "not legal",
        "submitted_at": deck.submitted_at.isoformat().replace("+00:00", "Z"),
        "main": [{"quantity": 3, "name": "Kong"}],
        "sideboard": [],
    }
    assert submission["report"] == deck.report
    assert submission == {
        "text": "3 Kong\n# mine\n2 Konng\n",
        "report": deck.report,
        "accepted": False,
        "by_staff": True,
        "reason": "",
        "fingerprint": deck.fingerprint,
    }


def test_submit_decklist_player_submits_own_list() -> None:
    event = make_event()
    user = make_user()
    entry = make_registration(event, user=user)
    path = f"events/{event.slug}/decklists/"
    body = post(client_of(user), path, {"text": legal_text(), "open_list_consent": True}, 201)
    assert (body["registration"], body["number"], body["legal"]) == (entry.pk, 1, True)
    assert post(client_of(user), path, {"text": legal_text()}, 201)["id"] == body["id"]
    entry.refresh_from_db()
    assert entry.open_list_consent is True
    entries = list(Entry.objects.about(entry))
    assert [(line.verb, line.actor_id) for line in entries] == [("deck.consent", user.pk), ("deck.submitted", user.pk)]
    assert entries[-1].data == {"version": 1, "legal": True, "accepted": True, "by_staff": False}


def test_submit_decklist_staff_submit_for_player(cast: Cast) -> None:
    entry = cast.event.registrations.get(player__user=cast.user("player"))
    body = {"text": short_text(), "registration": entry.pk}
    path = lists_path(cast)
    assert post(cast.client("judge"), path, body, 201)["submission"]["accepted"] is False
    error = refused(cast.client("judge"), path, 400, "post", {**body, "accept_problems": True})
    assert list(error["fields"]) == ["reason"]
    taken = post(cast.client("judge"), path, {**body, "accept_problems": True, "reason": "Card lost"}, 201)
    assert (taken["legal"], taken["submission"]["accepted"], taken["submission"]["reason"]) == (
        False,
        True,
        "Card lost",
    )


@pytest.mark.parametrize(("who", "status"), [("anonymous", 401), ("outsider", 403), ("other_player", 403)])
def test_submit_decklist_for_another_player_is_refused(cast: Cast, who: str, status: int) -> None:
    entry = cast.event.registrations.get(player__user=cast.user("player"))
    refused(cast.client(who), lists_path(cast), status, "post", {"text": legal_text(), "registration": entry.pk})
    assert not DeckVersion.objects.exists()


def test_submit_decklist_needs_registration_and_open_submission(cast: Cast) -> None:
    body = {"text": legal_text()}
    assert refused(cast.client("outsider"), lists_path(cast), 403, "post", body)["code"] == "not_allowed"
    assert refused(cast.client("player"), lists_path(cast), 409, "post", body)["code"] == "wrong_state"
    elsewhere = make_registration(make_event())
    error = refused(cast.client("organiser"), lists_path(cast), 400, "post", {**body, "registration": elsewhere.pk})
    assert error["fields"] == {"registration": "This entry does not exist in this event."}
    assert not DeckVersion.objects.exists()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "text"),
        ({"text": ""}, "text"),
        ({"text": " \n"}, "text"),
        ({"text": "3 Kong\0"}, "text"),
        ({"text": "x" * 20_001}, "text"),
        ({"text": "3 Kong", "registration": "mine"}, "registration"),
        ({"text": "3 Kong", "registration": 10**30}, "registration"),
        ({"text": "3 Kong", "accept_problems": "perhaps"}, "accept_problems"),
    ],
)
def test_submit_decklist_invalid_body_is_400_with_field(cast: Cast, body: dict[str, Any], field: str) -> None:
    entry = cast.event.registrations.get(player__user=cast.user("player"))
    body = {"registration": entry.pk, **body}
    assert list(refused(cast.client("organiser"), lists_path(cast), 400, "post", body)["fields"]) == [field]
    assert not DeckVersion.objects.exists()


def test_check_decklist_returns_report_and_lines_and_stores_nothing(django_assert_num_queries: Any) -> None:
    text = "# test\n3 Kong\n\n2 Konng\n4x Fumble\n"
    with django_assert_num_queries(0):
        body = post(APIClient(), "decklists/check/", {"text": text, "format": "full-constructed", "on": "2017-08-01"})
    lines = body.pop("lines")
    assert body.keys() == {"format", "on", "legal", "cards", "alignments", "problems", "warnings", "unknown"}
    assert (body["format"], body["on"], body["legal"], body["cards"]) == ("full-constructed", "2017-08-01", False, 7)
    assert [(problem["code"], problem["lines"]) for problem in body["problems"]] == [
        ("unknown-card", [4]),
        ("copies", [5]),
        ("banned", [5]),
    ]
    assert body["unknown"][0]["line"] == 4
    assert body["unknown"][0]["suggestions"][0] == "Kong"
    assert [(line["line"], line["status"], line["card"]) for line in lines] == [
        (1, "comment", None),
        (2, "ok", "Kong"),
        (4, "unknown", None),
        (5, "ok", "Fumble"),
    ]
    assert [problem["code"] for problem in lines[3]["problems"]] == ["copies", "banned"]


def test_check_decklist_uses_given_date_or_today() -> None:
    before, after, today = (
        post(APIClient(), "decklists/check/", {"text": "3 Fumble", "format": "full-constructed", **on})
        for on in ({"on": "2017-07-31"}, {"on": "2017-08-01"}, {})
    )
    assert today["on"] == timezone.localdate().isoformat()
    assert ["banned" in {p["code"] for p in body["problems"]} for body in (before, after, today)] == [False, True, True]


def test_check_decklist_format_of_other_game_lists_valid_formats() -> None:
    asked = {"text": "3 Kong", "game": "hex"}
    error = refused(APIClient(), "decklists/check/", 400, "post", {**asked, "format": "dark-draft"})
    assert error["fields"] == {
        "format": "The format “dark-draft” does not exist. Formats of HEX: Shards of Fate: constructed-1-2, "
        "standard, immortal, limited."
    }
    error = refused(APIClient(), "decklists/check/", 400, "post", {**asked, "format": "blitz"})
    assert error["fields"]["format"].startswith("“blitz” is no format. Known are epic: full-constructed, ")
    assert "; hex: constructed-1-2, standard, immortal, limited; epic-tcg: " in error["fields"]["format"]


def test_check_decklist_names_invalid_fields() -> None:
    error = refused(
        APIClient(), "decklists/check/", 400, "post", {"text": "", "format": 7, "on": "yesterday", "game": "chess"}
    )
    assert sorted(error["fields"]) == ["format", "game", "on", "text"]


@pytest.mark.parametrize("number", [1, 4])
def test_list_decklists_query_count_is_constant(django_assert_num_queries: Any, number: int) -> None:
    event = make_event(starts_at=timezone.now() - timedelta(hours=1), deck_visibility=Event.DeckVisibility.ALWAYS)
    for _ in range(number):
        services.submit(None, make_registration(event, user=make_user()), legal_text())
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
    client = client_of(make_user())
    with django_assert_num_queries(5):  # token, event, roles, count, lists
        assert get(client, f"events/{event.slug}/decklists/")["count"] == number


def test_check_decklist_with_pool_is_checked_and_without_is_reported_unchecked() -> None:
    cards = [card.name for card in GAMES["epic"].cards if card.is_deck_card and not card.doubtful][:31]
    asked = {"text": "\n".join(cards[:30]), "format": "dark-draft", "on": "2017-08-01"}
    body = post(APIClient(), "decklists/check/", asked)
    assert (body["legal"], [each["code"] for each in body["unchecked"]]) == (False, ["pool-unknown"])
    body = post(APIClient(), "decklists/check/", {**asked, "pool": "\n".join(cards[:30])})
    assert (body["legal"], body["problems"]) == (True, [])
    body = post(APIClient(), "decklists/check/", {**asked, "pool": "\n".join(cards[1:])})
    assert [(each["code"], each["card"], each["lines"]) for each in body["problems"]] == [
        ("not-from-pool", cards[0], [1])
    ]


def test_check_decklist_invalid_pool_names_its_lines() -> None:
    asked = {"text": "1 Kong", "format": "dark-draft", "pool": "1 Kong\n0 Lash\n"}
    error = refused(APIClient(), "decklists/check/", 400, "post", asked)
    assert error["fields"]["pool"].startswith("line 2: ")
    error = refused(APIClient(), "decklists/check/", 400, "post", {**asked, "format": "full-constructed"})
    assert error["fields"] == {"pool": "Full Constructed is built from no pool: leave the pool out"}
