"""Decklists set aside with a reason: stored, logged, mentioned with the verdict."""

import pytest
from django.urls import reverse

from epic_events.audit_log.models import Entry
from epic_events.disputes import services
from epic_events.disputes.printout import build_verdict_printout
from epic_events.disputes.replays.page import build_dispute_context
from epic_events.documents.content import Paragraph
from epic_events.infra.errors import UserError
from tests.epic_events.disputes.records import LEGAL, judge
from tests.epic_events.disputes.test_pages import replayed, signed_in
from tests.epic_events.factories import make_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

CONTRADICTED = LEGAL.replace("\nPosition\n", "\nDeck Ben\n3 Kong\n\nPosition\n")
REASON = "the list is of another event"
SET_ASIDE = CONTRADICTED.replace("First: Anna\n", f"First: Anna\nWithout decklist Ben: {REASON}\n")
SENTENCE = f"decklist: {REASON}"


def test_record_with_contradicting_list_is_refused_without_a_reason() -> None:
    event = make_event()
    with pytest.raises(UserError, match="Palace Guard"):
        services.open_dispute(judge(event), title="Was it?", record=CONTRADICTED, event=event)


def test_decklist_set_aside_is_mentioned_everywhere_and_logged() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event, SET_ASIDE)
    assert dispute.verdict == "legal"
    logged = Entry.objects.about(dispute).get(verb="dispute.decklist_set_aside")
    assert (logged.reason, logged.data, logged.actor_id) == (REASON, {"record": dispute.record_id, "seat": 1}, actor.pk)
    desk = signed_in(actor)
    page = desk.get(dispute.get_absolute_url())
    assert f"Played without Ben's decklist: {REASON}" in page.content.decode()
    assert SENTENCE in desk.get(reverse("disputes:as_text", args=[dispute.slug])).content.decode()
    output = desk.get(f"/api/v1/disputes/{dispute.slug}/").json()["replay"]
    assert output["without_decklists"] == [{"player": "Ben", "reason": REASON}]
    paper = build_verdict_printout(dispute, build_dispute_context(page.wsgi_request, dispute), "x")
    assert [block.text for block in paper.blocks if isinstance(block, Paragraph) and SENTENCE in block.text]


def test_decklist_set_aside_is_logged_again_only_for_new_reason() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event, SET_ASIDE)
    services.change_record(actor, dispute, SET_ASIDE.replace("Ben health: 18", "Ben health: 17"))
    services.change_record(actor, dispute, SET_ASIDE.replace(REASON, "late"))
    entries = Entry.objects.about(dispute).filter(verb="dispute.decklist_set_aside")
    assert sorted(entry.reason for entry in entries) == ["late", REASON]
