"""The documents of one game by slug, each read on first use and then kept."""

from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable

from rules.rulebooks.model import Reference, Rule
from rules.rulebooks.reading import read_rulebook
from rules.rulebooks.rulebook import Rulebook, UnknownRuleError


class Library(Mapping[str, Rulebook]):
    """A game's rules documents, from a package folder that holds one folder for each and the game's glossary.

    Args:
        root: the package folder, with ``glossary.toml`` and ``disagreements.toml``.
        folders: the folder of each document by the document's slug.
    """

    def __init__(self, root: Traversable, folders: Mapping[str, str]) -> None:
        self._root = root
        self._folders = dict(folders)
        self._read: dict[str, Rulebook] = {}

    def __getitem__(self, slug: str) -> Rulebook:
        """Return a document by slug; raise ``KeyError`` if the game has none of that name."""
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


def referred(library: Mapping[str, Rulebook], book: Rulebook, reference: Reference) -> tuple[Rulebook, Rule] | None:
    """Return the unit that a reference in a document's text names, with the document it stands in.

    Args:
        library: every document that can be referred to, by slug.
        book: the document in whose text the reference stands.
        reference: the reference.

    Returns:
        ``None`` where no unit answers to it.
    """
    if not reference.rulebook:
        return (book, reference.target) if reference.target else None
    other = library.get(reference.rulebook)
    try:
        return (other, other.by_slug(reference.slug)) if other else None
    except UnknownRuleError:
        return None
