"""Blocks of the printout, built from the template context of the page.

Pure: the context is filtered for one reader already.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.disputes.models import Dispute
from epic_events.disputes.replays.page import build_dispute_context
from epic_events.disputes.replays.plain_text import (
    alternative_lines,
    decision_heading,
    decision_lines,
    disputed_play_lines,
    illegal_play_lines,
    lists_set_aside,
    plain,
    remaining_parts,
    verdict_sentence,
    where_from,
)
from epic_events.documents.content import (
    Banner,
    Block,
    Board,
    BoardSide,
    Document,
    Heading,
    Paragraph,
    Rule,
    Tile,
    Tone,
    indent_lines,
)
from epic_events.judging.decisions.selectors import CaseView, DecisionView

_TONES: Final[Mapping[str, Tone]] = {"legal": "ok", "illegal": "bad", "undetermined": "unsure"}


def build_verdict_printout(dispute: Dispute, context: Mapping[str, Any], address: str) -> Document:
    """Return the printout of a dispute.

    Args:
        dispute: the dispute.
        context: the template context with ``in_full`` and ``decided``; without ``steps`` there is no verdict yet.
        address: the URL of the page, for the QR code.
    """
    blocks = tuple(_blocks(dispute, context))
    return Document(dispute.title, where_from(dispute), address, blocks, instead=_("It is available as text."))


def _blocks(dispute: Dispute, context: Mapping[str, Any]) -> Iterator[Block]:
    if context["decided"] is not None:
        yield from _decisions(dispute, context["decided"])
    if "steps" not in context:
        yield Banner(dispute.get_status_display(), _("There is no verdict yet."))
    else:
        yield from _verdict(dispute, context)
    if "steps" not in context:
        return
    yield from indent_lines(list(alternative_lines(dispute, context)))
    if context["board"]:
        place = {"step": context["current"], "last": len(context["steps"])}
        yield Heading(_("Board after step %(step)d of %(last)d") % place)
        yield board_block(context["board"])
        yield from _off_board(context)
    for heading, lines in remaining_parts(dispute, context):
        if lines:
            yield Heading(heading)
            yield from indent_lines(lines)


def _verdict(dispute: Dispute, context: Mapping[str, Any]) -> Iterator[Block]:
    yield from (Paragraph(line) for line in disputed_play_lines(context))
    yield Banner(dispute.get_verdict_display(), verdict_sentence(context), _TONES.get(dispute.verdict, ""))
    in_full = context["in_full"]
    if in_full is not None:
        heading = in_full.heading if in_full.heading != in_full.label else ""
        yield Rule(in_full.label, heading, plain(str(in_full.text)) or context["rule_text"])
    if in_full is not None and in_full.official:
        if in_full.altered:
            yield Paragraph(
                _("The printed text in force differs from the edition restated here. The printed text applies.")
            )
        yield Rule(_("Official text"), "", plain(str(in_full.official)))
    yield from (Paragraph(sentence) for sentence in lists_set_aside(context))
    if context["illegal"]:
        yield from indent_lines(list(illegal_play_lines(context)))


def _decisions(dispute: Dispute, decided: CaseView) -> Iterator[Block]:
    for number, one in enumerate(decided.decisions):
        yield Heading(decision_heading(dispute, number))
        yield from _decision(dispute, one)


def _decision(dispute: Dispute, one: DecisionView) -> Iterator[Block]:
    *lines, by = decision_lines(dispute, one)
    yield from (Paragraph(line, strong=line.endswith(":") and "\n" not in line) for line in lines)
    yield Paragraph(by, quiet=True)


def board_block(board: Mapping[str, Any]) -> Board:
    """Return a board of ``replays.layout`` as a block of the printout."""
    groups = (*board["battle"]["above"], *board["battle"]["below"]) if board["battle"] else ()
    outline: str = board["outline"]
    return Board(
        now=outline.partition("\n")[0],
        above=tuple(_strip(board, side) for side in board["above"]),
        forward=tuple((group["words"], tuple(map(_tile, group["pieces"]))) for group in groups),
        below=tuple(_strip(board, side) for side in board["below"]),
    )


def _strip(board: Mapping[str, Any], side: Mapping[str, Any]) -> BoardSide:
    facts = [f"{name} {number}" for name, number in side["totals"].items()]
    facts += [_pile(pile["label"], pile["count"], pile["cards"]) for pile in side["piles"]]
    facts += side.get("extra_cards") or ()
    facts += [board["marker"]] if board["marker"] and side["player"] == board["initiative"] else []
    facts += [_("out")] if side["out"] else []
    rows = side["rows"] or ([side["back"]] if side["back"] else [])
    return BoardSide(side["player"], tuple(facts), tuple(tuple(map(_tile, row)) for row in rows))


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


def _off_board(context: Mapping[str, Any]) -> Iterator[Block]:
    board = context["board"]
    if board["triggers"]:
        yield Paragraph(_("Pending triggers:"), strong=True)
        yield from (Paragraph(trigger, depth=1) for trigger in board["triggers"])
    yield from (Paragraph(note, quiet=True) for note in board["notes"])
    if context["public_side"]:
        yield Paragraph(_("This is the public view of the board. Only the staff can see hands and draws."), quiet=True)


def build_requested_printout(request: HttpRequest, dispute: Dispute) -> Document:
    """Return the printout of what the page shows.

    Arguments and errors as ``build_dispute_context``.
    """
    address = request.build_absolute_uri(dispute.get_absolute_url())
    return build_verdict_printout(dispute, build_dispute_context(request, dispute), address)
