"""Missing symbols of an uploaded text, with suggestions and added texts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.permissions import require_site_judge
from epic_events.audit_log import services as audit_log
from epic_events.infra.errors import UserError
from epic_events.reference.models import DocumentStep, DocumentUnit, DocumentVersion, FilledSymbol, UploadedDocument
from epic_events.reference.permissions import require_manage
from epic_events.reference.rules.selectors import rulebooks
from rules.rulebooks.importer import LOST_SYMBOL
from rules.rulebooks.lost_symbols import Gap, closest_sentence, find_gaps, likely_symbols

SymbolEntries = Mapping[tuple[str, str, int], tuple[FilledSymbol, ...]]
"""Entered texts, oldest first, by citation of the unit, hash of the passage, and index."""


@dataclass(frozen=True)
class MissingSymbol:
    """A place of a version where a symbol is missing.

    Attributes:
        unit: the unit of the place.
        nth: index among the places of the unit, from 1.
        gap: the surrounding passage.
        likely: suggested text based on our rule; empty without a suggestion.
        ours: the most similar sentence of our rule; empty without one.
        filled: texts entered at this place, oldest first.
    """

    unit: DocumentUnit
    nth: int
    gap: Gap
    likely: str
    ours: str
    filled: tuple[FilledSymbol, ...]

    @property
    def key(self) -> str:
        """Identifier of the place within its version."""
        return f"{self.unit.order}-{self.nth}"

    @property
    def words(self) -> str:
        """The current text; empty if there is none."""
        return self.filled[-1].words if self.filled else ""


def find_missing_symbols(version: DocumentVersion) -> list[MissingSymbol]:
    """Return the missing symbols of a version in order."""
    units = list(version.units.all())
    filled = _load_entries(version.document_id, units)
    book = rulebooks().get(version.document.rulebook)
    symbols: list[MissingSymbol] = []
    for unit in units:
        lost = list(_gaps(unit))
        ours = book.get(unit.citation).text if book is not None and lost and unit.citation in book else ""
        proposed = likely_symbols(book, unit.citation, len(lost)) if book is not None else ("",) * len(lost)
        symbols += [
            MissingSymbol(
                unit,
                nth,
                gap,
                word,
                closest_sentence(gap, ours),
                filled.get((unit.citation, gap.around, gap.place), ()),
            )
            for nth, (gap, word) in enumerate(zip(lost, proposed, strict=True), start=1)
        ]
    return symbols


def added_symbols(document: int, units: Iterable[DocumentUnit]) -> dict[str, tuple[str, ...]]:
    """Return the texts of all missing symbols of some units, by citation, in order.

    Units without missing symbols are omitted. The text of a symbol is empty if none was entered.

    Args:
        document: key of the document.
        units: units of one version of it.
    """
    lost = {unit.citation: gaps for unit in units if (gaps := list(_gaps(unit)))}
    filled = _filled_in(document, lost)
    return {
        citation: tuple(
            rows[-1].words if (rows := filled.get((citation, gap.around, gap.place))) else "" for gap in gaps
        )
        for citation, gaps in lost.items()
    }


def save_symbols(actor: User, version: DocumentVersion, symbols: Mapping[str, tuple[int, str]]) -> int:
    """Save texts of missing symbols; earlier texts are kept in the history.

    Args:
        actor: the uploader or a site administrator; for a public text, also a site judge.
        version: the version.
        symbols: by key of the place, the expected number of entries and the new text; an empty text removes the
        current one. Unchanged places are ignored.

    Returns:
        The number of changed places.

    Raises:
        NotAllowedError: the actor may not change the symbols.
        UserError: texts are invalid or another user changed them; has a message for each place.
    """
    require_manage(actor, version)
    if DocumentStep.objects.published().filter(version__document=version.document_id, for_everybody=True).exists():
        require_site_judge(actor)
    with transaction.atomic():
        document = UploadedDocument.objects.select_for_update().get(pk=version.document_id)
        places = {lost.key: lost for lost in find_missing_symbols(version)}
        changed = _changed_places(places, symbols)
        rows = [
            FilledSymbol(
                document=document,
                citation=lost.unit.citation,
                around=lost.gap.around,
                place=lost.gap.place,
                number=len(lost.filled) + 1,
                words=words,
                by=actor,
            )
            for lost, words in changed
        ]
        if rows:
            FilledSymbol.objects.bulk_create(rows)
            rules = sorted({row.citation for row in rows})
            audit_log.record(
                actor, "document.symbols_filled", subject=document, version=version, rules=rules, places=len(rows)
            )
        return len(rows)


def _changed_places(
    places: Mapping[str, MissingSymbol], symbols: Mapping[str, tuple[int, str]]
) -> list[tuple[MissingSymbol, str]]:
    """Return the changed places with their new texts.

    Raises:
        UserError: has a message for each invalid place.
    """
    changed: list[tuple[MissingSymbol, str]] = []
    errors: dict[str, str] = {}
    for key, (expected, typed) in symbols.items():
        lost, words = places.get(key), " ".join(typed.split())
        if lost is None:
            errors[key] = _("No symbol is missing at this place.")
        elif words in (lost.filled[expected - 1].words if 0 < expected <= len(lost.filled) else "", lost.words):
            continue
        elif message := _validation_error(words):
            errors[key] = message
        elif expected != len(lost.filled):
            errors[key] = _("Someone else entered “%(words)s” here. Reload this page.") % {"words": lost.words}
        else:
            changed.append((lost, words))
    if errors:
        raise UserError(_("Nothing was saved. Correct the marked fields."), fields=errors)
    return changed


def _validation_error(words: str) -> str:
    """Return the error of a text; empty if it is valid."""
    if len(words) > FilledSymbol.MAX_LENGTH:
        return _("Enter at most %(most)d characters.") % {"most": FilledSymbol.MAX_LENGTH}
    if LOST_SYMBOL in words or not words.isprintable():
        return _("Enter plain text without control characters.")
    return ""


def _gaps(unit: DocumentUnit) -> Iterable[Gap]:
    return find_gaps([passage["text"] for passage in unit.passages])


def _load_entries(document: int, units: Iterable[DocumentUnit]) -> SymbolEntries:
    return _filled_in(document, [unit.citation for unit in units if any(_gaps(unit))])


def _filled_in(document: int, citations: Iterable[str]) -> SymbolEntries:
    """Return the texts entered in units of a document.

    No query if no symbol is missing.
    """
    citation_set = set(citations)
    if not citation_set:
        return {}
    filled: dict[tuple[str, str, int], tuple[FilledSymbol, ...]] = {}
    for row in FilledSymbol.objects.filter(document=document).select_related("by").order_by("number"):
        if row.citation in citation_set:
            key = (row.citation, row.around, row.place)
            filled[key] = (*filled.get(key, ()), row)
    return filled
