"""CH-09 and CH-16 to CH-21: the order of reactions."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "CH-09",
        (
            "2.7.3.2",
            "3.2.1.3",
        ),
        "Left of what, for the cards of the other side?",
        (
            "Each owner's own left, so that lane 1 of one player faces lane 4 of the other.",
            "The left of the player who applies the effect.",
        ),
        "2.8.3 and 3.2.1.3 look at a side from its owner.",
        affects_winner=True,
    ),
    Entry(
        "CH-16",
        (
            "4.1.3.2b",
            "2.7.3.2",
        ),
        "Is the objective of the Champion that plays looked at before everything else?",
        (
            (
                "In its place: own Blessings first, then Champions from the left, the acting one's objective before "
                "its Trait."
            ),
            "First of all.",
        ),
        "2.7.3.2 gives the objective its place; 4.1.3.2b says that it is looked at, not before what.",
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "CH-17",
        (
            "3.1.5b",
            "2.6.5",
        ),
        "Both the objective and what a card does as it enters happen in limbo. Which comes first?",
        (
            (
                "The Standard Order with the objective, then what it does as it enters, then the field, then instant "
                "effects."
            ),
            "What it does as it enters.",
        ),
        "2.7.2: before the card's own effects everything else is looked at, and this is one of its effects.",
    ),
    Entry(
        "CH-18",
        (
            "2.6.5",
            "2.4.2.2i",
        ),
        "The card in limbo has revealed a Blessing. Does the Blessing work on that card's effects already?",
        (
            "Yes.",
            "From the next event on.",
        ),
        "Blessings work from their reveal, and the card's effects come after the turn of the Champion is finished.",
        affects_winner=True,
    ),
    Entry(
        "CH-19",
        ("2.7.3.4",),
        "Can something interrupt in the middle of one text?",
        (
            "After each instruction, before the next one.",
            "After the whole text.",
        ),
        "The process begins immediately.",
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "CH-20",
        ("2.7.3.2",),
        "Which cards answer to an event, if answers change what is in play?",
        (
            (
                "They are looked at place by place as the order reaches them, each once; places passed are not "
                "visited again."
            ),
            "Those that were in play when it happened.",
        ),
        "The rule is a way of looking through the battlefield, not a list made beforehand.",
        affects_winner=True,
    ),
    Entry(
        "CH-21",
        ("2.7.1",),
        "Two answers of one card to one event.",
        ("In the order printed, what was added to the card last.",),
        "The example of 2.7.1 shows it with two Last Stands.",
    ),
)
