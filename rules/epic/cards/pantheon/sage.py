"""The Sage cards of the Pantheon packs."""

from functools import partial

from rules.epic.cards.model import LISTING, Alignment, Card, CardSet, CardType, Keyword
from rules.epic.cards.sources import TOM_GARETH_LASHNOK
from rules.epic.effects import (
    Affected,
    Ally,
    Blink,
    Bounce,
    Choices,
    Cost,
    Counters,
    CreateToken,
    Damage,
    Draw,
    Expend,
    FirstOne,
    GainGold,
    If,
    InDiscard,
    Is,
    Lasts,
    Loyalty,
    May,
    Mode,
    Modify,
    OnPlay,
    OutOfReach,
    Picked,
    Power,
    Prepare,
    Recall,
    Recycle,
    Seize,
    Target,
    Targets,
    This,
    Tribute,
    Triggered,
    TurnOf,
    What,
    When,
    Whose,
)

_champion = partial(Card, set=CardSet.PANTHEON, type=CardType.CHAMPION)
_event = partial(Card, set=CardSet.PANTHEON, type=CardType.EVENT)

CARDS: tuple[Card, ...] = (
    _champion(
        name="Alchemist Assassin",
        pack="Helena vs Zaltessa",
        alignments=(Alignment.SAGE,),
        cost=0,
        offense=3,
        defense=1,
        classes=("Human",),
        keywords=(Keyword.BLITZ, Keyword.UNBLOCKABLE),
        summary="Activated, 1 gold: +7 offense for itself this turn.",
        text=(Power(Cost(gold=1), (Modify(This(), offense=7),)),),
        playable=True,
    ),
    _champion(
        name="Erwin, Architect of War",
        pack="Furios vs Maligus",
        alignments=tuple(Alignment),
        built_as=(Alignment.SAGE,),
        cost=0,
        offense=1,
        defense=5,
        classes=("Human",),
        markers=("tribute", "recycle"),
        summary="Tribute: recycle. Static in every zone: counts as all four alignments; while building a deck it is Sage only.",
        text=(Tribute((Recycle(),)),),
        playable=True,
    ),
    _champion(
        name="Ethereal Dragon",
        pack="Furios vs Maligus",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=6,
        defense=8,
        classes=("Dragon", "Spirit"),
        keywords=(Keyword.AIRBORNE, Keyword.AMBUSH, Keyword.UNTARGETABLE),
        summary="No ability beyond its keywords.",
        playable=True,
    ),
    _champion(
        name="Fairy Entrancer",
        pack="Gareth vs Lashnok",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=2,
        defense=1,
        classes=("Fairy",),
        keywords=(Keyword.AIRBORNE, Keyword.BLITZ),
        markers=("loyalty 2",),
        summary="Loyalty 2, and on every attack: one +1/+1 counter goes on it. Activated, cost = two of its counters: seize a target champion with no time limit.",
        text=(
            Loyalty(2, (Counters(1, This()),)),
            Triggered((When.ATTACKS,), (Counters(1, This()),)),
            Power(Cost(counters=2), (Seize(Target(What.CHAMPION), lasts=Lasts.IN_PLAY),)),
        ),
        playable=True,
    ),
    _event(
        name="Force Lance",
        pack="Angeline vs Scara",
        alignments=(Alignment.SAGE,),
        cost=0,
        markers=("recycle",),
        summary="A target champion has +2 offense this turn and, on own turn, is unbreakable too; then recycle.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Modify(Target(What.CHAMPION), offense=2),
                            If(TurnOf(Whose.OWN), (Modify(Picked(), keywords=(Keyword.UNBREAKABLE,)),)),
                            Recycle(),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Gareth's Juggernaut",
        pack="Gareth vs Lashnok",
        alignments=(Alignment.SAGE,),
        cost=0,
        offense=5,
        defense=5,
        classes=("Construct",),
        markers=("loyalty 2", "ally"),
        summary="Loyalty 2: gains blitz. Sage ally trigger: becomes unbreakable this turn.",
        text=(
            Loyalty(2, (Modify(This(), keywords=(Keyword.BLITZ,), lasts=Lasts.IN_PLAY),)),
            Ally(Alignment.SAGE, (Modify(This(), keywords=(Keyword.UNBREAKABLE,)),)),
        ),
        playable=True,
    ),
    _event(
        name="Gareth's Will",
        pack="Helena vs Zaltessa",
        alignments=(Alignment.SAGE,),
        cost=1,
        summary="Modes: (a) draw 2; (b) own turn only: bounce a target champion; if no earlier 1-cost card was played by the caster this turn, gain 1 gold restricted to Sage costs.",
        doubtful=("behaviour: a reviewer says at most one bonus gold a turn, which fits the condition given here",),
        sources=(*LISTING, TOM_GARETH_LASHNOK),
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode(
                        (Bounce(Target(What.CHAMPION)), If(FirstOne(), (GainGold(only=Alignment.SAGE),))), own_turn=True
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Master Forcemage",
        pack="Gareth vs Lashnok",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=4,
        defense=7,
        classes=("Human",),
        keywords=(Keyword.AMBUSH, Keyword.BLITZ),
        markers=("expend", "ally"),
        summary="Sage ally trigger: becomes prepared. Expend: up to two targets take 2 damage each.",
        text=(
            Power(Cost(expend=True), (Damage(2, Targets(What.ANY, most=2)),)),
            Ally(Alignment.SAGE, (Prepare(This()),)),
        ),
        playable=True,
    ),
    _champion(
        name="Mystic Researcher",
        pack="Helena vs Zaltessa",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=3,
        defense=2,
        classes=("Human", "Mage"),
        markers=("tribute", "loyalty 2", "expend"),
        summary="Tribute: draw 1. Loyalty 2: gains blitz. Expend: draw 1.",
        text=(
            Tribute((Draw(1),)),
            Loyalty(2, (Modify(This(), keywords=(Keyword.BLITZ,), lasts=Lasts.IN_PLAY),)),
            Power(Cost(expend=True), (Draw(1),)),
        ),
        playable=True,
    ),
    _champion(
        name="Scrap Golem",
        pack="Furios vs Maligus",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=6,
        defense=6,
        classes=("Construct",),
        markers=("loyalty 2", "expend", "recall", "discard power"),
        summary="Loyalty 2: gains blitz. Expend plus banishing a card of own discard pile: make one scrap token. In discard: pay 1 gold to recall.",
        doubtful=("behaviour: the numbers of the scrap token it makes are from memory",),
        text=(
            Loyalty(2, (Modify(This(), keywords=(Keyword.BLITZ,), lasts=Lasts.IN_PLAY),)),
            Power(Cost(expend=True, banishes=Choices(What.DISCARD, least=1, most=1)), (CreateToken("Scrap Token"),)),
            InDiscard(Power(Cost(gold=1), (Recall(),))),
        ),
        playable=True,
    ),
    _champion(
        name="Steel Titan",
        pack="Angeline vs Scara",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=13,
        defense=9,
        classes=("Construct",),
        keywords=(Keyword.UNTARGETABLE,),
        markers=("unblockable (by lower offense)",),
        summary="Champions of lower offense cannot block it.",
        text=(OutOfReach(),),
        playable=True,
    ),
    _event(
        name="Teleport",
        pack="Angeline vs Scara",
        alignments=(Alignment.SAGE,),
        cost=1,
        summary="A target champion leaves play and re-enters as a new object, prepared, under its owner, with blitz this turn; caster may expend it to draw 1.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Blink(Target(What.CHAMPION)),
                            If(
                                Is(Affected()),
                                (
                                    Modify(Affected(), keywords=(Keyword.BLITZ,)),
                                    May((Expend(Affected()), Draw(1))),
                                ),
                            ),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
)
