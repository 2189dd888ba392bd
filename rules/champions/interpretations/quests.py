"""CH-22 to CH-27: Quests and their objectives."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "CH-22",
        ("2.6.4",),
        "One objective per specific card: which card is meant?",
        (
            "This piece of cardboard; a Champion, with Trait and Heroic Act together, is one too.",
            "All cards of its name.",
        ),
        "Where a name is meant, 4.1.3.2d says so.",
    ),
    Entry(
        "CH-23",
        ("2.6.6",),
        "What does a Champion's Quest do after it is complete?",
        (
            "Nothing: the Champion lies as printed and its Quest is over.",
            "It begins again, without a Blessing.",
        ),
        "There is no second Blessing to reveal, and completing is spoken of as happening once.",
    ),
    Entry(
        "CH-24",
        (
            "6.1.2/rotate",
            "2.6.6",
        ),
        "An effect Rotates a Champion.",
        (
            (
                "Forward, the objective counts as done, and the fourth completes the Quest; back, not past the first;"
                " a complete Quest never opens again."
            ),
        ),
        "Rotating forward is what completing an objective does (2.6.5).",
    ),
    Entry(
        "CH-25",
        (
            "2.6.3d",
            "2.6.3e",
            "2.6.3f",
        ),
        "Are objectives completed in the other player's turn?",
        (
            "Yes, in its Battlefield Phase as well.",
            "Only in the player's own turn.",
        ),
        "Nothing limits it; the turn of 2.6.4 is any turn.",
        affects_winner=True,
    ),
    Entry(
        "CH-26",
        (
            "2.6.3d",
            "2.6.3e",
            "2.6.3f",
            "6.2/control",
        ),
        "Does what a Blessing of the lane does count for the Champion's objectives?",
        (
            "Yes: 6.2 counts Blessings among what a Champion controls.",
            "No: the brackets of 2.6.3 leave them out.",
        ),
        "The brackets give the usual cases; control has a definition.",
    ),
    Entry(
        "CH-27",
        (
            "2.13.4",
            "2.6.3e",
        ),
        "A player with 34 health is healed by 3.",
        ("1 is gained, and it counts; at 35 nothing happens and no objective is done.",),
        "35 is the maximum, and gaining is what changes health.",
    ),
)
