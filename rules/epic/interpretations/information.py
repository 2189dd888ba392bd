"""I-98 to I-104: information and procedure."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "I-98",
        ("1.4.7", "5.15.1", "5.15.2"),
        "What is known of cards put under a deck?",
        (
            "Banished cards are known by name, their order is not; replaced opening cards are known to their owner.",
            "Nothing is known any more.",
        ),
        "They were public before they moved (1.4.7).",
        fixed_reason="What players know of a deck changes no answer that is legal.",
    ),
    Entry(
        "I-99",
        ("1.4.8", "5.3.3", "5.19.2"),
        "Is a revealed card hidden again?",
        ("Yes; the knowledge serves to check a record, not to judge a play.", "It stays revealed."),
        "1.4.8 says so.",
        fixed_reason="1.4.8 prints that it is hidden again.",
    ),
    Entry(
        "I-100",
        ("1.4.4",),
        "Does the order in a discard pile count?",
        ("No; two games that differ in it only are the same.",),
        "The rule says it does not matter.",
    ),
    Entry(
        "I-101",
        ("5.6.3", "5.18.3"),
        "A mandatory trigger was forgotten at the table.",
        ("By the rules it resolves; the consequence in tournament procedure is stated separately.", "It is lost."),
        "The rules know no forgetting, the tournament's procedure does.",
        fixed_reason=(
            "What is forgotten has still to happen by the rules; tournament procedure is stated next to the verdict."
        ),
    ),
    Entry(
        "I-102",
        ("3.4.2",),
        "Mandatory effects repeat without end.",
        ("The engine stops and the verdict is undetermined.", "The game is drawn."),
        "No rule speaks of it.",
    ),
    Entry(
        "I-103",
        ("1.0",),
        "What follows from a mistake in play?",
        ("The engine shows both courses; a judge decides.",),
        "The documents hold no procedure for it.",
    ),
    Entry(
        "I-104",
        ("1.1", "1.2[1]", "RB:the-many-epic-formats/multiplayer", "RB:the-many-epic-formats/team-multiplayer/hydra"),
        "How do formats of many players fit rules written for players?",
        (
            "A team is the player for health, turn and initiative; gold, hand and deck are each member's own.",
            "Everything is shared.",
        ),
        "1.2[1] and the rule book's chapter on formats.",
        fixed_reason="Each format says for itself what its players share.",
    ),
)
