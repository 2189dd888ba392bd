"""Services of rounds, results and standings that other apps may call."""

from epic_events.pairings.imports.services import import_results
from epic_events.pairings.pods.services import discard_pods, publish_pods, seat_pods
from epic_events.pairings.results.services.at_the_table import (
    call_time,
    give_games,
    note_first_player,
    note_turn,
    take_time_back,
)
from epic_events.pairings.results.services.reporting import confirm_result, enter_result, report_result, uphold_report
from epic_events.pairings.results.services.table_rules import change_table_rules
from epic_events.pairings.results.services.undo import take_back_result, withdraw_report
from epic_events.pairings.results.services.whole_round import enter_lines, look_over
from epic_events.pairings.rounds.services.avoidance import keep_apart, let_meet
from epic_events.pairings.rounds.services.ending import finish_event, start_cut
from epic_events.pairings.rounds.services.pairing import (
    discard_round,
    finish_round,
    pair_again,
    pair_round,
    publish_round,
)
from epic_events.pairings.standings.services import change_tie_breaks

__all__ = [
    "call_time",
    "change_table_rules",
    "change_tie_breaks",
    "confirm_result",
    "discard_pods",
    "discard_round",
    "enter_lines",
    "enter_result",
    "finish_event",
    "finish_round",
    "give_games",
    "import_results",
    "keep_apart",
    "let_meet",
    "look_over",
    "note_first_player",
    "note_turn",
    "pair_again",
    "pair_round",
    "publish_pods",
    "publish_round",
    "report_result",
    "seat_pods",
    "start_cut",
    "take_back_result",
    "take_time_back",
    "uphold_report",
    "withdraw_report",
]
