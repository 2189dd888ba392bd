"""URLs of rules documents, below ``/rules/``, and of cards, below ``/cards/``."""

from django.urls import path

from epic_events.reference.cards import views as cards
from epic_events.reference.documents.views import symbols, uploads, versions
from epic_events.reference.search.views import search, unanswered
from epic_events.reference.views import coverage, offline, rules

app_name = "reference"

urlpatterns = [
    path("rules/", search.search, name="search"),
    path("rules/documents/", rules.documents, name="documents"),
    path("rules/glossary/", rules.glossary, name="glossary"),
    path("rules/interpretations/", rules.interpretations, name="interpretations"),
    path("rules/coverage/", coverage.coverage, name="coverage"),
    path("rules/unanswered/", unanswered.page, name="unanswered"),
    path("rules/uploads/", uploads.uploads, name="uploads"),
    path("rules/uploads/new/", uploads.upload_new, name="upload_new"),
    path("rules/uploads/read/<int:key>/", uploads.reading, name="reading"),
    path("rules/uploads/<int:key>/", uploads.upload, name="upload"),
    path("rules/uploads/<int:key>/symbols/", symbols.symbols, name="symbols"),
    path("rules/uploads/<int:key>/publish/", uploads.publish, name="publish"),
    path("rules/uploads/<int:key>/withdraw/", uploads.unpublish, name="withdraw"),
    path("rules/offline/", offline.page, name="offline"),
    path("rules/offline/<slug:game>.json", offline.listing, name="kept"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("sw.js", offline.service_worker, name="service_worker"),
    path("rules/<slug:rulebook>/", rules.document, name="document"),
    path("rules/<slug:rulebook>/versions/", versions.versions, name="versions"),
    path("rules/<slug:rulebook>/history/<path:slug>/", versions.rule_history, name="history"),
    path("rules/<slug:rulebook>/whole/", rules.whole, name="whole"),
    path("rules/<slug:rulebook>/tables.json", offline.tables, name="tables"),
    path("rules/<slug:rulebook>/<path:slug>/", rules.rule, name="rule"),
    path("cards/", cards.card_list, name="cards"),
    path("cards/<slug:slug>/", cards.card, name="card"),
    path("cards/<slug:game>/<slug:slug>/", cards.game_card, name="game-card"),
]
