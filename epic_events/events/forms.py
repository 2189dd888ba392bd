"""Forms of events, entries and stage plans."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any, ClassVar, Final
from zoneinfo import ZoneInfo

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from epic_events.artwork.addresses import picture_url
from epic_events.artwork.drawing.palette import LIVERIES
from epic_events.events.defaults import usually_requires_decklists
from epic_events.events.models import Event, Registration, StaffRole, Stage
from epic_events.events.services import EventPlan
from epic_events.events.services.pictures import MAX_PICTURE_BYTES
from epic_events.events.services.setup import FIRST_DAY, LAST_DAY, STAGE_FIELDS
from epic_events.events.stage_plans import MAX_STAGES, StagePlan, fits_event_form, plan_of
from epic_events.infra.limits import check_upload
from epic_events.infra.time_zones import by_region
from epic_events.reference.chosen_game import usual_game
from rules.games import GAMES, Game

LOCAL_TIME = "%Y-%m-%dT%H:%M"


def _format_choices(game: Game) -> list[tuple[str, str]]:
    """Return the formats of a game as choices with values ``game:format``."""
    return [(f"{game.slug}:{each.slug}", each.name) for each in game.formats.values()]


def format_choice(game: Game) -> str:
    """Return the choice value of a game's default format."""
    return f"{game.slug}:{game.usual_format}"


def game_from_form(data: Mapping[str, Any], default: Game) -> Game:
    """Return the game of the submitted format, or `default` if none was submitted."""
    return GAMES.get(str(data.get("format", "")).partition(":")[0], default)


def _decklists_choice(plan: EventPlan) -> str:
    """Return the choice for whether players submit decklists.

    The usual setting follows the format.
    """
    if plan.decklists_required == usually_requires_decklists(plan.game, plan.format):
        return USUAL_FOR_FORMAT
    return "yes" if plan.decklists_required else "no"


class LocalTimeInput(forms.DateTimeInput):
    """The browser's date and time picker."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format=LOCAL_TIME)


class LocalDateTimeField(forms.DateTimeField):
    """Local date and time without a time zone."""

    widget = LocalTimeInput

    def prepare_value(self, value: Any) -> Any:
        """Return the value without its time zone and without converting it."""
        return value.replace(tzinfo=None) if isinstance(value, datetime) else value

    def to_python(self, value: Any) -> datetime | None:
        """Return the naive date and time."""
        moment: datetime | None = super().to_python(value)
        return None if moment is None else timezone.make_naive(moment)


def to_aware_datetime(moment: datetime, zone: ZoneInfo) -> datetime:
    """Return a local date and time as an aware one in the given zone.

    Raises:
        forms.ValidationError: the time is skipped by a clock change, or the year is out of range.
    """
    if not FIRST_DAY < moment.date() < LAST_DAY:
        years = {"first": FIRST_DAY.year, "last": LAST_DAY.year}
        raise forms.ValidationError(_("Enter a date between the years %(first)d and %(last)d.") % years)
    local = moment.replace(tzinfo=zone)
    if local.astimezone(ZoneInfo("UTC")).astimezone(zone).replace(tzinfo=None) != moment:
        raise forms.ValidationError(
            _("This time does not exist on that day because the clocks change. Choose another time.")
        )
    return local


def _to_picker_value(moment: datetime, zone: ZoneInfo) -> datetime:
    """Return the local time in whole minutes."""
    return moment.astimezone(zone).replace(tzinfo=None, second=0, microsecond=0)


USUAL_FOR_FORMAT: Final = ""
"""Choice of a setting that follows the format, also if the format changes later."""


TIME_FIELDS: Final = ("starts_at", "decks_open_at", "decks_due_at")
"""Fields with local times of the venue."""


class EventForm(forms.Form):
    """Form that creates or edits an event; times are local to the venue.

    Args:
        game: the game whose formats and rules versions are offered; None for all games.
        event: the event to edit; its game is listed first.
    """

    name = forms.CharField(label=_("Name"), max_length=120)
    livery = forms.ChoiceField(
        label=_("Colour"),
        required=False,
        choices=[("", _("From the name")), *Event.Livery.choices],
        widget=forms.RadioSelect(attrs={"class": "liveries"}),
        help_text=_("The event's card back and cover are drawn from its name, its game and this colour."),
    )
    place = forms.CharField(label=_("Venue"), max_length=200, required=False)
    starts_at = LocalDateTimeField(label=_("Start"), help_text=_("In the time zone of the venue."))
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=by_region, initial="UTC")
    capacity = forms.IntegerField(
        label=_("Capacity"),
        required=False,
        min_value=2,
        max_value=10_000,
        help_text=_("Maximum number of players. Leave empty for no limit."),
    )
    check_in_minutes = forms.IntegerField(
        label=_("Check-in opens"),
        initial=60,
        min_value=0,
        max_value=7 * 24 * 60,
        help_text=_("Minutes before the start."),
    )
    format = forms.ChoiceField(label=_("Format"))
    rules_version = forms.ChoiceField(label=_("Rules version"), required=False)
    rounds = forms.IntegerField(
        label=_("Swiss rounds"),
        required=False,
        min_value=1,
        max_value=20,
        help_text=_("Leave empty for the recommended number, which is set at the start."),
    )
    best_of = forms.TypedChoiceField(
        label=_("Games per match"), choices=[(1, _("One game")), (3, _("Best of 3")), (5, _("Best of 5"))], coerce=int
    )
    minutes = forms.IntegerField(
        label=_("Minutes per round"),
        required=False,
        initial=40,
        validators=[MinValueValidator(5), MaxValueValidator(600)],
        help_text=_("Leave empty for no clock."),
    )
    cut = forms.TypedChoiceField(
        label=_("Cut"),
        choices=[(0, _("No cut")), (2, _("Final only (2 players)")), (4, _("Top 4")), (8, _("Top 8"))],
        coerce=int,
        initial=0,
        help_text=_("The top players advance to a single-elimination bracket."),
    )
    cut_best_of = forms.TypedChoiceField(
        label=_("Games per match in the cut"),
        choices=[(1, _("One game")), (3, _("Best of 3")), (5, _("Best of 5"))],
        coerce=int,
    )
    cut_minutes = forms.IntegerField(
        label=_("Minutes per round in the cut"),
        required=False,
        validators=[MinValueValidator(5), MaxValueValidator(600)],
        help_text=_("Leave empty for no clock."),
    )
    decklists_required = forms.TypedChoiceField(
        label=_("Players submit a decklist"),
        choices=[(USUAL_FOR_FORMAT, _("As usual for the format")), ("yes", _("Yes")), ("no", _("No"))],
        coerce=lambda value: value == "yes",
        empty_value=None,
        required=False,
        help_text=_(
            "Usual: before the start for constructed formats, after building for draft and sealed, never for formats "
            "in which players choose no cards."
        ),
    )
    deck_visibility = forms.ChoiceField(
        label=_("Decklist visibility"),
        choices=Event.DeckVisibility.choices,
        initial=Event.DeckVisibility.AFTER,
    )
    decks_open_at = LocalDateTimeField(
        label=_("Decklist submission opens"),
        required=False,
        help_text=_("Local time at the venue. Leave empty to open submission at once."),
    )
    decks_due_at = LocalDateTimeField(
        label=_("Decklist deadline"),
        required=False,
        help_text=_(
            "Local time at the venue. Leave empty for the start of play; draft and sealed: the end of building."
        ),
    )
    second_factor_required = forms.BooleanField(
        label=_("Require a second factor from staff"),
        required=False,
        help_text=_("A role at this event takes effect once the account has an authenticator app or a passkey."),
    )
    embeddable = forms.BooleanField(
        label=_("Other websites may embed pairings and standings"),
        required=False,
        help_text=_("The code to embed is on the Files page."),
    )
    description = forms.CharField(
        label=_("Information for players"),
        required=False,
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Markdown: # heading, **bold**, *italic*, - list, [text](URL). Images become links."),
    )

    def __init__(self, *args: Any, game: Game | None = None, event: Event | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._set_choices(game, event)
        self._stages: dict[str, Any] = {}
        if event is not None and not fits_event_form(plan_of(event)):  # edited on the stages page instead
            now = EventPlan.of(event)
            self._stages = {name: getattr(now, name) for name in STAGE_FIELDS}
            for name in STAGE_FIELDS:
                del self.fields[name]

    def _set_choices(self, game: Game | None, event: Event | None) -> None:
        """Set the formats and rules versions of the game, or of all games if None."""
        own = event.game if event is not None else usual_game().slug
        games = [game] if game else sorted(GAMES.values(), key=lambda each: each.slug != own)
        formats, versions = self.fields["format"], self.fields["rules_version"]
        assert isinstance(formats, forms.ChoiceField)
        assert isinstance(versions, forms.ChoiceField)
        formats.initial = format_choice(games[0])
        usual = ("", _("Default of the game"))
        if game:
            formats.choices = _format_choices(game)
            versions.choices = [usual, *game.versions.items()]
        else:
            formats.choices = [(each.name, _format_choices(each)) for each in games]
            versions.choices = [usual, *((each.name, list(each.versions.items())) for each in games)]

    @staticmethod
    def initial_for_event(event: Event) -> dict[str, Any]:
        """Return the initial values for an existing event."""
        plan = EventPlan.of(event)
        due, opens = plan.decks_due_at, plan.decks_open_at
        names = [name for name in EventForm.base_fields if hasattr(plan, name)]
        return {
            **{name: getattr(plan, name) for name in names},
            "format": f"{plan.game}:{plan.format}",
            "decklists_required": _decklists_choice(plan),
            "starts_at": _to_picker_value(event.starts_at, event.zone),
            "decks_open_at": _to_picker_value(opens, event.zone) if opens else None,
            "decks_due_at": _to_picker_value(due, event.zone) if due else None,
        }

    @staticmethod
    def initial_from_post(data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the submitted values as initial values of an unbound form, for a preview."""
        return {name: data.get(name, "") for name in EventForm.base_fields}

    @property
    def card_back_url(self) -> str:
        """URL of the card back for the current values."""
        name, livery = str(self["name"].value() or ""), str(self["livery"].value() or "")
        game = str(self["format"].value() or "").partition(":")[0]
        return picture_url(
            "back", name, game if game in GAMES else usual_game().slug, livery if livery in LIVERIES else ""
        )

    def clean(self) -> dict[str, Any]:
        """Convert local times to the time zone of the venue."""
        data: dict[str, Any] = super().clean() or {}
        zone = ZoneInfo(data.get("time_zone") or "UTC")
        for name in TIME_FIELDS:
            if data.get(name):
                try:
                    data[name] = to_aware_datetime(data[name], zone)
                except forms.ValidationError as error:
                    self.add_error(name, error)
        return data

    def plan(self, event: Event | None = None) -> EventPlan:
        """Return the event plan of a valid form.

        Args:
            event: the event to edit. Unchanged times keep their seconds, and their side of an hour repeated by a
            clock change.
        """
        data = {**self._stages, **self.cleaned_data}
        game, _colon, deck_format = data["format"].partition(":")
        if event is not None and data["time_zone"] == event.time_zone:
            unchanged = {name for name in TIME_FIELDS if name not in self.changed_data}
            data |= {name: getattr(event, name) for name in unchanged}
        return EventPlan(**{**data, "game": game, "format": deck_format})


class PictureForm(forms.Form):
    """Form with which an organiser uploads a picture."""

    picture = forms.FileField(
        label=_("Picture"),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        help_text=_(
            "JPEG, PNG or WebP, at least 600 pixels wide, at most 10 MB. Location, device and time are removed from "
            "the file."
        ),
    )

    def clean_picture(self) -> Any:
        """Reject a file that is too large before it is read."""
        picture = self.cleaned_data["picture"]
        check_upload(picture, MAX_PICTURE_BYTES)
        return picture


class RegisterForm(forms.Form):
    """Form with which a player registers for an event."""

    name = forms.CharField(
        label=_("Name at this event"),
        max_length=80,
        help_text=_("Shown in pairings and standings."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    consent = forms.BooleanField(
        label=_("My name and results may be shown on this event's public pages"),
        required=False,
    )
    open_list_consent = forms.BooleanField(
        label=_("If I reach the cut, the other players in it may read my decklist"), required=False
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not event.decklists_required or event.deck_visibility != Event.DeckVisibility.CUT:
            del self.fields["open_list_consent"]


class AddPlayerForm(forms.Form):
    """Form with which staff enter a player by name."""

    name = forms.CharField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"}))


class EntryForm(forms.Form):
    """Form with which staff change an entry."""

    name = forms.CharField(label=_("Name at this event"), max_length=80)
    fixed_table = forms.IntegerField(
        label=_("Fixed table"),
        required=False,
        min_value=1,
        max_value=10_000,
        help_text=_("The player sits at this table in every round."),
    )
    awarded_byes = forms.IntegerField(label=_("Awarded byes"), min_value=0, max_value=3, initial=0)


class ReasonForm(forms.Form):
    """Form for the reason of an action, which is recorded in the audit log."""

    reason = forms.CharField(
        label=_("Reason"), required=False, max_length=500, widget=forms.Textarea(attrs={"rows": 2})
    )


class RoleForm(forms.Form):
    """Form with which an organiser assigns a role."""

    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        help_text=_("If no account has confirmed this address, an invitation is sent to it."),
    )
    role = forms.ChoiceField(label=_("Role"), choices=StaffRole.Role.choices, initial=StaffRole.Role.JUDGE)


class PlayersFilter(forms.Form):
    """Filter of the list of players."""

    omit_optional_marks: ClassVar[bool] = True

    q = forms.CharField(
        label=_("Name"), required=False, max_length=80, widget=forms.TextInput(attrs={"type": "search"})
    )
    status = forms.ChoiceField(label=_("State"), required=False, choices=[("", _("All")), *Registration.Status.choices])


_KINDS_BY_FIELD = {
    "rounds": {"swiss", "pods"},
    "carries": {"swiss", "pods", "round_robin"},
    "power_from": {"swiss"},
    "pod_size": {"pods"},
    "pod_order": {"pods"},
    "draft_minutes": {"swiss", "pods", "round_robin"},
    "build_minutes": {"swiss", "pods", "round_robin"},
    "legs": {"round_robin"},
    "third_place": {"elimination"},
    "final_reset": {"double"},
}
"""Kinds of stage that use a field; fields not listed are used by all kinds."""


class StageForm(forms.Form):
    """Form of one stage, with only the fields that its kind uses."""

    id = forms.IntegerField(required=False, widget=forms.HiddenInput)
    kind = forms.ChoiceField(choices=Stage.Kind.choices, widget=forms.HiddenInput)
    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        required=False,
        help_text=_("For example “Cube draft”. Leave empty to use the kind of stage."),
    )
    format = forms.ChoiceField(label=_("Format"), required=False)
    best_of = forms.TypedChoiceField(
        label=_("Games per match"), choices=[(1, _("One game")), (3, _("Best of 3")), (5, _("Best of 5"))], coerce=int
    )
    minutes = forms.IntegerField(label=_("Minutes per round"), required=False, help_text=_("Leave empty for no clock."))
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        help_text=_("Leave empty for the number recommended for the number of players."),
    )
    cut_size = forms.IntegerField(
        label=_("Players who advance to this stage"), required=False, help_text=_("Leave empty for all players.")
    )
    power_from = forms.IntegerField(
        label=_("Pair by rank from round"),
        required=False,
        help_text=_(
            "Counted within the stage. First plays second and so on, without rematches. Leave empty to turn this off."
        ),
    )
    pod_size = forms.IntegerField(label=_("Players per pod"), required=False)
    pod_order = forms.ChoiceField(label=_("Pod assignment"), required=False, choices=Stage.PodOrder.choices)
    draft_minutes = forms.IntegerField(
        label=_("Minutes to draft"),
        required=False,
        help_text=_("Before the first round. Leave empty for the usual ones of the format; 0 for no drafting."),
    )
    build_minutes = forms.IntegerField(
        label=_("Minutes to build"),
        required=False,
        help_text=_("Before the first round. Leave empty for the usual ones of the format; 0 for no building."),
    )
    legs = forms.TypedChoiceField(
        label=_("Each pair of players meets"), choices=[(1, _("once")), (2, _("twice"))], coerce=int
    )
    carries = forms.BooleanField(label=_("Carry over points and opponents from the previous stage"), required=False)
    third_place = forms.BooleanField(label=_("Third-place match"), required=False)
    final_reset = forms.BooleanField(label=_("Second final if both finalists have lost once"), required=False)

    def __init__(self, data: Any, *, event: Event, order: int, kind: str, initial: dict[str, Any]) -> None:
        super().__init__(data, prefix=f"stage-{order}", initial=initial)
        self.order, self.stage_kind = order, kind if kind in Stage.Kind.values else Stage.Kind.SWISS.value
        field = self.fields["format"]
        assert isinstance(field, forms.ChoiceField)
        formats = GAMES[event.game].formats
        field.choices = [("", _("The event's format")), *((slug, each.name) for slug, each in formats.items())]
        hidden = {name for name, kinds in _KINDS_BY_FIELD.items() if self.stage_kind not in kinds}
        hidden |= {"carries"} if order == 1 else set()
        hidden |= {"cut_size"} if order == 1 and self.stage_kind not in ("elimination", "double") else set()
        for name in hidden:
            del self.fields[name]

    @property
    def title(self) -> str:
        """Name of the kind of stage."""
        return str(Stage.Kind(self.stage_kind).label)

    def plan(self) -> StagePlan:
        """Return the stage plan of a valid form."""
        names = {field.name for field in fields(StagePlan)}
        return StagePlan(**{name: value for name, value in self.cleaned_data.items() if name in names})


class PlanForm:
    """The forms of all stages of an event.

    Args:
        event: the event.
        data: the submitted data; None for the stored plan.
    """

    def __init__(self, event: Event, data: Mapping[str, Any] | None = None) -> None:
        self.event = event
        if data is None:
            self._rows = [self._row_from_plan(StagePlan.of(stage)) for stage in event.stages.all()]
        else:
            count = str(data.get("count", ""))
            number = int(count) if count.isdecimal() and len(count) < 4 else 0
            self._rows = [self._row_from_data(data, order) for order in range(1, min(number, MAX_STAGES) + 1)]
        self._bound = False
        self.errors: list[str] = []
        self.forms: list[StageForm] = []
        self._build_forms()

    @staticmethod
    def _row_from_plan(plan: StagePlan) -> dict[str, Any]:
        return {field.name: getattr(plan, field.name) for field in fields(plan)}

    @staticmethod
    def _row_from_data(data: Mapping[str, Any], order: int) -> dict[str, Any]:
        prefix = f"stage-{order}-"
        return {key.removeprefix(prefix): data[key] for key in data if key.startswith(prefix)}

    def _build_forms(self) -> None:
        self.forms = []
        for order, row in enumerate(self._rows, 1):
            kind = str(row.get("kind", ""))
            initial_values = {f"stage-{order}-{name}": value for name, value in row.items()}
            form = StageForm(
                initial_values if self._bound else None, event=self.event, order=order, kind=kind, initial=row
            )
            self.forms.append(form)

    def change(self, action: str) -> bool:
        """Move, remove or add a stage without saving; return False for other commands.

        Commands are ``up:2``, ``down:1``, ``remove:3`` and ``add:swiss``.
        """
        verb, _colon, which = action.partition(":")
        at = int(which) - 1 if which.isdecimal() and len(which) < 3 else -1
        here = 0 <= at < len(self._rows)
        if verb == "add" and which in Stage.Kind.values and len(self._rows) < MAX_STAGES:
            self._add(which)
        elif verb == "remove" and here:
            del self._rows[at]
        elif verb == "up" and here and at > 0:
            self._rows[at - 1 : at + 1] = reversed(self._rows[at - 1 : at + 1])
        elif verb == "down" and here and at + 1 < len(self._rows):
            self._rows[at : at + 2] = reversed(self._rows[at : at + 2])
        else:
            return False
        self._build_forms()
        return True

    def _add(self, kind: str) -> None:
        """Add a stage: an elimination at the end, others before an existing elimination."""
        ends = bool(self._rows) and self._rows[-1].get("kind") in ("elimination", "double")
        at = len(self._rows) - (1 if ends and kind not in ("elimination", "double") else 0)
        usual = StagePlan(kind=kind, pod_size=8 if kind == "pods" else None, final_reset=kind == "double")
        row = self._row_from_plan(usual)
        row["carries"] = at > 0
        row["cut_size"] = 8 if at > 0 and kind in ("elimination", "double") else None
        self._rows.insert(at, row)

    def is_valid(self) -> bool:
        """Validate the submitted forms."""
        self._bound = True
        self._build_forms()
        valid = [form.is_valid() for form in self.forms]  # validate all forms, so that all errors are shown
        return all(valid)

    def plans(self) -> list[StagePlan]:
        """Return the stage plans of the valid forms, in order."""
        return [form.plan() for form in self.forms]

    def show(self, message: str, problems: Mapping[str, str]) -> None:
        """Add the error messages of the service to their fields."""
        self.errors = [message, *([problems["stages"]] if "stages" in problems else [])]
        for key, text in problems.items():
            _stages, _dot, rest = key.partition(".")
            order, _dot, name = rest.partition(".")
            if order.isdecimal() and 0 < int(order) <= len(self.forms):
                form = self.forms[int(order) - 1]
                is_shown = name in form.fields and not form.fields[name].widget.is_hidden
                form.add_error(name if is_shown else None, text)

    @property
    def kinds(self) -> Sequence[tuple[str, Any]]:
        """The kinds of stage that can be added."""
        return list(Stage.Kind.choices) if len(self._rows) < MAX_STAGES else []
