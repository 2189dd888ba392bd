"""Changes the stage plan of an event."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Stage
from epic_events.events.permissions import require_organiser
from epic_events.events.selectors import lock_event
from epic_events.events.stage_plans import StagePlan, find_plan_errors, plan_of, with_defaults
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import StateError, UserError

_OPEN_DURING_PLAY = ("name", "minutes", "id")
_SHARED = ("tie_breaks", "win_points", "draw_points", "loss_points", "bye_points", "play_first", "records_health")
_TEMPORARY_ORDER = 1000  # avoids duplicate orders while stages are moved


def list_started_stages(event: Event) -> list[Stage]:
    """Return the stages that can no longer change, in order.

    These are the stages with participants, those that were drafted or built for, and the first stage once the event has
    started.
    """
    has_begun = Q(participations__isnull=False) | Q(preparations__isnull=False)
    begun = event.stages.filter(has_begun).distinct().order_by("order")
    return list(begun) or ([event.stages.get(order=1)] if event.has_started else [])


def stage_plan_version_token(event: Event) -> str:
    """Return a token that changes when the stage plan changes."""
    return version_token(plan_of(event))


def plan_stages(
    actor: User | None, event: Event, stages: Sequence[StagePlan], *, expected_version: str | None = None
) -> Event:
    """Replace the stage plan of an event.

    Of stages that have begun, only the name and the minutes per round may change.

    Args:
        actor: an organiser; None for the command line.
        event: the event.
        stages: all stages in order; those with an id change an existing stage.
        expected_version: version token of the plan that was edited; None skips the check.

    Raises:
        ChangedMeanwhileError: the plan has changed since ``expected_version``.
        NotAllowedError: the user is not an organiser.
        StateError: the event is over, or a stage that has begun would change.
        UserError: the plan is not valid; with a message per field.
    """
    require_organiser(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        if event.is_over:
            raise StateError(_("This event is over and can no longer be changed."))
        require_unchanged(
            expected_version,
            stage_plan_version_token(event),
            [(stage.title, _summarise(stage)) for stage in event.stages.all()],
        )
        plans = with_defaults(stages)
        problems = find_plan_errors(plans, game=event.game, capacity=event.capacity)
        stages_by_pk = {stage.pk: stage for stage in event.stages.all()}
        ids = [plan.id for plan in plans if plan.id is not None]
        if len(set(ids)) < len(ids) or not set(ids) <= set(stages_by_pk):
            problems["stages"] = _(
                "The stage plan has changed since you loaded this page. Check the current plan and try again."
            )
        if problems:
            raise UserError(_("The stage plan was not saved. Correct the marked fields."), fields=problems)
        _require_started_unchanged(event, plans)
        before = plan_of(event)
        _write_stages(event, plans, stages_by_pk)
        after = plan_of(event)
        if after != before:
            summary = [_changed_fields(plan) for plan in after]
            audit_log.record(actor, "stages.planned", event=event, subject=event, stages=summary)
    return event


def _require_started_unchanged(event: Event, plans: Sequence[StagePlan]) -> None:
    """Raise if the plan changes a stage that has begun.

    Raises:
        StateError: with a message per field.
    """
    fixed: dict[str, str] = {}
    for at, stage in enumerate(list_started_stages(event)):
        now = StagePlan.of(stage)
        new = plans[at] if at < len(plans) else None
        if new is None or new.id != stage.pk:
            fixed[f"stages.{at + 1}.kind"] = _("“%(stage)s” has begun and cannot be moved or removed.") % {
                "stage": stage.title
            }
            continue
        then, new_plan = asdict(now), asdict(new)
        changed = [name for name in new_plan if then[name] != new_plan[name] and name not in _OPEN_DURING_PLAY]
        fixed |= {f"stages.{at + 1}.{name}": _("This cannot change once the stage has begun.") for name in changed}
    if fixed:
        raise StateError(_("Some fields cannot change once a stage has begun."), fields=fixed)


def _write_stages(event: Event, plans: Sequence[StagePlan], stages_by_pk: dict[int, Stage]) -> None:
    """Create, update and delete stages; moved stages keep their primary key."""
    remaining = {plan.id for plan in plans}
    event.stages.exclude(pk__in=[pk for pk in remaining if pk is not None]).delete()
    first = next((stage for stage in stages_by_pk.values() if stage.order == 1), None)
    shared = {name: getattr(first, name) for name in _SHARED} if first else {}
    for index, pk in enumerate(pk for pk in stages_by_pk if pk in remaining):
        Stage.objects.filter(pk=pk).update(order=_TEMPORARY_ORDER + index, carries=False, cut_size=None)
    for order, plan in enumerate(plans, 1):
        values: dict[str, Any] = {**asdict(plan), "order": order}
        pk = values.pop("id")
        if pk is None:
            Stage.objects.create(event=event, **shared, **values)
        else:
            Stage.objects.filter(pk=pk).update(**values)
    event._prefetched_objects_cache = {}  # type: ignore[attr-defined]  # noqa: SLF001 - what was read is outdated


def _summarise(stage: Stage) -> str:
    """Return the values of a stage that differ from the defaults, one per line."""
    return "\n".join(f"{name}: {value}" for name, value in _changed_fields(StagePlan.of(stage)).items() if name != "id")


def _changed_fields(plan: StagePlan) -> dict[str, Any]:
    """Return the kind and all values that differ from the defaults, for the audit log."""
    plain = asdict(StagePlan())
    return {name: value for name, value in asdict(plan).items() if name == "kind" or value != plain[name]}
