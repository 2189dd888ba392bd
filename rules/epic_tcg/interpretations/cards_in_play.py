"""Interpretations about cards in play: control, continuous abilities, keywords."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "ET-22",
        ("TCG:5.23", "TCG:5.37"),
        "Hunting what is unblockable, or warded against the hunter.",
        (
            "Not possible: the hunter could not block it.",
            "Possible: the words are about blocking attackers.",
        ),
        "5.23 asks whether the hunter could block it, not whether it is attacking.",
    ),
    Entry(
        "ET-23",
        ("TCG:5.23",),
        "Does the hunted champion deal damage?",
        (
            "Yes, like a blocker, in whatever position it was.",
            "Only if it was prepared.",
            "No.",
        ),
        "It takes part unless others block; only then is it said to have no part.",
        affects_winner=True,
    ),
    Entry(
        "ET-24",
        ("TCG:5.23",),
        "A group hunts: which members must be able to block the prey?",
        (
            "Each of them.",
            "One of them.",
        ),
        "5.23 asks it of a hunter.",
    ),
    Entry(
        "ET-25",
        ("TCG:5.23",),
        "The hunted champion is gone before damage, and no one blocked.",
        (
            "There is no one to deal damage to; breakthrough goes through in full.",
            "The attack turns on its controller.",
        ),
        "The attack was declared on the champion and not on the player.",
        affects_winner=True,
    ),
    Entry(
        "ET-31",
        ("TCG:5.40", "TCG:3.12"),
        "An unbreakable champion has 0 defense.",
        (
            "It stays.",
            "It is broken: 5.40 names break effects and damage only.",
        ),
        "The remark of 3.12 says of just this that it cannot be broken.",
    ),
    Entry(
        "ET-32",
        ("TCG:3.13", "TCG:5.10"),
        'Is a token that is broken "broken"?',
        (
            '"Is broken" triggers, "goes to a discard pile" does not.',
            "Neither.",
            "Both.",
        ),
        "3.13 counts being broken among the ways in which a token leaves.",
        affects_winner=True,
    ),
    Entry(
        "ET-36",
        ("TCG:3.10", "TCG:3.9"),
        "What contradicts?",
        (
            (
                "One thing of one piece set differently in one group of 3.9, or a keyword gained and lost; "
                "bonuses and penalties never do."
            ),
            "A keyword gained and lost does not: the later one wins.",
        ),
        "3.9 applies each group in one moment, so nothing is later.",
        affects_winner=True,
    ),
    Entry(
        "ET-37",
        ("TCG:3.10",),
        "Effects until end of turn that contradict, and what a removal triggers.",
        (
            "The newest holds and nothing is removed; a removal is leaving play, not breaking.",
            "The card the effect came from is removed from its pile.",
        ),
        "3.10 removes what generates a continuous ability; an event that is over generates none.",
    ),
    Entry(
        "ET-38",
        ("TCG:3.9", "TCG:3.16"),
        "Where do effects on control stand?",
        (
            "Before both groups; counters belong to the second.",
            "Among those that say is.",
        ),
        'Who controls a champion decides which "champions you control" reach it.',
    ),
    Entry(
        "ET-39",
        ("TCG:3.14", "TCG:3.18"),
        '"Shuffle your discard pile into your deck" with cards of others.',
        (
            "They go into the decks of their owners.",
            "They stay in the pile.",
        ),
        "3.14 keeps a card out of every deck but its owner's.",
    ),
    Entry(
        "ET-40",
        ("TCG:3.14",),
        "An owner is out in a game of three or more.",
        (
            "Their cards leave with them, and control over cards given away ends.",
            "The cards stay.",
        ),
        "The Complete Rules of the 2015 game say so; this book is silent.",
    ),
    Entry(
        "ET-41",
        ("TCG:5.42",),
        "May X target what has X ward?",
        (
            "Yes: targeting is not in the list; the piece is passed by.",
            "No.",
        ),
        "Untargetable is a word of its own (5.39).",
    ),
    Entry(
        "ET-42",
        ("TCG:5.42",),
        "Does a ward stop one's own things, and continuous abilities?",
        (
            "Yes, both; X is the source's alignment, origin or type at that moment.",
            "No.",
        ),
        "5.42 asks what a thing is, not whose.",
    ),
)
