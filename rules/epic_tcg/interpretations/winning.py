"""Interpretations about the start and end of a game."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "ET-01",
        ("TCG:2.1", "TCG:1"),
        "When is it looked at whether a deck has run out?",
        (
            (
                "After every single instruction, in the middle of a resolution too, together with Mojo and "
                "broken champions."
            ),
            "Only when a resolution is over.",
        ),
        "2.1 knows no delay: to have no cards left is enough.",
        affects_winner=True,
    ),
    Entry(
        "ET-02",
        ("TCG:2.1", "TCG:5.25"),
        "A player has 0 Mojo and an empty deck in the same moment.",
        (
            "Losing comes first.",
            "Winning comes first.",
        ),
        "Only of losing is it printed that it happens immediately (chapter 1).",
        affects_winner=True,
    ),
    Entry(
        "ET-03",
        ("TCG:2.1",),
        "Everybody who is left is eliminated in the same moment.",
        (
            "The game is a tie.",
            "The active player loses.",
        ),
        "2.1 says so of decks that run out together; nothing prefers a player.",
        affects_winner=True,
    ),
    Entry(
        "ET-04",
        ("TCG:2.21",),
        "Who begins the game after a tie?",
        (
            "Chance decides.",
            "The player who chose before chooses again.",
        ),
        "A tied game has no loser, and chance decides where no one lost (2.21).",
    ),
    Entry(
        "ET-18",
        ("TCG:5.25",),
        "Is losing Mojo damage?",
        (
            (
                "No: damage costs Mojo, not the other way round; no ward holds it off, and nothing that "
                "watches damage triggers."
            ),
            "Yes.",
        ),
        "5.25 makes damage a cause of losing Mojo.",
    ),
)
