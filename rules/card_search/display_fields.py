"""Which of a game's fields a page of its cards puts forward."""

from dataclasses import dataclass


@dataclass(frozen=True)
class DisplayFields:
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

    filters: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    summary: tuple[str, ...] = ()
    main_numbers: tuple[str, ...] = ()
    coloured_field: str = ""
    explained_fields: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Every field that is named anywhere."""
        coloured = (self.coloured_field,) if self.coloured_field else ()
        return (*self.filters, *self.columns, *self.summary, *self.main_numbers, *coloured, *self.explained_fields)
