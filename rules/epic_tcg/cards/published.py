"""The known published cards.

Names of gift cards, and five cards described in reviews. No card list is known. The Epic Card Game of 2015 reuses
names for different cards, so its facts are not used.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.epic_tcg.cards.model import Alignment, Card, CardSet, CardType, Certainty, Fact

RULE_BOOK: Final = "rule book of the Epic TCG, first edition, 2009: the list of gift cards (TCG:4.8)"
PAST: Final = "http://amazingspidertank.blogspot.com/2017/01/epic-look-at-past.html"
FUTURE: Final = "http://amazingspidertank.blogspot.com/2017/01/epic-look-at-our-future.html"
FAMILIAR: Final = "http://www.robotviking.com/2009/03/24/epic-tcg-feels-oddly-familiar/"

_LISTED: Final[Mapping[Fact, Certainty]] = MappingProxyType(
    {Fact.NAME: Certainty.SOURCED, Fact.GIFT: Certainty.SOURCED}
)
GIFTS: Final = (
    "At Any Price",
    "Battle Standard",
    "Bolt from the Blue",
    "Brush Aside",
    "Evil Dead",
    "Ferocious",
    "Flash Fire",
    "Forget the Past",
    "Full Moon",
    "Hand of Navec",
    "Hired Muscle",
    "I Own the Night",
    "Mask of the Many",
    "Naturalist",
    "Nature's Renewal",
    "Night Rise",
    "One-Eyed Sidekick",
    "Priestess",
    "Recruitment",
    "Rescue",
    "Ring of Will",
    "Rushing In",
    "Seaside Cave",
    "Second Wind",
    "Seize the Day",
    "Shelter",
    "Snowblind",
    "Stolen Memory",
    "Swarm",
    "Thought Stealer",
    "Thrust",
    "Timewalker",
    "Tranquil Retreat",
    "Walk it Off",
    "Werewolf",
    "Word of Summoning",
    "You Lack Faith",
    "You Were Saying?",
)
"""The gift cards of the first set, in printed order."""


def _single_source(*facts: Fact) -> Mapping[Fact, Certainty]:
    return MappingProxyType(dict.fromkeys((Fact.NAME, *facts), Certainty.SINGLE))


_CHAMPION = (Fact.TYPE, Fact.BEHAVIOUR)

CARDS: Final = (
    *(Card(name, CardSet.FIRST, gift=True, certainty=_LISTED, sources=(RULE_BOOK,)) for name in GIFTS),
    Card(
        "T-Rex",
        CardSet.PUBLISHED,
        type_=CardType.CHAMPION,
        alignment=Alignment.WILD,
        behaviour="Its player may show up to three Wild cards and draw as many.",
        certainty=_single_source(Fact.ALIGNMENT, *_CHAMPION),
        sources=(PAST,),
        notes="Named so by the reviewer; the card of 2015 is Raging T-Rex. The alignment follows from the comparison.",
    ),
    Card(
        "Blue Dragon",
        CardSet.PUBLISHED,
        type_=CardType.CHAMPION,
        behaviour="Deals damage each time any player draws a card; how much is unknown.",
        certainty=_single_source(*_CHAMPION),
        sources=(PAST,),
    ),
    Card(
        "Drain Essence",
        CardSet.PUBLISHED,
        certainty=_single_source(),
        sources=(PAST,),
        notes="Another card of that name is in the game of 2015; its effect is unknown.",
    ),
    Card(
        "Ancient Red Dragon",
        CardSet.PUBLISHED,
        type_=CardType.CHAMPION,
        alignment=Alignment.WILD,
        behaviour="Expend and discard a Wild card: 5 deadly damage.",
        certainty=_single_source(Fact.ALIGNMENT, *_CHAMPION),
        sources=(FUTURE,),
        notes="The alignment follows from the context.",
    ),
    Card(
        "Tim",
        CardSet.PUBLISHED,
        type_=CardType.CHAMPION,
        behaviour="Expend: 1 damage.",
        certainty=_single_source(*_CHAMPION),
        sources=(FAMILIAR,),
    ),
)
"""All published cards with known facts."""
