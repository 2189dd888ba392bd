"""Moments of random games as records, with hidden cards known and unknown."""

import random
from collections.abc import Callable
from contextlib import suppress

from rules.engine.decision import UndeterminedError
from rules.engine.ids import CHANCE
from rules.epic.cards.game_cards import PUBLISHED
from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.engine import ENGINE
from rules.epic.notation.answers import NOTATION
from rules.epic.state import EpicState
from rules.notation.position.cards import card_names, cards_text, groups, groups_text
from tests.rules.judge.epic_games import PLAYABLE, setup

Fields = list[tuple[str, str]]
DECK = 40


def moment(seed: int) -> EpicState:
    """Return a random game somewhere in its course."""
    chance = random.Random(seed)
    decks = tuple(tuple(chance.choice(PLAYABLE) for _ in range(DECK)) for _ in range(2))
    state = ENGINE.new_game(setup(seed, decks))
    steps = chance.randrange(10, 250)
    for _ in range(steps):
        before = ENGINE.copy(state)
        try:
            ENGINE.apply(state, ENGINE.sample(state, chance))
        except UndeterminedError:
            return before
        if state.over:
            return before
    return state


def lines(state: EpicState, chance: random.Random) -> list[str]:
    """Return what is done next: some legal answers, then one that need not be legal, naming cards that are hidden."""
    output: list[str] = []
    then = ENGINE.copy(state)
    with suppress(UndeterminedError):
        for _ in range(chance.randrange(4)):
            answer = ENGINE.sample(then, chance)
            output.append(line(then, answer.seat, NOTATION.render(then, answer)))
            ENGINE.apply(then, answer)
            if then.over:
                return output
        output.append(any_line(then, chance))
    return output


def line(state: EpicState, seat: int, words: str) -> str:
    """Return one line of the plays."""
    return f"{'chance' if seat == CHANCE else state.names[seat]}: {words}"


def any_line(state: EpicState, chance: random.Random) -> str:
    """Return a line that names cards of a hand or of the discard piles, legal or not."""
    decision = state.pending
    assert decision is not None
    if decision.seat == CHANCE or chance.random() < 0.1:
        answer = ENGINE.sample(state, chance)
        return line(state, answer.seat, NOTATION.render(state, answer))
    seat = decision.seat if chance.random() < 0.9 else chance.randrange(len(state.seats))
    hand = [state.table[cid].name for cid in state.seats[seat].hand]
    discarded = [state.table[cid].name for each in state.seats for cid in each.discard]
    verb = chance.choice(VERBS.get(decision.kind, ("play", "choose", "pass")))
    pool = discarded if verb in {"use", "choose", "target"} and chance.random() < 0.5 else hand
    most = 1 if verb in {"play", "use"} else min(len(pool), 3)
    if verb in {"pass", "decline", "yes"} or not pool:
        return line(state, seat, verb if verb in {"decline", "yes"} else "pass")
    named = chance.sample(pool, chance.randint(1, max(most, 1)))
    if verb == "reveal" and decision.kind == "reveal" and decision.high <= len(hand):
        named = chance.sample(hand, decision.high)
    return line(state, seat, f"{verb} {', '.join(named)}")


VERBS = {
    "act": ("play", "play", "play", "use", "pass", "reveal"),
    "reveal": ("reveal", "reveal", "reveal", "decline"),
    "choose": ("choose", "choose", "choose", "pass"),
    "target": ("target", "target", "target", "pass"),
    "may": ("yes", "choose", "target", "decline"),
    "discard": ("discard",),
}
"""What is tried at each kind of decision."""


def text(state: EpicState, plays: list[str], fields: Fields, *, listed: bool = False) -> str:
    """Return the record of a described moment and what follows, with the decklists where they are ``listed``."""
    players = f"Players: {', '.join(state.names)}\nFirst: {state.names[state.first]}"
    head = f"Record: 1\nGame: epic\nRules: {state.version}\n{players}\n"
    output = "\n".join(f"{key}: {value}" for key, value in fields)
    if listed:
        for name, cards in zip(state.names, state.lists, strict=True):
            head += f"Deck {name}: {' / '.join(cards or ())}\n"
    return f"{head}\nPosition\n{output}\n\nPlays\n" + "\n".join(plays) + "\n"


def hidden(fields: Fields, zone: str, hide: Callable[[], bool]) -> Fields:
    """Return ``fields`` with unknown cards for those of each ``zone`` (hand, deck, discard) that ``hide`` says."""
    found = []
    for key, value in fields:
        if key.endswith(f" {zone}"):
            parts = [
                [UNKNOWN_NAME if hide() else name for name in card_names(part, PUBLISHED.catalogue)]
                for part in groups(value)
            ]
            found.append((key, groups_text(parts) if zone == "deck" else cards_text(parts[0] if parts else [])))
        else:
            found.append((key, value))
    return found


def pair(seed: int, zones: tuple[str, ...] = ("hand", "deck"), *, listed: bool = False) -> tuple[str, str]:
    """Return two records of one moment: with the hidden cards told, and with unknown ones in their place.

    Where they are ``listed`` both tell the decklists.
    """
    chance = random.Random(f"hidden {seed}")
    state = moment(seed)
    plays = lines(state, chance)
    fields = NOTATION.describe(state)
    unknown = fields
    part = chance.choice((0.5, 1.0))
    for zone in zones:
        unknown = hidden(unknown, zone, (lambda: True) if zone == "deck" else (lambda: chance.random() < part))
    return text(state, plays, fields, listed=listed), text(state, plays, unknown, listed=listed)
