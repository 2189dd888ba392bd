"""Records for tests of disputes, and users who may judge them."""

from typing import Any

from epic_events.accounts.models import User
from epic_events.disputes.models import Dispute, ReplayBoard, StoredVerdict
from epic_events.events.models import Event, StaffRole
from tests.epic_events.factories import make_site_judge, make_staff, make_user

HEAD = """\
Record: 1
Game: epic
Rules: RB-2017
Players: Anna, Ben
First: Anna

Position
Turn: Anna 5
Anna health: 21
Ben health: 18
"""

LEGAL = f"""{HEAD}\
Anna hand: Lash, ?
Anna champion: Triceratops
Ben champion: Palace Guard

Plays
1. Anna: attack with Triceratops
2. Anna: pass
3. Ben: pass
4. Ben: block with Palace Guard
"""

ILLEGAL = f"""{HEAD}\
Anna champion: Kong (deploying)
Ben champion: Palace Guard

Plays
1. Anna: attack with Kong
"""

AFTER_BLOCKS = f"""{HEAD}\
Anna champion: Triceratops

Plays
1. Anna: attack with Triceratops
2. Anna: pass
3. Ben: pass
4. Anna: pass
"""
"""Legal under CR-2016-03: who acts first after blocks is where the versions differ (I-40)."""

DIVIDING = f"""{HEAD}\
Anna champion: Triceratops
Ben champion: Palace Guard
Ben champion: Muse

Plays
1. Anna: attack with Triceratops
2. Anna: pass
3. Ben: pass
4. Ben: block with Palace Guard, Muse
5. Ben: pass
6. Anna: pass
7. Anna: assign Triceratops: 9 to Palace Guard
"""
"""Damage that is not all divided."""

UNREADABLE = f"""{HEAD}\

Plays
1. Anna attacks with everything
"""

MISSPELT = LEGAL.replace("block with Palace Guard", "block with Pallace Gaurd")
"""A line that can be parsed, but names nothing on the table: line 19."""

UNSURE = f"""{HEAD}\
Anna hand: Steel Golem, 2 ?

Plays
1. Anna: play Steel Golem
2. Anna: reveal ?, ?
3. Anna: attack with Steel Golem
"""
"""Whether the unknown cards may be revealed, no one can say."""


def full_table(tokens: int, turns: int) -> str:
    """Return a record with that many tokens per player and that many passed turns."""

    def of(kind: str) -> str:
        return ", ".join(f"{min(99, tokens - output)} {kind}" for output in range(0, tokens, 99))

    lines = ["A: p"]
    for turn in range(1, turns + 1):
        mine, theirs = ("A", "B") if turn % 2 == 0 else ("B", "A")
        # Who has passed second has the next turn, passes first there, and from the eighth card on the other discards.
        lines.append(f"{mine}: p / p" if turn <= 15 else f"{mine}: p / {theirs}: d ? / {mine}: p")
    start = f"A ch: {of('wolf token')}\nB ch: {of('human token')}\nA deck: 500\nB deck: 500\n\nPlays\n"
    return HEAD + start + "\n".join(lines) + "\n"


def judge(event: Event | None = None) -> User:
    """Return a judge of the event, or a site judge without one."""
    judith = make_user("Judith")
    return make_staff(event, StaffRole.Role.JUDGE, judith) if event else make_site_judge(judith)


def store_old_result(dispute: Dispute) -> Dispute:
    """Store the result of a dispute in the format of an earlier version."""
    now = dispute.stored
    assert now is not None
    result = dict(now.result or {})
    for name in ("sentence", "public_sentence", "rule", "public_rule", "assumed"):
        del result[name]
    rests = [{key: rest[key] for key in rest if key not in ("changes", "other_options")} for rest in result["rests_on"]]
    illegal = result["illegal"]
    if illegal:
        illegal = {key: illegal[key] for key in illegal if key not in ("constraint", "count")}
    result["timeline"] = [
        {key: step[key] for key in step if key not in ("why", "repeats")} for step in result["timeline"]
    ]
    dispute.stored = store_verdict_of(now, "an older engine", result={**result, "rests_on": rests, "illegal": illegal})
    dispute.save()
    return dispute


def store_verdict_of(now: StoredVerdict, ground: str, **alternative: Any) -> StoredVerdict:
    """Store the verdict of another engine, a copy of this one with the given changes."""
    stored = ("game", "record", "verdict", "result", "engine", "failure", "digest")
    message = {**{name: getattr(now, name) for name in stored}, **alternative}
    before = StoredVerdict.objects.create(ground=ground, **message)
    rows = now.boards.values("step", "whole", "public", "staff")
    ReplayBoard.objects.bulk_create(ReplayBoard(verdict=before, **row) for row in rows)
    return before


POSITION = HEAD
"""A position without plays: there is nothing to judge."""
