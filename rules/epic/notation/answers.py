"""Notation of Epic actions in a record: ``EpicNotation`` renders and parses them.

========================================== ==========================================================================
words                                      meaning
========================================== ==========================================================================
``keep``, ``mulligan Kong, Lash``          opening hand: keep it, or put these cards on the bottom of the deck
``play Kong``                              play a card from hand
``play Apocalypse, mode 2``                ... an event card with OR; ``play Apocalypse: every champion breaks`` is
                                           accepted too if the words fit one effect
``use Forcemage Apprentice``               use a power; ``use Kong, power 2`` if a card has several
``attack with Kong, Wolf Token``           declare an attack; with several opponents, ``attack Ben with Kong``
``pass``, ``end turn``                     pass initiative (also: advance, or offer to end the turn); go straight
                                           to the End Phase after the opponent's plays (RB-2017)
``block with Palace Guard``, ``no block``  declare blockers
``target Ben's Palace Guard``              choose a target: champion, player or card in a discard pile
``choose Kong``, ``choose none``           choose without the word target; two cards to recycle, in order, or none
``choose 3``                               choose a number
``yes``, ``no``                            accept or decline what "you may" offers
``resolve Noble Unicorn: ally``            the trigger that resolves next: tribute, loyalty, ally, trigger, righteous
``resolve Kong: break at end``             the trigger that breaks a champion at the end of the turn
``assign Kong: 8 to Palace Guard, 5 to     damage of each champion; ``assign Lightning Storm: 3 to Kong, 2 to Ben``
Human Token#2; Wolf Token: 2 to Ben``      for an event card
``discard Kong, Lash``                     discard cards from hand
``reveal Kong, Lash``, ``decline``         reveal cards for loyalty, or reveal none
``concede``                                at any decision
``choose mode 2``                          choose an effect, if a text offers several or plays an event card;
                                           ``choose draw 2 cards`` is accepted too
``chance: Ben draws Kong, 2 Lash``         the cards drawn from a deck, in order
========================================== ==========================================================================

Short forms (``p``, ``bl pal gua``, no verb at all): ``rules.epic.notation.words``. Several actions on one line
(``resolve Kong, Fire Shaman``): ``rules.epic.notation.lines.several``. Names:
``rules.epic.notation.names.references``.

Verbs may be in the third person (``plays``) and in any case. ``target`` and ``choose`` are synonyms and imply ``yes``
if the choice is an offer. An unknown card in hand (``?``) becomes the card as which it is played, revealed or
discarded.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from rules.engine.decision import Action
from rules.engine.game import Constraint, LapsedPart, Line, ParsedAction, RepeatedEvent, Setup, SkippedDecision
from rules.engine.ids import CHANCE
from rules.engine.log import Event
from rules.epic.cards.game_cards import PUBLISHED
from rules.epic.notation import sentences
from rules.epic.notation.division_constraints import constraint
from rules.epic.notation.lines.implied import implied
from rules.epic.notation.lines.repeated import find_late_repetition, find_skipped_decision, render_repetition, repeats
from rules.epic.notation.lines.several import awaits, find_lapsed, names_triggers, parts, targets
from rules.epic.notation.lines.short import means, shorten
from rules.epic.notation.lines.stated_results import parse_result
from rules.epic.notation.lines.unknown_draws import build_chance_line, draw_unknown
from rules.epic.notation.position import description
from rules.epic.notation.position.assumptions import describe_assumptions
from rules.epic.notation.trigger_words import find_missed_trigger
from rules.epic.notation.verbs import WORDINGS
from rules.epic.notation.words import spelled_out
from rules.epic.state import EpicState
from rules.epic.state.missed_trigger import MissedTrigger


class EpicNotation:
    """Render and parse Epic actions and positions.

    Implements ``rules.engine.game.Notation``.
    """

    def render(self, state: EpicState, action: Action) -> str:
        """Return the text of ``action`` at the pending decision, without the actor's name."""
        return render(state, action)

    def read(self, state: EpicState, seat: int, words: str) -> ParsedAction[EpicState]:
        """Parse ``words`` as an action at the pending decision.

        The returned state also contains the names that the words give to unknown cards.

        Raises:
            InvalidActionError: not understood; the message says what would be understood.
            AmbiguousActionError: several actions fit; the message lists them.
        """
        return sentences.read_line(state, seat, words)

    def repeats(
        self, state: EpicState, seat: int, words: str, events: Sequence[Event]
    ) -> RepeatedEvent[EpicState] | None:
        """Return the automatic event that the words repeat, or ``None``.

        A line may restate a forced action that the engine has already applied. If the words name an unknown card
        that was drawn, the card gets that name.
        """
        return repeats(state, seat, _expand_verb(seat, words), events)

    def find_late_repetition(self, state: EpicState, seat: int, words: str) -> RepeatedEvent[EpicState] | None:
        """Return the earlier draw of a card that was unknown until the words name it.

        The card is still in hand.
        """
        return find_late_repetition(state, words) if seat == CHANCE else None

    def render_repetition(self, state: EpicState, seat: int, words: str, event: Event) -> str:
        """Return the full text of a line that repeats ``event``, worded as by ``render``."""
        return render_repetition(state, _expand_verb(seat, words), event)

    def short_forms(self, state: EpicState, action: Action) -> Iterator[str]:
        """Yield shorter texts for ``action``, the shortest first.

        Some may be parsed differently.
        """
        return shorten(state, action, render(state, action))

    def parses_as(self, state: EpicState, seat: int, words: str, action: Action) -> bool:
        """Return True if ``words`` of ``seat`` are parsed as ``action``."""
        return means(state, seat, words, action)

    def lines(self, state: EpicState, seat: int | None, words: str) -> list[Line]:
        """Split a sentence into canonical lines: a play and the choices made for it.

        A line that is already canonical is returned unchanged.

        Raises:
            ActionError: the acting player is not named and cannot be inferred.
        """
        return sentences.lines(state, seat, words)

    def chance_text(self, state: EpicState, seat: int, words: str) -> str:
        """Return a player's ``draws Kong`` as the chance line ``Anna draws Kong``.

        Returns an empty string for other words and for a draw without a card name.
        """
        return build_chance_line(state, seat, words)

    def parts(self, seat: int, words: str, state: EpicState | None = None) -> list[str]:
        """Split a line into one text per action.

        Actions are, for example, each card drawn, trigger or target.
        """
        if state is None:
            return parts(seat, words, PUBLISHED)
        texts = targets(state, seat, words) or parts(seat, words, state.cards)
        # A part that names no trigger would never match a decision and block the rest of the line.
        return texts if names_triggers(state, seat, texts) else [words]

    def awaits(self, state: EpicState, seat: int, words: str) -> bool:
        """Return True if the pending decision of ``seat`` accepts these words.

        They are a later part of a line.
        """
        return awaits(state, seat, words)

    def is_claim(self, words: str) -> bool:
        """Return True if the words state the result of a battle."""
        return parse_result(words) is not None

    def find_lapsed(self, state: EpicState, parts: Sequence[tuple[int, str]], *, at_end: bool) -> LapsedPart | None:
        """Return the first later part of a line that can no longer apply.

        It is, for example, a trigger that does not wait.
        """
        return find_lapsed(state, parts, at_end=at_end)

    def find_unknown_word(self, state: EpicState, words: str) -> str:
        """Return the first word that belongs to no play, card or player.

        Empty if there is none.
        """
        return sentences.find_unknown_word(state, words)

    def names_cards(self, before: EpicState, after: EpicState) -> bool:
        """Return True if parsing gave a name to an unknown card.

        ``after`` is the copy of ``before`` on which the words were parsed. Its ``table`` differs if a card was named.
        """
        return after.table is not before.table

    def implied(self, state: EpicState, seat: int, words: str) -> tuple[Action, ...]:
        """Return the actions that a record omits before the words.

        They are offers, trigger orders and a pass.
        """
        return implied(state, seat, _expand_verb(seat, words))

    def find_skipped_decision(
        self, state: EpicState, seat: int, words: str, again: Callable[[Any], object]
    ) -> SkippedDecision[EpicState] | None:
        """Return the violations of the words at an automatically resolved decision.

        ``again`` replays the game and reports each automatic decision to its observer. Returns
        ``None`` if the words fit the pending decision of ``state``, or no automatic decision.
        """
        return find_skipped_decision(state, seat, _expand_verb(seat, words), again)

    def with_hidden_outcome(self, state: EpicState) -> EpicState | None:
        """Return the game after the pending draws, which yield unknown cards.

        ``None`` without such draws.
        """
        return draw_unknown(state)

    def missed_trigger(self, state: EpicState, seat: int, words: str) -> MissedTrigger | None:
        """Return the trigger that the words report as forgotten, or ``None``."""
        return find_missed_trigger(state, seat, _expand_verb(seat, words))

    def constraint(self, state: EpicState, words: str) -> Constraint | None:
        """Return the constraint on legal damage divisions, and the nearest ones.

        They are nearest to ``words``.
        """
        return constraint(state, words)

    def position_template(self, names: Sequence[str], cards: object, lists: object) -> Sequence[tuple[str, str]]:  # noqa: ARG002
        """Return the fields of a position form for these players.

        They are pairs of key and text.
        """
        personal = (("health", "30"), ("hand", ""), ("champion", ""))
        return [("Turn", f"{names[0]} 5"), *((f"{name} {key}", text) for name in names for key, text in personal)]

    def assumptions(self, setup: Setup, fields: Mapping[str, Sequence[str]] | None) -> tuple[str, ...]:
        """Return the assumptions made about facts not in the record.

        They concern, for example, hands, decks and gold.
        """
        return tuple(describe_assumptions(setup, fields))

    def position(self, fields: Mapping[str, Sequence[str]], setup: Setup) -> EpicState:
        """Return the game in the position that ``fields`` describe.

        Raises:
            PositionError: the fields are contradictory; contains all errors.
        """
        return description.read(fields, setup)

    def describe(self, state: EpicState) -> list[tuple[str, str]]:
        """Return the position as pairs of field name and text that ``position`` can parse.

        Raises:
            ValueError: the game is over.
        """
        return description.describe(state)


def _expand_verb(seat: int, words: str) -> str:
    """Return the words of ``seat`` with a short verb expanded.

    Chance lines stay unchanged.
    """
    return words if seat == CHANCE else spelled_out(words)


def render(state: EpicState, action: Action) -> str:
    """Return the text of ``action`` at a decision, without the actor's name.

    It is the pending decision of ``state``.
    """
    return WORDINGS.render(state, action)


NOTATION: Final = EpicNotation()
"""The notation; it holds no state of its own."""
