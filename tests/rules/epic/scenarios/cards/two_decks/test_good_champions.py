"""Good champions of the humans and tall decks."""

from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


class TestAngelOfLight:
    def play(self, *others: str) -> Table:
        table = Table(a=Start(hand=["Angel of Light", *others]))
        table.a.plays("Angel of Light")
        table.a.resolves("Angel of Light", 0)
        assert table.a.health == 35
        return table

    @does("Angel of Light")
    def test_angel_of_light_tribute_and_loyalty_each_gain_5_health(self) -> None:
        table = self.play("Ceasefire", "White Knight")
        assert table.asks == ("A", "reveal")
        table.a.reveals("Ceasefire", "White Knight")
        assert table.a.health == 40
        assert table.a.hand == ["Ceasefire", "White Knight"]

    def test_angel_of_light_declining_loyalty_gains_5_health(self) -> None:
        table = self.play("Ceasefire", "White Knight")
        table.a.reveals()
        assert table.a.health == 35

    def test_angel_of_light_with_one_good_card_in_hand_has_no_loyalty(self) -> None:
        table = self.play("Ceasefire", "Kong", "Muse")
        assert table.a.health == 35
        assert table.asks == ("A", "act")

    @does_not("Angel of Light")
    def test_angel_of_light_loyalty_refuses_cards_of_other_alignment(self) -> None:
        table = self.play("Ceasefire", "White Knight", "Kong")
        table.a.cannot("5.3.1").reveals("Ceasefire", "Kong")


class TestAngelOfMercy:
    def start(self) -> Table:
        pile = ["Kong", "White Knight", "Noble Unicorn", "Ceasefire"]
        table = Table(a=Start(in_play=["Angel of Mercy"], discard=pile), b=Start(discard=["Palace Guard"]), turn="B")
        table.next_turn()
        return table

    @does("Angel of Mercy")
    def test_angel_of_mercy_at_start_of_own_turn_puts_good_champion_into_play(self) -> None:
        table = self.start()
        assert table.asks == ("A", "may")
        table.a.says_yes()
        assert table.candidates == ["Noble Unicorn", "White Knight"]
        table.a.chooses("Noble Unicorn")
        assert table.a.in_play == ["Angel of Mercy", "Noble Unicorn"]
        assert len(table.a.hand) == 2  # the turn's draw and the tribute of the champion that entered
        assert table.phase == "main"

    def test_angel_of_mercy_champion_put_into_play_is_deploying(self) -> None:
        """I-35: it did not start the turn under its controller's control."""
        table = self.start()
        table.a.says_yes()
        table.a.chooses("White Knight")
        assert table.champion("White Knight").deploying

    def test_angel_of_mercy_when_declined_puts_no_champion_into_play(self) -> None:
        table = self.start()
        table.a.says_no()
        assert table.a.in_play == ["Angel of Mercy"]
        assert table.phase == "main"

    @does_not("Angel of Mercy")
    def test_angel_of_mercy_does_nothing_at_start_of_opponents_turn(self) -> None:
        table = Table(a=Start(in_play=["Angel of Mercy"], discard=["White Knight", "Noble Unicorn"]))
        table.next_turn()
        assert table.asks == ("B", "act")
        assert table.a.in_play == ["Angel of Mercy"]


class TestAngelicProtector:
    @does("Angelic Protector")
    @shows("RB:keywords-and-terms/tribute", "5.6")
    def test_angelic_protector_protects_target_until_end_of_turn(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Angelic Protector"]))
        table.a.plays("Angelic Protector")
        assert table.candidates == ["Angelic Protector", "Kong"]
        table.a.targets("Kong")
        assert {"unbreakable", "untargetable"} <= table.keywords("Kong")
        table.next_turn()
        assert table.keywords("Kong") == set()

    @does_not("Angelic Protector")
    def test_angelic_protector_cannot_target_untargetable_champion(self) -> None:
        table = Table(a=Start(in_play=["Kong", "Steel Golem"], hand=["Angelic Protector"]))
        table.a.plays("Angelic Protector")
        table.a.cannot("5.20.4").targets("Steel Golem")


class TestFaithfulPegasus:
    SQUAD = ("Faithful Pegasus", "Human Token", "Human Token", "Wolf Token")

    @does("Faithful Pegasus")
    def test_faithful_pegasus_attacking_adds_airborne_human_to_attack(self) -> None:
        table = Table(a=Start(in_play=self.SQUAD), b=Start(in_play=["Wolf Token"]))
        table.a.attacks("Faithful Pegasus")
        table.a.says_yes()
        assert table.candidates == ["Human Token", "Human Token"]
        table.a.chooses("Human Token#2")
        assert table.champion("Human Token#2").attacking
        assert table.stance("Human Token#2") == "expended"
        assert "airborne" in table.keywords("Human Token#2")
        table.all_pass()
        assert table.step == "before-damage"  # no one of B can block airborne champions
        table.all_pass()
        assert table.b.health == 27

    def test_faithful_pegasus_when_declined_attacks_alone(self) -> None:
        table = Table(a=Start(in_play=self.SQUAD))
        table.a.attacks("Faithful Pegasus")
        table.a.says_no()
        assert not table.champion("Human Token").attacking

    @does_not("Faithful Pegasus")
    def test_faithful_pegasus_does_not_add_deploying_or_expended_human(self) -> None:
        """Rules 4.4.1 and 5.17.1: it attacks, so it must be able to."""
        human: list[str | Put] = [
            Put("Human Token", deploying=True),
            Put("Human Token", stance=1),
            "Human Token",
            "Human Token",
        ]
        table = Table(a=Start(in_play=[*human, "Faithful Pegasus"]))
        table.a.attacks("Faithful Pegasus")
        table.a.says_yes()
        pending = table.state.pending
        assert pending is not None
        assert set(pending.candidates) == {
            table.champion("Human Token#3").oid,
            table.champion("Human Token#4").oid,
        }

    def test_faithful_pegasus_without_able_human_asks_nothing(self) -> None:
        table = Table(a=Start(in_play=["Faithful Pegasus", "Wolf Token", Put("Human Token", deploying=True)]))
        table.a.attacks("Faithful Pegasus")
        assert table.asks == ("A", "act")

    def test_faithful_pegasus_blocking_adds_human_to_block_of_airborne_attacker(self) -> None:
        table = Table(a=Start(in_play=["Angel of Light"]), b=Start(in_play=self.SQUAD))
        table.a.attacks("Angel of Light")
        table.all_pass()
        assert table.candidates == ["Faithful Pegasus"]
        table.b.blocks("Faithful Pegasus")
        table.b.says_yes()
        table.b.chooses("Human Token#1")
        assert table.stance("Human Token#1") == "flipped"
        assert table.champion("Human Token#1").blocking
        table.all_pass()
        table.a.assigns({("Angel of Light", "Faithful Pegasus"): 4, ("Angel of Light", "Human Token#1"): 1})
        assert table.b.in_play == ["Human Token", "Wolf Token"]
        assert table.a.in_play == ["Angel of Light"]
        assert table.b.health == 30

    def test_faithful_pegasus_tribute_recycles(self) -> None:
        table = Table(a=Start(hand=["Faithful Pegasus"], discard=["Kong", "Muse"], deck=["Plague"]))
        table.a.plays("Faithful Pegasus")
        table.a.chooses("Kong", "Muse")
        assert table.a.hand == ["Plague"]
        assert table.a.discard == []


class TestLordOfTheArena:
    @does("Lord of the Arena")
    def test_lord_of_the_arena_played_gains_offense_and_attacks_at_once(self) -> None:
        table = Table(a=Start(hand=["Lord of the Arena"]))
        table.a.plays("Lord of the Arena")
        assert table.offense("Lord of the Arena") == 13
        assert "unbreakable" in table.keywords("Lord of the Arena")
        table.a.attacks("Lord of the Arena")
        assert table.phase == "battle"

    def test_lord_of_the_arena_after_good_card_gains_offense_again(self) -> None:
        table = Table(a=Start(in_play=["Lord of the Arena"], hand=["Ceasefire"]))
        assert table.offense("Lord of the Arena") == 5
        table.a.plays("Ceasefire")
        assert table.offense("Lord of the Arena") == 13

    @does_not("Lord of the Arena")
    @shows("5.18.2", "RB:keywords-and-terms/ally-abilities")
    def test_lord_of_the_arena_after_free_or_other_card_gains_no_offense(self) -> None:
        table = Table(a=Start(in_play=["Lord of the Arena"], hand=["Brave Squire", "Hurricane"]))
        table.a.plays("Hurricane", mode=0)
        assert table.offense("Lord of the Arena") == 5
        table.a.plays("Brave Squire")
        table.a.targets("Human Token")
        assert table.offense("Lord of the Arena") == 5

    def test_lord_of_the_arena_must_be_blocked_by_able_champion(self) -> None:
        table = Table(a=Start(in_play=["Lord of the Arena"]), b=Start(in_play=["Muse", "Kong"]))
        table.a.attacks("Lord of the Arena")
        table.all_pass()
        assert table.asks == ("B", "block")
        table.b.cannot("3.3.1").blocks()
        table.b.blocks("Muse")
        assert table.step == "before-damage"

    def test_lord_of_the_arena_can_be_unblocked_without_able_champion(self) -> None:
        table = Table(a=Start(in_play=["Lord of the Arena"]), b=Start(in_play=[Put("Kong", stance=1)]))
        table.a.attacks("Lord of the Arena")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 25


class TestNobleUnicorn:
    @shows("I-57")
    def test_noble_unicorn_played_draws_once_without_triggering_its_own_ally(self) -> None:
        """I-57: a champion that is being played is not in play yet and does not trigger its own ally ability."""
        table = Table(a=Start(hand=["Noble Unicorn"], deck=["Muse", "Plague"]))
        table.a.plays("Noble Unicorn")
        assert table.a.hand == ["Muse"]

    @does("Noble Unicorn")
    def test_noble_unicorn_after_1_cost_good_card_draws(self) -> None:
        table = Table(a=Start(in_play=["Noble Unicorn"], hand=["Ceasefire"]))
        table.a.plays("Ceasefire")
        assert len(table.a.hand) == 3

    def test_noble_unicorn_after_free_card_draws_nothing(self) -> None:
        table = Table(a=Start(in_play=["Noble Unicorn"], hand=["Priest of Kalnor"]))
        table.a.plays("Priest of Kalnor")
        table.a.resolves("Priest of Kalnor", 0)
        assert table.a.hand == []

    @does_not("Noble Unicorn")
    def test_noble_unicorn_after_card_of_opponent_draws_nothing(self) -> None:
        table = Table(a=Start(in_play=["Noble Unicorn"]), b=Start(hand=["Ceasefire"]))
        table.a.passes()
        table.b.plays("Ceasefire")
        assert table.a.hand == []


class TestPalaceGuard:
    @does("Palace Guard")
    def test_palace_guard_tribute_banishes_target(self) -> None:
        table = Table(a=Start(hand=["Palace Guard"]), b=Start(in_play=["Kong", "Steel Golem"]))
        table.a.plays("Palace Guard")
        table.a.says_yes()
        assert table.candidates == ["Kong", "Palace Guard"]
        table.a.targets("Kong")
        assert table.b.in_play == ["Steel Golem"]
        assert table.b.discard == []
        assert table.b.deck[-1] == "Kong"

    @does_not("Palace Guard")
    def test_palace_guard_when_declined_banishes_nothing(self) -> None:
        table = Table(a=Start(hand=["Palace Guard"]), b=Start(in_play=["Kong"]))
        table.a.plays("Palace Guard")
        table.a.says_no()
        assert table.b.in_play == ["Kong"]
        assert table.a.in_play == ["Palace Guard"]


class TestPriestOfKalnor:
    @does("Priest of Kalnor")
    def test_priest_of_kalnor_gains_health_and_with_loyalty_protects_target(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Priest of Kalnor", "Ceasefire", "Plague", "Palace Guard"]))
        table.a.plays("Priest of Kalnor")
        table.a.resolves("Priest of Kalnor", 0)
        assert table.a.health == 34
        table.a.reveals("Ceasefire", "Palace Guard")
        table.a.targets("Kong")
        assert {"unbreakable", "untargetable"} <= table.keywords("Kong")
        assert table.a.gold == 1

    @does_not("Priest of Kalnor")
    def test_priest_of_kalnor_without_loyalty_protects_no_champion(self) -> None:
        table = Table(a=Start(in_play=["Kong"], hand=["Priest of Kalnor", "Ceasefire", "Plague"]))
        table.a.plays("Priest of Kalnor")
        table.a.resolves("Priest of Kalnor", 1)
        assert table.a.health == 34
        assert table.keywords("Kong") == set()


class TestWatchfulGargoyle:
    @does("Watchful Gargoyle")
    @shows("RB:keywords-and-terms/alignment")
    def test_watchful_gargoyle_played_recycles(self) -> None:
        table = Table(
            a=Start(hand=["Watchful Gargoyle"], discard=["Kong", "Muse", "Plague"], deck=["Wither"], filler=1)
        )
        table.a.plays("Watchful Gargoyle")
        table.a.chooses("Kong", "Plague")
        assert table.a.discard == ["Muse"]
        assert table.a.hand == ["Wither"]
        assert sorted(table.a.deck) == ["Kong", "Lurking Giant", "Plague"]

    def test_watchful_gargoyle_declining_recycle_draws_nothing(self) -> None:
        table = Table(a=Start(hand=["Watchful Gargoyle"], discard=["Kong", "Muse"]))
        table.a.plays("Watchful Gargoyle")
        table.a.chooses()
        assert table.a.discard == ["Kong", "Muse"]
        assert table.a.hand == []

    @does_not("Watchful Gargoyle")
    def test_watchful_gargoyle_with_one_card_in_discard_does_not_recycle(self) -> None:
        table = Table(a=Start(hand=["Watchful Gargoyle"], discard=["Kong"]))
        table.a.plays("Watchful Gargoyle")
        assert table.asks == ("A", "act")
        assert table.a.discard == ["Kong"]

    @shows("5.14", "5.14.1", "RB:keywords-and-terms/ambush")
    def test_watchful_gargoyle_can_be_played_on_turn_of_opponent(self) -> None:
        table = Table(a=Start(in_play=["Kong"]), b=Start(hand=["Watchful Gargoyle"]))
        table.a.attacks("Kong")
        table.a.passes()
        table.b.plays("Watchful Gargoyle")
        assert table.b.in_play == ["Watchful Gargoyle"]


class TestWhiteDragon:
    @does("White Dragon")
    def test_white_dragon_after_1_cost_good_card_recycles(self) -> None:
        table = Table(
            a=Start(hand=["Noble Unicorn", "White Dragon"], discard=["Kong", "Muse"], deck=["Plague", "Wither"])
        )
        table.a.plays("Noble Unicorn")
        table.a.plays("White Dragon")
        table.a.chooses("Kong", "Muse")
        assert table.a.hand == ["Plague", "Wither"]

    def test_white_dragon_after_other_cards_does_not_recycle(self) -> None:
        table = Table(a=Start(hand=["Hurricane", "White Dragon"], discard=["Kong", "Muse"]))
        table.a.plays("Hurricane", mode=0)
        table.a.plays("White Dragon")
        assert table.asks == ("A", "act")
        assert table.a.discard == ["Hurricane", "Kong", "Muse"]

    @does_not("White Dragon")
    def test_white_dragon_after_good_card_of_earlier_turn_does_not_recycle(self) -> None:
        table = Table(a=Start(in_play=[], hand=["Ceasefire", "White Dragon"], discard=["Kong", "Muse"]))
        table.a.plays("Ceasefire")
        table.next_turn()
        table.next_turn()
        table.a.plays("White Dragon")
        assert table.asks == ("A", "act")


class TestWhiteKnight:
    def test_white_knight_tribute_draws_and_loyalty_gives_blitz(self) -> None:
        table = Table(a=Start(hand=["White Knight", "Ceasefire", "Palace Guard"], deck=["Muse"]))
        table.a.plays("White Knight")
        table.a.resolves("White Knight", 0)
        assert "Muse" in table.a.hand
        table.a.reveals("Ceasefire", "Palace Guard")
        assert "blitz" in table.keywords("White Knight")
        table.a.attacks("White Knight")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 21
        table.next_turn()
        assert "blitz" in table.keywords("White Knight")  # 5.3.7: as long as it stays in play

    @does("White Knight")
    @shows("5.20.3", "RB:powers-and-abilities/powers", "RB:keywords-and-terms/expend")
    def test_white_knight_expended_breaks_evil_champion(self) -> None:
        table = Table(a=Start(in_play=["White Knight"]), b=Start(in_play=["Guilt Demon", "Demon Token", "Muse"]))
        table.a.uses("White Knight", 2)
        assert table.candidates == ["Demon Token", "Guilt Demon"]
        table.a.targets("Guilt Demon")
        assert table.b.in_play == ["Demon Token", "Muse"]
        assert table.stance("White Knight") == "expended"
        table.a.cannot("3.5.3").uses("White Knight", 2)

    @does_not("White Knight")
    @shows("5.17.1")
    def test_white_knight_without_blitz_cannot_be_used_or_attack_while_deploying(self) -> None:
        knight = Put("White Knight", deploying=True)
        table = Table(a=Start(in_play=[knight]), b=Start(in_play=["Guilt Demon", "Demon Token"]))
        table.a.cannot("5.17.1").uses("White Knight", 2)
        table.a.cannot("5.17.1").attacks("White Knight")
