"""Interpretations of turn structure, priority windows, resources and charges.

HX-01, HX-06 to HX-08, HX-43 and HX-47.
"""

from rules.hex.interpretations.versions import SECOND_IN_CLIENT
from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "HX-01",
        ("HB:1.6",),
        "Does the player who takes the first turn draw in it?",
        ("No, that draw is skipped.", "Yes."),
        "The only source, a reading of the program, skips it; games of this family do so too.",
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "HX-06",
        ("HB:2.1", "UR:13"),
        "May a resource be played while links wait on the chain?",
        ("No: it is played like a Basic card.", "Yes, with priority in an own main phase."),
        "Priority in a main phase is what Basic asks for, and Basic asks for an empty chain besides (UR:17).",
    ),
    Entry(
        "HX-07",
        ("HB:3.2", "HB:3.3", "HB:3.4"),
        "Where do players have priority in the Ready, Prep and Draw phases?",
        ("Once after Prep and once after the draw.", "Once in each of the three.", "In none of them."),
        "Something can have triggered in Prep and by the draw; readying gives nothing to answer.",
        version_options=SECOND_IN_CLIENT,
    ),
    Entry(
        "HX-08",
        ("HB:6.3",),
        "When does damage on troops go?",
        ("As the turn ends, together with what lasts this turn.", "At the start of the controller's next turn."),
        "Both end together in the games of this family; else a bonus could end before the damage that it outweighs.",
        version_options=SECOND_IN_CLIENT,
        needs_confirmation=True,
    ),
    Entry(
        "HX-43",
        ("UR:239", "HB:1.1"),
        "Cards speak of each opponent, as if there could be several.",
        ("Two seats only; the wording of the cards is kept.",),
        "No source describes a game of more than two players.",
    ),
    Entry(
        "HX-47",
        ("UR:25", "HB:2.6"),
        "How often are several charge powers of one champion used in a turn?",
        ("Each once.", "One of them, in all."),
        "The limit of the program stands with the power and not with the champion.",
    ),
)
