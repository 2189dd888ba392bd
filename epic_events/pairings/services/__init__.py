"""Every write about rounds, results and standings, one function a verb."""

from collections.abc import Callable

from epic_events.accounts.models import User
from epic_events.pairings.models import Match
from epic_events.pairings.services.at_the_table import call_time, note_first_player, note_turn, take_time_back
from epic_events.pairings.services.avoidances import keep_apart, let_meet
from epic_events.pairings.services.ending import finish_event, start_cut
from epic_events.pairings.services.imports import import_results
from epic_events.pairings.services.podding import discard_pods, publish_pods, seat_pods
from epic_events.pairings.services.results import confirm_result, enter_result, report_result, uphold_report
from epic_events.pairings.services.rounds import discard_round, finish_round, pair_again, pair_round, publish_round
from epic_events.pairings.services.table_rules import change_table_rules
from epic_events.pairings.services.taking_back import take_back_result, withdraw_report
from epic_events.pairings.services.tie_breaks import change_tie_breaks
from epic_events.pairings.services.whole_round import enter_lines, look_over

Note = Callable[[User | None, Match, int | None], Match]
"""What notes a place at a table."""

__all__ = [
    "Note",
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
