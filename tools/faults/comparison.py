"""Compare writes with what is stored, served and received."""

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from epic_events.audit_log.models import Entry
from epic_events.disputes.models import Dispute
from epic_events.integrations.notices.models import Notice
from epic_events.integrations.webhooks.models import Delivery
from epic_events.jobs.models import OutboxStatus
from epic_events.pairings.models import Match
from tools.faults.event import Cast
from tools.faults.receivers import Received
from tools.faults.served import Served
from tools.faults.stored import Key, Rows, count_entries, expected_deliveries, load_rows
from tools.faults.writers import Request, Write

PROBLEMS = ("different", "missing", "doubled")
NO_REQUEST = Request("", {}, b"")


@dataclass
class Counts:
    """Writes of one kind during one fault.

    Attributes:
        acknowledged: number of accepted ones.
        found: number of accepted ones that everything agrees on.
        problems: number of those that are different, missing or doubled anywhere.
    """

    acknowledged: int = 0
    found: int = 0
    problems: Counter[str] = field(default_factory=Counter)


@dataclass
class Comparison:
    """The comparison of all writes.

    Attributes:
        counts: by fault and kind.
        messages: one line for each problem.
    """

    counts: dict[tuple[str, str], Counts] = field(default_factory=dict)
    messages: list[str] = field(default_factory=list)

    def add(self, write: Write, problems: Mapping[str, str]) -> None:
        """Count a write with its problems: messages by kind of problem."""
        counts = self.counts.setdefault((write.fault, write.kind), Counts())
        counts.acknowledged += write.accepted is not None
        counts.found += write.accepted is not None and not problems
        counts.problems.update(problems.keys())
        self.messages += [f"{write.kind} {write.key} is {name} {where}" for name, where in problems.items()]


def find_problems(write: Write, source: str, rows: Rows) -> dict[str, str]:
    """Return the problems of a write in one source: messages by kind of problem.

    A write that was not accepted may be missing, but must not be incomplete.
    """
    found = rows.get(write.key, [])
    if not found:
        return {"missing": f"in {source}"} if write.accepted is not None else {}
    problems = {}
    if len(found) > 1:
        problems["doubled"] = f"in {source}"
    for name, value in found[0].items():
        if name in write.fields and write.fields[name] != value:
            problems["different"] = f"in {source}: {name} is {str(value)[:80]!r}, not {str(write.fields[name])[:80]!r}"
    return problems


def compare_everything(
    cast: Cast,
    writes: Collection[Write],
    site: Served,
    received: Received,
    marks: Mapping[str, int],
    before: Mapping[str, int],
) -> Comparison:
    """Compare writes with database, API, pages and what arrived.

    Args:
        cast: the users who wrote.
        writes: all writes.
        site: reads API and pages.
        received: mails and deliveries.
        marks: last key of the audit log when each fault began.
        before: number of audit entries of each kind before the first write.
    """
    every = [*writes, *expect_mails(writes), *expect_deliveries(cast, marks)]
    rows = load_rows(cast)
    arrived = {"mail": received.mail_rows(), "webhook": received.delivery_rows()}
    sources = {"the database": rows, "the API": site.load_rows(every), "what arrived": arrived}
    found = compare(every, sources, site.missing_words)
    found.messages += site.errors + received.errors + audit_log_differences(rows, before)
    found.messages += unfinished_matches(writes) + unsent_messages()
    return found


def compare(
    writes: Iterable[Write],
    sources: Mapping[str, Mapping[str, Rows]],
    missing_words: Callable[[Write], str] = lambda _write: "",
) -> Comparison:
    """Compare writes with all sources.

    Args:
        writes: all writes of clients, and expected mails and deliveries.
        sources: the rows of each kind by the name of the source.
        missing_words: returns the page that does not show a write.
    """
    result, every = Comparison(), list(writes)
    for write in every:
        problems: dict[str, str] = {}
        for source, rows in sources.items():
            if write.kind in rows:
                problems = {**find_problems(write, source, rows[write.kind]), **problems}
        if write.accepted is not None and "missing" not in problems and (page := missing_words(write)):
            problems.setdefault("different", f"on page {page}")
        result.add(write, problems)
    sent = {(write.kind, write.key) for write in every}
    for source, rows in sources.items():
        for kind, keys in rows.items():
            unknown = [key for key in keys if (kind, key) not in sent]
            if source == "the database" or kind in ("mail", "webhook"):
                result.messages += [f"{kind} {key} in {source} was never sent" for key in unknown]
    return result


def expect_mails(writes: Iterable[Write]) -> list[Write]:
    """Return the mails that follow from locked decklists, as writes."""
    return [
        Write(
            "mail", write.key, NO_REQUEST, {name: write.fields[name] for name in ("to", "locked")}, fault=write.fault,
            accepted=write.accepted,
        )
        for write in writes
        if write.kind == "lock"
    ]  # fmt: skip


def expect_deliveries(cast: Cast, marks: Mapping[str, int]) -> list[Write]:
    """Return the deliveries of webhooks that follow from the audit log, as writes.

    Args:
        cast: the side events.
        marks: last key of the audit log when each fault began.
    """

    def fault_at(key: Key) -> str:
        number = int(str(key[0]).rpartition(" ")[2])
        return next((name for name, last in reversed(list(marks.items())) if last < number), "")

    return [
        Write("webhook", key, NO_REQUEST, body, fault=fault_at(key), accepted=0.0)
        for key, (body,) in expected_deliveries(cast).items()
    ]


def audit_log_differences(rows: Mapping[str, Rows], before: Mapping[str, int]) -> list[str]:
    """Return a message for each kind with more or fewer new audit entries than rows.

    Args:
        rows: stored rows.
        before: number of audit entries before the first write.
    """
    wrong = []
    for kind, entries in count_entries().items():
        lines, number = entries - before[kind], sum(map(len, rows[kind].values()))
        if lines != number:
            wrong.append(f"{kind}: {number} rows and {lines} audit entries")
    return wrong


def unfinished_matches(writes: Iterable[Write]) -> list[str]:
    """Return a message for each match that both players reported and is not final."""
    reports = Counter(write.key[0] for write in writes if write.kind == "result" and write.accepted is not None)
    both = [int(str(match)) for match, number in reports.items() if number == 2]
    rows = Match.objects.filter(pk__in=both).exclude(status=Match.Status.CONFIRMED)
    return [f"match {match} is {status}, not final" for match, status in rows.values_list("pk", "status")]


def disputes_without_one_verdict() -> list[str]:
    """Return a message for each dispute that does not have exactly one verdict."""
    lines = Counter(Entry.objects.filter(verb="dispute.replayed").values_list("subject_id", flat=True))
    rows = Dispute.objects.values_list("pk", "title", "status", "verdict", "attempts").order_by("pk")
    return [
        f"{title}: {status} {verdict or 'without a verdict'}, {lines[key]} audit entries, {tries} tries"
        for key, title, status, verdict, tries in rows
        if (status, verdict, lines[key]) != (Dispute.Status.DONE, Dispute.Verdict.LEGAL, 1)
    ]


def wait_for_background_work(
    cast: Cast, writes: Collection[Write], seconds: float, report: Callable[[str], None]
) -> float:
    """Wait for verdicts, mails and deliveries.

    Return the seconds, at most ``seconds``.
    """
    begun, before = time.monotonic(), ""
    while (left := _describe_unfinished(cast, writes)) and time.monotonic() - begun < seconds:
        if left != before:
            report(left)
        before = left
        time.sleep(2)
    return time.monotonic() - begun


def _describe_unfinished(cast: Cast, writes: Collection[Write]) -> str:
    """Return what is not finished yet; empty if nothing is."""
    disputes = Dispute.objects.filter(status__in=(Dispute.Status.QUEUED, Dispute.Status.RUNNING)).count()
    waiting = Notice.objects.filter(status=OutboxStatus.WAITING).count()
    noticed = Notice.objects.count()
    mails = waiting + max(0, sum(w.kind == "lock" and w.accepted is not None for w in writes) - noticed)
    sent = Delivery.objects.exclude(status=OutboxStatus.WAITING).count()
    deliveries = max(0, len(expected_deliveries(cast)) - sent)
    numbers = {"disputes": disputes, "mails": mails, "deliveries": deliveries}
    return ", ".join(f"{number} {name} wait" for name, number in numbers.items() if number)


def unsent_messages() -> list[str]:
    """Return a line for each mail and delivery that the site has not sent."""
    unsent = []
    for model in (Notice, Delivery):
        rows = model._default_manager.exclude(status=OutboxStatus.SENT).values_list("pk", "status", "tries", "answer")
        unsent += [f"{model.__name__} {key}: {status}, {tries} tries, {answer}" for key, status, tries, answer in rows]
    return unsent


def count_restarted_replays() -> int:
    """Return the number of disputes whose replay was started more than once."""
    return Dispute.objects.filter(attempts__gt=1).count()
