"""Section 4.4 and the keywords of battle, in both versions of the rules."""

import pytest

from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import CR, RB, Put, Start, Table

BOTH = pytest.mark.parametrize("version", [RB, CR])


class TestAttacking:
    @shows("4.4.1", "2.6.3", "RB:champion-positions/expended", "RB:battle-phase/choose-attackers-step")
    def test_attack_expends_attackers(self) -> None:
        """Rule 4.4.1."""
        table = Table(a=Start(in_play=["Kong", "Muse"]))
        table.a.attacks("Kong")
        assert table.stance("Kong") == "expended"
        assert table.stance("Muse") == "prepared"

    @shows("4.4.1", "2.6.2")
    def test_attack_by_champion_that_is_not_prepared_is_illegal(self) -> None:
        for position in (1, 2):
            table = Table(a=Start(in_play=[Put("Kong", stance=position)]))
            table.a.cannot("4.4.1").attacks("Kong")

    @shows("5.8.2", "5.8", "RB:keywords-and-terms/blitz", "RB:keywords-and-terms/deploying")
    def test_attack_by_deploying_champion_needs_blitz(self) -> None:
        """Rules 5.17.1 and 5.8.1."""
        table = Table(a=Start(in_play=[Put("Kong", deploying=True), Put("Frost Giant", deploying=True)]))
        table.a.cannot("5.17.1").attacks("Kong", "Frost Giant")
        table.a.attacks("Frost Giant")
        assert table.phase == "battle"

    def test_attack_on_turn_of_opponent_is_illegal(self) -> None:
        """Rule 4.4.1."""
        table = Table(b=Start(in_play=["Kong"]))
        table.a.passes()
        table.b.cannot("4.4.1").attacks("Kong")

    @shows("3.1.1", "4.4")
    def test_attack_during_battle_is_illegal(self) -> None:
        """Rule 3.1.1."""
        table = Table(a=Start(in_play=["Kong", "Muse"]))
        table.a.attacks("Kong")
        table.a.cannot("3.1.1").attacks("Muse")

    @shows("4.3.2", "RB:battle-phase")
    def test_attack_is_possible_several_times_a_turn(self) -> None:
        """Rule 4.4.14."""
        table = Table(a=Start(in_play=["Kong", "Muse"]))
        for name in ("Kong", "Muse"):
            table.a.attacks(name)
            table.all_pass()
            table.all_pass()
        assert table.b.health == 15

    @shows("RB:champions")
    def test_champion_without_ambush_cannot_be_played_during_battle(self) -> None:
        """Rule 3.2.3a."""
        table = Table(a=Start(in_play=["Kong"], hand=["Palace Guard", "Muse"]))
        table.a.attacks("Kong")
        table.a.cannot("3.2.3a").plays("Palace Guard")
        table.a.plays("Muse")
        assert table.a.in_play == ["Kong", "Muse"]


class TestBlocking:
    def block(self, attackers: list[str], blockers: list[str | Put]) -> Table:
        table = Table(a=Start(in_play=attackers), b=Start(in_play=blockers))
        table.a.attacks(*attackers)
        table.all_pass()
        return table

    @shows("RB:champion-positions/flipped", "RB:battle-phase/choose-blockers-step")
    def test_block_flips_blockers(self) -> None:
        """Rule 4.4.6[1]."""
        table = self.block(["Kong"], ["Steel Golem", "Muse"])
        table.b.blocks("Steel Golem")
        assert table.stance("Steel Golem") == "flipped"

    def test_block_is_optional(self) -> None:
        table = self.block(["Kong"], ["Steel Golem", "Muse"])
        table.b.blocks()
        table.all_pass()
        assert table.b.health == 17

    @pytest.mark.parametrize("position", [1, 2])
    def test_block_by_champion_that_is_not_prepared_is_illegal(self, position: int) -> None:
        table = self.block(["Kong"], [Put("Steel Golem", stance=position), "Muse"])
        table.b.cannot("4.4.6[1]").blocks("Steel Golem")

    @shows("I-96")
    def test_block_by_deploying_champion_is_legal(self) -> None:
        """Rule 5.17.1 restricts attacking and expending only (I-96)."""
        table = self.block(["Kong"], [Put("Steel Golem", deploying=True)])
        table.b.blocks("Steel Golem")
        table.all_pass()
        assert table.b.health == 30

    @shows("5.2", "5.2.1", "RB:keywords-and-terms/airborne")
    def test_airborne_attacker_is_blocked_by_airborne_only(self) -> None:
        """Rule 5.2.1."""
        table = self.block(["Angel of Light"], ["Kong", "Muse"])
        table.b.cannot("5.2.1").blocks("Kong")
        table.b.blocks("Muse")
        assert table.step == "before-damage"

    @shows("5.2.2", "4.4.6[2]", "I-95")
    def test_group_with_ground_attacker_can_be_blocked_by_all(self) -> None:
        """Rules 5.2.2 and 4.4.6[2] (I-95)."""
        table = self.block(["Angel of Light", "Wolf Token"], ["Kong"])
        table.b.blocks("Kong")
        table.all_pass()
        assert table.b.health == 30

    def test_group_block_with_unable_champion_is_illegal(self) -> None:
        """I-74."""
        table = self.block(["Angel of Light"], ["Kong", "Muse"])
        table.b.cannot("5.2.1").blocks("Kong", "Muse")

    @shows("5.14.2")
    def test_champion_played_before_blocks_can_block(self) -> None:
        """I-96."""
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Lurking Giant"]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.plays("Lurking Giant")
        table.b.passes()
        table.a.passes()
        table.b.blocks("Lurking Giant")
        assert table.step == "before-damage"


class TestDamage:
    def test_unblocked_attackers_damage_player(self) -> None:
        """Rule 4.4.11."""
        table = Table(a=Start(in_play=["Kong", "Muse"]))
        table.a.attacks("Kong", "Muse")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 15

    @shows("4.4.11", "RB:battle-phase/damage-step", "2.1.5", "RB:champions/offense")
    def test_battle_damage_is_dealt_simultaneously(self) -> None:
        """Rules 4.4.11b and 4.4.13."""
        table = Table(a=Start(in_play=["Steel Golem"]), b=Start(in_play=["Steel Golem"]))
        table.a.attacks("Steel Golem")
        table.all_pass()
        table.b.blocks("Steel Golem")
        table.all_pass()
        assert table.a.in_play == table.b.in_play == []

    def test_battle_damage_is_divided_freely_by_each_player(self) -> None:
        """Rule 4.4.11b (I-83): overkill and ignoring a blocker are both allowed."""
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Palace Guard", "Wolf Token"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Palace Guard", "Wolf Token")
        table.all_pass()
        table.a.cannot("4.4.11").assigns({("Kong", "Palace Guard"): 8, ("Kong", "Wolf Token"): 2})
        table.a.assigns({("Kong", "Wolf Token"): 13})
        assert table.b.in_play == ["Palace Guard"]
        assert table.champion("Kong").damage == 8
        assert table.b.health == 30

    @shows("4.4.6a")
    def test_blocked_attack_stays_blocked_without_its_blocker(self) -> None:
        """Rules 4.4.6a and 4.4.12 (I-75)."""
        table = Table(a=Start(in_play=["Kong"], hand=["Wither"]), b=Start(in_play=["Muse", "Palace Guard"]))
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Muse")
        table.b.passes()
        table.a.plays("Wither")
        table.a.targets("Muse")
        table.all_pass()
        assert table.b.health == 30
        assert table.champion("Kong").damage == 0

    def test_battle_without_attackers_deals_no_damage(self) -> None:
        """I-76."""
        table = Table(a=Start(in_play=["Muse"]), b=Start(in_play=["Palace Guard"], hand=["Flash Fire"]))
        table.a.attacks("Muse")
        table.a.passes()
        table.b.plays("Flash Fire", mode=0)
        assert table.a.in_play == []
        table.all_pass()
        table.all_pass()
        assert table.b.health == 28
        assert table.phase == "main"
        assert table.stance("Palace Guard") == "prepared"

    @shows("I-78")
    def test_expended_blocker_still_deals_damage(self) -> None:
        """I-78; a flipped champion may be expended (2.6.4)."""
        table = Table(
            a=Start(in_play=["Wolf Token", "Muse"], discard=["Lash", "Kong"]),
            b=Start(in_play=["Keeper of Secrets"]),
        )
        table.a.attacks("Wolf Token")
        table.all_pass()
        table.b.blocks("Keeper of Secrets")
        table.b.uses("Keeper of Secrets", 1)
        table.b.targets("A")
        table.b.chooses("Lash")
        assert table.stance("Keeper of Secrets") == "expended"
        table.all_pass()
        assert table.a.in_play == ["Muse"]
        assert table.champion("Keeper of Secrets").damage == 2


class TestBreakthrough:
    def battle(self, attackers: list[str | Put], blockers: list[str | Put], version: str = RB) -> Table:
        table = Table(a=Start(in_play=attackers), b=Start(in_play=blockers), version=version)
        table.a.attacks(*[put if isinstance(put, str) else put.name for put in attackers])
        table.all_pass()
        table.b.blocks(*[put if isinstance(put, str) else put.name for put in blockers])
        table.all_pass()
        return table

    def test_breakthrough_in_complete_rules_deals_excess_automatically(self) -> None:
        """Rules 5.7.1 and 4.4.11a (I-80): computed, no choice."""
        table = self.battle(["Triceratops"], ["Palace Guard"], CR)
        assert table.b.health == 28
        assert table.b.in_play == []
        assert table.champion("Triceratops").damage == 6

    def test_breakthrough_in_rule_book_lets_attacker_divide(self) -> None:
        """I-80."""
        table = self.battle(["Triceratops"], ["Palace Guard"])
        assert table.asks == ("A", "assign")
        table.a.cannot("RB:keywords-and-terms/breakthrough").assigns(
            {("Triceratops", "Palace Guard"): 7, ("Triceratops", "B"): 3}
        )
        table.a.assigns({("Triceratops", "Palace Guard"): 8, ("Triceratops", "B"): 2})
        assert table.b.health == 28

    def test_breakthrough_in_rule_book_can_stay_on_blocker(self) -> None:
        table = self.battle(["Triceratops"], ["Palace Guard"])
        table.a.assigns({("Triceratops", "Palace Guard"): 10})
        assert table.b.health == 30

    @BOTH
    @shows("5.7.5", "I-81")
    def test_breakthrough_ignores_earlier_damage_on_blocker(self, version: str) -> None:
        """Rule 5.7.5 (I-81)."""
        table = self.battle(["Triceratops"], [Put("Steel Golem", damage=12)], version)
        assert table.b.health == 30
        assert table.b.in_play == []

    @shows("5.7.2", "4.4.11a")
    def test_breakthrough_counts_champions_with_the_keyword_only(self) -> None:
        """Rules 5.7.2 and 4.4.11a: 10 with breakthrough against 14 defense is no excess, though 23 attack in all."""
        table = self.battle(["Triceratops", "Steel Golem"], ["Kong"], CR)
        assert table.asks == ("B", "assign")
        table.b.assigns({("Kong", "Triceratops"): 13})
        assert table.b.health == 30
        assert table.b.in_play == []
        assert table.a.in_play == ["Steel Golem"]

    @shows("5.7.3")
    def test_breakthrough_against_unbreakable_blocker_deals_excess(self) -> None:
        """Rule 5.7.3."""
        table = Table(
            a=Start(in_play=["Triceratops"]),
            b=Start(in_play=["Palace Guard"], hand=["Brave Squire"]),
            version=CR,
        )
        table.a.attacks("Triceratops")
        table.all_pass()
        table.b.blocks("Palace Guard")
        table.a.passes()
        table.b.plays("Brave Squire")
        table.b.targets("Palace Guard")
        table.all_pass()
        assert table.b.health == 28
        assert table.b.in_play == ["Human Token", "Palace Guard"]
        assert table.a.in_play == []  # 6 + 5 against a defense of 10

    @BOTH
    def test_breakthrough_without_remaining_blockers_deals_all_damage(self, version: str) -> None:
        """Rule 5.7.4 (I-75)."""
        table = Table(
            a=Start(in_play=["Triceratops"], hand=["Wither"]),
            b=Start(in_play=["Muse", "Kong"]),
            version=version,
        )
        table.a.attacks("Triceratops")
        table.all_pass()
        table.b.blocks("Muse")
        if version == RB:
            table.b.passes()
        table.a.plays("Wither")
        table.a.targets("Muse")
        table.all_pass()
        assert table.b.health == 20


class TestWindows:
    def test_initiative_before_blocks_in_rule_book_starts_with_attacker(self) -> None:
        """I-39: attacker first; the player who receives initiative may advance."""
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Muse"], hand=["Flash Fire", "Lash"]))
        table.a.attacks("Kong")
        assert (table.step, table.asks) == ("before-blocks", ("A", "act"))
        table.a.passes()
        assert table.asks == ("B", "act")
        table.b.plays("Lash")
        table.b.targets("Kong")
        table.b.passes()
        assert table.asks == ("A", "act")
        table.a.passes()  # advance: no further chance for B
        assert table.asks == ("B", "block")

    def test_initiative_before_blocks_in_complete_rules_ends_with_defenders_pass(self) -> None:
        """I-39, rule 4.4.5: only the defender's pass without a play ends it."""
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Muse"], hand=["Flash Fire", "Lash"]), version=CR)
        table.a.attacks("Kong")
        table.a.passes()
        table.b.plays("Lash")
        table.b.targets("Kong")
        table.b.passes()
        assert table.asks == ("A", "act")
        table.a.passes()
        assert table.asks == ("B", "act")
        table.b.passes()
        assert table.asks == ("B", "block")

    def test_initiative_before_blocks_after_attackers_play_gives_no_further_round(self) -> None:
        """I-41."""
        table = Table(a=Start(in_play=["Kong"], hand=["Lash"]), b=Start(in_play=["Muse"]), version=CR)
        table.a.attacks("Kong")
        table.a.plays("Lash")
        table.a.targets("Kong")
        table.a.passes()
        table.b.passes()
        assert table.asks == ("B", "block")

    @pytest.mark.parametrize(("version", "first"), [(RB, "B"), (CR, "A")])
    def test_initiative_after_blocks_depends_on_version(self, version: str, first: str) -> None:
        """I-40."""
        table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Muse"]), version=version)
        table.a.attacks("Kong")
        table.all_pass()
        table.b.blocks("Muse")
        assert (table.step, table.asks) == ("before-damage", (first, "act"))

    @BOTH
    def test_defender_has_initiative_before_and_after_blocks(self, version: str) -> None:
        """Rules 4.4.4 and 4.4.9."""
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Brave Squire", "Flash Fire"]), version=version)
        table.a.attacks("Kong")
        table.a.passes()
        table.b.plays("Flash Fire", mode=0)
        table.all_pass()
        if version == CR:
            table.a.passes()
        table.b.plays("Brave Squire")
        table.b.targets("Human Token")
        assert table.b.in_play == ["Human Token"]
