"""Omitted decisions of a record: declined offers and the order of triggers."""

import pytest

from rules.epic.state import EpicState
from rules.judge.record.errors import RecordError
from rules.judge.replay.verdict import Verdict
from tests.rules.judge.disputed import judged, reasons

DECLINED = {
    "an offer that needs a pick": ("Palace Guard", {}, "Anna: no"),
    "a loyalty that needs a pick": ("Medusa", {"Anna_hand": "Medusa, Wither, Apocalypse"}, "Anna: decline"),
}
OPEN = {
    "loyalty": (
        "Murderous Necromancer", {"Anna_hand": "Murderous Necromancer, Wither, Apocalypse"}, ("reveal ...", "decline")
    ),
    "recycling": ("Ogre Mercenary", {"Anna_discard": "Kong, Lash"}, ("choose ...", "choose none")),
    "an offer": ("Infernal Gatekeeper", {}, ("yes", "no")),
}  # fmt: skip


@pytest.mark.parametrize(("card", "fields", "line"), DECLINED.values(), ids=DECLINED)
@pytest.mark.parametrize("after", ["Anna: pass", "Anna: attack with Triceratops"])
def test_offer_that_cannot_be_accepted_is_declined(card, fields, line, after) -> None:
    table = {"Anna_hand": card, "Anna_champion": "Triceratops", "Ben_champion": "Kong", **fields}
    silent = judged(f"Anna: play {card}\n{after}", **table)
    spoken = judged(f"Anna: play {card}\n{line}\n{after}", **table)
    assert [silent.verdict, spoken.verdict] == [Verdict.LEGAL] * 2
    assert silent.final.digest() == spoken.final.digest()
    assert (silent.decisions, spoken.decisions) == (3, 3)


@pytest.mark.parametrize(("card", "fields", "lines"), OPEN.values(), ids=OPEN)
def test_offer_that_may_be_accepted_is_undetermined(card, fields, lines) -> None:
    replayed = judged(f"Anna: play {card}\nAnna: pass", **{"Anna_hand": card, **fields})
    assert (replayed.verdict, replayed.illegal) == (Verdict.UNDETERMINED, None)
    source = replayed.undetermined.split(" offers")[0].rsplit("takes what ", 1)[1]
    assert source == f"Anna's {card}"
    assert replayed.undetermined.endswith(
        f"offers: a line `Anna: {lines[0]}` or `Anna: {lines[1]}` is missing before it."
    )


def test_offer_that_must_be_accepted_is_accepted() -> None:
    table = {"Turn": "Ben 6", "Phase": "start, triggers", "Waiting": "Ben: Muse: trigger", "Ben_champion": "Muse"}
    plays = "chance: Ben draws Kong\nBen: play Kong\nBen: target Muse"
    decks = "Deck Ben: 1 Kong / 1 Lash / 1 Muse\n"
    silent = judged(plays, decks=decks, Ben_deck="rest", **table)
    spoken = judged(f"Ben: yes\n{plays}", decks=decks, Ben_deck="rest", **table)
    assert [silent.verdict, spoken.verdict] == [Verdict.LEGAL] * 2
    assert silent.final.digest() == spoken.final.digest()


DRAWN = {
    "an offer": (
        "chance: Anna draws Kong\n{}chance: Anna draws Lash", "Anna: yes\n",
        {"Phase": "start", "Anna_champion": "Muse"},
    ),
    "which trigger is first": (
        "Anna: play Triceratops\n{}chance: Anna draws Lash\nAnna: target Muse", "Anna: resolve Triceratops: tribute\n",
        {"Anna_hand": "Triceratops", "Anna_champion": "Fire Shaman", "Ben_champion": "Muse"},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("plays", "line", "fields"), DRAWN.values(), ids=DRAWN)
@pytest.mark.parametrize("decks", ["", "Deck Anna: 3 Triceratops / 3 Fire Shaman / 3 Muse / 3 Lash / 3 Kong\n"])
def test_stated_draw_implies_preceding_actions(decks, plays, line, fields) -> None:
    silent, spoken = (judged(plays.format(message), decks=decks, **fields) for message in ("", line))
    assert [silent.verdict, spoken.verdict] == [Verdict.LEGAL] * 2
    assert silent.final.digest() == spoken.final.digest()


def test_draw_possible_by_several_triggers_is_undetermined() -> None:
    table = {"Anna_hand": "White Knight", "Anna_champion": "Noble Unicorn"}
    replayed = judged("Anna: play White Knight\nchance: Anna draws Lash", **table)
    assert (replayed.verdict, replayed.illegal) == (Verdict.UNDETERMINED, None)
    assert replayed.undetermined == (
        "Line 16 (chance): The record does not say which trigger of Anna resolves first (3.2.5a): a line "
        "`Anna: resolve Noble Unicorn: ally` or `Anna: resolve White Knight: tribute` or `Anna: resolve White Knight: "
        "loyalty` is missing before it."
    )


def test_line_illegal_after_every_choice_is_illegal() -> None:
    replayed = judged("Anna: play Ogre Mercenary\nBen: block with Kong", Anna_hand="Ogre Mercenary",
                      Anna_discard="Kong, Lash", Ben_champion="Kong")  # fmt: skip
    assert replayed.illegal is not None
    assert [(reason.rule, reason.text) for reason in replayed.illegal.reasons] == [
        ("5.5.1", "Ben cannot block now: first Anna chooses two cards to recycle for Anna's Ogre Mercenary, or none.")
    ]


SHAMANS = {"Anna_hand": "Burrowing Wurm", "Ben_champion": "Warrior Golem", "Ben_discard": "Kong, Lash"}


def test_order_of_identical_champions_can_be_omitted() -> None:
    plays = "Anna: play Burrowing Wurm\n{}Anna: target Warrior Golem\nAnna: target Ben\nBen: choose none"
    table = {**SHAMANS, "Anna_champion": "Fire Shaman, Fire Shaman"}
    silent = judged(plays.format(""), **table)
    spoken = judged(plays.format("Anna: resolve Fire Shaman#1: ally\n"), **table)
    assert [silent.verdict, spoken.verdict] == [Verdict.LEGAL] * 2
    assert silent.final.digest() == spoken.final.digest()


def test_order_of_distinguishable_champions_missing_is_undetermined() -> None:
    plays = "Anna: play Burrowing Wurm\nAnna: target Warrior Golem\nAnna: target Ben\nBen: choose none"
    replayed = judged(plays, **{**SHAMANS, "Anna_champion": "Fire Shaman (1 damage), Fire Shaman"})
    assert (replayed.verdict, replayed.undetermined) == (
        Verdict.UNDETERMINED,
        (
            "Line 18 (Anna): The record does not say which trigger of Anna resolves first (3.2.5a): a line "
            "`Anna: resolve Fire Shaman#1: ally` or `Anna: resolve Fire Shaman#2: ally` is missing before it."
        ),
    )


DOOMED = {
    "Anna_champion": "Zealous Necromancer, Kong",
    "Anna_discard": "Final Task, Final Task",
    "End_of_turn": "Anna breaks Zealous Necromancer (by Final Task)\nEnd of turn: Anna breaks Kong (by Final Task)",
    "Ben_deck": "?",
}
BOTH = "`Anna: resolve Zealous Necromancer: break at end` or `Anna: resolve Kong: break at end`"


@pytest.mark.parametrize("order", ["resolve Kong", "resolve Kong: break at end", "resolve Kong, Zealous Necromancer"])
def test_end_of_turn_break_is_identified_by_champion(order: str) -> None:
    replayed = judged(f"Anna: pass\nBen: pass\nAnna: {order}", **DOOMED)
    assert replayed.verdict is Verdict.LEGAL
    final = replayed.final
    assert isinstance(final, EpicState)
    assert [final.printed_of(champion.oid).name for champion in final.seats[0].champions] == ["Zombie Token"]


def test_end_of_turn_break_can_be_identified_by_its_card() -> None:
    one = {**DOOMED, "End_of_turn": "Anna breaks Kong (by Final Task)", "Anna_champion": "Sea Hydra (3 damage), Kong"}
    plays = "Anna: pass\nBen: pass\nAnna: resolve {}"
    by_card, by_champion = (judged(plays.format(name), **one) for name in ("Final Task", "Kong"))
    assert by_card.final.digest() == by_champion.final.digest()
    with pytest.raises(RecordError, match="'Final Task' could mean Zealous Necromancer: break at end or Kong: break"):
        judged(plays.format("Final Task"), **DOOMED)


def test_end_of_turn_breaks_without_order_are_undetermined() -> None:
    replayed = judged("Anna: pass\nBen: pass\nBen: pass", **DOOMED)
    assert replayed.verdict is Verdict.UNDETERMINED
    assert BOTH in replayed.undetermined


ATTACKED = {
    "Anna_champion": "Kong, Thundarus",
    "Ben_champion": "Palace Guard, Muse (expended)",
    "Ben_hand": "Flash Fire",
}
VERSIONS = ["RB-2017", "CR-2016-03"]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("block", ["block with Palace Guard", "no block", "don't block", "bl pal gua"])
def test_block_implies_pass_of_defender(block: str, version: str) -> None:
    silent = judged(f"Anna: attack with Kong\nAnna: pass\nBen: {block}", version, **ATTACKED)
    spoken = judged(f"Anna: attack with Kong\nAnna: pass\nBen: pass\nBen: {block}", version, **ATTACKED)
    assert [silent.verdict, spoken.verdict] == [Verdict.LEGAL] * 2
    assert silent.final.digest() == spoken.final.digest()


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("attacker", "blocker", "rule"), [("Thundarus", "Palace Guard", "5.2.1"), ("Kong", "Muse", "4.4.6[1]")]
)
def test_invalid_block_without_pass_has_reason_of_block(attacker: str, blocker: str, rule: str, version: str) -> None:
    replayed = judged(f"Anna: attack with {attacker}\nAnna: pass\nBen: block with {blocker}", version, **ATTACKED)
    assert replayed.verdict is Verdict.ILLEGAL
    assert reasons(replayed)[0][0] == rule
    assert "makes a play or passes" not in str(reasons(replayed))


def test_block_by_expended_champion_is_illegal() -> None:
    replayed = judged(
        "Anna: attack with Kong\nAnna: pass\nBen: block with Muse", Anna_champion="Kong", Ben_champion="Muse (expended)"
    )
    assert reasons(replayed)[0] == ("4.4.6[1]", "Ben's Muse cannot block: it is expended, not prepared.")


def test_missing_pass_before_block_or_after_play_is_illegal() -> None:
    for before, who in (("", "Anna"), ("Anna: pass\nBen: play Flash Fire, mode 1\n", "Ben")):
        replayed = judged(f"Anna: attack with Kong\n{before}Ben: block with Palace Guard", **ATTACKED)
        assert reasons(replayed)[0][1] == f"Ben cannot block now: first {who} makes a play or passes."
