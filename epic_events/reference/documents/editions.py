"""The versions of one rules document that a reader may see: ours, and official texts that somebody brought in."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.utils.translation import gettext as _

from epic_events.infra.errors import MissingError
from epic_events.reference.documents.symbols import added_symbols
from epic_events.reference.models import DocumentStep, DocumentUnit, DocumentVersion
from epic_events.reference.permissions import readable_owners
from epic_events.reference.rules.markup import official_plain_text, rule_plain_text
from rules.rulebooks import Kind, Rulebook
from rules.rulebooks.diff import Passage, UnitChange, compare_versions


@dataclass(frozen=True)
class Edition:
    """One dated version of a document.

    Attributes:
        key: its name in addresses.
        title: what a reader is told it is.
        on: the day from which it holds.
        ours: whether it is in our words, and not an official text.
        public: whether everybody may read it.
        read: reads its units.
    """

    key: str
    title: str
    on: date
    ours: bool
    public: bool
    read: Callable[[], tuple[Passage, ...]]

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """Its units in order; read once."""
        return self.read()


@dataclass(frozen=True)
class Stand:
    """How one rule stood in one version.

    Attributes:
        edition: the version.
        passage: the rule, ``None`` where the version does not have it.
        alteration: what became of it since the version before in the same words, ``None`` for the first.
    """

    edition: Edition
    passage: Passage | None
    alteration: UnitChange | None


def editions(viewer: object, book: Rulebook) -> list[Edition]:
    """Return the versions of a document that a viewer may read, oldest first, ours before an official one of a day."""
    found = [Edition(book.version, book.version, book.revised, ours=True, public=True, read=lambda: _ours(book))]
    found += [one for provider in edition_providers for one in provider(viewer, book)]
    return sorted(found, key=_placed)


def edition(known: list[Edition], key: str) -> Edition:
    """Return a version by its key.

    Raises:
        MissingError: if it is not among those known.
    """
    found = next((one for one in known if one.key == key), None)
    if found is None:
        raise MissingError(_("This version does not exist, or you may not view it."))
    return found


def history(known: list[Edition], rule_id: str) -> list[Stand]:
    """Return how a rule stood in every version, oldest first; found again by what it says where it was renumbered.

    Versions in our words are followed from the newest back, and so are the official ones.
    """
    stands = [stand for ours in (True, False) for stand in _traced([one for one in known if one.ours is ours], rule_id)]
    return sorted(stands, key=lambda stand: _placed(stand.edition))


def _placed(edition: Edition) -> tuple[date, bool, int, str]:
    """Return what versions are put in order by: of one day ours first, then by number, which ends their keys."""
    return edition.on, not edition.ours, len(edition.key), edition.key


def _traced(known: list[Edition], rule_id: str) -> list[Stand]:
    if not known:
        return []
    newest = known[-1]
    passage = next((one for one in newest.passages if one.id == rule_id), None)
    stands: list[Stand] = []
    for older, newer in zip(reversed(known[:-1]), reversed(known), strict=False):
        alteration = _alteration(older, newer, passage, rule_id)
        stands.append(Stand(newer, passage, alteration))
        passage = alteration.before if alteration else None
    return [*stands, Stand(known[0], passage, None)]


def _alteration(older: Edition, newer: Edition, passage: Passage | None, rule_id: str) -> UnitChange | None:
    """Return what became of a rule between two versions; of one that the newer lacks, that it was dropped."""
    for one in compare_versions(older.passages, newer.passages):
        if one.after is not None and one.after == passage:
            return one
        if passage is None and one.after is None and one.before is not None and one.before.id == rule_id:
            return one
    return None


def _ours(book: Rulebook) -> tuple[Passage, ...]:
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
    """Return the official texts of a document that are published for a viewer."""
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
"""What knows of more versions of a document than ours; each filters by the viewer itself."""
