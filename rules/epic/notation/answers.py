"""How answers in an Epic game are written in a record: ``EpicNotation`` writes them and reads them back.

========================================== ==========================================================================
words                                      meaning
========================================== ==========================================================================
``keep``, ``mulligan Kong, Lash``          opening hand: keep it, or put these cards to the bottom
``play Kong``                              play a card from hand
``play Apocalypse, mode 2``                ... an event card with OR; ``play Apocalypse: every champion breaks`` is
                                           read too, where the words fit one effect
``use Forcemage Apprentice``               use a power, ``use Kong, power 2`` where a card has several
``attack with Kong, Wolf Token``           declare an attack; with several to choose from, ``attack Ben with Kong``
``pass``, ``end turn``                     pass initiative (also: to advance, to offer the end of the turn); go straight
                                           to the End Phase after the opponent's plays (RB-2017)
``block with Palace Guard``, ``no block``  declare blockers
``target Ben's Palace Guard``              pick a target: champion, player or card in a discard pile
``choose Kong``, ``choose none``           pick without the word target; two cards to recycle, in order, or none
``choose 3``                               a number
``yes``, ``no``                            what "you may" offers
``resolve Noble Unicorn: ally``            the trigger that resolves next: tribute, loyalty, ally, trigger, righteous
``resolve Kong: break at end``             that of a champion that is to break at the end of the turn
``assign Kong: 8 to Palace Guard, 5 to     damage of each champion; ``assign Lightning Storm: 3 to Kong, 2 to Ben`` of
Human Token#2; Wolf Token: 2 to Ben``      an event card
``discard Kong, Lash``                     cards out of the hand
``reveal Kong, Lash``, ``decline``         for loyalty, or nothing
``concede``                                at any decision
``choose mode 2``                          which effect, where a text offers several or plays an event card;
                                           ``choose draw 2 cards`` is read too
``chance: Ben draws Kong, 2 Lash``         which cards came off a deck, one after the other
========================================== ==========================================================================

Short forms (``p``, ``bl pal gua``, no verb at all): ``rules.epic.notation.words``; several answers on one line
(``resolve Kong, Fire Shaman``): ``rules.epic.notation.lines.several``. Names: ``rules.epic.notation.names.references``.

Verbs may be in the third person (``plays``), in any case; ``target`` and ``choose`` are read alike, and say ``yes``
where the choice is an offer. A card of the hand that nobody knew (``?``) becomes the card by whose name it is played,
shown or discarded.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from rules.engine.decision import Action
from rules.engine.game import Constraint, Line, ParsedAction, RepeatedEvent, Setup, SkippedDecision
from rules.engine.ids import CHANCE
from rules.engine.log import Event
from rules.epic.cards.game_cards import PUBLISHED
from rules.epic.notation import sentences
from rules.epic.notation.dividable import constraint
from rules.epic.notation.lines.implied import implied
from rules.epic.notation.lines.repeated import overlooked, repeats, repeats_in_full, repeats_late
from rules.epic.notation.lines.several import awaits, names_triggers, parts, targets
from rules.epic.notation.lines.short import means, shorter
from rules.epic.notation.lines.stated_results import result_of
from rules.epic.notation.lines.untold_draws import brought, drawn_unseen
from rules.epic.notation.position import description
from rules.epic.notation.position.assumed import assumed
from rules.epic.notation.trigger_words import forgotten
from rules.epic.notation.verbs import WORDINGS
from rules.epic.notation.words import spelled_out
from rules.epic.state import EpicState
from rules.epic.state.missed_trigger import MissedTrigger


class EpicNotation:
    """Writes and reads Epic answers and positions; implements ``rules.engine.game.Notation``."""

    def render(self, state: EpicState, answer: Action) -> str:
        """Return the words after the actor's name for ``answer`` at the pending decision."""
        return render(state, answer)

    def read(self, state: EpicState, seat: int, words: str) -> ParsedAction[EpicState]:
        """Return the answer that ``words`` mean at the pending decision, and the game in which cards have their names.

        Raises:
            InvalidActionError: not understood; says what would be. AmbiguousActionError: lists what it could mean.
        """
        return sentences.read_line(state, seat, words)

    def repeats(
        self, state: EpicState, seat: int, words: str, events: Sequence[Event]
    ) -> RepeatedEvent[EpicState] | None:
        """Return which of ``events`` the words repeat: an answer without alternative that the engine has given.

        An unknown card that was drawn is the card that the words name.
        """
        return repeats(state, seat, _said(seat, words), events)

    def find_late_repetition(self, state: EpicState, seat: int, words: str) -> RepeatedEvent[EpicState] | None:
        """Return the draw of a card in hand that the words name late: nobody had told what it is."""
        return repeats_late(state, words) if seat == CHANCE else None

    def render_repetition(self, state: EpicState, seat: int, words: str, event: Event) -> str:
        """Return in full the words of a line that repeats ``event``: verbs and names as ``render`` writes them."""
        return repeats_in_full(state, _said(seat, words), event)

    def short_forms(self, state: EpicState, answer: Action) -> Iterator[str]:
        """Yield shorter words for ``answer``, the shortest first; not all of them mean the same."""
        return shorter(state, answer, render(state, answer))

    def parses_as(self, state: EpicState, seat: int, words: str, answer: Action) -> bool:
        """Whether ``words`` of ``seat`` are read as ``answer``."""
        return means(state, seat, words, answer)

    def lines(self, state: EpicState, seat: int | None, words: str) -> list[Line]:
        """Return the lines that a sentence stands for: a play, and what is picked for it; mostly the line itself.

        Raises:
            ActionError: who acts is not said, and the words leave it open.
        """
        return sentences.lines(state, seat, words)

    def chance_text(self, state: EpicState, seat: int, words: str) -> str:
        """Return ``Anna draws Kong`` for what Anna says that she draws; empty for other words, and without a name."""
        return brought(state, seat, words)

    def parts(self, seat: int, words: str, state: EpicState | None = None) -> list[str]:
        """Return the answers that one line tells: each card drawn, each trigger in its order, each target in turn."""
        if state is None:
            return parts(seat, words, PUBLISHED)
        found = targets(state, seat, words) or parts(seat, words, state.cards)
        # A part that names nothing would wait for its turn for ever.
        return found if names_triggers(state, seat, found) else [words]

    def awaits(self, state: EpicState, seat: int, words: str) -> bool:
        """Whether ``seat`` is asked for what the words, a later part of a line, answer."""
        return awaits(state, seat, words)

    def is_claim(self, words: str) -> bool:
        """Return True for the result of a battle that a line states with its block or pass."""
        return result_of(words) is not None

    def names_cards(self, before: EpicState, after: EpicState) -> bool:
        """Whether words read on ``after``, a copy of ``before``, have named an unknown card: it has another table."""
        return after.table is not before.table

    def implied(self, state: EpicState, seat: int, words: str) -> tuple[Action, ...]:
        """Return the answers that a record leaves out before the words: offers, orders of triggers, a pass."""
        return implied(state, seat, _said(seat, words))

    def find_skipped_decision(
        self, state: EpicState, seat: int, words: str, again: Callable[[Any], object]
    ) -> SkippedDecision[EpicState] | None:
        """Return what the words fail at a decision that ``again`` tells its listener was settled without asking.

        ``None`` when they answer the pending decision of ``state``, or no such decision.
        """
        return overlooked(state, seat, _said(seat, words), again)

    def with_hidden_outcome(self, state: EpicState) -> EpicState | None:
        """Return the game after the draws that chance is asked for, of unknown cards; ``None`` where there is none."""
        return drawn_unseen(state)

    def missed_trigger(self, state: EpicState, seat: int, words: str) -> MissedTrigger | None:
        """Return the trigger of which the words say that it was forgotten; ``None`` for other words."""
        return forgotten(state, seat, _said(seat, words))

    def constraint(self, state: EpicState, words: str) -> Constraint | None:
        """Return what the legal divisions of damage have in common, and those nearest to ``words``."""
        return constraint(state, words)

    def position_template(self, names: Sequence[str], cards: object, lists: object) -> Sequence[tuple[str, str]]:  # noqa: ARG002
        """Return the fields of a position of these players for somebody to fill in, as key and text."""
        personal = (("health", "30"), ("hand", ""), ("champion", ""))
        return [("Turn", f"{names[0]} 5"), *((f"{name} {key}", text) for name in names for key, text in personal)]

    def assumptions(self, setup: Setup, fields: Mapping[str, Sequence[str]] | None) -> tuple[str, ...]:
        """Return how what was not told of hands, decks, gold and the rest is taken."""
        return tuple(assumed(setup, fields))

    def position(self, fields: Mapping[str, Sequence[str]], setup: Setup) -> EpicState:
        """Return the game at a described moment.

        Raises:
            PositionError: with all contradictions at once.
        """
        return description.read(fields, setup)

    def describe(self, state: EpicState) -> list[tuple[str, str]]:
        """Return the position as field name and text, such that ``position`` reads it back.

        Raises:
            ValueError: the game is over.
        """
        return description.describe(state)


def _said(seat: int, words: str) -> str:
    """Return the words of ``seat`` with their verb in full; what chance brings is told in its own words."""
    return words if seat == CHANCE else spelled_out(words)


def render(state: EpicState, answer: Action) -> str:
    """Return the words after the actor's name for ``answer`` at the pending decision of ``state``."""
    return WORDINGS.render(state, answer)


NOTATION: Final = EpicNotation()
"""The notation; it holds no state of its own."""
