"""Full-text search for rules, cards and rulings, with small in-memory indexes."""

from rules.search.documents import Change, Document, Hit, Reason, Results
from rules.search.index import SearchIndex
from rules.search.rulebooks import rulebook_index
from rules.search.thesaurus import Thesaurus

__all__ = ["Change", "Document", "Hit", "Reason", "Results", "SearchIndex", "Thesaurus", "rulebook_index"]
