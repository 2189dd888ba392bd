"""One scenario of our own for each example of the Complete Rules, with real cards.

Examples that another scenario shows already are marked there; each test here is named after its rule.
"""

from rules.epic.board.continuous import current_values
from rules.epic.state import clear_values
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import CR, Put, Start, Table


def gains(table: Table, name: str, *keywords: str) -> None:
    table.champion(name).until_end += tuple(("keyword", word) for word in keywords)
    clear_values(table.state)


@shows("1.7.2")
def test_1_7_2_discarding_more_than_hand_discards_all() -> None:
    table = Table(a=Start(hand=["Thought Plucker"]), b=Start(hand=["Kong"]))
    table.a.plays("Thought Plucker")
    assert (table.b.hand, table.b.discard) == ([], ["Kong"])
    table = Table(a=Start(hand=["Thought Plucker"], deck=["Lash"]))
    table.a.plays("Thought Plucker")
    assert (table.b.discard, table.a.hand) == ([], ["Lash"])


@shows("2.1.4", "3.3.1")
def test_2_1_4_thundarus_strengthens_class_dragon() -> None:
    table = Table(a=Start(in_play=["Thundarus", "White Dragon", "Kong"]), b=Start(in_play=["White Dragon"]))
    printed = table.offense("B/White Dragon")
    assert (table.offense("A/White Dragon"), table.offense("Kong"), table.offense("Thundarus")) == (printed + 5, 13, 10)


@shows("2.3.5a", "I-70")
def test_2_3_5a_breaking_token_triggers_abilities() -> None:
    table = Table(a=Start(in_play=["Drinker of Blood", "Pyromancer"]), b=Start(in_play=["Wolf Token"]))
    table.a.uses("Pyromancer", 1)
    table.a.targets("Wolf Token")
    assert (table.a.health, table.b.health, table.b.discard) == (32, 28, [])


@shows("2.5.3", "3.3.1")
def test_2_5_3_human_token_with_dark_leader_is_good_and_evil() -> None:
    table = Table(a=Start(in_play=["Dark Leader", "Human Token"]), b=Start(in_play=["Human Token"]))
    alignments = {
        name: current_values(table.state, table.champion(name)).alignments
        for name in ("A/Human Token", "B/Human Token")
    }
    assert alignments == {"A/Human Token": {"Good", "Evil"}, "B/Human Token": {"Good"}}
    assert table.offense("A/Human Token") == 2
    assert table.offense("B/Human Token") == 1


@shows("2.7[2]", "2.7[1]")
def test_2_7_djinn_of_the_sands_enters_with_three_counters() -> None:
    table = Table(a=Start(hand=["Djinn of the Sands"]))
    table.a.plays("Djinn of the Sands")
    assert table.champion("Djinn of the Sands").plus == 3
    assert (table.offense("Djinn of the Sands"), table.defense("Djinn of the Sands")) == (8, 8)


@shows("3.2.2")
def test_3_2_2_trigger_of_playing_event_resolves_after_event() -> None:
    """Hurricane breaks Fire Shaman before the ability that its announcement triggered picks a target."""
    table = Table(a=Start(in_play=["Fire Shaman"], hand=["Hurricane"]))
    table.a.plays("Hurricane", mode=1)
    assert table.a.in_play == []
    assert table.candidates == ["A", "B"]


@shows("3.2.5b", "I-48")
def test_3_2_5b_trigger_of_broken_golem_resolves_after_second_shaman() -> None:
    table = Table(
        a=Start(in_play=["Fire Shaman", "Fire Shaman"], hand=["Burrowing Wurm"]),
        b=Start(in_play=["Warrior Golem"], discard=["Kong", "Lash"]),
    )
    table.a.plays("Burrowing Wurm")
    table.a.resolves("Fire Shaman#1", table.state.batch[0].ability)
    table.a.targets("Warrior Golem")
    assert table.b.in_play == []
    assert table.asks == ("A", "target")
    table.a.targets("B")
    assert table.asks == ("B", "choose")


@shows("3.3.1")
def test_3_3_1_standard_bearer_strengthens_other_good_champions() -> None:
    table = Table(a=Start(in_play=["Standard Bearer", "Human Token", "Kong"]))
    assert [table.offense(name) for name in ("Standard Bearer", "Human Token", "Kong")] == [2, 3, 13]


@shows("3.5.3", "5.9.4", "I-63", "RB:keywords-and-terms/unbreakable")
def test_3_5_3_unbreakable_crystal_golem_cannot_pay_by_breaking() -> None:
    table = Table(a=Start(in_play=["Crystal Golem"], deck=["Kong", "Lash"]))
    gains(table, "Crystal Golem", "unbreakable")
    table.a.cannot("5.9.4").uses("Crystal Golem", 0)
    table.champion("Crystal Golem").until_end = ()
    clear_values(table.state)
    table.a.uses("Crystal Golem", 0)
    assert (table.a.hand, table.a.discard) == (["Kong", "Lash"], ["Crystal Golem"])


@shows("4.4.11a", "5.7", "I-79")
def test_4_4_11a_excess_of_mixed_group_counts_breakthrough_only() -> None:
    """Triceratops and Burrowing Wurm (18) break through, Kong does not; Sea Titan's defense is taken off their sum."""
    table = Table(
        a=Start(in_play=["Triceratops", "Burrowing Wurm", "Kong"]),
        b=Start(in_play=["Sea Titan"], health=60),
        version=CR,
    )
    excess = table.offense("Triceratops") + 18 - table.defense("Sea Titan")
    table.a.attacks("Triceratops", "Burrowing Wurm", "Kong")
    table.all_pass()
    table.b.blocks("Sea Titan")
    table.all_pass()
    while table.phase == "battle":
        pending = table.state.pending
        assert pending is not None
        if pending.kind == "assign" and pending.seat == 0:
            table.a.cannot("5.7.2").assigns({("Kong", "B"): 13})
            through = table.offense("Triceratops")
            table.a.assigns(
                {
                    ("Triceratops", "B"): through,
                    ("Burrowing Wurm", "B"): excess - through,
                    ("Burrowing Wurm", "Sea Titan"): 18 - excess + through,
                    ("Kong", "Sea Titan"): 13,
                }
            )
        else:
            table.b.assigns({("Sea Titan", "Kong"): table.offense("Sea Titan")})
    assert table.b.health == 60 - excess


@shows("5.0.3")
def test_5_0_3_untargetable_has_no_effect_in_discard_pile() -> None:
    table = Table(a=Start(hand=["Guilt Demon"]), b=Start(discard=["Crystal Golem", "Lash"]))
    table.a.plays("Guilt Demon")
    table.a.says_yes()
    assert table.candidates == ["Crystal Golem", "Lash"]


@shows("5.11.3", "5.21.2", "5.21", "5.21.1", "I-72", "RB:keywords-and-terms/transform")
def test_5_21_2_unbanishable_champion_can_be_transformed() -> None:
    table = Table(a=Start(hand=["Transform"]), b=Start(in_play=["High King"]))
    table.a.plays("Transform", mode=1)
    assert table.b.in_play == ["Wolf Token"]
    assert table.b.deck[-1] == "High King"


@shows("5.21.3", "5.21.5", "I-97", "I-77", "RB:keywords-and-terms/transform")
def test_5_21_3_transformed_attacker_becomes_new_object_outside_battle() -> None:
    table = Table(a=Start(in_play=[Put("Kong", plus=2)]), b=Start(hand=["Transform"]))
    table.a.attacks("Kong")
    table.a.passes()
    table.b.plays("Transform", mode=1)
    wolf = table.champion("Wolf Token")
    assert (wolf.plus, wolf.stance, wolf.deploying, wolf.attacking) == (0, 0, True, False)
    while table.phase == "battle":
        table.all_pass()
    assert table.b.health == 30


@shows("5.21.4")
def test_5_21_4_wolf_token_is_transformed_into_new_one() -> None:
    table = Table(a=Start(hand=["Transform"], in_play=[Put("Wolf Token", plus=3)]))
    before = table.champion("Wolf Token").oid
    table.a.plays("Transform", mode=1)
    assert (table.a.in_play, table.champion("Wolf Token").plus) == (["Wolf Token"], 0)
    assert table.champion("Wolf Token").oid != before


@shows("5.12.2")
def test_5_12_2_banishing_all_champions_includes_untargetable() -> None:
    table = Table(a=Start(hand=["Divine Judgment"]), b=Start(in_play=["Crystal Golem"]))
    table.a.plays("Divine Judgment", mode=1)
    assert (table.b.in_play, table.b.deck[-1]) == ([], "Crystal Golem")


@shows("5.18.3")
def test_5_18_3_optional_ally_ability_can_be_declined() -> None:
    table = Table(a=Start(in_play=["Infernal Gatekeeper"], hand=["Apocalypse"]))
    table.a.plays("Apocalypse")
    assert table.asks == ("A", "may")
    table.a.says_no()
    assert (table.a.health, table.a.in_play) == (30, ["Infernal Gatekeeper"])


@shows("5.20.7", "I-53")
def test_5_20_7_with_fewer_targets_than_required_takes_all() -> None:
    """Rain of Fire wants three targets; with nothing in play there are two, the players."""
    table = Table(a=Start(hand=["Rain of Fire"]))
    table.a.plays("Rain of Fire", mode=1)
    table.a.targets("B")
    assert (table.a.health, table.b.health, table.asks) == (30 - 4, 30 - 3, ("A", "act"))


@shows("I-65", "5.17.2")
def test_5_17_2_champion_changing_control_is_deploying() -> None:
    table = Table(a=Start(hand=["Turn"]), b=Start(in_play=["Kong"]))
    table.a.plays("Turn", mode=1)
    assert (table.a.in_play, table.champion("Kong").deploying) == (["Kong"], True)
    table.a.cannot("5.17.1").attacks("Kong")
