"""Positions with shortened players, fields, cards and remarks."""

import pytest

from rules.engine.game import Setup
from rules.epic.cards import CATALOGUE
from rules.epic.notation.answers import NOTATION
from rules.notation.position.errors import PositionError
from tests.rules.epic.notation.moments import facts

ANNA_BEN, ANN_ANNA = ("Anna", "Ben"), ("Ann", "Anna")
LIST = ("Kong",) * 3 + ("Muse",) * 3 + ("Surprise Attack",) * 3


def read(fields, names=ANNA_BEN, decks=(None, None)):
    output = {key: [text] if isinstance(text, str) else text for key, text in fields.items()}
    return NOTATION.position(output, Setup(names, decks, 0, "RB-2017"))


def position_errors(fields, names=ANNA_BEN, decks=(None, None)):
    output = {"Turn": f"{names[0]} 7", **{f"{name} health": "20" for name in names}, **fields}
    with pytest.raises(PositionError) as caught:
        read(output, names, decks)
    return [(item.key, item.index, item.message) for item in caught.value.errors]


def test_short_position_equals_long_one():
    long = {
        "Turn": "Anna 7",
        "Phase": "before damage",
        "Initiative": "Ben",
        "Passed": "Anna",
        "Anna health": "20",
        "Ben health": "18",
        "Anna champion": [
            "Kong (attacking, 3 damage, +2 offense, airborne, damaged Ben), 2 Wolf Token (expended, deploying)",
            "Muse (unblockable in play, no abilities, 1 damage)",
        ],
        "Ben champion": "Palace Guard (blocking, 2 counters, owner Anna)",
        "Anna hand": "Triceratops, 2 Brave Squire, 3 ?",
        "Ben discard": "Angel of Death, Surprise Attack",
        "Ben broken": "Angel of Death",
        "Ben deck": "20 / Juggernaut",
        "Anna gold": "0",
        "Ben ones played": "wild",
    }
    short = {
        "turn": "a 7",
        "phase": "before d",
        "init": "b",
        "pass": "a",
        "A he": "20",
        "B's health": "18",
        "a ch": [
            "kon (attacking, 3 dam, +2 off, airb, damaged b), 2 wolf tok (exp, depl)",
            "muse (unblo in play, no abil, 1 dmg)",
        ],
        "be champ": "pal gua (bloc, 2 cou, owner an)",
        "a ha": "trice, 2 bra sq, 3 ?",
        "b disc": "aod, surprise a",
        "b brok": "aod",
        "b de": "20 / juggern",
        "A gold": "0",
        "b ones": "wild",
    }
    laid_out, again = read(long), read(short)
    assert facts(again) == facts(laid_out)
    assert NOTATION.describe(again) == NOTATION.describe(laid_out)


def test_position_shortened_names_of_several_cards_are_listed():
    fields = {
        "Anna champion": "angelic, muse (att, unb)",
        "Anna hand": "angel of",
        "An h": "9",
        "Initiative": "An",
    }
    assert [(key, message) for key, _, message in position_errors(fields, ("Anna", "Anton"))] == [
        ("An h", "'An h' could mean Anna health or Anna hand or Anton health or Anton hand"),
        ("Anna champion", "muse: 'att' could mean attacking or attacked"),
        ("Anna champion", "muse: 'unb' could mean unbanishable or unblockable or unbreakable"),
        ("Anna hand", "'angel of' could mean Angel of Death or Angel of Light or Angel of Mercy or Angel of the Gate"),
        ("Initiative", "'An' could mean Anna or Anton"),
    ]


def test_position_full_name_takes_precedence_over_longer_name():
    state = read({"Turn": "Ann 7", "Ann health": "9", "Anna health": "8", "Initiative": "ann"}, ANN_ANNA)
    assert ([team.health for team in state.teams], state.initiative) == ([9, 8], 0)


def test_position_short_name_means_card_of_decklist():
    fields = {"Turn": "Anna 7", "Anna health": "20", "Ben health": "20"}
    state = read({**fields, "Anna hand": "sur, mu", "Anna champion": "ko, wolf"}, decks=(LIST, None))
    assert sorted(state.table[cid].name for cid in state.seats[0].hand) == ["Muse", "Surprise Attack"]
    assert [state.table[each.cid].name for each in state.seats[0].champions] == ["Kong", "Wolf Token"]


def test_position_short_name_missing_from_decklist_is_error():
    assert position_errors({"Anna discard": "trice"}, decks=(LIST, None)) == [
        ("Anna discard", 0, "the position has 1 Triceratops, the decklist of Anna has 0")
    ]


def test_position_with_more_cards_than_decklist_is_error():
    assert position_errors({"Anna hand": "5 ?", "Anna discard": "3 Kong, 2 Muse"}, decks=(LIST, None)) == [
        ("", 0, "Anna has 10 cards here, but 9 in the decklist")
    ]


def test_position_unknown_names_are_each_reported_once():
    assert position_errors(
        {"Anna champion": "Kong (owner Carl, damaged Dora, returns to Eve)", "Anna deck": "3 Wolf Token"}
    ) == [
        ("Anna champion", 0, "'Carl' is no player; players are Anna, Ben"),
        ("Anna deck", 0, "Wolf Token is a token: it exists in play only (2.3.5)"),
        ("Anna champion", 0, "'Dora' is no player; players are Anna, Ben"),
        ("Anna champion", 0, "'Eve' is no player; players are Anna, Ben"),
    ]


def test_position_with_too_many_champions_is_error():
    lines = [", ".join(["99 Kong"] * 400)] * 4
    assert position_errors({"Anna champion": lines}) == [("Anna champion", 0, "Anna has more than 1000 champions here")]


def test_position_suggestions_are_limited():
    long = [name for name in CATALOGUE.names if len(name) > 9 and "," not in name][:80]
    output = position_errors({"Anna hand": ", ".join(f"{name}q" for name in long)})
    assert len(output) == 80
    assert ["did you mean" in message for _, _, message in output] == [True] * 50 + [False] * 30
