"""The Sage event cards of the base set."""

from functools import partial

from rules.epic.cards.model import LISTING, Alignment, Card, CardSet, CardType
from rules.epic.cards.sources import TOM_CORE, TOM_EPIC_PAGE_20
from rules.epic.effects import All, Damage, Draw, EachKeepsOne, Fight, Filter, Mode, OnPlay, Recycle

_event = partial(Card, set=CardSet.BASE, pack="Base Set", alignments=(Alignment.SAGE,), type=CardType.EVENT)

CARDS: tuple[Card, ...] = (
    _event(
        name="Amnesia",
        cost=0,
        markers=("recycle",),
        summary="Modes: (a) free: banish the whole discard pile of a target player, then recycle; (b) pay 1 gold: draw 2.",
        sources=(*LISTING, TOM_CORE),
    ),
    _event(
        name="Ancient Chant",
        cost=1,
        markers=("recall", "discard power"),
        summary="Draw 2. In discard: pay 1 gold to recall; whenever it leaves the discard pile by any route, draw 1.",
        sources=(*LISTING, TOM_CORE),
    ),
    _event(
        name="Deadly Raid",
        cost=1,
        summary="Modes: (a) draw 2; (b) own champions become unblockable with +2 offense this turn.",
    ),
    _event(
        name="Erase",
        cost=1,
        summary="Draw 2 and bounce a target champion (to owner's hand).",
        sources=(*LISTING, TOM_CORE),
    ),
    _event(
        name="Hasty Retreat",
        cost=0,
        summary="Modes: (a) free: bounce a target attacker; when it was unblocked and attacking the caster, its controller draws 1; (b) pay 1 gold: draw 2.",
        sources=(*LISTING, TOM_CORE),
    ),
    _event(
        name="Lying in Wait",
        cost=1,
        summary="Modes: (a) draw 2; (b) banish a lone attacker (no targeting; needs exactly one attacking champion).",
    ),
    _event(
        name="Psionic Assault",
        cost=1,
        markers=("ally", "recall", "discard power"),
        summary="At end of the current turn a target player discards 2. In discard, Sage ally trigger: recall.",
        sources=(*LISTING, TOM_EPIC_PAGE_20, TOM_CORE),
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
    ),
    _event(
        name="Turn",
        cost=1,
        summary="Modes: (a) seize a target champion until end of turn, prepared and with blitz; (b) own turn only: seize a target champion with no time limit.",
    ),
    _event(
        name="Wave of Transformation",
        cost=1,
        summary="Modes: (a) draw 2; (b) transform every champion: each goes under its owner's deck and its controller makes one wolf token.",
        sources=(*LISTING, TOM_EPIC_PAGE_20, TOM_CORE),
    ),
)
