"""Keywords that no source tells for certain, and plays of which nobody can say whether they are legal because of them.

A champion is taken not to have such a keyword; where having it would make the difference, that is a ``Doubt``.
"""

from rules.engine.decision import Violation
from rules.epic.cards.printed import Printed
from rules.epic.interpretation_options import AMBUSH_DEPLOYING
from rules.epic.state import Champion, EpicState, lost
from rules.epic.state.display_names import called
from rules.epic.traits import BLITZ, Keyword


class Doubt(Violation):
    """A condition of which nobody knows whether an answer fails it; ``text`` says why."""


def not_for_certain(card: Printed, keyword: str, name: str) -> str:
    """Return the sentence that nobody knows whether ``card``, called ``name``, has ``keyword``."""
    return f"Whether {name} has {keyword} is not known for certain: {card.doubt}."


def held_back_perhaps(state: EpicState, champion: Champion) -> str:
    """Return why nobody knows whether a champion without blitz is held back while deploying; empty where all do."""
    card = state.table[champion.cid]
    if not card.doubted or lost(champion):
        return ""
    decisive = (BLITZ, Keyword.AMBUSH) if state.readings[AMBUSH_DEPLOYING] else (BLITZ,)
    found = next((keyword for keyword in decisive if keyword in card.doubted), "")
    return not_for_certain(card, found, called(state, champion.oid)) if found else ""
