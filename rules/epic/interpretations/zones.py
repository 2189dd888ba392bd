"""I-131 to I-140: damage triggers, discard piles, control, several targets."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "I-131",
        ("3.4.1", "4.4.11b"),
        "A champion deals damage to several things at the same time; how often does its ability trigger on that?",
        ("Once for all of it.", "Once for each player or champion that was dealt damage."),
        "Dealing damage is the condition, and it happens once.",
    ),
    Entry(
        "I-132",
        ("5.0.2", "5.0.8", "5.4.3"),
        "Whose are abilities that trigger on their own card's reaching or leaving the discard pile?",
        (
            "Its owner's; wherever the card came from or goes, recalls included, they resolve all the same.",
            "Its owner's, and only while the card is in the pile as they resolve.",
        ),
        "No player controls the card there (1.9.2), and the condition is the move itself.",
        fixed_reason="Nothing printed makes an ability that has triggered look at its card again as it resolves.",
    ),
    Entry(
        "I-133",
        ("5.17.2",),
        "A player gains control of a champion they control already.",
        (
            "No control is gained: it is not deploying again and stays in its battle; the other effects happen.",
            "It is treated like one gained from another player.",
        ),
        "5.17.2 speaks of a champion whose control a player gains.",
        fixed_reason="What a player has already cannot be gained: the other reading has no rule to stand on.",
    ),
    Entry(
        "I-134",
        ("4.5.2d", "5.17.2"),
        "Several effects have changed the control of one champion in a turn; who has it after that turn?",
        (
            "The player who last gained it permanently, otherwise the one who had it before.",
            "The player who had it before the last change.",
        ),
        "Each effect lasts as long as it says, and the latest that still lasts counts.",
        fixed_reason="An effect that says how long it lasts would end early.",
    ),
    Entry(
        "I-135",
        ("5.21.1", "5.15.2"),
        "Several champions are transformed at once; in which order do they go under a deck?",
        ("At random, as if banished together.", "As their owner chooses."),
        "5.15.2 is the only rule on cards that go under a deck together.",
        fixed_reason="No rule gives anybody a choice of this order.",
    ),
    Entry(
        "I-136",
        ("5.20.7", "3.2.3c"),
        "Different amounts are for different targets and there are fewer targets than amounts.",
        ("The amounts are given out in the order written; the last ones are not dealt.", "The player says which."),
        "A text is followed in the order written (3.2.3), as much of it as possible.",
        fixed_reason="No rule gives anybody a choice of what to leave out.",
    ),
    Entry(
        "I-137",
        ("5.20.1", "4.5.2a"),
        "A text names a target for something at the end of the turn. When is it picked?",
        ("As the text resolves.", "At the end of the turn."),
        "5.20.1 has targets picked while the card with the word resolves.",
        fixed_reason="5.20.1 says when.",
    ),
    Entry(
        "I-138",
        ("5.20.7",),
        "How few targets are enough where a text says up to a number?",
        ("None.", "As many as there are, up to the number."),
        "The number is asked for as a limit; 5.20.7 is about a number that is asked for.",
        fixed_reason="A limit says nothing of a least number.",
    ),
    Entry(
        "I-139",
        ("3.6.1", "3.2.1"),
        "A card is played for free and its effect asks for gold on top.",
        (
            "Nothing is paid: what its text asks for is a part of its cost.",
            "What its text asks for is paid all the same.",
        ),
        "3.6.1 counts additional costs of the text box among the parts of the cost.",
        fixed_reason="3.6.1 says what the cost of a card is made up of.",
    ),
    Entry(
        "I-140",
        ("5.15.1", "1.4.8"),
        "A card is banished out of a hand. Do the other players see which?",
        ("Yes, as they see one that is discarded.", "No."),
        "It leaves the hand face up for everybody to see that one card is banished, and no rule hides it.",
        fixed_reason="What has been seen decides nothing in the game itself.",
    ),
)
