"""Stored state of a match: seats, reports and result.

Its lookup for a page is here too. A player's newer report replaces the older one, and undoing it leaves none. Staff
entries form a stack: the newest counts, and undoing it restores the one before.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.db.models import BigIntegerField, Prefetch, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.accounts.models import Player
from epic_events.events.models import Event, Registration, Stage
from epic_events.infra.database.compiled_queries import (
    CompiledQuery,
    Parameter,
    columns_of,
    instance_from,
    instances_from,
    prefixed_columns,
    set_prefetched,
)
from epic_events.infra.errors import MissingError
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, ResultReport, Round, Seat, is_visible_to_all
from epic_events.pairings.results.scores import describe_result


def current_reports(reports: Iterable[ResultReport]) -> list[ResultReport]:
    """Return the current reports: at most one per player and one staff entry.

    Args:
        reports: all reports of one match, oldest first.

    Returns:
        The current reports, newest last.
    """
    rows = list(reports)
    last_words = {report.registration_id: report for report in rows if report.kind == ResultReport.Kind.PLAYER}
    current = [report for report in last_words.values() if not report.withdraws] + current_staff_entries(rows)[-1:]
    return sorted(current, key=lambda report: report.pk)


def current_staff_entries(reports: Iterable[ResultReport]) -> list[ResultReport]:
    """Return the staff entries that were not undone. The last one counts."""
    words: list[ResultReport] = []
    for report in reports:
        if report.kind == ResultReport.Kind.PLAYER:
            continue
        if not report.withdraws:
            words.append(report)
        elif words:
            words.pop()
    return words


def latest_report(reports: Iterable[ResultReport], registration_id: int | None) -> ResultReport | None:
    """Return the newest report of a player, or of the staff for `None`.

    A new report supersedes it.
    """
    chain = [report for report in reports if (report.kind == "player") == (registration_id is not None)]
    own = [report for report in chain if registration_id is None or report.registration_id == registration_id]
    return own[-1] if own else None


@dataclass(frozen=True)
class MatchState:
    """A match with its seats and reports, loaded once and passed to services.

    Attributes:
        match: the match, with its round, stage and event loaded.
        seats: the seats in order, each with registration and player.
        all_reports: all reports, oldest first.
    """

    match: Match
    seats: tuple[Seat, ...]
    all_reports: tuple[ResultReport, ...]

    def seat_of(self, user: object) -> Seat | None:
        """Return the seat of a user, or `None`."""
        user_id = getattr(user, "pk", None)
        return next((s for s in self.seats if user_id is not None and s.registration.player.user_id == user_id), None)

    def report_of(self, seat: Seat | None) -> ResultReport | None:
        """Return the current report of the player at a seat, or `None`."""
        return next((report for other, report in self.claims if other == seat), None)

    def report_against(self, seat: Seat | None) -> ResultReport | None:
        """Return the current report of the opponent of the player at a seat, or `None`."""
        return next((report for other, report in self.claims if other != seat), None)

    def has_account_against(self, seat: Seat | None) -> bool:
        """Return True if the opponent of a seat has an account and can report."""
        return any(other.registration.player.user_id is not None for other in self.seats if other != seat)

    @property
    def is_bye(self) -> bool:
        """True for a table with one player."""
        return len(self.seats) == 1

    @property
    def is_open(self) -> bool:
        """True if the result of this table can be reported now."""
        published = self.match.round.status == Round.Status.PUBLISHED
        return not self.is_bye and published and self.match.status != Match.Status.CONFIRMED

    @cached_property
    def reports(self) -> list[ResultReport]:
        """The current reports, newest last, without replaced and undone ones."""
        return current_reports(self.all_reports)

    @property
    def claims(self) -> list[tuple[Seat, ResultReport]]:
        """The current report of each player who has one, by seat."""
        by_player = {report.registration_id: report for report in self.reports if report.registration_id}
        return [(seat, by_player[seat.registration_id]) for seat in self.seats if seat.registration_id in by_player]

    @property
    def score(self) -> Score | None:
        """The final score. `None` without a final result and for a bye."""
        if self.match.status != Match.Status.CONFIRMED or self.is_bye:
            return None
        first, second = self.seats
        return Score.from_values(
            {
                "game_wins": [first.game_wins, second.game_wins],
                "games_drawn": self.match.games_drawn,
                "result_kind": self.match.result_kind,
                "course": self.reports[-1].values.get("course", "") if self.reports else "",
                "health": [first.health, second.health],
            }
        )

    @property
    def reported(self) -> Score | None:
        """The latest reported score, final or not."""
        return self.score or (Score.from_values(self.reports[-1].values) if self.reports else None)

    def describe(self, values: dict[str, Any]) -> str:
        """Describe the score of a report of this table. Empty for a bye."""
        if self.is_bye:
            return ""
        return describe_result(Score.from_values(values), [seat.registration.name for seat in self.seats])

    @property
    def reported_words(self) -> str:
        """The latest reported score as text. Empty without a report."""
        return self.describe(self.reports[-1].values) if self.reports else ""

    @property
    def result_words(self) -> str:
        """The final result as text. Empty without a final result and for a bye."""
        return describe_result(self.score, [seat.registration.name for seat in self.seats]) if self.score else ""


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Prefetch seats, names and reports of matches: four queries in total."""
    seats = Seat.objects.select_related("registration__player").order_by("place")
    return matches.select_related("round__stage__event").prefetch_related(
        Prefetch("seats", queryset=seats), Prefetch("reports", queryset=ResultReport.objects.order_by("pk"))
    )


def load_with_seats(key: int) -> Match | None:
    """Load one match like `with_seats`, or return `None`. Three compiled queries."""
    rows = _ONE.rows(match=key) if 0 < key < MAX_KEY else []
    if not rows:
        return None
    match: Match
    match, round_, stage, event = instances_from(rows[0], Match, Round, Stage, Event)
    match.round, round_.stage, stage.event = round_, stage, event
    seats = []
    for row in _SEATS.rows(match=key):
        seat, entry, player = instances_from(row, Seat, Registration, Player)
        seat.match, seat.registration, entry.player = match, entry, player
        seats.append(seat)
    reports = [instance_from(ResultReport, row) for row in _REPORTS.rows(match=key)]
    for report in reports:
        report.match = match
    set_prefetched(match, seats=seats, reports=reports)
    return match


def find_visible_match(viewer: object, key: int) -> Match | None:
    """Return a match with its seats, or `None` if there is none that the user may see."""
    match = load_with_seats(key)
    if match is None or is_visible_to_all(match.round) or Match.objects.visible_to(viewer).filter(pk=key).exists():
        return match
    return None


def get_match_or_404(request: HttpRequest, event: Event, pk: int) -> Match:
    """Return a match of the event with its seats.

    Raises:
        MissingError: there is no such match that the user may see.
    """
    match = find_visible_match(request.user, pk)
    if match is None or match.round.stage.event_id != event.pk:
        raise MissingError(_("This table does not exist. The round may have been paired again."))
    return match


def _match_query() -> QuerySet[Match, tuple[Any, ...]]:
    related = prefixed_columns({"": Match, "round__": Round, "round__stage__": Stage, "round__stage__event__": Event})
    return Match.objects.filter(pk=_KEY).order_by().values_list(*related)


def _seats() -> QuerySet[Seat, tuple[Any, ...]]:
    related = prefixed_columns({"": Seat, "registration__": Registration, "registration__player__": Player})
    return Seat.objects.filter(match_id=_KEY).order_by("place").values_list(*related)


def _reports() -> QuerySet[ResultReport, tuple[Any, ...]]:
    reports = ResultReport.objects.filter(match_id=_KEY).order_by("pk")
    return reports.values_list(*columns_of(ResultReport))


MAX_KEY: Final = 2**63
"""Upper bound of primary keys; a URL may contain any number."""
_KEY: Final = Parameter("match", BigIntegerField())
_ONE: Final = CompiledQuery(_match_query)
_SEATS: Final = CompiledQuery(_seats)
_REPORTS: Final = CompiledQuery(_reports)


def state_of(match: Match) -> MatchState:
    """Return the state of a match that was loaded by `with_seats`."""
    return MatchState(match, tuple(match.seats.all()), tuple(match.reports.all()))
