"""Parse the permission matrix of ``test_matrix.py``."""

from pathlib import Path

from tests.epic_events.world import VIEWERS

ROWS = Path(__file__).with_name("matrix.txt").read_text().splitlines()
"""For each address, and each of the two ways to ask, what every viewer is answered."""


def request_of_row(row: str) -> tuple[str, str]:
    """Return the request of a row (URL and parameters) and its method."""
    request, method = row.split()[: -len(VIEWERS)][:-1], row.split()[-len(VIEWERS) - 1]
    return " ".join(request), method


def statuses_of_row(row: str) -> dict[str, str]:
    """Return the status for each viewer."""
    return dict(zip(VIEWERS, row.split()[-len(VIEWERS) :], strict=True))


STATUS = {(*request_of_row(row), who): int(status) for row in ROWS for who, status in statuses_of_row(row).items()}
"""By address, way to ask and viewer."""
