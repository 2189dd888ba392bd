"""Test coverage of the rules and interpretations of the Champions engine.

The table is stored as JSON for the site; a test compares it with the test suite. A rule that cannot be tested by play
or by a check of decks or card files has a reason instead.

>>> coverage()["CH:2.6.4"].tests != (), coverage()["CH:2.2.4"].reason
(True, 'It names a document that has not been published.')
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from rules.champions.rulebooks import RULEBOOKS
from rules.rulebooks.coverage import RuleCoverage
from rules.rulebooks.model import Kind

TABLE: Final = Path(__file__).with_name("coverage.json")
HEADING: Final = "It is a heading or an overview; the rules below it are tested."
_PRINTED: Final = "It says where something is printed on a card, which no file of cards shows."
_OWNER: Final = "Lines of card files always say whom an effect concerns."
_AT_TABLE: Final = "It is about what players do at the table before the game is recorded."
_MISPRINT: Final = "It is a misprint with one reading."
NOT_BY_PLAY: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                "CH:2.3.2", "CH:2.4.1.1a", "CH:2.4.1.1c", "CH:2.4.1.1g", "CH:2.4.2.1a", "CH:2.4.2.1b", "CH:2.4.2.1c",
                "CH:2.4.2.1e", "CH:2.4.2.1f", "CH:2.4.3.1a", "CH:2.4.3.1b", "CH:2.4.3.1e", "CH:2.4.3.1f",
                "CH:2.4.3.1g", "CH:6.1.1",
            ),
            _PRINTED,
        ),
        **dict.fromkeys(("CH:2.5.1.4", "CH:2.5.2.4", "CH:2.5.3.5"), _OWNER),
        **dict.fromkeys(("CH:2.1.3.1", "CH:2.1.3.2", "CH:3.2.1.1", "CH:3.2.1.4"), _AT_TABLE),
        **dict.fromkeys(("CH-01", "CH-02", "CH-03", "CH-04", "CH-05"), _MISPRINT),
        "CH:2.2.4": "It names a document that has not been published.",
        "CH:2.2.5": "It names another document, of which no text is known.",
        "CH:2.4.1.3a": "Champions lie open from their placement on, and no record hides those not yet placed.",
        "CH:2.4.2.3c": "It only refers to 2.6.",
        "CH:2.11.1": "It names the three kinds of information; the units below it are tested.",
        "CH:2.14.2": "The list of Tags is a picture that the known copy has lost.",
        "CH:6.1.2": "It introduces the list of keywords, each of which is a unit of its own.",
        "CH:6.2/since-your-last-turn": "No line of a card file counts events of a time.",
    }
)  # fmt: skip
"""Rules without a test, each with the reason."""


def _reason(rule: str) -> str:
    """Return why a rule has no test; empty if it should have one."""
    (book,) = RULEBOOKS.values()
    is_heading = rule in book and book.get(rule).kind is Kind.HEADING
    return NOT_BY_PLAY.get(rule, HEADING if is_heading else "")


@cache
def coverage() -> Mapping[str, RuleCoverage]:
    """Return the tests or the reason for none, by citation of rule or interpretation."""
    stored: dict[str, list[str]] = json.loads(TABLE.read_text(encoding="utf-8"))
    (book,) = RULEBOOKS.values()
    every = dict.fromkeys((*stored, *NOT_BY_PLAY, *(unit.id for unit in book.units)))
    return MappingProxyType(
        {rule: RuleCoverage(tuple(stored.get(rule, ())), "" if rule in stored else _reason(rule)) for rule in every}
    )
