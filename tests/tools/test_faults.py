"""The fault tool on a site without faults: every planted loss is detected."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import QuerySet
from django.test import Client

from epic_events.accounts.models import User
from epic_events.audit_log import append_only
from epic_events.audit_log.models import Entry
from epic_events.decks.models import DeckVersion
from epic_events.disputes.models import Evidence, RecordVersion
from epic_events.events.models import Registration
from epic_events.integrations.notices import collecting
from epic_events.integrations.notices import sending as mails
from epic_events.integrations.webhooks import sending as webhooks
from epic_events.integrations.webhooks.models import Webhook
from epic_events.judging.clock.models import ClockMove, TimeExtension
from epic_events.judging.models import Call, Penalty
from epic_events.pairings.models import ResultReport, Round, Seat
from tools.faults import comparison, event, stored
from tools.faults.comparison import Comparison
from tools.faults.event import KINDS, Cast
from tools.faults.loss import Loss
from tools.faults.receivers import Receivers
from tools.faults.served import Served, UnreadableError
from tools.faults.writers import Request, Response, Write, Writers, decode_response

pytestmark = pytest.mark.django_db
NEEDED = 11
"""Writes of a kind after which a planted loss has dropped one."""
LIFE = ("pair", "publish", "clock", "extension", "webhook")


def send(request: Request) -> Response:
    """Send a request of a client to the site in this process."""
    headers = {name: value for name, value in request.headers.items() if name not in ("Cookie", "Content-Type")}
    client = Client(headers=headers)
    client.cookies.load(request.headers.get("Cookie", ""))
    got = client.post(request.path, request.body, content_type=request.headers["Content-Type"])
    cookies = str([morsel.OutputString() for morsel in got.cookies.values()])
    return decode_response(request, got.status_code, cookies, got.content)


def fetch(path: str, headers: dict[str, str]) -> bytes:
    """Fetch a page of the site in this process."""
    client = Client(headers={name: value for name, value in headers.items() if name != "Cookie"})
    client.cookies.load(headers.get("Cookie", ""))
    got = client.get(path)
    if got.status_code != 200:
        raise UnreadableError(f"{path}: {got.status_code}")
    return got.getvalue()


def change(rows: QuerySet[Any], **values: Any) -> Callable[[Cast], None]:
    """Return a function that changes one row of the database behind the site's back."""

    def do(cast: Cast) -> None:
        set_values = ", ".join(f'"{name}" = %s' for name in values)
        key = rows.order_by("-pk").values_list("pk", flat=True)[0]
        with connection.cursor() as cursor:
            cursor.execute(
                f"UPDATE {rows.model._meta.db_table} SET {set_values} WHERE id = %s", [*values.values(), key]
            )

    return do


def _reports(cast: Cast, *, confirmed: bool) -> QuerySet[ResultReport]:
    """Return the reports that clients sent, of confirmations or of both players."""
    reports = ResultReport.objects.filter(kind="player").exclude(pk__in=cast.confirmations.values())
    matches = list(cast.confirmations)
    return reports.filter(match__in=matches) if confirmed else reports.exclude(match__in=matches)


def _change_entry(cast: Cast) -> None:
    """Change an audit entry, which the triggers of PostgreSQL prevent."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a trigger with pending events cannot be removed
        for statement in append_only.removing(connection.vendor):
            cursor.execute(statement)
    change(Entry.objects.filter(verb="clock.added"), data='{"minutes": 99}')(cast)


SCORE = '{"game_wins": [0, 0], "games_drawn": 1, "result_kind": "time"}'
CHANGES: dict[str, Callable[[Cast], None]] = {
    "result": lambda cast: change(_reports(cast, confirmed=False), values=SCORE)(cast),
    "entry": change(ResultReport.objects.filter(kind="staff"), values=SCORE),
    "confirm": lambda cast: change(_reports(cast, confirmed=True), values=SCORE)(cast),
    "registration": change(Registration.objects.filter(event__slug="the-entries"), status="dropped"),
    "list": change(DeckVersion.objects.all(), text="60 Lash"),
    "lock": change(User.objects.filter(name__startswith="Phone"), email="x@example.com"),
    "call": change(Call.objects.all(), match_id=1),
    "penalty": change(Penalty.objects.all(), infraction="late"),
    "dispute": change(RecordVersion.objects.filter(dispute__title__startswith="dispute"), text="Record: 1"),
    "photo": change(Evidence.objects.all(), photo=b"half"),
    "pair": change(Seat.objects.filter(round__stage__event__slug="side-0"), registration_id=1),
    "publish": change(Round.objects.filter(stage__event__slug="side-0"), published_at="2026-01-01 00:00:00"),
    "clock": change(ClockMove.objects.filter(kind="add"), seconds=60),
    "extension": change(TimeExtension.objects.all(), minutes=100),
    "webhook": _change_entry,
}


def _first(coming: Iterator[Write | None], needed: Counter[str]) -> Iterator[Write]:
    """Yield writes until there are enough of each kind."""
    for write in coming:
        assert write is not None
        yield write
        needed[write.kind] -= 1
        if max(needed.values()) <= 0:
            return


class Run:
    """A run of the fault tool without faults.

    Args:
        settings: settings of the test.
        kind: the kind of writes; all if empty.
        loss: the kind that is lost.
        per_kind: number of writes of the kind, or of each kind.
    """

    def __init__(self, settings: Any, kind: str, loss: str = "", per_kind: int = NEEDED) -> None:
        settings.PRIVATE_ADDRESSES = True
        self.loss = Loss(loss)
        self.receivers = Receivers(self.loss)
        self.receivers.start()
        host, _colon, port = self.receivers.mail_url.removeprefix("smtp://").partition(":")
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = host, int(port)
        self.cast = event.prepare(80, self.receivers)
        self.before = stored.count_entries()
        written = "life" if kind in LIFE else "lock" if kind == "mail" else kind
        counted = {"mail": ("lock",), "webhook": ("publish",), "": KINDS}.get(kind, (kind,))
        coming = event.writes(self.cast, set(), [written] if kind else event.ORDER)
        self.writers = Writers(
            send, _first(coming, Counter(dict.fromkeys(counted, per_kind))), rate=1e6, clients=1, loss=self.loss
        )
        self.writers.run_client()

    def compare_rows(self) -> Comparison:
        """Compare everything with the database and the receivers, but not with pages and the API."""
        writes, received = self.writers.writes, self.receivers.received
        every = [*writes, *comparison.expect_mails(writes), *comparison.expect_deliveries(self.cast, {})]
        rows = {**stored.load_rows(self.cast), "mail": received.mail_rows(), "webhook": received.delivery_rows()}
        return comparison.compare(every, {"the database": rows})

    def compare(self) -> Comparison:
        """Send mails and webhooks, and compare everything."""
        collecting.gather()
        mails.send_due()
        webhooks.gather()
        webhooks.send_due()
        self.receivers.stop()
        return comparison.compare_everything(
            self.cast, self.writers.writes, Served(self.cast, fetch), self.receivers.received, {}, self.before
        )


@pytest.mark.parametrize("kind", [*KINDS, "mail", "webhook"])
def test_planted_loss_of_each_kind_is_detected(settings: Any, kind: str) -> None:
    run = Run(settings, kind, loss=kind)
    found = run.compare()
    assert found.counts["", kind].problems["missing"] == run.loss.dropped > 0


def test_changed_and_doubled_rows_of_each_kind_are_detected(settings: Any, subtests: Any) -> None:
    run = Run(settings, "", per_kind=2)
    assert run.compare().messages == []
    for kind, change in CHANGES.items():
        with subtests.test(kind), transaction.atomic():
            change(run.cast)
            assert run.compare_rows().counts["", kind].problems["different"] > 0
            transaction.set_rollback(True)
    rows = stored.load_rows(run.cast)
    for kind in KINDS:
        with subtests.test(f"{kind} twice"):
            doubled = {**rows, kind: {key: found * 2 for key, found in rows[kind].items()}}
            counts = comparison.compare(run.writers.writes, {"the database": doubled}).counts["", kind]
            assert counts.problems["doubled"] == counts.acknowledged


def test_mail_that_arrives_again_with_its_id_is_one_mail(settings: Any) -> None:
    run = Run(settings, "mail")
    assert run.compare().messages == []
    sent = next(iter(run.receivers.received.mails.values()))
    sent.append(sent[0])
    assert (run.compare().messages, run.receivers.received.count_repeated()) == ([], 1)
    run.receivers.received.mails["another id"] = sent
    assert run.compare().counts["", "mail"].problems == {"doubled": 1}


def test_delivery_with_wrong_signature_is_an_error(settings: Any) -> None:
    run = Run(settings, "webhook")
    Webhook.objects.update(secret="00" * 24)
    messages = run.compare().messages
    assert any("webhook /side-0: " in message for message in messages)
