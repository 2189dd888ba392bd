"""Sources of the published card facts, by their short names in the data file."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

SOURCES: Final[Mapping[str, str]] = MappingProxyType(
    {"rules": "examples of the comprehensive rules, changelog to 6 November 2018"}
)
"""Sources by short name; web pages are given by URL in the data file."""
