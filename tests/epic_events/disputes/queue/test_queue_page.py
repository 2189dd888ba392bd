"""Oversight of replays: queue page, retries, rejudging."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from epic_events.disputes import rejudging, services
from epic_events.disputes.models import Dispute, StoredVerdict
from epic_events.disputes.queue import Urgency
from epic_events.disputes.rejudging import replay_failed_again
from epic_events.disputes.replays import worker
from epic_events.infra.errors import NotAllowedError
from tests.epic_events.disputes.records import ILLEGAL, LEGAL, judge, store_verdict_of
from tests.epic_events.factories import make_event, make_user

pytestmark = pytest.mark.django_db

QUEUE = "/disputes/queue/"


def opened(record: str = LEGAL, title: str = "Was it legal?", **where: object) -> Dispute:
    actor = judge(where.get("event"))  # type: ignore[arg-type]
    return services.open_dispute(actor, title=title, record=record, **where)  # type: ignore[arg-type]


def make_outdated_dispute(record: str = LEGAL, title: str = "Was it legal?", **alternative: object) -> Dispute:
    """Return a dispute with a verdict of an older engine only."""
    dispute = opened(record, title)
    worker.run(dispute.pk)
    dispute.refresh_from_db()
    now = dispute.stored
    assert now is not None
    dispute.stored = store_verdict_of(now, "an older engine", **{"release": "older", **alternative})
    dispute.verdict = dispute.stored.verdict
    dispute.save()
    now.boards.all().delete()
    StoredVerdict.objects.filter(pk=now.pk)._raw_delete("default")
    return dispute


def administrator_client() -> Client:
    client = Client()
    client.force_login(make_user(is_superuser=True))
    return client


def test_replay_queue_page_lists_waiting_and_failed_and_requeues() -> None:
    waiting, failed = opened(title="Waiting one"), opened(ILLEGAL, title="Failed one")
    running = opened(title="Running one")
    worker.claim(running.pk)
    Dispute.objects.filter(pk=failed.pk).update(status="failed", failure="So it went.")
    client = administrator_client()
    page = client.get(QUEUE).content.decode()
    assert [page.index(words) > 0 for words in ("Waiting one", "Running one", "So it went.")] == [True] * 3
    assert page.index("Running one") < page.index("Waiting one")
    done = client.post(reverse("disputes:failed_again"), follow=True)
    assert "1 replay is queued again" in done.content.decode()
    failed.refresh_from_db()
    waiting.refresh_from_db()
    assert (failed.status, failed.priority, waiting.priority) == ("queued", Urgency.BACKGROUND, Urgency.NO_EVENT)
    assert "No replay has failed" in client.get(QUEUE).content.decode()


def test_replay_queue_site_judge_sees_no_dispute_of_others() -> None:
    own = judge()
    theirs = opened(event=make_event(), title="Theirs")
    failed = opened(event=make_event(), title="Theirs that failed")
    Dispute.objects.filter(pk=failed.pk).update(status="failed", failure="So it went.")
    client = Client()
    client.force_login(own)
    page = client.get(QUEUE).content.decode()
    assert "Theirs" not in page
    assert "1 more replay belongs to another event" in page
    assert replay_failed_again(own) == 0
    assert not worker.run(failed.pk)
    assert worker.run(theirs.pk)
    for no_one in (make_user(), judge(make_event())):
        with pytest.raises(NotAllowedError):
            replay_failed_again(no_one)
        with pytest.raises(NotAllowedError):
            rejudging.rejudge_outdated(no_one)


def test_rejudge_outdated_verdicts_stores_new_and_keeps_old() -> None:
    same = make_outdated_dispute(title="The same")
    other = make_outdated_dispute(ILLEGAL, "Another", verdict="undetermined", digest="x")
    current = opened(f"{LEGAL}# of now\n")
    worker.run(current.pk)
    assert set(rejudging.outdated()) == set(rejudging.list_not_rejudged()) == {same, other}
    assert [rejudging.rejudge_dispute(each.pk) for each in (same, other, current)] == [True, True, False]
    assert (rejudging.list_not_rejudged().count(), list(rejudging.list_changed_verdicts())) == (0, [other])
    other.refresh_from_db()
    assert (other.verdict, other.stored and other.stored.verdict) == ("undetermined", "undetermined")
    assert StoredVerdict.objects.count() == 5
    page = administrator_client().get(QUEUE).content.decode()
    assert "<del>Undetermined</del> <ins>Illegal</ins>" in page
    assert "The same" not in page


def test_rejudge_command_rejudges_and_lists_differences() -> None:
    other = make_outdated_dispute(ILLEGAL, verdict="undetermined", digest="x")
    out = StringIO()
    call_command("replay_verdicts", stdout=out)
    assert out.getvalue().splitlines() == [
        "1 records were judged again",
        f"{other.slug} verdict: Undetermined -> Illegal",
        "1 disputes differ, 0 are not judged again yet",
    ]


def test_rejudge_record_refused_by_engine_is_reported_as_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    from epic_events.disputes import records

    dispute = make_outdated_dispute()
    with monkeypatch.context() as small:
        small.setattr(records, "MAX_OBJECTS", 1)
        assert rejudging.rejudge_dispute(dispute.pk)
    [(found, differences)] = rejudging.with_differences(rejudging.list_changed_verdicts().select_related("stored"))
    assert found == dispute
    assert {each.field for each in differences} >= {"verdict", "failure"}
