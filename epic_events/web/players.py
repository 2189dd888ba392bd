"""Public data of a player, used by the page and the API.

Sources are entries of public events that are running or finished, results of finished events and public decklists.
Removed players have no page.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from epic_events.accounts.models import Player
from epic_events.decks.models import DeckVersion
from epic_events.events.models import Event, Registration
from epic_events.events.models.event import public_q
from epic_events.events.services import is_removed
from epic_events.infra.collation import name_sort_key
from epic_events.infra.errors import MissingError
from epic_events.pairings.cut.selectors import load_final_ranks
from epic_events.pairings.methods.scores import DASH
from epic_events.pairings.models import Seat

EVENTS_PER_PAGE: Final = 20
MAX_EVENTS: Final = 100
"""Events in one API response, latest first."""
MAX_OPPONENTS: Final = 50
"""Opponents in a profile, most matches first."""


@dataclass(frozen=True)
class Record:
    """Matches won, lost and drawn; a bye counts as a win."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    def __str__(self) -> str:
        return DASH.join(str(number) for number in (self.won, self.lost, *([self.drawn] if self.drawn else [])))


@dataclass(frozen=True)
class PlayedEvent:
    """An event of a player.

    Attributes:
        entry: the player's registration, with its event.
        place: final rank, shared by tied players; None while the event runs.
        of: number of ranked players.
        record: match record; None while the event runs.
        has_list: True if the decklist is public.
    """

    entry: Registration
    place: int | None
    of: int
    record: Record | None
    has_list: bool


@dataclass(frozen=True)
class Opponent:
    """An opponent.

    Attributes:
        player: key of the opponent; None if removed.
        name: name at the last match. record: match record of the profile's player against the opponent.
    """

    player: int | None
    name: str
    record: Record

    @property
    def matches(self) -> int:
        """Number of matches."""
        return self.record.won + self.record.lost + self.record.drawn


@dataclass(frozen=True)
class PublicPlayer:
    """A player with a public profile.

    Attributes:
        player: the player. name: name of the latest entry.
        findable: True if search engines may index the profile: the player consented at every event.
    """

    player: Player
    name: str
    findable: bool


def entries_of(player: int | Player) -> QuerySet[Registration]:
    """Return the public entries of a player, latest event first."""
    public = Registration.objects.counted().filter(player=player).filter(public_q("event__"))
    started = public.filter(event__status__in=(Event.Status.RUNNING, Event.Status.FINISHED))
    return started.select_related("event", "player").order_by("-event__starts_at", "-pk")


def find_public_player(key: int) -> PublicPlayer:
    """Return the player with this key, following merges.

    Raises:
        MissingError: the player does not exist, was removed or has no public events.
    """
    player = Player.objects.filter(pk=key).first()
    while player is not None and player.merged_into_id is not None:
        player = Player.objects.filter(pk=player.merged_into_id).first()
    entries = list(entries_of(player)) if player is not None else []
    if player is None or not entries or is_removed(entries[0]):
        raise MissingError(_("This player does not exist or has no public events."))
    return PublicPlayer(player, entries[0].name, all(entry.consented_at is not None for entry in entries))


def history(player: PublicPlayer, number: str | None = None) -> tuple[Page[Registration], list[PlayedEvent]]:
    """Return a page of the player's entries, latest event first, and their details."""
    page = Paginator(entries_of(player.player), EVENTS_PER_PAGE).get_page(number)
    return page, played_events(list(page))


def played_events(entries: Sequence[Registration]) -> list[PlayedEvent]:
    """Return the details of entries; ranks of finished events are cached."""
    ranks = load_final_ranks(entry.event for entry in entries)
    keys = [entry.pk for entry in entries]
    records = _records(keys)
    open_lists = set(
        DeckVersion.objects.visible_to(None).filter(registration__in=keys).values_list("registration_id", flat=True)
    )
    return [
        PlayedEvent(
            entry=entry,
            place=ranks.get(entry.event_id, {}).get(entry.pk),
            of=len(ranks.get(entry.event_id, {})),
            record=records.get(entry.pk, Record()) if entry.event_id in ranks else None,
            has_list=entry.pk in open_lists,
        )
        for entry in entries
    ]


def record_of(player: PublicPlayer) -> Record:
    """Return the match record of a player over all finished events."""
    return _record(outcome for _match, outcome in _results(player))


def opponents(player: PublicPlayer) -> list[Opponent]:
    """Return the opponents in finished events, most matches first; two queries."""
    own = dict(_results(player))
    others = (
        Seat.objects.filter(match__in=own)
        .exclude(registration__player=player.player)
        .select_related("registration__player", "registration__event")
        .order_by("registration__event__starts_at", "match_id", "place")
    )
    outcomes_by_player: dict[int, list[str]] = {}
    latest: dict[int, Registration] = {}
    for seat in others:
        entry = seat.registration
        outcomes_by_player.setdefault(entry.player_id, []).append(own[seat.match_id])
        latest[entry.player_id] = entry
    result = [
        Opponent(None if is_removed(latest[key]) else key, latest[key].name, _record(outcomes))
        for key, outcomes in outcomes_by_player.items()
    ]
    return sorted(result, key=lambda opponent: (-opponent.matches, name_sort_key(opponent.name), opponent.player or 0))[
        :MAX_OPPONENTS
    ]


def _results(player: PublicPlayer) -> list[tuple[int, str]]:
    """Return match key and outcome of each final result in finished events."""
    ended = entries_of(player.player).filter(event__status=Event.Status.FINISHED).order_by()
    seats = Seat.objects.filter(registration__in=ended.values("pk"), points__isnull=False)
    return list(seats.order_by("pk").values_list("match_id", "outcome"))


def _record(outcomes: Iterable[str]) -> Record:
    counts = Counter(outcomes)
    return Record(counts[Seat.Outcome.WIN], counts[Seat.Outcome.LOSS], counts[Seat.Outcome.DRAW])


def _records(entries: Sequence[int]) -> dict[int, Record]:
    """Return the match record by entry key; one query."""
    outcomes: dict[int, list[str]] = {}
    seats = Seat.objects.filter(registration__in=entries, points__isnull=False).order_by("pk")
    for key, outcome in seats.values_list("registration_id", "outcome"):
        outcomes.setdefault(key, []).append(outcome)
    return {key: _record(each) for key, each in outcomes.items()}
