"""The form for a position of Epic.

The most common fields of ``description``, as data.
"""

from typing import Final

from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.notation.position.fields import Fields
from rules.epic.notation.position.pieces import STANCES
from rules.epic.notation.position.turn import PHASES
from rules.notation.position.form import Example, Moment, Number, PositionForm, Remarks, Saying, Zone

FORM: Final = PositionForm(
    fields=Fields,
    moments=(
        Moment("Turn", "turn", usual=5),
        Moment("Phase", "word", ("main", *(phase for phase in PHASES if phase != "main"))),
        Moment("Initiative", "player"),
    ),
    numbers=(
        Number("health", 30, 999, (1, 5)),
        Number("gold", 1, 9),
        Number("deck", 30, 200, (1, 10)),
    ),
    zones=(
        Zone(
            "champion",
            "in play",
            Remarks(tuple(STANCES), ("deploying", "attacking", "blocking"), ("damage", "counters")),
            repeated=True,
        ),
        Zone("hand", "hand", unknown=UNKNOWN_NAME),
        Zone("discard", "discard pile"),
    ),
    sayings=(
        Saying("attacks", "attack with {}", ("champion",), several=True),
        Saying("blocks", "block with {}", ("champion",), several=True),
        Saying("uses its power", "use {}", ("champion",)),
        Saying("plays it", "play {}", ("hand",)),
        Saying("passes", "pass"),
        Saying("does not block", "no block"),
    ),
    examples=(
        Example("{0} attacks with Kong", ("{0} champion: Kong",)),
        Example(
            "{1}: Palace Guard blocks Kong",
            ("Phase: blocks", "{0} champion: Kong (attacking)", "{1} champion: Palace Guard"),
        ),
        Example("{0} plays Rage on Kong", ("{0} hand: Rage", "{0} champion: Kong")),
        Example("{1}: no response", ("Initiative: {1}",)),
        Example("{0} ends her turn", ()),
    ),
)
"""The form for positions."""
