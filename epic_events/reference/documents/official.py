"""Published official texts of our rules."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone

from epic_events.accounts.models import closed_demo_accounts
from epic_events.reference.documents.symbols import added_symbols
from epic_events.reference.models import DocumentStep, DocumentUnit, DocumentVersion
from epic_events.reference.permissions import readable_owners
from epic_events.reference.rules.selectors import rulebooks
from rules.rulebooks import Rule, Rulebook
from rules.rulebooks.text_hashes import changed_units


@dataclass(frozen=True)
class OfficialText:
    """Official text of some rules of one document.

    Attributes:
        step: the publication, with version, effective date and readers.
        units: official units by citation.
        altered: rules that differ from the printed edition that ours restates, by citation.
        symbols: texts of missing symbols in order, by citation.
    """

    step: DocumentStep
    units: Mapping[str, DocumentUnit]
    altered: Mapping[str, str]
    symbols: Mapping[str, Sequence[str]]


def get_official_text(viewer: object, book: Rulebook, rules: Sequence[Rule]) -> OfficialText | None:
    """Return the official text of rules that a viewer may read; None without one.

    If there are several versions, the one with the latest effective date is used.
    """
    readable = DocumentVersion.objects.readable_by(viewer, readable_owners(viewer))
    step = _in_force(book, Q(version__in=readable.values("pk")))
    if step is None:
        return None
    shown = {rule.id for rule in rules}
    units = list(step.version.units.filter(citation__in=shown))
    changed = {unit: words for unit, words in _altered(book, step.version).items() if unit in shown}
    symbols = added_symbols(step.version.document_id, units)
    return OfficialText(step, {unit.citation: unit for unit in units}, changed, symbols)


@dataclass(frozen=True)
class AlteredRules:
    """Rules whose official text in force differs from the edition that ours restates.

    Attributes:
        rules: citations of the rules.
        for_everybody: True if the official text is public; else pages that show it are private.
    """

    rules: frozenset[str] = frozenset()
    for_everybody: bool = True


def altered_rules(viewer: object, book: Rulebook) -> AlteredRules:
    """Return the altered rules of a document for a viewer; no query without a printed edition."""
    if not book.printed:
        return AlteredRules()
    readable = DocumentVersion.objects.readable_by(viewer, readable_owners(viewer))
    step = _in_force(book, Q(version__in=readable.values("pk")))
    if step is None:
        return AlteredRules()
    return AlteredRules(frozenset(_altered(book, step.version)), step.for_everybody)


def altered_for(owners: Collection[int], game: str) -> dict[str, str]:
    """Return the altered rules of a game as hashes of their official text by citation.

    Args:
        owners: keys of users whose uploads count in addition to public ones, such as the organisers of an event.
        game: slug of the game.
    """
    public = Q(for_everybody=True) & ~Q(version__document__owner__in=closed_demo_accounts())
    counts = public | Q(version__document__owner__in=owners)
    hashes: dict[str, str] = {}
    for book in rulebooks().values():
        step = _in_force(book, counts) if book.game == game and book.printed else None
        if step is not None:
            hashes |= _altered(book, step.version)
    return hashes


def _in_force(book: Rulebook, counts: Q) -> DocumentStep | None:
    """Return the publication with the latest effective date; of the same date, the latest one."""
    return (
        DocumentStep.objects.published()
        .filter(counts, version__document__rulebook=book.slug, effective_on__lte=timezone.localdate())
        .select_related("version__document__owner")
        .defer("version__source", "version__findings")
        .order_by("-effective_on", "-pk")
        .first()
    )


def _altered(book: Rulebook, version: DocumentVersion) -> dict[str, str]:
    return changed_units(book.printed, dict(version.units.values_list("citation", "words_hash")))


in_force_changed: list[Callable[[], object]] = []
"""Callbacks that run after an official text is published or unpublished."""


def notify_text_changed() -> None:
    """Call the callbacks in ``in_force_changed`` after an official text has changed."""
    for look in in_force_changed:
        look()
