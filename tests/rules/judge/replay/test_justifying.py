"""Justification of a legal line: one sentence and the deciding rule, for every kind of action."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.epic.actions.registry import ACTION_TYPES
from rules.epic.justifications import EXPLANATIONS
from rules.games import EPIC, GAMES, game_for_record, require_engine
from rules.judge.board import JUDGE, PUBLIC
from rules.judge.output.random_play import play_game
from rules.judge.record import parse
from rules.judge.replay.justification import disputed_step, justify_step
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from rules.judge.replay.summary import citations_in, summary
from tests.rules.judge.disputed import judged
from tests.rules.judge.epic_games import VERSIONS, setup
from tests.rules.judge.lines.test_plain_words import INTERNALS


def why(replayed: Replay, line: int | None = None) -> tuple[str, str]:
    """Return sentence and rule of the disputed step."""
    index = disputed_step(replayed, line)
    found = justify_step(replayed, index, PUBLIC)
    return found.text, found.rule


LEGAL = """\
Record: 1
Game: epic
Rules: RB-2017
Players: Anna, Ben
First: Anna

Position
Turn: Anna 5
Anna health: 21
Ben health: 18
Anna hand: Lash, ?
Anna champion: Triceratops
Ben champion: Palace Guard

Plays
1. Anna: attack with Triceratops
2. Anna: pass
3. Ben: pass
4. Ben: block with Palace Guard
"""
DEPLOYING_BLOCKER = (
    "Ben's Palace Guard may block: it is prepared. Deploying keeps Ben's Palace Guard from attacking, not from "
    "blocking (5.17.1, I-96)."
)
ATTACKED = "Anna: attack with Triceratops\nAnna: pass\nBen: pass\n"


@pytest.mark.parametrize(
    ("plays", "fields", "sentence", "rule"),
    [
        (
            f"{ATTACKED}Ben: block with Palace Guard",
            {"Anna_champion": "Triceratops", "Ben_champion": "Palace Guard"},
            "Ben's Palace Guard may block: it is prepared.",
            "4.4.6[1]",
        ),
        (
            f"{ATTACKED}Ben: block with Palace Guard",
            {"Anna_champion": "Triceratops", "Ben_champion": "Palace Guard (deploying)"},
            DEPLOYING_BLOCKER,
            "4.4.6[1]",
        ),
        (
            f"{ATTACKED}Ben: no block",
            {"Anna_champion": "Triceratops", "Ben_champion": "Palace Guard"},
            "Ben does not have to block: any number of champions may block, also none.",
            "4.4.6[1]",
        ),
        (
            "Anna: attack with Kong",
            {"Anna_champion": "Kong"},
            "Anna's Kong may attack: it is prepared and not deploying.",
            "4.4.1",
        ),
        (
            "Anna: play Kong",
            {"Anna_hand": "Kong"},
            "Anna may play Kong: Anna has initiative in the own turn, outside battle, and can pay its 1 gold.",
            "3.2.3a",
        ),
        ("Anna: pass", {}, "Anna may pass: Anna has initiative, and no champion still has to attack.", "4.3.3"),
    ],
)
def test_justification_names_card_and_condition(plays: str, fields: dict[str, str], sentence: str, rule: str) -> None:
    replayed = judged(plays, **fields)
    assert str(replayed.verdict) == "legal"
    assert why(replayed) == (sentence, rule)
    assert (summary(replayed, PUBLIC).sentence, summary(replayed, PUBLIC).rule) == (sentence, rule)


def test_justification_of_chosen_line_is_about_that_line() -> None:
    replayed = judged(
        f"{ATTACKED}Ben: block with Palace Guard", Anna_champion="Triceratops", Ben_champion="Palace Guard"
    )
    first = replayed.steps[0].line
    assert why(replayed, first) == ("Anna's Triceratops may attack: it is prepared and not deploying.", "4.4.1")


def test_disputed_step_of_illegal_record_is_none_without_line() -> None:
    replayed = judged("Anna: pass\nBen: attack with Kong", Ben_champion="Kong")
    assert str(replayed.verdict) == "illegal"
    assert disputed_step(replayed) == 0
    assert disputed_step(replayed, replayed.steps[0].line) == 1
    assert replayed.illegal is not None
    assert disputed_step(replayed, replayed.illegal.line) == 0


def test_explanations_exist_for_every_verb_of_players() -> None:
    assert set(EXPLANATIONS) == set(ACTION_TYPES) - {"draw"}


@pytest.mark.parametrize("seed", range(4))
def test_justification_in_random_game_cites_a_known_rule_in_plain_words(seed: int) -> None:
    game = setup(seed)
    record, _, _ = play_game(EPIC, replace(game, version=VERSIONS[seed % 2]), seed)
    replayed = replay(EPIC, record, whole=True)
    assert replayed.steps
    for index, step in enumerate(replayed.steps, start=1):
        found = justify_step(replayed, index, PUBLIC)
        assert citations_in(EPIC, found.rule) == [found.rule]
        assert INTERNALS.search(found.text) is None, found.text
        assert found.text.endswith(".")
        if step.action is not None:
            assert found == justify_step(replayed, index, JUDGE)


def test_justification_in_champions_cites_a_known_rule() -> None:
    record = parse(require_engine(GAMES["champions"]).sample)
    game = game_for_record(record)
    replayed = replay(game, record)
    assert replayed.steps
    for index in range(1, len(replayed.steps) + 1):
        found = justify_step(replayed, index, PUBLIC)
        assert citations_in(game, found.rule) == [found.rule]
        assert found.text.endswith(".")


def test_explain_says_why_a_line_is_legal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "play.rec"
    file.write_text(LEGAL)
    assert main(["explain", str(file), "--line", "19"]) == 0
    assert "Why it is legal: Ben's Palace Guard may block: it is prepared.  [4.4.6[1]]\n" in capsys.readouterr().out
    assert main(["explain", str(file), "--line", "16", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["why"] == {
        "rule": "4.4.1",
        "text": "Anna's Triceratops may attack: it is prepared and not deploying.",
    }
