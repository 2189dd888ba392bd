"""The official wording that stands beside our rules, where somebody has published it for a reader."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone

from epic_events.accounts.demo_accounts import closed_demo_accounts
from epic_events.reference.documents.symbols import added_symbols
from epic_events.reference.models import DocumentStep, DocumentUnit, DocumentVersion
from epic_events.reference.permissions import readable_owners
from epic_events.reference.rules.selectors import rulebooks
from rules.rulebooks import Rule, Rulebook
from rules.rulebooks.text_hashes import changed_units


@dataclass(frozen=True)
class OfficialText:
    """The official wording of some rules of one document.

    Attributes:
        step: by which it was published: the version, from when on it holds, and who may read it.
        units: the official units by citation.
        altered: the rules that read otherwise in it than in the printed document that ours restates, by citation.
        symbols: what was filled in where the copy has lost symbols, by citation, in order.
    """

    step: DocumentStep
    units: Mapping[str, DocumentUnit]
    altered: Mapping[str, str]
    symbols: Mapping[str, Sequence[str]]


def get_official_text(viewer: object, book: Rulebook, rules: Sequence[Rule]) -> OfficialText | None:
    """Return the official wording of rules for a viewer; None where nobody has published any that the viewer may read.

    Of several versions the one that came into force last counts.
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
    """The rules of a document that read otherwise in the official text in force than in the one that ours restates.

    Attributes:
        rules: their citations.
        for_everybody: whether everybody may know it; else the page that shows it is the reader's own.
    """

    rules: frozenset[str] = frozenset()
    for_everybody: bool = True


def altered_rules(viewer: object, book: Rulebook) -> AlteredRules:
    """Return the rules of a document that are altered for a viewer; no query for a document without a printed text."""
    if not book.printed:
        return AlteredRules()
    readable = DocumentVersion.objects.readable_by(viewer, readable_owners(viewer))
    step = _in_force(book, Q(version__in=readable.values("pk")))
    if step is None:
        return AlteredRules()
    return AlteredRules(frozenset(_altered(book, step.version)), step.for_everybody)


def altered_for(owners: Collection[int], game: str) -> dict[str, str]:
    """Return the rules of a game whose official wording is another by now than that which ours restates.

    Args:
        owners: keys of the people whose uploads count beside those that are published for everybody: the organisers of
            an event, for what was ruled at it.
        game: the game's slug.

    Returns:
        A word by citation that changes whenever the rule's wording does.
    """
    public = Q(for_everybody=True) & ~Q(version__document__owner__in=closed_demo_accounts())
    counts = public | Q(version__document__owner__in=owners)
    found: dict[str, str] = {}
    for book in rulebooks().values():
        step = _in_force(book, counts) if book.game == game and book.printed else None
        if step is not None:
            found |= _altered(book, step.version)
    return found


def _in_force(book: Rulebook, counts: Q) -> DocumentStep | None:
    """Return the step by which the version was published that came into force last; of one day, published last."""
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
"""What looks again at everything that rests on the rules, once an official text was published or withdrawn."""


def notify_text_changed() -> None:
    """Have everything looked at again that rests on the rules as they read."""
    for look in in_force_changed:
        look()
