"""``python -m rules import FILE --profile PROFILE``: show a document's import."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import shorten
from typing import Any

from rules.commands import Subparsers
from rules.commands.documents import find_rulebook
from rules.rulebooks.importer import (
    ALIASES,
    MAX_BYTES,
    PROFILES,
    ImportedDocument,
    ImportingError,
    Unit,
    import_document,
)
from rules.rulebooks.importer.profiles import get_profile

WIDTH = 100
MAX_NAMED = 6
"""The maximum number of missing units that are named."""


def register(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "import",
        help="read a printed rules document",
        description="Print the tree, the units and the warnings of your own copy of a rules document. Nothing is "
        "stored. Exit code 2 for a file that cannot be read.",
    )
    parser.add_argument("file", help="text or Markdown in UTF-8; - for standard input")
    parser.add_argument("--profile", required=True, choices=[*PROFILES, *ALIASES], help="how the document is printed")
    parser.add_argument("--json", action="store_true", help="print an object with units and warnings")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the imported document and return the exit code."""
    try:
        imported = import_document(_content(arguments.file), get_profile(arguments.profile))
    except (ImportingError, NoSuchDocumentError) as error:
        sys.stderr.write(f"import: {arguments.file}: {error}\n")
        return 2
    if arguments.json:
        sys.stdout.write(json.dumps(as_object(imported), indent=2, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write("\n".join(_lines(imported)) + "\n")
    return 0


class NoSuchDocumentError(Exception):
    """The file does not exist or cannot be opened; the message says why."""


def _content(name: str) -> bytes:
    """Return the bytes of a file, at most one more than the importer accepts.

    Raises:
        NoSuchDocumentError: it cannot be opened.
    """
    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        with Path(name).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise NoSuchDocumentError(f"{reason}; name a text or Markdown file, or - for standard input") from error
    except ValueError as error:  # a name with a zero byte
        raise NoSuchDocumentError("that is no file name") from error


def _lines(imported: ImportedDocument) -> Iterator[str]:
    revised = f", revised {imported.revised.isoformat()}" if imported.revised else ""
    yield f"{imported.title or 'No title'}{revised}"
    yield f"{len(imported.rules)} units in {imported.lines} lines; {len(imported.findings)} warnings"
    if lacking := _missing_units(imported):
        first = ", ".join((*lacking[:MAX_NAMED], *("…" for _more in lacking[MAX_NAMED:][:1])))
        are = "unit {0} is" if len(lacking) == 1 else "units {0} are"
        yield f"{len(lacking)} {are.format(f'of the {imported.title}')} not in it: {first}"
    yield ""
    for unit in imported.units:
        name = unit.id if unit.number or not unit.heading else ""
        words = shorten(" ".join((name, unit.heading or unit.text)), WIDTH, placeholder=" …")
        yield f"{unit.first:>5}  {'  ' * len(unit.path)}{words.strip()}"
    if imported.findings:
        yield ""
    for finding in imported.findings:
        yield f"line {finding.line}, {finding.unit}: {finding.kind.value}. {finding.message}"


def _missing_units(imported: ImportedDocument) -> tuple[str, ...]:
    """Return the units of our restatement that are missing in the file.

    Empty if there is none.
    """
    slug = PROFILES[imported.profile].rulebook
    return find_rulebook(slug).missing_units(imported.by_id) if slug else ()


def as_object(imported: ImportedDocument) -> dict[str, Any]:
    """Return an imported document as JSON data."""
    return {
        "profile": imported.profile,
        "title": imported.title,
        "revised": imported.revised.isoformat() if imported.revised else None,
        "source_hash": imported.source_hash,
        "lines": imported.lines,
        "units": [_unit(unit) for unit in imported.units],
        "warnings": [
            {"kind": finding.kind.value, "line": finding.line, "unit": finding.unit, "message": finding.message}
            for finding in imported.findings
        ],
        "lacking": list(_missing_units(imported)),
    }


def _unit(unit: Unit) -> dict[str, Any]:
    return {
        "id": unit.id,
        "number": unit.number,
        "printed": unit.printed,
        "kind": unit.kind.value,
        "heading": unit.heading,
        "above": unit.parent,
        "passages": [{"kind": passage.kind.value, "text": passage.text} for passage in unit.passages],
        "lines": [unit.first, unit.last],
    }
