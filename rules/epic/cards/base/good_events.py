"""The Good event cards of the base set."""

from functools import partial

from rules.epic.cards.model import LISTING, Alignment, Card, CardSet, CardType, Keyword
from rules.epic.cards.sources import TOM_CORE, TOM_EPIC_PAGE_20
from rules.epic.effects import (
    ActivePlayer,
    Affected,
    All,
    Ally,
    Banish,
    ControllerOf,
    Cost,
    CreateToken,
    Draw,
    Fight,
    Filter,
    Gain,
    If,
    InDiscard,
    Is,
    Mode,
    Modify,
    NoMoreAttacks,
    OffenseOf,
    OnPlay,
    Picked,
    Power,
    Prepare,
    PutIntoPlay,
    Recall,
    RemoveFromBattle,
    Target,
    TurnOf,
    Union,
    What,
    Whose,
)

_event = partial(Card, set=CardSet.BASE, pack="Base Set", alignments=(Alignment.GOOD,), type=CardType.EVENT)

CARDS: tuple[Card, ...] = (
    _event(
        name="Banishment",
        cost=1,
        summary="Banish a target champion; the active player draws 1.",
        text=(OnPlay((Mode((Banish(Target(What.CHAMPION)), Draw(1, who=ActivePlayer()))),)),),
        playable=True,
    ),
    _event(
        name="Brave Squire",
        cost=0,
        classes=("Human",),
        summary="Makes one human token. A target champion becomes unbreakable with +5 offense this turn.",
        sources=(*LISTING, TOM_EPIC_PAGE_20),
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            CreateToken("Human Token"),
                            Modify(Target(What.CHAMPION), offense=5, keywords=(Keyword.UNBREAKABLE,)),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Ceasefire",
        cost=1,
        summary="Draw 2. No further attacks may be declared this turn; an attack under way continues.",
        text=(OnPlay((Mode((Draw(2), NoMoreAttacks())),)),),
        playable=True,
    ),
    _event(
        name="Divine Judgment",
        cost=1,
        summary="Modes: (a) draw 2; (b) own turn only: banish every champion.",
        sources=(*LISTING, TOM_EPIC_PAGE_20),
        text=(OnPlay((Mode((Draw(2),)), Mode((Banish(All()),), own_turn=True))),),
        playable=True,
    ),
    _event(
        name="Feint",
        cost=1,
        summary="Draw 2. All of the caster's attackers or blockers leave combat and become prepared.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Draw(2),
                            RemoveFromBattle(
                                Union(
                                    (
                                        All(Filter(whose=Whose.OWN, fight=Fight.ATTACKING)),
                                        All(Filter(whose=Whose.OWN, fight=Fight.BLOCKING)),
                                    )
                                )
                            ),
                            Prepare(Affected()),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Inheritance of the Meek",
        cost=1,
        summary="Modes: (a) draw 2; (b) banish every champion that is not a token; on an opponent's turn that opponent draws 1.",
        sources=(*LISTING, TOM_EPIC_PAGE_20, TOM_CORE),
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode((Banish(All(Filter(token=False))), If(TurnOf(Whose.OPPOSING), (Draw(1, ActivePlayer()),)))),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Inner Peace",
        cost=1,
        markers=("ally", "recall", "discard power"),
        summary="Gain 10 health. In discard, Good ally trigger: recall.",
        text=(OnPlay((Mode((Gain(10),)),)), InDiscard(Ally(Alignment.GOOD, (Recall(),)))),
        playable=True,
    ),
    _event(
        name="Rally the People",
        cost=0,
        classes=("Human",),
        markers=("recall", "discard power"),
        summary="Makes one human token; own champions have +1 offense this turn. In discard: pay 1 gold to recall.",
        text=(
            OnPlay((Mode((CreateToken("Human Token"), Modify(All(Filter(whose=Whose.OWN)), offense=1))),)),
            InDiscard(Power(Cost(gold=1), (Recall(),))),
        ),
        playable=True,
    ),
    _event(
        name="Resurrection",
        cost=1,
        summary="Modes: (a) draw 2; (b) target a champion card in own discard pile which broke earlier this turn; it re-enters play.",
        sources=(*LISTING, TOM_EPIC_PAGE_20),
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode(
                        (
                            PutIntoPlay(
                                Target(
                                    What.DISCARD,
                                    Filter(whose=Whose.OWN, card_type=CardType.CHAMPION, broke_this_turn=True),
                                )
                            ),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Secret Legion",
        cost=1,
        classes=("Human",),
        summary="Modes: (a) draw 2; (b) make six human tokens; own Humans have blitz this turn.",
        text=(
            OnPlay(
                (
                    Mode((Draw(2),)),
                    Mode(
                        (
                            CreateToken("Human Token", 6),
                            Modify(All(Filter(whose=Whose.OWN, class_word="Human")), keywords=(Keyword.BLITZ,)),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Vital Mission",
        cost=1,
        summary="Banish a target champion; whoever controlled it gains as much health as the offense it had. When that was the caster, the caster also draws 2.",
        sources=(*LISTING, TOM_EPIC_PAGE_20),
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Banish(Target(What.CHAMPION)),
                            Gain(OffenseOf(Picked()), ControllerOf(Picked())),
                            If(Is(ControllerOf(Picked()), Filter(whose=Whose.OWN)), (Draw(2),)),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
)
