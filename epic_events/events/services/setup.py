"""Making an event, changing it, opening and cancelling it."""

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
from epic_events.audit_log import services as audit_log
from epic_events.events.defaults import RESERVED_SLUGS, usual_game
from epic_events.events.locking import lock_event
from epic_events.events.models import Event, StaffRole, Stage
from epic_events.events.permissions import require_event_creation, require_organiser
from epic_events.events.services.capacity import count_taken_spots, promote_from_waitlist
from epic_events.events.stages.plans import StagePlan, is_simple, plan_of
from epic_events.infra.display_names import normalised
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import StateError, UserError
from rules.games import GAMES

EVENTS_A_DAY = 30
ADDRESSES_TRIED = 5
FIRST_DAY, LAST_DAY = date(1990, 1, 1), date(2200, 1, 1)
STAGE_FIELDS = ("rounds", "best_of", "minutes", "cut", "cut_best_of", "cut_minutes")
"""The part of the plan that decides about the stages of a simple event."""

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
    """What an organiser decides about an event.

    Attributes:
        name: what it is called.
        starts_at: the start, with a time zone.
        time_zone: where it is held, as a name of the time zone database; its local date decides dated rules.
        place: where to go.
        description: what players should know, in Markdown.
        capacity: how many may play; None for no limit.
        check_in_minutes: how long before the start check-in opens, in minutes.
        game: slug of the game in the registry; the usual one where none is named.
        format: slug of the deck format; the game's usual one where none is named.
        rules_version: the printed rules it is played by; the game's usual one where none is named.
        decklists_required: whether players submit a decklist.
        deck_visibility: from when on everybody may read the lists.
        decks_open_at: from when on players hand lists in; None for always.
        decks_due_at: when lists are locked; None for the start of play.
        second_factor_required: whether its staff work only with a second factor.
        embeddable: whether other sites may show its pairings and standings in frames.
        rounds: number of Swiss rounds; None for automatic by the number of players.
        best_of: games a match in the Swiss rounds.
        minutes: length of a round in minutes; None for no limit.
        cut: how many players go on to single elimination: 0, 2, 4 or 8.
        cut_best_of: games a match in the cut.
        cut_minutes: length of a round of the cut in minutes; None for no limit.
    """

    name: str
    starts_at: datetime
    time_zone: str = "UTC"
    place: str = ""
    description: str = ""
    capacity: int | None = None
    check_in_minutes: int = 60
    game: str = ""
    format: str = ""
    rules_version: str = ""
    decklists_required: bool = True
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
        """Keep of name and place what people will see, and take what is usual where nothing is named."""
        for line in ("name", "place"):
            object.__setattr__(self, line, normalised(getattr(self, line)))
        object.__setattr__(self, "game", self.game or usual_game())
        if game := GAMES.get(self.game):
            object.__setattr__(self, "format", self.format or game.usual_format)
            object.__setattr__(self, "rules_version", self.rules_version or game.usual_version)

    @classmethod
    def of(cls, event: Event) -> "EventPlan":
        """Return the plan that an event follows now; for stages that this plan cannot hold, those of a new event."""
        stages = list(event.stages.all())
        own = {field.name: getattr(event, field.name) for field in fields(cls) if hasattr(event, field.name)}
        if not is_simple([StagePlan.of(stage) for stage in stages]):
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
        """Return the part of the plan that stands on the event itself."""
        names = {field.name for field in Event._meta.get_fields()}  # noqa: SLF001 - Django's public _meta
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name in names}


def _unknown(plan: EventPlan) -> Iterator[tuple[str, str]]:
    """Yield what the plan names that its game does not have, with what would be right."""
    game = GAMES.get(plan.game)
    if game is None:
        known = ", ".join(GAMES)
        yield (
            "game",
            _("There is no game “%(game)s”. Available games: %(known)s.")
            % {
                "game": plan.game,
                "known": known,
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


def _check(plan: EventPlan, before: EventPlan | None = None) -> None:
    """Refuse a plan that contradicts itself, every contradiction at once.

    Args:
        plan: what is decided.
        before: what was decided before; a game, format or version that is kept may be one that nobody knows any more.

    Raises:
        UserError: with a message per field.
    """
    problems: dict[str, str] = {}
    if before is None or any(getattr(plan, name) != getattr(before, name) for name in _OF_THE_GAME):
        problems |= _unknown(plan)
    if not plan.name:
        problems["name"] = _("Enter a name for the event.")
    if plan.starts_at.tzinfo is None:
        problems["starts_at"] = _("The start time must include a time zone.")
    elif not FIRST_DAY < plan.starts_at.date() < LAST_DAY:
        problems["starts_at"] = _("Enter a start between the years %(first)d and %(last)d.") % {
            "first": FIRST_DAY.year,
            "last": LAST_DAY.year,
        }
    elif plan.decks_due_at is not None and plan.decks_due_at > plan.starts_at:
        problems["decks_due_at"] = _("The decklist deadline cannot be after the start.")
    elif plan.decks_open_at is not None and plan.decks_open_at >= (plan.decks_due_at or plan.starts_at):
        problems["decks_open_at"] = _("Decklist submission must open before the deadline.")
    if plan.cut not in (0, 2, 4, 8):
        problems["cut"] = _("Choose a cut to 2, 4 or 8 players.")
    if plan.capacity is not None and plan.capacity < max(2, plan.cut):
        problems["capacity"] = _("Enter a capacity of at least %(number)d players.") % {"number": max(2, plan.cut)}
    if problems:
        raise UserError(_("The event was not saved. Correct the marked fields."), fields=problems)


def _require_own_factor(actor: User | None, plan: EventPlan) -> None:
    """Stop who would demand of the staff what they have not themselves: they could not take it back any more.

    Raises:
        SecondFactorError: for them.
    """
    if plan.second_factor_required:
        require_second_factor(
            actor, _("Set up a second factor for your own account before you require one from the staff.")
        )


def _write_stages(event: Event, plan: EventPlan) -> None:
    """Bring the stages in line with the plan."""
    Stage.objects.update_or_create(
        event=event,
        order=1,
        defaults={
            "kind": Stage.Kind.SWISS,
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
    """Bring the stages in line with a plan that has changed, unless they follow a plan of their own.

    Raises:
        StateError: with a message per field, for a change of what the event's own plan of stages decides.
    """
    if is_simple(plan_of(event)):
        _write_stages(event, plan)
        return
    told = {name: _("Change this in the stage plan of the event.") for name in changed if name in STAGE_FIELDS}
    if told:
        raise StateError(_("This event has its own stage plan."), fields=told)


def generate_slug(name: str) -> str:
    """Return an address for an event of this name that no event has."""
    stem = slugify(name)[:70].strip("-") or "event"
    slug, number = stem, 1
    while slug in RESERVED_SLUGS or Event.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{stem}-{number}"
    return slug


def create_event(actor: User | None, plan: EventPlan, *, slug: str = "") -> Event:
    """Store a new event as a draft; whoever makes it becomes its organiser.

    Args:
        actor: who makes it; None for the site's own command line.
        plan: what is decided about it.
        slug: its address; empty for one made from the name.

    Raises:
        NotAllowedError: for who may not create events here, or has not confirmed an address.
        SecondFactorError: for who demands of the staff what they have not themselves.
        TooOftenError: above a sensible number of events a day.
        UserError: for a plan that contradicts itself, or an address that is taken.
    """
    if actor is not None:
        require_event_creation(actor)
        require_confirmed(actor)
        limit_rate("event.create", actor.pk, limit=EVENTS_A_DAY, seconds=24 * 3600)
    _check(plan)
    _require_own_factor(actor, plan)
    taken = UserError(_("There is already an event at this address."), fields={"slug": _("Choose another address.")})
    if slug in RESERVED_SLUGS:
        raise taken
    for _attempt in range(1 if slug else ADDRESSES_TRIED):  # somebody else may take a free address in this moment
        try:
            return _created(actor, plan, slug or generate_slug(plan.name))
        except IntegrityError:
            continue
    raise taken


def _created(actor: User | None, plan: EventPlan, slug: str) -> Event:
    with transaction.atomic():
        event = Event.objects.create(**plan.event_fields(), slug=slug, created_by=actor)
        _write_stages(event, plan)
        if actor is not None:
            StaffRole.objects.create(event=event, user=actor, role=StaffRole.Role.ORGANISER)
        audit_log.record(actor, "event.created", event=event, subject=event)
    return event


def event_version_token(event: Event) -> str:
    """Return what is another word as soon as somebody changes what was decided about an event."""
    return version_token(EventPlan.of(event))


def edit_event(actor: User | None, event: Event, plan: EventPlan, *, expected_version: str | None = None) -> Event:
    """Change what was decided about an event; raising the capacity takes in who waits, until the start.

    During play the capacity may still change, down to the places taken; who waits then gets a place from the staff.

    Raises:
        ChangedMeanwhileError: the event is not planned any more as it was ``expected_version``.
        NotAllowedError: for everybody but an organiser.
        StateError: when the event is over, or for what is fixed once play has begun.
        UserError: for a plan that contradicts itself, or a capacity below the places taken during play.
    """
    require_organiser(actor, event)
    _check(plan, EventPlan.of(event))
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
                _require_room(event, plan.capacity)
        for name, value in plan.event_fields().items():
            setattr(event, name, value)
        event.save()
        _rewrite_stages(event, plan, changed)
        if changed:
            audit_log.record(actor, "event.changed", event=event, subject=event, fields=changed)
        promote_from_waitlist(actor, event)
    return event


def _require_room(event: Event, capacity: int | None) -> None:
    """Stop a capacity below the places taken, which nobody can lose during play.

    Raises:
        UserError: says how many are taken.
    """
    taken = count_taken_spots(event)
    if capacity is not None and capacity < taken:
        message = _("%(taken)d players are in the event. The capacity cannot be lower than this during play.") % {
            "taken": taken
        }
        raise UserError(message, fields={"capacity": message})


def open_event(actor: User | None, event: Event) -> Event:
    """Open a draft for registration; an event cancelled before it began can be opened again.

    Raises:
        NotAllowedError: for everybody but an organiser.
        StateError: in any other state.
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
    """Call an event off; everything about it stays readable.

    Raises:
        NotAllowedError: for everybody but an organiser.
        StateError: when it is over already.
        UserError: without a reason.
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
