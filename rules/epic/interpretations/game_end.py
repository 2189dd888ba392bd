"""I-17 to I-26: winning, health and drawing."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "I-17",
        ("1.2.1", "1.6.2", "RB:getting-started/winning-and-losing"),
        "What happens when several cards are drawn and the deck runs out in the middle?",
        (
            "Cards are drawn one by one; the first draw from an empty deck wins at once, even in mid-effect.",
            "The whole draw fails and wins.",
            "The win waits until the effect is done.",
        ),
        "All three sentences on it agree in this reading.",
        affects_winner=True,
    ),
    Entry(
        "I-18",
        ("1.2.1", "1.2.2", "3.2.3"),
        "One effect lets a player draw out and another be eliminated.",
        (
            "Instructions go in order; what happens first ends the game.",
            "The win counts before the elimination.",
            "The game is drawn.",
        ),
        "Text is followed in the order listed (3.2.3).",
        affects_winner=True,
        fixed_reason="The engine ends a game at the first instruction that ends it, as 3.2.3 orders them.",
    ),
    Entry(
        "I-19",
        ("1.2.1", "1.5.4"),
        "All players left reach 0 health at the same moment.",
        (
            "No player remains, so no player wins: the game is drawn.",
            "The one with more health wins.",
            "The turn player wins.",
        ),
        "Winning needs a player who remains (1.2.1).",
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "I-20",
        ("1.2.1", "1.6.2"),
        "Does drawing out win a game of many players?",
        ("Yes, the whole game.", "Only against one opponent."),
        "1.2.1 speaks of winning the game.",
        fixed_reason="1.2.1 lets the player win the game, so the other reading contradicts a printed rule.",
    ),
    Entry(
        "I-21",
        ("1.5.3", "1.8.2"),
        "Is losing or paying health damage?",
        ("No; it triggers nothing that watches damage, but reaching 0 by it eliminates.", "It counts as damage."),
        "1.5.3 makes damage a cause of losing health, not the other way round.",
        fixed_reason="Nothing the engine plays watches damage to a player that a loss or payment could be taken for.",
    ),
    Entry(
        "I-22",
        ("3.5.3", "3.6.3"),
        "May a player pay as much health as they have?",
        ("Yes, and is eliminated at 0; more than one has cannot be paid.", "A payment must leave at least 1."),
        "Only what one does not have cannot be paid.",
    ),
    Entry(
        "I-23",
        ("1.2.2",),
        "When may a player concede?",
        ("At any decision of any player.", "Only with initiative."),
        "Leaving the game needs no play.",
    ),
    Entry(
        "I-24",
        ("1.9.3",),
        "What else goes when a player leaves a game that goes on?",
        (
            "Own cards leave, borrowed champions go back deploying, own triggers go, the turn is finished.",
            "The game waits for the end of the turn.",
        ),
        "An official answer says so for games of many players.",
        fixed_reason=(
            "1.9.3 takes the player's cards out of the game at once; the other reading would leave them behind."
        ),
    ),
    Entry(
        "I-25",
        ("4.2.3a", "1.6.4", "RB:the-turn-sequence/start-phase"),
        "Who skips the first draw?",
        ("The first player, in games of exactly two players or teams.", "The first player of every game."),
        "4.2.3a and the rule book are specific; 1.6.4 leaves room for formats.",
        affects_winner=True,
    ),
    Entry(
        "I-26",
        ("4.2.3",),
        "The deck is empty at the draw of the Start Phase.",
        ("That player wins then, before preparing.",),
        "The draw comes before 4.2.4.",
    ),
)
