"""The Epic engine: a two-player game from set-up to its end, in two versions of the rules.

>>> setup = Setup(("Ann", "Ben"), (("Lurking Giant",) * 8, ("Lurking Giant",) * 8), first=0, version="RB-2017")
>>> game = ENGINE.new_game(setup)
>>> game.pending.kind, game.names[game.pending.seat]
('mulligan', 'Ben')
>>> ENGINE.apply(game, Answer(1, "mulligan"))
>>> ENGINE.tell(game, game.log[-1])
'Ben keeps the opening hand.'

Verbs of answers: ``mulligan play use attack pass end target choose yes no resolve block assign discard reveal draw
concede``; ``rules.epic.check`` says which decision each one answers and what it refers to.
"""

import random
from collections.abc import Iterator
from typing import Final

from rules.engine.decision import Answer, IllegalAnswerError, Violation
from rules.engine.game import Setup
from rules.engine.ids import FIRST_CARD, FIRST_TOKEN_KIND
from rules.engine.log import Event
from rules.epic import answers, sentences
from rules.epic.chance import sample
from rules.epic.check import check
from rules.epic.copying import copy_state
from rules.epic.events import VERSIONS
from rules.epic.loop import advance, answered
from rules.epic.normal import normal
from rules.epic.printed import TOKEN_NAMES, UNKNOWN, UNKNOWN_NAME, Printed, printed
from rules.epic.state import EpicState, Seat, Team
from rules.epic.turn import OPENING_HAND

STARTING_HEALTH: Final = 30
UNKNOWN_DECK: Final = 60
"""Cards in a deck that nobody has told: the least a constructed deck has."""


class SetupError(ValueError):
    """A game cannot begin like this; the message names everything that is wrong."""


class NotYetError(SetupError):
    """A deck holds cards that the engine cannot play completely; ``names`` lists them."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(f"engine: not yet: {', '.join(names)}")
        self.names = names


class EpicEngine:
    """Plays Epic; implements ``rules.engine.game.Engine``."""

    versions: tuple[str, ...] = VERSIONS

    def new_game(self, setup: Setup) -> EpicState:
        """Return the game advanced to its first decision.

        Raises:
            NotYetError: a deck holds cards that the engine cannot play completely.
            SetupError: anything else is wrong with the set-up; all of it is named.
        """
        state = self.table(setup)
        for name, deck in zip(setup.names, setup.decks, strict=False):
            if deck is not None and len(deck) < OPENING_HAND:
                raise SetupError(f"{name} needs at least {OPENING_HAND} cards for an opening hand and has {len(deck)}")
        advance(state)
        return state

    def table(self, setup: Setup) -> EpicState:
        """Return the game before anything happens: everybody's cards in their decks, nothing drawn.

        Positions are laid out from here. Cards are numbered by seat and name, so equal decks give equal numbers; a deck
        of ``None`` is a deck of unknown cards.

        Raises:
            NotYetError, SetupError: as ``new_game``.
        """
        _validate(setup)
        state = EpicState(setup.version, setup.names, setup.first)
        state.lists = tuple(None if deck is None else tuple(sorted(deck)) for deck in setup.decks)
        for kind, name in enumerate(TOKEN_NAMES, FIRST_TOKEN_KIND):
            state.table[kind] = printed(name)
        cid = FIRST_CARD
        for number, deck in enumerate(setup.decks):
            cards = [UNKNOWN] * UNKNOWN_DECK if deck is None else [printed(name) for name in deck]
            cards.sort(key=lambda card: card.name)
            state.teams.append(Team(STARTING_HEALTH))
            seat = Seat(number)
            state.seats.append(seat)
            for card in cards:
                state.table[cid] = card
                state.owners[cid] = number
                cid += 1
            if cards:
                seat.deck.append(list(range(cid - len(cards), cid)))
        return state

    def add_card(self, state: EpicState, owner: int, name: str = UNKNOWN_NAME) -> int:
        """Give ``owner`` another card and return its number; the caller puts it into a zone.

        Raises:
            ValueError: there is no such card.
        """
        card = printed(name)
        cid = 1 + max((number for number in state.table if number < FIRST_TOKEN_KIND), default=FIRST_CARD - 1)
        state.table = {**state.table, cid: card}
        state.owners = {**state.owners, cid: owner}
        return cid

    def bind(self, state: EpicState, cid: int, name: str) -> None:
        """Say what the unknown card ``cid`` is: from now on it is the card called ``name``.

        Raises:
            ValueError: the card is known already, or there is no such card, or the engine cannot play it.
        """
        if state.table[cid].name != UNKNOWN_NAME:
            raise ValueError(f"card {cid} is known: it is {state.table[cid].name}")
        card = printed(name)
        if not card.playable:
            raise NotYetError((card.name,))
        state.table = {**state.table, cid: card}
        state.views.clear()

    def can_be(self, state: EpicState, cid: int, name: str) -> bool:
        """Whether the unknown card ``cid`` can be ``name``: its owner's decklist, where known, has a copy left."""
        owner = state.owners[cid]
        decklist = state.lists[owner]
        named = sum(state.table[other].name == name for other, seat in state.owners.items() if seat == owner)
        return decklist is None or named < decklist.count(name)

    def advance(self, state: EpicState) -> None:
        """Go on from a position that was laid out by hand to its next decision."""
        advance(state)

    def copy(self, state: EpicState) -> EpicState:
        """Return an independent game with the same facts and log."""
        return copy_state(state)

    def check(self, state: EpicState, answer: Answer) -> list[Violation]:
        """Return every condition that ``answer`` fails, empty when it is legal.

        Raises:
            InvalidAnswerError: the answer cannot be an answer in this game at all.
        """
        return check(state, answer)

    def apply(self, state: EpicState, answer: Answer) -> None:
        """Check ``answer``, apply it and advance to the next decision or the end.

        Raises:
            InvalidAnswerError: not well formed. IllegalAnswerError: not allowed here.
        """
        violations = check(state, answer)
        if violations:
            raise IllegalAnswerError(violations)
        answered(state, normal(state, answer))
        advance(state)

    def apply_unchecked(self, state: EpicState, answer: Answer) -> None:
        """Apply an answer that came from ``legal`` or ``sample`` at this very decision."""
        answered(state, answer)
        advance(state)

    def legal(self, state: EpicState) -> Iterator[Answer]:
        """Yield the legal answers to the pending decision, in a fixed order; conceding is not listed."""
        return answers.legal(state)

    def sample(self, state: EpicState, chance: random.Random) -> Answer:
        """Return one legal answer, drawn with ``chance`` without listing them all; it never concedes."""
        return sample(state, chance)

    def tell(self, state: EpicState, event: Event) -> str:
        """Return the sentence for one log entry."""
        return sentences.tell(state, event)


def _validate(setup: Setup) -> None:
    problems = []
    if len(setup.names) != 2 or len(setup.decks) != 2:
        problems.append(
            f"this engine plays with two players, not {len(setup.names)} names and {len(setup.decks)} decks"
        )
    if len(set(setup.names)) != len(setup.names) or not all(setup.names):
        problems.append("the players need two different names")
    if setup.version not in VERSIONS:
        problems.append(f"rules version {setup.version!r} is not one of {', '.join(VERSIONS)}")
    if not 0 <= setup.first < len(setup.names):
        problems.append(f"the first player is seat 0 to {len(setup.names) - 1}, not {setup.first}")
    cards: list[Printed] = []
    for name in sorted({name for deck in setup.decks if deck is not None for name in deck}):
        try:
            cards.append(printed(name))
        except ValueError as error:
            problems.append(str(error))
    problems += [
        f"{card.name} is no card for a deck" for card in cards if not card.card.is_deck_card and card is not UNKNOWN
    ]
    if problems:
        raise SetupError("; ".join(problems))
    missing = tuple(card.name for card in cards if not card.playable and card is not UNKNOWN)
    if missing:
        raise NotYetError(missing)


ENGINE: Final = EpicEngine()
"""The engine; it holds no state of its own."""
