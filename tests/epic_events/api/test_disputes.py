"""Disputes API: visibility, opening, decisions, replays."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from epic_events.audit_log.models import Entry
from epic_events.disputes import services
from epic_events.disputes.decisions import services as deciding
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays import worker
from epic_events.disputes.replays.stored_boards import boards_of
from epic_events.events.models import Event
from epic_events.judging.decisions.validation import DecisionContent
from epic_events.pairings import services as pairings
from epic_events.pairings.methods.scores import Score
from rules.games import GAMES
from tests.epic_events.api.cast import NOT_STAFF, ROOT, STAFF, Cast, client_of, get, post, refused
from tests.epic_events.disputes.records import (
    AFTER_BLOCKS,
    DIVIDING,
    ILLEGAL,
    LEGAL,
    UNREADABLE,
    UNSURE,
    judge,
    store_old_result,
)
from tests.epic_events.factories import make_dispute, make_event, make_site_judge, make_user
from tests.epic_events.pairings.play import matches_of

pytestmark = pytest.mark.django_db

DECISION = "The block stands."
JUDGES = ("judge", "head_judge", "organiser")


def opened(cast: Cast, record: str = LEGAL, title: str = "Was the block legal?") -> Dispute:
    dispute = services.open_dispute(cast.user("judge"), title=title, record=record, match=cast.match)
    assert worker.run(dispute.pk)
    return Dispute.objects.get(pk=dispute.pk)


def decided(cast: Cast, **more: Any) -> Dispute:
    dispute = opened(cast, **more)
    deciding.decide(cast.user("judge"), dispute, DecisionContent(DECISION))
    return dispute


def published(cast: Cast, **more: Any) -> Dispute:
    return deciding.publish(cast.user("judge"), decided(cast, **more))


@pytest.mark.parametrize("who", [*NOT_STAFF, "opponent"])
def test_unpublished_dispute_is_404_for_non_staff(cast: Cast, who: str) -> None:
    dispute = decided(cast)
    client = cast.client(who)
    assert get(client, "disputes/")["count"] == 0
    for query in ("verdict=legal", f"match={cast.match.pk}", f"event={cast.event.slug}", "replay_status=done"):
        assert get(client, f"disputes/?{query}")["count"] == 0
    never = refused(client, "disputes/nevernever/", 404)
    assert refused(client, f"disputes/{dispute.slug}/", 404) == never
    writing = 401 if who == "anonymous" else 404
    refused(client, f"disputes/{dispute.slug}/record/", writing, "post", {"record": ILLEGAL})
    refused(client, f"disputes/{dispute.slug}/decision/", writing, "post", {"text": "No."})
    dispute.refresh_from_db()
    assert (dispute.decision and dispute.decision.text, dispute.records.count()) == (DECISION, 1)


@pytest.mark.parametrize("who", [*STAFF, "head_judge"])
def test_dispute_is_readable_by_staff_and_draft_decision_by_judges(cast: Cast, who: str) -> None:
    dispute = decided(cast)
    client = cast.client(who)
    (row,) = get(client, "disputes/")["results"]
    assert (row["slug"], row["decision"]) == (dispute.slug, "")
    body = get(client, f"disputes/{dispute.slug}/")
    assert body["decision"] == (DECISION if who in JUDGES else "")
    assert (body["record"], body["verdict"], body["replay_status"]) == (LEGAL, "legal", "done")
    assert hands(body) == [["Lash"], []]


def hands(body: dict[str, Any]) -> list[list[str] | None]:
    """Return the known cards in each hand on the board."""
    return [
        None if side["hand"]["cards"] is None else [card for card in side["hand"]["cards"] if card != "?"]
        for side in body["replay"]["board"]["sides"]
    ]


@pytest.mark.parametrize("who", NOT_STAFF)
def test_published_dispute_is_public_without_hidden_information(cast: Cast, who: str) -> None:
    dispute = published(cast)
    client = cast.client(who)
    assert [row["decision"] for row in get(client, "disputes/")["results"]] == [DECISION]
    path = f"disputes/{dispute.slug}/"
    answer = client.get(f"{ROOT}{path}")
    body = answer.json()
    assert (body["decision"], body["verdict"], body["record"], body["failure"]) == (DECISION, "legal", None, "")
    assert hands(body) == [None, None]
    for step in range(len(body["replay"]["steps"]) + 1):
        shown = client.get(f"{ROOT}{path}", {"step": step})
        assert shown.json()["replay"]["step"] == step
        assert b"Lash" not in shown.content
    deciding.release_record(cast.user("head_judge"), dispute)
    released = get(client, path)
    assert (released["record"], released["record_released"], hands(released)) == (LEGAL, True, [["Lash"], []])


def test_dispute_detail_has_all_fields(cast: Cast) -> None:
    dispute = published(cast, record=ILLEGAL)
    body = get(APIClient(), f"disputes/{dispute.slug}/")
    replay = body.pop("replay")
    times = {name: body.pop(name) for name in ("opened_at", "decided_at", "published_at")}
    assert all(times.values())
    assert body == {
        "slug": dispute.slug,
        "title": "Was the block legal?",
        "event": cast.event.slug,
        "match": cast.match.pk,
        "game": "epic",
        "rules_version": "RB-2017",
        "disputed_line": None,
        "replay_status": "done",
        "verdict": "illegal",
        "case": dispute.case_id,
        "decision_status": "stands",
        "decision": DECISION,
        "record_released": False,
        "url": f"http://testserver/disputes/{dispute.slug}/",
        "failure": "",
        "ahead": None,
        "record": None,
        "decisions": [
            {
                "number": 1,
                "text": DECISION,
                "remedy": "",
                "citations": [],
                "minutes": 0,
                "penalty": None,
                "appeal": None,
                "at": times["decided_at"],
            }
        ],
    }
    assert (replay["decisions"], replay["illegal"]["line"], replay["illegal"]["legal"]) == (0, 15, [])
    (reason, *_) = replay["illegal"]["reasons"]
    assert reason["cited"]["url"].startswith("http://testserver/rules/epic-")
    assert APIClient().get(reason["cited"]["url"]).status_code == 200
    assert replay["board"].keys() == {
        "turn", "turn_number", "phase", "initiative", "waiting", "sides", "triggers", "notes", "winners", "over",
        "variant",
    }  # fmt: skip
    staff = get(cast.client("judge"), f"disputes/{dispute.slug}/")
    assert staff["record"] == ILLEGAL
    assert staff["replay"]["illegal"]["legal"] != []


def test_replay_verdict_cites_interpretations_and_result_under_other_version(cast: Cast) -> None:
    dispute = published(cast, record=AFTER_BLOCKS)
    replay = get(APIClient(), f"disputes/{dispute.slug}/")["replay"]
    cited = [rest.pop("cited") for rest in replay["rests_on"]]
    assert [each["rule"] for each in cited] == ["I-40", "I-39"]
    assert all(APIClient().get(each["url"]).status_code == 200 for each in cited)
    assert replay["rests_on"][0] == {
        "problem": "Who acts first after blocks?",
        "taken": "The defending player has initiative first.",
        "reading": 1,
        "chosen": False,
        "line": 16,
        "reason": True,
        "changes": "yes",
        "other_options": [],
    }
    staff = get(cast.client("judge"), f"disputes/{dispute.slug}/")["replay"]
    assert staff["rests_on"][0]["other_options"] == [
        {"reading": 2, "text": "The attacking player has initiative first.", "changes": "yes", "verdict": "legal"}
    ]
    assert [rest["reason"] for rest in replay["rests_on"]] == [True, False]
    assert replay["other_versions"] == [
        {
            "version": "CR-2016-03",
            "same": False,
            "line": 16,
            "verdict_text": "illegal at line 17: 4.1.2: Anna does not have initiative; Ben has it.",
            "other_verdict_text": "legal",
            "board": [
                {"field": "initiative", "one": "Ben", "other": "Anna"},
                {
                    "field": "waiting for",
                    "one": "Ben makes a play or passes",
                    "other": "Anna makes a play or passes",
                },
            ],
            "verdict": "legal",
            "illegal": 0,
            "differs": True,
        }
    ]
    assert (replay["undetermined"], replay["comparison"]) == ("", None)


def test_replay_starts_with_summary_of_verdict(cast: Cast) -> None:
    dispute = published(cast, record=ILLEGAL)
    replay = get(APIClient(), f"disputes/{dispute.slug}/")["replay"]
    assert list(replay) == [
        "answer", "sentence", "rule", "rule_text", "decisions", "illegal", "undetermined", "missing_passes",
        "comparison", "rests_on", "assumed", "cards", "without_decklists", "printings", "other_versions", "opening",
        "steps", "step", "board",
    ]  # fmt: skip
    assert replay["sentence"] == replay["illegal"]["reasons"][0]["text"]
    assert replay["rule"] == replay["illegal"]["reasons"][0]["cited"]
    assert replay["rule_text"] == GAMES["epic"].rulebooks["epic-complete"].get("5.17.1").text
    assert replay["assumed"][0].startswith("Anna: 1 gold, no cards in hand")


def test_replay_other_versions_are_returned_on_request(cast: Cast) -> None:
    dispute = published(cast, record=ILLEGAL)
    path = f"disputes/{dispute.slug}/"
    assert get(APIClient(), path)["replay"]["other_versions"] == []
    asked = get(APIClient(), path, versions="true")["replay"]["other_versions"]
    assert asked == [{"version": "CR-2016-03", "same": True}]


def test_replay_damage_assignment_is_described_by_constraint(cast: Cast) -> None:
    dispute = published(cast, record=DIVIDING)
    illegal = get(APIClient(), f"disputes/{dispute.slug}/")["replay"]["illegal"]
    assert illegal["constraint"].startswith(
        "Anna's Triceratops (10) deals all of its offense to Ben's Palace Guard and Ben's Muse, "
    )
    assert (illegal["count"], illegal["legal"]) == (11, [])
    staff = get(cast.client("judge"), f"disputes/{dispute.slug}/")["replay"]["illegal"]
    assert staff["legal"][0] == "assign Triceratops: 10 to Palace Guard"


@pytest.mark.parametrize("record", [LEGAL, ILLEGAL, UNSURE])
def test_replay_stored_without_summary_is_still_returned(cast: Cast, record: str) -> None:
    dispute = store_old_result(published(cast, record=record))
    for client in (APIClient(), cast.client("judge")):
        replay = get(client, f"disputes/{dispute.slug}/")["replay"]
        first = replay["illegal"]["reasons"][0]["text"] if replay["illegal"] else replay["undetermined"]
        assert replay["sentence"] == first
        assert (replay["rule"] is not None, replay["rule_text"] != "") == (record == ILLEGAL, record == ILLEGAL)
        assert replay["assumed"] == []
        assert {rest["changes"] for rest in replay["rests_on"]} <= {""}


def test_replay_comparison_is_returned_to_staff_only(cast: Cast) -> None:
    dispute = published(cast, record=AFTER_BLOCKS)
    path = f"disputes/{dispute.slug}/"
    assert get(cast.client("opponent"), path)["replay"]["comparison"] is None
    assert get(cast.client("judge"), path)["replay"]["comparison"] == {
        "claimed": {"words": "Anna: pass", "stopped": "", "impossible": ""},
        "ruled": {"words": "it does not happen; Ben makes a play or passes", "stopped": "", "impossible": ""},
        "differences": [
            {"field": "also", "claimed": "Anna has passed in this window.", "ruled": "nothing"},
        ],
    }


def test_replay_with_missing_passes_offers_the_completed_record_to_staff_only(cast: Cast) -> None:
    dispute = published(cast, record=AFTER_BLOCKS)
    path = f"disputes/{dispute.slug}/"
    assert get(cast.client("opponent"), path)["replay"]["missing_passes"] is None
    found = get(cast.client("judge"), path)["replay"]["missing_passes"]
    assert ([each["passes"] for each in found["lines"]], found["verdict"]) == ([["Ben: pass"]], "legal")
    assert found["sentence"].endswith(
        "(Anna: pass) is illegal only because passes are missing before it: Ben: pass. With them the record is legal."
    )
    assert found["record"].endswith(". Ben: pass\n" + found["record"].splitlines()[-1] + "\n")


def test_undetermined_replay_hides_line_number_from_non_staff(cast: Cast) -> None:
    dispute = published(cast, record=UNSURE)
    path = f"disputes/{dispute.slug}/"
    why = "Anna): Anna reveals unknown cards"
    assert get(cast.client("judge"), path)["replay"]["undetermined"].startswith(f"Line 15 ({why}")
    assert get(APIClient(), path)["replay"]["undetermined"].startswith(f"After step 1 ({why}")


def test_dispute_board_is_returned_at_each_step(cast: Cast) -> None:
    dispute = published(cast)
    path = f"disputes/{dispute.slug}/"
    last = get(APIClient(), path)["replay"]
    assert last["step"] == len(last["steps"]) == 4
    assert [step["number"] for step in last["steps"]] == [1, 2, 3, 4]
    boards = [get(APIClient(), path, step=step)["replay"]["board"] for step in range(5)]
    assert boards == list(boards_of(dispute, 0, 4, full=False).values())
    assert get(APIClient(), path, step=99)["replay"]["step"] == 4
    for wrong in ("-1", "first", "1" * 5000):
        assert list(refused(APIClient(), f"{path}?step={wrong}", 400)["fields"]) == ["step"]


def test_unfinished_replay_has_no_timeline(cast: Cast) -> None:
    dispute = services.open_dispute(cast.user("judge"), title="Wait", record=LEGAL, match=cast.match)
    body = get(cast.client("judge"), f"disputes/{dispute.slug}/")
    assert (body["replay_status"], body["verdict"], body["replay"]) == ("queued", "", None)
    Dispute.objects.filter(pk=dispute.pk).update(status="failed", failure="It took too long.")
    assert get(cast.client("judge"), f"disputes/{dispute.slug}/")["failure"] == "It took too long."
    assert get(cast.client("scorekeeper"), f"disputes/{dispute.slug}/")["failure"] == ""


@pytest.mark.parametrize("who", JUDGES)
def test_open_dispute_by_judge_queues_replay(cast: Cast, who: str) -> None:
    body = post(cast.client(who), "disputes/", {"title": "Block?", "record": LEGAL, "match": cast.match.pk}, 201)
    dispute = Dispute.objects.get(slug=body["slug"])
    assert (body["replay_status"], body["event"], body["match"]) == ("queued", cast.event.slug, cast.match.pk)
    assert (dispute.opened_by, dispute.event, dispute.match) == (cast.user(who), cast.event, cast.match)
    assert [line.verb for line in Entry.objects.about(dispute)] == ["dispute.opened"]
    assert worker.run(dispute.pk)
    assert get(cast.client(who), f"disputes/{dispute.slug}/")["verdict"] == "legal"


def test_open_dispute_with_or_without_event_is_allowed(cast: Cast) -> None:
    client = client_of(make_site_judge(cast.user("judge")))
    at_event = post(client, "disputes/", {"title": "Block?", "record": LEGAL, "event": cast.event.slug}, 201)
    alone = post(client, "disputes/", {"title": "Block?", "record": LEGAL}, 201)
    assert [(body["event"], body["match"]) for body in (at_event, alone)] == [(cast.event.slug, None), (None, None)]
    assert refused(cast.client("organiser"), f"disputes/{alone['slug']}/", 404)


@pytest.mark.parametrize(
    ("who", "status"), [("anonymous", 401), *((who, 403) for who in (*NOT_STAFF[1:], "scorekeeper"))]
)
def test_open_dispute_by_non_judge_is_refused(cast: Cast, who: str, status: int) -> None:
    body = {"title": "Block?", "record": LEGAL}
    for place in ({"match": cast.match.pk}, {"event": cast.event.slug}, {}):
        refused(cast.client(who), "disputes/", status, "post", {**body, **place})
    assert not Dispute.objects.exists()


def test_match_of_draft_round_is_indistinguishable_from_missing_match(cast: Cast) -> None:
    organiser = cast.user("organiser")
    for match in matches_of(cast.round):
        pairings.enter_result(organiser, match, Score(1, 0))
    hidden = matches_of(pairings.pair_round(organiser, cast.event, seed=2))[0]
    stranger = client_of(judge())
    body = {"title": "Block?", "record": LEGAL}
    assert refused(stranger, "disputes/", 400, "post", {**body, "match": hidden.pk}) == refused(
        stranger, "disputes/", 400, "post", {**body, "match": 999_999}
    )
    make_event(slug="secret", status=Event.Status.DRAFT)
    assert refused(stranger, "disputes/", 400, "post", {**body, "event": "secret"}) == refused(
        stranger, "disputes/", 400, "post", {**body, "event": "never"}
    )
    for number in (hidden.pk, 999_999, 2**63 - 1):
        assert get(APIClient(), "disputes/", match=number)["count"] == 0


def test_open_dispute_unparsable_record_names_its_line(cast: Cast) -> None:
    client = client_of(make_site_judge(cast.user("judge")))
    error = refused(client, "disputes/", 400, "post", {"title": "Block?", "record": UNREADABLE})
    assert list(error["fields"]) == ["record"]
    assert "line 13" in error["fields"]["record"].lower()
    for body, field in (
        ({"record": LEGAL}, "title"),
        ({"title": " ", "record": LEGAL}, "title"),
        ({"title": "x" * 161, "record": LEGAL}, "title"),
        ({"title": "Block?"}, "record"),
        ({"title": "Block?", "record": ""}, "record"),
        ({"title": "Block?", "record": "x" * 200_001}, "record"),
        ({"title": "Block?", "record": LEGAL, "match": 10**30}, "match"),
        ({"title": "Block?", "record": LEGAL, "event": "no slug"}, "event"),
    ):
        assert list(refused(client, "disputes/", 400, "post", body)["fields"]) == [field]
    assert not Dispute.objects.exists()


def test_change_record_by_judge_queues_replay(cast: Cast) -> None:
    dispute = opened(cast)
    body = post(cast.client("head_judge"), f"disputes/{dispute.slug}/record/", {"record": ILLEGAL})
    assert (body["replay_status"], body["verdict"], body["record"], body["replay"]) == ("queued", "", ILLEGAL, None)
    assert dispute.records.count() == 2
    assert Entry.objects.about(dispute).last() == Entry.objects.get(verb="dispute.record_changed")
    error = refused(cast.client("judge"), f"disputes/{dispute.slug}/record/", 400, "post", {"record": UNREADABLE})
    assert list(error["fields"]) == ["record"]


def test_judge_decides_and_publishes_dispute(cast: Cast) -> None:
    dispute = opened(cast)
    path = f"disputes/{dispute.slug}/decision/"
    stored = post(cast.client("judge"), path, {"text": "Let me think."})
    assert (stored["decision"], stored["published_at"]) == ("Let me think.", None)
    body = post(cast.client("judge"), path, {"text": DECISION, "publish": True})
    assert body["published_at"] is not None
    assert get(APIClient(), f"disputes/{dispute.slug}/")["decision"] == DECISION
    verbs = [line.verb for line in Entry.objects.about(dispute)]
    assert verbs == ["dispute.opened", "dispute.replayed", "dispute.decided", "dispute.decided", "dispute.published"]
    assert refused(cast.client("judge"), path, 409, "post", {"text": "Or not."})["code"] == "wrong_state"
    again = refused(cast.client("judge"), f"disputes/{dispute.slug}/record/", 409, "post", {"record": ILLEGAL})
    assert again["code"] == "wrong_state"


def test_publish_before_replay_is_done_stores_nothing(cast: Cast) -> None:
    dispute = services.open_dispute(cast.user("judge"), title="Wait", record=LEGAL, match=cast.match)
    path = f"disputes/{dispute.slug}/decision/"
    assert refused(cast.client("judge"), path, 409, "post", {"text": DECISION, "publish": True})
    dispute.refresh_from_db()
    assert (dispute.decision, Entry.objects.filter(verb="dispute.decided").count()) == (None, 0)


def test_scorekeeper_can_read_but_not_judge_dispute(cast: Cast) -> None:
    dispute = opened(cast)
    client = cast.client("scorekeeper")
    refused(client, f"disputes/{dispute.slug}/decision/", 403, "post", {"text": DECISION})
    refused(client, f"disputes/{dispute.slug}/record/", 403, "post", {"record": ILLEGAL})


def test_list_disputes_filters(cast: Cast) -> None:
    legal, illegal = published(cast), published(cast, record=ILLEGAL)
    alone = services.open_dispute(make_site_judge(cast.user("judge")), title="Alone", record=LEGAL)

    def slugs(client: APIClient, **query: Any) -> list[str]:
        return [row["slug"] for row in get(client, "disputes/", **query)["results"]]

    assert slugs(APIClient()) == [illegal.slug, legal.slug]
    assert slugs(cast.client("judge")) == [alone.slug, illegal.slug, legal.slug]
    assert slugs(APIClient(), verdict="legal") == [legal.slug]
    assert slugs(APIClient(), rules_version="CR-2016-03") == []
    assert slugs(cast.client("judge"), replay_status="queued") == [alone.slug]
    assert slugs(APIClient(), match=cast.match.pk) == [illegal.slug, legal.slug]
    assert slugs(cast.client("judge"), event=cast.event.slug) == [illegal.slug, legal.slug]
    for query in ("verdict=maybe", "match=one", f"match={2**63}", "match=-1", "replay_status=lost"):
        assert list(refused(APIClient(), f"disputes/?{query}", 400)["fields"]) == [query.partition("=")[0]]


@pytest.mark.parametrize("number", [1, 4])
def test_list_disputes_query_count_is_constant(cast: Cast, django_assert_num_queries: Any, number: int) -> None:
    for minute in range(number):
        now = timezone.now() - timedelta(minutes=minute)
        make_dispute("Block?", make_event(), decision=DECISION, published_at=now)
    with django_assert_num_queries(3):  # count, disputes, decisions
        assert get(APIClient(), "disputes/")["count"] == number
    staff = cast.client("judge")
    with django_assert_num_queries(4):  # token, count, disputes, decisions
        assert get(staff, "disputes/")["count"] == number


def test_dispute_detail_query_count_is_independent_of_replay_length(cast: Cast, django_assert_num_queries: Any) -> None:
    short, long = published(cast, record=ILLEGAL), published(cast)
    for dispute in (short, long):
        with django_assert_num_queries(4):  # who may know of it, dispute with record, its decisions, its board
            get(APIClient(), f"disputes/{dispute.slug}/")


def test_disputes_unchanged_return_304(cast: Cast) -> None:
    dispute = published(cast)
    for path in ("disputes/", f"disputes/{dispute.slug}/"):
        first = APIClient().get(f"{ROOT}{path}")
        assert APIClient().get(f"{ROOT}{path}", headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert client_of(make_user()).get(f"{ROOT}disputes/").status_code == 200
