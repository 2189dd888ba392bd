"""What an endpoint knows: the parameters in its address and the fields of its body, as its description names them."""

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

MOST_TOLD: Final = 5
LONGEST_TOLD: Final = 60
"""How much is quoted back of what nobody knows: names, and characters of each."""
_making: Final = threading.Lock()
_EMPTY: Final[dict[str, Any]] = {"type": "object", "properties": {}}


class ParameterError(UserError):
    """A parameter in an address says something that it cannot say by its description."""


class UnknownError(UserError):
    """A request has parameters or fields that its address does not know; says which it knows."""

    code = "unknown"


@dataclass(frozen=True)
class Known:
    """What one operation knows.

    Attributes:
        parameters: the parameters in the address by name, in the order of the description, each with its schema.
        body: schema of the body; without properties where none is read.
        scope: what a token has to be good for; empty where any will do.
    """

    parameters: Mapping[str, Mapping[str, Any]]
    body: dict[str, Any]
    scope: str


def refuse_unknown_parameters(known: Known, sent: Iterable[str]) -> None:
    """Stop a request whose address says something that would be passed over.

    Raises:
        UnknownError: names what is not known, and what is.
    """
    names = ", ".join(known.parameters)
    _refuse(
        {
            name: _("There is no parameter “%(name)s” here. Known here: %(known)s.") % {"name": name, "known": names}
            if names
            else _("There is no parameter “%(name)s” here: this address takes none.") % {"name": name}
            for name in _told(name for name in sent if name not in known.parameters)
        }
    )


def refuse_wrong_values(known: Known, sent: QueryDict) -> None:
    """Stop a request whose address says something that would be passed over, or be taken for something else.

    Raises:
        ParameterError: names the parameters, and what each takes.
    """
    wrong = {
        name: sentence
        for name, schema in known.parameters.items()
        if (values := sent.getlist(name)) and (sentence := _wrong(_followed(schema), values))
    }
    if wrong:
        raise ParameterError(" ".join(f"{name}: {sentence}" for name, sentence in wrong.items()), fields=wrong)


def _wrong(schema: Mapping[str, Any], values: list[str]) -> str:
    """Return a sentence on what a parameter was sent; empty where nothing is against it."""
    if len(values) > 1:
        return _("This is said more than once.")
    value = values[0]
    if not value and (schema.keys() & {"enum", "format", "minLength", "pattern"} or schema.get("type") != "string"):
        return _("This says nothing: leave it out.")
    if "enum" in schema and value not in schema["enum"]:
        return _("This is none of: %(known)s.") % {"known": ", ".join(each for each in schema["enum"] if each)}
    if schema.get("type") == "boolean" and value.lower() not in ("true", "false"):
        return _("This is true or false.")
    if schema.get("type") == "integer":
        return _no_number(schema, value)
    return ""


def _no_number(schema: Mapping[str, Any], value: str) -> str:
    """Return a sentence on what is no whole number within the bounds of a schema; empty for one that is."""
    least, most = schema.get("minimum"), schema.get("maximum")
    if not re.fullmatch(r"-?[0-9]{1,1000}", value):
        return _("This is no whole number.")
    if least is not None and int(value) < least:
        return _("This is less than %(least)d.") % {"least": least}
    if most is not None and int(value) > most:
        return _("This is more than %(most)d.") % {"most": most}
    return ""


def refuse_unknown_fields(known: Known, body: Any) -> None:
    """Stop a request whose body says something that would be passed over, however deep.

    Raises:
        UnknownError: names what is not known by its path, and what is known in its place.
    """
    found = dict(_strangers(known.body, body))
    _refuse({_cut(path): sentence for path, sentence in list(found.items())[:MOST_TOLD]})


def _refuse(fields: dict[str, str]) -> None:
    if fields:
        raise UnknownError(" ".join(fields.values()), fields=fields)


def _told(names: Iterable[str]) -> list[str]:
    return [_cut(name) for name in names][:MOST_TOLD]


def _cut(name: str) -> str:
    return name[:LONGEST_TOLD]


def _strangers(schema: Mapping[str, Any], value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path of every field that its place does not know, with a sentence on it."""
    schema = _followed(schema)
    if isinstance(value, list) and "items" in schema:
        for number, each in enumerate(value):
            yield from _strangers(schema["items"], each, f"{path}{number}.")
    if not isinstance(value, dict) or "properties" not in schema:
        return
    names = ", ".join(schema["properties"])
    for name, each in value.items():
        if name in schema["properties"]:
            yield from _strangers(schema["properties"][name], each, f"{path}{name}.")
        elif names:
            sentence = _("There is no field “%(name)s” here. Known here: %(known)s.")
            yield f"{path}{name}", sentence % {"name": _cut(name), "known": names}
        else:
            yield f"{path}{name}", _("There is no field “%(name)s” here: no field is read.") % {"name": _cut(name)}


def _followed(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a schema with the reference in it followed, also where words stand beside the reference."""
    reference = schema["allOf"][0] if len(schema.get("allOf", ())) == 1 else schema
    if "$ref" in reference:
        found: Mapping[str, Any] = _schema()["components"]["schemas"][reference["$ref"].rpartition("/")[2]]
        return found
    return schema


def prepare() -> None:
    """Describe the API as a process starts: at the first request of a program it would hold up all others."""
    _schema()


def _schema() -> dict[str, Any]:
    """The description of the whole API; made once a process: whoever asks meanwhile waits for it."""
    with _making:
        return _made()


@cache
def _made() -> dict[str, Any]:
    return Generator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # half typed by its makers


@cache
def known_by(route: str, method: str) -> Known | None:
    """Return what an operation knows.

    Args:
        route: as Django's resolver has it: ``api/v1/events/<slug:slug>/``.
        method: ``get``, ``post`` …

    Returns:
        None for what the description leaves out: an address that leads nowhere, a method that is not taken.
    """
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)
    operation = _schema()["paths"].get(path, {}).get(method)
    if operation is None:
        return None
    content = operation.get("requestBody", {}).get("content", {})
    return Known(
        parameters={each["name"]: each["schema"] for each in operation.get("parameters", ()) if each["in"] == "query"},
        body=content.get("application/json", {}).get("schema", _EMPTY),
        scope=operation["x-scope"],
    )
