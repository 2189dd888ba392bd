"""Interpretations about veiled champions."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "ET-43",
        ("TCG:5.41",),
        "When may a champion be played face down?",
        (
            (
                "In one's own Build Step, with priority and an empty line, for 1 action even if it is free; "
                "it lies on the line face down and can be answered."
            ),
            "In anybody's Build Step.",
        ),
        "It takes the place of a build card, and 5.41 knows it on the line.",
    ),
    Entry(
        "ET-44",
        ("TCG:5.41",),
        'Does "all evil champions" unveil a veiled one?',
        (
            (
                "A resolving effect that asks for something hidden does, just before; a continuous one does "
                "not, and counts it as without."
            ),
            "Both do.",
            "Neither does.",
        ),
        (
            "While veiled it has no alignment, which a continuous effect can read; a resolving effect "
            "checks, and that unveils."
        ),
        affects_winner=True,
    ),
    Entry(
        "ET-45",
        ("TCG:5.41",),
        "Do its keywords and abilities work while it is veiled?",
        (
            "None, neither for nor against it.",
            "Keywords do, though hidden.",
        ),
        "No other player could tell that they work.",
        affects_winner=True,
    ),
    Entry(
        "ET-46",
        ("TCG:5.36", "TCG:5.41"),
        "How is a champion unveiled?",
        (
            (
                "Not on the line and without an answer; when triggers go on the line afterwards; as a target "
                "before legality and costs; after blockers all that are in the battle, the hunted one too, at"
                " once."
            ),
            "On the line, like an ability.",
        ),
        "5.41 lets it happen at the moment itself, before what reveals it.",
    ),
)
