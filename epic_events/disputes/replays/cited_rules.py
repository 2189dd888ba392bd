"""The rules that a verdict cites, with their texts, and those that a decision may cite."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.safestring import SafeString

from epic_events.disputes.models import Dispute
from epic_events.reference.documents.editions import get_official_text
from epic_events.reference.rules import markup, selectors
from epic_events.reference.rules.selectors import Cited
from rules.games import GAMES, Game
from rules.rulebooks import Rulebook


@dataclass(frozen=True)
class CitedRule:
    """A cited rule.

    Attributes:
        citation: the stored citation. label: its short form. heading: its subject.
        url: its page; empty for an unknown rule.
        text: our text; of an interpretation, the question and the option taken. May be empty.
        official: the official text; empty if the viewer may not read it.
        altered: True if the official text has changed since our text was written.
    """

    citation: str
    label: str
    heading: str = ""
    url: str = ""
    text: SafeString | str = ""
    official: SafeString | str = ""
    altered: bool = False


def cited_rules(dispute: Dispute, citations: Sequence[str]) -> list[CitedRule]:
    """Return the cited rules with our texts.

    Args:
        dispute: the dispute, whose replay determines the options of interpretations.
        citations: canonical citations, as replays store them.
    """
    taken = {rest["id"]: str(rest["taken"]) for rest in (dispute.result or {}).get("rests_on", [])}
    return [_cited(dispute, citation, taken) for citation in citations]


def _cited(dispute: Dispute, citation: str, taken: Mapping[str, str]) -> CitedRule:
    found, known = selectors.cited(citation, dispute.game), GAMES[dispute.game]
    if found is None:
        return CitedRule(citation, citation, url=citation if citation.startswith("https://") else "")
    text: SafeString | str = ""
    if citation in known.interpretations:
        words = taken.get(citation) or known.interpretations[citation].default_text(dispute.rules_version)
        text = markup.linked_citations(words, dispute.game)
    elif book := _book(known, citation):
        text = markup.rule_html(book, book.get(citation).text)
    return CitedRule(citation, found.label, found.heading, found.url, text)


def _book(game: Game, citation: str) -> Rulebook | None:
    return next((book for book in game.rulebooks.values() if citation in book), None)


def with_official(viewer: object, game: str, rule: CitedRule) -> CitedRule:
    """Return a cited rule with its official text, if the viewer may read it."""
    book = _book(GAMES[game], rule.citation)
    if book is None:
        return rule
    unit = book.get(rule.citation)
    text = get_official_text(viewer, book, [unit])
    printed = text.units.get(unit.id) if text else None
    if text is None or printed is None:
        return rule
    words = markup.official_html(book, printed.passages, printed.citation, text.symbols.get(printed.citation, ()))
    return replace(rule, official=words, altered=unit.id in text.altered)


def build_rules_context(viewer: object, dispute: Dispute, shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules of the verdict and of the current step.

    Args:
        viewer: the user, for the official text.
        dispute: the dispute.
        shown: the result of ``replay_page``.

    Returns:
        ``in_full``: the rule of the verdict or ``None``. ``now``: the current step with its rules as ``cited``.
    """
    if "steps" not in shown:
        return {}
    current = shown["current"]
    now = shown["steps"][current - 1] if current else shown["opening"]
    rule = shown["rule"]
    in_full = with_official(viewer, dispute.game, cited_rules(dispute, [rule])[0]) if rule else None
    return {"in_full": in_full, "now": {**now, "cited": cited_rules(dispute, now["rules"])}}


MAX_SUGGESTIONS = 8


def suggest_rules(dispute: Dispute, shown: Mapping[str, Any]) -> list[tuple[str, Cited]]:
    """Return citations with the rule they refer to, the deciding rule first.

    Args:
        dispute: a dispute whose replay is finished.
        shown: the result of ``replay_page``.
    """
    found: dict[str, Cited] = {}
    for citation in _citations(shown) if "steps" in shown else ():
        named = selectors.cited(citation, dispute.game)
        if named is not None:
            found.setdefault(citation, named)
    return list(found.items())[:MAX_SUGGESTIONS]


def _citations(shown: Mapping[str, Any]) -> Iterator[str]:
    yield shown["rule"]
    if shown["illegal"] and not shown["stops_later"]:
        yield from (reason["rule"] for reason in shown["illegal"]["reasons"])
    opinion = shown["opinion"]
    yield from (rest["id"] for rest in (*opinion["reasons"], *opinion["rests"]))
    if shown["steps"] and shown["answer"].step:
        yield from shown["steps"][shown["answer"].step - 1]["rules"]
