"""Content of card pages and card lists for any game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from epic_events.reference.cards import catalogue
from epic_events.reference.cards.catalogue import Card
from epic_events.reference.rules import selectors
from rules.card_search import Field, Numeric
from rules.games import Game
from rules.invented_cards import card_facts_of

_ELSEWHERE = frozenset(
    {"name", "text", "summary", "behaviour", "engine", "doubtful", "notes", "also_written", "sources", "sure", "as_of"}
)
"""Facts that the page shows elsewhere."""
_LABELS: dict[str, str | Promise] = {
    "key": _("Variant"),
    "missing": _("Unknown facts"),
    "organised": _("Facts from the organiser"),
    "single": _("Facts with one source only"),
}
"""Labels of facts whose name is not a suitable label."""


@dataclass(frozen=True)
class Value:
    """A card's value of one field.

    Attributes:
        name: name of the field.
        label: label of the field.
        words: display texts of the values.
        coloured: True if the values are shown in colour.
        number: True if the value is a number.
    """

    name: str
    label: str
    words: tuple[str, ...]
    coloured: bool = False
    number: bool = False

    @property
    def bare(self) -> bool:
        """True for a plain number, which needs its label."""
        return self.number and all(word.isdigit() for word in self.words)


@dataclass(frozen=True)
class CardWord:
    """A keyword or ability type of a card.

    With the rule that defines it, if there is one.
    """

    name: str
    rule: str = ""
    href: str = ""
    meaning: str = ""


@dataclass(frozen=True)
class CardRow:
    """A row of a card list."""

    name: str
    url: str
    values: tuple[Value, ...]


@dataclass(frozen=True)
class CardPage:
    """Content of a card's page.

    Attributes:
        card: the preferred printing.
        head: values shown below the name.
        large: numbers shown in large type.
        facts: other facts as pairs of label and text.
        printings: facts of each other printing that differ from the preferred one.
        words: keywords and ability types with their definitions.
        told: all facts by name, for those with their own place, such as text, summary and sources.
        sure: reliability of each fact, if known.
    """

    card: Card
    head: tuple[Value, ...]
    large: tuple[Value, ...]
    facts: tuple[tuple[str, str], ...]
    printings: tuple[tuple[tuple[str, str], ...], ...]
    words: tuple[CardWord, ...]
    all_facts: Mapping[str, Any]
    sure: tuple[tuple[str, str], ...]

    @property
    def text(self) -> tuple[str, ...]:
        """The rules text, one line per ability; empty if unknown."""
        return tuple(filter(None, self.all_facts.get("text") or ()))

    @property
    def summary(self) -> str:
        """Summary of the card in our words; empty if there is none."""
        return self.all_facts.get("summary") or self.all_facts.get("behaviour") or ""

    @property
    def colour(self) -> str:
        """The coloured value of the card; empty if it has several or none."""
        words = [word for value in self.head if value.coloured for word in value.words]
        return words[0] if len(words) == 1 else ""


def columns(game: Game) -> list[str]:
    """Return the column headings of a card list, without the name."""
    return [_label(field.name) for field in catalogue.shown_fields(game, game.card_fields.display_fields.columns)]


def row(game: Game, card: Card) -> CardRow:
    """Return a card as a row of a card list."""
    fields = catalogue.shown_fields(game, game.card_fields.display_fields.columns)
    name = game.card_fields.subject.name(card)
    return CardRow(name, catalogue.card_url(game, name), tuple(_value(game, field, card) for field in fields))


def card_page(game: Game, printings: tuple[Card, ...]) -> CardPage:
    """Return the content of a card's page.

    Args:
        game: the game of the card.
        printings: its printings, preferred one first.
    """
    shown, (card, *others) = game.card_fields.display_fields, printings
    head = _values(game, shown.summary, card)
    large = _values(game, shown.main_numbers, card)
    explained = _values(game, shown.explained_fields, card)
    facts_by_name = card_facts_of(game, card)
    ahead = (*head, *large, *explained)
    linked = {value.words for value in ahead} | {(facts_by_name["name"],)}
    labels = {value.label for value in ahead}
    facts = tuple(
        (label, words) for label, parts, words in _facts(facts_by_name) if parts not in linked and label not in labels
    )
    return CardPage(
        card=card,
        head=head,
        large=large,
        facts=facts,
        printings=tuple(_differing_facts(facts_by_name, game.card_facts(other)) for other in others),
        words=tuple(_word(game, word) for value in explained for word in value.words),
        all_facts=facts_by_name,
        sure=tuple((_label(name), str(how)) for name, how in (facts_by_name.get("sure") or {}).items()),
    )


def _label(name: str) -> str:
    return str(_LABELS[name]) if name in _LABELS else capfirst(name.replace("_", " "))


def _value(game: Game, field: Field[Any], card: Card) -> Value:
    words = field.written(card, timezone.localdate())
    coloured = field.name == game.card_fields.display_fields.coloured_field
    return Value(field.name, _label(field.name), words, coloured, isinstance(field.kind, Numeric))


def _values(game: Game, names: tuple[str, ...], card: Card) -> tuple[Value, ...]:
    values = (_value(game, field, card) for field in catalogue.shown_fields(game, names))
    return tuple(value for value in values if value.words)


def _facts(facts: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Yield label, parts and text of each known plain fact."""
    for name, value in facts.items():
        if name in _ELSEWHERE or value is None or value is False or value in ("", [], {}):
            continue
        parts = _parts(value)
        yield _label(name), parts, ", ".join(parts)


def _parts(value: object) -> tuple[str, ...]:
    if value is True:
        return (gettext("yes"),)
    if isinstance(value, Mapping):
        return tuple(f"{name} {part}" for name, part in value.items() if part not in (None, ""))
    return tuple(map(str, value)) if isinstance(value, list | tuple) else (str(value),)


def _differing_facts(preferred: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the facts of another printing that differ from the preferred one."""
    differing = {name: value for name, value in other.items() if preferred.get(name) != value}
    return tuple((label, words) for label, _parts, words in _facts(differing))


def _word(game: Game, name: str) -> CardWord:
    """Return a keyword with its definition; "loyalty 2" is defined as "loyalty"."""
    defined = selectors.definition(game, name) or selectors.definition(game, name.split(maxsplit=1)[0])
    if defined is None:
        return CardWord(name)
    return CardWord(
        name, selectors.rule_name(defined.rule), selectors.rule_url(defined.book, defined.rule), defined.term.meaning
    )
