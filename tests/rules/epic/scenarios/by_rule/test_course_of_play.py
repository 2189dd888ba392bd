"""Chapters 3 and 4: rules of plays, abilities and the turn without another scenario."""

import pytest

from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import CR, RB, Put, Start, Table

BOTH = pytest.mark.parametrize("version", [RB, CR])


@shows("3.2.6", "I-68")
def test_3_2_6_player_of_a_card_keeps_initiative_on_either_turn() -> None:
    table = Table(a=Start(hand=["Hurricane"]), b=Start(hand=["Flash Fire", "Hurricane"]))
    table.a.plays("Hurricane")
    assert table.asks == ("A", "act")
    table.a.passes()
    table.b.plays("Flash Fire")
    assert table.asks == ("B", "act")
    table.b.plays("Hurricane")
    assert table.asks == ("B", "act")


@shows("3.3", "3.3.2", "3.3.1", "RB:powers-and-abilities", "RB:powers-and-abilities/abilities")
def test_3_3_2_continuous_ability_affects_untargetable_champion() -> None:
    table = Table(a=Start(in_play=["Jungle Queen", "Kong"]))
    table.champion("Kong").until_end += (("keyword", "untargetable"),)
    table.state.values.clear()
    assert (table.offense("Kong"), table.keywords("Kong")) == (14, {"untargetable"})


@shows("4.0", "RB:the-turn-sequence", "4.5", "4.5.2")
def test_4_0_turn_has_start_main_battle_and_end_phases() -> None:
    table = Table(a=Start(in_play=["Kong"]))
    phases = [table.phase]
    table.a.attacks("Kong")
    phases.append(table.phase)
    for _ in ("before blocks", "before damage"):
        table.all_pass()
        phases.append(table.phase)
    begun = len(table.state.log)
    table.next_turn()
    kinds = [event.kind for event in table.state.log[begun:]]
    assert phases == ["main", "battle", "battle", "main"]
    order = [kind for kind in kinds if kind in {"end-phase", "turn-ends", "turn", "main"}]
    assert order == ["end-phase", "turn-ends", "turn", "main"]


@shows("4.1", "4.1.2")
def test_4_1_play_without_initiative_is_illegal() -> None:
    table = Table(a=Start(hand=["Lash"], in_play=["Kong"]), b=Start(hand=["Flash Fire"]))
    table.b.cannot("4.1.2").plays("Flash Fire")
    table.a.passes()
    table.a.cannot("4.1.2").plays("Lash")
    table.b.plays("Flash Fire")


@shows("4.2.1", "4.2.5", "4.2.6", "I-34", "I-107")
def test_4_2_6_start_phase_triggers_resolve_before_any_play() -> None:
    table = Table(a=Start(hand=["Hurricane"]), b=Start(in_play=["Muse"], hand=["Flash Fire"]))
    table.next_turn()
    assert (table.phase, table.asks) == ("start", ("B", "may"))
    table.b.cannot("4.2.1").plays("Flash Fire")
    table.a.cannot("4.2.1").plays("Hurricane")
    table.b.says_yes()
    assert (table.phase, table.asks) == ("main", ("B", "act"))


@shows("4.2.3", "4.2.4", "4.2.6", "3.2.5a", "3.4.2")
def test_4_2_6_draw_trigger_resolves_after_preparing_with_turn_triggers() -> None:
    table = Table(b=Start(in_play=[Put("Citadel Scholar", stance=1), "Muse"]))
    table.next_turn()
    assert (table.asks, table.stance("Citadel Scholar")) == (("B", "order"), "prepared")
    table.b.resolves("Muse", 0)
    table.b.says_yes()
    assert (table.phase, table.offense("Citadel Scholar")) == ("main", 2)


@shows("4.2.4", "I-37")
def test_4_2_4_champion_expended_on_turn_of_opponent_stays_expended() -> None:
    table = Table(b=Start(in_play=["Forcemage Apprentice"]))
    table.a.passes()
    table.b.uses("Forcemage Apprentice", 0)
    table.b.targets("A")
    table.b.passes()
    table.next_turn()
    assert table.stance("Forcemage Apprentice") == "prepared"
    assert table.state.turn == 1


@shows("4.2.4", "I-35")
def test_4_2_4_champion_entering_after_preparing_is_deploying() -> None:
    table = Table(a=Start(), b=Start(in_play=["Angel of Mercy"], discard=["Palace Guard"]))
    table.next_turn()
    table.b.says_yes()
    assert table.asks == ("B", "may")
    table.b.says_no()
    table.b.cannot("5.17.1").attacks("Palace Guard")


@shows("4.4.2", "3.4.1")
@BOTH
def test_4_4_2_attack_triggers_resolve_before_any_play(version: str) -> None:
    table = Table(a=Start(in_play=["Guilt Demon"]), b=Start(discard=["Muse", "Lash"]), version=version)
    table.a.attacks("Guilt Demon")
    assert (table.step, table.asks) == ("attackers", ("A", "may"))
    table.b.cannot("4.1.2").passes()
    table.a.says_no()
    assert (table.step, table.asks) == ("before-blocks", ("A", "act"))


@shows("4.4.7")
@BOTH
def test_4_4_7_block_triggers_resolve_before_plays_after_blocks(version: str) -> None:
    table = Table(
        a=Start(in_play=["Muse"]),
        b=Start(in_play=["Faithful Pegasus", "Human Token", "Human Token"]),
        version=version,
    )
    table.a.attacks("Muse")
    table.all_pass()
    table.b.blocks("Faithful Pegasus")
    assert (table.step, table.asks) == ("blocks", ("B", "may"))
    table.b.says_yes()
    table.b.chooses("Human Token#2")
    assert table.step == "before-damage"
    assert table.stance("Human Token#2") == "flipped"


@shows("4.4.13", "2.1.6")
@BOTH
def test_4_4_13_lethal_damage_breaks_after_all_damage_is_dealt(version: str) -> None:
    table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=[Put("Triceratops", damage=1)]), version=version)
    table.a.attacks("Kong")
    table.all_pass()
    table.b.blocks("Triceratops")
    table.all_pass()
    kinds = [event.kind for event in table.state.log if event.kind in {"damage", "break"}]
    assert kinds[:2] == ["damage", "damage"]
    assert "Triceratops" in table.b.discard


@shows("3.1.1", "4.4.1", "I-67")
def test_4_4_1_attack_without_champion_is_illegal() -> None:
    Table(a=Start(in_play=["Kong"])).a.cannot("4.4.1").attacks()


@shows("4.5.2", "I-44")
def test_4_5_2a_end_phase_triggers_begin_with_turn_player() -> None:
    table = Table(a=Start(in_play=[Put("Sea Hydra", damage=1)]), b=Start(in_play=[Put("Sea Hydra", damage=2)]))
    for champion in (*table.state.seats[0].champions, *table.state.seats[1].champions):
        champion.hurt = champion.damage
    table.next_turn()
    assert [event.args[0] for event in table.state.log if event.kind == "resolve"] == [0, 1]


@shows("I-30", "RB:getting-started")
def test_first_player_is_argument_of_new_game() -> None:
    assert [Table(turn=name).state.turn for name in "AB"] == [0, 1]
