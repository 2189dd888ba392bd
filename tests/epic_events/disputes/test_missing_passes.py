"""Missing passes are offered and inserted with one tap."""

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.disputes.replays import worker
from tests.epic_events.disputes.editor.test_page import tap
from tests.epic_events.disputes.records import HEAD, ILLEGAL, judge
from tests.epic_events.disputes.test_pages import published, replayed, signed_in
from tests.epic_events.factories import make_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

TOO_EARLY = f"{HEAD}Ben champion: Triceratops\n\nPlays\n1. Ben: attack with Triceratops  # Ben says\n"
"""Ben attacks before Anna has ended her turn."""


def test_editor_inserts_missing_passes_with_one_tap() -> None:
    desk = signed_in(judge())
    part = tap(desk, TOO_EARLY, "take")
    assert 'value="passes"' in part
    assert "is illegal only because passes are missing before it" in part
    inserted = tap(desk, TOO_EARLY, "passes")
    assert "Ben: attack with Triceratops  # Ben says" in inserted
    assert 'value="passes"' not in inserted
    assert inserted.count("badge is-bad") == 0


def test_editor_offers_no_passes_where_they_do_not_help() -> None:
    assert 'value="passes"' not in tap(signed_in(judge()), ILLEGAL, "take")
    assert tap(signed_in(judge()), ILLEGAL, "passes").count("badge is-bad") == 1


def test_verdict_inserts_missing_passes_with_one_tap() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event, TOO_EARLY)
    assert dispute.verdict == "illegal"
    desk = signed_in(actor)
    page = desk.get(dispute.get_absolute_url())
    assert "Insert the passes and replay" in page.content.decode()
    assert "passes are missing" in desk.get(reverse("disputes:record_text", args=[dispute.slug])).content.decode()
    offered = page.context["opinion"]["missing_passes"]["record"]
    assert desk.post(reverse("disputes:record", args=[dispute.slug]), {"record": offered}).status_code == 302
    worker.run(dispute.pk)
    dispute.refresh_from_db()
    assert dispute.verdict == "legal"


def test_public_page_does_not_offer_missing_passes() -> None:
    event = make_event()
    dispute = published(judge(event), event, record=TOO_EARLY)
    assert "Insert the passes" not in Client().get(dispute.get_absolute_url()).content.decode()
