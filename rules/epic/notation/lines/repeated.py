"""Lines that repeat forced actions.

The engine has already applied these automatically. A judge may write such an action or omit it. The line may also name
an unknown card that was drawn.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from rules.decks.names import fold
from rules.engine.decision import Action, ActionError, Decision, Violation, detail
from rules.engine.game import AutomaticDecision, RepeatedEvent, SkippedDecision
from rules.engine.ids import CHANCE, is_seat
from rules.engine.log import Event
from rules.epic.actions.registry import DECISION_KINDS
from rules.epic.engine import ENGINE
from rules.epic.notation.combatants import check_attacking
from rules.epic.notation.names import triggers
from rules.epic.notation.names.cards import find_deck_card, name_card
from rules.epic.notation.names.references import label, labels, matches, readings, split_names
from rules.epic.notation.reading import read
from rules.epic.state import EpicState
from rules.epic.state.automatic_decisions import AutomaticDecisionObserver
from rules.epic.state.copying import share_state
from rules.epic.state.display_names import display_name
from rules.epic.state.unknown_cards import is_unknown

_VERB: Final = re.compile(
    r"^(targets?|chooses?|picks?|resolves?|assigns?|discards?|no blocks?|does not block)\b:?\s*", re.IGNORECASE
)
_NOTHING: Final = re.compile(
    r"^(?:no|n|declines?|(?P<verb>target|choose|recycle|reveal)s? (?:none|nothing))\.?$", re.IGNORECASE
)
_NOTHING_DONE: Final = (
    "no-loyalty",
    "no-recycle",
    "nothing-to-do",
    "no-tribute",
    "no-target",
    "no-choose",
    "target-none",
    "choose-none",
    "condition-fails",
    "no-block",
)
"""Events logged when there was nothing to choose, accept or reveal; declining is equivalent."""
_NOT_BY: Final = {
    "target": frozenset({"no-loyalty", "no-recycle", "no-block"}),
    "choose": frozenset({"no-loyalty", "no-block"}),
    "recycle": frozenset({"no-loyalty", "no-block", "no-tribute", "no-target", "target-none"}),
    "reveal": frozenset(_NOTHING_DONE) - {"no-loyalty", "nothing-to-do", "condition-fails"},
}
"""Events of ``_NOTHING_DONE`` that a verb does not decline: "targets nothing" does not mean that no card could be
revealed."""
_DRAWN: Final = frozenset({"draw", "reveal-top"})
"""Events that take a card from a deck."""
_NO_CARD: Final = ("nothing", "none", "nocard")
"""Matches "draws no card", for the first player's first turn (4.2.3a)."""
_ABOUT_CARDS: Final = frozenset({"may", "reveal", "choose", "target", "discard"})
"""Decisions that are skipped if no card fits; an unknown card may fit."""
_SHARE: Final = re.compile(r"\b(?:\d+|all)\s*(?:damage\s*)?(?:to|on)\b", re.IGNORECASE)
MAX_FORCED: Final = 100
"""Maximum number of legal actions listed for a decision that was made automatically."""
_DRAWS: Final = re.compile(r"^(.+?)\s+(?:draws?|reveals?):?\s+(.+)$", re.IGNORECASE)
_SHORT_DRAW: Final = re.compile(r"^(\S+)\s+(.+)$")


def repeats(state: EpicState, seat: int, words: str, events: Sequence[Event]) -> RepeatedEvent[EpicState] | None:
    """Return the first of ``events`` that ``words`` of ``seat`` repeat, or ``None``.

    Raises:
        InvalidActionError: the words name an unknown drawn card as a card that the engine cannot play yet.
    """
    if seat == CHANCE:
        return _repeats_draw(state, words, events)
    declining = _NOTHING.match(words)
    if declining:
        but = _NOT_BY.get((declining["verb"] or "").lower(), frozenset())
        done = (n for n, e in enumerate(events) if e.kind in _NOTHING_DONE and e.kind not in but and e.args[0] == seat)
        return next((RepeatedEvent(events[n], n + 1, state) for n in done), None)
    match = _VERB.match(words)
    if not match:
        return None
    verb, rest = match[1].lower(), words[match.end() :]
    for index, event in enumerate(events):
        if event.args and event.args[0] == seat and _repeats(state, verb, rest, event):
            return RepeatedEvent(event, index + 1, state)
    return None


def render_repetition(state: EpicState, words: str, event: Event) -> str:
    """Return the full text of ``words`` that repeat ``event``.

    Choices, draws and triggers are reworded.
    """
    if event.kind in _DRAWN:
        return f"{state.names[int(event.args[0])]} draws {state.table[int(event.args[1])].name}"
    if event.kind in {"target", "choose"}:
        refs = [int(ref) for ref in event.args[2:]]
        return f"{event.kind} {labels(state, refs, refs)}"
    if event.kind == "resolve":
        source, ability = int(event.args[1]), int(event.args[2])
        return f"resolve {label(state, source, [source])}: {triggers.label(state, source, ability)}"
    return words


def find_skipped_decision(
    state: EpicState, seat: int, words: str, again: Callable[[AutomaticDecisionObserver], object]
) -> SkippedDecision[EpicState] | None:
    """Return the violations of ``words`` at an automatically resolved decision.

    It was a decision of ``seat``. ``again`` replays the game and reports each automatic decision to its observer.
    Words without violations repeat the automatic action, which the result also says.
    """
    if state.pending is None:
        return None
    observer = AutomaticDecisionObserver(lambda then, decision: _violations_at(then, decision, seat, words))
    again(observer)
    # Draws are named by chance lines, not by the lines of players.
    settled = tuple(_bind_drawn(then, seat, words) for then in observer.settled if seat != CHANCE)
    if (
        observer.state is None
        or not observer.violations
        or _violations_at(state, state.pending, seat, words) is not None
    ):
        return SkippedDecision(settled[0].state, (), (), settled) if settled else None
    return SkippedDecision(
        observer.state, observer.violations, _forced_actions(observer.state, hopeless=observer.hopeless), settled
    )


def _bind_drawn(state: EpicState, seat: int, words: str) -> AutomaticDecision[EpicState]:
    return AutomaticDecision(state, read(state, seat, words).action)


def _forced_actions(state: EpicState, *, hopeless: bool) -> tuple[Action, ...]:
    """Return the legal actions at an automatic decision.

    If ``hopeless``, only to do nothing.
    """
    answers = islice(ENGINE.legal(state), MAX_FORCED)
    actions = tuple(action for action in answers if not hopeless or not (action.refs or action.verb == "yes"))
    decision = state.pending
    if actions or decision is None or decision.kind not in {"target", "choose", "draw"}:
        return actions
    return (Action(decision.seat, decision.kind, option=detail(decision, "seat") if decision.kind == "draw" else 0),)


def _violations_at(state: EpicState, decision: Decision, seat: int, words: str) -> list[Violation] | None:
    """Return the violations of ``words`` at ``decision``.

    ``None`` if they do not fit it.
    """
    if decision.seat != seat:
        return None
    try:
        reading = read(state, seat, words)
        action = reading.action
        if DECISION_KINDS.get(action.verb) != decision.kind:
            return None
        if action.verb == "draw" and action.option != detail(decision, "seat"):
            # Another player's draw does not fit this decision.
            return None
        return ENGINE.check(reading.game, action)
    except ActionError:
        return None


def _repeats(state: EpicState, verb: str, rest: str, event: Event) -> bool:
    match event.kind:
        case "target" | "choose":
            refs = [int(ref) for ref in event.args[2:]]
            return verb.startswith(("target", "choose", "pick")) and _could_name_all(state, rest, refs)
        case "resolve":
            name, _, effect = rest.partition(":")
            source, ability = int(event.args[1]), int(event.args[2])
            fits = not effect or triggers.fits(state, source, ability, effect)
            return verb.startswith("resolve") and fits and bool(matches(state, name, [source]))
        case "assign":
            return verb.startswith("assign") and _same_shares(state, rest, event)
        case "discard":
            names = [fold(display_name(state, int(cid))) for cid in event.args[1:]]
            return verb.startswith("discard") and sorted(
                map(fold, split_names(state.cards, rest, lambda _: False))
            ) == sorted(names)
        case "no-block":
            return verb.endswith(("block", "blocks")) and _names_attackers(state, rest.strip(" ."))
    return False


def _names_attackers(state: EpicState, names: str) -> bool:
    """Return True if ``no block`` is followed by no name, or by names of attackers."""
    try:
        if names:
            check_attacking(state, names)
    except ActionError:
        return False
    return True


def _could_name_all(state: EpicState, written: str, refs: list[int]) -> bool:
    names = (
        [written]
        if len(refs) == 1
        else split_names(state.cards, written, lambda text: bool(matches(state, text, refs)))
    )
    return len(names) == len(refs) and all(any(_could_name(state, name, ref) for ref in refs) for name in names)


def _could_name(state: EpicState, text: str, ref: int) -> bool:
    """Return True if ``text`` can have meant ``ref`` before it moved.

    Its present zone is ignored.
    """
    owner = state.owners.get(state.card_of(ref), -1) if not is_seat(ref) else -1
    return bool(matches(state, text, [ref])) or any(
        zone and seat in (None, owner) and matches(state, name, [ref]) for seat, name, _, zone in readings(state, text)
    )


def _same_shares(state: EpicState, rest: str, event: Event) -> bool:
    parts = [int(part) for part in event.args[1:]]
    stated_text = fold(rest)
    return len(_SHARE.findall(rest)) == len(parts[1::3]) and all(
        fold(f"{amount} to {name}") in stated_text
        for target, amount in zip(parts[1::3], parts[2::3], strict=True)
        for name in [display_name(state, target).split("' ")[-1].split("'s ")[-1]]
    )


def find_late_repetition(state: EpicState, words: str) -> RepeatedEvent[EpicState] | None:
    """Return the first draw of this turn that ``words`` name late.

    The unknown card is still in hand. Returns ``None`` while a chance decision is pending: the words then state its
    outcome.
    """
    if state.pending is not None and state.pending.seat == CHANCE:
        return None
    turn = max((event.seq for event in state.log if event.kind == "turn"), default=0)
    this_turn = state.log[turn:] if state.phase != "setup" else []
    draws = [event for event in this_turn if event.kind == "draw" and _is_unknown_in_hand(state, event)]
    draw_event = _repeats_draw(state, words, draws)
    return draw_event and replace(draw_event, log_entries=0)


def _is_unknown_in_hand(state: EpicState, draw: Event) -> bool:
    seat, cid = int(draw.args[0]), int(draw.args[1])
    return is_unknown(state, cid) and cid in state.seats[seat].hand


def _recompute_decision(state: EpicState) -> EpicState:
    """Return the state with the pending decision computed again.

    Call it after a card got its name. There may be nothing left to offer or to choose.
    """
    if state.pending is None or state.pending.kind not in _ABOUT_CARDS:
        return state
    copy = ENGINE.copy(state)
    copy.pending = None
    ENGINE.advance(copy)
    return copy


def _repeats_draw(state: EpicState, words: str, events: Sequence[Event]) -> RepeatedEvent[EpicState] | None:
    match = _DRAWS.match(words) or _SHORT_DRAW.match(words)
    if not match:
        return None
    begins = [seat for seat, name in enumerate(state.names) if fold(name).startswith(fold(match[1]))]
    for index, event in enumerate(events):
        if event.kind not in {*_DRAWN, "no-draw"} or not (
            matches(state, match[1], [int(event.args[0])]) or begins == [int(event.args[0])]
        ):
            continue
        if event.kind == "no-draw":
            if fold(match[2]) in _NO_CARD:
                return RepeatedEvent(event, index + 1, state)
            continue
        cid = int(event.args[1])
        if is_unknown(state, cid) and (name := find_deck_card(state, state.owners[cid], match[2])):
            copy = share_state(state)
            return RepeatedEvent(event, index + 1, _recompute_decision(copy)) if name_card(copy, cid, name) else None
        if matches(state, match[2], [cid]):
            return RepeatedEvent(event, index + 1, state)
    return None
