"""Effects of the options of interpretations."""

import pytest

from rules.engine.game import ChosenOptions
from rules.epic.board.damage import run_state_checks
from rules.epic.cards import CATALOGUE
from tests.rules.epic.scenarios.table import CR, RB, Put, Start, Table


def fight(
    choices: ChosenOptions, attacker: str = "Triceratops", blocker: str | Put = "Palace Guard", **more: str
) -> Table:
    """Return a table at which the blocker was declared and both passed since."""
    table = Table(a=Start(in_play=[attacker]), b=Start(in_play=[blocker]), choices=choices, **more)
    table.a.attacks(attacker)
    table.all_pass()
    table.b.blocks(blocker if isinstance(blocker, str) else blocker.name)
    table.all_pass()
    return table


@pytest.mark.parametrize(("reading", "asked"), [(0, "B"), (1, "A")])
def test_first_player_after_blocks_depends_on_option_of_i_40(reading: int, asked: str) -> None:
    table = Table(a=Start(in_play=["Triceratops"]), b=Start(in_play=["Palace Guard"]), choices=(("I-40", reading),))
    table.a.attacks("Triceratops")
    table.all_pass()
    table.b.blocks("Palace Guard")
    assert table.asks == (asked, "act")


@pytest.mark.parametrize(("reading", "phase"), [(0, "blocks"), (1, "before-blocks")])
def test_end_of_plays_before_blocks_depends_on_option_of_i_39(reading: int, phase: str) -> None:
    a, b = Start(in_play=["Triceratops"]), Start(in_play=["Palace Guard"], hand=["Lash"])
    table = Table(a, b, choices=(("I-39", reading),))
    table.a.attacks("Triceratops")
    table.a.passes()
    table.b.plays("Lash")
    table.b.targets("Triceratops")
    table.b.passes()
    table.a.passes()
    assert table.step == phase


def test_end_turn_is_illegal_if_all_must_pass_by_option_of_i_38() -> None:
    table = Table(b=Start(hand=["Lash"], in_play=["Kong"]), choices=(("I-38", 1),))
    table.a.passes()
    table.b.plays("Lash")
    table.b.passes()
    table.a.cannot("4.3.3").ends()
    assert table.asks == ("A", "act")


def test_breakthrough_is_additional_damage_by_options_of_i_79_and_i_80() -> None:
    table = fight((("I-79", 1), ("I-80", 1)))
    assert (table.b.health, table.champion("Triceratops").damage, table.b.in_play) == (28, 6, [])
    table = fight((("I-79", 1),))
    table.a.assigns({("Triceratops", "Palace Guard"): 10, ("Triceratops", "B"): 2})
    assert (table.b.health, table.b.discard) == (28, ["Palace Guard"])


def test_breakthrough_counts_damage_on_blocker_by_option_of_i_81() -> None:
    hurt = Put("Palace Guard", damage=3)
    assert fight((), blocker=hurt, version=CR).b.health == 28
    table = fight((("I-81", 1),), blocker=hurt, version=CR)
    assert table.b.health == 25
    assert table.cited("I-81")


def test_group_block_needs_one_able_blocker_by_option_of_i_74() -> None:
    a, b = Start(in_play=["Angel of Light"]), Start(in_play=["Kong", "Watchful Gargoyle"])
    for choices, able in (((), False), ((("I-74", 1),), True)):
        table = Table(a, b, choices=choices)
        table.a.attacks("Angel of Light")
        table.all_pass()
        if able:
            table.b.cannot("5.2.1").blocks("Kong")
            table.b.blocks("Kong", "Watchful Gargoyle")
            assert table.state.blocked
        else:
            table.b.cannot("5.2.1").blocks("Kong", "Watchful Gargoyle")


def test_winner_with_all_players_at_0_depends_on_option_of_i_19() -> None:
    for reading, winners in ((0, ""), (1, "A"), (2, "B")):
        table = Table(a=Start(health=4), b=Start(health=3), turn="B", choices=(("I-19", reading),))
        state = table.state
        state.teams[0].health, state.teams[1].health = -1, -2
        run_state_checks(state)
        assert table.winners == winners
        assert table.cited("I-19")


def test_tribute_without_target_applies_by_option_of_i_51() -> None:
    for reading, cited in ((0, "5.6.2"), (1, "3.2.3c")):
        table = Table(a=Start(hand=["Guilt Demon"]), choices=(("I-51", reading),))
        table.a.plays("Guilt Demon")
        assert any(cited in event.rules and "I-51" in event.rules for event in table.state.log)


def test_own_ally_trigger_depends_on_option_of_i_57() -> None:
    for reading, triggered in ((0, False), (1, True)):
        table = Table(a=Start(hand=["Noble Unicorn"], deck=["Kong"]), choices=(("I-57", reading),))
        table.a.plays("Noble Unicorn")
        assert any(event.kind == "trigger" and "5.18.1" in event.rules for event in table.state.log) is triggered


@pytest.mark.parametrize(
    ("choices", "order"),
    [((), ["trigger", "draw"]), ((("I-57", 1),), ["draw", "trigger"]), ((("I-58", 1),), ["draw"])],
)
def test_ally_trigger_of_free_event_depends_on_options_of_i_57_and_i_58(
    choices: ChosenOptions, order: list[str]
) -> None:
    """They hear it like any other, or only once it is done (I-57), or not at all where gold has to be paid (I-58)."""
    mine = Start(god=CATALOGUE.card("Gareth, Father of Genius"), in_play=["Muse"], hand=["Force Field"], deck=["Kong"])
    table = Table(a=mine, choices=choices)
    before = len(table.state.log)
    table.a.uses("Gareth, Father of Genius", 0)
    table.a.says_yes()
    table.a.takes_mode(1)
    assert [event.kind for event in table.state.log[before:] if event.kind in {"draw", "trigger"}] == order


def test_break_by_earlier_damage_depends_on_option_of_i_86() -> None:
    for reading, stays in ((0, False), (1, True)):
        table = Table(a=Start(in_play=[Put("Kong", damage=10)]), choices=(("I-86", reading),))
        champion = table.champion("Kong")
        champion.until_end = (("defense", -4),)
        table.state.values.clear()
        run_state_checks(table.state)
        assert ("Kong" in table.a.in_play) is stays


@pytest.mark.parametrize(
    ("reading", "asks", "phase", "kind"),
    [
        (0, ("A", "choose"), "end", ""),
        (1, ("A", "choose"), "start", "trigger-waits"),
        (2, ("B", "act"), "main", "trigger-lost"),
    ],
)
def test_trigger_of_discard_to_hand_limit_depends_on_option_of_i_89(
    reading: int, asks: tuple[str, str], phase: str, kind: str
) -> None:
    """Warrior Golem lets its owner recycle as it is put into the discard pile."""
    mine = Start(hand=["Warrior Golem", *["Kong"] * 7], discard=["Kong", "Kong"])
    table = Table(a=mine, choices=(("I-89", reading),))
    table.all_pass()
    assert table.asks == ("A", "discard")
    table.a.discards("Warrior Golem")
    assert (table.asks, table.phase) == (asks, phase)
    assert [event.kind for event in table.state.log if "I-89" in event.rules] == [kind] * bool(kind)


def test_drawing_from_empty_deck_wins_at_time_by_option_of_i_17() -> None:
    for reading, hand in ((0, 1), (1, 0), (2, 1)):
        table = Table(a=Start(hand=["Ceasefire"], deck=["Kong"], filler=0), version=RB, choices=(("I-17", reading),))
        table.a.plays("Ceasefire")
        assert (table.winners, len(table.a.hand)) == ("A", hand)
        assert (table.a.discard == ["Ceasefire"]) is (reading == 2)


def test_flipped_champions_are_prepared_by_option_of_i_36() -> None:
    for reading, prepared in ((0, True), (1, False)):
        flipped = Put("Watchful Gargoyle", stance=2)
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=[flipped]), choices=(("I-36", reading),))
        table.a.passes()
        table.b.passes()
        assert table.cited("RB:end-phase") is prepared
