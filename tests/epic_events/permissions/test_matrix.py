"""Every address of the site, asked by everybody who can stand in a different place towards it.

``matrix.txt`` says for each address what a GET and a POST are answered with. An address that is not in it fails the
test: say who may do what there, then add it. Its columns: anonymous, stranger, player, seated, opponent, scorekeeper,
judge, head judge, organiser, organiser of another event, superuser; 302 in the first leads to the sign-in page.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import URLResolver, get_resolver

from tests.epic_events.permissions.everybody import Everybody
from tests.epic_events.permissions.requests import requests_of
from tests.epic_events.world import VIEWERS, make_world

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

MATRIX = Path(__file__).with_name("matrix.txt").read_text().splitlines()


def addresses() -> Iterator[str]:
    """The names of all addresses of the site."""

    def below(resolver: URLResolver, namespace: str) -> Iterator[str]:
        for one in resolver.url_patterns:
            if isinstance(one, URLResolver):
                yield from below(one, f"{namespace}{one.namespace}:" if one.namespace else namespace)
            else:
                yield f"{namespace}{one.name}"

    return below(get_resolver(), "")


def test_every_address_stands_in_the_table():
    named = {row[:36].split()[0] for row in MATRIX}
    assert named == set(addresses())


def test_every_address_answers_everybody_as_the_table_says():
    world = make_world()
    everybody = Everybody(world)
    asked = requests_of(world)
    answered = [
        f"{name:36} {method:4} "
        + " ".join(str(everybody.ask(who, method, *asked[name]).status_code) for who in VIEWERS)
        for name in asked
        for method in ("GET", "POST")
    ]
    assert answered == MATRIX
