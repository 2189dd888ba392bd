"""Installed apps, middleware, templates and logging."""

import os
from pathlib import Path
from typing import Any

from epic_events.infra import log_format
from epic_events.settings.environment import BASE_DIR, LOG_FORMAT, TESTING, VAR_DIR

INSTALLED_APPS = [
    "epic_events.audit_log.apps.AuditLogConfig",
    "epic_events.accounts.apps.AccountsConfig",
    "epic_events.documents.apps.DocumentsConfig",
    "epic_events.reference.apps.ReferenceConfig",
    "epic_events.events.apps.EventsConfig",
    "epic_events.pairings.apps.PairingsConfig",
    "epic_events.judging.clock.apps.ClockConfig",
    "epic_events.decks.apps.DecksConfig",
    "epic_events.judging.apps.JudgingConfig",
    "epic_events.judging.rulings.apps.RulingsConfig",
    "epic_events.disputes.apps.DisputesConfig",
    "epic_events.integrations.notices.apps.NoticesConfig",
    "epic_events.integrations.webhooks.apps.WebhooksConfig",
    "epic_events.web.apps.PortalConfig",
    "epic_events.api.apps.ApiConfig",
    "epic_events.site_admin.apps.SiteAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",  # the templates of its widgets, for FORM_RENDERER
    "allauth",
    "allauth.account",
    "allauth.usersessions",
    "allauth.mfa",
    "csp",
    "django_htmx",
    "django_filters",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    "epic_events.infra.request_log.RequestLogMiddleware",  # outermost: counts every response
    "csp.middleware.CSPMiddleware",  # also for redirects, errors and static files
    "epic_events.site_admin.probes.ProbesMiddleware",  # requested by monitoring under any host name and without TLS
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "epic_events.web.middleware.CompressionMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "epic_events.accounts.languages.ReaderLanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "epic_events.web.middleware.ReaderMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "epic_events.accounts.access.sessions.LastSeenMiddleware",
    "epic_events.web.form_recovery.SendingMiddleware",
    "epic_events.web.middleware.UserErrorMiddleware",
    "epic_events.web.middleware.SignedOutMiddleware",
    "epic_events.web.middleware.OversizedMiddleware",
]

ROOT_URLCONF = "epic_events.urls"
WSGI_APPLICATION = "epic_events.wsgi.application"
ASGI_APPLICATION = "epic_events.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "epic_events.web.context.site",
            ],
        },
    }
]

FORM_RENDERER = "epic_events.infra.form_renderer.FormRenderer"


LOGGING: dict[str, Any] = log_format.configuration(LOG_FORMAT)
if not TESTING:  # shared by all processes of this machine; the library reads the path from the environment
    _counted = Path(os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(VAR_DIR / "metrics")))
    _counted.mkdir(parents=True, exist_ok=True)
