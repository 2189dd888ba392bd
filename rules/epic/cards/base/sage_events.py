"""The Sage event cards of the base set."""

from functools import partial

from rules.epic.cards.model import LISTING, Alignment, Card, CardSet, CardType, Keyword
from rules.epic.cards.sources import TOM_CORE, TOM_EPIC_PAGE_20
from rules.epic.effects import (
    Affected,
    All,
    Ally,
    AtEndOfTurn,
    Attacked,
    Banish,
    Bounce,
    ControllerOf,
    Cost,
    Damage,
    Discard,
    Draw,
    EachKeepsOne,
    Fight,
    Filter,
    If,
    InDiscard,
    Is,
    Lasts,
    Mode,
    Modify,
    OnPlay,
    Pick,
    Picked,
    Power,
    Prepare,
    Recall,
    Recycle,
    Seize,
    Target,
    That,
    Transform,
    Triggered,
    What,
    When,
    Whose,
)

_event = partial(Card, set=CardSet.BASE, pack="Base Set", alignments=(Alignment.SAGE,), type=CardType.EVENT)

CARDS: tuple[Card, ...] = (
    _event(
        name="Amnesia",
        cost=0,
        markers=("recycle",),
        summary="Modes: (a) free: banish the whole discard pile of a target player, then recycle; (b) pay 1 gold: draw 2.",
        sources=(*LISTING, TOM_CORE),
        text=(
            OnPlay(
                (Mode((Banish(All(of=Target(What.PLAYER), what=What.DISCARD)), Recycle())), Mode((Draw(2),), gold=1))
            ),
        ),
        playable=True,
    ),
    _event(
        name="Ancient Chant",
        cost=1,
        markers=("recall", "discard power"),
        summary="Draw 2. In discard: pay 1 gold to recall; whenever it leaves the discard pile by any route, draw 1.",
        sources=(*LISTING, TOM_CORE),
        text=(
            OnPlay((Mode((Draw(2),)),)),
            InDiscard(Power(Cost(gold=1), (Recall(),))),
            InDiscard(Triggered((When.LEAVES_DISCARD,), (Draw(1),))),
        ),
        playable=True,
    ),
    _event(
        name="Deadly Raid",
        cost=1,
        summary="Modes: (a) draw 2; (b) own champions become unblockable with +2 offense this turn.",
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode((Modify(All(Filter(whose=Whose.OWN)), offense=2, keywords=(Keyword.UNBLOCKABLE,)),)),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Erase",
        cost=1,
        summary="Draw 2 and bounce a target champion (to owner's hand).",
        sources=(*LISTING, TOM_CORE),
        text=(OnPlay((Mode((Draw(2), Bounce(Target(What.CHAMPION)))),)),),
        playable=True,
    ),
    _event(
        name="Hasty Retreat",
        cost=0,
        summary="Modes: (a) free: bounce a target attacker; when it was unblocked and attacking the caster, its controller draws 1; (b) pay 1 gold: draw 2.",
        sources=(*LISTING, TOM_CORE),
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Pick(Target(What.CHAMPION, Filter(fight=Fight.ATTACKING))),
                            If(
                                Is(Picked(), Filter(unblocked=True)),
                                (If(Attacked(), (Draw(1, ControllerOf(Picked())),)),),
                            ),
                            Bounce(Picked()),
                        )
                    ),
                    Mode((Draw(2),), gold=1),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Lying in Wait",
        cost=1,
        summary="Modes: (a) draw 2; (b) banish a lone attacker (no targeting; needs exactly one attacking champion).",
        text=(OnPlay((Mode((Draw(2),)), Mode((Banish(All(Filter(lone=True))),)))),),
        playable=True,
    ),
    _event(
        name="Psionic Assault",
        cost=1,
        markers=("ally", "recall", "discard power"),
        summary="At end of the current turn a target player discards 2. In discard, Sage ally trigger: recall.",
        sources=(*LISTING, TOM_EPIC_PAGE_20, TOM_CORE),
        text=(
            OnPlay((Mode((AtEndOfTurn((Discard(2, That()),), Target(What.PLAYER)),)),)),
            InDiscard(Ally(Alignment.SAGE, (Recall(),))),
        ),
        playable=True,
    ),
    _event(
        name="Spike Trap",
        cost=0,
        markers=("recycle",),
        summary="5 damage to all attacking champions, then recycle.",
        text=(OnPlay((Mode((Damage(5, All(Filter(fight=Fight.ATTACKING))), Recycle())),)),),
        playable=True,
    ),
    _event(
        name="Stand Alone",
        cost=1,
        summary="Modes: (a) draw 2; (b) in turn order from the caster, every player keeps one champion of their own; all unchosen champions break.",
        text=(OnPlay((Mode((Draw(2),)), Mode((EachKeepsOne(),)))),),
        playable=True,
    ),
    _event(
        name="Transform",
        cost=1,
        summary="Modes: (a) draw 2; (b) transform a target champion: it goes under its owner's deck and its controller makes one wolf token.",
        text=(OnPlay((Mode((Draw(2),)), Mode((Transform(Target(What.CHAMPION), "Wolf Token"),)))),),
        playable=True,
    ),
    _event(
        name="Turn",
        cost=1,
        summary="Modes: (a) seize a target champion until end of turn, prepared and with blitz; (b) own turn only: seize a target champion with no time limit.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Seize(Target(What.CHAMPION)),
                            Prepare(Affected()),
                            Modify(Affected(), keywords=(Keyword.BLITZ,)),
                        )
                    ),
                    Mode((Seize(Target(What.CHAMPION), Lasts.IN_PLAY),), own_turn=True),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Wave of Transformation",
        cost=1,
        summary="Modes: (a) draw 2; (b) transform every champion: each goes under its owner's deck and its controller makes one wolf token.",
        sources=(*LISTING, TOM_EPIC_PAGE_20, TOM_CORE),
        text=(OnPlay((Mode((Draw(2),)), Mode((Transform(All(), "Wolf Token"),)))),),
        playable=True,
    ),
)
