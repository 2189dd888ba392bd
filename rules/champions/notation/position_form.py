"""The form for entering a Champions position: its most common fields."""

from typing import Final

from rules.champions.game_loop.setup import MAX_HEALTH
from rules.champions.notation.position_fields import LANE_FIELDS, Fields
from rules.champions.notation.sample import SAMPLE
from rules.champions.rules import RULES
from rules.notation.position.form import Example, Moment, Number, PositionForm, Remarks, Saying, Zone

CORNERS: Final = 4
OBJECTIVES: Final = 3
PARTS: Final = {
    "Champion": Remarks((*(f"quest {number}" for number in range(1, OBJECTIVES + 1)), "complete")),
    "Unit or Spell": Remarks(tuple(f"corner {number}" for number in range(1, CORNERS + 1))),
    "Blessing": Remarks(flags=("face down",)),
}
"""Rows of a lane, from the back."""
SAMPLE_TABLE: Final = tuple(
    line.replace("Anna", "{0}").replace("Ben", "{1}")
    for line in SAMPLE.partition("\nPosition\n")[2].partition("\n\n")[0].splitlines()
)
"""The sample position, with placeholders for player names."""

FORM: Final = PositionForm(
    fields=Fields,
    moments=(
        Moment("Turn", "turn", usual=5),
        Moment("Phase", "word", ("action", *(phase for phase in RULES.phases if phase != "action"))),
        Moment("Actions", "number", usual=2),
    ),
    numbers=(Number("health", 30, MAX_HEALTH, (1, 5)),),
    zones=(
        *(Zone(lane, lane, parts=PARTS) for lane in LANE_FIELDS),
        Zone("hand", "hand"),
        Zone("blessings", "face-down Blessings"),
        Zone("deck", "deck"),
        Zone("discard", "discard pile"),
    ),
    sayings=(
        Saying("plays it", "play {}", ("hand",)),
        Saying("uses it", "use {}", LANE_FIELDS),
        Saying("passes", "pass"),
    ),
    examples=(
        Example("{0} plays Gate Guard with Warden of the Ford", SAMPLE_TABLE),
        Example("{0} uses Ilse Lampwright", SAMPLE_TABLE),
        Example("{0} passes", SAMPLE_TABLE),
    ),
)
"""The form for positions."""
