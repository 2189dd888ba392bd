"""Deck checks: the weighted random draw of tables, and services.

The services draw tables and run checks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Final

from django.db import transaction
from django.db.models import Count, Q, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.decks.models import DeckVersion
from epic_events.events.models import Registration
from epic_events.events.selectors import lock_event
from epic_events.infra.errors import StateError, UserError
from epic_events.judging.clock.services import extend_time
from epic_events.judging.models import MAX_NOTE_LENGTH, CheckDraw, DeckCheck, Penalty
from epic_events.judging.penalties.services import give_penalty
from epic_events.judging.permissions import Permission, require_permission
from epic_events.pairings.lifecycle import generate_seed, lock_and_reload
from epic_events.pairings.models import Match, Round, Seat

BASE_WEIGHT: Final = 4
"""Weight of a table without leaders and earlier checks."""
LEADER_FACTOR: Final = 3
"""Factor on the weight of a table with leading players."""
CHECKED_DIVISOR: Final = 4
"""Divisor of the weight for each earlier check of one of its decks."""


@dataclass(frozen=True, slots=True, order=True)
class Candidate:
    """A table that can be drawn.

    Attributes:
        table: table number; candidates are sorted by it before the draw.
        leading: True if one of its players is among the leaders.
        checks: number of earlier checks of its players' decks at this event.
    """

    table: int
    leading: bool = False
    checks: int = 0


def table_weight(candidate: Candidate, *, prefer_leaders: bool, prefer_unchecked: bool) -> int:
    """Return the weight of a table, at least 1.

    Args:
        candidate: the table.
        prefer_leaders: increase the weight of tables with leading players.
        prefer_unchecked: reduce the weight for each earlier check.

    >>> table_weight(Candidate(1, leading=True), prefer_leaders=True, prefer_unchecked=True)
    12
    >>> table_weight(Candidate(1, checks=2), prefer_leaders=True, prefer_unchecked=True)
    1
    """
    value = BASE_WEIGHT * (LEADER_FACTOR if prefer_leaders and candidate.leading else 1)
    return max(1, value // CHECKED_DIVISOR**candidate.checks) if prefer_unchecked else value


def pick_tables(
    seed: int,
    candidates: Sequence[Candidate],
    count: int,
    *,
    prefer_leaders: bool = False,
    prefer_unchecked: bool = True,
) -> tuple[int, ...]:
    """Return the drawn tables in draw order; all tables if there are no more.

    Tables are drawn one after the other without replacement, with probability proportional to weight. Pure:
    ``random.Random(seed).random()`` returns the same numbers in every Python version.

    Args:
        seed: seed of the random generator.
        candidates: the tables, in any order.
        count: number of tables to draw.
        prefer_leaders: prefer tables with leading players.
        prefer_unchecked: prefer tables whose decks have not been checked.
    """
    chance = Random(seed)  # noqa: S311 - drawn again by everybody, not a secret
    left = sorted(candidates)
    drawn: list[int] = []
    while left and len(drawn) < count:
        weights = [table_weight(one, prefer_leaders=prefer_leaders, prefer_unchecked=prefer_unchecked) for one in left]
        mark = int(chance.random() * sum(weights))
        for place, value in enumerate(weights):
            mark -= value
            if mark < 0:
                drawn.append(left.pop(place).table)
                break
    return tuple(drawn)


MAX_TABLES_DRAWN = 32
LEADER_COUNT = 8
"""Number of players, by match points before the round, who count as leaders."""
RESHUFFLE_MINUTES = 3
"""Minutes for sitting down and shuffling, added to the duration of a check."""
MAX_EXTENSION_MINUTES = 30


def draw_tables(
    actor: User | None, round_: Round, count: int, *, prefer_leaders: bool = False, prefer_unchecked: bool = True
) -> CheckDraw:
    """Draw tables of the current round for deck checks and store the draw.

    Args:
        actor: the judge.
        round_: a round in progress.
        count: number of tables.
        prefer_leaders: prefer tables with leading players.
        prefer_unchecked: prefer tables whose decks have not been checked.

    Raises:
        NotAllowedError: the user is not a judge of the event.
        StateError: the round is not in progress, or all its tables have finished.
        UserError: the number of tables is out of range.
    """
    if not 1 <= count <= MAX_TABLES_DRAWN:
        message = _("Enter 1 to %(most)d tables.") % {"most": MAX_TABLES_DRAWN}
        raise UserError(message, fields={"count": message})
    with transaction.atomic():
        round_ = lock_and_reload(round_)
        event = round_.stage.event
        require_permission(actor, event, Permission.CHECK_DECKS)
        if round_.status != Round.Status.PUBLISHED:
            raise StateError(_("You can draw tables only while a round is being played."))
        candidates = list_candidates(round_)
        if not candidates:
            raise StateError(_("All tables of this round have finished."))
        seed = generate_seed()
        tables = pick_tables(seed, candidates, count, prefer_leaders=prefer_leaders, prefer_unchecked=prefer_unchecked)
        draw = CheckDraw.objects.create(
            event=event,
            round=round_,
            seed=seed,
            candidates=[[candidate.table, candidate.leading, candidate.checks] for candidate in candidates],
            count=count,
            prefer_leaders=prefer_leaders,
            prefer_unchecked=prefer_unchecked,
            tables=list(tables),
            by=actor,
        )
        audit_log.record(actor, "check.drawn", event=event, subject=draw, tables=list(tables), seed=seed)
    return draw


def redraw(draw: CheckDraw) -> tuple[int, ...]:
    """Repeat a draw from its stored seed and candidates and return the tables."""
    candidates = [Candidate(*one) for one in draw.candidates]
    return pick_tables(
        draw.seed, candidates, draw.count, prefer_leaders=draw.prefer_leaders, prefer_unchecked=draw.prefer_unchecked
    )


def list_candidates(round_: Round) -> list[Candidate]:
    """Return the unfinished tables of a round as candidates. Three queries."""
    seats = Seat.objects.filter(round=round_, match__table__isnull=False).exclude(match__status=Match.Status.CONFIRMED)
    rows = list(seats.values_list("match__table", "registration_id"))
    before = Seat.objects.filter(round__stage=round_.stage, round__number__lt=round_.number)
    ranked = before.values("registration").annotate(total=Sum("points")).order_by("-total", "registration")
    leaders = {row["registration"] for row in ranked[:LEADER_COUNT]}
    counted = DeckCheck.objects.filter(event=round_.stage.event).exclude(outcome=DeckCheck.Outcome.CALLED_OFF)
    checks = dict(counted.values_list("registration").annotate(many=Count("pk")))
    tables: dict[int, list[int]] = {}
    for table, entry in rows:
        assert table is not None  # the query selects matches with a table only
        tables.setdefault(table, []).append(entry)
    return [
        Candidate(table, any(entry in leaders for entry in entries), sum(checks.get(entry, 0) for entry in entries))
        for table, entries in sorted(tables.items())
    ]


def begin_check(actor: User | None, entry: Registration, match: Match | None = None) -> DeckCheck:
    """Begin a deck check, or return the player's check in progress.

    Raises:
        NotAllowedError: the user is not a judge of the event.
        StateError: the event is over, or the player has no valid decklist.
        UserError: the player is not seated in the match.
    """
    with transaction.atomic():
        event = lock_event(entry.event)
        require_permission(actor, event, Permission.CHECK_DECKS)
        if event.is_over:
            raise StateError(_("This event is over. Its decks can no longer be checked."))
        under_way = DeckCheck.objects.filter(registration=entry, outcome=DeckCheck.Outcome.NONE).first()
        if under_way is not None:
            return under_way
        if match is not None and not match.seats.filter(registration=entry).exists():
            raise UserError(_("This player is not seated at this table."))
        version = DeckVersion.objects.counting().filter(registration=entry).first()
        if version is None:
            raise StateError(_("%(name)s has no valid decklist to check the deck against.") % {"name": entry.name})
        check = DeckCheck.objects.create(
            event=event,
            registration=entry,
            match=match,
            table=match.table if match else None,
            list=version,
            by=actor,
        )
        audit_log.record(actor, "check.begun", event=event, subject=check, check=check, match=match)
    return check


def finish_check(
    actor: User | None,
    check: DeckCheck,
    outcome: str,
    *,
    note: str = "",
    minutes: int | None = None,
    penalty: tuple[str, str] | None = None,
) -> DeckCheck:
    """End a deck check with its time extension and penalty, in one transaction.

    Args:
        actor: the judge.
        check: a check in progress.
        outcome: a value of :class:`DeckCheck.Outcome`.
        note: findings; required for a problem.
        minutes: time extension; None for the duration of the check plus ``RESHUFFLE_MINUTES``.
        penalty: slugs of infraction and level for a problem; None for no penalty.

    Raises:
        NotAllowedError: the user is not a judge of the event.
        StateError: the check has ended.
        UserError: the outcome is unknown, a problem has no note, or the penalty is invalid.
    """
    note = note.strip()
    if outcome not in DeckCheck.Outcome.values or outcome == DeckCheck.Outcome.NONE:
        message = _("Choose the outcome of the check.")
        raise UserError(message, fields={"outcome": message})
    if len(note) > MAX_NOTE_LENGTH or (outcome == DeckCheck.Outcome.PROBLEM and not note):
        message = _("Enter at most %(most)d characters for the findings.") % {"most": MAX_NOTE_LENGTH}
        raise UserError(message, fields={"note": message})
    with transaction.atomic():
        event = lock_event(check.event)
        require_permission(actor, event, Permission.CHECK_DECKS)
        check = DeckCheck.objects.select_related("registration", "match").get(pk=check.pk)
        check.event = check.registration.event = event
        if check.outcome:
            raise StateError(_("This deck check has ended: %(outcome)s.") % {"outcome": check.get_outcome_display()})
        check.outcome, check.note = DeckCheck.Outcome(outcome), note
        check.ended_at, check.ended_by = timezone.now(), actor
        check.minutes = _extend_time(actor, check, get_default_minutes(check) if minutes is None else minutes)
        check.penalty = _give_penalty(actor, check, penalty)
        check.save()
        audit_log.record(
            actor,
            "check.ended",
            event=event,
            subject=check,
            reason=note,
            check=check,
            outcome=check.outcome,
            minutes=check.minutes,
        )
    return check


def get_default_minutes(check: DeckCheck) -> int:
    """Return the duration of a check that ends now plus ``RESHUFFLE_MINUTES``."""
    took = -((check.at - timezone.now()) // timedelta(minutes=1))
    return min(took + RESHUFFLE_MINUTES, MAX_EXTENSION_MINUTES)


def _extend_time(actor: User | None, check: DeckCheck, minutes: int) -> int:
    """Extend the table's time and return the minutes given.

    Minutes that an earlier check of the same table has given are subtracted.
    """
    match = check.match
    if match is None or check.outcome == DeckCheck.Outcome.CALLED_OFF or minutes <= 0:
        return 0
    if match.status == Match.Status.CONFIRMED or match.round.status != Round.Status.PUBLISHED:
        return 0
    given_minutes = (
        DeckCheck.objects.filter(match=match).exclude(Q(pk=check.pk) | Q(outcome="")).aggregate(sum=Sum("minutes"))
    )
    more = max(0, minutes - (given_minutes["sum"] or 0))
    if more:
        extend_time(match, more, _("Deck check"), actor)
    return more


def _give_penalty(actor: User | None, check: DeckCheck, penalty: tuple[str, str] | None) -> Penalty | None:
    if penalty is None or check.outcome != DeckCheck.Outcome.PROBLEM:
        return None
    infraction, level = penalty
    match = check.match
    return give_penalty(actor, check.registration, infraction=infraction, level=level, match=match, note=check.note)
