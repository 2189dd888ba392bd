"""Play rounds in tests."""

from typing import Any

from epic_events.accounts.models import Player, User
from epic_events.events.models import Event, Registration, Stage
from epic_events.pairings import selectors, services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, Round
from tests.epic_events.factories import make_running_event, make_user, make_users


def running_event(players: int = 4, **fields: Any) -> tuple[Event, User]:
    """Return a running event whose players have accounts, and its organiser."""
    organiser = make_user("Olga Organiser")
    event = make_running_event(players, organiser=organiser, **fields)
    who = [entry.player for entry in event.registrations.select_related("player")]
    for player, user in zip(who, make_users(*(player.name for player in who)), strict=True):
        player.user = user
    Player.objects.bulk_update(who, ["user"])
    return event, organiser


def published_round(event: Event, organiser: User, seed: int = 1) -> Round:
    return services.publish_round(organiser, services.pair_round(organiser, event, seed=seed))


def played_round(event: Event, organiser: User, seed: int = 1, score: Score | None = None) -> Round:
    """Pair, publish and finish a round that first players win by default."""
    round_ = published_round(event, organiser, seed)
    for match in selectors.open_tables(round_):
        services.enter_result(organiser, match, score or Score(1, 0))
    return services.finish_round(organiser, round_)


def matches_of(round_: Round) -> list[Match]:
    return list(round_.matches.filter(table__isnull=False).order_by("table"))


def users_at(match: Match) -> tuple[User, User]:
    first, second = (seat.registration.player.user for seat in match.seats.order_by("place"))
    assert first is not None
    assert second is not None
    return first, second


def entry_of(match: Match, place: int) -> Registration:
    return match.seats.get(place=place).registration


def line(match: Match) -> list[tuple[int, int | None, str]]:
    """Return stored game wins, match points and outcome by seat."""
    return list(match.seats.order_by("place").values_list("game_wins", "points", "outcome"))


def first_entry(event: Event) -> Registration:
    return event.registrations.order_by("pk")[0]


def user_of(entry: Registration) -> User:
    assert entry.player.user is not None
    return entry.player.user


def swiss(event: Event) -> Stage:
    return event.stages.get(kind=Stage.Kind.SWISS)


def cut(event: Event) -> Stage:
    return event.stages.get(kind=Stage.Kind.ELIMINATION)
