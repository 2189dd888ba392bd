"""Further effects of the options of interpretations, and their citations."""

import pytest

from rules.engine.decision import Action
from rules.engine.game import ChosenOptions, Setup
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import CR, ENGINE, FILLER, RB, Put, Start, Table


def after_mulligans(count: int, choices: ChosenOptions) -> Table:
    """Return a game of ``count`` after every player has kept the opening hand: the first player's first Main Phase."""
    table = Table(*[Start()] * count, variant="free-for-all" if count > 2 else "", choices=choices)
    variant = table.state.variant.slug
    table.state = ENGINE.new_game(
        Setup(tuple("ABC"[:count]), ((FILLER,) * 9,) * count, 0, RB, variant, choices=choices)
    )
    while table.asks[1] == "mulligan":
        ENGINE.apply(table.state, Action("ABC".index(table.asks[0]), "mulligan"))
    return table


@shows("I-25", "1.6.4")
@pytest.mark.parametrize(("reading", "cards"), [(0, [6, 5, 5]), (1, [5, 5, 5])])
def test_first_draw_is_skipped_by_option_of_i_25(reading: int, cards: list[int]) -> None:
    table = after_mulligans(3, (("I-25", reading),))
    assert ([len(seat.hand) for seat in table.state.seats], table.cited("I-25")) == (cards, True)


@shows("I-32", "4.2.2a")
@pytest.mark.parametrize(("reading", "gold"), [(0, [1, 1]), (1, [1, 0])])
def test_first_turn_gold_of_second_player_depends_on_option_of_i_32(reading: int, gold: list[int]) -> None:
    table = after_mulligans(2, (("I-32", reading),))
    assert [seat.gold for seat in table.state.seats] == gold
    table.next_turn()
    assert ([seat.gold for seat in table.state.seats], table.cited("I-32")) == ([1, 1], True)


@shows("I-33", "4.2.2")
@pytest.mark.parametrize(("reading", "before", "after"), [(0, 1, 2), (0, 0, 1), (1, 1, 1), (1, 0, 1)])
def test_gold_limit_depends_on_option_of_i_33(reading: int, before: int, after: int) -> None:
    table = Table(Start(in_play=["Time Master"], gold=before), choices=(("I-33", reading),))
    table.a.uses("Time Master", 1)
    assert (table.a.gold, table.cited("I-33")) == (after, True)


@shows("I-41", "4.4.5")
@pytest.mark.parametrize(("reading", "step"), [(0, "blocks"), (1, "before-blocks")])
def test_attackers_play_before_blocks_gives_round_by_option_of_i_41(reading: int, step: str) -> None:
    mine = Start(in_play=["Kong"], hand=["Flash Fire"])
    table = Table(mine, Start(in_play=["Palace Guard"]), version=CR, choices=(("I-41", reading),))
    table.a.attacks("Kong")
    table.a.plays("Flash Fire")
    table.a.passes()
    table.b.passes()
    assert (table.step, table.cited("I-41")) == (step, True)


@shows("I-45", "4.4.14")
@pytest.mark.parametrize(("reading", "phase"), [(0, "battle"), (1, "main")])
def test_damage_triggers_wait_for_main_phase_by_option_of_i_45(reading: int, phase: str) -> None:
    mine, other = Start(in_play=["Thought Plucker"]), Start(hand=["Kong", "Lash"])
    table = Table(mine, other, choices=(("I-45", reading),))
    table.a.attacks("Thought Plucker")
    while table.asks[1] == "act":
        ENGINE.apply(table.state, Action("AB".index(table.asks[0]), "pass"))
    assert (table.asks, table.phase) == (("B", "discard"), phase)
    table.b.discards("Lash")
    assert (table.phase, table.asks, table.cited("I-45")) == ("main", ("A", "act"), True)


@shows("I-69", "5.5.4")
@pytest.mark.parametrize(("version", "reading"), [(RB, 1), (CR, 0)])
def test_order_of_recycled_cards_depends_on_option_of_i_69(version: str, reading: int) -> None:
    mine = Start(hand=["Flame Spike"], discard=["Kong", "Lash"], deck=["Muse"], filler=0)
    table = Table(mine, version=version, choices=(("I-69", reading),))
    table.a.plays("Flame Spike")
    table.a.targets("B")
    table.a.chooses("Lash", "Kong")
    groups = [sorted(map(table.name, group)) for group in table.state.seats[0].deck]
    assert (groups, table.cited("I-69")) == ([["Kong", "Lash"]] if reading else [["Lash"], ["Kong"]], True)


@shows("I-83", "4.4.11b")
def test_lethal_first_depends_on_option_of_i_83() -> None:
    for reading in (0, 1):
        two = Start(in_play=["Palace Guard", "White Knight"])
        table = Table(Start(in_play=["Kong"]), two, choices=(("I-83", reading),))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Palace Guard", "White Knight")
        table.all_pass()
        thin = {("Kong", "Palace Guard"): 7, ("Kong", "White Knight"): 6}
        assert (table.defense("Palace Guard"), table.defense("White Knight")) == (8, 9)
        if reading:
            table.a.cannot("I-83").assigns(thin)
            table.a.assigns({("Kong", "Palace Guard"): 8, ("Kong", "White Knight"): 5})
        else:
            table.a.assigns(thin)


@shows("I-85", "5.16.3")
@pytest.mark.parametrize(("reading", "meanwhile"), [(0, []), (1, ["Muse"])])
def test_lethal_damage_breaks_after_effect_by_option_of_i_85(reading: int, meanwhile: list[str]) -> None:
    mine = Start(hand=["Flame Spike"], discard=["Kong", "Lash"])
    table = Table(mine, Start(in_play=[Put("Muse")]), choices=(("I-85", reading),))
    table.a.plays("Flame Spike")
    table.a.targets("Muse")
    assert (table.asks, table.b.in_play) == (("A", "choose"), meanwhile)
    table.a.chooses()
    assert (table.b.in_play, table.b.discard, table.cited("I-85")) == ([], ["Muse"], True)


@shows("I-92", "5.13.1")
@pytest.mark.parametrize(("reading", "health"), [(0, 37), (1, 32)])
def test_overkill_for_righteous_depends_on_option_of_i_92(reading: int, health: int) -> None:
    mine, other = Start(in_play=["Herald of Angeline"]), Start(in_play=[Put("Watchful Gargoyle", damage=1)])
    table = Table(mine, other, choices=(("I-92", reading),))
    table.a.attacks("Herald of Angeline")
    table.all_pass()
    table.b.blocks("Watchful Gargoyle")
    table.all_pass()
    assert (table.a.health, table.cited("I-92")) == (health, True)
