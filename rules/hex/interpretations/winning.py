"""HX-35 to HX-37: both players losing at the same time."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "HX-35",
        ("UR:137", "UR:138"),
        "Both champions are at 0 health or less.",
        (
            "The one with more health wins; at equal health, also at exactly 0 each, the turn player does.",
            "At 0 each the game is drawn.",
        ),
        "UR:138 speaks of negative health; no other rule says what exactly 0 each would be.",
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "HX-36",
        ("HB:7.1",),
        "One effect lets both players lose by drawing, or one by health and one by the deck.",
        (
            "Cards are drawn one at a time, the turn player's first: who fails first loses.",
            "Both lose together, which is settled as in HX-35.",
        ),
        "Drawing is done card by card.",
        affects_winner=True,
    ),
    Entry(
        "HX-37",
        ("HB:7.1",),
        "Does a lack of health end the game in the middle of a link?",
        ("No: it is looked at with the deaths (HX-12); an empty deck at once.", "Yes, both at once."),
        "UR:137 knows champions that die at the same time.",
        affects_winner=True,
    ),
)
