"""The Sage cards of Tyrants."""

from functools import partial

from rules.epic.cards.model import LISTING, Alignment, Card, CardSet, CardType, Keyword
from rules.epic.cards.sources import SPIDERTANK_10, SPIDERTANK_11, TOM_EPIC_PAGE_20
from rules.epic.effects import (
    Affected,
    Ally,
    Banish,
    Bounce,
    Choice,
    Choices,
    Cost,
    CreateToken,
    Damage,
    Discard,
    Draw,
    Filter,
    ForEachPlayer,
    Lasts,
    Loyalty,
    May,
    Mode,
    Modify,
    OnPlay,
    OwnerOf,
    Picked,
    Players,
    PlayFree,
    Plus,
    Power,
    PutIntoPlay,
    Recycle,
    Revealed,
    RevealTop,
    Seize,
    Target,
    Targets,
    This,
    ToHand,
    Transform,
    Tribute,
    Union,
    What,
    Whose,
    X,
)

_champion = partial(Card, set=CardSet.TYRANTS, type=CardType.CHAMPION)
_event = partial(Card, set=CardSet.TYRANTS, type=CardType.EVENT)

CARDS: tuple[Card, ...] = (
    _event(
        name="Arcane Research",
        pack="Markus' Command",
        alignments=(Alignment.SAGE,),
        cost=0,
        summary="Banish this card together with any number of cards from own discard pile; reveal as many cards off own deck as were banished, keep one in hand, banish the others.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Banish(Union((This(), Choices(What.DISCARD, Filter(whose=Whose.OWN))))),
                            RevealTop(Plus((X(), 1))),
                            ToHand(Choice(What.REVEALED)),
                            Banish(Revealed()),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Elara, the Lycomancer",
        pack="Markus' Command",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=6,
        defense=5,
        classes=("Human", "Mage"),
        markers=("tribute", "loyalty 2", "expend"),
        summary="Loyalty 2: gains blitz. Tribute: make one wolf token. Expend: transform a target champion, wolf token replacing it (original goes under its owner's deck, its controller makes the token).",
        sources=(*LISTING, SPIDERTANK_10),
        text=(
            Loyalty(2, (Modify(This(), keywords=(Keyword.BLITZ,), lasts=Lasts.IN_PLAY),)),
            Tribute((CreateToken("Wolf Token"),)),
            Power(Cost(expend=True), (Transform(Target(What.CHAMPION), "Wolf Token"),)),
        ),
        playable=True,
    ),
    _event(
        name="Fumble",
        pack="Raxxa's Revenge",
        alignments=(Alignment.SAGE,),
        cost=0,
        markers=("recycle",),
        summary="Modes: (a) free: a target champion has -10 offense this turn, then recycle; (b) pay 1 gold: draw 2.",
        text=(OnPlay((Mode((Modify(Target(What.CHAMPION), offense=-10), Recycle())), Mode((Draw(2),), gold=1))),),
        playable=True,
    ),
    _event(
        name="Helion's Fury",
        pack="Helion's Deceit",
        alignments=(Alignment.SAGE,),
        cost=1,
        classes=("Tyrant",),
        summary="Modes: (a) draw 2; (b) own turn only: bounce at most two target champions, then draw 1.",
        sources=(*LISTING, SPIDERTANK_11),
        text=(OnPlay((Mode((Draw(2),)), Mode((Bounce(Targets(What.CHAMPION)), Draw(1)), own_turn=True))),),
        playable=True,
    ),
    _champion(
        name="Helion, the Dominator",
        pack="Helion's Deceit",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=8,
        defense=8,
        classes=("Human", "Tyrant"),
        keywords=(Keyword.AMBUSH,),
        markers=("loyalty 2", "expend"),
        summary="Loyalty 2: seize a target champion until end of turn, with blitz. Expend: up to two targets take 2 damage each.",
        text=(
            Loyalty(2, (Seize(Target(What.CHAMPION)), Modify(Affected(), keywords=(Keyword.BLITZ,)))),
            Power(Cost(expend=True), (Damage(2, Targets(What.ANY)),)),
        ),
        playable=True,
    ),
    _champion(
        name="Knight of Shadows",
        pack="Raxxa's Revenge",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=9,
        defense=4,
        classes=("Construct",),
        keywords=(Keyword.UNBLOCKABLE,),
        markers=("tribute",),
        summary="Tribute: draw 1 and every opponent discards 1.",
        sources=(*LISTING, TOM_EPIC_PAGE_20),
        text=(Tribute((Draw(1), Discard(1, Players(Whose.OPPOSING)))),),
        playable=True,
    ),
    _event(
        name="Lesson Learned",
        pack="Draka's Rage",
        alignments=(Alignment.SAGE,),
        cost=1,
        summary="Modes: (a) draw 2; (b) play an event out of own discard pile free of cost, afterwards banish both that event and this card.",
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode(
                        (
                            PlayFree(Choice(What.DISCARD, Filter(whose=Whose.OWN, card_type=CardType.EVENT))),
                            Banish(Union((Affected(), This())), played=True),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Mist Guide Herald",
        pack="Draka's Rage",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=3,
        defense=2,
        classes=("Fairy",),
        keywords=(Keyword.AIRBORNE,),
        markers=("tribute",),
        summary="Tribute: reveal own top 5 cards; one champion among them may enter play; the others are banished.",
        text=(
            Tribute(
                (
                    RevealTop(5),
                    May((PutIntoPlay(Choice(What.REVEALED, Filter(card_type=CardType.CHAMPION))),)),
                    Banish(Revealed()),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Shadow Imp",
        pack="Draka's Rage",
        alignments=(Alignment.SAGE,),
        cost=0,
        offense=2,
        defense=3,
        classes=("Imp",),
        keywords=(Keyword.AMBUSH, Keyword.BLITZ, Keyword.UNBLOCKABLE),
        markers=("ally",),
        summary="Sage ally trigger: optionally take this from play back to hand.",
        sources=(*LISTING, TOM_EPIC_PAGE_20),
        text=(Ally(Alignment.SAGE, (May((Bounce(This()),)),)),),
        playable=True,
    ),
    _champion(
        name="Temporal Enforcer",
        pack="Raxxa's Revenge",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=6,
        defense=4,
        classes=("Human", "Mage"),
        keywords=(Keyword.AMBUSH, Keyword.UNBLOCKABLE),
        markers=("loyalty 2", "ally"),
        summary="Loyalty 2 (optional): bounce a target champion. Sage ally trigger (optional): bounce a target 0-cost champion.",
        text=(
            Loyalty(2, (May((Bounce(Target(What.CHAMPION)),)),)),
            Ally(Alignment.SAGE, (May((Bounce(Target(What.CHAMPION, Filter(cost=0))),)),)),
        ),
        playable=True,
    ),
    _event(
        name="Temporal Shift",
        pack="Markus' Command",
        alignments=(Alignment.SAGE,),
        cost=1,
        summary="Bounce a target champion; the player it returns to banishes one card from hand. Caster draws 1.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Bounce(Target(What.CHAMPION)),
                            ForEachPlayer(OwnerOf(Picked()), (Banish(Choice(What.HAND)),)),
                            Draw(1),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Vanishing",
        pack="Helion's Deceit",
        alignments=(Alignment.SAGE,),
        cost=0,
        summary="Modes: (a) free, own turn only: bounce a target champion; (b) pay 1 gold: draw 2.",
        sources=(*LISTING, TOM_EPIC_PAGE_20),
        text=(OnPlay((Mode((Bounce(Target(What.CHAMPION)),), own_turn=True), Mode((Draw(2),), gold=1))),),
        playable=True,
    ),
)
