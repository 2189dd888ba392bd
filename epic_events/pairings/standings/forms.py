"""Forms to choose the tie-breakers of a stage."""

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from epic_events.pairings.methods.standings import Points, Settings
from epic_events.pairings.methods.tie_breaks.chain import KINDS, MAX_CHAIN_LENGTH, Chain, TieBreak, serialize_chain
from epic_events.pairings.standings.services import MAX_POINTS, parse_tie_breaks
from epic_events.pairings.standings.tie_break_labels import (
    BYE_WORDS,
    DRAW_WORDS,
    NAMES,
    OPTION_NAMES,
    PRESET_NAMES,
    ChainUserError,
)

_CHOICES: Mapping[str, Mapping[Any, Any]] = {"own_byes": BYE_WORDS, "opponent_byes": BYE_WORDS, "draws": DRAW_WORDS}


class TieBreakRow(NamedTuple):
    """Form fields of one tie-breaker.

    Attributes:
        short: short name.
        title: full name.
        place: field for its position in the order.
        settings: fields for its options.
        open: True if an option has errors, so that the options must be visible.
    """

    short: str
    title: str
    place: BoundField
    settings: list[BoundField]
    open: bool


class PresetForm(forms.Form):
    """Choice of a preset."""

    omit_optional_marks: ClassVar[bool] = True

    preset = forms.ChoiceField(label=_("Preset"), choices=[*PRESET_NAMES.items()])

    @property
    def settings(self) -> Settings:
        """Tie-breakers and match points of the preset; the form must be valid."""
        return Settings.preset(self.cleaned_data["preset"])


class TieBreakForm(forms.Form):
    """Positions and options of all tie-breakers, match points, and a reason."""

    omit_optional_marks: ClassVar[bool] = True

    win = forms.IntegerField(label=_("Win"), min_value=1, max_value=MAX_POINTS)
    draw = forms.IntegerField(label=_("Draw"), min_value=0, max_value=MAX_POINTS)
    loss = forms.IntegerField(label=_("Loss"), min_value=0, max_value=MAX_POINTS)
    bye = forms.IntegerField(label=_("Bye"), min_value=0, max_value=MAX_POINTS)
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=500,
        help_text=_("Required once play has started. It is recorded in the event's audit log."),
    )

    def __init__(self, settings: Settings, data: Any = None, *, points_fixed: bool = False) -> None:
        super().__init__(data, initial=_initial(settings))
        if points_fixed:
            for name in Points._fields:
                self.fields[name].disabled = True
        for name, kind in KINDS.items():
            self.fields[f"{name}-place"] = forms.IntegerField(
                label=_("Position"), required=False, min_value=1, max_value=MAX_CHAIN_LENGTH
            )
            for option in kind.option_names:
                self.fields[f"{name}-{option}"] = _field(option)

    @property
    def points_fields(self) -> list[BoundField]:
        """Fields of the match points."""
        return [self[name] for name in Points._fields]

    @property
    def rows(self) -> list[TieBreakRow]:
        """Rows of all tie-breakers, those in use first, in order."""
        names = sorted(KINDS, key=lambda name: (self[f"{name}-place"].value() in (None, ""), self._place(name)))
        rows = []
        for name in names:
            settings = [self[f"{name}-{option}"] for option in KINDS[name].option_names]
            has_errors = any(field.errors for field in settings)
            naming = NAMES[name]
            rows.append(TieBreakRow(str(naming.short), str(naming.title), self[f"{name}-place"], settings, has_errors))
        return rows

    def _place(self, name: str) -> int:
        value = str(self[f"{name}-place"].value())
        return int(value) if value.isdecimal() and len(value) < 4 else MAX_CHAIN_LENGTH

    def clean(self) -> dict[str, Any]:
        """Parse the tie-breakers; report positions that are used twice."""
        data: dict[str, Any] = super().clean() or {}
        places = {name: data[f"{name}-place"] for name in KINDS if data.get(f"{name}-place")}
        used_positions: dict[int, str] = {}
        for name, place in places.items():
            if place in used_positions:
                self.add_error(f"{name}-place", _("Another tie-breaker has this position."))
            used_positions.setdefault(place, name)
        if self.errors:
            return data
        plain = [
            {"name": name, **{option: data[f"{name}-{option}"] for option in KINDS[name].option_names}}
            for name in sorted(places, key=places.__getitem__)
        ]
        try:
            data["chain"] = parse_tie_breaks(plain)
        except ChainUserError as error:
            self.add_error(None, str(error))
        return data

    @property
    def chain(self) -> Chain:
        """The tie-breakers; the form must be valid."""
        chain: Chain = self.cleaned_data["chain"]
        return chain

    @property
    def points(self) -> Points:
        """The match points; the form must be valid."""
        return Points(*(self.cleaned_data[name] for name in Points._fields))


def _field(option: str) -> forms.Field:
    if option in _CHOICES:
        return forms.ChoiceField(
            label=str(OPTION_NAMES[option]), choices=[(word.value, label) for word, label in _CHOICES[option].items()]
        )
    return forms.CharField(label=str(OPTION_NAMES[option]), max_length=9)


def _initial(settings: Settings) -> dict[str, Any]:
    """Return the stage's tie-breakers, and the others with default options.

    They are initial values of the form.
    """
    initial: dict[str, Any] = dict(settings.points._asdict())
    usual = [TieBreak.of(name) for name in KINDS]
    for place, link in [*((0, link) for link in usual), *enumerate(settings.chain, 1)]:
        (plain,) = serialize_chain((link,))
        initial |= {f"{link.name}-{option}": value for option, value in plain.items() if option != "name"}
        initial[f"{link.name}-place"] = place or None
    return initial
