"""Creates, edits, opens and cancels events."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import date, datetime

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from epic_events.accounts.access.second_factor import require_second_factor
from epic_events.accounts.confirmation import require_confirmed
from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.artwork.drawing.palette import LIVERIES
from epic_events.audit_log import services as audit_log
from epic_events.events.defaults import RESERVED_SLUGS, usual_game, usually_requires_decklists
from epic_events.events.models import Event, StaffRole, Stage
from epic_events.events.permissions import require_event_creation, require_organiser
from epic_events.events.selectors import lock_event
from epic_events.events.services.play import count_taken_spots, promote_from_waitlist
from epic_events.events.stage_plans import StagePlan, fits_event_form, plan_of
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import StateError, UserError
from epic_events.infra.names import normalised
from rules.games import GAMES

EVENTS_PER_DAY = 30
SLUG_ATTEMPTS = 5
FIRST_DAY, LAST_DAY = date(1990, 1, 1), date(2200, 1, 1)
STAGE_FIELDS = ("rounds", "best_of", "minutes", "cut", "cut_best_of", "cut_minutes")
"""Settings that determine the stages of an event without its own stage plan."""

_FIXED_ONCE_STARTED = (
    "time_zone",
    "starts_at",
    "game",
    "format",
    "rules_version",
    "rounds",
    "best_of",
    "cut",
    "cut_best_of",
)

_OF_THE_GAME = ("game", "format", "rules_version")


@dataclass(frozen=True, kw_only=True)
class EventPlan:
    """Settings of an event.

    Attributes:
        name: the name.
        starts_at: the start, with a time zone.
        time_zone: name of the venue's time zone; its local date decides dated rules.
        place: the venue.
        livery: colours of the pictures; empty for those that follow from the name.
        description: information for players, in Markdown.
        capacity: maximum number of players; None for no limit.
        check_in_minutes: minutes before the start when check-in opens.
        game: slug of the game; empty for the default game.
        format: slug of the deck format; empty for the game's default.
        rules_version: the rules version; empty for the game's default.
        decklists_required: True if players submit a decklist; None for what is usual for the format.
        deck_visibility: when decklists become public.
        decks_open_at: when decklist submission opens; None for at once.
        decks_due_at: the decklist deadline; None for the start of play.
        second_factor_required: True if staff roles require a second factor.
        embeddable: True if other websites may embed pairings and standings.
        rounds: number of Swiss rounds; None for the recommended number.
        best_of: games per match in the Swiss rounds.
        minutes: minutes per round; None for no clock.
        cut: number of players in the cut: 0, 2, 4 or 8.
        cut_best_of: games per match in the cut.
        cut_minutes: minutes per round in the cut; None for no clock.
    """

    name: str
    starts_at: datetime
    time_zone: str = "UTC"
    place: str = ""
    livery: str = ""
    description: str = ""
    capacity: int | None = None
    check_in_minutes: int = 60
    game: str = ""
    format: str = ""
    rules_version: str = ""
    decklists_required: bool | None = None
    deck_visibility: str = Event.DeckVisibility.AFTER.value
    decks_open_at: datetime | None = None
    decks_due_at: datetime | None = None
    second_factor_required: bool = False
    embeddable: bool = False
    rounds: int | None = None
    best_of: int = 1
    minutes: int | None = 40
    cut: int = 0
    cut_best_of: int = 1
    cut_minutes: int | None = None

    def __post_init__(self) -> None:
        """Normalise the name and the venue, and fill in defaults."""
        for line in ("name", "place"):
            object.__setattr__(self, line, normalised(getattr(self, line)))
        object.__setattr__(self, "game", self.game or usual_game())
        if game := GAMES.get(self.game):
            object.__setattr__(self, "format", self.format or game.usual_format)
            object.__setattr__(self, "rules_version", self.rules_version or game.usual_version)
        if self.decklists_required is None:
            object.__setattr__(self, "decklists_required", usually_requires_decklists(self.game, self.format))

    @classmethod
    def of(cls, event: Event) -> "EventPlan":
        """Return the current settings of an event.

        If its stages do not fit into these settings, the stage settings are those of a new event.
        """
        stages = list(event.stages.all())
        own = {field.name: getattr(event, field.name) for field in fields(cls) if hasattr(event, field.name)}
        if not fits_event_form([StagePlan.of(stage) for stage in stages]):
            return cls(**own)
        swiss, cut = stages[0], stages[1] if len(stages) > 1 else None
        return cls(
            **own,
            rounds=swiss.rounds,
            best_of=swiss.best_of,
            minutes=swiss.minutes,
            cut=(cut.cut_size or 0) if cut else 0,
            cut_best_of=cut.best_of if cut else 1,
            cut_minutes=cut.minutes if cut else None,
        )

    def event_fields(self) -> dict[str, object]:
        """Return the settings that are fields of the event itself, not of its stages."""
        names = {field.name for field in Event._meta.get_fields()}  # noqa: SLF001 - Django's public _meta
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name in names}


def _find_unknown_choices(plan: EventPlan) -> Iterator[tuple[str, str]]:
    """Yield the fields whose value the game does not have, with an error message."""
    game = GAMES.get(plan.game)
    if game is None:
        slugs = ", ".join(GAMES)
        yield (
            "game",
            _("There is no game “%(game)s”. Available games: %(known)s.")
            % {
                "game": plan.game,
                "known": slugs,
            },
        )
        return
    if plan.format not in game.formats:
        yield (
            "format",
            _("%(game)s has no format “%(format)s”. Available formats: %(known)s.")
            % {
                "game": game.name,
                "format": plan.format,
                "known": ", ".join(game.formats),
            },
        )
    if plan.rules_version not in game.versions:
        yield (
            "rules_version",
            _("%(game)s has no rules version “%(version)s”. Available versions: %(known)s.")
            % {
                "version": plan.rules_version,
                "game": game.name,
                "known": ", ".join(game.versions.values()),
            },
        )


def _find_time_errors(plan: EventPlan) -> dict[str, str]:
    """Return the first invalid time with an error message; empty if all are valid."""
    if plan.starts_at.tzinfo is None:
        return {"starts_at": _("The start time must include a time zone.")}
    if not FIRST_DAY < plan.starts_at.date() < LAST_DAY:
        years = {"first": FIRST_DAY.year, "last": LAST_DAY.year}
        return {"starts_at": _("Enter a start between the years %(first)d and %(last)d.") % years}
    if plan.decks_due_at is not None and plan.decks_due_at > plan.starts_at:
        return {"decks_due_at": _("The decklist deadline cannot be after the start.")}
    if plan.decks_open_at is not None and plan.decks_open_at >= (plan.decks_due_at or plan.starts_at):
        return {"decks_open_at": _("Decklist submission must open before the deadline.")}
    return {}


def _validate(plan: EventPlan, before: EventPlan | None = None) -> None:
    """Raise if the settings are not valid, with all errors at once.

    Args:
        plan: the new settings.
        before: the current settings; an unchanged game, format or version may be unknown.

    Raises:
        UserError: with a message per field.
    """
    problems: dict[str, str] = {}
    if before is None or any(getattr(plan, name) != getattr(before, name) for name in _OF_THE_GAME):
        problems |= _find_unknown_choices(plan)
    if not plan.name:
        problems["name"] = _("Enter a name for the event.")
    problems |= _find_time_errors(plan)
    if plan.livery not in ("", *LIVERIES):
        problems["livery"] = _("There is no livery “%(livery)s”. Available liveries: %(known)s.") % {
            "livery": plan.livery,
            "known": ", ".join(LIVERIES),
        }
    if plan.cut not in (0, 2, 4, 8):
        problems["cut"] = _("Choose a cut to 2, 4 or 8 players.")
    if plan.capacity is not None and plan.capacity < max(2, plan.cut):
        problems["capacity"] = _("Enter a capacity of at least %(number)d players.") % {"number": max(2, plan.cut)}
    if problems:
        raise UserError(_("The event was not saved. Correct the marked fields."), fields=problems)


def _require_own_factor(actor: User | None, plan: EventPlan) -> None:
    """Raise if a user requires a second factor from the staff but has none.

    They would lose their own role and could not undo the setting.

    Raises:
        SecondFactorError: the user has no second factor.
    """
    if plan.second_factor_required:
        require_second_factor(
            actor, _("Set up a second factor for your own account before you require one from the staff.")
        )


def _first_kind(event: Event) -> dict[str, object]:
    """Return the kind and the pods of the first stage.

    Pods of eight for formats drafted at a table, else Swiss rounds.
    """
    if Stage(event=event).is_drafted:
        return {"kind": Stage.Kind.PODS, "pod_size": Stage.MAX_POD_SIZE, "pod_order": Stage.PodOrder.CHANCE}
    return {"kind": Stage.Kind.SWISS, "pod_size": None, "pod_order": ""}


def _write_stages(event: Event, plan: EventPlan, *, new_format: bool = True) -> None:
    """Create or update the stages according to the settings.

    With a new format, the kind of the first stage follows it.
    """
    Stage.objects.update_or_create(
        event=event,
        order=1,
        defaults={
            **(_first_kind(event) if new_format else {}),
            "best_of": plan.best_of,
            "minutes": plan.minutes,
            "rounds": plan.rounds,
        },
    )
    if plan.cut:
        Stage.objects.update_or_create(
            event=event,
            order=2,
            defaults={
                "kind": Stage.Kind.ELIMINATION,
                "best_of": plan.cut_best_of,
                "minutes": plan.cut_minutes,
                "cut_size": plan.cut,
            },
        )
    else:
        Stage.objects.filter(event=event, order=2).delete()


def _rewrite_stages(event: Event, plan: EventPlan, changed: list[str]) -> None:
    """Update the stages after a change, unless the event has its own stage plan.

    Raises:
        StateError: the change affects the event's own stage plan; with a message per field.
    """
    if fits_event_form(plan_of(event)):
        _write_stages(event, plan, new_format=not {"game", "format"}.isdisjoint(changed))
        return
    errors = {name: _("Change this in the stage plan of the event.") for name in changed if name in STAGE_FIELDS}
    if errors:
        raise StateError(_("This event has its own stage plan."), fields=errors)


def generate_slug(name: str) -> str:
    """Return an unused slug for an event with this name."""
    stem = slugify(name)[:70].strip("-") or "event"
    slug, number = stem, 1
    while slug in RESERVED_SLUGS or Event.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{stem}-{number}"
    return slug


def create_event(actor: User | None, plan: EventPlan, *, slug: str = "") -> Event:
    """Create an event that is not published, with its creator as organiser.

    Args:
        actor: the user; None for the command line.
        plan: the settings.
        slug: the slug; empty to generate it from the name.

    Raises:
        NotAllowedError: the user may not create events or has no confirmed address.
        SecondFactorError: the settings require a second factor that the user does not have.
        TooOftenError: the user has created too many events today.
        UserError: the settings are not valid, or the slug is taken.
    """
    if actor is not None:
        require_event_creation(actor)
        require_confirmed(actor)
        limit_rate("event.create", actor.pk, limit=EVENTS_PER_DAY, seconds=24 * 3600)
    _validate(plan)
    _require_own_factor(actor, plan)
    error = UserError(_("There is already an event at this address."), fields={"slug": _("Choose another address.")})
    if slug in RESERVED_SLUGS:
        raise error
    for _attempt in range(1 if slug else SLUG_ATTEMPTS):  # another user may take a free slug at the same time
        try:
            return _insert_event(actor, plan, slug or generate_slug(plan.name))
        except IntegrityError:
            continue
    raise error


def _insert_event(actor: User | None, plan: EventPlan, slug: str) -> Event:
    with transaction.atomic():
        event = Event.objects.create(**plan.event_fields(), slug=slug, created_by=actor)
        _write_stages(event, plan)
        if actor is not None:
            StaffRole.objects.create(event=event, user=actor, role=StaffRole.Role.ORGANISER)
        audit_log.record(actor, "event.created", event=event, subject=event)
    return event


def event_version_token(event: Event) -> str:
    """Return a token that changes when the settings of an event change."""
    return version_token(EventPlan.of(event))


def edit_event(actor: User | None, event: Event, plan: EventPlan, *, expected_version: str | None = None) -> Event:
    """Change the settings of an event.

    Until the start, a higher capacity promotes players from the waitlist. During play, the capacity may not be lower
    than the number of active entries, and the staff admit players from the waitlist.

    Raises:
        ChangedMeanwhileError: the settings have changed since ``expected_version``.
        NotAllowedError: the user is not an organiser.
        StateError: the event is over, or the change is not possible once play has begun.
        UserError: the settings are not valid, or the capacity is too low during play.
    """
    require_organiser(actor, event)
    _validate(plan, EventPlan.of(event))
    with transaction.atomic():
        event = lock_event(event)
        if event.is_over:
            raise StateError(_("This event is over and can no longer be changed."))
        before = EventPlan.of(event)
        changed = [field.name for field in fields(plan) if getattr(before, field.name) != getattr(plan, field.name)]
        if "second_factor_required" in changed:
            _require_own_factor(actor, plan)
        if changed:
            require_unchanged(
                expected_version,
                event_version_token(event),
                [(name, str(getattr(before, name) or "")) for name in changed],
            )
        if event.has_started:
            fixed = {
                name: _("This cannot change once play has begun.") for name in changed if name in _FIXED_ONCE_STARTED
            }
            if fixed:
                raise StateError(_("Some fields cannot change once play has begun."), fields=fixed)
            if "capacity" in changed:
                _require_capacity(event, plan.capacity)
        for name, value in plan.event_fields().items():
            setattr(event, name, value)
        event.save()
        _rewrite_stages(event, plan, changed)
        if changed:
            audit_log.record(actor, "event.changed", event=event, subject=event, fields=changed)
        promote_from_waitlist(actor, event)
    return event


def _require_capacity(event: Event, capacity: int | None) -> None:
    """Raise if the capacity is lower than the number of active entries.

    Raises:
        UserError: the capacity is too low.
    """
    spots = count_taken_spots(event)
    if capacity is not None and capacity < spots:
        message = _("%(taken)d players are in the event. The capacity cannot be lower than this during play.") % {
            "taken": spots
        }
        raise UserError(message, fields={"capacity": message})


def open_event(actor: User | None, event: Event) -> Event:
    """Open registration; also reopens an event that was cancelled before the start.

    Raises:
        NotAllowedError: the user is not an organiser.
        StateError: the event has another status.
    """
    require_organiser(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        played = event.stages.filter(participations__isnull=False).exists()
        if event.status not in (Event.Status.DRAFT, Event.Status.CANCELLED) or played:
            raise StateError(_("Only an event that is not published or was cancelled before the start can be opened."))
        event.status = Event.Status.OPEN
        event.save(update_fields=["status"])
        audit_log.record(actor, "event.opened", event=event, subject=event)
    return event


def cancel_event(actor: User | None, event: Event, *, reason: str) -> Event:
    """Cancel an event; its data stays readable.

    Raises:
        NotAllowedError: the user is not an organiser.
        StateError: the event is already over.
        UserError: the reason is missing.
    """
    require_organiser(actor, event)
    if not reason.strip():
        raise UserError(
            _("Enter a reason. Players will ask for it."),
            fields={"reason": _("Enter a reason. Players will ask for it.")},
        )
    with transaction.atomic():
        event = lock_event(event)
        if event.is_over:
            raise StateError(_("This event is already over."))
        event.status = Event.Status.CANCELLED
        event.save(update_fields=["status"])
        audit_log.record(actor, "event.cancelled", event=event, subject=event, reason=reason.strip())
    return event
