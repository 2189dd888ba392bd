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
                "description": "A stable word for programs: invalid, unknown, not_found, not_allowed, wrong_state, "
                "throttled …",
            },
            "message": {"type": "string", "description": "A full sentence to show."},
            "fields": {
                "type": "object",
                "additionalProperties": {"type": "string"},
                "description": "A sentence for each field of the request that is at fault.",
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
    "409": "Not now: something else has to happen first, or the same write is being done at this moment.",
    "413": "The body is too large.",
    "415": "The body is not JSON.",
    "422": "The `Idempotency-Key` was sent before with something else.",
    "429": "Too often; try again later.",
    "503": "The site's database is away: nothing was saved; try again after `Retry-After` seconds.",
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
    "description": "A key of your own for this write, such as a UUID: sent again under it, it is not done again.",
}

LIMITS = {
    "RateLimit-Limit": "How many requests there may be in the time of the limit that ends first.",
    "RateLimit-Remaining": "How many of them are left.",
    "RateLimit-Reset": "Seconds until there is one more.",
}

HOW_TO = """
Everything that anybody may read is read without signing in. To write, make a token (`token`) and send it as
`Authorization: Bearer …` with every request (`Token …` says the same); in a browser the signed-in session works too,
with the CSRF token. A header that names no user is rejected, never ignored. A token has a name, an end and scopes,
only to read unless you ask for more; each operation tells as `x-scope` which it takes. What is kept of it does not lead
back to it. Tokens are seen and ended on your page, and end with your password. A token counts as its person does: at an
event whose staff need a second factor it is good for the staff's work once the account has one, and until then such a
request is refused with the code `second_factor`. The first second factor ends the tokens from before.

A parameter or a field that is not described here is refused with 400, which names those that are.

Long lists come in pages (`page`, `page_size` up to 200). Reads carry an `ETag`: send it back as `If-None-Match`, and
what did not change is answered with 304, which uses up none of the requests you have. `RateLimit-Limit`,
`RateLimit-Remaining` and `RateLimit-Reset` (seconds) tell of those; what is asked too often is answered with 429 and
`Retry-After` in seconds. While the site's database is away everything that needs it is answered with 503 and
`Retry-After`.

A write whose answer got lost can be sent again without doing it twice: give each write a key of its own in
`Idempotency-Key`. The same key with the same content gets the first answer again, with `Idempotent-Replayed: true`, for
24 hours; with other content 422 `key_used`; while the first try is still under way 409 `in_progress` with
`Retry-After`. What was refused is not remembered and may be tried again under its key.

Every error is `{"code": word, "message": sentence, "fields": {name: sentence}}`. Times are UTC. Sentences and other
words for people are English, or German where `Accept-Language` asks for it; in a browser's session they are in its
reader's language. Codes, field names, identifiers and what games' own rules say are the same in every language.
"""

TAGS = {
    "about": "Where to begin.",
    "token": "Signing in for programs.",
    "events": "Events, and who is in them.",
    "rounds": "Rounds, matches and standings.",
    "results": "Reporting, confirming and entering results.",
    "repairs": "Putting right what went wrong: shown first, then done as shown.",
    "decklists": "Checking, submitting and reading decklists.",
    "judging": "Judging: calls for a judge, penalties, decisions, appeals.",
    "clock": "Clocks of rounds, and more time for single tables.",
    "webhooks": "What happens at an event, for programs: the feed of changes, webhooks.",
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
    """Schema generator that adds error responses and an introduction; serialised by a lock.

    drf-spectacular stores its state in views and serializers, so two concurrent runs would interfere.
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

    def within(schema: Any) -> Iterator[dict[str, Any]]:
        if isinstance(schema, list):
            for each in schema:
                yield from within(each)
        if not isinstance(schema, dict):
            return
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        if name and name not in seen:
            seen.add(name)
            yield from within(components[name])
        if "properties" in schema:
            yield schema
            yield from within(list(schema["properties"].values()))
        yield from within([schema.get("items"), schema.get("allOf")])

    for operations in description["paths"].values():
        for operation in operations.values():
            yield from within([each["schema"] for each in operation.get("requestBody", {}).get("content", {}).values()])


def _as_answered(schema: Any) -> Any:
    """Return a response schema without ``minLength``, which applies to requests only."""
    if isinstance(schema, list):
        return [_as_answered(each) for each in schema]
    if isinstance(schema, dict):
        return {name: _as_answered(each) for name, each in schema.items() if (name, each) != ("minLength", 1)}
    return schema
