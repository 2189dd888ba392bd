"""Values of the library can be pickled and copied; misuse raises."""

import copy
import pickle

import pytest

import rules
from rules.engine.decision import AmbiguousActionError, IllegalActionError, InvalidActionError
from rules.judge.record.errors import RecordError
from rules.judge.replay.verdict import Verdict
from tests.rules.library.test_table import HEADERS

KONG = [["Kong"] * 30] * 2
TWO_KONGS = f"{HEADERS}Position\nTurn: Anna 5\nAnna champion: Kong\nAnna champion: Kong (damage 2)\n"


def begun() -> rules.Table:
    table = rules.game(KONG)
    for line in ("Ben: keep", "Anna: keep"):
        rules.apply(table, line)
    return table


@pytest.mark.parametrize(
    "made", [lambda table: pickle.loads(pickle.dumps(table)), copy.copy, copy.deepcopy, rules.Table.copy]
)
def test_copy_of_table_is_independent(made):
    table = begun()
    record, digest = table.record(), table.state.digest()
    other = made(table)
    assert (other.record(), other.state.digest(), other.game) == (record, digest, table.game)
    rules.apply(other, "Anna: play Kong")
    assert (table.record(), table.state.digest()) == (record, digest)
    assert rules.verdict(other.record()) is Verdict.LEGAL


def test_replay_pickled_is_equal():
    replayed = rules.replay(begun().record() + "Ben: play Kong\n")
    again = pickle.loads(pickle.dumps(replayed))
    assert (again.verdict, again.illegal) == (Verdict.ILLEGAL, replayed.illegal)
    assert again.final.digest() == replayed.final.digest()


@pytest.mark.parametrize(
    ("misuse", "error", "stored"),
    [
        (lambda: rules.apply(begun(), "Ben: play Kong"), IllegalActionError, "violations"),
        (lambda: rules.apply(rules.position(TWO_KONGS), "Anna: attack with Kong"), AmbiguousActionError, "candidates"),
        (lambda: rules.record("hello"), RecordError, "problems"),
    ],
)
def test_error_pickled_preserves_its_attributes(misuse, error, stored):
    with pytest.raises(error) as caught:
        misuse()
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (error, str(caught.value))
    assert getattr(again, stored) == getattr(caught.value, stored)


@pytest.mark.parametrize("viewer", [-1, 2, "Cem", "An", "chance"])
def test_board_of_invalid_viewer_raises(viewer):
    with pytest.raises(
        ValueError, match="sees no board: a viewer is Anna, Ben or their seat from 0 to 1, 'judge' or None"
    ):
        begun().board(viewer)


def test_line_without_words_raises():
    table = rules.game(KONG)
    for line in ("Ben:", "Ben: "):
        with pytest.raises(InvalidActionError, match="has no words"):
            rules.check(table, line)


def test_deck_given_as_text_raises():
    with pytest.raises(ValueError, match="a deck is a list of the names of its cards"):
        rules.game(["Kong", "Lash"])


def test_game_with_other_interpretation_uses_it():
    table = rules.game(KONG, interpretations="I-27=2, I-40=2")
    assert rules.legal(table)[0] == "Anna: keep"
    assert "Interpretations: I-27=2, I-40=2\n" in table.record()
    assert rules.position(table.record()).state.digest() == table.state.digest()
    with pytest.raises(ValueError, match="I-49 has no choice of options"):
        rules.game(KONG, interpretations="I-49=2")


def test_public_names_are_listed_by_dir():
    assert set(rules.__all__) <= set(dir(rules))


def test_rule_of_game_returns_text_without_table():
    epic = rules.GAMES["epic"]
    assert epic.rule("1.6.2") == begun().rule("1.6.2") != ""
    point = epic.interpretations["I-57"]
    assert epic.rule("I-57") == f"{point.problem} Taken: {point.options[0]}"
    assert (
        epic.rule("I-57", "CR-2016-03") == f"{point.problem} Taken: {point.options[point.default_option('CR-2016-03')]}"
    )
    assert epic.rule("https://www.epiccardgame.com/") == ""
    assert rules.GAMES["hex"].rule("1.1") != epic.rule("1.1")


def test_repr_of_game_and_replay_is_one_line():
    replayed = rules.replay(begun().record() + "Ben: play Kong\n")
    assert replayed.illegal is not None
    assert (
        repr(replayed) == f"<Replay of epic: illegal at line {replayed.illegal.line}; decisions: {replayed.decisions}>"
    )
    assert repr(rules.replay(begun().record())).startswith("<Replay of epic: legal; decisions: ")
    assert repr(rules.GAMES["epic"]) == "<PlayableGame epic: Epic Card Game>"
    assert repr(rules.GAMES["champions"].with_set("house set")).endswith(", house set>")
