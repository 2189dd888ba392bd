"""Undo restores links of disputes and rulings to tables and rounds."""

from typing import TypeVar

import pytest

from epic_events.disputes.models import Dispute
from epic_events.judging.rulings.models import Ruling
from epic_events.pairings.repairs.services.undo import RollbackChoice, RollBackRound
from tests.epic_events.factories import make_dispute
from tests.epic_events.pairings.play import matches_of, published_round, running_event
from tests.epic_events.pairings.repairs.state import apply_repair, dump, undo_repair

Row = TypeVar("Row", Dispute, Ruling)
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("then", [RollbackChoice.DISCARD, RollbackChoice.PAIR_AGAIN, RollbackChoice.DRAFT])
def test_undo_restores_links_of_disputes_and_rulings(then):
    event, organiser = running_event(4)
    round_ = published_round(event, organiser)
    dispute = make_dispute("The trigger", event, match=matches_of(round_)[0])
    ruling = Ruling.objects.create(title="Triggers", question="Does it?", answer="It does.", event=event, round=round_)
    whole = dump(event)
    repair = apply_repair(organiser, event, RollBackRound(round_.pk, then.value))
    undo_repair(organiser, event, repair)
    assert dump(event) == whole
    assert (reload_row(dispute).match, reload_row(ruling).round) == (dispute.match, round_)


def test_undo_keeps_dispute_linked_to_another_table():
    event, organiser = running_event(6)
    round_ = published_round(event, organiser)
    dispute = make_dispute("The trigger", event, match=matches_of(round_)[0])
    repair = apply_repair(organiser, event, RollBackRound(round_.pk, RollbackChoice.DISCARD.value))
    assert reload_row(dispute).match is None
    other = running_event(4)
    elsewhere = matches_of(published_round(*other))[0]
    Dispute.objects.filter(pk=dispute.pk).update(match=elsewhere)
    undo_repair(organiser, event, repair)
    assert reload_row(dispute).match == elsewhere


def reload_row(row: Row) -> Row:
    row.refresh_from_db()
    return row
