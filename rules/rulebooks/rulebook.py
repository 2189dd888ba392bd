"""A rules document with lookup of its units."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TypeVar

from rules.lazy_fields import LazyField
from rules.rulebooks.model import Disagreement, Kind, Reference, Rule, Term

K = TypeVar("K")

NUMBER = re.compile(r"(?P<number>\d+(?:\.\d+)*[a-z]?)(?:\s*\[(?P<occurrence>\d+)\]|-(?P<nth>\d+))?$")
_PART = re.compile(r"(?P<number>\d+(?:\.\d+)+)/(?P<part>\d{1,2})$")
_STEP = re.compile(r"^- \*\*\d+\*\* ", re.MULTILINE)
_LEAD = re.compile(r"^(?:rules?|section|sec\.?|no\.?|number|§+|#)\s*", re.IGNORECASE)
_NAMED = re.compile(r"^(?P<number>[\d.]+[a-z]?)\s*\(?\s*(?P<name>[^()]+?)\s*\)?$")
_FOOTNOTE = re.compile(r"^\[(\d+)\]$")
_REFERENCE = re.compile(
    r"\[(?P<words>[^\]\[]+)\]\((?P<slug>[^)\s]+)\)"
    r"|(?<![\d.])(?P<number>\d+(?:\.\d+)+[a-z]?(?:\[\d+\])?)(?!\d)"
    r"|\bSection (?P<section>\d+)\b(?!\.\d)"
)


class UnknownRuleError(LookupError):
    """The document has no unit that matches a query.

    Attributes:
        asked: the query.
        nearest: the units with the most similar names, best first.
    """

    def __init__(self, rulebook: "Rulebook", query: str, nearest: tuple[Rule, ...]) -> None:
        self.asked = query
        self.nearest = nearest
        near = "; nearest: " + ", ".join(rule.id for rule in nearest) if nearest else ""
        super().__init__(f"{rulebook.title} has no rule {query!r}{near}")

    def __reduce__(self) -> tuple[Callable[..., "UnknownRuleError"], tuple[str, str, tuple[Rule, ...]]]:
        """Pickle the message and its parts, without the document."""
        return _unknown_rule, (str(self), self.asked, self.nearest)


def _unknown_rule(message: str, query: str, nearest: tuple[Rule, ...]) -> UnknownRuleError:
    error = UnknownRuleError.__new__(UnknownRuleError, message)
    error.asked, error.nearest = query, nearest
    return error


@dataclass(frozen=True, eq=False)
class Rulebook:
    """A restated rules document of a game, with its glossary; parts are loaded lazily.

    Attributes:
        slug: identifier in URLs and on the command line.
        title: display name.
        game: slug of the game.
        version: rules version as named in records (``CR-2016-03``).
        revised: revision date of the printed document.
        attribution: publisher of the printed document and its relation to the restated one.
        prefix: prefix of citations (``RB:``, ``EP:``), empty for the main document.
        procedure: whether it contains tournament procedures, which the engine does not implement.
        own: whether it is an original document that restates no printed one.
        rules: all sections and units, in order.
        glossary: its terms, by name.
        disagreements: disagreements with other documents of the game.
        paraphrases: pairs of a colloquial phrase and search words for it.
        in_context: triples of a phrase, words of which one must also occur, and search words.
        asked: example queries by unit id; for search only.
        printed: hash of each printed unit, by id; empty if unknown.
        symbols: meaning of the symbols that copies of the printed document have lost, by unit id; empty if unknown.
        synonyms: pairs of a term of other games and the term of this one.
    """

    slug: str
    title: str
    game: str
    version: str
    revised: date
    attribution: str
    prefix: str
    rules: tuple[Rule, ...]
    procedure: bool = False
    own: bool = False
    glossary: LazyField[tuple[Term, ...]] = LazyField(tuple)
    disagreements: LazyField[tuple[Disagreement, ...]] = LazyField(tuple)
    synonyms: LazyField[tuple[tuple[str, str], ...]] = LazyField(tuple)
    paraphrases: LazyField[tuple[tuple[str, str], ...]] = LazyField(tuple)
    in_context: LazyField[tuple[tuple[str, str, str], ...]] = LazyField(tuple)
    asked: LazyField[Mapping[str, tuple[str, ...]]] = LazyField(dict)
    printed: LazyField[Mapping[str, str]] = LazyField(dict)
    symbols: LazyField[Mapping[str, tuple[str, ...]]] = LazyField(dict)

    @cached_property
    def units(self) -> tuple[Rule, ...]:
        """All units in order, without the section titles of a numbered document."""
        return tuple(rule for rule in self.rules if rule.kind is not Kind.SECTION)

    def missing_units(self, citations: Collection[str]) -> tuple[str, ...]:
        """Return the ids of the units that are not in ``citations``, in order."""
        return tuple(rule.id for rule in self.units if rule.id not in citations)

    @cached_property
    def sections(self) -> tuple[Rule, ...]:
        """The top-level titles, in order."""
        return tuple(rule for rule in self.rules if rule.parent is None)

    @cached_property
    def _by_id(self) -> Mapping[str, Rule]:
        return {rule.id: rule for rule in self.rules}

    @cached_property
    def _by_slug(self) -> Mapping[str, Rule]:
        return {rule.slug: rule for rule in self.rules}

    @cached_property
    def _by_number(self) -> Mapping[str, tuple[Rule, ...]]:
        return _group_by_key((rule.number, rule) for rule in self.rules if rule.number)

    @cached_property
    def _by_digits(self) -> Mapping[str, tuple[Rule, ...]]:
        return _group_by_key((rule.number.replace(".", ""), rule) for rule in self.units if "." in rule.number)

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[Rule, ...]]:
        """Units by title and by last part of the path, for documents cited by heading."""
        titled = [rule for rule in self.rules if rule.kind is not Kind.RULE]
        names = [(name, rule) for rule in titled for name in {rule.heading.casefold(), rule.slug.rsplit("/", 1)[-1]}]
        return _group_by_key(names)

    @cached_property
    def _children(self) -> Mapping[str | None, tuple[Rule, ...]]:
        return _group_by_key((rule.parent, rule) for rule in self.rules)

    def get(self, rule_id: str) -> Rule:
        """Return the unit with a citation.

        Raises:
            UnknownRuleError: if there is none.
        """
        rule = self._by_id.get(rule_id)
        if rule is None:
            raise UnknownRuleError(self, rule_id, self.nearest(rule_id))
        return rule

    def by_slug(self, slug: str) -> Rule:
        """Return the unit with a slug.

        Raises:
            UnknownRuleError: if there is none.
        """
        rule = self._by_slug.get(slug)
        if rule is None:
            raise UnknownRuleError(self, slug, self.nearest(slug))
        return rule

    def __contains__(self, rule_id: object) -> bool:
        """Return True if the document has a unit with this citation."""
        return rule_id in self._by_id

    def find(self, query: str) -> tuple[Rule, ...]:
        """Return all units that match a number, citation or title.

        ``4.4.6``, ``rule 4.4.6``, ``§4.4.6`` and ``446`` match both units printed under that number, ``4.4.6[2]`` and
        ``4.4.6-2`` only the second, ``5.20.1 (Transform)`` the one misnumbered like this, ``5.2`` never 5.20,
        ``2.30/4`` the unit with that fourth part. Documents without numbers match citation, path, last part of the path
        and title.
        """
        normalized = unicodedata.normalize("NFKC", query[:200])
        words = _LEAD.sub("", normalized.strip()).strip(" .:;,").casefold()
        words = _FOOTNOTE.sub(r"\1", words)
        if not words:
            return ()
        words = words.removeprefix(self.prefix.casefold())
        return self._find_by_number(words) or self._find_by_name(words)

    def _find_by_number(self, words: str) -> tuple[Rule, ...]:
        if part := _PART.match(words):
            rules = self._by_number.get(part["number"], ())
            return tuple(rule for rule in rules if 0 < int(part["part"]) <= len(citable_parts(rule)))
        match = NUMBER.match(words)
        if match is None:
            name_match = _NAMED.match(words)
            return () if name_match is None else self.find_misnumbered(name_match["number"], name_match["name"])
        rules = self._by_number.get(match["number"], ()) or self._by_digits.get(match["number"], ())
        nth = match["occurrence"] or match["nth"]
        return rules if nth is None else tuple(rule for rule in rules if rule.occurrence == int(nth))

    def _find_by_name(self, words: str) -> tuple[Rule, ...]:
        rule = self._by_slug.get(words.strip("/"))
        return (rule,) if rule is not None else self._by_name.get(words, ())

    def find_misnumbered(self, printed: str, heading: str = "") -> tuple[Rule, ...]:
        """Return the units printed with this wrong number.

        With a heading, only those under it.
        """
        return tuple(
            rule
            for rule in self.rules
            if printed
            and rule.printed == printed
            and rule.is_misprinted
            and (not heading or heading.casefold() in (above.casefold() for above in rule.path))
        )

    def nearest(self, query: str, limit: int = 3) -> tuple[Rule, ...]:
        """Return the units with the citations most similar to ``query``, best first."""
        from rapidfuzz import fuzz, process  # noqa: PLC0415 - slow to load, and rarely needed

        names = [rule.id for rule in self.units]
        matches = process.extract(query[:200], names, scorer=fuzz.ratio, limit=limit, score_cutoff=50)
        return tuple(self._by_id[name] for name, _, _ in matches)

    def children(self, rule: Rule) -> tuple[Rule, ...]:
        """Return the direct children of a unit."""
        return self._children.get(rule.id, ())

    def parent(self, rule: Rule) -> Rule | None:
        """Return the parent of a unit."""
        return None if rule.parent is None else self._by_id[rule.parent]

    def section(self, rule: Rule) -> Rule:
        """Return the top-level title above a unit, or the unit itself."""
        while (above := self.parent(rule)) is not None:
            rule = above
        return rule

    def subtree(self, rule: Rule) -> tuple[Rule, ...]:
        """Return a unit and all its descendants, in order."""
        below = [unit for child in self.children(rule) for unit in self.subtree(child)]
        return (rule, *below)

    def neighbours(self, rule: Rule) -> tuple[Rule | None, Rule | None]:
        """Return the previous and the next unit."""
        previous = self.rules[rule.order - 1] if rule.order > 0 else None
        after = self.rules[rule.order + 1] if rule.order + 1 < len(self.rules) else None
        return previous, after

    def same_number_units(self, rule: Rule) -> tuple[Rule, ...]:
        """Return the other units printed under the same number."""
        return tuple(other for other in self._by_number.get(rule.number, ()) if other.id != rule.id)

    def references(self, text: str) -> tuple[Reference, ...]:
        """Return the cross-references in a text, in order."""
        return tuple(self._build_reference(match) for match in _REFERENCE.finditer(text))

    def _build_reference(self, match: re.Match[str]) -> Reference:
        other, colon, slug = (match["slug"] or "").partition(":")
        if colon:
            return Reference(match.start(), match.end(), match["words"], None, other, slug)
        if match["slug"]:
            return Reference(match.start(), match.end(), match["words"], self._by_slug.get(match["slug"]))
        rules = self.find(match["number"] or match["section"])
        # If a number is printed for a definition and again for a heading, references mean the heading (I-01).
        rules = tuple(rule for rule in rules if rule.kind is not Kind.RULE) or rules
        return Reference(match.start(), match.end(), match[0], rules[0] if rules else None)

    def cited_by(self, rule: Rule) -> tuple[Rule, ...]:
        """Return the units that refer to a unit."""
        return self._cited_by.get(rule.id, ())

    @cached_property
    def _cited_by(self) -> Mapping[str, tuple[Rule, ...]]:
        return _group_by_key(
            (reference.target.id, rule)
            for rule in self.rules
            for reference in self.references(rule.text)
            if reference.target is not None
        )

    def terms_of(self, rule: Rule) -> tuple[Term, ...]:
        """Return the glossary terms that a unit explains."""
        return tuple(term for term in self.glossary if rule.id in term.rules)

    def disagreements_of(self, rule: Rule) -> tuple[Disagreement, ...]:
        """Return the disagreements between this unit and other documents."""
        return tuple(
            question
            for question in self.disagreements
            if any(statement.rulebook == self.slug and rule.id in statement.rules for statement in question.statements)
        )


def citable_parts(rule: Rule) -> tuple[str, ...]:
    """Return the citable parts of a unit (``2.30/4``): numbered steps or paragraphs."""
    steps = [line for line in rule.text.splitlines() if _STEP.match(line)]
    return tuple(_STEP.sub("", step) for step in steps) or tuple(rule.text.split("\n\n"))


def _group_by_key(pairs: Iterable[tuple[K, Rule]]) -> Mapping[K, tuple[Rule, ...]]:
    groups: defaultdict[K, list[Rule]] = defaultdict(list)
    for key, rule in pairs:
        if rule not in groups[key]:
            groups[key].append(rule)
    return {key: tuple(group) for key, group in groups.items()}
