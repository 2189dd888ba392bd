"""URLs of rounds, tables, standings and the bracket, below the URL of an event."""

from django.urls import path

from epic_events.pairings import printouts
from epic_events.pairings.cut import views as cut
from epic_events.pairings.repairs import swap_views
from epic_events.pairings.repairs import views as repairs
from epic_events.pairings.results.views import entry, reporting, tables
from epic_events.pairings.rounds.views import avoidance, desk, rounds
from epic_events.pairings.standings import views as standings

app_name = "pairings"
SWISS, CUT = {"cut": False}, {"cut": True}
urlpatterns = [
    path("<slug:slug>/rounds/", rounds.rounds, name="rounds"),
    path("<slug:slug>/rounds/<int:number>/", rounds.round_page, SWISS, name="round"),
    path("<slug:slug>/rounds/cut/<int:number>/", rounds.round_page, CUT, name="cut_round"),
    path("<slug:slug>/standings/", standings.standings, name="standings"),
    path("<slug:slug>/standings/final/", cut.final, name="final_standings"),
    path("<slug:slug>/standings/what-if/", standings.what_if, name="what_if"),
    path("<slug:slug>/stages/<int:order>/tie-breaks/", standings.tie_breaks, name="tie_breaks"),
    path("<slug:slug>/standings/<int:number>/", standings.standings, name="standings_after"),
    path("<slug:slug>/standings/<int:number>/players/<int:entry>/", standings.breakdown, name="breakdown"),
    path("<slug:slug>/pods/", rounds.pods, name="pods"),
    path("<slug:slug>/bracket/", cut.bracket, name="bracket"),
    path("<slug:slug>/rounds/mine/", tables.my_match, name="my_match"),
    path("<slug:slug>/rounds/tables/<int:pk>/", tables.match, name="match"),
    path("<slug:slug>/rounds/tables/<int:pk>/first-player/", tables.first_player, name="first_player"),
    path("<slug:slug>/rounds/tables/<int:pk>/turn/", tables.turn, name="turn"),
    path("<slug:slug>/rounds/tables/<int:pk>/why/", rounds.explanation_page, name="explanation"),
    path("<slug:slug>/rounds/tables/<int:pk>/report/", reporting.report, name="report"),
    path("<slug:slug>/rounds/tables/<int:pk>/undo-report/", reporting.undo_own_report, name="undo_report"),
    path("<slug:slug>/rounds/tables/<int:pk>/confirm/", reporting.confirm, name="confirm"),
    path("<slug:slug>/rounds/tables/<int:pk>/enter/", reporting.enter, name="enter"),
    path("<slug:slug>/rounds/tables/<int:pk>/note/", reporting.save_offline_result, name="note"),
    path("<slug:slug>/rounds/tables/<int:pk>/decide/", reporting.uphold, name="decide_report"),
    path("<slug:slug>/rounds/tables/<int:pk>/undo/", reporting.undo_entry, name="undo_entry"),
    path("<slug:slug>/t/<int:table>/", tables.at_table, name="table"),
    path("<slug:slug>/desk/", desk.control, name="desk"),
    path("<slug:slug>/desk/board/", desk.board, name="board"),
    path("<slug:slug>/desk/entry/", entry.entry, name="entry"),
    path("<slug:slug>/desk/entry/block/", entry.enter_many, name="entry_block"),
    path("<slug:slug>/desk/slips/<int:pk>/", printouts.slips, name="slips"),
    path("<slug:slug>/desk/pack/<int:pk>/", printouts.pack, name="pack"),
    path("<slug:slug>/desk/pack/<int:pk>/file/", printouts.pack_file, name="pack_file"),
    path("<slug:slug>/desk/table-cards/", printouts.table_cards, name="table_cards"),
    path("<slug:slug>/desk/avoidances/", avoidance.avoidances, name="avoidances"),
    path("<slug:slug>/desk/avoidances/<int:pk>/remove/", avoidance.remove, name="remove_avoidance"),
    path("<slug:slug>/desk/swap/<int:pk>/", swap_views.swap, name="swap"),
    path("<slug:slug>/desk/repair/", repairs.repairs, name="repairs"),
    path("<slug:slug>/desk/repair/<int:pk>/", repairs.repair_page, name="repair"),
    path("<slug:slug>/desk/repair/new/<slug:kind>/", repairs.repair_new, name="repair_new"),
    path("<slug:slug>/desk/tables/", tables.table_rules, name="table_rules"),
    path("<slug:slug>/desk/<slug:action>/", desk.act, name="act_on_desk"),
]
