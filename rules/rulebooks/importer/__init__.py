"""Import of printed rules documents into units with stable ids.

Documents are text or Markdown.
"""

import hashlib
from collections.abc import Callable

from rules.rulebooks.importer.drafts import build_units, find_revision_date, find_title, limit_findings, text_findings
from rules.rulebooks.importer.footnotes import read_footnotes
from rules.rulebooks.importer.headings import read_headings
from rules.rulebooks.importer.model import (
    LOST_SYMBOL,
    RULING,
    Finding,
    FindingKind,
    ImportedDocument,
    Passage,
    PassageKind,
    Unit,
    UnitKind,
)
from rules.rulebooks.importer.numbered_rules import read_numbered
from rules.rulebooks.importer.profiles import (
    ALIASES,
    PROFILES,
    FootnoteProfile,
    HeadingProfile,
    NumberedProfile,
    Profile,
    TitleListProfile,
    get_profile,
    reference_corrections,
)
from rules.rulebooks.importer.references import NO_CORRECTIONS, Lookup, PrintedReference, reference_findings
from rules.rulebooks.importer.source import (
    MAX_BYTES,
    EmptySourceError,
    ImportingError,
    NoRulesError,
    NotTextError,
    Source,
    SourceTooLargeError,
    TooManyUnitsError,
    UnknownProfileError,
    WrongEncodingError,
    read_source,
)
from rules.rulebooks.importer.title_lists.parser import read_title_list

__all__ = [
    "ALIASES",
    "LOST_SYMBOL",
    "MAX_BYTES",
    "PROFILES",
    "RULING",
    "EmptySourceError",
    "Finding",
    "FindingKind",
    "ImportedDocument",
    "ImportingError",
    "Lookup",
    "NoRulesError",
    "NotTextError",
    "Passage",
    "PassageKind",
    "PrintedReference",
    "Profile",
    "SourceTooLargeError",
    "TooManyUnitsError",
    "Unit",
    "UnitKind",
    "UnknownProfileError",
    "WrongEncodingError",
    "get_profile",
    "import_document",
    "reference_corrections",
    "source_hash",
]


def source_hash(content: bytes, profile: Profile) -> str:
    """Return the ``ImportedDocument.source_hash`` of a file without importing it.

    Raises:
        ImportingError: if the file is too large or not text.
    """
    return _hash(read_source(content), profile)


def _hash(source: Source, profile: Profile) -> str:
    return hashlib.sha256(f"{profile.name}\n{source.hash}".encode()).hexdigest()


def import_document(
    content: bytes, profile: Profile, progress: Callable[[int], None] | None = None
) -> ImportedDocument:
    """Import a printed document.

    The result depends only on file and profile; ``source_hash`` identifies a file that was imported before.

    Args:
        content: the file: UTF-8 text or Markdown.
        profile: describes the layout of the document.
        progress: called with the current line number at each unit; its exceptions propagate.

    Raises:
        ImportingError: if the file cannot be imported; the subclass says why.
    """
    source = read_source(content)
    findings: list[Finding] = []
    run_on = plain = False
    meant, history = NO_CORRECTIONS, ""
    if isinstance(profile, NumberedProfile):
        drafts, findings = read_numbered(source.lines, profile, progress)
        run_on, meant = profile.run_on, profile.references
        history = f"{profile.prefix}{profile.history}" if profile.history else ""
    elif isinstance(profile, HeadingProfile):
        drafts = read_headings(source.lines, profile, progress)
    elif isinstance(profile, TitleListProfile):
        drafts, findings = read_title_list(source.lines, profile, progress, source.pages)
    elif isinstance(profile, FootnoteProfile):
        drafts, findings = read_footnotes(source.lines, profile, progress)
        plain = True
    units = build_units(drafts, len(source.lines), symbols=profile.symbols, run_on=run_on, plain=plain)
    if not any(unit.is_rule for unit in units):
        raise NoRulesError(f"No rule was found in the file with the profile “{profile.title}”. Try another profile.")
    findings += [
        *text_findings(drafts, units, symbols=profile.symbols),
        *reference_findings(units, meant, history),
    ]
    return ImportedDocument(
        profile=profile.name,
        title=profile.title if profile.rulebook else find_title(units),
        revised=find_revision_date(units),
        units=units,
        findings=limit_findings(findings),
        lines=len(source.lines),
        source_hash=_hash(source, profile),
    )
