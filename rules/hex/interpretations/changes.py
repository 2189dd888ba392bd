"""HX-09 to HX-11, HX-15, HX-16, HX-25, HX-28, HX-44 and HX-48: effects on cards."""

from rules.hex.interpretations.versions import SECOND_IN_CLIENT
from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "HX-09",
        ("UR:66", "UR:67", "UR:95", "UR:96", "UR:97"),
        "A card gets something, and no duration is given.",
        ("It lasts, and reverting removes it.", "It lasts, and reverting does not remove it."),
        "UR:95 names the word gets, and not the duration, as the mark of what goes.",
        affects_winner=True,
    ),
    Entry(
        "HX-10",
        ("UR:46", "UR:47", "UR:57", "HB:7.2"),
        "Do lasting modifiers survive death, hand and deck?",
        ("Yes, in every zone.", "Only counters do."),
        "UR:46 says it of counters, UR:47 counts them among the modifiers, and cards change others in hand and deck.",
        affects_winner=True,
    ),
    Entry(
        "HX-11",
        ("UR:69", "UR:99", "UR:107"),
        "What does reverting leave on a card?",
        (
            (
                "What other cards give it continuously, and gems. All else goes: temporary and lasting modifiers, "
                "transformations, damage, granted powers; counters go back to the start and 1-SHOT powers come back."
            ),
            "Granted powers stay as well.",
        ),
        "UR:95 takes all definite modifiers, and a power that a card gets is one.",
    ),
    Entry(
        "HX-15",
        ("UR:174",),
        "The rulebook inspires troops of greater cost; the cards say something else.",
        ("Troops of at least the cost of the inspiring card.", "Troops of greater cost only."),
        "The cards of both sets were read out of the game, and the rulebook sums them up.",
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "HX-16",
        ("UR:174", "UR:48"),
        "Are troops inspired that are created in play?",
        ("Yes, they enter play.", "No."),
        "Created cards are like others (UR:49), and no card says that they do not enter.",
    ),
    Entry(
        "HX-25",
        ("UR:199",),
        "How long does the ATK last that Rage gives?",
        ("Until the end of the turn.", "For good."),
        "Otherwise every attack would make the troop larger, and no card is priced like that.",
    ),
    Entry(
        "HX-28",
        ("UR:46", "UR:227"),
        "Do tunneling counters stay on a troop that has surfaced?",
        ("Yes.", "No."),
        "Counters move along with the card (UR:46).",
        version_options=SECOND_IN_CLIENT,
    ),
    Entry(
        "HX-44",
        ("UR:66", "UR:67"),
        "The first set says gets of continuous effects too, the second only of what lasts.",
        ("Each card does what it is known to do, whatever its verb.",),
        "The rulebook describes the later wording; the card facts tell the two apart.",
    ),
    Entry(
        "HX-48",
        ("UR:71", "UR:72"),
        "The master of a pet is not in play.",
        ("No one gets what the pet gives its master; the tie is kept.",),
        "UR:72 keeps the tie in every zone, and a text on a troop is about one in play.",
    ),
)
