"""Storage of our rules documents in the database; idempotent."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from epic_events.reference.models import (
    RulebookVersion,
    RuleUnit,
)
from epic_events.reference.rules.selectors import rulebooks
from rules.rulebooks import Rule, Rulebook


@dataclass(frozen=True)
class Projection:
    """Numbers of added, changed and removed units."""

    added: int = 0
    changed: int = 0
    gone: int = 0

    def __add__(self, other: "Projection") -> "Projection":
        return Projection(self.added + other.added, self.changed + other.changed, self.gone + other.gone)


def project_rulebooks() -> Projection:
    """Update the stored versions and units from the library, in one transaction."""
    total = Projection()
    with transaction.atomic():
        for book in rulebooks().values():
            total += _project(book, timezone.now())
    return total


def fingerprint(book: Rulebook) -> str:
    """Return a hash of everything that is stored of a document."""
    parts = [book.title, book.revised.isoformat()]
    parts += [f"{rule.id} {rule.slug} {rule.heading} {rule.text_hash}" for rule in book.rules]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _project(book: Rulebook, now: datetime) -> Projection:
    digest = fingerprint(book)
    about = {"game": book.game, "title": book.title, "revised": book.revised}
    version, _made = RulebookVersion.objects.select_for_update().get_or_create(
        slug=book.slug, version=book.version, defaults={**about, "fingerprint": ""}
    )
    if version.fingerprint == digest:
        return Projection()
    for name, value in about.items():
        setattr(version, name, value)
    version.fingerprint = digest
    version.projected_at = now
    version.save()
    return _project_units(version, book, now)


def _project_units(version: RulebookVersion, book: Rulebook, now: datetime) -> Projection:
    stored = {unit.citation: unit for unit in version.units.all()}
    new = [_fill_unit(RuleUnit(rulebook=version), rule, now) for rule in book.rules if rule.id not in stored]
    units = [(stored[rule.id], rule) for rule in book.rules if rule.id in stored]
    changed = sum(unit.text_hash != rule.text_hash or unit.gone_at is not None for unit, rule in units)
    for unit, rule in units:
        _fill_unit(unit, rule, now)
    RuleUnit.objects.bulk_create(new)
    fields = ["slug", "number", "heading", "order", "text_hash", "changed_at", "gone_at"]
    RuleUnit.objects.bulk_update([unit for unit, _rule in units], fields)
    current = [rule.id for rule in book.rules]
    gone = version.units.exclude(citation__in=current).filter(gone_at=None).update(gone_at=now)
    return Projection(added=len(new), changed=changed, gone=gone)


def _fill_unit(unit: RuleUnit, rule: Rule, now: datetime) -> RuleUnit:
    if unit.text_hash != rule.text_hash or unit.gone_at is not None:
        unit.changed_at = now
    unit.citation, unit.slug, unit.number = rule.id, rule.slug, rule.number
    unit.heading, unit.order, unit.text_hash, unit.gone_at = rule.heading, rule.order, rule.text_hash, None
    return unit
