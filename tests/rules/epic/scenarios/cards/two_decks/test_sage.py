"""Sage cards of the tall deck: what each does and what it must not do."""

from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestForcemageApprentice:
    @does("Forcemage Apprentice")
    def test_shoots_at_once_and_is_prepared_by_a_sage_card(self) -> None:
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
    def test_another_alignment_does_not_prepare_it(self) -> None:
        table = Table(a=Start(in_play=[Put("Forcemage Apprentice", stance=1)], hand=["Hurricane"]))
        table.a.plays("Hurricane", mode=0)
        assert table.stance("Forcemage Apprentice") == "expended"

    @shows("2.6.4")
    def test_a_flipped_champion_may_be_expended(self) -> None:
        """Rule 2.6.4."""
        table = Table(a=Start(in_play=[Put("Forcemage Apprentice", stance=2)]))
        table.a.uses("Forcemage Apprentice", 0)
        table.a.targets("B")
        assert table.b.health == 28
        assert table.stance("Forcemage Apprentice") == "expended"


class TestFrostGiant:
    @does("Frost Giant")
    def test_expends_all_champions_of_a_target_player(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Frost Giant"]), b=Start(in_play=["Steel Golem", "Muse"]))
        table.a.plays("Frost Giant")
        assert table.candidates == ["A", "B"]
        table.a.targets("B")
        assert table.stance("Steel Golem") == table.stance("Muse") == "expended"
        assert table.stance("Kong") == table.stance("Frost Giant") == "prepared"
        table.a.attacks("Frost Giant", "Kong")
        table.all_pass()
        assert table.step == "before-damage"  # nobody can block

    @does_not("Frost Giant")
    def test_own_champions_too_if_so_aimed(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Frost Giant"]), b=Start(in_play=["Muse"]))
        table.a.plays("Frost Giant")
        table.a.targets("A")
        assert table.stance("Frost Giant") == table.stance("Kong") == "expended"
        assert table.stance("Muse") == "prepared"


class TestJuggernaut:
    @does("Juggernaut")
    def test_does_not_break_on_its_controllers_turn(self) -> None:
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
    def test_breaks_on_the_opponents_turn(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Juggernaut"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Juggernaut")
        table.all_pass()
        assert table.b.discard == ["Juggernaut"]

    def test_loyalty_draws(self) -> None:
        table = Table(a=Start(hand=["Juggernaut", "Muse", "Sea Titan"], deck=["Kong"]))
        table.a.plays("Juggernaut")
        table.a.reveals("Muse", "Sea Titan")
        assert table.a.hand == ["Kong", "Muse", "Sea Titan"]

    def test_without_loyalty_no_draw(self) -> None:
        table = Table(a=Start(hand=["Juggernaut", "Muse", "Kong"]))
        table.a.plays("Juggernaut")
        assert table.asks == ("A", "act")
        assert table.a.hand == ["Kong", "Muse"]


class TestKeeperOfSecrets:
    @does("Keeper of Secrets")
    def test_banishes_a_card_from_a_target_players_pile(self) -> None:
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

    def test_recycles_on_a_sage_card(self) -> None:
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
    def test_an_empty_pile_gives_nothing(self) -> None:
        table = Table(a=Start(in_play=["Keeper of Secrets"], discard=["Lash"]))
        table.a.uses("Keeper of Secrets", 1)
        table.a.targets("B")
        assert table.asks == ("A", "act")
        assert table.a.discard == ["Lash"]


class TestMuse:
    @does("Muse")
    def test_may_draw_at_the_start_of_own_turn(self) -> None:
        table = Table(a=Start(in_play=["Muse"], deck=["Kong", "Lash"]), turn="B")
        table.next_turn()
        assert table.asks == ("A", "may")
        assert table.a.hand == ["Kong"]  # the turn's draw comes first (4.2.3, 4.2.5)
        table.a.says_yes()
        assert table.a.hand == ["Kong", "Lash"]

    def test_may_decline(self) -> None:
        table = Table(a=Start(in_play=["Muse"], deck=["Kong", "Lash"]), turn="B")
        table.next_turn()
        table.a.says_no()
        assert table.a.hand == ["Kong"]

    @does_not("Muse")
    def test_not_on_the_opponents_turn(self) -> None:
        table = Table(a=Start(in_play=["Muse"]))
        table.next_turn()
        assert table.asks == ("B", "act")
        assert table.a.hand == []


class TestSeaTitan:
    @does("Sea Titan")
    def test_returns_a_target_champion_to_its_owner(self) -> None:
        table = Table(a=Start(in_play=["Muse"], hand=["Sea Titan"]), b=Start(in_play=["Kong", "Steel Golem"]))
        table.a.plays("Sea Titan")
        assert table.candidates == ["Kong", "Muse"]
        table.a.targets("Kong")
        assert table.b.hand == ["Kong"]
        assert table.b.in_play == ["Steel Golem"]

    @does_not("Sea Titan")
    @shows("5.6.4")
    def test_cannot_be_targeted_even_by_its_own_tribute(self) -> None:
        """Rules 5.12.1 and 5.6.2: alone in play it has no legal target, and the tribute does not apply."""
        table = Table(a=Start(hand=["Sea Titan"]))
        table.a.plays("Sea Titan")
        assert table.a.in_play == ["Sea Titan"]
        assert table.asks == ("A", "act")

    @shows("2.3.5")
    def test_a_token_returned_is_gone(self) -> None:
        """Rule 2.3.5."""
        table = Table(a=Start(hand=["Sea Titan"]), b=Start(in_play=["Wolf Token", "Muse"]))
        table.a.plays("Sea Titan")
        table.a.targets("Wolf Token")
        assert table.b.in_play == ["Muse"]
        assert table.b.hand == []


class TestSpikeTrap:
    @does("Spike Trap")
    def test_hits_all_attackers_and_no_one_else(self) -> None:
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
    def test_out_of_battle_it_only_recycles(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Spike Trap"], discard=["Muse", "Lash"]))
        table.a.plays("Spike Trap")
        assert table.champion("Kong").damage == 0
        table.a.chooses()
        assert table.a.discard == ["Lash", "Muse", "Spike Trap"]


class TestStandAlone:
    @does("Stand Alone")
    def test_each_player_keeps_one_the_caster_choosing_first(self) -> None:
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
    def test_a_lone_champion_is_kept_and_the_unbreakable_too(self) -> None:
        table = Table(a=Start(in_play=["Juggernaut", "Muse"], hand=["Stand Alone"]), b=Start(in_play=["Kong"]))
        table.a.plays("Stand Alone", mode=1)
        table.a.chooses("Muse")
        assert table.a.in_play == ["Juggernaut", "Muse"]
        assert table.b.in_play == ["Kong"]

    def test_on_the_opponents_turn_too(self) -> None:
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
    def test_loyalty_gives_blitz(self) -> None:
        table = Table(a=Start(hand=["Steel Golem", "Muse", "Sea Titan"]))
        table.a.plays("Steel Golem")
        table.a.reveals("Muse", "Sea Titan")
        table.a.attacks("Steel Golem")
        assert table.phase == "battle"

    @does_not("Steel Golem")
    def test_without_loyalty_it_waits_a_turn(self) -> None:
        table = Table(a=Start(hand=["Steel Golem", "Muse", "Sea Titan"]))
        table.a.plays("Steel Golem")
        table.a.reveals()
        table.a.cannot("5.17.1").attacks("Steel Golem")
