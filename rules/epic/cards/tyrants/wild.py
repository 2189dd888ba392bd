"""The Wild cards of Tyrants."""

from functools import partial

from rules.epic.cards.model import LISTING, Alignment, Card, CardSet, CardType, Keyword
from rules.epic.cards.sources import SPIDERTANK_4, TOM_EPIC_PAGE_20, TOM_UPRISING_SECOND
from rules.epic.effects import (
    All,
    Ally,
    Break,
    Cost,
    CreateToken,
    Damage,
    DefendingPlayer,
    Draw,
    Filter,
    GainGold,
    If,
    InDiscard,
    Lasts,
    Loyalty,
    May,
    Mode,
    Modify,
    OnPlay,
    Players,
    Recycle,
    Target,
    This,
    Tribute,
    Triggered,
    TurnOf,
    Union,
    What,
    When,
    Whose,
)

_champion = partial(Card, set=CardSet.TYRANTS, type=CardType.CHAMPION)
_event = partial(Card, set=CardSet.TYRANTS, type=CardType.EVENT)

CARDS: tuple[Card, ...] = (
    _champion(
        name="Ankylosaurus",
        pack="Helion's Deceit",
        alignments=(Alignment.WILD,),
        cost=0,
        offense=7,
        defense=7,
        classes=("Dinosaur",),
        keywords=(Keyword.BREAKTHROUGH,),
        markers=("tribute",),
        summary="Tribute: optionally pay 1 gold to draw 1.",
        text=(Tribute((May((Draw(1),), Cost(gold=1)),)),),
        playable=True,
    ),
    _event(
        name="Battle Cry",
        pack="Markus' Command",
        alignments=(Alignment.WILD,),
        cost=1,
        summary="Own champions have breakthrough and +3/+3 this turn. On an opponent's turn also draw 2.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Modify(
                                All(Filter(whose=Whose.OWN)), offense=3, defense=3, keywords=(Keyword.BREAKTHROUGH,)
                            ),
                            If(TurnOf(Whose.OPPOSING), (Draw(2),)),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Brachiosaurus",
        pack="Helion's Deceit",
        alignments=(Alignment.WILD,),
        cost=1,
        offense=8,
        defense=12,
        classes=("Dinosaur",),
        keywords=(Keyword.BREAKTHROUGH,),
        markers=("tribute",),
        summary="Tribute: gain 1 extra gold, restricted to Wild cards and Wild powers.",
        text=(Tribute((GainGold(only=Alignment.WILD),)),),
        playable=True,
    ),
    _champion(
        name="Draka's Enforcer",
        pack="Markus' Command",
        alignments=(Alignment.WILD,),
        cost=1,
        offense=7,
        defense=7,
        classes=("Dragon",),
        keywords=(Keyword.AMBUSH, Keyword.AIRBORNE),
        markers=("loyalty 2",),
        summary="Loyalty 2: draw 1.",
        text=(Loyalty(2, (Draw(1),)),),
        playable=True,
    ),
    _event(
        name="Draka's Fire",
        pack="Draka's Rage",
        alignments=(Alignment.WILD,),
        cost=1,
        classes=("Dragon", "Tyrant"),
        summary="Modes: (a) 5 damage to all champions and all players; (b) own turn only: 5 damage to all opposing champions, then draw 1.",
        text=(
            OnPlay(
                (
                    Mode((Damage(5, Union((All(), Players()))),)),
                    Mode((Damage(5, All(Filter(whose=Whose.OPPOSING))), Draw(1)), own_turn=True),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Draka, Dragon Tyrant",
        pack="Draka's Rage",
        alignments=(Alignment.WILD,),
        cost=1,
        offense=9,
        defense=9,
        classes=("Dragon", "Tyrant"),
        keywords=(Keyword.AIRBORNE,),
        markers=("loyalty 2",),
        summary="Loyalty 2: gains blitz. On attack: 3 damage to all champions of the player being attacked.",
        sources=(*LISTING, SPIDERTANK_4),
        text=(
            Loyalty(2, (Modify(This(), keywords=(Keyword.BLITZ,), lasts=Lasts.IN_PLAY),)),
            Triggered((When.ATTACKS,), (Damage(3, All(of=DefendingPlayer())),)),
        ),
        playable=True,
    ),
    _event(
        name="Feeding Frenzy",
        pack="Raxxa's Revenge",
        alignments=(Alignment.WILD,),
        cost=0,
        summary="Modes: (a) free, own turn only: break a target champion that already carries damage; (b) pay 1 gold: draw 2.",
        sources=(*LISTING, TOM_EPIC_PAGE_20),
        text=(
            OnPlay(
                (Mode((Break(Target(What.CHAMPION, Filter(damaged=True))),), own_turn=True), Mode((Draw(2),), gold=1))
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Fire Spirit",
        pack="Raxxa's Revenge",
        alignments=(Alignment.WILD,),
        cost=1,
        offense=11,
        defense=9,
        classes=("Spirit",),
        markers=("tribute", "ally"),
        summary="Tribute: draw 1. Wild ally trigger: 4 damage to a target champion.",
        text=(Tribute((Draw(1),)), Ally(Alignment.WILD, (Damage(4, Target(What.CHAMPION)),))),
        playable=True,
    ),
    _champion(
        name="Great Horned Lizard",
        pack="Helion's Deceit",
        alignments=(Alignment.WILD,),
        cost=1,
        offense=7,
        defense=8,
        classes=("Dinosaur",),
        keywords=(Keyword.AMBUSH, Keyword.BLITZ, Keyword.BREAKTHROUGH),
        markers=("tribute",),
        summary="Tribute: own Dinosaurs have +3/+3 this turn.",
        text=(Tribute((Modify(All(Filter(whose=Whose.OWN, class_word="Dinosaur")), offense=3, defense=3),)),),
        playable=True,
    ),
    _event(
        name="Lightning Strike",
        pack="Markus' Command",
        alignments=(Alignment.WILD,),
        cost=0,
        summary="Modes: (a) free: 5 damage to a target champion; (b) pay 1 gold: draw 2.",
        sources=(*LISTING, TOM_UPRISING_SECOND),
        text=(OnPlay((Mode((Damage(5, Target(What.CHAMPION)),)), Mode((Draw(2),), gold=1))),),
        playable=True,
    ),
    _event(
        name="Smash and Burn",
        pack="Raxxa's Revenge",
        alignments=(Alignment.WILD,),
        cost=1,
        classes=("Dragon",),
        markers=("ally", "discard power"),
        summary="A target champion has +5/+5 this turn; draw 2. In discard, Wild ally trigger: optionally banish this card from there for 6 damage to a target champion.",
        text=(
            OnPlay((Mode((Modify(Target(What.CHAMPION), offense=5, defense=5), Draw(2))),)),
            InDiscard(Ally(Alignment.WILD, (May((Damage(6, Target(What.CHAMPION)),), Cost(banish_this=True)),))),
        ),
        playable=True,
    ),
    _event(
        name="Wolf's Bite",
        pack="Draka's Rage",
        alignments=(Alignment.WILD,),
        cost=0,
        classes=("Wolf",),
        markers=("recycle",),
        summary="Makes one wolf token, 2 damage to a target champion, then recycle.",
        text=(OnPlay((Mode((CreateToken("Wolf Token"), Damage(2, Target(What.CHAMPION)), Recycle())),)),),
        playable=True,
    ),
)
