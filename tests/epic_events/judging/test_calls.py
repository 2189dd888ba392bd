"""Judge calls: services, permissions, pages, API."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.accounts.idempotency import OUTBOX_HEADER, owner_key
from epic_events.audit_log.models import Entry
from epic_events.audit_log.services import version_tokens
from epic_events.events.models import StaffRole
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.judging.calls import selectors, services
from epic_events.judging.models import Call
from epic_events.judging.signals import call_changed
from epic_events.pairings import services as pairings
from epic_events.pairings.methods.scores import Score
from tests.epic_events.api.cast import Cast, get, make_cast, post, refused
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_staff
from tests.epic_events.pairings.play import matches_of

pytestmark = pytest.mark.django_db

KEY = "4f2b9d6e-0000-4000-8000-000000000001"


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def browser(cast: Cast, who: str) -> Client:
    client = Client()
    client.force_login(cast.user(who))
    return client


def lines(call: Call) -> list[tuple[str, str]]:
    found = Entry.objects.filter(subject_type="judging.call", subject_id=call.pk).order_by("pk")
    return [(line.verb, line.reason) for line in found]


def test_call_is_opened_taken_handed_over_and_finished(cast: Cast):
    judge, other = cast.user("judge"), cast.user("head_judge")
    call = services.call_judge(cast.user("player"), cast.match, reason=" May it\tblock? ")
    assert (call.table, call.reason, call.status, call.registration) == (
        cast.match.table, "May it block?", "open", cast.match.seats.get(place=1).registration,
    )  # fmt: skip
    assert services.call_judge(cast.user("opponent"), cast.match).pk == call.pk
    services.take_call(judge, call)
    services.take_call(judge, call)
    services.hand_over(judge, call, other)
    services.put_back(other, call)
    services.take_call(judge, call)
    services.finish_call(judge, call, answer="It may.")
    done = services.finish_call(judge, call, answer="It may.")
    assert (done.status, done.assignee, done.answer, done.ended_by) == ("done", judge, "It may.", judge)
    assert lines(call) == [
        ("call.opened", "May it block?"),
        ("call.taken", ""),
        ("call.handed_over", ""),
        ("call.put_back", ""),
        ("call.taken", ""),
        ("call.done", "It may."),
    ]
    with pytest.raises(StateError, match="is “Done”"):
        services.take_call(judge, call)
    again = services.call_judge(cast.user("player"), cast.match)
    assert again.pk != call.pk


def test_call_judge_by_second_player_adds_missing_reason(cast: Cast):
    call = services.call_judge(cast.user("player"), cast.match)
    services.call_judge(cast.user("opponent"), cast.match, reason="Slow play")
    services.call_judge(cast.user("player"), cast.match, reason="Something else")
    call.refresh_from_db()
    assert call.reason == "Slow play"
    assert lines(call)[1:] == [("call.reason_added", "Slow play")]


def test_call_transitions_cover_every_status():
    allowed = {state: {step for there, step in services.TRANSITIONS if there == state} for state in Call.Status.values}
    everything = {services.TAKE, services.HAND_OVER, services.FINISH, services.WITHDRAW}
    assert allowed == {"open": everything, "taken": everything | {services.PUT_BACK}, "done": set(), "withdrawn": set()}
    assert set(services.TRANSITIONS.values()) == set(Call.Status.values)


def test_call_judge_needs_player_or_staff_and_take_call_needs_judge(cast: Cast):
    with pytest.raises(NotAllowedError, match="players at this table"):
        services.call_judge(cast.user("other_player"), cast.match)
    call = services.call_judge(cast.user("scorekeeper"), cast.match)
    assert call.registration is None
    for step in (services.take_call, services.put_back, services.finish_call):
        with pytest.raises(NotAllowedError, match="Only a judge"):
            step(cast.user("scorekeeper"), call)
    with pytest.raises(UserError, match="Only a judge of this event can take"):
        services.hand_over(cast.user("judge"), call, cast.user("player"))
    with pytest.raises(NotAllowedError, match="players at this table"):
        services.withdraw_call(cast.user("other_player"), call)
    assert services.withdraw_call(cast.user("opponent"), call).status == "withdrawn"
    assert services.withdraw_call(cast.user("player"), call).status == "withdrawn"
    assert lines(call)[1:] == [("call.withdrawn", "")]


def test_call_judge_to_match_not_in_progress_is_rejected(cast: Cast):
    for match in matches_of(cast.round):
        pairings.enter_result(cast.user("organiser"), match, Score(1, 0))
    services.call_judge(cast.user("player"), cast.match)  # a question about a result is one too
    pairings.finish_round(cast.user("organiser"), cast.round)
    with pytest.raises(StateError, match="Round 1 is not being played"):
        services.call_judge(cast.user("opponent"), cast.match)


def test_call_remains_after_match_is_deleted(cast: Cast):
    call = services.call_judge(cast.user("player"), cast.match)
    number = cast.match.table
    cast.match.delete()
    queue = selectors.get_call_queue(cast.event, cast.user("judge"))
    assert [(one.pk, one.table, one.match_id) for one in queue.waiting] == [(call.pk, number, None)]
    board = browser(cast, "judge").get(reverse("judging:board", args=[cast.event.slug]))
    assert "Table details" not in board.content.decode()
    assert services.finish_call(cast.user("judge"), call).status == "done"


def test_call_signal_is_sent_after_commit(cast: Cast, django_capture_on_commit_callbacks: Any):
    sent_signals: list[tuple[int, str]] = []

    def listen(*, call: int, step: str, **_facts: Any) -> None:
        sent_signals.append((call, step))
        raise ValueError("A phone is off.")

    call_changed.connect(listen)
    try:
        with django_capture_on_commit_callbacks(execute=True) as waiting:
            call = services.call_judge(cast.user("player"), cast.match)
            assert sent_signals == []
        with django_capture_on_commit_callbacks(execute=True):
            services.take_call(cast.user("judge"), call)
    finally:
        call_changed.disconnect(listen)
    assert waiting
    assert sent_signals == [(call.pk, "opened"), (call.pk, "take")]


def test_call_form_sent_twice_creates_one_call(cast: Cast):
    player = browser(cast, "player")
    address = reverse("judging:call", args=[cast.event.slug, cast.match.pk])
    sent = {"reason": "Missed trigger", "request_key": KEY}
    first = player.post(address, sent, headers={OUTBOX_HEADER: owner_key(cast.user("player"))})
    assert first.json() == {"go": reverse("pairings:match", args=[cast.event.slug, cast.match.pk])}
    services.finish_call(cast.user("judge"), Call.objects.get())
    again = player.post(address, sent, follow=True)
    assert "The call was already received. A judge will come to the table." in again.content.decode()
    assert Call.objects.count() == 1


def test_match_page_shows_call_state_and_polls_while_call_is_open(cast: Cast):
    page = reverse("pairings:match", args=[cast.event.slug, cast.match.pk])
    player = browser(cast, "player")
    before = player.get(page).content.decode()
    assert "Call a judge" in before
    assert f'data-send="call-{cast.match.pk}"' in before
    assert "call/now/" not in before
    assert "Call a judge" not in browser(cast, "other_player").get(page).content.decode()
    call = services.call_judge(cast.user("player"), cast.match, reason="<b>Stuck</b>")
    waiting = player.get(page).content.decode()
    assert "A judge has been called and will come to your table." in waiting
    assert "&lt;b&gt;Stuck&lt;/b&gt;" in waiting
    now = reverse("judging:call_status", args=[cast.event.slug, cast.match.pk])
    version_token = selectors.call_version_token(selectors.get_waiting_call(cast.match))
    assert player.get(now, {"expected_version": version_token}).status_code == 204
    services.take_call(cast.user("judge"), call)
    assert (
        f"{cast.user('judge')} is on the way." in player.get(now, {"expected_version": version_token}).content.decode()
    )


def test_board_shows_queue_and_actions_redirect_to_it(cast: Cast):
    board = reverse("judging:board", args=[cast.event.slug])
    judge = browser(cast, "judge")
    assert "No calls are waiting." in judge.get(board).content.decode()
    call = services.call_judge(cast.user("player"), cast.match, reason="Hidden cards")
    shown = judge.get(board).content.decode()
    assert "1 call is waiting" in shown
    assert f'data-news="1 call is waiting: table {cast.match.table}."' in shown
    version_token = version_tokens(cast.event).latest
    assert judge.get(board, {"expected_version": version_token}).status_code == 204

    def step(action: str, **sent: Any) -> str:
        address = reverse("judging:act_on_call", args=[cast.event.slug, call.pk, action])
        answer = judge.post(address, {"from": "board", **sent}, follow=True)
        assert answer.redirect_chain == [(board, 302)]
        return str(answer.content.decode())

    assert "Your calls" in step("take")
    assert "Calls taken by other judges" in step("hand-over", to=cast.user("head_judge").pk)
    assert "Choose the judge" in step("hand-over", to="nobody")
    assert "1 call is waiting" in step("put-back")
    page = step("finish", answer="Shown to both.")
    assert ("Recently finished calls" in page, "Shown to both." in page) == (True, True)
    assert "is “Done”" in step("take")
    scorekeeper = browser(cast, "scorekeeper").get(board).content.decode()
    assert "Hidden cards" in scorekeeper
    assert "Take the call" not in scorekeeper


def test_board_number_of_queries_is_constant():
    cast = make_cast(24)
    matches = matches_of(cast.round)
    judge = browser(cast, "judge")
    board = reverse("judging:board", args=[cast.event.slug])

    def opened(some: list[Any]) -> int:
        for match in some:
            services.call_judge(cast.user("organiser"), match)
        services.take_call(cast.user("judge"), Call.objects.order_by("-pk")[0])
        return queries_of(lambda: judge.get(board))

    make_staff(cast.event, StaffRole.Role.JUDGE)
    assert opened(matches[:2]) == opened(matches[2:])


def test_call_api_opens_takes_and_finishes_a_call(cast: Cast):
    calls = f"events/{cast.event.slug}/calls/"
    player, judge = cast.client("player"), cast.client("judge")
    made = post(player, calls, {"match": cast.match.pk, "reason": "A question"}, 201)
    assert made == {
        "id": made["id"], "match": cast.match.pk, "table": cast.match.table, "reason": "A question", "status": "open",
        "registration": cast.match.seats.get(place=1).registration_id, "assignee": None, "answer": "",
        "at": made["at"], "taken_at": None, "ended_at": None,
    }  # fmt: skip
    one = f"calls/{made['id']}/"
    assert get(player, calls)["results"] == [made]
    assert get(cast.client("other_player"), calls)["results"] == []
    refused(cast.client("other_player"), one, 404)
    assert refused(player, one, 403, "post", {"step": "take"})["code"] == "not_allowed"
    assert post(judge, one, {"step": "take"})["assignee"] == cast.user("judge").pk
    assert refused(judge, one, 400, "post", {"step": "hand_over"})["fields"].keys() == {"to"}
    handed = post(judge, one, {"step": "hand_over", "to": cast.user("organiser").pk})
    assert handed["assignee"] == cast.user("organiser").pk
    assert post(judge, one, {"step": "put_back"})["status"] == "open"
    assert post(judge, one, {"step": "finish", "answer": "Yes."})["answer"] == "Yes."
    assert refused(judge, one, 409, "post", {"step": "withdraw"})["code"] == "wrong_state"
    assert get(judge, calls, status="open")["results"] == []
    keyed = judge.post(f"/api/v1/{calls}", {"match": cast.match.pk}, format="json", headers={"Idempotency-Key": KEY})
    again = judge.post(f"/api/v1/{calls}", {"match": cast.match.pk}, format="json", headers={"Idempotency-Key": KEY})
    assert (keyed.json(), again.headers["Idempotent-Replayed"]) == (again.json(), "true")
