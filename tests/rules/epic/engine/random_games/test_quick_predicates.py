"""Fast predicates agree with the violations of the checker."""

from collections.abc import Iterator

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.engine.decision import Violation
from rules.epic.actions.pass_and_concede import can_end_turn, can_pass, end_turn_violations, pass_violations
from rules.epic.actions.play import play_violations, playable_cards
from rules.epic.battle import attack
from rules.epic.plays.powers import can_use, power_violations
from rules.epic.state import EpicState
from tests.rules.epic.engine.games import HUMANS, TALL, VERSIONS, begin
from tests.rules.epic.engine.games import play as play_at_random

DECKS = st.sampled_from([(HUMANS, TALL), (TALL, HUMANS)])


def finds_nothing(faults: Iterator[Violation]) -> bool:
    return next(faults, None) is None


def assert_agreed(state: EpicState, cids: list[int]) -> None:
    champions = [champion for seat in state.seats for champion in seat.champions]
    for seat in range(len(state.seats)):
        assert can_pass(state, seat) == finds_nothing(pass_violations(state, seat))
        assert can_end_turn(state, seat) == finds_nothing(end_turn_violations(state, seat))
        assert playable_cards(state, seat) == [
            (cid, option)
            for cid in state.seats[seat].hand
            for option in range(-1, len(state.table[cid].modes) + 1)
            if finds_nothing(play_violations(state, seat, cid, option))
        ]
        for source in [*cids, *(champion.oid for champion in champions)]:
            for option in range(-1, len(state.printed_of(source).text) + 1):
                assert can_use(state, seat, source, option) == finds_nothing(
                    power_violations(state, seat, source, option)
                )
    for champion in champions:
        assert attack.can_attack(state, champion) == finds_nothing(attack.attack_violations(state, champion))
        if state.phase == "battle":
            assert attack.can_block(state, champion) == finds_nothing(attack.block_violations(state, champion))


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32), st.sampled_from(VERSIONS), DECKS)
def test_fast_predicates_agree_with_violations(seed: int, version: str, decks: tuple[tuple[str, ...], ...]) -> None:
    state = begin(version, seed % 2, decks)
    for now, _ in play_at_random(state, seed):
        near = [cid for seat in now.seats for cid in (*seat.hand, *seat.discard, *(c.cid for c in seat.champions))]
        assert_agreed(now, sorted({cid for cid in near if cid in now.owners}))
