"""The engine of Champions, over the shared process: a game between two from the placing of Champions to its end.

It plays the cards that a set-up comes with: those of an organiser's card file, or the invented ones where none are
brought; each as far as its text says in full what it does (``rules.champions.effects``). What lies in somebody's deck
has to be told: cards that nobody knows are not played.
"""

import random
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from rules.champions import sentences
from rules.champions.cards import HOUSE, Card, CardType
from rules.champions.effects import not_yet, playable_cards
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
FEWEST_ACTIONS: Final = 5
"""Action cards that a deck needs for an opening hand."""


class ChampionsEngine:
    """Plays Champions; implements ``rules.engine.game.Engine``."""

    versions: tuple[str, ...] = tuple(VERSIONS)
    variants: Mapping[str, int] = MappingProxyType({"": 2})

    def new_game(self, setup: Setup) -> ChampionsState:
        """Return the game advanced to its first decision.

        Raises:
            SetupError: anything is wrong with the set-up; all of it is named.
        """
        state = self.table(setup)
        wrong = [
            f"{setup.names[number]} {problem}" for number, seat in enumerate(state.seats) for problem in _short(seat)
        ]
        if wrong:
            raise SetupError("; ".join(wrong))
        state.happened("first", (state.first,), ("CH:3.2.1.2",))
        loop.advance(state, RULES)
        return state

    def table(self, setup: Setup) -> ChampionsState:
        """Return the game before anything happens: Champions and Blessings apart, Action cards in the deck.

        Cards are numbered by seat and name, so equal decks give equal numbers. A deck of ``None`` is left empty;
        whoever lays out a position adds its cards.

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
        """Give ``owner`` another card and return its number; the caller puts it somewhere.

        Raises:
            SetupError: the engine cannot play it.
        """
        problem = _unplayed(card)
        if problem:
            raise SetupError(problem)
        cid = FIRST_CARD + len(state.table)
        state.table = {**state.table, cid: card}
        state.owners = {**state.owners, cid: owner}
        return cid

    def random_deck(self, chance: random.Random, cards: Catalogue[Card] | None = None) -> tuple[str, ...]:
        """Return four Champions, four Blessings and thirty Action cards of those that can be played.

        So few can that no format allows it: a name may stand in it more often than three times.

        Raises:
            SetupError: fewer can be played than a deck needs.
        """
        known = playable_cards(HOUSE if cards is None else cards)
        kinds = {kind: [card.name for card in known if card.kind is kind] for kind in CardType}
        needed = {CardType.CHAMPION: LANES, CardType.BLESSING: LANES, CardType.ACTION: 1}
        short = [
            f"{len(kinds[kind])} {kind} cards of {needed[kind]}" for kind in CardType if len(kinds[kind]) < needed[kind]
        ]
        if short:
            raise SetupError(f"too few cards can be played for a deck drawn by chance: {', '.join(short)}")
        beside = [name for kind in (CardType.CHAMPION, CardType.BLESSING) for name in chance.sample(kinds[kind], LANES)]
        return (*beside, *chance.choices(kinds[CardType.ACTION], k=ACTIONS))

    def advance(self, state: ChampionsState) -> None:
        """Go on from a position that was laid out by hand to its next decision."""
        loop.advance(state, RULES)

    def copy(self, state: ChampionsState) -> ChampionsState:
        """Return an independent game with the same facts and log."""
        return state.copy()

    def check(self, state: ChampionsState, answer: Action) -> list[Violation]:
        """Return every condition that ``answer`` fails, empty when it is legal.

        Raises:
            InvalidActionError: the answer cannot be an answer in this game at all.
        """
        return legality.check(state, RULES, answer)

    def apply(self, state: ChampionsState, answer: Action) -> None:
        """Check ``answer``, apply it and advance to the next decision or the end.

        Raises:
            InvalidActionError: not well formed. IllegalActionError: not allowed here.
        """
        violations = self.check(state, answer)
        if violations:
            raise IllegalActionError(violations)
        loop.apply_action(state, RULES, RULES.verbs.of(answer).canonical(state, answer))
        loop.advance(state, RULES)

    def force(self, state: ChampionsState, answer: Action) -> list[str]:
        """Carry ``answer`` out against the rules, as far as that can be imagined, and advance.

        Raises:
            ImpossibleActionError: it cannot be carried out at all.
        """
        legality.force(state, RULES, answer)
        state.actions = max(0, state.actions)
        return []

    def with_observer(self, state: ChampionsState, observer: Any) -> ChampionsState:  # noqa: ARG002 - a protocol
        """Return a copy: no decision of a player is settled without asking, so there is nothing to tell."""
        return state.copy()

    def is_free_to_act(self, state: ChampionsState) -> bool:
        """Whether the turn player is asked for an action of their own."""
        return state.pending is not None and state.pending.kind == "act"

    def legal(self, state: ChampionsState) -> Iterator[Action]:
        """Yield the legal answers to the pending decision, in a fixed order; conceding is not listed."""
        decision = state.pending
        if decision is not None:
            yield from RULES.verbs.questions[decision.kind].legal(state, decision)

    def sample(self, state: ChampionsState, chance: random.Random) -> Action:
        """Return one legal answer, drawn with ``chance``; it never concedes.

        Raises:
            ValueError: the game is over.
        """
        decision = state.pending
        if decision is None:
            raise ValueError("the game is over; no decision is pending")
        return RULES.verbs.questions[decision.kind].sample(state, decision, chance)

    def outcome(self, state: ChampionsState, number: int) -> Action:
        """Return the answer of chance that a number from 0 to 2^64 - 1 stands for: of all cards, sorted by name.

        Raises:
            ValueError: chance is not asked.
        """
        weighed = self.outcomes(state)
        if not weighed:
            raise ValueError("chance is not asked")
        every = [answer for answer, weight in weighed for _ in range(weight)]
        every.sort(key=lambda answer: state.table[answer.refs[0]].name)
        return every[number * len(every) >> 64]

    def outcomes(self, state: ChampionsState) -> list[tuple[Action, int]]:
        """Return what chance may bring, each with how many cards of the name there are; nothing if it is not asked."""
        decision = state.pending
        if decision is None or decision.seat != CHANCE:
            return []
        seat = state.seats[int(decision.detail[0][1])]
        cards = seat.deck[0] if decision.kind == "draw" else tuple(seat.hidden)
        names = [state.table[cid].name for cid in cards]
        return [(answer, names.count(state.table[answer.refs[0]].name)) for answer in self.legal(state)]

    def describe_event(self, state: ChampionsState, event: Event) -> str:
        """Return the sentence for one log entry."""
        return sentences.describe_event(state, event)


def cards_of(setup: Setup) -> Catalogue[Card]:
    """Return the cards that a game begins with: those the set-up comes with, else the invented ones."""
    return HOUSE if setup.cards is None else setup.cards


def _unplayed(card: Card) -> str:
    """Return why a card cannot be played, empty when it can."""
    missing = not_yet(card)
    return f"engine: not yet: {card.name} ({'; '.join(missing)})" if missing else ""


def _unknown(name: str, cards: Catalogue[Card]) -> str:
    """Return why the card of a name cannot be played, empty when it can."""
    card = cards.get(name)
    return f"{name}: none of the cards that are played with is called so" if card is None else _unplayed(card)


def _validate(setup: Setup, cards: Catalogue[Card]) -> None:
    """Raise with everything that is wrong with ``setup``."""
    problems = [_unknown(name, cards) for name in sorted({name for deck in setup.decks for name in deck or ()})]
    if len(setup.names) != 2 or len(set(setup.names)) != 2 or not all(setup.names):
        problems.append("Champions is played by two players with different names")
    if len(setup.decks) != len(setup.names):
        problems.append(f"{len(setup.names)} players need as many decks, not {len(setup.decks)}")
    if setup.variant or setup.teams or any(setup.extra_cards):
        problems.append("Champions has one way of playing, without teams and without cards beside the deck")
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


def _short(seat: Any) -> Iterator[str]:
    """Yield what a deck lacks to begin a game with."""
    if len(seat.waiting) != LANES:
        yield f"needs 4 Champions and has {len(seat.waiting)} (2.1.1.1)"
    if len(seat.hidden) != LANES:
        yield f"needs 4 Blessings and has {len(seat.hidden)} (2.1.1.1)"
    if deck_size(seat.deck) < FEWEST_ACTIONS:
        yield f"needs at least {FEWEST_ACTIONS} Action cards for an opening hand and has {deck_size(seat.deck)}"


ENGINE: Final = ChampionsEngine()
"""The engine; it holds no state of its own."""
