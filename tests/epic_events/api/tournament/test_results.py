"""Results API: reports, confirmation, staff entry, errors."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from epic_events.audit_log.models import Entry
from epic_events.pairings import services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match
from tests.epic_events.api.cast import STAFF, Cast, get, make_cast, post, refused
from tests.epic_events.factories import make_staff
from tests.epic_events.pairings.play import line

pytestmark = pytest.mark.django_db
WON = {"game_wins": [1, 0]}


def path(match: Match) -> str:
    return f"matches/{match.pk}/result/"


def audit_entries(match: Match) -> list[tuple[str, int | None, str]]:
    return [(entry.verb, entry.actor_id, entry.reason) for entry in Entry.objects.about(match)]


def test_report_result_and_confirmation_finalise_result(cast: Cast) -> None:
    body = post(cast.client("player"), path(cast.match), WON)
    assert (body["status"], body["reported"]["game_wins"]) == ("reported", [1, 0])
    assert line(cast.match) == [(0, None, ""), (0, None, "")]
    body = post(cast.client("opponent"), f"matches/{cast.match.pk}/confirm/")
    assert (body["status"], body["result_kind"], body["reported"]) == ("confirmed", "played", None)
    assert [(seat["game_wins"], seat["points"], seat["outcome"]) for seat in body["seats"]] == [
        (1, 3, "win"),
        (0, 0, "loss"),
    ]
    assert line(cast.match) == [(1, 3, "win"), (0, 0, "loss")]
    assert audit_entries(cast.match) == [
        ("result.reported", cast.user("player").pk, ""),
        ("result.confirmed", cast.user("opponent").pk, ""),
    ]


def test_enter_result_writes_same_audit_entry_as_page(cast: Cast) -> None:
    other = cast.round.matches.exclude(pk=cast.match.pk).get()
    post(cast.client("organiser"), path(cast.match), {**WON, "reason": "Heard at the table"})
    services.enter_result(cast.user("organiser"), other, Score(1, 0), reason="Heard at the table")
    through_api, by_service = (Entry.objects.about(match).get() for match in (cast.match, other))
    assert (through_api.verb, through_api.actor_id, through_api.event_id, through_api.reason) == (
        "result.entered",
        cast.user("organiser").pk,
        cast.event.pk,
        "Heard at the table",
    )
    assert through_api.data.keys() == by_service.data.keys()
    own = ("table", "report")
    assert {k: v for k, v in through_api.data.items() if k not in own} == {
        k: v for k, v in by_service.data.items() if k not in own
    }


def test_report_result_conflicting_reports_are_disputed_until_they_agree(cast: Cast) -> None:
    post(cast.client("player"), path(cast.match), WON)
    assert post(cast.client("opponent"), path(cast.match), {"game_wins": [0, 1]})["status"] == "disputed"
    assert post(cast.client("opponent"), path(cast.match), WON)["status"] == "confirmed"


@pytest.mark.parametrize("who", [*STAFF, "head_judge"])
def test_enter_result_staff_enter_and_correct_with_reason(cast: Cast, who: str) -> None:
    client = cast.client(who)
    assert post(client, path(cast.match), WON)["status"] == "confirmed"
    error = refused(client, path(cast.match), 400, "post", {"game_wins": [0, 1]})
    assert error["fields"] == {"reason": "Enter a reason for the change."}
    body = post(client, path(cast.match), {"game_wins": [0, 1], "reason": "Wrong way round"})
    assert [seat["outcome"] for seat in body["seats"]] == ["loss", "win"]
    user = cast.user(who).pk
    assert audit_entries(cast.match) == [("result.entered", user, ""), ("result.corrected", user, "Wrong way round")]


@pytest.mark.parametrize(("who", "status"), [("anonymous", 401), ("outsider", 403), ("other_player", 403)])
def test_write_result_by_outsider_is_refused(cast: Cast, who: str, status: int) -> None:
    refused(cast.client(who), path(cast.match), status, "post", WON)
    refused(cast.client(who), path(cast.match), status, "post", {**WON, "as_staff": True, "reason": "Because"})
    services.report_result(cast.user("player"), cast.match, Score(1, 0))
    refused(cast.client(who), f"matches/{cast.match.pk}/confirm/", status, "post")
    assert line(cast.match) == [(0, None, ""), (0, None, "")]
    assert [verb for verb, _, _ in audit_entries(cast.match)] == ["result.reported"]


def test_report_result_player_cannot_act_as_staff(cast: Cast) -> None:
    client = cast.client("player")
    assert refused(client, path(cast.match), 403, "post", {**WON, "as_staff": True})["code"] == "not_allowed"
    error = refused(client, path(cast.match), 400, "post", {**WON, "reason": "We agreed"})
    assert error["fields"] == {"reason": "Only staff can give a reason."}
    assert refused(client, path(cast.match), 403, "post", {**WON, "result_kind": "awarded"})["code"] == "not_allowed"
    post(client, path(cast.match), WON)
    assert refused(client, f"matches/{cast.match.pk}/confirm/", 409, "post")["code"] == "wrong_state"


def test_report_result_playing_staff_report_as_player_unless_as_staff(cast: Cast) -> None:
    make_staff(cast.event, user=cast.user("player"))
    client = cast.client("player")
    assert post(client, path(cast.match), WON)["status"] == "reported"
    assert post(client, path(cast.match), {**WON, "as_staff": True})["status"] == "confirmed"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "game_wins"),
        ({"game_wins": [1]}, "game_wins"),
        ({"game_wins": [1, 0, 0]}, "game_wins"),
        ({"game_wins": [-1, 0]}, "game_wins"),
        ({"game_wins": [10**30, 0]}, "game_wins"),
        ({"game_wins": "1-0"}, "game_wins"),
        ({**WON, "games_drawn": None}, "games_drawn"),
        ({**WON, "result_kind": "bye"}, "result_kind"),
        ({**WON, "reason": "x" * 501}, "reason"),
        ({**WON, "reason": "\0"}, "reason"),
        ({**WON, "course": "x"}, "course"),
        ({**WON, "course": "1" * 10}, "course"),
        ({**WON, "health": [30]}, "health"),
        ({**WON, "health": [30, -1]}, "health"),
        ({**WON, "drops": [3]}, "drops"),
        ({**WON, "drops": "1"}, "drops"),
    ],
)
def test_report_result_invalid_body_is_400_with_field(cast: Cast, body: dict[str, Any], field: str) -> None:
    assert list(refused(cast.client("organiser"), path(cast.match), 400, "post", body)["fields"]) == [field]
    assert line(cast.match) == [(0, None, ""), (0, None, "")]


def test_report_result_impossible_score_is_refused(cast: Cast) -> None:
    error = refused(cast.client("player"), path(cast.match), 400, "post", {"game_wins": [2, 0]})
    assert (error["code"], error["message"]) == (
        "bad_score",
        "In a best-of-1 match, no player can win more games than 1.",
    )


def test_report_result_player_cannot_change_final_result(cast: Cast) -> None:
    services.enter_result(cast.user("organiser"), cast.match, Score(1, 0))
    error = refused(cast.client("player"), path(cast.match), 409, "post", {"game_wins": [0, 1]})
    assert error["code"] == "wrong_state"
    assert get(APIClient(), f"matches/{cast.match.pk}/")["seats"][0]["outcome"] == "win"


# --- how it came about, taking back, whole rounds ---------------------------------------------------------------------


@pytest.fixture
def long_cast() -> Cast:
    """Return a cast at a best-of-three event that records health."""
    return make_cast(stage={"best_of": 3, "records_health": True})


@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        ({"game_wins": [2, 1]}, "played", "won 2\N{EN DASH}1"),
        ({"game_wins": [1, 0], "games_drawn": 1}, "time", "won 1\N{EN DASH}0\N{EN DASH}1 when time ran out"),
        ({"game_wins": [1, 0], "games_drawn": 1, "course": "1u"}, "time", "when time ran out"),
        ({"game_wins": [2, 0], "result_kind": "conceded", "health": [12, None]}, "conceded", "conceded"),
        ({"game_wins": [0, 2], "result_kind": "no_show"}, "no_show", "did not show up"),
        ({"game_wins": [0, 0], "result_kind": "no_show"}, "no_show", "both lost: neither showed up"),
        ({"game_wins": [0, 0], "result_kind": "double_loss"}, "double_loss", "both lost"),
        ({"game_wins": [0, 0], "result_kind": "agreed_draw"}, "agreed_draw", "agreed draw"),
        ({"game_wins": [2, 1], "result_kind": "awarded"}, "awarded", "awarded by the staff"),
    ],
)
def test_enter_result_accepts_every_result_kind(long_cast: Cast, body: Any, kind: str, words: str) -> None:
    output = post(long_cast.client("judge"), path(long_cast.match), body)
    assert (output["status"], output["result_kind"]) == ("confirmed", kind)
    assert words in output["result"]


def test_report_result_stores_health_and_course_of_games(long_cast: Cast) -> None:
    body = {"game_wins": [2, 1], "course": "121", "health": [7, 0]}
    reported = post(long_cast.client("player"), path(long_cast.match), body)["reported"]
    assert (reported["course"], reported["health"]) == ("121", [7, 0])
    assert reported["words"].endswith("won 2\N{EN DASH}1")
    output = post(long_cast.client("opponent"), f"matches/{long_cast.match.pk}/confirm/", {"report": reported["id"]})
    assert [seat["health"] for seat in output["seats"]] == [7, 0]


def test_confirm_result_changed_since_expected_report_is_409(cast: Cast) -> None:
    seen = post(cast.client("player"), path(cast.match), WON)["reported"]["id"]
    post(cast.client("player"), path(cast.match), {"game_wins": [0, 1]})
    confirm = f"matches/{cast.match.pk}/confirm/"
    assert "It now says" in refused(cast.client("opponent"), confirm, 409, "post", {"report": seen})["message"]
    for hostile in ({"report": 0}, {"report": "x"}, {"report": 10**30}, {"drops": "maybe"}):
        refused(cast.client("opponent"), confirm, 400, "post", hostile)
    assert line(cast.match) == [(0, None, ""), (0, None, "")]


def test_report_result_players_may_drop_themselves_only(cast: Cast) -> None:
    error = refused(cast.client("player"), path(cast.match), 400, "post", {**WON, "drops": [2]})
    assert list(error["fields"]) == ["drops"]
    post(cast.client("player"), path(cast.match), {**WON, "drops": [1]})
    post(cast.client("opponent"), f"matches/{cast.match.pk}/confirm/", {"drops": True})
    entries = [seat.registration for seat in cast.match.seats.select_related("registration")]
    assert {entry.status for entry in entries} == {"dropped"}


def test_report_and_confirm_twice_is_idempotent(cast: Cast) -> None:
    for _tap in range(2):
        post(cast.client("player"), path(cast.match), WON)
    for _tap in range(2):
        assert post(cast.client("opponent"), f"matches/{cast.match.pk}/confirm/")["status"] == "confirmed"
    assert len(audit_entries(cast.match)) == 2


def test_undo_result_resets_report_of_player_and_entry_of_staff(cast: Cast) -> None:
    undo = f"matches/{cast.match.pk}/undo/"
    post(cast.client("player"), path(cast.match), WON)
    assert post(cast.client("player"), undo)["status"] == "pending"
    post(cast.client("judge"), path(cast.match), WON)
    for who, status in (("anonymous", 401), ("outsider", 403), ("other_player", 403), ("player", 409)):
        refused(cast.client(who), undo, status, "post", {"reason": "Because"})
    assert list(refused(cast.client("organiser"), undo, 400, "post")["fields"]) == ["reason"]
    assert post(cast.client("judge"), undo)["status"] == "pending"
    assert refused(cast.client("judge"), undo, 409, "post")["code"] == "wrong_state"


def test_call_time_is_for_staff_only(cast: Cast) -> None:
    address = f"rounds/{cast.round.pk}/time/"
    for who, status in (("anonymous", 401), ("outsider", 403), ("player", 403)):
        refused(cast.client(who), address, status, "post")
    assert post(cast.client("judge"), address)["time_called_at"] is not None
    assert post(cast.client("judge"), address, {"called": False})["time_called_at"] is None
    refused(cast.client("judge"), "rounds/999999/time/", 404, "post")


def test_bulk_results_are_all_or_nothing(cast: Cast) -> None:
    address = f"rounds/{cast.round.pk}/results/"
    for who, status in (("anonymous", 401), ("outsider", 403), ("player", 403)):
        refused(cast.client(who), address, status, "post", {"lines": "1 1"})
    error = refused(cast.client("judge"), address, 400, "post", {"lines": "1 1\n2 21\n9 1"})
    assert (error["code"], list(error["fields"])) == ("bad_lines", ["line 2", "line 3"])
    assert line(cast.match) == [(0, None, ""), (0, None, "")]
    output = post(cast.client("judge"), address, {"lines": "1 1\n2 21\n9 1", "skip_wrong": True})
    assert [(one["line"], one["table"], one["match"]) for one in output] == [(1, 1, cast.match.pk)]
    assert line(cast.match) == [(1, 3, "win"), (0, 0, "loss")]
    for hostile in ({}, {"lines": ""}, {"lines": "\0"}, {"lines": "1 1\n" * 6001}, {"lines": ["1 1"]}):
        refused(cast.client("judge"), address, 400, "post", hostile)
