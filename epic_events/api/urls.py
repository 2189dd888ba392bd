"""URLs of the API, version 1; each app provides its endpoints."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny

from epic_events.api import tokens
from epic_events.api.endpoint import endpoint
from epic_events.api.views import DescriptionView, NotFoundView, RootView
from epic_events.decks import api as decks
from epic_events.decks import setup_api as deck_setup
from epic_events.decks.card_files import api as card_files
from epic_events.decks.pools import api as pools
from epic_events.disputes import api as disputes
from epic_events.events import api as events
from epic_events.events import setup_api as event_setup
from epic_events.integrations.archives import api as archives
from epic_events.integrations.webhooks import api as webhooks
from epic_events.judging.calls import api as calls
from epic_events.judging.clock import api as clock
from epic_events.judging.decisions import api as decisions
from epic_events.judging.deck_checks import api as checks
from epic_events.judging.penalties import api as penalties
from epic_events.judging.rulings import api as rulings
from epic_events.pairings.cut import api as cut
from epic_events.pairings.repairs import api as repairs
from epic_events.pairings.results import api as results
from epic_events.pairings.rounds import api as rounds
from epic_events.pairings.standings import api as standings
from epic_events.reference import api as reference
from epic_events.reference.cards import api as cards
from epic_events.reference.documents import api as documents
from epic_events.web import api as web
from epic_events.web import event_imports_api as event_imports

app_name = "api"


urlpatterns = [
    endpoint("", RootView, "root"),
    path("schema/", DescriptionView.as_view(), name="schema"),
    path(
        "docs/",
        SpectacularSwaggerSplitView.as_view(url_name="api:schema", permission_classes=(AllowAny,)),
        name="docs",
    ),
    endpoint("token/", tokens.TokenView, "token"),
    endpoint("token/own/", tokens.OwnTokenView, "own-token"),
    endpoint("events/", events.EventsView, "events"),
    endpoint("events/<slug:slug>/", events.EventDetail, "event"),
    endpoint("events/<slug:slug>/steps/", rounds.EventStepView, "event-step"),
    endpoint("events/<slug:slug>/registrations/", events.EntriesView, "registrations"),
    endpoint("registrations/<int:entry_id>/steps/", events.EntryView, "registration-step"),
    endpoint("registrations/<int:entry_id>/merge/", events.MergePlayersView, "same-person"),
    endpoint("rounds/<int:round_id>/finish/", rounds.FinishView, "round-finish"),
    endpoint("events/<slug:slug>/staff/", event_setup.StaffList, "staff"),
    endpoint("events/<slug:slug>/staff/<int:key>/", event_setup.StaffDetail, "staff-role"),
    endpoint("events/<slug:slug>/invitations/<int:key>/", event_setup.InvitationDetail, "invitation"),
    endpoint("events/<slug:slug>/decklists/", decks.DeckList, "decklists"),
    endpoint("events/<slug:slug>/decklists/many/", decks.DecklistImportView, "decklists-many"),
    endpoint("events/<slug:slug>/decklist-window/", deck_setup.SubmissionPeriodView, "decklist-window"),
    endpoint("events/<slug:slug>/decklist-lock/", deck_setup.EventLockView, "decklists-lock"),
    endpoint("registrations/<int:entry_id>/decklist-lock/", deck_setup.ListLockView, "decklist-lock"),
    endpoint("events/<slug:slug>/deck-rules/", deck_setup.DeckRulesView, "deck-rules"),
    endpoint("events/<slug:slug>/pools/", pools.PoolList, "pools"),
    endpoint("events/<slug:slug>/pools/import/", pools.PoolImportView, "pools-many"),
    endpoint("events/<slug:slug>/pools/states/", pools.PoolStates, "pool-states"),
    endpoint("events/<slug:slug>/cards/", card_files.CardFileEntryList, "own-cards"),
    endpoint("events/<slug:slug>/card-files/", card_files.CardFileList, "card-files"),
    endpoint("events/<slug:slug>/card-files/form/", card_files.CardFileFormView, "card-file-form"),
    endpoint("events/<slug:slug>/card-files/choice/", card_files.CardFileChoiceView, "card-file-choice"),
    endpoint("events/<slug:slug>/card-files/<int:number>/", card_files.CardFileDetail, "card-file"),
    endpoint("events/<slug:slug>/stages/", event_setup.StagesView, "stages"),
    endpoint("events/<slug:slug>/duplicate/", web.DuplicateView, "duplicate"),
    endpoint("events/<slug:slug>/pods/", rounds.PodsView, "pods"),
    endpoint("events/<slug:slug>/bracket/", cut.BracketView, "bracket"),
    endpoint("events/<slug:slug>/rounds/", rounds.RoundList, "rounds"),
    endpoint("events/<slug:slug>/rounds/pair/", rounds.PairView, "pair"),
    endpoint("events/<slug:slug>/cut/", rounds.CutView, "start-cut"),
    endpoint("rounds/<int:round_id>/publish/", rounds.PublishView, "publish"),
    endpoint("events/<slug:slug>/matches/", results.MatchList, "matches"),
    endpoint("events/<slug:slug>/repairs/", repairs.RepairList, "repairs"),
    endpoint("events/<slug:slug>/repairs/preview/", repairs.RepairPreview, "repair-preview"),
    endpoint("events/<slug:slug>/result/", web.EventResultView, "event-result"),
    endpoint("players/<int:key>/", web.PlayerView, "player"),
    endpoint("events/<slug:slug>/standings/final/", cut.FinalStandingsView, "final-standings"),
    endpoint("events/<slug:slug>/standings/", standings.StandingsView, "standings"),
    endpoint("events/<slug:slug>/standings/<int:registration_id>/", standings.StandingView, "standing"),
    endpoint("events/<slug:slug>/stages/<int:order>/tie-breaks/", standings.TieBreaksView, "tie-breaks"),
    endpoint("matches/<int:match_id>/", results.MatchDetail, "match"),
    endpoint("events/<slug:slug>/kept-apart/", rounds.AvoidanceList, "kept-apart"),
    endpoint("kept-apart/<int:pair_id>/", rounds.AvoidanceDetail, "let-meet"),
    endpoint("matches/<int:match_id>/why/", rounds.ExplanationView, "why"),
    endpoint("matches/<int:match_id>/result/", results.ResultView, "result"),
    endpoint("matches/<int:match_id>/confirm/", results.ConfirmView, "confirm"),
    endpoint("matches/<int:match_id>/undo/", results.UndoResultView, "undo"),
    endpoint("rounds/<int:round_id>/time/", results.TimeView, "round-time"),
    endpoint("rounds/<int:round_id>/clock/", clock.ClockView, "round-clock"),
    endpoint("matches/<int:match_id>/extensions/", clock.ExtensionList, "extensions"),
    endpoint("extensions/<int:extension_id>/undo/", clock.ExtensionUndo, "extension-undo"),
    endpoint("events/<slug:slug>/clocks/", clock.EventClockView, "event-clocks"),
    endpoint("events/<slug:slug>/preparation/", clock.PreparationView, "preparation"),
    endpoint("rounds/<int:round_id>/results/", results.LinesView, "round-results"),
    endpoint("events/<slug:slug>/calls/", calls.CallList, "calls"),
    endpoint("calls/<int:call_id>/", calls.CallDetail, "call"),
    endpoint("events/<slug:slug>/penalties/", penalties.PenaltyList, "penalties"),
    endpoint("events/<slug:slug>/deck-checks/", checks.DeckCheckList, "deck-checks"),
    endpoint("deck-checks/<int:check_id>/end/", checks.DeckCheckEnd, "deck-check-end"),
    endpoint("rounds/<int:round_id>/deck-checks/draw/", checks.DrawView, "deck-check-draw"),
    endpoint("events/<slug:slug>/decisions/", decisions.CaseList, "decisions"),
    endpoint("decisions/<int:case_id>/", decisions.CaseDetail, "decision"),
    endpoint("decisions/<int:case_id>/appeal/", decisions.AppealView, "appeal"),
    endpoint("decisions/<int:case_id>/appeal/decision/", decisions.AppealDecisionView, "appeal-decision"),
    endpoint("penalties/<int:penalty_id>/revoke/", penalties.PenaltyRevoke, "penalty-revoke"),
    endpoint("events/<slug:slug>/archive/", archives.EventArchiveView, "archive"),
    endpoint("imports/", event_imports.EventImportView, "imports"),
    endpoint("archives/", archives.EventArchiveImportView, "archives"),
    endpoint("events/<slug:slug>/changes/", webhooks.ChangeList, "changes"),
    endpoint("events/<slug:slug>/changes/stream/", webhooks.ChangeStreamView, "changes-stream"),
    endpoint("events/<slug:slug>/webhooks/", webhooks.WebhookList, "webhooks"),
    endpoint("webhooks/<int:webhook_id>/", webhooks.WebhookDetail, "webhook"),
    endpoint("webhooks/<int:webhook_id>/deliveries/", webhooks.DeliveryList, "webhook-deliveries"),
    endpoint("decklists/check/", decks.DeckCheck, "deck-check"),
    endpoint("decklists/<int:deck_id>/", decks.DeckDetail, "decklist"),
    endpoint("rules/", reference.RulebookList, "rules"),
    endpoint("rules/<slug:rulebook>/", reference.RuleList, "rulebook"),
    endpoint("rules/<slug:rulebook>/search/", reference.RuleSearch, "rule-search"),
    endpoint("rules/<slug:rulebook>/<path:number>/", reference.RuleDetail, "rule"),
    endpoint("documents/", documents.DocumentList, "documents"),
    endpoint("documents/<int:key>/", documents.DocumentDetail, "document"),
    endpoint("documents/<int:key>/symbols/", documents.DocumentSymbols, "document-symbols"),
    endpoint("cards/", cards.CardList, "cards"),
    endpoint("cards/question/", cards.CardQuestion, "card-question"),
    endpoint("cards/complete/", cards.CardCompletion, "card-completion"),
    endpoint("cards/<slug:slug>/", cards.CardDetail, "card"),
    endpoint("rulings/", rulings.RulingList, "rulings"),
    endpoint("rulings/<slug:slug>/", rulings.RulingDetail, "ruling"),
    endpoint("rulings/<slug:slug>/publish/", rulings.RulingPublish, "ruling-publish"),
    endpoint("disputes/", disputes.DisputeList, "disputes"),
    endpoint("disputes/<slug:slug>/", disputes.DisputeDetail, "dispute"),
    endpoint("disputes/<slug:slug>/record/", disputes.RecordView, "dispute-record"),
    endpoint("disputes/<slug:slug>/cancel/", disputes.CancelView, "dispute-cancel"),
    endpoint("disputes/<slug:slug>/decision/", disputes.DecisionView, "dispute-decision"),
    endpoint("disputes/<slug:slug>/pdf/", disputes.PdfView, "dispute-pdf"),
    endpoint("disputes/<slug:slug>/pdf/file/", disputes.PdfFileView, "dispute-pdf-file"),
    re_path("", NotFoundView.as_view(), name="nowhere"),
]
