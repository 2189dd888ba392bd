"""The OpenAPI description: what the endpoints declare, with the errors that the API answers in one way everywhere."""

from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.plumbing import ResolvedComponent

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
                "description": "A stable word for programs: invalid, not_found, not_allowed, wrong_state, throttled …",
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
    "400": "Something in the request is wrong; the fields at fault are named.",
    "401": "Nobody is signed in, or the token is unknown.",
    "403": "This person may not do this, or the CSRF token is missing.",
    "404": "There is no such thing, or not for this reader.",
    "409": "Not now: something else has to happen first.",
    "413": "The body is too large.",
    "415": "The body is not JSON.",
    "429": "Too often; try again later.",
}


def reasons_to_fail(method: str, operation: dict[str, Any]) -> list[str]:
    """Return the statuses with which an operation can answer an error.

    Args:
        method: ``get``, ``post`` …
        operation: its description without errors.
    """
    parameters = operation.get("parameters", ())
    places = {parameter["in"] for parameter in parameters}
    has_pages = any(parameter["name"] == "page" for parameter in parameters)
    writes = method != "get"
    sends = "requestBody" in operation
    answers = {
        "400": sends or "query" in places,
        "401": True,
        "403": writes,
        "404": "path" in places or has_pages,
        "409": writes and "path" in places,
        "413": sends,
        "415": writes,
        "429": True,
    }
    return [status for status, can in answers.items() if can]


HOW_TO = """
Everything that anybody may read is read without signing in. To write, make a token (`token`) and send it as
`Authorization: Token …` with every request; in a browser the signed-in session works too, with the CSRF token.

Long lists come in pages (`page`, `page_size` up to 200). Reads carry an `ETag`: send it back as `If-None-Match`, and
what did not change is answered with 304. What is asked too often is answered with 429 and `Retry-After` in seconds.
Every error is `{"code": word, "message": sentence, "fields": {name: sentence}}`. Times are UTC.
"""

TAGS = {
    "about": "Where to begin.",
    "token": "Signing in for programs.",
    "events": "Events, and who is in them.",
    "rounds": "Rounds, matches and standings.",
    "results": "Reporting, confirming and entering results.",
    "repairs": "Putting right what went wrong: shown first, then done as shown.",
    "decklists": "Checking, submitting and reading decklists.",
    "disputes": "Disputed plays: records, verdicts, decisions.",
    "rulings": "Rulings and precedents.",
    "rules": "The rules documents, restated under their official numbers.",
    "cards": "The cards.",
}


class Generator(SchemaGenerator):
    """Adds the errors to every operation, and words for people to the whole."""

    def get_schema(self, request: Any = None, public: bool = False) -> dict[str, Any]:
        """Describe the API, with how to use it."""
        schema: dict[str, Any] = super().get_schema(request, public)  # type: ignore[no-untyped-call]  # half typed by its makers
        schema["info"]["description"] += f"\n{HOW_TO}"
        schema["tags"] = [{"name": name, "description": words} for name, words in TAGS.items()]
        return schema

    def parse(self, input_request: Any, public: bool) -> dict[str, Any]:
        """Describe every operation by path and method, the errors last."""
        paths: dict[str, Any] = super().parse(input_request, public)  # type: ignore[no-untyped-call]  # half typed by its makers
        self.registry.register_on_missing(ERROR)
        for operations in paths.values():
            for method, operation in operations.items():
                for status in reasons_to_fail(method, operation):
                    content = {"application/json": {"schema": ERROR.ref}}
                    operation["responses"].setdefault(status, {"content": content, "description": REASONS[status]})
        return paths
