"""URLs of rules documents, below ``/rules/``, and of cards, below ``/cards/``."""

from django.urls import path

from epic_events.reference import views
from epic_events.reference.cards import views as cards
from epic_events.reference.documents import views as documents
from epic_events.reference.search import views as search

app_name = "reference"

urlpatterns = [
    path("rules/", search.search_rules, name="search"),
    path("rules/documents/", views.documents, name="documents"),
    path("rules/glossary/", views.glossary, name="glossary"),
    path("rules/interpretations/", views.interpretations, name="interpretations"),
    path("rules/coverage/", views.rule_coverage, name="coverage"),
    path("rules/unanswered/", search.unanswered_searches, name="unanswered"),
    path("rules/uploads/", documents.upload_list, name="uploads"),
    path("rules/uploads/new/", documents.upload_new, name="upload_new"),
    path("rules/uploads/read/<int:key>/", documents.reading, name="reading"),
    path("rules/uploads/<int:key>/", documents.upload, name="upload"),
    path("rules/uploads/<int:key>/symbols/", documents.edit_symbols, name="symbols"),
    path("rules/uploads/<int:key>/publish/", documents.publish, name="publish"),
    path("rules/uploads/<int:key>/withdraw/", documents.unpublish, name="withdraw"),
    path("rules/offline/", views.offline_copy, name="offline"),
    path("rules/offline/<slug:game>.json", views.offline_listing, name="kept"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("sw.js", views.service_worker, name="service_worker"),
    path("rules/<slug:rulebook>/", views.document, name="document"),
    path("rules/<slug:rulebook>/versions/", documents.version_list, name="versions"),
    path("rules/<slug:rulebook>/history/<path:slug>/", documents.rule_history, name="history"),
    path("rules/<slug:rulebook>/whole/", views.whole, name="whole"),
    path("rules/<slug:rulebook>/tables.json", views.search_tables, name="tables"),
    path("rules/<slug:rulebook>/<path:slug>/", views.rule, name="rule"),
    path("cards/", cards.card_list, name="cards"),
    path("cards/<slug:slug>/", cards.card, name="card"),
    path("cards/<slug:game>/<slug:slug>/", cards.game_card, name="game-card"),
]
