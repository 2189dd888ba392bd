"""Short forms: short verbs, omitted verbs, partial names and misspelt words."""

import pytest

from rules.decks.abbreviations import expand, match_rank, shortest_unique
from rules.decks.names import words
from rules.engine.decision import Action, AmbiguousActionError, InvalidActionError
from rules.engine.game import Line
from rules.epic.actions.registry import ACTION_TYPES, VERBS
from rules.epic.cards import CATALOGUE
from rules.epic.engine import ENGINE
from rules.epic.notation.answers import NOTATION
from rules.epic.notation.combatants import BLOCKS, PLAYS
from rules.epic.notation.sentences import lines
from rules.epic.notation.verbs import WORDINGS
from tests.rules.epic.notation.table import position

ANNA, BEN = 0, 1
TABLE = {"Anna_champion": "Kong, Palace Guard", "Anna_hand": "Pyromancer, White Knight", "Anna_gold": "1"}


def oids(state, seat):
    return [champion.oid for champion in state.seats[seat].champions]


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("p", "pass"),
        ("P.", "pass"),
        ("a kon", "attack with Kong"),
        ("a pg, kong", "attack with Kong, Palace Guard"),
        ("pl pal gua", "play Palace Guard"),
        ("wk", "play White Knight"),
        ("PYRO", "play Pyromancer"),
        ("pl pyromancer", "play Pyromancer"),
        ("x kong", "use Kong"),
        ("e", "end turn"),
        ("gg", "concede"),
    ],
)
def test_short_words_are_read_like_long_ones(short, full):
    state = position(**TABLE)
    assert NOTATION.read(state, ANNA, short).action == NOTATION.read(state, ANNA, full).action


def test_name_alone_in_hand_and_in_play_is_ambiguous():
    with pytest.raises(AmbiguousActionError) as caught:
        NOTATION.read(position(**TABLE), ANNA, "pal gua")
    assert caught.value.candidates == ["play pal gua", "attack with pal gua"]


def test_blocks_and_picks_are_read_without_verb():
    state = position(Phase="blocks", Anna_champion="Kong (attacking)", Ben_champion="Palace Guard, Muse")
    guard = oids(state, BEN)[0]
    for text in ("b pal gua", "bl palace", "pg", "block with Palace Guard"):
        assert NOTATION.read(state, BEN, text).action == Action(BEN, "block", (guard,))
    assert NOTATION.read(state, BEN, "nb").action == Action(BEN, "block")
    state = position(Anna_hand="Lash", Ben_champion="Palace Guard, Muse")
    ENGINE.apply(state, NOTATION.read(state, ANNA, "lash").action)
    assert NOTATION.read(state, ANNA, "muse").action == Action(ANNA, "target", (oids(state, BEN)[1],))


def test_shortened_name_of_several_cards_lists_them():
    state = position(Anna_hand="Angel of Light, Angel of Mercy, Angelic Protector")
    with pytest.raises(AmbiguousActionError) as caught:
        NOTATION.read(state, ANNA, "play angel")
    assert caught.value.candidates == ["Angel of Light", "Angel of Mercy", "Angelic Protector"]


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("atack with Kong", "attack with Kong"),
        ("plya Pyromancer", "play Pyromancer"),
        ("blok with Kong", "block with Kong"),
    ],
)
def test_misspelt_verb_suggests_corrected_play(words, hint):
    with pytest.raises(AmbiguousActionError, match=f"is not understood; did you mean `{hint}`") as caught:
        NOTATION.read(position(**TABLE), ANNA, words)
    assert caught.value.candidates == [hint]


def test_misspelt_pass_suggests_pass():
    with pytest.raises(InvalidActionError, match="did you mean `pass`"):
        NOTATION.read(position(**TABLE), ANNA, "pas")


def test_short_verbs_correspond_to_verbs():
    assert set(WORDINGS.short.values()) == set(WORDINGS.shortest)
    assert all(WORDINGS.short[short] == verb for verb, short in WORDINGS.shortest.items())


def test_verbs_have_words_and_decisions_have_examples():
    assert {row.verb: row.kind for row in WORDINGS.rows.values()} == {
        row.name: row.kind for row in ACTION_TYPES.values()
    }
    assert (WORDINGS.example("act"), WORDINGS.example("block")) == (PLAYS, BLOCKS)
    assert all(WORDINGS.example(kind) for kind in VERBS.questions)


def test_cards_have_unique_short_forms(subtests: pytest.Subtests):
    for name in CATALOGUE.names:
        with subtests.test(name=name):
            short = CATALOGUE.shortened(name)
            assert (expand(short, CATALOGUE.names) == [name]) or short == name
            assert short == shortest_unique(name, CATALOGUE.names)


def test_match_rank_orders_short_forms():
    fits = [
        match_rank(words(short), words("Angel of Mercy")) for short in ("angel", "mercy", "an me", "aom", "of an", "a")
    ]
    assert fits == [1, 2, 3, 4, 0, 0]


@pytest.mark.parametrize("verb", ["attack with", "reveal", "discard"])
def test_read_more_names_than_objects_raises(verb):
    state = position(**TABLE)
    there = len(state.table) + len(oids(state, ANNA))
    many = ", ".join(["99 Kong"] * 400)
    with pytest.raises(InvalidActionError, match=f"39600 names are more than the {there} things that are in this game"):
        NOTATION.read(state, ANNA, f"{verb} {many}")


def test_division_of_champion_with_power_is_read_as_division_only():
    champions = "Human Token (attacking), Kong (attacking), Angel of Light (attacking)"
    state = position(Phase="blocks", Anna_champion=champions, Ben_champion="Keeper of Secrets")
    ENGINE.apply(state, NOTATION.read(state, BEN, "block with Keeper of Secrets").action)
    while state.pending.kind != "assign":
        ENGINE.apply(state, NOTATION.read(state, state.pending.seat, "pass").action)
    assert state.pending.seat == BEN
    words = "Keeper of Secrets: 2 to Angel of Light"
    assert lines(state, BEN, words) == [Line(BEN, words)]
    full = NOTATION.read(state, BEN, f"assign {words}").action
    assert NOTATION.read(state, BEN, words).action == full
