"""Decisions of disputes move to the floor and back: every wording, who wrote it, when, and how it stands."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE, AFTER = "0008_verdicts_once", "0011_decided_on_the_floor"
DAY = datetime(2026, 5, 1, 12, tzinfo=UTC)


def migrated(name: str) -> Any:
    """Bring the disputes to a migration; return the models as they are there."""
    executor = MigrationExecutor(connection)
    executor.migrate([("disputes", name)])
    loader = MigrationExecutor(connection).loader
    others = [node for node in loader.graph.leaf_nodes() if node[0] != "disputes"]
    return loader.project_state([*others, ("disputes", name)]).apps


@pytest.fixture
def old(request: pytest.FixtureRequest) -> Any:
    if request.config.getoption("nomigrations"):
        pytest.skip("the tables of this run were not made by migrations: run it with --migrations")
    yield migrated(BEFORE)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())  # and what came after


def filled(apps: Any) -> dict[str, Any]:
    """Disputes of every kind that there was, by title."""
    user = apps.get_model("accounts", "User").objects.create(email="judge@example.com", name="Judge")
    gone = user.pk + 1000
    event = apps.get_model("events", "Event").objects.create(slug="old", name="Old", starts_at=DAY)
    apps.get_model("events", "StaffRole").objects.create(event=event, user=user, role="head_judge")
    dispute, version = apps.get_model("disputes", "Dispute"), apps.get_model("disputes", "DecisionVersion")

    def made(title: str, *texts: str, by: int = user.pk, **fields: Any) -> Any:
        one = dispute.objects.create(title=title, opened_at=DAY, **fields)
        for number, text in enumerate(texts, start=1):
            version.objects.create(dispute=one, number=number, text=text, by_id=by, at=DAY)
        if texts:
            kept = None if by == gone else by
            dispute.objects.filter(pk=one.pk).update(decision=texts[-1], decided_by=kept, decided_at=DAY)
        return one

    told = {
        "open": made("open", event=event),
        "draft": made("draft", "One.", "Two.", event=event),
        "published": made("published", "So it is.", event=event),
        "of a person who left": made("of a person who left", "So it was.", by=gone, event=event),
        "at no event": made("at no event", "Alone."),
        "without versions": made("without versions"),
    }
    shown = dispute.objects.filter(title__in=("published", "of a person who left", "at no event"))
    shown.update(published_at=DAY)
    dispute.objects.filter(title="without versions").update(decision="Past the services.", decided_at=DAY)
    return told


def test_forward_and_back_nothing_is_lost(old: Any) -> None:
    before = filled(old)
    versions = sorted(
        old.get_model("disputes", "DecisionVersion").objects.values_list("dispute__title", "number", "text", "by")
    )
    now = migrated(AFTER)
    disputes = now.get_model("disputes", "Dispute").objects.select_related("matter")
    assert {one.title: (one.matter.status, one.matter.fixed, one.matter.event_id) for one in disputes.all()} == {
        "open": ("draft", False, before["open"].event_id),
        "draft": ("draft", False, before["open"].event_id),
        "published": ("final", True, before["open"].event_id),
        "of a person who left": ("stands", True, before["open"].event_id),
        "at no event": ("stands", True, None),
        "without versions": ("draft", False, None),
    }
    decisions = now.get_model("floor", "Decision").objects
    kept = sorted(decisions.values_list("matter__dispute__title", "number", "text", "by"))
    assert kept == sorted([*versions, ("without versions", 1, "Past the services.", None)], key=lambda row: row[:2])
    draft = disputes.get(title="draft")
    decisions.create(matter=draft.matter, number=3, text="Three.", remedy="Back.", citations=["4.4.6"], at=DAY)

    back = migrated(BEFORE)
    rows = sorted(back.get_model("disputes", "DecisionVersion").objects.values_list("dispute__title", "number", "text"))
    told = [(title, number, text) for title, number, text, _ in kept]
    assert rows == sorted([*told, ("draft", 3, "Three.\n\nBack.\n\n4.4.6")])
    texts = dict(back.get_model("disputes", "Dispute").objects.values_list("title", "decision"))
    assert texts["draft"] == "Three.\n\nBack.\n\n4.4.6"
    assert (texts["published"], texts["open"]) == ("So it is.", "")
    assert not back.get_model("floor", "Matter").objects.exists()
