"""Unknown query parameters and body fields are refused."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from epic_events.api.accepted_fields import accepted_fields_of
from tests.epic_events.api.cast import ROOT, Cast, client_of, get, refused
from tests.epic_events.api.schema import api_schema, operations, resolved
from tests.epic_events.api.test_hostile import Stage
from tests.epic_events.factories import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def stage(db: None) -> Stage:
    return Stage()


def sent(stage: Stage, path: str, method: str, body: Any, query: str = "") -> Any:
    """Return the response of an operation and roll back its writes."""
    cache.clear()
    with transaction.atomic():
        if method == "get":
            response = stage.client.get(f"{stage.address(path)}{query}")
        else:
            response = getattr(stage.client, method)(f"{stage.address(path)}{query}", body, format="json")
        transaction.set_rollback(True)
    return response


def objects_in(schema: dict[str, Any], body: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the places in a body of objects with documented fields."""
    schema = resolved(schema)
    if "properties" in schema and isinstance(body, dict):
        yield path
        for name, inner in schema["properties"].items():
            if name in body:
                yield from objects_in(inner, body[name], (*path, name))
    elif "items" in schema and isinstance(body, list):
        for number, each in enumerate(body):
            yield from objects_in(schema["items"], each, (*path, number))


def with_unknown_field(body: Any, path: tuple[str | int, ...]) -> Any:
    """Return the body with an unknown field at ``path``."""
    if not path:
        return {**body, "no_such_field": 1}
    if isinstance(body, list):
        return [with_unknown_field(each, path[1:]) if at == path[0] else each for at, each in enumerate(body)]
    return {**body, path[0]: with_unknown_field(body[path[0]], path[1:])}


def test_unknown_query_parameter_is_refused_by_every_operation(stage: Stage) -> None:
    for path, method, operation in operations():
        response = sent(stage, path, method, stage.bodies.get(operation["operationId"], {}), "?no_such_parameter=1")
        assert response.status_code == 400, (method, path, response.content)
        error = response.json()
        assert (error["code"], [*error["fields"]]) == ("unknown", ["no_such_parameter"])
        known = [each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"]
        assert [name for name in known if name not in error["fields"]["no_such_parameter"]] == []


def test_unknown_body_field_is_refused_by_every_write(stage: Stage) -> None:
    for path, method, operation in operations():
        if method == "get":
            continue
        content = operation.get("requestBody", {"content": {"application/json": {"schema": {"properties": {}}}}})
        schema = content["content"]["application/json"]["schema"]
        body = BODIES.get(operation["operationId"], stage.bodies.get(operation["operationId"], {}))
        for place in objects_in(schema, body):
            response = sent(stage, path, method, with_unknown_field(body, place))
            assert response.status_code == 400, (method, path, response.content)
            error = response.json()
            name = ".".join(map(str, (*place, "no_such_field")))
            assert (error["code"], [*error["fields"]]) == ("unknown", [name])


BODIES: dict[str, Any] = {
    "tie_breaks_change": {"preset": "epic", "points": {"win": 3, "draw": 1, "loss": 0, "bye": 3}, "reason": "."},
}


def test_schema_forbids_additional_properties_in_bodies() -> None:
    for _path, _method, operation in operations():
        if "requestBody" in operation:
            schema = resolved(operation["requestBody"]["content"]["application/json"]["schema"])
            assert schema["additionalProperties"] is False
    assert api_schema()["components"]["schemas"]["StagePlanBody"]["additionalProperties"] is False


def test_standings_round_parameter_is_refused_in_favour_of_after(cast: Cast) -> None:
    error = refused(cast.client("anonymous"), f"events/{cast.event.slug}/standings/?round=1", 400)
    assert error["fields"] == {"round": "Unknown parameter “round”. Allowed parameters: after."}
    assert get(cast.client("anonymous"), f"events/{cast.event.slug}/standings/") == []


def test_unknown_parameter_error_says_when_none_is_accepted() -> None:
    error = refused(client_of(make_user()), "token/own/?x=1", 400, "post")
    assert error["fields"] == {"x": "Unknown parameter “x”. This endpoint accepts no parameters."}


def test_unknown_parameter_error_is_bounded() -> None:
    query = "&".join(f"{letter * 300}=1" for letter in "abcdefghij")
    error = refused(client_of(), f"events/?{query}", 400)
    assert [len(name) for name in error["fields"]] == [60] * 5


def test_unknown_field_unauthenticated_is_401(cast: Cast) -> None:
    path = f"{ROOT}matches/{cast.match.pk}/result/"
    assert client_of().post(path, {"no_such_field": 1}, format="json").status_code == 401


def test_known_parameters_and_options_are_accepted() -> None:
    assert client_of().options(f"{ROOT}events/?x=1").status_code == 200
    assert get(client_of(), "events/?page=1&page_size=5&status=open")["results"] == []


def test_unknown_method_leaves_no_cache_entry() -> None:
    accepted_fields_of.cache_clear()
    for number in range(5):
        assert client_of().generic(f"M{number}", f"{ROOT}events/").status_code == 405
    assert accepted_fields_of.cache_info().currsize == 0


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("events/?status=", {"status": "This value is empty. Omit the parameter instead."}),
        ("events/?game=epic&game=hex", {"game": "Send this parameter only once."}),
        ("events/?game=chess", {"game": "Select one of: champions, epic, epic-tcg, hex."}),
        ("events/?page_size=0&page=x", {"page_size": "The value must be at least 1.", "page": "Enter a whole number."}),
        ("rules/epic-complete/search/?q=x&limit=51", {"limit": "The value must be at most 50."}),
        ("rulings/?game=", {"game": "This value is empty. Omit the parameter instead."}),
        ("cards/?quest=Deploy+Spell", {"quest": "Cards of Epic Card Game have no such filter."}),
        ("cards/?cost=&q=", {"cost": "This value is empty. Omit the parameter instead."}),
    ],
)
def test_ineffective_parameter_is_refused(query: str, fields: dict[str, str]) -> None:
    assert refused(client_of(), query, 400)["fields"] == fields


def test_boolean_parameter_invalid_value_is_400(cast: Cast) -> None:
    path = f"events/{cast.event.slug}/registrations/"
    assert refused(client_of(), f"{path}?mine=yes", 400)["fields"] == {"mine": "Enter true or false."}
    assert len(get(cast.client("player"), path, mine="True")["results"]) == 1


def test_schema_required_text_has_min_length_in_requests_only() -> None:
    parts = api_schema()["components"]["schemas"]
    asked, answered = parts["RulingRequest"]["properties"], parts["RulingBody"]["properties"]
    assert (asked["title"]["minLength"], "minLength" in answered["title"]) == (1, False)
