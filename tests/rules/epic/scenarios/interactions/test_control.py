"""Changes of control and transformed champions (5.17.2, 5.21, I-65, I-77, I-133 to I-135)."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import ENGINE, Put, Start, Table


class TestTurn:
    @does("Turn")
    def test_turn_prepares_champion_until_turn_end_and_returns_it(self) -> None:
        table = Table(a=Start(hand=["Turn"]), b=Start(in_play=[Put("Kong", stance=1)]))
        table.a.plays("Turn")
        assert (table.a.in_play, table.stance("Kong")) == (["Kong"], "prepared")
        table.a.attacks("Kong")
        table.all_pass()
        table.all_pass()
        table.next_turn()
        assert (table.b.in_play, table.b.health) == (["Kong"], 17)
        assert table.state.turn == 1

    @does("Turn")
    def test_turn_on_own_turn_can_take_permanent_control(self) -> None:
        table = Table(a=Start(hand=["Turn"]), b=Start(in_play=["Kong"]))
        table.a.plays("Turn", mode=1)
        table.next_turn()
        assert (table.a.in_play, table.b.in_play) == (["Kong"], [])

    @does_not("Turn")
    def test_turn_with_permanent_control_gives_no_blitz(self) -> None:
        table = Table(a=Start(hand=["Turn"]), b=Start(in_play=["Kong"]))
        table.a.plays("Turn", mode=1)
        table.a.cannot("5.17.1").attacks("Kong")

    @does_not("Turn")
    def test_turn_on_turn_of_opponent_cannot_take_permanent_control(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Turn"]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.cannot("3.2.1").plays("Turn", mode=1)

    @does_not("Turn")
    def test_turn_cannot_target_untargetable_champion(self) -> None:
        table = Table(a=Start(hand=["Turn"]), b=Start(in_play=["Steel Golem", "Muse", "Kong"]))
        table.a.plays("Turn")
        assert table.candidates == ["Kong", "Muse"]
        table.a.cannot("5.20.4").targets("Steel Golem")

    def test_turn_on_attacker_removes_it_from_battle_and_it_may_block(self) -> None:
        table = Table(a=Start(in_play=["Kong", "Palace Guard"]), b=Start(hand=["Turn"]))
        table.a.attacks("Kong", "Palace Guard")
        table.a.passes()
        table.b.plays("Turn")
        table.b.targets("Kong")
        assert not table.champion("Kong").attacking
        table.all_pass()
        table.b.blocks("Kong")
        table.all_pass()
        assert (table.a.in_play, table.b.in_play, table.b.health) == ([], ["Kong"], 30)

    def test_turn_on_champion_that_breaks_returns_nothing(self) -> None:
        table = Table(a=Start(hand=["Turn", "Flash Fire"]), b=Start(in_play=["Muse"]))
        table.a.plays("Turn")
        table.a.plays("Flash Fire")
        assert (table.a.discard, table.b.discard) == (["Flash Fire", "Turn"], ["Muse"])
        table.next_turn()
        assert table.b.in_play == []

    def test_returned_champion_is_deploying_until_turn_of_its_controller(self) -> None:
        table = Table(a=Start(in_play=["Lurking Giant"]), b=Start(hand=["Turn"]))
        table.a.passes()
        table.b.plays("Turn")
        table.b.passes()
        table.a.ends()
        assert table.champion("A/Lurking Giant").deploying
        assert table.cited("I-65")

    def test_turn_on_own_champion_prepares_it(self) -> None:
        table = Table(a=Start(in_play=[Put("Kong", stance=1)], hand=["Turn"]))
        table.a.plays("Turn")
        assert (table.stance("Kong"), table.champion("Kong").deploying) == ("prepared", False)

    def test_permanent_control_outlasts_control_until_turn_end(self) -> None:
        table = Table(a=Start(hand=["Turn", "Turn"], gold=2), b=Start(in_play=["Kong"]))
        table.a.plays("Turn")
        table.a.plays("Turn", mode=1)
        table.next_turn()
        assert table.a.in_play == ["Kong"]


def test_turn_log_names_owner_of_champion() -> None:
    table = Table(a=Start(hand=["Turn"]), b=Start(in_play=["Kong"]))
    table.a.plays("Turn", mode=1)
    output = [
        ENGINE.describe_event(table.state, event) for event in table.state.log if event.kind in {"target", "seize"}
    ]
    assert output == ["A targets B's Kong with Turn.", "A gains control of B's Kong."]


class TestTransform:
    @does("Transform")
    def test_transform_puts_champion_under_deck_and_controller_gets_wolf(self) -> None:
        table = Table(a=Start(hand=["Transform"]), b=Start(in_play=["Kong"], deck=["Muse"], filler=0))
        table.a.plays("Transform", mode=1)
        assert (table.b.in_play, table.b.deck, table.a.in_play) == (["Wolf Token"], ["Muse", "Kong"], [])

    @does_not("Transform")
    def test_transform_does_not_break_or_discard_champion(self) -> None:
        table = Table(a=Start(hand=["Transform"]), b=Start(in_play=["Warrior Golem"], discard=["Lash", "Muse"]))
        table.a.plays("Transform", mode=1)
        assert (table.asks, table.b.discard) == (("A", "act"), ["Lash", "Muse"])

    @does_not("Transform")
    def test_transform_on_attacker_leaves_wolf_outside_battle(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Transform"]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.plays("Transform", mode=1)
        wolf = table.champion("A/Wolf Token")
        assert (wolf.attacking, wolf.deploying, table.stance("Wolf Token")) == (False, True, "prepared")

    def test_transform_on_borrowed_champion_gives_wolf_to_borrower(self) -> None:
        table = Table(a=Start(in_play=[Put("Kong", owner="B")], hand=["Transform"]), b=Start(deck=["Muse"], filler=0))
        table.a.plays("Transform", mode=1)
        assert (table.a.in_play, table.b.deck) == (["Wolf Token"], ["Muse", "Kong"])


class TestWaveOfTransformation:
    @does("Wave of Transformation")
    def test_wave_of_transformation_transforms_untargetable_champions_and_tokens(self) -> None:
        table = Table(
            a=Start(in_play=["Wolf Token"], hand=["Wave of Transformation"]),
            b=Start(in_play=["Steel Golem"]),
        )
        old = table.champion("Wolf Token").oid
        table.a.plays("Wave of Transformation", mode=1)
        assert (table.a.in_play, table.b.in_play) == (["Wolf Token"], ["Wolf Token"])
        assert table.champion("A/Wolf Token").oid != old

    @does_not("Wave of Transformation")
    def test_wave_of_transformation_banishes_nothing(self) -> None:
        table = Table(a=Start(hand=["Wave of Transformation"]), b=Start(in_play=["Kong"], deck=["Muse"], filler=0))
        table.a.plays("Wave of Transformation", mode=1)
        assert not any(event.kind == "banish" for event in table.state.log)
        assert table.b.deck == ["Muse", "Kong"]
