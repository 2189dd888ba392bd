"""I-27 to I-37: setup, gold and the start of a turn."""

from rules.epic.interpretations.model import SECOND_IN_COMPLETE
from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "I-27",
        ("1.8.4", "RB:getting-started"),
        "Who decides first on the mulligan?",
        ("The player who goes second.", "The player who goes first."),
        "The editions differ; how many cards are replaced is public, so the order matters.",
        version_options=SECOND_IN_COMPLETE,
    ),
    Entry(
        "I-28",
        ("1.8.2", "RB:getting-started/mulligan-rule"),
        "In which order do replaced cards go under the deck?",
        ("At random; only their owner knows which they are.", "As their owner likes."),
        "The Complete Rules say random, the rule book nothing.",
        fixed_reason="The order of replaced cards is nowhere told in records, and 1.8.2 prints that it is random.",
    ),
    Entry(
        "I-29",
        ("1.8.2",),
        "In which order do the parts of a mulligan happen?",
        ("Cards to the bottom, then drawing, then losing health.",),
        "As written.",
    ),
    Entry(
        "I-30",
        ("RB:getting-started",),
        "Who goes first?",
        ("It is stated with the game; chance decides at the table.",),
        "The Complete Rules say nothing, the rule book random.",
    ),
    Entry(
        "I-31",
        ("4.2.2", "4.5.2e", "RB:the-turn-sequence/start-phase"),
        "When is gold lost and gained?",
        ("The turn player, at start and end of the turn.", "Both players, at the start of each turn."),
        "With two players both give the same gold at every decision, so one set of events serves both versions.",
        fixed_reason="Both readings give every player the same gold at every decision of a game of two.",
    ),
    Entry(
        "I-32",
        ("4.2.2a",),
        "Who has gold on the very first turn?",
        ("Everybody has 1 from the first turn on.", "Only the first player."),
        "4.2.2a says all players.",
        affects_winner=True,
    ),
    Entry(
        "I-33",
        ("4.2.2", "1.10.1"),
        "Can a player have more than one gold?",
        (
            "Gold is a number; effects may add to it and all of it is lost together. It is public.",
            "There is never more than one.",
        ),
        "Nothing limits it.",
    ),
    Entry(
        "I-34",
        ("4.1.1", "4.1.3", "4.2.1"),
        "Who has initiative in the Start Phase?",
        ("The turn player, which only orders triggers.", "Nobody."),
        "4.1.1 gives it at the start of the turn.",
        fixed_reason=(
            "No player may make a play in that phase, and the turn player's triggers come first in both readings."
        ),
    ),
    Entry(
        "I-35",
        ("4.2.4", "5.17.2"),
        "A champion enters during the Start Phase after champions were prepared.",
        ("It is deploying for this turn.", "It may attack this turn."),
        "It did not start the turn under its controller's control.",
        affects_winner=True,
    ),
    Entry(
        "I-36",
        ("4.2.4", "RB:end-phase"),
        "When are flipped champions prepared?",
        ("All of them at the end of each turn.", "Their controller's at the start of that player's turn."),
        "The editions differ; with two players it shows only when an effect falls between.",
        version_options=SECOND_IN_COMPLETE,
    ),
    Entry(
        "I-37",
        ("4.2.4",),
        "When does a champion expended on the opponent's turn get ready?",
        ("At the start of its controller's next turn.", "At the end of the turn."),
        "Nothing prepares it earlier.",
    ),
)
