"""Sage cards of Uprising."""

from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Start, Table


class TestCitadelScholar:
    @does("Citadel Scholar")
    def test_citadel_scholar_gains_counter_for_each_card_drawn(self) -> None:
        table = Table(a=Start(in_play=["Citadel Scholar"], hand=["Ceasefire"]))
        table.a.plays("Ceasefire")
        assert (table.offense("Citadel Scholar"), table.defense("Citadel Scholar")) == (2, 3)

    @does("Citadel Scholar")
    def test_citadel_scholar_own_recycle_gains_counter(self) -> None:
        table = Table(a=Start(hand=["Citadel Scholar"], discard=["Muse", "Lash"]))
        table.a.plays("Citadel Scholar")
        table.a.chooses("Muse", "Lash")
        assert table.defense("Citadel Scholar") == 2

    @does_not("Citadel Scholar")
    def test_citadel_scholar_gains_no_counter_for_draws_of_opponent(self) -> None:
        table = Table(a=Start(in_play=["Citadel Scholar"]), b=Start(hand=["Ceasefire"]))
        table.a.passes()
        table.b.plays("Ceasefire")
        assert table.defense("Citadel Scholar") == 1

    @does_not("Citadel Scholar")
    def test_citadel_scholar_gains_no_counter_for_recalled_cards(self) -> None:
        table = Table(a=Start(in_play=["Citadel Scholar"], discard=["Sea Hydra"]))
        table.a.uses("Sea Hydra", 2)
        assert table.a.hand == ["Sea Hydra"]
        assert table.defense("Citadel Scholar") == 1


class TestCitadelRaven:
    @does("Citadel Raven")
    def test_citadel_raven_attacking_returns_event_from_discard(self) -> None:
        table = Table(a=Start(in_play=["Citadel Raven"], discard=["Lash", "Muse"]))
        table.a.attacks("Citadel Raven")
        table.a.says_yes()
        assert table.a.hand == ["Lash"]

    @does_not("Citadel Raven")
    def test_citadel_raven_offers_no_champion_or_event_of_opponent(self) -> None:
        table = Table(a=Start(in_play=["Citadel Raven"], discard=["Muse"]), b=Start(discard=["Lash"]))
        table.a.attacks("Citadel Raven")
        assert table.asks == ("A", "act")


class TestErraticResearch:
    @does("Erratic Research")
    def test_erratic_research_draws_two_cards_and_banishes_a_discard_pile(self) -> None:
        table = Table(a=Start(hand=["Erratic Research"]), b=Start(discard=["Kong", "Muse"]))
        table.a.plays("Erratic Research")
        table.a.targets("B")
        assert len(table.a.hand) == 2
        assert table.b.discard == []

    @does_not("Erratic Research")
    @shows("5.5.6", "I-59")
    def test_erratic_research_does_not_banish_itself(self) -> None:
        table = Table(a=Start(hand=["Erratic Research"], discard=["Kong"]))
        table.a.plays("Erratic Research")
        table.a.targets("A")
        assert table.a.discard == ["Erratic Research"]


class TestForceField:
    @does("Force Field")
    def test_force_field_reduces_offense_of_attackers(self) -> None:
        table = Table(a=Start(in_play=["Muse"]), b=Start(hand=["Force Field"]))
        table.a.attacks("Muse")
        table.a.passes()
        table.b.plays("Force Field", mode=2)
        table.all_pass()
        table.all_pass()
        assert table.b.health == 30

    @does_not("Force Field")
    def test_force_field_does_not_affect_own_or_later_champions(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Force Field"]), b=Start(hand=["Lurking Giant"]))
        before = table.offense("Kong")
        table.a.plays("Force Field", mode=1)
        assert table.offense("Kong") == before
        assert len(table.a.hand) == 1
        table.a.passes()
        table.b.plays("Lurking Giant")
        assert table.offense("Lurking Giant") == 11


class TestFranticDigging:
    @does("Frantic Digging")
    def test_frantic_digging_discards_draws_and_recycles(self) -> None:
        table = Table(a=Start(hand=["Frantic Digging", "Kong"], discard=["Lash"], deck=["Muse", "Plague"]))
        table.a.plays("Frantic Digging")
        assert table.asks == ("A", "choose")
        table.a.chooses("Kong", "Lash")
        assert table.a.hand == ["Muse", "Plague"]

    @does_not("Frantic Digging")
    @shows("5.5.6")
    def test_frantic_digging_does_not_recycle_itself(self) -> None:
        table = Table(a=Start(hand=["Frantic Digging", "Kong"]))
        table.a.plays("Frantic Digging")
        assert table.asks == ("A", "act")
        assert table.a.discard == ["Frantic Digging", "Kong"]


class TestKnightOfElara:
    @does("Knight of Elara")
    @shows("4.4.6a", "5.21.3")
    def test_knight_of_elara_transforms_blockers_and_stays_blocked(self) -> None:
        table = Table(a=Start(in_play=["Knight of Elara"]), b=Start(in_play=["Kong", "Muse"]))
        table.a.attacks("Knight of Elara")
        table.all_pass()
        table.b.blocks("Kong", "Muse")
        table.all_pass()
        assert table.b.in_play == ["Wolf Token", "Wolf Token"]
        assert sorted(table.b.deck[-2:]) == ["Kong", "Muse"]
        assert table.b.health == 30

    @does_not("Knight of Elara")
    def test_knight_of_elara_does_not_transform_wolf_or_champion_that_does_not_block(self) -> None:
        table = Table(a=Start(in_play=["Knight of Elara"]), b=Start(in_play=["Wolf Token", "Kong"]))
        table.a.attacks("Knight of Elara")
        table.all_pass()
        oid = table.champion("Wolf Token").oid
        table.b.blocks("Wolf Token")
        assert table.champion("Wolf Token").oid == oid
        assert table.b.in_play == ["Kong", "Wolf Token"]


class TestReset:
    @does("Reset")
    def test_reset_returns_all_champions_to_hand_and_turn_player_draws(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Muse"], hand=["Reset"]))
        table.a.passes()
        table.b.plays("Reset", mode=1)
        assert len(table.a.hand) == 2
        assert "Kong" in table.a.hand
        assert table.b.hand == ["Muse"]

    @does_not("Reset")
    def test_reset_tokens_do_not_return_to_hand(self) -> None:
        table = Table(a=Start(hand=["Reset"]), b=Start(in_play=["Wolf Token"]))
        table.a.plays("Reset", mode=1)
        assert table.b.hand == table.b.in_play == []


class TestReusableKnowledge:
    @does("Reusable Knowledge")
    def test_reusable_knowledge_draws_and_returns_event_from_discard(self) -> None:
        table = Table(a=Start(hand=["Reusable Knowledge"], discard=["Lash", "Kong"], deck=["Muse"]))
        table.a.plays("Reusable Knowledge")
        table.a.says_yes()
        assert table.a.hand == ["Lash", "Muse"]

    @does_not("Reusable Knowledge")
    @shows("I-59")
    def test_reusable_knowledge_does_not_return_itself(self) -> None:
        table = Table(a=Start(hand=["Reusable Knowledge"], discard=["Kong"], deck=["Muse"]))
        table.a.plays("Reusable Knowledge")
        assert table.asks == ("A", "act")
        assert table.a.hand == ["Muse"]


class TestSirensSong:
    @does("Siren's Song")
    def test_sirens_song_gains_permanent_control_of_free_champion_and_expends_it(self) -> None:
        table = Table(a=Start(hand=["Siren's Song"]), b=Start(in_play=["Wolf Token", "Kong"]))
        table.a.plays("Siren's Song")
        assert table.a.in_play == ["Wolf Token"]
        assert table.stance("Wolf Token") == "expended"
        table.next_turn()
        assert table.a.in_play == ["Wolf Token"]

    @does_not("Siren's Song")
    def test_sirens_song_cannot_take_1_cost_champion_or_be_played_on_other_turn(self) -> None:
        table = Table(a=Start(hand=["Siren's Song"]), b=Start(in_play=["Kong"], hand=["Siren's Song"]))
        table.a.plays("Siren's Song")
        assert table.b.in_play == ["Kong"]
        table.a.passes()
        table.b.cannot("3.2.1").plays("Siren's Song")


class TestVelden:
    @does("Velden, Frost Titan")
    def test_velden_returns_up_to_as_many_champions_as_cards_revealed(self) -> None:
        hand = ["Velden, Frost Titan", "Muse", "Steel Golem"]
        table = Table(a=Start(hand=hand), b=Start(in_play=["Kong", "Lurking Giant", "Triceratops"]))
        table.a.plays("Velden, Frost Titan")
        table.a.reveals("Muse", "Steel Golem")
        table.a.cannot("3.2.3").targets("Kong", "Lurking Giant", "Triceratops")
        table.a.targets("Kong", "Triceratops")
        assert table.b.in_play == ["Lurking Giant"]
        assert table.b.hand == ["Kong", "Triceratops"]

    @does_not("Velden, Frost Titan")
    def test_velden_cannot_target_own_or_untargetable_champions(self) -> None:
        table = Table(
            a=Start(in_play=["Kong"], hand=["Velden, Frost Titan", "Muse"]),
            b=Start(in_play=["Sea Titan", "Lurking Giant"]),
        )
        table.a.plays("Velden, Frost Titan")
        table.a.reveals("Muse")
        assert table.candidates == ["Lurking Giant"]


class TestWarMachine:
    @does("War Machine")
    def test_war_machine_banishes_opposing_0_cost_champions(self) -> None:
        table = Table(a=Start(hand=["War Machine"]), b=Start(in_play=["Wolf Token", "Brave Squire", "Kong"]))
        table.a.plays("War Machine")
        table.a.resolves("War Machine", 1)
        assert table.b.in_play == ["Kong"]
        assert table.b.deck[-1] == "Brave Squire"

    @does_not("War Machine")
    def test_war_machine_does_not_banish_own_champions(self) -> None:
        table = Table(a=Start(in_play=["Wolf Token"], hand=["War Machine"]), b=Start(in_play=["Kong"]))
        table.a.plays("War Machine")
        table.a.resolves("War Machine", 1)
        assert table.a.in_play == ["War Machine", "Wolf Token"]
