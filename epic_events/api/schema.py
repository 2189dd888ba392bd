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


class Generator(SchemaGenerator):
    """Adds the errors to every operation."""

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
