"""The tokens that published cards create."""

from functools import partial

from rules.epic.cards.model import GALLERY, LISTING, Alignment, Card, CardSet, CardType
from rules.epic.cards.sources import TOM_DUELS_PAGE_2, V_MUNDI_EVIL, V_MUNDI_PAGE_9

_champion = partial(Card, set=CardSet.TOKEN, pack="Token", type=CardType.CHAMPION)

CARDS: tuple[Card, ...] = (
    _champion(
        name="Demon Token",
        alignments=(Alignment.EVIL,),
        cost=0,
        offense=4,
        defense=4,
        classes=("Demon",),
        markers=("token",),
        summary="Token: no ability; it is a 0-cost champion and ceases to exist on leaving play.",
        doubtful=("behaviour: from memory, no written source",),
        sources=(*LISTING, V_MUNDI_EVIL),
        playable=True,
    ),
    _champion(
        name="Human Token",
        alignments=(Alignment.GOOD,),
        cost=0,
        offense=1,
        defense=1,
        classes=("Human",),
        markers=("token",),
        summary="Token: no ability; it is a 0-cost champion and ceases to exist on leaving play.",
        doubtful=("behaviour: from memory, no written source",),
        sources=(*LISTING, V_MUNDI_PAGE_9),
        playable=True,
    ),
    _champion(
        name="Scrap Token",
        alignments=(Alignment.SAGE,),
        cost=0,
        offense=6,
        defense=6,
        classes=("Construct",),
        markers=("token",),
        summary="Token made by the Pantheon Scrap Golem; stats and any copied power are from memory, unverified.",
        doubtful=(
            "name: only the name of the image in the gallery",
            "set: only the name of the image in the gallery",
            "alignment: from memory, no written source; whether it copies a power is unknown",
            "cost: from memory, no written source; whether it copies a power is unknown",
            "type: from memory, no written source; whether it copies a power is unknown",
            "classes: from memory, no written source; whether it copies a power is unknown",
            "offense: from memory, no written source; whether it copies a power is unknown",
            "defense: from memory, no written source; whether it copies a power is unknown",
            "keywords: from memory, no written source; whether it copies a power is unknown",
            "behaviour: from memory, no written source; whether it copies a power is unknown",
        ),
        sources=(GALLERY,),
        playable=True,
    ),
    _champion(
        name="Wolf Token",
        alignments=(Alignment.WILD,),
        cost=0,
        offense=2,
        defense=2,
        classes=("Wolf",),
        markers=("token",),
        summary="Token: no ability; it is a 0-cost champion and ceases to exist on leaving play.",
        doubtful=("behaviour: from memory, no written source",),
        sources=(*LISTING, TOM_DUELS_PAGE_2),
        playable=True,
    ),
    _champion(
        name="Zombie Token",
        alignments=(Alignment.EVIL,),
        cost=0,
        offense=2,
        defense=2,
        classes=("Zombie",),
        markers=("token",),
        summary="Token: no ability; it is a 0-cost champion and ceases to exist on leaving play.",
        doubtful=("behaviour: from memory, no written source",),
        sources=(*LISTING, V_MUNDI_EVIL),
        playable=True,
    ),
)
