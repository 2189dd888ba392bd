"""Fork workers from a process that has loaded the cards and judged a record.

``python -m tests.forked_workers`` reads commands as ``tests.forking`` does.
"""

from tests import forking


def main() -> None:
    """Judge a record once, then fork on request."""
    from epic_events.disputes.replays import verdicts
    from rules.judge.record import parse
    from tests.epic_events.disputes.records import LEGAL

    verdicts.judge(parse(LEGAL, game="epic"))
    forking.main()


if __name__ == "__main__":
    main()
