"""Tables of an event archive in import order, and the fields that are excluded."""

from dataclasses import dataclass, field
from typing import Any, Final

from django.db import models

from epic_events.accounts.models import Player, User
from epic_events.decks.models import (
    CardFile,
    CardFileChoice,
    CardPool,
    DeckCard,
    DeckLock,
    DeckRules,
    DeckVersion,
    ListWaiver,
)
from epic_events.events.models import Event, Participation, Registration, Stage
from epic_events.judging.clock.models import ClockMove, EventClock, TimeExtension
from epic_events.judging.models import Appeal, Call, Case, CheckDraw, Decision, DeckCheck, Penalty
from epic_events.pairings.models import Avoidance, Match, Podding, PodSeat, ResultReport, Round, Seat

FORMAT: Final = "epic-events-event"
VERSION: Final = 1


@dataclass(frozen=True)
class Table:
    """Table of an event archive.

    Attributes:
        name: key in the JSON object.
        model: model of its rows.
        path: lookup from a row to its event.
        entries_in: for each JSON field, the keys whose values contain registration keys, possibly in nested lists.
        left_out: excluded fields, which belong to the site.
    """

    name: str
    model: type[models.Model]
    path: str
    entries_in: dict[str, tuple[str, ...]] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()

    @property
    def fields(self) -> list["models.Field[Any, Any]"]:
        """Exported fields in model order, without primary key and accounts."""
        everything = self.model._meta.concrete_fields  # noqa: SLF001 - Django's public _meta
        return [one for one in everything if self._is_in(one)]

    def _is_in(self, one: "models.Field[Any, Any]") -> bool:
        return not one.primary_key and one.related_model is not User and one.name not in self.left_out


TABLES: Final = (
    Table("event", Event, "pk", left_out=frozenset({"is_demo"})),
    Table("stages", Stage, "event"),
    Table("players", Player, "registrations__event", left_out=frozenset({"merged_into"})),
    Table("registrations", Registration, "event"),
    Table("participations", Participation, "stage__event"),
    Table("rounds", Round, "stage__event", {"explanation": ("forbidden", "avoided")}),
    Table("matches", Match, "round__stage__event", {"explanation": ("absent",)}),
    Table("seats", Seat, "match__round__stage__event"),
    Table("poddings", Podding, "stage__event"),
    Table("pod_seats", PodSeat, "podding__stage__event"),
    Table("reports", ResultReport, "match__round__stage__event"),
    Table("kept_apart", Avoidance, "event"),
    Table("deck_rules", DeckRules, "event"),
    Table("card_files", CardFile, "event"),
    Table("card_file_choices", CardFileChoice, "event"),
    Table("card_pools", CardPool, "registration__event"),
    Table("decklists", DeckVersion, "registration__event"),
    Table("deck_cards", DeckCard, "version__registration__event"),
    Table("deck_locks", DeckLock, "registration__event"),
    Table("list_waivers", ListWaiver, "registration__event"),
    Table("event_clocks", EventClock, "event"),
    Table("clock_moves", ClockMove, "round__stage__event"),
    Table("time_extensions", TimeExtension, "match__round__stage__event"),
    Table("calls", Call, "event"),
    Table("penalties", Penalty, "event"),
    Table("check_draws", CheckDraw, "event"),
    Table("deck_checks", DeckCheck, "event"),
    Table("cases", Case, "event"),
    Table("appeals", Appeal, "case__event"),
    Table("decisions", Decision, "case__event"),
)
BY_MODEL: Final = {table.model: table for table in TABLES}


def renumbered(value: Any, names: tuple[str, ...], numbers: dict[int, int]) -> Any:
    """Return a JSON object with the registration keys below some names replaced.

    Unknown keys in lists are removed.

    >>> renumbered({"absent": [7], "points": [7]}, ("absent",), {7: 1})
    {'absent': [1], 'points': [7]}
    """
    if not isinstance(value, dict):
        return value
    return {name: _in_lists(one, numbers) if name in names else one for name, one in value.items()}


def _in_lists(value: Any, numbers: dict[int, int]) -> Any:
    if isinstance(value, list):
        return [_in_lists(one, numbers) for one in value if not isinstance(one, int) or one in numbers]
    return numbers.get(value, value)
