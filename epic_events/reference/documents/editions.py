"""Versions of a rules document that a viewer may read: ours and official texts."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final

from django.db.models import CharField, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import closed_demo_accounts
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter
from epic_events.infra.errors import MissingError
from epic_events.reference.documents.symbols import added_symbols
from epic_events.reference.models import DocumentStep, DocumentUnit, DocumentVersion
from epic_events.reference.permissions import readable_owners
from epic_events.reference.rules.markup import official_plain_text, rule_plain_text
from epic_events.reference.rules.selectors import rulebooks
from rules.rulebooks import Kind, Rule, Rulebook
from rules.rulebooks.diff import Passage, UnitChange, compare_versions
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
    """Return the official text of rules that a viewer may read; None if there is none.

    If there are several versions, the one with the latest effective date is used.
    """
    if not _PUBLISHED.rows(book=book.slug):
        return None
    readable = DocumentVersion.objects.readable_by(viewer, readable_owners(viewer))
    step = _in_force(book, Q(version__in=readable.values("pk")))
    if step is None:
        return None
    shown = {rule.id for rule in rules}
    units = list(step.version.units.filter(citation__in=shown))
    changed = {unit: words for unit, words in _altered_rules(book, step.version).items() if unit in shown}
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
    """Return the altered rules of a document for a viewer.

    No query without a printed edition.
    """
    if not book.printed:
        return AlteredRules()
    readable = DocumentVersion.objects.readable_by(viewer, readable_owners(viewer))
    step = _in_force(book, Q(version__in=readable.values("pk")))
    if step is None:
        return AlteredRules()
    return AlteredRules(frozenset(_altered_rules(book, step.version)), step.for_everybody)


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
            hashes |= _altered_rules(book, step.version)
    return hashes


def _in_force(book: Rulebook, counts: Q) -> DocumentStep | None:
    """Return the publication with the latest effective date.

    Of the same date, the latest one.
    """
    return (
        DocumentStep.objects.published()
        .filter(counts, version__document__rulebook=book.slug, effective_on__lte=timezone.localdate())
        .select_related("version__document__owner")
        .defer("version__source", "version__findings")
        .order_by("-effective_on", "-pk")
        .first()
    )


def _published() -> QuerySet[DocumentStep, tuple[int]]:
    """Return a publication of a document.

    It may be not in force, or withdrawn since.
    """
    book = Parameter("book", CharField())
    return (
        DocumentStep.objects.filter(version__document__rulebook=book, kind=DocumentStep.Kind.PUBLISHED)
        .order_by()
        .values_list("pk")[:1]
    )


_PUBLISHED: Final = CompiledQuery(_published)
"""Most documents have no official text. This query says so in a fraction of the time of ``_in_force``."""


def _altered_rules(book: Rulebook, version: DocumentVersion) -> dict[str, str]:
    return changed_units(book.printed, dict(version.units.values_list("citation", "words_hash")))


in_force_changed: list[Callable[[], object]] = []
"""Callbacks that run after an official text is published or unpublished."""


def notify_text_changed() -> None:
    """Call the callbacks in ``in_force_changed`` after an official text has changed."""
    for look in in_force_changed:
        look()


@dataclass(frozen=True)
class Edition:
    """One dated version of a document.

    Attributes:
        key: identifier in URLs.
        title: title shown to readers.
        on: date from which it is in force.
        ours: True for our restatement, False for an official text.
        public: True if everyone may read it.
        read: function that loads its units.
    """

    key: str
    title: str
    on: date
    ours: bool
    public: bool
    read: Callable[[], tuple[Passage, ...]]

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The units in order, loaded once."""
        return self.read()


@dataclass(frozen=True)
class RuleInEdition:
    """One rule in one version.

    Attributes:
        edition: the version.
        passage: the rule; None if the version does not have it.
        alteration: change since the previous version of the same kind; None for the first.
    """

    edition: Edition
    passage: Passage | None
    alteration: UnitChange | None


def editions(viewer: object, book: Rulebook) -> list[Edition]:
    """Return the readable versions of a document, oldest first.

    Ours first on the same date.
    """
    result = [
        Edition(book.version, book.version, book.revised, ours=True, public=True, read=lambda: _our_passages(book))
    ]
    result += [one for provider in edition_providers for one in provider(viewer, book)]
    return sorted(result, key=_sort_key)


def edition(all_editions: list[Edition], key: str) -> Edition:
    """Return a version by its key.

    Raises:
        MissingError: the key is not among the given versions.
    """
    matching_edition = next((one for one in all_editions if one.key == key), None)
    if matching_edition is None:
        raise MissingError(_("This version does not exist, or you may not view it."))
    return matching_edition


def history(all_editions: list[Edition], rule_id: str) -> list[RuleInEdition]:
    """Return a rule in every version, oldest first.

    Renumbered rules are matched by their text. Our restatements and official texts are followed separately, from the
    newest version back.
    """
    stands = [
        stand
        for ours in (True, False)
        for stand in _trace_rule([one for one in all_editions if one.ours is ours], rule_id)
    ]
    return sorted(stands, key=lambda stand: _sort_key(stand.edition))


def _sort_key(edition: Edition) -> tuple[date, bool, int, str]:
    """Return the sort key: date, ours first, then the number at the end of the key."""
    return edition.on, not edition.ours, len(edition.key), edition.key


def _trace_rule(all_editions: list[Edition], rule_id: str) -> list[RuleInEdition]:
    if not all_editions:
        return []
    newest = all_editions[-1]
    passage = next((one for one in newest.passages if one.id == rule_id), None)
    stands: list[RuleInEdition] = []
    for older, newer in zip(reversed(all_editions[:-1]), reversed(all_editions), strict=False):
        alteration = _alteration(older, newer, passage, rule_id)
        stands.append(RuleInEdition(newer, passage, alteration))
        passage = alteration.before if alteration else None
    return [*stands, RuleInEdition(all_editions[0], passage, None)]


def _alteration(older: Edition, newer: Edition, passage: Passage | None, rule_id: str) -> UnitChange | None:
    """Return the change of a rule between two versions.

    A removal if the newer one lacks it.
    """
    for one in compare_versions(older.passages, newer.passages):
        if one.after is not None and one.after == passage:
            return one
        if passage is None and one.after is None and one.before is not None and one.before.id == rule_id:
            return one
    return None


def _our_passages(book: Rulebook) -> tuple[Passage, ...]:
    return tuple(
        Passage(
            rule.id,
            rule.id if rule.twice else rule.label,
            rule.heading,
            rule_plain_text(rule.text),
            tuple(rule_plain_text(example) for example in rule.examples),
        )
        for rule in book.rules
        if rule.kind is not Kind.SECTION
    )


def official_editions(viewer: object, book: Rulebook) -> list[Edition]:
    """Return the published official texts of a document that the viewer may read."""
    readable = DocumentVersion.objects.readable_by(viewer, readable_owners(viewer))
    steps = (
        DocumentStep.objects.published()
        .filter(version__in=readable.values("pk"), version__document__rulebook=book.slug)
        .select_related("version__document")
        .defer("version__source", "version__findings")
    )
    return [_official(step) for step in steps]


def _official(step: DocumentStep) -> Edition:
    version = step.version
    return Edition(
        key=f"official-{version.pk}",
        title=str(version.document),
        on=step.effective_on or version.uploaded_at.date(),
        ours=False,
        public=step.for_everybody,
        read=lambda: _units(version),
    )


def _units(version: DocumentVersion) -> tuple[Passage, ...]:
    units = list(version.units.exclude(kind__in=("front", "section", "term")))
    symbols = added_symbols(version.document_id, units)
    return tuple(_unit(unit, symbols.get(unit.citation, ())) for unit in units)


def _unit(unit: DocumentUnit, symbols: Iterable[str]) -> Passage:
    filled = iter(symbols)
    texts = [(passage["kind"] == "example", official_plain_text(passage["text"], filled)) for passage in unit.passages]
    return Passage(
        unit.citation,
        unit.number or unit.heading or unit.citation,
        unit.heading,
        " ".join(text for is_example, text in texts if not is_example),
        tuple(text for is_example, text in texts if is_example),
    )


edition_providers: list[Callable[[object, Rulebook], Iterable[Edition]]] = [official_editions]
"""Providers of further versions; they must check the viewer's permissions themselves."""
