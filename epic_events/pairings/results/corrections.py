"""Warnings about the consequences of a corrected result, provided by other apps."""

from collections.abc import Callable

from epic_events.pairings.models import Match

warning_providers: list[Callable[[Match], str]] = []
"""Each callback returns a warning for a match whose result has just changed, or an empty string."""


def collect_warnings(match: Match) -> list[str]:
    """Return one warning per consequence of the corrected result of a match."""
    return [warning for provider in warning_providers if (warning := provider(match))]
