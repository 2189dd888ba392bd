"""Further Good cards of the Pantheon packs."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestAmbushParty:
    @does("Ambush Party")
    def test_ambush_party_makes_three_stronger_humans_that_can_attack_at_once(self) -> None:
        table = Table(a=Start(in_play=["Palace Guard"], hand=["Ambush Party"], deck=["Muse"]))
        table.a.plays("Ambush Party")
        assert table.a.hand == ["Muse"]
        assert table.offense("Human Token") == 3
        table.a.attacks("Human Token", "Human Token#2", "Human Token#3")

    @does_not("Ambush Party")
    def test_ambush_party_does_not_strengthen_opponents_or_later_champions(self) -> None:
        table = Table(a=Start(hand=["Ambush Party", "Palace Guard"], gold=2), b=Start(in_play=["Human Token"]))
        table.a.plays("Ambush Party")
        table.a.plays("Palace Guard")
        assert (table.offense("B/Human Token"), table.offense("Palace Guard")) == (1, 6)


class TestAngelinesFavor:
    @does("Angeline's Favor")
    def test_angelines_favor_gives_airborne_until_end_of_turn(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Angeline's Favor"]), b=Start(in_play=["Palace Guard"]))
        table.a.plays("Angeline's Favor", mode=0)
        table.a.targets("Kong")
        assert (table.offense("Kong"), table.a.gold) == (15, 1)
        assert "airborne" in table.keywords("Kong")
        table.next_turn()
        assert "airborne" not in table.keywords("Kong")

    @does_not("Angeline's Favor")
    def test_angelines_favor_without_gold_cannot_be_played_to_draw(self) -> None:
        table = Table(a=Start(hand=["Angeline's Favor"], gold=0))
        table.a.cannot("3.6.3").plays("Angeline's Favor", mode=1)


class TestAngelinesWill:
    @does("Angeline's Will")
    def test_angelines_will_banishes_expended_champion_and_gold_pays_for_good_card(self) -> None:
        table = Table(
            a=Start(hand=["Angeline's Will", "Palace Guard", "Kong"]),
            b=Start(in_play=[Put("Muse", stance=1), "Kong"]),
        )
        table.a.plays("Angeline's Will", mode=1)
        assert table.b.in_play == ["Kong"]
        table.a.cannot("3.6.3").plays("Kong")
        table.a.plays("Palace Guard")

    @does_not("Angeline's Will")
    def test_angelines_will_without_legal_target_still_gives_good_gold(self) -> None:
        table = Table(a=Start(hand=["Angeline's Will"]), b=Start(in_play=["Kong"]))
        table.a.plays("Angeline's Will", mode=1)
        assert table.b.in_play == ["Kong"]
        assert table.state.seats[0].bound == ("Good",)


class TestCastOut:
    @does("Cast Out")
    def test_cast_out_counts_humans_it_has_made(self) -> None:
        table = Table(a=Start(in_play=["Human Token"], hand=["Cast Out"]), b=Start(in_play=["Muse", "Kong"]))
        table.a.plays("Cast Out", mode=0)
        assert "Kong" not in table.candidates
        table.a.targets("Muse")
        assert table.b.in_play == ["Kong"]

    @does_not("Cast Out")
    def test_cast_out_does_not_count_humans_of_opponent(self) -> None:
        table = Table(a=Start(hand=["Cast Out"]), b=Start(in_play=["Palace Guard", "Human Token", "Human Token"]))
        table.a.plays("Cast Out", mode=0)
        assert "Palace Guard" not in table.candidates


class TestHandOfAngeline:
    @does("Hand of Angeline")
    def test_hand_of_angeline_after_good_card_recycles(self) -> None:
        table = Table(
            a=Start(in_play=["Hand of Angeline"], hand=["Palace Guard"], discard=["Kong", "Lash"], deck=["Muse"])
        )
        table.a.plays("Palace Guard")
        if table.asks == ("A", "order"):
            table.a.resolves("Hand of Angeline", 0)
        table.a.chooses("Kong", "Lash")
        assert table.a.discard == []
        assert "Muse" in table.a.hand

    @does_not("Hand of Angeline")
    def test_hand_of_angeline_after_0_cost_card_does_not_recycle(self) -> None:
        table = Table(a=Start(in_play=["Hand of Angeline"], hand=["Brave Squire"], discard=["Kong", "Lash"]))
        table.a.plays("Brave Squire")
        if table.asks == ("A", "target"):
            table.a.targets("Hand of Angeline")
        assert table.asks == ("A", "act")


class TestHelenasChosen:
    @does("Helena's Chosen")
    def test_helenas_chosen_strengthens_other_own_good_champions(self) -> None:
        table = Table(a=Start(in_play=["Helena's Chosen", "Palace Guard"]))
        assert (table.offense("Palace Guard"), table.offense("Helena's Chosen")) == (8, 6)
        table.a.uses("Helena's Chosen", 3)
        assert table.offense("Human Token") == 3

    @does_not("Helena's Chosen")
    def test_helenas_chosen_does_not_strengthen_opponents_or_other_alignments(self) -> None:
        table = Table(a=Start(in_play=["Helena's Chosen", "Kong"]), b=Start(in_play=["Palace Guard"]))
        assert (table.offense("Kong"), table.offense("Palace Guard")) == (13, 6)


class TestKnightOfTheDawn:
    @does("Knight of the Dawn")
    def test_knight_of_the_dawn_banishes_evil_token(self) -> None:
        table = Table(a=Start(hand=["Knight of the Dawn"]), b=Start(in_play=["Demon Token", "Guilt Demon"]))
        table.a.plays("Knight of the Dawn")
        table.a.says_yes()
        assert table.b.in_play == ["Guilt Demon"]

    @does_not("Knight of the Dawn")
    def test_knight_of_the_dawn_does_not_banish_cards_or_other_tokens(self) -> None:
        table = Table(a=Start(hand=["Knight of the Dawn"]), b=Start(in_play=["Wolf Token", "Guilt Demon"]))
        table.a.plays("Knight of the Dawn")
        assert table.asks == ("A", "act")


class TestNewDawn:
    @does("New Dawn")
    def test_new_dawn_banishes_all_champions_and_each_player_may_put_one_into_play(self) -> None:
        table = Table(
            a=Start(in_play=["Muse"], hand=["New Dawn", "Kong"]),
            b=Start(in_play=["Juggernaut"], hand=["Palace Guard"]),
        )
        table.a.plays("New Dawn", mode=1)
        table.a.says_yes()
        table.b.says_yes()
        assert (table.a.in_play, table.b.in_play) == (["Kong"], ["Palace Guard"])

    @does_not("New Dawn")
    def test_new_dawn_can_be_declined_and_event_cards_are_not_eligible(self) -> None:
        table = Table(a=Start(hand=["New Dawn", "Lash"]), b=Start(hand=["Palace Guard"]))
        table.a.plays("New Dawn", mode=1)
        assert table.asks == ("B", "may")
        table.b.says_no()
        assert (table.a.in_play, table.b.in_play) == ([], [])

    def test_new_dawn_choice_of_one_player_is_not_carried_over_to_the_next(self) -> None:
        table = Table(a=Start(hand=["New Dawn", "Kong"]), b=Start(hand=["Palace Guard"]))
        table.a.plays("New Dawn", mode=1)
        table.a.says_yes()
        assert table.asks == ("B", "may")
        assert "picked" not in table.state.frames[-1].data

    def test_new_dawn_banished_champion_cannot_be_put_into_play(self) -> None:
        table = Table(a=Start(hand=["New Dawn"]), b=Start(in_play=["Kong"]))
        table.a.plays("New Dawn", mode=1)
        assert table.b.deck[-1] == "Kong"
        assert table.asks == ("A", "act")


class TestSilverWingGuardian:
    @does("Silver Wing Guardian")
    def test_silver_wing_guardian_played_on_turn_of_opponent_gains_4_health(self) -> None:
        table = Table(b=Start(hand=["Silver Wing Guardian"]))
        table.a.passes()
        table.b.plays("Silver Wing Guardian")
        assert table.b.health == 34

    @does_not("Silver Wing Guardian")
    def test_silver_wing_guardian_with_righteous_gains_health_only_by_damage(self) -> None:
        table = Table(a=Start(in_play=["Silver Wing Guardian"]))
        table.a.attacks("Silver Wing Guardian")
        assert table.a.health == 30
        table.all_pass()
        table.all_pass()
        assert (table.a.health, table.b.health) == (36, 24)
