"""A line that is illegal only for missing passes: the completed record is offered."""

import pytest

from rules.games import EPIC
from rules.judge.analysis.missing_passes import missing_passes
from rules.judge.record import from_json, parse, to_json
from rules.judge.replay.replayer import replay
from rules.judge.replay.verdict import Verdict
from tests.rules.judge.disputed import judged

BATTLE = {
    "Anna_champion": "Kong, Muse (expended)",
    "Ben_champion": "Palace Guard, Triceratops",
    "Ben_hand": "Flash Fire",
}
MISSING = {
    "a block": ("Anna: attack with Kong\nBen: block with Palace Guard", ["Anna: pass"]),
    "a reply": ("Ben: play Flash Fire, mode 1", ["Anna: pass"]),
    "a reply in a battle": ("Anna: attack with Kong\nBen: play Flash Fire, mode 1", ["Anna: pass"]),
    "a turn's end": ("Ben: attack with Palace Guard", ["Anna: pass", "Ben: pass"]),
    "a pass of the opponent's": ("Anna: pass\nBen: attack with Palace Guard", ["Ben: pass"]),
    "after blocks": (
        "Anna: attack with Kong\nAnna: pass\nBen: block with Palace Guard\nAnna: attack with Kong", None,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("plays", "passes"), MISSING.values(), ids=MISSING)
def test_missing_passes_are_inserted_before_the_line(plays: str, passes: list[str] | None) -> None:
    found = missing_passes(judged(plays, **BATTLE))
    if passes is None:
        assert found is None
        return
    assert found is not None
    *before, last = plays.splitlines()
    written = [f"{number}. {line}" for number, line in enumerate([*before, *passes, last], 1)]
    assert found.record.splitlines()[-len(written) :] == written
    assert replay(EPIC, parse(found.record)).verdict is found.verdict is Verdict.LEGAL
    assert found.to_json()["lines"] == [{"line": found.lines[0][0], "passes": passes}]


def test_missing_passes_sentence_names_line_passes_and_verdict() -> None:
    found = missing_passes(judged("Anna: attack with Kong\nBen: block with Palace Guard", **BATTLE))
    assert found is not None
    assert found.sentence == (
        "Line 17 (Ben: block with Palace Guard) is illegal only because passes are missing before it: Anna: pass. "
        "With them the record is legal."
    )


REVERSED = "Ben: pass\nAnna: pass"


@pytest.mark.parametrize(
    ("before", "after", "end"),
    [
        ("", "", "the record is legal"),
        ("Anna: attack with Kong\n", "\nBen: block with Palace Guard", "the record is legal"),
        ("", "\nAnna: attack with Muse", "the record is illegal at line 18: Anna does not have initiative; Ben has it"),
    ],
)
def test_missing_passes_two_passes_in_the_other_order_are_exchanged(before: str, after: str, end: str) -> None:
    found = missing_passes(judged(f"{before}{REVERSED}{after}", **BATTLE))
    assert found is not None
    first = 16 + bool(before)
    assert found.sentence == (
        f"Lines {first} and {first + 1} are in the other order: Anna has initiative and passes before Ben. "
        f"With the two exchanged {end}."
    )
    plays = [line.partition(". ")[2] for line in found.record.splitlines()[-len(f"{before}x\nx{after}".split("\n")) :]]
    assert plays == f"{before}Anna: pass\nBen: pass{after}".split("\n")
    assert found.to_json()["lines"] == [{"line": first, "passes": ["Anna: pass"]}]


def test_missing_passes_pass_of_the_same_player_twice_is_not_exchanged() -> None:
    found = missing_passes(judged("Ben: pass\nBen: pass", **BATTLE))
    assert found is None or "other order" not in found.sentence


def test_missing_passes_of_several_lines_are_inserted_together() -> None:
    plays = "Anna: attack with Kong\nBen: block with Triceratops\nBen: attack with Palace Guard"
    found = missing_passes(judged(plays, **BATTLE))
    assert found is not None
    assert [passes for _, passes in found.lines] == [
        ("Anna: pass",),
        ("Ben: pass", "Anna: pass", "Anna: pass", "Ben: pass"),
    ]
    assert found.verdict is Verdict.LEGAL


def test_missing_passes_sentence_names_later_dispute() -> None:
    plays = "Anna: attack with Kong\nBen: block with Palace Guard\nBen: play Kong"
    found = missing_passes(judged(plays, **BATTLE))
    assert found is not None
    assert found.verdict is Verdict.ILLEGAL
    assert found.sentence.endswith("With them the record is illegal at line 18: Ben's list has no Kong.") or (
        "With them the record is illegal at line 18: " in found.sentence
    )


ILLEGAL_ANYWAY = {
    "a second gold": (
        "Anna: play Kong\nAnna: target Ben's Palace Guard\nAnna: play Triceratops", {"Anna_hand": "Kong, Triceratops"},
    ),
    "an expended attacker": ("Anna: attack with Muse", {}),
    "a trigger that waits": ("Anna: play Kong\nAnna: attack with Kong", {"Anna_hand": "Kong", "Anna_champion": ""}),
    "a block by an expended champion": (
        "Anna: attack with Kong\nAnna: pass\nBen: block with Muse", {"Ben_champion": "Muse (expended), Palace Guard"},
    ),
    "a card that is not there": ("Ben: play Lash", {}),
}  # fmt: skip


@pytest.mark.parametrize(("plays", "fields"), ILLEGAL_ANYWAY.values(), ids=ILLEGAL_ANYWAY)
def test_missing_passes_of_line_illegal_for_other_reason_are_none(plays: str, fields: dict[str, str]) -> None:
    replayed = judged(plays, **{**BATTLE, **fields})
    assert replayed.illegal is not None
    assert missing_passes(replayed) is None


def test_missing_passes_of_legal_record_are_none() -> None:
    assert missing_passes(judged("Anna: attack with Kong\nAnna: pass\nBen: block with Palace Guard", **BATTLE)) is None


def test_missing_passes_of_record_from_json_are_found() -> None:
    record = judged("Ben: attack with Palace Guard", **BATTLE).record
    found = missing_passes(replay(EPIC, from_json(to_json(record))))
    assert found is not None
    assert found.verdict is Verdict.LEGAL
