"""The rules documents of a game, loaded on first use and cached."""

from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable

from rules.rulebooks.model import Reference, Rule
from rules.rulebooks.parser import read_rulebook
from rules.rulebooks.rulebook import Rulebook, UnknownRuleError


class Library(Mapping[str, Rulebook]):
    """The rules documents of a game by slug, with its glossary.

    Args:
        root: package folder with ``glossary.toml``, ``disagreements.toml`` and a folder per document.
        folders: folder names by document slug.
    """

    def __init__(self, root: Traversable, folders: Mapping[str, str]) -> None:
        self._root = root
        self._folders = dict(folders)
        self._read: dict[str, Rulebook] = {}

    def __getitem__(self, slug: str) -> Rulebook:
        """Return a document by slug; raise ``KeyError`` if it is unknown."""
        if slug not in self._read:
            self._read[slug] = read_rulebook(
                self._root / self._folders[slug],
                glossary=self._root / "glossary.toml",
                disagreements=self._root / "disagreements.toml",
            )
        return self._read[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(self._folders)

    def __len__(self) -> int:
        return len(self._folders)


def resolve_reference(
    library: Mapping[str, Rulebook], book: Rulebook, reference: Reference
) -> tuple[Rulebook, Rule] | None:
    """Return document and unit that a reference points to.

    Args:
        library: all documents that can be referred to, by slug.
        book: the document that contains the reference.
        reference: the reference.

    Returns:
        ``None`` if there is no such unit.
    """
    if not reference.rulebook:
        return (book, reference.target) if reference.target else None
    other = library.get(reference.rulebook)
    try:
        return (other, other.by_slug(reference.slug)) if other else None
    except UnknownRuleError:
        return None
