"""Short forms of the verbs in records, for those who type on a phone.

=========== ============== =========== ============ =========== ===========
short       verb           short       verb         short       verb
=========== ============== =========== ============ =========== ===========
``p``       pass           ``a``       attack with  ``as``      assign
``e``       end turn       ``b bl``    block with   ``d``       discard
``k``       keep           ``nb``      no block     ``v``       reveal
``m``       mulligan       ``t``       target       ``y n``     yes, no
``pl``      play           ``c``       choose       ``r``       resolve
``x u``     use            ``gg``      concede
=========== ============== =========== ============ =========== ===========

Without a verb the words are what is asked for: at a play the card that is played, else what is picked, revealed,
discarded, declared as blockers or resolved next.
"""

import re
from functools import lru_cache
from typing import Final

from rules.engine.ids import CHANCE
from rules.epic.answers.awaited import waits_for
from rules.epic.notation.phrases import in_plain_words
from rules.epic.state import EpicState

SHORT: Final = {
    "p": "pass",
    "e": "end turn",
    "k": "keep",
    "m": "mulligan",
    "pl": "play",
    "x": "use",
    "u": "use",
    "a": "attack with",
    "b": "block with",
    "bl": "block with",
    "nb": "no block",
    "t": "target",
    "c": "choose",
    "as": "assign",
    "d": "discard",
    "v": "reveal",
    "y": "yes",
    "n": "no",
    "r": "resolve",
    "gg": "concede",
}
"""The verb that each short form stands for."""
SHORTEST: Final = {verb: short for short, verb in reversed(SHORT.items())}
ASKED: Final = {
    "mulligan": "mulligan",
    "act": "play",
    "target": "target",
    "choose": "choose",
    "order": "resolve",
    "block": "block with",
    "assign": "assign",
    "discard": "discard",
    "reveal": "reveal",
}
"""What words without a verb mean at each kind of decision."""
FORMS: Final = {
    "mulligan": "`keep` or `mulligan Kong, Lash`",
    "act": "`play Kong`, `use Kong`, `attack with Kong` or `pass`",
    "target": "`target Kong`",
    "choose": "`choose Kong`",
    "may": "`yes` or `no`",
    "order": "`resolve Kong: tribute`",
    "block": "`block with Kong` or `no block`",
    "assign": "`assign Kong: 8 to Palace Guard`",
    "discard": "`discard Kong`",
    "reveal": "`reveal Kong, Lash` or `decline`",
    "number": "`choose 3`",
    "draw": "`chance: Ben draws Kong`",
    "mode": "`choose mode 2`",
}
"""How the answer to each kind of decision is written."""
_ALONE: Final = frozenset({"pass", "end turn", "keep", "no block", "yes", "no", "concede"})
_FIRST: Final = re.compile(r"^(\w+)\.?(?:\s+(.*))?$", re.DOTALL)


@lru_cache(maxsize=1024)
def spelled_out(words: str) -> str:
    """Return ``words`` with a short verb in full, and a phrase for a verb as the verb itself; others as they are.

    >>> spelled_out("bl pal gua"), spelled_out("P"), spelled_out("p kong")
    ('block with pal gua', 'pass', 'p kong')
    """
    found = _FIRST.match(words)
    verb = SHORT.get(found[1].casefold()) if found else None
    if found is None or verb is None or bool(found[2]) == (verb in _ALONE):
        return in_plain_words(words)
    return f"{verb} {found[2]}" if found[2] else verb


def with_verb(state: EpicState, seat: int, words: str) -> str:
    """Return ``words`` that have no verb with the one that ``seat`` is asked for, empty where nothing is asked."""
    decision = state.pending
    if decision is None or decision.seat != seat or decision.kind not in ASKED:
        return ""
    return f"{ASKED[decision.kind]} {words}"


def wanted(state: EpicState) -> str:
    """Return who is asked for what, and how it is written."""
    decision = state.pending
    if decision is None:
        return "the game is over"
    who = "chance" if decision.seat == CHANCE else state.names[decision.seat]
    return f"{who} {waits_for(state, decision)}: write {FORMS[decision.kind]}"
