"""A small language for finding cards: ``a:wild t:champion off>=10 k:blitz cost=0 "break"``.

It knows no game: a game declares its fields (:class:`Vocabulary`), and the language reads, checks, explains and
completes questions about them.
"""

from typing import TYPE_CHECKING

from rules.lazy_imports import found_in

if TYPE_CHECKING:
    from rules.card_search.completion import Completion, complete
    from rules.card_search.expression import Query
    from rules.card_search.fields import Dated, Field, Flag, Numeric, Subject, Vocabulary, Words
    from rules.card_search.parser import read_query
    from rules.card_search.errors import QueryError
    from rules.card_search.suggestions import nearest
    from rules.card_search.substitutions import Reading
    from rules.card_search.display_fields import Shown

__all__ = [
    "Completion",
    "Dated",
    "Field",
    "Flag",
    "Numeric",
    "Query",
    "QueryError",
    "Reading",
    "Shown",
    "Subject",
    "Vocabulary",
    "Words",
    "complete",
    "nearest",
    "read_query",
]

_FOUND_IN = {
    "rules.card_search.completion": "Completion complete",
    "rules.card_search.expression": "Query",
    "rules.card_search.fields": "Dated Field Flag Numeric Subject Vocabulary Words",
    "rules.card_search.parser": "read_query",
    "rules.card_search.errors": "QueryError",
    "rules.card_search.suggestions": "nearest",
    "rules.card_search.substitutions": "Reading",
    "rules.card_search.display_fields": "Shown",
}
"""The public names by the module that has them."""

# A type checker must not see it: a module that answers to every name has no misspelt one.
if not TYPE_CHECKING:
    __getattr__ = found_in(__name__, _FOUND_IN)
