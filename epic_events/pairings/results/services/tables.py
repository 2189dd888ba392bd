"""Services for tables.

Time calls, the active and first player, and a stage's table rules.
"""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Stage
from epic_events.events.permissions import is_staff_of, require_organiser, require_staff
from epic_events.events.selectors import lock_event
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.pairings.lifecycle import lock_and_reload
from epic_events.pairings.models import Match, Round
from epic_events.pairings.results.match_state import MatchState
from epic_events.pairings.results.services import finalisation
from epic_events.pairings.round_names import name_of_round, round_facts

SeatRecorder = Callable[[User | None, Match, int | None], Match]
"""A service that records a seat of a table."""


def call_time(actor: User | None, round_: Round, *, at: datetime | None = None) -> Round:
    """Call time in the current round. Calling it twice changes nothing.

    Args:
        actor: who calls time. `None` for the clock.
        round_: the round.
        at: when time ran out. `None` for now.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: the round is not in progress.
    """
    with transaction.atomic():
        round_ = lock_and_reload(round_)
        require_staff(actor, round_.stage.event)
        require_in_progress(round_)
        if round_.time_called_at is None:
            round_.time_called_at = at or timezone.now()
            round_.save(update_fields=["time_called_at"])
            audit_log.record(
                actor, "round.time_called", event=round_.stage.event, subject=round_, **round_facts(round_)
            )
    return round_


def undo_time_call(actor: User | None, round_: Round) -> Round:
    """Undo the time call and the recorded active players.

    Does nothing without a time call.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: the round is not in progress.
    """
    with transaction.atomic():
        round_ = lock_and_reload(round_)
        require_staff(actor, round_.stage.event)
        require_in_progress(round_)
        if round_.time_called_at is not None:
            called, round_.time_called_at = round_.time_called_at, None
            round_.save(update_fields=["time_called_at"])
            round_.matches.filter(turn_at_time__isnull=False).update(turn_at_time=None)
            audit_log.record(
                actor,
                "round.time_call_undone",
                event=round_.stage.event,
                subject=round_,
                called=called,
                **round_facts(round_),
            )
    return round_


def record_active_player(actor: User | None, match: Match, place: int | None) -> Match:
    """Record, as staff, the active player of a table when time was called.

    Args:
        actor: who records it.
        match: a match of a round in which time was called.
        place: the seat, 1 or 2. `None` clears it.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: time has not been called, or the result is final.
        UserError: the table has no such seat.
    """
    with transaction.atomic():
        state = finalisation.lock_and_reload(match)
        require_staff(actor, state.match.round.stage.event)
        finalisation.require_open_for_players(state)
        if state.match.round.time_called_at is None:
            raise StateError(_("Time has not been called in this round."))
        _require_place(state, place)
        if state.match.turn_at_time != place:
            state.match.turn_at_time = place
            state.match.save(update_fields=["turn_at_time"])
            _log(actor, "match.active_player_recorded", state, place)
    return state.match


def record_first_player(actor: User | None, match: Match, place: int | None) -> Match:
    """Record who plays first in the first game. Permission: the two players and staff.

    Args:
        actor: who records it.
        match: a match without a final result.
        place: the seat, 1 or 2. `None` clears it.

    Raises:
        NotAllowedError: the user is neither a player of the match nor staff.
        StateError: the round is not in progress, or the result is final.
        UserError: the table has no such seat.
    """
    with transaction.atomic():
        state = finalisation.lock_and_reload(match)
        if state.seat_of(actor) is None and actor is not None and not is_staff_of(actor, state.match.round.stage.event):
            raise NotAllowedError(_("Only the two players and the staff can record who plays first."))
        finalisation.require_open_for_players(state)
        _require_place(state, place)
        if state.match.first_player != place:
            state.match.first_player = place
            state.match.save(update_fields=["first_player"])
            _log(actor, "match.first_player_recorded", state, place)
    return state.match


def record_penalty_wins(actor: User | None, match: Match, games: tuple[int, int]) -> Match:
    """Record the game wins that each player has from penalties of the opponent.

    A reported result must include them. The penalty itself is the audit entry.

    Args:
        actor: who gives or revokes the penalty.
        match: a match without a final result.
        games: game wins of seats 1 and 2.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: the round is not in progress, or the result is final.
    """
    with transaction.atomic():
        state = finalisation.lock_and_reload(match)
        require_staff(actor, state.match.round.stage.event)
        finalisation.require_open_for_players(state)
        for seat, wins in zip(state.seats, games, strict=True):
            if seat.game_wins != wins:
                seat.game_wins = wins
                seat.save(update_fields=["game_wins"])
    return state.match


def require_in_progress(round_: Round) -> None:
    """Raise `StateError` unless the round is in progress."""
    if round_.status != Round.Status.PUBLISHED or round_.stage.event.status != Event.Status.RUNNING:
        raise StateError(_("%(round)s is not being played.") % {"round": name_of_round(round_)})


def _require_place(state: MatchState, place: int | None) -> None:
    if place is not None and place not in {seat.place for seat in state.seats}:
        raise UserError(_("This table has two seats: 1 and 2."))


def _log(actor: User | None, verb: str, state: MatchState, place: int | None) -> None:
    event = state.match.round.stage.event
    audit_log.record(actor, verb, event=event, subject=state.match, table=state.match.table, place=place)


def table_rules_version(stage: Stage) -> str:
    """Return the version token of a stage's table rules."""
    return version_token(stage.play_first, stage.records_health)


def _display_values(stage: Stage) -> list[tuple[str, str]]:
    """Return the table rules of a stage as pairs of label and text."""
    health = _("Remaining health is recorded.") if stage.records_health else _("Remaining health is not recorded.")
    return [(stage.title, f"{stage.get_play_first_display()}\n{health}")]


def change_table_rules(
    actor: User | None, stage: Stage, *, play_first: str, records_health: bool, expected_version: str | None = None
) -> Stage:
    """Change who chooses the first player and whether health is recorded, for a stage.

    Args:
        actor: who changes it. `None` for the command line.
        stage: the stage.
        play_first: a value of ``Stage.PlayFirst``.
        records_health: whether players and staff enter remaining health. Recorded values stay stored.
        expected_version: version token of the edited form. `None` if unknown.

    Raises:
        EditConflictError: the rules have changed since the form was opened.
        NotAllowedError: the user is not an organiser.
        StateError: the event is over.
        UserError: `play_first` is not a value of ``Stage.PlayFirst``.
    """
    require_organiser(actor, stage.event)
    if play_first not in Stage.PlayFirst.values:
        message = _("Select a valid option.")
        raise UserError(message, fields={"play_first": message})
    with transaction.atomic():
        event = lock_event(stage.event)
        stage = Stage.objects.get(pk=stage.pk, event=event)
        if event.is_over:
            raise StateError(_("This event is over and can no longer be changed."))
        if (stage.play_first, stage.records_health) != (play_first, records_health):
            require_unchanged(expected_version, table_rules_version(stage), _display_values(stage))
            stage.play_first, stage.records_health = play_first, records_health
            stage.save(update_fields=["play_first", "records_health"])
            audit_log.record(
                actor,
                "stage.table_rules_changed",
                event=event,
                subject=stage,
                play_first=play_first,
                records_health=records_health,
            )
    return stage
