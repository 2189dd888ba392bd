"""Plays in the words of judges are read as their canonical form; nothing is guessed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.decision import ActionError, AmbiguousActionError, IllegalActionError, InvalidActionError
from rules.epic.cards import CATALOGUE
from rules.epic.engine import ENGINE
from rules.epic.notation.answers import NOTATION, render
from tests.rules.epic.notation.table import position

ANNA, BEN = 0, 1
MAIN = {
    "Anna_champion": "Kong, Palace Guard, Forcemage Apprentice",
    "Anna_hand": "Rage, White Knight, Fireball, Turn, Lash, Flame Strike, The Risen",
    "Ben_champion": "Muse, Pyromancer",
}
BLOCKS = {
    "Phase": "blocks",
    "Anna_champion": "Kong (attacking)",
    "Ben_champion": "Palace Guard, Muse, Wolf Token, Wolf Token, Wolf Token",
}
DAMAGE = {
    "Phase": "damage",
    "Blocked": "yes",
    "Anna_champion": "Kong (attacking), Wolf Token (attacking)",
    "Ben_champion": "Palace Guard (blocking), Muse (blocking)",
}


def read_line(state, seat, words):
    """Return what the words are read as, in the words that records print, each carried out before the next."""
    full = []
    for line in NOTATION.lines(state, seat, words):
        answer = NOTATION.read(state, line.seat, line.words).action
        full.append(render(state, answer))
        if not ENGINE.check(state, answer):
            ENGINE.apply(state, answer)
    return "; ".join(full)


@pytest.mark.parametrize(
    ("words", "full"),
    [
        ("play Rage on Kong", "play Rage, mode 1; target Kong"),
        ("plays rage on the Kong", "play Rage, mode 1; target Kong"),
        ("play Rage targeting Kong", "play Rage, mode 1; target Kong"),
        ("play Rage > Kong", "play Rage, mode 1; target Kong"),
        ("play Rage -> Kong", "play Rage, mode 1; target Kong"),
        ("Rage on Kong", "play Rage, mode 1; target Kong"),
        ("play Rage, mode 1, target Kong", "play Rage, mode 1; target Kong"),
        ("play Rage, target Kong, mode 1", "play Rage, mode 1; target Kong"),
        ("play Rage mode one on her Kong", "play Rage, mode 1; target Kong"),
        ("play Rage first mode", "play Rage, mode 1"),
        ("play Rage (draw)", "play Rage, mode 2"),
        ("play Rage to draw two cards", "play Rage, mode 2"),
        ("play Fireball -> Muse", "play Fireball, mode 1; target Muse"),
        ("play Lash and target Muse", "play Lash; target Muse"),
        ("play the Lash on the Muse", "play Lash; target Muse"),
        ("casts White Knight", "play White Knight"),
        ("summons the White Knight", "play White Knight"),
        ("play the Risen", "play The Risen"),
        ("PLAYS THE RISEN", "play The Risen"),
        ("Anna attacks with Kong", "attack with Kong"),
        ("anna attacks with kong", "attack with Kong"),
        ("attack with all", "attack with Kong, Palace Guard, Forcemage Apprentice"),
        ("attacks with everything", "attack with Kong, Palace Guard, Forcemage Apprentice"),
        ("attack with all her champions", "attack with Kong, Palace Guard, Forcemage Apprentice"),
        ("Kong attacks", "attack with Kong"),
        ("Kong attacks Ben", "attack with Kong"),
        ("my Kong attacks", "attack with Kong"),
        ("Kong and Palace Guard attack", "attack with Kong, Palace Guard"),
        ("Kong + Guard", "attack with Kong, Palace Guard"),
        ("attack with Kong + Guard", "attack with Kong, Palace Guard"),
        ("attack with Kong & Guard", "attack with Kong, Palace Guard"),
        ("attack with Kong, and the Palace Guard", "attack with Kong, Palace Guard"),
        ("swings with Kong", "attack with Kong"),
        ("swings at Ben with Kong", "attack with Kong"),
        ("attacks the opponent with Kong", "attack with Kong"),
        ("attack with Kong alone", "attack with Kong"),
        ("declares Kong as attacker", "attack with Kong"),
        ("declares an attack with Kong", "attack with Kong"),
        ("then attacks with Kong", "attack with Kong"),
        ("ok", "pass"),
        ("OK.", "pass"),
        ("no response", "pass"),
        ("nothing", "pass"),
        ("does nothing", "pass"),
        ("passes initiative", "pass"),
        ("gives initiative to Ben", "pass"),
        ("uses Forcemage Apprentice on Muse", "use Forcemage Apprentice; target Muse"),
        ("activates Forcemage Apprentice", "use Forcemage Apprentice"),
        ("activates the power of Forcemage Apprentice", "use Forcemage Apprentice"),
        ("uses Forcemage Apprentice's power targeting Muse", "use Forcemage Apprentice; target Muse"),
        ("gives up", "concede"),
        ("concedes the game", "concede"),
    ],
)
def test_read_play_in_words_of_judges(words, full):
    assert read_line(position(**MAIN), ANNA, words) == full


@pytest.mark.parametrize(
    ("words", "full"),
    [
        ("Palace Guard blocks Kong", "block with Palace Guard"),
        ("the Palace Guard blocks", "block with Palace Guard"),
        ("Guard + Muse block", "block with Palace Guard, Muse"),
        ("Palace Guard and Muse block Kong", "block with Palace Guard, Muse"),
        ("blocks Kong with Palace Guard", "block with Palace Guard"),
        ("blocks with Palace Guard & Muse", "block with Palace Guard, Muse"),
        ("Ben blocks with Palace Guard", "block with Palace Guard"),
        ("declares Palace Guard as blocker", "block with Palace Guard"),
        ("block with 3 Wolf Tokens", "block with Wolf Token#1, Wolf Token#2, Wolf Token#3"),
        ("block with three wolf tokens", "block with Wolf Token#1, Wolf Token#2, Wolf Token#3"),
        ("block with Wolf Token x2", "block with Wolf Token#1, Wolf Token#2"),
        ("blocks with all", "block with Palace Guard, Muse, Wolf Token#1, Wolf Token#2, Wolf Token#3"),
        *((words, "no block") for words in ("don't block", "doesn't block", "does not block", "does not block Kong")),
        *((words, "no block") for words in ("no blocks", "no blockers", "no-one blocks", "nobody blocks", "ok")),
        *((words, "no block") for words in ("declares no blockers", "nothing", "none", "block none", "no")),
    ],
)
def test_read_block_in_words_of_judges(words, full):
    assert read_line(position(**BLOCKS), BEN, words) == full


@pytest.mark.parametrize(
    "words",
    [
        "assign Kong: 8 Palace Guard, 5 Muse; Wolf Token: 2 Palace Guard",
        "Kong: 8 Palace Guard and 5 Muse; Wolf Token: 2 Palace Guard",
        "assigns Kong: 8 damage to the Palace Guard and 5 to the Muse; Wolf: all to guard",
        "assigns Kong: Palace Guard 8, Muse 5; Wolf: all Guard",
        "Kong deals 8 to Palace Guard, 5 to Muse; Wolf Token deals 2 to Palace Guard",
    ],
)
def test_read_damage_division_in_words_of_judges(words):
    full = "assign Kong: 8 to Palace Guard, 5 to Muse; Wolf Token: 2 to Palace Guard"
    assert read_line(position(**DAMAGE), ANNA, words) == full


@pytest.mark.parametrize("words", ["on Muse", "targeting Muse", "the muse", "his Muse", "selects Muse", "aims at Muse"])
def test_read_pick_in_words_of_judges(words):
    state = position(**MAIN)
    ENGINE.apply(state, NOTATION.read(state, ANNA, "play Lash").action)
    assert read_line(state, ANNA, words) == "target Muse"


@pytest.mark.parametrize(
    ("words", "both"),
    [
        (
            "play Turn on Muse",
            [
                (
                    "play Turn: gain control of a target champion until end of turn; prepare it; give it blitz until "
                    "end of turn; target Muse"
                ),
                "play Turn: gain control of a target champion; target Muse",
            ],
        ),
        (
            "play Fireball on Ben",
            [
                "play Fireball: inflict 3 damage on a target; target Ben",
                "play Fireball: inflict 3 damage on a target player and all champions of that player; target Ben",
            ],
        ),
        (
            "play Rage",
            [
                "play Rage: give a target champion +4 offense and +4 defense and breakthrough until end of turn",
                "play Rage: draw 2 cards",
            ],
        ),
    ],
)
def test_read_ambiguous_words_reports_both_candidates(words, both):
    state = position(**MAIN)
    with pytest.raises(AmbiguousActionError) as caught:
        read_line(state, ANNA, words)
    assert caught.value.candidates == both


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("frobnicates Kong", "write `play Kong`, `use Kong`, `attack with Kong` or `pass`"),
        ("attack", "who attacks is missing: write `attack with Kong`"),
    ],
)
def test_read_invalid_words_raises_with_hint(words, hint):
    with pytest.raises(InvalidActionError, match=hint):
        NOTATION.read(position(**MAIN), ANNA, words)


def test_read_block_of_single_champion_denied_raises_with_suggestion():
    with pytest.raises(InvalidActionError, match="write `block with Kong` or `no block`"):
        NOTATION.read(position(**BLOCKS), BEN, "Palace Guard doesn't block")


def test_read_block_of_champion_not_attacking_is_illegal():
    with pytest.raises(IllegalActionError) as caught:
        NOTATION.read(position(**BLOCKS), BEN, "Palace Guard blocks Muse")
    assert [reason.rule for reason in caught.value.violations] == ["4.4.6[2]"]


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("Lash", {"Ben_discard": "Lash", "Anna_discard": "Lash"}),
        ("Angel", {"Ben_discard": "Angel of Light, Angel of Mercy"}),
    ],
)
def test_read_pick_illegal_for_every_candidate_is_illegal(name, fields):
    state = position(Anna_hand="Lash", Anna_champion="Kong", Ben_champion="Muse", **fields)
    ENGINE.apply(state, NOTATION.read(state, ANNA, "play Lash").action)
    answer = NOTATION.read(state, ANNA, f"target {name}").action
    assert {reason.rule for reason in ENGINE.check(state, answer)} == {"5.20.2"}


def test_read_card_names_are_not_taken_for_phrases(subtests: pytest.Subtests):
    for name in CATALOGUE.names:
        with subtests.test(name=name):
            state = position(**MAIN)
            for form in (
                "play {}",
                "use {}",
                "attack with {}",
                "block with {}",
                "target {}",
                "choose {}",
                "resolve {}: ally",
            ):
                words = form.format(name)
                assert NOTATION.lines(state, ANNA, words) == [(ANNA, words)]


_PIECES = (
    *("play", "Rage", "Kong", "on", ">", "the", "Ben", "Anna", "blocks", "with", "all", "and", "+", "8", "to", "no"),
    *("doesn't", "block", "mode", "1", "target", ":", ",", ";", "ok", "my", "x3", "?", "deals", "power", "of", "'s"),
)
_WORDS = st.lists(st.sampled_from(_PIECES) | st.text(max_size=5), max_size=9).map(" ".join)


@pytest.mark.parametrize(("seat", "fields"), [(ANNA, MAIN), (BEN, BLOCKS), (ANNA, DAMAGE)])
@settings(max_examples=60, deadline=None)
@given(words=_WORDS)
def test_read_any_words_raises_action_errors_only(seat, fields, words):
    state = position(**fields)
    try:
        for line in NOTATION.lines(state, seat, words):
            ENGINE.apply(state, NOTATION.read(state, line.seat, line.words).action)
    except ActionError:
        pass
