"""Parameters and fields that each operation accepts, according to the schema."""

import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext as _

from epic_events.api.schema import Generator
from epic_events.infra.errors import UserError

MAX_LISTED: Final = 5
MAX_QUOTED_LENGTH: Final = 60
"""Limits of an error message: unknown names, and characters of each."""
_making: Final = threading.Lock()
_EMPTY: Final[dict[str, Any]] = {"type": "object", "properties": {}}


class ParameterError(UserError):
    """A query parameter has a value that the schema does not allow."""


class UnknownError(UserError):
    """The request has unknown parameters or fields; the message lists the known ones."""

    code = "unknown"


@dataclass(frozen=True)
class AcceptedFields:
    """Accepted input of one operation.

    Attributes:
        parameters: schemas of the query parameters by name, in documented order.
        body: schema of the body; without properties if none is read.
        scope: scope required of a token; empty if any token is accepted.
    """

    parameters: Mapping[str, Mapping[str, Any]]
    body: dict[str, Any]
    scope: str


def reject_unknown_parameters(accepted: AcceptedFields, parameters: Iterable[str]) -> None:
    """Raise if the query string has unknown parameters.

    Raises:
        UnknownError: lists the unknown and the known parameters.
    """
    names = ", ".join(accepted.parameters)
    _reject(
        {
            name: _("Unknown parameter “%(name)s”. Allowed parameters: %(known)s.") % {"name": name, "known": names}
            if names
            else _("Unknown parameter “%(name)s”. This endpoint accepts no parameters.") % {"name": name}
            for name in _list_names(name for name in parameters if name not in accepted.parameters)
        }
    )


def reject_invalid_values(accepted: AcceptedFields, form_data: QueryDict) -> None:
    """Raise if a query parameter has an invalid value or is repeated.

    Raises:
        ParameterError: lists the parameters and their allowed values.
    """
    wrong = {
        name: sentence
        for name, schema in accepted.parameters.items()
        if (values := form_data.getlist(name)) and (sentence := _value_error(_resolve_reference(schema), values))
    }
    if wrong:
        raise ParameterError(" ".join(f"{name}: {sentence}" for name, sentence in wrong.items()), fields=wrong)


def _value_error(schema: Mapping[str, Any], values: list[str]) -> str:
    """Return an error message for the values of a parameter; empty if they are valid."""
    if len(values) > 1:
        return _("Send this parameter only once.")
    value = values[0]
    if not value and (schema.keys() & {"enum", "format", "minLength", "pattern"} or schema.get("type") != "string"):
        return _("This value is empty. Omit the parameter instead.")
    if "enum" in schema and value not in schema["enum"]:
        return _("Select one of: %(known)s.") % {"known": ", ".join(each for each in schema["enum"] if each)}
    if schema.get("type") == "boolean" and value.lower() not in ("true", "false"):
        return _("Enter true or false.")
    if schema.get("type") == "integer":
        return _number_error(schema, value)
    return ""


def _number_error(schema: Mapping[str, Any], value: str) -> str:
    """Return an error message unless a value is an integer within the schema's bounds."""
    least, most = schema.get("minimum"), schema.get("maximum")
    if not re.fullmatch(r"-?[0-9]{1,1000}", value):
        return _("Enter a whole number.")
    if least is not None and int(value) < least:
        return _("The value must be at least %(least)d.") % {"least": least}
    if most is not None and int(value) > most:
        return _("The value must be at most %(most)d.") % {"most": most}
    return ""


def reject_unknown_fields(accepted: AcceptedFields, body: Any) -> None:
    """Raise if the body has unknown fields at any depth.

    Raises:
        UnknownError: lists the paths of unknown fields and the known fields there.
    """
    unknown = dict(_unknown_fields(accepted.body, body))
    _reject({_shorten(path): sentence for path, sentence in list(unknown.items())[:MAX_LISTED]})


def _reject(fields: dict[str, str]) -> None:
    if fields:
        raise UnknownError(" ".join(fields.values()), fields=fields)


def _list_names(names: Iterable[str]) -> list[str]:
    return [_shorten(name) for name in names][:MAX_LISTED]


def _shorten(name: str) -> str:
    return name[:MAX_QUOTED_LENGTH]


def _unknown_fields(schema: Mapping[str, Any], value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield path and message of each unknown field."""
    schema = _resolve_reference(schema)
    if isinstance(value, list) and "items" in schema:
        for number, each in enumerate(value):
            yield from _unknown_fields(schema["items"], each, f"{path}{number}.")
    if not isinstance(value, dict) or "properties" not in schema:
        return
    names = ", ".join(schema["properties"])
    for name, each in value.items():
        if name in schema["properties"]:
            yield from _unknown_fields(schema["properties"][name], each, f"{path}{name}.")
        elif names:
            sentence = _("Unknown field “%(name)s”. Allowed fields: %(known)s.")
            yield f"{path}{name}", sentence % {"name": _shorten(name), "known": names}
        else:
            yield (
                f"{path}{name}",
                _("Unknown field “%(name)s”. This endpoint accepts no fields.") % {"name": _shorten(name)},
            )


def _resolve_reference(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a schema with its ``$ref`` resolved, also inside ``allOf``."""
    reference = schema["allOf"][0] if len(schema.get("allOf", ())) == 1 else schema
    if "$ref" in reference:
        component: Mapping[str, Any] = _schema()["components"]["schemas"][reference["$ref"].rpartition("/")[2]]
        return component
    return schema


def prepare() -> None:
    """Generate the schema at process start, so that no request waits for it."""
    _schema()


def _schema() -> dict[str, Any]:
    """Return the schema of the API, generated once per process."""
    with _making:
        return _load_accepted()


@cache
def _load_accepted() -> dict[str, Any]:
    return Generator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # half typed by its makers


@cache
def accepted_fields_of(route: str, method: str) -> AcceptedFields | None:
    """Return the accepted input of an operation.

    Args:
        route: URL pattern as resolved by Django: ``api/v1/events/<slug:slug>/``.
        method: HTTP method in lower case.

    Returns:
        None if the schema does not contain the operation.
    """
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)
    operation = _schema()["paths"].get(path, {}).get(method)
    if operation is None:
        return None
    content = operation.get("requestBody", {}).get("content", {})
    return AcceptedFields(
        parameters={each["name"]: each["schema"] for each in operation.get("parameters", ()) if each["in"] == "query"},
        body=content.get("application/json", {}).get("schema", _EMPTY),
        scope=operation["x-scope"],
    )
