"""Everyday words of judges: what an effect puts into play, gained keywords, both players, the rest that stays home."""

import pytest

from rules.judge.record import RecordError
from rules.judge.replay.verdict import Verdict
from tests.rules.epic.notation.phrasings import outcome

START = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Lena, Marc\nFirst: Lena\n\nPosition\n"
LATE = (
    START + "Turn: Lena 7\nPhase: main\nInitiative: Marc\nPassed: Lena\nLena champion: Trihorror\nMarc gold: 1\n"
    "Marc hand: Surprise Attack, Kong, Demon Breach\nMarc deck: 30 ?\n\nPlays\n"
)
MAIN = (
    START + "Turn: Lena 7\nLena gold: 1\nLena hand: Kong, Lash, Rage, Flame Strike, Forked Lightning\nLena champion: "
    "Pack Alpha, Burrowing Wurm, Muse\nMarc champion: Gold Dragon, Dark Knight\n\nPlays\n"
)
BLOCKED = (
    START + "Turn: Lena 7\nPhase: before damage\nInitiative: Lena\nPassed: Marc\nBlocked: yes\nLena champion: "
    "Kong (expended, attacking)\nMarc champion: Sea Hydra (flipped, blocking), Palace Guard\n\nPlays\n"
)
OPENING = (
    "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Lena, Marc\nFirst: Lena\nDeck Lena: unknown\nDeck Marc: unknown\n"
    "Plays\nchance: Lena draws Kong, Muse, Lash, Rage, Feint\nchance: Marc draws Kong, Muse, Medusa, Rage, Erase\n"
)


@pytest.mark.parametrize("verb", ["plays", "played", "drops", "puts down", "brings in"])
def test_card_played_by_an_effect_that_asks_for_one_is_put_into_play(verb):
    meant = outcome(LATE, ["Marc: play Surprise Attack", "Marc: choose Kong", "Marc: target Trihorror"])
    assert meant.verdict == Verdict.LEGAL
    assert outcome(LATE, [f"Marc plays Surprise Attack, draws, and {verb} Kong on Trihorror"]) == meant


def test_canonical_play_while_an_effect_asks_for_a_card_stays_a_play():
    assert outcome(LATE, ["Marc: play Surprise Attack", "Marc: play Kong"]).verdict == Verdict.ILLEGAL


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("Lena gives Pack Alpha breakthrough with Lash", ["Lena: play Lash", "Lena: target Pack Alpha"]),
        ("Lena plays Rage on Muse, giving it breakthrough", ["Lena: play Rage, mode 1", "Lena: target Muse"]),
        ("Lena plays Kong, choosing Gold Dragon for the tribute", ["Lena: play Kong", "Lena: target Gold Dragon"]),
        ("Lena uses her gold to play Kong on Gold Dragon", ["Lena: play Kong", "Lena: target Gold Dragon"]),
        (
            "Forked Lightning on Gold Dragon and on Marc's face",
            ["Lena: play Forked Lightning", "Lena: target Gold Dragon, Marc"],
        ),
        ("Lena sends Muse in and keeps the rest back", ["Lena: attack with Muse"]),
        ("Lena turns everything sideways", ["Lena: attack with all"]),
        ("Lena does nothing this turn", ["Lena: end turn"]),
    ],
)
def test_everyday_sentence_of_a_main_phase_is_understood(typed, lines):
    assert outcome(MAIN, [typed]) == outcome(MAIN, lines)


@pytest.mark.parametrize(
    "typed",
    [
        "Lena gives Pack Alpha unbreakable with Lash",
        "Lena gives Burrowing Wurm breakthrough with Lash",
        "Lena plays Rage on Muse, giving it airborne",
        "Lena plays Kong, choosing Gold Dragon for the loyalty",
        "Lena plays Flame Strike, choosing Gold Dragon for the tribute",
        "Lena plays Kong on Gold Dragon and on Dark Knight",
        "Lena uses her gold to play Rage on Muse",
        "Lena sends Pack Alpha, Burrowing Wurm and Muse in and keeps the rest back",
        "Lena plays Kong on Gold Dragon and keeps the rest back",
        "Lena lets damage happen",
        "Lena does nothing on Marc's turn",
        "Marc does nothing this turn",
        "Lena will attack with Muse next turn",
    ],
)
def test_everyday_sentence_that_is_not_true_is_refused(typed):
    with pytest.raises(RecordError):
        outcome(MAIN, [typed])


def test_damage_that_happens_is_a_pass_with_its_result():
    assert outcome(BLOCKED, ["Lena lets damage happen and Sea Hydra breaks"]) == outcome(BLOCKED, ["Lena: pass"])
    with pytest.raises(RecordError):
        outcome(BLOCKED, ["Lena lets damage happen and Kong breaks"])


@pytest.mark.parametrize("typed", ["both keep", "both players keep their hands", "everybody keeps"])
def test_both_players_keep_is_understood(typed):
    assert outcome(OPENING, [typed]) == outcome(OPENING, ["Marc: keep", "Lena: keep"])


@pytest.mark.parametrize(
    "lines",
    [["both keep Kong"], ["both keep in response to Lash"], ["Marc: keep", "both keep"], ["both keep and Lena passes"]],
)
def test_both_players_keep_is_refused_if_it_is_not_all(lines):
    with pytest.raises(RecordError):
        outcome(OPENING, lines)


EMPTY_BOARDS = START + "Turn: Lena 7\nPhase: main\nInitiative: Lena\nPlayed: Lena\n\nPlays\n"


def test_passes_of_all_are_understood():
    assert outcome(EMPTY_BOARDS, ["everyone passes"]) == outcome(EMPTY_BOARDS, ["Lena: pass", "Marc: pass"])


@pytest.mark.parametrize("typed", ["both pass in response to Lash", "everyone passes before blocks"])
def test_passes_of_all_with_a_time_that_is_not_true_are_refused(typed):
    with pytest.raises(RecordError):
        outcome(EMPTY_BOARDS, [typed])


WAITING = (
    START + "Turn: Lena 7\nPhase: main\nInitiative: Lena\nPlayed: Lena\nLena champion: Fire Shaman\nLena champion: "
    "Kong (deploying)\nLena ones played: Wild\nMarc champion: Palace Guard, Sea Hydra\n"
    "Waiting: Lena: Fire Shaman: ally\nWaiting: Lena: Kong: tribute\n\nPlays\n"
)


@pytest.mark.parametrize(
    "typed", ["Lena puts Kong's tribute on Palace Guard", "Kong hits Palace Guard", "Kong's tribute on Palace Guard"]
)
def test_waiting_trigger_with_its_target_resolves_next(typed):
    assert outcome(WAITING, [typed]) == outcome(WAITING, ["Lena: resolve Kong: tribute", "Lena: target Palace Guard"])


@pytest.mark.parametrize(
    "typed", ["Kong hits Palace Guard for 12", "Lena puts Kong's loyalty on Palace Guard", "Kong banishes Palace Guard"]
)
def test_waiting_trigger_with_an_untrue_result_is_refused(typed):
    with pytest.raises(RecordError):
        outcome(WAITING, [typed])


PLUCKED = (
    START + "Turn: Lena 7\nLena gold: 1\nLena hand: Thought Plucker, Wolf's Call\nLena champion: Muse, Kong\n"
    "Marc hand: Rage, Muse\nMarc champion: 2 Human Token, Sea Hydra\n\nPlays\n"
)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("Lena plays Thought Plucker and makes Marc discard", ["Lena: play Thought Plucker"]),
        ("Lena plays Thought Plucker, making Marc discard a card", ["Lena: play Thought Plucker"]),
        ("Lena untaps, draws and swings with Muse", ["Lena: attack with Muse"]),
        ("Lena untaps and swings with Muse", ["Lena: attack with Muse"]),
    ],
)
def test_discard_and_begun_turn_are_understood(typed, lines):
    assert outcome(PLUCKED, [typed]) == outcome(PLUCKED, lines)


@pytest.mark.parametrize("typed", ["both tokens block", "Marc blocks with both tokens"])
def test_both_tokens_of_the_blocking_player_are_understood(typed):
    attack = ["Lena: attack with Kong", "Lena: pass", "Marc: pass"]
    meant = [*attack, "Marc: block with Human Token#1, Human Token#2"]
    assert outcome(PLUCKED, [*attack, typed]) == outcome(PLUCKED, meant)


@pytest.mark.parametrize(
    "lines",
    [
        ["Lena plays Thought Plucker, making Marc discard two cards"],
        ["Lena plays Thought Plucker, making Lena discard"],
        ["Lena plays Wolf's Call, making Marc discard"],
        ["Lena plays Wolf's Call", "Lena untaps, draws and swings with Muse"],
        ["Lena untaps, draws two cards and swings with Muse"],
        ["Lena untaps Muse and swings with Kong"],
        ["Lena: attack with Kong", "Lena: pass", "all three tokens block"],
    ],
)
def test_discard_begun_turn_and_tokens_that_are_not_true_are_refused(lines):
    with pytest.raises(RecordError):
        outcome(PLUCKED, lines)


@pytest.mark.parametrize(
    ("attack", "typed"),
    [
        (["Lena: attack with Kong", "Lena: pass", "Marc: pass"], "Marc blocks Kong"),
        (["Lena: attack with Kong", "Lena: pass"], "Marc passes and blocks Kong"),
        (["Lena: attack with Kong", "Lena: pass"], "Marc: block Kong"),
    ],
)
def test_block_of_an_attacker_without_a_blocker_is_refused(attack, typed):
    with pytest.raises(RecordError) as caught:
        outcome(PLUCKED, [*attack, typed])
    assert "who blocks is missing" in str(caught.value)


def test_block_without_with_names_the_blocker_of_the_player():
    attack = ["Lena: attack with Kong", "Lena: pass", "Marc: pass"]
    assert outcome(PLUCKED, [*attack, "Marc blocks Sea Hydra"]) == outcome(
        PLUCKED, [*attack, "Marc: block with Sea Hydra"]
    )
