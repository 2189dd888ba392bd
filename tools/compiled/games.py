"""Play seeded games and print their log hashes and speed.

The speed is decisions per processor second. Actions are sampled and applied unchecked, then applied with the legality
check that a replay uses. Run it once as it is and once with RULES_COMPILED: the games must be the same.
"""

import hashlib
import random
import sys
import time

from rules.engine import loop
from rules.engine.decision import UndeterminedError
from rules.engine.game import Setup
from rules.epic.cards import CATALOGUE
from rules.epic.engine import ENGINE
from rules.epic.state import EpicState
from rules.games import GAMES, PlayableGame
from tests.rules.epic.engine.games import HUMANS, TALL, VERSIONS

GAME_COUNT = 300
BEST_OF = 5


def deck(chance: random.Random) -> tuple[str, ...]:
    """Return a deck of three copies of twenty random playable cards."""
    names = [card.name for card in CATALOGUE if card.playable and card.is_deck_card]
    return tuple(name for name in chance.sample(sorted(names), 20) for _ in range(3))


def play(seed: int, *, check: bool = False) -> tuple[EpicState, int]:
    """Return the final state of a random game and its number of decisions.

    Every second game has random decks. With ``check`` every action is checked. A game ends early if the rules do not
    determine how it continues.
    """
    chance = random.Random(seed)
    decks = (HUMANS, TALL) if seed % 2 else (deck(chance), deck(chance))
    state = ENGINE.new_game(Setup(("Ann", "Ben"), decks, seed // 2 % 2, VERSIONS[seed // 4 % 2]))
    decisions = 0
    while not state.over:
        try:
            answer = ENGINE.sample(state, chance)
            if check:
                ENGINE.apply(state, answer)
            else:
                ENGINE.apply_unchecked(state, answer)
        except UndeterminedError:
            break
        decisions += 1
    return state, decisions


def game_hash(state: EpicState) -> str:
    """Return a hash of the log and the final state."""
    log = [(event.seq, event.kind, event.args, event.rules, event.cause) for event in state.log]
    return hashlib.blake2b(f"{log}{state.digest()}".encode(), digest_size=12).hexdigest()


def decisions_per_second(*, check: bool) -> float:
    """Return decisions per processor second, the best of several runs."""
    best = 0.0
    for _ in range(BEST_OF):
        began = time.process_time()
        decisions = sum(play(seed, check=check)[1] for seed in range(1, 80, 2))
        best = max(best, decisions / (time.process_time() - began))
    return best


def print_other_games() -> None:
    """Play one game of every other game with an engine and print the hash of its log."""
    for game in GAMES.values():
        if not isinstance(game, PlayableGame) or game.engine is ENGINE:
            continue
        decks = tuple(game.engine.random_deck(random.Random(seed)) for seed in (1, 2))
        state, chance = game.engine.new_game(Setup(("Ann", "Ben"), decks, 0, game.engine.versions[0])), random.Random(3)
        while not state.over:
            game.engine.apply(state, game.engine.sample(state, chance))
        print(game.slug, len(state.log), hashlib.blake2b(repr(state.log).encode(), digest_size=12).hexdigest())


def main() -> None:
    print_other_games()
    for seed in range(GAME_COUNT):
        state, decisions = play(seed)
        print(seed, decisions, game_hash(state))
    print("speed", decisions_per_second(check=False), decisions_per_second(check=True))
    print("compiled", int(not str(loop.__file__).endswith(".py")))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
