"""HX-22 to HX-24, HX-26 and HX-42: combat and damage."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "HX-22",
        ("UR:151", "UR:152", "UR:180"),
        "A troop with Crush is blocked by an Invincible one.",
        ("Nothing reaches the champion: none of the damage is above fatal.", "Its ATK less the blocker's DEF does."),
        "UR:152 looks at the damage after it was prevented.",
        affects_winner=True,
    ),
    Entry(
        "HX-23",
        ("UR:183", "UR:151"),
        "How much damage is fatal?",
        ("The DEF less the damage on the troop; 1 from Lethal; 0 where it is fatal already.", "The whole DEF."),
        "A troop dies of the damage on it (UR:2), and what is on it already counts.",
    ),
    Entry(
        "HX-24",
        ("UR:184",),
        "May an attacker without Crush deal more than fatal to the first blocker?",
        ("No: fatal, then on to the next; the last takes all that is left.", "Yes."),
        "UR:184 leaves the troop with Lethal no choice.",
    ),
    Entry(
        "HX-26",
        ("UR:213",),
        "Which powers does Speed free?",
        ("Those that exhaust the troop as a cost; others never wait (HB:6.1).", "All activated powers."),
        "Only exhausting asks whether the troop has started a turn.",
    ),
    Entry(
        "HX-42",
        ("UR:191", "UR:192"),
        "How much does Lifedrain give when the damage is more than fatal?",
        ("All the damage that was dealt.", "At most what is fatal."),
        "UR:191 counts the damage dealt.",
    ),
)
