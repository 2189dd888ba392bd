"""Texts of promos that later printings replaced."""

import pytest

from rules.epic.cards import PRINTINGS, Card, CardSet
from rules.epic.state import EpicState
from tests.rules.epic.engine.modified_cards import reprint
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import Put, Start, Table


def promo(name: str) -> Card:
    return next(card for card in PRINTINGS if card.name == name and card.set is CardSet.PROMO)


def with_promo(name: str, a: Start, b: Start | None = None) -> Table:
    table = Table(a, b)
    reprint(table.state, name, *promo(name).text)
    return table


def test_every_printing_of_every_product_is_playable() -> None:
    assert [card.name for card in PRINTINGS if not card.playable] == []


class TestScrapGolem:
    def golem(self, a: Start, b: Start | None = None) -> Table:
        return with_promo("Scrap Golem", a, b)

    @shows("5.3.1", "I-55")
    @pytest.mark.parametrize("event", ["", "Surprise Attack"])
    def test_scrap_golem_played_from_hand_asks_for_loyalty(self, event: str) -> None:
        table = self.golem(Start(hand=["Scrap Golem", "Erase", "Reset", *[event] * bool(event)]))
        table.a.plays(event or "Scrap Golem")
        if event:
            table.a.says_yes()
            table.a.chooses("Scrap Golem")
        table.a.reveals("Erase", "Reset")
        assert table.keywords("Scrap Golem") == {"blitz"}

    @shows("5.3.1")
    def test_scrap_golem_put_into_play_from_discard_has_no_loyalty(self) -> None:
        table = self.golem(Start(hand=["Final Task", "Erase", "Reset"], discard=["Scrap Golem"]))
        table.a.plays("Final Task", mode=1)
        assert (table.asks, table.a.in_play) == (("A", "act"), ["Scrap Golem"])

    @shows("2.3.6", "2.3.3", "I-73")
    def test_scrap_golem_copy_has_its_name_values_and_power_and_is_token(self) -> None:
        table = self.golem(Start(in_play=[Put("Scrap Golem", plus=2, damage=3)], discard=["Kong", "Lash"]))
        table.a.uses("Scrap Golem", 1)
        table.a.chooses("Kong")
        assert table.a.in_play == ["Scrap Golem"] * 2
        copy = table.champion("Scrap Golem#2")
        assert (table.offense("Scrap Golem#2"), table.defense("Scrap Golem#2"), copy.damage) == (6, 6, 0)
        assert table.state.printed_of(copy.oid).is_token
        table.a.cannot("5.17.1").uses("Scrap Golem#2", 1)

    @shows("2.3.6", "2.3.5", "I-73")
    def test_scrap_golem_copy_makes_copies_and_leaves_no_card_in_other_zones(self) -> None:
        table = self.golem(
            Start(in_play=["Scrap Golem"], discard=["Kong", "Lash", "Muse"]),
            Start(hand=["Erase"], in_play=["Kong"]),
        )
        table.a.uses("Scrap Golem", 1)
        table.a.chooses("Kong")
        table.next_turn()
        table.next_turn()
        table.a.uses("Scrap Golem#2", 1)
        table.a.chooses("Lash")
        kinds = [champion.cid for champion in table.state.seats[0].champions]
        assert (len(kinds), kinds[1] == kinds[2], kinds[0] == kinds[1]) == (3, True, False)
        hand = table.a.hand
        table.a.passes()
        table.b.plays("Erase")
        table.b.targets("A/Scrap Golem#3")
        assert (table.a.in_play, table.a.hand) == (["Scrap Golem"] * 2, hand)

    @shows("2.3.6")
    def test_scrap_golem_copy_is_restored_from_json(self) -> None:
        table = self.golem(Start(in_play=["Scrap Golem"], discard=["Kong"]))
        table.a.uses("Scrap Golem", 1)
        again = EpicState.from_json(table.state.to_json())
        assert [again.table[champion.cid].is_token for champion in again.seats[0].champions] == [False, True]


class TestTeleport:
    @shows("I-52", "2.6.3")
    def test_teleport_expends_or_gives_blitz_and_draws_in_both_modes(self) -> None:
        for option, position, keywords in ((0, "expended", set[str]()), (1, "prepared", {"blitz"})):
            table = with_promo("Teleport", Start(hand=["Teleport"], in_play=["Burrowing Wurm"]))
            table.a.plays("Teleport")
            table.a.takes_mode(option)
            assert (table.stance("Burrowing Wurm"), len(table.a.hand)) == (position, 1)
            assert table.keywords("Burrowing Wurm") == {"breakthrough", *keywords}


class TestForbiddenResearch:
    @shows("5.0.2", "5.9.4")
    def test_forbidden_research_recall_is_paid_by_breaking_champion(self) -> None:
        table = with_promo("Forbidden Research", Start(discard=["Forbidden Research"], in_play=["Muse", "Kong"]))
        table.a.uses("Forbidden Research", 1)
        table.a.chooses("Muse")
        assert (table.a.hand, table.a.in_play, table.a.discard) == (["Forbidden Research"], ["Kong"], ["Muse"])
