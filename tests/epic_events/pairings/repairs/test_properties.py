"""Any repair matches its preview and can be undone."""

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from epic_events.accounts.models import User
from epic_events.events.models import Event, Registration, Stage
from epic_events.events.services import drop
from epic_events.infra.errors import UserError
from epic_events.pairings import selectors, services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Repair, Round
from tests.epic_events.pairings.play import running_event
from tests.epic_events.pairings.repairs.random_repairs import any_repair
from tests.epic_events.pairings.repairs.state import (
    apply_repair,
    differs,
    dump,
    load_state,
    preview_repair,
    undo_repair,
)

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def played_event(draw: st.DataObject) -> tuple[Event, User]:
    """Return an event of a few players in its Swiss rounds or cut."""
    players = draw.draw(st.integers(4, 9), label="players")
    event, organiser = running_event(players, cut=draw.draw(st.sampled_from([0, 2, 4])), stage={"rounds": 3})
    for number in range(draw.draw(st.integers(1, 3), label="rounds")):
        round_ = services.publish_round(organiser, services.pair_round(organiser, event, seed=number))
        play(draw, organiser, round_, whole=True)
        if draw.draw(st.booleans(), label="somebody drops"):
            here = event.registrations.filter(status=Registration.Status.CHECKED_IN).order_by("pk")
            if here.count() > 4:
                drop(organiser, draw.draw(st.sampled_from(list(here)), label="who"))
    for _ in range(draw.draw(st.integers(0, 3), label="further")):
        try:
            last = selectors.load_event_plan(event).latest_round
            assert last is not None
            if last.status == Round.Status.DRAFT:
                play(draw, organiser, services.publish_round(organiser, last), whole=draw.draw(st.booleans()))
            elif last.number == 3 and last.stage.kind == Stage.Kind.SWISS and selectors.load_event_plan(event).cut:
                services.start_cut(organiser, event, seed=1)
            else:
                services.pair_round(organiser, event, seed=last.number + 7)
        except UserError:
            break
    event.refresh_from_db()
    return event, organiser


def play(draw: st.DataObject, organiser: User, round_: Round, *, whole: bool) -> None:
    for match in selectors.open_tables(round_):
        if whole or draw.draw(st.booleans()):
            services.enter_result(organiser, match, Score(*draw.draw(st.sampled_from([(1, 0), (0, 1)]))))


class Repairs(TestCase):
    """Test case that rolls back each Hypothesis example."""

    @settings(
        max_examples=10,
        deadline=None,
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(st.data())
    def test_repair_does_what_preview_shows_and_undo_restores_everything(self, data: st.DataObject) -> None:
        event, organiser = played_event(data)
        stack: list[tuple[Repair, dict[str, Any], Any]] = []
        for _ in range(4):
            if not Round.objects.filter(stage__event=event).exists():
                break
            kind, whole, before = any_repair(data, event), dump(event), load_state(event)
            assert kind is not None
            try:
                preview = preview_repair(organiser, event, kind)
            except UserError:
                assert dump(event) == whole  # refused: nothing happened
                continue
            assert dump(event) == whole  # shown: nothing happened
            stored = apply_repair(organiser, event, kind)
            assert differs(event, before) == preview.difference
            assert dump(event) != whole
            stack.append((stored, whole, before))
        for stored, whole, before in reversed(stack):
            undo_repair(organiser, event, stored)
            assert dump(event) == whole
            assert load_state(event) == before
