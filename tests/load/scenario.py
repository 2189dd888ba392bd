"""What the phones of a hall do, for molotov: pages at a steady rate, results and lists among them.

Every answer is written down: its kind, status, time in milliseconds, bytes on the wire, what it took, and what it
acknowledged.
"""

import asyncio
import json
import os
import random
import time
from pathlib import Path
from typing import Any

from molotov import global_teardown, scenario

PLAN: dict[str, Any] = json.loads(Path(os.environ["LOAD_PLAN"]).read_text())
WORKERS = int(os.environ["LOAD_WORKERS"])
_ANSWERS: list[dict[str, Any]] = []
_TAGS: dict[tuple[str, str], str] = {}
_SENT: set[tuple[str, int]] = set()
_CHANCE = random.Random(7)


async def _ask(session: Any, kind: str, path: str, **how: Any) -> dict[str, Any]:
    begun = time.perf_counter()
    headers = {"Accept-Encoding": "gzip", **how.pop("headers", {})}
    method = session.post if "json" in how else session.get
    answer: dict[str, Any] = {"kind": kind, "of": how.pop("of", None)}
    try:
        async with method(PLAN["base"] + path, headers=headers, allow_redirects=False, **how) as got:
            await got.read()
            answer |= {
                "status": got.status,
                "bytes": int(got.headers.get("Content-Length", 0)),
                "cpu": float(got.headers.get("X-Load-Cpu", 0)),
                "queries": int(got.headers.get("X-Load-Queries", 0)),
                "tag": got.headers.get("ETag", ""),
            }
    except Exception as error:  # noqa: BLE001 - an answer that does not come is counted, whatever the reason
        answer |= {"status": 0, "error": type(error).__name__}
    answer["ms"] = 1000 * (time.perf_counter() - begun)
    _ANSWERS.append(answer)
    await asyncio.sleep(max(0.0, WORKERS / PLAN["rate"] - (time.perf_counter() - begun)))
    return answer


def _phone() -> tuple[int, dict[str, Any]]:
    number = _CHANCE.randrange(len(PLAN["phones"]))
    return number, PLAN["phones"][number]


@scenario(weight=12)
async def plain(session: Any) -> None:
    """The page by which the others are measured."""
    await _ask(session, "plain", PLAN["pages"]["plain"])


@scenario(weight=36)
async def visitor(session: Any) -> None:
    """Somebody who is not signed in."""
    kind = _CHANCE.choice(["pairings", "pairings", "by name", "standings", "event", "home"])
    await _ask(session, kind, PLAN["pages"][kind])


@scenario(weight=36)
async def player(session: Any) -> None:
    """A player who looks; half of them have looked before."""
    number, phone = _phone()
    kind = _CHANCE.choice(["pairings", "pairings", "standings", "event", "home"])
    told = f"{kind}, signed in"
    key, headers = (kind, str(number)), {"Cookie": f"sessionid={phone['cookie']}"}
    if key in _TAGS:
        headers["If-None-Match"] = _TAGS.pop(key)
    answer = await _ask(session, told, PLAN["pages"][kind], headers=headers)
    if answer.get("tag"):
        _TAGS[key] = answer["tag"]


@scenario(weight=2)
async def desk(session: Any) -> None:
    """The desk of the organiser."""
    await _ask(session, "desk", PLAN["pages"]["desk"], headers={"Cookie": f"sessionid={PLAN['desk']}"})


@scenario(weight=10)
async def result(session: Any) -> None:
    """A player reports the result of the own table, once."""
    number, phone = _phone()
    if not phone["match"] or ("result", number) in _SENT:
        return
    _SENT.add(("result", number))
    headers = {"Authorization": f"Bearer {phone['token']}"}
    path = f"/api/v1/matches/{phone['match']}/result/"
    of = [phone["match"], number]
    await _ask(session, "result", path, json={"game_wins": [1, 0]}, headers=headers, of=of)


@scenario(weight=4)
async def decklist(session: Any) -> None:
    """A player hands in a list for the next event, once."""
    number, phone = _phone()
    if ("list", number) in _SENT:
        return
    _SENT.add(("list", number))
    headers = {"Authorization": f"Bearer {phone['token']}"}
    await _ask(session, "decklist", PLAN["lists"], json={"text": PLAN["text"]}, headers=headers)


@global_teardown()
def write_down() -> None:
    """Leave the answers for whoever counts them."""
    Path(PLAN["out"]).write_text(json.dumps(_ANSWERS))
