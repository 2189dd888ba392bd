"""Events of the Start and End Phases (4.2, 4.5)."""

import pytest

from rules.engine.decision import Action
from rules.engine.game import Setup
from rules.epic.state import EXPENDED, PREPARED, PREPARES_AT_END, EpicState, clear_values
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import ENGINE, RB, Put, Start, Table

FFA = "free-for-all"


def events(table: Table, *kinds: str) -> list[tuple[int | str, ...]]:
    return [event.args for event in table.state.log if event.kind in kinds]


def lent(table: Table, name: str) -> None:
    """Let a champion have no defense but what it has until the end of the turn."""
    champion = table.champion(name)
    champion.plus, champion.until_end = -20, (("defense", 20),)
    clear_values(table.state)


def begun(names: str = "AB", variant: str = "", teams: tuple[tuple[int, ...], ...] = ()) -> EpicState:
    """Return a game whose opening hands have been drawn: of what can be drawn, the card with the highest number."""
    decks = (("Kong", "Muse", "Lash") * 4,) * len(names)
    state = ENGINE.new_game(Setup(tuple(names), decks, 0, RB, variant, teams))
    while state.pending is not None and state.pending.kind == "draw":
        ENGINE.apply(state, max(ENGINE.legal(state), key=lambda answer: answer.refs))
    return state


@shows("1.8.2", "1.8.1")
def test_mulligan_keeping_hand_loses_no_health() -> None:
    state = begun()
    assert state.pending is not None
    assert (state.pending.kind, list(state.pending.candidates)) == ("mulligan", sorted(state.seats[1].hand))
    ENGINE.apply(state, Action(1, "mulligan"))
    assert [event.kind for event in state.log if event.kind not in {"draw", "first"}] == ["keep"]
    ENGINE.apply(state, Action(0, "mulligan"))
    assert [team.health for team in state.teams] == [30, 30]


@shows("4.2.3", "1.2[1]")
def test_start_phase_team_members_draw_in_order() -> None:
    table = Table(Start(), Start(), Start(), Start(), variant="hydra", teams="AC BD")
    before = len(events(table, "draw"))
    table.next_turn()
    assert [seat for seat, _ in events(table, "draw")[before:]] == [1, 3]


@shows("4.2.4", "5.17.2", "2.6.2")
def test_start_phase_logs_only_champions_that_change() -> None:
    mine = [Put("Kong", stance=1), Put("Muse"), Put("Palace Guard", deploying=True)]
    table = Table(Start(), Start(in_play=mine))
    kong, guard = (table.champion(name).oid for name in ("Kong", "Palace Guard"))
    table.next_turn()
    if table.asks[1] == "may":
        table.b.says_no()
    assert (events(table, "prepare")[-1], events(table, "deployed")[-1]) == ((1, kong), (1, guard))
    assert not table.cited("I-35")
    assert [args for args in events(table, "prepare", "deployed") if len(args) < 2] == []


@shows("4.5.2c", "4.5.2d", "4.5.2f")
def test_end_phase_logs_only_healed_champions_and_expired_effects() -> None:
    table = Table(Start(in_play=[Put("Kong", damage=3), "Palace Guard", "Triceratops"]))
    kong, guard = (table.champion(name) for name in ("Kong", "Palace Guard"))
    guard.until_end = (("offense", 2),)
    clear_values(table.state)
    table.next_turn()
    assert (events(table, "heal"), events(table, "wear-off")) == ([(kong.oid,)], [(guard.oid,)])
    assert (kong.damage, len(guard.until_end), table.offense("Palace Guard")) == (0, 0, 6)
    assert [number for _, number in events(table, "turn")][-2:] == [1, 2]


@shows("4.5.2d", "2.1.6", "I-86")
def test_end_phase_breaks_champion_losing_lent_defense() -> None:
    table = Table(Start(in_play=["Kong"]))
    lent(table, "Kong")
    table.next_turn()
    assert (table.a.in_play, table.a.discard) == ([], ["Kong"])


@shows("3.3.1", "3.3.3")
def test_own_turn_ability_ends_with_turn() -> None:
    table = Table(Start(in_play=["Dark Knight"]))
    found = []
    for _ in range(3):
        found.append("unbreakable" in table.keywords("Dark Knight"))
        table.next_turn()
    assert found == [True, False, True]


@shows("4.3.3", "3.3.1")
def test_forced_attacker_must_attack_again_next_turn() -> None:
    table = Table(Start(in_play=["Raging T-Rex"]))
    table.a.attacks("Raging T-Rex")
    table.all_pass()
    table.all_pass()
    table.next_turn()
    table.next_turn()
    table.a.cannot("4.3.3").passes()


@shows("I-37")
def test_end_phase_prepares_only_resting_champions_by_option_of_i_37() -> None:
    two = Start(in_play=["Forcemage Apprentice"])
    table = Table(two, two, choices=(("I-37", 1),))
    table.a.passes()
    table.b.uses("Forcemage Apprentice", 0)
    table.b.targets("A")
    table.b.passes()
    table.next_turn()
    table.next_turn()
    resting = [event.args for event in table.state.log if "I-37" in event.rules and event.kind == "prepare"]
    assert (resting, events(table, "wear-off")) == ([(1, table.champion("B/Forcemage Apprentice").oid)], [])


@shows("I-37", "4.5.2d")
def test_end_phase_prepared_champion_does_not_rest_and_effects_expire() -> None:
    two = Start(in_play=["Forcemage Apprentice", "Kong"])
    table = Table(two, two, choices=(("I-37", 1),))
    table.a.passes()
    table.b.uses("Forcemage Apprentice", 0)
    table.b.targets("A")
    mine, other = table.champion("A/Kong"), table.champion("B/Forcemage Apprentice")
    other.stance = PREPARED
    other.until_end += (("offense", 1),)
    mine.stance, mine.until_end = EXPENDED, (PREPARES_AT_END,)
    clear_values(table.state)
    table.b.passes()
    table.next_turn()
    assert ([event.args for event in table.state.log if "I-37" in event.rules and event.kind == "prepare"]) == []
    assert (events(table, "wear-off"), mine.stance) == ([(other.oid,)], EXPENDED)


@shows("4.5.2a", "4.5.2d", "4.5.2f")
def test_end_phase_trigger_of_expired_effect_resolves_before_next_turn() -> None:
    table = Table(Start(in_play=["Soul Hunter"]))
    lent(table, "Soul Hunter")
    table.next_turn()
    assert (table.state.turn, table.phase, table.asks) == (0, "end", ("A", "target"))
    table.a.targets("B")
    assert (table.state.turn, table.b.health, len(events(table, "turn-ends"))) == (1, 25, 1)


@shows("4.5.2b", "4.5.2d", "I-89")
def test_end_phase_card_drawn_after_hand_limit_is_not_discarded() -> None:
    table = Table(Start(in_play=["Winter Fairy"], hand=["Kong"] * 7))
    lent(table, "Winter Fairy")
    table.next_turn()
    assert (table.state.turn, len(table.a.hand)) == (1, 8)


@shows("I-89")
def test_start_phase_draw_trigger_resolves_with_delayed_trigger() -> None:
    """The Golem's trigger of the last End Phase waits for this turn, in which the Scholar's player draws."""
    mine = Start(hand=["Warrior Golem", *["Kong"] * 7], discard=["Lash", "Lash"])
    table = Table(mine, Start(in_play=["Citadel Scholar"]), choices=(("I-89", 1),))
    offense = table.offense("Citadel Scholar")
    table.next_turn()
    table.a.discards("Warrior Golem")
    while table.asks[1] == "choose":
        table.a.chooses()
    assert (table.asks, table.offense("Citadel Scholar")) == (("B", "act"), offense + 1)
    resolved = [table.name(table.state.card_of(int(args[1]))) for args in events(table, "resolve")]
    assert resolved == ["Citadel Scholar", "Warrior Golem"]


@shows("1.9.3", "I-24", "4.5.2e")
def test_end_phase_departed_player_gains_no_gold() -> None:
    table = Table(Start(), Start(), Start(), variant=FFA)
    before = len(events(table, "gold"))
    table.a.concedes()
    table.next_turn()
    assert [seat for seat, _ in events(table, "gold")[before:]] == [1]


@shows("4.5.2b", "1.7.4")
def test_end_phase_discard_candidates_are_the_hand() -> None:
    table = Table(Start(hand=["Muse", "Kong"] * 5))
    table.state.seats[0].hand.reverse()
    table.next_turn()
    pending = table.state.pending
    assert pending is not None
    assert (pending.kind, pending.low, pending.high) == ("discard", 3, 3)
    assert list(pending.candidates) == sorted(table.state.seats[0].hand)


@shows("4.2", "4.5")
@pytest.mark.parametrize("kind", ["first", "turn", "gold", "prepare", "main", "turn-ends", "end-phase"])
def test_turn_events_have_no_earlier_cause(kind: str) -> None:
    table = Table(Start(in_play=[Put("Muse", stance=1)], hand=["Flash Fire"]), Start(in_play=[Put("Kong", stance=1)]))
    table.a.plays("Flash Fire")
    table.next_turn()
    table.next_turn()
    assert {event.cause for event in table.state.log if event.kind == kind} == {-1}
