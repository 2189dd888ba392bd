"""True sentences that were refused, called illegal or crashed once, and questions and names that are not plays."""

import pytest

from rules.games import GAMES, require_engine
from rules.judge.record import RecordError, parse
from rules.judge.replay.replayer import replay
from rules.judge.replay.verdict import Verdict
from tests.rules.epic.notation.phrasings import outcome

START = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n\nPosition\nTurn: Anna 9\n"
MAIN = (
    START + "Anna hand: Plague, Corpse Taker, Rain of Fire, Wither, Fireball, Medusa\n"
    "Anna champion: Drinker of Blood, Muse\nAnna discard: Kong, Flame Strike\nBen health: {health}\nBen hand: 2 ?\n"
    "Ben champion: Dark Knight, Zombie Token, Zombie Token, Sea Hydra\n\nPlays\n"
)
PAIR = (
    START + "Phase: damage\nBlocked: yes\nAnna champion: Trihorror (expended, attacking), Lurking Giant (expended, "
    "attacking)\nBen champion: Sea Hydra (flipped, blocking), Palace Guard (flipped, blocking)\n\nPlays\n"
)
MANY = (
    START + "Phase: before blocks\nInitiative: Ben\nPassed: Anna\nAnna champion: Trihorror (expended, attacking), "
    "Lurking Giant (expended, attacking), Burrowing Wurm (expended, attacking)\nBen champion: Sea Hydra, Palace Guard, "
    "Muse, Kong, Rescue Griffin, White Dragon\n\nPlays\n"
)


def refusal(position, *lines):
    """Return the first error of the record."""
    with pytest.raises(RecordError) as caught:
        outcome(position, lines)
    return caught.value.problems[0]


def test_only_target_of_an_accepted_offer_may_be_named():
    position = MAIN.format(health=20)
    meant = outcome(position, ["Anna: play Corpse Taker", "Anna: target Kong"])
    for typed in (
        ["Anna plays Corpse Taker and gets Kong back"],
        ["Anna plays Corpse Taker on Kong"],
        ["Anna: play Corpse Taker", "Anna gets Kong back"],
    ):
        assert outcome(position, typed) == meant


def test_amounts_of_a_card_are_read_in_any_order():
    position = MAIN.format(health=20)
    meant = [
        "Anna: play Rain of Fire, mode 2",
        "Anna: target Dark Knight",
        "Anna: target Sea Hydra",
        "Anna: target Ben",
    ]
    typed = "Anna plays Rain of Fire: 5 to Ben, 3 to Dark Knight, 4 to Sea Hydra"
    assert outcome(position, [typed]) == outcome(position, meant)


def test_effect_on_all_of_a_name_can_name_each_of_them():
    position = MAIN.format(health=20)
    meant = outcome(position, ["Anna: play Wither", "Anna: target Zombie Token#1"])
    assert outcome(position, ["Anna withers the Zombies"]) == meant


def test_unpaid_effect_is_the_one_without_the_payment():
    position = MAIN.format(health=20)
    meant = outcome(position, ["Anna: play Fireball, mode 1", "Anna: target Dark Knight"])
    assert outcome(position, ["Anna pings Dark Knight with Fireball, doesn't pay"]) == meant
    assert refusal(position, "Anna plays Medusa without paying").unparsed == "without paying"


@pytest.mark.parametrize("words", ["play Medusa?", "attack with Muse?", "attack with Muse? ", "pass?"])
def test_question_is_no_play(words):
    assert refusal(MAIN.format(health=20), f"Anna: {words}")


@pytest.mark.parametrize("line", ["Anna and Anna pass", "Anna Anna passes", "Anna, Anna passes", "Anna: and Anna pass"])
def test_player_named_twice_is_refused(line):
    assert refusal(MAIN.format(health=20), line)


def test_damage_of_two_champions_in_one_sentence_is_one_division():
    meant = outcome(PAIR, ["Anna: assign Trihorror: 12 to Sea Hydra; Lurking Giant: 11 to Palace Guard"])
    assert meant.verdict is Verdict.LEGAL
    for typed in (
        "Trihorror deals 12 to Sea Hydra and Lurking Giant deals 11 to Palace Guard",
        "Anna: Trihorror puts all 12 on the Hydra, the Giant puts 11 on the Guard",
    ):
        assert outcome(PAIR, [typed]) == meant


@pytest.mark.parametrize("line", ["Trihorror deals 12 to Sea Hydra", "Anna: Trihorror deals 12 to Sea Hydra"])
def test_sentence_without_the_damage_of_the_other_champion_is_refused(line):
    assert "the damage of Anna's Lurking Giant is divided at the same time" in refusal(PAIR, line).message


def test_result_of_a_battle_with_too_many_ends_is_refused():
    problem = refusal(
        MANY, "Ben blocks with Sea Hydra, Palace Guard, Muse, Kong, Rescue Griffin, White Dragon and all die"
    )
    assert problem.message


def test_card_put_into_play_by_a_card_makes_its_choices_in_the_same_sentence():
    position = MAIN.format(health=20).replace("Medusa", "Surprise Attack, Kong")
    meant = ["Anna: play Surprise Attack", "Anna: choose Kong", "Anna: target Sea Hydra"]
    typed = "Anna plays Surprise Attack and puts Kong into play, killing Sea Hydra"
    assert outcome(position, [typed]) == outcome(position, meant)


def test_event_that_does_nothing_in_the_battle_kills_no_champion():
    position = MAIN.format(health=20)
    with pytest.raises(RecordError):
        replay(require_engine(GAMES["epic"]), parse(f"{position}Anna attacks with Muse, Plague kills Kong\n"))
