"""Records of random legal games, with every outcome of chance written down."""

import random
from collections import Counter
from typing import Any

from rules.decks.names import fold
from rules.engine.game import HasUncertainCards, Setup
from rules.engine.ids import CHANCE
from rules.judge.game import JudgedGame
from rules.judge.record.errors import Problem, RecordError
from rules.judge.record.model import CHANCE_NAME, Deck, DeckLine, Header, Play, Record, new_record
from rules.judge.record.parser import parse
from rules.judge.record.writer import write
from rules.judge.replay.seeds import splitmix64
from rules.judge.setup import printings
from rules.judge.setup.interpretations import KEY, format_options
from rules.judge.setup.seating import setup_headers

MAX_DECISIONS = 20_000
"""The number of decisions after which a game is stopped."""


def record_game(game: JudgedGame, setup: Setup, seed: int) -> Record:
    """Return the record of a random legal game.

    Arguments and errors as for ``play_game``.
    """
    record, _, _ = play_game(game, setup, seed)
    return record


def play_game(game: JudgedGame, setup: Setup, seed: int) -> tuple[Record, Any, int]:
    """Play a random legal game.

    Return its record, its final state and the decision count.

    Args:
        game: the game.
        setup: players and decks.
        seed: determines outcomes of chance (``rules.judge.replay.seeds``) and the players' choices. The record holds
            every outcome, so a replay does not need it.

    Raises:
        RecordError: the players' names are not valid in a record.
        ValueError: the game cannot begin with this setup (unknown cards, unsupported cards, or cards with uncertain
            effects).
    """
    _reject_undecidable(game, setup)
    headers = record_headers(game, setup, ("Seed", str(seed)))
    chance = random.Random(seed)  # noqa: S311 - games, not secrets
    state = game.engine.new_game(setup)
    plays: list[Play] = []
    claimed = decisions = outcomes = 0
    while not state.over and decisions < MAX_DECISIONS:
        if state.pending.seat == CHANCE:
            action = game.engine.outcome(state, splitmix64(seed, outcomes))
            outcomes += 1
        else:
            action = game.engine.sample(state, chance)
        actor = CHANCE_NAME if action.seat == CHANCE else setup.names[action.seat]
        words = game.notation.render(state, action)
        # Words that could repeat an automatic action are parsed as that first, so the repetition is written before
        # them.
        while repeated := game.notation.repeats(state, action.seat, words, state.log[claimed:]):
            plays.append(Play(actor, words))
            claimed += repeated.log_entries
        plays.append(Play(actor, words))
        claimed = len(state.log) + 1
        game.engine.apply(state, action)
        decisions += 1
    decks = tuple(deck_block(name, cards) for name, cards in zip(setup.names, setup.decks, strict=True))
    return Record(headers, decks, None, tuple(plays)), state, decisions


def _reject_undecidable(game: JudgedGame, setup: Setup) -> None:
    """Raise ``ValueError`` if a deck has cards with uncertain effects.

    Such cards stop a game.
    """
    engine = game.engine
    names = engine.uncertain_cards(setup) if isinstance(engine, HasUncertainCards) else ()
    if names:
        raise ValueError(
            f"What {' and '.join(names)} {'does' if len(names) == 1 else 'do'} is not known for certain, so a random "
            "game would stop there: take other cards into the decks."
        )


def record_headers(game: JudgedGame, setup: Setup, *extra: tuple[str, str]) -> tuple[Header, ...]:
    """Return the headers of a record for ``setup``.

    They include ``extra`` pairs of key and value.

    Raises:
        RecordError: the players' names are not valid in a record.
    """
    readings = tuple(choice for choice in setup.choices if choice[0] in game.interpretations)
    option_headers = [(KEY, format_options(readings))] if readings else []
    if len(readings) < len(setup.choices):
        option_headers.append((printings.KEY, printings.format_printings(game.cards, setup.choices)))
    option_headers += [("Cards", game.cards_reference)] if game.cards_reference else []
    begun = new_record(
        game.slug, setup.version, setup.names, setup.first, (*setup_headers(setup), *option_headers, *extra)
    )
    read = parse(write(begun))
    for header in begun.headers:
        if read.header(header.key) is None:
            player = next(name for name in setup.names if fold(name) == fold(header.key))
            message = f"the name {player!r} cannot stand in a record with the header {header.key}"
            raise RecordError(Problem(0, 0, message, player))
    if read.players != setup.names:
        changed = next(name for name in setup.names if name not in read.players)
        raise RecordError(Problem(0, 0, f"the name {changed!r} cannot stand in a record", changed))
    return begun.headers


def deck_block(player: str, cards: tuple[str, ...] | None) -> Deck:
    """Return the deck block of a record with copies counted.

    ``None`` is an unknown deck.
    """
    if cards is None:
        return Deck(player, None)
    return Deck(player, tuple(DeckLine(f"{count} {name}") for name, count in Counter(cards).items()))
