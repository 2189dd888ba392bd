"""Names in actions: owners, numbers, zones, partial names and identical copies."""

import pytest

from rules.engine.decision import Action, AmbiguousActionError, InvalidActionError
from rules.engine.ids import CHANCE, FIRST_OBJECT
from rules.epic.cards.game_cards import PUBLISHED
from rules.epic.engine import ENGINE
from rules.epic.notation.answers import NOTATION
from rules.epic.notation.names.references import find, label, split_names
from tests.rules.epic.notation.table import position

ANNA, BEN = 0, 1


def oids(state, seat):
    return [champion.oid for champion in state.seats[seat].champions]


def test_read_unique_name_without_number():
    state = position(Anna_champion="Kong, Palace Guard")
    kong, guard = oids(state, ANNA)
    assert NOTATION.read(state, ANNA, "attack with Kong, Palace Guard").action == Action(
        ANNA, "attack", (kong, guard), BEN
    )
    assert NOTATION.render(state, Action(ANNA, "attack", (kong, guard), BEN)) == "attack with Kong, Palace Guard"


@pytest.mark.parametrize(
    "words", ["ATTACKS WITH kong", "attack with  Kóng", "attack kong", "Attack Ben with KONG", "attack with kon"]
)
def test_read_name_regardless_of_case_accents_and_shortening(words):
    state = position(Anna_champion="Kong, Palace Guard")
    assert NOTATION.read(state, ANNA, words).action == Action(ANNA, "attack", (oids(state, ANNA)[0],), BEN)


def test_render_numbers_equal_names_in_order_of_entry():
    state = position(Anna_champion=["Wolf Token", "Wolf Token (expended)", "Wolf Token (3 counters)"])
    first, second, third = oids(state, ANNA)
    assert (
        NOTATION.render(state, Action(ANNA, "attack", (first, third), BEN)) == "attack with Wolf Token#1, Wolf Token#3"
    )
    assert NOTATION.read(state, ANNA, "attack with Wolf Token #2").action == Action(ANNA, "attack", (second,), BEN)


def test_read_copy_number_zero_raises():
    state = position(Anna_champion="2 Wolf Token")
    with pytest.raises(InvalidActionError, match="did you mean Wolf Token#1 or Wolf Token#2"):
        NOTATION.read(state, ANNA, "attack with Wolf Token#0")


def test_read_ambiguous_copies_raises_with_candidates():
    state = position(Anna_champion=["Wolf Token", "Wolf Token (expended)"])
    with pytest.raises(AmbiguousActionError) as caught:
        NOTATION.read(state, ANNA, "attack with Wolf Token")
    assert caught.value.candidates == ["Wolf Token#1", "Wolf Token#2"]


def test_read_identical_copies_are_interchangeable():
    state = position(Anna_champion="3 Wolf Token")
    first, second, _ = oids(state, ANNA)
    assert NOTATION.read(state, ANNA, "attack with 2 Wolf Token").action == Action(ANNA, "attack", (first, second), BEN)
    assert NOTATION.read(state, ANNA, "attack with Wolf Token and Wolf Token").action.refs == (first, second)


def test_read_all_copies_without_numbers():
    state = position(Anna_champion=["Wolf Token", "Wolf Token (expended)"])
    assert NOTATION.read(state, ANNA, "attack with 2 wolf tokens").action.refs == tuple(oids(state, ANNA))


def test_names_distinguish_token_that_left_play_from_those_in_play():
    """It has no owner any more, but its trigger may still wait."""
    state = position(Anna_champion="2 Wolf Token", Gone="Wolf Token")
    here, _ = oids(state, ANNA)
    gone = next(oid for oid in range(FIRST_OBJECT, FIRST_OBJECT + len(state.entered)) if state.find(oid) is None)
    everything = [*oids(state, ANNA), gone]
    assert [label(state, ref, everything) for ref in (here, gone)] == ["Wolf Token#1", "Wolf Token gone"]
    assert [find(state, words, everything) for words in ("Wolf Token#1", "Wolf Token gone")] == [here, gone]


def test_read_owner_distinguishes_equal_names():
    state = position(Anna_hand="Lash", Anna_champion="Kong", Ben_champion="Kong (2 damage)")
    ENGINE.apply(state, NOTATION.read(state, ANNA, "play Lash").action)
    mine, theirs = oids(state, ANNA)[0], oids(state, BEN)[0]
    assert set(state.pending.candidates) >= {mine, theirs}
    assert NOTATION.render(state, Action(ANNA, "target", (theirs,))) == "target Ben's Kong"
    assert NOTATION.read(state, ANNA, "target Ben's Kong").action == Action(ANNA, "target", (theirs,))
    assert NOTATION.read(state, ANNA, "target ANNA'S kong").action == Action(ANNA, "target", (mine,))
    with pytest.raises(AmbiguousActionError) as caught:
        NOTATION.read(state, ANNA, "target Kong")
    assert caught.value.candidates == ["Anna's Kong", "Ben's Kong"]


def test_read_partial_name_of_two_cards_raises_ambiguous():
    state = position(Anna_champion="Palace Guard, Priest of Kalnor, Palace Guard (expended)")
    with pytest.raises(AmbiguousActionError) as caught:
        NOTATION.read(state, ANNA, "attack with Palace")
    assert caught.value.candidates == ["Palace Guard#1", "Palace Guard#2"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("attack with Wolf Token#2", "there is no 'Wolf Token#2' here"),
        ("dance", "'dance' is not understood; Anna makes a play or passes: write `play Kong`"),
        ("resolve Kong: loyalty", "Kong has no 'loyalty' that waits"),
        ("attack with", "a name is missing: write `attack with Kong`"),
        ("play", "a name is missing: write `play Kong`"),
        ("pass the salt", "“the salt” is not understood; the rest would be read as `pass`"),
    ],
)
def test_read_invalid_words_raises_with_expected_form(words, message):
    state = position(Anna_champion="Kong, Wolf Token")
    with pytest.raises(InvalidActionError) as caught:
        NOTATION.read(state, ANNA, words)
    assert str(caught.value).startswith(message)


def test_read_misspelt_card_suggests_corrected_play():
    with pytest.raises(AmbiguousActionError, match="“Kongg” is not understood; did you mean `attack with Kong`"):
        NOTATION.read(position(Anna_champion="Kong"), ANNA, "attack with Kongg")


def test_split_names_preserves_names_with_commas():
    assert split_names(PUBLISHED, "Markus, Watch Captain, 2 Kong, Smash and Burn and Lash", lambda _: False) == [
        "Markus, Watch Captain",
        "Kong",
        "Kong",
        "Smash and Burn",
        "Lash",
    ]


def test_read_mode_by_number_or_words():
    state = position(Anna_hand="Apocalypse", Anna_gold="1")
    first, second = (NOTATION.read(state, ANNA, f"play Apocalypse, mode {mode}").action for mode in (1, 2))
    assert (first.option, second.option) == (0, 1)
    assert NOTATION.read(state, ANNA, "play apocalypse: break all").action == second
    assert NOTATION.read(state, ANNA, "play Apocalypse: draw").action == first
    assert NOTATION.render(state, second) == "play Apocalypse, mode 2"
    with pytest.raises(AmbiguousActionError) as caught:
        NOTATION.read(state, ANNA, "play Apocalypse")
    assert caught.value.candidates == ["play Apocalypse: draw 2 cards", "play Apocalypse: break all champions"]


def test_read_play_names_unknown_card_only_without_known_match():
    state = position(Anna_hand="Kong, 2 ?", Anna_gold="1")
    unknown = [cid for cid in state.seats[ANNA].hand if state.table[cid].name == "?"]
    kong = next(cid for cid in state.seats[ANNA].hand if cid not in unknown)
    assert NOTATION.read(state, ANNA, "play Kong").action == Action(ANNA, "play", (kong,))
    read = NOTATION.read(state, ANNA, "play Lash")
    assert read.action.refs[0] in unknown
    assert sorted(read.game.table[cid].name for cid in state.seats[ANNA].hand) == ["?", "Kong", "Lash"]


def test_read_does_not_change_game():
    state = position(Anna_hand="Kong, 2 ?", Anna_gold="1")
    before = state.to_json()
    named = NOTATION.read(state, ANNA, "play Lash").game
    assert NOTATION.names_cards(state, named)
    # A card that is nowhere in the game is added to it, for the checker to miss.
    missing = NOTATION.read(state, ANNA, "attack with Muse")
    assert missing.action.refs[0] not in state.table
    assert state.to_json() == before
    assert NOTATION.parses_as(state, ANNA, "play Lash", NOTATION.read(state, ANNA, "play Lash").action)
    assert NOTATION.read(named, ANNA, "play Lash").action.refs == NOTATION.read(state, ANNA, "play Lash").action.refs


def test_read_late_draw_does_not_change_game():
    state = position(Anna_hand="Kong", Anna_deck="30 ?", Anna_gold="1", Turn="Anna 5", Phase="start")
    draw = next((event for event in state.log if event.kind == "draw"), None)
    assert draw is not None
    before = state.to_json()
    output = NOTATION.repeats(state, CHANCE, "Anna draws Lash", state.log)
    assert output is not None
    assert (output.event, output.game.table[draw.args[1]].name) == (draw, "Lash")
    late = NOTATION.find_late_repetition(state, CHANCE, "Anna draws Lash")
    assert late is not None
    assert (late.event, late.log_entries, late.game.table[draw.args[1]].name) == (draw, 0, "Lash")
    assert state.to_json() == before


def test_read_end_turn_is_shortcut_after_plays_of_opponent():
    state = position(Ben_hand="Flash Fire", Ben_gold="1")
    assert NOTATION.read(state, ANNA, "end turn").action == Action(ANNA, "pass")
    for seat, words in ((ANNA, "pass"), (BEN, "play Flash Fire, mode 1"), (BEN, "pass")):
        ENGINE.apply(state, NOTATION.read(state, seat, words).action)
    assert NOTATION.read(state, ANNA, "end turn").action == Action(ANNA, "end")


@pytest.mark.parametrize("words", ["decline", "no", "reveal none"])
def test_read_declined_reveal(words):
    state = position(Anna_hand="Steel Golem, Muse, Frost Giant", Anna_gold="1")
    ENGINE.apply(state, NOTATION.read(state, ANNA, "play Steel Golem").action)
    assert NOTATION.read(state, ANNA, words).action == Action(ANNA, "reveal")
    assert len(NOTATION.read(state, ANNA, "reveal Muse, frost giant").action.refs) == 2


def test_read_card_in_wrong_zone_is_checked_by_engine():
    state = position(Anna_hand="Lash", Anna_discard="Kong", Ben_champion="Palace Guard", Anna_champion="Wolf Token")
    kong = state.seats[ANNA].discard[0]
    assert NOTATION.read(state, ANNA, "play Kong").action == Action(ANNA, "play", (kong,))
    assert NOTATION.read(state, ANNA, "attack with Palace Guard").action == Action(
        ANNA, "attack", tuple(oids(state, BEN)), BEN
    )
    assert [
        fault.rule for fault in ENGINE.check(state, NOTATION.read(state, ANNA, "attack with Palace Guard").action)
    ] == ["4.4.1"]


def test_split_names_separates_owner_and_name() -> None:
    assert split_names(PUBLISHED, "Keeper of Secrets, Ann's Wolf Token", lambda _: False) == [
        "Keeper of Secrets",
        "Ann's Wolf Token",
    ]
    found = split_names(PUBLISHED, "Muse and Ann's Markus, Watch Captain", lambda _: False)
    assert found == ["Muse", "Ann's Markus, Watch Captain"]
