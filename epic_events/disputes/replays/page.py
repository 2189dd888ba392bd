"""Template context of a dispute: its replay or an alternative.

It is filtered for the reader.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.accounts.rate_limits import client_key, limit_rate
from epic_events.disputes import permissions
from epic_events.disputes.decisions.page import build_decision_context
from epic_events.disputes.models import Dispute, WhatIf
from epic_events.disputes.records import MAX_INLINE_RECORD_LENGTH, game_of_record, list_plays
from epic_events.disputes.replays.cited_rules import build_rules_context
from epic_events.disputes.replays.disputed_play import LEGAL, Answer, answer, describe_missing_passes, has_other_verdict
from epic_events.disputes.replays.layout import layout_board
from epic_events.disputes.replays.plain_text import position_only_sentence
from epic_events.disputes.replays.stored_boards import boards_of
from epic_events.disputes.replays.verdicts import verdict_of
from epic_events.infra.errors import MissingError, NotAllowedError, UserError
from rules.games import GAMES, game_for_record
from rules.judge.analysis.engine_errors import ENGINE_ERRORS
from rules.judge.analysis.option_effects import record_with_option
from rules.judge.board import JUDGE, PUBLIC, Viewer
from rules.judge.record import Record, RecordError, parse
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from rules.judge.replay.summary import summary

_AT_LINE: Final = re.compile(r"^Line \d+ \(")


def _step(step_text: str, last: int, first_shown: int) -> int:
    """Return the requested step, clamped to the replay."""
    return min(int(step_text), last) if step_text.isdecimal() else first_shown


def replay_page(dispute: Dispute, asked_step: str, *, full: bool) -> dict[str, Any]:
    """Return the verdict, the timeline and one board for a template.

    Args:
        dispute: the dispute, with or without a result.
        asked_step: the requested step; empty for that of the disputed play.
        full: True to include hidden information.
    """
    if dispute.status != Dispute.Status.DONE or not dispute.result:
        return {"full": full}
    result = dispute.result
    steps = [
        {
            "number": number,
            "line": step["line"],
            "actor": step["actor"],
            "text": step["text"] if full else step["public_text"],
            "read": step.get("read", "") if full else "",
            "sentences": step["sentences"] if full else step["public_sentences"],
            "rules": list(step["rules"]),
        }
        for number, step in enumerate(result["timeline"], start=1)
    ]
    answer, illegal = answer_of(dispute, full=full), _illegal(dispute, full=full)
    current = _step(asked_step, len(steps), answer.step)
    stored = boards_of(dispute, current - 1, current, full=full)
    return {
        "full": full,
        "public_side": not full,
        **_short_verdict(dispute, answer, len(steps), full=full),
        # The first reason is the sentence already, unless the verdict is about an earlier play.
        "reasons_listed": illegal["reasons" if answer.verdict == LEGAL else "further"] if illegal else [],
        "illegal": illegal,
        "undetermined": _undetermined(result.get("undetermined", ""), len(steps), full=full),
        "opinion": _verdict_basis(dispute, answer, full=full),
        "decisions": result["decisions"],
        "opening": _opening(result, full=full),
        "steps": steps,
        "current": current,
        "before": current - 1 if current > 0 else None,
        "after": current + 1 if current < len(steps) else None,
        "stored": stored.get(current),
        "board": layout_board(dispute.game, stored[current], stored.get(current - 1)) if current in stored else None,
    }


def _opening(result: dict[str, Any], *, full: bool) -> dict[str, Any]:
    """Return the events before the first step; empty for old results."""
    initial = result.get("opening", {"sentences": [], "public_sentences": [], "rules": []})
    return {"sentences": initial["sentences"] if full else initial["public_sentences"], "rules": list(initial["rules"])}


def _undetermined(reason_text: str, steps: int, *, full: bool) -> str:
    """Return why the verdict is undetermined.

    Without the record, lines are replaced by steps.
    """
    return reason_text if full else _AT_LINE.sub(rf"After step {steps} (", reason_text)


def answer_of(dispute: Dispute, *, full: bool) -> Answer:
    """Return the verdict on the disputed play of a finished replay."""
    verdict = dispute.stored.verdict if dispute.stored else dispute.verdict
    return answer(verdict, dispute.result or {"timeline": []}, dispute.disputed_line, full=full)


def _short_verdict(dispute: Dispute, answer: Answer, steps: int, *, full: bool) -> dict[str, Any]:
    """Return the short form of the verdict.

    It has the play, one sentence, the deciding rule and its text.
    """
    left_open = answer.verdict == Dispute.Verdict.UNDETERMINED
    return {
        "answer": answer,
        "sentence": _undetermined(answer.sentence, steps, full=full) if left_open else answer.sentence,
        "rule": answer.rule,
        "rule_text": _text_of(dispute, answer.rule),
        # True if a play after the legal disputed one is illegal or undetermined.
        "stops_later": answer.verdict == LEGAL and dispute.stored is not None and dispute.stored.verdict != LEGAL,
    }


def _text_of(dispute: Dispute, rule: str) -> str:
    """Return our text of a rule, or the option taken of an interpretation.

    Empty if unknown.
    """
    for rest in (dispute.result or {}).get("rests_on", []):
        if rest["id"] == rule:
            return str(rest["taken"])
    book = next((book for book in GAMES[dispute.game].rulebooks.values() if rule in book), None)
    return book.get(rule).text if book is not None else ""


def _verdict_basis(dispute: Dispute, answer: Answer, *, full: bool) -> dict[str, Any]:
    """Return the interpretations, printings and assumptions of the verdict.

    Empty for old results.
    """
    result = dispute.result or {}
    rests = [_interpretation_row(rest, full=full) for rest in result.get("rests_on", [])]
    others = result.get("other_versions" if full else "public_other_versions", [])
    verdict = dispute.stored.verdict if dispute.stored else dispute.verdict
    illegal = (result.get("illegal") or {}).get("line") or 0
    own = (verdict, illegal)
    missing = result.get("missing_passes") if full and answer.verdict != LEGAL else None
    differing = [each for each in others if has_other_verdict(each, own, answer, dispute.disputed_line)]
    return {
        "reasons": [rest for rest in rests if rest["reason"]],
        "rests": [rest for rest in rests if not rest["reason"]],
        "procedure": [rest for rest in rests if rest.get("note")],
        "others": differing,
        "all_versions": others,
        "assumed": result.get("assumed", []),
        "cards": result.get("cards", ""),
        "without_decklists": result.get("without_decklists", []),
        "printings": result.get("printings" if full else "public_printings", []),
        "deviation": result.get("deviation") if full else None,
        "missing_passes": missing,
        "missing_passes_text": describe_missing_passes(missing, _lines(dispute)) if missing else "",
    }


def _lines(dispute: Dispute) -> list[int]:
    """Return the line of each play of the record, in order."""
    return [line for line, _words in list_plays(dispute.record.text, dispute.game)] if dispute.record else []


def _interpretation_row(rest: dict[str, Any], *, full: bool) -> dict[str, Any]:
    """Return an interpretation.

    Verdicts with other options are for staff, because they contain lines of the record.
    """
    return {"changes": "", **rest, "other_options": rest.get("other_options", []) if full else []}


def _illegal(dispute: Dispute, *, full: bool) -> dict[str, Any] | None:
    """Return the illegal line with its reasons.

    Legal alternatives are for staff, because they reveal the hand.
    """
    illegal = (dispute.result or {}).get("illegal")
    if not illegal:
        return None
    # Old results have one form of reasons, which was public.
    visible_reasons = illegal["reasons"] if full else illegal.get("public_reasons", illegal["reasons"])
    reasons = [{"text": r["text"], "rule": r["rule"]} for r in visible_reasons]
    text = illegal["text"] if full else illegal["public_text"]
    lines = _lines(dispute) if full else []
    return {
        "line": illegal["line"],
        "number": lines.index(illegal["line"]) + 1 if illegal["line"] in lines else None,
        "actor": illegal["actor"],
        "text": text,
        "reasons": reasons,
        "further": reasons[1:],
        "legal": illegal["legal"] if full else [],
        # Divided damage is public, so its constraint reveals no hand.
        "constraint": illegal.get("constraint", ""),
        "count": illegal.get("count"),
    }


LOOKS_A_MINUTE: Final = 120
MAX_DIGITS: Final = 19


@dataclass(frozen=True)
class _Asked:
    """The requested alternative, or empty.

    It is a what-if by number, an interpretation as ``I-40:2``, or a seat.
    """

    what_if: str
    reading: str
    seat: str

    @classmethod
    def of(cls, request: HttpRequest) -> "_Asked":
        return cls(*(request.GET.get(name, "")[:MAX_DIGITS] for name in ("branch", "reading", "as")))

    def __bool__(self) -> bool:
        return bool(self.what_if or self.reading or self.seat)

    @property
    def parameters(self) -> dict[str, str]:
        """The query parameters of the same request."""
        values = {"branch": self.what_if, "reading": self.reading, "as": self.seat}
        return {name: value for name, value in values.items() if value}


def build_replay_context(request: HttpRequest, dispute: Dispute) -> dict[str, Any]:
    """Return the stored replay or the requested alternative.

    Shared by page, text and PDF. The view of a player contains only what that player may know, so that it can be shown
    to them.
    """
    reads, selection = permissions.can_see_record(request.user, dispute), _Asked.of(request)
    full = reads and not selection.seat
    context = replay_page(dispute, request.GET.get("step", "")[:MAX_DIGITS], full=full)
    if "steps" in context:
        context |= {"stopped": context["illegal"], "what_ifs": list(dispute.what_ifs.shown(full=full))}
        context |= list_alternatives(dispute, context) if reads else {}
        context |= build_alternative_context(request, dispute, reads=reads)
    return context


def build_alternative_context(request: HttpRequest, dispute: Dispute, *, reads: bool) -> dict[str, Any]:
    """Return the template context of the requested alternative.

    Empty if none is requested.

    Args:
        request: its query string selects the alternative.
        dispute: a dispute whose replay is finished.
        reads: True for readers of the full record; others see published what-ifs only.

    Raises:
        MissingError: no such what-if, interpretation or player.
        NotAllowedError: it is for staff only.
        UserError: the record is too long to replay during a request. TooOftenError: too many requests.
    """
    selection = _Asked.of(request)
    if not selection:
        return {}
    if not reads and (selection.reading or selection.seat):
        raise NotAllowedError(
            _("Only readers of the full record can see other interpretations and the view of a player.")
        )
    limit_rate("dispute.imagine", client_key(request), limit=LOOKS_A_MINUTE, seconds=60)
    text, words, what_if = _text(dispute, selection, full=reads)
    played = _replayed(text, dispute)
    viewer: Viewer = JUDGE if reads else PUBLIC
    if selection.reading:
        played, sentence = _with_interpretation(played, selection.reading)
        words.append(sentence)
    if selection.seat:
        viewer, sentence = _seen_by(played.record, selection.seat)
        words.append(sentence)
    before, now = (dispute.result or {}).get("illegal") or {}, played.illegal
    same = dispute.verdict == verdict_of(played) and before.get("line") == (now.line if now else None)
    story = _timeline_and_board(dispute, played, request.GET.get("step", "")[:MAX_DIGITS], viewer)
    return {
        **story,
        "public_side": viewer == PUBLIC,
        "keep": f"&{urlencode(selection.parameters)}",
        "kept_query": selection.parameters.items(),
        "hidden_what_if": what_if if what_if and viewer == JUDGE and not what_if.published_at else None,
        "imagined": {"words": words, "same": same, "by_player": bool(selection.seat), **_verdict(played, viewer)},
    }


def list_alternatives(dispute: Dispute, context: Mapping[str, Any]) -> dict[str, Any]:
    """Return the alternatives that a reader of the full record can request.

    They are players and interpretations.
    """
    points = GAMES[dispute.game].interpretations
    return {
        "seats": [(str(seat), side["player"]) for seat, side in enumerate((context["stored"] or {}).get("sides", ()))],
        "choosable": {name for name, point in points.items() if point.is_selectable},
    }


def _text(dispute: Dispute, selection: _Asked, *, full: bool) -> tuple[str, list[str], WhatIf | None]:
    """Return the record, its description, and the what-if if it is one."""
    if not selection.what_if:
        return dispute.record.text if dispute.record else "", [], None
    what_ifs = dispute.what_ifs.shown(full=full)
    alternative = (
        what_ifs.filter(number=selection.what_if).first()
        if selection.what_if.isdecimal() and len(selection.what_if) < 9
        else None
    )
    if alternative is None:
        raise MissingError(_("This what-if does not exist."))
    return alternative.text, [_("What if: %(name)s") % {"name": alternative.name}], alternative


def _replayed(text: str, dispute: Dispute) -> Replay:
    if len(text) > MAX_INLINE_RECORD_LENGTH:
        words = _("The record has %(length)d characters; a what-if can have at most %(most)d.")
        raise UserError(words % {"length": len(text), "most": MAX_INLINE_RECORD_LENGTH})
    try:
        record = parse(text, game=dispute.game)
        return replay(game_for_record(record, game_of_record(record, dispute.event)), record)
    except RecordError as error:
        raise UserError(str(error)) from error


def _with_interpretation(played: Replay, reading: str) -> tuple[Replay, str]:
    """Return the replay with another interpretation, and its text."""
    name, _colon, number = reading.partition(":")
    point = played.game.interpretations.get(name)
    index = int(number) - 1 if number.isdecimal() else -1
    if point is None or not point.is_selectable or not 0 <= index < len(point.options):
        raise MissingError(_("This option does not exist."))
    try:
        other = replay(played.game, record_with_option(played, name, index))
    except RecordError as error:
        raise UserError(_("Could not parse the record: %(why)s") % {"why": error}) from error
    except ENGINE_ERRORS as error:
        raise UserError(_("The engine crashed on this interpretation. This is an error of the site.")) from error
    words = _("With another interpretation, %(name)s: %(text)s")
    return other, words % {"name": name, "text": point.options[index]}


def _seen_by(record: Record, seat: str) -> tuple[int, str]:
    if not seat.isdecimal() or int(seat) >= len(record.players):
        raise MissingError(_("This player does not exist."))
    return int(seat), _("View of %(name)s") % {"name": record.players[int(seat)]}


def _verdict(played: Replay, viewer: Viewer) -> dict[str, Any]:
    short = summary(played, JUDGE if viewer == JUDGE else PUBLIC)
    verdict = Dispute.Verdict(verdict_of(played))
    sentence = position_only_sentence() if verdict is Dispute.Verdict.POSITION else short.sentence
    return {"verdict": str(verdict), "label": verdict.label, "sentence": sentence, "rule": short.rule}


def _timeline_and_board(dispute: Dispute, played: Replay, asked_step: str, viewer: Viewer) -> dict[str, Any]:
    """Return the steps, one board and the illegal play for ``replay_page``."""
    steps = [
        {
            "number": number,
            "line": step.line,
            "actor": step.actor,
            "text": step.words_for(viewer),
            "read": step.read if viewer == JUDGE else "",
            "sentences": played.sentences(number, viewer),
            "rules": list(step.rules),
        }
        for number, step in enumerate(played.steps, start=1)
    ]
    last = len(steps)
    current = min(int(asked_step), last) if asked_step.isdecimal() else last
    before = played.board(current - 1, viewer).to_json() if current else None
    illegal = played.illegal
    stopped = illegal and {"actor": illegal.actor, "text": illegal.text if viewer == JUDGE else illegal.public_text}
    return {
        "steps": steps,
        "opening": {"sentences": played.sentences(0, viewer), "rules": list(played.initial_rules)},
        "current": current,
        "before": current - 1 if current else None,
        "after": current + 1 if current < last else None,
        "board": layout_board(dispute.game, played.board(current, viewer).to_json(), before),
        "stopped": stopped,
    }


def build_dispute_context(request: HttpRequest, dispute: Dispute) -> dict[str, Any]:
    """Return the replay or an alternative, its rules and the decision.

    The result is filtered for the reader.

    Args:
        request: its query string selects the step, what-if, interpretation or player's view.
        dispute: a dispute that the reader may see.

    Raises:
        MissingError: no such what-if, interpretation or player. NotAllowedError: it is for staff only.
        UserError: the record is too long to replay during a request. TooOftenError: too many requests.
    """
    context = build_replay_context(request, dispute)
    return {
        **context,
        **build_rules_context(request.user, dispute, context),
        **build_decision_context(request.user, dispute),
    }
