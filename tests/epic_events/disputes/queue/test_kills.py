"""Workers killed during replays store each verdict exactly once.

``make test`` kills ten, ``make kills`` a hundred (``KILLS``); ``SEED`` chooses disputes and pauses.
"""

import json
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone

from epic_events.audit_log.models import Entry
from epic_events.disputes import services
from epic_events.disputes.models import Dispute, ReplayBoard, StoredVerdict
from epic_events.disputes.replays import verdicts
from epic_events.jobs import leased
from rules.judge.record import parse
from tests.epic_events.disputes.records import ILLEGAL, LEGAL, judge
from tests.live import Servers, kill_forked, worker_environment
from tests.waiting import wait_until

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]

KILLS = int(os.environ.get("KILLS", "10"))
SEED = int(os.environ.get("SEED", "17"))
AT_ONCE = 2
WORKER = (
    "celery --quiet -A epic_events worker --pool solo --queues replays --loglevel ERROR"
    " --without-gossip --without-mingle --without-heartbeat"
)
LONGEST = 0.15  # seconds into a replay after which its worker is killed; a record of these takes about as long


class Desk:
    """Judges that open disputes about small records, every third one again."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.opened: dict[int, str] = {}
        self.actor = judge()

    def open(self) -> None:
        """Open one more dispute."""
        if len(self.opened) % services.MAX_WAITING == 0:
            self.actor = judge()
        text = f"{self.chance.choice((LEGAL, ILLEGAL))}# {len(self.opened)}\n"
        if len(self.opened) % 3 == 2:
            text = self.chance.choice(sorted(self.opened.values()))
        self.opened[services.open_dispute(self.actor, title="Was it legal?", record=text).pk] = text


@pytest.fixture
def workers(transactional_db: None) -> Iterator[Servers]:
    del transactional_db
    forked = Servers(worker_environment(), "tests.forked_workers")
    yield forked
    forked.close()


def of(*statuses: str) -> list[Dispute]:
    return list(Dispute.objects.filter(status__in=statuses).order_by("pk"))


def as_if_time_had_passed() -> None:
    """Run the recovery task as if leases of killed workers had expired."""
    long_ago = timezone.now() - timedelta(hours=1)
    Dispute.objects.filter(status="running").update(heartbeat_at=long_ago)
    Dispute.objects.filter(status="queued").update(enqueued_at=long_ago, sent_at=long_ago)
    leased.recover(Dispute.objects.all())


def killed_in_the_middle(workers: Servers, chance: random.Random) -> int:
    """Kill workers during replays; return the number of running replays."""
    begun = [workers.start(WORKER.split()) for _ in range(AT_ONCE)]

    def begins() -> bool:
        under_way = of("running")
        first = bool(under_way) and all(each.attempts < Dispute.MAX_ATTEMPTS - 1 for each in under_way)
        return first or not of("running", "queued")

    wait_until(begins, "no worker begins", pause=0.005)
    time.sleep(chance.uniform(0, LONGEST))
    for process in begun:
        kill_forked(process)
    return len(of("running"))


def test_killed_workers_leave_each_verdict_exactly_once(workers: Servers) -> None:
    chance = random.Random(SEED)
    desk = Desk(chance)
    kills = 0
    while kills < KILLS:
        while len(of("queued", "running")) < 2 * AT_ONCE + 2:
            desk.open()
        as_if_time_had_passed()
        kills += killed_in_the_middle(workers, chance)

    begun = [workers.start(WORKER.split()) for _ in range(AT_ONCE)]
    as_if_time_had_passed()
    wait_until(lambda: not of("queued", "running"), lambda: of("queued", "running"))
    for process in begun:
        kill_forked(process)

    message = {text: verdicts.judge(parse(text, game="epic")) for text in set(desk.opened.values())}
    found = {each.pk: each for each in Dispute.objects.select_related("stored")}
    assert {key: each.verdict for key, each in found.items()} == {
        key: message[text].verdict for key, text in desk.opened.items()
    }
    output = Counter(Entry.objects.filter(verb="dispute.replayed").values_list("subject_id", flat=True))
    assert {int(key): times for key, times in output.items()} == dict.fromkeys(desk.opened, 1)
    stored = {each.record: each for each in StoredVerdict.objects.all()}
    assert set(stored) == {verdicts.hash_of("epic", text) for text in message}
    assert len(stored) == StoredVerdict.objects.count()
    for text, outcome in message.items():
        rows = ReplayBoard.objects.filter(verdict=stored[verdicts.hash_of("epic", text)]).order_by("step")
        steps = [(board.whole, board.public, board.staff) for board in outcome.boards]
        assert json.dumps(list(rows.values_list("whole", "public", "staff")), sort_keys=True) == json.dumps(
            steps, sort_keys=True
        )
    print(f"{kills} replays killed, {len(found)} disputes, {len(stored)} records")
