"""Sage cards of the Pantheon packs."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestForceLance:
    @does("Force Lance")
    def test_force_lance_on_own_turn_gives_offense_and_unbreakable_and_recycles(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Force Lance"], discard=["Kong", "Lash"]))
        table.a.plays("Force Lance")
        assert table.offense("Muse") == 4
        assert "unbreakable" in table.keywords("Muse")
        table.a.chooses("Kong", "Lash")
        assert len(table.a.hand) == 1
        assert table.a.discard == ["Force Lance"]

    @does_not("Force Lance")
    def test_force_lance_on_turn_of_opponent_gives_offense_only(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Muse"], hand=["Force Lance"]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.plays("Force Lance")
        table.b.targets("Muse")
        assert table.offense("Muse") == 4
        assert "unbreakable" not in table.keywords("Muse")


class TestSteelTitan:
    @does("Steel Titan")
    def test_steel_titan_cannot_be_blocked_by_lower_offense_even_airborne(self) -> None:
        table = Table(a=Start(in_play=["Steel Titan"]), b=Start(in_play=["White Dragon", "Kong"]))
        table.a.attacks("Steel Titan")
        table.a.passes()
        table.b.passes()
        table.b.cannot("3.3.1").blocks("White Dragon")
        table.b.blocks("Kong")

    @does_not("Steel Titan")
    def test_steel_titan_can_block_lower_offense(self) -> None:
        table = Table(a=Start(in_play=["Wolf Token"]), b=Start(in_play=["Steel Titan"]))
        table.a.attacks("Wolf Token")
        table.a.passes()
        table.b.passes()
        table.b.blocks("Steel Titan")
        table.all_pass()
        assert table.a.in_play == []

    def test_steel_titan_can_be_blocked_by_champion_strengthened_to_its_offense(self) -> None:
        table = Table(a=Start(in_play=["Steel Titan"]), b=Start(in_play=["Raging T-Rex"], hand=["Force Lance"]))
        table.a.attacks("Steel Titan")
        table.a.passes()
        table.b.plays("Force Lance")
        assert table.offense("Raging T-Rex") == 14
        table.b.passes()
        table.a.passes()
        table.b.blocks("Raging T-Rex")


class TestEtherealDragon:
    @does("Ethereal Dragon")
    def test_ethereal_dragon_played_on_turn_of_opponent_can_block_at_once(self) -> None:
        table = Table(a=Start(in_play=["White Dragon"]), b=Start(hand=["Ethereal Dragon"]))
        table.a.attacks("White Dragon")
        table.a.passes()
        table.b.plays("Ethereal Dragon")
        table.b.passes()
        table.a.passes()
        table.b.blocks("Ethereal Dragon")

    @does_not("Ethereal Dragon")
    def test_ethereal_dragon_cannot_be_targeted_by_its_own_player(self) -> None:
        table = Table(a=Start(in_play=["Ethereal Dragon", "Muse"], hand=["Force Lance"]))
        table.a.plays("Force Lance")
        assert table.offense("Ethereal Dragon") == 6
        assert table.offense("Muse") == 4


class TestGarethsWill:
    @does("Gareth's Will")
    def test_gareths_will_played_first_gives_gold_for_another_sage_card(self) -> None:
        table = Table(a=Start(hand=["Gareth's Will", "Steel Golem", "Kong"]), b=Start(in_play=["Muse"]))
        table.a.plays("Gareth's Will", mode=1)
        assert table.b.hand == ["Muse"]
        table.a.cannot("3.6.3").plays("Kong")
        table.a.plays("Steel Golem")
        assert table.a.gold == 0
        table.a.cannot("3.6.3").plays("Kong")

    @does_not("Gareth's Will")
    def test_gareths_will_after_another_1_cost_card_gives_no_gold(self) -> None:
        table = Table(
            a=Start(hand=["Gareth's Will", "Gareth's Will", "Steel Golem"]),
            b=Start(in_play=["Muse", "Kong"]),
        )
        table.a.plays("Gareth's Will", mode=1)
        table.a.targets("Muse")
        table.a.plays("Gareth's Will", mode=1)
        assert table.b.in_play == []
        table.a.cannot("3.6.3").plays("Steel Golem")

    def test_gareths_will_bound_gold_is_lost_at_end_of_turn(self) -> None:
        table = Table(a=Start(hand=["Gareth's Will", "Steel Golem"]), b=Start(in_play=["Muse"]))
        table.a.plays("Gareth's Will", mode=1)
        table.next_turn()
        assert table.a.gold == 1
        assert table.state.seats[0].bound == ()

    def test_gareths_will_on_turn_of_opponent_cannot_be_played(self) -> None:
        table = Table(b=Start(hand=["Gareth's Will"]))
        table.a.passes()
        table.b.cannot("3.2.1").plays("Gareth's Will", mode=1)


class TestTeleport:
    @does("Teleport")
    def test_teleport_champion_returns_to_play_as_new_object_with_blitz(self) -> None:
        table = Table(
            a=Start(in_play=[Put("Triceratops", stance=1, damage=5)], hand=["Teleport"], deck=["Muse", "Lash"])
        )
        table.a.plays("Teleport")
        table.a.says_no()
        assert table.a.hand == ["Muse"]  # its tribute: it entered play (I-55)
        assert (table.champion("Triceratops").damage, table.stance("Triceratops")) == (0, "prepared")
        table.a.attacks("Triceratops")

    def test_teleport_expending_champion_draws_a_card(self) -> None:
        table = Table(a=Start(hand=["Teleport"], deck=["Kong"]), b=Start(in_play=["Muse"]))
        table.a.plays("Teleport")
        table.a.says_yes()
        assert (table.a.hand, table.stance("Muse")) == (["Kong"], "expended")

    @does_not("Teleport")
    def test_teleport_on_token_returns_nothing_and_draws_nothing(self) -> None:
        table = Table(a=Start(in_play=["Wolf Token"], hand=["Teleport"]))
        table.a.plays("Teleport")
        assert (table.a.in_play, table.a.hand) == ([], [])
        assert table.asks == ("A", "act")

    def test_teleport_on_borrowed_champion_returns_it_to_its_owner(self) -> None:
        table = Table(a=Start(in_play=[Put("Muse", owner="B")], hand=["Teleport"]))
        table.a.plays("Teleport")
        table.a.says_no()
        assert (table.a.in_play, table.b.in_play) == ([], ["Muse"])

    def test_teleport_on_attacker_removes_it_from_battle(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Teleport"]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.plays("Teleport")
        assert not table.champion("Kong").attacking
