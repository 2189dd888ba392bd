"""Questions of players and judges with the rulings given."""

from tests.rules.epic.scenarios.table import CR, RB, Start, Table


def test_ruling_breakthrough_deals_excess_over_defense() -> None:
    """Triceratops into a fresh Palace Guard: 2 to the player, the Guard breaks, Triceratops survives with 6."""
    for version in (RB, CR):
        table = Table(a=Start(in_play=["Triceratops"]), b=Start(in_play=["Palace Guard"]), version=version)
        table.a.attacks("Triceratops")
        table.all_pass()
        table.b.blocks("Palace Guard")
        table.all_pass()
        if version == RB:
            table.a.assigns({("Triceratops", "Palace Guard"): 8, ("Triceratops", "B"): 2})
        assert table.b.health == 28
        assert table.b.in_play == []
        assert table.champion("Triceratops").damage == 6


class TestOneSmallBlocker:
    """Six demons against one human: as a group nothing, one by one twenty damage."""

    DEMONS = ["Demon Token"] * 6

    def test_ruling_single_blocker_stops_whole_group(self) -> None:
        table = Table(a=Start(in_play=self.DEMONS), b=Start(in_play=["Human Token"]))
        table.a.attacks(*[f"Demon Token#{number}" for number in range(1, 7)])
        table.all_pass()
        table.b.blocks("Human Token")
        table.all_pass()
        if table.asks == ("B", "assign"):
            table.b.assigns({("Human Token", "Demon Token#1"): 1})
        assert table.b.health == 30

    def test_ruling_single_blocker_stops_one_of_six_attacks(self) -> None:
        table = Table(a=Start(in_play=self.DEMONS), b=Start(in_play=["Human Token"]))
        for number in range(1, 7):
            table.a.attacks(f"Demon Token#{number}")
            table.all_pass()
            if table.asks == ("B", "block"):
                table.b.blocks("Human Token")
            table.all_pass()
        assert table.b.health == 10
        assert table.b.in_play == []


def test_ruling_battle_without_plays_in_rule_book_order() -> None:
    """Before blocks A first, B advances; after blocks B first, A advances; then A's main phase with initiative."""
    table = Table(a=Start(in_play=["Triceratops", "Kong"]))
    table.a.attacks("Triceratops")
    assert (table.step, table.asks) == ("before-blocks", ("A", "act"))
    table.a.passes()
    assert (table.step, table.asks) == ("before-blocks", ("B", "act"))
    table.b.passes()
    assert (table.step, table.asks) == ("before-damage", ("B", "act"))
    table.b.passes()
    assert (table.step, table.asks) == ("before-damage", ("A", "act"))
    table.a.passes()
    assert table.b.health == 20
    assert (table.phase, table.asks) == ("main", ("A", "act"))
    table.a.attacks("Kong")
    assert table.phase == "battle"


class TestInitiativeAfterBlocks:
    """Both hold a play they would rather make second."""

    def blocked(self, version: str) -> Table:
        table = Table(
            a=Start(in_play=["Kong"], hand=["Lash"]),
            b=Start(in_play=["Palace Guard"], hand=["Brave Squire"]),
            version=version,
        )
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Palace Guard")
        return table

    def test_ruling_after_blocks_in_complete_rules_starts_with_attacker(self) -> None:
        table = self.blocked(CR)
        assert table.asks == ("A", "act")
        table.a.plays("Lash")
        table.a.targets("Kong")
        table.a.passes()
        assert table.asks == ("B", "act")
        table.b.plays("Brave Squire")
        table.b.targets("Palace Guard")
        table.b.passes()
        assert table.asks == ("A", "act")
        table.a.passes()
        assert table.asks == ("B", "act")
        table.b.passes()
        assert table.phase == "main"

    def test_ruling_after_blocks_in_rule_book_starts_with_defender(self) -> None:
        table = self.blocked(RB)
        assert table.asks == ("B", "act")
        table.b.passes()
        assert table.asks == ("A", "act")
        table.a.passes()
        assert table.phase == "main"
        assert table.b.in_play == []


def test_ruling_player_acts_on_turn_of_opponent_at_three_moments() -> None:
    """Not in response to a card; after an attack, after blocks, and when the turn player offers to end."""
    table = Table(a=Start(hand=["Noble Unicorn"], in_play=["Kong"]), b=Start(hand=["Flash Fire"], in_play=["Muse"]))
    table.a.plays("Noble Unicorn")
    table.b.cannot("4.1.2").plays("Flash Fire", mode=0)
    table.a.attacks("Kong")
    table.a.passes()
    assert table.asks == ("B", "act")
    table.b.passes()
    table.b.blocks()
    assert (table.step, table.asks) == ("before-damage", ("B", "act"))
    table.all_pass()
    table.a.passes()
    assert table.asks == ("B", "act")
    table.b.plays("Flash Fire", mode=0)
    assert table.a.health == 28


def test_ruling_triggers_can_be_ordered_to_satisfy_loyalty() -> None:
    """Noble Unicorn in play, White Knight played: draw by tribute, draw by ally, then reveal the two drawn cards."""
    table = Table(
        a=Start(in_play=["Noble Unicorn"], hand=["White Knight"], deck=["Ceasefire", "Palace Guard"]),
    )
    table.a.plays("White Knight")
    assert table.asks == ("A", "order")
    table.a.resolves("White Knight", 0)
    table.a.resolves("Noble Unicorn", 1)
    table.a.reveals("Ceasefire", "Palace Guard")
    table.a.attacks("White Knight")
    assert table.phase == "battle"


class TestKeepingAFinalTaskChampion:
    """Unbreakable until end of turn outlasts the break at end of turn (4.5.2a before 4.5.2d)."""

    def borrowed(self, *hand: str) -> Table:
        table = Table(a=Start(hand=["Final Task", *hand], discard=["Triceratops", "Muse"]))
        table.a.plays("Final Task", mode=1)
        table.a.chooses("Muse")
        return table

    def test_ruling_brave_squire_prevents_break_of_final_task(self) -> None:
        table = self.borrowed("Brave Squire")
        table.a.plays("Brave Squire")
        table.a.targets("Muse")
        table.next_turn()
        assert table.a.in_play == ["Human Token", "Muse"]
        table.next_turn()
        table.a.says_no()  # Muse's own trigger
        table.next_turn()
        assert table.a.in_play == ["Human Token", "Muse"]

    def test_ruling_priest_of_kalnor_prevents_break_of_final_task(self) -> None:
        table = self.borrowed("Priest of Kalnor", "Ceasefire", "Palace Guard")
        table.a.plays("Priest of Kalnor")
        table.a.resolves("Priest of Kalnor", 1)
        table.a.reveals("Ceasefire", "Palace Guard")
        table.a.targets("Muse")
        table.next_turn()
        assert table.a.in_play == ["Muse", "Priest of Kalnor"]


class TestBorrowedFromTheOpponentsPile:
    """A card goes to its owner's hand or pile, regardless of its controller (1.9.2)."""

    def borrowed(self) -> Table:
        table = Table(
            a=Start(hand=["Final Task", "Sea Titan"], gold=2, in_play=["Palace Guard"]),
            b=Start(discard=["Kong", "Triceratops"]),
        )
        table.a.plays("Final Task", mode=1)
        table.a.chooses("Triceratops")
        return table

    def test_ruling_borrowed_card_returns_to_hand_of_owner(self) -> None:
        table = self.borrowed()
        table.a.plays("Sea Titan")
        table.a.targets("Triceratops")
        assert table.b.hand == ["Triceratops"]
        assert "Triceratops" not in table.a.hand

    def test_ruling_borrowed_card_breaks_into_discard_pile_of_owner(self) -> None:
        table = self.borrowed()
        table.next_turn()
        assert "Triceratops" in table.b.discard
        assert "Triceratops" not in table.a.discard


class TestPumpAndProtect:
    """A champion that shall be pumped and untargetable: pump first."""

    SETUP = ("Lash", "Priest of Kalnor", "Ceasefire", "Palace Guard")

    def test_ruling_strengthened_champion_can_then_be_protected(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=self.SETUP))
        table.a.plays("Lash")
        table.a.plays("Priest of Kalnor")
        table.a.resolves("Priest of Kalnor", 0)
        table.a.reveals("Ceasefire", "Palace Guard")
        table.a.targets("Kong")
        assert table.offense("Kong") == 17
        assert {"breakthrough", "untargetable"} <= table.keywords("Kong")

    def test_ruling_protected_champion_cannot_be_targeted_afterwards(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=self.SETUP), b=Start(in_play=["Muse"]))
        table.a.plays("Priest of Kalnor")
        table.a.resolves("Priest of Kalnor", 0)
        table.a.reveals("Ceasefire", "Palace Guard")
        table.a.targets("Kong")
        table.a.plays("Lash")
        table.a.cannot("5.20.4").targets("Kong")


def test_ruling_ceasefire_does_not_stop_current_attack() -> None:
    """Played by the defender before blocks: that attack goes on, the next cannot be declared."""
    table = Table(a=Start(in_play=["Kong", "Muse"], hand=["Lash"]), b=Start(hand=["Ceasefire"]))
    table.a.attacks("Muse")
    table.a.passes()
    table.b.plays("Ceasefire")
    table.b.passes()
    table.a.plays("Lash")
    table.a.targets("Kong")
    table.all_pass()
    table.all_pass()
    assert table.b.health == 28
    table.a.cannot("3.2.3").attacks("Kong")
