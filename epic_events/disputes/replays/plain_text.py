"""The page of a dispute as plain text, for screen readers and copying.

Pure: the template context is filtered for one reader already.
"""

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.disputes.models import Dispute
from epic_events.disputes.replays.cited_rules import CitedRule
from epic_events.disputes.replays.disputed_play import LEGAL
from epic_events.events.defaults import version_name
from epic_events.events.times import format_event_time
from epic_events.infra.names import isolated
from epic_events.judging.decisions.selectors import DecisionView
from epic_events.reference.rules import selectors
from rules.judge.replay.result import POSITION

_DAY: Final = "DATETIME_FORMAT"
_ENDS: Final = re.compile(r"</(?:p|li|div)>|<br\s*/?>")


def as_text(dispute: Dispute, context: Mapping[str, Any]) -> str:
    """Return verdict, reasons, decision, board and steps as text.

    The progress if there is no verdict yet.

    Args:
        dispute: the dispute.
        context: the template context of ``build_dispute_context``.
    """
    answered = (_verdict, alternative_lines, _board, _rules_of_step) if "steps" in context else (_progress_lines,)
    parts = (_heading, _decision_lines, *answered)
    blocks = [list(part(dispute, context)) for part in parts]
    if "steps" in context:
        blocks += [[heading, *lines] for heading, lines in remaining_parts(dispute, context) if lines]
    return "\n\n".join("\n".join(lines) for lines in blocks if lines) + "\n"


def remaining_parts(dispute: Dispute, context: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield the remaining parts of the page: heading and lines of each.

    Args:
        dispute: a dispute with a stored result.
        context: the template context.
    """
    yield _("Claimed and ruled plays"), list(_courses(context))
    yield _("What the verdict is based on"), list(_basis_lines(dispute, context))
    yield _("What happened"), list(_step_section(dispute, context))


def where_from(dispute: Dispute) -> str:
    """Return the event, match, rules version and date of a dispute."""
    parts = [dispute.event.name if dispute.event else "", str(dispute.match) if dispute.match else ""]
    opened = _("opened %(day)s") % {"day": format_event_time(dispute.opened_at, dispute.event, _DAY)}
    rules = [dispute.rules_version_name]
    if dispute.event and dispute.event.rules_version != dispute.rules_version:
        rules.append(_("the event uses the rules version %(version)s") % {"version": dispute.event.rules_version_name})
    return " · ".join(part for part in (*parts, *rules, opened) if part)


def verdict_sentence(context: Mapping[str, Any]) -> str:
    """Return the verdict on the disputed play as one sentence."""
    answer = context["answer"]
    if answer.verdict == POSITION:
        return position_only_sentence()
    if answer.reached:
        return str(context["sentence"]) or all_legal_sentence(context["decisions"])
    return f"{_('The replay stops before the disputed play.')} {context['sentence']}"


def disputed_play_lines(context: Mapping[str, Any]) -> Iterator[str]:
    """Yield the disputed play if it is legal.

    An illegal one is described with its reasons.
    """
    answer = context["answer"]
    if answer.verdict == LEGAL and answer.line:
        yield f"{_('The disputed play')}: {answer.actor}: {answer.text}"


def lists_set_aside(context: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence for each ignored decklist."""
    for each in context["opinion"]["without_decklists"]:
        words = _("Played without %(name)s's decklist: %(reason)s")
        yield words % {"name": isolated(each["player"]), "reason": each["reason"]}


def position_only_sentence() -> str:
    """Return the sentence for a record without plays."""
    return _("Position only: no plays to judge.")


def all_legal_sentence(number: int) -> str:
    """Return the sentence for a number of legal decisions."""
    return ngettext("%(number)d decision, legal.", "%(number)d decisions, all legal.", number) % {"number": number}


def plain(markup: str) -> str:
    """Return HTML as text, without empty lines."""
    lines = html.unescape(strip_tags(_ENDS.sub("\n", markup))).splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())


def illegal_play_lines(context: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines about an illegal play.

    They name the player, place, reasons and legal alternatives.
    """
    illegal = context["illegal"]
    if context["opinion"]["missing_passes"]:
        yield context["opinion"]["missing_passes_text"]
    location = _place_of(illegal) if context["full"] else _("After step %(number)s") % {"number": len(context["steps"])}
    word = _("A later play is not legal") if context["stops_later"] else _("Not legal")
    yield f"{word}: {illegal['actor']}: {illegal['text']} ({location})"
    yield from (f"  {reason['rule']} {reason['text']}" for reason in illegal["reasons"])
    if illegal["constraint"]:
        yield f"{_('What is legal here')}{_count_ways(illegal['count'])}: {illegal['constraint']}"
    if illegal["legal"]:
        nearest, all_of_them = _("Most similar legal plays"), _("What would have been legal")
        yield f"{nearest if illegal['constraint'] else all_of_them}:"
        yield from (f"  {words}" for words in illegal["legal"])


def _place_of(illegal: Mapping[str, Any]) -> str:
    """Return the number of the illegal play, else its line."""
    return _("Play %(number)s") % illegal if illegal["number"] else _("Line %(line)s") % illegal


def decision_heading(dispute: Dispute, number: int) -> str:
    """Return the heading of a decision.

    Number 0 is the latest one, with the status of the case.
    """
    if number:
        return _("Earlier decisions")
    return f"{_('Decision')} ({dispute.case.get_status_display()})" if dispute.event else _("Decision")


def decision_lines(dispute: Dispute, one: DecisionView) -> Iterator[str]:
    """Yield the lines of an announced decision."""
    decision = one.decision
    yield decision.text
    if decision.remedy:
        yield f"{_('How the game continues')}:"
        yield decision.remedy
    if one.cited:
        cited = (f"{rule.label} ({rule.heading})" if rule.heading else rule.label for rule in one.cited)
        yield f"{_('Rules:')} {', '.join(cited)}"
    if one.changed:
        words = ngettext(
            "%(rules)s, cited by this decision, has changed since the decision was made.",
            "%(rules)s, cited by this decision, have changed since the decision was made.",
            len(one.changed),
        )
        yield words % {"rules": ", ".join(one.changed)}
    if decision.minutes:
        words = ngettext(
            "The table has a time extension of %(minutes)d minute.",
            "The table has a time extension of %(minutes)d minutes.",
            decision.minutes,
        )
        yield words % {"minutes": decision.minutes}
    if decision.penalty:
        yield f"{_('Penalty:')} {decision.penalty.level_label}, {decision.penalty.infraction_label}"
    by = isolated(str(decision.by)) if decision.by else _("The judges")
    yield f"{by}, {format_event_time(decision.at, dispute.event, _DAY)}"


def alternative_lines(dispute: Dispute, context: Mapping[str, Any]) -> Iterator[str]:
    """Yield the name and verdict of an alternative, and the other available ones.

    An alternative is a what-if or another view.
    """
    alternative = context.get("imagined")
    if alternative:
        yield from alternative["words"]
        rule = f" ({_label(alternative['rule'], dispute)})" if alternative["rule"] else ""
        yield f"{alternative['label']}: {alternative['sentence']}{rule}"
        yield _("The verdict is the same.") if alternative["same"] else _("The verdict changes.")
        return
    for each in context.get("what_ifs", ()):
        words = _("What if: %(name)s") % {"name": each.name}
        yield f"{words} ({reverse('disputes:record_text', args=[dispute.slug])}?branch={each.number})"


def _rule_title(rule: CitedRule) -> str:
    """Return the label and heading of a rule."""
    return f"{rule.label} {rule.heading}" if rule.heading and rule.heading != rule.label else rule.label


def _label(citation: str, dispute: Dispute) -> str:
    cited_rule = selectors.cited(citation, dispute.game)
    return cited_rule.label if cited_rule else citation


def _count_ways(count: int | None) -> str:
    words = "" if count is None else ngettext("%(number)s way", "%(number)s ways", count) % {"number": count}
    return f" ({words})" if words else ""


def _heading(dispute: Dispute, _shown: Mapping[str, Any]) -> Iterator[str]:
    yield dispute.title
    yield where_from(dispute)


def _progress_lines(dispute: Dispute, _shown: Mapping[str, Any]) -> Iterator[str]:
    yield str(dispute.get_status_display())
    if dispute.status == Dispute.Status.FAILED:
        yield dispute.failure


def _verdict(dispute: Dispute, context: Mapping[str, Any]) -> Iterator[str]:
    yield from disputed_play_lines(context)
    yield f"{dispute.get_verdict_display()}: {verdict_sentence(context)}"
    yield from _rule_in_full(context)
    if context["opinion"]["cards"]:
        yield context["opinion"]["cards"]
    yield from lists_set_aside(context)
    if context["illegal"]:
        yield from illegal_play_lines(context)


def _rule_in_full(context: Mapping[str, Any]) -> Iterator[str]:
    """Yield the deciding rule, and its official text if the reader may see it."""
    rule = context["in_full"]
    if rule is None:
        return
    yield _rule_title(rule)
    yield from (f"  {line}" for line in (plain(str(rule.text)) or context["rule_text"]).splitlines())
    if rule.official:
        if rule.altered:
            yield _("The printed text in force differs from the edition restated here. The printed text applies.")
        yield f"{_('Official text')}:"
        yield from (f"  {line}" for line in plain(str(rule.official)).splitlines())


def _decision_lines(dispute: Dispute, context: Mapping[str, Any]) -> Iterator[str]:
    case = context["decided"]
    if case is None:
        return
    for number, one in enumerate(case.decisions):
        yield decision_heading(dispute, number)
        yield from decision_lines(dispute, one)


def _board(_dispute: Dispute, context: Mapping[str, Any]) -> Iterator[str]:
    if context["board"]:
        yield _("Board after step %(step)d of %(last)d") % {"step": context["current"], "last": len(context["steps"])}
        yield context["board"]["outline"]
        if context["public_side"]:
            yield _("This is the public view of the board. Only the staff can see hands and draws.")


def _rules_of_step(_dispute: Dispute, context: Mapping[str, Any]) -> Iterator[str]:
    """Yield the rules of the current step."""
    rules = [rule for rule in context["now"]["cited"] if rule.text] if context["board"] else []
    if rules:
        yield f"{_('Rules of this step')}:"
    for rule in rules:
        yield f"  {_rule_title(rule)}"
        yield from (f"    {line}" for line in plain(str(rule.text)).splitlines())


def _courses(context: Mapping[str, Any]) -> Iterator[str]:
    deviation = context["opinion"]["deviation"]
    if not deviation:
        return
    for name, course in ((_("Claimed"), deviation["claimed"]), (_("Ruled"), deviation["ruled"])):
        yield f"{name}: {course['words']}"
        if course.get("impossible"):
            yield f"  {_('not possible')}: {course['impossible']}"
        elif course.get("stopped"):
            yield f"  {_('up to the next choice')}: {course['stopped']}"
    if not deviation["differences"]:
        yield _("The boards are the same.")
    yield from (f"  {row['field']}: {row['claimed']} / {row['ruled']}" for row in deviation["differences"])


def _basis_lines(dispute: Dispute, context: Mapping[str, Any]) -> Iterator[str]:
    opinion = context["opinion"]
    rests = (*opinion["reasons"], *opinion["rests"])
    if rests:
        yield f"{_('Based on')}:"
    for rest in rests:
        yield from _interpretation_lines(rest)
    for rest in opinion["procedure"]:
        yield f"{_('Tournament procedure')}: {rest['note']} ({', '.join(rest['sources'])})"
    if opinion["assumed"]:
        yield f"{_('Assumptions')}:"
        yield from (f"  {phrase}" for phrase in opinion["assumed"])
    for printing in opinion["printings"]:
        words = _("%(card)s is played as printed in %(taken)s.")
        yield words % {"card": printing["card"], "taken": printing["taken"]}
        yield from (_printing(other, context) for other in printing["others"])
    for other in opinion["others"]:
        yield from _version(version_name(dispute.game, other["version"]), other, context)


def _interpretation_lines(rest: Mapping[str, Any]) -> Iterator[str]:
    """Yield an interpretation.

    It has the option taken, and the verdict with each other option.
    """
    changes = {
        "yes": _("another interpretation changes the verdict"),
        "no": _("Another interpretation does not change the verdict."),
        "undetermined": _("It is not known whether another interpretation changes the verdict."),
    }.get(rest["changes"], "")
    details = ", ".join(part for part in (_("chosen") if rest["chosen"] else "", changes) if part)
    yield f"  {rest['id']}: {rest['taken']}{f' ({details})' if details else ''}"
    for other in rest["other_options"]:
        if rest["changes"] == "no":
            yield f"    {_('Other interpretation: %(reading)s') % {'reading': other['text']}}"
        else:
            yield f"    {_('Other interpretation')} ({other['text']}): {other['verdict']}"


def _printing(other: Mapping[str, Any], context: Mapping[str, Any]) -> str:
    """Return the verdict with another printing of a card."""
    other_version = other.get("other_verdict_text", "") if context["full"] else ""
    ruled = _verdict_comparison(other["version"], other, context)
    return f"{ruled}: {other_version}" if other_version else ruled


def _version(name: str, other: Mapping[str, Any], context: Mapping[str, Any]) -> Iterator[str]:
    """Yield the verdict of another rules version."""
    yield _verdict_comparison(name, other, context)
    if context["full"] and other.get("other_verdict_text"):
        yield from ([f"  {_('Here')}: {other['verdict_text']}"] if other.get("verdict_text") else ())
        yield f"  {name}: {other['other_verdict_text']}"
    yield from (f"  {row['field']}: {row['one']} / {row['other']}" for row in other.get("board", ()))


def _verdict_comparison(name: str, other: Mapping[str, Any], context: Mapping[str, Any]) -> str:
    """Return whether the verdict is the same, else the first line with a difference.

    The line is for staff.
    """
    if other["same"]:
        return _("%(version)s gives the same verdict.") % {"version": name}
    sentence = _("%(version)s gives another verdict") % {"version": name}
    line = other.get("line") if context["full"] else None
    return f"{sentence}, {_('from line %(line)s') % {'line': line}}" if line else sentence


def _step_section(dispute: Dispute, context: Mapping[str, Any]) -> Iterator[str]:
    yield from _step_lines(dispute, "0", _("The start"), context["opening"])
    for step in context["steps"]:
        yield from _step_lines(dispute, str(step["number"]), f"{step['actor']}: {step['text']}", step)
    stopped = context["stopped"]
    if stopped:
        text = f"{stopped['actor']}: {stopped['text']}"
        yield f"  x. {text} ({_('Not legal. The replay stops before this play.')})"


def _step_lines(dispute: Dispute, number: str, text: str, step: Mapping[str, Any]) -> Iterator[str]:
    yield f"  {number}. {text}"
    if step.get("read"):
        yield f"     {_('Interpreted as: %(words)s') % {'words': step['read']}}"
    yield from (f"     {sentence}" for sentence in step["sentences"])
    if step["rules"]:
        yield f"     {', '.join(_label(rule, dispute) for rule in step['rules'])}"
