"""What a citation names as it reads now: the text on which rulings and decisions rest."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType

from epic_events.reference.rules import selectors
from rules.games import GAMES


@dataclass(frozen=True)
class CitedText:
    """What a citation names, as it reads now.

    Attributes:
        rulebook: slug of the document, or ``interpretations``.
        version: the rules version it stands for; empty for an interpretation.
        text_hash: tells whether it reads otherwise one day.
    """

    rulebook: str
    version: str
    text_hash: str


def cited_text(game: str, citation: str, altered: Mapping[str, str] = MappingProxyType({})) -> CitedText | None:
    """Return the unit or interpretation that a canonical citation names; None where the game has none.

    Args:
        game: the game's slug.
        citation: as it is stored.
        altered: the rules that official texts alter, as ``load_altered_rules`` gives them: they read otherwise.
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
    """Return by citation the hash of what each names now; what names nothing is left out."""
    found = {citation: cited_text(game, citation, altered) for citation in citations}
    return {citation: text.text_hash for citation, text in found.items() if text is not None}


def changed_citations(game: str, hashes: Mapping[str, str], altered: Mapping[str, str]) -> frozenset[str]:
    """Return the citations that read otherwise now, or are gone, than when their hashes were stored."""
    now = text_hashes(game, tuple(hashes), altered)
    return frozenset(citation for citation, was in hashes.items() if now.get(citation) != was)
