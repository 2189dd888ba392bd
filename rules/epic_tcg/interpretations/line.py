"""Interpretations about the line, priority, playing cards and triggers.

The line is the stack.
"""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "ET-07",
        ("TCG:3.3", "TCG:3.6", "TCG:2.23"),
        "Who has priority after a resolution that triggered something?",
        (
            "The active player; the player who had it last is for triggers of plays, costs, unveiling and damage.",
            "Always the player who had it last.",
        ),
        (
            "3.3 and 2.23 both give it to the active player after a resolution; 3.6 says what holds when "
            "nothing has resolved."
        ),
        affects_winner=True,
    ),
    Entry(
        "ET-10",
        ("TCG:3.6",),
        "Different instructions of one resolution trigger something.",
        (
            (
                "Triggers are added when it is over, in the order in which they were met; within one "
                "instruction the active player's first, each player choosing the order of their own."
            ),
            "They are one batch: the active player's all come first.",
        ),
        "Same moment in 3.6 is narrower than one resolution.",
        affects_winner=True,
    ),
    Entry(
        "ET-14",
        ("TCG:3.4", "TCG:2.10"),
        "Something instantaneous that no one played, and the times of build and paced.",
        (
            "It resolves at once, then the player who had priority last has it; build and paced need an empty line.",
            "It counts as played by its controller; instantaneous needs no empty line.",
        ),
        "Instantaneous is a trait added to a speed (3.4) and changes only what happens then.",
    ),
    Entry(
        "ET-15",
        ("TCG:2.11", "TCG:3.11"),
        "What has to be said when a card is announced?",
        (
            'Targets, "choose one" and X; "may" and choices without the word target wait for the resolution.',
            "All choices.",
        ),
        "Otherwise a choice could be gone before anything happens, and only targets have a rule for that.",
    ),
    Entry(
        "ET-16",
        ("TCG:3.11",),
        "One piece for two targets; a target that is also the cost.",
        (
            (
                'Allowed for two uses of the word, not within "two target …"; a target used up as a cost is '
                "legal and gone on resolution."
            ),
            "Both are illegal.",
        ),
        "Targets are named before costs are paid (2.11).",
    ),
    Entry(
        "ET-17",
        ("TCG:3.11", "TCG:3.6"),
        "A trigger needs a target and there is none.",
        (
            "It is not added to the line.",
            "It is added and fails.",
        ),
        "What could not be played on a legal target is not put on the line either.",
    ),
    Entry(
        "ET-19",
        ("TCG:5.32", "TCG:3.11", "TCG:5.16", "TCG:2.11"),
        "Into whose pile goes what is stopped, fails or resolves, and can abilities be stopped?",
        (
            (
                "Into the pile of the player who played it, owner or not; only cards are stopped; nothing is paid "
                "back; an ability that fails is simply gone."
            ),
            "Into the owner's pile; abilities are stopped too.",
        ),
        "5.32 speaks of a card, and 3.15 gives the pile to the controller.",
    ),
    Entry(
        "ET-33",
        ("TCG:3.6",),
        "Pieces leave together, and each triggers on the other.",
        (
            "Each sees the others leave, and itself.",
            "Only what stays sees.",
        ),
        "Their condition is met in one moment, while all of them are there.",
        affects_winner=True,
    ),
    Entry(
        "ET-34",
        ("TCG:3.7", "TCG:5.9"),
        'An example knows a "banished pile".',
        (
            "There is none: it means to banish.",
            "Such a pile is next to the discard pile.",
        ),
        "The second example of 3.7 says banish for the same thing.",
    ),
    Entry(
        "ET-35",
        ("TCG:3.7",),
        "Which as triggers contradict, and how often does one apply?",
        (
            (
                "Those that send one card to two places or set one amount twice; all others apply, each once "
                "to one event, also to what it has become."
            ),
            "After the first, nothing more applies.",
        ),
        "All as triggers happen together (3.7); only a contradiction leaves one.",
    ),
    Entry(
        "ET-50",
        ("TCG:2.20", "TCG:3.3"),
        "An ability is on the line and its source is gone.",
        (
            "It resolves, with what was last known of the source.",
            "It fails.",
        ),
        "Only missing targets make something fail (3.11).",
        affects_winner=True,
    ),
)
