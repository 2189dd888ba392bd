"""Interpretations about battle."""

from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "ET-12",
        ("TCG:2.30",),
        "When are triggers of range damage worked off?",
        (
            "Before part 7, with priority for everybody.",
            "Only in part 8.",
        ),
        (
            "A trigger goes on the line as its condition is met (3.6), and the line is worked off before "
            "the battle goes on."
        ),
        affects_winner=True,
    ),
    Entry(
        "ET-20",
        ("TCG:2.30", "TCG:5.12", "TCG:5.8", "TCG:5.37"),
        "Whom does a block stop?",
        (
            "The whole group, members no blocker could block included.",
            "Member by member, as 5.8 and 5.37 are worded.",
        ),
        "2.30 blocks the attack, and the example of damage ward counts the whole group.",
        affects_winner=True,
    ),
    Entry(
        "ET-21",
        ("TCG:2.30",),
        "Several blockers: which must be able to block?",
        (
            "Each for itself, at least one of the attackers.",
            "One of them is enough.",
        ),
        "2.30 asks it of a champion, not of the group.",
    ),
    Entry(
        "ET-26",
        ("TCG:5.11",),
        "Where does the damage of breakthrough come from?",
        (
            "Out of the attacker's own offense: the rest is divided among the blockers.",
            "On top of the full damage to the blockers.",
        ),
        "A champion deals damage equal to its offense (2.30), once.",
        affects_winner=True,
    ),
    Entry(
        "ET-27",
        ("TCG:5.11",),
        "Two attackers with breakthrough against one block.",
        (
            "Each alone subtracts the whole defense.",
            "Their sum subtracts it once.",
        ),
        "5.11 speaks of an attacker and its offense.",
        affects_winner=True,
    ),
    Entry(
        "ET-28",
        ("TCG:5.11", "TCG:3.12"),
        "Which defense does breakthrough look at?",
        (
            (
                "The current defense of the blockers that are still there; damage and wards do not count, and"
                " what was broken in part 6 counts 0."
            ),
            "What it would take to break them.",
        ),
        "Damage does not lower defense anywhere else (3.12).",
        affects_winner=True,
    ),
    Entry(
        "ET-29",
        ("TCG:2.30", "TCG:5.30"),
        "Range gained or lost between parts 6 and 7.",
        (
            "Everybody deals damage once: part 7 is for all who have not.",
            "Each part looks at the keyword alone, so that one may deal twice or never.",
        ),
        "2.30 gives each champion one damage.",
        affects_winner=True,
    ),
    Entry(
        "ET-30",
        ("TCG:5.12",),
        "What is one time of damage in battle, and what do two wards do?",
        (
            "All battle damage of one attack is one, its controller choosing what is prevented; wards add up.",
            "Each source is one.",
            "Parts 6 and 7 are one each.",
        ),
        "The example of 5.12 subtracts the ward once from the whole group.",
        affects_winner=True,
    ),
    Entry(
        "ET-48",
        ("TCG:2.30", "TCG:3.16"),
        "A champion leaves play or changes controller during an attack.",
        (
            "It is out: it deals and takes no battle damage.",
            "It stays in the attack.",
        ),
        "Attackers are the active player's, blockers the defender's.",
        affects_winner=True,
    ),
    Entry(
        "ET-49",
        ("TCG:2.30",),
        "No attacker is left.",
        (
            "Once the line is empty the attack ends; no one is asked to block.",
            "All parts still happen.",
        ),
        "There is nothing left to block.",
    ),
)
