"""Interpretations of zones and cards.

HX-19 to HX-21, HX-27, HX-29 to HX-32, HX-38, HX-39, HX-45 and HX-46.
"""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "HX-19",
        ("UR:135", "UR:100", "UR:57"),
        "A card's owner is not its controller: whose void or crypt does it go to?",
        (
            "Out of play the controller's, as printed, as with hand and deck; from the chain or a crypt the owner's.",
            "Always the owner's.",
        ),
        "UR:100 and UR:135 speak of the controller; cards that interrupt or empty a crypt speak of the owner.",
    ),
    Entry(
        "HX-20",
        ("UR:132", "UR:57"),
        "Does a troop die that goes to the crypt for uniqueness?",
        ("Yes: it moves to the crypt out of play.", "No."),
        "UR:57 requires only that.",
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "HX-21",
        ("UR:231",),
        "A second card of one Unique name goes underground.",
        ("That is not forbidden; the check comes at once, and the newest stays.", "It cannot be tunneled."),
        "UR:231 calls it a check, as UR:132 does.",
    ),
    Entry(
        "HX-27",
        ("UR:227", "UR:60", "UR:61"),
        "Does a troop surface at once or by way of the chain?",
        (
            "A link plays it for free in Prep, one at a time, and players may answer.",
            "It is put straight into play.",
        ),
        "UR:227 says that it is played for free, and UR:61 puts such cards on the chain.",
        affects_winner=True,
    ),
    Entry(
        "HX-29",
        ("UR:227",),
        "Does the turn in which a troop goes underground count?",
        ("No: counters come at the start of later turns of its owner.",),
        "Tunneling is possible in a main phase only, after the start of the turn.",
    ),
    Entry(
        "HX-30",
        ("UR:89", "UR:90", "UR:91", "UR:166"),
        "Is shuffling a card into a deck the same as putting it into the deck?",
        ("No: shuffling makes the whole order unknown, putting leaves the others in order.", "Yes."),
        "UR:91 says so of putting alone.",
    ),
    Entry(
        "HX-31",
        ("UR:103",),
        "Is a deck shuffled after it was searched?",
        ("Only if the card says so.", "Always."),
        "UR:103 hides the order from the searcher, which shuffling would make needless.",
    ),
    Entry(
        "HX-32",
        ("UR:24",),
        "More cards are to be buried than the deck has.",
        ("As many as there are; no one loses.", "That player loses."),
        "Only drawing from an empty deck loses (HB:7.1).",
    ),
    Entry(
        "HX-38",
        ("UR:52", "UR:131"),
        "Nothing fits a random creation or transformation.",
        ("That Which Does Not Exist, whose values are unknown: a verdict is undetermined.",),
        "The section on that card is lost (120 to 122).",
    ),
    Entry(
        "HX-39",
        ("UR:87",),
        "A prismatic card is said to have one or more shards, as nearly every card does.",
        ("More than one.", "One or more."),
        "The border that marks them would mark nothing otherwise.",
    ),
    Entry(
        "HX-45",
        ("UR:12", "UR:14"),
        "When is a resource or an action voided that is in play?",
        ("In the check of HX-12; nothing triggers.",),
        "At once, but not while a link resolves (UR:3).",
    ),
    Entry(
        "HX-46",
        ("UR:135",),
        "One card says that cards leave the game.",
        ("They go to the void.", "They are out of all zones."),
        "The game has no other place for cards that are gone (UR:240).",
    ),
)
