"""What only says whether something may be done agrees with the checker's conditions, which also say why not."""

from collections.abc import Iterator

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.engine.decision import Violation
from rules.epic.actions.pass_and_concede import end_faults, may_end_turn, may_pass, pass_faults
from rules.epic.actions.play import play_faults, playable
from rules.epic.battle import attack
from rules.epic.plays.powers import may_use, use_faults
from rules.epic.state import EpicState
from tests.rules.epic.engine.games import HUMANS, TALL, VERSIONS, begin
from tests.rules.epic.engine.games import play as play_at_random

DECKS = st.sampled_from([(HUMANS, TALL), (TALL, HUMANS)])


def finds_nothing(faults: Iterator[Violation]) -> bool:
    return next(faults, None) is None


def assert_agreed(state: EpicState, cids: list[int]) -> None:
    champions = [champion for seat in state.seats for champion in seat.champions]
    for seat in range(len(state.seats)):
        assert may_pass(state, seat) == finds_nothing(pass_faults(state, seat))
        assert may_end_turn(state, seat) == finds_nothing(end_faults(state, seat))
        assert playable(state, seat) == [
            (cid, option)
            for cid in state.seats[seat].hand
            for option in range(-1, len(state.table[cid].modes) + 1)
            if finds_nothing(play_faults(state, seat, cid, option))
        ]
        for source in [*cids, *(champion.oid for champion in champions)]:
            for option in range(-1, len(state.printed_of(source).text) + 1):
                assert may_use(state, seat, source, option) == finds_nothing(use_faults(state, seat, source, option))
    for champion in champions:
        assert attack.can_attack(state, champion) == finds_nothing(attack.attack_faults(state, champion))
        if state.phase == "battle":
            assert attack.can_block(state, champion) == finds_nothing(attack.block_faults(state, champion))


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32), st.sampled_from(VERSIONS), DECKS)
def test_what_may_be_done_is_what_the_conditions_find_nothing_against(
    seed: int, version: str, decks: tuple[tuple[str, ...], ...]
) -> None:
    state = begin(version, seed % 2, decks)
    for now, _ in play_at_random(state, seed):
        near = [cid for seat in now.seats for cid in (*seat.hand, *seat.discard, *(c.cid for c in seat.champions))]
        assert_agreed(now, sorted({cid for cid in near if cid in now.owners}))
