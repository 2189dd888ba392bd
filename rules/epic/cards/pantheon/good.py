"""The Good cards of the Pantheon packs."""

from functools import partial

from rules.epic.cards.model import LISTING, Alignment, Card, CardSet, CardType, Keyword
from rules.epic.cards.sources import TOM_GARETH_LASHNOK, TOM_SCARA_ANGELINE, TOM_ZALTESSA_HELENA
from rules.epic.effects import (
    All,
    Ally,
    Banish,
    Choice,
    Cost,
    Count,
    CreateToken,
    Draw,
    Filter,
    FirstOne,
    ForEachPlayer,
    Gain,
    GainGold,
    If,
    Lasts,
    Loyalty,
    May,
    Mode,
    Modify,
    OnPlay,
    OutOfReach,
    Players,
    Power,
    PutIntoPlay,
    Recycle,
    Revealed,
    RevealTop,
    Static,
    Target,
    This,
    ToHand,
    Tribute,
    What,
    Whose,
)

_champion = partial(Card, set=CardSet.PANTHEON, type=CardType.CHAMPION)
_event = partial(Card, set=CardSet.PANTHEON, type=CardType.EVENT)

CARDS: tuple[Card, ...] = (
    _event(
        name="Ambush Party",
        pack="Helena vs Zaltessa",
        alignments=(Alignment.GOOD,),
        cost=1,
        classes=("Human",),
        summary="Makes three human tokens; this turn own Humans have blitz and own Good champions have +2 offense; then draw 1.",
        sources=(*LISTING, TOM_ZALTESSA_HELENA),
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            CreateToken("Human Token", 3),
                            Modify(All(Filter(whose=Whose.OWN, class_word="Human")), keywords=(Keyword.BLITZ,)),
                            Modify(All(Filter(whose=Whose.OWN, alignment=Alignment.GOOD)), offense=2),
                            Draw(1),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Angeline's Favor",
        pack="Angeline vs Scara",
        alignments=(Alignment.GOOD,),
        cost=0,
        summary="Modes: (a) free: a target champion has airborne and +2/+2 this turn; (b) pay 1 gold: draw 2.",
        sources=(*LISTING, TOM_SCARA_ANGELINE),
        text=(
            OnPlay(
                (
                    Mode((Modify(Target(What.CHAMPION), offense=2, defense=2, keywords=(Keyword.AIRBORNE,)),)),
                    Mode((Draw(2),), gold=1),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Angeline's Will",
        pack="Furios vs Maligus",
        alignments=(Alignment.GOOD,),
        cost=1,
        summary="Modes: (a) gain 10 health; (b) own turn only: banish a target expended champion; if no earlier 1-cost card was played by the caster this turn, gain 1 gold restricted to Good costs.",
        doubtful=("behaviour: a reviewer says at most one bonus gold a turn, which fits the condition given here",),
        sources=(*LISTING, TOM_GARETH_LASHNOK),
        text=(
            OnPlay(
                (
                    Mode((Gain(10),)),
                    Mode(
                        (
                            Banish(Target(What.CHAMPION, Filter(expended=True))),
                            If(FirstOne(), (GainGold(only=Alignment.GOOD),)),
                        ),
                        own_turn=True,
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Cast Out",
        pack="Helena vs Zaltessa",
        alignments=(Alignment.GOOD,),
        cost=0,
        classes=("Human",),
        summary="Modes: (a) free: make two human tokens, then banish a target champion whose defense does not exceed the caster's count of Humans in play; (b) pay 1 gold: draw 2.",
        doubtful=("behaviour: the listing garbles the comparison; read as defense at most the number of Humans",),
        sources=(*LISTING, TOM_ZALTESSA_HELENA),
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            CreateToken("Human Token", 2),
                            Banish(
                                Target(
                                    What.CHAMPION,
                                    Filter(
                                        defense_at_most=Count(
                                            What.CHAMPION, Filter(whose=Whose.OWN, class_word="Human")
                                        ),
                                    ),
                                )
                            ),
                        )
                    ),
                    Mode((Draw(2),), gold=1),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Hand of Angeline",
        pack="Gareth vs Lashnok",
        alignments=(Alignment.GOOD,),
        cost=0,
        offense=2,
        defense=3,
        classes=("Angel",),
        keywords=(Keyword.AIRBORNE,),
        markers=("ally", "recycle"),
        summary="Good ally trigger: recycle.",
        text=(Ally(Alignment.GOOD, (Recycle(),)),),
        playable=True,
    ),
    _champion(
        name="Helena's Chosen",
        pack="Helena vs Zaltessa",
        alignments=(Alignment.GOOD,),
        cost=1,
        offense=6,
        defense=5,
        classes=("Human",),
        markers=("tribute", "loyalty 2", "expend"),
        summary="Tribute: draw 1. Loyalty 2: gains blitz. Static: other own Good champions have +2 offense. Expend: make two human tokens.",
        text=(
            Tribute((Draw(1),)),
            Loyalty(2, (Modify(This(), keywords=(Keyword.BLITZ,), lasts=Lasts.IN_PLAY),)),
            Static(All(Filter(whose=Whose.OWN, alignment=Alignment.GOOD, other=True)), offense=2),
            Power(Cost(expend=True), (CreateToken("Human Token", 2),)),
        ),
        playable=True,
    ),
    _champion(
        name="Herald of Angeline",
        pack="Furios vs Maligus",
        alignments=(Alignment.GOOD,),
        cost=1,
        offense=7,
        defense=5,
        classes=("Angel",),
        keywords=(Keyword.AIRBORNE, Keyword.RIGHTEOUS),
        markers=("tribute",),
        summary="Tribute: reveal own top 3 cards; optionally keep one Good card of them in hand; the others are banished.",
        sources=(*LISTING, TOM_SCARA_ANGELINE),
        text=(
            Tribute(
                (
                    RevealTop(3),
                    May((ToHand(Choice(What.REVEALED, Filter(alignment=Alignment.GOOD))),)),
                    Banish(Revealed()),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Knight of the Dawn",
        pack="Furios vs Maligus",
        alignments=(Alignment.GOOD,),
        cost=0,
        offense=6,
        defense=3,
        classes=("Human", "Knight"),
        keywords=(Keyword.BLITZ,),
        markers=("tribute",),
        summary="Tribute (optional): banish a target Evil token.",
        text=(Tribute((May((Banish(Target(What.CHAMPION, Filter(alignment=Alignment.EVIL, token=True))),)),)),),
        playable=True,
    ),
    _event(
        name="New Dawn",
        pack="Gareth vs Lashnok",
        alignments=(Alignment.GOOD,),
        cost=1,
        summary="Modes: (a) draw 2; (b) own turn only: banish every champion; then, caster first, every player may put one champion from hand into play.",
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode(
                        (
                            Banish(All()),
                            ForEachPlayer(
                                Players(),
                                (May((PutIntoPlay(Choice(What.HAND, Filter(card_type=CardType.CHAMPION))),)),),
                            ),
                        ),
                        own_turn=True,
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Silver Wing Guardian",
        pack="Angeline vs Scara",
        alignments=(Alignment.GOOD,),
        cost=1,
        offense=6,
        defense=6,
        classes=("Angel",),
        keywords=(Keyword.AIRBORNE, Keyword.AMBUSH, Keyword.RIGHTEOUS),
        markers=("tribute",),
        summary="Tribute: gain 4 health.",
        text=(Tribute((Gain(4),)),),
        playable=True,
    ),
    _champion(
        name="Silver Wing Lancer",
        pack="Angeline vs Scara",
        alignments=(Alignment.GOOD,),
        cost=1,
        offense=10,
        defense=8,
        classes=("Human", "Knight"),
        keywords=(Keyword.BLITZ, Keyword.UNBANISHABLE),
        markers=("unblockable (by lower offense)",),
        summary="Champions of lower offense cannot block it.",
        text=(OutOfReach(),),
        playable=True,
    ),
    _champion(
        name="Silver Wing Savior",
        pack="Gareth vs Lashnok",
        alignments=(Alignment.GOOD,),
        cost=1,
        offense=7,
        defense=7,
        classes=("Angel",),
        keywords=(Keyword.AIRBORNE, Keyword.BLITZ),
        markers=("tribute",),
        summary="Tribute (optional): a Good card in own discard pile goes to hand.",
        text=(Tribute((May((ToHand(Choice(What.DISCARD, Filter(whose=Whose.OWN, alignment=Alignment.GOOD))),)),)),),
        playable=True,
    ),
)
