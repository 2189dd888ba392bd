"""Every write about rounds, results and standings, one function a verb."""

from epic_events.pairings.services.ending import finish_event, start_cut
from epic_events.pairings.services.imports import import_results
from epic_events.pairings.services.results import confirm_result, enter_result, report_result
from epic_events.pairings.services.rounds import discard_round, finish_round, pair_again, pair_round, publish_round

__all__ = [
    "confirm_result",
    "discard_round",
    "enter_result",
    "finish_event",
    "finish_round",
    "import_results",
    "pair_again",
    "pair_round",
    "publish_round",
    "report_result",
    "start_cut",
]
