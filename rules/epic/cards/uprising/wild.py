"""The Wild cards of Uprising."""

from functools import partial

from rules.epic.cards.model import LISTING, Alignment, Card, CardSet, CardType, Keyword
from rules.epic.cards.sources import PREVIEW_SAVAGE_UPRISING
from rules.epic.effects import (
    All,
    Ally,
    Cost,
    Count,
    Counters,
    CreateToken,
    Damage,
    Doubtful,
    Draw,
    Expend,
    Filter,
    Lasts,
    Loyalty,
    May,
    Mode,
    Modify,
    OnPlay,
    Picked,
    Players,
    Power,
    Recycle,
    RemoveFromBattle,
    Target,
    This,
    Times,
    Tribute,
    Triggered,
    Union,
    What,
    When,
    Whose,
)

_champion = partial(Card, set=CardSet.UPRISING, type=CardType.CHAMPION)
_event = partial(Card, set=CardSet.UPRISING, type=CardType.EVENT)

CARDS: tuple[Card, ...] = (
    _champion(
        name="Den Mother",
        pack="Velden's Wrath",
        alignments=(Alignment.WILD,),
        cost=1,
        offense=8,
        defense=8,
        classes=("Wolf",),
        keywords=(Keyword.BREAKTHROUGH,),
        markers=("tribute",),
        summary="Tribute: make three wolf tokens. Whenever an own Wolf breaks: +3/+3 this turn for this card.",
        text=(
            Tribute((CreateToken("Wolf Token", 3),)),
            Triggered(
                (When.OTHER_BREAKS,),
                (Modify(This(), offense=3, defense=3),),
                Filter(whose=Whose.OWN, class_word="Wolf"),
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Entangling Vines",
        pack="Will of Zannos",
        alignments=(Alignment.WILD,),
        cost=1,
        offense=9,
        defense=8,
        classes=("Plant",),
        keywords=(Keyword.AMBUSH,),
        markers=("tribute", "ally"),
        summary="Tribute, and on each Wild ally trigger: a target champion becomes expended.",
        text=(Tribute((Expend(Target(What.CHAMPION)),)), Ally(Alignment.WILD, (Expend(Target(What.CHAMPION)),))),
        playable=True,
    ),
    _event(
        name="Fires of Rebellion",
        pack="Kark's Edict",
        alignments=(Alignment.WILD,),
        cost=1,
        summary="Modes: (a) 7 damage to every opponent; (b) draw 1 and 7 damage to a target champion.",
        text=(
            OnPlay((Mode((Damage(7, Players(Whose.OPPOSING)),)), Mode((Draw(1), Damage(7, Target(What.CHAMPION)))))),
        ),
        playable=True,
    ),
    _event(
        name="Flame Spike",
        pack="Velden's Wrath",
        alignments=(Alignment.WILD,),
        cost=0,
        markers=("recycle",),
        summary="2 damage to a target, then recycle.",
        text=(OnPlay((Mode((Damage(2, Target(What.ANY)), Recycle())),)),),
        playable=True,
    ),
    _event(
        name="Go Wild",
        pack="Flames of Scarros",
        alignments=(Alignment.WILD,),
        cost=0,
        markers=("recycle",),
        summary="A target champion has +4/+4 this turn; then recycle.",
        text=(OnPlay((Mode((Modify(Target(What.CHAMPION), offense=4, defense=4), Recycle())),)),),
        playable=True,
    ),
    _event(
        name="Hunting Pack",
        pack="Flames of Scarros",
        alignments=(Alignment.WILD,),
        cost=1,
        summary="Makes three wolf tokens, then optionally deals a target champion 2 damage per Wolf its caster has in play.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            CreateToken("Wolf Token", 3),
                            May(
                                (
                                    Damage(
                                        Times(2, Count(What.CHAMPION, Filter(whose=Whose.OWN, class_word="Wolf"))),
                                        Target(What.CHAMPION),
                                    ),
                                )
                            ),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Mythic Monster",
        pack="Kark's Edict",
        alignments=(Alignment.WILD,),
        cost=1,
        offense=13,
        defense=15,
        classes=("Spirit",),
        markers=("tribute",),
        summary="Tribute: draw 1.",
        text=(Tribute((Draw(1),)),),
        playable=True,
    ),
    _champion(
        name="Pyrosaur",
        pack="Will of Zannos",
        alignments=(Alignment.WILD,),
        cost=1,
        offense=6,
        defense=3,
        classes=("Dinosaur", "Dragon"),
        markers=("tribute", "loyalty 2"),
        summary="Loyalty 2: gains blitz. Tribute, and on attack: 2 damage to all opposing champions and players.",
        text=(
            Loyalty(2, (Modify(This(), keywords=(Keyword.BLITZ,), lasts=Lasts.IN_PLAY),)),
            Tribute((Damage(2, Union((All(Filter(whose=Whose.OPPOSING)), Players(Whose.OPPOSING)))),)),
            Triggered(
                (When.ATTACKS,), (Damage(2, Union((All(Filter(whose=Whose.OPPOSING)), Players(Whose.OPPOSING)))),)
            ),
        ),
        playable=True,
    ),
    _event(
        name="Savage Uprising",
        pack="Will of Zannos",
        alignments=(Alignment.WILD,),
        cost=1,
        summary="Modes: (a) 5 damage to a target player, draw 1; (b) 9 damage to all 1-cost champions.",
        sources=(*LISTING, PREVIEW_SAVAGE_UPRISING),
        text=(OnPlay((Mode((Damage(5, Target(What.PLAYER)), Draw(1))), Mode((Damage(9, All(Filter(cost=1))),)))),),
        playable=True,
    ),
    _champion(
        name="Scarros, Hound of Draka",
        pack="Flames of Scarros",
        alignments=(Alignment.WILD,),
        cost=1,
        offense=11,
        defense=11,
        classes=("Hound",),
        keywords=(Keyword.BLITZ,),
        markers=("loyalty X",),
        summary="Loyalty X: per card revealed, optionally bounce one target opposing champion. DOUBTFUL: the listing repeats Velden's text here; recalled, unverified, as a damage effect per revealed card instead.",
        doubtful=(
            "keywords: the listing gives it the very text of Velden, Frost Titan, probably by a slip",
            "behaviour: the listing gives it the very text of Velden, Frost Titan, probably by a slip",
        ),
        text=(
            Loyalty(
                None, (Doubtful("the gallery shows the text of Velden, Frost Titan on this card, probably by a slip"),)
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Spore Beast",
        pack="Kark's Edict",
        alignments=(Alignment.WILD,),
        cost=0,
        offense=2,
        defense=2,
        classes=("Plant",),
        keywords=(Keyword.AMBUSH,),
        markers=("loyalty 2", "expend"),
        summary="Loyalty 2: gains blitz. Expend: take another target champion out of the current combat (its expended or flipped state stays).",
        doubtful=(
            "behaviour: the listing gives the very same text to Village Protector; this card is the likelier owner of it",
        ),
        text=(
            Loyalty(2, (Modify(This(), keywords=(Keyword.BLITZ,), lasts=Lasts.IN_PLAY),)),
            Power(Cost(expend=True), (RemoveFromBattle(Target(What.CHAMPION, Filter(other=True))),)),
        ),
        playable=True,
    ),
    _event(
        name="Winds of Change",
        pack="Velden's Wrath",
        alignments=(Alignment.WILD,),
        cost=1,
        summary="Modes: (a) own champions have breakthrough this turn and receive two +1/+1 counters each; (b) a target champion has breakthrough this turn and receives five +1/+1 counters, draw 1.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Modify(All(Filter(whose=Whose.OWN)), keywords=(Keyword.BREAKTHROUGH,)),
                            Counters(2, All(Filter(whose=Whose.OWN))),
                        )
                    ),
                    Mode(
                        (
                            Modify(Target(What.CHAMPION), keywords=(Keyword.BREAKTHROUGH,)),
                            Counters(5, Picked()),
                            Draw(1),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
)
