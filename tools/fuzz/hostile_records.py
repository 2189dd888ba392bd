"""Hostile records.

Positions of random games are followed by lines with arbitrary names.
"""

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

from rules.engine.decision import ActionError, UndeterminedError
from rules.engine.game import Setup
from rules.engine.ids import CHANCE
from rules.epic.cards.game_cards import PUBLISHED
from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.engine import ENGINE
from rules.epic.notation.answers import NOTATION
from rules.epic.notation.names.references import label
from rules.epic.state import EpicState
from rules.games import EPIC
from rules.judge.output.random_play import deck_block, record_headers
from rules.judge.record.model import CHANCE_NAME, Branch, Play, Position, PositionField, Record
from rules.judge.record.writer import write
from rules.notation.position.cards import card_names, cards_text
from tools.fuzz.setups import DECK_CARDS, random_setup

MAX_DECISIONS: Final = 400
EVERY: Final = 8
"""One of this many decisions starts a record."""
TRIES: Final = 5
"""Attempts to find a line that can be parsed."""
VERBS: Final = (
    "play", "play", "use", "attack with", "block with", "target", "target", "choose", "choose", "recycle", "reveal",
    "discard", "resolve", "resolve", "assign", "mulligan", "yes", "no", "pass", "end turn", "no block", "keep",
    "concede", "choose mode", "decline", "draw", "",
)  # fmt: skip
TAILS: Final = (
    "", "", "", "", "", "", ", mode 2", ", mode 9", ": ally", ": tribute", ": loyalty", ": trigger", ", power 2",
    ": break at end", " none", ": 5 to Ben", ": 3 to Kong; 2 to A",
)  # fmt: skip


def records(seed: int) -> Iterator[str]:
    """Yield hostile records about positions of the game of ``seed``."""
    setup, chance = random_setup(seed), random.Random(f"hostile {seed}")
    state = ENGINE.new_game(setup)
    with suppress(UndeterminedError):
        for _ in range(MAX_DECISIONS):
            if state.over:
                return
            if chance.random() < 1 / EVERY:
                yield mangle(write(record(state, setup, chance)), chance)
            ENGINE.apply(state, ENGINE.sample(state, chance))


def record(state: EpicState, setup: Setup, chance: random.Random) -> Record:
    """Return a record that begins at ``state`` and continues at random."""
    hide = chance.choice((0.0, 0.0, 0.5, 1.0))
    fields = tuple(PositionField(key, hide_cards(key, text, hide, chance)) for key, text in NOTATION.describe(state))
    listed = chance.random() < 0.3
    decks = tuple(deck_block(*each) for each in zip(setup.names, setup.decks, strict=True)) if listed else ()
    begun = Record(record_headers(EPIC, setup), decks, Position(fields))
    plays = random_plays(state, chance, chance.randint(1, 5))
    branches: tuple[Branch, ...] = ()
    if chance.random() < 0.15:
        named = chance.choice((("claimed",), ("ruled",), ("claimed", "ruled")))
        branches = tuple(Branch(name, random_plays(state, chance, chance.randint(1, 3))) for name in named)
    return replace(begun, plays=plays, branches=branches)


def hide_cards(key: str, text: str, part: float, chance: random.Random) -> str:
    """Return a field with a share of the cards in hands and piles hidden.

    The share is ``part``; the piles are discard piles.
    """
    if not part or not key.endswith((" hand", " discard")):
        return text
    return cards_text(
        UNKNOWN_NAME if chance.random() < part else name for name in card_names(text, PUBLISHED.catalogue)
    )


def random_plays(state: EpicState, chance: random.Random, count: int) -> tuple[Play, ...]:
    """Return legal actions, which are applied, mixed with arbitrary lines."""
    then, plays = ENGINE.copy(state), []
    with suppress(UndeterminedError):
        for _ in range(count):
            if then.over or chance.random() < 0.55:
                plays.append(readable_play(then, chance))
                continue
            answer = ENGINE.sample(then, chance)
            actor = CHANCE_NAME if answer.seat == CHANCE else then.names[answer.seat]
            plays.append(Play(actor, NOTATION.render(then, answer)))
            ENGINE.apply(then, answer)
    return tuple(plays)


def readable_play(state: EpicState, chance: random.Random) -> Play:
    """Return a line that can usually be parsed at the pending decision, legal or not."""
    for _ in range(TRIES):
        play = random_play(state, chance)
        seat = CHANCE if play.actor == CHANCE_NAME else state.names.index(play.actor)
        with suppress(ActionError):
            NOTATION.read(ENGINE.copy(state), seat, play.words)
            return play
    return random_play(state, chance)


def random_play(state: EpicState, chance: random.Random) -> Play:
    """Return an arbitrary line."""
    decision = state.pending
    asked = decision.seat if decision is not None and decision.seat != CHANCE else chance.randrange(len(state.seats))
    seat = asked if chance.random() < 0.8 else chance.randrange(len(state.seats))
    if chance.random() < 0.06:
        return Play(
            CHANCE_NAME,
            f"{state.names[seat]} {chance.choice(('draws', 'reveals'))} {random_names(state, seat, chance)}",
        )
    verb = chance.choice(VERBS)
    if chance.random() < 0.4 and decision is not None:
        verb = {"act": "play", "order": "resolve", "may": "yes"}.get(decision.kind, decision.kind)
    return Play(
        state.names[seat], f"{verb} {random_names(state, seat, chance)}{chance.choice(TAILS)}".strip() or "pass"
    )


def random_names(state: EpicState, seat: int, chance: random.Random) -> str:
    """Return up to three names of objects in the game, or of cards that are not in it."""
    return ", ".join(random_name(state, seat, chance) for _ in range(chance.choice((0, 1, 1, 1, 1, 2, 2, 3))))


def random_name(state: EpicState, seat: int, chance: random.Random) -> str:
    """Return the name of an object, a player or a card."""
    mine = state.seats[seat]
    oids = [champion.oid for each in state.seats for champion in each.champions]
    pools = (
        [state.table[cid].name for cid in mine.hand],
        [label(state, oid, oids) for oid in oids],
        [state.table[cid].name for each in state.seats for cid in each.discard],
        [state.table[champion.cid].name for champion in mine.champions],
        list(state.names),
        [chance.choice(DECK_CARDS), "?", "2 ?", "Wolf Token", "Human Token#2", "none", "Zombie"],
    )
    pool = chance.choice([names for names in pools if names])
    return chance.choice(pool)


def mangle(text: str, chance: random.Random) -> str:
    """Return the text, sometimes with lost or doubled parts.

    In one of ten cases it is a line or some letters.
    """
    if chance.random() < 0.9:
        return text
    lines = text.splitlines()
    at = chance.randrange(len(lines))
    kind = chance.randrange(4)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[chance.randrange(len(lines))])
    elif kind == 2:
        lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
    else:
        lines[at] = lines[at].replace(" ", "", 1)
    return "\n".join(lines) + "\n"
