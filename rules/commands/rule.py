"""``python -m rules rule [RULEBOOK] NUMBER``: print a rule.

It is found by number, citation or title.
"""

import argparse
import json
import re
import sys
from collections.abc import Sequence
from textwrap import fill

from rules.commands import Subparsers
from rules.commands.documents import (
    DOCUMENTS,
    GameDocuments,
    UnknownRulebookError,
    find_interpretation,
    find_rulebook,
    select_rulebooks,
    truncated,
)
from rules.rulebooks import Interpretation, Rule, Rulebook, resolve_reference
from rules.search import rulebook_index

WIDTH = 100
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


def register(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "rule",
        help="print a rule",
        description="Print every rule under a number, with its headings. Without a rulebook the first that has it is "
        "read, so that every citation can be looked up as it stands. Exit code 1 when there is none, 2 for a rulebook "
        "that does not exist.",
    )
    parser.add_argument("rulebook", nargs="?", help="its slug, such as epic-complete")
    parser.add_argument("rule", nargs="+", help="4.4.6, 4.4.6[2], 'Section 4', RB:battle-phase, I-40")
    parser.add_argument("--game", choices=sorted(DOCUMENTS), help="look only in the documents of this game")
    parser.add_argument("--json", action="store_true", help="print a list of objects instead of text")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the rules and return the exit code."""
    try:
        rulebook, citations = _requested_rules(arguments)
    except UnknownRulebookError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    together = " ".join(citations)
    if decision := find_interpretation(together, arguments.game):
        collection, entry = decision
        output = (
            json.dumps(_point(collection, entry), indent=2) + "\n" if arguments.json else _decision(collection, entry)
        )
        sys.stdout.write(output)
        return 0
    rules = rulebook.find(together) or _find_rules(rulebook, citations)
    if not rules:
        sys.stderr.write(f"{_missing(rulebook, together)}\n")
        return 1
    if arguments.json:
        objects = [_as_object(rulebook, rule) for rule in rules]
        sys.stdout.write(json.dumps(objects, indent=2, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write("\n\n".join(_as_text(rulebook, rule) for rule in rules) + "\n")
    return 0


def _requested_rules(arguments: argparse.Namespace) -> tuple[Rulebook, list[str]]:
    """Return the rules document and the rules to look up.

    By default it is the first document that has them.

    Raises:
        UnknownRulebookError: several words that are neither a document and its rules nor rules of one document.
    """
    books = tuple(select_rulebooks(arguments.game))
    if arguments.rulebook in [book.slug for book in books]:
        return find_rulebook(arguments.rulebook), arguments.rule
    citations = [*([arguments.rulebook] if arguments.rulebook else []), *arguments.rule]
    together = " ".join(citations)
    having = next((book for book in books if book.find(together) or _find_rules(book, citations)), None)
    if having is None and len(citations) > 1 and find_interpretation(together, arguments.game) is None:
        find_rulebook(arguments.rulebook)
    return having or books[0], citations


def _find_rules(rulebook: Rulebook, citations: Sequence[str]) -> tuple[Rule, ...]:
    """Return the rules of several numbers; empty if one of them is missing."""
    results = [rulebook.find(citation) for citation in citations]
    return tuple(rule for rules in results for rule in rules) if all(results) else ()


def _missing(rulebook: Rulebook, citation: str) -> str:
    """Return the message for a missing rule.

    It names another document that has it, or similar rules.
    """
    sentence = f"{rulebook.title} has no rule {truncated(citation)!r}."
    elsewhere = [book.slug for book in select_rulebooks(rulebook.game) if book is not rulebook and citation in book]
    if elsewhere:
        return f"{sentence} It stands in {elsewhere[0]}."
    near = ", ".join(f"{rule.id} ({rule.title})" for rule in _nearest(rulebook, citation))
    return f"{sentence} Nearest: {near}" if near else sentence


def _point(documents: GameDocuments, entry: Interpretation) -> dict[str, object]:
    """Return an interpretation as JSON data.

    ``taken`` has the default option by version, from 1.
    """
    return {
        "id": entry.id,
        "rules": list(entry.rules),
        "problem": entry.problem,
        "alternatives": list(entry.options),
        "taken": {version: entry.default_option(version) + 1 for version in documents.versions},
        "why": entry.reason,
        "decides": entry.affects_winner,
        "confirm": entry.needs_confirmation,
        "fixed": entry.fixed_reason,
    }


def _decision(documents: GameDocuments, entry: Interpretation) -> str:
    """Return an interpretation as text."""
    lines = [f"{entry.id}  {entry.problem}", ""]
    for index, reading in enumerate(entry.options):
        # Records choose an option by this number.
        taken = [version for version in documents.versions if entry.default_option(version) == index]
        mark = f" ({', '.join(taken) if entry.varies_by_version else 'taken'})" if taken else ""
        lines.append(f"{index + 1}{mark}: {reading}")
    lines += [f"No other can be chosen: {entry.fixed_reason}"] if entry.fixed_reason else []
    lines += [f"Why: {entry.reason}"] if entry.reason else []
    lines += [f"Rules: {', '.join(entry.rules)}"] if entry.rules else []
    return "\n".join(fill(line, WIDTH) for line in lines) + "\n"


def _nearest(rulebook: Rulebook, citation: str) -> tuple[Rule, ...]:
    """Return similar rules: by number, or by a search for words."""
    if any(character.isdigit() for character in citation):
        return rulebook.nearest(citation)
    return tuple(rulebook.get(hit.id) for hit in rulebook_index(rulebook).search(citation, 3).hits)


def _as_object(rulebook: Rulebook, rule: Rule) -> dict[str, object]:
    books = {book.slug: book for book in select_rulebooks(rulebook.game)}
    return {
        "rulebook": rulebook.slug,
        "revised": rulebook.revised.isoformat(),
        "rule": rule.id,
        "number": rule.number,
        "printed": rule.printed,
        "printed_twice": rule.twice,
        "heading": rule.heading,
        "path": list(rule.path),
        "text": rule.text,
        "examples": list(rule.examples),
        "notes": [{"text": note.text, "interpretation": note.interpretation} for note in rule.notes],
        "below": [child.id for child in rulebook.children(rule)],
        "see": [
            resolved[1].id
            for reference in rulebook.references(rule.text)
            if (resolved := resolve_reference(books, rulebook, reference))
        ],
    }


def _to_plain_text(text: str) -> str:
    """Convert light markup to plain text, without links and bold."""
    return _LINK.sub(r"\1", text).replace("**", "")


def _as_text(rulebook: Rulebook, rule: Rule) -> str:
    lines = [" > ".join((rulebook.title, *rule.path)), f"{rule.id}  {rule.heading}" if rule.number else rule.id]
    if rule.twice:
        lines.append(f"(The number {rule.printed} is printed twice; this is number {rule.occurrence} of the two.)")
    lines += [f"(Printed as {rule.printed}.)"] if rule.printed not in ("", rule.number) else []
    lines += ["(The number is ours.)"] if rule.number and not rule.printed else []
    lines += ["", *(fill(line, WIDTH) for line in _to_plain_text(rule.text).splitlines())] if rule.text else []
    lines += [fill(f"Example: {_to_plain_text(example)}", WIDTH) for example in rule.examples]
    for note in rule.notes:
        rests_on = f" ({note.interpretation})" if note.interpretation else ""
        lines.append(fill(f"Note{rests_on}: {_to_plain_text(note.text)}", WIDTH))
    for question in rulebook.disagreements_of(rule):
        lines.append(f"The documents disagree: {question.question}")
        lines += [
            fill(f"{statement.rulebook} ({', '.join(statement.rules)}): {statement.says}", WIDTH)
            for statement in question.statements
        ]
    if rule.number:
        also = rulebook.find_misnumbered(rule.number)
        lines += [f"(The document also prints {rule.number} on {other.id}, {other.title}.)" for other in also]
    below = rulebook.children(rule)
    lines += (
        ["", *(f"  {child.label}  {child.heading if child.number else ''}".rstrip() for child in below)]
        if below
        else []
    )
    return "\n".join(lines)
