"""URLs of judging, below the URL of an event."""

from django.urls import path

from epic_events.judging import tables
from epic_events.judging.calls import views as calls
from epic_events.judging.decisions import views as decisions
from epic_events.judging.deck_checks import views as checks
from epic_events.judging.penalties import views as penalties

app_name = "judging"
urlpatterns = [
    path("<slug:slug>/judges/", calls.board, name="board"),
    path("<slug:slug>/judges/table/", tables.find_table, name="find_table"),
    path("<slug:slug>/judges/tables/<int:pk>/", tables.table, name="table"),
    path("<slug:slug>/judges/penalties/", penalties.penalties, name="penalties"),
    path("<slug:slug>/judges/penalties/<int:pk>/revoke/", penalties.revoke, name="revoke"),
    path("<slug:slug>/judges/tables/<int:pk>/decide/", decisions.decide, name="decide"),
    path("<slug:slug>/decisions/<int:pk>/", decisions.case, name="case"),
    path("<slug:slug>/decisions/<int:pk>/correct/", decisions.correct, name="correct"),
    path("<slug:slug>/decisions/<int:pk>/appeal/", decisions.appeal, name="appeal"),
    path("<slug:slug>/decisions/<int:pk>/appeal/withdraw/", decisions.withdraw, name="appeal_withdraw"),
    path("<slug:slug>/decisions/<int:pk>/appeal/decide/", decisions.decide_appeal, name="appeal_decide"),
    path("<slug:slug>/judges/checks/", checks.checks, name="checks"),
    path("<slug:slug>/judges/checks/<int:pk>/", checks.check, name="check"),
    path("<slug:slug>/judges/players/<int:pk>/check/", checks.begin, name="check_begin"),
    path("<slug:slug>/judges/players/<int:pk>/", penalties.player, name="player"),
    path("<slug:slug>/judges/calls/<int:pk>/<slug:action>/", calls.apply_step, name="call_act"),
    path("<slug:slug>/rounds/tables/<int:pk>/call/", calls.call, name="call"),
    path("<slug:slug>/rounds/tables/<int:pk>/call/now/", calls.call_status, name="call_now"),
]
