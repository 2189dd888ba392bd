"""The Champions engine for two players.

It covers the game from placing Champions to its end. It plays the cards of the setup: those of an organiser's card
file, or the invented house set. Only cards with fully supported text are playable (``rules.champions.effects``), and
decks must be known.
"""

import random
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from rules.champions import sentences
from rules.champions.cards import HOUSE, Card, CardType
from rules.champions.effects import playable_cards, unsupported_lines
from rules.champions.interpretations import INTERPRETATIONS
from rules.champions.rules import RULES
from rules.champions.state import LANES, ChampionsState
from rules.champions.versions import VERSIONS
from rules.decks import Catalogue
from rules.engine import legality, loop
from rules.engine.decision import Action, IllegalActionError, SetupError, Violation
from rules.engine.game import Setup
from rules.engine.ids import CHANCE, FIRST_CARD
from rules.engine.interpretations import InterpretationError, non_default_options
from rules.engine.log import Event
from rules.engine.zones import deck_size

ACTIONS: Final = 30
"""Action cards of a deck (2.1.1.1)."""
MIN_ACTIONS: Final = 5
"""Action cards that a deck needs for an opening hand."""


class ChampionsEngine:
    """The Champions engine; implements ``rules.engine.game.Engine``."""

    versions: tuple[str, ...] = tuple(VERSIONS)
    variants: Mapping[str, int] = MappingProxyType({"": 2})

    def new_game(self, setup: Setup) -> ChampionsState:
        """Return a new game, advanced to its first decision.

        Raises:
            SetupError: the set-up is invalid; lists all errors.
        """
        state = self.table(setup)
        errors = [
            f"{setup.names[number]} {problem}"
            for number, seat in enumerate(state.seats)
            for problem in _deck_errors(seat)
        ]
        if errors:
            raise SetupError("; ".join(errors))
        state.log_event("first", (state.first,), ("CH:3.2.1.2",))
        loop.advance(state, RULES)
        return state

    def table(self, setup: Setup) -> ChampionsState:
        """Return a game before Champions are placed, without log entries.

        Cards are numbered by seat and name, so equal decks give equal numbers. A deck of ``None`` stays empty, for
        positions that add their own cards.

        Raises:
            SetupError: as ``new_game``.
        """
        cards_in_force = cards_of(setup)
        _validate(setup, cards_in_force)
        state = ChampionsState(
            setup.version, setup.names, setup.first, non_default_options(INTERPRETATIONS, setup.version, setup.choices)
        )
        for number, deck in enumerate(setup.decks):
            cards = [self.add_card(state, number, cards_in_force.card(name)) for name in sorted(deck or ())]
            seat = state.seats[number]
            seat.waiting = [cid for cid in cards if state.table[cid].kind is CardType.CHAMPION]
            seat.hidden = [cid for cid in cards if state.table[cid].kind is CardType.BLESSING]
            actions = tuple(cid for cid in cards if state.table[cid].kind is CardType.ACTION)
            seat.deck = [actions] if actions else []
        return state

    def add_card(self, state: ChampionsState, owner: int, card: Card) -> int:
        """Create a card for ``owner`` and return its number.

        The caller puts it into a zone.

        Raises:
            SetupError: the engine does not support the card.
        """
        problem = _unplayable_reason(card)
        if problem:
            raise SetupError(problem)
        cid = FIRST_CARD + len(state.table)
        state.table = {**state.table, cid: card}
        state.owners = {**state.owners, cid: owner}
        return cid

    def random_deck(self, chance: random.Random, cards: Catalogue[Card] | None = None) -> tuple[str, ...]:
        """Return the card names of a random deck.

        It has 4 Champions, 4 Blessings and 30 Action cards. Names may occur more than three times, as few cards are
        playable; no format allows such decks.

        Raises:
            SetupError: there are too few playable cards.
        """
        playable = playable_cards(HOUSE if cards is None else cards)
        kinds = {kind: [card.name for card in playable if card.kind is kind] for kind in CardType}
        needed = {CardType.CHAMPION: LANES, CardType.BLESSING: LANES, CardType.ACTION: 1}
        short = [
            f"{len(kinds[kind])} {kind} cards of {needed[kind]}" for kind in CardType if len(kinds[kind]) < needed[kind]
        ]
        if short:
            raise SetupError(f"too few cards can be played for a deck drawn by chance: {', '.join(short)}")
        extras = [name for kind in (CardType.CHAMPION, CardType.BLESSING) for name in chance.sample(kinds[kind], LANES)]
        return (*extras, *chance.choices(kinds[CardType.ACTION], k=ACTIONS))

    def advance(self, state: ChampionsState) -> None:
        """Run the game until a decision or random outcome is pending, or it ends."""
        loop.advance(state, RULES)

    def copy(self, state: ChampionsState) -> ChampionsState:
        """Return an independent copy of a game."""
        return state.copy()

    def check(self, state: ChampionsState, action: Action) -> list[Violation]:
        """Return all violations of an action; empty if it is legal.

        Raises:
            InvalidActionError: the action is not well-formed.
        """
        return legality.check(state, RULES, action)

    def apply(self, state: ChampionsState, action: Action) -> None:
        """Validate and apply an action, and advance to the next decision or the end.

        Raises:
            InvalidActionError: not well-formed. IllegalActionError: not legal now.
        """
        violations = self.check(state, action)
        if violations:
            raise IllegalActionError(violations)
        loop.apply_action(state, RULES, RULES.verbs.of(action).canonical(state, action))
        loop.advance(state, RULES)

    def force(self, state: ChampionsState, action: Action) -> list[str]:
        """Apply an action although it breaks the rules, and advance to the next decision.

        Raises:
            ImpossibleActionError: the action cannot be executed even if the rules are ignored.
        """
        legality.force(state, RULES, action)
        state.actions = max(0, state.actions)
        return []

    def with_observer(self, state: ChampionsState, observer: Any) -> ChampionsState:  # noqa: ARG002 - a protocol
        """Return a copy.

        The observer is unused, as this engine makes no automatic choices.
        """
        return state.copy()

    def is_free_to_act(self, state: ChampionsState) -> bool:
        """Return True if the pending decision is the turn player's choice of an action."""
        return state.pending is not None and state.pending.kind == "act"

    def legal(self, state: ChampionsState) -> Iterator[Action]:
        """Yield the legal actions at the pending decision, without conceding."""
        decision = state.pending
        if decision is not None:
            yield from RULES.verbs.questions[decision.kind].legal(state, decision)

    def sample(self, state: ChampionsState, chance: random.Random) -> Action:
        """Return a random legal action, never conceding.

        Raises:
            ValueError: the game is over.
        """
        decision = state.pending
        if decision is None:
            raise ValueError("the game is over; no decision is pending")
        return RULES.verbs.questions[decision.kind].sample(state, decision, chance)

    def outcome(self, state: ChampionsState, number: int) -> Action:
        """Map a number from 0 to 2^64 - 1 to a random outcome, all cards equally likely.

        Raises:
            ValueError: no random outcome is pending.
        """
        weighed = self.outcomes(state)
        if not weighed:
            raise ValueError("chance is not asked")
        every = [action for action, weight in weighed for _ in range(weight)]
        every.sort(key=lambda action: state.table[action.refs[0]].name)
        return every[number * len(every) >> 64]

    def outcomes(self, state: ChampionsState) -> list[tuple[Action, int]]:
        """Return the possible random outcomes.

        Each has its number of equal cards as weight.
        """
        decision = state.pending
        if decision is None or decision.seat != CHANCE:
            return []
        seat = state.seats[int(decision.detail[0][1])]
        cards = seat.deck[0] if decision.kind == "draw" else tuple(seat.hidden)
        names = [state.table[cid].name for cid in cards]
        return [(action, names.count(state.table[action.refs[0]].name)) for action in self.legal(state)]

    def describe_event(self, state: ChampionsState, event: Event) -> str:
        """Return the sentence for a log entry."""
        return sentences.describe_event(state, event)


def cards_of(setup: Setup) -> Catalogue[Card]:
    """Return the catalogue of a setup: its own cards, or the invented house set."""
    return HOUSE if setup.cards is None else setup.cards


def _unplayable_reason(card: Card) -> str:
    """Return why a card cannot be played; empty if it can."""
    missing = unsupported_lines(card)
    return f"engine: not yet: {card.name} ({'; '.join(missing)})" if missing else ""


def _unknown_card_reason(name: str, cards: Catalogue[Card]) -> str:
    """Return why the card with this name cannot be played; empty if it can."""
    card = cards.get(name)
    return f"{name}: no card in this game is called so" if card is None else _unplayable_reason(card)


def _validate(setup: Setup, cards: Catalogue[Card]) -> None:
    """Raise ``SetupError`` with all errors of a setup."""
    problems = [
        _unknown_card_reason(name, cards) for name in sorted({name for deck in setup.decks for name in deck or ()})
    ]
    if len(setup.names) != 2 or len(set(setup.names)) != 2 or not all(setup.names):
        problems.append("Champions is played by two players with different names")
    if len(setup.decks) != len(setup.names):
        problems.append(f"{len(setup.names)} players need as many decks, not {len(setup.decks)}")
    if setup.variant or setup.teams or any(setup.extra_cards):
        problems.append("Champions has one way of playing, without teams and without cards outside the deck")
    if setup.version not in VERSIONS:
        problems.append(f"rules version {setup.version!r} is not one of {', '.join(VERSIONS)}")
    if setup.first not in (0, 1):
        problems.append(f"the first player is seat 0 or 1, not {setup.first}")
    try:
        non_default_options(INTERPRETATIONS, setup.version, setup.choices)
    except InterpretationError as error:
        problems.append(str(error))
    if any(problems):
        raise SetupError("; ".join(filter(None, problems)))


def _deck_errors(seat: Any) -> Iterator[str]:
    """Yield the errors in the sizes and card types of a player's deck."""
    if len(seat.waiting) != LANES:
        yield f"needs 4 Champions and has {len(seat.waiting)} (2.1.1.1)"
    if len(seat.hidden) != LANES:
        yield f"needs 4 Blessings and has {len(seat.hidden)} (2.1.1.1)"
    if deck_size(seat.deck) < MIN_ACTIONS:
        yield f"needs at least {MIN_ACTIONS} Action cards for an opening hand and has {deck_size(seat.deck)}"


ENGINE: Final = ChampionsEngine()
"""The engine; stateless."""
