"""Services that change the tie-breakers and match points of a stage."""

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Participation, Stage
from epic_events.events.permissions import require_organiser
from epic_events.events.selectors import lock_event
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import StateError, UserError
from epic_events.pairings.methods.standings import Points, Settings
from epic_events.pairings.methods.tie_breaks.chain import Chain, ChainError, parse_chain, serialize_chain
from epic_events.pairings.models import Round
from epic_events.pairings.standings import ranking
from epic_events.pairings.standings.tie_break_labels import ChainUserError, title

MAX_POINTS = 100
OF_HEALTH = frozenset({"health", "health_difference"})


def parse_tie_breaks(plain: object) -> Chain:
    """Parse tie-breakers from JSON data.

    Raises:
        ChainUserError: the data is invalid.
    """
    try:
        return parse_chain(plain)
    except ChainError as error:
        raise ChainUserError(error) from error


def tie_breaks_version(settings: Settings) -> str:
    """Return the version token of a stage's tie-breakers and match points."""
    return version_token(serialize_chain(settings.chain), tuple(settings.points))


def _summarize_settings(settings: Settings) -> list[tuple[str, str]]:
    """Return tie-breakers and match points as pairs of label and text."""
    chain = "\n".join(f"{place}. {title(link)}" for place, link in enumerate(settings.chain, 1))
    return [(_("Tie-breakers"), chain), (_("Match points"), ", ".join(map(str, settings.points)))]


def change_tie_breaks(
    actor: User | None,
    stage: Stage,
    chain: Chain,
    *,
    points: Points | None = None,
    reason: str = "",
    expected_version: str | None = None,
) -> Stage:
    """Change the tie-breakers of a stage, for the standings of all its rounds.

    Match points can change until the first round is published, because results store them.

    Args:
        actor: the user who changes them; None for the command line.
        stage: the stage.
        chain: tie-breakers in order, see :func:`parse_tie_breaks`.
        points: new match points; None keeps them.
        reason: required once play has started.
        expected_version: version token of the settings that the user saw; None if unknown.

    Raises:
        ChangedMeanwhileError: the settings have changed since.
        NotAllowedError: the user is no organiser.
        StateError: the event is over, the next stage is seeded from these standings, or match points are fixed.
        UserError: the reason is missing, the match points are inconsistent, or health is not recorded.
    """
    require_organiser(actor, stage.event)
    with transaction.atomic():
        event = lock_event(stage.event)
        stage = Stage.objects.get(pk=stage.pk, event=event)
        _require_open(event, stage)
        before = ranking.settings_of(stage)
        new_points = points or before.points
        if (chain, new_points) == (before.chain, before.points):
            return stage
        require_unchanged(expected_version, tie_breaks_version(before), _summarize_settings(before))
        _check_points(new_points)
        if OF_HEALTH & {link.name for link in chain} and not stage.records_health:
            raise UserError(_("This stage does not record health, so health cannot break ties."))
        if has_published_round(stage):
            if new_points != before.points:
                raise StateError(_("Match points cannot change after a round has been published."))
            if not reason.strip():
                message = _("Enter a reason. Players will ask for it.")
                raise UserError(message, fields={"reason": message})
        stage.tie_breaks = serialize_chain(chain)
        stage.win_points, stage.draw_points, stage.loss_points, stage.bye_points = new_points
        stage.save(update_fields=["tie_breaks", "win_points", "draw_points", "loss_points", "bye_points"])
        audit_log.record(
            actor,
            "stage.tie_breaks_changed",
            event=event,
            subject=stage,
            reason=reason.strip(),
            before=serialize_chain(before.chain),
            after=stage.tie_breaks,
            points_before=list(before.points),
            points=list(new_points),
        )
    return stage


def has_published_round(stage: Stage) -> bool:
    """Return True if a round of the stage has been published."""
    return stage.round_set.exclude(status=Round.Status.DRAFT).exists()


def _require_open(event: Event, stage: Stage) -> None:
    """Raise `StateError` if the standings of the stage can no longer change."""
    if stage.is_elimination:
        raise StateError(_("A bracket has no tie-breakers: the winner of each match advances."))
    if event.is_over:
        raise StateError(_("This event is over. Its standings are final."))
    if Participation.objects.filter(stage__event=event, stage__order__gt=stage.order).exists():
        raise StateError(
            _(
                "The next stage was seeded from these standings. If its first round is not published, discard it "
                "before you change the tie-breakers."
            )
        )


def _check_points(points: Points) -> None:
    """Raise `UserError` unless win >= draw >= loss and win >= bye."""
    if not (0 <= points.loss <= points.draw <= points.win and 1 <= points.win <= MAX_POINTS):
        raise UserError(
            _("A win must be worth at least 1 point, a draw no more than a win, and a loss no more than a draw.")
        )
    if not 0 <= points.bye <= points.win:
        raise UserError(_("A bye must not be worth more than a win."))
