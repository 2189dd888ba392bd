"""Repairs API: preview, fingerprint, undo."""

from typing import Any

import pytest

from epic_events.pairings import services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Repair
from tests.epic_events.api.cast import NOT_STAFF, Cast, get, post, refused
from tests.epic_events.pairings.play import line
from tests.epic_events.pairings.repairs.state import dump

pytestmark = pytest.mark.django_db


def correction(cast: Cast, **parameters: Any) -> dict[str, Any]:
    return {
        "kind": "result",
        "parameters": {"match": cast.match.pk, "first": 0, "second": 1, **parameters},
        "reason": "The slip was read wrongly.",
    }


def path(cast: Cast, tail: str = "") -> str:
    return f"events/{cast.event.slug}/repairs/{tail}"


def test_repair_api_does_what_its_preview_shows_and_undoes_it(cast: Cast) -> None:
    services.enter_result(cast.user("organiser"), cast.match, Score(1, 0))
    whole, client = dump(cast.event), cast.client("organiser")
    preview = post(client, path(cast, "preview/"), correction(cast))
    assert dump(cast.event) == whole
    assert preview["summary"]["moved"] == len(preview["summary"]["moves"]) == 2
    body = post(client, path(cast), {**correction(cast), "fingerprint": preview["fingerprint"]}, status=201)
    assert (body["kind"], body["summary"], body["undone"]) == ("result", preview["summary"], False)
    assert line(cast.match) == [(0, 0, "loss"), (1, 3, "win")]
    undo = {"kind": "undo", "parameters": {"repair": body["id"]}, "reason": "It was right."}
    preview = post(client, path(cast, "preview/"), undo)
    post(client, path(cast), {**undo, "fingerprint": preview["fingerprint"]}, status=201)
    assert dump(cast.event) == whole
    listed = get(cast.client("judge"), path(cast))["results"]
    assert [(one["kind"], one["undone"], one["undo_of"]) for one in listed] == [
        ("undo", False, body["id"]),
        ("result", True, None),
    ]


def test_apply_repair_without_matching_fingerprint_is_409(cast: Cast) -> None:
    services.enter_result(cast.user("organiser"), cast.match, Score(1, 0))
    error = refused(
        cast.client("organiser"), path(cast), 409, "post", {**correction(cast), "fingerprint": "of something else"}
    )
    assert error["code"] == "stale_preview"
    assert Repair.objects.count() == 0


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"match": 1}, "Missing parameters: first, second"),
        ({"match": 1, "first": 0, "second": 1, "colour": "red"}, "Unknown parameters: colour"),
        ({"match": "1", "first": 0, "second": True}, "wrong type: match, second"),
        ({"match": 2**80, "first": 0, "second": 1}, "wrong type: match"),
    ],
)
def test_preview_repair_invalid_parameters_is_400(cast: Cast, parameters: Any, message: str) -> None:
    body = {"kind": "result", "parameters": parameters, "reason": "Why not."}
    error = refused(cast.client("organiser"), path(cast, "preview/"), 400, "post", body)
    assert message in error["message"]


def test_repairs_are_written_by_pairing_staff_and_read_by_staff(cast: Cast) -> None:
    for who in NOT_STAFF:
        status = 401 if who == "anonymous" else 403
        refused(cast.client(who), path(cast), status)
        refused(cast.client(who), path(cast, "preview/"), status, "post", correction(cast))
    refused(cast.client("judge"), path(cast, "preview/"), 403, "post", correction(cast))
    assert get(cast.client("judge"), path(cast))["results"] == []
    services.enter_result(cast.user("organiser"), cast.match, Score(1, 0))
    assert post(cast.client("scorekeeper"), path(cast, "preview/"), correction(cast))["warnings"] == []


def test_preview_repair_unknown_draft_choice_is_refused(cast: Cast) -> None:
    services.enter_result(cast.user("organiser"), cast.match, Score(1, 0))
    error = refused(cast.client("organiser"), path(cast, "preview/"), 400, "post", correction(cast, draft="burn"))
    assert "unpublished pairings" in error["message"]
