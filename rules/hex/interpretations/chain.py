"""HX-02 to 05, 12 to 14, 17, 18, 33, 34, 40 and 41: chain, triggers, targets."""

from rules.hex.interpretations.versions import SECOND_IN_CLIENT
from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "HX-02",
        ("UR:79", "UR:80", "UR:81"),
        "In which order do untargeted triggers of several cards resolve?",
        (
            "Chance picks the next card, and all its triggers resolve in printed order.",
            "The turn player's first, then the other's, each in order of entry.",
        ),
        "UR:79 to UR:81 quote the makers; the program read by others does it otherwise.",
        version_options=SECOND_IN_CLIENT,
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "HX-03",
        ("UR:78", "UR:119", "UR:145"),
        "Do triggers without targets wait on the chain?",
        (
            "They are put on it and resolved at once: no window, and nothing can answer.",
            "They are ordinary links.",
        ),
        "UR:78 gives them no stop for priority, and UR:145 says that players do not see them on the chain.",
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "HX-04",
        ("HB:4.2",),
        "Who has priority after a link was added?",
        ("The player who added it.", "The opponent."),
        "The only source, a reading of the program.",
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "HX-05",
        ("UR:79", "UR:119"),
        "In which order do triggers with targets come about, when several cards trigger at one moment?",
        (
            (
                "In the order of HX-02 each is put on the chain with its target, so the last one resolves first; then "
                "players have priority."
            ),
            "Each resolves before the next is put on the chain.",
        ),
        "UR:79 is about triggers without targets; one with a target is a link like others.",
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "HX-12",
        ("UR:2", "UR:3", "UR:21", "UR:82"),
        "When are deaths looked at?",
        (
            (
                "After each link, each damage step and each cost paid, before anybody has priority: all at once, again "
                "until nothing changes; then what has triggered."
            ),
            "Only when the chain is empty.",
        ),
        "UR:3 excludes nothing but the time in which a link resolves; UR:21 places it before priority.",
        version_options=SECOND_IN_CLIENT,
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "HX-13",
        ("UR:57", "UR:83", "UR:77"),
        "Two troops die together, and each watches for the death of another.",
        ("Each sees the other.", "Neither does."),
        "UR:77: a power that stops being active at the moment of the event still triggers.",
    ),
    Entry(
        "HX-14",
        ("UR:84", "UR:175", "UR:178"),
        "In which order do things happen as a troop enters play?",
        (
            "Inspire and what happens as or while it enters; then it is in play; then what triggers when it enters.",
            "Inspire is a trigger among the others.",
        ),
        "UR:175 lets the troop enter with what it was inspired with.",
    ),
    Entry(
        "HX-17",
        ("UR:10", "UR:11"),
        "Some targets of a link have become illegal, not all.",
        (
            "What concerns them is left out and the rest happens; with all of them illegal the link is interrupted.",
            "The whole link fails.",
        ),
        "UR:11 interrupts only where all targets are illegal.",
        affects_winner=True,
    ),
    Entry(
        "HX-18",
        ("UR:62", "UR:168", "UR:170", "UR:209"),
        "What becomes of an interrupted link that is no card?",
        ("Nothing moves; a paid cost stays paid, and a 1-SHOT stays used.", "What was paid is given back."),
        "UR:209 says so of Shift.",
    ),
    Entry(
        "HX-33",
        ("UR:34", "UR:35", "UR:36", "UR:41"),
        "What is a copy of an action on the chain?",
        (
            (
                "A link on top of the chain with the same X, modes and extra payments; its controller may choose "
                "targets again; it was not played and triggers nothing that asks for playing."
            ),
        ),
        "UR:33 says where it begins, UR:34 that it has all modifiers, UR:41 that targets may change.",
    ),
    Entry(
        "HX-34",
        ("UR:166", "UR:167", "UR:168", "UR:169", "UR:170"),
        "A copy of an action with Escalation resolves.",
        ("It is shuffled in like any card and escalates the name.", "It ceases to exist."),
        "Created cards are cards like others (UR:49).",
    ),
    Entry(
        "HX-40",
        ("UR:1", "UR:60"),
        "What is X of a card that is played for free?",
        ("0.",),
        "X is what is paid (UR:1), and for free nothing is paid (UR:60).",
    ),
    Entry(
        "HX-41",
        ("UR:118", "UR:215"),
        "May chance pick a troop with Spellshield as the target of an opposing effect?",
        ("No, it is not in the draw.",),
        "Chance picks among legal targets only (UR:118).",
    ),
)
