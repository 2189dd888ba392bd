"""Oversized, endless and malformed records between ordinary ones, on real workers.

The pages would refuse these records; the worker must handle them as the last line of defence. Each fails once with a
message, and every other record gets its usual verdict.
"""

from collections.abc import Iterator

import pytest
from django.db import transaction

from epic_events.accounts.models import User
from epic_events.audit_log.models import Entry
from epic_events.disputes import services
from epic_events.disputes.models import Dispute, StoredVerdict
from epic_events.disputes.tasks import replay
from tests.epic_events.disputes.records import HEAD, ILLEGAL, LEGAL, full_table, judge
from tests.live import Servers, kill_forked, worker_environment
from tests.waiting import wait_until

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]

WORKER = (
    "celery --quiet -A tests.epic_events.disputes.queue.limited_worker worker --concurrency 2 --queues replays"
    " --loglevel ERROR --without-gossip --without-mingle --without-heartbeat"
)
HEAVY = full_table(tokens=990, turns=2000)
"""Two thousand turns with two thousand tokens on the table: seconds, and a hundred megabytes."""
ENDLESS = full_table(tokens=990, turns=13_000)
"""As many turns as a record has room for: a minute or more."""
HOSTILE = {
    "enormous": ("x" * 3_000_000, "too large for a record: 3,000,000 characters"),
    "one line": (f"{HEAD}\nPlays\nAnna: attack with {'Kong, ' * 10_000}\n", "the line is too long"),
    "no text": ("\x00\x01\x02" * 1000, "control characters are not allowed"),
    "no record": ("{}" * 500, "line 1: "),
    "nobody": (LEGAL.replace("1. Anna:", "1. Zoe:"), "Zoe"),
    "huge deck": (f"{HEAD}Anna deck: 99999999\n\nPlays\n1. Anna: pass\n", "more than 500 cards"),
    "no such rules": (LEGAL.replace("RB-2017", "RB-1517"), "RB-1517"),
    "half": (LEGAL[: len(LEGAL) // 2], "line "),
}


def queued(actor: User, text: str) -> Dispute:
    """Return a queued dispute whose record was not checked."""
    dispute = services.open_dispute(actor, title="T", record=LEGAL)
    with transaction.atomic():
        held = Dispute.objects.select_for_update().get(pk=dispute.pk)
        services._add_record(held, services.ValidatedRecord(text, "epic", "RB-2017"), actor)
    return dispute


@pytest.fixture
def limited(
    request: pytest.FixtureRequest, transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Servers]:
    """Run workers with less time or memory, for a record that exceeds them soon."""
    del transactional_db
    monkeypatch.setattr(replay, "soft_time_limit", int(request.param["SECONDS"]))  # who asks sends them along
    monkeypatch.setattr(replay, "time_limit", 2 * int(request.param["SECONDS"]))
    monkeypatch.setattr(replay, "_exec_options", None)
    forked = Servers(worker_environment(**request.param), "tests.forked_workers")
    yield forked
    forked.close()


@pytest.mark.parametrize(
    ("limited", "heavy", "words"),
    [
        pytest.param(
            {"SECONDS": "8", "REPLAY_MEMORY": "8000"},
            ENDLESS,
            "The replay took too long and was stopped. Shorten the record and try again.",
            marks=pytest.mark.sweep,
        ),
        (
            {"REPLAY_MEMORY": "64", "SECONDS": "600"},
            HEAVY,
            "The replay needs more than 64 MB of memory and was stopped.",
        ),
    ],
    indirect=["limited"],
)
def test_worker_hostile_records_fail_with_message_and_others_get_verdicts(
    limited: Servers, heavy: str, words: str
) -> None:
    expected: dict[int, tuple[str, str, str]] = {}
    for number, (text, message) in enumerate([(heavy, words), *HOSTILE.values(), (f"{heavy}# again\n", words)]):
        actor = judge()
        for record, verdict in ((LEGAL, "legal"), (ILLEGAL, "illegal")):
            neighbour = services.open_dispute(actor, title="T", record=f"{record}# {number}\n")
            expected[neighbour.pk] = ("done", verdict, "")
        expected[queued(actor, text).pk] = ("failed", "", message)

    process = limited.start(WORKER.split())
    try:
        waiting = Dispute.objects.filter(status__in=("queued", "running"))
        wait_until(lambda: not waiting.exists(), lambda: list(waiting.values_list("pk", "status", "attempts")))
    finally:
        kill_forked(process)

    found = {each.pk: each for each in Dispute.objects.all()}
    output = {
        key: (each.status, each.verdict, message if message in each.failure else each.failure)
        for (key, (_status, _verdict, message)) in expected.items()
        for each in (found[key],)
    }
    assert output == expected
    assert {each.attempts for each in found.values()} == {1}
    ends = Entry.objects.filter(verb__in=("dispute.replayed", "dispute.replay_failed"))
    assert sorted(int(key) for key in ends.values_list("subject_id", flat=True)) == sorted(expected)
    assert StoredVerdict.objects.exclude(verdict="").count() == sum(end[0] == "done" for end in expected.values())
