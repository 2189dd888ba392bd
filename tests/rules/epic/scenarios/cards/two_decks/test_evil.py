"""Evil cards of the humans deck."""

from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Start, Table


class TestApocalypse:
    @does("Apocalypse")
    def test_apocalypse_on_own_turn_breaks_all_champions(self) -> None:
        table = Table(
            a=Start(in_play=["Kong", "Human Token"], hand=["Apocalypse"]),
            b=Start(in_play=["Steel Golem", "Muse"]),
        )
        table.a.plays("Apocalypse", mode=1)
        assert table.a.in_play == table.b.in_play == []
        assert table.a.discard == ["Apocalypse", "Kong"]
        assert table.b.discard == ["Muse", "Steel Golem"]
        assert table.a.gold == 0

    def test_apocalypse_on_turn_of_opponent_only_draws_two(self) -> None:
        table = Table(b=Start(hand=["Apocalypse"], deck=["Kong", "Muse"]))
        table.a.passes()
        table.b.cannot("3.2.1").plays("Apocalypse", mode=1)
        table.b.plays("Apocalypse", mode=0)
        assert table.b.hand == ["Kong", "Muse"]

    @does_not("Apocalypse")
    def test_apocalypse_does_not_break_unbreakable_champions(self) -> None:
        table = Table(a=Start(in_play=["Juggernaut", "Muse"], hand=["Apocalypse"]), b=Start(in_play=["Juggernaut"]))
        table.a.plays("Apocalypse", mode=1)
        assert table.a.in_play == ["Juggernaut"]
        assert table.b.in_play == []


class TestFinalTask:
    @does("Final Task")
    def test_final_task_puts_champion_with_blitz_into_play_and_breaks_it_at_turn_end(self) -> None:
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

    def test_final_task_broken_champion_returns_to_discard_pile_of_its_owner(self) -> None:
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
    def test_final_task_putting_champion_into_play_triggers_no_ally(self) -> None:
        """No ally ability triggers on a champion put into play (5.18.1, I-58); Final Task itself is Evil."""
        table = Table(
            a=Start(in_play=["Noble Unicorn"], hand=["Final Task"], discard=["White Knight", "Muse"], deck=["Plague"])
        )
        table.a.plays("Final Task", mode=1)
        table.a.chooses("Muse")
        assert table.a.hand == []

    @shows("3.2.3c")
    def test_final_task_without_champion_in_any_discard_pile_does_nothing(self) -> None:
        table = Table(a=Start(hand=["Final Task"], discard=["Lash"]))
        table.a.plays("Final Task", mode=1)
        assert table.asks == ("A", "act")
        assert table.a.in_play == []


class TestGuiltDemon:
    @does("Guilt Demon")
    def test_guilt_demon_tribute_banishes_card_of_any_discard_pile(self) -> None:
        table = Table(a=Start(hand=["Guilt Demon"], discard=["Kong"]), b=Start(discard=["Muse", "Lash"]))
        table.a.plays("Guilt Demon")
        table.a.says_yes()
        assert table.candidates == ["Kong", "Lash", "Muse"]
        table.a.targets("Lash")
        assert table.b.discard == ["Muse"]
        assert table.b.deck[-1] == "Lash"

    def test_guilt_demon_attacking_banishes_card_again(self) -> None:
        table = Table(a=Start(in_play=["Guilt Demon"]), b=Start(discard=["Muse", "Lash"]))
        table.a.attacks("Guilt Demon")
        table.a.says_yes()
        table.a.targets("Muse")
        assert table.b.discard == ["Lash"]
        assert table.step == "before-blocks"

    def test_guilt_demon_when_declined_banishes_nothing(self) -> None:
        table = Table(a=Start(in_play=["Guilt Demon"]), b=Start(discard=["Muse", "Lash"]))
        table.a.attacks("Guilt Demon")
        table.a.says_no()
        assert table.b.discard == ["Lash", "Muse"]

    @does_not("Guilt Demon")
    def test_guilt_demon_blocking_banishes_nothing(self) -> None:
        table = Table(a=Start(in_play=["Muse"]), b=Start(in_play=["Guilt Demon"], discard=["Kong", "Lash"]))
        table.a.attacks("Muse")
        table.all_pass()
        table.b.blocks("Guilt Demon")
        assert table.asks == ("B", "act")


class TestPlague:
    @does("Plague")
    def test_plague_damages_player_and_all_their_champions_then_draws_and_recycles(self) -> None:
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
    def test_plague_does_not_recycle_itself(self) -> None:
        """Rule 5.5.6: while it resolves it is not in the discard pile."""
        table = Table(a=Start(hand=["Plague"], discard=["Kong"], deck=["Wither"]))
        table.a.plays("Plague", mode=0)
        table.a.targets("B")
        assert table.asks == ("A", "act")
        assert table.a.discard == ["Kong", "Plague"]

    def test_plague_on_turn_of_opponent_cannot_break_all_champions(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Plague"]))
        table.a.passes()
        table.b.cannot("3.2.1").plays("Plague", mode=1)
        table.b.plays("Plague", mode=0)
        table.b.targets("A")
        assert table.a.in_play == ["Kong"]

    def test_plague_on_own_turn_breaks_all_champions(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Plague"]), b=Start(in_play=["Kong"]))
        table.a.plays("Plague", mode=1)
        assert table.a.in_play == table.b.in_play == []


class TestWither:
    @does("Wither")
    def test_wither_affects_target_and_its_namesakes_of_both_players(self) -> None:
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

    def test_wither_without_gold_breaks_weak_champion(self) -> None:
        table = Table(a=Start(hand=["Wither"], gold=0), b=Start(in_play=["Muse", "Kong"]))
        table.a.plays("Wither")
        table.a.targets("Muse")
        assert table.b.in_play == ["Kong"]
        assert table.b.discard == ["Muse"]

    def test_wither_lost_offense_returns_next_turn(self) -> None:
        table = Table(a=Start(hand=["Wither"]), b=Start(in_play=["Muse", "Kong"]))
        table.a.plays("Wither")
        table.a.targets("Kong")
        assert table.offense("Kong") == 10
        table.next_turn()
        assert table.offense("Kong") == 13

    @does_not("Wither")
    def test_wither_affects_untargetable_champion_only_as_namesake(self) -> None:
        """Rule 5.12.2: what does not use the word target reaches it."""
        table = Table(a=Start(hand=["Wither"]), b=Start(in_play=["Steel Golem", "Muse", "Kong"]))
        table.a.plays("Wither")
        assert table.candidates == ["Kong", "Muse"]
        table.a.cannot("5.20.4").targets("Steel Golem")
