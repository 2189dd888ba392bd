"""Opening of a game in records: order of mulligans, first draw, gold."""

import pytest

from rules.games import EPIC
from rules.judge.analysis.branch_comparison import compare_branches
from rules.judge.board import JUDGE, PUBLIC
from rules.judge.record import parse
from rules.judge.replay.replayer import replay
from rules.judge.replay.verdict import Verdict
from tests.rules.judge.disputed import reasons

RB, CR = "RB-2017", "CR-2016-03"
BOTH_KEEP = "Ben: keep\nAnna: keep\n"


def game(plays, version=RB):
    headers = f"Record: 1\nGame: epic\nRules: {version}\nPlayers: Anna, Ben\nFirst: Anna\n"
    return replay(EPIC, parse(f"{headers}Plays\n{plays}"))


@pytest.mark.parametrize(
    ("version", "first", "second", "rule"),
    [(RB, "Ben", "Anna", "RB:getting-started"), (CR, "Anna", "Ben", "1.8.4")],
)
def test_mulligan_order_depends_on_version(version, first, second, rule):
    """I-27."""
    assert game(f"{first}: keep\n{second}: keep\n", version).verdict is Verdict.LEGAL
    text = (
        f"{second} cannot decide on the opening hand now: first {first} decides which cards of the opening hand to "
        "replace (I-27)."
    )
    assert reasons(game(f"{second}: keep\n", version)) == [(rule, text)]


def test_mulligan_costs_health_and_is_not_repeated():
    """Rules 1.8.2 and 1.8.3."""
    replayed = game("Ben: mulligan Kong, Muse\nAnna: keep\n")
    ben = replayed.board(1, JUDGE).sides[1]
    assert (ben.totals["health"], ben.hand.count, ben.deck.count) == (28, 5, 55)
    again = game("Ben: mulligan Kong\nBen: mulligan Muse\n")
    assert reasons(again)[0] == (
        "1.8.3",
        "Ben has decided on the opening hand; cards are replaced once, all together.",
    )


def test_first_player_skips_first_draw_and_second_draws():
    """Rule 4.2.3a."""
    assert reasons(game(f"{BOTH_KEEP}chance: Anna draws Kong\n")) == [("4.2.3a", "Anna skips this draw (1.6.4, I-25).")]
    assert game(f"{BOTH_KEEP}Anna: pass\nBen: pass\nchance: Ben draws Kong\nBen: play Kong\n").verdict is Verdict.LEGAL


def test_first_draw_taken_is_compared_with_skipped_one():
    """Rule 4.2.3a."""
    wrong = game(f"{BOTH_KEEP}chance: Anna draws Kong\n")
    assert wrong.illegal.legal == ("Anna draws nothing",)
    found, public = compare_branches(wrong), compare_branches(wrong, viewer=PUBLIC)
    assert found is not None
    assert public is not None
    assert (found.claimed.words, found.ruled.words) == ("chance: Anna draws Kong", "chance: Anna draws nothing")
    assert [str(row) for row in found.rows] == [
        "Anna hand: 6 cards / 5 cards",
        "Anna deck: 54 cards / 55 cards",
        "Kong of Anna: in hand / not seen",
    ]
    assert public.ruled.words == "chance: Anna draws nothing"


def test_first_draw_skipped_can_be_stated():
    """Rule 4.2.3a."""
    assert game(f"{BOTH_KEEP}chance: Anna draws nothing\nAnna: play Kong\n").verdict is Verdict.LEGAL


def test_gold_is_1_for_each_player_from_first_turn():
    """Rules 4.2.2a, 4.5.2e (I-32)."""
    turn = f"{BOTH_KEEP}Anna: play Triceratops\nAnna: pass\nBen: play Lurking Giant\nBen: pass\nAnna: end turn\n"
    assert game(f"{turn}Ben: play Noble Unicorn\nBen: pass\nAnna: play Pyromancer\n").verdict is Verdict.LEGAL
    assert reasons(game(f"{BOTH_KEEP}Anna: play Triceratops\nAnna: play Kong\n")) == [
        ("3.6.3", "Kong costs 1 gold here and Anna has 0: 1 gold was spent on Triceratops.")
    ]
