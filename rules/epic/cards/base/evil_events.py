"""The Evil event cards of the base set."""

from functools import partial

from rules.epic.cards.model import LISTING, Alignment, Card, CardSet, CardType, Keyword
from rules.epic.cards.sources import (
    SPIDERTANK_5,
    SPIDERTANK_6,
    TOM_ARTICLES_PAGE_19,
    TOM_BASE_JAN_10,
    TOM_CORE,
    TOM_DEC_2016,
    TOM_EPIC_PAGE_20,
    TOM_UPRISING_FINAL,
)
from rules.epic.effects import (
    ActivePlayer,
    Affected,
    All,
    Ally,
    Banish,
    Break,
    BreakAtEnd,
    Choice,
    Choices,
    Cost,
    Count,
    CreateToken,
    Damage,
    Draw,
    Filter,
    ForEachPlayer,
    Gain,
    If,
    InDiscard,
    LoseHealth,
    May,
    Mode,
    Modify,
    Namesakes,
    OnPlay,
    Picked,
    Players,
    Plus,
    Power,
    PutIntoPlay,
    Recall,
    Recycle,
    Target,
    Triggered,
    TurnOf,
    Union,
    What,
    When,
    Whose,
    X,
)

_event = partial(Card, set=CardSet.BASE, pack="Base Set", alignments=(Alignment.EVIL,), type=CardType.EVENT)

CARDS: tuple[Card, ...] = (
    _event(
        name="Apocalypse",
        cost=1,
        summary="Modes: (a) draw 2; (b) own turn only: every champion breaks.",
        text=(OnPlay((Mode((Draw(2),)), Mode((Break(All()),), own_turn=True))),),
        playable=True,
    ),
    _event(
        name="Army of the Apocalypse",
        cost=1,
        summary="Modes: (a) draw 2; (b) own turn only: every player puts all champion cards of their own discard pile into play; tribute and loyalty of those entrants stay silent.",
        sources=(*LISTING, TOM_CORE),
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode(
                        (
                            PutIntoPlay(
                                All(Filter(card_type=CardType.CHAMPION), what=What.DISCARD),
                                under_owner=True,
                                silent=True,
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
        name="Bitten",
        cost=1,
        classes=("Zombie",),
        summary="Modes: (a) draw 2; (b) break a target champion, then the active player (whose turn it is) makes one zombie token.",
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode((Break(Target(What.CHAMPION)), CreateToken("Zombie Token", who=ActivePlayer()))),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Demon Breach",
        cost=1,
        classes=("Demon",),
        markers=("recall", "discard power"),
        summary="Makes 3 demon tokens on own turn, 2 on another player's turn. In discard: pay 1 gold to recall; each recall of it makes its owner lose 1 health.",
        sources=(*LISTING, TOM_DEC_2016),
        text=(
            OnPlay(
                (Mode((If(TurnOf(Whose.OWN), (CreateToken("Demon Token", 3),), (CreateToken("Demon Token", 2),)),)),)
            ),
            InDiscard(Power(Cost(gold=1), (Recall(),))),
            InDiscard(Triggered((When.RECALLED,), (LoseHealth(1),))),
        ),
        playable=True,
    ),
    _event(
        name="Drain Essence",
        cost=1,
        summary="9 damage to a target champion; caster gains 9 health.",
        sources=(*LISTING, TOM_DEC_2016, SPIDERTANK_5, TOM_CORE),
        text=(OnPlay((Mode((Damage(9, Target(What.CHAMPION)), Gain(9))),)),),
        playable=True,
    ),
    _event(
        name="Final Task",
        cost=1,
        summary="Modes: (a) draw 2; (b) choose a champion card in either discard pile, it enters play under caster's control with blitz this turn and is broken at end of turn.",
        sources=(*LISTING, SPIDERTANK_6, TOM_EPIC_PAGE_20, TOM_CORE),
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode(
                        (
                            PutIntoPlay(Choice(What.DISCARD, Filter(card_type=CardType.CHAMPION))),
                            Modify(Affected(), keywords=(Keyword.BLITZ,)),
                            BreakAtEnd(Affected()),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Inner Demon",
        cost=1,
        classes=("Demon",),
        summary="Modes: (a) draw 2; (b) break a target champion, then the active player makes one demon token.",
        text=(
            OnPlay(
                (Mode((Draw(2),)), Mode((Break(Target(What.CHAMPION)), CreateToken("Demon Token", who=ActivePlayer()))))
            ),
        ),
        playable=True,
    ),
    _event(
        name="Plague",
        cost=1,
        markers=("recycle",),
        summary="Modes: (a) 1 damage to a target player and to all champions of that player, draw 1, then recycle; (b) own turn only: every champion breaks.",
        text=(
            OnPlay(
                (
                    Mode((Damage(1, Union((Target(What.PLAYER), All(of=Picked())))), Draw(1), Recycle())),
                    Mode((Break(All()),), own_turn=True),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Plentiful Dead",
        cost=0,
        classes=("Zombie",),
        markers=("ally", "recall", "discard power"),
        summary="Makes one zombie token. In discard, Evil ally trigger: optionally pay 1 health to recall it.",
        sources=(*LISTING, TOM_UPRISING_FINAL),
        text=(
            OnPlay((Mode((CreateToken("Zombie Token"),)),)),
            InDiscard(Ally(Alignment.EVIL, (May((Recall(),), Cost(health=1)),))),
        ),
        playable=True,
    ),
    _event(
        name="The Risen",
        cost=1,
        classes=("Zombie",),
        summary="Makes three zombie tokens, then own Evil champions have blitz and +1/+1 this turn.",
        sources=(*LISTING, TOM_ARTICLES_PAGE_19),
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            CreateToken("Zombie Token", 3),
                            Modify(
                                All(Filter(whose=Whose.OWN, alignment=Alignment.EVIL)),
                                offense=1,
                                defense=1,
                                keywords=(Keyword.BLITZ,),
                            ),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Unquenchable Thirst",
        cost=0,
        classes=("Vampire",),
        summary="Caster picks X and banishes X Evil cards out of own discard pile (X may be 0); X+1 damage to a target champion, caster gains X+1 health.",
        sources=(*LISTING, TOM_BASE_JAN_10),
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Banish(Choices(What.DISCARD, Filter(whose=Whose.OWN, alignment=Alignment.EVIL))),
                            Damage(Plus((X(), 1)), Target(What.CHAMPION)),
                            Gain(Plus((X(), 1))),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Wither",
        cost=0,
        summary="3 damage to a target champion plus every same-named champion; each champion so damaged has -3 offense this turn.",
        sources=(*LISTING, TOM_BASE_JAN_10, TOM_CORE),
        text=(OnPlay((Mode((Damage(3, Namesakes(Target(What.CHAMPION))), Modify(Affected(), offense=-3))),)),),
        playable=True,
    ),
    _event(
        name="Word of Summoning",
        cost=0,
        classes=("Demon",),
        markers=("recycle",),
        summary="Makes one demon token, then recycle.",
        text=(OnPlay((Mode((CreateToken("Demon Token"), Recycle())),)),),
        playable=True,
    ),
    _event(
        name="Zombie Apocalypse",
        cost=1,
        classes=("Zombie",),
        summary="Modes: (a) draw 2; (b) any turn: every champion breaks, then every player makes one zombie token per champion card in own discard pile.",
        sources=(*LISTING, TOM_CORE),
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode(
                        (
                            Break(All()),
                            ForEachPlayer(
                                Players(),
                                (
                                    CreateToken(
                                        "Zombie Token",
                                        Count(What.DISCARD, Filter(whose=Whose.OWN, card_type=CardType.CHAMPION)),
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
)
