"""Random events with random repairs and undos keep all invariants.

``REPAIR_EXAMPLES=2000`` sets the number of events, ``REPAIR_SEED`` draws others.
"""

import os
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, Phase, note, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from epic_events.accounts.models import User
from epic_events.events.models import Event, Registration
from epic_events.events.services import add_player, drop, plan_stages, reinstate
from epic_events.events.stage_plans import StagePlan
from epic_events.infra.errors import UserError
from epic_events.pairings import selectors, services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, Repair, Round
from epic_events.pairings.repairs.services.kinds import RepairKind
from epic_events.pairings.repairs.services.rows import MODELS, REPORT, Rows
from epic_events.pairings.repairs.services.undo import Undo
from epic_events.pairings.rounds.progress import Step, get_next_step
from tests.epic_events.factories import make_event, make_registration, make_user
from tests.epic_events.pairings.repairs.invariants import holds
from tests.epic_events.pairings.repairs.random_repairs import any_repair
from tests.epic_events.pairings.repairs.state import apply_repair, differs, dump, load_state, preview_repair
from tests.examples import number_of_examples

EXAMPLES = int(os.environ.get("REPAIR_EXAMPLES", "0"))
SEED = int(os.environ.get("REPAIR_SEED", "0"))
STEPS = 12
MAX_ROUNDS = 60

STRUCTURES: dict[str, tuple[StagePlan, ...]] = {
    "swiss": (StagePlan(rounds=3),),
    "swiss, cut": (StagePlan(rounds=2), StagePlan(kind="elimination", cut_size=4, third_place=True)),
    "swiss by standing": (StagePlan(rounds=3, power_from=2),),
    "pods": (StagePlan(kind="pods", rounds=3, pod_size=4),),
    "pods, swiss": (StagePlan(kind="pods", rounds=1, pod_size=4), StagePlan(rounds=2)),
    "swiss, pods": (StagePlan(rounds=1), StagePlan(kind="pods", rounds=2, pod_size=4, pod_order="snake")),
    "round robin": (StagePlan(kind="round_robin"),),
    "round robin twice, final": (StagePlan(kind="round_robin", legs=2), StagePlan(kind="elimination", cut_size=2)),
    "swiss, round robin": (StagePlan(rounds=1), StagePlan(kind="round_robin", cut_size=4, carries=False)),
    "single": (StagePlan(kind="elimination"),),
    "single, third place": (StagePlan(kind="elimination", third_place=True),),
    "double": (StagePlan(kind="double"),),
    "double, one final": (StagePlan(kind="double", final_reset=False),),
    "swiss, double": (StagePlan(rounds=1), StagePlan(kind="double", cut_size=4)),
}


class Events(RuleBasedStateMachine):
    """One event; each step is applied completely or refused completely."""

    event: Event
    organiser: User

    def __init__(self) -> None:
        super().__init__()
        cache.clear()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.made: list[tuple[Repair, dict[str, Any], dict[str, Any]]] = []
        self.late = 0
        self.watched = True

    def teardown(self) -> None:
        try:
            if hasattr(self, "event"):
                self.to_the_end()
        finally:
            transaction.set_rollback(True)
            self.atomic.__exit__(None, None, None)

    @initialize(structure=st.sampled_from(sorted(STRUCTURES)), players=st.integers(4, 9))
    def open(self, structure: str, players: int) -> None:
        self.organiser = make_user("Olga Organiser")
        self.event = make_event(organiser=self.organiser)
        plan_stages(self.organiser, self.event, STRUCTURES[structure])
        for number in range(1, players + 1):
            make_registration(self.event, name=f"Player {number}", status=Registration.Status.CHECKED_IN)
        self.step(players, lambda _match: None)

    # --- what the staff does --------------------------------------------------------------------------------------

    @rule(whole=st.booleans(), data=st.data())
    def go_on(self, whole: bool, data: st.DataObject) -> None:
        self.step(data.draw(st.integers(0, 99), label="seed"), self.some_result(data, whole=whole))

    @rule(number=st.integers(0, 99), data=st.data())
    def a_round(self, number: int, data: st.DataObject) -> None:
        for _ in range(3):
            self.step(number, self.some_result(data, whole=True))

    @rule(data=st.data())
    def player_leaves(self, data: st.DataObject) -> None:
        if entry := self.one_of(data, Registration.Status.CHECKED_IN):
            self.tried(lambda: drop(self.organiser, entry))

    @rule(data=st.data())
    def player_returns(self, data: st.DataObject) -> None:
        if entry := self.one_of(data, Registration.Status.DROPPED):
            self.tried(lambda: reinstate(self.organiser, entry))

    @rule()
    def player_enters_late(self) -> None:
        self.late += 1
        self.tried(lambda: add_player(self.organiser, self.event, name=f"Late {self.late}"))

    @rule(data=st.data())
    def a_result_is_taken_back(self, data: st.DataObject) -> None:
        entered = Match.objects.filter(round__stage__event=self.event, reports__kind="staff").distinct().order_by("pk")
        if entered:
            match = data.draw(st.sampled_from(list(entered)))
            self.tried(lambda: services.undo_staff_entry(self.organiser, match, reason="It was another table."))

    @rule(number=st.integers(0, 99), again=st.booleans())
    def the_draft_is_discarded(self, number: int, again: bool) -> None:
        if (draft := Round.objects.filter(stage__event=self.event, status=Round.Status.DRAFT).first()) is None:
            return
        if again:
            self.tried(lambda: services.pair_again(self.organiser, draft, seed=number))
        else:
            self.tried(lambda: services.discard_round(self.organiser, draft))

    @rule(data=st.data())
    def something_is_repaired(self, data: st.DataObject) -> None:
        kind = any_repair(data, self.event)
        if kind is not None:
            self.repaired(kind)

    @rule(data=st.data())
    def something_is_repaired_again(self, data: st.DataObject) -> None:
        self.something_is_repaired(data)

    @precondition(lambda self: bool(self.made))
    @rule()
    def the_last_repair_is_undone(self) -> None:
        self.undone(len(self.made) - 1)

    @precondition(lambda self: len(self.made) > 1)
    @rule(data=st.data())
    def an_older_repair_is_undone(self, data: st.DataObject) -> None:
        self.undone(data.draw(st.integers(0, len(self.made) - 2)))

    @invariant()
    def everything_holds(self) -> None:
        if hasattr(self, "event"):
            holds(self.event)

    # --- how it is done -------------------------------------------------------------------------------------------

    def one_of(self, data: st.DataObject, status: str) -> Registration | None:
        found = list(self.event.registrations.filter(status=status).order_by("pk"))
        return data.draw(st.sampled_from(found), label="who") if found else None

    def tried(self, action: Callable[[], object]) -> str:
        """Apply a step or have it refused without changes; return the message."""
        before = dump(self.event) if self.watched else None
        try:
            action()
        except UserError as error:
            assert before is None or dump(self.event) == before
            note(f"refused: {error}")
            return str(error)
        return ""

    def some_result(self, data: st.DataObject, *, whole: bool) -> Callable[[Match], Score | None]:
        def result(match: Match) -> Score | None:
            if not whole and data.draw(st.booleans(), label="not played"):
                return None
            level = [] if match.round.stage.is_elimination else [Score(0, 0, 1)]
            return data.draw(st.sampled_from([Score(1, 0), Score(0, 1), *level]), label="score")

        return result

    def step(self, number: int, result: Callable[[Match], Score | None]) -> str:
        """Run the next step; return its error message."""
        self.event.refresh_from_db()
        last = selectors.load_event_plan(self.event).latest_round
        who, event = self.organiser, self.event
        what = get_next_step(event, last)
        if what == Step.RESULTS:
            assert last is not None
            for match in selectors.open_tables(last):
                if (score := result(match)) is not None:
                    services.enter_result(who, match, score)
            return ""
        deeds: dict[Step, Callable[[], object]] = {
            Step.PAIR: lambda: services.pair_round(who, event, seed=number),
            Step.SEAT_PODS: lambda: services.seat_pods(who, event, seed=number),
            Step.PUBLISH_PODS: lambda: services.publish_pods(who, event),
            Step.CUT: lambda: services.start_cut(who, event, seed=number),
            Step.FINISH: lambda: services.finish_event(who, event),
            Step.NOTHING: lambda: None,
        }
        if what != Step.PUBLISH:
            return self.tried(deeds[what])
        assert last is not None
        refused = self.tried(lambda: services.publish_round(who, last))
        if not refused:
            self.only_who_is_here(last)
        return refused

    def only_who_is_here(self, round_: Round) -> None:
        """No dropped player is seated in a published round, except in brackets."""
        if not round_.stage.is_elimination:
            gone = Registration.objects.exclude(status=Registration.Status.CHECKED_IN)
            assert not gone.filter(seats__round=round_).exists()

    def repaired(self, kind: RepairKind) -> None:
        """A repair does exactly what its preview shows; a refused one changes nothing."""
        whole, before = dump(self.event), load_state(self.event)
        try:
            preview = preview_repair(self.organiser, self.event, kind)
        except UserError as error:
            note(f"{kind} refused: {error}")
            assert dump(self.event) == whole
            return
        assert dump(self.event) == whole
        stored = apply_repair(self.organiser, self.event, kind)
        note(f"{kind} done")
        assert differs(self.event, before) == preview.difference
        self.made.append((stored, whole, dump(self.event)))

    def undone(self, at: int) -> None:
        """Undo the latest repair, which restores all rows; an earlier one may be refused."""
        stored, before, after = self.made[at]
        whole = dump(self.event)
        try:
            apply_repair(self.organiser, self.event, Undo(stored.pk), "It was right before.")
        except UserError as error:
            note(f"undo of {stored.kind} refused: {error}")
            assert whole != after, "nothing was done since"
            assert dump(self.event) == whole
            return
        note(f"undo of {stored.kind} done")
        now = dump(self.event)
        if whole == after:
            assert now == before
        restored(stored, now)
        del self.made[at]

    def to_the_end(self) -> None:
        """The event can be finished from any state, pairing outdated drafts again."""
        self.watched = False
        for number in range(MAX_ROUNDS):
            self.event.refresh_from_db()
            if self.event.status == Event.Status.FINISHED:
                holds(self.event)
                return
            refused = self.step(number, lambda _match: Score(1, 0))
            if refused:
                note(f"on the way to the end: {refused}")
                self.freed(refused)
        pytest.fail("the event does not end")

    def freed(self, refused: str) -> None:
        """Follow an error message: discard outdated rounds, or finish the event."""
        who, event = self.organiser, self.event
        draft = Round.objects.filter(stage__event=event, status=Round.Status.DRAFT).first()
        if draft is not None:
            services.discard_round(who, draft)
        elif "Seat the pods again" in refused:
            try:
                services.seat_pods(who, event)
            except UserError as error:
                self.freed(str(error))
        else:
            assert " left" in refused or "at least two players" in refused.lower(), refused
            services.finish_event(who, event, reason="Too few are left.")


def restored(repair: Repair, now: Rows) -> None:
    """Every row that a repair changed has its previous value."""
    for change in repair.changes:
        if change["model"] in MODELS and change["model"] != REPORT:
            row = now[change["model"]].get(change["pk"])
            was = change["before"]
            assert (row is None) == (was is None)
            assert row is None or {name: row[name] for name in was} == was


@pytest.mark.hypothesis
@pytest.mark.django_db
@pytest.mark.any_database
def test_any_sequence_of_repairs_and_undos_keeps_invariants():
    few = settings(
        max_examples=EXAMPLES or number_of_examples(15),
        stateful_step_count=STEPS,
        deadline=None,
        derandomize=settings().derandomize and not SEED,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    machine = seed(SEED)(Events) if SEED else Events
    run_state_machine_as_test(machine, settings=few)
