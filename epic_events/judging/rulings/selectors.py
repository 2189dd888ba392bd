"""Queries of rulings: filters, full-text search and similarity."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _

from epic_events.infra.errors import MissingError
from epic_events.judging.rulings.models import Ruling, RulingQuerySet, RulingVersion
from epic_events.reference.offline import build_search_tables
from epic_events.reference.search.questions import resemblance_of
from rules.games import GAMES
from rules.search import Document, SearchIndex

MAX_SIMILAR = 5
MAX_RESULTS = 50


@dataclass(frozen=True)
class RulingFilter:
    """Filter of a list of rulings. Empty fields match everything.

    Attributes:
        words: search words or a whole question.
        rule: a citation.
        card: name of a card.
        status: a status, or ``check`` for rulings that need review.
        event: slug of an event.
        game: slug of a game.
    """

    words: str = ""
    rule: str = ""
    card: str = ""
    status: str = ""
    event: str = ""
    game: str = ""


def find_ruling(viewer: object, slug: str) -> Ruling:
    """Return a ruling by its slug.

    Raises:
        MissingError: no such ruling is visible to the user.
    """
    ruling = Ruling.objects.visible_to(viewer).with_relations().filter(slug=slug).first()
    if ruling is None:
        raise MissingError(_("This ruling does not exist."))
    return ruling


def filter_rulings(viewer: object, ruling_filter: RulingFilter) -> RulingQuerySet:
    """Return the rulings that match the filter except its words, newest first."""
    rulings = Ruling.objects.visible_to(viewer)
    if ruling_filter.rule:
        rulings = rulings.filter(
            Q(rules__citation=ruling_filter.rule) | Q(rules__citation__startswith=f"{ruling_filter.rule}[")
        )
    if ruling_filter.card:
        rulings = rulings.filter(cards__name__iexact=ruling_filter.card)
    if ruling_filter.status == "check":
        rulings = rulings.filter(check_since__isnull=False)
    elif ruling_filter.status:
        rulings = rulings.filter(status=ruling_filter.status)
    if ruling_filter.event:
        rulings = rulings.filter(event__slug=ruling_filter.event)
    if ruling_filter.game:
        rulings = rulings.filter(game=ruling_filter.game)
    return rulings.distinct()


def search_rulings(viewer: object, ruling_filter: RulingFilter) -> list[Ruling]:
    """Return the rulings that match the filter.

    They are ordered by relevance if there are search words, otherwise newest first.
    """
    rulings = filter_rulings(viewer, ruling_filter)
    if not ruling_filter.words.strip():
        return list(rulings.with_relations())
    order = rank_rulings(ruling_filter.words, MAX_RESULTS, ruling_filter.game)
    rows = {ruling.pk: ruling for ruling in rulings.with_relations().filter(pk__in=order)}
    return [rows[pk] for pk in order if pk in rows]


def find_similar(viewer: object, game: str, text: str, *, exclude: int | None = None) -> list[Ruling]:
    """Return rulings similar to a text, most similar first, without superseded ones.

    Rulings that share only common words of the game with the text are left out.

    Args:
        viewer: the user.
        game: slug of a game; empty for all games.
        text: the text being typed.
        exclude: id of a ruling to leave out.
    """
    order = [pk for pk in rank_rulings(text, 4 * MAX_SIMILAR, game) if pk != exclude]
    visible = Ruling.objects.visible_to(viewer).filter(pk__in=order, superseded_by=None).in_bulk()
    visible_rulings = (visible[pk] for pk in order if pk in visible)
    return [ruling for ruling in visible_rulings if _resembles(ruling, text)][:MAX_SIMILAR]


def _resembles(ruling: Ruling, text: str) -> bool:
    title_and_question, full_text = (
        f"{ruling.title} {ruling.question}",
        f"{ruling.title} {ruling.question} {ruling.answer}",
    )
    return resemblance_of(ruling.game).is_similar(text, ruling.title, ruling.question, title_and_question, full_text)


def rank_rulings(text: str, limit: int, game: str = "") -> list[int]:
    """Return the ids of rulings that match a text, best first, without access check.

    Args:
        text: the search words.
        limit: maximum number of ids.
        game: slug of a game; empty for all games.
    """
    # The token has a count as well as a time: changes may become visible out of order, and clocks may be set back.
    token = RulingVersion.objects.aggregate(last=Max("ruling"), versions=Count("pk"), at=Max("at"))
    if token["last"] is None or (game and game not in GAMES):
        return []
    index = _build_index((token["last"], token["versions"], str(token["at"])), game)
    return [int(hit.id) for hit in index.search(text[:400], limit).hits]


@lru_cache(maxsize=len(GAMES) + 1)
def _build_index(_token: tuple[int, int, str], game: str) -> SearchIndex:
    """Return the search index of a game's rulings, cached by a version token."""
    rulings = Ruling.objects.filter(game=game) if game else Ruling.objects.all()
    return _index_rulings(rulings.prefetch_related("rules", "cards").order_by("pk"))


def _index_rulings(rulings: Iterable[Ruling]) -> SearchIndex:
    return SearchIndex(
        Document(
            id=str(ruling.pk),
            heading=ruling.title,
            passages=(ruling.question, ruling.answer),
            context=" ".join(card.name for card in ruling.cards.all()),
            numbers=tuple(bound.citation for bound in ruling.rules.all()),
            order=-ruling.pk,
        )
        for ruling in rulings
    )


def build_search_index_json(game: str) -> str:
    """Return the search index of a game's public rulings as JSON for offline search."""
    rulings = list(filter_rulings(None, RulingFilter(game=game)).prefetch_related("rules", "cards").order_by("pk"))
    shown = [
        {
            "url": ruling.get_absolute_url(),
            "number": "",
            "heading": ruling.title,
            "path": ruling.get_status_display(),
            "text": f"{ruling.question} {ruling.answer}",
        }
        for ruling in rulings
    ]
    return build_search_tables(_index_rulings(rulings), shown)
