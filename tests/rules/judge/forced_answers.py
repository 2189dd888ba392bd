"""Random games with their forced actions stated."""

import random
from collections.abc import Iterator
from itertools import islice

from rules.engine.decision import Action, UndeterminedError
from rules.engine.ids import CHANCE
from rules.epic.engine import ENGINE
from rules.epic.notation.answers import NOTATION
from rules.epic.state import EpicState
from rules.epic.state.automatic_decisions import AutomaticDecisionObserver
from tests.rules.judge.epic_games import PLAYABLE, setup
from tests.rules.judge.hidden_cards import line, text

Forced = tuple[str, str, list[str]]
"""A record of one answer, the same with what it settled said again, and the words of what is said again."""


def settled(state: EpicState, answer: Action) -> list[str]:
    """Carry ``answer`` out, and return what is settled meanwhile without asking a player, as lines."""
    state.observer = found = AutomaticDecisionObserver(lambda _state, decision: None if decision.seat == CHANCE else [])
    ENGINE.apply(state, answer)
    state.observer = None
    lines = []
    for then in found.settled:
        only = list(islice(ENGINE.legal(then), 2))
        if len(only) == 1 and only[0].verb not in {"pass", "end"}:
            lines.append(line(then, only[0].seat, NOTATION.render(then, only[0])))
    return lines


def forced(seed: int, every: float = 0.3) -> Iterator[Forced]:
    """Yield records of moments of the game of ``seed`` at which something is settled without asking."""
    chance = random.Random(f"forced {seed}")
    decks = tuple(tuple(chance.choice(PLAYABLE) for _ in range(30)) for _ in range(2))
    state = ENGINE.new_game(setup(seed, decks))
    try:
        while not state.over:
            answer = ENGINE.sample(state, chance)
            before = ENGINE.copy(state)
            lines = settled(state, answer)
            if lines and chance.random() < every:
                fields = NOTATION.describe(before)
                message = line(before, answer.seat, NOTATION.render(before, answer))
                yield text(before, [message], fields), text(before, [message, *lines], fields), lines
    except UndeterminedError:
        return
