"""The fields that card pages display."""

from dataclasses import dataclass


@dataclass(frozen=True)
class DisplayFields:
    """The fields that card pages display, by field name and in order.

    Attributes:
        filters: filters of the card list.
        columns: columns of the card list next to the name.
        summary: fields below the name on the card's page.
        main_numbers: numbers that are displayed large, such as attack and defense.
        coloured_field: the field whose values have a colour; empty for none.
        explained_fields: fields whose values the rules explain, such as keywords.
        keywords: suggested terms for the glossary search; by default those of the first explained field.
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
        """The names of all displayed fields."""
        coloured = (self.coloured_field,) if self.coloured_field else ()
        return (*self.filters, *self.columns, *self.summary, *self.main_numbers, *coloured, *self.explained_fields)
