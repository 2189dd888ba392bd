"""Current texts of citations, on which rulings and decisions are based."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType

from epic_events.reference.rules import selectors
from rules.games import GAMES


@dataclass(frozen=True)
class CitedText:
    """Current text of a citation.

    Attributes:
        rulebook: slug of the document, or ``interpretations``.
        version: rules version of the document; empty for an interpretation.
        text_hash: hash of the text, to detect changes.
    """

    rulebook: str
    version: str
    text_hash: str


def cited_text(game: str, citation: str, altered: Mapping[str, str] = MappingProxyType({})) -> CitedText | None:
    """Return the unit or interpretation of a canonical citation; None without one.

    Args:
        game: slug of the game.
        citation: the canonical citation.
        altered: hashes of rules altered by official texts, as returned by ``load_altered_rules``.
    """
    for book in selectors.rulebooks().values():
        if book.game == game and citation in book:
            stamp = book.get(citation).text_hash
            if citation in altered:
                stamp = sha256(f"{stamp} {altered[citation]}".encode()).hexdigest()[:16]
            return CitedText(book.slug, book.version, stamp)
    entry = GAMES[game].interpretations.get(citation)
    if entry is None:
        return None
    by_version = "".join(str(index) for _version, index in entry.version_options) or "0"
    words = "\n".join((entry.problem, *entry.options, by_version))
    return CitedText("interpretations", "", sha256(words.encode()).hexdigest()[:16])


def text_hashes(game: str, citations: tuple[str, ...], altered: Mapping[str, str]) -> dict[str, str]:
    """Return the current text hash of each citation; unknown citations are omitted."""
    found = {citation: cited_text(game, citation, altered) for citation in citations}
    return {citation: text.text_hash for citation, text in found.items() if text is not None}


def changed_citations(game: str, hashes: Mapping[str, str], altered: Mapping[str, str]) -> frozenset[str]:
    """Return the citations whose text changed or disappeared since the hashes were stored."""
    now = text_hashes(game, tuple(hashes), altered)
    return frozenset(citation for citation, was in hashes.items() if now.get(citation) != was)
