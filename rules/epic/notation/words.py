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

from rules.epic.actions.registry import VERBS
from rules.epic.notation.verbs import WORDINGS
from rules.epic.state import EpicState


def spelled_out(words: str) -> str:
    """Expand a short verb in ``words``; other words stay unchanged.

    >>> [spelled_out(words) for words in ("bl pal gua", "P", "p kong")]
    ['block with pal gua', 'pass', 'p kong']
    """
    return WORDINGS.spelled_out(words) or words


def with_verb(state: EpicState, seat: int, words: str) -> str:
    """Add the verb that the pending decision of ``seat`` implies.

    Empty if there is none.
    """
    decision = state.pending
    return "" if decision is None or decision.seat != seat else WORDINGS.with_verb(decision.kind, words)


def wanted(state: EpicState) -> str:
    """Return a message about the pending decision and how to write the action.

    It names the acting player.
    """
    return WORDINGS.wanted(state, VERBS)
