"""Optional Sentry and OpenTelemetry; loaded only if a setting enables them.

No addresses, names or request bodies are sent.
"""

from importlib import import_module
from typing import Any

from django.core.exceptions import ImproperlyConfigured

INSTALL = "requirements-telemetry.txt"


def _import_required(module: str, setting: str) -> Any:
    """Import a module that a setting needs.

    Raises:
        ImproperlyConfigured: it is not installed; the message says how to install it.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise ImproperlyConfigured(
            f"{setting} is set, and {error.name} is not installed: pip install -r {INSTALL}, or leave {setting} unset."
        ) from error


def start(*, sentry_dsn: str, opentelemetry: bool, release: str) -> None:
    """Start the enabled services, once per process.

    Args:
        sentry_dsn: Sentry address; empty to disable it.
        opentelemetry: True to send traces as configured by the ``OTEL_…`` variables.
        release: version of the site.

    Raises:
        ImproperlyConfigured: the packages are not installed.
    """
    if sentry_dsn:
        _start_sentry(sentry_dsn, release)
    if opentelemetry:
        _start_opentelemetry(release)


def _start_sentry(dsn: str, release: str) -> None:
    sentry = _import_required("sentry_sdk", "SENTRY_DSN")
    sentry.init(
        dsn=dsn, release=release, send_default_pii=False, max_request_body_size="never", include_local_variables=False
    )


def _start_opentelemetry(release: str) -> None:
    name = "OPENTELEMETRY"
    trace = _import_required("opentelemetry.trace", name)
    sdk, export = (
        _import_required("opentelemetry.sdk.trace", name),
        _import_required("opentelemetry.sdk.trace.export", name),
    )
    resources = _import_required("opentelemetry.sdk.resources", name)
    exporter = _import_required("opentelemetry.exporter.otlp.proto.http.trace_exporter", name)
    resource = resources.Resource.create({"service.name": "epic-events", "service.version": release})
    provider = sdk.TracerProvider(resource=resource)
    provider.add_span_processor(export.BatchSpanProcessor(exporter.OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    for library, instrumentor in (
        ("django", "DjangoInstrumentor"),
        ("celery", "CeleryInstrumentor"),
        ("psycopg", "PsycopgInstrumentor"),
        ("redis", "RedisInstrumentor"),
    ):
        getattr(_import_required(f"opentelemetry.instrumentation.{library}", name), instrumentor)().instrument()
