"""Every address of the site, asked by everybody who can stand in a different place towards it.

``matrix.txt`` says for each address what a GET and a POST are answered with. An address that is not in it fails the
test: say who may do what there, then add it. Its columns: anonymous, stranger, player, seated, opponent, scorekeeper,
judge, head judge, organiser, organiser of another event, superuser; 302 in the first leads to the sign-in page. What a
reader may not know stands in none of the answers: neither in the page nor in its headers.
"""

from collections.abc import Iterator

import pytest
from django.urls import URLResolver, get_resolver

from tests.epic_events.permissions.everybody import Everybody
from tests.epic_events.permissions.requests import requests_of
from tests.epic_events.permissions.secrets import secrets_of, told_in
from tests.epic_events.permissions.table import ROWS, asked, said
from tests.epic_events.world import VIEWERS, make_world

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def addresses() -> Iterator[str]:
    """The names of all addresses of the site."""

    def below(resolver: URLResolver, namespace: str) -> Iterator[str]:
        for one in resolver.url_patterns:
            if isinstance(one, URLResolver):
                yield from below(one, f"{namespace}{one.namespace}:" if one.namespace else namespace)
            else:
                yield f"{namespace}{one.name}"

    return below(get_resolver(), "")


SEND_ALL_THE_SAME = frozenset({"anonymous", "seated", "organiser"})
"""Who sends what an address takes from nobody: by its table all are answered alike, so not everybody needs to."""


def rows_of(who: str) -> dict[tuple[str, str], str]:
    """What this viewer is answered, by address and way to ask; without what others ask in everybody's place."""
    own = (row for row in ROWS if who in SEND_ALL_THE_SAME or set(said(row).values()) != {"405"})
    return {asked(row): said(row)[who] for row in own}


def test_every_address_stands_in_the_table():
    named = {asked(row)[0].split()[0] for row in ROWS}
    assert named == set(addresses())


@pytest.mark.parametrize("who", VIEWERS)
def test_every_address_answers_as_the_table_says_and_with_no_secret(who):
    world = make_world()
    everybody = Everybody(world)
    secrets = secrets_of(world, who)
    rows, answered = rows_of(who), dict[tuple[str, str], str]()
    told = []
    for name, (path, body, how) in requests_of(world).items():
        sent = " ".join([path, *map(str, body.values())])
        for method in (method for method in ("GET", "POST") if (name, method) in rows):
            answer = everybody.ask(who, method, path, body, how)
            answered[name, method] = str(answer.status_code)
            told += [(name, method, what) for what in told_in(answer, sent, secrets)]
    assert answered == rows
    assert told == []
