"""Import of the rulings that are bundled with the games."""

from dataclasses import dataclass
from datetime import UTC, datetime, time

from django.db import transaction

from epic_events.judging.rulings.models import Ruling
from epic_events.judging.rulings.services import create_ruling, reword
from epic_events.judging.rulings.validation import RulingContent
from rules.games import GAMES, Game
from rules.precedents import Precedent


@dataclass(frozen=True)
class ImportSummary:
    """Numbers of added and changed rulings."""

    added: int = 0
    reworded: int = 0


def import_bundled_rulings() -> ImportSummary:
    """Add and update the bundled rulings of every game in one transaction. Idempotent.

    Superseded rulings are left unchanged.
    """
    added = changed = 0
    with transaction.atomic():
        stored = {ruling.packaged: ruling for ruling in Ruling.objects.with_relations().exclude(packaged="")}
        for game in GAMES.values():
            for precedent in game.precedents.values():
                ruling = stored.get(precedent.id)
                content = _build_content(game, precedent)
                if ruling is None:
                    create_ruling(None, content, publish=True, packaged=precedent.id)
                    added += 1
                elif ruling.superseded_by_id is None and not _has_content(ruling, content):
                    reword(None, ruling, content, reason="The package was brought up to date.")
                    changed += 1
    return ImportSummary(added, changed)


def _build_content(game: Game, precedent: Precedent) -> RulingContent:
    return RulingContent(
        title=precedent.title,
        question=precedent.question,
        answer=precedent.answer,
        rules=precedent.rules,
        cards=precedent.cards,
        status=precedent.status,
        game=game.slug,
        source=precedent.source,
        source_words=precedent.by,
        record=precedent.record,
        given_at=datetime.combine(precedent.on, time(12), tzinfo=UTC),
    )


def _has_content(ruling: Ruling, content: RulingContent) -> bool:
    """Return True if the stored ruling equals the bundled content."""
    texts = ("title", "question", "answer", "status", "source", "source_words", "record")
    return (
        all(getattr(ruling, name) == getattr(content, name) for name in texts)
        and tuple(bound.citation for bound in ruling.rules.all()) == content.rules
        and tuple(card.name for card in ruling.cards.all()) == content.cards
    )
