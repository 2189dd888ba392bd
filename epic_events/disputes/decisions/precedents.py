"""Search for similar earlier decisions at tables and on published disputes."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Count, Max, Q
from django.urls import reverse

from epic_events.disputes.models import Dispute
from epic_events.judging.models import Case, Decision
from epic_events.reference.search.questions import resemblance_of
from rules.games import GAMES
from rules.search import Document, SearchIndex

MAX_SHOWN = 5
MAX_INDEXED = 5000
"""Maximum number of decisions that are searched, newest first."""
MAX_QUERY_LENGTH = 400


@dataclass(frozen=True)
class Precedent:
    """An earlier decision with its case, text and URL."""

    case: Case
    text: str
    url: str


def similar(viewer: object, game: str, text: str, *, but: int | None = None) -> list[Precedent]:
    """Return visible decisions on similar situations, most similar first.

    Args:
        viewer: the user; staff see all decisions of their events, everyone sees published ones.
        game: slug of the game.
        text: the situation or the decision so far, with rule numbers.
        but: key of the case that is being decided, which is left out.
    """
    order = [key for key in _rank_cases(text[:MAX_QUERY_LENGTH], game) if key != but]
    published = Dispute.objects.visible_to(viewer).exclude(case__status=Case.Status.DRAFT)
    condition = Q(pk__in=Case.objects.visible_to(viewer).values("pk")) | Q(dispute__in=published)
    cases = Case.objects.filter(condition, Q(event__game=game) | Q(dispute__game=game), pk__in=order)
    decisions = {one.pk: one for one in cases.select_related("event", "dispute").prefetch_related("decisions")}
    precedents = (_precedent(decisions[key]) for key in order if key in decisions)
    return [precedent for precedent in precedents if _is_similar(precedent, game, text)][:MAX_SHOWN]


def _is_similar(precedent: Precedent, game: str, text: str) -> bool:
    """Return True if a decision is similar enough to the text to be shown."""
    dispute = getattr(precedent.case, "dispute", None)
    title = dispute.title if isinstance(dispute, Dispute) else ""
    return resemblance_of(game).is_similar(text, precedent.text, title, f"{title} {precedent.text}")


def _precedent(case: Case) -> Precedent:
    dispute = getattr(case, "dispute", None)
    if isinstance(dispute, Dispute):
        url = dispute.get_absolute_url()
    else:
        url = reverse("judging:case", args=[case.event.slug, case.pk]) if case.event else ""
    return Precedent(case, case.decisions.all()[0].text, url)


def _rank_cases(text: str, game: str) -> list[int]:
    """Return the keys of the cases whose decisions match the text, best first.

    Permissions are not checked.
    """
    # The count is part of the version token, because a decision with a lower key may become visible later.
    key = Decision.objects.exclude(case__status=Case.Status.DRAFT).aggregate(
        last=Max("pk"), number=Count("pk"), at=Max("at")
    )
    if key["last"] is None or not text.strip() or game not in GAMES:
        return []
    return [
        int(hit.id)
        for hit in _index((key["last"], key["number"], str(key["at"])), game).search(text, 8 * MAX_SHOWN).hits
    ]


@lru_cache(maxsize=len(GAMES))
def _index(_version_token: tuple[int, int, str], game: str) -> SearchIndex:
    """Return the search index of the decisions of a game.

    The version token is the cache key.
    """
    decisions = Decision.objects.exclude(case__status=Case.Status.DRAFT).select_related("case__dispute")
    of_game = decisions.filter(Q(case__event__game=game) | Q(case__dispute__game=game))
    return _build_index(of_game.order_by("-pk")[:MAX_INDEXED])


def _build_index(decisions: Iterable[Decision]) -> SearchIndex:
    latest_decisions: dict[int, Decision] = {}
    for one in decisions:  # Newest first: only the latest decision of a case counts.
        latest_decisions.setdefault(one.case_id, one)
    return SearchIndex(
        Document(
            id=str(key),
            heading=_heading(one),
            passages=(one.text, one.remedy),
            context="",
            numbers=tuple(one.citations),
            order=-one.pk,
        )
        for key, one in latest_decisions.items()
    )


def _heading(decision: Decision) -> str:
    dispute = getattr(decision.case, "dispute", None)
    return dispute.title if isinstance(dispute, Dispute) else ""
