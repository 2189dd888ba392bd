"""Export tables of players, results, standings, decklists, pools and judge calls.

Each is visible to users who may see the page with the same data. The column of the player is ``player``, as in the
bulk import of pools, which accepts the file of pool cards.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import F
from django.utils.translation import gettext as _

from epic_events.accounts.models import User, display_name
from epic_events.decks.context import DeckContext
from epic_events.decks.models import CardPool, CardPoolQuerySet, DeckCard, DeckVersion
from epic_events.decks.pools.selectors import copies_in_pool
from epic_events.events.models import Event, Registration, Stage
from epic_events.events.permissions import build_permission_error, is_staff_of, owns_registration
from epic_events.infra.collation import name_order
from epic_events.infra.responses import Row
from epic_events.judging.models import Call, Penalty
from epic_events.judging.permissions import Permission, has_permission
from epic_events.pairings.cut.selectors import compute_final_standings, final_rows
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.results.match_state import with_seats
from epic_events.pairings.round_names import name_of_match, name_of_round
from epic_events.pairings.standings.rows import format_exact, standing_rows

AT_ONCE: Final = 500
"""Number of rows per query."""


@dataclass(frozen=True)
class Table:
    """Table to export.

    Attributes:
        columns: column names in order; the same for every event, except for tie-breakers of standings.
        rows: values by column name; can be iterated once.
    """

    columns: tuple[str, ...]
    rows: Iterable[Row]


def moment_of(moment: datetime | None) -> str | None:
    """Return a time in ISO 8601 in UTC."""
    return moment.isoformat() if moment else None


def person_of(user: User | None) -> str | None:
    """Return the display name of a user."""
    return display_name(user) if user else None


def require(viewer: object, event: Event, permission: Permission) -> None:
    """Raise unless the viewer has a permission.

    Raises:
        NotAllowedError: the viewer lacks the permission.
    """
    if not has_permission(viewer, event, permission):
        raise build_permission_error(viewer, event, _("Only the staff of this event can see this page."))


def players(event: Event, viewer: object) -> Table:
    """Return the entries by name.

    Staff also get withdrawn players, check-in times, awarded byes and fixed tables.
    """
    staff = is_staff_of(viewer, event)
    entries = event.registrations.order_by(name_order("name"), "pk")
    if not staff:
        entries = entries.exclude(status=Registration.Status.WITHDRAWN)
    of_staff = ("registered_at", "checked_in_at", "awarded_byes", "fixed_table") if staff else ()
    waiting = {pk: index for index, pk in enumerate(event.registrations.waiting().values_list("pk", flat=True), 1)}

    def rows() -> Iterator[Row]:
        for entry in entries.iterator(AT_ONCE):
            yield {
                "id": entry.pk,
                "name": entry.name,
                "status": entry.status,
                "waitlist_place": waiting.get(entry.pk),
                "registered_at": moment_of(entry.registered_at),
                "checked_in_at": moment_of(entry.checked_in_at),
                "awarded_byes": entry.awarded_byes,
                "fixed_table": entry.fixed_table,
            }

    return Table(("id", "name", "status", "waitlist_place", *of_staff), rows())


_AT_TABLE: Final = ("id", "name", "games", "points", "outcome")


def results(event: Event, viewer: object, rounds: Iterable[Round] | None = None) -> Table:
    """Return pairings with final results, one row per match, byes last in each round.

    Args:
        event: the event.
        viewer: user who downloads the file; drafts are visible to staff.
        rounds: rounds to include; by default all rounds visible to the viewer.
    """
    visible = Round.objects.visible_to(viewer).filter(stage__event=event) if rounds is None else rounds
    matches = with_seats(Match.objects.filter(round__in=visible)).order_by(
        "round__stage__order", "round__number", F("table").asc(nulls_last=True), "pk"
    )
    columns = ("match", "stage", "round", "round_name", "table", "status", "result", "games_drawn")
    at_table = tuple(f"player_{place}_{name}" for place in (1, 2) for name in _AT_TABLE)
    return Table((*columns, *at_table), map(_match, matches.iterator(AT_ONCE)))


def _match(match: Match) -> Row:
    settled = match.status == Match.Status.CONFIRMED
    row: dict[str, object] = {
        "match": match.pk,
        "stage": match.round.stage.order,
        "round": match.round.number,
        "round_name": name_of_match(match),
        "table": match.table,
        "status": match.status,
        "result": match.result_kind if settled else None,
        "games_drawn": match.games_drawn if settled else None,
    }
    seats: list[Seat | None] = [*match.seats.all()]
    for place, seat in enumerate([*seats, None][:2], 1):
        player = (seat.registration_id, seat.registration.name) if seat else (None, None)
        got = (seat.game_wins, seat.points, seat.outcome) if seat and settled else (None, None, None)
        row |= {f"player_{place}_{name}": value for name, value in zip(_AT_TABLE, (*player, *got), strict=True)}
    return row


def standings(stage: Stage, after: int) -> Table:
    """Return the standings of a stage after a round.

    Each tie-breaker has two columns: a decimal number and an exact fraction.
    """
    rows = standing_rows(stage, after)
    names = dict.fromkeys(cell.name for cell in rows[0].cells) if rows else {}
    breaks = [column for name in names for column in (name, f"{name}_exact")]
    head = ("rank", "id", "name", "match_points", "won", "lost", "drawn", "dropped")

    def standings_rows() -> Iterator[Row]:
        for row in rows:
            won, lost, drawn = row.won_lost_drawn
            yield {
                "rank": row.standing.rank,
                "id": row.registration.pk,
                "name": row.registration.name,
                "match_points": row.standing.match_points,
                "won": won,
                "lost": lost,
                "drawn": drawn,
                "dropped": row.has_dropped,
                **{link.name: None if value is None else float(value) for link, value in row.standing.values},
                **{f"{link.name}_exact": format_exact(value) for link, value in row.standing.values},
            }

    return Table((*head, *breaks), standings_rows())


def final_standings(event: Event, _viewer: object) -> Table:
    """Return the final standings over all stages.

    Raises:
        MissingError: the event has not ended.
    """
    rows = final_rows(event, compute_final_standings(event))
    columns = ("rank", "id", "name", "last_stage", "match_points", "won", "lost", "drawn")
    return Table(
        columns,
        (
            {
                "rank": row.standing.rank,
                "id": row.registration.pk,
                "name": row.registration.name,
                "last_stage": row.stage.order,
                "match_points": row.points,
                "won": row.won,
                "lost": row.lost,
                "drawn": row.drawn,
            }
            for row in rows
        ),
    )


def decklists(event: Event, viewer: object) -> Table:
    """Return the current decklists visible to the viewer, as submitted."""
    visible = DeckVersion.objects.visible_to(viewer).counting().filter(registration__event=event)
    lists = (
        visible.select_related("registration", "stage")
        .defer("report", "deck")
        .order_by(name_order("registration__name"), "pk")
    )
    columns = ("list", "id", "name", "version", "stage", "format", "verdict", "fingerprint", "text")
    return Table(
        columns,
        (
            {
                "list": version.pk,
                "id": version.registration_id,
                "name": version.registration.name,
                "version": version.number,
                "stage": version.stage.order if version.stage else None,
                "format": version.format,
                "verdict": version.verdict.value,
                "fingerprint": version.fingerprint,
                "text": version.text,
            }
            for version in lists.iterator(AT_ONCE)
        ),
    )


def deck_cards(event: Event, viewer: object) -> Table:
    """Return the cards of the same decklists, one row per card."""
    visible = DeckVersion.objects.visible_to(viewer).counting().filter(registration__event=event)
    cards = DeckCard.objects.filter(version__in=visible.order_by().values("pk")).order_by(
        name_order("version__registration__name"), "version", name_order("name")
    )
    rows = cards.values_list(
        "version_id", "version__registration_id", "version__registration__name", "quantity", "name"
    )
    columns = ("list", "id", "name", "quantity", "card")
    return Table(columns, (dict(zip(columns, row, strict=True)) for row in rows.iterator(AT_ONCE)))


def penalties(event: Event, viewer: object) -> Table:
    """Return the penalties of the event, oldest first, including revoked ones.

    Raises:
        NotAllowedError: the viewer is not staff of the event.
    """
    require(viewer, event, Permission.SEE_PENALTIES)
    columns = (
        "penalty", "at", "id", "name", "round", "table", "infraction", "level", "effect", "applied", "note", "given_by",
        "revoked_at", "revoked_by", "revoked_because",
    )  # fmt: skip
    penalties = Penalty.objects.filter(event=event).with_names().order_by("at", "pk")
    return Table(columns, map(_penalty, penalties.iterator(AT_ONCE)))


def _penalty(penalty: Penalty) -> Row:
    return {
        "penalty": penalty.pk,
        "at": moment_of(penalty.at),
        "id": penalty.registration_id,
        "name": penalty.registration.name,
        "round": name_of_round(penalty.match.round) if penalty.match else None,
        "table": penalty.table,
        "infraction": penalty.infraction_name,
        "level": penalty.level_name,
        "effect": penalty.effect,
        "applied": penalty.applied,
        "note": penalty.note,
        "given_by": person_of(penalty.given_by),
        "revoked_at": moment_of(penalty.revoked_at),
        "revoked_by": person_of(penalty.revoked_by),
        "revoked_because": penalty.revoked_because,
    }


def calls(event: Event, viewer: object) -> Table:
    """Return the calls for a judge, oldest first.

    Raises:
        NotAllowedError: the viewer is not staff of the event.
    """
    require(viewer, event, Permission.SEE_BOARD)
    columns = (
        "call", "at", "round", "table", "called_by", "reason", "status", "judge", "taken_at", "ended_at", "ended_by",
        "answer",
    )  # fmt: skip
    calls = Call.objects.filter(event=event).with_names().order_by("at", "pk")
    return Table(columns, map(_call, calls.iterator(AT_ONCE)))


def _call(call: Call) -> Row:
    return {
        "call": call.pk,
        "at": moment_of(call.at),
        "round": name_of_round(call.match.round) if call.match else None,
        "table": call.table,
        "called_by": call.registration.name if call.registration else person_of(call.opened_by),
        "reason": call.reason,
        "status": call.status,
        "judge": person_of(call.assignee),
        "taken_at": moment_of(call.taken_at),
        "ended_at": moment_of(call.ended_at),
        "ended_by": person_of(call.ended_by),
        "answer": call.answer,
    }


def card_pools(event: Event, viewer: object) -> Table:
    """Return the current pools visible to the viewer.

    The submitted text is visible to the player and staff only.
    """
    staff = is_staff_of(viewer, event)

    def to_row(pool: CardPool) -> Row:
        inside = staff or owns_registration(viewer, pool.registration)
        return {
            "pool": pool.pk,
            "id": pool.registration_id,
            "player": pool.registration.name,
            "number": pool.number,
            "format": pool.format,
            "cards": pool.cards,
            "at": moment_of(pool.at),
            "text": pool.text if inside else None,
        }

    columns = ("pool", "id", "player", "number", "format", "cards", "at", "text")
    return Table(columns, map(to_row, _visible_pools(event, viewer).iterator(AT_ONCE)))


def pool_cards(event: Event, viewer: object) -> Table:
    """Return the cards of the same pools, one row per card, in the order of each pool."""

    def rows() -> Iterator[Row]:
        game = DeckContext(event).game
        for pool in _visible_pools(event, viewer).iterator(AT_ONCE):
            arguments = {"pool": pool.pk, "id": pool.registration_id, "player": pool.registration.name}
            for quantity, name in copies_in_pool(pool, game):
                yield {**arguments, "quantity": quantity, "card": name}

    return Table(("pool", "id", "player", "quantity", "card"), rows())


def _visible_pools(event: Event, viewer: object) -> CardPoolQuerySet:
    visible = CardPool.objects.visible_to(viewer).counting().filter(registration__event=event)
    return visible.select_related("registration__player").order_by(name_order("registration__name"), "pk")
