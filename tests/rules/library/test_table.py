"""Public API: tables, and the records that they write and read."""

import random

import pytest

import rules
from rules.engine.decision import IllegalActionError, InvalidActionError, UndeterminedError
from rules.games import GAMES
from rules.judge.record.errors import RecordError
from rules.judge.replay.verdict import Verdict
from tests.rules.epic.engine.games import HUMANS, TALL

KONG, LASH = ["Kong"] * 30, ["Lash"] * 30
HEADERS = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n"
POSITION = "Position\nTurn: Anna 5\nAnna health: 24\nBen health: 0\n"


def reported_errors(text, read=rules.position):
    with pytest.raises(RecordError) as caught:
        read(text)
    return [(problem.line, problem.column, problem.message) for problem in caught.value.problems]


@pytest.mark.parametrize(("variant", "count"), [("", 2), ("free-for-all", 3), ("last-one-standing", 4), ("hydra", 4)])
@pytest.mark.parametrize("seed", range(4))
def test_record_of_table_replays_to_its_game(variant, count, seed):
    names = ("Ann", "Anna", "Ben", "Cem")[:count]
    table = rules.game([(HUMANS, TALL)[seat % 2] for seat in range(count)], names, first=seed % 2, variant=variant)
    chance = random.Random(seed)
    for _ in range(150):
        if table.over:
            break
        rules.apply(table, table.sample(chance))
    replayed = rules.replay(table.record())
    assert replayed.verdict is Verdict.LEGAL
    assert replayed.final.digest() == table.state.digest()
    assert rules.position(table.record()).state.digest() == table.state.digest()


@pytest.mark.parametrize(("seed", "decisions"), [(45, 116), (90, 79), (270, 56)])
def test_record_ending_with_repeated_action_replays_to_its_game(seed, decisions):
    """The last answer has the words of one that went without saying before it."""
    table = rules.game([HUMANS, TALL])
    chance = random.Random(seed)
    for _ in range(decisions):
        rules.apply(table, table.sample(chance))
    assert rules.replay(table.record()).final.digest() == table.state.digest()
    assert rules.position(table.record()).copy().record() == table.record()


def test_player_name_that_begins_another_name_is_matched_exactly():
    table = rules.game([KONG, LASH], ("Ann", "Anna"))
    assert rules.check(table, "Anna: keep") == []
    assert [reason.rule for reason in rules.check(table, "ann: keep")] == ["RB:getting-started"]
    with pytest.raises(InvalidActionError, match="'An' could be Ann or Anna"):
        rules.check(table, "An: keep")
    with pytest.raises(InvalidActionError, match="'Cem' is not one of Ann, Anna or chance"):
        rules.check(table, "Cem: keep")


def test_position_errors_have_line_of_given_text():
    assert reported_errors(HEADERS + POSITION)[0][0] == 9
    assert reported_errors(f"\n\n{HEADERS}{POSITION}")[0][0] == 11
    assert reported_errors(f"\n{HEADERS}Anna: pass\nCarl: pass\n", rules.record)[0][0] == 8


def test_position_depending_on_missing_draw_raises():
    undrawn = f"{HEADERS}Deck Anna: 30 Kong\nDeck Ben: 15 Kong / 15 Lash\nPlays\nBen: keep\n"
    with pytest.raises(UndeterminedError, match="is missing before it, as chance decided first"):
        rules.position(undrawn)


def test_line_with_colon_of_another_script_is_read():
    table = rules.game([KONG, LASH])
    rules.apply(table, "Ben：keep")  # noqa: RUF001
    assert table.record().endswith("\n1. Ben: keep\n")


def test_check_chance_by_word_or_sign_is_equal():
    table = rules.game([KONG, [*KONG, *LASH]])
    assert rules.check(table, "*: Ben draws Lash") == rules.check(table, "chance: Ben draws Lash") == []


UNKNOWN_CARDS = f"""{HEADERS}Position
Turn: Anna 5
Anna health: 30
Ben health: 30
Anna hand: Surprise Attack, Lash
"""


def sentences(output):
    return [str(each) for each in output]


def test_draw_line_names_unknown_drawn_card_as_in_record():
    table = rules.position(UNKNOWN_CARDS)
    rules.apply(table, "Anna: play Surprise Attack")
    assert (table.to_act, rules.legal(table)) == ("Anna", ["Anna: yes", "Anna: no"])
    assert rules.check(table, "chance: Anna draws Wither") == []
    assert sentences(rules.apply(table, "chance: Anna draws Wither")) == [
        "Anna draws Wither.",
        "Surprise Attack offers nothing that could have an effect.",
        "Surprise Attack goes to Anna's discard pile.",
    ]
    assert table.record().split("Plays\n")[1].splitlines() == [
        "1. Anna: play Surprise Attack",
        "chance: Anna draws Wither",
    ]
    assert rules.position(table.record()).state.digest() == table.state.digest()


def test_draw_line_names_unknown_drawn_card_later():
    table = rules.position(UNKNOWN_CARDS)
    for line in ("Anna: play Surprise Attack", "Anna: no"):
        rules.apply(table, line)
    assert sentences(rules.apply(table, "*: Anna draws Kong")) == ["Anna draws Kong."]
    assert rules.position(table.record()).state.digest() == table.state.digest()
    assert table.board("Anna").sides[0].hand.cards == ("Kong", "Lash")


def test_draw_of_wrong_player_is_illegal_with_reveal_of_known_deck():
    position = "Anna hand: Herald of Scara\nAnna deck: 2 Kong / 10 Lash, 5 Muse\nBen deck: 20 Kong\n"
    table = rules.position(f"{UNKNOWN_CARDS.replace('Anna hand: Surprise Attack, Lash', '')}{position}")
    rules.apply(table, "Anna: play Herald of Scara")
    assert [reason.rule for reason in rules.check(table, "chance: Ben draws Kong")] == ["5.19.1"]


def test_apply_automatic_action_again_changes_nothing():
    table = rules.position(UNKNOWN_CARDS)
    for line in ("Anna: play Surprise Attack", "chance: Anna draws Wither"):
        rules.apply(table, line)
    before = table.state.digest(), table.record()
    again = [
        "Anna draws one card as Anna's own turn starts, and no other effect draws one now (1.6.1).",
        "No card is drawn now: first Anna makes a play or passes.",
    ]
    assert [reason.text for reason in rules.check(table, "chance: Anna draws Wither")] == again
    with pytest.raises(IllegalActionError):
        rules.apply(table, "chance: Anna draws Wither")
    assert (table.state.digest(), table.record()) == before


def test_apply_draw_of_unknown_card_name_raises():
    table = rules.position(UNKNOWN_CARDS)
    rules.apply(table, "Anna: play Surprise Attack")
    with pytest.raises(InvalidActionError, match="Whither"):
        rules.apply(table, "chance: Anna draws Whither the Wind")


@pytest.mark.parametrize("read", [rules.position, rules.replay, rules.verdict])
def test_record_of_unknown_game_raises(read):
    text = HEADERS.replace("epic", "chess")
    assert reported_errors(text, read) == [(2, 1, f"unknown game 'chess'; choose from {', '.join(GAMES)}")]


def test_game_of_every_variant_begins():
    gods: tuple[tuple[str, ...], ...] = (("Maligus, the Dark One",), (), (), ())
    table = rules.game([KONG] * 4, ("A", "B", "C", "D"), variant="hydra", teams=((0, 2), (1, 3)), extra_cards=gods)
    assert [side.team for side in table.board(rules.PUBLIC).sides] == [("A", "C"), ("B", "D")] * 2
    assert table.board(rules.PUBLIC).sides[0].extra_cards == ("Maligus, the Dark One",)
    assert "Teams: A, C / B, D\nGods: A: Maligus, the Dark One\n" in table.record()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": ("Anna", "Ben: Jr")}, "the name 'Ben: Jr' has a character that means something else here"),
        ({"players": ("Ben", "Anna, Ann")}, "the name 'Anna, Ann' cannot stand in a record"),
        ({"players": ("chance", "Ben")}, "'chance' cannot be a player's name in a record"),
        ({"slug": "chess"}, "unknown game 'chess'; choose from epic"),
        ({"variant": "chess"}, "no way to play is called 'chess'"),
        ({"players": ("A", "B", "C")}, "Two players is played by 2 players, not 3"),
    ],
)
def test_game_with_invalid_setup_raises(given, message):
    count = len(given.get("players", "AB"))
    with pytest.raises(ValueError, match=message):
        rules.game([KONG] * count, **given)
