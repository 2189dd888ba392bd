"""Pages of the cards: the list and one page per card. For everybody."""

from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from epic_events.reference import catalogue, shelf
from epic_events.reference.catalogue import GAME
from epic_events.reference.forms import CardFilterForm
from epic_events.reference.panels import CardSubject, card_panels
from rules.epic.cards import Card

PAGE_SIZE = 50


@dataclass(frozen=True)
class CardWord:
    """A keyword or a kind of ability that a card has, with the rule that defines it where there is one."""

    name: str
    rule: str = ""
    href: str = ""
    meaning: str = ""


@require_safe
@vary_on_headers("HX-Request")
def card_list(request: HttpRequest) -> HttpResponse:
    """Show the cards, narrowed by what the address asks for."""
    form = CardFilterForm(request.GET or None)
    narrowed = form.narrowed()
    found = [] if form.mistake else catalogue.cards(narrowed)
    asked = None if form.mistake else catalogue.question(narrowed.query)
    fragment = bool(request.headers.get("HX-Request"))
    context = {
        "form": form,
        "page": Paginator(found, PAGE_SIZE).get_page(request.GET.get("page")),
        "total": len(found),
        "asked": asked,
        "bans": catalogue.bans(asked.day) if asked and asked.day else (),
        "meant": () if found or form.mistake else catalogue.meant(narrowed),
        "fragment": fragment,
        "language": {"forms": _asked_forms(), "fields": GAME.card_fields.fields, "flags": GAME.card_fields.flags},
    }
    return render(request, "reference/partials/card_rows.html" if fragment else "reference/cards.html", context)


def _asked_forms() -> list[tuple[str, str]]:
    """Return each way to write a part of a question, with what it asks for."""
    return [
        ("fire sham", _("names with words that begin so")),
        ('"draw 1 card"', _("these words side by side in name or text")),
        ("a:wild", _("a word of a field; its short name will do")),
        ("a=wild", _("this word and no other")),
        ("off>=10", _("a number: = != < <= > >=")),
        ("off>def", _("one number of the card against another")),
        ("cost:none", _("no such number")),
        ("is:free", _("something that is true of the card")),
        ("-k:blitz", _("without")),
        ("k:blitz or k:ambush", _("either; put it in parentheses beside other parts")),
        ("t:dragon", _("a class word, found by type as well")),
        ("f:full-constructed", _("a deck of this format may hold it today")),
        ("banned:full-constructed", _("banned in this format today")),
        ("is:banned on:2017-08-01", _("formats and bans as they were on a day")),
        ("t:champion sort:-off", _("order of the list, from the top with a minus")),
    ]


@require_safe
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one card: its facts, its text, the rules for its words."""
    printings = catalogue.printings(slug)
    shown = printings[0]
    context = {
        "card": shown,
        "text": catalogue.text_of(shown),
        "printings": printings,
        "words": _words(shown),
        "aliases": catalogue.CARDS.aliases_of(shown.name),
        "panels": card_panels.of(request, CardSubject(GAME, shown.name)),
    }
    return render(request, "reference/card.html", context)


def _words(card: Card) -> list[CardWord]:
    """Return a card's keywords and kinds of ability, each as its defining rule explains it."""
    return [_word(name) for name in (*map(str, card.keywords), *card.markers)]


def _word(name: str) -> CardWord:
    """Return a word with its definition; "loyalty 2" is defined as "loyalty"."""
    defined = shelf.definition(GAME, name) or shelf.definition(GAME, name.split(maxsplit=1)[0])
    if defined is None:
        return CardWord(name)
    return CardWord(
        name, shelf.rule_name(defined.rule), shelf.rule_url(defined.book, defined.rule), defined.term.meaning
    )
