"""Good cards of the Pantheon packs."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Start, Table


class TestSilverWingSavior:
    @does("Silver Wing Savior")
    def test_silver_wing_savior_returns_good_card_of_any_type_to_hand(self) -> None:
        table = Table(a=Start(hand=["Silver Wing Savior"], discard=["Noble Unicorn", "Ceasefire", "Kong"]))
        table.a.plays("Silver Wing Savior")
        table.a.says_yes()
        assert table.candidates == ["Ceasefire", "Noble Unicorn"]
        table.a.chooses("Ceasefire")
        assert table.a.hand == ["Ceasefire"]
        assert table.a.discard == ["Kong", "Noble Unicorn"]

    @does_not("Silver Wing Savior")
    def test_silver_wing_savior_ignores_discard_pile_of_opponent(self) -> None:
        table = Table(a=Start(hand=["Silver Wing Savior"], discard=["Kong"]), b=Start(discard=["Ceasefire"]))
        table.a.plays("Silver Wing Savior")
        assert table.asks == ("A", "act")
        assert table.a.hand == []
        assert table.b.discard == ["Ceasefire"]


class TestSilverWingLancer:
    @does("Silver Wing Lancer")
    def test_silver_wing_lancer_cannot_be_blocked_by_lower_offense(self) -> None:
        table = Table(a=Start(in_play=["Silver Wing Lancer"]), b=Start(in_play=["Kong", "Palace Guard"]))
        table.a.attacks("Silver Wing Lancer")
        table.a.passes()
        table.b.passes()
        table.b.cannot("3.3.1").blocks("Palace Guard")
        table.b.blocks("Kong")
        assert table.b.health == 30

    @does_not("Silver Wing Lancer")
    def test_silver_wing_lancer_in_group_can_be_blocked_by_lower_offense(self) -> None:
        """One blocker blocks the whole attack (4.4.6[2], I-74)."""
        table = Table(a=Start(in_play=["Silver Wing Lancer", "Wolf Token"]), b=Start(in_play=["Palace Guard"]))
        table.a.attacks("Silver Wing Lancer", "Wolf Token")
        table.a.passes()
        table.b.passes()
        table.b.blocks("Palace Guard")
        assert table.state.blocked

    def test_silver_wing_lancer_can_be_blocked_by_equal_offense(self) -> None:
        table = Table(a=Start(in_play=["Silver Wing Lancer"]), b=Start(in_play=["Silver Wing Lancer"]))
        table.a.attacks("A/Silver Wing Lancer")
        table.a.passes()
        table.b.passes()
        table.b.blocks("Silver Wing Lancer")
        assert table.state.blocked


class TestHeraldOfAngeline:
    @does("Herald of Angeline")
    def test_herald_of_angeline_takes_good_card_of_top_three_and_banishes_the_others(self) -> None:
        table = Table(a=Start(hand=["Herald of Angeline"], deck=["Kong", "Noble Unicorn", "Ceasefire", "Muse"]))
        table.a.plays("Herald of Angeline")
        table.a.says_yes()
        assert table.candidates == ["Ceasefire", "Noble Unicorn"]
        table.a.chooses("Ceasefire")
        assert table.a.hand == ["Ceasefire"]
        assert table.a.deck[0] == "Muse"
        assert table.a.deck[-2:] == ["Kong", "Noble Unicorn"]

    @does_not("Herald of Angeline")
    def test_herald_of_angeline_without_good_card_takes_none(self) -> None:
        table = Table(a=Start(hand=["Herald of Angeline"], deck=["Kong", "Muse", "Lash", "Triceratops"]))
        table.a.plays("Herald of Angeline")
        assert table.asks == ("A", "act")
        assert table.a.hand == []
        assert table.a.deck[0] == "Triceratops"

    def test_herald_of_angeline_with_short_deck_reveals_rest_without_winning(self) -> None:
        table = Table(a=Start(hand=["Herald of Angeline"], deck=["Kong"], filler=0))
        table.a.plays("Herald of Angeline")
        assert table.a.deck == ["Kong"]
        assert table.winners == ""

    def test_herald_of_angeline_when_declined_banishes_all_revealed_cards(self) -> None:
        table = Table(a=Start(hand=["Herald of Angeline"], deck=["Kong", "Muse", "Ceasefire"]))
        table.a.plays("Herald of Angeline")
        table.a.says_no()
        assert table.a.hand == []
        assert table.a.deck[-3:] == ["Ceasefire", "Kong", "Muse"]
