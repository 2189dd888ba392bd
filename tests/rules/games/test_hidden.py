"""Hidden information does not change what a viewer sees, in any engine."""

import random
import re
from dataclasses import replace
from typing import Any

from rules.games import PlayableGame
from rules.judge.board import JUDGE, PUBLIC
from rules.notation.position.errors import PositionError
from tests.rules.games.arranged import EVERY_ENGINE, arranged, engine_of, moment, names

MOMENTS = 40
HIDDEN = ("hand", "deck")
"""The piles whose cards the position of a record lists and a viewer may not know."""


def with_other_cards(game: PlayableGame, state: Any, seed: int, seats: list[int], pile: str) -> Any:
    """Return the game with other cards of the same types, as many of each, in this pile of ``seats``."""
    chance = random.Random(f"others {seed}")
    pool = list(names(game.slug))
    kinds: dict[str, list[str]] = {}
    for each in pool:
        kinds.setdefault(game.cards.card(each).type, []).append(each)
    shuffled = [(kind, chance.sample(kind, len(kind))) for kind in kinds.values()]
    others = {each: other for kind, mixed in shuffled for each, other in zip(kind, mixed, strict=True)}
    name = re.compile("|".join(re.escape(each) for each in sorted(pool, key=len, reverse=True)))
    keys = {f"{state.names[seat]} {pile}" for seat in seats}
    fields: dict[str, list[str]] = {}
    for key, text in game.notation.describe(state):
        output = name.sub(lambda match: others[match[0]], text) if key in keys else text
        fields.setdefault(key, []).append(output)
    return game.notation.position(fields, replace(arranged(game, seed), decks=(None,) * len(state.names)))


def pending_choices(state: Any) -> tuple[int, str, int]:
    """Return who is asked for what, and by which card."""
    return state.pending.seat, state.pending.kind, state.pending.source


@EVERY_ENGINE
def test_board_does_not_depend_on_hidden_cards(slug: str) -> None:
    game, compared = engine_of(slug), 0
    for seed in range(MOMENTS):
        state = moment(game, seed)
        for viewer in (PUBLIC, *range(len(state.names))):
            board = game.views.board(state, viewer)
            for pile in HIDDEN:
                unknown = [seat for seat, side in enumerate(board.sides) if getattr(side, pile).cards is None]
                try:
                    other = with_other_cards(game, state, seed, unknown, pile)
                except PositionError:
                    # A card of the pile is named elsewhere too, by what is under way.
                    continue
                # A player without any option is not asked, and all players at the table learn that.
                if pending_choices(other) == pending_choices(state) or state.pending.seat not in unknown:
                    assert game.views.board(other, viewer) == board, (seed, viewer, pile)
                    compared += 1
        assert all(side.hand.cards is None for side in game.views.board(state, PUBLIC).sides), seed
        assert all(side.hand.cards is not None for side in game.views.board(state, JUDGE).sides), seed
    assert compared > MOMENTS * len(HIDDEN)
