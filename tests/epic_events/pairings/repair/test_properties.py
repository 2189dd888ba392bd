"""Whatever is repaired at whatever small event: what is shown happens, and undo brings all of it back."""

from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from epic_events.accounts.models import User
from epic_events.errors import UserError
from epic_events.events.models import Event, Registration, Stage
from epic_events.events.services import drop
from epic_events.pairings import reads, services
from epic_events.pairings.models import Match, Repair, Round
from epic_events.pairings.scores import Score
from epic_events.pairings.services.repair.early import TakeBackRound, Then
from epic_events.pairings.services.repair.entries import BringBack, HasLeft, Missed
from epic_events.pairings.services.repair.kinds import Kind
from epic_events.pairings.services.repair.results import CorrectResult
from epic_events.pairings.services.repair.seats import ExchangePlayers, FixTable, PairByHand
from epic_events.pairings.services.repair.tables import players_at
from tests.epic_events.pairings.play import running_event
from tests.epic_events.pairings.repair.whole import differs, done, dump, seen, shown, undone

pytestmark = pytest.mark.django_db


def played_event(draw: st.DataObject) -> tuple[Event, User]:
    """An event of a few players somewhere in its Swiss rounds or its cut."""
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
            last = reads.latest_round(event)
            assert last is not None
            if last.status == Round.Status.DRAFT:
                play(draw, organiser, services.publish_round(organiser, last), whole=draw.draw(st.booleans()))
            elif last.number == 3 and last.stage.kind == Stage.Kind.SWISS and reads.cut_stage(event):
                services.start_cut(organiser, event, seed=1)
            else:
                services.pair_round(organiser, event, seed=last.number + 7)
        except UserError:
            break
    event.refresh_from_db()
    return event, organiser


def play(draw: st.DataObject, organiser: User, round_: Round, *, whole: bool) -> None:
    for match in reads.open_tables(round_):
        if whole or draw.draw(st.booleans()):
            services.enter_result(organiser, match, Score(*draw.draw(st.sampled_from([(1, 0), (0, 1)]))))


def any_repair(draw: st.DataObject, event: Event) -> Kind:
    """A repair that is likely to fit: most are possible, some are refused; what has nothing to fit is left out."""
    rounds = list(Round.objects.filter(stage__event=event).order_by("stage__order", "number"))
    last, entries = rounds[-1], event.registrations.order_by("pk")
    settled = list(
        Match.objects.filter(round__in=rounds, table__isnull=False).exclude(round__status="draft").order_by("pk")
    )
    swiss = [each for each in rounds if each.stage.kind == Stage.Kind.SWISS and each.matches.count() > 1]
    seats, tables = list(last.seats.order_by("pk")), list(last.matches.filter(table__isnull=False).order_by("pk"))
    here = list(entries.filter(status=Registration.Status.CHECKED_IN))
    gone = list(entries.filter(status=Registration.Status.DROPPED))
    kinds: dict[str, Any] = {
        "result": settled and partial(correction, draw, settled),
        "exchange": swiss and partial(exchange, draw, swiss),
        "by hand": len(seats) > 1 and partial(by_hand, draw, last, [seat.registration_id for seat in seats]),
        "table": tables and partial(other_table, draw, tables),
        "take back": lambda: TakeBackRound(last.pk, then=draw.draw(st.sampled_from(list(Then))).value),
        "left": here and partial(left, draw, here),
        "back": gone and partial(back, draw, gone),
        "back again": gone and partial(back, draw, gone),
    }
    kind: Kind = kinds[draw.draw(st.sampled_from(sorted(name for name, made in kinds.items() if made)))]()
    return kind


def choice_of_draft(draw: st.DataObject) -> str:
    return draw.draw(st.sampled_from(["keep", "discard", "again"]))


def correction(draw: st.DataObject, settled: list[Match]) -> Kind:
    match = draw.draw(st.sampled_from(settled))
    first = match.seats.get(place=1).outcome
    won = draw.draw(st.sampled_from([Score(0, 1) if first == "win" else Score(1, 0), Score(0, 0, 1)]))
    return CorrectResult(match.pk, won.first, won.second, won.drawn, draft=choice_of_draft(draw))


def exchange(draw: st.DataObject, rounds: list[Round]) -> Kind:
    round_ = draw.draw(st.sampled_from(rounds))
    first, second = draw.draw(st.permutations(list(round_.matches.order_by("pk"))))[:2]
    entries = [draw.draw(st.sampled_from(players_at(match))) for match in (first, second)]
    played = ((1, 0, 0, "played"), (0, 1, 0, "played"))
    scores: Any = played if round_.status == "finished" else draw.draw(st.sampled_from([(None, None), played]))
    return ExchangePlayers(round_.pk, entries[0], entries[1], scores[0], scores[1], draft=choice_of_draft(draw))


def by_hand(draw: st.DataObject, round_: Round, players: list[int]) -> Kind:
    first, second = draw.draw(st.permutations(players))[:2]
    return PairByHand(round_.pk, first, draw.draw(st.sampled_from([None, second, second])))


def other_table(draw: st.DataObject, tables: list[Match]) -> Kind:
    match = draw.draw(st.sampled_from(tables))
    return FixTable(match.pk, draw.draw(st.integers(1, 6)))


def left(draw: st.DataObject, here: list[Registration]) -> Kind:
    entry = draw.draw(st.sampled_from(here))
    return HasLeft(entry.pk, award=draw.draw(st.booleans()), draft=choice_of_draft(draw))


def back(draw: st.DataObject, gone: list[Registration]) -> Kind:
    entry = draw.draw(st.sampled_from(gone))
    return BringBack(entry.pk, missed=draw.draw(st.sampled_from(list(Missed))).value, draft=choice_of_draft(draw))


class Repairs(TestCase):
    """Hypothesis rolls each example back."""

    @settings(
        max_examples=10,
        deadline=None,
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(st.data())
    def test_what_is_shown_happens_and_undo_brings_everything_back(self, data: st.DataObject) -> None:
        event, organiser = played_event(data)
        stack: list[tuple[Repair, dict[str, Any], Any]] = []
        for _ in range(4):
            if not Round.objects.filter(stage__event=event).exists():
                break
            kind, whole, before = any_repair(data, event), dump(event), seen(event)
            try:
                preview = shown(organiser, event, kind)
            except UserError:
                assert dump(event) == whole  # refused: nothing happened
                continue
            assert dump(event) == whole  # shown: nothing happened
            stored = done(organiser, event, kind)
            assert differs(event, before) == preview.difference
            assert dump(event) != whole
            stack.append((stored, whole, before))
        for stored, whole, before in reversed(stack):
            undone(organiser, event, stored)
            assert dump(event) == whole
            assert seen(event) == before
