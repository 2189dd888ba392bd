"""Dispute services: life cycle, permissions, replay leases."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from epic_events.accounts.models import User
from epic_events.audit_log.models import Entry
from epic_events.disputes import permissions, records, services
from epic_events.disputes.decisions import services as deciding
from epic_events.disputes.models import Dispute, RecordVersion
from epic_events.disputes.replays import worker
from epic_events.disputes.replays.page import replay_page
from epic_events.events.models import StaffRole
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.jobs import leased
from epic_events.jobs.leased import Progress
from epic_events.judging.decisions.validation import DecisionContent
from tests.epic_events.disputes.records import HEAD, ILLEGAL, LEGAL, MISSPELT, UNREADABLE, judge
from tests.epic_events.factories import make_event, make_registration, make_staff, make_user

pytestmark = pytest.mark.django_db


def opened(actor: User | None = None, record: str = LEGAL, **where: Any) -> Dispute:
    return services.open_dispute(actor or judge(), title="Was the block legal?", record=record, **where)


def replayed(dispute: Dispute) -> Dispute:
    assert worker.run(dispute.pk)
    dispute.refresh_from_db()
    return dispute


def result(dispute: Dispute) -> dict[str, Any]:
    assert dispute.result is not None
    stored: dict[str, Any] = dispute.result
    return stored


def decision_text(dispute: Dispute) -> str:
    return dispute.decision.text if dispute.decision else ""


def answer(claim: Dispute) -> worker.Answer:
    return worker.find_or_judge(claim, Progress())


def verbs(dispute: Dispute) -> list[str]:
    return [entry.verb for entry in Entry.objects.about(dispute)]


def test_dispute_legal_play_is_opened_decided_and_published() -> None:
    event = make_event()
    actor = judge(event)
    dispute = opened(actor, event=event)
    assert (dispute.status, dispute.rules_version) == ("queued", "RB-2017")

    dispute = replayed(dispute)
    assert (dispute.status, dispute.verdict, dispute.attempts) == ("done", "legal", 1)
    assert result(dispute)["illegal"] is None
    assert [step["line"] for step in result(dispute)["timeline"]] == [16, 17, 18, 19]
    assert all(step["rules"] for step in result(dispute)["timeline"])
    assert dispute.boards.count() == 5

    deciding.decide(actor, dispute, DecisionContent("  The block stands.  "))
    published = deciding.publish(actor, dispute)
    assert decision_text(published) == "The block stands."
    assert published.published_at is not None
    assert verbs(dispute) == ["dispute.opened", "dispute.replayed", "dispute.decided", "dispute.published"]


def test_replay_illegal_play_names_line_and_rule() -> None:
    dispute = replayed(opened(record=ILLEGAL))
    assert (dispute.verdict, result(dispute)["illegal"]["line"]) == ("illegal", 15)
    assert "5.17.1" in [reason["rule"] for reason in result(dispute)["illegal"]["reasons"]]


@pytest.mark.parametrize(("record", "line"), [(UNREADABLE, "line 13"), (MISSPELT, "line 19")])
def test_open_dispute_unparsable_record_raises_with_line(record: str, line: str) -> None:
    actor = judge()
    with pytest.raises(UserError, match=line):
        opened(actor, record=record)
    assert Dispute.objects.count() == 0


def test_change_record_unparsable_raises_and_keeps_old_version() -> None:
    actor = judge()
    dispute = replayed(opened(actor))
    with pytest.raises(UserError, match="line 19"):
        services.change_record(actor, dispute, MISSPELT)
    dispute.refresh_from_db()
    assert (dispute.verdict, dispute.records.get().text) == ("legal", LEGAL)


def test_replay_plays_parsed_by_worker_fail_with_their_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MAX_INLINE_PLAYS", 3)
    dispute = opened(record=MISSPELT)
    assert worker.run(dispute.pk)
    dispute.refresh_from_db()
    assert dispute.status == "failed"
    assert dispute.failure.startswith("line 19: ")


def test_read_record_very_long_defers_plays_to_worker() -> None:
    padding = "".join(f"# {'x' * 98}\n" for _ in range(records.MAX_INLINE_RECORD_LENGTH // 100))
    assert records.read_record(f"{padding}{MISSPELT}", "epic").version == "RB-2017"


def test_open_dispute_normalises_rules_version() -> None:
    assert opened(record=LEGAL.replace("RB-2017", "rb-2017")).rules_version == "RB-2017"


@pytest.mark.parametrize(("title", "record"), [("", LEGAL), ("  ", LEGAL), ("A title", ""), ("A title", " \n ")])
def test_open_dispute_without_title_or_record_raises(title: str, record: str) -> None:
    with pytest.raises(UserError):
        services.open_dispute(judge(), title=title, record=record)
    assert Dispute.objects.count() == 0


def test_open_dispute_unknown_rules_version_raises() -> None:
    with pytest.raises(UserError, match=r"line 3: .*'RB-2099' is no rules version"):
        opened(record=LEGAL.replace("RB-2017", "RB-2099"))


def test_open_dispute_non_judge_is_refused() -> None:
    event = make_event(organiser=make_user())
    player = make_registration(event, user=make_user()).player.user
    assert player is not None
    for no_one in (player, judge(), make_staff(event, StaffRole.Role.SCOREKEEPER)):
        with pytest.raises(NotAllowedError):
            opened(no_one, event=event)
    with pytest.raises(NotAllowedError):
        opened(player)
    for role in (StaffRole.Role.ORGANISER, StaffRole.Role.HEAD_JUDGE, StaffRole.Role.JUDGE):
        assert opened(make_staff(event, role), event=event).event == event


def test_change_record_stores_new_version_and_replays() -> None:
    actor = judge()
    dispute = replayed(opened(actor, record=ILLEGAL))
    services.change_record(actor, dispute, LEGAL)
    dispute.refresh_from_db()
    assert (dispute.status, dispute.verdict, dispute.result) == ("queued", "", None)
    assert list(dispute.records.values_list("number", "text")) == [(2, LEGAL), (1, ILLEGAL)]
    assert replayed(dispute).verdict == "legal"
    with pytest.raises(TypeError):
        RecordVersion.objects.filter(dispute=dispute).update(text="another")


FALLEN_DEFENSE = LEGAL.replace("Palace Guard\n\nPlays", "Palace Guard, Kong (9 damage, -5 defense)\n\nPlays")
"""A position that can be only where a champion stands damage that its defense has fallen to (I-86)."""


def test_record_gets_interpretations_of_event_unless_it_states_its_own() -> None:
    event = make_event(readings="I-86=2")
    actor = judge(event)
    dispute = replayed(opened(actor, record=FALLEN_DEFENSE, event=event))
    assert dispute.verdict == "legal"
    version = services.change_record(actor, dispute, LEGAL)
    assert version.text == LEGAL.replace("First: Anna\n", "First: Anna\nInterpretations: I-86=2\n")
    with pytest.raises(UserError, match="line 19"):
        services.change_record(actor, dispute, MISSPELT)
    own = LEGAL.replace("First: Anna\n", "First: Anna\nInterpretations: I-86=1\n")
    assert services.change_record(actor, dispute, own).text == own
    with pytest.raises(UserError, match="Kong has 9 damage and defense 9: it would have broken"):
        opened(judge(), record=FALLEN_DEFENSE)


def test_record_gets_printings_of_event_unless_it_states_its_own() -> None:
    event = make_event(readings="I-86=2", printings="Teleport=Promo")
    actor = judge(event)
    dispute = replayed(opened(actor, record=FALLEN_DEFENSE, event=event))
    version = services.change_record(actor, dispute, LEGAL)
    output = "First: Anna\nInterpretations: I-86=2\nPrintings: Teleport=Promo\n"
    assert version.text == LEGAL.replace("First: Anna\n", output)
    own = LEGAL.replace("First: Anna\n", "First: Anna\nPrintings: newest\n")
    output = "First: Anna\nPrintings: newest\nInterpretations: I-86=2\n"
    assert services.change_record(actor, dispute, own).text == LEGAL.replace("First: Anna\n", output)


def test_published_decision_cannot_be_changed() -> None:
    actor = judge()
    dispute = replayed(opened(actor))
    deciding.decide(actor, dispute, DecisionContent("It stands."))
    deciding.publish(actor, dispute)
    dispute.refresh_from_db()
    with pytest.raises(StateError):
        deciding.decide(actor, dispute, DecisionContent("It falls."))
    with pytest.raises(StateError):
        services.change_record(actor, dispute, ILLEGAL)
    with pytest.raises(StateError):
        services.replay_again(actor, dispute)
    with pytest.raises(StateError):
        deciding.publish(actor, dispute)
    dispute.refresh_from_db()
    assert (decision_text(dispute), dispute.verdict) == ("It stands.", "legal")


def test_decision_texts_are_all_stored_and_not_in_audit_log() -> None:
    actor = judge()
    dispute = replayed(opened(actor))
    deciding.decide(actor, dispute, DecisionContent("Anna was right."))
    deciding.decide(actor, dispute, DecisionContent("Ben was right."))
    dispute.refresh_from_db()
    assert decision_text(dispute) == "Ben was right."
    assert list(dispute.case.decisions.values_list("number", "text")) == [
        (2, "Ben was right."),
        (1, "Anna was right."),
    ]
    assert "was right" not in str([entry.data for entry in Entry.objects.about(dispute)])


def test_publish_before_verdict_or_decision_raises() -> None:
    actor = judge()
    dispute = opened(actor)
    with pytest.raises(StateError, match="decision before"):
        deciding.publish(actor, dispute)
    deciding.decide(actor, dispute, DecisionContent("It stands."))
    with pytest.raises(StateError, match="verdict yet"):
        deciding.publish(actor, dispute)


def test_dispute_is_not_accessible_to_judges_of_other_events() -> None:
    event = make_event()
    dispute = replayed(opened(judge(event), event=event))
    for stranger in (judge(), make_user()):
        with pytest.raises(NotAllowedError):
            deciding.decide(stranger, dispute, DecisionContent("Mine."))
        with pytest.raises(NotAllowedError):
            services.change_record(stranger, dispute, ILLEGAL)
        assert Dispute.objects.visible_to(stranger).count() == 0


def test_dispute_record_and_hands_are_visible_by_role() -> None:
    event = make_event()
    head = make_staff(event, StaffRole.Role.HEAD_JUDGE)
    ordinary = judge(event)
    dispute = replayed(opened(ordinary, event=event))
    deciding.decide(ordinary, dispute, DecisionContent("It stands."))
    deciding.publish(ordinary, dispute)
    dispute.refresh_from_db()
    visitor = make_user()
    assert [permissions.can_see_record(who, dispute) for who in (visitor, ordinary, head)] == [False, True, True]
    with pytest.raises(NotAllowedError):
        deciding.release_record(ordinary, dispute)
    dispute = deciding.release_record(head, dispute)
    assert permissions.can_see_record(visitor, dispute)
    with pytest.raises(StateError):
        deciding.release_record(head, dispute)


def test_public_boards_contain_no_hidden_cards() -> None:
    dispute = replayed(opened())
    public = [board.public for board in dispute.boards.all()]
    staff = [board.staff for board in dispute.boards.all()]
    assert "Lash" not in str(public)
    assert "Lash" in str(staff)


def test_public_result_shows_play_without_reason_revealing_hand() -> None:
    hand = "Anna hand: Surprise Attack, Lash, Kong, Muse\n"
    plays = "Plays\nAnna: play Surprise Attack\nAnna: yes\nAnna: choose Lash\n"
    dispute = replayed(opened(record=f"{HEAD}{hand}{plays}"))
    public = replay_page(dispute, "", full=False)["illegal"]
    assert public is not None
    assert (public["text"], public["legal"]) == ("choose Lash", [])
    message = "Lash cannot be picked for Surprise Attack: it does not qualify."
    assert [reason["text"] for reason in public["reasons"]] == [message]
    staff = replay_page(dispute, "", full=True)["illegal"]
    assert [reason["text"] for reason in staff["reasons"]] == [
        "Lash cannot be picked for Surprise Attack: what qualifies is an unknown card, Kong and Muse."
    ]


def test_worker_run_twice_stores_once() -> None:
    dispute = opened()
    assert worker.run(dispute.pk)
    assert not worker.run(dispute.pk)
    assert verbs(dispute) == ["dispute.opened", "dispute.replayed"]


def test_claim_is_exclusive_until_lease_expires() -> None:
    dispute = opened()
    first = worker.claim(dispute.pk)
    assert first is not None
    assert worker.claim(dispute.pk) is None
    Dispute.objects.filter(pk=dispute.pk).update(heartbeat_at=timezone.now() - timedelta(hours=1))
    second = worker.claim(dispute.pk)
    assert second is not None
    assert second.lease != first.lease

    message = answer(first)
    assert not worker._store(first, message, 0.0)  # the lost worker comes back
    assert worker._store(second, message, 0.0)
    dispute.refresh_from_db()
    assert (dispute.status, dispute.attempts) == ("done", 2)


def test_change_record_during_replay_discards_old_result() -> None:
    actor = judge()
    dispute = opened(actor, record=ILLEGAL)
    old = worker.claim(dispute.pk)
    assert old is not None
    services.change_record(actor, dispute, LEGAL)
    assert not worker._store(old, answer(old), 0.0)
    dispute.refresh_from_db()
    assert replayed(dispute).verdict == "legal"


def test_replay_above_max_attempts_fails() -> None:
    dispute = opened()
    Dispute.objects.filter(pk=dispute.pk).update(attempts=Dispute.MAX_ATTEMPTS)
    assert not worker.run(dispute.pk)
    dispute.refresh_from_db()
    assert (dispute.status, dispute.failure) == ("failed", "It was started 5 times and never finished.")


def test_recovery_task_finds_overdue_and_expired_replays() -> None:
    waiting, fresh, lost, busy = (opened() for _ in range(4))
    long_ago = timezone.now() - timedelta(hours=1)
    Dispute.objects.filter(pk=waiting.pk).update(enqueued_at=long_ago)
    for dispute in (lost, busy):
        worker.claim(dispute.pk)
    Dispute.objects.filter(pk=lost.pk).update(heartbeat_at=long_ago)
    assert sorted(leased.find_lost(Dispute.objects.all())) == sorted([waiting.pk, lost.pk])
    assert fresh.pk not in leased.find_lost(Dispute.objects.all())


def test_verdict_without_result_is_refused_by_database() -> None:
    dispute = opened()
    with pytest.raises(IntegrityError), transaction.atomic():
        Dispute.objects.filter(pk=dispute.pk).update(status="done", verdict="legal")
