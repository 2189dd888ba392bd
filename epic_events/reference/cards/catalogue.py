"""Queries on a game's cards by slug, name and filter, with example searches."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from datetime import date
from functools import cache
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.infra.errors import MissingError
from epic_events.reference.chosen_game import usual_game
from rules.card_search import (
    Completion,
    Dated,
    Field,
    Numeric,
    Query,
    QueryError,
    Words,
    complete,
    parse_query,
    suggest_queries,
)
from rules.decks import Format
from rules.decks.constraints import Ban
from rules.games import GAMES, Game
from rules.invented_cards import FLAG, catalogue_with, invented_cards, searched_cards

Card = Any
"""A card of any game; its data is read through the game's fields."""


@dataclass(frozen=True)
class CardFilter:
    """Filter of a list of cards; empty fields match all cards.

    Attributes:
        query: a query in the search syntax; plain words match starts of words in the name.
        by: value by field name; numbers as digits, or the word for none.
    """

    query: str = ""
    by: Mapping[str, str] = dataclass_field(default_factory=dict)

    def matches(self, game: Game, card: Card) -> bool:
        """Return True if a printing matches all fields of ``by``, ignoring the query."""
        fields_by_name = {each.name: each for each in game.card_fields.fields}
        return all(value in _field_values(fields_by_name[name], card) for name, value in self.by.items() if value)


def _field_values(field: Field[Any], card: Card) -> tuple[str, ...]:
    """Return a card's values of a field in the form used by filters."""
    if isinstance(field.kind, Numeric):
        number = field.kind.read(card)
        return (field.kind.none if number is None else str(number),)
    return field.written(card, timezone.localdate())


def filter_choices(game: Game) -> list[tuple[Field[Any], list[tuple[str, str]]]]:
    """Return the filter fields of a game, each with pairs of value and label."""
    return [(field, _values(game, field)) for field in shown_fields(game, game.card_fields.display_fields.filters)]


def shown_fields(game: Game, names: tuple[str, ...]) -> list[Field[Any]]:
    """Return card fields of a game by name."""
    fields_by_name = {each.name: each for each in game.card_fields.fields}
    return [fields_by_name[name] for name in names]


def _values(game: Game, field: Field[Any]) -> list[tuple[str, str]]:
    if isinstance(field.kind, Numeric):
        kind = field.kind
        numbers = {kind.read(card) for card in game.cards.all_printings()}
        values = [
            (str(number), kind.format_number(number)) for number in sorted(each for each in numbers if each is not None)
        ]
        return [*values, *([(kind.none, kind.format_number(None))] if None in numbers else [])]
    return [(value, value) for value in field.kind.values] if isinstance(field.kind, Words) else []


@cache
def _names_by_slug(game: str) -> Mapping[str, str]:
    """Return the card names of a game by slug.

    Raises:
        ValueError: two names have the same slug.
    """
    names: dict[str, str] = {}
    game_definition = GAMES[game]
    matching_invented_cards = (card.name for card in invented_cards(game_definition))
    for name in dict.fromkeys((*game_definition.cards.names, *matching_invented_cards)):
        if (other := names.setdefault(card_slug(name), name)) != name:
            raise ValueError(f"{name!r} and {other!r} share an address")
    return names


def card_slug(name: str) -> str:
    """Return the slug of a card name."""
    return slugify(name)


def card_url(game: Game, name: str) -> str:
    """Return the permanent URL of a card.

    It omits the game for cards of the default game.
    """
    if game.slug == usual_game().slug:
        return reverse("reference:card", args=[card_slug(name)])
    return reverse("reference:game-card", args=[game.slug, card_slug(name)])


def cards_url(game: Game) -> str:
    """Return the URL of a game's card list; it accepts an appended ``&q=``."""
    return f"{reverse('reference:cards')}?game={game.slug}"


def printings(game: Game, slug: str) -> tuple[Card, ...]:
    """Return the printings of the card with this slug, preferred one first.

    Raises:
        MissingError: there is no such card; the message suggests similar names.
    """
    name = _names_by_slug(game.slug).get(slug)
    home = catalogue_with(game, name) if name is not None else None
    if name is not None and home is not None:
        return home.printings(name)
    slug_words = slug.replace("-", " ")[:80]
    sentence = _("There is no card called “%(asked)s”.") % {"asked": slug_words}
    if near := game.cards.suggest(slug_words):
        sentence = f"{sentence} {_('Did you mean: %(near)s?') % {'near': ', '.join(near)}}"
    raise MissingError(sentence)


def cards(game: Game, card_filter: CardFilter) -> list[Card]:
    """Return the matching cards, each in its first matching printing.

    They are in the order of the query, else alphabetical. Invented cards are included only if the query asks for them.

    Raises:
        QueryError: the query has a syntax error.
    """
    return parse_card_query(game, card_filter.query).find(_matching_cards(game, card_filter), game.card_fields)


def matching_invented_cards(game: Game, card_filter: CardFilter) -> list[Card]:
    """Return the matching invented cards if the query does not ask for them.

    Raises:
        QueryError: the query has a syntax error.
    """
    query = parse_card_query(game, card_filter.query)
    if FLAG in query.flags_asked:
        return []
    return query.find((card for card in invented_cards(game) if card_filter.matches(game, card)), game.card_fields)


def _matching_cards(game: Game, card_filter: CardFilter) -> list[Card]:
    through = searched_cards(game, parse_card_query(game, card_filter.query))
    return [card for card in through if card_filter.matches(game, card)]


def parse_card_query(game: Game, text: str) -> Query:
    """Parse a card query; formats and bans are those of today unless it names a date.

    Raises:
        QueryError: the query has a syntax error.
    """
    return parse_query(text, game.card_fields, timezone.localdate())


def suggest_corrections(game: Game, card_filter: CardFilter) -> tuple[str, ...]:
    """Return at most three corrected queries that have results.

    Raises:
        QueryError: the query has a syntax error.
    """
    return suggest_queries(
        parse_card_query(game, card_filter.query), _matching_cards(game, card_filter), game.card_fields
    )


@dataclass(frozen=True)
class BanList:
    """Bans of a format on a given date."""

    format: Format
    bans: tuple[Ban, ...]


def bans(game: Game, day: date) -> list[BanList]:
    """Return the non-empty ban lists of a game on a given date."""
    lists = (BanList(each, each.bans(day)) for each in game.formats.values())
    return [each for each in lists if each.bans]


def find_cards(game: Game, text: str) -> list[Card]:
    """Return the cards that match a search text.

    Empty if it is not a valid card query.
    """
    try:
        return cards(game, CardFilter(query=text))
    except QueryError:
        return []


def completions(game: Game, text: str, cursor: int) -> list[Completion]:
    """Return the completions of a card query at the cursor."""
    set_apart = {card.name for card in invented_cards(game)}
    published = tuple(name for name in game.cards.names if name not in set_apart)
    names = tuple(sorted(set_apart)) if f"is:{FLAG}" in text.casefold() else published
    return complete(text, cursor, game.card_fields, names)


def keywords(game: Game) -> tuple[str, ...]:
    """Return the keywords of a game's cards in the order of the game."""
    fields = shown_fields(game, game.card_fields.display_fields.explained_fields[:1])
    values = (value for each in fields if isinstance(each.kind, Words) for value in each.kind.values)
    return game.card_fields.display_fields.keywords or tuple(values)


def coloured_words(game: Game, card: Card) -> tuple[str, ...]:
    """Return the card's values of the coloured field, such as its alignments.

    Empty if the game has none.
    """
    coloured = game.card_fields.display_fields.coloured_field
    fields = shown_fields(game, (coloured,)) if coloured else ()
    return tuple(word for each in fields for word in each.written(card, timezone.localdate()))


@dataclass(frozen=True)
class CardsWith:
    """The cards that have a given keyword.

    Attributes:
        word: the keyword as the cards of the game spell it.
        url: URL of the list of these cards.
        cards: name and URL of each card.
    """

    word: str
    url: str
    cards: tuple[tuple[str, str], ...]


def find_cards_with(game: Game, word: str) -> CardsWith | None:
    """Return the cards with a keyword; None if there are none."""
    for each in shown_fields(game, game.card_fields.display_fields.explained_fields):
        value = each.kind.exact(word) if isinstance(each.kind, Words) else None
        cards_found = cards(game, CardFilter(by={each.name: value})) if value else []
        if value and cards_found:
            narrows = each.name in game.card_fields.display_fields.filters
            parameters = {each.name: value} if narrows else {"q": f'{each.name}:"{value}"'}
            url = f"{cards_url(game)}&{urlencode(parameters)}"
            return CardsWith(value, url, tuple((card.name, card_url(game, card.name)) for card in cards_found))
    return None


def find_card(game: Game, text: str) -> Card | None:
    """Return the card with exactly this name or a known spelling of it.

    None if there is none.
    """
    card_match = game.cards.find(text[:200]) if text.strip() else None
    return card_match.card if card_match else None


Example = tuple[str, str | Promise]
"""A query and its meaning."""


@cache
def examples(slug: str) -> tuple[Example, ...]:
    """Return an example query with its meaning for each syntax element of the search."""
    game = GAMES[slug]
    return tuple((query, means) for query, means in _example_queries(game) if _has_results(game, query))


def example(game: Game) -> str:
    """Return a short example query for the search field; empty if there is none."""
    several = (query for query, _means in examples(game.slug))
    return next((query for query in several if ":" in query and " " not in query and query[0] != "-"), "")


def _has_results(game: Game, query: str) -> bool:
    try:
        return bool(cards(game, CardFilter(query=query)))
    except QueryError:
        return False


def _example_queries(game: Game) -> Iterator[Example]:
    yield from _by_name(game)
    yield from _by_words(game)
    yield from _by_numbers(game)
    for name in list(game.card_fields.flags)[:1]:
        yield f"is:{name}", gettext_lazy("cards with a property")
    for field in game.card_fields.fields:
        if isinstance(field.kind, Dated):
            yield f"{field.short[0]}:{field.kind.values[0]}", field.meaning
    yield from _by_day(game)


def _by_day(game: Game) -> Iterator[Example]:
    dated = [name for name, flag in game.card_fields.flags.items() if flag.dated]
    banned = [ban for each in game.formats.values() for ban in each.bans(timezone.localdate())]
    for name in dated[:1] if banned else ():
        yield f"is:{name} on:{banned[0].since.isoformat()}", gettext_lazy("formats and bans on a given day")


def _by_name(game: Game) -> Iterator[Example]:
    words = next((name.split() for name in game.cards.names if name.replace(" ", "").isalpha() and " " in name), None)
    if words:
        yield " ".join(word[:4].casefold() for word in words[:2]), gettext_lazy("names with words that start like this")
        yield f'"{" ".join(words[:2]).casefold()}"', gettext_lazy("this exact phrase in the name or text")


def _by_words(game: Game) -> Iterator[Example]:
    fields = [each for each in _filter_fields(game) if isinstance(each.kind, Words) and each.kind.values]
    for field in fields[:1]:
        short, values = _shortest_name(field), _field_values_of(game, field)
        if not values:
            return
        yield f"{short}:{values[-1]}", gettext_lazy("a value of a field; the short field name is enough")
        yield f"{short}={values[-1]}", gettext_lazy("only this value")
        yield f"-{short}:{values[-1]}", gettext_lazy("cards without this value")
        yield (
            f"{short}:{values[0]} or {short}:{values[-1]}",
            gettext_lazy("either of two; use parentheses if there are more terms"),
        )


def _by_numbers(game: Game) -> Iterator[Example]:
    numbers = [each for each in game.card_fields.fields if isinstance(each.kind, Numeric)]
    large = [number for number in numbers if number.name in game.card_fields.display_fields.main_numbers] or numbers
    for field in large[:1]:
        yield (
            f"{_shortest_name(field)}>={_third_quartile(game, field)}",
            gettext_lazy("compare a number: = != < <= > >="),
        )
        yield f"sort:-{_shortest_name(field)}", gettext_lazy("sort by this field; a minus sorts in descending order")
    if len(large) > 1:
        yield f"{_shortest_name(large[0])}>{_shortest_name(large[1])}", gettext_lazy("compare two numbers of the card")
    for field in numbers[:1]:
        yield f"{field.name}:none", gettext_lazy("cards without this number")


def _third_quartile(game: Game, field: Field[Any]) -> int:
    """Return the third quartile of a numeric field."""
    values = [field.kind.read(card) for card in game.cards] if isinstance(field.kind, Numeric) else []
    numbers = sorted(number for number in values if number is not None)
    return numbers[3 * len(numbers) // 4] if numbers else 0


def _filter_fields(game: Game) -> list[Field[Any]]:
    shown = game.card_fields.display_fields
    return shown_fields(game, tuple(dict.fromkeys((*filter(None, (shown.coloured_field,)), *shown.filters))))


def _shortest_name(field: Field[Any]) -> str:
    return field.short[0] if field.short else field.name


def _field_values_of(game: Game, field: Field[Any]) -> list[str]:
    """Return the values of a field that occur on cards, quoted for a query."""
    values = field.kind.values if isinstance(field.kind, Words) else ()
    words = {word for card in game.cards for word in field.written(card, timezone.localdate())}
    return [f'"{value}"' if " " in value else value.casefold() for value in values if value in words]
