"""The gods and demigods of the Pantheon packs, which start next to the deck."""

from functools import partial

from rules.epic.cards.model import Alignment, Card, CardSet, CardType, Keyword
from rules.epic.effects import (
    Affected,
    All,
    Ally,
    Banish,
    Bounce,
    Break,
    Choice,
    ChooseOne,
    Cost,
    Counters,
    CreateToken,
    Damage,
    Discard,
    Expend,
    Filter,
    ForEachPlayer,
    Gain,
    If,
    Is,
    May,
    Modify,
    Namesakes,
    OwnerOf,
    Picked,
    PlayFree,
    Power,
    PutIntoPlay,
    Target,
    Triggered,
    What,
    When,
    Whose,
)

_deity = partial(Card, set=CardSet.PANTHEON, cost=None, type=CardType.DEITY)

CARDS: tuple[Card, ...] = (
    _deity(
        name="Angeline, Silver Wing",
        pack="Angeline vs Scara",
        alignments=(Alignment.GOOD,),
        classes=("Goddess",),
        markers=("ally",),
        summary="Activated, 1 gold: make one human token (arrives expended), then a target champion and all namesakes cannot be broken, targeted or banished this turn. Good ally trigger: make one expended human token.",
        text=(
            Power(
                Cost(gold=1),
                (
                    CreateToken("Human Token", expended=True),
                    Modify(
                        Namesakes(Target(What.CHAMPION)),
                        keywords=(Keyword.UNBREAKABLE, Keyword.UNTARGETABLE, Keyword.UNBANISHABLE),
                    ),
                ),
            ),
            Ally(Alignment.GOOD, (CreateToken("Human Token", expended=True),)),
        ),
        playable=True,
    ),
    _deity(
        name="Furios, Father of Nature",
        pack="Furios vs Maligus",
        alignments=(Alignment.GOOD, Alignment.WILD),
        classes=("Elder God",),
        summary="Start of own turn, choose one: gain 10 health; or 6 damage to a target.",
        text=(Triggered((When.START_OF_OWN_TURN,), (ChooseOne(((Gain(10),), (Damage(6, Target(What.ANY)),))),)),),
        playable=True,
    ),
    _deity(
        name="Gareth, Father of Genius",
        pack="Gareth vs Lashnok",
        alignments=(Alignment.SAGE,),
        classes=("God",),
        markers=("ally",),
        summary="Activated, 1 gold: bounce a target champion; when it was the caster's own card, an event from hand may be played free, otherwise its owner banishes one card from hand. Sage ally trigger: a target champion becomes expended.",
        text=(
            Power(
                Cost(gold=1),
                (
                    Bounce(Target(What.CHAMPION)),
                    If(
                        Is(OwnerOf(Picked()), Filter(whose=Whose.OWN)),
                        (May((PlayFree(Choice(What.HAND, Filter(card_type=CardType.EVENT)), then_discarded=True),)),),
                        (ForEachPlayer(OwnerOf(Picked()), (Banish(Choice(What.HAND)),)),),
                    ),
                ),
            ),
            Ally(Alignment.SAGE, (Expend(Target(What.CHAMPION)),)),
        ),
        playable=True,
    ),
    _deity(
        name="Helena, the Valiant",
        pack="Helena vs Zaltessa",
        alignments=(Alignment.GOOD, Alignment.SAGE),
        classes=("Elder Goddess",),
        summary="Start of own turn, choose one: all opposing champions become expended; or make six human tokens that have blitz this turn.",
        text=(
            Triggered(
                (When.START_OF_OWN_TURN,),
                (
                    ChooseOne(
                        (
                            (Expend(All(Filter(whose=Whose.OPPOSING))),),
                            (CreateToken("Human Token", 6), Modify(Affected(), keywords=(Keyword.BLITZ,))),
                        )
                    ),
                ),
            ),
        ),
        playable=True,
    ),
    _deity(
        name="Lashnok, Worldbreaker",
        pack="Gareth vs Lashnok",
        alignments=(Alignment.WILD,),
        classes=("God",),
        markers=("ally",),
        summary="Activated, 1 gold: each own champion receives two +1/+1 counters and has blitz and breakthrough this turn. Wild ally trigger: 1 damage to a target.",
        text=(
            Power(
                Cost(gold=1),
                (
                    Counters(2, All(Filter(whose=Whose.OWN))),
                    Modify(Affected(), keywords=(Keyword.BLITZ, Keyword.BREAKTHROUGH)),
                ),
            ),
            Ally(Alignment.WILD, (Damage(1, Target(What.ANY)),)),
        ),
        playable=True,
    ),
    _deity(
        name="Maligus, the Dark One",
        pack="Furios vs Maligus",
        alignments=(Alignment.EVIL, Alignment.SAGE),
        classes=("Elder God",),
        summary="Start of own turn, choose one: bounce a target champion and its owner discards 1; or make two zombie tokens and gain 4 health.",
        text=(
            Triggered(
                (When.START_OF_OWN_TURN,),
                (
                    ChooseOne(
                        (
                            (Bounce(Target(What.CHAMPION)), Discard(1, OwnerOf(Picked()))),
                            (CreateToken("Zombie Token", 2), Gain(4)),
                        )
                    ),
                ),
            ),
        ),
        playable=True,
    ),
    _deity(
        name="Scara, Weaver of Sorrow",
        pack="Angeline vs Scara",
        alignments=(Alignment.EVIL,),
        classes=("Goddess",),
        markers=("ally",),
        summary="Activated, 1 gold: a champion card from either discard pile enters play under own control. Evil ally trigger: optionally pay 1 health to make one zombie token (arrives expended).",
        text=(
            Power(Cost(gold=1), (PutIntoPlay(Choice(What.DISCARD, Filter(card_type=CardType.CHAMPION))),)),
            Ally(Alignment.EVIL, (May((CreateToken("Zombie Token", expended=True),), cost=Cost(health=1)),)),
        ),
        playable=True,
    ),
    _deity(
        name="Zaltessa, the Huntress",
        pack="Helena vs Zaltessa",
        alignments=(Alignment.EVIL, Alignment.WILD),
        classes=("Elder Goddess",),
        summary="Start of own turn, choose one: break a target champion; or make four wolf tokens that have blitz this turn.",
        text=(
            Triggered(
                (When.START_OF_OWN_TURN,),
                (
                    ChooseOne(
                        (
                            (Break(Target(What.CHAMPION)),),
                            (CreateToken("Wolf Token", 4), Modify(Affected(), keywords=(Keyword.BLITZ,))),
                        )
                    ),
                ),
            ),
        ),
        playable=True,
    ),
)
