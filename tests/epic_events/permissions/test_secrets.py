"""What a reader may not know stands in no answer of the site: neither in the page nor in its headers."""

import re

import pytest

from epic_events.accounts.services import claim_token
from tests.epic_events.permissions.everybody import Everybody
from tests.epic_events.permissions.requests import requests_of
from tests.epic_events.world import (
    SECRET_APART,
    SECRET_CARD_COMMENT,
    SECRET_DECISION,
    SECRET_EVENT,
    SECRET_NOTE,
    SECRET_POOL_COMMENT,
    SECRET_REPAIR,
    SECRET_RULING,
    SECRET_TITLE,
    SECRET_WORDING,
    World,
    make_world,
)

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

OUTSIDE = frozenset({"anonymous", "stranger", "player", "seated", "opponent", "other_organiser"})


def secrets_of(world: World, who: str) -> dict[str, str]:
    """What must stand in no answer to this viewer, by what it is."""
    secrets = {"decision": SECRET_DECISION, "salt": world.playing.salt}
    secrets |= {"note": SECRET_NOTE, "ruling": SECRET_RULING}
    secrets["claim link"] = claim_token(world.walk_in.player).partition(":")[0] + ":"
    if who == "scorekeeper":
        return {name: secrets[name] for name in ("decision", "salt", "note", "ruling")}
    secrets |= {"dispute": SECRET_TITLE, "slug of a dispute": world.unpublished.slug, "event": SECRET_EVENT}
    secrets |= {"reason of a repair": SECRET_REPAIR}
    secrets |= {"draft table": f"tables/{world.draft_table.pk}/", "draft seed": str(world.draft.seed)}
    secrets |= {"official wording": SECRET_WORDING}
    secrets |= {"why two are kept apart": SECRET_APART}
    if who != "seated":
        secrets |= {"decklist": SECRET_CARD_COMMENT, "receipt": world.deck.fingerprint}
        secrets |= {"pool": SECRET_POOL_COMMENT}
    others = {other: user.email for other, user in world.people.items() if user is not None and other != who}
    return secrets | {f"address of {other}": email for other, email in others.items()}


@pytest.mark.parametrize("who", sorted({*OUTSIDE, "scorekeeper"}))
def test_no_answer_holds_what_its_reader_may_not_know(who):
    world = make_world()
    everybody = Everybody(world)
    secrets = secrets_of(world, who)
    told = []
    for name, (path, body, how) in requests_of(world).items():
        sent = " ".join([path, *map(str, body.values())])
        for method in ("GET", "POST"):
            answer = everybody.ask(who, method, path, body, how)
            whole = answer.content.decode() + "".join(f"{key}: {value}\n" for key, value in answer.headers.items())
            whole = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", whole)
            told += [(name, method, what) for what, secret in secrets.items() if secret in whole and secret not in sent]
    assert told == []
