"""The gods and demigods of the Pantheon packs, which start beside the deck."""

from functools import partial

from rules.epic.cards.model import Alignment, Card, CardSet, CardType

_deity = partial(Card, set=CardSet.PANTHEON, cost=None, type=CardType.DEITY)

CARDS: tuple[Card, ...] = (
    _deity(
        name="Angeline, Silver Wing",
        pack="Angeline vs Scara",
        alignments=(Alignment.GOOD,),
        classes=("Goddess",),
        markers=("ally",),
        summary="Activated, 1 gold: make one human token (arrives expended), then a target champion and all namesakes cannot be broken, targeted or banished this turn. Good ally trigger: make one expended human token.",
    ),
    _deity(
        name="Furios, Father of Nature",
        pack="Furios vs Maligus",
        alignments=(Alignment.GOOD, Alignment.WILD),
        classes=("Elder God",),
        summary="Start of own turn, choose one: gain 10 health; or 6 damage to a target.",
    ),
    _deity(
        name="Gareth, Father of Genius",
        pack="Gareth vs Lashnok",
        alignments=(Alignment.SAGE,),
        classes=("God",),
        markers=("ally",),
        summary="Activated, 1 gold: bounce a target champion; when it was the caster's own card, an event from hand may be played free, otherwise its owner banishes one card from hand. Sage ally trigger: a target champion becomes expended.",
    ),
    _deity(
        name="Helena, the Valiant",
        pack="Helena vs Zaltessa",
        alignments=(Alignment.GOOD, Alignment.SAGE),
        classes=("Elder Goddess",),
        summary="Start of own turn, choose one: all opposing champions become expended; or make six human tokens that have blitz this turn.",
    ),
    _deity(
        name="Lashnok, Worldbreaker",
        pack="Gareth vs Lashnok",
        alignments=(Alignment.WILD,),
        classes=("God",),
        markers=("ally",),
        summary="Activated, 1 gold: each own champion receives two +1/+1 counters and has blitz and breakthrough this turn. Wild ally trigger: 1 damage to a target.",
    ),
    _deity(
        name="Maligus, the Dark One",
        pack="Furios vs Maligus",
        alignments=(Alignment.EVIL, Alignment.SAGE),
        classes=("Elder God",),
        summary="Start of own turn, choose one: bounce a target champion and its owner discards 1; or make two zombie tokens and gain 4 health.",
    ),
    _deity(
        name="Scara, Weaver of Sorrow",
        pack="Angeline vs Scara",
        alignments=(Alignment.EVIL,),
        classes=("Goddess",),
        markers=("ally",),
        summary="Activated, 1 gold: a champion card from either discard pile enters play under own control. Evil ally trigger: optionally pay 1 health to make one zombie token (arrives expended).",
    ),
    _deity(
        name="Zaltessa, the Huntress",
        pack="Helena vs Zaltessa",
        alignments=(Alignment.EVIL, Alignment.WILD),
        classes=("Elder Goddess",),
        summary="Start of own turn, choose one: break a target champion; or make four wolf tokens that have blitz this turn.",
    ),
)
