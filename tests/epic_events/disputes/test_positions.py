"""A record without plays is a position and never called legal."""

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.disputes.models import Dispute
from epic_events.disputes.printout import build_verdict_printout
from epic_events.disputes.replays.page import build_dispute_context
from epic_events.documents.content import Banner
from epic_events.integrations.exports import event_tables
from rules.games import GAMES, require_engine
from rules.judge.record import parse
from rules.judge.replay.replayer import replay
from rules.judge.replay.verdict import Verdict
from tests.epic_events.disputes.records import HEAD, LEGAL, POSITION, judge
from tests.epic_events.disputes.test_pages import published, replayed, signed_in
from tests.epic_events.factories import make_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
SENTENCE = "Position only: no plays to judge."


def test_replay_without_plays_is_position() -> None:
    assert replay(require_engine(GAMES["epic"]), parse(POSITION)).is_position
    assert not replay(require_engine(GAMES["epic"]), parse(LEGAL)).is_position


def test_replay_illegal_at_first_play_is_no_position() -> None:
    played = replay(require_engine(GAMES["epic"]), parse(f"{HEAD}\nPlays\nBen: attack with Kong\n"))
    assert (played.verdict, played.is_position) == (Verdict.ILLEGAL, False)


def test_replay_with_chance_events_only_is_position() -> None:
    begun = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n\nPlays\n"
    assert replay(require_engine(GAMES["epic"]), parse(f"{begun}chance: Anna draws Kong\n")).is_position


def test_dispute_without_plays_is_shown_as_position_everywhere() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event, POSITION)
    assert dispute.verdict == Dispute.Verdict.POSITION
    assert dispute.stored is not None
    assert dispute.stored.verdict == "position"
    desk = signed_in(actor)
    page = desk.get(dispute.get_absolute_url())
    shown = page.content.decode()
    assert SENTENCE in shown
    assert 'class="verdict is-neutral"' in shown
    assert "decisions, all legal" not in shown
    listed = desk.get(reverse("disputes:of_event", args=[event.slug])).content.decode()
    assert '<span class="badge ">Position only</span>' in listed
    assert f"Position only: {SENTENCE}" in desk.get(reverse("disputes:as_text", args=[dispute.slug])).content.decode()
    output = desk.get(f"/api/v1/disputes/{dispute.slug}/").json()
    assert (output["verdict"], output["replay"]["sentence"], output["replay"]["rule"]) == ("position", SENTENCE, None)
    paper = build_verdict_printout(dispute, build_dispute_context(page.wsgi_request, dispute), "x")
    assert paper.blocks[0] == Banner("Position only", SENTENCE, "")
    assert [row["verdict"] for row in event_tables.disputes(event, actor).rows] == ["position"]


def test_position_stored_as_legal_is_shown_as_position() -> None:
    """Results stored by an older version say that nothing was illegal."""
    event = make_event()
    dispute = published(judge(event), event, record=POSITION)
    assert dispute.stored is not None
    Dispute.objects.filter(pk=dispute.pk).update(verdict="position")
    shown = Client().get(dispute.get_absolute_url()).content.decode()
    assert SENTENCE in shown
