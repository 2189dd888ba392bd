"""Forms for rulings, and the extension point that prefills them."""

from collections.abc import Callable
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from epic_events.events.models import Event
from epic_events.infra.limits import LongTextField
from epic_events.judging.rulings.models import Ruling
from epic_events.judging.rulings.validation import MAX_RECORD_LENGTH, MAX_TEXT_LENGTH, RulingContent
from epic_events.pairings.models import Round
from epic_events.pairings.round_names import name_of_round
from rules.games import GAMES

STATUSES = [*Ruling.Status.choices, ("check", _("Needs review"))]


def _games() -> list[tuple[str, str]]:
    return [(game.slug, game.name) for game in GAMES.values()]


class SearchForm(forms.Form):
    """Filters of the list of rulings."""

    omit_optional_marks: ClassVar[bool] = True

    q = forms.CharField(
        label=_("Search"),
        required=False,
        max_length=400,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "data-search": ""}),
    )
    rule = forms.CharField(label=_("Rule"), required=False, max_length=200)
    card = forms.CharField(label=_("Card"), required=False, max_length=120)
    status = forms.ChoiceField(label=_("Status"), required=False, choices=[("", _("Any")), *STATUSES])
    game = forms.ChoiceField(label=_("Game"), required=False, choices=lambda: [("", _("Any")), *_games()])
    event = forms.CharField(label=_("Event"), required=False, max_length=80, widget=forms.HiddenInput)


def _rules_help(slug: str) -> str:
    """Return the help text with example citations from a game's documents."""
    game = GAMES.get(slug) or next(iter(GAMES.values()))
    books = [book.units for book in list(game.rulebooks.values())[:2]]
    examples = [units[len(units) // 2].id for units in books] + list(game.interpretations)[:1]
    return gettext("Separated by commas: %(examples)s.") % {"examples": ", ".join(examples)}


class RulingForm(forms.Form):
    """A new or changed ruling."""

    game = forms.ChoiceField(label=_("Game"), choices=_games, required=False)
    title = forms.CharField(label=_("Summary of the situation"), max_length=160)
    question = forms.CharField(
        label=_("Question"), max_length=MAX_TEXT_LENGTH, widget=forms.Textarea(attrs={"rows": 4, "data-similar": ""})
    )
    answer = forms.CharField(label=_("Answer"), max_length=MAX_TEXT_LENGTH, widget=forms.Textarea(attrs={"rows": 5}))
    rules = forms.CharField(
        label=_("Cited rules"),
        required=False,
        max_length=1000,
    )
    cards = forms.CharField(
        label=_("Cards"),
        required=False,
        max_length=1500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("One card per line."),
    )
    status = forms.ChoiceField(label=_("Authority"))
    round = forms.ChoiceField(label=_("Round"), required=False)
    source = forms.URLField(label=_("Link to the source"), required=False, max_length=500, assume_scheme="https")
    source_words = forms.CharField(label=_("Source"), required=False, max_length=160)
    record = LongTextField(
        label=_("Record of the play"),
        required=False,
        strip=False,
        max_length=MAX_RECORD_LENGTH,
        widget=forms.Textarea(attrs={"class": "code", "rows": 6, "spellcheck": "false"}),
    )
    note = forms.CharField(
        label=_("Private note"),
        required=False,
        max_length=MAX_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("For the judges of the event; never published."),
    )
    reason = forms.CharField(label=_("Reason for the change"), required=False, max_length=500)

    def __init__(
        self, *args: Any, event: Event | None, allowed_statuses: list[Ruling.Status], is_new: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._event = event
        status = self.fields["status"]
        assert isinstance(status, forms.ChoiceField)
        status.choices = [(allowed.value, allowed.label) for allowed in allowed_statuses]
        self.fields["rules"].help_text = _rules_help(event.game if event else str(self.initial.get("game", "")))
        if is_new:
            del self.fields["reason"]
        if not is_new or event is not None or len(GAMES) == 1:
            del self.fields["game"]
        self._rounds = {}
        if event is None:
            del self.fields["round"]
            return
        rounds = Round.objects.filter(stage__event=event).select_related("stage__event")
        self._rounds = {str(each.pk): each for each in rounds.order_by("stage__order", "number")}
        field = self.fields["round"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("none")), *((pk, name_of_round(each)) for pk, each in self._rounds.items())]

    def content(self, game: str = "") -> RulingContent:
        """Return the submitted content.

        Args:
            game: game of an existing ruling; empty for a new one, which takes the game of the event or the chosen one.
        """
        data = self.cleaned_data
        return RulingContent(
            title=data["title"],
            question=data["question"],
            answer=data["answer"],
            rules=tuple(part.strip() for part in data["rules"].replace("\n", ",").split(",") if part.strip()),
            cards=tuple(line.strip() for line in data["cards"].splitlines() if line.strip()),
            status=data["status"],
            game=game or data.get("game", ""),
            event=self._event,
            round=self._rounds.get(data.get("round", "")),
            source=data["source"],
            source_words=data["source_words"],
            record=data["record"],
            note=data["note"],
        )


class ReasonForm(forms.Form):
    """The reason for an action."""

    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)


class SupersedeForm(ReasonForm):
    """The ruling that replaces another one, and the reason."""

    successor = forms.CharField(
        label=_("Replacement ruling"), max_length=200, help_text=_("Enter the address of the ruling or its last part.")
    )

    field_order = ("successor", "reason")


initial_data_sources: dict[str, Callable[[object, str], dict[str, Any]]] = {}
"""Functions that return initial form data for a user and a value, by query parameter such as ``dispute``."""


def load_initial_data(user: object, query: dict[str, str]) -> dict[str, Any]:
    """Return initial form data from a registered query parameter.

    Empty if there is none.

    Raises:
        MissingError: the object in the query string does not exist.
        NotAllowedError: the user may not base a ruling on it.
    """
    begin = next(((source, query[name]) for name, source in initial_data_sources.items() if query.get(name)), None)
    return {} if begin is None else begin[0](user, begin[1])
