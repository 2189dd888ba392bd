"""Loyalty: which cards may be revealed, and its effects (5.3)."""

from rules.engine.decision import Action, Decision, Violation
from rules.epic.board.continuous import current_values
from rules.epic.effects import Loyalty
from rules.epic.interpretation_options import LOYALTY_ASKED
from rules.epic.state import EpicState, TextFrame
from rules.epic.state.automatic_decisions import report_automatic_decision
from rules.epic.state.display_names import display_name, player_name
from rules.epic.state.frames import text_card
from rules.epic.state.log import log_event
from rules.epic.state.unknown_cards import could_be, is_unknown, remaining_copies


def run_loyalty(state: EpicState, frame: TextFrame) -> None:
    """Ask for a reveal, unless too few cards in hand match (5.3.4, I-109)."""
    ability = text_card(state, frame).ability(frame.data["path"][0])
    if not isinstance(ability, Loyalty):
        raise TypeError(f"no loyalty on {frame.source}")
    state.cause = frame.cause
    sharing = find_sharing_cards(state, frame)
    decision = Decision(
        frame.controller,
        "reveal",
        tuple(sharing),
        low=0,
        high=len(sharing) if ability.count is None else ability.count,
        source=frame.source,
        rules=("5.3.1", "5.3.4", "5.3.5", "I-56", "I-109" if ability.count else "I-143"),
        detail=(("count", ability.count or 0),),
    )
    least = ability.count or 1
    if _max_revealable(state, frame, sharing) < least and not state.options[LOYALTY_ASKED]:
        report_automatic_decision(state, decision, lambda: _too_few_violation(state, frame, least))
        state.finish(frame)
        log_event(state, "no-loyalty", (frame.controller, frame.source, least), ("5.3.4", "I-109"))
        return
    if state.options[LOYALTY_ASKED]:
        # Ask in any case, since asking only with enough cards would reveal information on the hand.
        log_event(state, "asks-loyalty", (frame.controller, frame.source), ("5.3.1", "5.3.5", "I-109"))
    state.pending = decision


def _too_few_violation(state: EpicState, frame: TextFrame, count: int) -> Violation:
    return Violation(
        "5.3.4",
        f"{player_name(state, frame.controller)} has fewer than {_count_text(count)} in hand that share an "
        f"alignment with {display_name(state, frame.source)}: nothing can be revealed and its loyalty does nothing "
        "(I-109).",
        f"The loyalty of {display_name(state, frame.source)} asks for {'exactly ' * (count > 1)}{_count_text(count)} "
        "that share an alignment with it.",
    )


def _count_text(count: int) -> str:
    return f"{count} card{'s' * (count > 1)}"


def find_sharing_cards(state: EpicState, frame: TextFrame) -> list[int]:
    """Return hand cards that share, or may share, an alignment with the source (I-56)."""
    alignments = _source_alignments(state, frame.source)
    hand = state.seats[frame.controller].hand
    unknown = next((cid for cid in hand if is_unknown(state, cid)), None)
    may = unknown is not None and could_be(state, unknown, lambda card: bool(card.alignments & alignments))
    return sorted(cid for cid in hand if (may if is_unknown(state, cid) else state.table[cid].alignments & alignments))


def _source_alignments(state: EpicState, source: int) -> frozenset[str]:
    """Return the alignments of a champion with loyalty."""
    champion = state.find(source)
    return current_values(state, champion).alignments if champion is not None else state.printed_of(source).alignments


def count_sharing_copies(state: EpicState, source: int, owner: int) -> int | None:
    """Return how many unknown cards can share an alignment with ``source``.

    ``None`` if the decklist is unknown.
    """
    remaining, alignments = remaining_copies(state, owner), _source_alignments(state, source)
    return None if remaining is None else sum(bool(card.alignments & alignments) for card in remaining)


def _max_revealable(state: EpicState, frame: TextFrame, sharing: list[int]) -> int:
    """Return the maximum number of cards that can be revealed together.

    All revealed cards must share one alignment.
    """
    unknown = [cid for cid in sharing if is_unknown(state, cid)]
    copies = count_sharing_copies(state, frame.source, frame.controller) if unknown else None
    return len(sharing) if copies is None else len(sharing) - len(unknown) + min(len(unknown), copies)


def apply_reveal(state: EpicState, action: Action) -> None:
    """Apply the loyalty effects if cards were revealed."""
    frame = state.frames[-1]
    state.cause = frame.cause
    if not action.refs:
        state.finish(frame)
        log_event(state, "no-reveal", (action.seat, frame.source), ("5.3.5",))
        return
    log_event(state, "reveal", (action.seat, frame.source, *action.refs), ("5.3.1", "5.3.2", "5.19.1", "I-99"))
    frame.data["number"] = len(action.refs)
    frame.kind = "effects"
