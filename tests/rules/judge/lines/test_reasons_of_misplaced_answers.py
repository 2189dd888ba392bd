"""Reasons for actions that are not pending name only what concerns the line."""

import pytest

from rules.games import EPIC
from rules.judge.record import RecordError, parse
from rules.judge.replay.replayer import replay
from rules.judge.replay.verdict import Verdict
from tests.rules.judge.disputed import judged, reasons

TABLE = {
    "Anna_hand": "Kong",
    "Anna_champion": "Triceratops",
    "Ben_champion": "Palace Guard, Zombie Token, Zombie Token",
}
NOTHING_OFFERED = ("3.4.1", "Nothing has triggered that offers {} anything.")


@pytest.mark.parametrize("answer", ["yes", "no", "decline"])
@pytest.mark.parametrize("player", ["Anna", "Ben"])
def test_reasons_answer_to_no_offer_names_no_card(player: str, answer: str) -> None:
    rule, text = NOTHING_OFFERED
    assert reasons(judged(f"{player}: {answer}", **TABLE))[0] == (rule, text.format(player))


def test_reasons_answer_of_the_other_player_while_triggers_wait_names_no_card() -> None:
    fields = {**TABLE, "Anna_champion": "Fire Shaman"}
    found = reasons(judged("Anna: play Kong\nBen: no", **fields))
    assert found == [("3.2.5a", "Ben cannot say no now: first Anna chooses which trigger resolves next.")]


def test_reasons_refusal_while_triggers_wait_names_every_trigger() -> None:
    fields = {**TABLE, "Anna_champion": "Fire Shaman"}
    found = [text for _, text in reasons(judged("Anna: play Kong\nAnna: no", **fields))]
    assert found[:2] == [
        "The ally ability of Anna's Fire Shaman has triggered and is not optional (I-101).",
        "The tribute of Anna's Kong has triggered and is not optional (I-101).",
    ]


def test_reasons_copies_that_are_alike_are_not_numbered() -> None:
    found = reasons(judged("Anna: attack with Zombie Token", **TABLE))
    assert found == [("4.4.1", "Anna does not control Ben's Zombie Token.")]


@pytest.mark.parametrize(
    ("champions", "line"),
    [
        ("Palace Guard, Zombie Token, Zombie Token", "Zombie Token#2"),
        ("Palace Guard, Zombie Token, Zombie Token (expended)", "Zombie Token#2"),
    ],
)
def test_reasons_copy_that_the_line_numbers_is_numbered(champions: str, line: str) -> None:
    found = reasons(judged(f"Anna: attack with {line}", **{**TABLE, "Ben_champion": champions}))
    assert found == [("4.4.1", f"Anna does not control Ben's {line}.")]


RECORD = (
    "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n\nPosition\nTurn: Anna 5\n"
    "Anna champion: Triceratops\nBen champion: Palace Guard, Zombie Token\n\nPlays\n"
)


@pytest.mark.parametrize("rest", ["frobnicate", "Ben: blocks with frob", "p / Ben: wibbles"])
def test_replay_rest_of_a_line_behind_an_illegal_play_is_refused(rest: str) -> None:
    with pytest.raises(RecordError, match="is not understood") as refused:
        replay(EPIC, parse(f"{RECORD}Anna: attack with Palace Guard / {rest}"))
    assert refused.value.problems[0].unparsed in rest


def test_replay_rest_of_line_after_illegal_play_does_not_change_verdict() -> None:
    line = "Anna: attack with Palace Guard / p / Ben: bl zom / p / Ben: Burrowing Wurms"
    assert replay(EPIC, parse(RECORD + line)).verdict is Verdict.ILLEGAL


def test_replay_later_line_behind_an_illegal_play_leaves_the_verdict() -> None:
    text = f"{RECORD}Anna: attack with Palace Guard\nAnna: frobnicate"
    assert replay(EPIC, parse(text)).verdict is Verdict.ILLEGAL


def test_replay_list_of_draws_with_an_unknown_name_is_refused() -> None:
    with pytest.raises(RecordError, match="frob"):
        judged("chance: Ben draws Kong, frob", **TABLE)


def test_replay_two_blocks_in_one_line_are_refused() -> None:
    fields = {**TABLE, "Anna_champion": "Kong, Triceratops"}
    with pytest.raises(RecordError, match="is not understood"):
        judged(
            "Anna: attack with Kong\nAnna: pass\nBen: blocks Kong with Palace Guard and Kong with Zombie Token#1",
            **fields,
        )
