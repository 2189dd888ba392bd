"""OpenAPI schema generation, with the common error responses of all operations."""

import threading
from collections.abc import Iterator
from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.plumbing import ResolvedComponent

from epic_events.api.authentication import scope_of
from epic_events.api.idempotency import HEADER, KEYS, MAX_KEY_LENGTH

ERROR = ResolvedComponent(  # type: ignore[no-untyped-call]  # half typed by its makers
    name="Error",
    type=ResolvedComponent.SCHEMA,
    object="Error",
    schema={
        "type": "object",
        "description": "What went wrong; every error of the API has this form.",
        "properties": {
            "code": {
                "type": "string",
                "description": "A stable code for programs: invalid, unknown, not_found, not_allowed, wrong_state, "
                "throttled …",
            },
            "message": {"type": "string", "description": "An error message for users."},
            "fields": {
                "type": "object",
                "additionalProperties": {"type": "string"},
                "description": "An error message for each invalid field of the request.",
            },
            "reports": {
                "type": "array",
                "items": {"type": "object"},
                "description": "With `report_differs`: the players' reports that the result contradicts.",
            },
        },
        "required": ["code", "message", "fields"],
    },
)

REASONS = {
    "400": "The request is invalid; the error names the field or parameter.",
    "401": "Not signed in, or the Authorization header is invalid.",
    "403": "The user or the scope of the token does not permit this, or the CSRF token is missing.",
    "404": "The object does not exist, or the user may not see it.",
    "409": "The state of the object does not allow the action, or the same request is being processed.",
    "413": "The body is too large.",
    "415": "The body is not JSON.",
    "422": "The `Idempotency-Key` was already used for a different request.",
    "429": "Too many requests; try again later.",
    "503": "The database is unavailable and nothing was saved; retry after `Retry-After` seconds.",
}


def reasons_to_fail(method: str, operation: dict[str, Any]) -> list[str]:
    """Return the error statuses of an operation.

    Args:
        method: HTTP method in lower case.
        operation: its schema without errors.
    """
    parameters = operation.get("parameters", ())
    places = {parameter["in"] for parameter in parameters}
    has_pages = any(parameter["name"] == "page" for parameter in parameters)
    sends = "requestBody" in operation
    answers = {
        "400": True,
        "401": True,
        "403": True,
        "404": "path" in places or has_pages,
        "409": method != "get" and ("path" in places or "header" in places),
        "413": sends,
        "415": method != "get",
        "422": "header" in places,
        "429": True,
        "503": True,
    }
    return [status for status, can in answers.items() if can]


ONCE = {
    "in": "header",
    "name": HEADER,
    "schema": {"type": "string", "minLength": 1, "maxLength": MAX_KEY_LENGTH, "pattern": f"^{KEYS}$"},
    "description": "A unique key for this write, such as a UUID; a retry with the same key is not executed twice.",
}

LIMITS = {
    "RateLimit-Limit": "Number of requests allowed in the current time window.",
    "RateLimit-Remaining": "Number of requests left in the time window.",
    "RateLimit-Reset": "Seconds until another request is allowed.",
}

HOW_TO = """
Public data can be read without authentication. To write, create a token (`token`) and send it with every request as
`Authorization: Bearer …` (or `Token …`). In a browser, the session cookie works as well, together with the CSRF token.
An invalid Authorization header is rejected, not ignored. A token has a name, an expiry date and scopes; the default is
read access. Each operation states the scope it requires as `x-scope`. Only token hashes are stored. You can view and
revoke your tokens on your account page; a change of password revokes them. A token has the permissions of its user: at
an event that requires a second factor from its staff, it has staff permissions only if the account has a second factor;
otherwise the request is rejected with the code `second_factor`. Adding the first second factor revokes existing tokens.

Unknown parameters and fields are rejected with 400; the error lists the allowed ones.

Long lists are paginated (`page`, `page_size` up to 200). Responses have an `ETag`: send it as `If-None-Match` to get
304 if nothing has changed; such requests do not count against the rate limit. `RateLimit-Limit`, `RateLimit-Remaining`
and `RateLimit-Reset` (seconds) describe the rate limit; beyond it the response is 429 with `Retry-After` in seconds.
While the database is unavailable, requests that need it return 503 with `Retry-After`.

To retry a write safely if its response was lost, send a unique `Idempotency-Key` with each write. A request with the
same key and content returns the first response for 24 hours, with `Idempotent-Replayed: true`; with other content it
returns 422 `key_used`; while the first request is still being processed, 409 `in_progress` with `Retry-After`. Error
responses are not stored; such a request may be retried with the same key.

Every error is `{"code": code, "message": text, "fields": {name: text}}`. Times are UTC. Texts for users are in English,
or in German if `Accept-Language` asks for it; in a browser session they are in the user's language. Codes, field names,
identifiers and the texts of rules and cards are the same in every language.
"""

TAGS = {
    "about": "Entry point and schema.",
    "token": "API tokens.",
    "events": "Events, entries and staff.",
    "rounds": "Rounds, matches and standings.",
    "results": "Reporting, confirming and entering results.",
    "repairs": "Repairs of events, with a preview.",
    "decklists": "Checking, submitting and reading decklists.",
    "judging": "Judging: calls for a judge, penalties, decisions, appeals.",
    "clock": "Round clocks and time extensions.",
    "webhooks": "Changes of an event: feed and webhooks.",
    "disputes": "Disputed plays: records, verdicts, decisions.",
    "rulings": "Rulings and precedents.",
    "rules": "The rules documents, restated under their official numbers.",
    "cards": "The cards.",
}


_DESCRIBING: Final = threading.Lock()


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # half typed by its makers
    """Security scheme of tokens."""

    target_class = "epic_events.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the schema of the ``Authorization`` header."""
        del auto_schema
        return {"type": "http", "scheme": "bearer"}


class Generator(SchemaGenerator):
    """Schema generator that adds error responses and an introduction.

    Serialised by a lock. drf-spectacular stores its state in views and serializers, so two concurrent runs would
    interfere.
    """

    def get_schema(self, request: Any = None, public: bool = False) -> dict[str, Any]:
        """Return the schema with its introduction."""
        with _DESCRIBING:
            return self._build_schema(request, public)

    def _build_schema(self, request: Any, public: bool) -> dict[str, Any]:
        schema: dict[str, Any] = super().get_schema(request, public)  # type: ignore[no-untyped-call]  # half typed by its makers
        schema["info"]["description"] += f"\n{HOW_TO}"
        schema["tags"] = [{"name": name, "description": words} for name, words in TAGS.items()]
        schema["components"]["headers"] = {
            name: {"description": words, "schema": {"type": "integer"}} for name, words in LIMITS.items()
        }
        bodies = list(_bodies(schema))
        for body in bodies:
            body["additionalProperties"] = False
        for name, component in schema["components"]["schemas"].items():
            if not any(component is body for body in bodies):
                schema["components"]["schemas"][name] = _as_answered(component)
        return schema

    def parse(self, input_request: Any, public: bool) -> dict[str, Any]:
        """Return all operations by path and method, with errors last."""
        paths: dict[str, Any] = super().parse(input_request, public)  # type: ignore[no-untyped-call]  # half typed by its makers
        self.registry.register_on_missing(ERROR)
        for operations in paths.values():
            for method, operation in operations.items():
                operation["x-scope"] = scope_of(method, operation)
                if method != "get" and operation["tags"] != ["token"]:
                    operation.setdefault("parameters", []).append(ONCE)
                for status in reasons_to_fail(method, operation):
                    content = {"application/json": {"schema": ERROR.ref}}
                    operation["responses"].setdefault(status, {"content": content, "description": REASONS[status]})
                for answer in operation["responses"].values():
                    answer["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in LIMITS}
        return paths


def _bodies(description: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield every object schema in request bodies, to forbid additional properties."""
    components = description["components"]["schemas"]
    seen: set[str] = set()

    def object_schemas(schema: Any) -> Iterator[dict[str, Any]]:
        if isinstance(schema, list):
            for each in schema:
                yield from object_schemas(each)
        if not isinstance(schema, dict):
            return
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        if name and name not in seen:
            seen.add(name)
            yield from object_schemas(components[name])
        if "properties" in schema:
            yield schema
            yield from object_schemas(list(schema["properties"].values()))
        yield from object_schemas([schema.get("items"), schema.get("allOf")])

    for operations in description["paths"].values():
        for operation in operations.values():
            yield from object_schemas(
                [each["schema"] for each in operation.get("requestBody", {}).get("content", {}).values()]
            )


def _as_answered(schema: Any) -> Any:
    """Return a response schema without ``minLength``, which applies to requests only."""
    if isinstance(schema, list):
        return [_as_answered(each) for each in schema]
    if isinstance(schema, dict):
        return {name: _as_answered(each) for name, each in schema.items() if (name, each) != ("minLength", 1)}
    return schema
