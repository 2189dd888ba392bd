"""I-38 to I-48: initiative and the order of triggers."""

from rules.epic.interpretations.model import SECOND_IN_COMPLETE
from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "I-38",
        ("4.3.3", "4.1.5", "RB:the-turn-sequence/main-phase"),
        "The opponent made plays when the turn player offered the end of the turn.",
        (
            "The turn player may go straight to the End Phase or on with the Main Phase.",
            "The turn player acts or passes again; the turn ends only when all pass in a row.",
        ),
        "The later edition changed it.",
        version_options=SECOND_IN_COMPLETE,
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "I-39",
        ("4.4.3", "4.4.5", "RB:battle-phase/before-blocks-step"),
        "What ends the window before blocks?",
        (
            "The player who receives initiative may advance instead of making plays.",
            "The defending player passing without having made a play.",
        ),
        "The later edition changed it.",
        version_options=SECOND_IN_COMPLETE,
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "I-40",
        ("4.4.8", "4.4.10", "RB:battle-phase/before-damage-step"),
        "Who acts first after blocks?",
        ("The defending player has initiative first.", "The attacking player has initiative first."),
        "The later edition changed it.",
        version_options=SECOND_IN_COMPLETE,
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "I-41",
        ("4.4.5", "4.4.10"),
        "Only the attacking player made plays in a battle window of the Complete Rules.",
        (
            "There is no further round; only the defending player's plays lead to one.",
            "Any play leads to another round.",
        ),
        "The rules name the defending player.",
    ),
    Entry(
        "I-42",
        ("4.1.3", "4.1.5", "4.4.3"),
        "Do players outside a battle get initiative in it?",
        ("No, section 4.4 names attacker and defender only.", "Yes, in turn order."),
        "The section on battle is the more specific one.",
        fixed_reason=(
            "A two-player game has no player outside the battle, and 4.4.3 to 4.4.10 name attacker and defender only."
        ),
    ),
    Entry(
        "I-43",
        ("4.1.3", "3.2.5a"),
        "In which direction does initiative pass?",
        ("Clockwise, to the left.",),
        "3.2.5a says clockwise.",
    ),
    Entry(
        "I-44",
        ("3.2.5a", "4.5.2a", "RB:end-phase"),
        "Whose triggers come first while no player has initiative?",
        ("The turn player's, then clockwise.",),
        "The rule book says so for the End Phase.",
    ),
    Entry(
        "I-45",
        ("4.4.11", "4.4.13", "4.4.14", "3.4.2", "RB:battle-phase/damage-step"),
        "When do triggers of the damage step resolve?",
        (
            "After the damage and the breaking, the attacker's first, then what waits for the end of combat.",
            "Once the Main Phase goes on.",
        ),
        "The rule book gives this order; the players' order is the same in both.",
    ),
    Entry(
        "I-46",
        ("3.2.5a",),
        "Does a player fix the order of all own triggers in advance?",
        ("No, the next one is chosen after each has resolved.", "Yes, before the first resolves."),
        "No rule asks for it in advance.",
        fixed_reason="Records tell one trigger after the other; an order told in advance is the same line by line.",
    ),
    Entry(
        "I-47",
        ("3.2.5a",),
        "In which order do several players make a choice that one effect asks of each?",
        ("From the player whose card asks, or who has initiative, clockwise.", "All in secret, at once."),
        "By analogy with triggers.",
        fixed_reason="The engine asks one player after the other; choices made in secret cannot be told in a record.",
    ),
    Entry(
        "I-48",
        ("3.2.5b",),
        "A trigger arises while a batch resolves.",
        ("It waits for the next batch, regardless of its controller.", "It joins the batch of its controller."),
        "The example next to the rule shows it.",
    ),
)
