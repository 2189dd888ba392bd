"""Sources of the published card facts, by their short names in the data file."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

SOURCES: Final[Mapping[str, str]] = MappingProxyType(
    {"rules": "examples of the comprehensive rules, changelog to 6 November 2018"}
)
"""The source by its short name; a web page stands in the data file with its own address."""
