"""Missed triggers: illegal by the rules, with the procedure reported separately."""

import pytest

from rules.games import EPIC
from rules.judge.analysis.branch_comparison import compare_branches
from rules.judge.analysis.report import Analysis
from rules.judge.record import RecordError, parse
from rules.judge.replay.replayer import replay
from rules.judge.replay.verdict import Verdict
from tests.rules.judge.disputed import judged, reasons

MISSED = {
    "a delayed effect": (
        "Anna: play Psionic Assault\nAnna: target Ben\nAnna: pass\nBen: pass\n{}",
        {"Anna_hand": "Psionic Assault", "Ben_hand": "Lash, Muse, Kong"},
        ("Ben: play Lash", "chance: Ben draws Kong"),
        ("4.5.2a", "The delayed effect of Psionic Assault has triggered and is not optional (I-101)."),
    ),
    "a choice of the opponent": (
        "Anna: play Thought Plucker\n{}",
        {"Anna_hand": "Thought Plucker", "Ben_hand": "Lash, Muse"},
        ("Anna: pass", "chance: Anna draws Kong"),
        ("5.6.3", "The tribute of Anna's Thought Plucker has triggered and is not optional (I-101)."),
    ),
    "an ability that was given": (
        "Anna: play Plague Zombies\nAnna: use Pyromancer\nAnna: target Zombie Token#1\n{}",
        {"Anna_gold": "2", "Anna_hand": "Plague Zombies", "Anna_champion": "Pyromancer"},
        ("Anna: pass",),
        ("3.4.2", "The given ability of Zombie Token has triggered and is not optional (I-101)."),
    ),
}


@pytest.mark.parametrize(("plays", "fields", "lines", "reason"), MISSED.values(), ids=MISSED)
def test_missed_trigger_is_a_reason_and_procedure_is_reported(plays, fields, lines, reason) -> None:
    for line in lines:
        replayed = judged(plays.format(line), **fields)
        assert reason in reasons(replayed)
        assert any(
            row.startswith("Procedure, apart from the rules (I-101") for row in Analysis.of(replayed).text_lines()
        )


def test_play_of_champion_in_start_phase_cites_no_battle_rule() -> None:
    gods = "Gods: Anna: Maligus, the Dark One\n"
    wrong = judged("Anna: play Kong", decks=gods, Phase="start", Anna_hand="Kong", Ben_champion="Muse")
    assert reasons(wrong) == [
        ("3.4.2", "The triggered ability of Maligus, the Dark One has triggered and is not optional (I-101)."),
        ("3.2.3", "Anna cannot play a card now: first Anna chooses one of the effects of Maligus, the Dark One."),
        ("4.2.1", "Anna cannot make a play in the Start Phase."),
    ]


@pytest.mark.parametrize(
    ("plays", "fields", "why"),
    [
        (
            "Anna: play Lash\nAnna: target Kong",
            {"Anna_hand": "Lash"},
            [("5.18.2", "Lash has a cost of 0 and triggers no ally ability, such as that of Anna's Fire Shaman.")],
        ),
        (
            "Anna: play Banishment\nAnna: target Kong",
            {"Anna_hand": "Banishment", "Ben_champion": "Kong, Muse"},
            [("5.18.1", "Banishment is Good, not Wild as Anna's Fire Shaman asks.")],
        ),
        (
            "Anna: pass\nBen: play Wither\nBen: target Fire Shaman",
            {"Ben_hand": "Wither", "Anna_champion": "Fire Shaman (3 counters)"},
            [
                ("5.18.1", "Wither was played by Ben, not by the controller of Anna's Fire Shaman."),
                ("5.18.2", "Wither has a cost of 0 and triggers no ally ability, such as that of Anna's Fire Shaman."),
                ("5.18.1", "Wither is Evil, not Wild as Anna's Fire Shaman asks."),
            ],
        ),
        (
            "Anna: play White Knight",
            {"Anna_hand": "White Knight"},
            [("5.18.1", "White Knight is Good, not Wild as Anna's Fire Shaman asks.")],
        ),
        (
            "Anna: play Flame Strike\nAnna: target Ben\nAnna: target Ben",
            {"Anna_hand": "Flame Strike"},
            [("5.18.1", "Anna's Fire Shaman triggers once on Flame Strike, and that has been carried out.")],
        ),
    ],
)
def test_ally_ability_that_did_not_trigger_has_reason(plays, fields, why) -> None:
    table = {"Anna_champion": "Fire Shaman", "Ben_champion": "Kong", **fields}
    wrong = reasons(judged(f"{plays}\nAnna: resolve Fire Shaman: ally", **table))
    assert [reason for reason in wrong if reason[0].startswith("5.18")] == why
    assert wrong


FORGOTTEN = {
    "a tribute that was carried out": (
        "Anna: play Noble Unicorn\n{}",
        {"Anna_hand": "Noble Unicorn"},
        "it is carried out; Anna makes a play or passes",
    ),
    "a tribute before the last line": (
        "Anna: play Noble Unicorn\nAnna: pass\n{}",
        {"Anna_hand": "Noble Unicorn"},
        "it is carried out; Ben makes a play or passes",
    ),
}
NO_CARD = [
    ("Anna hand", "0 cards", "1 card"),
    ("Anna deck", "30 cards", "29 cards"),
    ("? of Anna", "not seen", "in hand"),
]


@pytest.mark.parametrize(("plays", "fields", "ruled"), FORGOTTEN.values(), ids=FORGOTTEN)
def test_claimed_branch_of_missed_trigger_continues_without_it(plays, fields, ruled):
    """I-101."""
    found = compare_branches(judged(plays.format("Anna: misses Noble Unicorn: tribute"), **fields))
    assert found is not None
    assert (found.claimed.words, found.claimed.impossible) == ("Anna: misses Noble Unicorn: tribute", "")
    assert (found.ruled.words, [(row.field, row.one, row.other) for row in found.rows]) == (ruled, NO_CARD)


def test_claimed_branch_of_missed_trigger_continues_with_the_others():
    """I-101, 3.2.5a: the choice of the order is the player's."""
    fields = {"Anna_hand": "White Knight, Kong", "Anna_champion": "Noble Unicorn"}
    found = compare_branches(judged("Anna: play White Knight\nAnna: misses Noble Unicorn's ally", **fields))
    assert found is not None
    assert found.claimed.board.triggers == ("Anna's White Knight: tribute", "Anna's White Knight: loyalty")
    assert "Anna's Noble Unicorn: ally" in found.ruled.board.triggers
    assert found.ruled.words.startswith("a choice is left to Anna: resolve ")


PSIONIC = (
    "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben, Cem\nFirst: Anna\nWay: free-for-all\nPosition\n"
    "Turn: Anna 5\nAnna gold: 2\nAnna hand: 2 Psionic Assault\nBen hand: Kong, Muse, Lash\nCem hand: Kong, Muse, Lash\n"
    "Plays\nAnna: play Psionic Assault on Ben\nAnna: play Psionic Assault on Cem\nAnna: pass\nBen: pass\nCem: pass\n"
)


@pytest.mark.parametrize("words", ["Psionic Assault: on Cem", "Psionic Assault on Cem", "psi ass targeting Cem"])
def test_equal_triggers_about_different_players_are_distinguished(words):
    """Rules 3.2.5a and 4.5.2a: the player with initiative orders the own triggers."""
    discards = "Cem: discard Kong, Lash\nBen: discard Muse, Lash\n"
    replayed = replay(EPIC, parse(f"{PSIONIC}Anna: resolve {words}\n{discards}"))
    assert replayed.verdict is Verdict.LEGAL
    other = replay(EPIC, parse(f"{PSIONIC}Anna: resolve {words}\nBen: discard Muse, Lash\n"))
    assert reasons(other)[0] == (
        "4.5.2a",
        "The delayed effect of Psionic Assault has triggered and is not optional (I-101).",
    )


def test_equal_triggers_about_different_players_unnamed_are_ambiguous():
    with pytest.raises(RecordError, match="could mean Psionic Assault: on Ben or Psionic Assault: on Cem"):
        replay(EPIC, parse(f"{PSIONIC}Anna: resolve Psionic Assault\n"))


def test_order_omitted_is_inferred_from_next_line():
    replayed = replay(EPIC, parse(f"{PSIONIC}Cem: discard Kong, Lash\nBen: discard Muse, Lash\n"))
    assert replayed.verdict is Verdict.LEGAL


def test_play_before_delayed_trigger_names_card_that_created_it():
    wrong = replay(EPIC, parse(f"{PSIONIC}Ben: play Lash\n"))
    assert reasons(wrong)[0] == (
        "4.5.2a",
        "The delayed effect of Psionic Assault has triggered and is not optional (I-101).",
    )
