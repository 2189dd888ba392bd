"""Prohibitions for players and champions."""

from rules.engine.decision import Action
from rules.epic.engine import ENGINE
from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Start, Table


class TestTheGudgeon:
    @does("The Gudgeon")
    def test_the_gudgeon_draws_two_and_makes_its_player_untargetable(self) -> None:
        table = Table(a=Start(hand=["The Gudgeon"], deck=["Kong", "Muse"]), b=Start(in_play=["Forcemage Apprentice"]))
        table.a.plays("The Gudgeon")
        assert table.a.hand == ["Kong", "Muse"]
        table.next_turn()
        table.b.uses("Forcemage Apprentice", 0)
        table.b.cannot("5.20.4").targets("A")

    @does_not("The Gudgeon")
    def test_the_gudgeon_does_not_prevent_untargeted_effects(self) -> None:
        table = Table(a=Start(in_play=["The Gudgeon"]), b=Start(hand=["Flash Fire"]))
        table.a.passes()
        table.b.plays("Flash Fire", mode=0)
        assert (table.a.health, table.a.in_play) == (28, [])

    def test_the_gudgeon_forbids_its_own_player_as_target(self) -> None:
        table = Table(a=Start(in_play=["The Gudgeon", "Pyromancer"]))
        table.a.uses("Pyromancer", 1)
        assert table.candidates == ["B", "Pyromancer", "The Gudgeon"]


class TestElderGreatwurm:
    @does("Elder Greatwurm")
    def test_elder_greatwurm_gains_no_keyword(self) -> None:
        table = Table(a=Start(in_play=["Elder Greatwurm"], hand=["Lash"]))
        table.a.plays("Lash")
        assert table.keywords("Elder Greatwurm") == set()
        assert table.cited("5.0.4")

    @does_not("Elder Greatwurm")
    def test_elder_greatwurm_gains_offense(self) -> None:
        table = Table(a=Start(in_play=["Elder Greatwurm"], hand=["Lash"]))
        table.a.plays("Lash")
        assert table.offense("Elder Greatwurm") == 34

    @shows("I-153", "5.0.8")
    def test_elder_greatwurm_in_hand_can_have_ambush(self) -> None:
        """I-153: its own text counts in play."""
        table = Table(a=Start(), b=Start(in_play=["Jungle Queen"], hand=["Elder Greatwurm", "Triceratops"]))
        table.a.passes()
        table.b.plays("Elder Greatwurm")
        assert table.b.in_play == ["Elder Greatwurm", "Jungle Queen"]
        assert (table.offense("Elder Greatwurm"), table.keywords("Elder Greatwurm")) == (31, set())
        assert [event.kind for event in table.state.log if "I-153" in event.rules] == ["play"]

    @shows("I-153")
    def test_elder_greatwurm_in_hand_gains_no_ambush_by_option_of_i_153(self) -> None:
        table = Table(
            a=Start(),
            b=Start(in_play=["Jungle Queen"], hand=["Elder Greatwurm", "Triceratops"]),
            choices=(("I-153", 1),),
        )
        table.a.passes()
        greatwurm = next(cid for cid in table.state.seats[1].hand if table.name(cid) == "Elder Greatwurm")
        why = "Elder Greatwurm has no ambush and never gains any (I-153): a champion is played on its player's own turn"
        reasons = ENGINE.check(table.state, Action(1, "play", (greatwurm,)))
        assert [reason.text for reason in reasons] == [f"{why} (3.2.3a)."]
        table.b.plays("Triceratops")
        assert not table.cited("I-153")

    def test_elder_greatwurm_on_own_turn_does_not_cite_i_153(self) -> None:
        table = Table(a=Start(in_play=["Jungle Queen"], hand=["Elder Greatwurm"]))
        table.a.plays("Elder Greatwurm")
        assert not table.cited("I-153")


def test_kalani_without_abilities_does_not_prevent_health_gain() -> None:
    table = Table(a=Start(in_play=["Muse"], hand=["Scara's Gift"]), b=Start(in_play=["Kalani, Woodreader"]))
    table.champion("Kalani, Woodreader").until_end = (("lost", "abilities"),)
    table.state.values.clear()
    table.a.plays("Scara's Gift")
    table.a.targets("B")
    assert (table.a.health, table.b.health) == (32, 28)
