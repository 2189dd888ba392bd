"""The Evil cards of the Pantheon packs."""

from functools import partial

from rules.epic.cards.model import LISTING, Alignment, Card, CardSet, CardType, Keyword
from rules.epic.cards.sources import TOM_GARETH_LASHNOK, TOM_SCARA_ANGELINE
from rules.epic.effects import (
    EVERYTHING,
    All,
    Ally,
    Ban,
    Banish,
    Break,
    Choice,
    Choices,
    Cost,
    CreateToken,
    Damage,
    Draw,
    EachBreaksOne,
    Filter,
    FirstOne,
    ForbidThisTurn,
    Gain,
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
    Picked,
    Power,
    Prepare,
    Recall,
    Revealed,
    RevealTop,
    Target,
    That,
    This,
    ToHand,
    Tribute,
    Triggered,
    What,
    When,
    Whose,
)

_champion = partial(Card, set=CardSet.PANTHEON, type=CardType.CHAMPION)
_event = partial(Card, set=CardSet.PANTHEON, type=CardType.EVENT)

CARDS: tuple[Card, ...] = (
    _event(
        name="Dark One's Fury",
        pack="Furios vs Maligus",
        alignments=(Alignment.EVIL,),
        cost=1,
        summary="Modes: (a) draw 2; (b) own turn only: break all champions that are not Evil.",
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode((Break(All(Filter(without_alignment=Alignment.EVIL))),), own_turn=True),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Dirge of Scara",
        pack="Helena vs Zaltessa",
        alignments=(Alignment.EVIL,),
        cost=1,
        classes=("Demon",),
        markers=("recall", "discard power"),
        summary="Draw 2. In discard: pay 1 gold to recall; whenever it leaves the discard pile, make one demon token.",
        text=(
            OnPlay((Mode((Draw(2),)),)),
            InDiscard(Power(Cost(gold=1), (Recall(),))),
            InDiscard(Triggered((When.LEAVES_DISCARD,), (CreateToken("Demon Token"),))),
        ),
        playable=True,
    ),
    _event(
        name="Forbidden Research",
        pack="Gareth vs Lashnok",
        alignments=(Alignment.EVIL,),
        cost=1,
        markers=("ally", "recall", "discard power"),
        summary="Draw 2. In discard, Evil ally trigger: optionally break one own champion to recall it.",
        text=(
            OnPlay((Mode((Draw(2),)),)),
            InDiscard(Ally(Alignment.EVIL, (May((Recall(),), cost=Cost(breaks=EVERYTHING)),))),
        ),
        playable=True,
    ),
    _champion(
        name="Herald of Scara",
        pack="Angeline vs Scara",
        alignments=(Alignment.EVIL,),
        cost=1,
        offense=9,
        defense=7,
        classes=("Demon",),
        keywords=(Keyword.AIRBORNE,),
        markers=("tribute",),
        summary="Tribute: reveal own top 3 cards; optionally keep one Evil card of them in hand; the others are banished.",
        sources=(*LISTING, TOM_SCARA_ANGELINE),
        text=(
            Tribute(
                (
                    RevealTop(3),
                    May((ToHand(Choice(What.REVEALED, Filter(alignment=Alignment.EVIL))),)),
                    Banish(Revealed()),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Krieg, Dark One's Chosen",
        pack="Furios vs Maligus",
        alignments=(Alignment.EVIL,),
        cost=1,
        offense=8,
        defense=8,
        classes=("Human", "Mage"),
        markers=("tribute", "ally"),
        summary="Tribute: make two zombie tokens. Evil ally trigger: make one zombie token, and own zombie tokens have blitz and +1/+1 this turn.",
        text=(
            Tribute((CreateToken("Zombie Token", 2),)),
            Ally(
                Alignment.EVIL,
                (
                    CreateToken("Zombie Token"),
                    Modify(
                        All(Filter(whose=Whose.OWN, name="Zombie Token")),
                        offense=1,
                        defense=1,
                        keywords=(Keyword.BLITZ,),
                    ),
                ),
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Necromancer Apprentice",
        pack="Helena vs Zaltessa",
        alignments=(Alignment.EVIL,),
        cost=0,
        offense=1,
        defense=1,
        classes=("Human", "Mage"),
        keywords=(Keyword.BLITZ,),
        markers=("expend",),
        summary="Expend: banish a target card from either discard pile; when it was a champion, make one zombie token.",
        text=(
            Power(
                Cost(expend=True),
                (
                    Banish(Target(What.DISCARD)),
                    If(Is(Picked(), Filter(card_type=CardType.CHAMPION)), (CreateToken("Zombie Token"),)),
                ),
            ),
        ),
        playable=True,
    ),
    _event(
        name="Run Riot",
        pack="Gareth vs Lashnok",
        alignments=(Alignment.EVIL,),
        cost=1,
        summary="Modes: (a) draw 2; (b) own turn only, optional: break a target champion and give own Evil champions +3/+3 this turn.",
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode(
                        (
                            May(
                                (
                                    Break(Target(What.CHAMPION)),
                                    Modify(
                                        All(Filter(whose=Whose.OWN, alignment=Alignment.EVIL)), offense=3, defense=3
                                    ),
                                )
                            ),
                        ),
                        own_turn=True,
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Scara's Gift",
        pack="Furios vs Maligus",
        alignments=(Alignment.EVIL,),
        cost=0,
        markers=("ally", "recall", "discard power"),
        summary="2 damage to a target player; gain 2 health. In discard, Evil ally trigger: optionally banish two other cards of own discard pile to recall it.",
        text=(
            OnPlay((Mode((Damage(2, Target(What.PLAYER)), Gain(2))),)),
            InDiscard(
                Ally(
                    Alignment.EVIL,
                    (May((Recall(),), Cost(banishes=Choices(What.DISCARD, Filter(other=True), 2, 2))),),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Scara's Will",
        pack="Angeline vs Scara",
        alignments=(Alignment.EVIL,),
        cost=1,
        summary="Modes: (a) draw 2; (b) own turn only: a target player breaks one own champion of their choice when able; if no earlier 1-cost card was played by the caster this turn, gain 1 gold restricted to Evil costs.",
        doubtful=("behaviour: a reviewer says at most one bonus gold a turn, which fits the condition given here",),
        sources=(*LISTING, TOM_GARETH_LASHNOK),
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode(
                        (EachBreaksOne(Target(What.PLAYER)), If(FirstOne(), (GainGold(only=Alignment.EVIL),))),
                        own_turn=True,
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Scarred Cultist",
        pack="Angeline vs Scara",
        alignments=(Alignment.EVIL,),
        cost=0,
        offense=6,
        defense=5,
        classes=("Human",),
        markers=("loyalty 2",),
        summary="Loyalty 2: a target 1-cost champion card in own discard pile goes to hand.",
        text=(
            Loyalty(2, (ToHand(Target(What.DISCARD, Filter(whose=Whose.OWN, card_type=CardType.CHAMPION, cost=1))),)),
        ),
        playable=True,
    ),
    _champion(
        name="Scarred Priestess",
        pack="Gareth vs Lashnok",
        alignments=(Alignment.EVIL,),
        cost=1,
        offense=9,
        defense=7,
        classes=("Human",),
        markers=("loyalty 2", "expend", "ally"),
        summary="Loyalty 2: gains blitz. Evil ally trigger: becomes prepared. Expend plus breaking one own champion: break a target champion.",
        text=(
            Loyalty(2, (Modify(This(), keywords=(Keyword.BLITZ,), lasts=Lasts.IN_PLAY),)),
            Power(Cost(expend=True, breaks=EVERYTHING), (Break(Target(What.CHAMPION)),)),
            Ally(Alignment.EVIL, (Prepare(This()),)),
        ),
        playable=True,
    ),
    _champion(
        name="Steed of Zaltessa",
        pack="Helena vs Zaltessa",
        alignments=(Alignment.EVIL,),
        cost=1,
        offense=6,
        defense=7,
        classes=("Demon",),
        keywords=(Keyword.AIRBORNE, Keyword.BLITZ),
        markers=("loyalty 2",),
        summary="Loyalty 2: 5 damage to a target player. A player it damages cannot gain health for the rest of the turn.",
        text=(
            Loyalty(2, (Damage(5, Target(What.PLAYER)),)),
            Triggered((When.DAMAGES_PLAYER,), (ForbidThisTurn(Ban.GAIN_HEALTH, That()),)),
        ),
        playable=True,
    ),
)
