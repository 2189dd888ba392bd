"""Which effect of an event card the words mean, and what a pick that has to be made answers to being declined."""

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
def test_the_words_of_an_effect_say_which_it_is(card, words, mode):
    fields = {**TABLE, "Anna_hand": card, "Ben_discard": "Triceratops"}
    written = judged(f"Anna: play {card}: {words}", **fields)
    numbered = judged(f"Anna: play {card}, mode {mode}", **fields)
    assert [written.verdict, numbered.verdict] == [Verdict.LEGAL] * 2
    assert written.final.digest() == numbered.final.digest()


def test_without_words_the_only_legal_effect_is_meant():
    played = judged("Anna: pass\nBen: play Apocalypse", Ben_hand="Apocalypse", **TABLE)
    numbered = judged("Anna: pass\nBen: play Apocalypse, mode 1", Ben_hand="Apocalypse", **TABLE)
    assert (played.verdict, played.final.digest()) == (Verdict.LEGAL, numbered.final.digest())
    too_soon = judged("Ben: play Apocalypse", Ben_hand="Apocalypse", **TABLE)
    assert reasons(too_soon) == [("4.1.2", "Ben does not have initiative; Anna has it.")]


def test_words_of_no_effect_are_refused_with_the_effects_there_are():
    with pytest.raises(RecordError) as caught:
        judged("Anna: play Apocalypse: something else", Anna_hand="Apocalypse", **TABLE)
    expected = "'something else' is no effect of Apocalypse; its text is: draw 2 cards; or: break all champions"
    assert caught.value.problems[0].message == expected


def test_the_effects_are_listed_where_several_effects_are_meant():
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
def test_what_is_not_optional_cannot_be_declined(words, play, fields, rule):
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
def test_to_pick_nothing_of_what_is_offered_declines_it(words, play, fields):
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
def test_one_thing_is_no_two_targets(name):
    fields = {"Anna_champion": "Master Forcemage", "Ben_champion": "Kong, Wolf Token"}
    replayed = judged(f"Anna: use Master Forcemage\nAnna: target {name}, {name}", **fields)
    assert [rule for rule, _ in reasons(replayed)] == ["5.20.7"]


def test_two_of_one_name_are_looked_for_before_one_is_taken_twice():
    fields = {"Anna_champion": "Master Forcemage", "Ben_champion": "Kong, Kong (untargetable)"}
    replayed = judged("Anna: use Master Forcemage\nAnna: target Kong, Kong", **fields)
    assert [rule for rule, _ in reasons(replayed)] == ["5.20.4"]


def test_one_card_is_no_two_to_recycle():
    fields = {"Anna_hand": "Second Wind", "Anna_discard": "Kong, Lash"}
    replayed = judged("Anna: play Second Wind\nAnna: choose Kong, Kong", **fields)
    assert [rule for rule, _ in reasons(replayed)] == ["5.5.1"]


def test_to_decline_tells_nothing_of_the_hand():
    fields = {"Anna_hand": "Surprise Attack, Kong, Muse", "Anna_deck": "2 Flash Fire"}
    replayed = judged("Anna: play Surprise Attack\nAnna: yes\nAnna: choose none", **fields)
    assert replayed.illegal is not None
    assert [reason.text for reason in replayed.illegal.public_reasons] == [
        "Anna cannot decline what Surprise Attack asks for: something that qualifies has to be chosen."
    ]


def test_who_joins_a_battle_stands_in_the_rule_on_attackers():
    champions = "Faithful Pegasus, Human Token, Human Token (deploying)"
    replayed = judged("Anna: attack with Faithful Pegasus\nAnna: choose Human Token#2", Anna_champion=champions)
    assert [rule for rule, _ in reasons(replayed)] == ["4.4.1"]


def test_what_can_be_chosen_stands_in_the_rule_of_the_instruction():
    fields = {"Anna_hand": "Stand Alone", "Anna_champion": "Muse, Kong"}
    replayed = judged("Anna: play Stand Alone, mode 2\nAnna: choose Triceratops", Ben_champion="Triceratops", **fields)
    assert [rule for rule, _ in reasons(replayed)] == ["3.2.3"]


def test_targets_picked_one_after_the_other_may_stand_on_one_line() -> None:
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


def test_a_power_that_costs_cards_of_the_pile_says_what_is_missing():
    replayed = judged("Anna: use Scrap Golem", Anna_champion="Scrap Golem", Ben_discard="Lash")
    assert reasons(replayed) == [
        ("3.5.3", "Anna's Scrap Golem costs banishing a card and Anna's discard pile has none for it.")
    ]
