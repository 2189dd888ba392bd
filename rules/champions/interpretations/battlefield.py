"""CH-06 to CH-08 and CH-10 to CH-15: the Battlefield Phase and Exhausting."""

from rules.champions.versions import OWN_SIDE
from rules.rulebooks import Interpretation as Entry

ENTRIES = (
    Entry(
        "CH-06",
        ("4.1.2.1a",),
        "Whose Smooth cards Rotate in a Battlefield Phase?",
        (
            "Every Smooth card in play, on both sides, in every turn.",
            "The turn player's only, and only these have instant effects in it.",
        ),
        (
            "The rule says a card in play and names no side, and one introduction says both sides outright; a worked "
            "example of another fits the turn player's alone better. It halves or doubles how long a card lives."
        ),
        version_options=((OWN_SIDE, 1),),
        affects_winner=True,
        needs_confirmation=True,
    ),
    Entry(
        "CH-07",
        ("4.1.2.2a",),
        "The first sentence of the second step repeats that of the first; its example speaks of passive effects.",
        (
            "A misprint: here passive effects go on and off, and nothing Rotates.",
            "A second Rotation in the same phase.",
        ),
        "The title, the example and the two rules below it are about passive effects.",
        affects_winner=True,
    ),
    Entry(
        "CH-08",
        (
            "4.1.2.3c",
            "4.1.2.4a",
        ),
        "Exhausted cards and instant effects go from left to right; or in Standard Order?",
        (
            "In Standard Order, beginning with the turn player: Blessings, then Action cards, each from left to right.",
            "Lane by lane.",
        ),
        "4.1.2.3c joins the two: Standard Order, from left to right.",
        affects_winner=True,
    ),
    Entry(
        "CH-10",
        ("4.1.2.4",),
        "Which cards trigger in the fourth step, if its effects change what is in play?",
        (
            (
                "Those in play and active as it begins, once each, with the corner they show when they are reached; "
                "what has left or become idle is passed over."
            ),
            "Whatever is in play as the order reaches it.",
        ),
        "The step is one look over the battlefield; a card that comes in during it has triggered on entering.",
        affects_winner=True,
    ),
    Entry(
        "CH-11",
        (
            "4.1.2.4",
            "6.1.2/rotate",
        ),
        "An effect Rotates a card before its place in the fourth step comes. Does it act again there?",
        (
            "Yes: it is active.",
            "No: it has acted.",
        ),
        "4.1.2.4a asks for nothing but that the card is active.",
    ),
    Entry(
        "CH-12",
        ("4.1.2.4a",),
        "A Clunky card stands still. Does its instant effect trigger in every Battlefield Phase?",
        (
            "Yes.",
            "Only when the card arrives on the corner.",
        ),
        "4.1.2.4a asks for nothing but that the card is active.",
    ),
    Entry(
        "CH-13",
        (
            "2.5.1.7",
            "4.1.2.3b",
        ),
        "No effect is active on a card about to Exhaust; yet there are effects for that moment.",
        (
            "Passive effects are off; what is said to happen as it Exhausts or leaves play happens, from limbo.",
            "All are off.",
        ),
        "4.1.2.3b is the more specific rule.",
    ),
    Entry(
        "CH-14",
        ("6.1.2/exhaust",),
        "When does a card go that an effect Rotates past its end, or Exhausts?",
        (
            "At once, interrupting, without the rest of its corners.",
            "In the third step of the next Battlefield Phase.",
        ),
        "The keyword says immediately.",
    ),
    Entry(
        "CH-15",
        (
            "2.4.2.2j",
            "2.5.1.7",
            "2.5.2.7",
            "6.2/x",
        ),
        "What do an empty symbol and an X do?",
        (
            (
                "Empty: the card is active, and what uses the value does nothing. X: no effect at all. Both turn by "
                "the shape of the symbol."
            ),
        ),
        "X is said to be no value, and the rule of Rotation looks at the shape whatever the symbol holds (4.1.2.1b).",
    ),
)
