"""Test coverage of the rules and interpretations of the Champions engine.

The table is stored as JSON for the site; a test compares it with the test
suite.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from rules.rulebooks.coverage import RuleCoverage

TABLE: Final = Path(__file__).with_name("coverage.json")


@cache
def coverage() -> Mapping[str, RuleCoverage]:
    """Return the tests of each rule and interpretation, by its citation."""
    stored: dict[str, list[str]] = json.loads(TABLE.read_text(encoding="utf-8"))
    return MappingProxyType({rule: RuleCoverage(tuple(tests)) for rule, tests in stored.items()})
