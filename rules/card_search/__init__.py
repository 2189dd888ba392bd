"""A small language for finding cards: ``a:wild t:champion off>=10 k:blitz cost=0 "break"``.

It knows no game: a game declares its fields (:class:`Vocabulary`), and the language reads, checks, explains and
completes questions about them.
"""

from rules.card_search.completion import Completion, complete
from rules.card_search.expression import Query
from rules.card_search.fields import Field, Flag, Numeric, Subject, Vocabulary, Words
from rules.card_search.grammar import read_query
from rules.card_search.mistakes import QueryError

__all__ = [
    "Completion",
    "Field",
    "Flag",
    "Numeric",
    "Query",
    "QueryError",
    "Subject",
    "Vocabulary",
    "Words",
    "complete",
    "read_query",
]
