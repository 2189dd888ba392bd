"""Stage plan of an event: settings of each stage, labels, defaults and validation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.events.models import Event, Stage
from epic_events.events.models.stage import MAX_PREPARATION_MINUTES
from epic_events.infra.names import normalised
from rules.games import GAMES


def describe_structure(stage: Stage) -> str:
    """Return the pairing method and the number of rounds of a stage."""
    parts = [_kind(stage)]
    if stage.cut_size and not stage.is_elimination:
        parts.append(_("for the top %(size)d players") % {"size": stage.cut_size})
    if stage.carries:
        parts.append(_("points carried over"))
    if stage.power_from:
        parts.append(_("paired by rank from round %(round)d of the stage") % {"round": stage.power_from})
    if stage.third_place:
        parts.append(_("with a third-place match"))
    return ", ".join(parts)


def _kind(stage: Stage) -> str:
    if stage.is_elimination:
        kind = _("single elimination") if stage.kind == Stage.Kind.ELIMINATION else _("double elimination")
        return _("top %(size)d, %(kind)s") % {"size": stage.cut_size, "kind": kind} if stage.cut_size else kind
    if stage.kind == Stage.Kind.ROUND_ROBIN:
        return _("each pair of players meets twice") if stage.legs == 2 else _("each pair of players meets once")
    if stage.rounds:
        rounds = ngettext("%(rounds)d round", "%(rounds)d rounds", stage.rounds) % {"rounds": stage.rounds}
    else:
        rounds = _("recommended number of rounds")
    if stage.kind == Stage.Kind.PODS:
        return _("%(rounds)s in pods of %(size)d") % {"rounds": rounds, "size": stage.pod_size}
    return rounds


def describe_matches(stage: Stage) -> str:
    """Return the format (if not the event's), games per match and clocks of a stage."""
    parts = []
    if stage.format:
        deck_format = GAMES[stage.event.game].formats.get(stage.format)
        parts.append(deck_format.name if deck_format else stage.format)
    parts.append(_("one game per match") if stage.best_of == 1 else _("best of %(games)d") % {"games": stage.best_of})
    if stage.minutes:
        parts.append(_("%(minutes)d minutes") % {"minutes": stage.minutes})
    has_new_cards = stage.order == 1 or stage.kind == Stage.Kind.PODS or bool(stage.format)
    draft, build = stage.planned_preparation(None) if has_new_cards else (stage.draft_minutes, stage.build_minutes)
    if draft:
        parts.append(_("drafting %(minutes)d minutes") % {"minutes": draft})
    if build:
        parts.append(_("building %(minutes)d minutes") % {"minutes": build})
    return ", ".join(parts)


MAX_STAGES = 12
MAX_ROUNDS = 20
MIN_ROUND_MINUTES, MAX_ROUND_MINUTES = 5, 600

Kind = Stage.Kind
BRACKETS = (Kind.ELIMINATION.value, Kind.DOUBLE_ELIMINATION.value)


@dataclass(frozen=True, kw_only=True)
class StagePlan:
    """Settings of a stage.

    Attributes:
        id: primary key of the stage to change; None for a new one.
        kind: pairing method, a value of :class:`~epic_events.events.models.Stage.Kind`.
        name: name of the stage; empty for the name of its kind.
        format: slug of the deck format; empty for the event's.
        best_of: games per match: 1, 3 or 5.
        minutes: minutes per round; None for no clock.
        rounds: number of rounds; None for the recommended number. Brackets and round robins determine their own.
        cut_size: number of players who advance to this stage; None for all remaining players.
        carries: True to carry over points and opponents from the previous stage; None for the default: True
        between two
            stages that are not eliminations.
        power_from: first round of a Swiss stage, counted from 1, that is paired by rank; None for none.
        pod_size: players per full pod, for pods; None for eight.
        pod_order: how players are assigned to pods, a value of ``Stage.PodOrder``; empty for random.
        draft_minutes: minutes to draft before the first round; None for the usual ones of the format, 0 for none.
        build_minutes: minutes to build decks before the first round, likewise.
        legs: how often each pair of players meets in a round robin: 1 or 2.
        third_place: True if a single elimination has a third-place match.
        final_reset: True if a double elimination can have a second final; None for True.
    """

    kind: str = Kind.SWISS.value
    id: int | None = None
    name: str = ""
    format: str = ""
    best_of: int = 1
    minutes: int | None = 40
    rounds: int | None = None
    cut_size: int | None = None
    carries: bool | None = None
    power_from: int | None = None
    pod_size: int | None = None
    pod_order: str = ""
    draft_minutes: int | None = None
    build_minutes: int | None = None
    legs: int = 1
    third_place: bool = False
    final_reset: bool | None = None

    @classmethod
    def of(cls, stage: Stage) -> "StagePlan":
        """Return the settings of an existing stage."""
        return cls(**{name: getattr(stage, name) for name in cls.__dataclass_fields__})

    @property
    def is_elimination(self) -> bool:
        """True for single and double elimination."""
        return self.kind in BRACKETS


def plan_of(event: Event) -> list[StagePlan]:
    """Return the current stage plan of an event."""
    return [StagePlan.of(stage) for stage in event.stages.all()]


def with_defaults(plans: Sequence[StagePlan]) -> list[StagePlan]:
    """Return the stage plans with missing values replaced by defaults."""
    done: list[StagePlan] = []
    for index, plan in enumerate(plans):
        usual = index > 0 and not plan.is_elimination and not plans[index - 1].is_elimination
        pods, double = plan.kind == Kind.PODS, plan.kind == Kind.DOUBLE_ELIMINATION
        done.append(
            replace(
                plan,
                name=normalised(plan.name),
                carries=usual if plan.carries is None else plan.carries,
                pod_size=plan.pod_size or (Stage.MAX_POD_SIZE if pods else None),
                pod_order=plan.pod_order or (Stage.PodOrder.CHANCE.value if pods else ""),
                final_reset=double if plan.final_reset is None else plan.final_reset,
            )
        )
    return done


def fits_event_form(plans: Sequence[StagePlan]) -> bool:
    """Return True if the event form can hold the whole plan.

    It can hold Swiss rounds or rounds in random pods of eight, optionally with a cut to 2, 4 or 8 players.
    """
    if not plans or plans[0].kind not in (Kind.SWISS, Kind.PODS):
        return False
    if [plan.kind for plan in plans[1:]] not in ([], [Kind.ELIMINATION]):
        return False
    comparable = [StagePlan(kind=p.kind, id=p.id, best_of=p.best_of, minutes=p.minutes) for p in plans]
    comparable[0] = replace(comparable[0], rounds=plans[0].rounds)
    if len(plans) > 1:
        if plans[1].cut_size not in (2, 4, 8):
            return False
        comparable[1] = replace(comparable[1], cut_size=plans[1].cut_size)
    return with_defaults(comparable) == list(plans)


def find_plan_errors(plans: Sequence[StagePlan], *, game: str, capacity: int | None) -> dict[str, str]:
    """Return all errors of a stage plan, as message by field.

    The field ``stages.2.rounds`` is the number of rounds of the second stage.

    Args:
        plans: the result of :func:`with_defaults`.
        game: slug of the event's game.
        capacity: maximum number of players; None for no limit.
    """
    if not plans:
        return {"stages": _("Add at least one stage.")}
    if len(plans) > MAX_STAGES:
        return {"stages": _("Plan at most %(most)d stages.") % {"most": MAX_STAGES}}
    formats = GAMES[game].formats
    errors_by_field: dict[str, str] = {}
    here = capacity
    for order, plan in enumerate(plans, 1):
        last = order == len(plans)
        errors = [*_length_errors(plan), *_kind_errors(plan), *_order_errors(plan, order, here, last=last)]
        if plan.format and plan.format not in formats:
            errors.append(("format", _("There is no format “%(format)s”.") % {"format": plan.format}))
        for field, message in errors:
            errors_by_field.setdefault(f"stages.{order}.{field}", message)
        here = min(each for each in (here, plan.cut_size) if each is not None) if here or plan.cut_size else None
    return errors_by_field


def _length_errors(plan: StagePlan) -> Iterator[tuple[str, str]]:
    """Yield errors in the length of matches, rounds and stages."""
    if plan.kind not in Kind.values:
        yield "kind", _("This kind of stage does not exist.")
    if plan.best_of not in (1, 3, 5):
        yield "best_of", _("Choose one game, best of 3 or best of 5.")
    if plan.minutes is not None and not MIN_ROUND_MINUTES <= plan.minutes <= MAX_ROUND_MINUTES:
        yield (
            "minutes",
            _("Enter %(least)d to %(most)d minutes, or leave this empty for no clock.")
            % {
                "least": MIN_ROUND_MINUTES,
                "most": MAX_ROUND_MINUTES,
            },
        )
    yield from _preparation_errors(plan)
    if plan.is_elimination and plan.rounds is not None:
        yield "rounds", _("Leave this empty. The size of a bracket determines its number of rounds.")
    elif plan.rounds is not None and plan.kind != Kind.ROUND_ROBIN and not 1 <= plan.rounds <= MAX_ROUNDS:
        yield (
            "rounds",
            _("Enter 1 to %(most)d rounds, or leave this empty for the recommended number.") % {"most": MAX_ROUNDS},
        )


def _preparation_errors(plan: StagePlan) -> Iterator[tuple[str, str]]:
    """Yield errors in the minutes to draft and to build."""
    for name, minutes in (("draft_minutes", plan.draft_minutes), ("build_minutes", plan.build_minutes)):
        if minutes is not None and plan.is_elimination:
            yield name, _("Leave this empty. Players bring the decks of an elimination stage.")
        elif minutes is not None and not 0 <= minutes <= MAX_PREPARATION_MINUTES:
            yield (
                name,
                _("Enter 0 to %(most)d minutes, or leave this empty for the usual ones of the format.")
                % {"most": MAX_PREPARATION_MINUTES},
            )


def _kind_errors(plan: StagePlan) -> Iterator[tuple[str, str]]:
    """Yield errors in fields that the kind of stage does not support."""
    if plan.power_from is not None and plan.kind != Kind.SWISS:
        yield "power_from", _("Leave this empty. Only Swiss rounds can be paired by rank.")
    elif plan.power_from is not None and plan.rounds is not None and plan.power_from > plan.rounds:
        text = ngettext(
            "This stage has only %(rounds)d round. Choose that round.",
            "This stage has only %(rounds)d rounds. Choose one of them.",
            plan.rounds,
        )
        yield "power_from", text % {"rounds": plan.rounds}
    if plan.kind == Kind.PODS:
        if not Stage.MIN_POD_SIZE <= (plan.pod_size or 0) <= Stage.MAX_POD_SIZE:
            yield (
                "pod_size",
                _("Enter %(least)d to %(most)d players per pod.")
                % {
                    "least": Stage.MIN_POD_SIZE,
                    "most": Stage.MAX_POD_SIZE,
                },
            )
        if plan.pod_order not in Stage.PodOrder.values:
            yield "pod_order", _("Choose how players are assigned to pods.")
    elif plan.pod_size is not None or plan.pod_order:
        yield "pod_size", _("Leave this empty. Only a stage of kind “Pods” has pods.")
    if plan.legs not in (1, 2) or (plan.legs == 2 and plan.kind != Kind.ROUND_ROBIN):
        yield "legs", _("Choose once or twice for a round robin, and once for other stages.")
    if plan.third_place and plan.kind != Kind.ELIMINATION:
        yield "third_place", _("Only single elimination can have a third-place match.")
    if plan.final_reset and plan.kind != Kind.DOUBLE_ELIMINATION:
        yield "final_reset", _("Only double elimination can have a second final.")


def _order_errors(plan: StagePlan, order: int, here: int | None, *, last: bool) -> Iterator[tuple[str, str]]:
    """Yield errors in the position of a stage; at most ``here`` players reach it."""
    if plan.is_elimination and not last:
        yield "kind", _("An elimination stage must be the last stage.")
    if order == 1:
        yield from _first_stage_errors(plan)
    elif plan.carries and plan.is_elimination:
        yield "carries", _("An elimination stage has no points to carry over.")
    size, most = plan.cut_size, {Kind.ROUND_ROBIN.value: Stage.MAX_ROUND_ROBIN_SIZE}.get(plan.kind)
    most = Stage.MAX_BRACKET_SIZE if plan.is_elimination else most
    if size is not None and (size < 2 or (most is not None and size > most)):
        yield "cut_size", _("Choose a number from 2 to %(most)d.") % {"most": most or 10_000}
    elif size is not None and here is not None and size > here:
        yield "cut_size", _("At most %(here)d players reach this stage. Choose a smaller number.") % {"here": here}
    elif size is None and most is not None and here is not None and here > most:
        yield (
            "cut_size",
            _("Up to %(here)d players can reach this stage. Let at most %(most)d advance to it.")
            % {
                "here": here,
                "most": most,
            },
        )


def _first_stage_errors(plan: StagePlan) -> Iterator[tuple[str, str]]:
    """Yield errors in settings that need a previous stage or standings."""
    if plan.cut_size is not None and not plan.is_elimination:
        yield "cut_size", _("Leave this empty. All players play in the first stage.")
    if plan.carries:
        yield "carries", _("The first stage has no previous stage to carry over points from.")
    if plan.power_from == 1:
        yield "power_from", _("Choose round 2 or later. There are no standings before the first round.")
    if plan.pod_order not in ("", Stage.PodOrder.CHANCE):
        yield "pod_order", _("Choose random pods. There are no standings before the first stage.")
