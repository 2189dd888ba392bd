"""The Good cards of Tyrants."""

from functools import partial

from rules.epic.cards.model import LISTING, Alignment, Card, CardSet, CardType, Keyword
from rules.epic.cards.sources import SPIDERTANK_15, TOM_EPIC_PAGE_20
from rules.epic.effects import (
    ActivePlayer,
    Affected,
    All,
    Ally,
    Banish,
    Cost,
    Count,
    CreateToken,
    DefiesDiscard,
    Draw,
    Filter,
    Gain,
    InDiscard,
    Loyalty,
    May,
    Mode,
    Modify,
    OnPlay,
    Power,
    Recycle,
    Static,
    Target,
    Targets,
    Tribute,
    What,
    Whose,
)

_champion = partial(Card, set=CardSet.TYRANTS, type=CardType.CHAMPION)
_event = partial(Card, set=CardSet.TYRANTS, type=CardType.EVENT)

CARDS: tuple[Card, ...] = (
    _event(
        name="Blind Faith",
        pack="Draka's Rage",
        alignments=(Alignment.GOOD,),
        cost=0,
        markers=("recycle",),
        summary="All opposing champions are stripped of powers, abilities and keywords until end of turn; then recycle.",
        sources=(*LISTING, SPIDERTANK_15, TOM_EPIC_PAGE_20),
        text=(OnPlay((Mode((Modify(All(Filter(whose=Whose.OPPOSING)), lose_abilities=True), Recycle())),)),),
        playable=True,
    ),
    _event(
        name="Forced Exile",
        pack="Raxxa's Revenge",
        alignments=(Alignment.GOOD,),
        cost=1,
        summary="Modes: (a) draw 2; (b) banish a target champion, and the active player makes two human tokens.",
        text=(
            OnPlay(
                (Mode((Draw(2),)), Mode((Banish(Target(What.CHAMPION)), CreateToken("Human Token", 2, ActivePlayer()))))
            ),
        ),
        playable=True,
    ),
    _event(
        name="Insurgency",
        pack="Draka's Rage",
        alignments=(Alignment.GOOD,),
        cost=1,
        summary="Makes four human tokens; own human tokens have blitz, unbreakable and +1 offense this turn.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            CreateToken("Human Token", 4),
                            Modify(
                                All(Filter(whose=Whose.OWN, name="Human Token")),
                                offense=1,
                                keywords=(Keyword.BLITZ, Keyword.UNBREAKABLE),
                            ),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Markus, Watch Captain",
        pack="Markus' Command",
        alignments=(Alignment.GOOD,),
        cost=1,
        offense=10,
        defense=10,
        classes=("Human", "Tyrant"),
        markers=("tribute", "loyalty 2"),
        summary="When an opponent's effect makes its owner discard it, it enters play rather than being discarded. Tribute (optional): banish up to three target tokens. Loyalty 2: draw 1.",
        text=(
            DefiesDiscard(),
            Tribute((Banish(Targets(What.CHAMPION, Filter(token=True), most=3)),)),
            Loyalty(2, (Draw(1),)),
        ),
        playable=True,
    ),
    _champion(
        name="Noble Martyr",
        pack="Draka's Rage",
        alignments=(Alignment.GOOD,),
        cost=1,
        offense=7,
        defense=4,
        classes=("Human",),
        keywords=(Keyword.BLITZ, Keyword.UNBANISHABLE),
        markers=("ally", "discard power"),
        summary="In discard, Good ally trigger: optionally banish this card from there to make five human tokens.",
        text=(InDiscard(Ally(Alignment.GOOD, (May((CreateToken("Human Token", 5),), Cost(banish_this=True)),))),),
        playable=True,
    ),
    _champion(
        name="Paros, Rebel Leader",
        pack="Markus' Command",
        alignments=(Alignment.GOOD,),
        cost=0,
        offense=3,
        defense=4,
        classes=("Human",),
        markers=("tribute", "ally"),
        summary="Static: other own Humans have +1 offense. Tribute, and on each Good ally trigger: make one human token.",
        text=(
            Static(All(Filter(whose=Whose.OWN, class_word="Human", other=True)), offense=1),
            Tribute((CreateToken("Human Token"),)),
            Ally(Alignment.GOOD, (CreateToken("Human Token"),)),
        ),
        playable=True,
    ),
    _event(
        name="Quell",
        pack="Markus' Command",
        alignments=(Alignment.GOOD,),
        cost=1,
        summary="Modes: (a) banish all 0-cost champions (tokens included) and draw 1; (b) own turn only: banish all 1-cost champions.",
        sources=(*LISTING, TOM_EPIC_PAGE_20),
        text=(
            OnPlay((Mode((Banish(All(Filter(cost=0))), Draw(1))), Mode((Banish(All(Filter(cost=1))),), own_turn=True))),
        ),
        playable=True,
    ),
    _champion(
        name="Rabble Rouser",
        pack="Helion's Deceit",
        alignments=(Alignment.GOOD,),
        cost=1,
        offense=5,
        defense=5,
        classes=("Human",),
        keywords=(Keyword.BLITZ,),
        markers=("expend",),
        summary="Expend: make one human token, then make as many human tokens as its controller now has (doubling).",
        text=(
            Power(
                Cost(expend=True),
                (
                    CreateToken("Human Token"),
                    CreateToken("Human Token", Count(What.CHAMPION, Filter(whose=Whose.OWN, name="Human Token"))),
                ),
            ),
        ),
        playable=True,
    ),
    _event(
        name="Revolt",
        pack="Raxxa's Revenge",
        alignments=(Alignment.GOOD,),
        cost=0,
        summary="Modes: (a) free: make one human token with blitz this turn; own Good champions have +2 offense this turn; (b) pay 1 gold: draw 2.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            CreateToken("Human Token"),
                            Modify(Affected(), keywords=(Keyword.BLITZ,)),
                            Modify(All(Filter(whose=Whose.OWN, alignment=Alignment.GOOD)), offense=2),
                        )
                    ),
                    Mode((Draw(2),), gold=1),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Royal Escort",
        pack="Helion's Deceit",
        alignments=(Alignment.GOOD,),
        cost=1,
        offense=5,
        defense=9,
        classes=("Human",),
        keywords=(Keyword.AMBUSH,),
        markers=("tribute", "ally"),
        summary="Tribute, and on each Good ally trigger: gain 3 health. Static: own champions with any other name are untargetable.",
        sources=(*LISTING, TOM_EPIC_PAGE_20),
        text=(
            Tribute((Gain(3),)),
            Ally(Alignment.GOOD, (Gain(3),)),
            Static(All(Filter(whose=Whose.OWN, without_name="Royal Escort")), keywords=(Keyword.UNTARGETABLE,)),
        ),
        playable=True,
    ),
    _event(
        name="Second Wind",
        pack="Helion's Deceit",
        alignments=(Alignment.GOOD,),
        cost=0,
        markers=("recycle",),
        summary="Gain 5 health, then recycle.",
        sources=(*LISTING, SPIDERTANK_15),
        text=(OnPlay((Mode((Gain(5), Recycle())),)),),
        playable=True,
    ),
    _event(
        name="Urgent Messengers",
        pack="Raxxa's Revenge",
        alignments=(Alignment.GOOD,),
        cost=1,
        summary="Draw 2 and make two human tokens.",
        text=(OnPlay((Mode((Draw(2), CreateToken("Human Token", 2))),)),),
        playable=True,
    ),
)
