"""Setup and end of a game."""

import random
from dataclasses import replace

import pytest

from rules.engine.decision import Action, IllegalActionError, InvalidActionError, SetupError
from rules.engine.game import Setup
from rules.epic import engine
from rules.epic.engine import ENGINE
from rules.epic.game_loop.rules import RULES, EndlessLoopError
from rules.epic.state import EpicState
from tests.rules.epic.engine.games import HUMANS, TALL, VERSIONS, begin, play
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import Put, Start, Table

KONGS = ("Kong",) * 12


def at_mulligan(version: str, first: int = 0) -> EpicState:
    state = begin(version, first, (KONGS, KONGS))
    assert state.pending is not None
    assert state.pending.kind == "mulligan"
    return state


class TestSetup:
    def test_new_game_invalid_setup_reports_all_errors(self) -> None:
        with pytest.raises(SetupError) as caught:
            ENGINE.new_game(Setup(("Ann", "Ann"), (("Konk", "Wolf Token", *KONGS), KONGS), 2, "RB-1999"))
        assert str(caught.value) == (
            "the players need two different names; rules version 'RB-1999' is not one of RB-2017, CR-2016-03; "
            "the first player is seat 0 to 1, not 2; there is no card named 'Konk'; Wolf Token is not a deck card"
        )

    def test_new_game_invalid_variant_setup_reports_all_errors(self) -> None:
        names = ("Ann", "Ben", "Cem", "Dora")
        setup = Setup(names, (KONGS,) * 3, 0, "RB-2017", "hydra", ((0, 1, 2), (3,)), (("Kong",), ()))
        with pytest.raises(SetupError) as caught:
            ENGINE.new_game(setup)
        assert str(caught.value) == (
            "the teams of Hydra have equally many players, not 3 and 1; 4 players need as many decks, not 3; "
            "4 players need a god or none each, not 2; Kong is not a god: only gods and demigods start next to a deck "
            "(2.4.1)"
        )

    def test_new_game_with_two_gods_of_a_player_raises(self) -> None:
        """I-111."""
        gods = ("Maligus, the Dark One",) * 2
        with pytest.raises(SetupError, match=r"^1 god a player is what Two players allows \(2\.4\.1, I-111\)$"):
            ENGINE.new_game(Setup(("Ann", "Ben"), (KONGS, KONGS), 0, "RB-2017", extra_cards=((), gods)))

    @pytest.mark.parametrize(
        ("variant", "players", "teams", "problem"),
        [
            ("", 3, (), "Two players is played by 2 players, not 3"),
            ("chess", 2, (), "no way to play is called 'chess'; duel, free-for-all, first-blood, last-one-standing"),
            ("free-for-all", 9, (), "Free-for-all is played by 3 to 8 players, not 9"),
            ("free-for-all", 4, ((0, 1), (2, 3)), "there are no teams in Free-for-all"),
            ("hydra", 5, (), "5 players cannot be two teams of equally many: specify the teams"),
            ("hydra", 4, ((0, 1), (1, 2)), "every player belongs to exactly one team"),
            ("hydra", 4, ((0,), (1,), (2,), (3,)), "a team of Hydra has at least two players"),
            ("hydra", 4, ((0, 1, 2, 3),), "there have to be at least two teams"),
        ],
    )
    def test_new_game_with_players_not_matching_variant_raises(
        self, variant: str, players: int, teams: tuple[tuple[int, ...], ...], problem: str
    ) -> None:
        names = tuple("ABCDEFGHI"[:players])
        with pytest.raises(SetupError) as caught:
            ENGINE.new_game(Setup(names, (KONGS,) * players, 0, "RB-2017", variant, teams))
        assert str(caught.value).startswith(problem)

    def test_new_game_of_hydra_gives_team_health_of_all_members(self) -> None:
        """The rule book's Hydra: 30 for each player of the team."""
        names = tuple("ABCDEF")
        setup = Setup(names, (KONGS,) * 6, 3, "RB-2017", "hydra", ((1, 3, 5), (0, 2, 4)))
        state = ENGINE.new_game(setup)
        assert [team.health for team in state.teams] == [90, 90]
        assert [seat.team for seat in state.seats] == [0, 1, 0, 1, 0, 1]
        assert state.first == 1

    def test_new_game_with_too_small_deck_raises(self) -> None:
        with pytest.raises(SetupError, match=r"^Ben needs at least 5 cards for an opening hand and has 4$"):
            begin("RB-2017", 0, (KONGS, KONGS[:4]))

    def test_new_game_known_spelling_variant_is_same_card(self) -> None:
        one = begin("RB-2017", 0, (("Divine Judgement",) * 6, KONGS))
        assert one.seats[0].hand
        assert {one.table[cid].name for cid in one.seats[0].hand} == {"Divine Judgment"}

    @shows("1.3", "1.3.1")
    def test_new_game_order_of_deck_list_does_not_matter(self) -> None:
        shuffled = list(HUMANS)
        random.Random(3).shuffle(shuffled)
        assert begin("RB-2017", 0, (tuple(shuffled), TALL)).digest() == begin("RB-2017").digest()

    @shows("1.8.1", "1.8")
    def test_new_game_opening_hands_are_drawn_by_chance(self) -> None:
        state = begin("RB-2017")
        seats = []
        while state.pending is not None and state.pending.kind == "draw":
            answer = next(iter(ENGINE.legal(state)))
            seats.append(answer.option)
            ENGINE.apply(state, answer)
        assert seats == [0] * 5 + [1] * 5
        assert [len(seat.hand) for seat in state.seats] == [5, 5]


class TestMulligan:
    @pytest.mark.parametrize(("version", "order"), [("RB-2017", [1, 0]), ("CR-2016-03", [0, 1])])
    def test_mulligan_order_depends_on_version(self, version: str, order: list[int]) -> None:
        """Rule 1.8.4 and the rule book's Getting Started (I-27)."""
        state = at_mulligan(version)
        asked = []
        while state.pending is not None and state.pending.kind == "mulligan":
            asked.append(state.pending.seat)
            ENGINE.apply(state, Action(state.pending.seat, "mulligan"))
        assert asked == order

    @shows("1.8.2", "I-28")
    def test_mulligan_puts_cards_under_deck_draws_and_costs_health(self) -> None:
        """Rule 1.8.2 (I-28, I-29)."""
        state = at_mulligan("RB-2017")
        hand = sorted(state.seats[1].hand)
        ENGINE.apply(state, Action(1, "mulligan", (hand[1], hand[0])))
        seat = state.seats[1]
        assert seat.deck[-1] == tuple(hand[:2])
        assert len(seat.hand) == 5
        assert not set(hand[:2]) & set(seat.hand)
        assert state.teams[1].health == 28
        kinds = [event.kind for event in state.log]
        begun = kinds.index("mulligan")
        assert kinds[begun : begun + 5] == ["mulligan", "bottom", "draw", "draw", "lose-health"]

    @shows("I-29")
    def test_mulligan_can_eliminate(self) -> None:
        """Rule 1.5.4 (I-29)."""
        state = at_mulligan("RB-2017")
        state.teams[1].health = 2
        ENGINE.apply(state, Action(1, "mulligan", tuple(state.seats[1].hand[:2])))
        assert state.over
        assert state.winners == (0,)

    def test_mulligan_of_opponents_card_is_violation(self) -> None:
        state = at_mulligan("RB-2017")
        other = state.seats[0].hand[0]
        violations = ENGINE.check(state, Action(1, "mulligan", (other,)))
        assert [(v.rule, v.text) for v in violations] == [("1.8.2", "Kong is not in Ben's hand.")]


class TestEnding:
    def test_draw_from_empty_deck_wins_during_effect(self) -> None:
        """Rules 1.2.1 and 1.6.2 (I-17)."""
        table = Table(a=Start(hand=["Ceasefire"], filler=1))
        table.a.plays("Ceasefire")
        assert table.winners == "A"
        assert table.a.hand == ["Lurking Giant"]
        assert not table.state.no_attacks

    def test_health_of_zero_for_all_is_a_draw(self) -> None:
        """Rule 1.5.4 (I-19)."""
        table = Table(a=Start(hand=["Flash Fire"], health=2), b=Start(health=1))
        table.a.plays("Flash Fire")
        assert table.state.over
        assert table.state.drawn
        assert table.winners == ""
        assert table.cited("I-19")

    def test_concede_is_legal_at_any_decision(self) -> None:
        """Rule 1.2.2 (I-23)."""
        for step, (state, _) in enumerate(play(begin("RB-2017"), 8)):
            if step % 10 == 0:
                for seat in (0, 1):
                    other = ENGINE.copy(state)
                    ENGINE.apply(other, Action(seat, "concede"))
                    assert other.over
                    assert other.winners == (1 - seat,)

    def test_check_after_end_of_game_raises(self) -> None:
        table = Table()
        table.a.concedes()
        with pytest.raises(InvalidActionError, match="the game is over"):
            ENGINE.check(table.state, Action(0, "pass"))
        assert list(ENGINE.legal(table.state)) == []
        with pytest.raises(ValueError, match="the game is over"):
            ENGINE.sample(table.state, random.Random(1))
        ENGINE.advance(table.state)
        assert table.winners == "B"

    def test_apply_illegal_action_changes_nothing(self) -> None:
        table = Table(a=Start(in_play=[Put("Kong", deploying=True)]))
        before = table.state.digest()
        with pytest.raises(IllegalActionError) as caught:
            ENGINE.apply(table.state, Action(0, "attack", (table.champion("Kong").oid,), 1))
        assert [violation.rule for violation in caught.value.violations] == ["5.17.1"]
        assert table.state.digest() == before


@shows("I-102")
def test_endless_loop_is_undetermined_or_drawn_by_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "RULES", replace(RULES, most_steps=0))
    with pytest.raises(EndlessLoopError, match=r"\(I-102\): a judge ends the game"):
        ENGINE.advance(Table().state)
    drawn = Table(choices=(("I-102", 1),)).state
    ENGINE.advance(drawn)
    assert (drawn.over, drawn.winners, drawn.log[-1].kind, drawn.log[-1].rules) == (
        True, (), "endless", ("3.4.2", "I-102"),
    )  # fmt: skip


@pytest.mark.parametrize("version", VERSIONS)
@shows("I-31")
def test_gold_of_both_versions_agrees_at_every_decision(version: str) -> None:
    """I-31: the rule book gives both players gold at each start of turn; the events used here come to the same."""
    for seed in range(6):
        book, spent, turn = [0, 0], 0, 0
        state = begin(version, seed % 2)
        for now, _ in play(state, seed):
            for event in now.log[spent:]:
                if event.kind == "turn":
                    turn, book = turn + 1, [1, 1]
                elif event.kind in {"play", "use"}:
                    book[int(event.args[0])] -= int(event.args[3])
            spent = len(now.log)
            if turn and now.phase != "end":
                assert [seat.gold for seat in now.seats] == book
