"""Parsing of choices.

Targets, objects, numbers, effects, cards in hand, the next trigger.
"""

import re
from typing import Final

from rules.decks.names import fold
from rules.engine.decision import Action, InvalidActionError
from rules.engine.ids import is_card
from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.notation import trigger_words
from rules.epic.notation.modes import find_effect
from rules.epic.notation.names.cards import find_card
from rules.epic.notation.names.lists import find_all, find_in_hand, parse_names, pending_candidates, visible
from rules.epic.notation.names.references import everything, labels
from rules.epic.notation.verbs.alone import require_no_rest
from rules.epic.state import EpicState
from rules.notation.phrasing import Form, Phrasing, Reader

MULLIGAN_FORM: Final = "`keep` or `mulligan Kong, Lash`"
DISCARD_FORM: Final = "`discard Kong`"
REVEAL_FORM: Final = "`reveal Kong, Lash` or `decline`"
NUMBER_FORM: Final = "`choose 3`"
MODE_FORM: Final = "`choose mode 2`"
PICK_FORMS: Final = {"target": "`target Kong`", "choose": "`choose Kong`"}
_NUMBER: Final = re.compile(r"^(\d{1,4})(?: health| points?)?\.?$", re.IGNORECASE)


def _mulligan(state: EpicState, seat: int, rest: str) -> Action:
    if not rest or fold(rest) in ("0", "none", "nothing"):
        return Action(seat, "mulligan")
    return Action(seat, "mulligan", tuple(sorted(find_in_hand(state, seat, rest, MULLIGAN_FORM))))


def _keep(_state: EpicState, seat: int, rest: str) -> Action:
    if fold(rest) not in ("", "hand", "all", "thehand"):
        require_no_rest(rest)
    return Action(seat, "mulligan")


def _write_mulligan(state: EpicState, action: Action) -> str:
    return f"mulligan {labels(state, action.refs, action.refs)}" if action.refs else "keep"


def _discard(state: EpicState, seat: int, rest: str) -> Action:
    return Action(seat, "discard", tuple(sorted(find_in_hand(state, seat, rest, DISCARD_FORM))))


def _write_discard(state: EpicState, action: Action) -> str:
    return f"discard {labels(state, action.refs, action.refs)}"


def _mode(_state: EpicState, seat: int, rest: str) -> Action:
    number = re.fullmatch(r"(\d{1,2})\.?", rest)
    if not number:
        raise InvalidActionError(f"{rest[:60]!r} is no number; write {MODE_FORM}")
    return Action(seat, "mode", (), int(number[1]) - 1)


def _write_mode(_state: EpicState, action: Action) -> str:
    return f"choose mode {action.option + 1}"


def _reveal(state: EpicState, seat: int, rest: str) -> Action:
    if fold(rest) in ("none", "nothing"):
        return Action(seat, "reveal")
    return Action(seat, "reveal", tuple(sorted(find_in_hand(state, seat, rest, REVEAL_FORM))))


def _write_reveal(state: EpicState, action: Action) -> str:
    return f"reveal {labels(state, action.refs, action.refs)}" if action.refs else "decline"


def _picks(verb: str) -> Reader[EpicState]:
    """Return the parser for ``target`` and ``choose``, which are accepted as synonyms."""

    def reader(state: EpicState, seat: int, rest: str) -> Action:
        kind = state.pending.kind if state.pending is not None and state.pending.seat == seat else ""
        if kind == "mode":
            return Action(seat, "mode", (), find_effect(state, rest))
        if kind == "may" and fold(rest) in ("none", "nothing", "nobody"):
            return Action(seat, "no")
        if kind == "number":
            return _number(seat, rest)
        if (kind if kind in ("target", "choose") else verb) == "target":
            if fold(rest) in ("none", "nothing", "nobody"):
                return Action(seat, "target")
            return Action(seat, "target", _pick(state, seat, "target", rest))
        return _choose(state, seat, rest)

    return reader


def _number(seat: int, rest: str) -> Action:
    match = _NUMBER.match(rest)
    if not match:
        raise InvalidActionError(f"{rest[:60]!r} is no number: write {NUMBER_FORM}")
    return Action(seat, "number", (), int(match[1]))


def _write_number(_state: EpicState, action: Action) -> str:
    return f"choose {action.option}"


def _choose(state: EpicState, seat: int, rest: str) -> Action:
    if fold(rest) in ("none", "nothing", "nobody"):
        return Action(seat, "choose")
    candidates = pending_candidates(state, "choose")
    if all(ref in state.seats[seat].hand for ref in candidates) and candidates:
        return Action(seat, "choose", find_in_hand(state, seat, rest, PICK_FORMS["choose"]))
    return Action(seat, "choose", _pick(state, seat, "choose", rest))


def _pick(state: EpicState, seat: int, kind: str, rest: str) -> tuple[int, ...]:
    candidates = pending_candidates(state, kind)
    unnamed = [cid for cid in candidates if is_card(cid) and state.table[cid].name == UNKNOWN_NAME]
    if unnamed:
        refs: list[int] = []
        for name in parse_names(state, rest, candidates, PICK_FORMS[kind]):
            refs.append(find_card(state, candidates, seat, name, refs, everything))
        return tuple(refs)
    if candidates:
        return find_all(state, seat, rest, PICK_FORMS[kind], candidates, visible, everything, twice=True)
    return find_all(state, seat, rest, PICK_FORMS[kind], visible(state), everything)


def _candidates(state: EpicState) -> tuple[int, ...]:
    return state.pending.candidates if state.pending is not None else ()


def _write_target(state: EpicState, action: Action) -> str:
    return f"target {labels(state, action.refs, _candidates(state)) or 'none'}"


def _write_choose(state: EpicState, action: Action) -> str:
    return f"choose {labels(state, action.refs, _candidates(state)) or 'none'}"


def _write_resolve(state: EpicState, action: Action) -> str:
    return f"resolve {trigger_words.words(state, action.seat, action.refs[0], action.option)}"


MULLIGAN: Final = Phrasing(
    "mulligan", "mulligan", "keeps the opening hand, or puts these cards to the bottom of the deck",
    ("keep", "mulligan Kong, Lash"), _write_mulligan,
    (
        Form(r"keeps?", _keep, "keep", ("k",), alone=True),
        Form(r"(?:mulligans?|replaces?)", _mulligan, "mulligan", ("m",), asked="mulligan"),
    ),
)  # fmt: skip
TARGET: Final = Phrasing(
    "target", "target", "picks a target: a champion, a player or a card in a discard pile", ("target Kong",),
    _write_target, (Form(r"targets?", _picks("target"), "target", ("t",), asked="target"),),
)  # fmt: skip
MODE: Final = Phrasing(
    "mode", "mode", "picks an effect, where a text offers several or plays an event card; `choose draw 2 cards` too",
    ("choose mode 2",), _write_mode, (Form(r"(?:(?:chooses?|picks?)\s+)?(?:mode|effect)", _mode),),
)  # fmt: skip
CHOOSE: Final = Phrasing(
    "choose", "choose", "picks without the word target; two cards to recycle, in order, or none", ("choose Kong",),
    _write_choose,
    (Form(r"(?:chooses?|recycles?|picks?|keeps only)", _picks("choose"), "choose", ("c",), asked="choose"),),
)  # fmt: skip
NUMBER: Final = Phrasing("number", "number", "says a number", ("choose 3",), _write_number)
RESOLVE: Final = Phrasing(
    "resolve", "order", "says which trigger resolves next: tribute, loyalty, ally, trigger, righteous, break at end",
    ("resolve Kong: tribute",), _write_resolve,
    (
        Form(r"resolves?", trigger_words.resolve, "resolve", ("r",), asked="order"),
        Form(r"miss(?:es|ed)?|forgets?|forgot", trigger_words.misses),
    ),
)  # fmt: skip
DISCARD: Final = Phrasing(
    "discard", "discard", "discards cards out of the hand", ("discard Kong",), _write_discard,
    (Form(r"discards?", _discard, "discard", ("d",), asked="discard"),),
)  # fmt: skip
REVEAL: Final = Phrasing(
    "reveal", "reveal", "reveals cards for loyalty, or nothing", ("reveal Kong, Lash", "decline"), _write_reveal,
    (Form(r"reveals?", _reveal, "reveal", ("v",), asked="reveal"),),
)  # fmt: skip
