"""Permission matrix: what each address of the site answers to each viewer.

``matrix.txt`` has two rows for each address, one for GET and one for POST, with the status for each viewer: anonymous,
stranger, player, seated, opponent, scorekeeper, judge, head judge, organiser, organiser of another event, superuser;
302 in the first column leads to the sign-in page. An address without rows fails the tests: decide who may do what
there, then add them. No answer holds a secret of the viewer's, neither in its body nor in its headers.

``make test`` asks at the boundaries of each permission, ``make sweeps`` asks everything.
"""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from django.urls import URLResolver, get_resolver

from tests.epic_events.permissions.requests import requests_of
from tests.epic_events.permissions.secrets import revealed_secrets, secrets_of
from tests.epic_events.permissions.table import ROWS, request_of_row, statuses_of_row
from tests.epic_events.permissions.viewers import Viewers
from tests.epic_events.world import VIEWERS, World, make_world

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

Rows = dict[tuple[str, str], str]
"""Expected status by address and method."""


def addresses() -> Iterator[str]:
    """Yield the names of all URLs of the site."""

    def below(resolver: URLResolver, namespace: str) -> Iterator[str]:
        for one in resolver.url_patterns:
            if isinstance(one, URLResolver):
                yield from below(one, f"{namespace}{one.namespace}:" if one.namespace else namespace)
            else:
                yield f"{namespace}{one.name}"

    return below(get_resolver(), "")


SEND_NOT_ALLOWED = frozenset({"anonymous", "seated", "organiser"})
"""Viewers who send what an address takes from no one: all are answered alike, so three of them are enough."""


def all_rows(who: str) -> Rows:
    """Return expected statuses for a viewer that are not covered elsewhere."""
    own = (row for row in ROWS if who in SEND_NOT_ALLOWED or set(statuses_of_row(row).values()) != {"405"})
    return {request_of_row(row): statuses_of_row(row)[who] for row in own}


def viewers_at_boundaries(statuses: dict[str, str]) -> set[str]:
    """Return the viewers next to a viewer with another status."""
    found = {who for pair in pairwise(statuses) if len({statuses[who] for who in pair}) > 1 for who in pair}
    return found or {next(iter(statuses))}


def boundary_rows(who: str) -> Rows:
    """Return the expected statuses for a viewer at boundaries of the table."""
    return {
        request_of_row(row): statuses_of_row(row)[who]
        for row in ROWS
        if who in viewers_at_boundaries(statuses_of_row(row))
    }


def faults_of(world: World, who: str, rows: Rows) -> list[tuple[str, ...]]:
    """Send a viewer's requests; return unexpected responses and secrets."""
    everyone = Viewers(world)
    secrets = secrets_of(world, who)
    answered = Rows()
    faults: list[tuple[str, ...]] = []
    for name, (path, body, how) in requests_of(world).items():
        sent = " ".join([path, *map(str, body.values())])
        for method in (method for method in ("GET", "POST") if (name, method) in rows):
            answer = everyone.ask(who, method, path, body, how)
            answered[name, method] = str(answer.status_code)
            faults += [(who, method, name, f"tells {what}") for what in revealed_secrets(answer, sent, secrets)]
    for name, method in {**rows, **answered}:
        expected, status = rows[name, method], answered.get((name, method), "no request")
        if status != expected:
            faults.append((who, method, name, f"{status} instead of {expected}"))
    return faults


def test_matrix_names_every_address():
    named = {request_of_row(row)[0].split()[0] for row in ROWS}
    assert named == set(addresses())


def test_boundaries_include_both_sides_of_each_change():
    statuses = {"anonymous": "302", "stranger": "403", "player": "403", "judge": "200", "organiser": "200"}
    assert viewers_at_boundaries(statuses) == {"anonymous", "stranger", "player", "judge"}
    assert viewers_at_boundaries(dict.fromkeys(statuses, "200")) == {"anonymous"}


def test_addresses_at_permission_boundaries_respond_as_in_matrix_without_secrets():
    world = make_world()
    assert [fault for who in VIEWERS for fault in faults_of(world, who, boundary_rows(who))] == []


@pytest.mark.sweep
@pytest.mark.parametrize("who", VIEWERS)
def test_every_address_responds_as_in_matrix_without_secrets(who: str):
    assert faults_of(make_world(), who, all_rows(who)) == []
