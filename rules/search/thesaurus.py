"""Synonyms and paraphrases for queries."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Thesaurus:
    """Phrases of queries and their replacements.

    Attributes:
        synonyms: pairs of a phrase and its term in the documents; reported to the user.
        paraphrases: pairs of a colloquial phrase and additional search words; not reported.
        in_context: triples of a phrase, words of which one must also be in the query, and search words that then
            replace the usual meaning ("die" with "roll").
    """

    synonyms: tuple[tuple[str, str], ...] = ()
    paraphrases: tuple[tuple[str, str], ...] = ()
    in_context: tuple[tuple[str, str, str], ...] = ()
