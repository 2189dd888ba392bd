"""Games of three and more: turns, battles and departing players."""

import pytest

from rules.engine.decision import Action
from rules.engine.game import Setup
from rules.epic.state import FLIPPED
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import CR, ENGINE, FILLER, RB, Put, Start, Table

FFA = "free-for-all"


def three(a: Start | None = None, b: Start | None = None, c: Start | None = None, version: str = RB) -> Table:
    return Table(a or Start(), b or Start(), c or Start(), variant=FFA, version=version)


def kinds(table: Table, kind: str) -> list[tuple[int | str, ...]]:
    return [event.args for event in table.state.log if event.kind == kind]


class TestTurns:
    @shows("RB:the-many-epic-formats/multiplayer", "I-25")
    def test_first_player_of_three_draws_in_first_turn(self) -> None:
        state = ENGINE.new_game(Setup(("A", "B", "C"), ((FILLER,) * 9,) * 3, 1, RB, FFA))
        while state.pending is not None and state.pending.kind == "mulligan":
            ENGINE.apply(state, Action(state.pending.seat, "mulligan"))
        assert [len(seat.hand) for seat in state.seats] == [5, 6, 5]

    @shows("4.2.2", "4.5.2e")
    def test_gold_spent_on_other_turn_returns_on_own_turn(self) -> None:
        """Answer E33: one gold for the own turn, and one for all the time in between."""
        table = three(a=Start(hand=["Lightning Storm"]))
        table.next_turn()
        table.b.passes()
        table.c.passes()
        table.a.plays("Lightning Storm")
        table.a.assigns({("Lightning Storm", "B"): 6})
        assert table.a.gold == 0
        table.next_turn()
        assert (table.state.turn, table.a.gold) == (2, 0)
        table.next_turn()
        assert (table.state.turn, table.a.gold) == (0, 1)

    @shows("4.1.3", "4.3.3", "I-43")
    def test_end_of_turn_gives_initiative_to_all_others_clockwise(self) -> None:
        table = three()
        table.a.passes()
        assert table.asks == ("B", "act")
        table.b.passes()
        assert table.asks == ("C", "act")
        table.c.passes()
        assert (table.state.turn, table.asks) == (1, ("B", "act"))

    @shows("4.3.3", "I-38")
    @pytest.mark.parametrize("version", [RB, CR])
    def test_end_of_turn_after_a_play_returns_to_turn_player(self, version: str) -> None:
        table = three(b=Start(hand=["Flash Fire"]), version=version)
        table.a.passes()
        table.b.plays("Flash Fire")
        table.b.passes()
        table.c.passes()
        assert (table.state.turn, table.asks) == (0, ("A", "act"))
        table.a.passes()
        assert table.asks == ("B", "act")

    @shows("4.2.4", "RB:end-phase", "I-36")
    @pytest.mark.parametrize(("version", "position"), [(RB, "prepared"), (CR, "flipped")])
    def test_flipped_champion_is_prepared_for_third_player_by_version(self, version: str, position: str) -> None:
        table = three(b=Start(), c=Start(in_play=[Put("Kong", stance=FLIPPED)]), version=version)
        table.next_turn()
        assert (table.state.turn, table.stance("Kong")) == (1, position)


class TestBattle:
    @shows("4.4.1", "4.4.6[1]", "I-42")
    def test_battle_of_three_involves_attacked_player_only(self) -> None:
        table = three(
            a=Start(in_play=["Kong"]),
            b=Start(in_play=["Palace Guard"]),
            c=Start(in_play=["White Knight"]),
        )
        table.a.attacks("Kong", at="C")
        asked = []
        while table.asks[1] == "act":
            asked.append(table.asks[0])
            ENGINE.apply(table.state, Action("ABC".index(asked[-1]), "pass"))
        assert set(asked) == {"A", "C"}
        assert table.asks == ("C", "block")
        table.c.cannot("4.4.6[1]").blocks("B/Palace Guard")
        table.c.blocks()
        table.all_pass()
        assert (table.b.health, table.c.health) == (30, 30 - 13)

    @shows("I-115", "4.4.14")
    def test_battle_ends_when_attacked_player_leaves(self) -> None:
        table = three(a=Start(in_play=["Kong"]), b=Start(in_play=["Palace Guard"]))
        table.a.attacks("Kong", at="B")
        table.a.passes()
        table.b.concedes()
        assert (table.phase, table.asks, table.stance("Kong")) == ("main", ("A", "act"), "expended")
        assert not table.champion("Kong").attacking

    @shows("I-115", "I-116", "I-24")
    def test_turn_is_finished_when_attacker_leaves(self) -> None:
        table = three(a=Start(in_play=["Kong"]), b=Start(in_play=["Palace Guard"]))
        table.a.attacks("Kong", at="C")
        table.a.concedes()
        assert (table.state.turn, table.phase, table.asks) == (0, "main", ("B", "act"))
        table.b.passes()
        assert table.asks == ("C", "act")
        table.c.passes()
        assert (table.state.turn, table.asks) == (1, ("B", "act"))

    @shows("4.4.14", "1.5.4")
    def test_turn_continues_when_attack_eliminates_player(self) -> None:
        table = three(a=Start(in_play=["White Dragon"]), b=Start(health=5))
        table.a.attacks("White Dragon", at="B")
        for player in (table.a, table.b, table.b, table.a):
            player.passes()
        assert table.state.seats[1].out
        assert (table.phase, table.asks) == ("main", ("A", "act"))


class TestLeaving:
    @shows("1.9.3", "I-24", "5.17.2")
    def test_leaving_removes_own_cards_and_returns_borrowed_ones(self) -> None:
        """Answer E34."""
        table = Table(
            Start(in_play=[Put("Kong", owner="B"), "White Knight"]),
            Start(in_play=[Put("Juggernaut", owner="C"), "Palace Guard"], hand=["Flash Fire"], discard=["Lash"]),
            Start(),
            turn="B",
            variant=FFA,
        )
        table.b.concedes()
        assert (table.a.in_play, table.b.in_play, table.c.in_play) == (["White Knight"], [], ["Juggernaut"])
        assert table.champion("Juggernaut").deploying
        assert (table.b.hand, table.b.discard, table.b.deck) == ([], [], [])
        assert (table.state.turn, table.asks) == (1, ("C", "act"))

    @shows("I-24", "3.2.5a")
    def test_leaving_removes_unresolved_events_and_triggers(self) -> None:
        table = three(a=Start(hand=["Flash Fire", FILLER], in_play=["Priest of Kalnor"], health=2), b=Start(health=9))
        table.a.plays("Flash Fire")
        assert table.state.seats[0].out
        assert (table.b.health, table.c.health) == (7, 28)
        assert not table.state.frames
        assert table.asks == ("B", "act")

    @shows("I-23", "I-24")
    def test_leaving_does_not_prevent_later_plays(self) -> None:
        table = three(a=Start(hand=["Lightning Strike"]), b=Start(in_play=["Kong"]), c=Start())
        table.c.concedes()
        assert table.state.winners == ()
        table.a.plays("Lightning Strike")
        assert table.champion("Kong").damage == 5

    @shows("I-24")
    def test_leaving_removes_pending_target(self) -> None:
        table = three(
            a=Start(hand=["Lightning Strike"]),
            b=Start(in_play=["Kong"]),
            c=Start(in_play=["White Knight", "Palace Guard"]),
        )
        table.a.plays("Lightning Strike")
        assert table.candidates == ["Kong", "Palace Guard", "White Knight"]
        table.b.concedes()
        assert (table.asks, table.candidates) == (("A", "target"), ["Palace Guard", "White Knight"])
        table.a.targets("Palace Guard")
        assert table.champion("Palace Guard").damage == 5

    @shows("1.8.4", "I-24")
    def test_leaving_during_mulligans_skips_player(self) -> None:
        state = ENGINE.new_game(Setup(("A", "B", "C"), ((FILLER,) * 9,) * 3, 0, RB, FFA))
        ENGINE.apply(state, Action(0, "concede"))
        asked = []
        while state.pending is not None and state.pending.kind == "mulligan":
            asked.append(state.pending.seat)
            ENGINE.apply(state, Action(state.pending.seat, "mulligan"))
        assert (asked, state.turn, state.turn_number) == ([1, 2], 1, 1)
        assert [seat.gold for seat in state.seats] == [0, 1, 1]


class TestEnding:
    @shows("1.2.1", "1.2.2")
    @shows("RB:the-many-epic-formats/multiplayer/free-for-all")
    def test_last_remaining_player_wins(self) -> None:
        table = three()
        table.b.concedes()
        assert table.winners == ""
        table.c.concedes()
        assert table.winners == "A"

    @shows("1.2.1", "1.6.2", "I-20")
    def test_drawing_from_empty_deck_wins_game_of_three(self) -> None:
        table = three(a=Start(hand=["Ancient Chant"], deck=[], filler=1))
        table.a.plays("Ancient Chant")
        assert table.winners == "A"

    @shows("1.5.4", "I-19")
    def test_all_eliminated_at_once_is_a_draw(self) -> None:
        table = three(a=Start(hand=["Flash Fire"], health=2), b=Start(health=1), c=Start(health=2))
        table.a.plays("Flash Fire")
        assert (table.state.over, table.winners) == (True, "")

    @shows("1.2.1", "1.5.4")
    def test_two_of_three_eliminated_at_once_leaves_winner(self) -> None:
        table = three(a=Start(hand=["Flash Fire"], health=2), b=Start(health=1), c=Start(health=3))
        table.a.plays("Flash Fire")
        assert table.winners == "C"
