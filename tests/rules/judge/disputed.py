"""Short records of a disputed moment and their verdicts."""

from rules.games import EPIC
from rules.judge.record import parse, write
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay

USUAL = {"Turn": "Anna 5", "Anna health": "30", "Ben health": "30"}


def judged(plays: str, version: str = "RB-2017", decks: str = "", **fields: str) -> Replay:
    """Replay ``plays`` from a position with these fields, written with underscores: ``Anna_hand="Kong"``.

    The record goes through its canonical text on the way.
    """
    position = {**USUAL, **{key.replace("_", " "): text for key, text in fields.items()}}
    lines = "\n".join(f"{key}: {text}" for key, text in position.items())
    headers = f"Record: 1\nGame: epic\nRules: {version}\nPlayers: Anna, Ben\nFirst: Anna\n"
    record = parse(f"{headers}{decks}\nPosition\n{lines}\nPlays\n{plays.strip()}\n")
    assert parse(write(record)) == parse(write(parse(write(record))))
    return replay(EPIC, parse(write(record)))


def reasons(replayed: Replay) -> list[tuple[str, str]]:
    """Return rule and sentence of every reason why the first illegal line is illegal; empty when all are legal."""
    return [(reason.rule, reason.text) for reason in replayed.illegal.reasons] if replayed.illegal else []
