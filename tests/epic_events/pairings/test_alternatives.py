"""The best round without one of its pairs, against every pairing there is, and the best single exchange."""

from hypothesis import given, settings
from hypothesis import strategies as st

from epic_events.pairings.swiss.alternatives import WEIGHED_WHOLE, without
from tests.epic_events.pairings.fields import Given, cost_of, every_pairing, fields, made
from tests.epic_events.pairings.simulator import Event


@settings(max_examples=60, deadline=None)
@given(fields(most=8), st.integers(0, 2**31), st.data())
def test_no_pairing_without_the_pair_is_better(field, seed, data):
    rows = made(field.paired(seed))
    couple = data.draw(st.sampled_from(rows))
    found = without(field.indexed(seed), rows, couple)
    others = [
        cost_of(other, field)
        for other in every_pairing(field.players)
        if frozenset(couple) not in {frozenset(pair) for pair in other}
    ]
    if not others:
        assert found is None
        return
    assert found is not None
    now = cost_of(rows, field)
    assert found.difference == tuple(a - b for a, b in zip(min(others), now, strict=True))
    assert found.difference >= (0,) * 7
    assert {pair[0] for pair in found.pairs} == {player for player in couple if player is not None}
    assert frozenset(couple) not in {frozenset(pair) for pair in found.pairs}


def test_in_a_large_field_it_is_the_best_exchange_with_one_other_table():
    event = Event(WEIGHED_WHOLE + 45, seed=8)
    event.play(4)
    field = event.given
    pairing = field.paired(3)
    rows = made(pairing)
    even, bye = rows[0], rows[-1]
    for couple in (even, bye):
        found = without(field.indexed(3), rows, couple)
        assert found is not None
        assert not found.whole_field
        assert found.difference[:4] >= (0, 0, 0, 0)
        assert couple not in found.pairs


def test_a_pair_made_against_the_rules_shows_what_was_better():
    field = Given({1: 3, 2: 3, 3: 0, 4: 0})
    rows: list[tuple[int, int | None]] = [(1, 3), (2, 4)]
    found = without(field.indexed(1), rows, (1, 3))
    assert found is not None
    assert (found.pairs, found.difference) == (((1, 2), (3, 4)), (0, 0, 0, -18, 0, 0, 0))
