"""The page of a replay as plain text: it says the same to a screen reader, in a mail, in a decision.

Pure: everything comes from what the page shows to one reader, the replay or what is imagined in its place, and holds
nothing else.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from epic_events.disputes.models import Dispute


def as_text(dispute: Dispute, shown: Mapping[str, Any]) -> str:
    """Return verdict, reasons, board and story as lines of text.

    Args:
        dispute: with a stored result.
        shown: what the page shows of its replay to this reader.
    """
    parts = (_verdict, said_of_imagined, _board, _courses, _opinion, _story)
    blocks = ["\n".join(lines) for part in parts if (lines := list(part(dispute, shown)))]
    if dispute.is_told and dispute.decision:
        said = (_("Decision"), dispute.decision.text, dispute.decision.remedy)
        blocks.append("\n".join(part for part in said if part))
    return "\n\n".join(blocks) + "\n"


def told_beside(dispute: Dispute, shown: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield what stands beside verdict and board, part by part: its heading, its lines.

    Args:
        dispute: with a stored result.
        shown: what the page shows of its replay to this reader.
    """
    yield _("Claimed and ruled"), list(_courses(dispute, shown))
    yield _("What the verdict rests on"), list(_opinion(dispute, shown))
    heading, *lines = _story(dispute, shown)
    yield heading, lines


def what_stopped(illegal: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines about an illegal play: who did what, every reason, what would have been legal."""
    yield f"{_('Not legal')}: {illegal['actor']}: {illegal['text']}"
    yield from (f"  {reason['rule']} {reason['text']}" for reason in illegal["reasons"])
    if illegal["constraint"]:
        yield f"{_('What is legal here')}: {illegal['constraint']}"
    if illegal["legal"]:
        yield f"{_('What would have been legal')}:"
        yield from (f"  {words}" for words in illegal["legal"])


def _verdict(dispute: Dispute, shown: Mapping[str, Any]) -> Iterator[str]:
    yield dispute.title
    yield f"{dispute.get_verdict_display()}: {shown['sentence']}"
    if shown["rule"]:
        yield f"{shown['rule']} {shown['rule_text']}"
    if shown["illegal"]:
        yield from what_stopped(shown["illegal"])


def said_of_imagined(dispute: Dispute, shown: Mapping[str, Any]) -> Iterator[str]:
    """Say what board and story below are where they are not the replay that is kept, and what else can be looked at."""
    told = shown.get("imagined")
    if told:
        yield from told["words"]
        rule = f" ({told['rule']})" if told["rule"] else ""
        yield f"{told['label']}: {told['sentence']}{rule}"
        yield _("The verdict is the same.") if told["same"] else _("The verdict is another one.")
        return
    for each in shown.get("what_ifs", ()):
        words = _("What if: %(name)s") % {"name": each.name}
        yield f"{words} ({reverse('disputes:as_text', args=[dispute.slug])}?branch={each.number})"


def _board(_dispute: Dispute, shown: Mapping[str, Any]) -> Iterator[str]:
    if shown["board"]:
        yield _("Board after step %(step)d of %(last)d") % {"step": shown["current"], "last": len(shown["steps"])}
        yield shown["board"]["outline"]
        if not shown["full"]:
            yield _("This is the public side of the board: hands and draws stay with the staff.")


def _courses(_dispute: Dispute, shown: Mapping[str, Any]) -> Iterator[str]:
    told = shown["opinion"]["deviation"]
    if not told:
        return
    for name, course in ((_("Claimed"), told["claimed"]), (_("Ruled"), told["ruled"])):
        how = course.get("impossible") or course.get("stopped") or ""
        yield f"{name}: {course['words']}{f' ({how})' if how else ''}"
    yield from (f"  {row['field']}: {row['claimed']} / {row['ruled']}" for row in told["differences"])


def _opinion(_dispute: Dispute, shown: Mapping[str, Any]) -> Iterator[str]:
    opinion = shown["opinion"]
    changes = {
        "yes": _("another reading changes the verdict"),
        "no": _("Another reading does not change the verdict."),
        "undetermined": _("Whether another reading changes the verdict is not known."),
    }
    rests = (*opinion["reasons"], *opinion["rests"])
    if rests:
        yield f"{_('Rests on')}:"
    for rest in rests:
        yield f"  {rest['id']}: {rest['taken']} ({changes.get(rest['changes'], '')})"
        if rest["changes"] != "no":
            yield from (f"    {other['text']}: {other['verdict']}" for other in rest["otherwise"])
    for rest in opinion["procedure"]:
        yield f"{_('Procedure, apart from the rules')}: {rest['note']} ({', '.join(rest['sources'])})"
    if opinion["cards"]:
        yield opinion["cards"]
    if opinion["assumed"]:
        yield f"{_('What was not told is taken as')}:"
        yield from (f"  {phrase}" for phrase in opinion["assumed"])
    for taken in opinion["printings"]:
        words = _("%(card)s is taken as printed in %(taken)s.")
        yield words % {"card": taken["card"], "taken": taken["taken"]}
    for other in opinion["same"]:
        yield _("%(version)s rules the same.") % {"version": other["version"]}
    for other in opinion["others"]:
        yield _("%(version)s rules otherwise") % {"version": other["version"]}
        yield from (f"  {row['field']}: {row['one']} / {row['other']}" for row in other["board"])


def _story(_dispute: Dispute, shown: Mapping[str, Any]) -> Iterator[str]:
    yield _("What happened")
    opening = shown["opening"]
    yield from _told("0", _("The start"), opening)
    for step in shown["steps"]:
        yield from _told(str(step["number"]), f"{step['actor']}: {step['text']}", step)
    stopped = shown["stopped"]
    if stopped:
        said = f"{stopped['actor']}: {stopped['text']}"
        yield f"  x. {said} ({_('Not legal: the replay stops before this line.')})"


def _told(number: str, said: str, step: Mapping[str, Any]) -> Iterator[str]:
    yield f"  {number}. {said}"
    if step.get("read"):
        yield f"     {_('Read as: %(words)s') % {'words': step['read']}}"
    yield from (f"     {sentence}" for sentence in step["sentences"])
    if step["rules"]:
        yield f"     {', '.join(step['rules'])}"
