"""The Evil cards of Uprising."""

from functools import partial

from rules.epic.cards.model import LISTING, Alignment, Card, CardSet, CardType, Keyword
from rules.epic.cards.sources import (
    SPIDERTANK_10,
    SPIDERTANK_12,
    TOM_NO_ESCAPE,
    TOM_UPRISING_FINAL,
    TOM_UPRISING_FIRST,
    TOM_UPRISING_SECOND,
)
from rules.epic.effects import (
    ActivePlayer,
    Affected,
    All,
    Banish,
    Break,
    Choice,
    Cost,
    CreateToken,
    Damage,
    Departed,
    Draw,
    EachBreaksOne,
    Filter,
    ForEachPlayer,
    Gain,
    If,
    Is,
    LoseHealth,
    Loyalty,
    May,
    Mode,
    Modify,
    OnPlay,
    Players,
    Power,
    Route,
    Static,
    Target,
    This,
    ToHand,
    Tribute,
    Triggered,
    What,
    When,
    Whose,
    X,
    You,
)

_champion = partial(Card, set=CardSet.UPRISING, type=CardType.CHAMPION)
_event = partial(Card, set=CardSet.UPRISING, type=CardType.EVENT)

CARDS: tuple[Card, ...] = (
    _event(
        name="Consume",
        pack="Kark's Edict",
        alignments=(Alignment.EVIL,),
        cost=0,
        summary="3 damage to a target champion; gain 3 health.",
        sources=(*LISTING, TOM_UPRISING_FIRST, SPIDERTANK_10, SPIDERTANK_12),
        text=(OnPlay((Mode((Damage(3, Target(What.CHAMPION)), Gain(3))),)),),
        playable=True,
    ),
    _champion(
        name="Corpsemonger",
        pack="Will of Zannos",
        alignments=(Alignment.EVIL,),
        cost=0,
        offense=4,
        defense=3,
        classes=("Human", "Mage"),
        keywords=(Keyword.BLITZ,),
        markers=("expend",),
        summary="Expend: banish one card of a target player's discard pile; gain 3 health when it was a champion.",
        sources=(*LISTING, TOM_UPRISING_FIRST),
        text=(
            Power(
                Cost(expend=True),
                (
                    Banish(Choice(What.DISCARD, of=Target(What.PLAYER))),
                    If(Is(Affected(), Filter(card_type=CardType.CHAMPION)), (Gain(3),)),
                ),
            ),
        ),
        playable=True,
    ),
    _event(
        name="Demonic Rising",
        pack="Velden's Wrath",
        alignments=(Alignment.EVIL,),
        cost=1,
        classes=("Demon",),
        summary="Modes: (a) any turn: every champion breaks, each broken one leaves its controller a demon token, and Demons have blitz this turn; (b) draw 2.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Break(All()),
                            ForEachPlayer(Players(), (CreateToken("Demon Token", Departed(Route.BROKEN, You())),)),
                            Modify(All(Filter(class_word="Demon")), keywords=(Keyword.BLITZ,)),
                        )
                    ),
                    Mode((Draw(2),)),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Grave Demon",
        pack="Kark's Edict",
        alignments=(Alignment.EVIL,),
        cost=1,
        offense=8,
        defense=8,
        classes=("Demon",),
        keywords=(Keyword.AMBUSH,),
        markers=("tribute",),
        summary="Tribute: banish the whole discard pile of a target player.",
        text=(Tribute((Banish(All(of=Target(What.PLAYER), what=What.DISCARD)),)),),
        playable=True,
    ),
    _champion(
        name="Little Devil",
        pack="Flames of Scarros",
        alignments=(Alignment.EVIL,),
        cost=0,
        offense=4,
        defense=4,
        classes=("Devil",),
        keywords=(Keyword.AIRBORNE, Keyword.BLITZ),
        summary="No ability beyond its keywords.",
        sources=(*LISTING, TOM_UPRISING_SECOND),
        playable=True,
    ),
    _event(
        name="No Escape",
        pack="Flames of Scarros",
        alignments=(Alignment.EVIL,),
        cost=1,
        summary="Modes: (a) draw 2; (b) break a target champion, then the active player may take one champion card from own discard pile to hand.",
        sources=(*LISTING, TOM_NO_ESCAPE),
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode(
                        (
                            Break(Target(What.CHAMPION)),
                            ForEachPlayer(
                                ActivePlayer(),
                                (
                                    May(
                                        (
                                            ToHand(
                                                Choice(
                                                    What.DISCARD, Filter(whose=Whose.OWN, card_type=CardType.CHAMPION)
                                                )
                                            ),
                                        )
                                    ),
                                ),
                            ),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Plague Zombies",
        pack="Will of Zannos",
        alignments=(Alignment.EVIL,),
        cost=1,
        classes=("Zombie",),
        summary="Makes three zombie tokens. This turn own zombie tokens have blitz and, on break, deal 2 damage to a target player.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            CreateToken("Zombie Token", 3),
                            Modify(
                                All(Filter(whose=Whose.OWN, name="Zombie Token")),
                                keywords=(Keyword.BLITZ,),
                                abilities=(Triggered((When.BREAKS,), (Damage(2, Target(What.PLAYER)),)),),
                            ),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Raxxa's Enforcer",
        pack="Velden's Wrath",
        alignments=(Alignment.EVIL,),
        cost=1,
        offense=8,
        defense=5,
        classes=("Demon",),
        markers=("tribute",),
        summary="Static: opposing champions have -3 offense. Tribute: 3 damage to all opposing champions.",
        text=(
            Static(All(Filter(whose=Whose.OPPOSING)), offense=-3),
            Tribute((Damage(3, All(Filter(whose=Whose.OPPOSING))),)),
        ),
        playable=True,
    ),
    _champion(
        name="Rift Summoner",
        pack="Velden's Wrath",
        alignments=(Alignment.EVIL,),
        cost=1,
        offense=5,
        defense=5,
        classes=("Human", "Mage"),
        keywords=(Keyword.AMBUSH, Keyword.BLITZ),
        markers=("loyalty 2", "expend"),
        summary="Loyalty 2: make one demon token. Expend plus breaking one own champion (itself allowed): make two demon tokens.",
        sources=(*LISTING, TOM_UPRISING_FINAL),
        text=(
            Loyalty(2, (CreateToken("Demon Token"),)),
            Power(Cost(expend=True, breaks=Filter()), (CreateToken("Demon Token", 2),)),
        ),
        playable=True,
    ),
    _champion(
        name="Saren, Night Stalker",
        pack="Flames of Scarros",
        alignments=(Alignment.EVIL,),
        cost=1,
        offense=10,
        defense=7,
        classes=("Vampire",),
        keywords=(Keyword.BLITZ,),
        markers=("unbreakable (own turn)",),
        summary="Unbreakable on own turn.",
        text=(Static(This(), keywords=(Keyword.UNBREAKABLE,), own_turn=True),),
        playable=True,
    ),
    _champion(
        name="Winged Death",
        pack="Kark's Edict",
        alignments=(Alignment.EVIL,),
        cost=1,
        offense=4,
        defense=3,
        classes=("Demon",),
        keywords=(Keyword.AIRBORNE, Keyword.BLITZ),
        markers=("tribute",),
        summary="Tribute, and on damaging a player: every opponent breaks one own champion of their choice when able.",
        text=(
            Tribute((EachBreaksOne(Players(Whose.OPPOSING)),)),
            Triggered((When.DAMAGES_PLAYER,), (EachBreaksOne(Players(Whose.OPPOSING)),)),
        ),
        playable=True,
    ),
    _champion(
        name="Zannos, Corpse Lord",
        pack="Will of Zannos",
        alignments=(Alignment.EVIL,),
        cost=1,
        offense=9,
        defense=9,
        classes=("Human", "Mage"),
        markers=("loyalty X",),
        summary="Loyalty X: per card revealed, every opponent loses 1 health, controller gains 1 health and makes one zombie token.",
        text=(Loyalty(None, (LoseHealth(X(), Players(Whose.OPPOSING)), Gain(X()), CreateToken("Zombie Token", X()))),),
        playable=True,
    ),
)
