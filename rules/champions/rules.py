"""The dispatch tables of Champions.

They have frame handlers, phase handlers and action types.
"""

from typing import Final

from rules.champions.actions import card_choices, chance_cards, place_champion, play_card, turn_actions
from rules.champions.game_loop import (
    card_instructions,
    chance,
    hand_instructions,
    health_instructions,
    leaving,
    play_steps,
    rotation,
    setup,
    turn,
)
from rules.champions.game_loop.reactions import run_reactions
from rules.champions.game_loop.text_execution import run_text
from rules.champions.state import ChampionsState
from rules.engine.action_types import ActionTypes
from rules.engine.decision import UndeterminedError
from rules.engine.rules import Rules


def _raise_endless_loop(_state: ChampionsState) -> None:
    raise UndeterminedError("cards react to each other endlessly (CH-52): a judge ends the game")


EXECUTING: Final = (card_instructions, hand_instructions, health_instructions)
"""The modules whose functions register as executors of instructions."""
RULES: Final = Rules[ChampionsState](
    frames={
        "play": play_steps.run_play,
        "deploy": play_steps.run_play,
        "use": play_steps.run_use,
        "text": run_text,
        "sweep": run_reactions,
        "draw": chance.run_draw,
        "reveal": chance.run_reveal,
        "discard": hand_instructions.run_discard,
        "rotate": rotation.run_rotate,
        "exhaust": leaving.run_exhaust,
        "remove": leaving.run_remove,
        "leave": leaving.run_leave,
        "return": leaving.run_return,
        "give": leaving.run_return,
        "swap": leaving.run_exchange,
        "replace": leaving.run_exchange,
    },
    phases={
        "placement": setup.place_champions,
        "opening": turn.begin_first_turn,
        "start": turn.begin_battlefield_phase,
        "rotate": turn.rotate_smooth_cards,
        "exhaust": turn.exhaust_cards,
        "leaving": turn.handle_exhausted,
        "instant": turn.run_instant_effects,
        "action": turn.ask_for_action,
        "pass": turn.draw_for_unused_actions,
        "draw": turn.begin_end_phase,
        "end": turn.begin_empty_deck_check,
        "check": turn.run_empty_deck_check,
        "last": turn.check_defeat,
    },
    verbs=ActionTypes[ChampionsState](
        [
            place_champion.PlaceChampion(),
            play_card.PlayCard(),
            turn_actions.UseAct(),
            turn_actions.Pass(),
            turn_actions.GiveUp(),
            card_choices.PickCard(),
            card_choices.DeployCard(),
            card_choices.PutCard(),
            card_choices.Accept(),
            card_choices.Decline(),
            card_choices.ChooseOption(),
            chance_cards.DrawnCard("draw", "draw a card"),
            chance_cards.RevealedBlessing("reveal", "reveal a Blessing"),
            turn_actions.Concede(),
        ]
    ),
    exists=lambda state, ref: ref in state.owners,
    endless=_raise_endless_loop,
)
"""The rules tables of the engine."""
