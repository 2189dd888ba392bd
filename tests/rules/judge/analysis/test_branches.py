"""Claimed and ruled branches up to the next initiative, following the record."""

import pytest

from rules.games import EPIC
from rules.judge.analysis.branch_comparison import BranchComparison, compare_branches
from rules.judge.board import PUBLIC
from rules.judge.record import parse
from rules.judge.replay.replayer import replay
from tests.rules.judge.disputed import judged

HEADERS = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n"


def disputed(plays: str, ruled: str = "", **fields: str) -> BranchComparison:
    """Return how the claimed and the ruled course compare; plays written in a row."""
    found = compare_branches(judged(plays.replace(" / ", "\n"), **fields), ruled)
    assert found is not None
    return found


def summary(found: BranchComparison) -> tuple[str, str, list[str]]:
    """Return the words of both courses and the rows; neither course stopped anywhere."""
    courses = (found.claimed, found.ruled)
    assert [(course.stopped, course.impossible) for course in courses] == [("", ""), ("", "")]
    return found.claimed.words, found.ruled.words, [str(row) for row in found.rows]


def test_claimed_branch_uses_choices_of_the_record() -> None:
    found = disputed(
        "Anna: play Medusa / Anna: reveal Kong, Wither / Anna: target Triceratops",
        Anna_hand="Medusa, Kong, Wither, Apocalypse",
        Ben_champion="Triceratops, Muse",
    )
    assert (found.claimed.words, found.claimed.stopped) == (
        "Anna: reveal Kong, Wither; Anna: target Triceratops",
        "",
    )
    assert (found.ruled.words, found.ruled.stopped) == (
        "a choice is left to Anna: decline / reveal Apocalypse, Wither",
        "Anna reveals 2 cards for Anna's Medusa or declines",
    )


@pytest.mark.parametrize(
    ("plays", "fields", "words"),
    [
        (
            "Anna: play Lash / Anna: target Fire Shaman / Anna: target Ben",
            {"Anna_hand": "Lash", "Anna_champion": "Fire Shaman, Muse"},
            "it does not happen; Anna makes a play or passes",
        ),
        (
            "Anna: pass / Ben: pass / Anna: discard Kong",
            {"Anna_hand": "Kong, Lash"},
            "it does not happen; Ben makes a play or passes",
        ),
        (
            "Anna: attack with Kong / Anna: pass / Ben: pass / Ben: pass",
            {"Anna_champion": "Kong", "Ben_champion": "Palace Guard"},
            "Ben: no block",
        ),
        (
            "Anna: play Kong / Anna: play Lash / Anna: target Muse",
            {"Anna_hand": "Kong, Lash", "Ben_champion": "Muse, Palace Guard"},
            "Anna: target Muse",
        ),
    ],
)
def test_ruled_branch_is_forced_continuation(plays, fields, words) -> None:
    found = disputed(plays, **fields)
    assert (found.ruled.words, found.ruled.stopped) == (words, "")


def test_remaining_choices_are_listed_for_judges_only() -> None:
    hand = "Kong, Lash, Muse, Wither, Rage, Medusa, Fireball, Apocalypse, Banishment"
    replayed = judged("Anna: pass\nBen: pass\nAnna: discard Triceratops", Anna_hand=f"{hand}, Ceasefire")
    output, shown = compare_branches(replayed), compare_branches(replayed, viewer=PUBLIC)
    assert output is not None
    assert shown is not None
    assert output.ruled.words.startswith("a choice is left to Anna: discard ")
    assert output.ruled.words.endswith(" / and more")
    assert output.ruled.words.count(" / ") == 8
    assert shown.ruled.words == "a choice is left to Anna"


def test_branch_uses_chance_outcomes_of_record() -> None:
    found = disputed(
        "Anna: play Ancient Chant / chance: Anna draws Muse / chance: Anna draws Lash",
        Anna_hand="Ancient Chant",
        Anna_gold="0",
        Anna_deck="1 Muse, 1 Lash, 1 Kong",
    )
    words, _, rows = summary(found)
    assert words == "Anna: play Ancient Chant; chance: Anna draws Muse; chance: Anna draws Lash"
    assert rows[:5] == [
        "Anna hand: 2 cards / 1 card",
        "Anna deck: 1 card / 3 cards",
        "Anna discard pile: 1 card / 0 cards",
        "Ancient Chant of Anna: in discard pile / in hand",
        "Lash of Anna: in hand / not seen",
    ]


def test_branch_uses_chance_outcomes_of_seed() -> None:
    fields = "Position\nTurn: Anna 5\nAnna health: 30\nBen health: 30\nAnna hand: Ancient Chant\nAnna gold: 0\n"
    record = parse(f"{HEADERS}Seed: 4\n{fields}Anna deck: 1 Muse, 1 Lash, 1 Kong\nPlays\nAnna: play Ancient Chant\n")
    found = compare_branches(replay(EPIC, record))
    assert found is not None
    words, _, _ = summary(found)
    paid = parse(
        f"{HEADERS}Seed: 4\n{fields.replace('gold: 0', 'gold: 1')}Anna deck: 1 Muse, 1 Lash, 1 Kong\nPlays\n"
        "Anna: play Ancient Chant\nAnna: pass\n"
    )
    assert words == "; ".join(f"{step.actor}: {step.words}" for step in replay(EPIC, paid).steps[:3])


def test_claimed_branch_deals_damage_of_both_stated_divisions() -> None:
    found = disputed(
        "Anna: attack with Triceratops, Kong / Anna: pass / Ben: pass / Ben: block with Lurking Giant, Hill Giant / "
        "Ben: pass / Anna: pass / Anna: assign Triceratops: 10 to Ben; Kong: 11 to Lurking Giant, 2 to Hill Giant / "
        "Ben: assign Lurking Giant: 11 to Triceratops; Hill Giant: 8 to Triceratops",
        "assign Triceratops: 2 to Lurking Giant, 8 to Hill Giant; Kong: 11 to Lurking Giant, 2 to Hill Giant",
        Anna_champion="Triceratops, Kong",
        Ben_champion="Lurking Giant, Hill Giant",
    )
    _, _, rows = summary(found)
    assert rows == [
        "Ben health: 20 / 30",
        "Ben discard pile: 1 card / 2 cards",
        "Hill Giant of Ben: in play / in discard pile",
    ]


@pytest.mark.parametrize(
    ("plays", "fields", "words", "rows"),
    [
        (
            "Anna: play Kong / Anna: pass",
            {"Anna_hand": "Kong", "Ben_champion": "Palace Guard"},
            (
                "Anna: pass (left out: tribute of Anna's Kong)",
                "a choice is left to Anna: target Palace Guard / target Kong",
            ),
            [
                "initiative: Ben / Anna",
                "waiting for: Ben makes a play or passes / Anna picks a target for Anna's Kong",
                "also: Anna has passed in this window. / nothing",
            ],
        ),
        (
            "Anna: play Burrowing Wurm / Anna: attack with Fire Shaman#1",
            {"Anna_hand": "Burrowing Wurm", "Anna_champion": "Fire Shaman, Fire Shaman"},
            (
                (
                    "Anna: attack with Fire Shaman#1 (left out: the Wild ally ability of Anna's Fire Shaman#1; "
                    "the Wild ally ability of Anna's Fire Shaman#2)"
                ),
                "a choice is left to Anna: resolve Fire Shaman#1: ally / resolve Fire Shaman#2: ally",
            ),
            None,
        ),
        (
            "Anna: play Psionic Assault / Anna: target Ben / Anna: pass / Ben: pass / chance: Ben draws Lash",
            {"Anna_hand": "Psionic Assault", "Ben_hand": "2 Kong, Muse"},
            (
                "chance: Ben draws Lash (left out: the delayed effect of Psionic Assault)",
                "a choice is left to Ben: discard Kong, Muse / discard Kong, Kong",
            ),
            [
                "Anna gold: 1 / 0",
                "Ben hand: 4 cards / 3 cards",
                "Ben deck: 29 cards / 30 cards",
                "Lash of Ben: in hand / not seen",
                "turn: Ben 6 / Anna 5",
                "phase: Main Phase / End Phase",
                "initiative: Ben / nobody",
                "waiting for: Ben makes a play or passes / Ben discards 2 cards",
            ],
        ),
        (
            "Anna: pass",
            {"Anna_champion": "Kong", "Ben_champion": "Muse", "Resolving": "Anna: text of Kong: tribute"},
            ("Anna: pass (left out: tribute of Anna's Kong)", "a choice is left to Anna: target Kong / target Muse"),
            [
                "initiative: Ben / Anna",
                "waiting for: Ben makes a play or passes / Anna picks a target for Anna's Kong",
                "also: Anna has passed in this window. / nothing",
            ],
        ),
    ],
)
def test_claimed_branch_leaves_out_missed_trigger(plays, fields, words, rows) -> None:
    found = disputed(plays, **fields)
    assert (found.claimed.words, found.ruled.words) == words
    assert found.claimed.impossible == ""
    assert rows is None or [str(row) for row in found.rows] == rows


def test_chance_outcome_stated_too_early_occurs_in_its_time() -> None:
    replayed = judged(
        "Anna: play Psionic Assault\nAnna: target Ben\nAnna: pass\nBen: pass\nchance: Ben draws Lash",
        decks="Deck Ben: 3 Kong / 3 Lash / 3 Muse\n",
        Anna_hand="Psionic Assault",
        Ben_hand="2 Kong, Muse",
    )
    found = compare_branches(replayed, "discard Kong, Muse")
    assert found is not None
    words, ruled, _ = summary(found)
    assert words == "chance: Ben draws Lash (left out: the delayed effect of Psionic Assault)"
    assert ruled == "Ben: discard Kong, Muse; chance: Ben draws Lash"


def test_claimed_branch_does_not_leave_out_resolving_event() -> None:
    found = disputed("Anna: play Lash / Anna: pass", Anna_hand="Lash", Ben_champion="Kong, Muse")
    assert found.claimed.impossible == "Anna cannot pass before Anna picks a target for Lash."


def test_claimed_branch_continues_after_illegal_line() -> None:
    plays = (
        "Anna: play Flame Strike\n\nBranch claimed\nAnna: target Ben\nAnna: pass\n\n"
        "Branch ruled\nAnna: target The Gudgeon\nAnna: pass\n"
    )
    found = disputed(plays, Anna_hand="Flame Strike", Ben_champion="The Gudgeon")
    words, ruled, rows = summary(found)
    assert (words, ruled) == ("Anna: target Ben; Anna: pass", "Anna: target The Gudgeon; Anna: pass")
    assert rows == [
        "Ben health: 22 / 30",
        "Ben discard pile: 0 cards / 1 card",
        "The Gudgeon of Ben: in play / in discard pile",
        "also: Ben cannot be targeted. / nothing",
    ]


def test_ruled_branch_without_legal_target_picks_nothing() -> None:
    replayed = judged("Anna: play Lash\nAnna: target Steel Golem", Anna_hand="Lash", Anna_champion="Steel Golem")
    assert replayed.illegal is not None
    assert replayed.illegal.legal == ("target none",)
    found = compare_branches(replayed)
    assert found is not None
    assert summary(found) == (
        "Anna: target Steel Golem",
        "Anna: target none",
        [
            "Steel Golem of Anna offense: 17 / 13",
            "Steel Golem of Anna damage: 1 / 0",
            "Steel Golem of Anna has: breakthrough, untargetable / untargetable",
            "Steel Golem of Anna is changed by: +4 offense until end of turn; breakthrough until end of turn / nothing",
        ],
    )
    legal = judged("Anna: play Lash\nAnna: target none", Anna_hand="Lash", Anna_champion="Steel Golem")
    assert str(legal.verdict) == "legal"


@pytest.mark.parametrize(
    ("plays", "fields", "why"),
    [
        (
            "Anna: play Banishment / Anna: target Ben",
            {"Anna_hand": "Banishment", "Ben_champion": "Kong, Muse"},
            "Ben is a player; what is picked here is a champion in play.",
        ),
        (
            "Anna: play Final Task, mode 2 / Anna: choose Muse",
            {"Anna_hand": "Final Task", "Anna_champion": "Muse", "Ben_discard": "Triceratops"},
            "Anna's Muse is a champion in play; what is picked here is a card.",
        ),
        (
            "Anna: play Flame Strike / Anna: target Kong",
            {"Anna_hand": "Flame Strike", "Ben_discard": "Kong"},
            "Kong is a card; what is picked here is a player or a champion in play.",
        ),
    ],
)
def test_claimed_pick_that_is_impossible_has_reason(plays, fields, why) -> None:
    assert disputed(plays, **fields).claimed.impossible == why


def test_claimed_effect_number_that_does_not_exist_has_reason() -> None:
    gods = "Gods: Anna: Maligus, the Dark One\n"
    replayed = judged("Anna: choose 3", decks=gods, Phase="start", Ben_champion="Kong, Muse")
    found = compare_branches(replayed)
    assert found is not None
    assert found.claimed.impossible == "Maligus, the Dark One has no effect number 3."


def test_ruling_on_uncertain_card_stops_there() -> None:
    hand = "Scarros, Hound of Draka, Lash, Rage"
    found = disputed("Anna: play Scarros / Anna: reveal Kong, Muse", "reveal Lash, Rage", Anna_hand=hand)
    assert found.ruled.words == "Anna: reveal Lash, Rage"
    assert found.ruled.stopped.startswith("What Anna's Scarros, Hound of Draka does here is not known for certain")


def test_claimed_tribute_without_legal_target_is_carried_out() -> None:
    found = disputed(
        "Anna: play Avenger of Covenant / Anna: target Kong", Anna_hand="Avenger of Covenant", Ben_champion="Kong"
    )
    assert summary(found) == (
        "Anna: target Kong",
        "Anna: target none",
        ["Ben deck: 31 cards / 30 cards", "Kong of Ben: not seen / in play"],
    )


def test_ruling_may_name_card_unknown_to_position() -> None:
    found = disputed("Anna: attack with Kong", "play Muse", Anna_hand="2 ?", Anna_champion="Kong (expended)")
    assert (found.ruled.words, found.ruled.stopped) == ("Anna: play Muse", "")
    assert "Muse of Anna: not seen / in play" in [str(row) for row in found.rows]


def test_ruled_choice_among_unknown_cards_lists_none():
    replayed = judged("Anna: play Surprise Attack\nAnna: choose Flame Strike", Anna_hand="Surprise Attack, 2 ?")
    output = compare_branches(replayed)
    assert output is not None
    assert output.ruled.words == "a choice is left to Anna: which one depends on a card that is not named"
