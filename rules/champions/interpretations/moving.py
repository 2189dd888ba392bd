"""CH-31 to CH-33, CH-44 to CH-50: stacks, highlights, keywords that move cards."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "CH-31",
        (
            "2.14.4e",
            "2.14.4f",
        ),
        "A stack is Returned, Replaced, Swapped or moved.",
        (
            "All of it goes, in its order, as one Unit.",
            "Only the top card goes.",
        ),
        "A stack counts as one Unit, and the quick guide lets the cards below go along.",
        affects_winner=True,
    ),
    Entry(
        "CH-32",
        (
            "2.14.4d",
            "6.1.2/restart",
        ),
        "Covered cards are turned upright. Is that a Restart?",
        ("No, and nothing triggers: covered cards have no corner.",),
        "Only the top card of a stack has effects.",
    ),
    Entry(
        "CH-33",
        ("2.14.4b",),
        "From when to when is a Unit in the process of being Deployed onto a stack?",
        ("From limbo until it lies there; a second one then fails and stays where it was.",),
        "The rule keeps two from arriving on one stack out of one chain of effects.",
    ),
    Entry(
        "CH-44",
        ("6.2/leaving-play",),
        "Returned is used and never explained.",
        ("To its owner's hand; neither Discarded nor Removed.",),
        "Among the ways to leave play it stands apart from Removing, and the hand is the area left for it.",
    ),
    Entry(
        "CH-45",
        ("2.8.1",),
        "Several cards are Highlighted where the text wants one.",
        ("The effect's player picks; without the word one, it is all of them.",),
        "The one who carries out an effect decides what it leaves open.",
    ),
    Entry(
        "CH-46",
        ("2.8.5",),
        "A Highlighted place lies beyond the edge of the battlefield.",
        ("It does not exist; nothing wraps round.",),
        "There are four lanes (3.1.4a).",
    ),
    Entry(
        "CH-47",
        ("6.1.2/last-stand",),
        "A Last Stand takes its own Unit away before it is Removed.",
        ("The Remove finds nothing: the Unit is not Removed, and no objective is done.",),
        "Last Stand comes first, and as much as possible is done of what follows (2.2.2).",
    ),
    Entry(
        "CH-48",
        (
            "6.1.2/remove",
            "2.10.1.3",
        ),
        "Several cards are Removed at once.",
        (
            (
                "Last Stands in Standard Order on the field; then all to limbo together, where leaving play triggers "
                "in Standard Order; then to the piles from left to right."
            ),
        ),
        "The keyword gives the frame, 4.1.2.3 the way limbo is handled.",
    ),
    Entry(
        "CH-49",
        (
            "6.2/swap",
            "3.1.3c",
        ),
        "A card is Swapped with one of the hand or the discard pile.",
        ("The newcomer is Deployed, upright; the other takes its exact place.",),
        "Getting a Unit into play by any means is a Deploy (6.1.2).",
    ),
    Entry(
        "CH-50",
        ("6.1.2/dormant",),
        "How long does a card stay Dormant, and what does it still do?",
        (
            (
                "As long as the card that did it says. It engages its Champion, keeps its corner, closes its stack "
                "and has no Last Stand."
            ),
        ),
        "It is still in play, only without effects.",
    ),
)
