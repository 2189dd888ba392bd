"""Description of the card file format for the registry and the site."""

from importlib.resources import files
from typing import Final

from rules.decks.card_files import CardFileForm, describe_fields
from rules.epic.own_cards.fields import ENUMERATIONS, FIELDS, HEAD, NODES
from rules.epic.own_cards.parsing import parse_card_file
from rules.epic.own_cards.serialization import write_card_file

_HEADINGS: Final = {
    "table": "Tables without `is`",
    "ability": "Abilities, which stand in `effects`",
    "instruction": "Instructions, which stand in the effects of an ability",
    "selector": "What an instruction applies to",
    "condition": "Conditions of `if`",
    "amount": "Amounts, instead of a number",
}
FILE_FORMAT: Final = CardFileForm(
    language="TOML or JSON",
    head=HEAD,
    fields=describe_fields(FIELDS),
    effects=(
        "What a card does stands in `effects`, in the words that the engine carries out: "
        '`effects = [{ is = "tribute", effects = [{ is = "draw", count = 1 }] }]`. `is` names an ability, an '
        "instruction or what it applies to; the fields of each are listed below, in brackets where they may be left "
        'out. What needs no field can be its name alone: `"recycle"`, `"you"`. A cost and a filter are tables '
        'without `is`: `cost = { gold = 1 }`, `where = { whose = "own" }`. `python -m rules card NAME --as-file` '
        "shows any published card like this. Disputes of the event are replayed with just these effects; a card "
        "without "
        "them can be put into decks, but no record with it can be replayed."
    ),
    words={
        **{_HEADINGS[noun]: forms for noun, forms in NODES.forms.items()},
        "The values of fields": ENUMERATIONS,
    },
    example=(files(__name__.rpartition(".")[0]) / "example.toml").read_text(encoding="utf-8"),
    read=parse_card_file,
    write=write_card_file,
)
"""The card file format of Epic."""
