"""Phrasings of plays with their meaning in canonical lines, written before anyone looked at the parser.

``first.json`` to ``thirteenth.json`` hold positions and phrases. A phrase means canonical lines
(``means``, or further equal ones in ``or``), has two meanings (``{"either": [lines, lines]}``), or has to be refused
(``"refuse"``).
"""

import functools
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rules.games import GAMES, require_engine
from rules.judge.record import RecordError, parse
from rules.judge.replay.replayer import replay
from rules.judge.replay.verdict import Verdict

FILES = tuple(sorted(Path(__file__).parent.glob("*.json")))


class Outcome(NamedTuple):
    """What a record comes to: equal outcomes mean that the same was done.

    Attributes:
        verdict: the verdict. digest: of the final game. events: what happened. rules: cited for an illegal line.
    """

    verdict: Verdict
    digest: str
    events: tuple[tuple[str, tuple[Any, ...]], ...]
    rules: tuple[str, ...]


class Judged(NamedTuple):
    """How one phrase was parsed.

    Attributes:
        phrase: as in the file. result: ``right``, ``refused`` or ``misread``.
        message: why it was refused. offered: the meanings that the refusal offers.
    """

    phrase: Mapping[str, Any]
    result: str
    message: str = ""
    offered: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """``clear``, ``either`` or ``refuse``."""
        means = self.phrase["means"]
        return "refuse" if means == "refuse" else "either" if isinstance(means, dict) else "clear"


def outcome(position: str, lines: Sequence[str]) -> Outcome:
    """Return what lines come to from a position.

    Raises:
        RecordError: they are not understood.
    """
    played = replay(require_engine(GAMES["epic"]), parse(f"{position.rstrip()}\n" + "\n".join(lines) + "\n"))
    events = tuple((event.kind, tuple(event.args)) for step in played.steps for event in step.events)
    rules = tuple(sorted({reason.rule for reason in played.illegal.reasons})) if played.illegal is not None else ()
    return Outcome(played.verdict, played.final.digest(), events, rules)


def judged(position: str, phrase: Mapping[str, Any]) -> Judged:
    """Return how a phrase was parsed, compared with its meaning."""
    means = phrase["means"]
    try:
        found = outcome(position, phrase["say"].split("\n"))
    except RecordError as error:
        return Judged(phrase, "refused", str(error), error.problems[0].expected)
    if means == "refuse" or isinstance(means, dict):
        return Judged(phrase, "misread", found.verdict)
    wanted = [outcome(position, lines) for lines in (means, *phrase.get("or", ()))]
    return Judged(phrase, "right" if found in wanted else "misread", found.verdict)


def phrases() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield every phrase of every file with the text of its position."""
    for path in FILES:
        data = json.loads(path.read_text())
        yield from ((data["positions"][each["position"]], each) for each in data["phrases"])


@functools.cache
def all_judged() -> tuple[tuple[str, Judged], ...]:
    """Return every phrase of every file, with the name of the file."""
    return tuple(
        (path.stem, judged(data["positions"][each["position"]], each))
        for path, data in ((path, json.loads(path.read_text())) for path in FILES)
        for each in data["phrases"]
    )


def counted(found: Sequence[Judged]) -> Counter[tuple[str, str]]:
    """Return the number of phrases by kind and result."""
    return Counter((each.kind, each.result) for each in found)
