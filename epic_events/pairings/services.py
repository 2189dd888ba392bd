"""Services of rounds, results and standings that other apps may call."""

from epic_events.pairings.imports.event_files import EventFile, read_event_file
from epic_events.pairings.imports.services import import_results
from epic_events.pairings.pods import discard_pods, publish_pods, seat_late_players, seat_pods
from epic_events.pairings.results.report_conflicts import ANY_REPORT
from epic_events.pairings.results.services.bulk_entry import enter_lines, preview_lines
from epic_events.pairings.results.services.reporting import (
    confirm_result,
    enter_result,
    report_result,
    undo_report,
    undo_staff_entry,
    uphold_report,
)
from epic_events.pairings.results.services.tables import (
    call_time,
    change_table_rules,
    record_active_player,
    record_first_player,
    record_penalty_wins,
    undo_time_call,
)
from epic_events.pairings.rounds.services.avoidance import add_avoidance, remove_avoidance
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
    "ANY_REPORT",
    "EventFile",
    "add_avoidance",
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
    "import_results",
    "pair_again",
    "pair_round",
    "preview_lines",
    "publish_pods",
    "publish_round",
    "read_event_file",
    "record_active_player",
    "record_first_player",
    "record_penalty_wins",
    "remove_avoidance",
    "report_result",
    "seat_late_players",
    "seat_pods",
    "start_cut",
    "undo_report",
    "undo_staff_entry",
    "undo_time_call",
    "uphold_report",
]
