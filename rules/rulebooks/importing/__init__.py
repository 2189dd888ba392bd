"""Reads a printed rules document, uploaded as text or Markdown, into units with stable ids; ships none of the texts."""

import hashlib
from collections.abc import Callable

from rules.rulebooks.importing.drafts import finished, listed, text_findings
from rules.rulebooks.importing.errors import (
    EmptySourceError,
    ImportingError,
    NoRulesError,
    NotTextError,
    SourceTooLargeError,
    TooManyUnitsError,
    UnknownProfileError,
    WrongEncodingError,
)
from rules.rulebooks.importing.footnotes import read_footnotes
from rules.rulebooks.importing.headings import read_headings
from rules.rulebooks.importing.model import (
    LOST_SYMBOL,
    RULING,
    Finding,
    FindingKind,
    Imported,
    Passage,
    PassageKind,
    Unit,
    UnitKind,
)
from rules.rulebooks.importing.numbered import read_numbered
from rules.rulebooks.importing.profiles import (
    ALIASES,
    PROFILES,
    FootnoteProfile,
    HeadingProfile,
    ListedProfile,
    NumberedProfile,
    Profile,
    corrections,
    profile_named,
)
from rules.rulebooks.importing.references import AS_PRINTED, Lookup, PrintedReference, reference_findings
from rules.rulebooks.importing.source import MOST_BYTES, Source, read_source
from rules.rulebooks.importing.title_lists.reading import read_listed
from rules.rulebooks.importing.titles import revision, title_of

__all__ = [
    "ALIASES",
    "LOST_SYMBOL",
    "MOST_BYTES",
    "PROFILES",
    "RULING",
    "EmptySourceError",
    "Finding",
    "FindingKind",
    "Imported",
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
    "corrections",
    "import_document",
    "profile_named",
    "source_hash",
]


def source_hash(content: bytes, profile: Profile) -> str:
    """Return what ``Imported.source_hash`` will be, without reading the document: whether a file was read before.

    Raises:
        ImportingError: if the file is too large or no text.
    """
    return _hash(read_source(content), profile)


def _hash(source: Source, profile: Profile) -> str:
    return hashlib.sha256(f"{profile.name}\n{source.hash}".encode()).hexdigest()


def import_document(content: bytes, profile: Profile, progress: Callable[[int], None] | None = None) -> Imported:
    """Read a printed document.

    The same bytes and profile give the same units; ``source_hash`` tells that a file was read before.

    Args:
        content: the file: UTF-8 text or Markdown.
        profile: how the document is printed.
        progress: called with the number of the line reached, at every unit; what it raises ends the reading.

    Raises:
        ImportingError: if the file cannot be read; its class says why.
    """
    source = read_source(content)
    findings: list[Finding] = []
    run_on = plain = False
    meant, history = AS_PRINTED, ""
    if isinstance(profile, NumberedProfile):
        drafts, findings = read_numbered(source.lines, profile, progress)
        run_on, meant = profile.run_on, profile.references
        history = f"{profile.prefix}{profile.history}" if profile.history else ""
    elif isinstance(profile, HeadingProfile):
        drafts = read_headings(source.lines, profile, progress)
    elif isinstance(profile, ListedProfile):
        drafts, findings = read_listed(source.lines, profile, progress, source.pages)
    elif isinstance(profile, FootnoteProfile):
        drafts, findings = read_footnotes(source.lines, profile, progress)
        plain = True
    units = finished(drafts, len(source.lines), symbols=profile.symbols, run_on=run_on, plain=plain)
    if not any(unit.is_rule for unit in units):
        raise NoRulesError(f"No rule was found in the file with the profile “{profile.title}”. Try another profile.")
    findings += [
        *text_findings(drafts, units, symbols=profile.symbols),
        *reference_findings(units, meant, history),
    ]
    return Imported(
        profile=profile.name,
        title=profile.title if profile.rulebook else title_of(units),
        revised=revision(units),
        units=units,
        findings=listed(findings),
        lines=len(source.lines),
        source_hash=_hash(source, profile),
    )
