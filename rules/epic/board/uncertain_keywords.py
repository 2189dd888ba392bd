"""Keywords that no source tells for certain, and plays of which nobody can say whether they are legal because of them.

A champion is taken not to have such a keyword; where having it would make the difference, that is a ``Doubt``.
"""

from rules.engine.decision import Violation
from rules.epic.cards.printed import PrintedCard
from rules.epic.interpretation_options import AMBUSH_DEPLOYING
from rules.epic.state import Champion, EpicState, has_lost_abilities
from rules.epic.state.display_names import display_name
from rules.epic.traits import BLITZ, Keyword


class UncertainViolation(Violation):
    """A condition of which nobody knows whether an answer fails it; ``text`` says why."""


def uncertain_keyword_text(card: PrintedCard, keyword: str, name: str) -> str:
    """Return the sentence that nobody knows whether ``card``, called ``name``, has ``keyword``."""
    return f"Whether {name} has {keyword} is not known for certain: {card.doubt}."


def uncertain_deploying_text(state: EpicState, champion: Champion) -> str:
    """Return why nobody knows whether a champion without blitz is held back while deploying; empty where all do."""
    card = state.table[champion.cid]
    if not card.doubted or has_lost_abilities(champion):
        return ""
    decisive = (BLITZ, Keyword.AMBUSH) if state.readings[AMBUSH_DEPLOYING] else (BLITZ,)
    found = next((keyword for keyword in decisive if keyword in card.doubted), "")
    return uncertain_keyword_text(card, found, display_name(state, champion.oid)) if found else ""
