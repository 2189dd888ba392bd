"""Interpretations about decks."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "ET-47",
        ("TCG:4.1", "TCG:4.2", "TCG:4.3"),
        "Pack War against the 30 cards of sealed pack, and sideboards there.",
        (
            "Exactly the 15 cards of the pack and no sideboard; elsewhere a sideboard of none or 15.",
            "A sideboard is everything that is not in the deck.",
        ),
        "4.3 builds no deck, and 4.2 sets aside what is in neither.",
    ),
)
