"""Events with a stage plan for tests."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from epic_events.accounts.models import User
from epic_events.events import services as events
from epic_events.events.models import Event, Registration
from epic_events.events.stage_plans import StagePlan
from epic_events.pairings import selectors, services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, Round
from tests.epic_events.factories import make_user

CHAMPIONSHIP = (
    StagePlan(kind="pods", name="Cube draft", rounds=2, minutes=50, best_of=1),
    StagePlan(kind="pods", name="Dark Draft", format="dark-draft", rounds=2, minutes=50, pod_order="blocks"),
    StagePlan(kind="swiss", name="Constructed", rounds=3, minutes=40),
    StagePlan(kind="elimination", cut_size=8, best_of=5, minutes=None),
)
"""Two rounds of cube draft in pods of eight, two of Dark Draft, three constructed, a top eight best of five."""


def planned(players: int, *stages: StagePlan, **fields: Any) -> tuple[Event, User]:
    """Return an open event with these stages and players, and its organiser."""
    organiser = make_user("Olga Organiser")
    soon = timezone.now() + timedelta(minutes=30)
    plan = events.EventPlan(name="Planned Cup", starts_at=soon, decklists_required=False, **fields)
    event = events.open_event(organiser, events.create_event(organiser, plan))
    events.plan_stages(organiser, event, stages)
    for number in range(1, players + 1):
        entry = events.register(make_user(f"Player {number:02}"), event, name=f"Player {number:02}", consent=True)
        events.check_in(None, entry)
    return event, organiser


def strength(entry: Registration) -> int:
    """Return the strength of a player; lower is better."""
    return int(entry.name.rpartition(" ")[2])


def play_all(organiser: User, round_: Round, best_of: int = 1) -> Round:
    """Publish a draft and let the stronger player win every match."""
    round_ = services.publish_round(organiser, round_)
    for match in selectors.open_tables(round_):
        win(organiser, match, best_of)
    return round_


def win(organiser: User, match: Match, best_of: int = 1, *, upset: bool = False) -> None:
    first, second = (seat.registration for seat in match.seats.order_by("place"))
    needed = best_of // 2 + 1
    better = (strength(first) < strength(second)) != upset
    services.enter_result(organiser, match, Score(needed, 0) if better else Score(0, needed))


def played(organiser: User, event: Event, rounds: int, seed: int = 1) -> list[Round]:
    """Pair, publish and play that many rounds."""
    return [play_all(organiser, services.pair_round(organiser, event, seed=seed + at)) for at in range(rounds)]
