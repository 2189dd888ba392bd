"""Form of a stage plan: one form per stage; works without JavaScript."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from epic_events.events.models import Event, Stage
from epic_events.events.stages.plans import MAX_STAGES, StagePlan
from rules.games import GAMES

_KINDS_BY_FIELD = {
    "rounds": {"swiss", "pods"},
    "carries": {"swiss", "pods", "round_robin"},
    "power_from": {"swiss"},
    "pod_size": {"pods"},
    "pod_order": {"pods"},
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
        known = GAMES[event.game].formats
        field.choices = [("", _("The event's format")), *((slug, each.name) for slug, each in known.items())]
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
            named = {f"stage-{order}-{name}": value for name, value in row.items()}
            form = StageForm(named if self._bound else None, event=self.event, order=order, kind=kind, initial=row)
            self.forms.append(form)

    def change(self, what: str) -> bool:
        """Move, remove or add a stage without saving; return False for other commands.

        Commands are ``up:2``, ``down:1``, ``remove:3`` and ``add:swiss``.
        """
        verb, _colon, which = what.partition(":")
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
                shown = name in form.fields and not form.fields[name].widget.is_hidden
                form.add_error(name if shown else None, text)

    @property
    def kinds(self) -> Sequence[tuple[str, Any]]:
        """The kinds of stage that can be added."""
        return list(Stage.Kind.choices) if len(self._rows) < MAX_STAGES else []
