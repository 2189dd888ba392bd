"""Sentences that were misread once are read correctly or refused with the wrong part."""

import pytest

from rules.engine.decision import ActionError, AmbiguousActionError, InvalidActionError
from rules.epic.engine import ENGINE
from rules.epic.notation.answers import NOTATION
from rules.epic.notation.sentences import interpreting
from rules.epic.notation.sentences.interpreting import interpret
from tests.rules.epic.notation.table import position

ANNA, BEN = 0, 1
MAIN = {
    "Anna_champion": "Triceratops, Palace Guard, Muse, Human Token, Human Token, Human Token (expended)",
    "Anna_hand": "Kong, Flame Strike, Rage, Lash, Lightning Strike, Fireball",
    "Ben_champion": "Noble Unicorn, Steel Golem, Zombie Token, Zombie Token, Time Bender",
    "Ben_hand": "Spike Trap, Muse",
}
BLOCKS = {
    "Phase": "blocks",
    "Anna_champion": "Triceratops (expended, attacking), Wolf Token (expended, attacking)",
    "Ben_champion": "Palace Guard, Muse, Wolf Token, Wolf Token, Wolf Token",
}


def lines(fields, seat, words):
    """Return the lines that a sentence stands for, as words only."""
    return [line.words for line in NOTATION.lines(position(**fields), seat, words)]


def refusal(fields, seat, words):
    """Return the error with which a sentence is refused."""
    with pytest.raises(ActionError) as caught:
        executors(position(**fields), seat, words)
    return caught.value


def executors(state, seat, words):
    """Carry out the lines that a sentence stands for."""
    for line in NOTATION.lines(state, seat, words):
        reading = NOTATION.read(state, line.seat, line.words)
        state = ENGINE.copy(reading.game)
        ENGINE.apply(state, reading.action)


@pytest.mark.parametrize(
    ("words", "unparsed"),
    [
        ("gives up Kong", "Kong"),
        ("attacks with Muse instead of Triceratops", "instead of Triceratops"),
        ("attacks with Muse and", "and"),
        ("attacks with Muse while humming", "while humming"),
        ("ends her turn and attacks with Muse", "attacks with Muse"),
        ("does nothing but attack with Muse", "attack with Muse"),
        ("no response, plays Rage on Muse", "plays Rage on Muse"),
        ("plays Fireball: no champion breaks", "no champion breaks"),
        ("plays Flame Strike on Ben for nine", "for nine"),
        ("plays Flame Strike on Noble Unicorn, killing Steel Golem", ", killing Steel Golem"),
        ("attacks with Muse from her hand", "from her hand"),
        ("passes priority to Anna", "Anna"),
        ("plays Rage on Muse but does not pump it", "pump it"),
    ],
)
def test_sentence_invalid_marks_unparsed_part(words, unparsed):
    error = refusal(MAIN, ANNA, words)
    assert isinstance(error, InvalidActionError)
    assert error.unparsed == unparsed


@pytest.mark.parametrize(
    ("words", "candidates"),
    [
        ("plays Lightning Strike", [
            "play Lightning Strike: inflict 5 damage on a target champion", "play Lightning Strike: draw 2 cards",
        ]),
        ("attacks with Muse or Triceratops", ["attack with Muse", "attack with Triceratops"]),
        ("attacks with either Muse or Palace Guard", ["attack with Muse", "attack with Palace Guard"]),
        ("burns Ben for eight", ["play Flame Strike; target Ben"]),
    ],
)  # fmt: skip
def test_sentence_ambiguous_raises_with_candidates(words, candidates):
    error = refusal(MAIN, ANNA, words)
    assert isinstance(error, AmbiguousActionError)
    assert error.candidates == candidates


def test_name_in_hand_and_in_play_is_ambiguous():
    fields = {**MAIN, "Anna_champion": "Kong"}
    error = refusal(fields, ANNA, "kong")
    assert isinstance(error, AmbiguousActionError)
    assert error.candidates == ["play kong", "attack with kong"]


def test_player_name_takes_precedence_over_shortened_card():
    assert lines(MAIN, ANNA, "Lightning Strike on Ben") == ["play Lightning Strike, mode 1", "target Ben"]
    state = position(**MAIN)
    ENGINE.apply(state, NOTATION.read(state, ANNA, "play Lightning Strike, mode 1").action)
    assert {reason.rule for reason in ENGINE.check(state, NOTATION.read(state, ANNA, "target Ben").action)} == {
        "5.20.2"
    }


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("attacks with the Human Tokens", ["attack with Human Token#1, Human Token#2"]),
        ("attacks with both Human Tokens", ["attack with Human Token#1, Human Token#2"]),
        ("attacks with both Muse and Palace Guard", ["attack with Muse, Palace Guard"]),
        ("attacks with all but Muse and Triceratops", ["attack with Palace Guard, Human Token#1, Human Token#2"]),
        ("Lash on Muse, Rage on Muse", ["play Lash", "target Muse", "Rage on Muse"]),
        ("Lash on Muse and Rage to draw two", ["play Lash", "target Muse", "Rage to draw two"]),
        ("passes priority", ["passes priority"]),
    ],
)
def test_list_of_names_is_read_completely(words, read):
    assert lines(MAIN, ANNA, words) == read


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("doesn't block", ["no block"]),
        ("does not block", ["no block"]),
        ("takes it", ["no block"]),
        ("double blocks with Palace Guard and Muse", ["block with Palace Guard, Muse"]),
        ("Palace Guard blocks", ["block with Palace Guard"]),
        ("the Wolf Tokens block", ["block with Ben's Wolf Token#1, Ben's Wolf Token#2, Ben's Wolf Token#3"]),
    ],
)
def test_block_in_words_of_judges_is_read(words, read):
    assert lines(BLOCKS, BEN, words) == read


@pytest.mark.parametrize(
    "words",
    [
        "lets Wolf Token through",
        "double blocks with Palace Guard",
        "blocks with Palace Guard and does not block",
        "Palace Guard blocks Triceratops and Muse blocks Wolf Token",
        "at end of turn blocks with Palace Guard",
        "blocks with everyone but one Wolf Token",
        "can't block",
    ],
)
def test_incomplete_block_is_refused(words):
    refusal(BLOCKS, BEN, words)


@pytest.mark.parametrize(
    ("words", "seat", "read"),
    [
        ("Anna attacks with Muse", ANNA, ["attack with Muse"]),
        ("Anna's Muse attacks", ANNA, ["attack with Anna's Muse"]),
        ("attack with Muse", ANNA, ["attack with Muse"]),
        ("Ben plays Spike Trap", BEN, ["play Spike Trap"]),
        ("no responses", ANNA, ["nothing"]),
    ],
)
def test_line_without_player_is_of_named_or_pending_player(words, seat, read):
    found = NOTATION.lines(position(**MAIN), None, words)
    assert ({line.seat for line in found}, [line.words for line in found]) == ({seat}, read)


def test_article_that_may_be_player_or_verb_is_ambiguous():
    with pytest.raises(AmbiguousActionError) as caught:
        NOTATION.lines(position(**MAIN), None, "a kong")
    assert caught.value.candidates == ["Anna: kong", "Anna: attack with kong"]


def test_long_sentence_is_refused():
    for words in (
        "Lightning Strike" + ", 1 to Ben" * 12,
        "gets Kong back " * 6,
        "attacks with Muse" + " and Muse" * 28,
    ):
        refusal({**MAIN, "Anna_champion": "Muse"}, ANNA, words)


@pytest.mark.parametrize(
    ("words", "corrected"),
    [
        ("atacks with Muse", "attacks with Muse"),
        ("attaks wiht Muse and Triceratops", "attacks with Muse and Triceratops"),
        ("plays Flame Stirke on Noble Unicron", "plays Flame Strike on Noble Unicorn"),
        ("plays Flame Strike on Ben, leavign him at 12", "plays Flame Strike on Ben, leaving him at 12"),
    ],
)
def test_misspelt_sentence_is_refused_with_correction(words, corrected):
    error = refusal(MAIN, ANNA, words)
    assert isinstance(error, AmbiguousActionError)
    assert error.candidates == [corrected]
    assert f"did you mean `{corrected}`?" in str(error)


@pytest.mark.parametrize("words", ["atacks with Moose", "zzyzx with Muse", "plays Flame Stirke on the dog"])
def test_sentence_without_correction_is_refused(words):
    assert isinstance(refusal(MAIN, ANNA, words), InvalidActionError)


def test_refused_sentence_is_interpreted_once(monkeypatch):
    calls = []

    def counting(*args):
        calls.append(args)
        return interpret(*args)

    monkeypatch.setattr(interpreting, "interpret", counting)
    state = position(**MAIN)
    words = "does nothing but attack with Muse"
    assert [line.words for line in NOTATION.lines(state, ANNA, words)] == [words]
    with pytest.raises(InvalidActionError):
        NOTATION.read(state, ANNA, words)
    assert [args[2] for args in calls].count(words) == 1


def test_block_with_unknown_name_in_list_is_refused():
    refusal(BLOCKS, BEN, "Muse and Palace Guard block and hum with Triceratops")
