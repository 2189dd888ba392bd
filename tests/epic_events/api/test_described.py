"""Requests that schemathesis makes out of the API's own description: what fits it, and what breaks it in one place.

Each is sent as somebody in another place towards the event, and undone. ``make fuzz`` draws many more.
"""

import copy
import re
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, BaseSchema, Case, CheckFunction, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.epic_events.api.description import api_schema
from tests.epic_events.api.test_hostile import Stage, undone
from tests.epic_events.factories import make_key
from tests.examples import number_of_examples

pytestmark = pytest.mark.hypothesis  # what `make fuzz` takes: it is drawn inside of the test

EACH = number_of_examples(3) if settings.default is not None and settings.default.derandomize else 60
"""Examples of every operation."""
WHO = ("organiser", "organiser", "judge", "player", "anonymous")
"""Who sends them, the organiser more often: nobody else is let through to as much."""
OF_ONE_GAME = {"cards_list", "cards_question"}
"""Reads with parameters of which each game takes its own: not everything that is described fits all of them."""


@pytest.fixture
def described() -> BaseSchema:
    """The operations, sent to the site in this process; who asks is said by the test."""
    schema: BaseSchema = schemathesis.openapi.from_dict(copy.deepcopy(api_schema()))
    schema.app = get_wsgi_application()
    schema.config.generation.update(with_security_parameters=False)
    return schema


def in_address(stage: Stage, path: str) -> dict[str, str]:
    """The parameters in an operation's address, as they name what there is."""
    pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(path))
    found = re.fullmatch(pattern, stage.address(path))
    assert found is not None
    return found.groupdict()


def cases(stage: Stage, operation: APIOperation[Any, Any, Any, Any]) -> st.SearchStrategy[Case[Any]]:
    """Requests about what there is: that break the description, that fit it, and such with fields that make sense."""
    there = in_address(stage, operation.path)
    good = stage.bodies.get(operation.definition.raw["operationId"], {})

    def with_sense(case: Case[Any]) -> Case[Any]:
        if isinstance(case.body, dict):
            case.body = {**good, **case.body}
        return case

    fitting = operation.as_strategy(GenerationMode.POSITIVE, path_parameters=there)
    broken = operation.as_strategy(GenerationMode.NEGATIVE, path_parameters=there)
    return st.one_of(broken, fitting, *([fitting.map(with_sense)] if good else []))


def passed_over(operation: APIOperation[Any, Any, Any, Any]) -> list[CheckFunction]:
    """What an operation is not held to: a body can fit the description and mean nothing (no such rule, card, list)."""
    name = operation.definition.raw["operationId"]
    return [] if operation.method == "get" and name not in OF_ONE_GAME else [positive_data_acceptance]


def hold(stage: Stage, operation: APIOperation[Any, Any, Any, Any], keys: dict[str, dict[str, str]]) -> None:
    """Send requests of an operation, each undone, and hold every answer to the description."""
    excluded = passed_over(operation)

    @settings(max_examples=EACH, suppress_health_check=list(HealthCheck), database=None)
    @given(cases(stage, operation), st.sampled_from(WHO))
    def holds(case: Case[Any], who: str) -> None:
        cache.clear()  # what is counted here is no throttle's business
        with undone():
            case.validate_response(case.call(headers=keys[who]), headers=keys[who], excluded_checks=excluded)

    holds()


@pytest.mark.hypothesis
def test_every_operation_matches_api_schema(db: None, described: BaseSchema, subtests: pytest.Subtests) -> None:
    stage = Stage()
    keys = {"anonymous": {"Accept-Encoding": "identity"}}
    for who in set(WHO) - keys.keys():
        keys[who] = {**keys["anonymous"], "Authorization": f"Bearer {make_key(stage.cast.user(who))}"}
    for found in described.get_all_operations():
        assert isinstance(found, Ok)  # an operation that cannot be read is an error here
        with subtests.test(operation=found.ok().label):
            hold(stage, found.ok(), keys)
