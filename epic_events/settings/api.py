"""REST API settings: authentication, rate limits, schema."""

from typing import Any

from epic_events.settings.environment import PROXIES

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "epic_events.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    # Every endpoint declares its permission; one that does not is denied to all.
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAdminUser"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "epic_events.api.pagination.Pages",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_VERSIONING_CLASS": None,
    "ALLOWED_VERSIONS": ["v1"],  # valid values of ?version= of the schema; other values would be copied into a header
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": "120/min",
        "user": "600/min",
        "replay": "30/min",
        "search": "120/min",
        "complete": "600/min",
    },
    "NUM_PROXIES": PROXIES,
    "URL_FORMAT_OVERRIDE": None,
    "EXCEPTION_HANDLER": "epic_events.api.errors.handle",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Epic Events API",
    "DESCRIPTION": "Events, rounds, standings, decklists, rules, cards and disputes.",
    "VERSION": "1.0.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "DEFAULT_GENERATOR_CLASS": "epic_events.api.schema.Generator",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENFORCE_NON_BLANK_FIELDS": True,  # in requests only, see the schema generator
    "ENUM_NAME_OVERRIDES": {
        "StageKindEnum": "epic_events.events.models.Stage.Kind",
        "StateEnum": "epic_events.reference.documents.api.STATES",
        "BestOfEnum": "epic_events.events.api.BEST_OF",
        "PresetEnum": "epic_events.pairings.standings.api.PRESET_CHOICES",
        "ClockStateEnum": "epic_events.judging.clock.selectors.CLOCK_STATES",
        "PreparationKindEnum": "epic_events.pairings.models.Preparation.Kind",
        "PreparationStateEnum": "epic_events.pairings.preparation.PREPARATION_STATES",
        "RulingStatusEnum": "epic_events.judging.rulings.models.Ruling.Status",
        "CaseStatusEnum": "epic_events.judging.models.Case.Status",
    },
}
