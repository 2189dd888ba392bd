"""Forms for results: player reports, staff entry and table rules."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django import forms
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.bulk_import.forms import ImportForm
from epic_events.events.models import Stage
from epic_events.events.permissions import Rights
from epic_events.infra.limits import LongTextField
from epic_events.pairings.methods.scores import (
    DRAWN,
    FIRST_WON,
    MAX_HEALTH,
    SECOND_WON,
    UNFINISHED,
    Kind,
    Score,
    full_score,
    swap_sides,
    usual_scores,
    usual_scores_by_kind,
)
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.results.match_state import MatchState
from epic_events.pairings.results.scores import label_for_player, label_with_winner, label_without_name
from epic_events.pairings.results.services.bulk_entry import MAX_TEXT_LENGTH
from epic_events.pairings.round_names import name_of_round

_GAMES = 5


def _format_value(score: Score) -> str:
    return f"{score.first}-{score.second}-{score.drawn}-{score.kind.value}"


def _parse_value(value: str) -> Score:
    first, second, drawn, kind = value.split("-")
    return Score(int(first), int(second), int(drawn), Kind(kind))


def _with_reversed(wins: Iterable[Score]) -> list[Score]:
    """Return each win followed by the loss with the same score."""
    return [side for won in wins for side in (won, swap_sides(won))]


@dataclass(frozen=True)
class ScoreChoice:
    """A score to choose from in the offline copy, which shows the names itself.

    Attributes:
        value: the form value that `QuickForm` accepts.
        winner: the winner's seat, 1 or 2. 0 if there is no winner.
        words: label of the score, the winner's games first.
    """

    value: str
    winner: int
    words: str


def list_score_choices(best_of: int, *, needs_winner: bool) -> list[ScoreChoice]:
    """Return the usual scores of a match, each win followed by the matching loss.

    They are the same for every table of a stage.
    """
    offered = usual_scores_by_kind(best_of, needs_winner=needs_winner)
    scores = [*_with_reversed(offered.played), *_with_reversed(offered.time), *offered.level]
    return [ScoreChoice(_format_value(score), score.winner or 0, label_without_name(score)) for score in scores]


SELECTED: Final = mark_safe(" selected")


class ReportForm(forms.Form):
    """The reported result from the view of the player, who may sit at seat 1 or 2.

    Each score is a submit button.
    """

    score = forms.ChoiceField(label=gettext_lazy("How did it end?"))
    drops = forms.BooleanField(label=gettext_lazy("Drop me from the event after this match"), required=False)
    own_health = forms.IntegerField(
        label=gettext_lazy("My final health"), required=False, min_value=0, max_value=MAX_HEALTH
    )
    their_health = forms.IntegerField(
        label=gettext_lazy("My opponent's final health"), required=False, min_value=0, max_value=MAX_HEALTH
    )

    def __init__(
        self, *args: Any, best_of: int, needs_winner: bool, place: int, records_health: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._place = place
        offered = usual_scores_by_kind(best_of, needs_winner=needs_winner)
        conceded = [swap_sides(full_score(1, best_of, Kind.CONCEDED)), full_score(1, best_of, Kind.CONCEDED)]
        level = [score for score in offered.level if score.kind is not Kind.TIME]
        self.played = [(_format_value(score), label_for_player(score)) for score in _with_reversed(offered.played)]
        self.level = [(_format_value(score), label_for_player(score)) for score in level]
        timed = (*_with_reversed(offered.time), *(score for score in offered.level if score.kind is Kind.TIME))
        self.time = [(_format_value(score), label_for_player(score)) for score in timed]
        self.conceded = [(_format_value(score), label_for_player(score)) for score in conceded]
        field = self.fields["score"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [*self.played, *self.level, *self.time, *self.conceded]
        self._add_games(best_of)
        if needs_winner:
            del self.fields["drops"]
        if not records_health:
            del self.fields["own_health"], self.fields["their_health"]

    def _add_games(self, best_of: int) -> None:
        """Add a field for each game of a match of several games."""
        signs = [
            ("", _("not recorded")),
            (FIRST_WON, _("I won")),
            (SECOND_WON, _("I lost")),
            (DRAWN, _("drawn")),
            (UNFINISHED, _("not finished in time")),
        ]
        for number in range(1, best_of + 1) if best_of > 1 else ():
            label = _("Game %(number)d") % {"number": number}
            self.fields[f"game{number}"] = forms.ChoiceField(label=label, choices=signs, required=False)

    @property
    def games(self) -> list[forms.BoundField]:
        """The fields for the individual games."""
        return [self[name] for name in self.fields if name.startswith("game")]

    @property
    def details(self) -> list[forms.BoundField]:
        """The health fields."""
        return [self[name] for name in ("own_health", "their_health") if name in self.fields]

    @property
    def reported(self) -> Score:
        """The reported score, seat 1 first."""
        data = self.cleaned_data
        course = "".join(data.get(f"game{number}", "") for number in range(1, _GAMES + 1))
        health = (data.get("own_health"), data.get("their_health"))
        score = replace(_parse_value(data["score"]), course=course, health=health)
        return score if self._place == 1 else swap_sides(score)


class QuickSelect(forms.Select):
    """Select without groups that is rendered in Python.

    The desk has one for each open table, and Django's template took a third of the time of the page.
    """

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        """Return the same element as ``forms.Select``."""
        del renderer
        chosen = self.format_value(value)
        options = format_html_join(
            "\n",
            '<option value="{}"{}>{}</option>',
            ((key, SELECTED if str(key) in chosen else "", label) for key, label in self.choices),
        )
        attributes = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<select name="{}"{}>\n{}\n</select>', name, attributes, options)


class QuickForm(forms.Form):
    """One-line staff form with the usual scores of a table."""

    score = forms.ChoiceField(label=gettext_lazy("Result"), widget=QuickSelect)

    def __init__(self, *args: Any, best_of: int, needs_winner: bool, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["score"]
        assert isinstance(field, forms.ChoiceField)
        absent = full_score(1, best_of, Kind.NO_SHOW)
        double_no_show = [] if needs_winner else [Score(0, 0, 0, Kind.NO_SHOW)]
        scores = [*usual_scores(best_of, needs_winner=needs_winner), absent, swap_sides(absent), *double_no_show]
        field.choices = [
            ("", _("Result …")),
            *((_format_value(score), label_with_winner(score, names)) for score in scores),
        ]

    @property
    def entered(self) -> Score:
        """The entered score, seat 1 first."""
        return _parse_value(self.cleaned_data["score"])


class EnterForm(forms.Form):
    """Staff form for any score, with a reason for a correction."""

    first = forms.IntegerField(min_value=0, max_value=3)
    second = forms.IntegerField(min_value=0, max_value=3)
    drawn = forms.IntegerField(
        label=gettext_lazy("Drawn games"),
        min_value=0,
        max_value=5,
        initial=0,
        help_text=gettext_lazy("Includes a game that was unfinished when time ran out."),
    )
    kind = forms.ChoiceField(label=gettext_lazy("How the match ended"), initial=Kind.PLAYED.value)
    first_health = forms.IntegerField(required=False, min_value=0, max_value=MAX_HEALTH)
    second_health = forms.IntegerField(required=False, min_value=0, max_value=MAX_HEALTH)
    drops = forms.MultipleChoiceField(
        label=gettext_lazy("Drop after this match"), required=False, widget=forms.CheckboxSelectMultiple
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=500,
        help_text=gettext_lazy("Required to change a confirmed result. Players can read it."),
    )

    def __init__(
        self,
        *args: Any,
        names: Sequence[str],
        records_health: bool = False,
        may_drop: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        for name, player in zip(("first", "second"), names, strict=True):
            self.fields[name].label = _("Games won by %(name)s") % {"name": player}
            self.fields[f"{name}_health"].label = _("Final health of %(name)s") % {"name": player}
        kinds, drops = self.fields["kind"], self.fields["drops"]
        assert isinstance(kinds, forms.ChoiceField)
        assert isinstance(drops, forms.MultipleChoiceField)
        labels = dict(Match.ResultKind.choices)
        kinds.choices = [(kind.value, labels[Match.ResultKind(kind.value)]) for kind in Kind]
        drops.choices = [(str(place), name) for place, name in enumerate(names, 1)]
        if not records_health:
            del self.fields["first_health"], self.fields["second_health"]
        if not may_drop:
            del self.fields["drops"]

    @property
    def entered(self) -> Score:
        """The entered score, seat 1 first."""
        values = self.cleaned_data
        health = (values.get("first_health"), values.get("second_health"))
        return Score(values["first"], values["second"], values["drawn"], Kind(values["kind"]), health=health)

    @property
    def leaving(self) -> list[int]:
        """The seats of the players who drop with this result."""
        return [int(place) for place in self.cleaned_data.get("drops", [])]


class ResultListForm(ImportForm):
    """Form with many results of a round: lines, CSV or JSON."""

    longest = MAX_TEXT_LENGTH

    round = forms.ChoiceField(label=gettext_lazy("Round"))
    text = LongTextField(
        label=gettext_lazy("Lines, CSV or JSON"),
        required=False,
        strip=False,
        max_length=longest,
        widget=forms.Textarea(attrs={"class": "code", "rows": 8, "spellcheck": "false", "autocapitalize": "none"}),
        help_text=gettext_lazy(
            "One match per line, such as 12 2-1. Or CSV with a header row: the result file of this site, or an export "
            "from melee.gg or a spreadsheet."
        ),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason for changed results"),
        required=False,
        max_length=500,
        help_text=gettext_lazy("Required for tables that already have a result."),
    )

    def __init__(self, *args: Any, rounds: Iterable[Round], **more: Any) -> None:
        """Initialise the form with the rounds to choose from."""
        super().__init__(*args, **more)
        choices = [(each.pk, name_of_round(each)) for each in rounds]
        self.fields["round"].choices = choices  # type: ignore[attr-defined]  # a choice field


class TableRulesForm(forms.Form):
    """Table rules of a stage: who chooses the first player, is health recorded."""

    play_first = forms.ChoiceField(
        label=gettext_lazy("Who chooses who plays first"), choices=Stage.PlayFirst.choices, widget=forms.RadioSelect
    )
    records_health = forms.BooleanField(
        label=gettext_lazy("Record both players' health with the result"),
        required=False,
        help_text=gettext_lazy("Some leagues use health as a tie-breaker. Players enter it when they report a result."),
    )


def build_initial_values(score: Score | None) -> dict[str, Any]:
    """Return the initial values of the staff form for the current score."""
    if score is None:
        return {"drawn": 0, "kind": Kind.PLAYED.value}
    one, two = score.health
    return {
        "first": score.first,
        "second": score.second,
        "drawn": score.drawn,
        "kind": score.kind.value,
        "first_health": one,
        "second_health": two,
    }


def build_report_form(state: MatchState, seat: Seat | None, data: Any = None) -> ReportForm | None:
    """Return the report form for a seat's player while the result is open.

    `None` otherwise.
    """
    if seat is None or not state.is_open:
        return None
    records_health = state.match.round.stage.records_health
    return ReportForm(data, place=seat.place, records_health=records_health, **_length(state.match))


def build_enter_form(state: MatchState, held: Rights, data: Any = None) -> EnterForm | None:
    """Return the staff form, or `None` for a bye or an unpublished round."""
    if len(state.seats) != 2 or state.match.round.status == Round.Status.DRAFT:
        return None
    return EnterForm(
        data,
        names=[seat.registration.name for seat in state.seats],
        records_health=state.match.round.stage.records_health,
        may_drop=held.score and state.is_open,
        initial=build_initial_values(state.reported),
    )


def build_quick_form(state: MatchState, data: Any = None, **kwargs: Any) -> QuickForm | None:
    """Return the one-line staff form, or `None` for a bye."""
    if len(state.seats) != 2:
        return None
    return QuickForm(data, names=[seat.registration.name for seat in state.seats], **_length(state.match), **kwargs)


def _length(match: Match) -> dict[str, Any]:
    stage = match.round.stage
    return {"best_of": stage.best_of, "needs_winner": stage.is_elimination}
