"""Cards with uncertain texts: only what depends on the text is undetermined."""

import pytest

from rules.judge.replay.verdict import Verdict
from tests.rules.judge.disputed import judged, reasons

SCARROS = "Scarros, Hound of Draka"
BLITZ = (
    "Whether Anna's Scarros, Hound of Draka has blitz is not known for certain: the listing gives it the very text of "
    "Velden, Frost Titan, probably by a slip. (5.8.1)"
)
AMBUSH = (
    "Whether Village Protector has ambush is not known for certain: the listing gives it the very text of Spore Beast, "
    "probably by a slip. (5.14.1)"
)
POWERS = (
    "Which powers Village Protector has is not known for certain: the gallery shows the text of Spore Beast on this "
    "card, probably by a slip. (3.5.1)"
)


def test_attack_by_ready_champion_does_not_need_uncertain_blitz() -> None:
    replayed = judged(f"Anna: attack with {SCARROS}", Anna_champion=SCARROS)
    assert replayed.verdict is Verdict.LEGAL


@pytest.mark.parametrize(
    ("plays", "fields", "why"),
    [
        (f"Anna: play {SCARROS}\nAnna: attack with {SCARROS}", {"Anna_hand": SCARROS}, BLITZ),
        (
            "Anna: attack with Kong\nAnna: pass\nBen: play Village Protector",
            {"Anna_champion": "Kong", "Ben_hand": "Village Protector"},
            AMBUSH,
        ),
        ("Anna: use Village Protector", {"Anna_champion": "Village Protector (expended)"}, POWERS),
    ],
    ids=["blitz", "ambush", "power"],
)
def test_play_relying_on_uncertain_keyword_is_undetermined(plays: str, fields: dict[str, str], why: str) -> None:
    replayed = judged(plays, **fields)
    assert (replayed.verdict, replayed.illegal) == (Verdict.UNDETERMINED, None)
    assert replayed.undetermined.endswith(why)


def test_play_illegal_in_any_case_is_illegal_despite_uncertain_text() -> None:
    replayed = judged(
        f"Anna: play {SCARROS}\nAnna: attack with {SCARROS}, Kong", Anna_hand=SCARROS, Anna_champion="Kong (expended)"
    )
    assert reasons(replayed) == [("4.4.1", "Anna's Kong cannot attack: it is expended, not prepared.")]
