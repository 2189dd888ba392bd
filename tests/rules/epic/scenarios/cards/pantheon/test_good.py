"""Good cards of the Pantheon packs: what each does and what it must not do."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Start, Table


class TestSilverWingSavior:
    @does("Silver Wing Savior")
    def test_takes_a_good_card_of_any_type_back(self) -> None:
        table = Table(a=Start(hand=["Silver Wing Savior"], discard=["Noble Unicorn", "Ceasefire", "Kong"]))
        table.a.plays("Silver Wing Savior")
        table.a.says_yes()
        assert table.candidates == ["Ceasefire", "Noble Unicorn"]
        table.a.chooses("Ceasefire")
        assert table.a.hand == ["Ceasefire"]
        assert table.a.discard == ["Kong", "Noble Unicorn"]

    @does_not("Silver Wing Savior")
    def test_not_out_of_the_opponents_pile(self) -> None:
        table = Table(a=Start(hand=["Silver Wing Savior"], discard=["Kong"]), b=Start(discard=["Ceasefire"]))
        table.a.plays("Silver Wing Savior")
        assert table.asks == ("A", "act")
        assert table.a.hand == []
        assert table.b.discard == ["Ceasefire"]


class TestSilverWingLancer:
    @does("Silver Wing Lancer")
    def test_lower_offense_cannot_block_it(self) -> None:
        table = Table(a=Start(in_play=["Silver Wing Lancer"]), b=Start(in_play=["Kong", "Palace Guard"]))
        table.a.attacks("Silver Wing Lancer")
        table.a.passes()
        table.b.passes()
        table.b.cannot("3.3.1").blocks("Palace Guard")
        table.b.blocks("Kong")
        assert table.b.health == 30

    @does_not("Silver Wing Lancer")
    def test_who_attacks_beside_it_can_still_be_blocked(self) -> None:
        """One blocker blocks the whole attack (4.4.6[2], I-74)."""
        table = Table(a=Start(in_play=["Silver Wing Lancer", "Wolf Token"]), b=Start(in_play=["Palace Guard"]))
        table.a.attacks("Silver Wing Lancer", "Wolf Token")
        table.a.passes()
        table.b.passes()
        table.b.blocks("Palace Guard")
        assert table.state.blocked

    def test_equal_offense_blocks(self) -> None:
        table = Table(a=Start(in_play=["Silver Wing Lancer"]), b=Start(in_play=["Silver Wing Lancer"]))
        table.a.attacks("A/Silver Wing Lancer")
        table.a.passes()
        table.b.passes()
        table.b.blocks("Silver Wing Lancer")
        assert table.state.blocked


class TestHeraldOfAngeline:
    @does("Herald of Angeline")
    def test_keeps_a_good_card_of_the_top_three_and_banishes_the_others(self) -> None:
        table = Table(a=Start(hand=["Herald of Angeline"], deck=["Kong", "Noble Unicorn", "Ceasefire", "Muse"]))
        table.a.plays("Herald of Angeline")
        table.a.says_yes()
        assert table.candidates == ["Ceasefire", "Noble Unicorn"]
        table.a.chooses("Ceasefire")
        assert table.a.hand == ["Ceasefire"]
        assert table.a.deck[0] == "Muse"
        assert table.a.deck[-2:] == ["Kong", "Noble Unicorn"]

    @does_not("Herald of Angeline")
    def test_no_card_of_another_alignment_is_kept(self) -> None:
        table = Table(a=Start(hand=["Herald of Angeline"], deck=["Kong", "Muse", "Lash", "Triceratops"]))
        table.a.plays("Herald of Angeline")
        assert table.asks == ("A", "act")
        assert table.a.hand == []
        assert table.a.deck[0] == "Triceratops"

    def test_a_short_deck_is_revealed_as_far_as_it_goes_and_wins_nothing(self) -> None:
        table = Table(a=Start(hand=["Herald of Angeline"], deck=["Kong"], filler=0))
        table.a.plays("Herald of Angeline")
        assert table.a.deck == ["Kong"]
        assert table.winners == ""

    def test_keeping_is_no_duty(self) -> None:
        table = Table(a=Start(hand=["Herald of Angeline"], deck=["Kong", "Muse", "Ceasefire"]))
        table.a.plays("Herald of Angeline")
        table.a.says_no()
        assert table.a.hand == []
        assert table.a.deck[-3:] == ["Ceasefire", "Kong", "Muse"]
