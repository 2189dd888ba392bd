"""Evil cards of the humans deck: what each does and what it must not do."""

from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Start, Table


class TestApocalypse:
    @does("Apocalypse")
    def test_breaks_every_champion_on_own_turn(self) -> None:
        table = Table(
            a=Start(in_play=["Kong", "Human Token"], hand=["Apocalypse"]),
            b=Start(in_play=["Steel Golem", "Muse"]),
        )
        table.a.plays("Apocalypse", mode=1)
        assert table.a.in_play == table.b.in_play == []
        assert table.a.discard == ["Apocalypse", "Kong"]
        assert table.b.discard == ["Muse", "Steel Golem"]
        assert table.a.gold == 0

    def test_draws_two_on_any_turn(self) -> None:
        table = Table(b=Start(hand=["Apocalypse"], deck=["Kong", "Muse"]))
        table.a.passes()
        table.b.cannot("3.2.1").plays("Apocalypse", mode=1)
        table.b.plays("Apocalypse", mode=0)
        assert table.b.hand == ["Kong", "Muse"]

    @does_not("Apocalypse")
    def test_leaves_the_unbreakable(self) -> None:
        table = Table(a=Start(in_play=["Juggernaut", "Muse"], hand=["Apocalypse"]), b=Start(in_play=["Juggernaut"]))
        table.a.plays("Apocalypse", mode=1)
        assert table.a.in_play == ["Juggernaut"]
        assert table.b.in_play == []


class TestFinalTask:
    @does("Final Task")
    def test_borrows_from_either_pile_with_blitz_and_breaks_it_at_the_end(self) -> None:
        table = Table(
            a=Start(hand=["Final Task"], discard=["Muse", "Lash"]),
            b=Start(discard=["Frost Giant", "Apocalypse"]),
        )
        table.a.plays("Final Task", mode=1)
        assert table.asks == ("A", "choose")
        assert table.candidates == ["Frost Giant", "Muse"]
        table.a.chooses("Muse")
        assert table.keywords("Muse") == {"airborne", "ambush", "blitz"}
        table.a.attacks("Muse")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 28
        table.next_turn()
        assert table.a.in_play == []
        assert table.a.discard == ["Final Task", "Lash", "Muse"]

    def test_the_opponents_champion_goes_back_to_its_owner(self) -> None:
        table = Table(a=Start(hand=["Final Task"], discard=["Muse"]), b=Start(discard=["Triceratops"]))
        table.a.plays("Final Task", mode=1)
        table.a.chooses("Triceratops")
        assert table.a.in_play == ["Triceratops"]
        assert len(table.a.hand) == 1  # its tribute: it entered play, however it did (I-55)
        table.next_turn()
        assert table.a.discard == ["Final Task", "Muse"]
        assert table.b.discard == ["Triceratops"]

    @does_not("Final Task")
    @shows("5.18.1")
    def test_is_not_a_play_of_the_champion(self) -> None:
        """No ally ability triggers on a champion put into play (5.18.1, I-58); Final Task itself is Evil."""
        table = Table(
            a=Start(in_play=["Noble Unicorn"], hand=["Final Task"], discard=["White Knight", "Muse"], deck=["Plague"])
        )
        table.a.plays("Final Task", mode=1)
        table.a.chooses("Muse")
        assert table.a.hand == []

    @shows("3.2.3c")
    def test_with_no_champion_in_a_pile_it_does_nothing(self) -> None:
        table = Table(a=Start(hand=["Final Task"], discard=["Lash"]))
        table.a.plays("Final Task", mode=1)
        assert table.asks == ("A", "act")
        assert table.a.in_play == []


class TestGuiltDemon:
    @does("Guilt Demon")
    def test_tribute_banishes_a_card_from_either_pile(self) -> None:
        table = Table(a=Start(hand=["Guilt Demon"], discard=["Kong"]), b=Start(discard=["Muse", "Lash"]))
        table.a.plays("Guilt Demon")
        table.a.says_yes()
        assert table.candidates == ["Kong", "Lash", "Muse"]
        table.a.targets("Lash")
        assert table.b.discard == ["Muse"]
        assert table.b.deck[-1] == "Lash"

    def test_again_on_each_attack(self) -> None:
        table = Table(a=Start(in_play=["Guilt Demon"]), b=Start(discard=["Muse", "Lash"]))
        table.a.attacks("Guilt Demon")
        table.a.says_yes()
        table.a.targets("Muse")
        assert table.b.discard == ["Lash"]
        assert table.step == "before-blocks"

    def test_may_be_declined(self) -> None:
        table = Table(a=Start(in_play=["Guilt Demon"]), b=Start(discard=["Muse", "Lash"]))
        table.a.attacks("Guilt Demon")
        table.a.says_no()
        assert table.b.discard == ["Lash", "Muse"]

    @does_not("Guilt Demon")
    def test_not_on_blocking(self) -> None:
        table = Table(a=Start(in_play=["Muse"]), b=Start(in_play=["Guilt Demon"], discard=["Kong", "Lash"]))
        table.a.attacks("Muse")
        table.all_pass()
        table.b.blocks("Guilt Demon")
        assert table.asks == ("B", "act")


class TestPlague:
    @does("Plague")
    def test_hits_a_player_and_all_of_their_champions_then_draws_and_recycles(self) -> None:
        table = Table(
            a=Start(
                in_play=["Human Token"],
                hand=["Plague"],
                discard=["Kong", "Muse", "Lash"],
                deck=["Wither", "Triceratops"],
            ),
            b=Start(in_play=["Human Token", "Steel Golem", "Forcemage Apprentice"]),
        )
        table.a.plays("Plague", mode=0)
        assert table.candidates == ["A", "B"]
        table.a.targets("B")
        assert table.b.health == 29
        assert table.b.in_play == ["Steel Golem"]
        assert table.champion("Steel Golem").damage == 1
        assert table.a.in_play == ["Human Token"]
        assert table.a.hand == ["Wither"]
        table.a.chooses("Kong", "Lash")
        assert table.a.hand == ["Triceratops", "Wither"]
        assert table.a.discard == ["Muse", "Plague"]

    @does_not("Plague")
    @shows("5.5.6")
    def test_cannot_recycle_itself(self) -> None:
        """Rule 5.5.6: while it resolves it is not in the discard pile."""
        table = Table(a=Start(hand=["Plague"], discard=["Kong"], deck=["Wither"]))
        table.a.plays("Plague", mode=0)
        table.a.targets("B")
        assert table.asks == ("A", "act")
        assert table.a.discard == ["Kong", "Plague"]

    def test_breaks_everything_only_on_own_turn(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Plague"]))
        table.a.passes()
        table.b.cannot("3.2.1").plays("Plague", mode=1)
        table.b.plays("Plague", mode=0)
        table.b.targets("A")
        assert table.a.in_play == ["Kong"]

    def test_breaks_everything(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Plague"]), b=Start(in_play=["Kong"]))
        table.a.plays("Plague", mode=1)
        assert table.a.in_play == table.b.in_play == []


class TestWither:
    @does("Wither")
    def test_hits_the_target_and_its_namesakes_on_both_sides(self) -> None:
        table = Table(
            a=Start(in_play=["Steel Golem", "Demon Token"], hand=["Wither"]),
            b=Start(in_play=["Demon Token", "Demon Token", "Wolf Token"]),
        )
        table.a.plays("Wither")
        table.a.targets("Demon Token#2")
        for name in ("Demon Token#1", "Demon Token#2", "Demon Token#3"):
            assert table.champion(name).damage == 3
            assert table.offense(name) == 1
        assert table.champion("Wolf Token").damage == 0
        assert table.offense("Wolf Token") == 2
        assert table.offense("Steel Golem") == 13

    def test_breaks_what_it_can_and_costs_nothing(self) -> None:
        table = Table(a=Start(hand=["Wither"], gold=0), b=Start(in_play=["Muse", "Kong"]))
        table.a.plays("Wither")
        table.a.targets("Muse")
        assert table.b.in_play == ["Kong"]
        assert table.b.discard == ["Muse"]

    def test_the_lost_offense_comes_back_with_the_next_turn(self) -> None:
        table = Table(a=Start(hand=["Wither"]), b=Start(in_play=["Muse", "Kong"]))
        table.a.plays("Wither")
        table.a.targets("Kong")
        assert table.offense("Kong") == 10
        table.next_turn()
        assert table.offense("Kong") == 13

    @does_not("Wither")
    def test_an_untargetable_champion_is_hit_only_as_a_namesake(self) -> None:
        """Rule 5.12.2: what does not use the word target reaches it."""
        table = Table(a=Start(hand=["Wither"]), b=Start(in_play=["Steel Golem", "Muse", "Kong"]))
        table.a.plays("Wither")
        assert table.candidates == ["Kong", "Muse"]
        table.a.cannot("5.20.4").targets("Steel Golem")
