"""Judge hostile records as a worker does: verdict, branches, versions, boards."""

import json
from itertools import chain

from epic_events.disputes.replays.verdicts import judge
from rules.games import EPIC
from rules.judge.analysis.branch_comparison import RulingError
from rules.judge.analysis.engine_errors import ENGINE_ERROR_TEXT
from rules.judge.record import parse, write
from rules.judge.record.errors import RecordError
from tools.fuzz import mutated_records
from tools.fuzz.hostile_records import records


def judge_text(text: str, game: str = EPIC.slug) -> tuple[str, str]:
    """Return the verdict on a record and the unexpected engine error.

    The error is empty if there is none. The verdict is ``unreadable`` for an invalid record. An error that is reported
    to the judge is a verdict. Any other exception is an error, as is a branch or a rules version that could not be
    computed.
    """
    try:
        record = parse(text, game=game)
        assert parse(write(record)) == record, "a parsed record changes when it is written and parsed again"
        outcome = judge(record)
        result_json = json.dumps(outcome.result, ensure_ascii=False)
    except (RecordError, RulingError):
        return "unreadable", ""
    except Exception as error:  # noqa: BLE001 - any error is reported with its record
        return "broken", repr(error)
    return outcome.verdict, result_json[result_json.index(ENGINE_ERROR_TEXT) :][
        :200
    ] if ENGINE_ERROR_TEXT in result_json else ""


def judge_records(seed: int) -> tuple[dict[str, int], list[str]]:
    """Judge the hostile records of one game.

    Return counts by verdict, and errors with records.
    """
    counts: dict[str, int] = {}
    wrong: list[str] = []
    texts = chain(((EPIC.slug, text) for text in records(seed)), mutated_records.records(seed))
    for number, (game, text) in enumerate(texts):
        verdict, fault = judge_text(text, game)
        counts[verdict] = counts.get(verdict, 0) + 1
        if fault:
            wrong.append(f"game {seed}, record {number}: {fault}\n{text}")
    return counts, wrong
