"""Examples of the card search syntax that have results in the game."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from epic_events.reference.cards import catalogue
from rules.card_search import Dated, Field, Numeric, QueryError, Words
from rules.games import GAMES, Game

Example = tuple[str, str | Promise]
"""A query and its meaning."""


@cache
def examples(slug: str) -> tuple[Example, ...]:
    """Return an example query with its meaning for each syntax element of the search."""
    game = GAMES[slug]
    return tuple((asked, means) for asked, means in _written(game) if _finds(game, asked))


def example(game: Game) -> str:
    """Return a short example query for the search field; empty if there is none."""
    several = (asked for asked, _means in examples(game.slug))
    return next((asked for asked in several if ":" in asked and " " not in asked and asked[0] != "-"), "")


def _finds(game: Game, asked: str) -> bool:
    try:
        return bool(catalogue.cards(game, catalogue.CardFilter(query=asked)))
    except QueryError:
        return False


def _written(game: Game) -> Iterator[Example]:
    yield from _by_name(game)
    yield from _by_words(game)
    yield from _by_numbers(game)
    for name in list(game.card_fields.flags)[:1]:
        yield f"is:{name}", _("cards with a property")
    for field in game.card_fields.fields:
        if isinstance(field.kind, Dated):
            yield f"{field.short[0]}:{field.kind.values[0]}", field.meaning
    yield from _by_day(game)


def _by_day(game: Game) -> Iterator[Example]:
    dated = [name for name, flag in game.card_fields.flags.items() if flag.dated]
    banned = [ban for each in game.formats.values() for ban in each.bans(timezone.localdate())]
    for name in dated[:1] if banned else ():
        yield f"is:{name} on:{banned[0].since.isoformat()}", _("formats and bans on a given day")


def _by_name(game: Game) -> Iterator[Example]:
    named = next((name.split() for name in game.cards.names if name.replace(" ", "").isalpha() and " " in name), None)
    if named:
        yield " ".join(word[:4].casefold() for word in named[:2]), _("names with words that start like this")
        yield f'"{" ".join(named[:2]).casefold()}"', _("this exact phrase in the name or text")


def _by_words(game: Game) -> Iterator[Example]:
    fields = [each for each in _shown(game) if isinstance(each.kind, Words) and each.kind.values]
    for field in fields[:1]:
        short, values = _short(field), _values(game, field)
        if not values:
            return
        yield f"{short}:{values[-1]}", _("a value of a field; the short field name is enough")
        yield f"{short}={values[-1]}", _("only this value")
        yield f"-{short}:{values[-1]}", _("cards without this value")
        yield (
            f"{short}:{values[0]} or {short}:{values[-1]}",
            _("either of two; use parentheses if there are more terms"),
        )


def _by_numbers(game: Game) -> Iterator[Example]:
    numbers = [each for each in game.card_fields.fields if isinstance(each.kind, Numeric)]
    large = [each for each in numbers if each.name in game.card_fields.display_fields.main_numbers] or numbers
    for field in large[:1]:
        yield f"{_short(field)}>={_third_quartile(game, field)}", _("compare a number: = != < <= > >=")
        yield f"sort:-{_short(field)}", _("sort by this field; a minus sorts in descending order")
    if len(large) > 1:
        yield f"{_short(large[0])}>{_short(large[1])}", _("compare two numbers of the card")
    for field in numbers[:1]:
        yield f"{field.name}:none", _("cards without this number")


def _third_quartile(game: Game, field: Field[Any]) -> int:
    """Return the third quartile of a numeric field."""
    values = [field.kind.read(card) for card in game.cards] if isinstance(field.kind, Numeric) else []
    numbers = sorted(number for number in values if number is not None)
    return numbers[3 * len(numbers) // 4] if numbers else 0


def _shown(game: Game) -> list[Field[Any]]:
    shown = game.card_fields.display_fields
    return catalogue.shown_fields(game, tuple(dict.fromkeys((*filter(None, (shown.coloured_field,)), *shown.filters))))


def _short(field: Field[Any]) -> str:
    return field.short[0] if field.short else field.name


def _values(game: Game, field: Field[Any]) -> list[str]:
    """Return the values of a field that occur on cards, quoted for a query."""
    known = field.kind.values if isinstance(field.kind, Words) else ()
    there = {word for card in game.cards for word in field.written(card, timezone.localdate())}
    return [f'"{value}"' if " " in value else value.casefold() for value in known if value in there]
