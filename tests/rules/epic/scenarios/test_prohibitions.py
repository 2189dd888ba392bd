"""What players and champions are kept from."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Side, Table


class TestTheGudgeon:
    @does("The Gudgeon")
    def test_draws_two_and_nobody_can_target_its_player(self) -> None:
        table = Table(a=Side(hand=["The Gudgeon"], deck=["Kong", "Muse"]), b=Side(in_play=["Forcemage Apprentice"]))
        table.a.plays("The Gudgeon")
        assert table.a.hand == ["Kong", "Muse"]
        table.next_turn()
        table.b.uses("Forcemage Apprentice", 0)
        table.b.cannot("5.20.4").targets("A")

    @does_not("The Gudgeon")
    def test_does_not_shield_from_what_does_not_target(self) -> None:
        table = Table(a=Side(in_play=["The Gudgeon"]), b=Side(hand=["Flash Fire"]))
        table.a.passes()
        table.b.plays("Flash Fire", mode=0)
        assert (table.a.health, table.a.in_play) == (28, [])

    def test_its_own_player_cannot_target_themselves_either(self) -> None:
        table = Table(a=Side(in_play=["The Gudgeon", "Pyromancer"]))
        table.a.uses("Pyromancer", 1)
        assert table.candidates == ["B", "Pyromancer", "The Gudgeon"]


class TestElderGreatwurm:
    @does("Elder Greatwurm")
    def test_gains_no_keyword(self) -> None:
        table = Table(a=Side(in_play=["Elder Greatwurm"], hand=["Lash"]))
        table.a.plays("Lash")
        assert table.keywords("Elder Greatwurm") == set()
        assert table.cited("5.0.4")

    @does_not("Elder Greatwurm")
    def test_offense_is_no_ability(self) -> None:
        table = Table(a=Side(in_play=["Elder Greatwurm"], hand=["Lash"]))
        table.a.plays("Lash")
        assert table.offense("Elder Greatwurm") == 34


def test_whoever_has_lost_all_abilities_forbids_nothing() -> None:
    table = Table(a=Side(in_play=["Muse"], hand=["Scara's Gift"]), b=Side(in_play=["Kalani, Woodreader"]))
    table.champion("Kalani, Woodreader").until_end = (("lost", "abilities"),)
    table.state.views.clear()
    table.a.plays("Scara's Gift")
    table.a.targets("B")
    assert (table.a.health, table.b.health) == (32, 28)
