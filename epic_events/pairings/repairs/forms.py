"""Forms of the repair wizard, one per kind of repair."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.events.models import Event, Registration
from epic_events.infra.collation import name_order
from epic_events.infra.names import isolated, normalised
from epic_events.pairings import selectors
from epic_events.pairings.methods.scores import Kind as ScoreKind
from epic_events.pairings.methods.scores import Score, full_score, usual_scores
from epic_events.pairings.models import Match, Repair, Round, Seat
from epic_events.pairings.repairs.services.corrections import (
    CorrectResult,
    CurrentRoundSeat,
    DropPairedPlayer,
    ReinstatePlayer,
    get_current_round,
)
from epic_events.pairings.repairs.services.kinds import RepairKind, UnpublishedChoice, find_unpublished_round
from epic_events.pairings.repairs.services.seats import ChangeTableNumber, PairManually, Played, SwapPlayers
from epic_events.pairings.repairs.services.undo import Reopen, RollbackChoice, RollBackRound, Undo
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.scores import describe_result
from epic_events.pairings.round_names import name_of_round

MAX_FOUND: Final = 50
"""Tables that a search for a name finds."""
Subject = Match | Round | Repair | None
_DRAFT_CHOICES = (
    (UnpublishedChoice.AGAIN.value, gettext_lazy("Pair again with the same random seed")),
    (UnpublishedChoice.DISCARD.value, gettext_lazy("Discard the pairings")),
    (UnpublishedChoice.KEEP.value, gettext_lazy("Keep the unpublished pairings")),
)


class RepairForm(forms.Form):
    """Base form of all repairs, with the reason.

    Attributes:
        needs: the object to find first: ``match``, ``round``, ``repair`` or nothing.
    """

    needs: ClassVar[str] = ""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        help_text=gettext_lazy(
            "Shown to staff in the audit log. The reason for a manual pairing is visible to everyone."
        ),
    )

    def __init__(self, *args: Any, event: Event, subject: Subject = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event, self.subject = event, subject
        self.prepare()
        self.order_fields([name for name in self.fields if name != "reason"] + ["reason"])

    def prepare(self) -> None:
        """Adapt the fields to the event."""

    @property
    def kind(self) -> RepairKind:
        """The requested repair."""
        raise NotImplementedError

    def choices(self, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
        """Set the choices of a field."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def add_unpublished_field(self, but: Round | None = None) -> None:
        """Add a field for the unpublished pairings, unless `but` is their round."""
        draft = find_unpublished_round(self.event)
        if draft is None or draft == but:
            return
        self.fields["draft"] = forms.ChoiceField(
            label=_("Unpublished pairings of %(round)s") % {"round": name_of_round(draft)},
            choices=_DRAFT_CHOICES,
            initial=UnpublishedChoice.AGAIN.value,
            widget=forms.RadioSelect,
        )

    @property
    def draft(self) -> str:
        """The chosen handling of the unpublished pairings."""
        return str(self.cleaned_data.get("draft") or UnpublishedChoice.KEEP.value)


_GIVEN = (ScoreKind.CONCEDED, ScoreKind.AWARDED, ScoreKind.NO_SHOW)


def _value(score: Score) -> str:
    return f"{score.first}-{score.second}-{score.drawn}-{score.kind.value}"


def _parts(value: str) -> Played:
    first, second, drawn, kind = value.split("-")
    return int(first), int(second), int(drawn), kind


def _all_scores(match: Match) -> list[Score]:
    """Return the scores that a match can be corrected to, usual ones first."""
    stage = match.round.stage
    options = [full_score(place, stage.best_of, kind) for kind in _GIVEN for place in (1, 2)]
    both = [] if stage.is_elimination else [Score(0, 0, 0, ScoreKind.DOUBLE_LOSS)]
    return [*usual_scores(stage.best_of, needs_winner=stage.is_elimination), *options, *both]


class ResultForm(RepairForm):
    """Correct the result of a table."""

    needs = "match"

    score = forms.ChoiceField(label=gettext_lazy("How did it end?"))

    def prepare(self) -> None:
        """Offer every score with the players' names."""
        assert isinstance(self.subject, Match)
        names = [seat.registration.name for seat in self.subject.seats.select_related("registration").order_by("place")]
        self.choices(
            "score",
            [
                ("", _("Result …")),
                *(
                    (_value(score), describe_result(score, names))
                    for score in _all_scores(self.subject)
                    if len(names) == 2
                ),
            ],
        )
        self.add_unpublished_field()

    @property
    def kind(self) -> RepairKind:
        """The correction."""
        assert isinstance(self.subject, Match)
        first, second, drawn, result = _parts(self.cleaned_data["score"])
        return CorrectResult(self.subject.pk, first, second, drawn, result, draft=self.draft)


class ReinstateForm(RepairForm):
    """Reinstate a player who was dropped by mistake."""

    entry = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    missed = forms.ChoiceField(
        label=gettext_lazy("Current round"), widget=forms.RadioSelect, initial=CurrentRoundSeat.NOTHING.value
    )

    def prepare(self) -> None:
        """Offer dropped players and the possible seats in the current round."""
        gone = (Registration.Status.DROPPED, Registration.Status.WITHDRAWN)
        entries = self.event.registrations.filter(status__in=gone).order_by(name_order("name"), "pk")
        self.choices("entry", [("", _("Player …")), *entries.values_list("pk", "name")])
        choices = [(CurrentRoundSeat.NOTHING.value, _("Plays from the next round on"))]
        current = get_current_round(self.event)
        if current is not None and not current.stage.is_elimination:
            alone = next((row for row in table_rows.tables(current) if row.is_bye), None)
            if alone is not None:
                name = alone.seats[0].registration.name
                choices.append(
                    (CurrentRoundSeat.OPPONENT.value, _("Plays %(name)s, who has the bye") % {"name": isolated(name)})
                )
            choices.append((CurrentRoundSeat.BYE.value, _("Gets a bye")))
        self.choices("missed", choices)
        if len(choices) == 1:
            self.fields["missed"].widget = forms.HiddenInput()
        self.add_unpublished_field()

    @property
    def kind(self) -> RepairKind:
        """The reinstatement."""
        return ReinstatePlayer(self.cleaned_data["entry"], self.cleaned_data["missed"], draft=self.draft)


class DropForm(RepairForm):
    """Drop a player who left but was paired."""

    entry = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    award = forms.BooleanField(
        label=gettext_lazy("The opponent wins the match in the current round"),
        required=False,
        initial=True,
    )

    def prepare(self) -> None:
        """Offer the active players."""
        entries = self.event.registrations.filter(status=Registration.Status.CHECKED_IN).order_by(
            name_order("name"), "pk"
        )
        self.choices("entry", [("", _("Player …")), *entries.values_list("pk", "name")])
        self.add_unpublished_field()

    @property
    def kind(self) -> RepairKind:
        """The drop."""
        return DropPairedPlayer(self.cleaned_data["entry"], award=self.cleaned_data["award"], draft=self.draft)


def _player_choices(round_: Round) -> list[tuple[Any, str]]:
    """Return the players of a round by name, each with the table number."""
    seats = round_.seats.select_related("registration", "match").order_by(name_order("registration__name"), "pk")
    table, bye = _("%(name)s, table %(table)s"), _("%(name)s, bye")
    return [
        (
            seat.registration_id,
            (table if seat.match.table else bye)
            % {"name": isolated(seat.registration.name), "table": seat.match.table},
        )
        for seat in seats
    ]


def _scores_from_view(best_of: int) -> list[tuple[str, str]]:
    """Return the scores from the view of one of the players."""
    labels = []
    for score in usual_scores(best_of, needs_winner=False):
        if score.kind is ScoreKind.AGREED_DRAW:
            words = _("Agreed draw")
        elif score.first == score.second:
            words = _("Draw %(score)s")
        else:
            words = _("Won %(score)s") if score.first > score.second else _("Lost %(score)s")
        labels.append((_value(score), words % {"score": score.text} if "%(" in words else words))
    return labels


class SwapForm(RepairForm):
    """Swap two players between their tables."""

    needs = "round"

    first = forms.TypedChoiceField(label=gettext_lazy("First player"), coerce=int)
    second = forms.TypedChoiceField(label=gettext_lazy("Second player"), coerce=int)
    first_played = forms.ChoiceField(label=gettext_lazy("Result for the first player"), required=False)
    second_played = forms.ChoiceField(label=gettext_lazy("Result for the second player"), required=False)

    def prepare(self) -> None:
        """Offer the players of the round, and scores if it has been published."""
        assert isinstance(self.subject, Round)
        seated = [("", _("Player …")), *_player_choices(self.subject)]
        for name in ("first", "second"):
            self.choices(name, seated)
        if self.subject.status == Round.Status.DRAFT:
            del self.fields["first_played"], self.fields["second_played"]
            return
        scores = [("", _("Not played yet")), *_scores_from_view(self.subject.stage.best_of)]
        for name in ("first_played", "second_played"):
            self.choices(name, scores)
        self.add_unpublished_field(self.subject)

    @property
    def kind(self) -> RepairKind:
        """The swap."""
        assert isinstance(self.subject, Round)
        data = self.cleaned_data
        played = [_parts(data[name]) if data.get(name) else None for name in ("first_played", "second_played")]
        return SwapPlayers(self.subject.pk, data["first"], data["second"], played[0], played[1], draft=self.draft)


class ManualPairingForm(RepairForm):
    """Pair two players manually, or assign a bye."""

    needs = "round"

    first = forms.TypedChoiceField(label=gettext_lazy("First player"), coerce=int)
    second = forms.TypedChoiceField(label=gettext_lazy("Opponent"), coerce=int, required=False, empty_value=None)

    def prepare(self) -> None:
        """Offer the players of the round."""
        assert isinstance(self.subject, Round)
        seated = _player_choices(self.subject)
        self.choices("first", [("", _("Player …")), *seated])
        self.choices("second", [("", _("No opponent (bye)")), *seated])

    @property
    def kind(self) -> RepairKind:
        """The pairing."""
        assert isinstance(self.subject, Round)
        return PairManually(self.subject.pk, self.cleaned_data["first"], self.cleaned_data["second"])


class TableForm(RepairForm):
    """Change the table number of a match."""

    needs = "match"

    to = forms.IntegerField(label=gettext_lazy("New table number"), min_value=1, max_value=100_000)

    @property
    def kind(self) -> RepairKind:
        """The change of the table number."""
        assert isinstance(self.subject, Match)
        return ChangeTableNumber(self.subject.pk, self.cleaned_data["to"])


class RollbackForm(RepairForm):
    """Roll back the latest round, which was paired or published too early."""

    then = forms.ChoiceField(label=gettext_lazy("What should happen to the round?"), widget=forms.RadioSelect)

    def prepare(self) -> None:
        """Name the round and offer the choices for its stage."""
        latest = selectors.load_event_plan(self.event).latest_round
        self.latest = latest if latest is not None and latest.status != Round.Status.DRAFT else None
        choices = [(RollbackChoice.DRAFT.value, _("Unpublish it and keep the pairings"))]
        if latest is not None and latest.stage.kind == "swiss":
            choices += [
                (RollbackChoice.PAIR_REST.value, _("Keep the tables with a result and pair the others again")),
                (
                    RollbackChoice.PAIR_AGAIN.value,
                    _("Pair all tables again and keep the results of pairs that are paired again"),
                ),
            ]
        self.choices("then", [*choices, (RollbackChoice.DISCARD.value, _("Discard the round"))])
        self.fields["then"].initial = RollbackChoice.DRAFT.value
        if self.latest is not None:
            self.fields["then"].label = _("What should happen to %(round)s?") % {"round": name_of_round(self.latest)}

    @property
    def kind(self) -> RepairKind:
        """The rollback."""
        return RollBackRound(self.latest.pk if self.latest else 0, self.cleaned_data["then"])


class ReopenForm(RepairForm):
    """Reopen an event that was finished too early."""

    @property
    def kind(self) -> RepairKind:
        """The reopening."""
        return Reopen()


class UndoForm(RepairForm):
    """Undo a repair."""

    needs = "repair"

    @property
    def kind(self) -> RepairKind:
        """The undo."""
        assert isinstance(self.subject, Repair)
        return Undo(self.subject.pk)


FORMS: Mapping[str, type[RepairForm]] = {
    CorrectResult.name: ResultForm,
    ReinstatePlayer.name: ReinstateForm,
    DropPairedPlayer.name: DropForm,
    SwapPlayers.name: SwapForm,
    PairManually.name: ManualPairingForm,
    ChangeTableNumber.name: TableForm,
    RollBackRound.name: RollbackForm,
    Reopen.name: ReopenForm,
    Undo.name: UndoForm,
}
"""Forms by kind."""


class FindForm(forms.Form):
    """Search for a round, or for a table of a round."""

    round = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int)
    table = forms.CharField(
        label=gettext_lazy("Table or player"),
        max_length=80,
        help_text=gettext_lazy("The number of the table, or part of a player's name."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, event: Event, needs: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rounds = Round.objects.filter(stage__event=event).select_related("stage").order_by("-stage__order", "-number")
        field = self.fields["round"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(round_.pk, name_of_round(round_)) for round_ in rounds]
        if needs == "round":
            del self.fields["table"]

    def find_matches(self) -> list[Match]:
        """Return the matches with the entered table number or player name.

        Adds a form error if there is none.
        """
        words, round_ = self.cleaned_data["table"], self.cleaned_data["round"]
        matches = Match.objects.filter(round=round_).order_by(F("table").asc(nulls_last=True), "pk")
        if words.isascii() and words.isdecimal() and len(words) < 6:
            found = list(matches.filter(table=int(words)))
            error = _("There is no table %(table)s in this round.") % {"table": words}
        else:
            names = Seat.objects.filter(round=round_).values_list("match_id", "registration__name")
            seated = {match for match, name in names if normalised(words).casefold() in normalised(name).casefold()}
            found = list(matches.filter(pk__in=list(seated)[:MAX_FOUND]))
            error = _("No player of this round is named “%(name)s”.") % {"name": isolated(words)}
        if not found:
            self.add_error("table", error)
        return found
