"""Forms of the tables: what a player reports, what the staff enters."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.pairings.brackets import CUT_SIZES
from epic_events.pairings.models import Match
from epic_events.pairings.scores import Kind, Score, turned, usual_scores


def _value(score: Score) -> str:
    return f"{score.first}-{score.second}-{score.drawn}-{score.kind.value}"


def _score(value: str) -> Score:
    first, second, drawn, kind = value.split("-")
    return Score(int(first), int(second), int(drawn), Kind(kind))


def _own_words(score: Score) -> str:
    """Return a score as the player who reports it says it."""
    if score.kind is Kind.AGREED_DRAW:
        return _("We agreed on a draw")
    if score.first == score.second:
        return _("Draw, %(score)s") % {"score": score.text} if score.first else _("Draw, nobody won a game")
    return (_("I won %(score)s") if score.first > score.second else _("I lost %(score)s")) % {"score": score.text}


class ReportForm(forms.Form):
    """How the match ended, in the words of the player who reports; seat 2 sees the score turned around."""

    score = forms.ChoiceField(label=gettext_lazy("How did it end?"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, best_of: int, needs_winner: bool, place: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._place = place
        field = self.fields["score"]
        assert isinstance(field, forms.ChoiceField)
        scores = usual_scores(best_of, needs_winner=needs_winner)
        wins = [score for score in scores if score.first > score.second]
        level = [score for score in scores if score.first == score.second]
        pairs = [side for won in wins for side in (won, turned(won))]  # side by side on the page: I won, I lost
        field.choices = [(_value(score), _own_words(score)) for score in (*pairs, *level)]

    @property
    def reported(self) -> Score:
        """The score as the seats see it, seat 1 first."""
        score = _score(self.cleaned_data["score"])
        return score if self._place == 1 else turned(score)


class QuickForm(forms.Form):
    """One table of the desk's list: choose, save, next."""

    score = forms.ChoiceField(label=gettext_lazy("Result"))

    def __init__(self, *args: Any, best_of: int, needs_winner: bool, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["score"]
        assert isinstance(field, forms.ChoiceField)
        scores = usual_scores(best_of, needs_winner=needs_winner)
        field.choices = [("", _("Result …")), *((_value(score), _named(score, names)) for score in scores)]

    @property
    def entered(self) -> Score:
        """The score, seat 1 first."""
        return _score(self.cleaned_data["score"])


def _named(score: Score, names: Sequence[str]) -> str:
    """Return a score with the winner's name, for somebody who stands beside the table."""
    if score.kind is Kind.AGREED_DRAW:
        return _("Agreed draw")
    if score.first == score.second:
        return _("Draw %(score)s") % {"score": score.text}
    winner, shown = (names[0], score) if score.first > score.second else (names[1], turned(score))
    return f"{winner} {shown.text}"


class EnterForm(forms.Form):
    """Every score there can be, with a reason where it corrects one."""

    first = forms.IntegerField(min_value=0, max_value=3)
    second = forms.IntegerField(min_value=0, max_value=3)
    drawn = forms.IntegerField(label=gettext_lazy("Drawn games"), min_value=0, max_value=5, initial=0)
    kind = forms.ChoiceField(label=gettext_lazy("How it came about"), initial=Kind.PLAYED.value)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=500,
        help_text=gettext_lazy("Needed when a confirmed result changes; players can read it."),
    )

    def __init__(self, *args: Any, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, player in zip(("first", "second"), names, strict=True):
            self.fields[name].label = _("Games won by %(name)s") % {"name": player}
        field = self.fields["kind"]
        assert isinstance(field, forms.ChoiceField)
        labels = dict(Match.ResultKind.choices)
        field.choices = [(kind.value, labels[Match.ResultKind(kind.value)]) for kind in Kind]

    @property
    def entered(self) -> Score:
        """The score, seat 1 first."""
        values = self.cleaned_data
        return Score(values["first"], values["second"], values["drawn"], Kind(values["kind"]))


class CutForm(forms.Form):
    """How many go on."""

    size = forms.TypedChoiceField(label=gettext_lazy("Players in the cut"), coerce=int)

    def __init__(self, *args: Any, most: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["size"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(size, str(size)) for size in CUT_SIZES if size <= most]


class FinishForm(forms.Form):
    """Why an event ends before all that was planned has been played."""

    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=500)


def initial_of(score: Score | None) -> dict[str, Any]:
    """Return what the staff's form shows for a score that stands already."""
    if score is None:
        return {"drawn": 0, "kind": Kind.PLAYED.value}
    return {"first": score.first, "second": score.second, "drawn": score.drawn, "kind": score.kind.value}
