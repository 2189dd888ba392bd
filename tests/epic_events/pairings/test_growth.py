"""Query counts of round actions and pages do not grow with players."""

import pytest

from tools.benchmarks import event_costs

pytestmark = pytest.mark.django_db


def test_round_actions_and_pages_query_count_is_constant():
    few, many = (
        {
            action: cost.queries
            for action, cost in event_costs.measure_event(event_costs.create_event(players, 2)).items()
        }
        for players in (21, 63)
    )
    assert few == many
    assert len(few) == 15
