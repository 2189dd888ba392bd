"""Sage cards of the tall deck."""

from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestForcemageApprentice:
    @does("Forcemage Apprentice")
    def test_forcemage_apprentice_can_be_used_at_once_and_is_prepared_by_sage_card(self) -> None:
        table = Table(a=Start(hand=["Forcemage Apprentice", "Stand Alone"]))
        table.a.plays("Forcemage Apprentice")
        table.a.uses("Forcemage Apprentice", 0)
        table.a.targets("B")
        assert table.b.health == 28
        assert table.stance("Forcemage Apprentice") == "expended"
        table.a.cannot("3.5.3").uses("Forcemage Apprentice", 0)
        table.a.plays("Stand Alone", mode=0)
        assert table.stance("Forcemage Apprentice") == "prepared"
        table.a.uses("Forcemage Apprentice", 0)
        table.a.targets("B")
        assert table.b.health == 26

    @does_not("Forcemage Apprentice")
    def test_forcemage_apprentice_is_not_prepared_by_other_alignment(self) -> None:
        table = Table(a=Start(in_play=[Put("Forcemage Apprentice", stance=1)], hand=["Hurricane"]))
        table.a.plays("Hurricane", mode=0)
        assert table.stance("Forcemage Apprentice") == "expended"

    @shows("2.6.4")
    def test_forcemage_apprentice_flipped_can_be_expended(self) -> None:
        """Rule 2.6.4."""
        table = Table(a=Start(in_play=[Put("Forcemage Apprentice", stance=2)]))
        table.a.uses("Forcemage Apprentice", 0)
        table.a.targets("B")
        assert table.b.health == 28
        assert table.stance("Forcemage Apprentice") == "expended"


class TestFrostGiant:
    @does("Frost Giant")
    def test_frost_giant_expends_all_champions_of_target_player(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Frost Giant"]), b=Start(in_play=["Steel Golem", "Muse"]))
        table.a.plays("Frost Giant")
        assert table.candidates == ["A", "B"]
        table.a.targets("B")
        assert table.stance("Steel Golem") == table.stance("Muse") == "expended"
        assert table.stance("Kong") == table.stance("Frost Giant") == "prepared"
        table.a.attacks("Frost Giant", "Kong")
        table.all_pass()
        assert table.step == "before-damage"  # no one can block

    @does_not("Frost Giant")
    def test_frost_giant_targeting_its_own_player_expends_own_champions(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Frost Giant"]), b=Start(in_play=["Muse"]))
        table.a.plays("Frost Giant")
        table.a.targets("A")
        assert table.stance("Frost Giant") == table.stance("Kong") == "expended"
        assert table.stance("Muse") == "prepared"


class TestJuggernaut:
    @does("Juggernaut")
    def test_juggernaut_on_own_turn_is_unbreakable(self) -> None:
        table = Table(a=Start(in_play=["Juggernaut"]), b=Start(in_play=["Kong"]))
        table.a.attacks("Juggernaut")
        table.all_pass()
        table.b.blocks("Kong")
        table.all_pass()
        assert table.a.in_play == ["Juggernaut"]
        assert table.champion("Juggernaut").damage == 13
        assert table.champion("Kong").damage == 9
        table.next_turn()
        assert table.a.in_play == ["Juggernaut"]  # damage is gone before the turn is (4.5.2c)

    @does_not("Juggernaut")
    @shows("5.16")
    def test_juggernaut_on_turn_of_opponent_breaks(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Juggernaut"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Juggernaut")
        table.all_pass()
        assert table.b.discard == ["Juggernaut"]

    def test_juggernaut_with_loyalty_draws(self) -> None:
        table = Table(a=Start(hand=["Juggernaut", "Muse", "Sea Titan"], deck=["Kong"]))
        table.a.plays("Juggernaut")
        table.a.reveals("Muse", "Sea Titan")
        assert table.a.hand == ["Kong", "Muse", "Sea Titan"]

    def test_juggernaut_without_loyalty_draws_nothing(self) -> None:
        table = Table(a=Start(hand=["Juggernaut", "Muse", "Kong"]))
        table.a.plays("Juggernaut")
        assert table.asks == ("A", "act")
        assert table.a.hand == ["Kong", "Muse"]


class TestKeeperOfSecrets:
    @does("Keeper of Secrets")
    def test_keeper_of_secrets_used_banishes_card_of_target_players_discard_pile(self) -> None:
        table = Table(a=Start(hand=["Keeper of Secrets"], discard=["Lash"]), b=Start(discard=["Kong", "Muse"]))
        table.a.plays("Keeper of Secrets")
        table.a.uses("Keeper of Secrets", 1)
        table.a.targets("B")
        assert table.asks == ("A", "choose")
        assert table.candidates == ["Kong", "Muse"]
        table.a.chooses("Kong")
        assert table.b.discard == ["Muse"]
        assert table.b.deck[-1] == "Kong"
        assert table.a.discard == ["Lash"]

    def test_keeper_of_secrets_after_sage_card_recycles(self) -> None:
        table = Table(
            a=Start(
                in_play=["Keeper of Secrets"], hand=["Stand Alone"], discard=["Kong"], deck=["Lash", "Muse", "Wither"]
            )
        )
        table.a.plays("Stand Alone", mode=0)
        # I-59: the event card is in the pile when the ally ability resolves, so it can be recycled.
        table.a.chooses("Kong", "Stand Alone")
        assert table.a.hand == ["Lash", "Muse", "Wither"]
        assert table.a.discard == []

    @does_not("Keeper of Secrets")
    def test_keeper_of_secrets_with_empty_discard_pile_of_target_banishes_nothing(self) -> None:
        table = Table(a=Start(in_play=["Keeper of Secrets"], discard=["Lash"]))
        table.a.uses("Keeper of Secrets", 1)
        table.a.targets("B")
        assert table.asks == ("A", "act")
        assert table.a.discard == ["Lash"]


class TestMuse:
    @does("Muse")
    def test_muse_at_start_of_own_turn_may_draw(self) -> None:
        table = Table(a=Start(in_play=["Muse"], deck=["Kong", "Lash"]), turn="B")
        table.next_turn()
        assert table.asks == ("A", "may")
        assert table.a.hand == ["Kong"]  # the turn's draw comes first (4.2.3, 4.2.5)
        table.a.says_yes()
        assert table.a.hand == ["Kong", "Lash"]

    def test_muse_when_declined_draws_nothing(self) -> None:
        table = Table(a=Start(in_play=["Muse"], deck=["Kong", "Lash"]), turn="B")
        table.next_turn()
        table.a.says_no()
        assert table.a.hand == ["Kong"]

    @does_not("Muse")
    def test_muse_does_nothing_at_start_of_opponents_turn(self) -> None:
        table = Table(a=Start(in_play=["Muse"]))
        table.next_turn()
        assert table.asks == ("B", "act")
        assert table.a.hand == []


class TestSeaTitan:
    @does("Sea Titan")
    def test_sea_titan_returns_target_champion_to_hand_of_its_owner(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Sea Titan"]), b=Start(in_play=["Kong", "Steel Golem"]))
        table.a.plays("Sea Titan")
        assert table.candidates == ["Kong", "Muse"]
        table.a.targets("Kong")
        assert table.b.hand == ["Kong"]
        assert table.b.in_play == ["Steel Golem"]

    @does_not("Sea Titan")
    @shows("5.6.4")
    def test_sea_titan_alone_in_play_cannot_target_itself(self) -> None:
        """Rules 5.12.1 and 5.6.2: alone in play it has no legal target, and the tribute does not apply."""
        table = Table(a=Start(hand=["Sea Titan"]))
        table.a.plays("Sea Titan")
        assert table.a.in_play == ["Sea Titan"]
        assert table.asks == ("A", "act")

    @shows("2.3.5")
    def test_sea_titan_returned_token_leaves_the_game(self) -> None:
        """Rule 2.3.5."""
        table = Table(a=Start(hand=["Sea Titan"]), b=Start(in_play=["Wolf Token", "Muse"]))
        table.a.plays("Sea Titan")
        table.a.targets("Wolf Token")
        assert table.b.in_play == ["Muse"]
        assert table.b.hand == []


class TestSpikeTrap:
    @does("Spike Trap")
    def test_spike_trap_damages_all_attackers_and_only_them(self) -> None:
        table = Table(
            a=Start(in_play=["Kong", "Muse", "Wolf Token"]),
            b=Start(in_play=["Forcemage Apprentice"], hand=["Spike Trap"], discard=["Kong", "Lash"], deck=["Wither"]),
        )
        table.a.attacks("Kong", "Muse")
        table.a.passes()
        table.b.plays("Spike Trap")
        assert table.a.in_play == ["Kong", "Wolf Token"]
        assert table.champion("Kong").damage == 5
        assert table.b.in_play == ["Forcemage Apprentice"]
        table.b.chooses("Kong", "Lash")
        assert table.b.hand == ["Wither"]
        assert table.b.discard == ["Spike Trap"]

    @does_not("Spike Trap")
    def test_spike_trap_outside_battle_only_recycles(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Spike Trap"], discard=["Muse", "Lash"]))
        table.a.plays("Spike Trap")
        assert table.champion("Kong").damage == 0
        table.a.chooses()
        assert table.a.discard == ["Lash", "Muse", "Spike Trap"]


class TestStandAlone:
    @does("Stand Alone")
    def test_stand_alone_each_player_chooses_one_champion_starting_with_its_player(self) -> None:
        table = Table(
            a=Start(in_play=["Kong", "Muse"], hand=["Stand Alone"]),
            b=Start(in_play=["Steel Golem", "Wolf Token"]),
        )
        table.a.plays("Stand Alone", mode=1)
        assert table.asks == ("A", "choose")
        assert table.candidates == ["Kong", "Muse"]
        table.a.chooses("Muse")
        assert table.a.in_play == ["Kong", "Muse"]  # nothing breaks before everybody has chosen
        assert table.asks == ("B", "choose")
        table.b.chooses("Steel Golem")
        assert table.a.in_play == ["Muse"]
        assert table.b.in_play == ["Steel Golem"]
        assert table.a.discard == ["Kong", "Stand Alone"]

    @does_not("Stand Alone")
    def test_stand_alone_does_not_break_lone_or_unbreakable_champion(self) -> None:
        table = Table(a=Start(in_play=["Juggernaut", "Muse"], hand=["Stand Alone"]), b=Start(in_play=["Kong"]))
        table.a.plays("Stand Alone", mode=1)
        table.a.chooses("Muse")
        assert table.a.in_play == ["Juggernaut", "Muse"]
        assert table.b.in_play == ["Kong"]

    def test_stand_alone_can_be_played_on_turn_of_opponent(self) -> None:
        table = Table(a=Start(in_play=["Kong", "Muse"]), b=Start(hand=["Stand Alone"]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.plays("Stand Alone", mode=1)
        assert table.asks == ("A", "choose")
        table.a.chooses("Muse")
        assert table.a.in_play == ["Muse"]


class TestSteelGolem:
    @does("Steel Golem")
    @shows("5.3.7", "5.3", "RB:keywords-and-terms/loyalty-2")
    def test_steel_golem_with_loyalty_has_blitz(self) -> None:
        table = Table(a=Start(hand=["Steel Golem", "Muse", "Sea Titan"]))
        table.a.plays("Steel Golem")
        table.a.reveals("Muse", "Sea Titan")
        table.a.attacks("Steel Golem")
        assert table.phase == "battle"

    @does_not("Steel Golem")
    def test_steel_golem_without_loyalty_cannot_attack_while_deploying(self) -> None:
        table = Table(a=Start(hand=["Steel Golem", "Muse", "Sea Titan"]))
        table.a.plays("Steel Golem")
        table.a.reveals()
        table.a.cannot("5.17.1").attacks("Steel Golem")
