"""Rendering of timeline rows and of the options of the disputed play in Python.

A template is ten times slower for hundreds of rows.
All text of a record is escaped here.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from html import escape
from typing import Any, Final

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator
from django.utils.translation import get_language, gettext, ngettext

from epic_events.reference.templatetags.rules import cite_links, rule_chip, rule_chips

register = template.Library()

_ROW: Final = """\
<li id="step-{number}"{here}>
  <span class="step">{number}</span>
  <div>
    <a id="to-{number}" href="?step={number}{keep}" hx-get="{address}?step={number}{keep}"\
 hx-target="#viewer" hx-swap="outerHTML" hx-push-url="true" data-stop>{label}</a>
    {details}
  </div>
</li>
"""
_STEP: Final = '<span class="who">{}</span>: {}'
_SMALL: Final = '<p class="small quiet">{}</p>'
_RULES: Final = '<details class="rules"><summary>{}</summary><p>{}</p></details>'
_NOTHING: Final[Mapping[str, Any]] = {"sentences": (), "rules": ()}
_HERE: Final = ' aria-current="step"'
_OPTION: Final = '<option value="{line}" {selected}>{number}. {words}</option>\n'
_INTERPRETATION: Final = "<li>\n  {taken}\n  {rule}\n{details}\n</li>\n"
_OTHER: Final = '  <p class="small">{other}{link}</p>'
_LINK: Final = ' <a href="?reading={id}:{number}#viewer">{label}</a>'
_BADGE: Final = '  <span class="badge{css}">{label}</span>'
_NOTE: Final = '  <span class="quiet small">{text}</span>'
MAX_OPTION_LENGTH: Final = 120  # characters of the words of a play


@register.simple_tag(takes_context=True)
def timeline_rows(context: template.Context) -> SafeString:
    """Render the start and each step of a replay, with collapsed rules.

    The rules of the current step are shown next to the board instead.

    Args:
        context: the template context with ``opening``, ``steps`` and ``current`` of ``replay_page``, ``dispute``, and
            ``keep``, the query parameters to preserve.
    """
    dispute, current, language = context["dispute"], context.get("current"), get_language() or ""
    keep, address = conditional_escape(context.get("keep") or ""), escape(dispute.get_absolute_url())
    steps: list[Mapping[str, Any]] = [context.get("opening") or _NOTHING, *(context.get("steps") or ())]
    # Many steps cite the same rules.
    render_rules = cache(partial(_rules_details, game=dispute.game, language=language))
    rows = []
    for number, step in enumerate(steps):
        label = _STEP.format(escape(step["actor"]), escape(step["text"])) if number else escape(gettext("The start"))
        details = _step_details(step, None if number == current else render_rules)
        here = _HERE if number == current else ""
        rows.append(_ROW.format(number=number, here=here, label=label, details=details, keep=keep, address=address))
    return mark_safe("".join(rows))  # noqa: S308 - each is escaped already


@register.simple_tag(takes_context=True)
def interpretation_rows(context: template.Context, interpretations: Iterable[Mapping[str, Any]]) -> SafeString:
    """Render a list item for each applied interpretation, with its other options.

    Args:
        context: the template context with ``dispute``, and ``choosable``, the ids of interpretations for which the
            reader can view the replay with another option.
        interpretations: rows of ``opinion``.
    """
    game, choosable = context["dispute"].game, context.get("choosable") or ()
    rows = []
    for each in interpretations:
        details = [_BADGE.format(css="", label=escape(gettext("chosen")))] if each.get("chosen") else []
        details += _effect_note(each["changes"])
        for other in each["other_options"]:
            link = _link(each["id"], other["reading"]) if each["id"] in choosable else ""
            details.append(_OTHER.format(other=_other_option(other, each["changes"], game), link=link))
        row = {"taken": escape(each["taken"]), "rule": rule_chip(each["id"], game), "details": "\n".join(details)}
        rows.append(_INTERPRETATION.format(**row))
    return mark_safe("".join(rows))  # noqa: S308 - each is escaped already


def _link(interpretation: str, number: int) -> str:
    """Return a link to the replay with another option, escaped."""
    label = gettext("View with %(id)s=%(number)s") % {"id": interpretation, "number": number}
    return _LINK.format(id=escape(interpretation), number=number, label=escape(label))


def _effect_note(changes: str) -> list[str]:
    """Return whether another option changes the verdict, escaped.

    Empty if that is not computed.
    """
    if changes == "yes":
        return [_BADGE.format(css=" is-unsure", label=escape(gettext("another interpretation changes the verdict")))]
    if changes == "no":
        return [_NOTE.format(text=escape(gettext("Another interpretation does not change the verdict.")))]
    unknown = gettext("It is not known whether another interpretation changes the verdict.")
    return [_NOTE.format(text=escape(unknown))] if changes == "undetermined" else []


def _other_option(other: Mapping[str, Any], changes: str, game: str) -> str:
    """Return another option, escaped, with the verdict under it if that differs."""
    if changes == "no":
        return escape(gettext("Other interpretation: %(reading)s") % {"reading": other["text"]})
    label = f"{gettext('Other interpretation')} ({other['text']}):"
    return f"{escape(label)} {cite_links(other['verdict'], game)}"


@register.simple_tag
def play_options(plays: Iterable[tuple[int, str]], selected: int | None) -> SafeString:
    """Render an option for each play, given as line and words.

    ``selected`` is the line of the disputed play.
    """
    options = [
        _OPTION.format(
            line=line,
            selected="selected" if line == selected else "",
            number=number,
            words=escape(_truncate(words)),
        )
        for number, (line, words) in enumerate(plays, start=1)
    ]
    return mark_safe("".join(options))  # noqa: S308 - each is escaped already


def _truncate(words: str) -> str:
    """Return at most ``MAX_OPTION_LENGTH`` characters of the words of a play."""
    return words if len(words) <= MAX_OPTION_LENGTH else str(Truncator(words).chars(MAX_OPTION_LENGTH))


def _step_details(step: Mapping[str, Any], render_rules: Callable[[tuple[str, ...]], str] | None) -> str:
    """Return how a line was parsed and the events of a step, escaped.

    With its rules if ``render_rules`` is given.
    """
    read = [gettext("Interpreted as: %(words)s") % {"words": step["read"]}] if step.get("read") else []
    parts = [_SMALL.format(escape(words)) for words in (*read, *step["sentences"])]
    if render_rules is not None and step["rules"]:
        parts.append(render_rules(tuple(step["rules"])))
    return "\n    ".join(parts)


def _rules_details(citations: tuple[str, ...], *, game: str, language: str) -> str:
    """Return the collapsed rules of a step, escaped."""
    return _RULES.format(escape(_how_many(len(citations), language)), rule_chips(citations, game))


@cache
def _how_many(rules: int, _language: str) -> str:
    """Return the number of collapsed rules as text in the language of the page."""
    return ngettext("%(number)s rule", "%(number)s rules", rules) % {"number": rules}
