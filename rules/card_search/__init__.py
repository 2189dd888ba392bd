"""A small language for finding cards: ``a:wild t:champion off>=10 k:blitz cost=0 "break"``.

It knows no game: a game declares its fields (:class:`Vocabulary`), and the language reads, checks, explains and
completes questions about them.
"""

from rules.card_search.completion import Completion, complete
from rules.card_search.expression import Query
from rules.card_search.fields import Dated, Field, Flag, Numeric, Subject, Vocabulary, Words
from rules.card_search.grammar import read_query
from rules.card_search.mistakes import QueryError
from rules.card_search.nearest import nearest
from rules.card_search.readings import Reading
from rules.card_search.shown import Shown

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
