"""I-121 to I-130: last known values and lost abilities."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "I-121",
        ("3.2.3", "1.9.1", "1.9.2"),
        "A text speaks of a champion that it has made leave play: of its offense, its controller.",
        (
            "What it last was in play counts: values with all changes, and who controlled it then.",
            "What is printed on the card counts, and its owner.",
        ),
        "The words look at the champion, which was only in play; the card in its new zone is another object (I-52).",
        affects_winner=True,
        fixed_reason="What has left play has no values but its last ones: of a token no card is left.",
    ),
    Entry(
        "I-122",
        ("3.4.1", "3.2.2", "5.16.1"),
        "Champions break at the same time and one of them watches others break.",
        (
            "Each that is in play at that moment sees all others break, those that break with it included.",
            "One that breaks as well sees nothing.",
        ),
        "They leave play together, so none of them has left before another breaks.",
        affects_winner=True,
    ),
    Entry(
        "I-123",
        ("3.3", "3.4", "3.5", "5.0"),
        "A champion loses its powers, abilities and keywords until end of turn, and gains some meanwhile.",
        (
            "It loses what it had, printed or gained; what it gains later, or has from others in play, it has.",
            "It can have none at all until the turn ends.",
        ),
        "Effects apply in the order in which they happen; what has triggered before resolves (3.4.2).",
        fixed_reason="Only one card asks, and its words speak of losing, not of being barred from gaining.",
    ),
    Entry(
        "I-124",
        ("4.4.1", "3.3.1"),
        "A player becomes one who cannot be attacked while an attack on them is under way.",
        ("The battle goes on; only declaring an attack is restricted.", "The attackers leave the battle."),
        "As with losing blitz (I-64) and with cards that stop further attacks.",
        fixed_reason="Nothing printed takes attackers out of a battle for it, and only declaring is spoken of.",
    ),
    Entry(
        "I-125",
        ("2.3.2", "1.9.1"),
        "A card breaks a champion and lets its controller make a token: whose controller?",
        (
            "That of the champion that breaks, unless the card says its own.",
            "That of the champion or event that breaks it.",
        ),
        "The token makes up for the loss; cards that pay their own player say so or name no player.",
        affects_winner=True,
        fixed_reason="Whose it is stands in the words of each card, which the card data follows.",
    ),
    Entry(
        "I-126",
        ("1.7.1", "1.7.2", "1.7.4", "5.0.2"),
        "A card enters play rather than being discarded when an opponent makes its owner discard it.",
        (
            "Only when an opponent's effect makes them, regardless of who picks the card; it was not discarded.",
            "Whenever it is discarded, also down to seven cards at the end of a turn.",
        ),
        "The card speaks of an opponent; the hand limit is a rule of the game.",
        fixed_reason="The second reading would leave out a word of the card.",
    ),
    Entry(
        "I-153",
        ("5.0.4", "5.0.8", "5.14.1"),
        "A hand holds a champion that can never gain abilities; another lets such cards be played with ambush.",
        (
            "It is played like the others: what is printed on it counts while it is in play.",
            "It is not: it never gains anything, in the hand either.",
        ),
        "Abilities work in other zones where they say so (5.0.8); and it is the player who may do something.",
    ),
)
