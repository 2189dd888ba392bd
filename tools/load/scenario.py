"""Requests of the phones in a hall, for molotov.

Phones do not wait for each other. Requests are due at a fixed rate, RATE per second, and are sent when due unless
WORKERS responses are pending. The response time counts from the due time, so it includes the delay by slow responses.

Of a hundred requests 85 are page views of phones, a bit more than half of them signed in; 3 are views of the desk; 6
are of the minimal page; 4 are results and 2 decklists. At 200 a second that is five views by each of 2,000 phones in
the minute, 480 results (a quarter of the reports of 1,000 tables) and 240 decklists. The polling of open pages
(``events/…/version/``), which is answered from the cache, is not included.

Every response is recorded: its kind, status, time in milliseconds, bytes, cost and what it acknowledged.
"""

import asyncio
import itertools
import json
import os
import random
import time
from pathlib import Path
from typing import Any

from molotov import global_teardown, scenario

PLAN: dict[str, Any] = json.loads(Path(os.environ["LOAD_PLAN"]).read_text())
_ANSWERS: list[dict[str, Any]] = []
_TAGS: dict[tuple[str, str], str] = {}
_CHANCE = random.Random(7)
_TURNS = itertools.count()
_BEGUN: list[float] = []
_RESULTS = [number for number, phone in enumerate(PLAN["phones"]) if phone["match"]]
_LISTS = list(range(len(PLAN["phones"])))
for _left in (_RESULTS, _LISTS):
    _CHANCE.shuffle(_left)


async def _wait_for_turn() -> float:
    """Wait until the next request is due; return the due time."""
    if not _BEGUN:
        _BEGUN.append(time.perf_counter())
    due: float = _BEGUN[0] + next(_TURNS) / PLAN["rate"]
    await asyncio.sleep(max(0.0, due - time.perf_counter()))
    return due


async def _send(session: Any, kind: str, path: str, **how: Any) -> dict[str, Any]:
    due = await _wait_for_turn()
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
    answer |= {"ms": 1000 * (time.perf_counter() - due), "at": due}
    _ANSWERS.append(answer)
    return answer


def _phone() -> tuple[int, dict[str, Any]]:
    number = _CHANCE.randrange(len(PLAN["phones"]))
    return number, PLAN["phones"][number]


@scenario(weight=6)
async def plain(session: Any) -> None:
    """View the minimal page, the unit of comparison."""
    await _send(session, "plain", PLAN["pages"]["plain"])


@scenario(weight=40)
async def visitor(session: Any) -> None:
    """View a page without being signed in."""
    kind = _CHANCE.choice(["pairings", "pairings", "by name", "standings", "event", "home"])
    await _send(session, kind, PLAN["pages"][kind])


@scenario(weight=45)
async def player(session: Any) -> None:
    """View a page as a player, with the ETag of the previous view if there is one."""
    number, phone = _phone()
    kind = _CHANCE.choice(["pairings", "pairings", "standings", "event", "home"])
    kind_name = f"{kind}, signed in"
    key, headers = (kind, str(number)), {"Cookie": f"sessionid={phone['cookie']}"}
    if key in _TAGS:
        headers["If-None-Match"] = _TAGS.pop(key)
    answer = await _send(session, kind_name, PLAN["pages"][kind], headers=headers)
    if answer.get("tag"):
        _TAGS[key] = answer["tag"]


@scenario(weight=3)
async def desk(session: Any) -> None:
    """View the organiser's desk."""
    await _send(session, "desk", PLAN["pages"]["desk"], headers={"Cookie": f"sessionid={PLAN['desk']}"})


@scenario(weight=4)
async def result(session: Any) -> None:
    """Report the result of the player's own table.

    The second report finalises the match.
    """
    if not _RESULTS:
        return
    number = _RESULTS.pop()
    phone = PLAN["phones"][number]
    headers = {"Authorization": f"Bearer {phone['token']}"}
    path = f"/api/v1/matches/{phone['match']}/result/"
    of = [phone["match"], number]
    await _send(session, "result", path, json={"game_wins": [1, 0]}, headers=headers, of=of)


@scenario(weight=2)
async def decklist(session: Any) -> None:
    """Submit a decklist for the next event, once for each player."""
    if not _LISTS:
        return
    phone = PLAN["phones"][_LISTS.pop()]
    headers = {"Authorization": f"Bearer {phone['token']}"}
    await _send(session, "decklist", PLAN["lists"], json={"text": PLAN["text"]}, headers=headers)


@global_teardown()
def write_answers() -> None:
    """Write the recorded responses to the output file."""
    Path(PLAN["out"]).write_text(json.dumps(_ANSWERS))
