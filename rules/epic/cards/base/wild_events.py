"""The Wild event cards of the base set."""

from functools import partial

from rules.epic.cards.model import LISTING, Alignment, Card, CardSet, CardType, Keyword
from rules.epic.cards.sources import TOM_CORE, TOM_EPIC_PAGE_20
from rules.epic.effects import (
    All,
    Choice,
    Cost,
    CreateToken,
    Damage,
    DamageEach,
    DamageSplit,
    Draw,
    Filter,
    InDiscard,
    May,
    Mode,
    Modify,
    OnPlay,
    Picked,
    Players,
    Power,
    PutIntoPlay,
    Recall,
    Target,
    Targets,
    Triggered,
    Union,
    What,
    When,
    Whose,
)

_event = partial(Card, set=CardSet.BASE, pack="Base Set", alignments=(Alignment.WILD,), type=CardType.EVENT)

CARDS: tuple[Card, ...] = (
    _event(
        name="Chomp!",
        cost=1,
        classes=("Dinosaur",),
        summary="12 damage to a target champion; own Dinosaurs have +2/+2 this turn.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Damage(12, Target(What.CHAMPION)),
                            Modify(All(Filter(whose=Whose.OWN, class_word="Dinosaur")), offense=2, defense=2),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Fireball",
        cost=0,
        summary="Modes: (a) free: 3 damage to a target; (b) pay 1 gold: 3 damage to a target player and to all champions of that player.",
        sources=(*LISTING, TOM_CORE),
        text=(
            OnPlay(
                (
                    Mode((Damage(3, Target(What.ANY)),)),
                    Mode((Damage(3, Union((Target(What.PLAYER), All(of=Picked())))),), gold=1),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Flame Strike",
        cost=1,
        summary="8 damage to a target (player or champion).",
        sources=(*LISTING, TOM_CORE),
        text=(OnPlay((Mode((Damage(8, Target(What.ANY)),)),)),),
        playable=True,
    ),
    _event(
        name="Flash Fire",
        cost=0,
        summary="Modes: (a) free: 2 damage to all champions and all players; (b) pay 1 gold: draw 2.",
        sources=(*LISTING, TOM_CORE),
        text=(OnPlay((Mode((Damage(2, Union((All(), Players()))),)), Mode((Draw(2),), gold=1))),),
        playable=True,
    ),
    _event(
        name="Forked Lightning",
        cost=1,
        summary="Up to two targets take 5 damage each.",
        text=(OnPlay((Mode((Damage(5, Targets(What.ANY)),)),)),),
        playable=True,
    ),
    _event(
        name="Hurricane",
        cost=1,
        summary="Modes: (a) draw 2; (b) 9 damage to all champions.",
        sources=(*LISTING, TOM_CORE),
        text=(OnPlay((Mode((Draw(2),)), Mode((Damage(9, All()),)))),),
        playable=True,
    ),
    _event(
        name="Lash",
        cost=0,
        markers=("recall", "discard power"),
        summary="1 damage to a target champion, which also has breakthrough and +4 offense this turn. In discard: pay 1 gold to recall.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            Damage(1, Target(What.CHAMPION)),
                            Modify(Picked(), offense=4, keywords=(Keyword.BREAKTHROUGH,)),
                        )
                    ),
                )
            ),
            InDiscard(Power(Cost(gold=1), (Recall(),))),
        ),
        playable=True,
    ),
    _event(
        name="Lightning Storm",
        cost=1,
        markers=("recall", "discard power"),
        summary="6 damage split freely over at most six targets. In discard: pay 1 gold to recall.",
        sources=(*LISTING, TOM_CORE),
        text=(OnPlay((Mode((DamageSplit(6, most=6),)),)), InDiscard(Power(Cost(gold=1), (Recall(),)))),
        playable=True,
    ),
    _event(
        name="Mighty Blow",
        cost=1,
        classes=("Giant",),
        summary="Modes: (a) draw 2; (b) a target champion becomes unbreakable with +10 offense this turn.",
        sources=(*LISTING, TOM_EPIC_PAGE_20),
        text=(
            OnPlay(
                (Mode((Draw(2),)), Mode((Modify(Target(What.CHAMPION), offense=10, keywords=(Keyword.UNBREAKABLE,)),)))
            ),
        ),
        playable=True,
    ),
    _event(
        name="Rage",
        cost=0,
        summary="Modes: (a) free: a target champion has breakthrough and +4/+4 this turn; (b) pay 1 gold: draw 2.",
        sources=(*LISTING, TOM_CORE),
        text=(
            OnPlay(
                (
                    Mode((Modify(Target(What.CHAMPION), offense=4, defense=4, keywords=(Keyword.BREAKTHROUGH,)),)),
                    Mode((Draw(2),), gold=1),
                )
            ),
        ),
        playable=True,
    ),
    _event(
        name="Rain of Fire",
        cost=1,
        summary="Modes: (a) draw 2; (b) three targets take 3, 4 and 5 damage respectively.",
        sources=(*LISTING, TOM_CORE),
        text=(OnPlay((Mode((Draw(2),)), Mode((DamageEach((3, 4, 5)),)))),),
        playable=True,
    ),
    _event(
        name="Surprise Attack",
        cost=1,
        summary="Draw 1, then optionally put a champion from hand straight into play (no cost, ignores slow timing).",
        sources=(*LISTING, TOM_EPIC_PAGE_20, TOM_CORE),
        text=(OnPlay((Mode((Draw(1), May((PutIntoPlay(Choice(What.HAND, Filter(card_type=CardType.CHAMPION))),)))),)),),
        playable=True,
    ),
    _event(
        name="Wolf Companion",
        cost=0,
        classes=("Wolf",),
        markers=("recall", "discard power"),
        summary="A target champion has +2/+2 this turn. In discard: pay 1 gold to recall; whenever it leaves the discard pile, make one wolf token.",
        text=(
            OnPlay((Mode((Modify(Target(What.CHAMPION), offense=2, defense=2),)),)),
            InDiscard(Power(Cost(gold=1), (Recall(),))),
            InDiscard(Triggered((When.LEAVES_DISCARD,), (CreateToken("Wolf Token"),))),
        ),
        playable=True,
    ),
    _event(
        name="Wolf's Call",
        cost=1,
        classes=("Wolf",),
        summary="Makes four wolf tokens; own Wolves have blitz this turn.",
        text=(
            OnPlay(
                (
                    Mode(
                        (
                            CreateToken("Wolf Token", 4),
                            Modify(All(Filter(whose=Whose.OWN, class_word="Wolf")), keywords=(Keyword.BLITZ,)),
                        )
                    ),
                )
            ),
        ),
        playable=True,
    ),
)
