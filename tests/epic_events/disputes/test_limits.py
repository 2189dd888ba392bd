"""Limits of disputes: stored boards, record size, waiting replays per user."""

import json
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from epic_events.accounts.models import User
from epic_events.audit_log.models import Entry
from epic_events.disputes import records, services
from epic_events.disputes.models import Dispute, ReplayBoard
from epic_events.disputes.replays import verdicts, worker
from epic_events.disputes.replays.page import replay_page
from epic_events.disputes.replays.stored_boards import boards_of
from epic_events.infra.errors import UserError
from rules.games import EPIC
from rules.judge.board import JUDGE, PUBLIC
from rules.judge.record import parse
from rules.judge.replay.replayer import replay
from tests.epic_events.counting import queries_of
from tests.epic_events.disputes.records import LEGAL, full_table, judge
from tests.epic_events.factories import make_event, make_staff

pytestmark = pytest.mark.django_db


def opened(actor: User, record: str = LEGAL, **where: Any) -> Dispute:
    return services.open_dispute(actor, title="Was the block legal?", record=record, **where)


def replayed(dispute: Dispute) -> Dispute:
    assert worker.run(dispute.pk)
    dispute.refresh_from_db()
    return dispute


def test_encode_boards_of_small_record_is_little_more_than_changes() -> None:
    record = full_table(tokens=20, turns=40)
    played = replay(EPIC, parse(record))
    boards = [[played.board(n, who).to_json() for n in range(len(played.steps) + 1)] for who in (PUBLIC, JUDGE)]
    dispute = replayed(opened(judge(), record))
    rows = dispute.boards.values_list("public", "staff")
    assert len(rows) == len(boards[0]) > 100
    before, now = len(json.dumps(boards)), len(json.dumps(list(rows)))
    assert now * 15 < before
    for full, all_boards in zip((False, True), boards, strict=True):
        assert list(boards_of(dispute, 0, len(played.steps), full=full).values()) == json.loads(json.dumps(all_boards))


def test_replay_page_query_count_is_equal_for_each_step() -> None:
    dispute = replayed(opened(judge(), full_table(tokens=3, turns=12)))
    assert dispute.result  # comes with the dispute, see `find_dispute`
    last = dispute.boards.count() - 1
    counts = [queries_of(partial(replay_page, dispute, str(step), full=True)) for step in range(last + 1)]
    assert set(counts) == {1}


def test_boards_stored_whole_by_earlier_version_are_read() -> None:
    dispute = replayed(opened(judge()))
    whole = {full: boards_of(dispute, 0, 4, full=full) for full in (False, True)}
    dispute.boards.delete()
    ReplayBoard.objects.bulk_create(
        ReplayBoard(verdict=dispute.stored, step=step, public=whole[False][step], staff=whole[True][step])
        for step in range(5)
    )
    assert dispute.boards.filter(whole=True).count() == 5
    assert {full: boards_of(dispute, 0, 4, full=full) for full in (False, True)} == whole
    assert boards_of(dispute, 3, 4, full=True) == {step: whole[True][step] for step in (3, 4)}
    assert replay_page(dispute, "2", full=True)["stored"] == whole[True][2]


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (LEGAL + "A: p\n" * records.MAX_PLAYS, "has 2004 plays; the limit is 2000"),
        (LEGAL + "".join(f"Branch way {n}\nA: p\n" for n in range(9)), "has 9 branches"),
        (full_table(tokens=300, turns=200), r"600 cards in play with \d+ plays are too many to replay"),
    ],
)
def test_open_dispute_too_expensive_record_is_refused_before_replay(record: str, words: str) -> None:
    actor = judge()
    with pytest.raises(UserError, match=words) as refused:
        opened(actor, record)
    assert "Start shortly before the disputed play" in refused.value.fields["record"]
    assert Dispute.objects.count() == 0
    client = Client()
    client.force_login(actor)
    page = client.post(reverse("disputes:new"), {"title": "T", "record": record})
    assert (page.status_code, Dispute.objects.count()) == (400, 0)
    assert "Start shortly before the disputed play" in page.content.decode()
    checked = client.post(reverse("disputes:check"), {"record": record}).content.decode()
    assert "Start shortly before the disputed play" in checked


@pytest.mark.parametrize(
    ("name", "words"), [("MAX_OBJECTS", "too many cards in play"), ("MAX_BYTES", "cannot be stored")]
)
def test_replay_growing_beyond_limit_fails_with_message(monkeypatch: pytest.MonkeyPatch, name: str, words: str) -> None:
    dispute = opened(judge())
    monkeypatch.setattr(records, name, 8)
    dispute = replayed(dispute)
    assert (dispute.status, dispute.boards.count()) == ("failed", 0)
    assert words in dispute.failure
    assert "Start shortly before the disputed play" in dispute.failure


def test_whole_game_stays_within_every_limit() -> None:
    game = full_table(tokens=12, turns=60)
    outcome = verdicts.judge(parse(game, game="epic"))
    assert 4 * len(parse(game).plays) < records.MAX_PLAYS
    assert 10 * sum(board.size for board in outcome.boards) < records.MAX_BYTES


def fill(actor: User) -> list[Dispute]:
    return [opened(actor) for _ in range(services.MAX_WAITING)]


def test_open_dispute_too_many_waiting_replays_of_user_raises() -> None:
    actor, other = judge(), judge()
    waiting = fill(actor)
    with pytest.raises(services.TooManyWaitingError, match=r"5 of your replays are .* \(Was the block legal"):
        opened(actor)
    assert Dispute.objects.count() == services.MAX_WAITING
    assert Entry.objects.filter(verb="dispute.opened").count() == services.MAX_WAITING
    opened(other)

    services.change_record(actor, waiting[0], LEGAL + "# more\n")  # keeps its own place
    replayed(waiting[0])
    again = opened(actor)  # one is done
    with pytest.raises(services.TooManyWaitingError):
        services.replay_again(actor, waiting[0])
    again.status, again.failure = Dispute.Status.FAILED, "no"
    again.save()
    services.replay_again(actor, waiting[0])  # one has failed
    with pytest.raises(services.TooManyWaitingError):
        opened(actor)


def test_waiting_replay_counts_for_user_who_requested_it_last() -> None:
    event = make_event()
    actor, other = judge(event), make_staff(event, "judge")
    first, *_rest = [opened(actor, event=event) for _ in range(services.MAX_WAITING)]
    services.change_record(other, first, LEGAL + "# more\n")
    opened(actor, event=event)
    with pytest.raises(services.TooManyWaitingError):
        opened(actor, event=event)


def test_too_many_waiting_replays_is_explained_on_page_and_api() -> None:
    actor = judge()
    fill(actor)
    client = Client()
    client.force_login(actor)
    page = client.post(reverse("disputes:new"), {"title": "T", "record": LEGAL})
    assert page.status_code == 400
    assert "5 of your replays are still queued or running" in page.content.decode()
    api = APIClient()
    api.force_authenticate(actor)
    answer = api.post("/api/v1/disputes/", {"title": "T", "record": LEGAL})
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_waiting")
    assert Dispute.objects.count() == services.MAX_WAITING
