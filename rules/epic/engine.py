"""The Epic engine: all variants and both rules versions, from setup to the end.

>>> setup = Setup(("Ann", "Ben"), (("Lurking Giant",) * 8, ("Lurking Giant",) * 8), first=0, version="RB-2017")
>>> game = ENGINE.new_game(setup)
>>> game.pending.kind, game.names[game.pending.seat]
('mulligan', 'Ben')
>>> ENGINE.apply(game, Action(1, "mulligan"))
>>> ENGINE.describe_event(game, game.log[-1])
'Ben keeps the opening hand.'

Verbs of actions: ``mulligan play use attack pass end target choose yes no resolve block assign discard reveal draw mode
concede``; ``rules.epic.game_loop.validation`` documents the decision that accepts each and its references.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.decks.catalogue import Catalogue
from rules.engine import loop
from rules.engine.decision import Action, IllegalActionError, SetupError, Violation
from rules.engine.fields import equal_facts
from rules.engine.game import ChosenOptions, Setup
from rules.engine.ids import FIRST_CARD, FIRST_TOKEN_KIND
from rules.engine.interpretations import InterpretationError, TrackedOptions
from rules.engine.log import Event
from rules.epic import sentences
from rules.epic.board.continuous import all_current_values, have_same_values
from rules.epic.cards import Card
from rules.epic.cards.game_cards import GameCards, game_cards_of
from rules.epic.cards.printed import UNKNOWN, UNKNOWN_NAME, PrintedCard, is_doubtful
from rules.epic.game_loop.forcing import force
from rules.epic.game_loop.legal_actions import legal, outcome, outcomes, sample
from rules.epic.game_loop.rules import RULES
from rules.epic.game_loop.validation import check, check_canonical
from rules.epic.game_loop.world_sampling import sample_world, unknown_cards
from rules.epic.interpretation_options import deviating_options, resolve_options
from rules.epic.state import EpicState, Seat, Team
from rules.epic.state.automatic_decisions import AutomaticDecisionObserver, copy_with_observer
from rules.epic.state.copying import copy_state
from rules.epic.state.log import VERSIONS
from rules.epic.state.unknown_cards import mark_named
from rules.epic.traits import CardType
from rules.epic.variants import DUEL, VARIANTS, find_variant

RANDOM_DECK: Final = 30
"""Number of cards in a random deck."""
UNKNOWN_DECK: Final = 60
"""Number of cards in an unknown deck: the minimum of a constructed deck."""
TURNS: Final = ("turn", "turn-ends")
"""Kinds of log events for the start and end of a turn."""


class NotYetError(SetupError):
    """A deck has cards that the engine does not support; ``names`` lists them."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(f"engine: not yet: {', '.join(names)}")
        self.names = names


class EpicEngine:
    """The Epic engine; implements ``rules.engine.game.Engine``."""

    versions: tuple[str, ...] = VERSIONS
    variants: Mapping[str, int] = MappingProxyType({variant.slug: variant.fewest for variant in VARIANTS.values()})

    def new_game(self, setup: Setup) -> EpicState:
        """Return a new game, advanced to its first decision.

        Raises:
            NotYetError: a deck has cards that the engine does not support.
            SetupError: the setup is invalid; lists all errors.
        """
        _validate(setup, begins=True)
        state = self.table(setup)
        loop.advance(state, RULES)
        return state

    def table(self, setup: Setup) -> EpicState:
        """Return the game before any card is drawn; described positions are built from it.

        Cards are numbered by seat and name, then the gods; equal decks give equal numbers. A deck of ``None`` is a
        deck of unknown cards.

        Raises:
            NotYetError, SetupError: as ``new_game``.
        """
        _validate(setup)
        variant = find_variant(setup.variant)
        teams = variant.teams(len(setup.names), setup.teams)
        first = min(next(team for team in teams if setup.first in team))
        cards = game_cards_of(setup.cards)
        choices = deviating_options(setup.version, setup.choices, cards.catalogue)
        state = EpicState(setup.version, setup.names, first, variant, choices, cards)
        state.observer, state.missed_trigger = setup.observer, setup.missed_trigger
        if setup.used_options is not None:
            state.options = TrackedOptions(state.options, setup.used_options)
        state.teams = [Team(variant.starting_health(len(team))) for team in teams]
        numbered = _number_cards(_with_chosen_printings(setup.decks, choices, cards), setup.extra_cards, cards)
        state.table, state.owners = numbered.table, numbered.owners
        # A decklist may use a spelling variant; store the catalogue name.
        state.lists = tuple(
            None if deck is None else tuple(sorted([state.table[cid].name for cid in cids]))
            for deck, cids in zip(setup.decks, numbered.cards, strict=True)
        )
        for number, (deck, gods) in enumerate(zip(numbered.cards, numbered.extra_cards, strict=True)):
            seat = Seat(next(index for index, team in enumerate(teams) if number in team))
            seat.deck += [tuple(deck)] if deck else []
            seat.gods = tuple(gods)
            state.seats.append(seat)
        return state

    def add_card(self, state: EpicState, owner: int, name: str = UNKNOWN_NAME) -> int:
        """Add a card owned by ``owner``.

        Return its number. The caller puts it into a zone.

        Raises:
            ValueError: there is no such card.
        """
        card = state.cards.printed(state.cards.printing_label(name, state.choices))
        cid = 1 + max((number for number in state.table if number < FIRST_TOKEN_KIND), default=FIRST_CARD - 1)
        state.table = {**state.table, cid: card}
        state.owners = {**state.owners, cid: owner}
        return cid

    def bind(self, state: EpicState, cid: int, name: str) -> None:
        """Set the name of the unknown card ``cid``.

        Raises:
            ValueError: the card is known, does not exist, or is not supported.
        """
        if state.table[cid].name != UNKNOWN_NAME:
            raise ValueError(f"card {cid} is known: it is {state.table[cid].name}")
        card = state.cards.printed(state.cards.printing_label(name, state.choices))
        if not card.playable:
            raise NotYetError((card.name,))
        state.table = {**state.table, cid: card}
        state.values.clear()
        if state.pending is not None and cid in state.pending.candidates:
            state.pending = mark_named(state.pending, cid)

    def can_be(self, state: EpicState, cid: int, name: str) -> bool:
        """Return True if the unknown card ``cid`` can be ``name`` by its owner's decklist.

        True if the decklist has a copy left, or is unknown.
        """
        owner = state.owners[cid]
        decklist = state.lists[owner]
        count = sum(state.table[other].name == name for other, seat in state.owners.items() if seat == owner)
        return decklist is None or count < decklist.count(name)

    def random_deck(self, chance: random.Random, cards: Catalogue[Card] | None = None) -> tuple[str, ...]:
        """Return a deck of 30 random cards that have certain texts.

        It may violate deck formats.
        """
        game_cards = game_cards_of(cards)
        drawn = chance.choices(game_cards.playable, k=RANDOM_DECK)
        return tuple(name if name in game_cards.certain else chance.choice(game_cards.certain) for name in drawn)

    def uncertain_cards(self, setup: Setup) -> tuple[str, ...]:
        """Return the sorted names of deck cards whose texts are uncertain."""
        cards = game_cards_of(setup.cards)
        names = {name for deck in setup.decks for name in deck or ()}
        names |= {god for gods in setup.extra_cards for god in gods}
        return tuple(sorted(name for name in names if is_doubtful(cards.printed(name).text)))

    def advance(self, state: EpicState) -> None:
        """Advance a game built from a described position to its next decision."""
        loop.advance(state, RULES)

    def copy(self, state: EpicState) -> EpicState:
        """Return an independent copy with the same log."""
        return copy_state(state)

    def with_options(self, state: EpicState, choices: ChosenOptions) -> EpicState:
        """Return a copy of the game that uses other interpretation options from now on.

        Raises:
            InterpretationError: an option does not exist.
        """
        new = copy_state(state)
        new.choices = deviating_options(state.version, choices, state.cards.catalogue)
        new.options = resolve_options(state.version, new.choices, state.cards.catalogue)
        new.values.clear()
        return new

    def is_equivalent(self, one: EpicState, other: EpicState) -> bool:
        """Return True if two games differ only in interpretation options and logs.

        The comparison is valid until an interpretation option affects the game.
        """
        moved = len(one.log) != len(other.log)
        if moved and (one.frames or one.noted or one.batch or one.delayed):
            return False  # These fields store log positions.
        if not equal_facts(one, other, but=("choices", "log", "cause") if moved else ("choices", "log")):
            return False
        # Cached values depend on the options, so compare them.
        return not one.values or have_same_values(one.values, all_current_values(other))

    def relevant_log_start(self, state: EpicState) -> int:
        """Return the log index from which explanations of bad timing search.

        It is the end of the previous turn.
        """
        places = range(len(state.log) - 1, 0, -1)
        return min(next((place for place in places if state.log[place].kind == kind), 0) for kind in TURNS)

    def check(self, state: EpicState, action: Action) -> list[Violation]:
        """Return all violations of ``action``, empty if it is legal.

        Raises:
            InvalidActionError: the action is malformed.
        """
        return check(state, action)

    def apply(self, state: EpicState, action: Action) -> None:
        """Check and apply ``action``, then advance to the next decision or the end.

        Raises:
            InvalidActionError: the action is malformed.
            IllegalActionError: the action is illegal.
        """
        meant, violations = check_canonical(state, action)
        if violations:
            raise IllegalActionError(violations)
        loop.apply_action(state, RULES, meant)
        loop.advance(state, RULES)

    def apply_unchecked(self, state: EpicState, action: Action) -> None:
        """Apply an action that ``legal`` or ``sample`` returned for this decision."""
        loop.apply_action(state, RULES, action)
        loop.advance(state, RULES)

    def force(self, state: EpicState, action: Action) -> list[str]:
        """Apply ``action`` even if it is illegal, and advance to the next decision.

        Returns:
            Descriptions of the triggered abilities that were dropped as missed.

        Raises:
            ImpossibleActionError: the action is impossible.
        """
        return force(state, action)

    def with_observer(self, state: EpicState, observer: AutomaticDecisionObserver) -> EpicState:
        """Return a copy that reports automatic decisions to ``observer``."""
        return copy_with_observer(state, observer)

    def is_free_to_act(self, state: EpicState) -> bool:
        """Return True if the pending player may choose any action or pass."""
        return state.pending is not None and state.pending.kind == "act"

    def legal(self, state: EpicState) -> Iterator[Action]:
        """Yield the legal actions in a fixed order, without conceding."""
        return legal(state)

    def sample(self, state: EpicState, chance: random.Random) -> Action:
        """Return a random legal action, never conceding, without listing all."""
        return sample(state, chance)

    def outcome(self, state: EpicState, number: int) -> Action:
        """Return the chance outcome selected by ``number``, from 0 to 2^64 - 1."""
        return outcome(state, number)

    def outcomes(self, state: EpicState) -> list[tuple[Action, int]]:
        """Return the chance outcomes with their weights; empty if none is pending.

        Raises:
            UnnamedCardError: the revealed card may be an unknown one.
        """
        return outcomes(state)

    def unknown_cards(self, state: EpicState) -> Mapping[int, int]:
        """Return the number of unknown cards by seat; seats without any are left out."""
        return unknown_cards(state)

    def has_decklist(self, state: EpicState, seat: int) -> bool:
        """Return True if the decklist of a seat is known."""
        return state.lists[seat] is not None

    def sample_world(self, state: EpicState, chance: random.Random, decks: Sequence[Sequence[str] | None]) -> EpicState:
        """Return a copy in which every unknown card has a random name.

        Raises:
            SetupError: a decklist contradicts the known cards or has unplayable cards; lists all errors.
        """
        return sample_world(state, chance, decks)

    def describe_event(self, state: EpicState, event: Event) -> str:
        """Return the sentence for one log event."""
        return sentences.describe_event(state, event)


class NumberedCards(NamedTuple):
    """The numbered cards of a setup, shared between games.

    Attributes:
        table: printed card of each number, token kinds included.
        owners: seat of each card.
        cards: numbers of the deck cards by seat.
        extra_cards: numbers of the gods by seat.
    """

    table: dict[int, PrintedCard]
    owners: dict[int, int]
    cards: tuple[range, ...]
    extra_cards: tuple[range, ...]


def _with_chosen_printings(
    decks: tuple[tuple[str, ...] | None, ...], choices: ChosenOptions, cards: GameCards
) -> tuple[tuple[str, ...] | None, ...]:
    """Return the decks with the names of the chosen printings."""
    if not any(name in cards.catalogue.reworded for name, _ in choices):
        return decks
    return tuple(deck and tuple(cards.printing_label(name, choices) for name in deck) for deck in decks)


@lru_cache(maxsize=32)
def _number_cards(
    decks: tuple[tuple[str, ...] | None, ...], extra_cards: tuple[tuple[str, ...], ...], game_cards: GameCards
) -> NumberedCards:
    """Number the cards of ``decks`` by seat and name, then the gods."""
    table = {kind: game_cards.printed(name) for kind, name in enumerate(game_cards.tokens, FIRST_TOKEN_KIND)}
    owners: dict[int, int] = {}
    groups: list[tuple[int, list[PrintedCard]]] = []
    for seat, deck in enumerate(decks):
        cards = [UNKNOWN] * UNKNOWN_DECK if deck is None else [game_cards.printed(name) for name in deck]
        groups.append((seat, sorted(cards, key=lambda card: card.name)))
    groups += [
        (seat, [game_cards.printed(god) for god in gods]) for seat, gods in enumerate(extra_cards or [()] * len(decks))
    ]
    numbers: list[range] = []
    cid = FIRST_CARD
    for seat, cards in groups:
        numbers.append(range(cid, cid + len(cards)))
        table.update(zip(numbers[-1], cards, strict=True))
        owners.update(dict.fromkeys(numbers[-1], seat))
        cid += len(cards)
    return NumberedCards(table, owners, tuple(numbers[: len(decks)]), tuple(numbers[len(decks) :]))


@lru_cache(maxsize=64)
def _validate(setup: Setup, *, begins: bool = False) -> None:
    """Raise ``SetupError`` with all errors of ``setup``.

    ``begins`` also requires decks large enough for opening hands.
    """
    problems = [*_player_errors(setup), *_count_errors(setup)]
    small = list(_deck_size_errors(setup)) if begins else []
    game_cards, cards = game_cards_of(setup.cards), list[PrintedCard]()
    for name in sorted({name for deck in setup.decks if deck is not None for name in deck}):
        try:
            cards.append(game_cards.printed(name))
        except ValueError as error:
            problems.append(str(error))
    problems += [
        f"{card.name} is not a deck card" for card in cards if not card.card.is_deck_card and card is not UNKNOWN
    ]
    for name in sorted({god for gods in setup.extra_cards for god in gods}):
        try:
            cards.append(game_cards.printed(name))
        except ValueError as error:
            problems.append(str(error))
            continue
        if cards[-1].type is not CardType.DEITY or cards[-1] is UNKNOWN:
            problems.append(f"{cards[-1].name} is not a god: only gods and demigods start next to a deck (2.4.1)")
    if problems:
        raise SetupError("; ".join((*problems, *small)))
    missing = tuple(card.name for card in cards if not card.playable and card is not UNKNOWN)
    if missing:
        raise NotYetError(missing)
    if small:
        raise SetupError("; ".join(small))


def _player_errors(setup: Setup) -> Iterator[str]:
    """Yield errors in the players, teams and variant."""
    try:
        variant = find_variant(setup.variant)
        yield from variant.problems(len(setup.names), setup.teams)
        if any(len(gods) > variant.gods for gods in setup.extra_cards):
            yield f"{variant.gods} god a player is what {variant.name} allows (2.4.1, I-111)"
    except ValueError as error:
        yield str(error)
    if len(set(setup.names)) != len(setup.names) or not all(setup.names):
        yield f"the players need {'two' if len(setup.names) == 2 else len(setup.names)} different names"
    if setup.version not in VERSIONS:
        yield f"rules version {setup.version!r} is not one of {', '.join(VERSIONS)}"
    try:
        deviating_options(setup.version, setup.choices, game_cards_of(setup.cards).catalogue)
    except InterpretationError as error:
        yield str(error)
    if not 0 <= setup.first < len(setup.names):
        yield f"the first player is seat 0 to {len(setup.names) - 1}, not {setup.first}"


def _deck_size_errors(setup: Setup) -> Iterator[str]:
    fewest = VARIANTS.get(setup.variant.casefold(), DUEL).deck
    for name, deck in zip(setup.names, setup.decks, strict=False):
        if deck is not None and len(deck) < fewest:
            yield f"{name} needs at least {fewest} cards for an opening hand and has {len(deck)}"


def _count_errors(setup: Setup) -> Iterator[str]:
    """Yield errors in the number of decks and gods."""
    if len(setup.decks) != len(setup.names):
        yield f"{len(setup.names)} players need as many decks, not {len(setup.decks)}"
    if setup.extra_cards and len(setup.extra_cards) != len(setup.names):
        yield f"{len(setup.names)} players need a god or none each, not {len(setup.extra_cards)}"


ENGINE: Final = EpicEngine()
"""The stateless engine."""
