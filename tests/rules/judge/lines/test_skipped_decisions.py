"""Lines that answer a decision which was not asked, since nothing or only one thing was possible.

The reason has to be the one that held at that decision, and to repeat what happened anyway is legal.
"""

import pytest

from rules.judge.replay.verdict import Verdict
from tests.rules.judge.disputed import judged, reasons

CR = "CR-2016-03"
TOO_FEW = (
    "Anna has fewer than 2 cards in hand that share an alignment with Anna's Steel Golem: nothing can be revealed and "
    "its loyalty does nothing (I-109)."
)
NOT_BLOCKED = (
    "Anna's Triceratops cannot deal damage to Ben's Muse: the attack is not blocked, so all its damage goes to the "
    "player."
)
BOTH_PASS = "Ben: pass\nAnna: pass\n"


@pytest.mark.parametrize(
    ("plays", "fields", "expected"),
    [
        (
            "Ben: block with Kong",
            {"Phase": "blocks", "Anna_champion": "Muse (attacking)", "Ben_champion": "Kong"},
            [("5.2.1", "Ben's Kong can block none of the attackers: every attacker is airborne and it is not (I-74).")],
        ),
        (
            "Anna: attack with Kong\nAnna: pass\nBen: pass\nBen: block with Palace Guard",
            {"Anna_champion": "Kong", "Ben_champion": "Palace Guard (flipped)"},
            [("4.4.6[1]", "Ben's Palace Guard cannot block: it is flipped, not prepared.")],
        ),
        (
            "Ben: use Forcemage Apprentice\nBen: target Muse\nBen: pass\nAnna: pass\nBen: block with Kong",
            {
                "Phase": "before blocks",
                "Initiative": "Ben",
                "Passed": "Anna",
                "Anna_champion": "Muse (attacking)",
                "Ben_champion": "Kong, Forcemage Apprentice",
            },
            [("I-76", "Ben's Kong cannot block: no attacker is left.")],
        ),
        (
            "Anna: play Sea Titan\nAnna: target Steel Golem",
            {"Anna_hand": "Sea Titan", "Ben_champion": "Steel Golem"},
            [
                ("5.20.4", "Ben's Steel Golem cannot be picked for Anna's Sea Titan: it is untargetable (5.12.1)."),
                (
                    "5.6.2",
                    (
                        "The tribute of Anna's Sea Titan has no legal target and does not apply (I-51): it asks for "
                        "\"a target champion\", and Ben's Steel Golem and Anna's Sea Titan cannot be targeted (5.12.1)."
                    ),
                ),
            ],
        ),
        (
            "Anna: play Kong\nAnna: target Steel Golem",
            {"Anna_hand": "Kong", "Ben_champion": "Steel Golem"},
            [("5.20.4", "Ben's Steel Golem cannot be picked for Anna's Kong: it is untargetable (5.12.1).")],
        ),
        (
            "Anna: play Resurrection, mode 2\nAnna: target Kong",
            {"Anna_hand": "Resurrection", "Anna_discard": "Kong, Muse", "Anna_broken": "Muse"},
            [("5.20.2", "Kong cannot be picked for Resurrection: what qualifies is Muse.")],
        ),
        (
            "Anna: use White Knight\nAnna: target Kong",
            {"Anna_champion": "White Knight", "Ben_champion": "Kong"},
            [
                (
                    "5.20.2",
                    (
                        "Ben's Kong cannot be picked for Anna's White Knight: nothing qualifies, as it asks for "
                        '"a target Evil champion", and there is none.'
                    ),
                )
            ],
        ),
        (
            "Anna: play Steel Golem\nAnna: reveal Muse, Kong",
            {"Anna_hand": "Steel Golem, Muse, Kong"},
            [
                ("5.3.1", "Kong shares no alignment with Anna's Steel Golem (I-56)."),
                ("5.3.4", TOO_FEW),
            ],
        ),
        (
            "Anna: play Spike Trap\nAnna: recycle Kong, Spike Trap",
            {"Anna_hand": "Spike Trap", "Anna_discard": "Kong"},
            [
                ("5.5.6", "Spike Trap is being carried out and cannot be recycled yet (2.2.4)."),
                ("5.5.2", "Anna has fewer than two cards in the discard pile and cannot recycle."),
            ],
        ),
        (
            "Anna: play White Dragon\nAnna: recycle Kong, Muse",
            {"Anna_hand": "White Dragon", "Anna_discard": "Kong, Muse"},
            [
                (
                    "3.2.3",
                    "Anna's White Dragon asks for a 1-cost Good card played this turn, and Anna has played none.",
                )
            ],
        ),
        (
            "Anna: play Guilt Demon\nAnna: yes",
            {"Anna_hand": "Guilt Demon"},
            [
                (
                    "5.6.2",
                    (
                        "The tribute of Anna's Guilt Demon has no legal target and does not apply (I-51): it asks for "
                        '"a target card from any discard pile", and there is none.'
                    ),
                )
            ],
        ),
        (
            "Anna: attack with Guilt Demon\nAnna: yes",
            {"Anna_champion": "Guilt Demon"},
            [
                (
                    "3.2.3c",
                    (
                        "Anna's Guilt Demon offers nothing that could have an effect: nothing qualifies, as it asks "
                        "for "
                        '"a target card from any discard pile", and there is none.'
                    ),
                )
            ],
        ),
    ],
)
def test_omitted_decision_has_reason_of_that_decision(plays, fields, expected):
    assert reasons(judged(plays, **fields)) == expected


BLOCKED = "Ben: block with Kong\nBen: pass\nAnna: pass\n"
NO_EXCESS = (
    "Anna's Triceratops cannot deal damage to Ben: its breakthrough leaves no excess, as 10 offense with breakthrough "
    "does not exceed the blockers' 14 defense (5.7.1)."
)


@pytest.mark.parametrize("also", ["", "; Pyromancer: 5 to Kong"])
def test_breakthrough_without_excess_has_reason_after_battle(also):
    group = "Triceratops (attacking)" + (", Pyromancer (attacking)" if also else "")
    replayed = judged(
        f"{BLOCKED}Anna: assign Triceratops: 8 to Kong, 2 to Ben{also}",
        Phase="blocks",
        Anna_champion=group,
        Ben_champion="Kong",
    )
    assert reasons(replayed) == [("4.4.11a", NO_EXCESS)]


def test_breakthrough_assignment_in_complete_rules_is_no_choice():
    fields = {"Phase": "blocks", "Anna_champion": "Triceratops (attacking)", "Ben_champion": "Palace Guard"}
    plays = "Ben: block with Palace Guard\nAnna: pass\nBen: pass\n"
    wrong = judged(f"{plays}Anna: assign Triceratops: 10 to Palace Guard", CR, **fields)
    assert reasons(wrong) == [("4.4.11a", "Breakthrough deals Ben exactly the excess of 2, not 0 (I-80).")]
    right = judged(f"{plays}Anna: assign Triceratops: 8 to Palace Guard, 2 to Ben", CR, **fields)
    assert right.verdict is Verdict.LEGAL


def test_unblocked_damage_goes_to_player():
    fields = {"Phase": "before damage", "Anna_champion": "Triceratops (attacking)", "Ben_champion": "Muse"}
    assert judged(f"{BOTH_PASS}Anna: assign Triceratops: 10 to Ben", **fields).verdict is Verdict.LEGAL
    wrong = judged(f"{BOTH_PASS}Anna: assign Triceratops: 10 to Muse", **fields)
    assert reasons(wrong) == [
        (
            "4.4.11",
            NOT_BLOCKED,
        )
    ]


@pytest.mark.parametrize(
    ("plays", "fields"),
    [
        ("Anna: play Steel Golem\nAnna: decline", {"Anna_hand": "Steel Golem, Kong"}),
        ("Anna: play Faithful Pegasus\nAnna: recycle none", {"Anna_hand": "Faithful Pegasus"}),
        ("Anna: play Guilt Demon\nAnna: no", {"Anna_hand": "Guilt Demon"}),
        ("Ben: no block\nBen: pass", {"Phase": "blocks", "Anna_champion": "Kong (attacking)"}),
        ("Anna: play Kong\nAnna: choose Kong", {"Anna_hand": "Kong"}),
    ],
)
def test_repeated_action_without_alternative_is_legal(plays, fields):
    assert judged(plays, **fields).verdict is Verdict.LEGAL


def test_target_and_choose_are_synonyms():
    """Final Task chooses, Kong targets; which word a card uses is not what a judge is asked about."""
    fields = {"Anna_hand": "Final Task", "Ben_discard": "Kong, Muse", "Ben_champion": "Palace Guard"}
    plays = "Anna: play Final Task, mode 2\nAnna: target Kong\nAnna: choose Palace Guard"
    assert judged(plays, **fields).verdict is Verdict.LEGAL


@pytest.mark.parametrize("yes", ["", "Anna: yes\n"])
def test_pick_implies_accepting_offer(yes):
    fields = {"Anna_hand": "Palace Guard", "Ben_champion": "Kong, Steel Golem"}
    legal = judged(f"Anna: play Palace Guard\n{yes}Anna: target Kong", **fields)
    assert (legal.verdict, legal.decisions) == (Verdict.LEGAL, 3)
    message = ["yes"] if yes else []
    assert [step.words for step in legal.steps] == ["play Palace Guard", *message, "target Kong"]
    wrong = judged(f"Anna: play Palace Guard\n{yes}Anna: target Steel Golem", **fields)
    assert reasons(wrong) == [
        ("5.20.4", "Ben's Steel Golem cannot be picked for Anna's Palace Guard: it is untargetable (5.12.1).")
    ]


def test_attack_forbidden_by_card_names_it():
    fields = {"Anna_hand": "Ceasefire", "Anna_champion": "Kong"}
    assert reasons(judged("Anna: play Ceasefire\nAnna: attack with Kong", **fields)) == [
        ("3.2.3", "No further attack may be declared this turn: Ceasefire forbids it.")
    ]
    assert reasons(judged("Anna: use Kong", **fields)) == [("3.5.1", "Kong has no power.")]


def test_action_that_is_not_pending_reports_reasons_in_words():
    message = reasons(judged("Anna: yes", Anna_hand="Kong"))
    assert message == [
        ("3.4.1", "Nothing has triggered that offers Anna anything."),
        ("4.3.1", "Anna cannot say yes now: first Anna makes a play or passes."),
    ]
    fields = {"Anna_hand": "Kong", "Ben_champion": "Palace Guard"}
    assert reasons(judged("Anna: play Kong\nAnna: pass", **fields))[:2] == [
        ("5.6.3", "The tribute of Anna's Kong has triggered and is not optional (I-101)."),
        ("5.20.1", "Anna cannot pass now: first Anna picks a target for Anna's Kong."),
    ]


def test_name_alone_means_champion_in_play():
    fields = {
        "Anna_hand": "Stand Alone",
        "Anna_champion": "Keeper of Secrets, Keeper of Secrets",
        "Anna_discard": "Lash, Wither",
        "Anna_deck": "20",
    }
    plays = "Anna: play Stand Alone, mode 2\nAnna: choose Keeper of Secrets#2\n"
    for first, second in ((" gone", ""), ("", " gone")):
        order = f"Anna: resolve Keeper of Secrets{first}: ally\nAnna: no\n"
        assert judged(f"{plays}{order}Anna: resolve Keeper of Secrets{second}: ally", **fields).verdict is Verdict.LEGAL


def test_equal_tokens_are_numbered_in_sentences():
    replayed = judged("Anna: attack with 2 Human Token", Anna_champion="Human Token, Human Token", Ben_champion="Muse")
    assert replayed.sentences(1, "judge")[0] == "Anna attacks Ben with Anna's Human Token#1 and Anna's Human Token#2."


@pytest.mark.parametrize(("version", "rule"), [("RB-2017", "RB:battle-phase/damage-step"), (CR, "4.1.2")])
def test_play_in_damage_step_is_illegal(version, rule):
    fields = {
        "Phase": "before damage",
        "Anna_champion": "Kong (attacking)",
        "Ben_champion": "Palace Guard (blocking), Muse (blocking), Forcemage Apprentice",
    }
    both_pass = BOTH_PASS if version == "RB-2017" else "Anna: pass\nBen: pass\n"
    assert reasons(judged(f"{both_pass}Ben: use Forcemage Apprentice", version, **fields)) == [
        ("4.4.11b", "Ben cannot use a power now: first Anna divides damage."),
        (rule, "Ben cannot make a play in the damage step: no player has initiative in it."),
    ]


@pytest.mark.parametrize(("seat", "play", "rule"), [("Anna", "", "4.4.3"), ("Ben", "play Flash Fire, mode 1", "4.4.4")])
def test_passes_before_blocks_in_complete_rules_are_counted_separately(seat, play, rule):
    # Without a play of his own, Ben's block says that he passes.
    passed = f"Anna: pass\nBen: {play}\n" if play else ""
    fields = {"Anna_champion": "Kong", "Ben_champion": "Palace Guard", "Ben_hand": "Flash Fire"}
    replayed = judged(f"Anna: attack with Kong\n{passed}Ben: block with Palace Guard", CR, **fields)
    assert reasons(replayed) == [(rule, f"Ben cannot block now: first {seat} makes a play or passes.")]


RESURRECTED = {
    "Anna_hand": "Resurrection",
    "Anna_discard": "Kong",
    "Anna_broken": "Kong",
    "Ben_champion": "Human Token",
}
TASK = {"Anna_hand": "Final Task", "Ben_discard": "Kong", "Ben_champion": "Human Token"}
SURPRISE = {"Anna_hand": "Surprise Attack, Kong", "Anna_deck": "2 Flash Fire", "Ben_champion": "Human Token"}


@pytest.mark.parametrize(
    ("before", "forced", "fields"),
    [
        ("play Resurrection, mode 2", "target Kong", RESURRECTED),
        ("play Final Task, mode 2", "choose Kong", TASK),
        ("play Final Task, mode 2", "choose Kong in discard pile", TASK),
        ("play Final Task, mode 2", "choose Kong from Ben's discard pile", TASK),
        ("play Final Task, mode 2", "choose Ben's Kong", TASK),
        ("play Surprise Attack\nAnna: yes", "choose Kong", SURPRISE),
    ],
)
def test_forced_action_is_not_taken_for_next_one(before, forced, fields):
    short = judged(f"Anna: {before}\nAnna: target Human Token\nAnna: pass", **fields)
    whole = judged(f"Anna: {before}\nAnna: {forced}\nAnna: target Human Token\nAnna: pass", **fields)
    assert [short.verdict, whole.verdict] == [Verdict.LEGAL] * 2
    assert short.final.digest() == whole.final.digest()


def test_repeated_words_are_next_action_if_record_continues_so():
    """Kong is the only one to bring back, and then breaks itself: left out, written once, written twice."""
    plays = "Anna: play Resurrection, mode 2\n{}Anna: target Kong\nAnna: pass\nBen: pass"
    left_out = judged(plays.format(""), **RESURRECTED)
    written = judged(plays.format("Anna: target Kong\n"), **RESURRECTED)
    assert [left_out.verdict, written.verdict] == [Verdict.LEGAL] * 2
    assert left_out.final.digest() == written.final.digest()
    assert [step.repeats for step in left_out.steps] == [False] * 4
    assert [step.repeats for step in written.steps] == [False, True, False, False, False]


def test_implied_acceptance_and_forced_pick_are_one_line():
    replayed = judged("Anna: play Surprise Attack\nAnna: choose Kong\nAnna: target Human Token", **SURPRISE)
    assert replayed.verdict is Verdict.LEGAL
    assert [step.words for step in replayed.steps] == ["play Surprise Attack", "choose Kong", "target Human Token"]
    assert replayed.decisions == 3


@pytest.mark.parametrize(
    ("plays", "fields", "legal", "waiting"),
    [
        (
            "Anna: use White Knight\nAnna: target Kong",
            {"Anna_champion": "White Knight", "Ben_champion": "Guilt Demon, Kong"},
            ["target Guilt Demon"],
            "Anna picks a target for Anna's White Knight",
        ),
        (
            "Anna: attack with Kong\nAnna: pass\nBen: pass\nBen: block with Palace Guard",
            {"Anna_champion": "Kong", "Ben_champion": "Palace Guard (flipped)"},
            ["no block"],
            "Ben declares blockers",
        ),
        (
            "Ben: block with Palace Guard",
            {"Anna_champion": "Kong (attacking)", "Ben_champion": "Palace Guard (flipped)", "Phase": "blocks"},
            ["no block"],
            "Ben declares blockers",
        ),
        (
            "Ben: block with Muse\nAnna: pass\nBen: pass\nAnna: assign Triceratops: 8 to Muse",
            {
                "version": CR,
                "Phase": "blocks",
                "Anna_champion": "Triceratops (attacking)",
                "Ben_champion": "Muse",
            },
            ["assign Triceratops: 8 to Ben, 2 to Muse"],
            "Anna divides damage",
        ),
        (
            "Anna: play Sea Titan\nAnna: target Steel Golem",
            {"Anna_hand": "Sea Titan", "Ben_champion": "Steel Golem"},
            ["target none"],
            "Anna picks a target for Anna's Sea Titan",
        ),
    ],
)
def test_legal_actions_and_board_belong_to_omitted_decision(plays, fields, legal, waiting):
    replayed = judged(plays, **fields)
    assert replayed.illegal is not None
    assert list(replayed.illegal.legal) == legal
    assert replayed.facts()["board"]["waiting"] == waiting


SHAMAN = {"Anna_hand": "Kong", "Anna_champion": "Fire Shaman", "Ben_champion": "Human Token"}


def test_order_omitted_is_the_only_matching_one():
    short = judged("Anna: play Kong\nAnna: target Ben", **SHAMAN)
    whole = judged("Anna: play Kong\nAnna: resolve Fire Shaman: ally\nAnna: target Ben", **SHAMAN)
    assert [short.verdict, short.decisions] == [whole.verdict, whole.decisions] == [Verdict.LEGAL, 3]
    assert short.final.digest() == whole.final.digest()


def test_order_omitted_that_matters_is_undetermined():
    replayed = judged("Anna: play Kong\nAnna: target Human Token", **SHAMAN)
    assert replayed.verdict is Verdict.UNDETERMINED
    assert replayed.undetermined == (
        "Line 17 (Anna): The record does not say which trigger of Anna resolves first (3.2.5a): a line "
        "`Anna: resolve Fire Shaman: ally` or `Anna: resolve Kong: tribute` is missing before it."
    )


@pytest.mark.parametrize(
    ("version", "plays", "rule", "who"),
    [
        ("RB-2017", "Ben: no block\nAnna: play Lash", "RB:battle-phase/before-damage-step", "defending player, Ben"),
        (CR, "Ben: no block\nBen: play Lash", "4.4.8", "attacking player, Anna"),
    ],
)
def test_first_player_after_blocks_depends_on_rules_version(version, plays, rule, who):
    champions = {"Anna_champion": "Triceratops (attacking)", "Ben_champion": "Muse"}
    replayed = judged(plays, version=version, Phase="blocks", Anna_hand="Lash", Ben_hand="Lash", **champions)
    assert reasons(replayed)[1:] == [(rule, f"After blocks the {who}, has it first (I-40).")]


def test_attacked_player_may_be_named_at_end():
    fields = {"Anna_champion": "Kong, Muse"}
    ends = [judged(f"Anna: attack {words}", **fields) for words in ("Ben with Kong", "with Kong on Ben")]
    assert [replayed.verdict for replayed in ends] == [Verdict.LEGAL] * 2
    assert ends[0].final.digest() == ends[1].final.digest()


def test_play_of_card_in_play_is_illegal():
    replayed = judged("Anna: play Kong", Ben_champion="Kong")
    assert reasons(replayed) == [("3.0", "Ben's Kong is not in Anna's hand.")]


def test_damage_assignment_without_any_target_is_illegal():
    fields = {"Anna_champion": "Guilt Demon", "Ben_champion": "Muse"}
    plays = f"Anna: attack with Guilt Demon\nAnna: pass\nBen: pass\nBen: no block\n{BOTH_PASS}"
    replayed = judged(f"{plays}Anna: assign Guilt Demon: 4 to Muse", **fields)
    assert replayed.illegal is not None
