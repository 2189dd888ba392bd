"""Search index of a rules document."""

import threading
from collections.abc import Iterator
from functools import lru_cache

from rules.rulebooks import Kind, Rule, Rulebook
from rules.search.documents import Document
from rules.search.index import SearchIndex
from rules.search.thesaurus import Thesaurus

HEADING_ONLY = 0.5
"""Weight of a title without text, which ranks below its rules."""


_BUILDING = threading.Lock()


def rulebook_index(rulebook: Rulebook) -> SearchIndex:
    """Return the cached index of a document; built on first use."""
    with _BUILDING:
        return _index(rulebook)


@lru_cache(maxsize=16)
def _index(rulebook: Rulebook) -> SearchIndex:
    thesaurus = Thesaurus(rulebook.synonyms, rulebook.paraphrases, rulebook.in_context)
    return SearchIndex(rulebook_documents(rulebook), thesaurus)


def rulebook_documents(rulebook: Rulebook) -> Iterator[Document]:
    """Yield the units of a rules document as searchable documents."""
    defined: dict[str, list[str]] = {}
    units = {rule.id for rule in rulebook.units}
    for term in rulebook.glossary:
        defined.setdefault(next(rule for rule in term.rules if rule in units), []).append(term.name)
    for rule in sorted(rulebook.units, key=lambda rule: (rule.id not in defined, rule.order)):
        yield Document(
            id=rule.id,
            heading=rule.heading,
            passages=_passages(rule),
            context=" ".join(rule.path[1:] if rule.number else rule.path),
            asides="\n".join((*rule.examples, *(note.text for note in rule.notes))),
            asked=rulebook.asked.get(rule.id, ()),
            names=(*defined.get(rule.id, ()), *((rule.heading,) if rule.kind is Kind.HEADING else ())),
            numbers=_numbers(rule),
            order=rule.order,
            weight=1.0 if rule.text else HEADING_ONLY,
        )


def _passages(rule: Rule) -> tuple[str, ...]:
    return tuple(paragraph for paragraph in rule.text.split("\n\n") if paragraph)


def _numbers(rule: Rule) -> tuple[str, ...]:
    if not rule.number:
        return ()
    forms = (rule.number, rule.id, rule.number.replace(".", ""), rule.printed)
    return tuple(dict.fromkeys(number for number in forms if number))
