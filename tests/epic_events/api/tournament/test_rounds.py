"""Rounds, matches and standings API: visibility, filters, query counts."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from epic_events.events.models import StaffRole
from epic_events.pairings import selectors, services
from epic_events.pairings.methods.play_first import choose_at_random
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match
from epic_events.pairings.standings import ranking
from tests.epic_events.api.cast import NOT_STAFF, ROOT, STAFF, Cast, client_of, get, post, refused
from tests.epic_events.factories import make_user
from tests.epic_events.pairings.play import (
    entry_of,
    matches_of,
    played_round,
    published_round,
    running_event,
    swiss,
    users_at,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(cast: Cast) -> Match:
    """Return a match of an unpublished second round."""
    organiser = cast.user("organiser")
    for match in selectors.open_tables(cast.round):
        services.enter_result(organiser, match, Score(1, 0))
    return matches_of(services.pair_round(organiser, cast.event, seed=2))[0]


def places(cast: Cast) -> tuple[str, str]:
    slug = cast.event.slug
    return f"events/{slug}/rounds/", f"events/{slug}/matches/"


def test_list_rounds_is_sorted(cast: Cast) -> None:
    rounds, _ = places(cast)
    body = get(APIClient(), rounds)
    (row,) = body["results"]
    assert row.pop("paired_at")
    assert row.pop("published_at")
    assert row == {
        "id": cast.round.pk,
        "stage": 1,
        "kind": "swiss",
        "number": 1,
        "status": "published",
        "seed": 1,
        "finished_at": None,
        "time_called_at": None,
    }


@pytest.mark.parametrize("who", NOT_STAFF)
def test_draft_round_is_hidden_from_non_staff(cast: Cast, draft: Match, who: str) -> None:
    client = cast.client(who)
    rounds, matches = places(cast)
    assert [row["number"] for row in get(client, rounds)["results"]] == [1]
    assert {row["round"] for row in get(client, matches)["results"]} == {1}
    assert get(client, matches, round=2)["count"] == 0
    assert get(client, matches, status="pending")["count"] == 0
    for place in (1, 2):
        assert get(client, matches, registration=entry_of(draft, place).pk)["count"] == 1
    assert refused(client, f"matches/{draft.pk}/", 404)["message"] == "This match does not exist."


@pytest.mark.parametrize("who", NOT_STAFF)
def test_draft_round_is_404_for_writes_by_non_staff(cast: Cast, draft: Match, who: str) -> None:
    status = 401 if who == "anonymous" else 404
    refused(cast.client(who), f"matches/{draft.pk}/result/", status, "post", {"game_wins": [1, 0]})
    refused(cast.client(who), f"matches/{draft.pk}/confirm/", status, "post")


@pytest.mark.parametrize("who", STAFF)
def test_draft_round_is_visible_to_staff(cast: Cast, draft: Match, who: str) -> None:
    client = cast.client(who)
    rounds, matches = places(cast)
    assert [(row["number"], row["status"]) for row in get(client, rounds)["results"]] == [(1, "finished"), (2, "draft")]
    assert get(client, matches, round=2)["count"] == 2
    assert get(client, f"matches/{draft.pk}/")["round"] == 2


def test_match_detail_has_seats(cast: Cast) -> None:
    first, second = entry_of(cast.match, 1), entry_of(cast.match, 2)
    unsettled = {"game_wins": 0, "points": None, "outcome": "", "health": None}
    assert get(APIClient(), f"matches/{cast.match.pk}/") == {
        "id": cast.match.pk,
        "event": cast.event.slug,
        "stage": 1,
        "round": 1,
        "table": 1,
        "is_bye": False,
        "status": "pending",
        "result_kind": "",
        "games_drawn": 0,
        "result": "",
        "chooses_first": choose_at_random(cast.round.seed, (first.pk, second.pk)),
        "first_player": None,
        "turn_at_time": None,
        "seats": [
            {"place": 1, "registration": first.pk, "player": first.name, **unsettled},
            {"place": 2, "registration": second.pk, "player": second.name, **unsettled},
        ],
        "reported": None,
        "why": ["Both had 0 match points."],
    }


def test_list_matches_filters(cast: Cast) -> None:
    _, matches = places(cast)
    client = cast.client("player")
    assert [row["id"] for row in get(client, matches, mine="true")["results"]] == [cast.match.pk]
    assert get(client, matches, mine="false")["count"] == 1
    assert get(APIClient(), matches, mine="true")["count"] == 0
    assert get(client, matches, stage=1, round=1, status="pending")["count"] == 2
    assert get(client, matches, stage=2)["count"] == 0
    assert get(client, matches, registration=2**63 - 1)["count"] == 0
    for query in (
        "round=one",
        "stage=1.5",
        "registration=-",
        "status=lost",
        "round=" + "1" * 30,
        "registration=" + "1" * 5000,
        "round=1e9",
    ):
        error = refused(client, f"{matches}?{query}", 400)
        assert list(error["fields"]) == [query.partition("=")[0]]


def test_list_matches_sorts_byes_last() -> None:
    event, organiser = running_event(5)
    published_round(event, organiser)
    rows = get(APIClient(), f"events/{event.slug}/matches/")["results"]
    assert [(row["table"], row["is_bye"], len(row["seats"])) for row in rows] == [
        (1, False, 2),
        (2, False, 2),
        (None, True, 1),
    ]


@pytest.mark.parametrize(
    ("who", "sees"),
    [(who, who == "player") for who in NOT_STAFF] + [("opponent", True)] + [(who, True) for who in STAFF],
)
def test_reported_result_is_visible_to_its_players_and_staff(cast: Cast, who: str, sees: bool) -> None:
    services.report_result(cast.user("player"), cast.match, Score(1, 0))
    report = cast.match.reports.get()
    message = {
        "id": report.pk,
        "words": f"{entry_of(cast.match, 1).name} won 1–0",  # noqa: RUF001
        "course": "",
        "health": [None, None],
    }
    reported = {"game_wins": [1, 0], "games_drawn": 0, "result_kind": "played", **message} if sees else None
    client = cast.client(who)
    assert get(client, f"matches/{cast.match.pk}/")["reported"] == reported
    rows = {row["id"]: row for row in get(client, places(cast)[1])["results"]}
    assert rows[cast.match.pk]["reported"] == reported
    assert rows[cast.match.pk]["seats"][0]["game_wins"] == 0


def test_standings_are_those_after_last_finished_round(cast: Cast) -> None:
    path = f"events/{cast.event.slug}/standings/"
    assert get(APIClient(), path) == []
    organiser = cast.user("organiser")
    for match in selectors.open_tables(cast.round):
        services.enter_result(organiser, match, Score(1, 0))
    assert get(cast.client("organiser"), path) == []  # the round is not finished: no one is notified yet
    services.finish_round(organiser, cast.round)
    rows = get(APIClient(), path)
    best, last = rows[0], rows[-1]
    columns = ("rank", "match_points", "won", "lost", "drawn", "gw", "dropped")
    assert [[row[name] for name in columns] for row in (best, last)] == [
        [1, 3, 1, 0, 0, 1.0, False],
        [4, 0, 0, 1, 0, pytest.approx(1 / 3), False],
    ]
    winner = matches_of(cast.round)[0].seats.get(place=1).registration
    assert (winner.pk, winner.name) in {(row["registration"], row["player"]) for row in rows[:2]}
    published = published_round(cast.event, organiser)
    services.enter_result(organiser, matches_of(published)[0], Score(1, 0))
    assert get(APIClient(), path) == rows


def test_standings_after_parameter_selects_finished_round() -> None:
    event, organiser = running_event(4, stage={"rounds": 3})
    for seed in (1, 2):
        played_round(event, organiser, seed)
    path = f"events/{event.slug}/standings/"
    assert [row["match_points"] for row in get(APIClient(), path, after=1)] == [3, 3, 0, 0]
    assert get(APIClient(), path) == get(APIClient(), path, after=2)
    for client in (APIClient(), client_of(organiser)):
        assert refused(client, f"{path}?after=3", 404)["message"] == "There are no standings after this round yet."
        for wrong in ("0", "-1", "x", "1" * 5000):
            assert list(refused(client, f"{path}?after={wrong}", 400)["fields"]) == ["after"]
    assert [row["rank"] for row in get(APIClient(), path)] == [row.rank for row in ranking.standings(swiss(event), 2)]


def test_standings_row_has_breakdown_of_every_tie_break() -> None:
    event, organiser = running_event(4, stage={"rounds": 3})
    played_round(event, organiser, 1)
    best, *_, last = get(APIClient(), f"events/{event.slug}/standings/")
    assert [item["name"] for item in best["tie_breaks"]] == ["omw", "gw", "ogw", "head_to_head", "lot"]
    assert best["tie_breaks"][:2] == [
        {"name": "omw", "value": pytest.approx(1 / 3), "exact": "1/3"},
        {"name": "gw", "value": 1.0, "exact": "1"},
    ]
    opened = get(APIClient(), f"events/{event.slug}/standings/{best['registration']}/")
    assert {name: opened[name] for name in best} == best
    (term,) = opened["breakdown"][0]["terms"]
    assert {name: term[name] for name in ("round", "won", "possible", "value", "floored", "capped", "text")} == {
        "round": 1, "won": 0, "possible": 3, "value": "1/3", "floored": True, "capped": False, "text": "0/3"
    }  # fmt: skip
    assert [item["derivation"] for item in opened["breakdown"]] == ["mean", "share", "mean", "meetings", "chance"]
    assert "Each percentage counts as at least 1/3." in opened["breakdown"][0]["settings"]
    assert last["match_points"] == 0
    refused(APIClient(), f"events/{event.slug}/standings/0/", 404)
    refused(APIClient(), f"events/{event.slug}/standings/{best['registration']}/?after=2", 404)


@pytest.mark.parametrize("players", [2, 8])
def test_list_matches_and_standings_query_count_is_constant(django_assert_num_queries: Any, players: int) -> None:
    event, organiser = running_event(players, stage={"rounds": 3})
    played_round(event, organiser)
    for match in matches_of(published_round(event, organiser, seed=2)):
        services.report_result(users_at(match)[0], match, Score(1, 0))
    staff = client_of(organiser)
    with django_assert_num_queries(3):  # event, count, rounds
        get(APIClient(), f"events/{event.slug}/rounds/")
    with django_assert_num_queries(5):  # event, count, matches, seats, reports
        assert get(APIClient(), f"events/{event.slug}/matches/")["count"] == players
    with django_assert_num_queries(7):  # token, roles, and the five above
        get(staff, f"events/{event.slug}/matches/")
    with django_assert_num_queries(6):  # event, stages and rounds, participations, results (2), entries
        assert len(get(APIClient(), f"events/{event.slug}/standings/")) == players


def test_rounds_unchanged_return_304(cast: Cast) -> None:
    client = APIClient()
    slug = cast.event.slug
    paths = [*places(cast), f"matches/{cast.match.pk}/", f"events/{slug}/standings/"]
    before = {path: client.get(f"{ROOT}{path}")["ETag"] for path in paths}
    for path, tag in before.items():
        assert client.get(f"{ROOT}{path}", headers={"If-None-Match": tag}).status_code == 304
    organiser = cast.user("organiser")
    for match in selectors.open_tables(cast.round):
        services.enter_result(organiser, match, Score(1, 0))
    services.finish_round(organiser, cast.round)
    for path, tag in before.items():
        assert client.get(f"{ROOT}{path}", headers={"If-None-Match": tag}).status_code == 200


def test_draft_round_is_hidden_from_staff_of_other_event(cast: Cast, draft: Match) -> None:
    other, _ = running_event()
    stranger = make_user()
    other.staff.create(user=stranger, role=StaffRole.Role.HEAD_JUDGE)
    refused(client_of(stranger), f"matches/{draft.pk}/", 404)
    assert get(client_of(stranger), places(cast)[0])["count"] == 1


def test_match_explanation_has_sentences_and_alternative(cast: Cast) -> None:
    body = get(APIClient(), f"matches/{cast.match.pk}/why/")
    assert body["sentences"] == ["Both had 0 match points."]
    assert len(body["facts"]) == len(body["alternative"]) == 2
    assert body["verdict"].startswith("It would have been just as good. The random seed")


def test_avoidances_are_added_listed_and_removed_by_pairing_staff(cast: Cast) -> None:
    client, slug = cast.client("scorekeeper"), cast.event.slug
    one, two = entry_of(cast.match, 1), entry_of(cast.match, 2)
    given = {"first": max(one.pk, two.pk), "second": min(one.pk, two.pk), "strength": "hard", "reason": "siblings"}
    made = post(client, f"events/{slug}/kept-apart/", given, 201)
    lower = {**given, "first": given["second"], "second": given["first"]}
    assert {name: made[name] for name in given} == lower
    assert get(client, f"events/{slug}/kept-apart/")["results"] == [made]
    assert refused(client, f"events/{slug}/kept-apart/", 409, "post", given)["code"] == "wrong_state"
    assert refused(client, f"events/{slug}/kept-apart/", 404, "post", {**given, "first": 10**9})["code"] == "not_found"
    judge = cast.client("judge")
    assert refused(judge, f"kept-apart/{made['id']}/", 403, "delete")["code"] == "not_allowed"
    assert refused(cast.client("player"), f"kept-apart/{made['id']}/", 404, "delete")["code"] == "not_found"
    assert client.delete(f"{ROOT}kept-apart/{made['id']}/").status_code == 204
    assert get(client, f"events/{slug}/kept-apart/")["results"] == []
