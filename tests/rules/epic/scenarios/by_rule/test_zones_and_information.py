"""Chapter 1: zones, health, drawing, discarding and public information."""

from rules.engine.decision import Action, Decision
from rules.engine.ids import CHANCE
from rules.epic.engine import ENGINE
from rules.epic.state import EXPENDED, EpicState
from rules.epic.view import EpicViews
from rules.judge.board import JUDGE, PUBLIC, PlayerBoard, Viewer
from tests.rules.epic.engine.games import VERSIONS, begin, play
from tests.rules.epic.engine.invariants import assert_sound
from tests.rules.epic.scenarios import table as tables
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import Put, Table

VIEWS = EpicViews()


def side(table: Table, seat: int, viewer: Viewer = PUBLIC) -> PlayerBoard:
    return VIEWS.board(table.state, viewer).sides[seat]


@shows("1.1", "1.4", "1.4.1", "1.4.5")
def test_1_4_1_every_card_is_in_exactly_one_zone() -> None:
    for version in VERSIONS:
        for state, _ in play(begin(version), 3):
            assert_sound(state)


@shows("1.4.2", "1.10.1")
def test_1_4_2_hand_size_is_public_and_its_cards_are_not() -> None:
    table = Table(a=tables.Start(hand=["Kong", "Lash"]))
    assert (side(table, 0).hand.count, side(table, 0).hand.cards) == (2, None)
    assert side(table, 0, viewer=0).hand.cards == ("Kong", "Lash")
    assert side(table, 0, viewer=1).hand.cards is None
    assert side(table, 0, viewer=JUDGE).hand.cards == ("Kong", "Lash")


@shows("1.4.2")
def test_1_4_2_empty_hand_has_count_0() -> None:
    assert side(Table(), 0).hand.count == 0


@shows("1.4.3", "1.10.1", "2.6", "2.6.1", "RB:champion-positions")
def test_1_4_3_champions_in_play_are_public_with_state() -> None:
    table = Table(a=tables.Start(in_play=[Put("Kong", stance=EXPENDED, damage=3, plus=1)]))
    piece = side(table, 0, viewer=1).pieces[0]
    assert (piece.name, piece.values["damage"], piece.values["offense"]) == ("Kong", 3, 14)
    assert "expended" in piece.states


@shows("1.4.4", "1.10.1", "I-100")
def test_1_4_4_discard_pile_is_public_without_order() -> None:
    one, other = (Table(b=tables.Start(discard=pile)) for pile in (["Kong", "Lash"], ["Lash", "Kong"]))
    assert side(one, 1, viewer=0).discard.cards == side(other, 1, viewer=0).discard.cards == ("Kong", "Lash")


@shows("1.4.4", "2.3.5")
def test_1_4_4_token_does_not_enter_discard_pile() -> None:
    table = Table(a=tables.Start(hand=["Hurricane"], in_play=["Wolf Token"]))
    table.a.plays("Hurricane", mode=1)
    assert (table.a.in_play, table.a.discard) == ([], ["Hurricane"])


@shows("1.4.7")
def test_1_4_7_banished_card_is_named_to_all_players() -> None:
    table = Table(a=tables.Start(hand=["Guilt Demon"]), b=tables.Start(discard=["Kong", "Lash"]))
    table.a.plays("Guilt Demon")
    table.a.says_yes()
    table.a.targets("Kong")
    output = [VIEWS.sentence(table.state, event, PUBLIC) for event in table.state.log if event.kind == "banish-card"]
    assert len(output) == 1
    assert "Kong" in output[0]


@shows("1.4.8", "5.19", "5.19.2", "5.3.3", "5.3.6")
def test_1_4_8_revealed_card_is_shown_to_all_and_can_be_revealed_again() -> None:
    table = Table(a=tables.Start(hand=["Steel Golem", "Steel Golem", "Muse", "Sea Titan"], gold=2))
    for expected_hand in (3, 2):
        table.a.plays("Steel Golem")
        table.a.reveals("Muse", "Sea Titan")
        output = [VIEWS.sentence(table.state, e, PUBLIC) for e in table.state.log if e.kind == "reveal"][-1]
        assert "Muse" in output
        assert "Sea Titan" in output
        assert (side(table, 0).hand.count, side(table, 0).hand.cards) == (expected_hand, None)


@shows("1.5", "1.5.1")
def test_1_5_1_standard_game_starts_with_30_health() -> None:
    state = begin(VERSIONS[0])
    assert [team.health for team in state.teams] == [30, 30]


@shows("1.5.2")
def test_1_5_2_health_has_no_maximum() -> None:
    table = Table(a=tables.Start(hand=["Angel of Light"], health=30))
    table.a.plays("Angel of Light")
    table.a.resolves("Angel of Light", 0)
    assert table.a.health == 35


@shows("1.6", "1.6.1")
def test_1_6_1_draw_takes_top_card() -> None:
    table = Table(a=tables.Start(hand=["Hurricane"], deck=["Kong", "Lash", "Muse"]))
    table.a.plays("Hurricane")
    assert table.a.hand == ["Kong", "Lash"]
    assert table.a.deck[0] == "Muse"


@shows("1.7", "1.7.1", "5.16.2")
def test_1_7_1_discarded_card_does_not_break() -> None:
    table = Table(a=tables.Start(hand=["Kong"] + ["Lash"] * 7))
    table.a.passes()
    table.b.passes()
    table.a.discards("Kong")
    assert table.a.discard == ["Kong"]
    assert [event.kind for event in table.state.log if event.kind == "break"] == []
    assert table.state.broken == ()


def drawn_out(state: EpicState) -> Decision:
    """Let chance draw until a player is asked, and return what for."""
    while True:
        decision = state.pending
        assert decision is not None
        if decision.kind != "draw":
            return decision
        ENGINE.apply(state, next(iter(ENGINE.legal(state))))


@shows("1.8.3")
def test_1_8_3_second_mulligan_is_illegal() -> None:
    state = begin(VERSIONS[0])
    first = drawn_out(state)
    seat, hand = first.seat, first.candidates
    ENGINE.apply(state, Action(seat, "mulligan", hand[:2]))
    drawn_out(state)
    again = Action(seat, "mulligan", tuple(sorted(state.seats[seat].hand))[:1])
    assert "1.8.3" in [violation.rule for violation in ENGINE.check(state, again)]
    assert state.teams[state.seats[seat].team].health == 28


@shows("1.10", "1.10.2")
def test_1_10_2_drawn_card_is_shown_to_its_player_only() -> None:
    table = Table(a=tables.Start(hand=["Hurricane"], deck=["Kong", "Lash"]))
    table.a.plays("Hurricane")
    drawn = next(
        event
        for event in table.state.log
        if event.kind == "draw"
        and event.args[1] in table.state.owners
        and table.state.table[int(event.args[1])].name == "Kong"
    )
    assert "Kong" in VIEWS.sentence(table.state, drawn, 0)
    assert VIEWS.sentence(table.state, drawn, 1) == VIEWS.sentence(table.state, drawn, PUBLIC) == "A draws a card."


@shows("1.10.2")
def test_1_10_2_deck_shows_count_without_cards() -> None:
    table = Table(a=tables.Start(deck=["Kong", "Lash"]))
    for viewer in (PUBLIC, 0, 1):
        assert side(table, 0, viewer).deck.cards is None
    assert side(table, 0).deck.count == len(table.a.deck)


@shows("1.2.2", "I-23")
def test_1_2_2_chance_cannot_concede() -> None:
    table = Table()
    conceding = Action(CHANCE, "concede")
    assert [violation.rule for violation in ENGINE.check(table.state, conceding)] == ["1.2.2"]
