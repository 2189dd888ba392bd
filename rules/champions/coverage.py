"""Which tests exercise each rule and open point that the engine of Champions plays.

The table is stored beside this module, so that the site can show it; a test holds it to the tests.
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
    """Return the tests of each unit and open point that one exercises, by its citation."""
    stored: dict[str, list[str]] = json.loads(TABLE.read_text(encoding="utf-8"))
    return MappingProxyType({rule: RuleCoverage(tuple(tests)) for rule, tests in stored.items()})
