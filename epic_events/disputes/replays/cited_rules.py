"""The rules that a verdict cites, with their texts.

Those that a decision may cite are included.
"""

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
    options = {rest["id"]: str(rest["taken"]) for rest in (dispute.result or {}).get("rests_on", [])}
    return [_cited_rule(dispute, citation, options) for citation in citations]


def _cited_rule(dispute: Dispute, citation: str, options: Mapping[str, str]) -> CitedRule:
    cited_rule, game_definition = selectors.cited(citation, dispute.game), GAMES[dispute.game]
    if cited_rule is None:
        return CitedRule(citation, citation, url=citation if citation.startswith("https://") else "")
    text: SafeString | str = ""
    if citation in game_definition.interpretations:
        words = options.get(citation) or game_definition.interpretations[citation].default_text(dispute.rules_version)
        text = markup.linked_citations(words, dispute.game)
    elif book := _book(game_definition, citation):
        text = markup.rule_html(book, book.get(citation).text)
    return CitedRule(citation, cited_rule.label, cited_rule.heading, cited_rule.url, text)


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


def build_rules_context(viewer: object, dispute: Dispute, context: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules of the verdict and of the current step.

    Args:
        viewer: the user, for the official text.
        dispute: the dispute.
        context: the result of ``replay_page``.

    Returns:
        ``in_full``: the rule of the verdict or ``None``. ``now``: the current step with its rules as ``cited``.
    """
    if "steps" not in context:
        return {}
    current = context["current"]
    now = context["steps"][current - 1] if current else context["opening"]
    rule = context["rule"]
    in_full = with_official(viewer, dispute.game, cited_rules(dispute, [rule])[0]) if rule else None
    return {"in_full": in_full, "now": {**now, "cited": cited_rules(dispute, now["rules"])}}


MAX_SUGGESTIONS = 8


def suggest_rules(dispute: Dispute, context: Mapping[str, Any]) -> list[tuple[str, Cited]]:
    """Return citations with the rule they refer to, the deciding rule first.

    Args:
        dispute: a dispute whose replay is finished.
        context: the result of ``replay_page``.
    """
    rules_by_citation: dict[str, Cited] = {}
    for citation in _citations(context) if "steps" in context else ():
        cited_rule = selectors.cited(citation, dispute.game)
        if cited_rule is not None:
            rules_by_citation.setdefault(citation, cited_rule)
    return list(rules_by_citation.items())[:MAX_SUGGESTIONS]


def _citations(context: Mapping[str, Any]) -> Iterator[str]:
    yield context["rule"]
    if context["illegal"] and not context["stops_later"]:
        yield from (reason["rule"] for reason in context["illegal"]["reasons"])
    opinion = context["opinion"]
    yield from (rest["id"] for rest in (*opinion["reasons"], *opinion["rests"]))
    if context["steps"] and context["answer"].step:
        yield from context["steps"][context["answer"].step - 1]["rules"]
