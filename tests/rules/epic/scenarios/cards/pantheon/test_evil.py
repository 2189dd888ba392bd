"""Evil cards of the Pantheon packs."""

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Start, Table


class TestNecromancerApprentice:
    @does("Necromancer Apprentice")
    def test_necromancer_apprentice_banishing_champion_makes_zombie(self) -> None:
        table = Table(a=Start(in_play=["Necromancer Apprentice"]), b=Start(discard=["Kong", "Lash"]))
        table.a.uses("Necromancer Apprentice", 0)
        table.a.targets("Kong")
        assert table.b.discard == ["Lash"]
        assert table.b.deck[-1] == "Kong"
        assert table.a.in_play == ["Necromancer Apprentice", "Zombie Token"]

    @does_not("Necromancer Apprentice")
    def test_necromancer_apprentice_banishing_event_makes_no_zombie(self) -> None:
        table = Table(a=Start(in_play=["Necromancer Apprentice"], discard=["Lash"]))
        table.a.uses("Necromancer Apprentice", 0)
        assert table.a.discard == []
        assert table.a.in_play == ["Necromancer Apprentice"]

    def test_necromancer_apprentice_with_blitz_can_be_used_at_once_and_only_once(self) -> None:
        table = Table(a=Start(hand=["Necromancer Apprentice"]), b=Start(discard=["Kong", "Muse"]))
        table.a.plays("Necromancer Apprentice")
        table.a.uses("Necromancer Apprentice", 0)
        table.a.targets("Muse")
        table.a.cannot("3.5.3").uses("Necromancer Apprentice", 0)


class TestSteedOfZaltessa:
    @does("Steed of Zaltessa")
    def test_steed_of_zaltessa_damaging_player_prevents_their_health_gain_this_turn(self) -> None:
        table = Table(a=Start(hand=["Steed of Zaltessa", "Wither", "Plague"]), b=Start(hand=["Scara's Gift"]))
        table.a.plays("Steed of Zaltessa")
        table.a.reveals("Plague", "Wither")
        table.a.targets("B")
        assert table.b.health == 25
        table.a.attacks("Steed of Zaltessa")
        table.a.passes()
        table.b.plays("Scara's Gift")
        table.b.targets("A")
        assert (table.a.health, table.b.health) == (28, 25)

    @does_not("Steed of Zaltessa")
    def test_steed_of_zaltessa_health_can_be_gained_again_next_turn(self) -> None:
        table = Table(a=Start(in_play=["Steed of Zaltessa"]), b=Start(hand=["Scara's Gift"]))
        table.a.attacks("Steed of Zaltessa")
        table.all_pass()
        table.all_pass()
        assert table.b.health == 24
        table.next_turn()
        table.b.plays("Scara's Gift")
        table.b.targets("A")
        assert table.b.health == 26

    def test_steed_of_zaltessa_does_not_prevent_health_gain_of_undamaged_player(self) -> None:
        table = Table(a=Start(in_play=["Steed of Zaltessa"], hand=["Scara's Gift"]))
        table.a.attacks("Steed of Zaltessa")
        table.all_pass()
        table.all_pass()
        table.a.plays("Scara's Gift")
        table.a.targets("B")
        assert (table.a.health, table.b.health) == (32, 22)


class TestHeraldOfScara:
    @does("Herald of Scara")
    def test_herald_of_scara_with_unknown_deck_reveals_by_chance(self) -> None:
        table = Table(a=Start(hand=["Herald of Scara"]))
        deck = table.state.seats[0].deck
        deck[:] = [tuple(cid for group in deck for cid in group)]
        table.a.plays("Herald of Scara")
        assert table.asks == ("A", "act")

    @does_not("Herald of Scara")
    def test_herald_of_scara_without_evil_card_takes_none(self) -> None:
        table = Table(a=Start(hand=["Herald of Scara"], deck=["Kong", "Muse", "Ceasefire"]))
        table.a.plays("Herald of Scara")
        assert table.a.hand == []

    def test_herald_of_scara_with_mixed_deck_asks_chance_for_each_card(self) -> None:
        table = Table(a=Start(hand=["Herald of Scara"], deck=["Kong", "Wither", "Muse", "Lash"], filler=0))
        deck = table.state.seats[0].deck
        deck[:] = [tuple(sorted(cid for group in deck for cid in group))]
        table.a.plays("Herald of Scara")
        for name in ("Wither", "Lash", "Kong"):
            assert table.asks == ("chance", "draw")
            table.draws(name)
        table.a.says_yes()
        assert table.a.hand == ["Wither"]
        assert table.a.deck == ["Muse", "Kong", "Lash"]
