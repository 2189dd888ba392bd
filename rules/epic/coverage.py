"""Test coverage of each rule and interpretation.

The table lists the tests that cover and pin each rule: a pinning test fails if the rule is changed.
``python -m tools.rule_coverage`` generates it, and the site displays it.

>>> coverage()["4.4.6[2]"].tests != ()
True
>>> coverage()["4.4.6[2]"].pinned != ()
True
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from rules.rulebooks.coverage import RuleCoverage

TABLE: Final = Path(__file__).with_name("coverage.json")

NOT_FOR_AN_ENGINE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "1.0": "It says who publishes the rules and that they may be copied.",
        "1.7.3": "No card has a power that costs a discard.",
        "2.4.5": "It names a page of the publisher that describes formats.",
        "2.7.1": "It leaves to the table and the tournament staff what serves as a counter.",
        "RB:the-many-epic-formats/and-even-more": "It names pages of the publisher.",
    }
)
"""Rules that cannot be tested by playing a game, with the reason."""


@cache
def coverage() -> Mapping[str, RuleCoverage]:
    """Return the coverage of each rule and interpretation by its citation."""
    stored: dict[str, dict[str, list[str]]] = json.loads(TABLE.read_text(encoding="utf-8"))
    return MappingProxyType(
        {
            rule: RuleCoverage(tuple(entry["exercised_by"]), NOT_FOR_AN_ENGINE.get(rule, ""), tuple(entry["pinned_by"]))
            for rule, entry in stored.items()
        }
    )
