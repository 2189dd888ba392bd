"""Card files: custom cards that an organiser adds to a game, and their validation.

Each game defines its own file format. This package contains the shared parts: results and errors (``model``), parsing
and documentation of fields (``fields``), trees of instructions (``nodes``), error locations (``locations``) and the
file as text (``text``).
"""

from rules.decks.card_files.fields import (
    TRUE_OR_FALSE,
    FieldError,
    card_count_error,
    describe_fields,
    is_name,
    list_of,
    one_of,
    read_fields,
    unknown_key_message,
    whole_number,
)
from rules.decks.card_files.locations import CardText, is_json, locate_cards, locate_header
from rules.decks.card_files.model import (
    MAX_CARDS,
    MAX_CHARACTERS,
    MAX_NAME_LENGTH,
    MAX_TITLE_LENGTH,
    NAMELESS,
    CardFileError,
    CardFileForm,
    Field,
    LocatedError,
    OwnCards,
    Source,
    Values,
)
from rules.decks.card_files.text import normalize, read_table, read_toml, require_length, text_hash

__all__ = [
    "MAX_CARDS",
    "MAX_CHARACTERS",
    "MAX_NAME_LENGTH",
    "MAX_TITLE_LENGTH",
    "NAMELESS",
    "TRUE_OR_FALSE",
    "CardFileError",
    "CardFileForm",
    "CardText",
    "Field",
    "FieldError",
    "LocatedError",
    "OwnCards",
    "Source",
    "Values",
    "card_count_error",
    "describe_fields",
    "is_json",
    "is_name",
    "list_of",
    "locate_cards",
    "locate_header",
    "normalize",
    "one_of",
    "read_fields",
    "read_table",
    "read_toml",
    "require_length",
    "text_hash",
    "unknown_key_message",
    "whole_number",
]
