"""Which of a game's fields a page of its cards puts forward."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Shown:
    """Which fields of a card pages show where, by name and in their order.

    Attributes:
        narrowed: by which a list can be narrowed beside the question.
        columns: which a list shows beside the name.
        head: which stand below the name on the card's own page.
        large: numbers that stand out there, such as attack and defense.
        coloured: whose words have colours; empty for none.
        explained: whose words are explained by the rules, keywords for example.
        keywords: words that are offered for looking up before anybody has asked; those of the first field that is
            explained where that is left out.
    """

    narrowed: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    head: tuple[str, ...] = ()
    large: tuple[str, ...] = ()
    coloured: str = ""
    explained: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Every field that is named anywhere."""
        coloured = (self.coloured,) if self.coloured else ()
        return (*self.narrowed, *self.columns, *self.head, *self.large, *coloured, *self.explained)
