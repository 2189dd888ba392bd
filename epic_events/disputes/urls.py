"""URLs of disputes."""

from django.urls import path

from epic_events.disputes import views
from epic_events.disputes.administration import views as oversight_views
from epic_events.disputes.decisions import views as deciding_views
from epic_events.disputes.editor import views as desk_views
from epic_events.disputes.evidence import views as evidence_views
from epic_events.disputes.printout import views as printed_views
from epic_events.disputes.replays import views as replay_views
from epic_events.disputes.what_if import views as what_if_views

app_name = "disputes"

urlpatterns = [
    path("", views.dispute_list, name="list"),
    path("new/", views.open_dispute, name="new"),
    path("at/<slug:event>/", views.dispute_list, name="of_event"),
    path("queue/", oversight_views.queue, name="queue"),
    path("queue/failed/", oversight_views.restart_failed, name="failed_again"),
    path("queue/judge-anew/", oversight_views.rejudge_outdated, name="rejudge_outdated"),
    path("describe/", desk_views.describe, name="describe"),
    path("check/", views.check_record, name="check"),
    path("precedents/", deciding_views.precedents, name="precedents"),
    path("<slug:slug>/", views.detail, name="detail"),
    path("<slug:slug>/state/", views.state, name="state"),
    path("<slug:slug>/text/", views.text, name="as_text"),
    path("<slug:slug>/pdf/", printed_views.pdf, name="pdf"),
    path("<slug:slug>/pdf/file/", printed_views.pdf_file, name="pdf_file"),
    path("<slug:slug>/file/", replay_views.record_file, name="file"),
    path("<slug:slug>/evidence/", evidence_views.add, name="add_evidence"),
    path("<slug:slug>/evidence/<int:number>/", evidence_views.photo, name="photo"),
    path("<slug:slug>/what-if/", what_if_views.keep, name="keep_what_if"),
    path("<slug:slug>/what-if/<int:number>/publish/", what_if_views.publish, name="publish_what_if"),
    path("<slug:slug>/record/", views.change_record, name="record"),
    path("<slug:slug>/doubted/", views.choose_doubted_play, name="doubted"),
    path("<slug:slug>/again/", views.replay_again, name="again"),
    path("<slug:slug>/cancel/", views.cancel_replay, name="cancel"),
    path("<slug:slug>/decide/", deciding_views.decide, name="decide"),
    path("<slug:slug>/rewind/", deciding_views.rewind, name="rewind"),
    path("<slug:slug>/publish/", deciding_views.publish, name="publish"),
    path("<slug:slug>/release/", deciding_views.release, name="release"),
]
