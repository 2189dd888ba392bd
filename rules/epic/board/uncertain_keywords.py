"""Unconfirmed keywords of cards, and actions whose legality depends on them.

A champion is treated as not having such a keyword. An action that would be legal with it has an
``UncertainViolation``.
"""

from rules.engine.decision import Violation
from rules.epic.cards.printed import PrintedCard
from rules.epic.interpretation_options import AMBUSH_DEPLOYING
from rules.epic.state import Champion, EpicState, has_lost_abilities
from rules.epic.state.display_names import display_name
from rules.epic.traits import BLITZ, Keyword


class UncertainViolation(Violation):
    """A violation that may not apply, because a keyword is uncertain.

    ``text`` says why.
    """


def uncertain_keyword_text(card: PrintedCard, keyword: str, name: str) -> str:
    """Return a sentence saying that it is uncertain whether the card has ``keyword``."""
    return f"Whether {name} has {keyword} is not known for certain: {card.doubt}."


def uncertain_deploying_text(state: EpicState, champion: Champion) -> str:
    """Return why it is uncertain whether a deploying champion is restricted, or ""."""
    card = state.table[champion.cid]
    if not card.doubtful_keywords or has_lost_abilities(champion):
        return ""
    decisive = (BLITZ, Keyword.AMBUSH) if state.options[AMBUSH_DEPLOYING] else (BLITZ,)
    doubtful = next((keyword for keyword in decisive if keyword in card.doubtful_keywords), "")
    return uncertain_keyword_text(card, doubtful, display_name(state, champion.oid)) if doubtful else ""
