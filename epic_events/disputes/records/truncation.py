"""A record truncated after a step, to continue from there or to restore its position."""

from dataclasses import replace

from epic_events.disputes.models import Dispute
from rules.judge.record import Record, parse, write


def truncate_record(dispute: Dispute, step: int) -> str:
    """Return the record of a dispute up to a step of its replay."""
    text = dispute.record.text if dispute.record else ""
    timeline = (dispute.result or {}).get("timeline", [])
    last = timeline[min(step, len(timeline)) - 1]["line"] if step and timeline else 0
    record = parse(text)
    plays = tuple(play for play in record.plays if play.place.line <= last)
    return write(replace(record, plays=plays, branches=()))


def count_plays_after(record: Record, line: int) -> int:
    """Return the number of plays after a line, counted from 1."""
    return sum(play.place.line > line for play in record.plays)
