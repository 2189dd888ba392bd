"""The record of a dispute as far as one of its steps: to go on from there, or to restore the position."""

from dataclasses import replace

from epic_events.disputes.models import Dispute
from rules.judge.record import Record, parse, write


def up_to(dispute: Dispute, step: int) -> str:
    """Return the record of a dispute as far as a step of its replay, for somebody to go on from there."""
    text = dispute.record.text if dispute.record else ""
    timeline = (dispute.result or {}).get("timeline", [])
    last = timeline[min(step, len(timeline)) - 1]["line"] if step and timeline else 0
    record = parse(text)
    plays = tuple(play for play in record.plays if play.place.line <= last)
    return write(replace(record, plays=plays, branches=()))


def played_on(record: Record, line: int) -> int:
    """Return how many plays a record tells after one of its lines, in the text from 1."""
    return sum(play.place.line > line for play in record.plays)
