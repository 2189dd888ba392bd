"""Modes named by words, and declined mandatory picks."""

import pytest

from rules.judge.record import RecordError
from rules.judge.replay.verdict import Verdict
from tests.rules.judge.disputed import judged, reasons

TABLE = {"Ben_champion": "Kong, Muse"}


@pytest.mark.parametrize(
    ("card", "words", "mode"),
    [
        ("Apocalypse", "every champion breaks", 2),
        ("Apocalypse", "draws two cards", 1),
        ("Hurricane", "9 damage to all champions", 2),
        ("Hurricane", "deal 9 damage to each champion", 2),
        ("Secret Legion", "make six human tokens", 2),
        ("Plague", "every champion breaks", 2),
        ("Plague", "1 damage to a player and all champions of that player", 1),
        ("Flash Fire", "2 damage to each champion and player", 1),
        ("Final Task", "put a champion into play", 2),
    ],
)
def test_mode_words_identify_effect(card, words, mode):
    fields = {**TABLE, "Anna_hand": card, "Ben_discard": "Triceratops"}
    written = judged(f"Anna: play {card}: {words}", **fields)
    numbered = judged(f"Anna: play {card}, mode {mode}", **fields)
    assert [written.verdict, numbered.verdict] == [Verdict.LEGAL] * 2
    assert written.final.digest() == numbered.final.digest()


def test_mode_omitted_is_only_legal_effect():
    played = judged("Anna: pass\nBen: play Apocalypse", Ben_hand="Apocalypse", **TABLE)
    numbered = judged("Anna: pass\nBen: play Apocalypse, mode 1", Ben_hand="Apocalypse", **TABLE)
    assert (played.verdict, played.final.digest()) == (Verdict.LEGAL, numbered.final.digest())
    too_soon = judged("Ben: play Apocalypse", Ben_hand="Apocalypse", **TABLE)
    assert reasons(too_soon) == [("4.1.2", "Ben does not have initiative; Anna has it.")]


def test_mode_words_of_no_effect_raise_with_effects():
    with pytest.raises(RecordError) as caught:
        judged("Anna: play Apocalypse: something else", Anna_hand="Apocalypse", **TABLE)
    expected = "'something else' is no effect of Apocalypse; its text is: draw 2 cards; or: break all champions"
    assert caught.value.problems[0].message == expected


def test_mode_omitted_with_several_effects_raises_with_effects():
    with pytest.raises(RecordError) as caught:
        judged("Anna: play Apocalypse", Anna_hand="Apocalypse", **TABLE)
    assert caught.value.problems[0].expected == (
        "play Apocalypse: draw 2 cards",
        "play Apocalypse: break all champions",
    )


@pytest.mark.parametrize("words", ["choose none", "target none", "no", "decline"])
@pytest.mark.parametrize(
    ("play", "fields", "rule"),
    [
        ("play Kong", {"Anna_hand": "Kong", **TABLE}, "5.6.3"),
        ("play Kong", {"Anna_hand": "Kong", "Ben_champion": "Steel Golem"}, "5.6.3"),
        ("play Wither", {"Anna_hand": "Wither", **TABLE}, "5.20.7"),
        ("play Final Task, mode 2", {"Anna_hand": "Final Task", "Ben_discard": "Kong, Muse"}, "3.2.3c"),
    ],
)
def test_declining_mandatory_choice_is_illegal(words, play, fields, rule):
    replayed = judged(f"Anna: {play}\nAnna: {words}", **fields)
    assert [reason for reason, _ in reasons(replayed)] == [rule]
    assert replayed.illegal is not None
    assert all(line.startswith(("target ", "choose ")) for line in replayed.illegal.legal)


@pytest.mark.parametrize("words", ["choose none", "target nothing", "no", "decline"])
@pytest.mark.parametrize(
    ("play", "fields"),
    [
        ("play Reaper", {"Anna_hand": "Reaper", **TABLE}),
        ("play Herald of Scara", {"Anna_hand": "Herald of Scara", "Anna_deck": "Bitten / Kong / Lash"}),
    ],
)
def test_picking_none_declines_offer(words, play, fields):
    replayed = judged(f"Anna: {play}\nAnna: {words}", **fields)
    declined = judged(f"Anna: {play}\nAnna: no", **fields)
    assert (replayed.verdict, replayed.final.digest()) == (Verdict.LEGAL, declined.final.digest())


@pytest.mark.parametrize(
    ("lines", "fields"),
    [
        ("play Arcane Research|choose none|choose Muse", {"Anna_hand": "Arcane Research", "Anna_deck": "Muse"}),
        ("play Helion's Fury, mode 2|target none|pass", {"Anna_hand": "Helion's Fury", "Anna_deck": "Muse"}),
    ],
)
def test_choice_without_candidates_can_be_stated(lines, fields):
    message = [f"Anna: {line}" for line in lines.split("|")]
    replayed, shorter = judged("\n".join(message), **fields), judged("\n".join([message[0], message[2]]), **fields)
    assert (replayed.verdict, replayed.final.digest()) == (Verdict.LEGAL, shorter.final.digest())


@pytest.mark.parametrize("name", ["Kong", "Ben's Kong", "Ben", "Wolf Token"])
def test_same_champion_as_two_targets_is_illegal(name):
    fields = {"Anna_champion": "Master Forcemage", "Ben_champion": "Kong, Wolf Token"}
    replayed = judged(f"Anna: use Master Forcemage\nAnna: target {name}, {name}", **fields)
    assert [rule for rule, _ in reasons(replayed)] == ["5.20.7"]


def test_equal_names_as_targets_are_different_champions_first():
    fields = {"Anna_champion": "Master Forcemage", "Ben_champion": "Kong, Kong (untargetable)"}
    replayed = judged("Anna: use Master Forcemage\nAnna: target Kong, Kong", **fields)
    assert [rule for rule, _ in reasons(replayed)] == ["5.20.4"]


def test_same_card_recycled_twice_is_illegal():
    fields = {"Anna_hand": "Second Wind", "Anna_discard": "Kong, Lash"}
    replayed = judged("Anna: play Second Wind\nAnna: choose Kong, Kong", **fields)
    assert [rule for rule, _ in reasons(replayed)] == ["5.5.1"]


def test_declining_does_not_reveal_hand():
    fields = {"Anna_hand": "Surprise Attack, Kong, Muse", "Anna_deck": "2 Flash Fire"}
    replayed = judged("Anna: play Surprise Attack\nAnna: yes\nAnna: choose none", **fields)
    assert replayed.illegal is not None
    assert [reason.text for reason in replayed.illegal.public_reasons] == [
        "Anna cannot decline what Surprise Attack asks for: something that qualifies has to be chosen."
    ]


def test_joining_battle_cites_rule_on_attackers():
    champions = "Faithful Pegasus, Human Token, Human Token (deploying)"
    replayed = judged("Anna: attack with Faithful Pegasus\nAnna: choose Human Token#2", Anna_champion=champions)
    assert [rule for rule, _ in reasons(replayed)] == ["4.4.1"]


def test_invalid_choice_cites_rule_of_instruction():
    fields = {"Anna_hand": "Stand Alone", "Anna_champion": "Muse, Kong"}
    replayed = judged("Anna: play Stand Alone, mode 2\nAnna: choose Triceratops", Ben_champion="Triceratops", **fields)
    assert [rule for rule, _ in reasons(replayed)] == ["3.2.3"]


def test_successive_targets_can_be_on_one_line() -> None:
    fields = {"Anna_hand": "Rain of Fire", "Ben_champion": "Kong"}
    begun = "Anna: play Rain of Fire, mode 2\n"
    lines = judged(f"{begun}Anna: target Kong\nAnna: target Ben\nAnna: target Anna", **fields)
    for words in ("target Kong, Ben, Anna", "t kong, ben, anna", "target Kong, Ben\nAnna: target Anna"):
        line = judged(f"{begun}Anna: {words}\n", **fields)
        assert (line.verdict, line.final.digest()) == (Verdict.LEGAL, lines.final.digest())
    assert reasons(judged(f"{begun}Anna: target Kong, Kong", **fields)) == [
        ("5.20.2", "Ben's Kong cannot be picked for Rain of Fire: it has been picked already (I-53).")
    ]
    assert reasons(judged(f"{begun}Anna: target Kong, Ben, Anna, Muse", **TABLE, Anna_hand="Rain of Fire")) == [
        ("5.20.1", "Exactly one thing is picked here, not 4.")
    ]
    assert reasons(judged(f"{begun}Anna: target Lash", **fields, Ben_discard="Lash")) == [
        ("5.20.2", "Lash cannot be picked for Rain of Fire: what qualifies is Anna, Ben and Ben's Kong.")
    ]


def test_power_costing_discarded_cards_states_what_is_missing():
    replayed = judged("Anna: use Scrap Golem", Anna_champion="Scrap Golem", Ben_discard="Lash")
    assert reasons(replayed) == [
        ("3.5.3", "Anna's Scrap Golem costs banishing a card and Anna's discard pile has none for it.")
    ]
