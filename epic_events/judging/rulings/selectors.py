"""Finding rulings: by words, rule, card, status, event, and what resembles one that is being typed."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _

from epic_events.infra.errors import MissingError
from epic_events.judging.rulings.models import Ruling, RulingQuerySet, RulingVersion
from epic_events.reference.offline import tables_of
from epic_events.reference.search.resemblance import resemblance_of
from rules.games import GAMES
from rules.search import Document, SearchIndex

MOST_SIMILAR = 5
MOST_FOUND = 50


@dataclass(frozen=True)
class Wanted:
    """What a list of rulings is narrowed to; empty fields narrow nothing.

    Attributes:
        words: words of question and answer, or a whole question.
        rule: a citation.
        card: a card's name.
        status: a weight; ``check`` for those to be looked at again.
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
    """Return a ruling that the viewer may know of.

    Raises:
        MissingError: there is none.
    """
    found = Ruling.objects.visible_to(viewer).whole().filter(slug=slug).first()
    if found is None:
        raise MissingError(_("There is no such ruling."))
    return found


def narrowed(viewer: object, wanted: Wanted) -> RulingQuerySet:
    """Return the rulings that fit, words apart, the newest first."""
    rulings = Ruling.objects.visible_to(viewer)
    if wanted.rule:
        rulings = rulings.filter(Q(rules__citation=wanted.rule) | Q(rules__citation__startswith=f"{wanted.rule}["))
    if wanted.card:
        rulings = rulings.filter(cards__name__iexact=wanted.card)
    if wanted.status == "check":
        rulings = rulings.filter(check_since__isnull=False)
    elif wanted.status:
        rulings = rulings.filter(status=wanted.status)
    if wanted.event:
        rulings = rulings.filter(event__slug=wanted.event)
    if wanted.game:
        rulings = rulings.filter(game=wanted.game)
    return rulings.distinct()


def found(viewer: object, wanted: Wanted) -> list[Ruling]:
    """Return the rulings that fit: the best answers first where words are asked for, else the newest first."""
    rulings = narrowed(viewer, wanted)
    if not wanted.words.strip():
        return list(rulings.whole())
    order = ranked(wanted.words, MOST_FOUND, wanted.game)
    rows = {ruling.pk: ruling for ruling in rulings.whole().filter(pk__in=order)}
    return [rows[pk] for pk in order if pk in rows]


def similar(viewer: object, game: str, text: str, *, but: int | None = None) -> list[Ruling]:
    """Return the rulings that resemble what somebody types, the likest first, superseded ones left out.

    None are returned rather than those that only share everyday words of the game with it.

    Args:
        viewer: who asks.
        game: slug of the game whose rulings are meant; empty for those of all.
        text: what is typed.
        but: the ruling that it is.
    """
    order = [pk for pk in ranked(text, 4 * MOST_SIMILAR, game) if pk != but]
    visible = Ruling.objects.visible_to(viewer).filter(pk__in=order, superseded_by=None).in_bulk()
    found = (visible[pk] for pk in order if pk in visible)
    return [ruling for ruling in found if _resembles(ruling, text)][:MOST_SIMILAR]


def _resembles(ruling: Ruling, text: str) -> bool:
    asked, whole = f"{ruling.title} {ruling.question}", f"{ruling.title} {ruling.question} {ruling.answer}"
    return resemblance_of(ruling.game).is_similar(text, ruling.title, ruling.question, asked, whole)


def ranked(text: str, limit: int, game: str = "") -> list[int]:
    """Return the keys of the rulings in which the words stand, best first, whoever may see them.

    Args:
        text: the words.
        limit: how many keys.
        game: slug of the game whose rulings are meant; empty for those of all.
    """
    # Counted as well as dated: of two changes the later one may be seen first, and a clock may be set back.
    stamp = RulingVersion.objects.aggregate(last=Max("ruling"), versions=Count("pk"), at=Max("at"))
    if stamp["last"] is None or (game and game not in GAMES):
        return []
    index = _index((stamp["last"], stamp["versions"], str(stamp["at"])), game)
    return [int(hit.id) for hit in index.search(text[:400], limit).hits]


@lru_cache(maxsize=len(GAMES) + 1)
def _index(_stamp: tuple[int, int, str], game: str) -> SearchIndex:
    """Return the index of the rulings of a game, or of all, as they read at one time."""
    rulings = Ruling.objects.filter(game=game) if game else Ruling.objects.all()
    return _indexed(rulings.prefetch_related("rules", "cards").order_by("pk"))


def _indexed(rulings: Iterable[Ruling]) -> SearchIndex:
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


def search_tables(game: str) -> str:
    """Return as JSON what a script needs to search the rulings of a game that everybody may read."""
    rulings = list(narrowed(None, Wanted(game=game)).prefetch_related("rules", "cards").order_by("pk"))
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
    return tables_of(_indexed(rulings), shown)
