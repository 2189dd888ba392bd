"""Parser for restated rules documents in Markdown.

A folder holds ``rulebook.toml`` (metadata and file order), ``asked*.toml`` (example queries by citation, separated by
semicolons), ``printed.json`` (hash of each printed unit), ``symbols.toml`` (meaning of symbols that copies of the
printed document have lost, by citation) and the Markdown files. In a numbered document::

    # 4 Game phases and initiative          a section; with two # where it is counted among the units
    ## 4.1 Initiative                       a unit with a printed title
    ### 4.1.1 Initiative in one's own turn  a unit without one; the words are our caption
    ### 5.21.1 (printed 5.20.1) Meaning     a unit that the document misnumbers
    ### 12.1 (unprinted) Round times        a unit whose number is assigned by us
    ## 6.1.2/rotate Rotate                  a term explained below 6.1.2, without a number of its own

With a citation prefix and without ``numbered = true`` each heading is a unit, and the number of ``#`` is its depth.
With ``footnotes = true`` the rules are numbered consecutively: ``### 7 Three looks at the targets`` is a rule, and a
heading without a number is a section. Below headings there are paragraphs and lists; ``> Example:`` starts an example,
``> Note (I-10):`` a note with the interpretation it is based on.
"""

import json
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any

from rules.lazy_fields import lazy
from rules.rulebooks.model import Disagreement, Kind, Note, Rule, Statement, Term
from rules.rulebooks.numbering import Numbering
from rules.rulebooks.rulebook import Rulebook

_HEADING = re.compile(r"^(#{1,6}) (?P<title>\S.*)$")
_NUMBERED = re.compile(
    r"^(?P<number>\d+(?:\.\d+)*[a-z]?(?:/[a-z]+(?:-[a-z]+)*)?) "
    r"(?:\((?:printed (?P<printed>[\d.]+[a-z]?)|(?P<ours>unprinted))\) )?(?P<title>\S.*)$"
)
_FOOTNOTED = re.compile(r"^(?P<number>\d+) (?P<title>\S.*)$")
_ASIDE = re.compile(r"^(?P<kind>Example|Note)(?: \((?P<interpretation>[A-Z]+-\d+)\))?: (?P<text>.+)$", re.DOTALL)


class _CitationStyle(Enum):
    """How the units of a document are cited."""

    NUMBERS = "numbers"
    PATHS = "paths of headings"
    FOOTNOTES = "footnotes"


class RulebookFormatError(ValueError):
    """A file of a rules document is malformed; the message names file and line."""


@dataclass
class _Draft:
    """A unit during parsing."""

    where: str
    depth: int
    heading: str
    number: str = ""
    printed: str = ""
    blocks: list[str] = field(default_factory=list)


def read_rulebook(folder: Traversable, *, glossary: Traversable, disagreements: Traversable) -> Rulebook:
    """Parse the document in a folder, with its glossary terms and disagreements.

    Args:
        folder: holds ``rulebook.toml`` and the Markdown files it names.
        glossary: the game's terms (TOML), each with its rules by document.
        disagreements: disagreements between the game's documents (TOML).

    Raises:
        RulebookFormatError: if a file is malformed.
    """
    about = tomllib.loads((folder / "rulebook.toml").read_text(encoding="utf-8"))
    prefix = str(about.get("prefix", ""))
    cited = _citation_style(about)
    drafts = [draft for name in about["files"] for draft in _parse_drafts(folder / name, cited)]
    slug = str(about["slug"])
    revised = about["revised"]
    if not isinstance(revised, date):
        raise RulebookFormatError(f"rulebook.toml of {slug}: revised must be a date, such as 2016-03-28")
    words = _GlossaryEntries(glossary, slug)
    return Rulebook(
        slug=slug,
        title=about["title"],
        game=about["game"],
        version=about["version"],
        revised=revised,
        attribution=about["attribution"],
        prefix=prefix,
        rules=tuple(_RULES[cited](drafts, prefix)),
        procedure=bool(about.get("procedure", False)),
        own=bool(about.get("own", False)),
        glossary=lazy(lambda: words.terms),
        asked=lazy(lambda: _read_example_queries(folder)),
        printed=lazy(lambda: _read_text_hashes(folder)),
        symbols=lazy(lambda: _read_symbols(folder)),
        synonyms=lazy(lambda: tuple((synonym, term.name) for term in words.terms for synonym in term.synonyms)),
        paraphrases=lazy(lambda: tuple((phrase, query) for phrase, context, query in words.paraphrases if not context)),
        in_context=lazy(lambda: tuple(paraphrase for paraphrase in words.paraphrases if paraphrase[1])),
        disagreements=lazy(lambda: read_disagreements(disagreements)),
    )


class _GlossaryEntries:
    """The glossary entries of one document, loaded on first use."""

    def __init__(self, file: Traversable, rulebook: str) -> None:
        self._file = file
        self._rulebook = rulebook

    @cached_property
    def _table(self) -> dict[str, Any]:
        return tomllib.loads(self._file.read_text(encoding="utf-8"))

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The terms that the document explains, by name."""
        return tuple(_parse_terms(self._table, self._rulebook))

    @cached_property
    def paraphrases(self) -> tuple[tuple[str, str, str], ...]:
        """Colloquial phrases with their required context and search words."""
        return tuple(_parse_paraphrases(self._table))


def _citation_style(about: Mapping[str, object]) -> _CitationStyle:
    """Return the citation style declared in ``rulebook.toml``."""
    if about.get("footnotes"):
        return _CitationStyle.FOOTNOTES
    return _CitationStyle.NUMBERS if about.get("numbered", not about.get("prefix")) else _CitationStyle.PATHS


def _read_text_hashes(folder: Traversable) -> dict[str, str]:
    """Return the hashes in ``printed.json``; empty without this file."""
    file = folder / "printed.json"
    return {str(unit): str(words) for unit, words in _json(file).items()} if file.is_file() else {}


def _read_symbols(folder: Traversable) -> dict[str, tuple[str, ...]]:
    """Return the symbols in ``symbols.toml`` by citation; empty without this file."""
    file = folder / "symbols.toml"
    data = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {unit: tuple(map(str, words)) for unit, words in data.items()}


def _json(file: Traversable) -> dict[str, object]:
    data = json.loads(file.read_text(encoding="utf-8"))
    if not isinstance(data, dict):
        raise RulebookFormatError(f"{file.name}: expected an object")
    return data


def _read_example_queries(folder: Traversable) -> dict[str, tuple[str, ...]]:
    """Return the example queries by citation, from all ``asked*.toml`` files."""
    files = sorted((file for file in folder.iterdir() if file.name.startswith("asked")), key=lambda file: file.name)
    queries: dict[str, tuple[str, ...]] = {}
    for file in files:
        for unit, ways in tomllib.loads(file.read_text(encoding="utf-8")).items():
            queries[unit] = (*queries.get(unit, ()), *(" ".join(way.split()) for way in ways.split(";")))
    return queries


def _parse_drafts(file: Traversable, cited: _CitationStyle) -> Iterator[_Draft]:
    """Yield the units of one file; blank lines separate blocks."""
    draft: _Draft | None = None
    block: list[str] = []
    for line_number, line in enumerate([*file.read_text(encoding="utf-8").splitlines(), ""], start=1):
        heading = _HEADING.match(line)
        if block and (heading is not None or not line.strip()):
            if draft is None:
                raise RulebookFormatError(f"{file.name}, line {line_number - 1}: text before the first heading")
            draft.blocks.append(_unwrap(block))
            block = []
        if heading is None:
            if line.strip():
                block.append(line.rstrip())
            continue
        if draft is not None:
            yield draft
        draft = _start_draft(heading, f"{file.name}, line {line_number}", cited)
    if draft is not None:
        yield draft


def _unwrap(block: list[str]) -> str:
    """Return a block with one line per paragraph or list item."""
    lines: list[str] = []
    for raw in block:
        line = raw.removeprefix(">").strip() if block[0].startswith(">") else raw.strip()
        if lines and not line.startswith("- "):
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return "> " + "\n".join(lines) if block[0].startswith(">") else "\n".join(lines)


def _start_draft(heading: re.Match[str], location: str, cited: _CitationStyle) -> _Draft:
    draft = _Draft(where=location, depth=len(heading[1]), heading=heading["title"])
    if cited is _CitationStyle.NUMBERS:
        match = _NUMBERED.match(draft.heading)
        if match is None:
            raise RulebookFormatError(f"{location}: a heading starts with its number, such as '## 4.1 Initiative'")
        draft.number = match["number"]
        draft.printed = "" if match["ours"] else match["printed"] or match["number"]
        draft.heading = match["title"]
    elif cited is _CitationStyle.FOOTNOTES and (match := _FOOTNOTED.match(draft.heading)):
        draft.number, draft.heading = match["number"], match["title"]
        draft.printed = f"[{draft.number}]"
    return draft


def _numbered_rules(drafts: Iterable[_Draft], prefix: str) -> Iterator[Rule]:
    drafts = list(drafts)
    counts = Counter(draft.number for draft in drafts)
    seen: Counter[str] = Counter()
    read: list[Rule] = []
    numbering = Numbering()
    for order, draft in enumerate(drafts):
        seen[draft.number] += 1
        nth, is_repeated = seen[draft.number], counts[draft.number] > 1
        parent = numbering.parent_of(draft.number)
        rule = _build_rule(
            draft,
            order=order,
            parent=None if parent is None else read[parent],
            rule_id=prefix + (f"{draft.number}[{nth}]" if is_repeated else draft.number),
            slug=draft.number if nth == 1 else f"{draft.number}-{nth}",
            kind=(Kind.SECTION, Kind.HEADING, Kind.RULE)[draft.depth - 1],
            occurrence=nth,
            is_repeated=is_repeated,
        )
        read.append(rule)
        numbering.add(draft.number, titled=rule.kind is not Kind.RULE)
        yield rule


def _path_rules(drafts: Iterable[_Draft], prefix: str) -> Iterator[Rule]:
    return _nested_rules(drafts, prefix, Kind.HEADING)


def _footnote_rules(drafts: Iterable[_Draft], prefix: str) -> Iterator[Rule]:
    return _nested_rules(drafts, prefix, Kind.SECTION)


def _nested_rules(drafts: Iterable[_Draft], prefix: str, titled: Kind) -> Iterator[Rule]:
    """Yield units by depth; those without number have the kind ``titled`` and a path."""
    open_rules: list[Rule] = []
    slugs: set[str] = set()
    for order, draft in enumerate(drafts):
        del open_rules[draft.depth - 1 :]
        parent = open_rules[-1] if open_rules else None
        slug = draft.number or "/".join(filter(None, (parent.slug if parent else "", slugify(draft.heading))))
        if slug in slugs or len(open_rules) != draft.depth - 1:
            raise RulebookFormatError(f"{draft.where}: {slug!r} stands there twice, or a depth is left out")
        slugs.add(slug)
        rule = _build_rule(
            draft,
            order=order,
            parent=parent,
            rule_id=prefix + slug,
            slug=slug,
            kind=Kind.RULE if draft.number else titled,
            occurrence=1,
            is_repeated=False,
        )
        open_rules.append(rule)
        yield rule


_RULES: Mapping[_CitationStyle, Callable[[Iterable[_Draft], str], Iterator[Rule]]] = {
    _CitationStyle.NUMBERS: _numbered_rules,
    _CitationStyle.PATHS: _path_rules,
    _CitationStyle.FOOTNOTES: _footnote_rules,
}


def _build_rule(
    draft: _Draft,
    *,
    order: int,
    parent: Rule | None,
    rule_id: str,
    slug: str,
    kind: Kind,
    occurrence: int,
    is_repeated: bool,
) -> Rule:
    paragraphs: list[str] = []
    examples: list[str] = []
    notes: list[Note] = []
    is_word = "/" in draft.number
    for block in draft.blocks:
        if not block.startswith(">"):
            paragraphs.append(block)
            continue
        aside = _ASIDE.match(block.removeprefix("> "))
        if aside is None:
            raise RulebookFormatError(f"{draft.where}: '>' opens 'Example: …' or 'Note (I-1): …'")
        if aside["kind"] == "Example":
            examples.append(aside["text"])
        else:
            notes.append(Note(aside["text"], aside["interpretation"] or ""))
    return Rule(
        id=rule_id,
        slug=slug,
        number="" if is_word else draft.number,
        printed="" if is_word else draft.printed,
        occurrence=occurrence,
        twice=is_repeated,
        order=order,
        parent=parent.id if parent else None,
        kind=kind,
        heading=draft.heading,
        path=(*parent.path, parent.heading) if parent else (),
        text="\n\n".join(paragraphs),
        examples=tuple(examples),
        notes=tuple(notes),
    )


def slugify(heading: str) -> str:
    """Return a heading as URL part: lower case, words joined by hyphens."""
    normalized = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", normalized.casefold()))


def _parse_terms(table: dict[str, Any], rulebook: str) -> Iterator[Term]:
    """Yield the terms that one document explains, by name."""
    for entry in sorted(table["term"], key=lambda entry: str(entry["name"]).casefold()):
        rules = entry.get(rulebook, ())
        if rules:
            yield Term(
                name=entry["name"],
                meaning=entry["meaning"],
                rules=tuple(rules),
                synonyms=tuple(entry.get("synonyms", ())),
                printed_index=entry.get("printed_index", "") if rulebook == table["indexed"] else "",
            )


def _parse_paraphrases(table: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield colloquial phrases with their required context and search words."""
    for entry in table.get("paraphrase", ()):
        yield from ((phrase, " ".join(entry.get("beside", ())), entry["means"]) for phrase in entry["asked"])


def read_disagreements(file: Traversable) -> tuple[Disagreement, ...]:
    """Parse the disagreements between a game's documents from a TOML file."""
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(
        Disagreement(
            slug=entry["slug"],
            question=entry["question"],
            interpretations=tuple(entry["interpretations"]),
            statements=tuple(
                Statement(rulebook=side["rulebook"], rules=tuple(side["rules"]), says=side["says"])
                for side in entry["side"]
            ),
        )
        for entry in table["disagreement"]
    )
