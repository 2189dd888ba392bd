"""URLs of rounds, tables, standings and the bracket, below the URL of an event."""

from django.urls import path

from epic_events.pairings.cut import views as cut
from epic_events.pairings.pods import views as pods
from epic_events.pairings.printouts import views as printing
from epic_events.pairings.repairs import views as repairs
from epic_events.pairings.results.views import bulk_entry, entry, reporting, table_rules, tables
from epic_events.pairings.rounds.views import avoidance, board, control, explanations, rounds
from epic_events.pairings.standings.views import standings, tie_breaks

app_name = "pairings"
SWISS, CUT = {"cut": False}, {"cut": True}
urlpatterns = [
    path("<slug:slug>/rounds/", rounds.rounds, name="rounds"),
    path("<slug:slug>/rounds/<int:number>/", rounds.round_page, SWISS, name="round"),
    path("<slug:slug>/rounds/cut/<int:number>/", rounds.round_page, CUT, name="cut_round"),
    path("<slug:slug>/standings/", standings.standings, name="standings"),
    path("<slug:slug>/standings/final/", cut.final, name="final"),
    path("<slug:slug>/standings/what-if/", tie_breaks.what_if, name="what_if"),
    path("<slug:slug>/stages/<int:order>/tie-breaks/", tie_breaks.tie_breaks, name="tie_breaks"),
    path("<slug:slug>/standings/<int:number>/", standings.standings, name="standings_after"),
    path("<slug:slug>/standings/<int:number>/players/<int:entry>/", standings.breakdown, name="breakdown"),
    path("<slug:slug>/pods/", pods.pods, name="pods"),
    path("<slug:slug>/bracket/", cut.bracket, name="bracket"),
    path("<slug:slug>/rounds/mine/", tables.my_match, name="my_match"),
    path("<slug:slug>/rounds/tables/<int:pk>/", tables.match, name="match"),
    path("<slug:slug>/rounds/tables/<int:pk>/first-player/", tables.first_player, name="first_player"),
    path("<slug:slug>/rounds/tables/<int:pk>/turn/", tables.turn, name="turn"),
    path("<slug:slug>/rounds/tables/<int:pk>/why/", explanations.explanation_page, name="why"),
    path("<slug:slug>/rounds/tables/<int:pk>/report/", reporting.report, name="report"),
    path("<slug:slug>/rounds/tables/<int:pk>/withdraw/", reporting.undo_own_report, name="withdraw"),
    path("<slug:slug>/rounds/tables/<int:pk>/confirm/", reporting.confirm, name="confirm"),
    path("<slug:slug>/rounds/tables/<int:pk>/enter/", reporting.enter, name="enter"),
    path("<slug:slug>/rounds/tables/<int:pk>/note/", reporting.save_offline_result, name="note"),
    path("<slug:slug>/rounds/tables/<int:pk>/uphold/", reporting.uphold, name="uphold"),
    path("<slug:slug>/rounds/tables/<int:pk>/take-back/", reporting.undo_entry, name="take_back"),
    path("<slug:slug>/t/<int:table>/", tables.at_table, name="at_table"),
    path("<slug:slug>/desk/", control.control, name="control"),
    path("<slug:slug>/desk/board/", board.board, name="board"),
    path("<slug:slug>/desk/entry/", entry.entry, name="entry"),
    path("<slug:slug>/desk/entry/block/", bulk_entry.enter_many, name="entry_block"),
    path("<slug:slug>/desk/slips/<int:pk>/", printing.slips, name="slips"),
    path("<slug:slug>/desk/pack/<int:pk>/", printing.pack, name="pack"),
    path("<slug:slug>/desk/pack/<int:pk>/file/", printing.pack_file, name="pack_file"),
    path("<slug:slug>/desk/table-cards/", printing.table_cards, name="table_cards"),
    path("<slug:slug>/desk/apart/", avoidance.avoidances, name="apart"),
    path("<slug:slug>/desk/apart/<int:pk>/remove/", avoidance.remove, name="let_meet"),
    path("<slug:slug>/desk/repair/", repairs.repairs, name="repairs"),
    path("<slug:slug>/desk/repair/<int:pk>/", repairs.repair_page, name="repair"),
    path("<slug:slug>/desk/repair/new/<slug:kind>/", repairs.repair_new, name="repair_new"),
    path("<slug:slug>/desk/tables/", table_rules.table_rules, name="table_rules"),
    path("<slug:slug>/desk/<slug:action>/", control.act, name="act"),
]
