"""A query language for cards.

For example ``a:wild t:champion off>=10 k:blitz cost=0 "break"``. It is independent of games: each game declares its
searchable fields (:class:`Vocabulary`), and this package parses, evaluates, explains and completes queries on them.
"""

from typing import TYPE_CHECKING

from rules.lazy_imports import lazy_getattr

if TYPE_CHECKING:
    from rules.card_search.completion import Completion, complete
    from rules.card_search.display_fields import DisplayFields
    from rules.card_search.errors import QueryError
    from rules.card_search.expression import Query
    from rules.card_search.fields import Dated, Field, Flag, Numeric, Subject, Vocabulary, Words
    from rules.card_search.parser import parse_query
    from rules.card_search.substitutions import Substitution
    from rules.card_search.suggestions import suggest_queries

__all__ = [
    "Completion",
    "Dated",
    "DisplayFields",
    "Field",
    "Flag",
    "Numeric",
    "Query",
    "QueryError",
    "Subject",
    "Substitution",
    "Vocabulary",
    "Words",
    "complete",
    "parse_query",
    "suggest_queries",
]

_PUBLIC_NAMES = {
    "rules.card_search.completion": "Completion complete",
    "rules.card_search.expression": "Query",
    "rules.card_search.fields": "Dated Field Flag Numeric Subject Vocabulary Words",
    "rules.card_search.parser": "parse_query",
    "rules.card_search.errors": "QueryError",
    "rules.card_search.suggestions": "suggest_queries",
    "rules.card_search.substitutions": "Substitution",
    "rules.card_search.display_fields": "DisplayFields",
}
"""The public names by the module that has them."""

# With ``__getattr__`` visible, type checkers would accept any misspelt name.
if not TYPE_CHECKING:
    __getattr__ = lazy_getattr(__name__, _PUBLIC_NAMES)
