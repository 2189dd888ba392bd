"""The tables of Champions: what goes on with each frame and phase, and the verbs; triggers wait for nothing here."""

from typing import Final

from rules.champions.process import chance, plays, setup, turn
from rules.champions.process.carrying import run_text
from rules.champions.process.sweep import run_sweep
from rules.champions.process.turning import run_exhaust
from rules.champions.state import ChampionsState
from rules.champions.verbs import acting, bringing, placing, playing
from rules.engine.action_types import ActionTypes
from rules.engine.decision import UndeterminedError
from rules.engine.rules import Rules


def _endless(_state: ChampionsState) -> None:
    raise UndeterminedError("cards answer to one another without end (CH-52): a judge ends the game")


RULES: Final = Rules[ChampionsState](
    frames={
        "play": plays.run_play,
        "use": plays.run_use,
        "text": run_text,
        "sweep": run_sweep,
        "draw": chance.run_draw,
        "reveal": chance.run_reveal,
        "exhaust": run_exhaust,
    },
    phases={
        "placement": setup.placement,
        "opening": turn.opening,
        "start": turn.start,
        "rotate": turn.rotate,
        "exhaust": turn.exhaust,
        "leaving": turn.leaving,
        "instant": turn.instant,
        "action": turn.action,
        "pass": turn.passed,
        "draw": turn.draw,
        "end": turn.end,
        "check": turn.check,
        "last": turn.last,
    },
    verbs=ActionTypes[ChampionsState](
        [
            placing.PlaceChampion(),
            playing.PlayCard(),
            acting.UseAct(),
            acting.Pass(),
            acting.GiveUp(),
            bringing.Drawn("draw", "draws a card"),
            bringing.Revealed("reveal", "reveals a Blessing"),
            acting.Concede(),
        ]
    ),
    exists=lambda state, ref: ref in state.owners,
    endless=_endless,
)
"""What the engine is made of."""
