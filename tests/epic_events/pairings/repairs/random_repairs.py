"""Random repairs for any state of an event, possible and impossible."""

from collections.abc import Callable
from functools import partial
from typing import Any

from hypothesis import strategies as st

from epic_events.events.models import Event, Registration
from epic_events.pairings.methods.scores import Kind as Ending
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, Round
from epic_events.pairings.repairs.services.corrections import (
    CorrectResult,
    CurrentRoundSeat,
    DropPairedPlayer,
    ReinstatePlayer,
)
from epic_events.pairings.repairs.services.kinds import RepairKind
from epic_events.pairings.repairs.services.seats import ChangeTableNumber, PairManually, SwapPlayers, registrations_at
from epic_events.pairings.repairs.services.undo import Reopen, RollbackChoice, RollBackRound

Making = Callable[[], RepairKind]


def any_repair(draw: st.DataObject, event: Event) -> RepairKind | None:
    """Apply a random repair; return None if there is nothing to repair."""
    event.refresh_from_db()
    rounds = list(Round.objects.filter(stage__event=event).select_related("stage").order_by("stage__order", "number"))
    if event.status == Event.Status.FINISHED:
        return Reopen()
    if not rounds:
        return None
    last, entries = rounds[-1], event.registrations.order_by("pk")
    settled = Match.objects.filter(round__in=rounds, table__isnull=False).exclude(round__status="draft").order_by("pk")
    free = [each for each in rounds if not each.stage.is_elimination and each.matches.count() > 1]
    seats, tables = list(last.seats.order_by("pk")), list(last.matches.filter(table__isnull=False).order_by("pk"))
    here = list(entries.filter(status=Registration.Status.CHECKED_IN))
    gone = list(entries.filter(status=Registration.Status.DROPPED))
    kinds: dict[str, Making | None] = {
        "result": partial(correction, draw, list(settled)) if settled else None,
        "exchange": partial(exchange, draw, free) if free else None,
        "by hand": partial(by_hand, draw, last, [s.registration_id for s in seats]) if len(seats) > 1 else None,
        "table": partial(other_table, draw, tables) if tables else None,
        "take back": partial(take_back, draw, last),
        "left": partial(left, draw, here) if here else None,
        "back": partial(back, draw, gone) if gone else None,
        "back again": partial(back, draw, gone) if gone else None,
    }
    made = kinds[draw.draw(st.sampled_from(sorted(name for name, making in kinds.items() if making)), label="repair")]
    assert made is not None
    return made()


def take_back(draw: st.DataObject, last: Round) -> RepairKind:
    return RollBackRound(last.pk, then=draw.draw(st.sampled_from(list(RollbackChoice))).value)


def choice_of_draft(draw: st.DataObject) -> str:
    return draw.draw(st.sampled_from(["keep", "discard", "again"]))


def correction(draw: st.DataObject, settled: list[Match]) -> RepairKind:
    match = draw.draw(st.sampled_from(settled))
    first = match.seats.get(place=1).outcome
    other = Score(0, 1) if first == "win" else Score(1, 0)
    won = draw.draw(st.sampled_from([other, other, Score(0, 0, 1), Score(0, 0, 0, Ending.DOUBLE_LOSS)]))
    return CorrectResult(match.pk, won.first, won.second, won.drawn, won.kind.value, draft=choice_of_draft(draw))


def exchange(draw: st.DataObject, rounds: list[Round]) -> RepairKind:
    round_ = draw.draw(st.sampled_from(rounds))
    first, second = draw.draw(st.permutations(list(round_.matches.order_by("pk"))))[:2]
    entries = [draw.draw(st.sampled_from(registrations_at(match))) for match in (first, second)]
    played = ((1, 0, 0, "played"), (0, 1, 0, "played"))
    scores: Any = played if round_.status == "finished" else draw.draw(st.sampled_from([(None, None), played]))
    return SwapPlayers(round_.pk, entries[0], entries[1], scores[0], scores[1], draft=choice_of_draft(draw))


def by_hand(draw: st.DataObject, round_: Round, players: list[int]) -> RepairKind:
    first, second = draw.draw(st.permutations(players))[:2]
    return PairManually(round_.pk, first, draw.draw(st.sampled_from([None, second, second])))


def other_table(draw: st.DataObject, tables: list[Match]) -> RepairKind:
    match = draw.draw(st.sampled_from(tables))
    return ChangeTableNumber(match.pk, draw.draw(st.integers(1, 6)))


def left(draw: st.DataObject, here: list[Registration]) -> RepairKind:
    entry = draw.draw(st.sampled_from(here))
    return DropPairedPlayer(entry.pk, award=draw.draw(st.booleans()), draft=choice_of_draft(draw))


def back(draw: st.DataObject, gone: list[Registration]) -> RepairKind:
    entry = draw.draw(st.sampled_from(gone))
    return ReinstatePlayer(
        entry.pk, missed=draw.draw(st.sampled_from(list(CurrentRoundSeat))).value, draft=choice_of_draft(draw)
    )
