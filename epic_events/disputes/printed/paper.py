"""What the page of a dispute shows, as the blocks of a paper.

Pure: everything comes from what was read for one reader, and holds nothing else.
"""

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.disputes.models import Dispute
from epic_events.disputes.replays.as_text import said_of_imagined, told_beside, what_stopped
from epic_events.events.times import clock
from epic_events.floor.decisions.reads import ShownDecision, ShownMatter
from epic_events.names import isolated
from epic_events.prints.papers import (
    Banner,
    Block,
    Heading,
    Paper,
    Rule,
    Strip,
    TableTop,
    Tile,
    Tone,
    Words,
    indented,
)

_TONES: Final[Mapping[str, Tone]] = {"legal": "ok", "illegal": "bad", "undetermined": "unsure"}
_DAY: Final = "DATETIME_FORMAT"
_ENDS: Final = re.compile(r"</(?:p|li|div)>|<br\s*/?>")


def verdict_paper(dispute: Dispute, shown: Mapping[str, Any], address: str) -> Paper:
    """Return the verdict on a play as a paper.

    Args:
        dispute: whose page it is.
        shown: what the page shows to this reader, with ``in_full`` and ``decided``; without ``steps`` there is no
            verdict yet, and the paper says how far it is.
        address: of the page, for the code on the paper.
    """
    where = [dispute.event.name if dispute.event else "", str(dispute.match) if dispute.match else ""]
    opened = _("opened %(day)s") % {"day": clock(dispute.opened_at, dispute.event, _DAY)}
    subtitle = " · ".join(part for part in (*where, dispute.rules_version_name, opened) if part)
    blocks = tuple(_blocks(dispute, shown))
    return Paper(dispute.title, subtitle, address, blocks, instead=_("It is there as text."))


def _blocks(dispute: Dispute, shown: Mapping[str, Any]) -> Iterator[Block]:
    if "steps" not in shown:
        yield Banner(dispute.get_status_display(), _("There is no verdict yet."))
    else:
        yield from _verdict(dispute, shown)
    if shown["decided"] is not None:
        yield from _decisions(dispute, shown["decided"])
    if "steps" not in shown:
        return
    yield from indented(list(said_of_imagined(dispute, shown)))
    if shown["board"]:
        place = {"step": shown["current"], "last": len(shown["steps"])}
        yield Heading(_("Board after step %(step)d of %(last)d") % place)
        yield table_top(shown["board"])
        yield from _beside_the_board(shown)
    for heading, lines in told_beside(dispute, shown):
        if lines:
            yield Heading(heading)
            yield from indented(lines)


def _verdict(dispute: Dispute, shown: Mapping[str, Any]) -> Iterator[Block]:
    yield Banner(dispute.get_verdict_display(), _sentence(dispute, shown), _TONES.get(dispute.verdict, ""))
    in_full = shown["in_full"]
    if in_full is not None:
        heading = in_full.heading if in_full.heading != in_full.label else ""
        yield Rule(in_full.label, heading, shown["rule_text"])
    if in_full is not None and in_full.official:
        if in_full.altered:
            yield Words(_("The printed text in force reads otherwise than the one that this restates. It counts."))
        yield Rule(_("Official wording"), "", _plain(str(in_full.official)))
    if shown["illegal"]:
        yield from indented(list(what_stopped(shown["illegal"])))


def _sentence(dispute: Dispute, shown: Mapping[str, Any]) -> str:
    if shown["illegal"] or dispute.verdict == Dispute.Verdict.UNDETERMINED:
        return str(shown["sentence"])
    number = shown["decisions"]
    return ngettext("%(number)d decision, legal.", "%(number)d decisions, all legal.", number) % {"number": number}


def _plain(markup: str) -> str:
    lines = html.unescape(strip_tags(_ENDS.sub("\n", markup))).splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())


def _decisions(dispute: Dispute, decided: ShownMatter) -> Iterator[Block]:
    for number, one in enumerate(decided.decisions):
        yield Heading(_("What was decided before") if number else _("Decision"))
        yield from _decision(dispute, one)


def _decision(dispute: Dispute, one: ShownDecision) -> Iterator[Block]:
    decision = one.decision
    yield Words(decision.text)
    if decision.remedy:
        yield Words(f"{_('How the game goes on')}:", strong=True)
        yield Words(decision.remedy)
    if one.cited:
        cited = (f"{rule.label} ({rule.heading})" if rule.heading else rule.label for rule in one.cited)
        yield Words(f"{_('Rules:')} {', '.join(cited)}")
    if decision.minutes:
        words = ngettext(
            "The table plays %(minutes)d minute longer.",
            "The table plays %(minutes)d minutes longer.",
            decision.minutes,
        )
        yield Words(words % {"minutes": decision.minutes})
    if decision.penalty:
        yield Words(f"{_('Penalty:')} {decision.penalty.level_words}, {decision.penalty.infraction_words}")
    by = isolated(str(decision.by)) if decision.by else _("The judges")
    yield Words(f"{by}, {clock(decision.at, dispute.event, _DAY)}", quiet=True)


def table_top(board: Mapping[str, Any]) -> TableTop:
    """Return a board of ``replays.layout`` as it is drawn on paper."""
    groups = (*board["battle"]["above"], *board["battle"]["below"]) if board["battle"] else ()
    outline: str = board["outline"]
    return TableTop(
        now=outline.partition("\n")[0],
        above=tuple(_strip(board, side) for side in board["above"]),
        forward=tuple((group["words"], tuple(map(_tile, group["pieces"]))) for group in groups),
        below=tuple(_strip(board, side) for side in board["below"]),
    )


def _strip(board: Mapping[str, Any], side: Mapping[str, Any]) -> Strip:
    facts = [f"{name} {number}" for name, number in side["totals"].items()]
    facts += [_pile(pile["label"], pile["count"], pile["cards"]) for pile in side["piles"]]
    facts += side.get("beside") or ()
    facts += [board["marker"]] if board["marker"] and side["player"] == board["initiative"] else []
    facts += [_("out")] if side["out"] else []
    rows = side["rows"] or ([side["back"]] if side["back"] else [])
    return Strip(side["player"], tuple(facts), tuple(tuple(map(_tile, row)) for row in rows))


def _pile(label: str, count: int, cards: Sequence[str]) -> str:
    return f"{label} {count}: {', '.join(cards)}" if cards else f"{label} {count}"


def _tile(piece: Mapping[str, Any]) -> Tile:
    notes = [f"{piece['harm']['name']} {piece['harm']['number']}"] if piece["harm"] else []
    notes += [f"{name} {number}" for name, number in piece["others"].items()]
    notes += [*piece["states"], *piece["keywords"], *piece["changes"]]
    if piece["owner"]:
        notes.append(_("%(name)s's card") % {"name": piece["owner"]})
    turned = any(word.startswith("lies-") for word in piece["classes"].split())
    size = "/".join(str(number) for number in piece["size"].values())
    return Tile(piece["name"], size, tuple(notes), turned)


def _beside_the_board(shown: Mapping[str, Any]) -> Iterator[Block]:
    board = shown["board"]
    if board["triggers"]:
        yield Words(_("Waiting to happen:"), strong=True)
        yield from (Words(trigger, depth=1) for trigger in board["triggers"])
    yield from (Words(note, quiet=True) for note in board["notes"])
    if not shown["full"]:
        yield Words(_("This is the public side of the board: hands and draws stay with the staff."), quiet=True)
