"""Interpretations about turns, steps and actions."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "ET-05",
        ("TCG:2.23", "TCG:1.4"),
        "The first turn begins in its Build Step: what is left out?",
        (
            (
                "Prepare, its draw, Pre-Battle and Battle; everybody gains the action, and triggers for the "
                "beginning of the turn happen."
            ),
            "The action as well.",
        ),
        "The action belongs to the beginning of the turn and not to a step (2.7).",
    ),
    Entry(
        "ET-06",
        ("TCG:2.7", "TCG:5.5"),
        "Is the action a mark or a number, and when does it come and go?",
        (
            "A number: cards may give more; everybody gains 1 before Prepare and has 0 as the turn ends.",
            "A mark that one has or has not.",
        ),
        "5.5 speaks of gaining 1, which is counting.",
    ),
    Entry(
        "ET-08",
        ("TCG:2.29", "TCG:3.3"),
        "What does a pass on an empty line mean?",
        (
            ("It announces the end of the step; when all have passed since the last addition, the step is over."),
            "The end needs an announcement of its own.",
        ),
        "Both lead to the same moment, and an announcement without passing is not described.",
    ),
    Entry(
        "ET-09",
        ("TCG:2.30", "TCG:2.29"),
        "Does ending the Battle Step in part 2 need another round of passes?",
        (
            "No: everybody has just passed in part 1.",
            "Yes, 2.29 holds for every step.",
        ),
        "2.30 lets the active player end the step there, after a round of passes.",
        affects_winner=True,
    ),
    Entry(
        "ET-11",
        ("TCG:2.24", "TCG:2.23"),
        "What happens to triggers of the Prepare Step, in which no one may play?",
        (
            "They go on the line and are worked off in Pre-Battle, under its own beginning triggers.",
            "They resolve in Prepare, unanswered.",
        ),
        "Nothing resolves without passes (3.3), and in Prepare no one can pass.",
        affects_winner=True,
    ),
    Entry(
        "ET-13",
        ("TCG:2.28",),
        "In which order do the parts of the end happen?",
        (
            (
                "The discard first; then flipped pieces, damage and effects in one moment, so that nothing "
                "breaks by it; what that triggers is worked off, and the end is gone through again."
            ),
            "One by one as printed.",
        ),
        "Damage and the effects that held it off are meant to go together.",
    ),
)
