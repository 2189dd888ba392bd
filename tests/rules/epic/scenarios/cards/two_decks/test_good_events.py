"""Good event cards of the humans and tall decks."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Start, Table


class TestBraveSquire:
    @does("Brave Squire")
    def test_brave_squire_can_target_token_that_it_made(self) -> None:
        """Rule 3.2.3d: targets are chosen on resolution."""
        table = Table(a=Start(in_play=["Kong"], hand=["Brave Squire"]), b=Start(in_play=["Muse"]))
        table.a.plays("Brave Squire")
        assert table.candidates == ["Human Token", "Kong", "Muse"]
        table.a.targets("Human Token")
        assert table.offense("Human Token") == 6
        assert table.keywords("Human Token") == {"unbreakable"}
        assert table.a.discard == ["Brave Squire"]

    @does_not("Brave Squire")
    def test_brave_squire_bonus_ends_with_turn(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Brave Squire"]))
        table.a.plays("Brave Squire")
        table.a.targets("Kong")
        assert table.offense("Kong") == 18
        table.next_turn()
        assert table.offense("Kong") == 13
        assert table.keywords("Kong") == set()
        assert table.a.in_play == ["Human Token", "Kong"]


class TestCeasefire:
    @does("Ceasefire")
    def test_ceasefire_forbids_attacks_until_end_of_turn(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Ceasefire"]))
        table.a.plays("Ceasefire")
        assert len(table.a.hand) == 2
        table.a.cannot("3.2.3").attacks("Kong")
        table.next_turn()
        table.next_turn()
        table.a.attacks("Kong")
        assert table.phase == "battle"

    @does_not("Ceasefire")
    def test_ceasefire_during_battle_does_not_stop_current_attack(self) -> None:
        table = Table(a=Start(in_play=["Kong", "Muse"]), b=Start(hand=["Ceasefire"]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.plays("Ceasefire")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 17
        assert table.phase == "main"
        table.a.cannot("3.2.3").attacks("Muse")


class TestDivineJudgment:
    @does("Divine Judgment")
    def test_divine_judgment_on_own_turn_banishes_all_champions(self) -> None:
        table = Table(
            a=Start(in_play=["Kong", "Human Token"], hand=["Divine Judgment"]),
            b=Start(in_play=["Steel Golem", "Muse"], filler=1),
        )
        table.a.plays("Divine Judgment", mode=1)
        assert table.a.in_play == table.b.in_play == []
        assert table.a.discard == ["Divine Judgment"]
        assert table.b.discard == []
        assert table.b.deck == ["Lurking Giant", "Muse", "Steel Golem"]
        assert table.a.deck[-1] == "Kong"

    @does_not("Divine Judgment")
    def test_divine_judgment_on_turn_of_opponent_only_draws(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Divine Judgment"]))
        table.a.passes()
        table.b.cannot("3.2.1").plays("Divine Judgment", mode=1)
        table.b.plays("Divine Judgment", mode=0)
        assert len(table.b.hand) == 2
        assert table.a.in_play == ["Kong"]


class TestResurrection:
    def broken(self) -> Table:
        """Return a turn on which A's Muse and Kong and B's Palace Guard broke; White Knight lay there before."""
        table = Table(
            a=Start(in_play=["Muse", "Kong"], hand=["Resurrection"], discard=["White Knight"]),
            b=Start(in_play=["Palace Guard"], hand=["Apocalypse"]),
            turn="B",
        )
        table.b.plays("Apocalypse", mode=1)
        table.b.passes()
        return table

    @does("Resurrection")
    def test_resurrection_puts_champion_broken_this_turn_into_play(self) -> None:
        table = self.broken()
        table.a.plays("Resurrection", mode=1)
        assert table.candidates == ["Kong", "Muse"]
        table.a.targets("Kong")
        assert table.a.in_play == ["Kong"]
        assert table.champion("Kong").damage == 13  # its tribute finds no other champion than itself
        assert table.a.discard == ["Muse", "Resurrection", "White Knight"]

    @does_not("Resurrection")
    def test_resurrection_cannot_target_earlier_or_opponents_champion(self) -> None:
        table = self.broken()
        table.a.plays("Resurrection", mode=1)
        white_knight = next(c for c in table.state.seats[0].discard if table.name(c) == "White Knight")
        assert table.state.pending is not None
        assert white_knight not in table.state.pending.candidates
        assert "Palace Guard" not in table.candidates

    def test_resurrection_cannot_target_champion_broken_last_turn(self) -> None:
        table = self.broken()
        table.a.passes()
        assert table.state.turn == 0
        table.a.plays("Resurrection", mode=1)
        assert table.asks == ("A", "act")
        assert table.a.in_play == []
