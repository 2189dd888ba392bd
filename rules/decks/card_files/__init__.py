"""An organiser's card file: what it adds to the known cards of a game, and what is wrong with one, line by line.

Each game reads its own form of file. What comes of it, how mistakes are told and where (``places``), how fields are
read and explained (``fields``), how trees of instructions are written and read (``nodes``), and how long a file may be
(``files``) is the same. Imports names and catalogues of ``rules.decks`` and nothing else of this library.
"""

from rules.decks.card_files.fields import (
    TRUE_OR_FALSE,
    Wrong,
    explained,
    is_name,
    one_of,
    read_fields,
    several,
    too_many,
    unknown_of,
    whole_number,
)
from rules.decks.card_files.files import hash_of, in_one_form, read_table, read_toml, require_length
from rules.decks.card_files.model import (
    LONGEST_NAME,
    LONGEST_TITLE,
    MOST_CARDS,
    MOST_CHARACTERS,
    NAMELESS,
    CardFileError,
    CardFileForm,
    Field,
    Mistake,
    OwnCards,
    Source,
    Values,
)
from rules.decks.card_files.places import CardText, cards_in, head_in, is_json

__all__ = [
    "LONGEST_NAME",
    "LONGEST_TITLE",
    "MOST_CARDS",
    "MOST_CHARACTERS",
    "NAMELESS",
    "TRUE_OR_FALSE",
    "CardFileError",
    "CardFileForm",
    "CardText",
    "Field",
    "Mistake",
    "OwnCards",
    "Source",
    "Values",
    "Wrong",
    "cards_in",
    "explained",
    "hash_of",
    "head_in",
    "in_one_form",
    "is_json",
    "is_name",
    "one_of",
    "read_fields",
    "read_table",
    "read_toml",
    "require_length",
    "several",
    "too_many",
    "unknown_of",
    "whole_number",
]
