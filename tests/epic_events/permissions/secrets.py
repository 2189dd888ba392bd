"""Secrets that no response may contain."""

import re
from collections.abc import Iterator
from typing import Any

from epic_events.accounts.services import claim_token
from tests.epic_events.world import (
    SECRET_APART,
    SECRET_CALL,
    SECRET_CARD_COMMENT,
    SECRET_DECISION,
    SECRET_EVENT,
    SECRET_EXTENSION,
    SECRET_NOTE,
    SECRET_OFFICIAL_TEXT,
    SECRET_PENALTY,
    SECRET_POOL_COMMENT,
    SECRET_REPAIR,
    SECRET_RULED,
    SECRET_RULING,
    SECRET_TITLE,
    World,
)

OUTSIDE = frozenset({"anonymous", "stranger", "player", "seated", "opponent", "other_organiser"})


def secrets_of(world: World, who: str) -> dict[str, str]:
    """Return the secrets that no response to this viewer may contain."""
    if who not in OUTSIDE | {"scorekeeper"}:
        return {}
    secrets = {"decision": SECRET_DECISION, "salt": world.playing.salt}
    secrets |= {"note": SECRET_NOTE, "ruling": SECRET_RULING}
    secrets["claim link"] = claim_token(world.walk_in.player).partition(":")[0] + ":"
    if who == "scorekeeper":
        return {name: secrets[name] for name in ("decision", "salt", "note", "ruling")}
    secrets |= {"dispute": SECRET_TITLE, "slug of a dispute": world.unpublished.slug, "event": SECRET_EVENT}
    secrets |= {"reason of a repair": SECRET_REPAIR}
    secrets |= {"draft table": f"tables/{world.draft_table.pk}/", "draft seed": str(world.draft.seed)}
    secrets |= {"official text": SECRET_OFFICIAL_TEXT}
    secrets |= {"why two are kept apart": SECRET_APART, "note on a penalty": SECRET_PENALTY}
    if who not in ("seated", "opponent"):
        secrets |= {"why a judge is called": SECRET_CALL, "what was decided": SECRET_RULED}
    if who not in {"seated", "opponent"}:
        secrets |= {"why a table plays longer": SECRET_EXTENSION}
    if who != "seated":
        secrets |= {"decklist": SECRET_CARD_COMMENT, "receipt": world.deck.fingerprint}
        secrets |= {"pool": SECRET_POOL_COMMENT}
    others = {other: user.email for other, user in world.people.items() if user is not None and other != who}
    return secrets | {f"address of {other}": email for other, email in others.items()}


def revealed_secrets(answer: Any, sent: str, secrets: dict[str, str]) -> Iterator[str]:
    """Return the secrets in a response that were not in the request."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    # A picture is no text; in anything else every byte has to be read.
    words = body.decode("latin-1") if answer.get("Content-Type") == "image/png" else body.decode()
    whole = words + "".join(f"{key}: {value}\n" for key, value in answer.headers.items())
    whole = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", whole)
    return (what for what, secret in secrets.items() if secret in whole and secret not in sent)
