"""The Sage cards of Uprising."""

from functools import partial

from rules.epic.cards.model import LISTING, Alignment, Card, CardSet, CardType, Keyword
from rules.epic.cards.sources import SPIDERTANK_3
from rules.epic.effects import (
    ActivePlayer,
    All,
    Banish,
    Bounce,
    Choice,
    Cost,
    Counters,
    Discard,
    Draw,
    Expend,
    Fight,
    Filter,
    Lasts,
    Loyalty,
    May,
    Mode,
    Modify,
    OnPlay,
    Picked,
    PlayFree,
    Power,
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
    _champion(
        name="Citadel Raven",
        pack="Will of Zannos",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=3,
        defense=3,
        classes=("Bird",),
        keywords=(Keyword.AIRBORNE, Keyword.BLITZ),
        summary="On attack: optionally take a target event card from own discard pile to hand.",
        text=(
            Triggered(
                (When.ATTACKS,),
                (May((ToHand(Target(What.DISCARD, Filter(whose=Whose.OWN, card_type=CardType.EVENT))),)),),
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Citadel Scholar",
        pack="Kark's Edict",
        alignments=(Alignment.SAGE,),
        cost=0,
        offense=0,
        defense=1,
        classes=("Human",),
        markers=("tribute", "recycle"),
        summary="Tribute: recycle. Each card its controller draws: one +1/+1 counter goes on it.",
        sources=(*LISTING, SPIDERTANK_3),
        text=(Tribute((Recycle(),)), Triggered((When.DRAWS,), (Counters(1, This()),))),
        playable=True,
    ),
    _event(
        name="Erratic Research",
        pack="Velden's Wrath",
        alignments=(Alignment.SAGE,),
        cost=1,
        summary="Draw 2 and banish the whole discard pile of a target player.",
        text=(OnPlay((Mode((Draw(2), Banish(All(of=Target(What.PLAYER), what=What.DISCARD)))),)),),
        playable=True,
    ),
    _champion(
        name="Fairy Trickster",
        pack="Kark's Edict",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=5,
        defense=5,
        classes=("Fairy",),
        keywords=(Keyword.AIRBORNE, Keyword.AMBUSH, Keyword.BLITZ),
        markers=("expend",),
        summary="Expend: reveal the top card of a target player's deck; the controller may play it at full cost, else it is banished.",
        text=(
            Power(
                Cost(expend=True),
                (
                    RevealTop(1, Target(What.PLAYER)),
                    May((PlayFree(Choice(What.REVEALED), paid=True),)),
                    Banish(Revealed()),
                ),
            ),
        ),
        playable=True,
    ),
    _event(
        name="Force Field",
        pack="Flames of Scarros",
        alignments=(Alignment.SAGE,),
        cost=1,
        summary="Modes: (a) draw 2; (b) opposing champions have -5 offense this turn, draw 1; (c) opposing champions have -10 offense this turn.",
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode((Modify(All(Filter(whose=Whose.OPPOSING)), offense=-5), Draw(1))),
                    Mode((Modify(All(Filter(whose=Whose.OPPOSING)), offense=-10),)),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Frantic Digging",
        pack="Velden's Wrath",
        alignments=(Alignment.SAGE,),
        cost=0,
        markers=("recycle",),
        summary="Discard 1, draw 1, then recycle.",
        text=(OnPlay((Mode((Discard(1, You()), Draw(1), Recycle())),)),),
        playable=True,
    ),
    _champion(
        name="Knight of Elara",
        pack="Kark's Edict",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=10,
        defense=8,
        classes=("Human", "Knight"),
        keywords=(Keyword.BLITZ,),
        markers=("loyalty 2",),
        summary="Loyalty 2: draw 1. On being blocked: transform every blocker that is not a Wolf into a wolf token.",
        text=(
            Loyalty(2, (Draw(1),)),
            Triggered(
                (When.BLOCKED,), (Transform(All(Filter(fight=Fight.BLOCKING, without_class="Wolf")), "Wolf Token"),)
            ),
        ),
        playable=True,
    ),
    _event(
        name="Reset",
        pack="Flames of Scarros",
        alignments=(Alignment.SAGE,),
        cost=1,
        summary="Modes: (a) draw 2; (b) bounce every champion, then the active player draws 1.",
        text=(OnPlay((Mode((Draw(2),)), Mode((Bounce(All()), Draw(1, ActivePlayer()))))),),
        playable=True,
    ),
    _event(
        name="Reusable Knowledge",
        pack="Will of Zannos",
        alignments=(Alignment.SAGE,),
        cost=1,
        summary="Draw 1, then optionally take a target event from own discard pile to hand.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Draw(1),
                            May((ToHand(Target(What.DISCARD, Filter(whose=Whose.OWN, card_type=CardType.EVENT))),)),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Siren's Song",
        pack="Will of Zannos",
        alignments=(Alignment.SAGE,),
        cost=0,
        classes=("Spirit",),
        summary="Modes: (a) free, own turn only: seize a target 0-cost champion with no time limit and expend it; (b) pay 1 gold: draw 2.",
        text=(
            OnPlay(
                (
                    Mode(
                        (Seize(Target(What.CHAMPION, Filter(cost=0)), Lasts.IN_PLAY), Expend(Picked())), own_turn=True
                    ),
                    Mode((Draw(2),), gold=1),
                )
            ),
        ),
        playable=True,
    ),
    _champion(
        name="Velden, Frost Titan",
        pack="Velden's Wrath",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=10,
        defense=13,
        classes=("Giant",),
        keywords=(Keyword.BLITZ,),
        markers=("loyalty X",),
        summary="Loyalty X: per card revealed, optionally bounce one target opposing champion.",
        doubtful=(
            "behaviour: the listing gives the very same text to Scarros, Hound of Draka; this card is the likelier owner of it",
        ),
        text=(Loyalty(None, (Bounce(Targets(What.CHAMPION, Filter(whose=Whose.OPPOSING), most=X())),)),),
        playable=True,
    ),
    _champion(
        name="War Machine",
        pack="Flames of Scarros",
        alignments=(Alignment.SAGE,),
        cost=1,
        offense=10,
        defense=10,
        classes=("Construct",),
        markers=("tribute", "loyalty 2"),
        summary="Loyalty 2: gains blitz. Tribute: banish all opposing 0-cost champions.",
        text=(
            Loyalty(2, (Modify(This(), keywords=(Keyword.BLITZ,), lasts=Lasts.IN_PLAY),)),
            Tribute((Banish(All(Filter(whose=Whose.OPPOSING, cost=0))),)),
        ),
        playable=True,
    ),
)
