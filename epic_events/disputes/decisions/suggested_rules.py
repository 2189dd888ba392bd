"""Rules of the verdict that a decision may cite."""

from collections.abc import Iterator, Mapping
from typing import Any

from epic_events.disputes.models import Dispute
from epic_events.reference.rules import selectors
from epic_events.reference.rules.selectors import Cited

MAX_SUGGESTIONS = 8


def suggest_rules(dispute: Dispute, shown: Mapping[str, Any]) -> list[tuple[str, Cited]]:
    """Return citations with the rule they refer to, the deciding rule first.

    Args:
        dispute: a dispute whose replay is finished.
        shown: the result of ``replay_page``.
    """
    found: dict[str, Cited] = {}
    for citation in _cited(shown) if "steps" in shown else ():
        named = selectors.cited(citation, dispute.game)
        if named is not None:
            found.setdefault(citation, named)
    return list(found.items())[:MAX_SUGGESTIONS]


def _cited(shown: Mapping[str, Any]) -> Iterator[str]:
    yield shown["rule"]
    if shown["illegal"] and not shown["stops_later"]:
        yield from (reason["rule"] for reason in shown["illegal"]["reasons"])
    opinion = shown["opinion"]
    yield from (rest["id"] for rest in (*opinion["reasons"], *opinion["rests"]))
    if shown["steps"] and shown["answer"].step:
        yield from shown["steps"][shown["answer"].step - 1]["rules"]
