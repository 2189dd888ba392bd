"""The OpenAPI schema in tests, and validation of responses against it."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # ships no types

from epic_events.api.schema import Generator


@cache
def api_schema() -> dict[str, Any]:
    """Return the OpenAPI schema as plain values."""
    return Generator().get_schema(request=None, public=True)


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield path, method and definition of every operation."""
    for path, methods in api_schema()["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with its top-level reference resolved."""
    if "$ref" in schema:
        found: dict[str, Any] = api_schema()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        return found
    return schema


def _strict(schema: Any) -> Any:
    """Convert OpenAPI 3.0 to JSON Schema: nullable types, no additional properties."""
    if isinstance(schema, list):
        return [_strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {name: _strict(value) for name, value in schema.items() if name != "nullable"}
    if "properties" in plain and plain.get("type") == "object":
        plain.setdefault("additionalProperties", False)
    return {"anyOf": [plain, {"type": "null"}]} if schema.get("nullable") is True else plain


@cache
def _validator(operation_id: str, status: str) -> Draft202012Validator | None:
    for _, _, operation in operations():
        if operation["operationId"] == operation_id:
            answer = operation["responses"].get(status)
            assert answer is not None, f"{operation_id} answered {status}, which is not described"
            if "content" not in answer:
                return None
            if "application/json" not in answer["content"]:
                return None
            schema = answer["content"]["application/json"]["schema"]
            whole = {**_strict(schema), "components": _strict_components()}
            return Draft202012Validator(whole)
    raise AssertionError(operation_id)


@cache
def _forms(operation_id: str, status: str) -> tuple[str, ...]:
    """Return the media types of an operation's response with a status."""
    (answers,) = [each["responses"] for _, _, each in operations() if each["operationId"] == operation_id]
    assert status in answers, f"{operation_id} answered {status}, which is not described"
    return tuple(answers[status]["content"])


@cache
def _strict_components() -> dict[str, Any]:
    return {"schemas": {name: _strict(each) for name, each in api_schema()["components"]["schemas"].items()}}


def check_answer(operation: dict[str, Any], response: Any) -> None:
    """Validate a response against the schema: status, media type, body."""
    if response.status_code != 204:
        (form,) = _forms(operation["operationId"], str(response.status_code))
        if form != "application/json":
            assert response["Content-Type"].partition(";")[0] == form
            return
        assert response["Content-Type"] == form
    faults = _faults(operation["operationId"], str(response.status_code), response.content)
    assert faults == (), faults


@cache
def _faults(operation_id: str, status: str, content: bytes) -> tuple[str, ...]:
    """Return schema violations of a response; equal responses are validated once."""
    validator = _validator(operation_id, status)
    if validator is None:
        return () if content == b"" else (f"{operation_id}: {status} has no body",)
    found = validator.iter_errors(json.loads(content))
    return tuple(f"{operation_id} {status} {error.json_path}: {error.message}" for error in found)
