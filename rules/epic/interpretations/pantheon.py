"""I-151 to I-160: restricted gold, prohibitions, reveals, choices in abilities."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "I-151",
        ("3.6.1", "3.6.2", "4.2.2", "4.5.2e"),
        "Gold that an effect gives for cards and powers of one alignment only.",
        (
            "It pays for all that a card of that alignment asks for, is spent first, and is lost when all gold is.",
            "It pays for playing cards and using powers only.",
            "The player chooses which gold is spent.",
        ),
        "An offer is paid for on a card like a power; gold that can do more is never worse to keep.",
        fixed_reason=(
            "What the gold may pay for is the wording of a few cards, and no player is worse off by paying this way."
        ),
    ),
    Entry(
        "I-152",
        ("5.10.1", "4.4.6[1]"),
        "A champion that champions of lower offense cannot block: when is offense compared?",
        (
            "As blockers are declared; equal offense may block, and what changes later does not matter.",
            "Until damage is dealt.",
        ),
        "5.10.1 speaks of assigning blockers.",
        fixed_reason="No rule takes a blocker out of a battle again once it has been declared.",
    ),
)
