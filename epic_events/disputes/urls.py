"""URLs of disputes."""

from django.urls import path

from epic_events.disputes import views
from epic_events.disputes.decisions import views as decision_views
from epic_events.disputes.editor import views as editor_views

app_name = "disputes"

urlpatterns = [
    path("", views.dispute_list, name="list"),
    path("new/", views.open_dispute, name="new"),
    path("at/<slug:event>/", views.dispute_list, name="of_event"),
    path("queue/", views.queue, name="queue"),
    path("queue/failed/", views.restart_failed, name="failed_again"),
    path("queue/judge-anew/", views.rejudge_outdated, name="rejudge_outdated"),
    path("describe/", editor_views.describe, name="describe"),
    path("check/", views.check_record, name="check"),
    path("precedents/", decision_views.precedents, name="precedents"),
    path("<slug:slug>/", views.detail, name="detail"),
    path("<slug:slug>/state/", views.state, name="state"),
    path("<slug:slug>/text/", views.text, name="record_text"),
    path("<slug:slug>/pdf/", views.pdf, name="pdf"),
    path("<slug:slug>/pdf/file/", views.pdf_file, name="pdf_file"),
    path("<slug:slug>/file/", views.record_file, name="file"),
    path("<slug:slug>/evidence/", views.add_evidence, name="add_evidence"),
    path("<slug:slug>/evidence/<int:number>/", views.photo, name="photo"),
    path("<slug:slug>/what-if/", views.save_what_if, name="save_what_if"),
    path("<slug:slug>/what-if/<int:number>/publish/", views.publish_what_if, name="publish_what_if"),
    path("<slug:slug>/record/", views.change_record, name="record"),
    path("<slug:slug>/disputed-play/", views.choose_disputed_play, name="choose_disputed_play"),
    path("<slug:slug>/again/", views.replay_again, name="replay_again"),
    path("<slug:slug>/cancel/", views.cancel_replay, name="cancel"),
    path("<slug:slug>/decide/", decision_views.decide, name="decide"),
    path("<slug:slug>/rewind/", decision_views.rewind, name="rewind"),
    path("<slug:slug>/publish/", decision_views.publish, name="publish"),
    path("<slug:slug>/release/", decision_views.release, name="release"),
]
